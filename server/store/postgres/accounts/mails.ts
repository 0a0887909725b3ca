import { and, eq, gte, lt, sql } from 'drizzle-orm';
import type { Database } from '../engine/database.ts';
import { mail, type MailOrder } from '../schema/index.ts';

/** Queue of emails to send. */

/** Adds an email to the queue, due immediately. @returns its id */
export const orderMail = async (db: Database, mailOrder: MailOrder, at: Date): Promise<number> => {
  const [row] = await db
    .insert(mail)
    .values({ mailOrder, nextAt: at, createdAt: at })
    .returning({ id: mail.id });
  if (row === undefined) throw new Error('the mail was not stored');
  return row.id;
};

/** An email that this process may send now. `attempt` counts from 1. */
export interface ClaimedMail {
  readonly id: number;
  readonly order: MailOrder;
  readonly attempt: number;
}

/**
 * Limits of one claim: the number of emails, the number of report emails among them, and the number of reports per
 * company in progress. `busy`: reports in progress by company id.
 */
export interface MailPlaces {
  readonly mails: number;
  readonly reports: number;
  readonly reportsOfCompany: number;
  readonly busy: Readonly<Record<number, number>>;
}

/**
 * Claims due emails, and report emails of each company up to its limit. A claimed email becomes due again at
 * `leaseUntil`, so a crash of the sender loses none. `materialized` selects the due rows once.
 *
 * @param ahead emails due from this time on were stored while the clock was ahead, and are due
 */
export const claimMails = async (
  db: Database,
  { now, leaseUntil, ahead }: Readonly<Record<'now' | 'leaseUntil' | 'ahead', Date>>,
  { mails, reports, reportsOfCompany, busy }: MailPlaces,
): Promise<ClaimedMail[]> => {
  const isDue = sql`(next_at <= ${now.toISOString()} or next_at >= ${ahead.toISOString()})`;
  const { rows } = await db.execute<{ id: string; mail_order: MailOrder; attempts: number }>(sql`
    with ready as (
      select id, next_at, mail_order ->> 'kind' = 'report' as is_report, mail_order ->> 'companyId' as company
      from ${mail} where state = 'ready' and ${isDue}),
    shared as (
      select id, next_at, is_report, row_number() over (partition by is_report order by next_at, id) as place from (
        select *, row_number() over (partition by is_report, company order by next_at, id)
          + coalesce((${JSON.stringify(busy)}::jsonb ->> company)::int, 0) as own_place from ready) as ranked
      where not is_report or own_place <= ${reportsOfCompany}::int),
    chosen as materialized (
      select id from shared where not is_report or place <= ${reports}::int order by next_at, id limit ${mails}),
    due as materialized (
      select id from ${mail} where id in (select id from chosen) and state = 'ready' and ${isDue}
      for update skip locked)
    update ${mail} as claimed set attempts = claimed.attempts + 1, next_at = ${leaseUntil.toISOString()}
    from due where claimed.id = due.id
    returning claimed.id, claimed.mail_order, claimed.attempts`);
  return rows
    .map(row => ({ id: Number(row.id), order: row.mail_order, attempt: row.attempts }))
    .sort((a, b) => a.id - b.id);
};

/** Extends the lease of an email that is still being written. The attempt number proves the claim. */
export const extendLease = async (
  db: Database,
  { id, attempt }: ClaimedMail,
  leaseUntil: Date,
): Promise<void> => {
  await db
    .update(mail)
    .set({ nextAt: leaseUntil })
    .where(and(eq(mail.id, id), eq(mail.attempts, attempt), eq(mail.state, 'ready')));
};

/** Removes an email that was sent or is obsolete. */
export const forgetMail = async (db: Database, id: number): Promise<void> => {
  await db.delete(mail).where(eq(mail.id, id));
};

/** Removes the queued emails of an invitation, whose links a newer email ends. */
export const forgetInvitationMails = async (db: Database, invitationId: number): Promise<void> => {
  await db
    .delete(mail)
    .where(
      sql`${mail.mailOrder} ->> 'kind' = 'invitation' and ${mail.mailOrder} ->> 'invitationId' = ${String(invitationId)}`,
    );
};

/** Postpones an email. `retryAt` null: no further attempt. The attempt number proves the claim. */
export const postponeMail = async (
  db: Database,
  { id, attempt }: ClaimedMail,
  retryAt: Date | null,
): Promise<void> => {
  await db
    .update(mail)
    .set(retryAt === null ? { state: 'dead' } : { nextAt: retryAt })
    .where(and(eq(mail.id, id), eq(mail.attempts, attempt)));
};

/** Counts the emails that were ordered before `before` and are still to be sent. */
export const countMailsBefore = (db: Database, before: Date): Promise<number> =>
  db.$count(mail, and(eq(mail.state, 'ready'), lt(mail.createdAt, before)));

/** Counts the emails that were given up from `since` on: `next_at` is the end of their last lease. */
export const countDeadMailsSince = (db: Database, since: Date): Promise<number> =>
  db.$count(mail, and(eq(mail.state, 'dead'), gte(mail.nextAt, since)));

/** Removes emails that were given up before `before`, with the personal data that they contain. */
export const forgetDeadMails = async (db: Database, before: Date): Promise<void> => {
  await db.delete(mail).where(and(eq(mail.state, 'dead'), lt(mail.nextAt, before)));
};
