import type { MetricKey } from '../../../analyses/metrics.ts';

/** Metrics that are sums over conversions, so that their figures have a drill-down. */
export const DRILL_DOWN_METRICS = [
  'cv',
  'cv_division',
  'cv_total_middle',
  'cv_middle_division',
  'amount_sum',
  'amount_division',
  'indirect_cv',
  'indirect_first',
  'ad_touch_1',
  'ad_touch_2',
  'ad_touch_3',
  'ad_touch_4',
  'ad_touch_5',
  'ad_touch_6',
] as const satisfies readonly MetricKey[];
export type ListedMetric = (typeof DRILL_DOWN_METRICS)[number];
