import { createRoute } from '@tanstack/react-router';
import { notFound, rootRoute } from './root.ts';

/** The not-found page under an address of its own; every other unknown address shows it too. */
export const notFoundRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/pages/misc/not-found/$',
  staticData: { title: 'notFound.title' },
  component: notFound,
});
