import { reportDeliveries } from '../../resources/report-deliveries.ts';
import { useReportPendingTasks } from '../../console/pending-tasks.ts';
import type { Waiting } from '../pending-counts.ts';
import { useQueryState } from '../use-query.ts';

/** Number of mailed reports whose last delivery failed. */
export const useFailedDeliveries = (productId: number): Waiting => {
  const query = useQueryState(reportDeliveries.operations.page, {
    page_size: 1,
    where: `product_id=${productId}&last_result=failed`,
  });
  const count = query.answer?.page?.count ?? null;
  useReportPendingTasks('deliveries', productId, count);
  return { count, query, to: '/analyze/delivery', search: { sort: 'last_result' } };
};
