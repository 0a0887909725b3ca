import type { ReportAd } from '../store/postgres/costs.ts';
import { importedCosts, resultCosts } from '../store/postgres/costs.ts';
import type { Scope } from '../store/clickhouse/counts.ts';
import { contactsByDay, salesByDay } from '../store/clickhouse/days.ts';
import { billedDays } from './billed.ts';
import { eachFee } from './fees.ts';
import type { Period } from './period.ts';
import type { ReportParts } from './question.ts';

/** What each ad cost and brought on each Tokyo day, by the rules of the reports: cost in 1/100 yen. */
export interface AdDay { cost: bigint; cv: bigint; amount: bigint }

interface Daily { readonly companyId: number; readonly ads: readonly ReportAd[]; readonly linked: boolean; readonly period: Period }

/** The days of a period by ad, each ad with all of them. Ads that nothing happened to are missing. */
export const adDays = async ({ columnar, db }: ReportParts, scope: Scope, { companyId, ads, linked, period }: Daily): Promise<ReadonlyMap<number, readonly AdDay[]>> => {
  const whole = { ...scope, from: period.from, until: period.until };
  const productId = scope.rules.productId;
  const [contacts, sales, results, bills] = await Promise.all([
    contactsByDay(columnar, whole), salesByDay(columnar, whole), resultCosts(db, companyId, productId, period, 'each'), linked ? importedCosts(db, companyId, productId, period) : [],
  ]);
  const found = new Map<number, AdDay[]>();
  const at = (adId: number, day: number): AdDay => {
    const days = found.get(adId) ?? Array.from({ length: period.untilDay - period.fromDay }, () => ({ cost: 0n, cv: 0n, amount: 0n }));
    found.set(adId, days);
    const one = days[day - period.fromDay];
    if (one === undefined) throw new RangeError(`day ${day} is outside of what was asked`);
    return one;
  };
  const isBilled = billedDays(bills);
  for (const { day, ad_id, cost } of contacts) if (!isBilled(day, ad_id)) at(ad_id, day).cost += cost;
  for (const { day, adId, cost } of bills) at(adId, day).cost += cost;
  for (const { day, adId, approved } of results) if (adId !== null) at(adId, day).cost += approved;
  for (const { day, ad_id, cv, amount } of sales) {
    if (ad_id === 0) continue;
    const one = at(ad_id, day);
    one.cv += cv;
    one.amount += amount;
  }
  for (const ad of ads) eachFee(ad, period.fromDay, period.untilDay, (day, share) => { at(ad.id, day).cost += BigInt(share); });
  return found;
};
