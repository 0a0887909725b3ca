import { sql } from 'drizzle-orm';
import {
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { user } from './accounts.ts';
import { bytea, id, lifecycleColumns } from './columns.ts';
import { product, tenant } from './company.ts';

/** Users' settings of analyses and lists. */

/** Default setting of an analysis page for a product, and the definition of its custom pages. */
export const analyzeSetting = pgTable(
  'analyze_setting',
  {
    id: id(),
    companyId: tenant(),
    productId: integer('product_id')
      .notNull()
      .references(() => product.id),
    page: text('page').notNull(), // ad_statistics, term, .., item_1, item_2, item_3
    name: text('name').notNull().default(''), // name of a custom page
    metrics: text('metrics')
      .array()
      .notNull()
      .default(sql`'{}'`),
    axes: text('axes')
      .array()
      .notNull()
      .default(sql`'{}'`), // at most two, the outer one first
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

/** A report delivery: the query of its file, its schedule and its recipients. */
export const reportDelivery = pgTable(
  'report_delivery',
  {
    id: id(),
    companyId: tenant(),
    productId: integer('product_id')
      .notNull()
      .references(() => product.id),
    name: text('name').notNull(),
    page: text('page').notNull(), // page of the report: attribution, lpo, item_1, .., or board
    query: text('question').notNull().default(''), // URL query of the file, without product and period
    address: text('address').notNull().default(''), // address of the same report in the console
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
    // Due time of the schedule for which emails were last queued.
    lastSlot: timestamp('last_slot', { withTimezone: true, precision: 3 }),
    lastSent: timestamp('last_sent', { withTimezone: true, precision: 3 }), // time at which an email was last sent
    ...lifecycleColumns,
  },
  t => [index('report_delivery_product').on(t.companyId, t.productId)],
);

/** A saved state of a list under a name: its address without the product. */
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
      .default(sql`'{}'`), // hidden columns
    shared: boolean('shared').notNull().default(false), // visible to all users of the company
    ...lifecycleColumns,
  },
  t => [index('saved_view_screen').on(t.companyId, t.screen)],
);

/** An item of a board: a saved view of a report, and what of it is shown. */
export interface BoardItem {
  readonly view_id: number;
  readonly kind: 'chart' | 'table' | 'figure';
  /** The metric of a figure; null: the first one of the report. */
  readonly metric: string | null;
  /** Takes the full width of the board. */
  readonly wide: boolean;
}

/** A board: a page that shows saved views of reports together. */
export const reportBoard = pgTable(
  'report_board',
  {
    id: id(),
    companyId: tenant(),
    userId: integer('user_id')
      .notNull()
      .references(() => user.id),
    name: text('name').notNull(),
    items: jsonb('items').$type<readonly BoardItem[]>().notNull().default([]), // in their order
    shared: boolean('shared').notNull().default(false), // visible to all users of the company
    ...lifecycleColumns,
  },
  t => [index('report_board_company').on(t.companyId)],
);

/**
 * A link by which people without an account read a board, with the rights of the user who made it. `status` false:
 * revoked.
 */
export const boardLink = pgTable(
  'board_link',
  {
    id: id(),
    companyId: tenant(),
    boardId: integer('board_id')
      .notNull()
      .references(() => reportBoard.id),
    productId: integer('product_id')
      .notNull()
      .references(() => product.id),
    userId: integer('user_id')
      .notNull()
      .references(() => user.id), // whose rights the link has
    name: text('name').notNull(), // for whom it is made
    title: text('title').notNull().default(''), // title of the page; empty: the name of the board
    brand: text('brand').notNull().default(''), // text in place of the product's name; empty: none
    locale: text('locale', { enum: ['ja', 'en', 'zh-CN'] }), // language of the page; null: that of the browser
    // SHA-256 of the token, which is never stored; null: the link does not work.
    hash: bytea('hash').unique(),
    expiresAt: timestamp('expires_at', { withTimezone: true, precision: 3 }).notNull(),
    openings: integer('openings').notNull().default(0),
    lastOpenedAt: timestamp('last_opened_at', { withTimezone: true, precision: 3 }),
    ...lifecycleColumns,
  },
  t => [index('board_link_board').on(t.companyId, t.boardId)],
);

/** A note of a user on a day of a product: what happened then. */
export const dayNote = pgTable(
  'day_note',
  {
    id: id(),
    companyId: tenant(),
    productId: integer('product_id')
      .notNull()
      .references(() => product.id),
    userId: integer('user_id')
      .notNull()
      .references(() => user.id), // the author
    day: date('day').notNull(), // day in Tokyo
    text: text('text').notNull(),
    ...lifecycleColumns,
  },
  t => [index('day_note_product').on(t.companyId, t.productId, t.day)],
);

/** Visible columns of a list, log or report for a user, and their order. */
export const columnChoice = pgTable(
  'column_choice',
  {
    id: id(),
    companyId: tenant(),
    userId: integer('user_id')
      .notNull()
      .references(() => user.id),
    screen: text('screen').notNull(), // ads, log_accesses, analysis_effect, ..
    hidden: text('hidden').array(), // null: the columns hidden by default
    order: text('column_order').array(), // null: the default order
    pinned: text('pinned'), // last pinned column; null: only the first column is pinned
    lastUsedAt: timestamp('last_used_at', { withTimezone: true, precision: 3 }).notNull(), // it expires 30 days later
  },
  t => [uniqueIndex('column_choice_screen').on(t.userId, t.screen)],
);
