import { lazy, Suspense, type ComponentProps } from 'react';
import type NoRowsOf from './no-rows.tsx';

const NoRows = lazy(() => import('./no-rows.tsx'));

/** Why a report has no rows. Most have some: its code comes when it is wanted. */
export const ReportStates = (props: ComponentProps<typeof NoRowsOf>) => (
  <Suspense>
    <NoRows {...props} />
  </Suspense>
);
