import { isOverTime, type Analysis, type ReportRow } from '../../../analyses/analysis.ts';
import type { Axis } from '../../../analyses/axes.ts';
import { metrics, type MetricKey } from '../../../analyses/metrics.ts';
import type { ChartShape, Series } from '../../../components/chart/shape.ts';
import type { Day } from '../../../components/days.ts';
import {
  countBegun,
  goesOn,
  isRemainder,
  kindName,
  nameIn,
  numberAt,
  type RowKind,
  type Translate,
} from './figures.ts';

/** The name of a selectable figure of the chart: of its first metric, unless the analysis names the group. */
export const itemName = (
  { name }: { readonly name: string },
  first: string,
  translate: Translate,
  known: (id: string) => boolean,
): string =>
  translate(
    known(`analysis.${name}.item.${first}`) ? `analysis.${name}.item.${first}` : `metric.${first}.name`,
  );

/** Whether any metric of a row differs from zero. */
const hasValues = (row: object | null | undefined): boolean =>
  Object.keys(metrics).some(metric => (numberAt(row, metric) ?? 0) !== 0);

/** Whether an interval, or its interval of comparison, has any value. */
const isMeasured = (row: object): boolean =>
  hasValues(row) || hasValues((row as { readonly compared?: object | null }).compared);

/** Whether all intervals of a report over time are empty. */
export const isUnmeasured = (rows: readonly object[]): boolean => !rows.some(isMeasured);

/**
 * The index of the first interval with any value, in it or in its interval of comparison: earlier ones were not
 * measured. Without any value it is 0.
 */
export const beganAt = (rows: readonly object[]): number => Math.max(0, rows.findIndex(isMeasured));

interface Drawn {
  /** The name of the group of metrics, where the analysis has one. */
  readonly title?: string;
  readonly item: string;
  readonly kind: RowKind;
  readonly compared: boolean;
  readonly today: Day;
}

/** Axes whose values are ordered: the chart shows all of them in this order. */
const IN_ORDER: ReadonlySet<Axis> = new Set<Axis>(['hour', 'weekday']);

/**
 * The outer rows of the chart: over time from the first interval with values, by hour or weekday all rows, else
 * the largest by a metric without remainders, which would be the largest bars of many products.
 */
const rowsDrawn = (
  analysis: Analysis,
  rows: readonly ReportRow[],
  axis: Axis,
  metric: string,
): readonly ReportRow[] => {
  const outer = rows.filter(({ level }) => level !== 1);
  if (isOverTime(analysis)) {
    const inTime = outer.toSorted((a, b) => (a.key < b.key ? -1 : 1));
    return inTime.slice(beganAt(inTime));
  }
  if (IN_ORDER.has(axis))
    return outer
      .filter(({ key }) => /^\d/.test(key))
      .toSorted((a, b) => Number.parseInt(a.key, 10) - Number.parseInt(b.key, 10));
  const ofAxis = outer.filter(({ key }) => !isRemainder(key));
  return (ofAxis.length > 0 ? ofAxis : outer)
    .toSorted((a, b) => (numberAt(b, metric) ?? 0) - (numberAt(a, metric) ?? 0))
    .slice(0, analysis.chart.top);
};

/** The chart of the selected metrics, with the first metric in the period of comparison. */
export const shapeOf = (
  analysis: Analysis,
  rows: readonly ReportRow[],
  { title, item, kind, compared, today }: Drawn,
  translate: Translate,
): ChartShape => {
  const { chart } = analysis;
  const drawn: readonly string[] = chart.items.find(([first]) => first === item) ?? chart.items[0] ?? [];
  const [first = ''] = drawn;
  const over = isOverTime(analysis);
  const shown = rowsDrawn(analysis, rows, kind.axis, first);
  const nameOf = (metric: string) => nameIn(metric as MetricKey, translate);
  const begun = over ? countBegun(shown, today) : shown.length;
  const valuesOf = (of: readonly (object | null)[], metric: string, until = of.length) => {
    const began = over ? beganAt(of.map(row => ({ ...row, compared: null }))) : 0;
    return of.map((row, index) => (index < began || index >= until ? null : numberAt(row, metric)));
  };
  const series = drawn.map((metric): Series => ({
    name: nameOf(metric),
    format: metrics[metric as MetricKey].format,
    values: valuesOf(shown, metric, begun),
  }));
  const before: Series = {
    name: translate('analysis.compared_series', { name: nameOf(first) }),
    format: metrics[first as MetricKey].format,
    faint: true,
    values: valuesOf(
      shown.map(row => row.compared ?? null),
      first,
    ),
  };
  return {
    kind: chart.kind,
    title: over
      ? translate('analysis.over_time', { name: nameOf(first) })
      : `${title ?? drawn.map(nameOf).join(translate('analysis.and'))}${IN_ORDER.has(kind.axis) ? '' : ` · ${translate('analysis.top', { count: shown.length })}`}`,
    axis: kindName(analysis, { ...kind, by: null }, translate),
    categories: shown.map(row => row.label),
    keys: shown.map(row => row.key),
    series: compared ? [...series, before] : series,
    format: metrics[first as MetricKey].format,
    ...(over && { begun, unfinished: goesOn(shown[begun - 1]?.key ?? '', kind.step, today) }),
  };
};
