import type { Logger } from 'pino';

/** Time in ms after which a failure that lasts is logged again: an outage of a store or a disk fails every try. */
const LOG_AGAIN_MS = 60_000;

/** Logs what is tried again and again. */
export interface FailureLog {
  /** Logs a failure, and again after a minute if it lasts; one with another cause at once. */
  failed(error: unknown): void;
  /** Ends a failure. @returns whether one was logged */
  succeeded(): boolean;
}

/** The message of the innermost cause: those around it repeat the parameters of the statement, which differ. */
const causeOf = (error: unknown): string =>
  error instanceof Error && error.cause !== undefined ? causeOf(error.cause) : String(error);

/** Creates the log of one task. @param message the log message of a failure */
export const createFailureLog = (log: Pick<Logger, 'error'>, message: string): FailureLog => {
  let last: { readonly cause: string; readonly atMs: number } | null = null;
  return {
    failed: error => {
      const cause = causeOf(error);
      const nowMs = performance.now();
      if (last?.cause === cause && nowMs - last.atMs < LOG_AGAIN_MS) return;
      last = { cause, atMs: nowMs };
      log.error({ err: error }, message);
    },
    succeeded: () => {
      const wasFailing = last !== null;
      last = null;
      return wasFailing;
    },
  };
};
