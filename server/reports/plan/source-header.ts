import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectSources } from '../../rollups/report-sources.ts';

/** What the reports of an answer were read from, and why: `rollups; reason=current`. */
const HEADER = 'x-report-source';

/**
 * States the source of reports in a header of their answers. The body does not name it, since rollups and
 * events give the same bytes.
 */
export const nameReportSources = (app: FastifyInstance): void => {
  const sources = new WeakMap<FastifyRequest, ReadonlySet<string>>();
  app.addHook('onRequest', (request, _reply, done) => {
    const found = new Set<string>();
    sources.set(request, found);
    collectSources(found, done);
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    const found = sources.get(request);
    if (found !== undefined && found.size > 0) void reply.header(HEADER, [...found].join(', '));
    done();
  });
};
