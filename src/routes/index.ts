import { createRouter } from '@tanstack/react-router';
import { parseSearch, stringifySearch } from '../console/address.ts';
import type { Console } from '../console/context.ts';
import { ScreenCrash } from '../screens/crash.tsx';
import { agenciesRoute } from './agencies.ts';
import { attributionRoute } from './attribution.ts';
import { dashboardRoute } from './dashboard.ts';
import { forgotPasswordRoute } from './forgot-password.ts';
import { homeRoute } from './home.ts';
import { loginRoute } from './login.ts';
import { notFoundRoute } from './not-found.ts';
import { referenceLogRoute } from './reference-log.ts';
import { resetPasswordRoute } from './reset-password.ts';
import { rolesRoute } from './roles.ts';
import { rootRoute } from './root.ts';
import { shellRoute } from './shell.ts';
import { userPasswordRoute } from './user-password.ts';
import { usersRoute } from './users.ts';

/**
 * Every address of the console. To add a screen: a file beside this one with one call of `screen`, and its line here.
 */
const screens = shellRoute.addChildren([dashboardRoute, attributionRoute, referenceLogRoute, rolesRoute, agenciesRoute, usersRoute, userPasswordRoute]);

const tree = rootRoute.addChildren([homeRoute, notFoundRoute, loginRoute, forgotPasswordRoute, resetPasswordRoute, screens]);

export const createConsoleRouter = (console: Console) => {
  const router = createRouter({
    routeTree: tree,
    context: { console },
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    // Smoothly, unless less motion is asked for: the style sheet decides, and keeps 60 px above an anchor.
    scrollRestorationBehavior: 'auto',
    defaultHashScrollIntoView: true,
    defaultErrorComponent: ScreenCrash,
    defaultOnCatch: error => console.inside?.trouble.send({ type: 'trouble', cause: error, scene: 'screen' }),
    defaultPreload: 'intent',
    defaultPendingMs: 150,
    defaultPendingMinMs: 300,
  });
  router.subscribe('onBeforeLoad', ({ fromLocation, pathChanged }) => {
    if (fromLocation !== undefined && pathChanged) console.walked = true;
  });
  return router;
};

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
