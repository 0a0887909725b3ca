import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Dependencies } from '../dependencies.ts';
import type { Collector } from './collector.ts';
import { Refusal, type Reason } from './reasons.ts';
import { refuse, type RouteParts } from './routes/answers.ts';
import { beaconRoute } from './routes/beacon.ts';
import { cvTagsRoute } from './routes/cv-tags.ts';
import { BODY_LIMIT } from './routes/bodies.ts';
import { pixelRoute } from './routes/pixel.ts';
import { postbackRoute } from './routes/postback.ts';
import { redirectRoute } from './routes/redirect.ts';
import { tagRoute } from './routes/tag.ts';

export interface CollectorRouteOptions {
  readonly parts: Dependencies;
  readonly collector: Collector;
}

const REASONS_BY_FASTIFY_CODE: Readonly<Record<string, Reason>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed',
};

/**
 * The public routes of the collector: `/r/{id}`, `/t/{product}.js`, `/e`, `/e/tags`, `/i/{ad}.gif`, `/cv`.
 * Docs: docs/collector.md.
 */
export const collectorRoutes = async (
  app: FastifyInstance,
  { parts, collector }: CollectorRouteOptions,
): Promise<void> => {
  const log = parts.log.child({ part: 'collector' });
  const route: RouteParts = {
    collector,
    log,
    now: parts.clock.now,
    nextId: parts.ids.next,
    secure: parts.settings.publicUrl.startsWith('https:'),
  };
  // Requests are counted, not logged: at thousands a second the lines would cost more than the work, and so
  // would a logger for each.
  const silent = log.child({}, { level: 'silent' }) as FastifyBaseLogger;
  app.setChildLoggerFactory(() => silent);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    ['text/plain', 'application/json', 'application/x-www-form-urlencoded'],
    { parseAs: 'string', bodyLimit: BODY_LIMIT },
    (_request, body, done) => {
      done(null, body);
    },
  );
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof Refusal) {
      const isOurs = error.reason === 'unavailable' || error.reason === 'claims_unavailable';
      return refuse(route, error.reason, request, reply, isOurs ? error.cause : undefined);
    }
    const { code, statusCode } = error as { code?: string; statusCode?: number };
    const reason = REASONS_BY_FASTIFY_CODE[code ?? ''];
    if (reason !== undefined) return refuse(route, reason, request, reply);
    if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
      return refuse(route, 'malformed', request, reply);
    collector.counters.add('failed_unexpected');
    collector.counters.seldom('unexpected', () =>
      log.error({ err: error }, 'The collector failed on a request.'),
    );
    return reply.code(500).send({ code: 'unexpected', _message: ['Nothing was recorded.'] });
  });
  redirectRoute(app, route);
  tagRoute(app, route);
  beaconRoute(app, route);
  cvTagsRoute(app, route, parts);
  pixelRoute(app, route);
  postbackRoute(app, route);
};
