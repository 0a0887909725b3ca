import { LIST_MODALS, screen } from './screen.ts';

export const reportDeliveriesRoute = screen(
  '/analyze/delivery',
  'resource.reportDeliveries.title',
  () => import('../screens/list/report-deliveries.tsx'),
  { modals: LIST_MODALS },
);
