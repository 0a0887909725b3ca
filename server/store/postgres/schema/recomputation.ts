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
import { eventId, id } from './columns.ts';
import { product, tenant } from './company.ts';

/** How many results are made newly, get another status, and are judged otherwise with the same status. */
export interface RecomputationChanges {
  readonly made: number;
  readonly moved: number;
  readonly rejudged: number;
}

/** What a plan counts of results that stay, as the API calls it. */
type RecomputationRemainders = Readonly<Record<'kept' | 'decided' | 'unearned', number>>;

/** The plan also counts what stays: pending again, decided by a person, not made by the present settings. */
export type RecomputationCounts = RecomputationChanges & RecomputationRemainders;

/** One change of the plan; `resultId` and `fromStatus` are null where the result is made. */
export interface RecomputationExample {
  readonly conversionId: string;
  readonly resultId: number | null;
  readonly aspId: number;
  readonly adId: number | null;
  readonly fromStatus: number | null;
  readonly toStatus: number;
  readonly rule: string;
}

/** `overtaken`: the rest of the plan was not applied, because it would have become something else. */
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

/** Results of a period judged again by the present settings: planned, shown, applied. */
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
      .references(() => user.id), // who asked for the plan, then who applies it
    ipAddress: text('ip_address').notNull(),
    firstDay: date('first_day').notNull(), // Tokyo days, both included
    lastDay: date('last_day').notNull(),
    spanFrom: moment('span_from').notNull(), // of the conversions
    spanUntil: moment('span_until').notNull(), // not included
    state: text('state', { enum: RECOMPUTATION_STATES }).notNull().default('planning'),
    rulesDigest: text('rules_digest').notNull().default(''), // of the settings that decided over the plan
    adIds: integer('ad_ids')
      .array()
      .notNull()
      .default(sql`'{}'`), // on the paths of the plan
    digest: text('digest').notNull().default(''), // names the plan; empty: not planned yet
    conversions: integer('conversions').notNull().default(0), // in the period, about
    planned: integer('planned').notNull().default(0), // conversions so far
    applied: integer('applied').notNull().default(0), // conversions so far
    counts: jsonb('counts').$type<RecomputationCounts>().notNull(),
    done: jsonb('done').$type<RecomputationChanges>().notNull(),
    examples: jsonb('examples').$type<RecomputationExample[]>().notNull().default([]),
    attempts: integer('attempts').notNull().default(0), // begun so often without a batch applied
    claimedBy: text('claimed_by'), // the program that works on it; null: none does
    claimedUntil: moment('claimed_until'),
    createdAt: moment('created_at').notNull(),
    endedAt: moment('ended_at'),
  },
  t => [
    index('recomputation_product').on(t.companyId, t.productId, t.id),
    // A user has one plan at a time, and a product is recomputed once at a time.
    uniqueIndex('recomputation_plan')
      .on(t.companyId, t.userId)
      .where(sql`state in ('planning', 'planned')`),
    uniqueIndex('recomputation_applying')
      .on(t.productId)
      .where(sql`state = 'applying'`),
  ],
);

/**
 * What of a plan is applied in one transaction: the conversions after those of the batch before, up to one.
 */
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
    digest: text('digest').notNull(), // of what it changes
    results: jsonb('results').$type<(readonly [id: number, version: number])[]>().notNull(), // it changes, as planned
    made: jsonb('made').$type<(readonly [conversionId: string, aspId: number])[]>().notNull(), // it makes
    isApplied: boolean('is_applied').notNull().default(false),
  },
  t => [primaryKey({ columns: [t.recomputationId, t.position] })],
);
