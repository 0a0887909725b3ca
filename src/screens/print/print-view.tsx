import { lazy, Suspense, type ComponentProps } from 'react';
import type { PrintSheet as Sheet, PrintHead as Head } from './print-sheet.tsx';

/**
 * The print view of a report, loaded after the page. The cast restores the type parameters that React's
 * `lazy` loses.
 */
const LazyHead = lazy(async () => ({ default: (await import('./print-sheet.tsx')).PrintHead }));
const LazySheet = lazy(async () => ({
  default: (await import('./print-sheet.tsx')).PrintSheet,
})) as unknown as typeof Sheet;

export const PrintHead = (props: ComponentProps<typeof Head>) => (
  <Suspense>
    <LazyHead {...props} />
  </Suspense>
);
export const PrintView = <Row extends object>(props: Parameters<typeof Sheet<Row>>[0]) => (
  <Suspense>
    <LazySheet {...props} />
  </Suspense>
);
