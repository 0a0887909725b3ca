import { lazy, Suspense } from 'react';
import type { TimedQueryState } from '../../use-query.ts';

export type Waited = Pick<TimedQueryState<object>, 'long' | 'giveUp'>;

// A chunk of its own: who waits has the time for it.
const LongWait = lazy(() => import('./long-wait.tsx'));

/** That an answer takes long, once it does. */
export const Waiting = ({ long, giveUp }: Waited) =>
  long ? (
    <Suspense>
      <LongWait giveUp={giveUp} />
    </Suspense>
  ) : null;
