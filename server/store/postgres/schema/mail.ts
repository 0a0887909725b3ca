import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Queue of emails. */

/**
 * Input of an email when it is sent. For a password reset this is what the user typed: whether such an account exists
 * is only checked when sending.
 */
export interface ResetOrder {
  readonly kind: 'password_reset';
  readonly companyCode: string;
  readonly email: string;
  readonly locale: 'ja' | 'en' | 'zh-CN';
}
/** A report for one recipient. `slot`: due time of the schedule in ms since 1970. */
export interface ReportOrder {
  readonly kind: 'report';
  readonly companyId: number;
  readonly deliveryId: number;
  readonly slot: number;
  readonly email: string;
}
/** The invitation of a person to a company; its link is made when the email is composed. */
export interface InvitationOrder {
  readonly kind: 'invitation';
  readonly companyId: number;
  readonly invitationId: number;
}
/** Tells a user that an administrator or the operator removed the second factor of the account. */
export interface SecondFactorResetOrder {
  readonly kind: 'second_factor_reset';
  readonly companyId: number;
  readonly userId: number;
  readonly locale: 'ja' | 'en' | 'zh-CN';
}
export type MailOrder = ResetOrder | ReportOrder | InvitationOrder | SecondFactorResetOrder;

/** Emails to send; a row is deleted after sending. There is no tenant column: an order may name an unknown company. */
export const mail = pgTable(
  'mail',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    mailOrder: jsonb('mail_order').$type<MailOrder>().notNull(),
    state: text('state', { enum: ['ready', 'dead'] })
      .notNull()
      .default('ready'),
    attempts: integer('attempts').notNull().default(0),
    // While an email is being sent: the end of the sender's lease.
    nextAt: timestamp('next_at', { withTimezone: true, precision: 3 }).notNull(),
    createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull(),
  },
  t => [
    index('mail_due')
      .on(t.nextAt)
      .where(sql`state = 'ready'`),
  ],
);
