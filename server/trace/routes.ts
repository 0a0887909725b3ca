import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { PERMISSION_KEYS } from '../http/visibility.ts';
import { API } from '../http/openapi.ts';
import { Trace, TraceQuery, TraceRow } from './schemas.ts';
import { traceIdentifier, type TraceParts } from './trace.ts';

const SUMMARY =
  'Trace an identifier: the contacts, page views, conversions, results and notifications ' +
  'that have it or belong to it, limited to the logs that the user may read';

/** Route of the trace of an identifier through all logs. */
export const traceRoutes: FastifyPluginAsyncTypebox<{ parts: TraceParts }> = async (app, { parts }) => {
  for (const { schema } of [TraceRow, Trace]) app.addSchema(schema);
  app.get(
    `${API}/logs/trace/`,
    {
      config: { access: { anyPermission: PERMISSION_KEYS.map(key => [key, 'read'] as const) } },
      schema: {
        operationId: 'trace',
        tags: ['logs'],
        summary: SUMMARY,
        querystring: TraceQuery,
        response: { 200: Trace.ref },
      },
    },
    ({ viewer, query }) => traceIdentifier(parts, viewer, query.product_id, query.id),
  );
};
