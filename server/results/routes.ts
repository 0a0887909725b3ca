import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { reachOf } from '../records/list.ts';
import { authorOf } from '../records/writes.ts';
import type { Access } from '../http/access.ts';
import { Failure } from '../http/failures.ts';
import { gathersFilters } from '../http/filters.ts';
import { API } from '../http/openapi.ts';
import { Closed, Id } from '../http/schemas.ts';
import { Newer } from '../event-logs/serve.ts';
import type { Dependencies } from '../dependencies.ts';
import { findEntity } from '../store/postgres/entities/entities.ts';
import { decideMany, type ManyAsked } from './decide.ts';
import { serveResultFiles } from './downloads.ts';
import { queueLog, readQueueAttempts } from './queue-log.ts';
import { pause, resendNotifications } from './queue.ts';
import { adsOf } from './questions.ts';
import { readDecisions, resultLog } from './result-log.ts';
import * as schemas from './schemas.ts';
import { takeBackMany } from './take-back.ts';

const SEES_RESULTS: Access = {
  anyPermission: [
    ['result_notification_log', 'read'],
    ['cv_approval', 'read'],
  ],
};
const SEES_QUEUE: Access = { permission: ['result_queue', 'read'] };
const WRITES_QUEUE: Access = { permission: ['result_queue', 'write'] };
const DECIDES: Access = { permission: ['cv_approval', 'write'] };
/** Ten thousand decisions. */
const DECISIONS_BODY = 1024 * 1024;
const params = Closed({ id: Id() });

/**
 * Results, decisions over them, and how their networks are told. `queued` is called when something is to be
 * sent.
 */
