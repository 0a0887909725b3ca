import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
} from 'drizzle-orm/pg-core';
import { asp } from './ads.ts';
import { product, tenant } from './company.ts';
import { decision, result } from './results.ts';

/** What networks are told. */

/** What is to be told to a network: written in the transaction of the decision it tells. */
export const notification = pgTable(
  'notification',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    companyId: tenant(),
    productId: integer('product_id')
      .notNull()
      .references(() => product.id),
    aspId: integer('asp_id')
      .notNull()
      .references(() => asp.id),
    resultId: bigint('result_id', { mode: 'number' })
      .notNull()
      .references(() => result.id),
    decisionId: bigint('decision_id', { mode: 'number' })
      .notNull()
      .references(() => decision.id),
    method: smallint('method').notNull().default(2), // 1 CV tag, 2 webhook
    url: text('url').notNull(), // macros filled in; of a tag: the page that it was given to, '' before
    body: text('body'), // of a signed POST, null: a GET; of a tag: its HTML, macros filled in
    takenBy: text('taken_by'), // the page that the tag was given to, by the key that it made for itself
    state: text('state', { enum: ['ready', 'sending', 'done', 'dead'] })
      .notNull()
      .default('ready'),
    attempts: integer('attempts').notNull().default(0),
    attemptsBefore: integer('attempts_before').notNull().default(0), // those before it was last sent again by hand: the waits begin anew
    nextAt: timestamp('next_at', { withTimezone: true, precision: 3 }).notNull().defaultNow(),
    leaseUntil: timestamp('lease_until', { withTimezone: true, precision: 3 }),
    createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull().defaultNow(),
  },
  t => [
    unique('notification_once').on(t.decisionId),
    index('notification_due')
      .on(t.aspId, t.nextAt)
      .where(sql`state in ('ready', 'sending')`),
    index('notification_dead')
      .on(t.aspId)
      .where(sql`state = 'dead'`),
    index('notification_tag')
      .on(t.nextAt)
      .where(sql`state = 'ready' and method = 1`),
    index('notification_result').on(t.resultId, t.id),
    index('notification_log').on(t.productId, t.createdAt, t.id),
  ],
);

/** One line per try to tell a network. */
export const notificationAttempt = pgTable(
  'notification_attempt',
  {
    notificationId: bigint('notification_id', { mode: 'number' })
      .notNull()
      .references(() => notification.id),
    number: integer('number').notNull(),
    companyId: tenant(),
    httpStatus: smallint('http_status'), // null: no answer
    failure: text('failure'), // why it did not succeed, by a word of ATTEMPT_FAILURES; null: it did
    answer: text('answer').notNull().default(''), // the first characters of the body, or what the system said
    success: boolean('success').notNull(),
    executedAt: timestamp('executed_at', { withTimezone: true, precision: 3 }).notNull().defaultNow(),
  },
  t => [primaryKey({ columns: [t.notificationId, t.number] })],
);

/** How far the maker of results has read the conversions: it starts again where it stopped. */
export const bookmark = pgTable('bookmark', {
  name: text('name').primaryKey(),
  position: text('position').notNull(),
});

/**
 * Conversions that arrived in the columnar store out of order, behind the bookmark: their results are still
 * to be made.
 */
export const lateConversion = pgTable('late_conversion', {
  conversionId: numeric('conversion_id', { precision: 20, scale: 0 }).primaryKey(),
});
