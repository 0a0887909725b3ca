import { Type, type FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { API } from '../http/openapi.ts';
import { Closed, component, words } from '../http/schemas.ts';
import { reportProgress } from '../store/clickhouse/engine/whole-report-queries.ts';

const ReportProgressState = words(
  'ReportProgressState',
  ['waiting', 'calculating'],
  'waiting: none of its queries has begun or another waits for its place; calculating: a query runs',
);
const ReportProgress = component(
  'ReportProgress',
  Closed({
    state: ReportProgressState.ref,
    ahead: Type.Integer({
      minimum: 0,
      description: 'Reports of the company that came before it and are not ready',
    }),
    seconds: Type.Integer({ minimum: 0, description: 'Seconds since the request' }),
  }),
);
const ReportProgressList = component(
  'ReportProgressList',
  Closed({
    reports: Type.Array(ReportProgress.ref, { description: 'In the order of the requests' }),
  }),
);

/** The progress of reports that are read from the events: these queue per company. */
export const reportProgressRoutes: FastifyPluginAsyncTypebox = async app => {
  for (const { schema } of [ReportProgressState, ReportProgress, ReportProgressList]) app.addSchema(schema);
  app.get(
    `${API}/analyses/progress/`,
    {
      config: { access: 'signed-in' },
      schema: {
        operationId: 'reportProgress',
        tags: ['analyses'],
        summary:
          'Which of the reports that the user waits for are counted from the events, and which wait for a place',
        response: { 200: ReportProgressList.ref },
      },
    },
    ({ viewer }) => ({ reports: reportProgress(viewer) }),
  );
};
