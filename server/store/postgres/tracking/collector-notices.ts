import { and, desc, eq, gt, gte, lt, lte, or, sql } from 'drizzle-orm';
import { DAY, MINUTE } from '../../../platform/time.ts';
import type { Database } from '../engine/database.ts';
import { collectorNotice } from '../schema/index.ts';

export type CollectorNotice = typeof collectorNotice.$inferInsert;
export type NoticeKind = CollectorNotice['kind'];

/** Maximum number of notices of one kind that a product has: a sender may invent any number. */
export const MAX_NOTICES_PER_KIND = 20;
/** Days after which a notice is removed. */
const NOTICE_DAYS = 7;

const ofProduct = (productId: number, kind: NoticeKind) =>
  and(eq(collectorNotice.productId, productId), eq(collectorNotice.kind, kind));

/** The time from which on a notice was stored while the clock was ahead; the clocks of processes differ by seconds. */
const aheadOf = (now: Date): Date => new Date(now.getTime() + MINUTE);

/**
 * Stores a notice or its later time, and deletes the old ones of its product and kind, those beyond the limit, and those
 * that would be the latest for as long as the clock was ahead.
 */
export const saveCollectorNotice = async (db: Database, notice: CollectorNotice): Promise<void> => {
  const { productId, kind, seenAt } = notice;
  await db
    .insert(collectorNotice)
    .values(notice)
    .onConflictDoUpdate({
      target: [collectorNotice.productId, collectorNotice.kind, collectorNotice.subject],
      set: { seenAt: sql`excluded.seen_at` },
    });
  const outdated = or(
    lt(collectorNotice.seenAt, new Date(seenAt.getTime() - NOTICE_DAYS * DAY)),
    gt(collectorNotice.seenAt, aheadOf(seenAt)),
  );
  await db.delete(collectorNotice).where(and(ofProduct(productId, kind), outdated));
  const latest = db
    .select({ seenAt: collectorNotice.seenAt })
    .from(collectorNotice)
    .where(ofProduct(productId, kind))
    .orderBy(desc(collectorNotice.seenAt))
    .offset(MAX_NOTICES_PER_KIND - 1)
    .limit(1);
  await db
    .delete(collectorNotice)
    .where(and(ofProduct(productId, kind), lt(collectorNotice.seenAt, sql`(${latest})`)));
};

/** The notices of a product of the last days, latest first. */
export const listCollectorNotices = (
  db: Database,
  companyId: number,
  productId: number,
  now: Date,
): Promise<(typeof collectorNotice.$inferSelect)[]> =>
  db
    .select()
    .from(collectorNotice)
    .where(
      and(
        eq(collectorNotice.companyId, companyId),
        eq(collectorNotice.productId, productId),
        gte(collectorNotice.seenAt, new Date(now.getTime() - NOTICE_DAYS * DAY)),
        lte(collectorNotice.seenAt, aheadOf(now)),
      ),
    )
    .orderBy(desc(collectorNotice.seenAt), collectorNotice.subject);
