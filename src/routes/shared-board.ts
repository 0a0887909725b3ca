import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadMessages } from '../console/load-messages.ts';
import { rootRoute } from './root.ts';

/** A board shared by a link: outside the shell, without sign-in. */
export const sharedBoardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/shared-board',
  staticData: { title: 'shared_board.title' },
  loader: ({ context }) => loadMessages(context.console, ['shell', 'report']),
  staleTime: Infinity,
  component: lazyRouteComponent(() => import('../screens/shared-board/shared-board.tsx'), 'SharedBoard'),
});
