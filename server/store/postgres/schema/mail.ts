import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Mails that wait to be sent. */

/**
 * What a mail is made of at the time it is sent. For a forgotten password that is what was typed: whether
 * there is such an account is not asked before.
 */
export interface ResetOrder {
  readonly kind: 'password_reset';
  readonly companyCode: string;
  readonly email: string;
  readonly locale: 'ja' | 'en' | 'zh-CN';
}
/**
 * A report for one of its recipients; `slot`, in milliseconds, is the time of the schedule that it is for.
 */
export interface ReportOrder {
  readonly kind: 'report';
  readonly companyId: number;
  readonly deliveryId: number;
  readonly slot: number;
  readonly email: string;
}
/** The link with which the first administrator of a company chooses a password. */
export interface InvitationOrder {
  readonly kind: 'invitation';
  readonly companyCode: string;
  readonly email: string;
  readonly locale: 'ja' | 'en' | 'zh-CN';
}
export type MailOrder = ResetOrder | ReportOrder | InvitationOrder;

/**
 * Mails to be sent: a row is removed when its mail is out. No tenant: an order may name a company that does
 * not exist.
 */
export const mail = pgTable(
  'mail',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    mailOrder: jsonb('mail_order').$type<MailOrder>().notNull(),
    state: text('state', { enum: ['ready', 'dead'] })
      .notNull()
      .default('ready'),
    attempts: integer('attempts').notNull().default(0),
    nextAt: timestamp('next_at', { withTimezone: true, precision: 3 }).notNull(), // while it is being sent: when the sender is given up
    createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull(),
  },
  t => [
    index('mail_due')
      .on(t.nextAt)
      .where(sql`state = 'ready'`),
  ],
);
