import { bigint, customType, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';

/** A 64-bit transaction id, which never wraps around; text outside the store. */
const transactionId = customType<{ data: string; driverData: string }>({ dataType: () => 'xid8' });

/**
 * Changed rows of the collector's settings, by transaction. Triggers of the six tables that the collector reads write
 * them. No user reads the table, so it has no tenant column. Rows that all readers have passed are deleted.
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
