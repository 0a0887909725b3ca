import { randomUUID } from 'node:crypto';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { mountGateway } from '../mesh/host.ts';
import { accountRoutes } from './accounts/routes.ts';
import { createViewers } from './accounts/viewers.ts';
import type { Derivation } from './rollups/scheduler.ts';
import { buildText, type Build } from './platform/build.ts';
import { clickRoutes } from './clicks/routes.ts';
import { cvSettingRoutes } from './cv-settings/routes.ts';
import type { Collector } from './collector/collector.ts';
import { collectorRoutes } from './collector/routes.ts';
import { creditRoutes } from './reports/drilldown/routes.ts';
import { openDownloads, type DownloadLimit } from './downloads/download-limit.ts';
import { adFigureRoutes } from './entities/ads-with-figures.ts';
import { entityRoutes } from './entities/routes.ts';
import { collectionStatusRoutes } from './health/collection-status.ts';
import { measureRequests } from './health/request-times.ts';
import { healthRoutes } from './health/routes.ts';
import { createErrorReports } from './error-reports/reports.ts';
import { errorReportRoutes } from './error-reports/routes.ts';
import { createErrorSender } from './error-reports/sentry.ts';
import { requireDeclaredAccess } from './http/access.ts';
import { authenticate } from './http/auth.ts';
import { compileOnUse } from './http/compilers.ts';
import { serveConsole } from './http/console.ts';
import { handleFailures, notFound, refuseBrokenRequest, sendFailure } from './http/error-handler.ts';
import { collectContract, serveContract } from './http/openapi.ts';
import { readText, refuseUnstorable } from './http/query.ts';
import { createSecurityHeaders, secureAnswers } from './http/security-headers.ts';
import { judging } from './http/validation.ts';
import { createImports, type Imports } from './imports/imports.ts';
import { importRoutes } from './imports/routes.ts';
import { conversionKeyRoutes } from './installation/conversion-key-routes.ts';
import { installationRoutes } from './installation/routes.ts';
import { logRoutes } from './event-logs/routes.ts';
import type { Mail } from './mail/worker.ts';
import type { Dependencies } from './dependencies.ts';
import { furtherRoutes } from './reports/analyses/analysis-routes.ts';
import { reportProgressRoutes } from './reports/progress-routes.ts';
import { reportRoutes } from './reports/routes.ts';
import { recomputeRoutes } from './results/recompute-routes.ts';
import { resultRoutes } from './results/routes.ts';
import { testSendRoutes } from './results/test-send-routes.ts';
import type { Results } from './results/worker.ts';
import { syncRoutes } from './sync/routes.ts';
import { createSync, type Sync } from './sync/sync.ts';
import { MINUTE } from './platform/time.ts';
import { traceRoutes } from './trace/routes.ts';
import { columnChoiceRoutes } from './views/column-choice-routes.ts';
import { viewRoutes } from './views/routes.ts';

/** What an app is composed of beside its parts. */
export interface AppOptions {
  readonly parts: Dependencies;
  /**
   * What takes events in; null: an app without its routes, for writing the contract and for tests of the
   * rest.
   */
  readonly collector: Collector | null;
  /** The built console; without it the app answers the API only. */
  readonly consoleDir?: string;
  /** What sends mails; without it they wait for a program that does. */
  readonly mail?: Pick<Mail, 'kick'>;
  /** What reads and applies files; without it the app brings its own. */
  readonly imports?: Imports;
  /** What runs imports that are set up; without it the app brings its own, and none runs by schedule. */
  readonly sync?: Sync;
  /** What tells networks; without it notifications wait for a program that does. */
  readonly results?: Pick<Results, 'kick' | 'recompute'>;
  /** What keeps the derived rows current; left out of an app that derives nothing. */
  readonly derivation?: Derivation;
  /** Which program this is; left out in tests. */
  readonly build?: Build;
  /** The limit of concurrent downloads; the default one unless given. */
  readonly downloadLimit?: DownloadLimit;
}

const UNKNOWN_BUILD: Build = { version: '0.0.0', commit: null };
const BODY_LIMIT = 256 * 1024;
/**
 * So long a request may take to arrive, the largest file at 300 kbit/s. Fastify's own is for ever: whoever
 * sends a byte now and then would hold a connection.
 */
const ARRIVES_WITHIN = 5 * MINUTE;

/**
 * The whole server on one Fastify: what `main.ts` listens with and what every server test builds. It is ready
 * when the promise resolves.
 *
 * Routes state their full address. A trailing slash is canonical, a missing one is answered the same.
 */
