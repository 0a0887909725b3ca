import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Access } from '../http/access.ts';
import { gathersFilters } from '../http/filters.ts';
import { API } from '../http/openapi.ts';
import { Closed, Id } from '../http/schemas.ts';
import type { TypedApp } from '../http/typed-app.ts';
import { Newer } from '../event-logs/serve.ts';
import type { Dependencies } from '../dependencies.ts';
import { serveDecisions } from './decision-routes.ts';
import { serveResultFiles } from './downloads.ts';
import { SEES_QUEUE, serveNetworkPause, serveQueue, serveResending } from './queue-routes.ts';
import { readDecisions, resultLog } from './result-log.ts';
import {
  Attempts,
  NetworkPause,
  QueuePage,
  QueueState,
  Queued,
  ResendForm,
  Resent,
} from './queue-schemas.ts';
import {
  DecideForm,
  Decided,
  DecisionLine,
  DecisionRefusal,
  Ledger,
  TakeBackForm,
  TakeBackRefusal,
  TakenBack,
} from './decision-schemas.ts';
import { NewerResultQuery, Result, ResultPage, ResultQuery } from './result-schemas.ts';
import { NoticeState } from './schema-parts.ts';

const SEES_RESULTS: Access = {
  anyPermission: [
    ['result_notification_log', 'read'],
    ['cv_approval', 'read'],
  ],
};
const COMPONENTS = [
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
];

/** Registers the routes of the result log and the ledgers. */
const serveResults = (app: TypedApp, parts: Dependencies): void => {
  app.get(
    `${API}/logs/results/`,
    {
      config: { access: SEES_RESULTS },
      schema: {
        operationId: 'results',
        tags: ['results'],
        summary: 'Results, newest conversions first',
        querystring: ResultQuery,
        response: { 200: ResultPage.ref },
      },
      ...gathersFilters(ResultQuery.properties, resultLog.kinds),
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
        summary: 'Count the rows with the same filters that are newer than a position',
        querystring: NewerResultQuery,
        response: { 200: Newer.ref },
      },
      ...gathersFilters(NewerResultQuery.properties, resultLog.kinds),
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
        params: Closed({ id: Id() }),
        response: { 200: Ledger.ref },
      },
    },
    ({ viewer, params: { id } }) => readDecisions(parts, viewer, id),
  );
};

/** Routes of results, decisions and notifications. @param queued called after notifications were queued */
export const resultRoutes: FastifyPluginAsyncTypebox<{ parts: Dependencies; queued: () => void }> = async (
  app,
  { parts, queued },
) => {
  for (const { schema } of COMPONENTS) app.addSchema(schema);
  serveResults(app, parts);
  serveDecisions(app, parts, queued);
  serveQueue(app, parts);
  serveResending(app, parts, queued);
  serveNetworkPause(app, parts, queued);
  serveResultFiles(app, parts, { results: SEES_RESULTS, queue: SEES_QUEUE });
};
