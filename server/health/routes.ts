import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import type { Metric, Registry } from 'prom-client';
import type { Derivation } from '../rollups/scheduler.ts';
import type { Build } from '../platform/build.ts';
import type { Collector } from '../collector/collector.ts';
import { Failure } from '../http/failures.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Settings } from '../platform/settings.ts';
import { createMetrics, type ResultsLag } from './metrics.ts';
import { createReadiness, type Readiness } from './readiness.ts';

export interface HealthOptions {
  readonly parts: Pick<Dependencies, 'db' | 'slices' | 'log' | 'settings'>;
  readonly collector: Collector | null;
  readonly build: Build;
  /** Undefined: the app does not derive rollups. */
  readonly derivation?: Derivation | undefined;
  /** Undefined: the app makes no results. */
  readonly results?: ResultsLag | undefined;
  /** Histogram of all requests of the app. */
  readonly requestTimes: Metric;
  /** Rejects if the GraphQL gateway cannot be opened; null: this process has none. */
  readonly gateway: (() => Promise<unknown>) | null;
}

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Whether a caller may read the metrics: with `METRICS_TOKEN` its bearer, from anywhere; otherwise callers of this
 * machine, if the program is not exposed, because behind a local proxy every caller has a local address.
 */
export const mayReadMetrics = (
  request: Pick<FastifyRequest, 'headers' | 'ip'>,
  { metricsToken, exposure }: Pick<Settings, 'metricsToken' | 'exposure'>,
): boolean => {
  if (metricsToken !== null)
    return timingSafeEqual(digest(request.headers.authorization ?? ''), digest(`Bearer ${metricsToken}`));
  return (
    exposure === null &&
    LOOPBACK.has(request.ip) &&
    request.headers['x-forwarded-for'] === undefined &&
    request.headers.forwarded === undefined
  );
};

const hidden = { schema: { hide: true }, config: { access: 'public' } } as const;

/**
 * Health routes without a token: `/healthz` the process runs; `/readyz` every part works, else 503 with the failing
 * parts; `/readyz/collector` events are accepted and durable, else 503; `/metrics` Prometheus metrics, see {@link
 * mayReadMetrics}.
 */
export const healthRoutes: FastifyPluginAsyncTypebox<HealthOptions> = async (app, options) => {
  const { parts, collector, build, gateway, derivation, results, requestTimes } = options;
  let metrics: Registry | null = null;
  const readiness = createReadiness(parts, collector, gateway);
  const answer = ({ parts: states }: Readiness, isOk: boolean) => ({
    status: isOk ? 'ok' : 'failing',
    parts: states,
  });

  app.get('/healthz', hidden, () => ({ status: 'ok', ...build }));
  app.get('/readyz', hidden, async (_request, reply) => {
    const found = await readiness();
    return reply.code(found.isReady ? 200 : 503).send(answer(found, found.isReady));
  });
  app.get('/readyz/collector', hidden, async (_request, reply) => {
    const found = await readiness();
    return reply.code(found.isCollecting ? 200 : 503).send(answer(found, found.isCollecting));
  });
  app.get('/metrics', hidden, async (request, reply) => {
    if (!mayReadMetrics(request, parts.settings)) throw new Failure('not_found');
    metrics ??= createMetrics({ parts, build, readiness, collector, derivation, results, requestTimes });
    return reply.type(metrics.contentType).send(await metrics.metrics());
  });
};
