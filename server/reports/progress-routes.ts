import { Type, type FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { API } from '../http/openapi.ts';
import { Closed, component, words } from '../http/schemas.ts';
import { reportProgress } from '../store/clickhouse/engine/whole-report-queries.ts';

const ReportProgressState = words(
  'ReportProgressState',
  ['waiting', 'calculating'],
  'waiting: no query of the report is running; calculating: a query is running',
);
const ReportProgress = component(
  'ReportProgress',
  Closed({
    state: ReportProgressState.ref,
    ahead: Type.Integer({
      minimum: 0,
      description: 'Number of earlier reports of the company that are not finished',
    }),
    seconds: Type.Integer({ minimum: 0, description: 'Seconds since the report was requested' }),
  }),
);
const ReportProgressList = component(
  'ReportProgressList',
  Closed({
    reports: Type.Array(ReportProgress.ref, { description: 'Reports, in order of their requests' }),
  }),
);

/** The progress of reports that are read from the events: these queue per company. */
export const reportProgressRoutes: FastifyPluginAsyncTypebox = async app => {
  for (const { schema } of [ReportProgressState, ReportProgress, ReportProgressList]) app.addSchema(schema);
  app.get(
    `${API}/analyses/progress/`,
    {
      config: { access: { personOrKey: 'reports' } },
      schema: {
        operationId: 'reportProgress',
        tags: ['analyses'],
        summary: "Progress of the user's pending reports that are computed from events",
        response: { 200: ReportProgressList.ref },
      },
    },
    ({ viewer }) => ({ reports: reportProgress(viewer) }),
  );
};
