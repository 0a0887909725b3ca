import { lazy, Suspense, type ComponentProps } from 'react';
import type NoRowsOf from './no-rows.tsx';

const NoRows = lazy(() => import('./no-rows.tsx'));

/** The reason why a report has no rows; loaded on demand, since most reports have some. */
export const ReportStates = (props: ComponentProps<typeof NoRowsOf>) => (
  <Suspense>
    <NoRows {...props} />
  </Suspense>
);
