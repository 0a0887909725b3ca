import { bigint, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { bytea, eventId } from './columns.ts';

/**
 * The programs that share the stores. Each has a data folder with a journal, and the number in its event ids belongs to
 * that folder. No user reads the table, so it has no tenant column.
 */
export const collector = pgTable('collector', {
  number: integer('number').primaryKey(), // 0..1023
  folderId: uuid('folder_id').notNull().unique(),
  processId: uuid('process_id').notNull(), // of the last process that opened the folder
  host: text('host').notNull(), // for operators
  keysDigest: text('keys_digest').notNull(), // programs that share stores have the same keys; empty: stopped
  lowWatermark: eventId('low_watermark'), // null: it has no events to load
  // Milliseconds since 1970 up to which its clicks are in click_batch; null: it is alone, or knows of no others yet.
  clicksUntil: bigint('clicks_until', { mode: 'number' }),
  rejectedRows: integer('rejected_rows').notNull().default(0), // events that wait for `npm run replay-rejected`
  loadedEvents: bigint('loaded_events', { mode: 'number' }).notNull().default(0),
  seenAt: timestamp('seen_at', { withTimezone: true, precision: 3 }).notNull().defaultNow(),
});

/**
 * The clicks of some moments that one collector accepted, by digests: the others recognise double clicks by them. Removed
 * after some minutes. No user reads the table, so it has no tenant column.
 */
export const clickBatch = pgTable(
  'click_batch',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    collectorNumber: integer('collector_number').notNull(),
    firstMs: bigint('first_ms', { mode: 'number' }).notNull(), // time of its first click, ms since 1970
    lastMs: bigint('last_ms', { mode: 'number' }).notNull(),
    clicks: bytea('clicks').notNull(),
  },
  t => [index('click_batch_last').on(t.lastMs)],
);
