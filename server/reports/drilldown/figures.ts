import { UNITS } from '../../attribution/models.ts';
import { metrics, type MetricKey, type Unit } from '../../attribution/metrics.ts';
import type { CountedKey } from '../../attribution/counted.ts';
import type { Share } from '../../store/clickhouse/drilldown/figure-lines.ts';

/**
 * The figures of reports that are sums over conversions: the contribution of each conversion and the figure
 * of the report.
 */
interface Summed {
  readonly share: Share;
  readonly counted: CountedKey;
  /** The number of smallest units in one, in which the figure is distributed. */
  readonly parts: number;
  readonly unit: Unit;
}

const of = (metric: MetricKey, share: Share, counted: CountedKey, parts = 1): Summed => ({
  share,
  counted,
  parts,
  unit: metrics[metric].unit,
});
const touches = (length: 1 | 2 | 3 | 4 | 5 | 6): Summed =>
  of(`ad_touch_${length}`, { kind: 'touches', cvType: 1, length }, `length_${length}`);

export const figures = {
  cv: of('cv', { kind: 'last', cvType: 1 }, 'cv'),
  cv_total_middle: of('cv_total_middle', { kind: 'last', cvType: 0 }, 'cv_middle'),
  cv_division: of('cv_division', { kind: 'divided', cvType: 1 }, 'division', UNITS),
  cv_middle_division: of('cv_middle_division', { kind: 'divided', cvType: 0 }, 'middle_division', UNITS),
  amount_sum: of('amount_sum', { kind: 'sales', cvType: 1 }, 'amount'),
  amount_division: of('amount_division', { kind: 'sold', cvType: 1 }, 'amount_division'),
  indirect_cv: of('indirect_cv', { kind: 'helped', cvType: 1 }, 'assists'),
  indirect_first: of('indirect_first', { kind: 'opened', cvType: 1 }, 'assists_first'),
  ad_touch_1: touches(1),
  ad_touch_2: touches(2),
  ad_touch_3: touches(3),
  ad_touch_4: touches(4),
  ad_touch_5: touches(5),
  ad_touch_6: touches(6),
} as const satisfies Partial<Record<MetricKey, Summed>>;

export type FigureMetric = keyof typeof figures;
export const FIGURE_METRICS = Object.keys(figures) as readonly FigureMetric[];
