import { createRootRouteWithContext, lazyRouteComponent } from '@tanstack/react-router';
import type { Console } from '../console/context.ts';
import { Crash } from '../screens/crash.tsx';

export interface RouteContext {
  readonly console: Console;
}

/** Few ever see it, and it needs nothing of its own: it comes when it is wanted. */
export const notFound = lazyRouteComponent(() => import('../screens/not-found.tsx'), 'NotFound');

export const rootRoute = createRootRouteWithContext<RouteContext>()({
  notFoundComponent: notFound,
  errorComponent: Crash,
});
