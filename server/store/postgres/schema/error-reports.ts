import { bigint, index, pgTable, smallint, text, timestamp } from 'drizzle-orm/pg-core';
import { tenant } from './company.ts';

/**
 * The latest errors of a company's browsers, and of the server while it answered them. Without user, values or stack.
 */
export const errorReport = pgTable(
  'error_report',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    companyId: tenant(),
    origin: text('origin', { enum: ['browser', 'server'] }).notNull(),
    place: text('place').notNull(), // a route of the server or a page of the console, without values
    code: text('code').notNull(),
    message: text('message').notNull(), // masked, at most 300 characters
    httpStatus: smallint('http_status'),
    requestId: text('request_id'),
    occurredAt: timestamp('occurred_at', { withTimezone: true, precision: 3 }).notNull(),
  },
  t => [index('error_report_last').on(t.companyId, t.origin, t.id)],
);