export const createApp = async ({
  parts,
  collector,
  consoleDir,
  mail,
  imports,
  sync,
  results,
  downloadLimit,
  derivation,
  build = UNKNOWN_BUILD,
}: AppOptions): Promise<FastifyInstance> => {
  const addSecurityHeaders = createSecurityHeaders(parts.settings.publicUrl);
  const app: FastifyInstance = Fastify({
    loggerInstance: parts.log as FastifyBaseLogger,
    // A line per request costs 40 % of the collector; failures have their own line with the request's id.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: request => idOf(request.headers['x-request-id']),
    trustProxy: parts.settings.trustProxy === 0 ? false : hops(parts.settings.trustProxy),
    bodyLimit: BODY_LIMIT,
    requestTimeout: ARRIVES_WITHIN,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 1000 },
    ajv: judging,
    schemaController: { compilersFactory: compileOnUse },
    // Answered without hooks.
    frameworkErrors: (error, request, reply) => {
      addSecurityHeaders(request, reply);
      void sendFailure(error, request, reply);
    },
    clientErrorHandler: refuseBrokenRequest(parts.log),
  });
  const requestTimes = measureRequests(app);
  secureAnswers(app, addSecurityHeaders);
  const sender =
    parts.settings.errorReportUrl === null
      ? null
      : createErrorSender(parts.settings.errorReportUrl, parts.log);
  app.addHook('onClose', () => sender?.close());
  const reports = createErrorReports(parts, sender);
  handleFailures(app, ({ companyId, ...fault }) => reports.note(companyId, { origin: 'server', ...fault }));
  requireDeclaredAccess(app);
  await collectContract(app);
  const viewers = createViewers(parts.db, parts.clock);
  const files = imports ?? ownImports(app, parts);
  await authenticate(app, { secret: parts.secrets.jwt, clock: parts.clock, viewers });

  await app.register(async api => {
    api.addHook('onRequest', (request, reply, done) => {
      reply.headers({
        'cache-control': 'no-store',
        'x-request-id': request.id,
        'cross-origin-resource-policy': 'same-origin',
      });
      done();
    });
    readText(api);
    refuseUnstorable(api);
    openDownloads(api, downloadLimit);
    await api.register(healthRoutes, {
      parts,
      collector,
      build,
      gateway: () => gateway.opened(),
      derivation,
      requestTimes,
    });
    await api.register(collectionStatusRoutes, { collector });
    await api.register(accountRoutes, { parts, viewers, ordered: () => mail?.kick() });
    await api.register(entityRoutes, { parts, viewers });
    await api.register(importRoutes, { parts, viewers, imports: files });
    await api.register(syncRoutes, { parts, viewers, sync: sync ?? ownSync(app, parts, files) });
    await api.register(clickRoutes, { parts });
    await api.register(cvSettingRoutes, { parts });
    await api.register(installationRoutes, { parts });
    await api.register(conversionKeyRoutes, { parts });
    await api.register(testSendRoutes, { parts });
    await api.register(resultRoutes, { parts, queued: () => results?.kick() });
    await api.register(recomputeRoutes, { parts, started: () => results?.recompute() });
    await api.register(viewRoutes, { parts, viewers });
    await api.register(columnChoiceRoutes, { parts });
    await api.register(logRoutes, { parts });
    await api.register(traceRoutes, { parts });
    await api.register(reportRoutes, { parts });
    await api.register(adFigureRoutes, { parts });
    await api.register(furtherRoutes, { parts });
    await api.register(reportProgressRoutes);
    await api.register(errorReportRoutes, { parts, reports });
    await api.register(creditRoutes, { parts });
  });
  const gateway = await mountGateway(app, { introspection: parts.settings.introspection, log: app.log });
  await serveContract(app);
  if (collector !== null) await app.register(collectorRoutes, { parts, collector });
  app.setNotFoundHandler(notFound);
  if (consoleDir !== undefined)
    await serveConsole(app, consoleDir, { machines: parts.settings.machines, build: buildText(build) });
  await app.ready();
  return app;
};

const ownImports = (app: FastifyInstance, { db }: Dependencies): Imports => {
  const imports = createImports(db);
  app.addHook('onClose', () => imports.close());
  return imports;
};

const ownSync = (app: FastifyInstance, parts: Dependencies, imports: Imports): Sync => {
  const sync = createSync(parts, imports);
  app.addHook('onClose', () => sync.close());
  return sync;
};

/**
 * An id from outside is kept, so that one request is found in every log that it passed; unless it is no id.
 */
const idOf = (header: string | readonly string[] | undefined): string =>
  typeof header === 'string' && /^[\w.-]{1,64}$/.test(header) ? header : randomUUID();

/** Believes the nearest `count` proxies about the caller's address, and nobody behind them. */
const hops =
  (count: number) =>
  (_address: string, hop: number): boolean =>
    hop < count;
