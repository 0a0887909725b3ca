import { Type, type FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Collector } from '../collector/collector.ts';
import type { LoaderStatus } from '../collector/loader.ts';
import { API } from '../http/openapi.ts';
import { Closed, component } from '../http/schemas.ts';
import { isStalled } from './readiness.ts';

export const CollectionStatus = component(
  'CollectionStatus',
  Closed({
    is_loader_stalled: Type.Boolean({
      description: 'Whether accepted events have waited for more than 30 seconds without any being loaded',
    }),
    has_rejected_rows: Type.Boolean({
      description: 'Whether ClickHouse rejected accepted events; load them with npm run replay-rejected',
    }),
  }),
);

/** @param nowMs monotonic clock in milliseconds */
export const collectionStatusOf = (
  status: Pick<LoaderStatus, 'waitingSinceMs' | 'rejectedRows'>,
  nowMs: number,
) => ({ is_loader_stalled: isStalled(status, nowMs), has_rejected_rows: status.rejectedRows > 0 });

/** Status of an app without a collector. */
const NO_COLLECTOR = { waitingSinceMs: null, rejectedRows: 0 };

/**
 * Route that answers administrators whether accepted events reach the reports. The answer concerns the whole
 * installation and contains no figures, because the events may belong to other companies.
 *
 * @param collector null: the app has no collector
 */
export const collectionStatusRoutes: FastifyPluginAsyncTypebox<{
  readonly collector: Pick<Collector, 'loading'> | null;
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
    () => collectionStatusOf(collector?.loading() ?? NO_COLLECTOR, performance.now()),
  );
};
