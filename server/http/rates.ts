import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { SECOND } from '../platform/time.ts';
import { Failure } from './failures.ts';

/** Rate limit of a route per caller and minute, for its `config`. */
export const aMinute = (max: number) => ({ max, timeWindow: '1 minute' });

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
      new Failure('too_many_requests', { values: { seconds: Math.max(1, Math.ceil(ttl / SECOND)) } }),
  });
};
