import { feeShare } from '../count/fees.ts';
import { APPROVED, PENDING } from '../../results/lifecycle.ts';
import type { ReportAd } from '../../store/postgres/reports/costs.ts';
import { tokyoDay } from '../../platform/time.ts';

interface CostContact {
  readonly adId: number;
  readonly clickCost: number;
  readonly billed: boolean;
}
interface CostResult {
  readonly cvCost: number;
  readonly approvalStatus: number;
}

/** 1/100 yen, in which reports sum costs up. */
const cents = (yen: number): number => Math.round(yen * 100);

/**
 * What a conversion's path cost, in yen: the clicks of its contacts (those of billed days are the network's
 * bill instead, which is no single contact's),
 * the CV costs of its results, and what its ads' fixed fees come to on the conversion's Tokyo day.
 */
export const costsOf = (
  ms: number,
  contacts: readonly CostContact[],
  results: readonly CostResult[],
  ads: readonly ReportAd[],
) => {
  const clicks = contacts.reduce((sum, { clickCost, billed }) => sum + (billed ? 0 : cents(clickCost)), 0);
  const spent = (status: number) =>
    results.reduce(
      (sum, { cvCost, approvalStatus }) => sum + (approvalStatus === status ? cents(cvCost) : 0),
      0,
    );
  const [approved, pending] = [spent(APPROVED), spent(PENDING)];
  const day = tokyoDay(ms);
  const passed = new Set(contacts.map(({ adId }) => adId));
  const fees = ads
    .filter(({ id }) => passed.has(id))
    .map(ad => ({ ad_id: ad.id, ad_name: ad.name, fee: Number(feeShare(ad, day, day + 1)) / 100 }))
    .filter(({ fee }) => fee !== 0);
  const fee = fees.reduce((sum, one) => sum + cents(one.fee), 0);
  return {
    click_cost: clicks / 100,
    cv_cost: approved / 100,
    cv_cost_pending: pending / 100,
    fees,
    fee: fee / 100,
    total: (clicks + approved + fee) / 100,
    total_unapproved: (clicks + approved + pending + fee) / 100,
  };
};
