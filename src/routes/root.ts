import { createRootRouteWithContext } from '@tanstack/react-router';
import type { Console } from '../console/context.ts';
import { Crash } from '../screens/crash.tsx';
import { NotFound } from '../screens/not-found.tsx';

export interface RouteContext {
  readonly console: Console;
}

export const rootRoute = createRootRouteWithContext<RouteContext>()({ notFoundComponent: NotFound, errorComponent: Crash });
