import { metrics, type MetricKey } from '../../analyses/metrics.ts';
import type { NumberFormat } from '../../resources/column.ts';

/** The figures of reports that conversions add up to: what a row of one can be taken apart into. */
export const BEHIND = [
  'cv', 'cv_division', 'cv_total_middle', 'cv_middle_division', 'amount_sum', 'amount_division', 'indirect_cv', 'indirect_first',
  'ad_touch_1', 'ad_touch_2', 'ad_touch_3', 'ad_touch_4', 'ad_touch_5', 'ad_touch_6',
] as const satisfies readonly MetricKey[];
export type BehindMetric = (typeof BEHIND)[number];

export const behindMetricOf = (name: string | undefined): BehindMetric | null => BEHIND.find(metric => metric === name) ?? null;
export const behindFormat = (metric: BehindMetric): NumberFormat => metrics[metric].format;

/** The sum of shares in smallest parts, exactly. */
export const sumOfParts = (rows: readonly { readonly share_parts: string }[]): bigint => rows.reduce((sum, { share_parts }) => sum + BigInt(share_parts), 0n);
