import { createRootRouteWithContext, lazyRouteComponent } from '@tanstack/react-router';
import type { Console } from '../console/context.ts';
import { Crash } from '../screens/crash.tsx';

export interface RouteContext {
  readonly console: Console;
}

/** Rarely shown, so loaded on first use. */
export const notFound = lazyRouteComponent(() => import('../screens/not-found.tsx'), 'NotFound');

export const rootRoute = createRootRouteWithContext<RouteContext>()({
  notFoundComponent: notFound,
  errorComponent: Crash,
});
