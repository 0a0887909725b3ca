import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { API } from '../http/openapi.ts';
import type { Dependencies } from '../dependencies.ts';
import { ofProduct } from '../slices/slices.ts';
import { accessLog } from './accesses.ts';
import { contactLog } from './contacts.ts';
import { conversionLog } from './conversions.ts';
import { PathPage, PathQuery, PathStep, readPath } from './path.ts';
import { Newer, serveLog } from './serve.ts';

/** The routes of the event logs, paged by key so that the ten-thousandth page is as fast as the first. */
export const logRoutes: FastifyPluginAsyncTypebox<{ parts: Dependencies }> = async (app, { parts }) => {
  for (const { schema } of [Newer, PathStep, PathPage]) app.addSchema(schema);
  serveLog(app, parts, contactLog);
  serveLog(app, parts, accessLog);
  serveLog(app, parts, conversionLog);

  app.get(
    `${API}/logs/visitors/`,
    {
      config: { access: { permission: ['interaction_log', 'read'] } },
      schema: {
        operationId: 'visitorPath',
        tags: ['logs'],
        summary:
          "A visitor's contacts, page views and conversions in one time line, limited to the logs that the user may read",
        querystring: PathQuery,
        response: { 200: PathPage.ref },
      },
    },
    async ({ viewer, query }) => readPath(await ofProduct(parts, query.product_id), viewer, query),
  );
};
