import { and, eq, gte, isNull, lt, ne, or, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../engine/database.ts';
import { company, mail, product, reportDelivery } from '../schema/index.ts';

/** Report deliveries: reports that are sent by email on a schedule. */

export interface Delivery {
  readonly id: number;
  readonly companyId: number;
  readonly productId: number;
  readonly productName: string;
  readonly weekStart: number;
  readonly name: string;
  readonly page: string;
  readonly query: string;
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
/** Sending does not change the settings, so `updated_at` is preserved and an open form has no conflict. */
const UNCHANGED = { updatedAt: sql`${one.updatedAt}` };
const columns = {
  id: one.id,
  companyId: one.companyId,
  productId: one.productId,
  productName: product.name,
  weekStart: product.weekStart,
  name: one.name,
  page: one.page,
  query: one.query,
  address: one.address,
  format: one.format,
  locale: one.locale,
  schedule: one.schedule,
  hour: one.hour,
  recipients: one.recipients,
  changedAt: one.updatedAt,
  lastSlot: one.lastSlot,
};
/** Deliveries that are not deleted, of existing products and enabled companies. */
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
 * Next due time of a delivery, in the terms of `server/platform/schedule.ts`: days, weeks and months in Tokyo, at the
 * delivery's hour. Null: no schedule, or deleted.
 */
export const nextDueOf: SQL<Date | null> = sql<Date | null>`(
  select (date_trunc(unit, shifted) + ('1 ' || unit)::interval + make_interval(hours => ${one.hour})) at time zone 'Asia/Tokyo'
  from (select case ${one.schedule} when 'daily' then 'day' when 'weekly' then 'week' when 'monthly' then 'month' end as unit,
    now() at time zone 'Asia/Tokyo' - make_interval(hours => ${one.hour}) as shifted) as due
  where ${one.status}
)`.mapWith(one.lastSlot);

/**
 * Result of the emails of the last due time: `failed` if one was given up, `waiting` while one is queued, `sent`, or
 * `none`. Column names are qualified, because emails have an `id` too.
 */
export const lastResultOf: SQL<string> = sql<string>`(
  case (select min(m.state) from ${mail} m where (m.mail_order->>'deliveryId')::int = ${one}.id and (m.mail_order->>'slot')::bigint = (extract(epoch from ${one.lastSlot}) * 1000)::bigint)
  when 'dead' then 'failed' when 'ready' then 'waiting' else case when ${one.lastSent} >= ${one.lastSlot} then 'sent' else 'none' end end
)`;

/** Scheduled deliveries of all companies. */
export const scheduledDeliveries = (db: Database): Promise<Delivery[]> =>
  living(db)
    .where(and(eq(one.status, true), ne(one.schedule, 'none')))
    .orderBy(one.id);

/** Finds a delivery of a company; null: deleted or unknown. */
export const findDelivery = async (db: Database, companyId: number, id: number): Promise<Delivery | null> =>
  (await living(db).where(and(eq(one.status, true), eq(one.companyId, companyId), eq(one.id, id))))[0] ??
  null;

/**
 * Queues the emails of a delivery for one due time, one per recipient, and records the time, in one transaction and
 * once across processes.
 * @param due.slot due time of the schedule and of the emails
 * @param due.wrongFrom time from which on a recorded time does not count
 * @returns number of queued emails; 0: another process was first, or the delivery has changed
 */
export const orderReports = (
  db: Database,
  { id, companyId, changedAt, recipients }: Delivery,
  { slot, at, wrongFrom }: { readonly slot: Date; readonly at: Date; readonly wrongFrom: Date },
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
          or(isNull(one.lastSlot), lt(one.lastSlot, slot), gte(one.lastSlot, wrongFrom)),
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

/** Records the time at which an email of a delivery was sent; the latest one counts. */
export const noteSent = async (db: Database, companyId: number, id: number, at: Date): Promise<void> => {
  await db
    .update(one)
    .set({ lastSent: sql`greatest(${one.lastSent}, ${at.toISOString()}::timestamptz)`, ...UNCHANGED })
    .where(and(eq(one.companyId, companyId), eq(one.id, id)));
};
