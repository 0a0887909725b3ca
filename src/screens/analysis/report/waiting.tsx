import { lazy, Suspense } from 'react';
import type { TimedQueryState } from '../../use-query.ts';

export type Waited = Pick<TimedQueryState<object>, 'slow' | 'cancel'>;

// A chunk of its own: who waits has the time for it.
const LongWait = lazy(() => import('./long-wait.tsx'));

/** That an answer takes long, once it does. */
export const Waiting = ({ slow, cancel }: Waited) =>
  slow ? (
    <Suspense>
      <LongWait cancel={cancel} />
    </Suspense>
  ) : null;
