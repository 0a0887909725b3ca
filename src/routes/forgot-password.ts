import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from './root.ts';

export const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgot-password',
  staticData: { title: 'login.forgot.title' },
  component: lazyRouteComponent(() => import('../screens/accounts/forgot-password.tsx'), 'ForgotPassword'),
});
