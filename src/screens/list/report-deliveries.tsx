import { lazy, Suspense } from 'react';
import { reportDeliveries } from '../../resources/report-deliveries.ts';
import { ReportTold } from '../record/report-query-view.tsx';
import { ListScreen } from './list-screen.tsx';

/**
 * Its dependencies on the analyses are loaded with the first form that is opened: in the list's file they
 * would add a file to every analysis.
 */
const AskedFacts = lazy(async () => ({
  default: (await import('../analysis/search/applied-conditions.tsx')).AskedFacts,
}));
const tell = (address: string) => (
  <Suspense>
    <AskedFacts address={address} />
  </Suspense>
);

/** /analyze/delivery */
export const Screen = () => (
  <ReportTold value={tell}>
    <ListScreen resource={reportDeliveries} />
  </ReportTold>
);
