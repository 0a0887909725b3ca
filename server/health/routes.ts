import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Build } from '../build.ts';
import type { Collector } from '../collector/collector.ts';
import type { Parts } from '../parts.ts';
import { createReadiness, type Readiness } from './readiness.ts';

export interface HealthOptions {
  readonly parts: Pick<Parts, 'db' | 'columnar'>;
  readonly collector: Collector | null;
  readonly build: Build;
  /** Fails where the GraphQL gateway cannot be opened. */
  readonly gateway: () => Promise<unknown>;
}

const hidden = { schema: { hide: true }, config: { access: 'public' } } as const;

/**
 * For supervisors and balancers, without a token and without figures:
 *
 * - `GET /healthz`: the process lives
 * - `GET /readyz`: every part can do its work; else 503, and which part fails
 * - `GET /readyz/collector`: events are accepted and kept, whatever the stores do; else 503
 */
export const healthRoutes: FastifyPluginAsyncTypebox<HealthOptions> = async (app, { parts, collector, build, gateway }) => {
  const readiness = createReadiness(parts, collector, gateway);
  const answer = ({ parts: states }: Readiness, isOk: boolean) => ({ status: isOk ? 'ok' : 'failing', parts: states });

  app.get('/healthz', hidden, () => ({ status: 'ok', ...build }));
  app.get('/readyz', hidden, async (_request, reply) => {
    const found = await readiness();
    return reply.code(found.isReady ? 200 : 503).send(answer(found, found.isReady));
  });
  app.get('/readyz/collector', hidden, async (_request, reply) => {
    const found = await readiness();
    return reply.code(found.isCollecting ? 200 : 503).send(answer(found, found.isCollecting));
  });
};
