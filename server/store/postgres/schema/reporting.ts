import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  pgTable,
  smallint,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { user } from './accounts.ts';
import { id, lifecycleColumns } from './columns.ts';
import { product, tenant } from './company.ts';

/** What people made of analyses and lists. */

/**
 * What an analysis page shows of a product unless its user chooses otherwise, and what the custom pages are
 * made of.
 */
export const analyzeSetting = pgTable(
  'analyze_setting',
  {
    id: id(),
    companyId: tenant(),
    productId: integer('product_id')
      .notNull()
      .references(() => product.id),
    page: text('page').notNull(), // ad_statistics, term, .., item_1, item_2, item_3
    name: text('name').notNull().default(''), // of a custom page
    metrics: text('metrics')
      .array()
      .notNull()
      .default(sql`'{}'`),
    axes: text('axes')
      .array()
      .notNull()
      .default(sql`'{}'`), // at most two, the outer first
    hiddenMetrics: text('hidden_metrics')
      .array()
      .notNull()
      .default(sql`'{}'`),
    chart: text('chart', { enum: ['none', 'bar', 'stacked'] })
      .notNull()
      .default('none'),
    ...lifecycleColumns,
  },
  t => [
    uniqueIndex('analyze_setting_page')
      .on(t.productId, t.page)
      .where(sql`status`),
  ],
);

/** A report that is sent by mail, as a file: what it asks, when and to whom. */
export const reportDelivery = pgTable(
  'report_delivery',
  {
    id: id(),
    companyId: tenant(),
    productId: integer('product_id')
      .notNull()
      .references(() => product.id),
    name: text('name').notNull(),
    page: text('page').notNull(), // which report: attribution, lpo, item_1, ..
    question: text('question').notNull().default(''), // what its file is asked, as the query of an address, product and period aside
    address: text('address').notNull().default(''), // where the console shows the same
    format: text('format', { enum: ['csv', 'xlsx'] })
      .notNull()
      .default('xlsx'),
    locale: text('locale', { enum: ['ja', 'en', 'zh-CN'] })
      .notNull()
      .default('ja'),
    schedule: text('schedule', { enum: ['none', 'daily', 'weekly', 'monthly'] })
      .notNull()
      .default('weekly'),
    hour: smallint('hour').notNull().default(8), // 0..23 in Tokyo
    recipients: text('recipients')
      .array()
      .notNull()
      .default(sql`'{}'`),
    lastSlot: timestamp('last_slot', { withTimezone: true, precision: 3 }), // the time of the schedule for which mails were last ordered
    lastSent: timestamp('last_sent', { withTimezone: true, precision: 3 }), // when a mail of it was last handed over
    ...lifecycleColumns,
  },
  t => [index('report_delivery_product').on(t.companyId, t.productId)],
);

/** A list as somebody left it, by name: its address without the product. */
export const savedView = pgTable(
  'saved_view',
  {
    id: id(),
    companyId: tenant(),
    userId: integer('user_id')
      .notNull()
      .references(() => user.id),
    screen: text('screen').notNull(),
    name: text('name').notNull(),
    search: text('search').notNull(),
    hidden: text('hidden')
      .array()
      .notNull()
      .default(sql`'{}'`), // columns not shown
    shared: boolean('shared').notNull().default(false), // with everybody of the company
    ...lifecycleColumns,
  },
  t => [index('saved_view_screen').on(t.companyId, t.screen)],
);

/** Which columns of a list, log or report a user sees, and in which order. */
export const columnChoice = pgTable(
  'column_choice',
  {
    id: id(),
    companyId: tenant(),
    userId: integer('user_id')
      .notNull()
      .references(() => user.id),
    screen: text('screen').notNull(), // ads, log_accesses, analysis_effect, ..
    hidden: text('hidden').array(), // null: those that the screen hides by itself
    order: text('column_order').array(), // null: the screen's own
    pinned: text('pinned'), // last column that stays in view; null: the first alone
    lastUsedAt: timestamp('last_used_at', { withTimezone: true, precision: 3 }).notNull(), // it expires 30 days later
  },
  t => [uniqueIndex('column_choice_screen').on(t.userId, t.screen)],
);
