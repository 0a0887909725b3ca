import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Clock } from '../platform/clock.ts';
import { resultWithin } from '../platform/result-within.ts';
import type { Database } from '../store/postgres/engine/database.ts';
import {
  addClickBatch,
  readClickBatches,
  readClicksUntil,
  removeClickBatches,
} from '../store/postgres/tracking/click-batches.ts';
import { isStoreUnavailable } from '../store/unavailable.ts';
import { timeTextOf, type Batch, type PiecesByMonth } from './batch.ts';
import {
  changeRows,
  encodeClicks,
  judgeTogether,
  publishedClickOf,
  timeOf,
  type PublishedClick,
} from './double-clicks.ts';
import type { Event } from './rows.ts';

/** Milliseconds within which a click becomes durable. One that takes longer is judged by its own collector. */
const DURABLE_WITHIN_MS = 250;
/** Milliseconds for which a batch waits for the clicks of other collectors. */
const WAIT_LIMIT_MS = 2_000;
const WAIT_STEP_MS = 100;
/** Milliseconds for which a batch waits for PostgreSQL, including the wait for others. */
const ANSWER_LIMIT_MS = 5_000;
/** Milliseconds since the last publication after which PostgreSQL is not asked: it does not answer either. */
const PUBLISHED_WITHIN_MS = 5_000;
/** Milliseconds before the clicks of a batch from which others are read: a series of double clicks begins in them. */
const SERIES_MS = 5_000;
/** Milliseconds for which published clicks remain, for collectors that load late. */
const REMAIN_MS = 600_000;
const REMOVE_EVERY_MS = 60_000;
/** Clicks that wait for PostgreSQL; of more, the oldest are judged by their own collector. */
const MAX_WAITING = 100_000;

/**
 * The clicks of the last moments of all collectors. A collector recognises double clicks among its own when it answers;
 * those with clicks of another one, when it loads them.
 */
export interface RecentClicks {
  /** Notes durable events. */
  add(events: readonly Event[]): void;
  /**
   * Publishes what was added since the last call.
   *
   * @param isShared whether there are other collectors
   * @returns the time up to which the clicks are published, in ms since 1970; null: they are not
   */
  publish(isShared: boolean): Promise<number | null>;
  /**
   * Judges the contacts of a batch together with the clicks of other collectors, and changes their rows. Waits a limited
   * time for clicks that others have not published yet. Where PostgreSQL does not answer, the batch stays as it is.
   */
  judge(batch: Pick<Batch, 'pieces' | 'counts'>): Promise<void>;
  /** The number of contacts that were judged otherwise. */
  changedCount(): number;
}

const NEWLINE = 10;

/** The time of the first and of the last contact of a batch, in ms since 1970: those at the ends of its pieces. */
const spanOf = (contacts: PiecesByMonth): readonly [fromMs: number, toMs: number] => {
  const times = [...contacts.values()].flat().flatMap(piece => {
    const last = piece.subarray(piece.lastIndexOf(NEWLINE, -2) + 1);
    return [timeOf(timeTextOf(piece)), timeOf(timeTextOf(last))];
  });
  return [Math.min(...times), Math.max(...times)];
};

interface RecentClicksParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn'>;
}

/** Publishes the clicks of a collector, and removes what all have read. */
const createPublisher = ({ db, clock }: Pick<RecentClicksParts, 'db' | 'clock'>, own: number) => {
  let isShared = false;
  let waiting: PublishedClick[] = [];
  let removedAtMs = Number.NEGATIVE_INFINITY;
  let publishedAtMs = Number.NEGATIVE_INFINITY;
  const removeOld = async (): Promise<void> => {
    if (performance.now() - removedAtMs < REMOVE_EVERY_MS) return;
    await removeClickBatches(db, clock.now() - REMAIN_MS, clock.now() + REMAIN_MS);
    removedAtMs = performance.now();
  };
  return {
    /** Whether this collector publishes its clicks, and could do so a moment ago. */
    isPublishing: () => isShared && performance.now() - publishedAtMs < PUBLISHED_WITHIN_MS,
    add: (events: readonly Event[]): void => {
      if (!isShared) return;
      for (const event of events)
        if (event.table === 'contact') waiting.push(publishedClickOf(event.id, event.row));
      if (waiting.length > MAX_WAITING) waiting = waiting.slice(-MAX_WAITING / 2);
    },
    publish: async (isSharedNow: boolean): Promise<number | null> => {
      const until = clock.now() - DURABLE_WITHIN_MS;
      const wasShared = isShared;
      isShared = isSharedNow;
      const taken = waiting;
      waiting = [];
      if (!wasShared) return null;
      // Sample data has earlier times.
      const recent = taken.filter(({ at }) => at > until - REMAIN_MS);
      const times = recent.map(({ at }) => at);
      try {
        if (recent.length > 0)
          await addClickBatch(db, {
            collectorNumber: own,
            firstMs: times.reduce((a, b) => Math.min(a, b)),
            lastMs: times.reduce((a, b) => Math.max(a, b)),
            clicks: encodeClicks(recent),
          });
      } catch (error) {
        waiting = [...recent, ...waiting];
        throw error;
      }
      publishedAtMs = performance.now();
      await removeOld();
      return until;
    },
  };
};

/** Waits until all collectors that run have published their clicks. @returns false: there is no other one */
const waitForOthers = async (db: Database, own: number, toMs: number): Promise<boolean> => {
  const limit = performance.now() + WAIT_LIMIT_MS;
  for (;;) {
    const until = await readClicksUntil(db);
    if (!until.has(own) || until.size < 2) return false;
    if ([...until.values()].every(ms => ms === null || ms >= toMs) || performance.now() >= limit) return true;
    await setTimeout(WAIT_STEP_MS);
  }
};

/** @param own number of this collector */
export const createRecentClicks = (parts: RecentClicksParts, own: number): RecentClicks => {
  const { db, log } = parts;
  const { isPublishing, add, publish } = createPublisher(parts, own);
  let changedCount = 0;
  const findChanged = async (contacts: PiecesByMonth): Promise<ReadonlyMap<string, boolean> | null> => {
    const [fromMs, toMs] = spanOf(contacts);
    if (!(await waitForOthers(db, own, toMs))) return null;
    return judgeTogether(await readClickBatches(db, fromMs - SERIES_MS, toMs), own);
  };
  return {
    add,
    publish,
    judge: async ({ pieces: { contact }, counts }) => {
      if (!isPublishing() || counts.contact === 0) return;
      try {
        // The rows are changed here: after the limit their memory has those of another batch.
        const changed = await resultWithin(findChanged(contact), ANSWER_LIMIT_MS);
        if (changed !== null && changed.size > 0) changedCount += changeRows(contact, changed);
      } catch (error) {
        // Events must be loaded whatever is known of other collectors; other parts log that PostgreSQL is away.
        if (!isStoreUnavailable(error))
          log.warn({ err: error }, 'Double clicks on several collectors could not be recognised.');
      }
    },
    changedCount: () => changedCount,
  };
};
