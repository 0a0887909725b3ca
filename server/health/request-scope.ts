import { type Context, context, propagation, SpanKind, trace } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { beginRequest, currentTracer, markFailed, withRequestId } from '../platform/tracing.ts';

/**
 * Runs the rest of each request inside `enter`. Reading a body leaves the asynchronous context of the first hook, so
 * `enter` runs again after it.
 */
const enclose = (app: FastifyInstance, enter: (request: FastifyRequest, work: () => void) => void): void => {
  app.addHook('onRequest', (request, _reply, done) => enter(request, done));
  app.addHook('preValidation', (request, _reply, done) => enter(request, done));
};

/** Makes the id of each request known to what it calls, until it is answered or its connection ends. */
export const nameRequests = (app: FastifyInstance): void => {
  app.addHook('onRequest', (_request, { raw }, done) => {
    raw.once('close', beginRequest());
    done();
  });
  enclose(app, (request, work) => withRequestId(request.id, work));
};

/**
 * Makes a span of each request, in the trace of the caller if it states one. Names and attributes follow
 * https://opentelemetry.io/docs/specs/semconv/http/http-spans/; addresses are routes, because those of requests
 * contain visitors' identifiers.
 */
export const traceRequests = (app: FastifyInstance): void => {
  const contexts = new WeakMap<FastifyRequest, Context>();
  const begin = (request: FastifyRequest): Context => {
    const parent = propagation.extract(context.active(), request.headers);
    const route = request.routeOptions.url ?? 'none';
    const span = currentTracer().startSpan(
      `${request.method} ${route}`,
      {
        kind: SpanKind.SERVER,
        attributes: {
          'http.request.method': request.method,
          'http.route': route,
          'touchpath.request.id': request.id,
        },
      },
      parent,
    );
    const made = trace.setSpan(parent, span);
    contexts.set(request, made);
    return made;
  };
  enclose(app, (request, work) => context.with(contexts.get(request) ?? begin(request), work));
  app.addHook('onResponse', (request, reply, done) => {
    const made = contexts.get(request);
    const span = made === undefined ? undefined : trace.getSpan(made);
    span?.setAttribute('http.response.status_code', reply.statusCode);
    if (span !== undefined && reply.statusCode >= 500) markFailed(span, String(reply.statusCode));
    span?.end();
    done();
  });
};
