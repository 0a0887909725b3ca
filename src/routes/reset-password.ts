import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from './root.ts';

export const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password',
  staticData: { title: 'login.reset.title' },
  component: lazyRouteComponent(() => import('../screens/accounts/reset-password.tsx'), 'ResetPassword'),
});
