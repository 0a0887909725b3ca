import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from './root.ts';

export const acceptInvitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/accept-invitation',
  staticData: { title: 'login.accept.title' },
  component: lazyRouteComponent(
    () => import('../screens/accounts/accept-invitation.tsx'),
    'AcceptInvitation',
  ),
});
