import { Type, type FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Collector } from '../collector/collector.ts';
import { GROUP_LAG_LIMIT_MS } from '../collector/collector-group.ts';
import type { LoaderStatus } from '../collector/loader.ts';
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

/**
 * @param nowMs monotonic clock in milliseconds
 * @param groupLagMs for how long reports wait for the slowest of several collectors
 */
export const collectionStatusOf = (
  status: Pick<LoaderStatus, 'waitingSinceMs' | 'rejectedRows'>,
  nowMs: number,
  groupLagMs = 0,
) => ({
  is_loader_stalled: isStalled(status, nowMs) || groupLagMs > GROUP_LAG_LIMIT_MS,
  has_rejected_rows: status.rejectedRows > 0,
});

/** Status of an app without a collector. */
const NO_COLLECTOR = { waitingSinceMs: null, rejectedRows: 0 };

/**
 * Route that answers administrators whether accepted events reach the reports. The answer concerns the whole
 * installation and contains no figures, because the events may belong to other companies.
 *
 * @param collector null: the app has no collector
 */
export const collectionStatusRoutes: FastifyPluginAsyncTypebox<{
  readonly collector: Pick<Collector, 'loading' | 'groupLagMs'> | null;
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
    () =>
      collectionStatusOf(collector?.loading() ?? NO_COLLECTOR, performance.now(), collector?.groupLagMs()),
  );
};
