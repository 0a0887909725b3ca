import type { ReportAd } from '../store/postgres/costs.ts';
import { importedCosts, resultCosts } from '../store/postgres/costs.ts';
import type { Scope } from '../store/clickhouse/counts.ts';
import { costCourses, saleCourses } from '../store/clickhouse/days.ts';
import { billedDays } from './billed.ts';
import { eachFee } from './fees.ts';
import type { Period } from './period.ts';
import type { ReportParts } from './question.ts';

/** What each ad cost and brought on each Tokyo day, by the rules of the reports: cost in 1/100 yen. */
export interface AdDay { cost: number; cv: number; amount: number }

interface Daily { readonly companyId: number; readonly ads: readonly ReportAd[]; readonly linked: boolean; readonly period: Period }

/** The days of a period by ad, each ad with all of them. Ads that nothing happened to are missing. */
export const adDays = async ({ columnar, db }: ReportParts, scope: Scope, { companyId, ads, linked, period }: Daily): Promise<ReadonlyMap<number, readonly AdDay[]>> => {
  const whole = { ...scope, from: period.from, until: period.until };
  const productId = scope.rules.productId;
  const [costs, sales, results, bills] = await Promise.all([
    costCourses(columnar, whole), saleCourses(columnar, whole), resultCosts(db, companyId, productId, period, 'each'), linked ? importedCosts(db, companyId, productId, period) : [],
  ]);
  const found = new Map<number, AdDay[]>();
  const at = (adId: number, day: number): AdDay => {
    const days = found.get(adId) ?? Array.from({ length: period.untilDay - period.fromDay }, () => ({ cost: 0, cv: 0, amount: 0 }));
    found.set(adId, days);
    const one = days[day - period.fromDay];
    if (one === undefined) throw new RangeError(`day ${day} is outside of what was asked`);
    return one;
  };
  const isBilled = billedDays(bills);
  for (const { ad_id, days, cost } of costs) for (const [index, day] of days.entries()) if (!isBilled(day, ad_id)) at(ad_id, day).cost += cost[index] ?? 0;
  for (const { day, adId, cost } of bills) at(adId, day).cost += Number(cost);
  for (const { day, adId, approved } of results) if (adId !== null) at(adId, day).cost += Number(approved);
  for (const { ad_id, days, cv, amount } of sales) {
    if (ad_id === 0) continue;
    for (const [index, day] of days.entries()) {
      const one = at(ad_id, day);
      one.cv += cv[index] ?? 0;
      one.amount += amount[index] ?? 0;
    }
  }
  for (const ad of ads) eachFee(ad, period.fromDay, period.untilDay, (day, share) => { at(ad.id, day).cost += share; });
  return found;
};
