import { AsyncLocalStorage } from 'node:async_hooks';
import { Failure } from '../../../http/failures.ts';
import { createFairQueue } from '../../../platform/fair-queue.ts';

/**
 * Limit of queries that read the events of a full report. With millions of events each uses all processors for seconds
 * and the full query memory, so more would only delay reports of rollups. Slots are shared fairly among companies, and
 * those of a company among its products.
 */
const CONCURRENCY = { places: 2, maxWaitingPerKey: 1_000 };
const queue = createFairQueue({ ...CONCURRENCY, full: () => new Failure('overloaded') });

/** The requester of a report. User 0: the program itself, for an email. */
export interface Requester {
  readonly companyId: number;
  readonly userId: number;
}

/** A report being computed from events, and the numbers of its running and waiting queries. */
interface EventReport extends Requester {
  readonly productId: number;
  readonly begun: number;
  running: number;
  waiting: number;
}

/** In order of arrival. */
const reports = new Set<EventReport>();
const current = new AsyncLocalStorage<EventReport>();

/** Runs a part of a report's work in the report's context, which streams lose when their reader requests more. */
export type WithinReport = <Answer>(work: () => Promise<Answer>) => Promise<Answer>;

/** Runs the work of one report, whose queries read events and need slots. */
export const readingEvents = async <Answer>(
  { companyId, userId, productId }: Requester & Pick<EventReport, 'productId'>,
  work: (within: WithinReport) => Promise<Answer>,
): Promise<Answer> => {
  const begun = performance.now();
  const report: EventReport = { companyId, userId, productId, begun, running: 0, waiting: 0 };
  reports.add(report);
  try {
    const within: WithinReport = part => current.run(report, part);
    return await within(() => work(within));
  } finally {
    reports.delete(report);
  }
};

/** Runs a query. Inside a report of events the query waits for a slot. */
export const runQuery = async <Answer>(
  query: () => Promise<Answer>,
  signal?: AbortSignal,
): Promise<Answer> => {
  const report = current.getStore();
  if (report === undefined) return query();
  let isWaiting = true;
  report.waiting += 1;
  try {
    return await queue.run(
      report.companyId,
      async () => {
        isWaiting = false;
        report.waiting -= 1;
        report.running += 1;
        try {
          return await query();
        } finally {
          report.running -= 1;
        }
      },
      signal,
      report.productId,
    );
  } finally {
    if (isWaiting) report.waiting -= 1;
  }
};

export interface ReportProgress {
  readonly state: 'waiting' | 'calculating';
  /** Number of earlier unfinished reports of the same company. */
  readonly ahead: number;
  readonly seconds: number;
}

/** Progress of a user's reports that are computed from events, in order of arrival. Times are in seconds. */
export const reportProgress = ({ companyId, userId }: Requester): ReportProgress[] => {
  const found: ReportProgress[] = [];
  let ahead = 0;
  for (const report of reports) {
    if (report.companyId !== companyId) continue;
    if (report.userId === userId) {
      const isWaiting = report.running === 0 && report.waiting > 0;
      const seconds = Math.floor((performance.now() - report.begun) / 1000);
      found.push({ state: isWaiting ? 'waiting' : 'calculating', ahead, seconds });
    }
    if (report.running + report.waiting > 0) ahead += 1;
  }
  return found;
};
