import { index, integer, pgTable, primaryKey, smallint, text, timestamp } from 'drizzle-orm/pg-core';
import { eventId } from './columns.ts';

/**
 * One row per unique result identifier of a product: only the first of its conversions is recorded. A claim is
 * unconfirmed until the id of its conversion is known; the next call takes over an unconfirmed claim without a
 * conversion. There are no foreign keys, because each call would lock its product's row.
 */
export const conversionClaim = pgTable(
  'conversion_claim',
  {
    companyId: integer('company_id').notNull(),
    productId: integer('product_id').notNull(),
    cvSettingId: integer('cv_setting_id').notNull(), // 0: a server call, or an explicit call of the tag
    cvType: smallint('cv_type').notNull(), // 1 last CV, 0 middle CV
    args: text('args').notNull(), // the result identifier
    claimId: eventId('claim_id').notNull(), // 63 random bits, stored in the event too, by which the event is found
    conversionId: eventId('conversion_id'), // null: unconfirmed
    digest: text('digest').notNull(), // digest of the other values: a repeated call may have others
    claimedAt: timestamp('claimed_at', { withTimezone: true, precision: 3 }).notNull(),
  },
  t => [
    primaryKey({ name: 'conversion_claim_once', columns: [t.productId, t.cvSettingId, t.cvType, t.args] }),
    index('conversion_claim_age').on(t.productId, t.claimedAt),
  ],
);
