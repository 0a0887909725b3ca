import {
  bigint,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';
import { user } from './accounts.ts';
import { apiKey } from './api-keys.ts';
import { ad } from './ads.ts';
import { id, lifecycleColumns } from './columns.ts';
import { product, tenant } from './company.ts';

/** Imports. */

/** Imported cost of an ad on a day in Tokyo; counted if the product's ad cost linkage is on. */
export const adCost = pgTable(
  'ad_cost',
  {
    companyId: tenant(),
    productId: integer('product_id')
      .notNull()
      .references(() => product.id),
    adId: integer('ad_id')
      .notNull()
      .references(() => ad.id),
    day: date('day').notNull(),
    cost: numeric('cost', { precision: 12, scale: 2, mode: 'number' }).notNull(), // yen
    updatedAt: timestamp('updated_at', { withTimezone: true, precision: 3 }).notNull(),
  },
  t => [primaryKey({ columns: [t.adId, t.day] }), index('ad_cost_product').on(t.productId, t.day)],
);

/** A scheduled import of a product: source, column mapping and schedule. */
export const syncSetting = pgTable(
  'sync_setting',
  {
    id: id(),
    companyId: tenant(),
    productId: integer('product_id')
      .notNull()
      .references(() => product.id),
    name: text('name').notNull(),
    kind: text('kind', { enum: ['ads', 'costs'] }).notNull(),
    sourceUrl: text('source_url').notNull().default(''), // HTTPS; empty: by upload only
    format: text('format', { enum: ['csv', 'xlsx', 'json'] })
      .notNull()
      .default('csv'),
    // Field: heading of the source's column.
    mapping: jsonb('mapping').$type<Record<string, string>>().notNull().default({}),
    schedule: text('schedule', { enum: ['none', 'hourly', 'daily', 'weekly', 'monthly'] })
      .notNull()
      .default('none'),
    hour: smallint('hour').notNull().default(6), // 0..23 in Tokyo
    ...lifecycleColumns,
  },
  t => [index('sync_setting_product').on(t.companyId, t.productId)],
);

/** One run of an import, with the errors of its rows. A run with errors changed nothing. */
export const syncRun = pgTable(
  'sync_run',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    companyId: tenant(),
    syncSettingId: integer('sync_setting_id')
      .notNull()
      .references(() => syncSetting.id),
    userId: integer('user_id').references(() => user.id), // the user who started it; null: the schedule
    apiKeyId: integer('api_key_id').references(() => apiKey.id), // the key with which it was started; null: none
    state: text('state', { enum: ['running', 'done', 'failed'] })
      .notNull()
      .default('running'),
    rows: integer('rows').notNull().default(0),
    applied: integer('applied').notNull().default(0),
    errors: jsonb('errors')
      .$type<
        {
          readonly row: number;
          readonly field: string;
          readonly code: string;
          readonly values?: Record<string, string | number>;
        }[]
      >()
      .notNull()
      .default([]),
    failure: text('failure').notNull().default(''), // failure code if the file could not be read
    startedAt: timestamp('started_at', { withTimezone: true, precision: 3 }).notNull(),
    endedAt: timestamp('ended_at', { withTimezone: true, precision: 3 }),
  },
  t => [index('sync_run_setting').on(t.syncSettingId, t.id)],
);
