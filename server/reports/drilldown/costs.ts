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

/** 1/100 yen, the unit in which reports sum costs. */
const cents = (yen: number): number => Math.round(yen * 100);

/**
 * The cost of a conversion's path in yen: the clicks of its contacts (on billed days the network's bill
 * replaces them, and belongs to no single contact), the CV costs of its results, and its ads' fixed fees on
 * the conversion's Tokyo day.
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
