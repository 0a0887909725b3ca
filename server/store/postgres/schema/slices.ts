import { integer, pgTable, primaryKey, smallint, text, timestamp } from 'drizzle-orm/pg-core';
import { eventId } from './columns.ts';

/** Which ClickHouse servers have which products, where an installation has several (docs/operations.md). */

/** Slices of partitions, for new products. Partitions without a row are on the default slice. */
export const partitionSlice = pgTable('partition_slice', {
  partition: smallint('partition').primaryKey(), // 0..1023
  slice: text('slice').notNull(), // a name of CLICKHOUSE_SLICES
});

/**
 * Slices of products. A row stays when its product is deleted, since events may arrive later; so `product_id` refers to
 * nothing.
 */
export const productSlice = pgTable('product_slice', {
  productId: integer('product_id').primaryKey(),
  slice: text('slice').notNull(), // a name of CLICKHOUSE_SLICES
});

/** What the collectors have loaded into the slices beside the default one, whose watermark is in `collector`. */
export const sliceWatermark = pgTable(
  'slice_watermark',
  {
    number: integer('number').notNull(), // of the collector
    slice: text('slice').notNull(),
    lowWatermark: eventId('low_watermark').notNull(), // every event up to it is loaded
  },
  t => [primaryKey({ columns: [t.number, t.slice] })],
);

/** Moves of products between slices. A row is deleted with the rows of the product on the slice that it left. */
export const productMove = pgTable('product_move', {
  productId: integer('product_id').primaryKey(),
  source: text('source').notNull(),
  target: text('target').notNull(),
  stage: text('stage').$type<MoveStage>().notNull(),
  bothFrom: eventId('both_from').notNull(), // events from it on are loaded into both; earlier ones are copied
  bothUntil: eventId('both_until'), // set with the end: later events are loaded into one slice only
  endedAt: timestamp('ended_at', { withTimezone: true, precision: 3 }),
});

/** `copying`: reports read the source; `switched`: the target; `cancelled`: the source, for good. */
export type MoveStage = 'copying' | 'switched' | 'cancelled';
