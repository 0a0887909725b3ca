import { randomUUID } from 'node:crypto';
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
} from 'fastify';
import { mountGateway } from '../mesh/host.ts';
import { accountRoutes } from './accounts/routes.ts';
import { createViewers } from './accounts/viewers.ts';
import { createKeyCallers } from './api-keys/key-callers.ts';
import { apiKeyRoutes } from './api-keys/routes.ts';
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
import { nameRequests, traceRequests } from './health/request-scope.ts';
import { measureRequests } from './health/request-times.ts';
import { healthRoutes } from './health/routes.ts';
import { createErrorReports } from './error-reports/reports.ts';
import { errorReportRoutes } from './error-reports/routes.ts';
import { createErrorSender } from './error-reports/sentry.ts';
import { requireDeclaredAccess } from './http/access.ts';
import { authenticate } from './http/auth.ts';
import { compileOnUse } from './http/compilers.ts';
import { compressAnswers } from './http/compression.ts';
import { routedAddress, serveConsole } from './http/console.ts';
import {
  handleFailures,
  notFound,
  refuseBrokenRequest,
  sendFailure,
  type OnServerFault,
} from './http/error-handler.ts';
import { collectContract, serveContract } from './http/openapi.ts';
import { readText, refuseUnstorable } from './http/query.ts';
import { createSecurityHeaders, secureAnswers } from './http/security-headers.ts';
import { validationOptions } from './http/validation.ts';
import { createImports, type Imports } from './imports/imports.ts';
import { importRoutes } from './imports/routes.ts';
import { conversionKeyRoutes } from './installation/conversion-key-routes.ts';
import { installationRoutes } from './installation/routes.ts';
import { logRoutes } from './event-logs/routes.ts';
import type { Mail } from './mail/worker.ts';
import type { Dependencies } from './dependencies.ts';
import { clientOf } from './http/client.ts';
import type { KeyCallers, Viewers } from './http/visibility.ts';
import { ANALYSES } from './reports/analyses/registry.ts';
import { nameReportSources } from './reports/plan/source-header.ts';
import { reportProgressRoutes } from './reports/progress-routes.ts';
import { analysisRoutes } from './reports/routes.ts';
import { authorOf } from './records/writes.ts';
import { recordDownload } from './store/postgres/engine/audit-log.ts';
import { privacyRoutes } from './privacy/routes.ts';
import { recomputeRoutes } from './results/recompute-routes.ts';
import { resultRoutes } from './results/routes.ts';
import { scimRoutes } from './scim/routes.ts';
import { singleSignOnRoutes } from './single-sign-on/routes.ts';
import { signatureKeyRoutes } from './results/signature-key-routes.ts';
import { testSendRoutes } from './results/test-send-routes.ts';
import type { Results } from './results/worker.ts';
import { setupRoutes } from './setup/routes.ts';
import { syncRoutes } from './sync/routes.ts';
import { createSync, type Sync } from './sync/sync.ts';
import { MINUTE } from './platform/time.ts';
import { traceRoutes } from './trace/routes.ts';
import { openRequestCounts } from './usage/request-counts.ts';
import { limitUsage } from './usage/usage-limits.ts';
import { columnChoiceRoutes } from './views/column-choice-routes.ts';
import { dayNoteRoutes } from './day-notes/routes.ts';
import { viewRoutes } from './views/routes.ts';
import { boardRoutes } from './boards/routes.ts';

/** Components of an app besides its dependencies. */
export interface AppOptions {
  readonly parts: Dependencies;
  /** Collector of events; null: an app without its routes, for the contract and for tests. */
  readonly collector: Collector | null;
  /** Folder of the built console; absent: the app serves the API only. */
  readonly consoleDir?: string;
  /** Sender of mails; absent: mails wait for another program. */
  readonly mail?: Pick<Mail, 'kick'>;
  /** Imports of files; absent: the app creates its own. */
  readonly imports?: Imports;
  /** Runs of sync settings; absent: the app creates its own, without schedules. */
  readonly sync?: Sync;
  /** Sender of notifications; absent: notifications wait for another program. */
  readonly results?: Pick<Results, 'kick' | 'recompute' | 'lagMs'>;
  /** Derivation of rollups; absent: the app derives nothing. */
  readonly derivation?: Derivation;
  /** Version of the program; absent in tests. */
  readonly build?: Build;
  /** Limit of concurrent downloads; absent: the default. */
  readonly downloadLimit?: DownloadLimit;
}

const UNKNOWN_BUILD: Build = { version: '0.0.0', commit: null };
const BODY_LIMIT = 256 * 1024;
/**
 * Milliseconds in which a request must arrive: the largest file at 300 kbit/s. Fastify's default has no limit, so a
 * slow client could occupy a connection.
 */
