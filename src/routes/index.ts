import { createRouter } from '@tanstack/react-router';
import { parseSearch, stringifySearch } from '../console/address.ts';
import type { Console } from '../console/context.ts';
import { ScreenCrash } from '../screens/crash.tsx';
import { accessLogRecordRoute, accessLogRoute } from './access-log.ts';
import { adCategoryRoute } from './ad-category.ts';
import { adRoute } from './ad.ts';
import { adStatisticsRoute } from './ad-statistics.ts';
import { adsRoute } from './ads.ts';
import { agenciesRoute } from './agencies.ts';
import { agencyRoute } from './agency.ts';
import { allocationRoute } from './allocation.ts';
import { analyzeSettingsRoute } from './analyze-settings.ts';
import { aspRoute } from './asp.ts';
import { aspsRoute } from './asps.ts';
import { attributionRoute } from './attribution.ts';
import { categoriesRoute } from './categories.ts';
import { companyRoute } from './company.ts';
import { crossdomainSettingRoute } from './crossdomain-setting.ts';
import { crossdomainSettingsRoute } from './crossdomain-settings.ts';
import { customRoutes } from './custom.ts';
import { cvInfoRoute } from './cv-info.ts';
import { cvLogRecordRoute, cvLogRoute } from './cv-log.ts';
import { cvApproveRoute } from './cv-approve.ts';
import { cvSettingRoute } from './cv-setting.ts';
import { cvSettingsRoute } from './cv-settings.ts';
import { dashboardRoute } from './dashboard.ts';
import { effectRoute } from './effect.ts';
import { demoRoute } from './demo.ts';
import { devMachinesRoute } from './dev-machines.ts';
import { forgotPasswordRoute } from './forgot-password.ts';
import { errorReportsRoute } from './error-reports.ts';
import { homeRoute } from './home.ts';
import { loginRoute } from './login.ts';
import { lpoRoute } from './lpo.ts';
import { notFoundRoute } from './not-found.ts';
import { productsRoute } from './products.ts';
import { redirectRoute } from './redirect.ts';
import { redirectsRoute } from './redirects.ts';
import { referenceLogRecordRoute, referenceLogRoute } from './reference-log.ts';
import { reportDeliveriesRoute } from './report-deliveries.ts';
import { resetPasswordRoute } from './reset-password.ts';
import { resultLogRoute } from './result-log.ts';
import { resultQueueRoute } from './result-queue.ts';
import { resultRecomputeRoute } from './result-recompute.ts';
import { rolesRoute } from './roles.ts';
import { rootRoute } from './root.ts';
import { shellRoute } from './shell.ts';
import { syncSettingsRoute } from './sync-settings.ts';
import { termRoute } from './term.ts';
import { userPasswordRoute } from './user-password.ts';
import { userRoute } from './user.ts';
import { usersRoute } from './users.ts';
import { traceRoute } from './trace.ts';
import { visitorPathRoute } from './visitor-path.ts';
import { workingAdsRoute } from './working-ads.ts';

/**
 * Every address of the console. To add a screen: a file in this folder with one call of `screen`, and its
 * line here.
 */
const screens = shellRoute.addChildren([
  dashboardRoute,
  adStatisticsRoute,
  termRoute,
  attributionRoute,
  effectRoute,
  cvInfoRoute,
  ...customRoutes,
  allocationRoute,
  lpoRoute,
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
  adsRoute,
  adRoute,
  cvSettingsRoute,
  cvSettingRoute,
  redirectsRoute,
  redirectRoute,
  aspsRoute,
  aspRoute,
  crossdomainSettingsRoute,
  crossdomainSettingRoute,
  categoriesRoute,
  adCategoryRoute,
  syncSettingsRoute,
  analyzeSettingsRoute,
  reportDeliveriesRoute,
  companyRoute,
  productsRoute,
  usersRoute,
  userRoute,
  userPasswordRoute,
  agenciesRoute,
  agencyRoute,
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
  screens,
]);

export const createConsoleRouter = (console: Console) => {
  const router = createRouter({
    routeTree: tree,
    context: { console },
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    // Smoothly, unless reduced motion is preferred: the style sheet decides, and leaves 60 px above an
    // anchor.
    scrollRestorationBehavior: 'auto',
    defaultHashScrollIntoView: true,
    defaultErrorComponent: ScreenCrash,
    defaultOnCatch: error =>
      console.inside?.uncaughtErrors.send({ type: 'trouble', cause: error, scene: 'screen' }),
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
