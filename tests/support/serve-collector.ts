import Fastify, { type FastifyInstance } from 'fastify';
import type { Collector } from '../../server/collector/collector.ts';
import { collectorRoutes } from '../../server/collector/routes.ts';
import type { Dependencies } from '../../server/dependencies.ts';

/** A Fastify server with the collector's routes only. */
export const serveCollector = async (parts: Dependencies, collector: Collector): Promise<FastifyInstance> => {
  const hops = parts.settings.trustProxy;
  const app = Fastify({ trustProxy: hops === 0 ? false : (_address: string, hop: number) => hop < hops });
  await app.register(collectorRoutes, { parts, collector });
  return app;
};
