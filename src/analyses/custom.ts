import { CustomReportDocument, type CustomReportQuery } from '../../graphql/generated/graphql.ts';
import type { AnalysisSetting } from '../../machines/startup.ts';
import type { Present } from '../resources/row.ts';
import { defineAnalysis, type Analysis, type ChartOver, type MetricOf } from './analysis.ts';
import { ALL_AXES, AXES, type Axis } from './axes.ts';
import { REPORT_FILTERS } from './filters.ts';
import { metrics } from './metrics.ts';

export type CustomRow = Present<Present<CustomReportQuery['report']>['rows']>;
type CustomMetric = MetricOf<CustomRow>;

export const CUSTOM_PAGES = ['item_1', 'item_2', 'item_3'] as const;
export type CustomPage = (typeof CUSTOM_PAGES)[number];

const isMetric = (name: string): name is CustomMetric => Object.hasOwn(metrics, name);
const axisNamed = (name: string | undefined): Axis | undefined => ALL_AXES.find(axis => AXES[axis].name === name);

/** Metrics that count again what another one counts: stacked on it they would make a bar of nothing that there is. */
const AGAIN: Readonly<Partial<Record<CustomMetric, CustomMetric>>> = {
  indirect_first: 'indirect_cv', first_touch_count: 'clicks', cv_division: 'cv', cv_middle_division: 'cv_total_middle', amount_division: 'amount_sum', ad_cost_unapproved: 'ad_cost',
};
/** Metrics of one chart share an axis, so they are of the first one's format; more than three would not be told apart. */
const MOST_DRAWN = 3;
const drawnOf = (chart: string, [first, ...others]: readonly CustomMetric[]): readonly (readonly [CustomMetric, ...CustomMetric[]])[] => {
  if (first === undefined) return [];
  const drawn: [CustomMetric, ...CustomMetric[]] = [first];
  for (const metric of others.filter(one => metrics[one].format === metrics[first].format)) {
    const isAgain = chart === 'stacked' && drawn.some(one => AGAIN[metric] === one || AGAIN[one] === metric);
    if (drawn.length < MOST_DRAWN && !isAgain) drawn.push(metric);
  }
  return [drawn];
};
const TOP = 10;
const chartOf = (chart: string, chosen: readonly CustomMetric[]): ChartOver<'items', CustomRow> =>
  ({ over: 'items', kind: chart === 'stacked' ? 'stacked' : 'bars', top: TOP, items: chart === 'none' ? [] : drawnOf(chart, chosen) });

/**
 * /analyze/custom/item-1..3: an analysis that the company composed. Its rows are by the axes that were chosen, until one chooses otherwise; what was
 * meant to be hidden at first is hidden.
 */
export const customAnalysis = (page: CustomPage, { metrics: names, axes, hidden, chart }: Pick<AnalysisSetting, 'metrics' | 'axes' | 'hidden' | 'chart'>): Analysis<CustomRow> => {
  const chosen = names.filter(isMetric);
  const outer = axisNamed(axes[0]);
  const first = outer === undefined ? [] : [outer];
  return defineAnalysis<CustomRow>({
    name: page,
    operation: CustomReportDocument,
    path: 'analyses/attributions',
    // The first is the one that is shown unless the address says otherwise.
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

/** The axis inside the first that was chosen with it; null: none. */
export const innerAxis = ({ axes }: Pick<AnalysisSetting, 'axes'>): Axis | null => axisNamed(axes[1]) ?? null;
