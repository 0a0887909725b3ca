import { FailedNoticesDocument, WaitingResultsDocument } from '../../graphql/generated/graphql.ts';
import { daysOf } from '../components/days.ts';
import { useToday } from '../components/use-today.ts';
import { useReportPendingTasks } from '../console/pending-tasks.ts';
import { useQueryState, type QueryState } from './use-query.ts';

/** The pending tasks of the user, as the server reports them. */
export interface Waiting {
  /** null while it is not known. */
  readonly count: number | null;
  readonly query: QueryState<object>;
  /** Where it is dealt with. */
  readonly to: string;
  readonly search: Readonly<Record<string, string>>;
}

/** The counts are sent with the rows: one row is the minimum of a request. */
const COUNTS_ONLY = 1;
/** Days of notifications: the queue is queried by days, and the link shows the counted ones. */
const LOOKED_BACK = '90';

/** What results that wait are counted as. */
export const APPROVALS = 'approvals';

/** Results without a decision. */
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

/** Notifications that did not reach their network. */
export const useFailedNotices = (productId: number): Waiting => {
  const query = useQueryState(FailedNoticesDocument, {
    product_id: productId,
    ...daysOf(LOOKED_BACK, {}, useToday()),
    limit: COUNTS_ONLY,
  });
  const count = query.answer?.page?.counts?.failure ?? null;
  useReportPendingTasks('queue', productId, count);
  return { count, query, to: '/log/result-queue', search: { status: 'false', period: LOOKED_BACK } };
};
