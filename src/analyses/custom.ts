import { AttributionsReportDocument, type AttributionsReportQuery } from '../../graphql/generated/graphql.ts';
import type { AnalysisSetting } from '../../machines/startup.ts';
import type { Present } from '../resources/row.ts';
import { defineAnalysis, type Analysis, type ChartOver, type MetricOf } from './analysis.ts';
import { ALL_AXES, AXES, type Axis } from './axes.ts';
import { REPORT_FILTERS } from './filters.ts';
import { metrics } from './metrics.ts';

export type CustomRow = Present<Present<AttributionsReportQuery['report']>['rows']>;
type CustomMetric = MetricOf<CustomRow>;

export const CUSTOM_PAGES = ['item_1', 'item_2', 'item_3'] as const;
export type CustomPage = (typeof CUSTOM_PAGES)[number];

const isMetric = (name: string): name is CustomMetric => Object.hasOwn(metrics, name);
const axisNamed = (name: string | undefined): Axis | undefined =>
  ALL_AXES.find(axis => AXES[axis].name === name);

/** Metrics that are part of another metric, or another count of it: the sum of a stacked bar would be wrong. */
export const COUNTERPARTS: Readonly<Partial<Record<CustomMetric, CustomMetric>>> = {
  indirect_first: 'indirect_cv',
  first_touch_count: 'clicks',
  cv_division: 'cv',
  cv_middle_division: 'cv_total_middle',
  amount_division: 'amount_sum',
  ad_cost_unapproved: 'ad_cost',
};
export const RETURNS: ReadonlySet<string> = new Set<CustomMetric>(['roas', 'roi', 'attributed_roas']);
export const OF_EACH: ReadonlySet<string> = new Set<CustomMetric>([
  'amount_avg',
  'cpa',
  'attributed_cpa',
  'indirect_cost',
  'indirect_cost_unapproved',
]);
/** The magnitude of a metric: a bar of conversions is unreadable next to thousands of contacts. */
const scaleOf = (metric: CustomMetric): string => {
  const { format, group } = metrics[metric];
  if (format === 'yen') return OF_EACH.has(metric) ? 'each' : 'sums';
  if (format === 'percent') return RETURNS.has(metric) ? 'returns' : 'rates';
  if (format === 'duration' || metric === 'ad_touch_avg') return metric;
  return group === 'contact' ? 'contacts' : 'results';
};
/** Magnitudes whose metrics can be added, and so stacked. */
const SUMS: ReadonlySet<string> = new Set(['contacts', 'results', 'sums']);
/** More metrics on one value axis would not be distinguishable. */
const MAX_CHARTED_METRICS = 3;
type Drawn = readonly [CustomMetric, ...CustomMetric[]];
/** The groups of metrics that a chart can show, in the order of the metrics; each has one magnitude. */
const drawnOf = (chart: string, chosen: readonly CustomMetric[]): readonly Drawn[] =>
  chosen.reduce<readonly Drawn[]>((charts, metric) => {
    const isAgain = (drawn: Drawn) =>
      chart === 'stacked' && drawn.some(one => COUNTERPARTS[metric] === one || COUNTERPARTS[one] === metric);
    const alike = charts.filter(([first]) => scaleOf(first) === scaleOf(metric));
    // A group of its own would repeat the other chart.
    if (alike.some(isAgain)) return charts;
    const roomy =
      chart === 'stacked' && !SUMS.has(scaleOf(metric))
        ? undefined
        : alike.find(({ length }) => length < MAX_CHARTED_METRICS);
    return roomy === undefined
      ? [...charts, [metric]]
      : charts.map(drawn => (drawn === roomy ? [...drawn, metric] : drawn));
  }, []);
const TOP = 10;
const chartOf = (chart: string, chosen: readonly CustomMetric[]): ChartOver<'items', CustomMetric> => ({
  over: 'items',
  kind: chart === 'stacked' ? 'stacked' : 'bars',
  top: TOP,
  items: chart === 'none' ? [] : drawnOf(chart, chosen),
});

/**
 * /analyze/custom/item-1..3: an analysis that the company composed. Its setting has the default axes and the
 * columns that are hidden by default.
 */
export const customAnalysis = (
  page: CustomPage,
  { metrics: names, axes, hidden, chart }: Pick<AnalysisSetting, 'metrics' | 'axes' | 'hidden' | 'chart'>,
): Analysis => {
  const chosen = names.filter(isMetric);
  const outer = axisNamed(axes[0]);
  const first = outer === undefined ? [] : [outer];
  return defineAnalysis<CustomRow>({
    name: page,
    operation: AttributionsReportDocument,
    path: 'analyses/attributions',
    // The first is the default when the address names none.
    axes: [...first, ...ALL_AXES.filter(axis => axis !== outer)],
    nested: true,
    models: 'all',
    controls: ['compare', 'filters', 'approval', 'evaluation'],
    filters: REPORT_FILTERS,
    columns: chosen.map(metric => ({ metric, hidden: hidden.includes(metric) })),
    trend: false,
    chart: chartOf(chart, chosen),
    sort: chosen[0] ?? null,
    views: [],
  });
};

/** The second axis of the setting; null where it has one axis. */
export const innerAxis = ({ axes }: Pick<AnalysisSetting, 'axes'>): Axis | null => axisNamed(axes[1]) ?? null;
