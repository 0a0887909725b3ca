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
/** A change of what a user signs in with. `second_factor_reset`: its removal by an administrator or the operator. */
export type CredentialChange =
  | 'app_added'
  | 'app_removed'
  | 'email_changed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'password_changed'
  | 'recovery_codes_renewed'
  | 'second_factor_removed'
  | 'second_factor_reset';
/** Tells a user of a change of what he or she signs in with. */
export interface CredentialChangeOrder {
  readonly kind: 'credential_change';
  readonly companyId: number;
  readonly userId: number;
  readonly change: CredentialChange;
  readonly locale: 'ja' | 'en' | 'zh-CN';
  /** Time of the change, ISO 8601. */
  readonly at: string;
  /** IP address from which the user made the change; null: an administrator or the operator made it. */
  readonly ip: string | null;
  /** Address to write to; null: that of the user. */
  readonly email: string | null;
}
export type MailOrder = ResetOrder | ReportOrder | InvitationOrder | CredentialChangeOrder;

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
