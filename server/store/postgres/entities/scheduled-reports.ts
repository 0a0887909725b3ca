import { and, eq, ne, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../engine/database.ts';
import { company, mail, product, reportDelivery } from '../schema/index.ts';

/** Reports that are sent by mail. */

export interface Delivery {
  readonly id: number;
  readonly companyId: number;
  readonly productId: number;
  readonly productName: string;
  readonly weekStart: number;
  readonly name: string;
  readonly page: string;
  readonly question: string;
  readonly address: string;
  readonly format: 'csv' | 'xlsx';
  readonly locale: 'ja' | 'en' | 'zh-CN';
  readonly schedule: 'none' | 'daily' | 'weekly' | 'monthly';
  readonly hour: number;
  readonly recipients: readonly string[];
  readonly changedAt: Date;
  readonly lastSlot: Date | null;
}

const one = reportDelivery;
/** Sending is no change of what is set: whoever has it open to edit need not see it again. */
const UNCHANGED = { updatedAt: sql`${one.updatedAt}` };
const columns = {
  id: one.id,
  companyId: one.companyId,
  productId: one.productId,
  productName: product.name,
  weekStart: product.weekStart,
  name: one.name,
  page: one.page,
  question: one.question,
  address: one.address,
  format: one.format,
  locale: one.locale,
  schedule: one.schedule,
  hour: one.hour,
  recipients: one.recipients,
  changedAt: one.updatedAt,
  lastSlot: one.lastSlot,
};
/** Those that are not deleted, of products that are not deleted and companies in service. */
const living = (db: Database) =>
  db
    .select(columns)
    .from(one)
    .innerJoin(
      product,
      and(eq(product.id, one.productId), eq(product.companyId, one.companyId), eq(product.status, true)),
    )
    .innerJoin(company, and(eq(company.id, one.companyId), eq(company.status, true)));

/**
 * The next time of a delivery's schedule, as `server/platform/schedule.ts` counts: Tokyo's days, weeks and
 * months, at its hour. Null: it has none, or is deleted.
 */
export const nextDueOf: SQL<Date | null> = sql<Date | null>`(
  select (date_trunc(unit, shifted) + ('1 ' || unit)::interval + make_interval(hours => ${one.hour})) at time zone 'Asia/Tokyo'
  from (select case ${one.schedule} when 'daily' then 'day' when 'weekly' then 'week' when 'monthly' then 'month' end as unit,
    now() at time zone 'Asia/Tokyo' - make_interval(hours => ${one.hour}) as shifted) as due
  where ${one.status}
)`.mapWith(one.lastSlot);

/**
 * What became of the mails of the time that was last met: `failed` if one was given up, `waiting` while one
 * is to be sent, `sent`, or `none` that is known. Mails have an `id` too: in here it must be said whose is
 * meant.
 */
export const lastResultOf: SQL<string> = sql<string>`(
  case (select min(m.state) from ${mail} m where (m.mail_order->>'deliveryId')::int = ${one}.id and (m.mail_order->>'slot')::bigint = (extract(epoch from ${one.lastSlot}) * 1000)::bigint)
  when 'dead' then 'failed' when 'ready' then 'waiting' else case when ${one.lastSent} >= ${one.lastSlot} then 'sent' else 'none' end end
)`;

/** Those of all companies that have a schedule. */
export const scheduledDeliveries = (db: Database): Promise<Delivery[]> =>
  living(db)
    .where(and(eq(one.status, true), ne(one.schedule, 'none')))
    .orderBy(one.id);

/** A delivery of a company; null: there is none any more. */
export const findDelivery = async (db: Database, companyId: number, id: number): Promise<Delivery | null> =>
  (await living(db).where(and(eq(one.status, true), eq(one.companyId, companyId), eq(one.id, id))))[0] ??
  null;

/**
 * Orders the mails of a delivery for a time of its schedule, one a recipient, and keeps that it did: all of
 * it or nothing, and once whoever else looks.
 *
 * @param slot the time, which is also when the mails become due
 * @returns how many were ordered; 0: another program was first, or it was changed meanwhile
 */
export const orderReports = (
  db: Database,
  { id, companyId, changedAt, recipients }: Delivery,
  slot: Date,
  at: Date,
): Promise<number> =>
  db.transaction(async tx => {
    const [met] = await tx
      .update(one)
      .set({ lastSlot: slot, ...UNCHANGED })
      .where(
        and(
          eq(one.companyId, companyId),
          eq(one.id, id),
          eq(one.status, true),
          eq(one.updatedAt, changedAt),
          sql`(${one.lastSlot} is null or ${one.lastSlot} < ${slot.toISOString()})`,
        ),
      )
      .returning({ id: one.id });
    if (met === undefined || recipients.length === 0) return 0;
    await tx.insert(mail).values(
      recipients.map(email => ({
        mailOrder: { kind: 'report' as const, companyId, deliveryId: id, slot: slot.getTime(), email },
        nextAt: at,
        createdAt: at,
      })),
    );
    return recipients.length;
  });

/** Keeps when a mail of a delivery was handed over; of several the last. */
export const noteSent = async (db: Database, companyId: number, id: number, at: Date): Promise<void> => {
  await db
    .update(one)
    .set({ lastSent: sql`greatest(${one.lastSent}, ${at.toISOString()}::timestamptz)`, ...UNCHANGED })
    .where(and(eq(one.companyId, companyId), eq(one.id, id)));
};