const REQUEST_TIMEOUT_MS = 5 * MINUTE;
/** Limit of Fastify for the start of one plugin. Its default of 10 s ended the start on an overloaded machine. */
const PLUGIN_START_TIMEOUT_MS = 5 * MINUTE;

/** Creates the Fastify instance: limits, validation and logging of requests. */
const createFastify = (
  { settings, log }: Dependencies,
  addSecurityHeaders: ReturnType<typeof createSecurityHeaders>,
): FastifyInstance =>
  Fastify({
    loggerInstance: log as FastifyBaseLogger,
    // A line per request costs 40 % of the collector; failures have their own line with the request's id.
    logController: new LogController({ disableRequestLogging: true }),
    rewriteUrl: routedAddress,
    genReqId: request => idOf(request.headers['x-request-id']),
    trustProxy: settings.trustProxy === 0 ? false : hops(settings.trustProxy),
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // A request that reaches the closing server is answered: a visitor would see the refusal.
    return503OnClosing: false,
    pluginTimeout: PLUGIN_START_TIMEOUT_MS,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 1000 },
    ajv: validationOptions,
    schemaController: { compilersFactory: compileOnUse },
    // Fastify answers these errors without hooks.
    frameworkErrors: (error, request, reply) => {
      addSecurityHeaders(request, reply);
      void sendFailure(error, request, reply);
    },
    clientErrorHandler: refuseBrokenRequest(log),
  });

/** Creates the error reports of the server's own errors, which are forwarded to the receiver of the settings. */
const openErrorReports = (app: FastifyInstance, parts: Dependencies) => {
  const { errorReportUrl } = parts.settings;
  const sender = errorReportUrl === null ? null : createErrorSender(errorReportUrl, parts.log);
  app.addHook('onClose', () => sender?.close());
  const reports = createErrorReports(parts, sender);
  const noteServerFault: OnServerFault = ({ companyId, ...fault }) =>
    reports.note(companyId, { origin: 'server', ...fault });
  handleFailures(app, noteServerFault);
  return { ...reports, noteServerFault };
};

/** Components of the API's routes besides the options of the app. */
interface ApiOptions extends Omit<AppOptions, 'imports' | 'sync' | 'consoleDir'> {
  readonly viewers: Viewers;
  readonly imports: Imports;
  readonly sync: Sync;
  readonly reports: ReturnType<typeof createErrorReports>;
}

/** Adds the headers of all answers except those of the collector and the console. */
const addHeaders = (api: FastifyInstance): void => {
  api.addHook('onRequest', (request, reply, done) => {
    reply.headers({
      'cache-control': 'no-store',
      'x-request-id': request.id,
      'cross-origin-resource-policy': 'same-origin',
    });
    done();
  });
};

const addApiHooks = (
  api: FastifyInstance,
  { parts, downloadLimit }: Pick<ApiOptions, 'parts' | 'downloadLimit'>,
): void => {
  nameRequests(api);
  nameReportSources(api);
  readText(api);
  refuseUnstorable(api);
  openDownloads(api, {
    record: (request, file) => recordDownload(parts.db, authorOf(request, parts), file),
    count: (request, reply) => limitUsage(parts, request, reply, 'downloads'),
    limit: downloadLimit,
  });
};

const registerApi = async (api: FastifyInstance, options: ApiOptions): Promise<void> => {
  const { parts, collector, viewers, imports } = options;
  const { mail, results, sync, reports } = options;
  addApiHooks(api, options);
  await api.register(collectionStatusRoutes, { collector });
  await api.register(accountRoutes, { parts, viewers, ordered: () => mail?.kick() });
  await api.register(singleSignOnRoutes, { parts, viewers });
  await api.register(apiKeyRoutes, { parts, viewers });
  await api.register(entityRoutes, { parts, viewers });
  await api.register(importRoutes, { parts, viewers, imports });
  await api.register(syncRoutes, { parts, viewers, sync });
  await api.register(clickRoutes, { parts });
  await api.register(cvSettingRoutes, { parts });
  await api.register(installationRoutes, { parts });
  await api.register(conversionKeyRoutes, { parts });
  await api.register(setupRoutes, { parts, collector, viewers });
  await api.register(testSendRoutes, { parts });
  await api.register(signatureKeyRoutes, { parts });
  await api.register(resultRoutes, { parts, queued: () => results?.kick() });
  await api.register(recomputeRoutes, { parts, started: () => results?.recompute() });
  await api.register(viewRoutes, { parts, viewers });
  await api.register(boardRoutes, { parts });
  await api.register(dayNoteRoutes, { parts, viewers });
  await api.register(columnChoiceRoutes, { parts });
  await api.register(logRoutes, { parts });
  await api.register(traceRoutes, { parts });
  await api.register(privacyRoutes, { parts });
  await api.register(analysisRoutes, { parts, analyses: ANALYSES });
  await api.register(adFigureRoutes, { parts });
  await api.register(reportProgressRoutes);
  await api.register(errorReportRoutes, { parts, reports });
  await api.register(creditRoutes, { parts });
};

