import rateLimit, { type FastifyRateLimitStore, type FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { SECOND } from '../platform/time.ts';
import { Failure } from './failures.ts';
import type { Viewer } from './visibility.ts';

/** Rate limit of a route per caller and minute, for its `config`. */
export const aMinute = (max: number) => ({ max, timeWindow: '1 minute' });

/** Requests per minute of one API key, to all routes together. */
export const KEY_REQUESTS_PER_MINUTE = 600;
/** The limit of a company is that of this number of users. */
const COMPANY_SHARE = 5;

const secondsOf = (ms: number): number => Math.max(1, Math.ceil(ms / SECOND));

/** Counts a call of a kind by a subject in a window of time. @returns the calls in it, and the ms that are left of it */
export type CountCall = (
  kind: string,
  subject: string,
  windowMs: number,
) => Promise<{ readonly calls: number; readonly leftMs: number }>;

/** What the package passes to the store of a route; its types leave the route out. */
interface StoreOptions {
  readonly routeInfo?: Pick<RouteOptions, 'method' | 'url'>;
}

/** A store of @fastify/rate-limit that counts the calls of each route by `count`. */
const storeOf = (count: CountCall) =>
  class RouteCalls {
    readonly kind: string;
    constructor({ routeInfo }: StoreOptions) {
      this.kind = `${String(routeInfo?.method)} ${routeInfo?.url}`;
    }
    incr(subject: string, answer: Parameters<FastifyRateLimitStore['incr']>[1], windowMs: number): void {
      count(this.kind, subject, windowMs).then(
        ({ calls, leftMs }) => answer(null, { current: calls, ttl: leftMs }),
        (error: unknown) => answer(error as Error),
      );
    }
    child(options: StoreOptions): RouteCalls {
      return new RouteCalls(options);
    }
  };

/**
 * Enables rate limits for routes of `scope` (`rateLimit: aMinute(10)`); further calls fail with `too_many_requests`
 * and the seconds to wait.
 *
 * @param count counts for all processes together
 * @param keyOf key by which calls are counted
 */
export const limitRates = async (
  scope: FastifyInstance,
  count: CountCall,
  keyOf: (request: FastifyRequest) => string,
): Promise<void> => {
  await scope.register(rateLimit, {
    global: false,
    store: storeOf(count) as FastifyRateLimitStoreCtor,
    keyGenerator: keyOf,
    errorResponseBuilder: (_request, { ttl }) =>
      new Failure('too_many_requests', { values: { seconds: secondsOf(ttl) } }),
  });
};

interface CallerLimit {
  readonly max: number;
  readonly keyOf: (viewer: Viewer) => string;
}

/** Creates a counter of requests per minute, in a scope of its own. */
const createCounter = async (app: FastifyInstance, count: CountCall, { max, keyOf }: CallerLimit) => {
  let check: ReturnType<FastifyInstance['createRateLimit']> | undefined;
  // In a scope of its own, because the package would also limit the routes of its scope by its own key.
  await app.register(async scope => {
    await scope.register(rateLimit, { global: false, store: storeOf(count) as FastifyRateLimitStoreCtor });
    check = scope.createRateLimit({ ...aMinute(max), keyGenerator: ({ viewer }) => keyOf(viewer) });
  });
  return async (request: FastifyRequest) => check?.(request);
};

type Counted = NonNullable<Awaited<ReturnType<Awaited<ReturnType<typeof createCounter>>>>>;

const requireWithin = (counted: Extract<Counted, { isAllowed: false }>): void => {
  if (counted.isExceeded)
    throw new Failure('too_many_requests', { values: { seconds: secondsOf(counted.ttl) } });
};

/** States a limit in the headers of an answer. */
const stateLimit = (reply: FastifyReply, prefix: string, counted: Extract<Counted, { isAllowed: false }>) =>
  void reply.headers({
    [`${prefix}ratelimit-limit`]: counted.max,
    [`${prefix}ratelimit-remaining`]: counted.remaining,
    [`${prefix}ratelimit-reset`]: counted.ttlInSeconds,
  });

/**
 * Creates the rate limits of callers: of API keys, and of users with their companies. The function counts a request,
 * states the limit in headers, and fails with `too_many_requests`. A GraphQL document counts as the REST calls that it
 * makes.
 *
 * @param count counts the requests of a caller in the present minute
 * @param requestsPerMinute limit of one user
 */
export const limitCallers = async (
  app: FastifyInstance,
  count: CountCall,
  requestsPerMinute: number,
): Promise<(request: FastifyRequest, reply: FastifyReply) => Promise<void>> => {
  const countKey = await createCounter(app, count, {
    max: KEY_REQUESTS_PER_MINUTE,
    keyOf: ({ key }) => `key:${key?.id}`,
  });
  const countUser = await createCounter(app, count, {
    max: requestsPerMinute,
    keyOf: ({ userId }) => `user:${userId}`,
  });
  const countCompany = await createCounter(app, count, {
    max: requestsPerMinute * COMPANY_SHARE,
    keyOf: ({ companyId }) => `company:${companyId}`,
  });
  return async (request, reply) => {
    const isKey = request.viewer.key !== undefined;
    const own = await (isKey ? countKey : countUser)(request);
    if (own !== undefined && !own.isAllowed) {
      stateLimit(reply, isKey ? 'x-' : '', own);
      requireWithin(own);
    }
    if (isKey) return;
    const company = await countCompany(request);
    if (company !== undefined && !company.isAllowed) requireWithin(company);
  };
};
