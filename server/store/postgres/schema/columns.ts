import { boolean, customType, integer, numeric, timestamp } from 'drizzle-orm/pg-core';

/** Column types and columns that many tables share. */

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
/** A 64-bit event id, as text outside the store, because JavaScript numbers are exact only up to 2^53. */
export const eventId = customType<{ data: string; driverData: string }>({
  dataType: () => 'bigint',
  fromDriver: String,
});
/** Yen with two decimals, exact. */
export const money = (name: string) => numeric(name, { precision: 10, scale: 2, mode: 'number' });

export const id = () => integer('id').primaryKey().generatedAlwaysAsIdentity();
export const lifecycleColumns = {
  status: boolean('status').notNull().default(true),
  createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull().defaultNow(),
  updatedAt: timestamp('updated_at', { withTimezone: true, precision: 3 })
    .notNull()
    .defaultNow()
    .$onUpdate(() => new Date()),
};
