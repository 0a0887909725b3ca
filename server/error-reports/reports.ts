import type { Dependencies } from '../dependencies.ts';
import { addErrorReport } from '../store/postgres/operations/error-reports.ts';
import { MINUTE } from '../platform/time.ts';
import { maskMessage } from './mask.ts';
import type { ErrorSender, ReportedError } from './sentry.ts';

/**
 * How many reports are kept of each company and origin, and how many of the server's it stores a minute: a
 * store that fails makes hundreds of the same.
 */
export const REPORT_LIMITS = { keptPerOrigin: 500, serverPerMinute: 60 };

/** An error as it happened; its message is masked here. */
export type RawError = Omit<ReportedError, 'occurredAt'>;

export interface ErrorReports {
  /** Stores an error of a company's people, and forwards it. */
  add(companyId: number, error: RawError): Promise<void>;
  /**
   * The same for an error of the server, in the background and at most so many a minute; without a company it
   * is forwarded only.
   */
  note(companyId: number | null, error: RawError): void;
}

/**
 * Keeps the last errors of each company, and forwards them where a receiver is set.
 *
 * @param sender null: to nobody
 */
export const createErrorReports = (
  { db, clock, log }: Pick<Dependencies, 'db' | 'clock' | 'log'>,
  sender: ErrorSender | null,
): ErrorReports => {
  const counts = new Map<number, number>();
  let minute = 0;
  const isWithinLimit = (companyId: number): boolean => {
    const now = Math.floor(clock.now() / MINUTE);
    if (now !== minute) counts.clear();
    minute = now;
    counts.set(companyId, (counts.get(companyId) ?? 0) + 1);
    return (counts.get(companyId) ?? 0) <= REPORT_LIMITS.serverPerMinute;
  };
  const masked = (error: RawError): ReportedError => ({
    ...error,
    message: maskMessage(error.message),
    occurredAt: new Date(clock.now()),
  });
  const store = (companyId: number, error: ReportedError) =>
    addErrorReport(db, { companyId, ...error }, REPORT_LIMITS.keptPerOrigin);
  return {
    add: async (companyId, raw) => {
      const error = masked(raw);
      sender?.send(error);
      await store(companyId, error);
    },
    note: (companyId, raw) => {
      const error = masked(raw);
      sender?.send(error);
      if (companyId === null || !isWithinLimit(companyId)) return;
      store(companyId, error).catch((cause: unknown) =>
        log.warn({ err: cause }, 'An error report could not be stored.'),
      );
    },
  };
};
