import { bigint, date, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { eventId } from './columns.ts';

/**
 * How many results there are and what they cost, by Tokyo day and ad: what follows from `result` alone,
 * written by its trigger and made again by `npm run rebuild`.
 *
 * Counts are by status, costs 1/100 yen of what costs something. Both tables are sums: there may be several
 * changes of one day and ad, and what is known of it
 * is the sum over both tables.
 */
const sums = () => ({
  pending: integer('pending').notNull(),
  approved: integer('approved').notNull(),
  rejected: integer('rejected').notNull(),
  pendingCost: bigint('pending_cost', { mode: 'bigint' }).notNull(),
  approvedCost: bigint('approved_cost', { mode: 'bigint' }).notNull(),
});
const whose = () => ({
  // Of a result, which refers to both: looking them up again for each line would cost more than writing it.
  companyId: integer('company_id').notNull(),
  productId: integer('product_id').notNull(),
  day: date('day').notNull(), // of the conversion
  adId: integer('ad_id').notNull(), // 0: none
});

/**
 * What a statement changed, more or less: lines are only ever added, so that whoever decides waits for
 * nobody. Some are folded into `result_sum` now and then.
 */
export const resultChange = pgTable('result_change', { ...whose(), ...sums() });

/**
 * What was folded: each day and ad has one line, and so have each ad's whole month and each day of the
 * product. No line counts nothing.
 */
export const resultSum = pgTable(
  'result_sum',
  {
    ...whose(),
    span: text('span', { enum: ['ad_day', 'ad_month', 'day'] }).notNull(), // a month has its first day as `day`, a day of the product no ad
    ...sums(),
  },
  t => [primaryKey({ columns: [t.companyId, t.productId, t.span, t.day, t.adId] })],
);

/**
 * What was changed of results, one by one, and is not in the engine's sums yet: costs in 1/100 yen, more or
 * less. Written by the same trigger; a step of deriving takes lines over under
 * its number and removes them once they are there.
 */
export const resultNews = pgTable(
  'result_news',
  {
    companyId: integer('company_id').notNull(),
    productId: integer('product_id').notNull(),
    id: bigint('id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    cvTime: timestamp('cv_time', { withTimezone: true, precision: 3 }).notNull(),
    conversionId: eventId('conversion_id').notNull(),
    interactionId: eventId('interaction_id').notNull(), // 0: none
    adId: integer('ad_id').notNull(), // 0: none
    approvedCost: bigint('approved_cost', { mode: 'bigint' }).notNull(),
    pendingCost: bigint('pending_cost', { mode: 'bigint' }).notNull(),
    step: bigint('step', { mode: 'bigint' }), // null: no step took it over
  },
  t => [primaryKey({ columns: [t.productId, t.id] })],
);
