import { Type, type FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Collector } from '../collector/collector.ts';
import { GROUP_LAG_LIMIT_MS } from '../collector/collector-group.ts';
import { API } from '../http/openapi.ts';
import { Closed, component } from '../http/schemas.ts';
import { isStalled } from './readiness.ts';

export const CollectionStatus = component(
  'CollectionStatus',
  Closed({
    is_loader_stalled: Type.Boolean({
      description:
        'Whether accepted events do not reach the reports: none was loaded for 30 seconds, or a collector that others wait for has loaded none for a minute',
    }),
    has_rejected_rows: Type.Boolean({
      description: 'Whether ClickHouse rejected accepted events; load them with npm run replay-rejected',
    }),
  }),
);

/** @param nowMs monotonic clock in milliseconds */
export const collectionStatusOf = (
  collector: Pick<Collector, 'loading' | 'groupLagMs' | 'rejectedRows'>,
  nowMs: number,
) => ({
  is_loader_stalled: isStalled(collector.loading(), nowMs) || collector.groupLagMs() > GROUP_LAG_LIMIT_MS,
  has_rejected_rows: collector.rejectedRows() > 0,
});

/** Status of an app without a collector. */
const NO_COLLECTOR = { is_loader_stalled: false, has_rejected_rows: false };

/**
 * Route that answers administrators whether accepted events reach the reports. The answer concerns the whole
 * installation and contains no figures, because the events may belong to other companies.
 *
 * @param collector null: the app has no collector
 */
export const collectionStatusRoutes: FastifyPluginAsyncTypebox<{
  readonly collector: Parameters<typeof collectionStatusOf>[0] | null;
}> = async (app, { collector }) => {
  app.addSchema(CollectionStatus.schema);
  app.get(
    `${API}/collection_status/`,
    {
      config: { access: { write: 'administration' } },
      schema: {
        operationId: 'collectionStatus',
        tags: ['collection_status'],
        summary: 'Whether accepted events reach the reports',
        response: { 200: CollectionStatus.ref },
      },
    },
    () => (collector === null ? NO_COLLECTOR : collectionStatusOf(collector, performance.now())),
  );
};
