import type { ProductDependencies } from '../../dependencies.ts';
import type { Scope } from '../../store/clickhouse/queries/scope.ts';
import { dailyCostsByAd } from '../../store/clickhouse/queries/days.ts';
import { importedCosts, type ImportedCost } from '../../store/postgres/reports/costs.ts';
import type { Period } from '../parse/period.ts';

/**
 * Replaces click costs by imported costs. The network's bill for an ad and a Tokyo day is authoritative, and
 * the ad's click cost of that day is an estimate of the same money: the bill counts where there is one, else
 * the estimate. Costs of results and fees are separate and unaffected.
 */
export interface ImportedCostCorrections {
  /**
   * By ad, the excess of the period's bills over the click costs of the same days, in 1/100 yen; negative
   * where bills are lower.
   */
  readonly corrections: ReadonlyMap<number, bigint>;
}

const keyOf = (day: number, adId: number): string => `${day}/${adId}`;

/** Whether an ad has a bill for a day. */
export const importedCostDays = (
  bills: readonly ImportedCost[],
): ((day: number, adId: number) => boolean) => {
  const days = new Set(bills.map(({ day, adId }) => keyOf(day, adId)));
  return days.size === 0 ? () => false : (day, adId) => days.has(keyOf(day, adId));
};

/**
 * Reads the bills of a period, and the click costs only where there are bills.
 *
 * @param which whose click costs the rows contain and a bill replaces: where rows are of new visitors only,
 *   only their click costs are subtracted
 */
export const billed = async (
  { columnar, db }: Pick<ProductDependencies, 'columnar' | 'db'>,
  scope: Scope,
  companyId: number,
  period: Period,
  which: 'all' | 'new' = 'all',
): Promise<ImportedCostCorrections> => {
  const bills = await importedCosts(db, companyId, scope.rules.productId, period);
  if (bills.length === 0) return { corrections: new Map() };
  const hasImportedCost = importedCostDays(bills);
  const corrections = new Map<number, bigint>();
  const add = (adId: number, cost: bigint) => corrections.set(adId, (corrections.get(adId) ?? 0n) + cost);
  for (const { adId, cost } of bills) add(adId, cost);
  for (const { ad_id, days, cost } of await dailyCostsByAd(columnar, scope, which))
    for (const [index, day] of days.entries())
      if (hasImportedCost(day, ad_id)) add(ad_id, -BigInt(cost[index] ?? 0));
  return { corrections };
};
