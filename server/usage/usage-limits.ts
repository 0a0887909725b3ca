import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Dependencies } from '../dependencies.ts';
import { Failure } from '../http/failures.ts';
import type { Viewer } from '../http/visibility.ts';
import { HOUR, SECOND } from '../platform/time.ts';
import { addUses } from '../store/postgres/operations/usage.ts';

/** Limits by the hour, counted in PostgreSQL, so that they hold for all processes together. */

export const USAGE_KINDS = ['downloads', 'imports', 'event_reports'] as const;
export type UsageKind = (typeof USAGE_KINDS)[number];

/** The limit of a company is that of this number of users, so that one user cannot use up the share of all. */
export const COMPANY_SHARE = 5;

/** What is left after a use. */
export interface UsageLeft {
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the window ends. */
  readonly seconds: number;
}

type Caller = Pick<Viewer, 'companyId' | 'userId' | 'key'>;

/**
 * Counts a use of a user, or of an API key, and of the company.
 *
 * @returns what is left of the tighter limit
 * @throws {Failure} `usage_exceeded`, `company_usage_exceeded`
 */
export const spendUsage = async (
  { db, clock, settings }: Pick<Dependencies, 'db' | 'clock' | 'settings'>,
  { companyId, userId, key }: Caller,
  kind: UsageKind,
): Promise<UsageLeft> => {
  const now = clock.now();
  const start = Math.floor(now / HOUR) * HOUR;
  const own = key === undefined ? `user:${userId}` : `key:${key.id}`;
  const company = `company:${companyId}`;
  const added = [own, company].map(subject => ({ subject, uses: 1 }));
  const used = await addUses(db, kind, added, new Date(start), HOUR);
  const seconds = Math.max(1, Math.ceil((start + HOUR - now) / SECOND));
  const limit = settings.usageLimits[kind];
  const leftOf = (subject: string, max: number): UsageLeft => ({
    limit: max,
    remaining: max - (used.get(subject) ?? 0),
    seconds,
  });
  const [ownLeft, companyLeft] = [leftOf(own, limit), leftOf(company, limit * COMPANY_SHARE)];
  if (ownLeft.remaining < 0) throw new Failure('usage_exceeded', { values: { most: limit, seconds } });
  if (companyLeft.remaining < 0)
    throw new Failure('company_usage_exceeded', { values: { most: limit * COMPANY_SHARE, seconds } });
  return companyLeft.remaining < ownLeft.remaining ? companyLeft : ownLeft;
};

/** Counts a use by a request, and states in headers what is left. @throws {Failure} as {@link spendUsage} */
export const limitUsage = async (
  parts: Parameters<typeof spendUsage>[0],
  { viewer }: Pick<FastifyRequest, 'viewer'>,
  reply: FastifyReply,
  kind: UsageKind,
): Promise<void> => {
  const { limit, remaining, seconds } = await spendUsage(parts, viewer, kind);
  void reply.headers({
    'ratelimit-limit': limit,
    'ratelimit-remaining': remaining,
    'ratelimit-reset': seconds,
  });
};
