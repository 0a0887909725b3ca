import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from './root.ts';

export const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: (
    search: Readonly<Record<string, unknown>>,
  ): { readonly to?: string; readonly notice?: 'reset' | 'accepted' } => ({
    ...(typeof search['to'] === 'string' && { to: search['to'] }),
    ...((search['notice'] === 'reset' || search['notice'] === 'accepted') && { notice: search['notice'] }),
  }),
  staticData: { title: 'login.title' },
  component: lazyRouteComponent(() => import('../screens/login/login.tsx'), 'Login'),
});
