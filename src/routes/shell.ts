import { createRoute, lazyRouteComponent, redirect, retainSearchParams } from '@tanstack/react-router';
import { waitFor } from 'xstate';
import { Crash } from '../screens/crash.tsx';
import { rootRoute } from './root.ts';

/**
 * What is around every screen of a signed-in user. It waits for the start-up while the screen's own code is
 * on its way.
 */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  validateSearch: (search: Readonly<Record<string, unknown>>): { readonly product_id?: string } =>
    typeof search['product_id'] === 'string' ? { product_id: search['product_id'] } : {},
  search: { middlewares: [retainSearchParams(['product_id'])] },
  beforeLoad: async ({ context, location }) => {
    // No longer than reading the stored session takes: while a session is renewed, or waits for the network,
    // the shell shows it.
    const [state, { openInside }] = await Promise.all([
      waitFor(
        context.console.actor,
        ({ value, context: { session } }) =>
          value !== 'arriving' || !session.getSnapshot().matches('restoring'),
      ),
      import('../console/signed-in.ts'),
    ]);
    openInside(context.console);
    if (!state.matches('signedOut')) state.context.language.send({ type: 'need', parts: ['house'] });
    if (state.matches('signedOut')) throw redirect({ to: '/login', search: { to: location.href } });
  },
  component: lazyRouteComponent(() => import('../layout/shell.tsx'), 'Shell'),
  // Without the frame there is nothing around it.
  errorComponent: Crash,
});
