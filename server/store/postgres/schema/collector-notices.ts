import { index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { tenant } from './company.ts';

/**
 * What the collector refused or ignored of a product's senders in the last days, for the person who installs them. There
 * is no foreign key to the product, because each report would lock its row.
 */
export const collectorNotice = pgTable(
  'collector_notice',
  {
    companyId: tenant(),
    productId: integer('product_id').notNull(),
    kind: text('kind', { enum: ['refused_host', 'unknown_parameter'] }).notNull(),
    subject: text('subject').notNull(), // the host, or the name of the parameter
    seenAt: timestamp('seen_at', { withTimezone: true, precision: 3 }).notNull(),
  },
  t => [
    primaryKey({ name: 'collector_notice_once', columns: [t.productId, t.kind, t.subject] }),
    index('collector_notice_company').on(t.companyId),
  ],
);
