import { bigint, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { eventId } from './columns.ts';

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
  loadedEvents: bigint('loaded_events', { mode: 'number' }).notNull().default(0),
  seenAt: timestamp('seen_at', { withTimezone: true, precision: 3 }).notNull().defaultNow(),
});
