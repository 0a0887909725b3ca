import { Counter, Histogram } from 'prom-client';

/** What this process has done since its start, as metrics that are in no registry yet. */

/** Upper bounds in seconds, from a lookup in PostgreSQL to a large report. */
const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Time of the statements, by store and their first word. */
export const storeTimes = new Histogram({
  name: 'touchpath_store_seconds',
  help: 'Time in seconds of the statements, up to the first bytes of their answers, by store and first word.',
  labelNames: ['store', 'operation'],
  buckets: BUCKETS_SECONDS,
  registers: [],
});

/** Statements that failed. */
export const storeFailures = new Counter({
  name: 'touchpath_store_failures_total',
  help: 'Statements that failed.',
  labelNames: ['store', 'operation'],
  registers: [],
});

/** Attempts to send something, by their outcome: `sent`, or why not. */
export const attemptsMade = new Counter({
  name: 'touchpath_attempts_total',
  help: 'Attempts to send notifications and mails since the start, by outcome.',
  labelNames: ['kind', 'outcome'],
  registers: [],
});

/** Runs a call of a store and adds its time. @param operation one of few words */
export const measureCall = async <Answer>(
  store: string,
  operation: string,
  work: () => Promise<Answer>,
): Promise<Answer> => {
  // Tests stop the clock of `performance`.
  const begun = process.hrtime.bigint();
  try {
    return await work();
  } catch (error) {
    storeFailures.inc({ store, operation });
    throw error;
  } finally {
    storeTimes.observe({ store, operation }, Number(process.hrtime.bigint() - begun) / 1e9);
  }
};

/** Counts an attempt to send something. @param outcome one of few words */
export const countAttempt = (kind: 'notifications' | 'mails', outcome: string): void =>
  attemptsMade.inc({ kind, outcome });
