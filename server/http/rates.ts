import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SECOND } from '../platform/time.ts';
import { Failure } from './failures.ts';

/** Rate limit of a route per caller and minute, for its `config`. */
export const aMinute = (max: number) => ({ max, timeWindow: '1 minute' });

/** Requests per minute of one API key, to all routes together. */
export const KEY_REQUESTS_PER_MINUTE = 600;

const secondsOf = (ms: number): number => Math.max(1, Math.ceil(ms / SECOND));

/**
 * Enables rate limits for routes of `scope` (`rateLimit: aMinute(10)`); further calls fail with `too_many_requests`
 * and the seconds to wait.
 *
 * @param keyOf key by which calls are counted
 */
export const limitRates = async (
  scope: FastifyInstance,
  keyOf: (request: FastifyRequest) => string,
): Promise<void> => {
  await scope.register(rateLimit, {
    global: false,
    keyGenerator: keyOf,
    errorResponseBuilder: (_request, { ttl }) =>
      new Failure('too_many_requests', { values: { seconds: secondsOf(ttl) } }),
  });
};

/**
 * Creates the rate limit of API keys. Its function counts a request, states the limit in headers, and fails with
 * `too_many_requests`.
 */
export const limitKeys = async (
  app: FastifyInstance,
): Promise<(request: FastifyRequest, reply: FastifyReply) => Promise<void>> => {
  let count: ReturnType<FastifyInstance['createRateLimit']> | undefined;
  // In a scope of its own, because the package would also limit the routes of its scope by its own key.
  await app.register(async scope => {
    await scope.register(rateLimit, { global: false });
    count = scope.createRateLimit({
      ...aMinute(KEY_REQUESTS_PER_MINUTE),
      keyGenerator: ({ viewer }) => String(viewer.key?.id),
    });
  });
  return async (request, reply) => {
    const counted = await count?.(request);
    if (counted === undefined || counted.isAllowed) return;
    void reply.headers({
      'x-ratelimit-limit': counted.max,
      'x-ratelimit-remaining': counted.remaining,
      'x-ratelimit-reset': counted.ttlInSeconds,
    });
    if (counted.isExceeded)
      throw new Failure('too_many_requests', { values: { seconds: secondsOf(counted.ttl) } });
  };
};
