import { isOverTime, type Analysis, type ReportRow } from '../../../analyses/analysis.ts';
import type { Axis } from '../../../analyses/axes.ts';
import { metrics, type MetricKey } from '../../../analyses/metrics.ts';
import type { ChartShape, Series } from '../../../components/chart/shape.ts';
import { addDays, type Day } from '../../../components/days.ts';
import { changeOf } from '../../../components/delta.tsx';
import { count, date, ratio } from '../../../components/formats.ts';
import type { SecondLine, GridColumn } from '../../../components/grid/types.ts';
import type { Format, KeyOf } from '../../../resources/column.ts';
import { helpOf } from '../search/metric-explanation.ts';
import type { Step } from '../search/search.ts';

export const NO_CONTACT = 'no_contact';

/** Says a message; the screens' way to the translator, so that these functions stay pure. */
export type Say = (id: string, values?: Readonly<Record<string, string | number>>) => string;

/** A name of figures with their unit, where the figures themselves have none: yen. */
export const inUnit = (name: string, format: Format, say: Say): string =>
  format === 'yen' ? say('unit.named', { name, unit: say('unit.yen') }) : name;
const nameIn = (key: MetricKey, say: Say): string =>
  inUnit(say(`metric.${key}.name`), metrics[key].format, say);

/** A metric as a column: its name with its unit, what it means, and its group if there are groups. */
export const metricColumn = <Row>(key: MetricKey & KeyOf<Row>, say: Say): GridColumn<Row> => {
  const { format } = metrics[key];
  return { field: key, format, label: nameIn(key, say), help: helpOf(key, say) };
};

/** What the rows of a question are: one axis, the second inside the first, or stretches of time. */
export interface RowKind {
  readonly axis: Axis;
  readonly by: Axis | null;
  readonly step: Step;
}

/** What the first column is called. */
export const kindName = (
  analysis: { readonly chart: { readonly over: 'items' | 'time' } },
  { axis, by, step }: RowKind,
  say: Say,
): string => {
  if (isOverTime(analysis)) return say(`step.${step}`);
  const outer = say(`axis.${axis}`);
  return by === null ? outer : say('axis.within', { outer, inner: say(`axis.${by}`) });
};

/**
 * The columns of an analysis: what the rows are, their course where they bring it, then its metrics under
 * their groups.
 *
 * @param unfinished the period has today in it
 */
export const columnsOf = <Row extends ReportRow>(
  analysis: Analysis<Row>,
  kind: RowKind,
  say: Say,
  unfinished = false,
): readonly GridColumn<Row>[] => [
  {
    field: 'label' as KeyOf<Row>,
    format: 'text',
    label: kindName(analysis, kind, say),
    size: isOverTime(analysis) ? 168 : 232,
    sortable: true,
  },
  ...(analysis.trend
    ? [
        {
          field: 'trend' as KeyOf<Row>,
          format: 'trend' as const,
          label: say('analysis.trend'),
          help: say('analysis.trend.help'),
          group: say('group.contact'),
          unfinished,
        },
      ]
    : []),
  ...analysis.columns.map(({ metric }): GridColumn<Row> => ({
    ...metricColumn<Row>(metric, say),
    group: say(`group.${metrics[metric as MetricKey].group}`),
    sortable: true,
  })),
];

/**
 * What a row is in words of ours, where the server only has a code for it; null: its label stands as it is.
 */
