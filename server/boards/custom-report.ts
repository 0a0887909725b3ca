import { METRICS, type MetricKey } from '../attribution/metrics.ts';
import { AXES, CUSTOM_WORDS, METRIC_FORMATS, REPORTS, type DeclaredReport } from './declared-reports.ts';

/** The reports of custom pages, which the setting of a product composes. */

export const CUSTOM_PAGES = ['item_1', 'item_2', 'item_3'] as const;

/** The stored setting of a custom page. */
export interface CustomSetting {
  readonly metrics: readonly string[];
  /** Names of the axes, the outer first. */
  readonly axes: readonly string[];
  readonly hidden: readonly string[];
  readonly chart: string;
}

/** Magnitudes whose metrics can be added, and so stacked. */
const SUMMABLE: ReadonlySet<string> = new Set(['contacts', 'results', 'sums']);
/** Limits of metrics in a group, and of rows in the chart, as the console has them. */
const MAX_CHARTED_METRICS = 3;
const TOP = 10;

/** The magnitude of a metric: metrics of one magnitude share a value axis. */
const scaleOf = (metric: MetricKey): string => {
  const { format, group } = METRIC_FORMATS[metric];
  if (format === 'yen') return CUSTOM_WORDS.ofEach.includes(metric) ? 'each' : 'sums';
  if (format === 'percent') return CUSTOM_WORDS.returns.includes(metric) ? 'returns' : 'rates';
  if (format === 'duration' || metric === 'ad_touch_avg') return metric;
  return group === 'contact' ? 'contacts' : 'results';
};

/** The groups of metrics that the chart can show, in the order of the metrics. */
const chartGroups = (kind: string, metrics: readonly MetricKey[]): readonly (readonly MetricKey[])[] => {
  const { counterparts } = CUSTOM_WORDS;
  const groups: MetricKey[][] = [];
  for (const metric of metrics) {
    const alike = groups.filter(([first]) => first !== undefined && scaleOf(first) === scaleOf(metric));
    const isRepeated =
      kind === 'stacked' &&
      alike.flat().some(other => counterparts[metric] === other || counterparts[other] === metric);
    if (isRepeated) continue;
    const isAlone = kind === 'stacked' && !SUMMABLE.has(scaleOf(metric));
    const group = isAlone ? undefined : alike.find(({ length }) => length < MAX_CHARTED_METRICS);
    if (group === undefined) groups.push([metric]);
    else group.push(metric);
  }
  return groups;
};

const axisWord = (name: string | undefined): string | undefined =>
  Object.keys(AXES).find(word => AXES[word]?.name === name);

/** The declaration of a custom page. Pure. */
export const customReport = ({ metrics: names, axes, hidden, chart }: CustomSetting): DeclaredReport => {
  const metrics = names.flatMap(name => METRICS.filter(metric => metric === name));
  const outer = axisWord(axes[0]);
  const { axes: all, controls } = REPORTS.attribution;
  return {
    metrics,
    hidden: metrics.filter(metric => hidden.includes(metric)),
    figure: metrics.find(metric => !hidden.includes(metric)) ?? '',
    chart: {
      over: 'items',
      kind: chart === 'stacked' ? 'stacked' : 'bars',
      top: TOP,
      items: chart === 'none' ? [] : chartGroups(chart, metrics),
    },
    sort: metrics[0] ?? null,
    controls,
    views: [],
    axes: outer === undefined ? all : [outer, ...all.filter(word => word !== outer)],
  };
};

/** The word of the second axis of the setting; undefined: it has one axis. */
export const innerAxisWord = ({ axes }: Pick<CustomSetting, 'axes'>): string | undefined => axisWord(axes[1]);
