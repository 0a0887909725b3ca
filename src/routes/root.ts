import { createRootRouteWithContext, lazyRouteComponent } from '@tanstack/react-router';
import type { Console } from '../console/context.ts';
import { Crash } from '../screens/crash.tsx';

export interface RouteContext {
  readonly console: Console;
}

/** Rarely shown, and without dependencies of its own: it is loaded at its first use. */
export const notFound = lazyRouteComponent(() => import('../screens/not-found.tsx'), 'NotFound');

export const rootRoute = createRootRouteWithContext<RouteContext>()({
  notFoundComponent: notFound,
  errorComponent: Crash,
});
