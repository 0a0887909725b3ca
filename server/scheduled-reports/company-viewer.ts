import type { Viewer } from '../http/visibility.ts';
import type { Delivery } from '../store/postgres/entities/scheduled-reports.ts';

/**
 * A delivery belongs to the company: it has the data that the company's own users see, of its one product, and the boards
 * and views that they share.
 */
export const companyViewer = ({
  companyId,
  productId,
}: Pick<Delivery, 'companyId' | 'productId'>): Viewer => ({
  userId: 0,
  companyId,
  roleCode: '',
  base: 'user',
  agencyId: null,
  products: [productId],
  ads: null,
  permissions: {
    access_log: 'none',
    interaction_log: 'none',
    cv_log: 'none',
    result_notification_log: 'none',
    result_queue: 'none',
    cv_approval: 'none',
  },
});
