import type { NumberFormat } from '../resources/column.ts';

export type MetricGroup = 'contact' | 'direct' | 'distributed' | 'indirect' | 'cost' | 'path';

export interface Metric {
  readonly format: NumberFormat;
  /** Metrics of one group share one heading. */
  readonly group: MetricGroup;
  /** Whether a higher value is better; null where it is neither better nor worse. */
  readonly moreIsBetter: boolean | null;
}

const metric = (group: MetricGroup, format: NumberFormat, moreIsBetter: boolean | null = true): Metric => ({
  group,
  format,
  moreIsBetter,
});

/**
 * The format of every metric. Its meaning and formula are in the messages `metric.<key>.name` and
 * `metric.<key>.help`; the server computes it. A new metric is one line here and its two messages.
 */
export const metrics = {
  impressions: metric('contact', 'count'),
  clicks: metric('contact', 'count'),
  first_touch_count: metric('contact', 'count'),
  cv: metric('direct', 'count'),
  cvr: metric('direct', 'percent'),
  cv_total_middle: metric('direct', 'count'),
  amount_sum: metric('direct', 'yen'),
  amount_avg: metric('direct', 'yen'),
  cv_division: metric('distributed', 'share'),
  cv_middle_division: metric('distributed', 'share'),
  cvr_division: metric('distributed', 'percent'),
  attr_cvr: metric('distributed', 'percent'),
  amount_division: metric('distributed', 'yen'),
  attributed_cpa: metric('distributed', 'yen', false),
  attributed_roas: metric('distributed', 'percent'),
  indirect_cv: metric('indirect', 'count'),
  indirect_first: metric('indirect', 'count'),
  indirect_ratio: metric('indirect', 'percent', null),
  indirect_cost: metric('indirect', 'yen', false),
  indirect_cost_unapproved: metric('indirect', 'yen', false),
  ad_cost: metric('cost', 'yen', null),
  ad_cost_unapproved: metric('cost', 'yen', null),
  cpa: metric('cost', 'yen', false),
  roas: metric('cost', 'percent'),
  roi: metric('cost', 'percent'),
  profit: metric('cost', 'yen'),
  ad_touch_1: metric('path', 'count', null),
  ad_touch_2: metric('path', 'count', null),
  ad_touch_3: metric('path', 'count', null),
  ad_touch_4: metric('path', 'count', null),
  ad_touch_5: metric('path', 'count', null),
  ad_touch_6: metric('path', 'count', null),
  ad_touch_avg: metric('path', 'share', null),
  attr_avg: metric('path', 'duration', null),
} as const satisfies Readonly<Record<string, Metric>>;

export type MetricKey = keyof typeof metrics;
