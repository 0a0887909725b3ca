import type { SummaryRow } from '../../analyses/dashboard.ts';
import type { ListedAd } from '../../resources/ads.ts';

/** Figures of an ad without contacts and conversions, as the server computes them. */
const NOTHING = { clicks: 0, cv: 0, cvr: null, amount_sum: 0, ad_cost: 0, cpa: null, roas: null, profit: 0 };
type Figure = keyof typeof NOTHING;
export const FIGURES = Object.keys(NOTHING) as readonly Figure[];

/** An ad with its figures of a period. */
export interface WorkingAd extends ListedAd, Pick<SummaryRow, Figure> {}

/** Joins figures of a report to ads by id. Figures of ads that are not listed are dropped. */
export const withFigures = (
  ads: readonly ListedAd[],
  summaries: readonly SummaryRow[],
): readonly WorkingAd[] => {
  const figures = new Map(summaries.map(row => [row.key, row]));
  return ads.map(ad => ({ ...ad, ...NOTHING, ...figures.get(String(ad.id)) }));
};
