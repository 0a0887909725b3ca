import { bigint, date, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { eventId } from './columns.ts';

/**
 * Numbers and costs of results by day in Tokyo and ad. Derived from `result` by its trigger; `npm run rebuild`
 * recreates them. Counts are by status, costs in 1/100 yen. Both tables may have rows for one day and ad: the figure is
 * the sum over both.
 */
const sums = () => ({
  pending: integer('pending').notNull(),
  approved: integer('approved').notNull(),
  rejected: integer('rejected').notNull(),
  pendingCost: bigint('pending_cost', { mode: 'bigint' }).notNull(),
  approvedCost: bigint('approved_cost', { mode: 'bigint' }).notNull(),
});
const whose = () => ({
  // Without foreign keys: `result` already refers to both rows, and the checks would cost more than the write.
  companyId: integer('company_id').notNull(),
  productId: integer('product_id').notNull(),
  day: date('day').notNull(), // day of the conversion
  adId: integer('ad_id').notNull(), // 0: none
});

/**
 * Changes of a statement, positive or negative. Rows are only added, so that writers never wait; they are folded into
 * `result_sum` later.
 */
export const resultChange = pgTable('result_change', { ...whose(), ...sums() });

/**
 * Folded sums: one row per day and ad, per month and ad, and per day of the product. Rows without results are deleted.
 */
export const resultSum = pgTable(
  'result_sum',
  {
    ...whose(),
    // A month has its first day as `day`; a day of the product has ad 0.
    span: text('span', { enum: ['ad_day', 'ad_month', 'day'] }).notNull(),
    ...sums(),
  },
  t => [primaryKey({ columns: [t.companyId, t.productId, t.span, t.day, t.adId] })],
);

/**
 * Single result changes that the columnar store's sums do not include yet: costs in 1/100 yen, positive or negative.
 * The same trigger writes them; a deriving step marks rows with its number, and deletes them after publishing.
 */
export const resultCostChange = pgTable(
  'result_cost_change',
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
    step: bigint('step', { mode: 'bigint' }), // null: not copied by a step yet
  },
  t => [primaryKey({ columns: [t.productId, t.id] })],
);
