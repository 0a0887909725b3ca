import { createRoute } from '@tanstack/react-router';
import { notFound, rootRoute } from './root.ts';

/** The not-found page at an address of its own; unknown addresses show it too. */
export const notFoundRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/pages/misc/not-found/$',
  staticData: { title: 'notFound.title' },
  component: notFound,
});
