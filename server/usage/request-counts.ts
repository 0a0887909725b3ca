import type { Dependencies } from '../dependencies.ts';
import { startPoller } from '../platform/poller.ts';
import { MINUTE, SECOND } from '../platform/time.ts';
import { addUses, type CountedCalls } from '../store/postgres/operations/usage.ts';

/** The kind of the counts in the store. */
const REQUESTS = 'requests';
/**
 * A statement for each request would cost more than many requests do. A process adds up its requests instead, and learns
 * those of others when it stores them: in this interval a caller may exceed the limit once in each process.
 */
const EXCHANGE_EVERY_MS = 2 * SECOND;

/** The requests of a subject in a minute. */
interface MinuteCount {
  readonly startMs: number;
  /** Those of all processes, as of the last exchange. */
  stored: number;
  /** Those of this process since then. */
  pending: number;
}

/** Counts the requests of users, API keys and companies by the minute. */
export interface RequestCounts {
  /** Counts a request. @param subject such as `user:7` */
  count(subject: string): CountedCalls;
  close(): Promise<void>;
}

/**
 * @param isShared whether other processes may answer the same callers
 * @param exchangeEveryMs time between two exchanges with the other processes
 */
export const openRequestCounts = (
  { db, clock, log }: Pick<Dependencies, 'db' | 'clock' | 'log'>,
  isShared: boolean,
  exchangeEveryMs = EXCHANGE_EVERY_MS,
): RequestCounts => {
  const counts = new Map<string, MinuteCount>();
  const minuteOf = (ms: number): number => Math.floor(ms / MINUTE) * MINUTE;
  const forgetEnded = (startMs: number): void => {
    for (const [subject, one] of counts) if (one.startMs !== startMs) counts.delete(subject);
  };
  const exchange = async (): Promise<void> => {
    const startMs = minuteOf(clock.now());
    forgetEnded(startMs);
    const sent = [...counts].flatMap(([subject, one]) =>
      one.pending === 0 || !isShared ? [] : [{ subject, one, uses: one.pending }],
    );
    if (sent.length === 0) return;
    const stored = await addUses(db, REQUESTS, sent, new Date(startMs), MINUTE);
    for (const { subject, one, uses } of sent) {
      one.stored = stored.get(subject) ?? one.stored + uses;
      one.pending -= uses;
    }
  };
  const poller = startPoller(exchange, {
    log,
    failed: 'Requests of other processes could not be counted; retrying.',
    every: exchangeEveryMs,
  });
  return {
    count: subject => {
      const now = clock.now();
      const startMs = minuteOf(now);
      const known = counts.get(subject);
      const one = known?.startMs === startMs ? known : { startMs, stored: 0, pending: 0 };
      if (one !== known) counts.set(subject, one);
      one.pending += 1;
      return { calls: one.stored + one.pending, leftMs: startMs + MINUTE - now };
    },
    close: () => poller.close(),
  };
};
