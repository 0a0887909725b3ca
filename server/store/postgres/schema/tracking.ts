import { bigint, customType, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';

/** The 64-bit number of a transaction, which never wraps around; as text outside the store. */
const transactionId = customType<{ data: string; driverData: string }>({ dataType: () => 'xid8' });

/**
 * Which rows of the collector's settings were written, and by which transaction. Triggers on the six tables
 * that the collector reads write it; no user sees it, so it names no company. Rows that every reader has
 * passed are removed.
 */
export const trackingChange = pgTable(
  'tracking_change',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    transactionId: transactionId('transaction_id')
      .notNull()
      .default(sql`pg_current_xact_id()`),
    tableName: text('table_name').notNull(),
    rowId: integer('row_id'), // null: the table was truncated
  },
  t => [index('tracking_change_transaction').on(t.transactionId)],
);
