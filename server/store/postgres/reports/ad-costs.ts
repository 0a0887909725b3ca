import { and, eq, gte, inArray, lte, sql } from 'drizzle-orm';
import type { Database } from '../engine/database.ts';
import { ad, adCost } from '../schema/index.ts';

/**
 * Costs that were imported: one a day and ad. Days are `yyyy-MM-dd` in Tokyo, costs yen with up to two
 * decimals.
 */

export interface AdCost {
  readonly adId: number;
  readonly day: string;
  readonly cost: number;
}
export interface CostOwner {
  readonly companyId: number;
  readonly productId: number;
}

const AT_ONCE = 2_000;

/**
 * Stores costs; those that were there of the same ads and days are replaced. Each ad and day may occur once.
 */
export const putAdCosts = async (
  db: Database,
  owner: CostOwner,
  costs: readonly AdCost[],
  at: Date,
): Promise<void> => {
  // In one order, so that two imports at once wait for each other and do not stop each other.
  const ordered = costs.toSorted((a, b) => a.adId - b.adId || (a.day < b.day ? -1 : 1));
  for (let from = 0; from < ordered.length; from += AT_ONCE) {
    await db
      .insert(adCost)
      .values(ordered.slice(from, from + AT_ONCE).map(cost => ({ ...owner, ...cost, updatedAt: at })))
      .onConflictDoUpdate({
        target: [adCost.adId, adCost.day],
        set: { cost: sql`excluded.cost`, updatedAt: sql`excluded.updated_at` },
        // What is the same stays as it was, with its time. The tenant is named as everywhere.
        setWhere: sql`${adCost.companyId} = ${owner.companyId} and ${adCost.cost} is distinct from excluded.cost`,
      });
  }
};

/** The costs that are there of some ads between two days, both included. */
export const adCostsBetween = (
  db: Database,
  { companyId, productId }: CostOwner,
  ads: readonly number[],
  from: string,
  to: string,
): Promise<AdCost[]> =>
  db
    .select({ adId: adCost.adId, day: adCost.day, cost: adCost.cost })
    .from(adCost)
    .where(
      and(
        eq(adCost.companyId, companyId),
        eq(adCost.productId, productId),
        inArray(adCost.adId, [...ads]),
        gte(adCost.day, from),
        lte(adCost.day, to),
      ),
    );

/** The ads of a product by which rows of an import may be meant. */
export const adsByName = (
  db: Database,
  { companyId, productId }: CostOwner,
): Promise<{ id: number; name: string; status: boolean }[]> =>
  db
    .select({ id: ad.id, name: ad.name, status: ad.status })
    .from(ad)
    .where(and(eq(ad.companyId, companyId), eq(ad.productId, productId)))
    .orderBy(ad.id);
