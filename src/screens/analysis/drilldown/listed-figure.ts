import { metrics, type MetricKey } from '../../../analyses/metrics.ts';
import type { NumberFormat } from '../../../resources/column.ts';
import { DRILL_DOWN_METRICS, type ListedMetric } from './figure-metrics.ts';

/** Computed metrics, with the summed metric whose conversions are listed instead. */
const COMPUTED: Readonly<Partial<Record<MetricKey, ListedMetric>>> = {
  cvr: 'cv',
  amount_avg: 'amount_sum',
  cvr_division: 'cv_division',
  attr_cvr: 'cv_division',
  attributed_cpa: 'cv_division',
  attributed_roas: 'amount_division',
  indirect_ratio: 'indirect_cv',
  indirect_cost: 'indirect_cv',
  indirect_cost_unapproved: 'indirect_cv',
  cpa: 'cv',
  roas: 'amount_sum',
  roi: 'amount_sum',
  profit: 'amount_sum',
  ad_touch_avg: 'cv',
  attr_avg: 'cv',
};

const isSummed = (metric: MetricKey): metric is ListedMetric =>
  DRILL_DOWN_METRICS.some(one => one === metric);

/**
 * The metric whose conversions are listed for a metric: itself, or the one from which it is computed; null:
 * no conversions belong to it.
 */
export const listedFor = (metric: MetricKey): ListedMetric | null =>
  isSummed(metric) ? metric : (COMPUTED[metric] ?? null);
export const formatOfListed = (metric: ListedMetric): NumberFormat => metrics[metric].format;

/** Reason why a metric has no list of conversions: it counts contacts or impressions, or it is a cost. */
export type UnlistedReason = 'contacts' | 'first_contacts' | 'impressions' | 'cost';
const UNLISTED: Readonly<Partial<Record<MetricKey, UnlistedReason>>> = {
  clicks: 'contacts',
  first_touch_count: 'first_contacts',
  impressions: 'impressions',
};
export const unlistedReasonOf = (metric: MetricKey): UnlistedReason => UNLISTED[metric] ?? 'cost';

/** Exact sum of the shares, in their smallest unit. */
export const sumOfParts = (rows: readonly { readonly share_parts: string }[]): bigint =>
  rows.reduce((sum, { share_parts }) => sum + BigInt(share_parts), 0n);
