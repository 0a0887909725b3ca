import { lazy, Suspense } from 'react';
import { reportDeliveries } from '../../../resources/report-deliveries.ts';
import { ReportQueryContext } from '../../record/report-query-view.tsx';
import { ListScreen } from '../../list/list-screen.tsx';

/**
 * Loaded with the first opened form: as a static import, this dependency on the analyses would add a chunk to
 * each of them.
 */
const ReportFacts = lazy(async () => ({
  default: (await import('../search/applied-conditions.tsx')).DeliveredFacts,
}));
const renderQuery = (address: string) => (
  <Suspense>
    <ReportFacts address={address} />
  </Suspense>
);

/** /analyze/delivery */
export const Screen = () => (
  <ReportQueryContext value={renderQuery}>
    <ListScreen resource={reportDeliveries} />
  </ReportQueryContext>
);
