import { sql } from 'drizzle-orm';
import { integer, index, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { user } from './accounts.ts';
import { eventId, id } from './columns.ts';
import { product, tenant } from './company.ts';

/** Requests about the data of one visitor, and what became of retention periods. */

const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** A request to erase what refers to a visitor. Once it is done, the row no longer says which visitor it was. */
export const erasure = pgTable(
  'erasure',
  {
    id: id(),
    companyId: tenant(),
    productId: integer('product_id')
      .notNull()
      .references(() => product.id),
    visitorId: text('visitor_id'), // 64 bits unsigned, so text; null: erased
    // A random number in the place of the visitor, so that contacts and conversions stay one path; null: settled.
    replacementId: text('replacement_id'),
    userId: integer('user_id').references(() => user.id), // who requested it
    requestedAt: time('requested_at').notNull(),
    // The last event to erase, when copies of the events were made; null: nothing was changed yet.
    lastEventId: eventId('last_event_id'),
    erasedAt: time('erased_at'), // when the events were erased; null: not yet
    settledAt: time('settled_at'), // when the last result lost its identifiers; null: some are undecided or unsent
    contacts: integer('contacts').notNull().default(0),
    accesses: integer('accesses').notNull().default(0),
    conversions: integer('conversions').notNull().default(0),
    impressions: integer('impressions').notNull().default(0),
    results: integer('results').notNull().default(0),
  },
  t => [
    index('erasure_list').on(t.companyId, t.productId, t.id),
    index('erasure_open')
      .on(t.id)
      .where(sql`settled_at is null`),
    uniqueIndex('erasure_once')
      .on(t.productId, t.visitorId)
      .where(sql`visitor_id is not null`),
  ],
);

/** How far the identifiers of a product's events were removed by its retention period. */
export const retention = pgTable('retention', {
  productId: integer('product_id')
    .primaryKey()
    .references(() => product.id),
  companyId: tenant(),
  // The time before which events may lack identifiers: it is noted before the first of them is removed.
  removingBefore: time('removing_before').notNull(),
  removedBefore: time('removed_before'), // the time before which none has any; null: the first removal is under way
});
