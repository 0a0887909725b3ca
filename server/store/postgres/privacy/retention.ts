import { and, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { Database } from '../engine/database.ts';
import { lateConversion, product, result, retention } from '../schema/index.ts';
import { removeAddresses, removeIdentifiers } from './result-identifiers.ts';

/** Retention periods of products, and the results whose identifiers are older. */

/** A product with a retention period. */
export interface RetainedProduct {
  readonly id: number;
  readonly companyId: number;
  /** Days after which identifiers are removed. */
  readonly retentionDays: number;
  /** Days for which click identifiers stay longer. */
  readonly trackingTerm: number;
  readonly excludedIps: readonly string[];
  /** Identifiers before this time were removed; null: none yet. */
  readonly removedBefore: Date | null;
}

/** Products with a retention period, deleted ones included. */
export const retainedProducts = (db: Database): Promise<RetainedProduct[]> =>
  db
    .select({
      id: product.id,
      companyId: product.companyId,
      retentionDays: product.retentionDays,
      trackingTerm: product.trackingTerm,
      excludedIps: product.excludedIps,
      removedBefore: retention.removedBefore,
    })
    .from(product)
    .leftJoin(retention, eq(retention.productId, product.id))
    .where(gt(product.retentionDays, 0))
    .orderBy(product.id);

/** The time before which a product's events may lack identifiers; null: they all have them. */
export const identifiersRemovedBefore = async (db: Database, productId: number): Promise<Date | null> =>
  (
    await db
      .select({ removingBefore: retention.removingBefore })
      .from(retention)
      .where(eq(retention.productId, productId))
  )[0]?.removingBefore ?? null;

/**
 * Notes that the identifiers before a time are going to be removed. A later time that was noted before stays, unless it is
 * in the future: then events that came since have theirs.
 */
export const noteRemovalBegun = async (
  db: Database,
  { id: productId, companyId }: Pick<RetainedProduct, 'id' | 'companyId'>,
  removingBefore: Date,
  now: Date,
): Promise<void> => {
  await db
    .insert(retention)
    .values({ productId, companyId, removingBefore })
    .onConflictDoUpdate({
      target: retention.productId,
      set: {
        removingBefore: sql`greatest(least(${retention.removingBefore}, ${now.toISOString()}::timestamptz), excluded.removing_before)`,
      },
    });
};

/** Notes that the identifiers before a time were removed. */
export const noteRemovalDone = async (
  db: Database,
  productId: number,
  removedBefore: Date,
): Promise<void> => {
  await db.update(retention).set({ removedBefore }).where(eq(retention.productId, productId));
};

/** Whether any conversion waits for its results. */
export const hasWaitingConversions = async (db: Database): Promise<boolean> =>
  (await db.select({ id: lateConversion.conversionId }).from(lateConversion).limit(1)).length > 0;

const RESULTS_PER_STATEMENT = 10_000;

/**
 * Removes what refers to a person from results of conversions before a time: addresses at once, identifiers of those that
 * ad networks no longer need.
 */
export const removeExpiredResultIdentifiers = async (
  db: Database,
  { id: productId, companyId }: Pick<RetainedProduct, 'id' | 'companyId'>,
  before: Date,
  at: Date,
  goesOn: () => boolean,
): Promise<void> => {
  const old = and(
    eq(result.companyId, companyId),
    eq(result.productId, productId),
    lt(result.cvTime, before),
  );
  const evaluated = db
    .select({ id: result.id })
    .from(result)
    .where(and(old, isNull(result.erasedAt)))
    .limit(RESULTS_PER_STATEMENT);
  for (let removed = RESULTS_PER_STATEMENT; removed === RESULTS_PER_STATEMENT && goesOn();)
    removed = await removeAddresses(db, inArray(result.id, evaluated), at);
  for (let removed = RESULTS_PER_STATEMENT; removed === RESULTS_PER_STATEMENT && goesOn();)
    removed = await db.transaction(tx => removeIdentifiers(tx, old));
};
