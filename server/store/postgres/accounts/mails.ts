import { and, eq, lt, sql } from 'drizzle-orm';
import type { Database } from '../engine/database.ts';
import { mail, type MailOrder } from '../schema/index.ts';

/** Mails that wait to be sent. */

/** Puts a mail into the queue, due at once; its number. */
export const orderMail = async (db: Database, mailOrder: MailOrder, at: Date): Promise<number> => {
  const [row] = await db
    .insert(mail)
    .values({ mailOrder, nextAt: at, createdAt: at })
    .returning({ id: mail.id });
  if (row === undefined) throw new Error('the mail was not stored');
  return row.id;
};

/** A mail that this program may now send; `attempt` counts from 1. */
export interface ClaimedMail {
  readonly id: number;
  readonly order: MailOrder;
  readonly attempt: number;
}

/**
 * How many mails may be claimed, how many of them with reports, and how many reports a company may have under
 * way; `busy`: those that it has, by company.
 */
export interface MailPlaces {
  readonly mails: number;
  readonly reports: number;
  readonly reportsOfCompany: number;
  readonly busy: Readonly<Record<number, number>>;
}

/**
 * Takes mails that are due, each company's reports up to its share. They become due again at `leaseUntil`:
 * whoever
 * dies while sending loses none. As of notifications, what is due is looked for once.
 */
export const claimMails = async (
  db: Database,
  now: Date,
  leaseUntil: Date,
  { mails, reports, reportsOfCompany, busy }: MailPlaces,
): Promise<ClaimedMail[]> => {
  const { rows } = await db.execute<{ id: string; mail_order: MailOrder; attempts: number }>(sql`
    with ready as (
      select id, next_at, mail_order ->> 'kind' = 'report' as is_report, mail_order ->> 'companyId' as company
      from ${mail} where state = 'ready' and next_at <= ${now.toISOString()}),
    shared as (
      select id, next_at, is_report, row_number() over (partition by is_report order by next_at, id) as place from (
        select *, row_number() over (partition by is_report, company order by next_at, id)
          + coalesce((${JSON.stringify(busy)}::jsonb ->> company)::int, 0) as own_place from ready) as ranked
      where not is_report or own_place <= ${reportsOfCompany}::int),
    chosen as materialized (
      select id from shared where not is_report or place <= ${reports}::int order by next_at, id limit ${mails}),
    due as materialized (
      select id from ${mail} where id in (select id from chosen) and state = 'ready' and next_at <= ${now.toISOString()}
      for update skip locked)
    update ${mail} as claimed set attempts = claimed.attempts + 1, next_at = ${leaseUntil.toISOString()}
    from due where claimed.id = due.id
    returning claimed.id, claimed.mail_order, claimed.attempts`);
  return rows
    .map(row => ({ id: Number(row.id), order: row.mail_order, attempt: row.attempts }))
    .sort((a, b) => a.id - b.id);
};

/** Keeps a mail that is still being written. Only for whoever holds it, which the attempt tells. */
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

/** Removes a mail that is out, or that nobody is to have. */
export const forgetMail = async (db: Database, id: number): Promise<void> => {
  await db.delete(mail).where(eq(mail.id, id));
};

/**
 * Puts a mail off; `retryAt` null: it stays, and is not tried again. Only for whoever still holds it, which
 * the attempt tells.
 */
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

/** Removes mails that were given up before `before`, and what they say of people with them. */
export const forgetDeadMails = async (db: Database, before: Date): Promise<void> => {
  await db.delete(mail).where(and(eq(mail.state, 'dead'), lt(mail.nextAt, before)));
};
