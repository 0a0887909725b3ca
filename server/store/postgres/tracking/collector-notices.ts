import { and, desc, eq, gte, lt, or, sql } from 'drizzle-orm';
import { DAY } from '../../../platform/time.ts';
import type { Database } from '../engine/database.ts';
import { collectorNotice } from '../schema/index.ts';

export type CollectorNotice = typeof collectorNotice.$inferInsert;
export type NoticeKind = CollectorNotice['kind'];

/** Maximum number of notices of one kind that a product has: a sender may invent any number. */
export const MAX_NOTICES_PER_KIND = 20;
/** Days after which a notice is removed. */
export const NOTICE_DAYS = 7;

const ofProduct = (productId: number, kind: NoticeKind) =>
  and(eq(collectorNotice.productId, productId), eq(collectorNotice.kind, kind));

/** Stores a notice or its later time, and deletes the old ones of its product and kind, and those beyond the limit. */
export const saveCollectorNotice = async (db: Database, notice: CollectorNotice): Promise<void> => {
  const { productId, kind, seenAt } = notice;
  await db
    .insert(collectorNotice)
    .values(notice)
    .onConflictDoUpdate({
      target: [collectorNotice.productId, collectorNotice.kind, collectorNotice.subject],
      set: { seenAt: sql`greatest(${collectorNotice.seenAt}, excluded.seen_at)` },
    });
  const latest = db
    .select({ seenAt: collectorNotice.seenAt })
    .from(collectorNotice)
    .where(ofProduct(productId, kind))
    .orderBy(desc(collectorNotice.seenAt))
    .offset(MAX_NOTICES_PER_KIND - 1)
    .limit(1);
  await db
    .delete(collectorNotice)
    .where(
      and(
        ofProduct(productId, kind),
        or(
          lt(collectorNotice.seenAt, new Date(seenAt.getTime() - NOTICE_DAYS * DAY)),
          lt(collectorNotice.seenAt, sql`(${latest})`),
        ),
      ),
    );
};

/** The notices of a product since a time, latest first. */
export const listCollectorNotices = (
  db: Database,
  companyId: number,
  productId: number,
  since: Date,
): Promise<(typeof collectorNotice.$inferSelect)[]> =>
  db
    .select()
    .from(collectorNotice)
    .where(
      and(
        eq(collectorNotice.companyId, companyId),
        eq(collectorNotice.productId, productId),
        gte(collectorNotice.seenAt, since),
      ),
    )
    .orderBy(desc(collectorNotice.seenAt), collectorNotice.subject);
