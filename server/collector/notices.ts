import type { Dependencies } from '../dependencies.ts';
import { startPoller } from '../platform/poller.ts';
import { MINUTE, SECOND } from '../platform/time.ts';
import {
  MAX_NOTICES_PER_KIND,
  saveCollectorNotice,
  type CollectorNotice,
  type NoticeKind,
} from '../store/postgres/tracking/collector-notices.ts';
import { isStoreUnavailable } from '../store/unavailable.ts';
import { sanitized } from './text.ts';
import type { TrackedProduct } from './tracking.ts';

/** A notice that goes on is stored once a minute. */
const STORE_AGAIN_MS = MINUTE;
/** Length of a subject: that of the longest host. */
const MAX_SUBJECT_LENGTH = 253;
/** Maximum number of notices of a minute, of all products, and of those that wait while PostgreSQL is away. */
const MAX_NOTICES = 10_000;

/** Notes what the collector refuses or ignores of a product's senders, for the console. */
export interface Notices {
  add(product: Pick<TrackedProduct, 'id' | 'companyId'>, kind: NoticeKind, subject: string): void;
  /** Stores what was noted. */
  store(): Promise<void>;
  close(): Promise<void>;
}

/** Stores notices once a second. What was not stored is lost at a stop: the next report is noted again. */
export const createNotices = ({ db, clock, log }: Pick<Dependencies, 'db' | 'clock' | 'log'>): Notices => {
  let startedMs = 0;
  /** The notices of this minute by product and kind: a sender may invent any number of subjects. */
  const known = new Map<string, Set<string>>();
  const waiting: CollectorNotice[] = [];
  let count = 0;
  const isNew = (list: string, subject: string, now: number): boolean => {
    if (Math.abs(now - startedMs) >= STORE_AGAIN_MS) {
      known.clear();
      [startedMs, count] = [now, 0];
    }
    const subjects = known.get(list) ?? new Set();
    if (subjects.has(subject) || subjects.size >= MAX_NOTICES_PER_KIND) return false;
    if (Math.max(count, waiting.length) >= MAX_NOTICES) return false;
    known.set(list, subjects.add(subject));
    count += 1;
    return true;
  };
  const poller = startPoller(
    async goesOn => {
      for (let notice = waiting[0]; notice !== undefined && goesOn(); notice = waiting[0]) {
        try {
          await saveCollectorNotice(db, notice);
        } catch (error) {
          // Other parts wait for PostgreSQL, and log it.
          if (!isStoreUnavailable(error)) throw error;
          return;
        } finally {
          waiting.shift();
        }
      }
    },
    { log, failed: 'A notice about refused senders could not be stored.', every: SECOND },
  );
  return {
    add: ({ id, companyId }, kind, subject) => {
      const now = clock.now();
      const shown = sanitized(subject, MAX_SUBJECT_LENGTH);
      if (isNew(`${id} ${kind}`, shown, now))
        waiting.push({ companyId, productId: id, kind, subject: shown, seenAt: new Date(now) });
    },
    store: poller.poll,
    close: poller.close,
  };
};
