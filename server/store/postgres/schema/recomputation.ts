import { sql } from 'drizzle-orm';
import {
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { user } from './accounts.ts';
import { apiKey } from './api-keys.ts';
import { eventId, id } from './columns.ts';
import { product, tenant } from './company.ts';

/** Number of results that are created, change their status, or only change the outcomes of their checks. */
export interface RecomputationChanges {
  readonly made: number;
  readonly moved: number;
  readonly rejudged: number;
}

/** Counts of results that remain, under their API names. */
type RecomputationRemainders = Readonly<Record<'irreversible' | 'decided' | 'ineligible', number>>;

/**
 * A plan also counts results that remain: still pending, decided by a person, or not earned by the present settings.
 */
export type RecomputationCounts = RecomputationChanges & RecomputationRemainders;

/** One change of the plan. `resultId` and `fromStatus` are null if the result is created. */
export interface RecomputationExample {
  readonly conversionId: string;
  readonly resultId: number | null;
  readonly aspId: number;
  readonly adId: number | null;
  readonly fromStatus: number | null;
  readonly toStatus: number;
  readonly rule: string;
}

/** `overtaken`: the rest of the plan was not applied, because its outcome would differ from the plan. */
export const RECOMPUTATION_STATES = [
  'planning',
  'planned',
  'applying',
  'done',
  'cancelled',
  'overtaken',
  'failed',
] as const;

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** Re-evaluation of the results of a period by the present settings: planned, shown, applied. */
export const recomputation = pgTable(
  'recomputation',
  {
    id: id(),
    companyId: tenant(),
    productId: integer('product_id')
      .notNull()
      .references(() => product.id),
    userId: integer('user_id')
      .notNull()
      .references(() => user.id), // the user who requested the plan, then the one who applies it
    apiKeyId: integer('api_key_id').references(() => apiKey.id), // the key with which it was done; null: none
    ipAddress: text('ip_address').notNull(),
    firstDay: date('first_day').notNull(), // days in Tokyo, inclusive
    lastDay: date('last_day').notNull(),
    spanFrom: moment('span_from').notNull(), // time range of the conversions
    spanUntil: moment('span_until').notNull(), // exclusive
    state: text('state', { enum: RECOMPUTATION_STATES }).notNull().default('planning'),
    rulesDigest: text('rules_digest').notNull().default(''), // digest of the settings that decided over the plan
    adIds: integer('ad_ids')
      .array()
      .notNull()
      .default(sql`'{}'`), // ads on the paths of the plan
    digest: text('digest').notNull().default(''), // digest of the plan; empty: not planned yet
    conversions: integer('conversions').notNull().default(0), // estimated number in the period
    planned: integer('planned').notNull().default(0), // number of conversions planned so far
    applied: integer('applied').notNull().default(0), // number of conversions applied so far
    counts: jsonb('counts').$type<RecomputationCounts>().notNull(),
    done: jsonb('done').$type<RecomputationChanges>().notNull(),
    examples: jsonb('examples').$type<RecomputationExample[]>().notNull().default([]),
    attempts: integer('attempts').notNull().default(0), // number of starts without an applied batch
    claimedBy: text('claimed_by'), // the process that works on it; null: none
    claimedUntil: moment('claimed_until'),
    createdAt: moment('created_at').notNull(),
    endedAt: moment('ended_at'),
  },
  t => [
    index('recomputation_product').on(t.companyId, t.productId, t.id),
    // A user has at most one plan, and a product at most one recomputation being applied.
    uniqueIndex('recomputation_plan')
      .on(t.companyId, t.userId)
      .where(sql`state in ('planning', 'planned')`),
    uniqueIndex('recomputation_applying')
      .on(t.productId)
      .where(sql`state = 'applying'`),
  ],
);

/** The part of a plan that one transaction applies: conversions after the previous batch, up to a last one. */
export const recomputationBatch = pgTable(
  'recomputation_batch',
  {
    companyId: tenant(),
    recomputationId: integer('recomputation_id')
      .notNull()
      .references(() => recomputation.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(), // from 0
    afterId: eventId('after_id').notNull(),
    lastId: eventId('last_id').notNull(),
    conversions: integer('conversions').notNull(),
    digest: text('digest').notNull(), // digest of its changes
    // Changed results, as planned.
    results: jsonb('results').$type<(readonly [id: number, version: number])[]>().notNull(),
    made: jsonb('made').$type<(readonly [conversionId: string, aspId: number])[]>().notNull(), // created results
    isApplied: boolean('is_applied').notNull().default(false),
  },
  t => [primaryKey({ columns: [t.recomputationId, t.position] })],
);
