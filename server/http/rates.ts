import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { SECOND } from '../platform/time.ts';
import { Failure } from './failures.ts';

/** How often a minute a route may be called by one caller, as its `config` has it. */
export const aMinute = (max: number) => ({ max, timeWindow: '1 minute' });

/**
 * Lets routes of `scope` say how often they may be called (`rateLimit: aMinute(10)`); whoever calls more
 * often is told when to come again.
 *
 * @param keyOf who counts as one caller
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
