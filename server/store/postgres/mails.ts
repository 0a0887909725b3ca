import { and, eq, lt, sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import { mail, type MailOrder } from './schema.ts';

/** Mails that wait to be sent. */

/** Puts a mail into the queue, due at once; its number. */
export const orderMail = async (db: Database, mailOrder: MailOrder, at: Date): Promise<number> => {
  const [row] = await db.insert(mail).values({ mailOrder, nextAt: at, createdAt: at }).returning({ id: mail.id });
  if (row === undefined) throw new Error('the mail was not stored');
  return row.id;
};

/** A mail that this program may now send; `attempt` counts from 1. */
export interface ClaimedMail { readonly id: number; readonly order: MailOrder; readonly attempt: number }

/** Takes up to `limit` mails that are due. They become due again at `leaseUntil`: whoever dies while sending loses none. As of notifications, what is due is looked for once. */
export const claimMails = async (db: Database, now: Date, leaseUntil: Date, limit: number): Promise<ClaimedMail[]> => {
  const { rows } = await db.execute<{ id: string; mail_order: MailOrder; attempts: number }>(sql`
    with due as materialized (
      select id from ${mail} where state = 'ready' and next_at <= ${now.toISOString()} order by next_at, id limit ${limit} for update skip locked)
    update ${mail} as claimed set attempts = claimed.attempts + 1, next_at = ${leaseUntil.toISOString()}
    from due where claimed.id = due.id
    returning claimed.id, claimed.mail_order, claimed.attempts`);
  return rows.map(row => ({ id: Number(row.id), order: row.mail_order, attempt: row.attempts })).sort((a, b) => a.id - b.id);
};

/** Removes a mail that is out, or that nobody is to have. */
export const forgetMail = async (db: Database, id: number): Promise<void> => { await db.delete(mail).where(eq(mail.id, id)); };

/** Puts a mail off; `retryAt` null: it stays, and is not tried again. Only for whoever still holds it, which the attempt tells. */
export const postponeMail = async (db: Database, { id, attempt }: ClaimedMail, retryAt: Date | null): Promise<void> => {
  await db.update(mail).set(retryAt === null ? { state: 'dead' } : { nextAt: retryAt }).where(and(eq(mail.id, id), eq(mail.attempts, attempt)));
};

/** Removes mails that were given up before `before`, and what they say of people with them. */
export const forgetDeadMails = async (db: Database, before: Date): Promise<void> => {
  await db.delete(mail).where(and(eq(mail.state, 'dead'), lt(mail.nextAt, before)));
};
