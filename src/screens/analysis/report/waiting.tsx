import { lazy, Suspense } from 'react';
import type { TimedQueryState } from '../../use-query.ts';

export type Waited = Pick<TimedQueryState<object>, 'slow' | 'cancel'>;

// Loaded on demand: it is shown only while an answer takes long.
const LongWait = lazy(() => import('./long-wait.tsx'));

/** Notice that an answer takes long. */
export const Waiting = ({ slow, cancel }: Waited) =>
  slow ? (
    <Suspense>
      <LongWait cancel={cancel} />
    </Suspense>
  ) : null;