/** What the console needs: its API, the gateway over it, the directory API, the contract and the built files. */
const mountConsole = async (
  app: FastifyInstance,
  { consoleDir, build = UNKNOWN_BUILD, ...options }: AppOptions,
  reports: ReturnType<typeof openErrorReports>,
): Promise<{ readonly opened: () => Promise<unknown> }> => {
  const { parts } = options;
  const { settings, secrets, clock } = parts;
  await collectContract(app);
  const { viewers, keyCallers } = openCallers(parts);
  const imports = options.imports ?? ownImports(app, parts);
  const requestCounts = openRequestCounts(parts, settings.databaseUrl !== null);
  app.addHook('onClose', () => requestCounts.close());
  await authenticate(app, {
    keys: secrets.jwt,
    clock,
    viewers,
    keyCallers,
    requestsPerMinute: settings.requestsPerMinute,
    countRequest: (_kind, subject) => Promise.resolve(requestCounts.count(subject)),
  });
  await app.register(async api => {
    await compressAnswers(api);
    addHeaders(api);
    const sync = options.sync ?? ownSync(app, parts, imports);
    await registerApi(api, { ...options, viewers, imports, sync, reports });
  });
  await app.register(scimRoutes, { parts, viewers, onServerFault: reports.noteServerFault });
  const gateway = await mountGateway(app, {
    introspection: settings.introspection,
    log: app.log,
    compress: compressAnswers,
    ...(settings.graphqlOperations === 'console' && { mayAskAnything: hasApiKey(keyCallers) }),
  });
  await serveContract(app);
  if (consoleDir !== undefined)
    await serveConsole(app, consoleDir, { machines: settings.machines, build: buildText(build) });
  return gateway;
};

/**
 * Composes the server on one Fastify instance, for `main.ts` and for tests. Resolves when the app is ready. Routes
 * state their full path; a missing trailing slash is accepted.
 */
export const createApp = async (options: AppOptions): Promise<FastifyInstance> => {
  const { parts, collector, derivation, build = UNKNOWN_BUILD } = options;
  const { settings } = parts;
  const addSecurityHeaders = createSecurityHeaders(settings.publicUrl, settings.trustProxy > 0);
  const app = createFastify(parts, addSecurityHeaders);
  const requestTimes = measureRequests(app);
  if (settings.traceRatio !== null) traceRequests(app);
  secureAnswers(app, addSecurityHeaders);
  const reports = openErrorReports(app, parts);
  requireDeclaredAccess(app);
  const gateway = settings.roles.has('api') ? await mountConsole(app, options, reports) : null;
  await app.register(async health => {
    await compressAnswers(health);
    addHeaders(health);
    const opened = gateway?.opened ?? null;
    await health.register(healthRoutes, {
      parts,
      collector,
      build,
      gateway: opened,
      derivation,
      results: options.results,
      requestTimes,
    });
  });
  if (collector !== null && settings.roles.has('collector'))
    await app.register(collectorRoutes, { parts, collector });
  app.setNotFoundHandler(notFound);
  await app.ready();
  return app;
};

/** Whether a request has an API key that can be used. */
const hasApiKey =
  (keyCallers: KeyCallers) =>
  async (request: FastifyRequest): Promise<boolean> => {
    const [, secret] = /^Bearer (tp_\w+)$/i.exec(request.headers.authorization ?? '') ?? [];
    return secret !== undefined && (await keyCallers.find(secret, clientOf(request))) !== null;
  };

/** Creates the caches of users and of API keys; what ends the rights of users ends those of their keys. */
const openCallers = ({ db, clock }: Dependencies) => {
  const keyCallers = createKeyCallers({ db, clock });
  const users = createViewers(db, clock);
  const viewers: Viewers = {
    find: users.find,
    forget: companyId => {
      users.forget(companyId);
      keyCallers.forget(companyId);
    },
  };
  return { viewers, keyCallers };
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

/** Request id: that of the caller if valid, so that a request has the same id in all logs, else a new one. */
const idOf = (header: string | readonly string[] | undefined): string =>
  typeof header === 'string' && /^[\w.-]{1,64}$/.test(header) ? header : randomUUID();

/** Trusts the nearest `count` proxies about the caller's address. */
const hops =
  (count: number) =>
  (_address: string, hop: number): boolean =>
    hop < count;
