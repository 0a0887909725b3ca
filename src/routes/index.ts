import { createRouter } from '@tanstack/react-router';
import { parseSearch, stringifySearch } from '../console/address.ts';
import type { Console } from '../console/context.ts';
import { ScreenCrash } from '../screens/crash.tsx';
import { analysisRoutes } from './analyses.ts';
import { acceptInvitationRoute } from './accept-invitation.ts';
import { accessLogRecordRoute, accessLogRoute } from './access-log.ts';
import { boardRoutes } from './boards.ts';
import { cvInfoRoute } from './cv-info.ts';
import { cvLogRecordRoute, cvLogRoute } from './cv-log.ts';
import { cvApproveRoute } from './cv-approve.ts';
import { demoRoute } from './demo.ts';
import { devMachinesRoute } from './dev-machines.ts';
import { forgotPasswordRoute } from './forgot-password.ts';
import { errorReportsRoute } from './error-reports.ts';
import { homeRoute } from './home.ts';
import { loginRoute } from './login.ts';
import { notFoundRoute } from './not-found.ts';
import { referenceLogRecordRoute, referenceLogRoute } from './reference-log.ts';
import { reportSettingRoutes } from './report-settings.ts';
import { resetPasswordRoute } from './reset-password.ts';
import { resultLogRoute } from './result-log.ts';
import { resultQueueRoute } from './result-queue.ts';
import { resultRecomputeRoute } from './result-recompute.ts';
import { rolesRoute } from './roles.ts';
import { rootRoute } from './root.ts';
import { settingRoutes } from './settings.ts';
import { sharedBoardRoute } from './shared-board.ts';
import { shellRoute } from './shell.ts';
import { ownSecondFactorRoute, userSecondFactorRoute } from './user-second-factor.ts';
import { userSessionsRoute } from './user-sessions.ts';
import { userPasswordRoute } from './user-password.ts';
import { traceRoute } from './trace.ts';
import { visitorPathRoute } from './visitor-path.ts';
import { workingAdsRoute } from './working-ads.ts';

/**
 * All routes of the console. Lists, record pages and analyses are lines of their tables; any other screen has
 * a file with one call of `screen`, and a line here.
 */
const screens = shellRoute.addChildren([
  ...analysisRoutes,
  ...boardRoutes,
  cvInfoRoute,
  accessLogRoute,
  accessLogRecordRoute,
  referenceLogRoute,
  referenceLogRecordRoute,
  visitorPathRoute,
  traceRoute,
  cvLogRoute,
  cvLogRecordRoute,
  resultLogRoute,
  resultRecomputeRoute,
  resultQueueRoute,
  cvApproveRoute,
  workingAdsRoute,
  ...settingRoutes,
  ...reportSettingRoutes,
  userPasswordRoute,
  userSessionsRoute,
  ownSecondFactorRoute,
  userSecondFactorRoute,
  rolesRoute,
  errorReportsRoute,
  demoRoute,
  devMachinesRoute,
]);

const tree = rootRoute.addChildren([
  homeRoute,
  notFoundRoute,
  loginRoute,
  forgotPasswordRoute,
  resetPasswordRoute,
  acceptInvitationRoute,
  sharedBoardRoute,
  screens,
]);

export const createConsoleRouter = (console: Console) => {
  const router = createRouter({
    routeTree: tree,
    context: { console },
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    // Scrolling is smooth unless reduced motion is preferred: the style sheet decides, and keeps anchors 60
    // px below the top.
    scrollRestorationBehavior: 'auto',
    defaultHashScrollIntoView: true,
    defaultErrorComponent: ScreenCrash,
    defaultOnCatch: error =>
      console.signedIn?.uncaughtErrors.send({ type: 'error.caught', cause: error, scene: 'screen' }),
    defaultPreload: 'intent',
    defaultPendingMs: 150,
    defaultPendingMinMs: 300,
  });
  router.subscribe('onBeforeLoad', ({ fromLocation, pathChanged }) => {
    if (fromLocation !== undefined && pathChanged) console.hasNavigated = true;
  });
  return router;
};

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
