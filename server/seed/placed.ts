import type { AdPlan } from './plan.ts';

/** The plan after its rows were stored: which keys they were given. Arrays run along the plan's tables. */
export interface PlacedCompany {
  readonly companyId: number;
  readonly productIds: readonly number[];
  readonly userIds: readonly number[];
  readonly networkIds: readonly number[];
  /** By product, then along its cvSettings. */
  readonly cvSettingIds: readonly (readonly number[])[];
  /** By product, then along SYNCS. */
  readonly syncIds: readonly (readonly number[])[];
  readonly ads: readonly PlacedAd[];
}

export interface PlacedAd {
  readonly plan: AdPlan;
  readonly id: number;
  readonly redirectIds: readonly number[];
}
