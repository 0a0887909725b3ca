import type { Dependencies } from '../dependencies.ts';
import { addErrorReport } from '../store/postgres/operations/error-reports.ts';
import { MINUTE } from '../platform/time.ts';
import { maskMessage } from './mask.ts';
import type { ErrorSender, ReportedError } from './sentry.ts';

/**
 * Stored reports per company and origin, and server errors stored per company and minute, because a failing store
 * causes hundreds of equal ones.
 */
export const REPORT_LIMITS = { keptPerOrigin: 500, serverPerMinute: 60 };

/** An error before its message is masked. */
export type RawError = Omit<ReportedError, 'occurredAt'>;

export interface ErrorReports {
  /** Stores and forwards an error of a company's browser. */
  add(companyId: number, error: RawError): Promise<void>;
  /**
   * Stores and forwards an error of the server in the background, up to the limit per minute. Without a company the
   * error is forwarded only.
   */
  note(companyId: number | null, error: RawError): void;
}

/**
 * Stores the last errors of each company, and forwards them to the receiver of the settings.
 *
 * @param sender null: errors are not forwarded
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
