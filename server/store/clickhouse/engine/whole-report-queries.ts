import { AsyncLocalStorage } from 'node:async_hooks';
import { Failure } from '../../../http/failures.ts';
import { createFairQueue } from '../../../platform/fair-queue.ts';

/**
 * Queries that read the events of a whole report. Where there are millions, each keeps every processor busy
 * for seconds, in as much memory as a query may have. More of them at once would not be answered sooner, and
 * would keep the engine's places and its memory from reports of derived rows. The places are shared fairly by
 * the companies: a company that asks many waits for itself.
 */
const CONCURRENCY = { places: 2, maxWaiting: 10_000 };
const queue = createFairQueue({ ...CONCURRENCY, full: () => new Failure('overloaded') });

/** Whose report it is. The user is 0 where the program asks by itself, as for a mail. */
export interface Asker {
  readonly companyId: number;
  readonly userId: number;
}

/**
 * A report that is read from the events at the moment, and its queries: those that run and those that wait.
 */
interface EventReport extends Asker {
  readonly begun: number;
  running: number;
  waiting: number;
}

/** In the order in which they came. */
const reports = new Set<EventReport>();
const current = new AsyncLocalStorage<EventReport>();

/**
 * Does a part of a report's work, whoever calls it: a stream calls for more out of the context of its reader.
 */
export type WithinReport = <Answer>(work: () => Promise<Answer>) => Promise<Answer>;

/** Does the work of one report, whose queries read the events and take places. */
export const readingEvents = async <Answer>(
  { companyId, userId }: Asker,
  work: (within: WithinReport) => Promise<Answer>,
): Promise<Answer> => {
  const report: EventReport = { companyId, userId, begun: performance.now(), running: 0, waiting: 0 };
  reports.add(report);
  try {
    const within: WithinReport = part => current.run(report, part);
    return await within(() => work(within));
  } finally {
    reports.delete(report);
  }
};

/** Runs a query: where it is one of a report that is read from the events, when it has a place. */
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
    );
  } finally {
    if (isWaiting) report.waiting -= 1;
  }
};

export interface ReportProgress {
  readonly state: 'waiting' | 'calculating';
  /** Reports of the same company that came before it and are not ready. */
  readonly ahead: number;
  readonly seconds: number;
}

/**
 * What becomes of the reports that a user waits for and that are read from the events, in the order in which
 * he asked.
 */
export const reportProgress = ({ companyId, userId }: Asker): ReportProgress[] => {
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
