import { Type, type FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import type { TypedApp } from '../http/typed-app.ts';
import type { Viewer, Viewers } from '../http/visibility.ts';
import { Failure } from '../http/failures.ts';
import { API } from '../http/openapi.ts';
import { pageComponent } from '../http/paging.ts';
import { Closed, component, Id, Nullable, Time } from '../http/schemas.ts';
import { FileBody, fileOf, takeFiles } from '../imports/bodies.ts';
import { costsUnused, ImportError } from '../imports/schemas.ts';
import { areCostsUnused } from '../imports/unused-costs.ts';
import type { Dependencies } from '../dependencies.ts';
import { limitUsage } from '../usage/usage-limits.ts';
import {
  findRun,
  findSyncSetting,
  lastRuns,
  type SyncRun as Run,
  type SyncSetting,
} from '../store/postgres/operations/sync.ts';
import type { Sync } from './sync.ts';

const MAX_SHOWN_RUNS = 50;

export const SyncRun = component(
  'SyncRun',
  Closed({
    id: Type.Number({ description: 'ID of the run' }),
    sync_setting_id: Id('ID of the sync setting'),
    state: Type.String({ description: 'State of the run: running, done or failed' }),
    user_id: Nullable(Id('User who started the run; null: the schedule')),
    user_name: Nullable(Type.String()),
    api_key_name: Nullable(
      Type.String({ description: 'Name of the API key that started the run; null: none' }),
    ),
    rows: Type.Integer({ description: 'Number of rows in the file' }),
    applied: Type.Integer({ description: 'Number of rows that changed something' }),
    failure: Type.String({
      description:
        'Reason of the failure; empty: none. source_refused, source_unreachable, source_slow, source_redirect, source_status, source_large, source_content, file, rows, interrupted, unexpected',
    }),
    http_status: Nullable(Type.Integer({ description: 'HTTP status of the source, with source_status' })),
    errors: Type.Array(ImportError.ref, {
      description: 'Errors of the file and its rows; at most 1,000',
    }),
    started_at: Time('Time at which the run started'),
    ended_at: Nullable(Time('Time at which the run ended; null: still running')),
    costs_unused: costsUnused,
  }),
);
const SyncRunPage = pageComponent('SyncRun', SyncRun.ref);

/** @param areUnused whether reports leave out the costs that the setting imports */
const answer = (run: Run, areUnused: boolean) => {
  const [failure = '', status] = run.failure.split(' ');
  return {
    id: run.id,
    sync_setting_id: run.settingId,
    state: run.state,
    user_id: run.userId,
    user_name: run.userName,
    api_key_name: run.apiKeyName,
    rows: run.rows,
    applied: run.applied,
    failure,
    http_status: status === undefined ? null : Number(status),
    errors: run.errors.map(error => ({ ...error })),
    started_at: run.startedAt.toISOString(),
    ended_at: run.endedAt?.toISOString() ?? null,
    costs_unused: areUnused && run.state === 'done' && run.rows > 0,
  };
};

const params = Closed({ id: Id() });
const access = { write: 'settings' } as const;
const starterOf = ({ viewer, ip }: FastifyRequest) => ({
  userId: viewer.userId,
  apiKeyId: viewer.key?.id,
  ip,
});

/** @throws {Failure} `not_found` */
const findSetting = async (
  db: Dependencies['db'],
  { companyId, products }: Viewer,
  id: number,
): Promise<SyncSetting> => {
  const setting = await findSyncSetting(db, companyId, id);
  if (setting === null || !products.includes(setting.productId)) throw new Failure('not_found');
  return setting;
};

/** @throws {Failure} `not_found`, also if no run was started because the setting is deleted */
const answerRun = async (db: Dependencies['db'], setting: SyncSetting, id: number | null) => {
  const run = id === null ? null : await findRun(db, setting.companyId, id);
  if (run === null) throw new Failure('not_found');
  return answer(run, await areCostsUnused(db, setting, setting.kind));
};

/** Registers the list of runs and the route that starts a run. */
const serveRuns = (app: TypedApp, parts: Dependencies, sync: Sync): void => {
  const { db } = parts;
  app.get(
    `${API}/sync_settings/:id/runs/`,
    {
      config: { access },
      schema: {
        operationId: 'syncRuns',
        tags: ['sync_settings'],
        summary: `The last ${MAX_SHOWN_RUNS} runs of a sync setting, newest first`,
        params,
        response: { 200: SyncRunPage.ref },
      },
    },
    async request => {
      const setting = await findSetting(db, request.viewer, request.params.id);
      const runs = await lastRuns(db, setting.companyId, setting.id, MAX_SHOWN_RUNS);
      const areUnused = await areCostsUnused(db, setting, setting.kind);
      return {
        count: runs.length,
        page: 1,
        page_size: MAX_SHOWN_RUNS,
        results: runs.map(run => answer(run, areUnused)),
      };
    },
  );

  app.post(
    `${API}/sync_settings/:id/run/`,
    {
      config: { access },
      schema: {
        operationId: 'runSync',
        tags: ['sync_settings'],
        summary: 'Run a sync setting now; if a run is in progress, the answer is that run',
        params,
        response: { 200: SyncRun.ref },
      },
    },
    async (request, reply) => {
      const setting = await findSetting(db, request.viewer, request.params.id);
      await limitUsage(parts, request, reply, 'imports');
      if (setting.sourceUrl === '') throw new Failure('invalid', { fields: { source_url: ['required'] } });
      return answerRun(db, setting, await sync.begin(setting, starterOf(request)));
    },
  );
};

/** Registers the route that runs a setting with an uploaded file. */
const serveUpload = (scope: TypedApp, parts: Dependencies, sync: Sync, viewers: Viewers): void => {
  const { db } = parts;
  takeFiles(scope);
  scope.post<{ Params: { id: number } }>(
    `${API}/sync_settings/:id/upload/`,
    {
      config: { access },
      schema: {
        operationId: 'uploadSync',
        tags: ['sync_settings'],
        summary: 'Run a sync setting with the uploaded file instead of its source',
        params,
        body: FileBody,
        response: { 200: SyncRun.ref },
      },
    },
    async (request, reply) => {
      const setting = await findSetting(db, request.viewer, request.params.id);
      await limitUsage(parts, request, reply, 'imports');
      const id = await sync.upload(setting, starterOf(request), fileOf(request));
      if (id === null) throw new Failure('sync_running');
      viewers.forget(setting.companyId);
      return answerRun(db, setting, id);
    },
  );
};

/** Routes of the runs of sync settings. */
export const syncRoutes: FastifyPluginAsyncTypebox<{
  parts: Dependencies;
  viewers: Viewers;
  sync: Sync;
}> = async (app, { parts, viewers, sync }) => {
  for (const { schema } of [SyncRun, SyncRunPage, ImportError]) app.addSchema(schema);
  serveRuns(app, parts, sync);
  // In its own scope, because only this route accepts files.
  await app.register(async scope => serveUpload(scope, parts, sync, viewers));
};
