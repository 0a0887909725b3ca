import type { SummaryRow } from '../../analyses/dashboard.ts';
import type { AdRow } from '../../resources/ads.ts';

/** An ad with its figures of a period. Without any figure it was not met in it. */
export interface WorkingAd extends Pick<AdRow, 'id' | 'name' | 'asp_name' | 'ad_category_name' | 'agency_name' | 'period_from' | 'period_to' | 'status'>,
  Pick<SummaryRow, 'clicks' | 'cv' | 'cvr' | 'amount_sum' | 'ad_cost' | 'cpa' | 'roas' | 'profit'> {}

const NOTHING = { clicks: 0, cv: 0, cvr: null, amount_sum: 0, ad_cost: 0, cpa: null, roas: null, profit: 0 };

/** Puts the figures of a report beside the ads that they are of. Rows of ads that are not in the list (deleted ones, say) are left out. */
export const withFigures = (ads: readonly AdRow[], summaries: readonly SummaryRow[]): readonly WorkingAd[] => {
  const figures = new Map(summaries.map(row => [row.key, row]));
  return ads.map(ad => ({ ...ad, ...NOTHING, ...figures.get(String(ad.id)) }));
};
