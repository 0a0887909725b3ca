import { FailedNoticesDocument, WaitingResultsDocument } from '../../graphql/generated/graphql.ts';
import { useReportPendingTasks } from '../console/pending-tasks.ts';
import { usePeriodDays } from './use-period-days.ts';
import { useQueryState, type QueryState } from './use-query.ts';

/** Number of one kind of pending tasks, and the address of their screen. */
export interface Waiting {
  /** Null: not known. */
  readonly count: number | null;
  readonly query: QueryState<object>;
  /** Path and parameters of the screen that lists them. */
  readonly to: string;
  readonly search: Readonly<Record<string, string>>;
}

/** Counts are sent together with rows, and a request returns at least one row. */
const COUNTS_ONLY = 1;
/**
 * Length in days of the period, ending today, in which failed notifications are counted; the link shows the
 * same period.
 */
const PERIOD_DAYS = '90';

/** Name under which pending results are counted. */
export const APPROVALS = 'approvals';

/** Number of results without a decision. */
export const useWaitingApprovals = (productId: number): Waiting => {
  const query = useQueryState(WaitingResultsDocument, {
    product_id: productId,
    where: 'approval_status=0',
    limit: COUNTS_ONLY,
  });
  const count = query.answer?.page?.counts?.pending ?? null;
  useReportPendingTasks(APPROVALS, productId, count);
  return { count, query, to: '/log/cv-approve', search: {} };
};

/** Number of notifications that failed. */
export const useFailedNotices = (productId: number): Waiting => {
  const query = useQueryState(FailedNoticesDocument, {
    product_id: productId,
    ...usePeriodDays({ period: PERIOD_DAYS }),
    limit: COUNTS_ONLY,
  });
  const count = query.answer?.page?.counts?.failure ?? null;
  useReportPendingTasks('queue', productId, count);
  return { count, query, to: '/log/result-queue', search: { status: 'false', period: PERIOD_DAYS } };
};
