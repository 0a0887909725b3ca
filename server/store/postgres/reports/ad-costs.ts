import { and, eq, gte, inArray, lte, sql } from 'drizzle-orm';
import type { Database } from '../engine/database.ts';
import { ad, adCost } from '../schema/index.ts';

/** Imported costs, one per day and ad. Days are `yyyy-MM-dd` in Tokyo; costs are yen with up to two decimals. */

export interface AdCost {
  readonly adId: number;
  readonly day: string;
  readonly cost: number;
}
export interface CostOwner {
  readonly companyId: number;
  readonly productId: number;
}

const MAX_ROWS_PER_STATEMENT = 2_000;

/** Stores costs and replaces those of the same ads and days. Each ad and day must occur at most once in `costs`. */
export const putAdCosts = async (
  db: Database,
  owner: CostOwner,
  costs: readonly AdCost[],
  at: Date,
): Promise<void> => {
  // A fixed row order prevents deadlocks between concurrent imports.
  const ordered = costs.toSorted((a, b) => a.adId - b.adId || (a.day < b.day ? -1 : 1));
  for (let from = 0; from < ordered.length; from += MAX_ROWS_PER_STATEMENT) {
    await db
      .insert(adCost)
      .values(
        ordered
          .slice(from, from + MAX_ROWS_PER_STATEMENT)
          .map(cost => ({ ...owner, ...cost, updatedAt: at })),
      )
      .onConflictDoUpdate({
        target: [adCost.adId, adCost.day],
        set: { cost: sql`excluded.cost`, updatedAt: sql`excluded.updated_at` },
        // Equal costs keep their `updated_at`.
        setWhere: sql`${adCost.companyId} = ${owner.companyId} and ${adCost.cost} is distinct from excluded.cost`,
      });
  }
};

/** Imported costs of some ads between two days, inclusive. */
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

/** Ads of a product by name, to match rows of an import. */
export const adsByName = (
  db: Database,
  { companyId, productId }: CostOwner,
): Promise<{ id: number; name: string; status: boolean }[]> =>
  db
    .select({ id: ad.id, name: ad.name, status: ad.status })
    .from(ad)
    .where(and(eq(ad.companyId, companyId), eq(ad.productId, productId)))
    .orderBy(ad.id);
