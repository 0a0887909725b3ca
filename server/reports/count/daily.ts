import type { ReportAd } from '../../store/postgres/reports/costs.ts';
import { importedCosts } from '../../store/postgres/reports/costs.ts';
import { dailyApprovedCosts } from '../../store/postgres/results/result-sums.ts';
import type { Scope } from '../../store/clickhouse/queries/scope.ts';
import { dailySumsByAd } from '../../store/clickhouse/queries/days.ts';
import { importedCostDays } from './imported-costs.ts';
import { eachFee } from './fees.ts';
import type { Period } from '../parse/period.ts';
import type { ReportParts } from '../parse/query.ts';

/**
 * The cost and outcome of an ad on each Tokyo day of a period, by the rules of the reports: cost in 1/100
 * yen, last conversions, sales in yen.
 */
export interface AdDays {
  readonly cost: readonly number[];
  readonly cv: readonly number[];
  readonly amount: readonly number[];
}

interface Daily {
  readonly companyId: number;
  readonly ads: readonly ReportAd[];
  readonly linked: boolean;
  readonly period: Period;
}

/** The days of a period by ad, complete for each ad. Ads without activity are missing. */
export const adDays = async (
  { columnar, db }: ReportParts,
  scope: Scope,
  { companyId, ads, linked, period }: Daily,
): Promise<ReadonlyMap<number, AdDays>> => {
  const scopeOfPeriod = { ...scope, from: period.from, until: period.until };
  const productId = scope.rules.productId;
  const [sums, results, bills] = await Promise.all([
    dailySumsByAd(columnar, scopeOfPeriod, period),
    dailyApprovedCosts(db, companyId, productId, period),
    linked ? importedCosts(db, companyId, productId, period) : [],
  ]);
  const nothing = () => Array.from({ length: period.untilDay - period.fromDay }, () => 0);
  const found = new Map<number, { readonly cost: number[] } & AdDays>();
  const spend = (adId: number, day: number, cost: number) => {
    const one = found.get(adId) ?? { cost: nothing(), cv: nothing(), amount: nothing() };
    found.set(adId, one);
    const before = one.cost[day - period.fromDay];
    if (before === undefined) throw new RangeError(`day ${day} is outside of the requested period`);
    one.cost[day - period.fromDay] = before + cost;
  };
  const hasImportedCost = importedCostDays(bills);
  for (const { ad_id, cost, cv, amount } of sums) {
    if (ad_id !== 0)
      found.set(ad_id, {
        cost: cost.map((yen, index) =>
          yen !== 0 && hasImportedCost(period.fromDay + index, ad_id) ? 0 : yen,
        ),
        cv,
        amount,
      });
  }
  for (const { day, adId, cost } of bills) spend(adId, day, Number(cost));
  for (const { adId, days, costs } of results)
    for (const [index, day] of days.entries()) spend(adId, day, costs[index] ?? 0);
  for (const ad of ads)
    eachFee(ad, period.fromDay, period.untilDay, (day, share) => spend(ad.id, day, share));
  return found;
};