export const resultRoutes: FastifyPluginAsyncTypebox<{ parts: Dependencies; queued: () => void }> = async (
  app,
  { parts, queued },
) => {
  const { db } = parts;
  const {
    NoticeState,
    Result,
    ResultPage,
    DecisionLine,
    Ledger,
    DecideForm,
    DecisionRefusal,
    Decided,
    TakeBackForm,
    TakeBackRefusal,
    TakenBack,
    QueueState,
    Queued,
    QueuePage,
    Attempts,
    ResendForm,
    Resent,
    NetworkPause,
  } = schemas;
  for (const { schema } of [
    Newer,
    NoticeState,
    Result,
    ResultPage,
    DecisionLine,
    Ledger,
    DecideForm,
    DecisionRefusal,
    Decided,
    TakeBackForm,
    TakeBackRefusal,
    TakenBack,
    QueueState,
    Queued,
    QueuePage,
    Attempts,
    ResendForm,
    Resent,
    NetworkPause,
  ])
    app.addSchema(schema);

  app.get(
    `${API}/logs/results/`,
    {
      config: { access: SEES_RESULTS },
      schema: {
        operationId: 'results',
        tags: ['results'],
        summary: 'Results, those of the newest conversions first',
        querystring: schemas.ResultQuery,
        response: { 200: ResultPage.ref },
      },
      ...gathersFilters(schemas.ResultQuery.properties, resultLog.kinds),
    },
    ({ viewer, query }) => resultLog.page(parts, viewer, query),
  );

  app.get(
    `${API}/logs/results/newer/`,
    {
      config: { access: SEES_RESULTS },
      schema: {
        operationId: 'newerResults',
        tags: ['results'],
        summary: 'How many rows of the same question are newer than a place',
        querystring: schemas.NewerResultQuery,
        response: { 200: Newer.ref },
      },
      ...gathersFilters(schemas.NewerResultQuery.properties, resultLog.kinds),
    },
    ({ viewer, query }) => resultLog.newer(parts, viewer, query),
  );

  app.get(
    `${API}/results/:id/decisions/`,
    {
      config: { access: SEES_RESULTS },
      schema: {
        operationId: 'decisions',
        tags: ['results'],
        summary: 'The ledger of a result',
        params,
        response: { 200: Ledger.ref },
      },
    },
    ({ viewer, params: { id } }) => readDecisions(parts, viewer, id),
  );

  app.post(
    `${API}/results/decide/`,
    {
      config: { access: DECIDES },
      bodyLimit: DECISIONS_BODY,
      schema: {
        operationId: 'decideResults',
        tags: ['results'],
        summary: 'Approve or reject results, each in its own right',
        body: DecideForm.ref,
        response: { 200: Decided.ref },
      },
    },
    async ({ viewer, body }) => {
      const done = await decideMany(
        parts,
        { companyId: viewer.companyId, userId: viewer.userId, adIds: adsOf(viewer) },
        body as ManyAsked,
      );
      if (done.decided > 0) queued();
      return done;
    },
  );

  app.post(
    `${API}/results/take_back/`,
    {
      config: { access: DECIDES },
      bodyLimit: DECISIONS_BODY,
      schema: {
        operationId: 'takeBackResults',
        tags: ['results'],
        summary: "Take back one's own decisions before their networks are notified, each in its own right",
        body: TakeBackForm.ref,
        response: { 200: TakenBack.ref },
      },
    },
    ({ viewer, body }) =>
      takeBackMany(parts, { companyId: viewer.companyId, userId: viewer.userId, adIds: adsOf(viewer) }, body),
  );

  app.get(
    `${API}/logs/result_queue/`,
    {
      config: { access: SEES_QUEUE },
      schema: {
        operationId: 'resultQueue',
        tags: ['results'],
        summary: 'Notifications, the newest first',
        querystring: schemas.QueueQuery,
        response: { 200: QueuePage.ref },
      },
      ...gathersFilters(schemas.QueueQuery.properties, queueLog.kinds),
    },
    ({ viewer, query }) => queueLog.page(parts, viewer, query),
  );

  app.get(
    `${API}/logs/result_queue/newer/`,
    {
      config: { access: SEES_QUEUE },
      schema: {
        operationId: 'newerResultQueue',
        tags: ['results'],
        summary: 'How many rows of the same question are newer than a place',
        querystring: schemas.NewerQueueQuery,
        response: { 200: Newer.ref },
      },
      ...gathersFilters(schemas.NewerQueueQuery.properties, queueLog.kinds),
    },
    ({ viewer, query }) => queueLog.newer(parts, viewer, query),
  );

  app.get(
    `${API}/result_queue/:id/attempts/`,
    {
      config: { access: SEES_QUEUE },
      schema: {
        operationId: 'queueAttempts',
        tags: ['results'],
        summary: 'The attempts of a notification',
        params,
        response: { 200: Attempts.ref },
      },
    },
    ({ viewer, params: { id } }) => readQueueAttempts(parts, viewer, id),
  );

  app.post(
    `${API}/result_queue/resend/`,
    {
      config: { access: WRITES_QUEUE },
      schema: {
        operationId: 'resendNotifications',
        tags: ['results'],
        summary: 'Send notifications again',
        body: ResendForm.ref,
        response: { 200: Resent.ref },
      },
    },
    async request => {
      const resent = await resendNotifications(parts, request.viewer, authorOf(request, parts), request.body);
      if (resent > 0) queued();
      return { resent };
    },
  );

  for (const [word, paused, summary] of [
    ['pause', true, 'Send nothing to a network; what is queued waits'],
    ['resume', false, 'Send to a network again'],
  ] as const) {
    app.post(
      `${API}/asps/:id/${word}/`,
      {
        config: { access: WRITES_QUEUE },
        schema: {
          operationId: `${word}Network`,
          tags: ['results'],
          summary,
          params,
          response: { 200: NetworkPause.ref },
        },
      },
      async request => {
        const {
          viewer,
          params: { id },
        } = request;
        // A network belongs to the whole company: an agency must not hold back what others wait for.
        if (viewer.base === 'agency') throw new Failure('forbidden');
        if ((await findEntity(db, 'asps', reachOf(viewer), id, [])) === null) throw new Failure('not_found');
        const since = await pause(parts, authorOf(request, parts), id, paused);
        if (!paused) queued();
        return { asp_id: id, paused_at: since?.toISOString() ?? null };
      },
    );
  }

  serveResultFiles(app, parts, { results: SEES_RESULTS, queue: SEES_QUEUE });
};
