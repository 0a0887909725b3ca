import type { Dependencies } from '../dependencies.ts';
import { putAdCosts, type AdCost } from '../store/postgres/reports/ad-costs.ts';
import { startOfTokyoDay, tokyoDate } from './calendar.ts';
import type { PlacedCompany } from './placed.ts';
import { PRODUCTS } from './products.ts';
import type { Random } from './random.ts';
import type { SeedContact } from './traffic-events.ts';

/**
 * Makes imported costs for products with ad cost linkage: for each ad with click costs and each full day with clicks,
 * an amount close to the sum of the click costs.
 */
export const makeCosts = (
  random: Random,
  company: PlacedCompany,
  contacts: readonly SeedContact[],
  now: number,
): Map<number, AdCost[]> => {
  const linked = new Map(
    company.ads
      .filter(({ plan }) => PRODUCTS[plan.product]!.adCostLinkage && (plan.row.clickCost ?? 0) > 0)
      .map(ad => [ad.id, ad.plan]),
  );
  const today = startOfTokyoDay(now);
  const clicks = new Map<string, { readonly adId: number; readonly day: string; count: number }>();
  for (const { adId, ts, repeated } of contacts) {
    if (repeated || ts >= today || !linked.has(adId)) continue;
    const day = tokyoDate(ts);
    const found = clicks.get(`${adId}/${day}`);
    if (found === undefined) clicks.set(`${adId}/${day}`, { adId, day, count: 1 });
    else found.count += 1;
  }
  const costs = new Map<number, AdCost[]>();
  for (const { adId, day, count } of [...clicks.values()].toSorted(
    (a, b) => a.adId - b.adId || (a.day < b.day ? -1 : 1),
  )) {
    const plan = linked.get(adId)!;
    const product = company.productIds[plan.product]!;
    const cost = Math.round(count * (plan.row.clickCost ?? 0) * random.spread(0.06) * 100) / 100;
    const list = costs.get(product) ?? [];
    list.push({ adId, day, cost });
    costs.set(product, list);
  }
  return costs;
};

/** Stores the costs as one import at the end of yesterday would. */
export const storeCosts = async (
  db: Dependencies['db'],
  companyId: number,
  costs: ReadonlyMap<number, readonly AdCost[]>,
  now: number,
): Promise<number> => {
  for (const [productId, list] of costs)
    await putAdCosts(db, { companyId, productId }, list, new Date(startOfTokyoDay(now)));
  return [...costs.values()].reduce((sum, list) => sum + list.length, 0);
};