const wordOf = (axis: Axis, value: string, say: Say): string | null => {
  if (value === 'none') return say('analysis.unset');
  switch (axis) {
    case 'device':
      return ['desktop', 'mobile', 'tablet'].includes(value) ? say(`tag.${value}`) : null;
    case 'weekday':
      return /^[0-6]$/.test(value) ? say(`choice.report.weekday.${value}`) : null;
    case 'hour':
      return /^\d{1,2}$/.test(value) ? say('analysis.hour', { hour: Number(value) }) : null;
    // Which protocol does not tell pages apart, and takes the room in which their paths could.
    case 'landing':
      return value === 'other' ? say('analysis.other_pages') : value.replace(/^https?:\/\//, '');
    default:
      return null;
  }
};

/** A stretch of time by its first day: a month needs no day. */
export const stretchName = (key: string, step: Step): string =>
  step === 'month' ? date(key.slice(0, 7)) : date(key);

/** Whether a stretch of time, by its first day, has today in it. */
export const goesOn = (key: string, step: Step, today: Day): boolean =>
  step === 'month'
    ? key.slice(0, 7) === today.slice(0, 7)
    : key <= today && key > addDays(today, step === 'week' ? -7 : -1);

/** A row's name: what the server calls it, or the words for those that have no name of their own. */
export const named = <Row extends ReportRow>(
  row: Row,
  { axis, by }: Pick<RowKind, 'axis' | 'by'>,
  say: Say,
): Row => {
  const [own = row.key] = row.key.split('~');
  const value = decodeURIComponent(own.split('/').at(-1) ?? own);
  const label =
    own === NO_CONTACT
      ? say('analysis.no_contact')
      : (wordOf(row.level === 1 && by !== null ? by : axis, value, say) ??
        (row.label === '' ? say('analysis.unset') : row.label));
  const visitor =
    row.visitor === undefined || row.visitor === null
      ? label
      : say('analysis.of_visitor', { name: label, visitor: say(`visitor.${row.visitor}`) });
  // A line over nothing would look like one of steady contacts.
  return { ...row, label: visitor, ...(row.trend?.every(value => !value) === true && { trend: null }) };
};

const numberAt = (row: object | null | undefined, metric: string): number | null => {
  const value = (row as Readonly<Record<string, unknown>> | null | undefined)?.[metric];
  return typeof value === 'number' ? value : null;
};

/**
 * How a row's figure compares with that of the period it is compared with: by how many percent, and whether
 * that is good news.
 */
export const comparedIn = (row: { readonly compared?: object | null }, field: string): SecondLine | null => {
  if (!Object.hasOwn(metrics, field)) return null;
  const [now, before] = [numberAt(row, field), numberAt(row.compared, field)];
  // Nothing and nothing: the first line has said so.
  if (!now && !before) return null;
  const change = changeOf(now, before);
  if (change === null) return { text: '-', tone: 'plain' };
  if (change === 0) return { text: '±0%', tone: 'plain' };
  const { moreIsBetter } = metrics[field as MetricKey];
  // Of more than ten times the decimals say nothing, and there is no room for them.
  const percent = Math.abs(change) < 10 ? ratio(change) : `${count(change * 100)}%`;
  const tone = change > 0 === moreIsBetter ? 'good' : 'poor';
  return {
    text: `${change > 0 ? '▲ +' : '▼ '}${percent}`,
    tone: moreIsBetter === null ? 'plain' : tone,
  };
};

/**
 * What a figure of a chart is called in the choice of them: several together may have a name of their own.
 */
export const itemName = (
  { name }: { readonly name: string },
  first: string,
  say: Say,
  known: (id: string) => boolean,
): string => say(known(`${name}.item.${first}`) ? `${name}.item.${first}` : `metric.${first}.name`);

const tells = (row: object | null | undefined): boolean =>
  Object.keys(metrics).some(metric => (numberAt(row, metric) ?? 0) !== 0);
/**
 * At which stretch of a report over time there is anything to tell at all, or of the period that it is
 * compared with; before it nothing was measured, which is not the same as nothing happened. None has
 * anything: at the first.
 */
export const beganAt = (rows: readonly object[]): number =>
  Math.max(
    0,
    rows.findIndex(row => tells(row) || tells((row as { readonly compared?: object | null }).compared)),
  );

interface Drawn {
  /** What its figures are called together, where they have a name of their own. */
  readonly title?: string;
  readonly item: string;
  readonly kind: RowKind;
  readonly compared: boolean;
  readonly today: Day;
}

/** Axes whose values have an order of their own, in which all of them are drawn. */
const IN_ORDER: ReadonlySet<Axis> = new Set<Axis>(['hour', 'weekday']);

/**
 * The outer rows that are drawn: over time in their order from the first that has something to tell, by hour
 * or weekday all of them, else the largest by a metric.
 */
const rowsDrawn = <Row extends ReportRow>(
  analysis: Analysis<Row>,
  rows: readonly Row[],
  axis: Axis,
  metric: string,
): readonly Row[] => {
  const outer = rows.filter(({ level }) => level !== 1);
  if (isOverTime(analysis)) {
    const inTime = outer.toSorted((a, b) => (a.key < b.key ? -1 : 1));
    return inTime.slice(beganAt(inTime));
  }
  return IN_ORDER.has(axis)
    ? outer
        .filter(({ key }) => /^\d/.test(key))
        .toSorted((a, b) => Number.parseInt(a.key, 10) - Number.parseInt(b.key, 10))
    : outer
        .toSorted((a, b) => (numberAt(b, metric) ?? 0) - (numberAt(a, metric) ?? 0))
        .slice(0, analysis.chart.top);
};

/** The chart of an analysis by the chosen figure; beside it, that figure of the period before. */
export const shapeOf = <Row extends ReportRow>(
  analysis: Analysis<Row>,
  rows: readonly Row[],
  { title, item, kind, compared, today }: Drawn,
  say: Say,
): ChartShape => {
  const { chart } = analysis;
  const drawn: readonly string[] = chart.items.find(([first]) => first === item) ?? chart.items[0] ?? [];
  const [first = ''] = drawn;
  const over = isOverTime(analysis);
  const shown = rowsDrawn(analysis, rows, kind.axis, first);
  const nameOf = (metric: string) => nameIn(metric as MetricKey, say);
  const valuesOf = (of: readonly (object | null)[], metric: string) => {
    const began = over ? beganAt(of.map(row => ({ ...row, compared: null }))) : 0;
    return of.map((row, index) => (index < began ? null : numberAt(row, metric)));
  };
  const series = drawn.map((metric): Series => ({
    name: nameOf(metric),
    format: metrics[metric as MetricKey].format,
    values: valuesOf(shown, metric),
  }));
  const before: Series = {
    name: say('analysis.compared_series', { name: nameOf(first) }),
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
      ? say('analysis.over_time', { name: nameOf(first) })
      : `${title ?? drawn.map(nameOf).join(say('analysis.and'))}${IN_ORDER.has(kind.axis) ? '' : ` · ${say('analysis.top', { count: shown.length })}`}`,
    axis: kindName(analysis, { ...kind, by: null }, say),
    categories: shown.map(row => row.label),
    keys: shown.map(row => row.key),
    series: compared ? [...series, before] : series,
    format: metrics[first as MetricKey].format,
    ...(over && { unfinished: goesOn(shown.at(-1)?.key ?? '', kind.step, today) }),
  };
};
