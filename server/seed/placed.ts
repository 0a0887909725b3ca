import type { AdPlan } from './plan.ts';

/** The stored plan with its ids. Arrays are in the order of the plan's tables. */
export interface PlacedCompany {
  readonly companyId: number;
  readonly productIds: readonly number[];
  readonly userIds: readonly number[];
  readonly networkIds: readonly number[];
  /** By product, in the order of its cvSettings. */
  readonly cvSettingIds: readonly (readonly number[])[];
  /** By product, in the order of SYNCS. */
  readonly syncIds: readonly (readonly number[])[];
  readonly ads: readonly PlacedAd[];
}

export interface PlacedAd {
  readonly plan: AdPlan;
  readonly id: number;
  readonly redirectIds: readonly number[];
}
