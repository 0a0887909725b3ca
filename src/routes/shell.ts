import { createRoute, lazyRouteComponent, redirect, retainSearchParams } from '@tanstack/react-router';
import { waitFor } from 'xstate';
import { Crash } from '../screens/crash.tsx';
import { rootRoute } from './root.ts';

/**
 * Parent route of all screens of a signed-in user. It waits for the session while the screen's code is
 * loading.
 */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  validateSearch: (search: Readonly<Record<string, unknown>>): { readonly product_id?: string } =>
    typeof search['product_id'] === 'string' ? { product_id: search['product_id'] } : {},
  search: { middlewares: [retainSearchParams(['product_id'])] },
  beforeLoad: async ({ context, location }) => {
    // Waits only until the stored session has been read: during a renewal, or without a network, the shell
    // shows the progress.
    const [state, { startSignedInActors }] = await Promise.all([
      waitFor(
        context.console.actor,
        ({ value, context: { session } }) =>
          value !== 'restoring' || !session.getSnapshot().matches('restoring'),
      ),
      import('../console/signed-in.ts'),
    ]);
    startSignedInActors(context.console);
    if (!state.matches('signedOut')) state.context.language.send({ type: 'need', parts: ['shell'] });
    if (state.matches('signedOut')) throw redirect({ to: '/login', search: { to: location.href } });
  },
  component: lazyRouteComponent(() => import('../layout/shell.tsx'), 'Shell'),
  // Errors of the frame itself replace the page.
  errorComponent: Crash,
});
