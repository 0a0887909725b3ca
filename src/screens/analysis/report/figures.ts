import { isOverTime, type Analysis, type ReportRow } from '../../../analyses/analysis.ts';
import type { Axis } from '../../../analyses/axes.ts';
import { metrics, type MetricKey } from '../../../analyses/metrics.ts';
import { addDays, lengthOf, type Day, type Days } from '../../../components/days.ts';
import { changeOf } from '../../../components/delta.tsx';
import { count, date, ratio } from '../../../components/formats.ts';
import type { SecondLine, GridColumn } from '../../../components/grid/types.ts';
import type { Format, KeyOf } from '../../../resources/column.ts';
import { helpOf } from '../search/metric-explanation.ts';
import type { Step } from '../search/search.ts';

export const NO_CONTACT = 'no_contact';
/** Key of the row without a value of the axis. */
const UNSET = 'none';

/**
 * Rank of a row with what belongs to no value of the axis, which comes after all others in tables: 1 without a value, 2
 * for conversions without a contact, 0 for others. Files have the same order. Keys of landing pages contain colons.
 */
export const remainderRank = ({ key }: { readonly key: string }): number => {
  const own = /^(?:[^/~:]*\/)?(none|no_contact)(?:~|$)/.exec(key)?.[1];
  if (own === undefined) return 0;
  return own === UNSET ? 1 : 2;
};

/** Whether a row has what belongs to no value of the axis: conversions without a contact, or unset values. */
export const isRemainder = (key: string): boolean => {
  const [own = key] = key.split('~');
  return own === NO_CONTACT || own === UNSET;
};

/** Formats a message; as a parameter it keeps these functions pure. */
export type Translate = (id: string, values?: Readonly<Record<string, string | number>>) => string;

/** The name of a metric with its unit where values are shown without it: yen. */
export const inUnit = (name: string, format: Format, translate: Translate): string =>
  format === 'yen' ? translate('unit.named', { name, unit: translate('unit.yen') }) : name;
/** The name of a metric with its unit. */
export const nameIn = (key: MetricKey, translate: Translate): string =>
  inUnit(translate(`metric.${key}.name`), metrics[key].format, translate);

/** The column of a metric: its name with its unit, and its explanation. */
export const metricColumn = <Row>(key: MetricKey & KeyOf<Row>, translate: Translate): GridColumn<Row> => {
  const { format } = metrics[key];
  return { field: key, format, label: nameIn(key, translate), help: () => helpOf(key, translate) };
};

/** The kind of rows of a query: by one axis, by a second axis inside the first, or intervals of time. */
export interface RowKind {
  readonly axis: Axis;
  readonly by: Axis | null;
  readonly step: Step;
}

/** The heading of the first column. */
export const kindName = (
  analysis: { readonly chart: { readonly over: 'items' | 'time' } },
  { axis, by, step }: RowKind,
  translate: Translate,
): string => {
  if (isOverTime(analysis)) return translate(`step.${step}`);
  const outer = translate(`axis.${axis}`);
  return by === null ? outer : translate('axis.within', { outer, inner: translate(`axis.${by}`) });
};

/**
 * The columns of an analysis: the name of the row, its trend if there is one, then the metrics by group.
 *
 * @param unfinished whether the period includes today
 */
export const columnsOf = (
  analysis: Analysis,
  kind: RowKind,
  translate: Translate,
  unfinished = false,
): readonly GridColumn<ReportRow>[] => [
  {
    field: 'label',
    format: 'text',
    label: kindName(analysis, kind, translate),
    size: isOverTime(analysis) ? 168 : 232,
    sortable: true,
  },
  ...(analysis.trend
    ? [
        {
          field: 'trend' as const,
          format: 'trend' as const,
          label: translate('analysis.trend'),
          help: () => translate('analysis.trend.help'),
          group: translate('group.contact'),
          unfinished,
        },
      ]
    : []),
  ...analysis.columns.map(({ metric }): GridColumn<ReportRow> => ({
    ...metricColumn<ReportRow>(metric, translate),
    group: translate(`group.${metrics[metric].group}`),
    sortable: true,
  })),
];

/** The message for a row that has only a code; null: the row has a label. */
const wordOf = (axis: Axis, value: string, translate: Translate): string | null => {
  if (value === 'none') return translate('analysis.unset');
  switch (axis) {
    case 'device':
      return ['desktop', 'mobile', 'tablet'].includes(value) ? translate(`tag.${value}`) : null;
    case 'weekday':
      return /^[0-6]$/.test(value) ? translate(`choice.report.weekday.${value}`) : null;
    case 'hour':
      return /^\d{1,2}$/.test(value) ? translate('analysis.hour', { hour: Number(value) }) : null;
    // The protocol does not distinguish pages, and takes width that their paths need.
    case 'landing':
      return value === 'other' ? translate('analysis.other_pages') : value.replace(/^https?:\/\//, '');
    default:
      return null;
  }
};

/** The name of an interval by its first day: year and month of a month, else the day. */
export const stretchName = (key: string, step: Step): string =>
  step === 'month' ? date(key.slice(0, 7)) : date(key);

/** Whether an interval, by its first day, includes today. */
export const goesOn = (key: string, step: Step, today: Day): boolean =>
  step === 'month'
    ? key.slice(0, 7) === today.slice(0, 7)
    : key <= today && key > addDays(today, step === 'week' ? -7 : -1);

/** Number of intervals in order of time that have begun. Later ones have no values, which is not the same as zero. */
export const countBegun = (rows: readonly { readonly key: string }[], today: Day): number =>
  rows.findLastIndex(({ key }) => key <= today) + 1;

/** The row with its label, or with a message as its label where the server has none. */
export const named = <Row extends ReportRow>(
  row: Row,
  { axis, by }: Pick<RowKind, 'axis' | 'by'>,
  translate: Translate,
): Row => {
  const [own = row.key] = row.key.split('~');
  const value = decodeURIComponent(own.split('/').at(-1) ?? own);
  const label =
    own === NO_CONTACT
      ? translate('analysis.no_contact')
      : (wordOf(row.level === 1 && by !== null ? by : axis, value, translate) ??
        (row.label === '' ? translate('analysis.unset') : row.label));
  const visitor =
    row.visitor === undefined || row.visitor === null
      ? label
      : translate('analysis.of_visitor', { name: label, visitor: translate(`visitor.${row.visitor}`) });
  // A line at zero would look like constant contacts.
  return { ...row, label: visitor, ...(row.trend?.every(value => !value) === true && { trend: null }) };
};

/** The value of a metric in a row; null: none. */
export const numberAt = (row: object | null | undefined, metric: string): number | null => {
  const value = (row as Readonly<Record<string, unknown>> | null | undefined)?.[metric];
  return typeof value === 'number' ? value : null;
};

const daysIn = (row: object): Days | null => {
  const { from, to } = row as { readonly from?: unknown; readonly to?: unknown };
  return typeof from === 'string' && typeof to === 'string' ? { from, to } : null;
};

const isWholeMonth = ({ from, to }: Days): boolean =>
  from.endsWith('-01') && to === addDays(`${addDays(from, 31).slice(0, 7)}-01`, -1);

interface ComparedRow {
  readonly compared?: object | null;
}

/**
 * Whether a row is an interval of time that has more or fewer days than the one with which it is compared: a period begins
 * and ends within a week or month. Whole months count as equal.
 */
export const isUneven = (row: ComparedRow): boolean => {
  const [now, before] = [daysIn(row), daysIn(row.compared ?? {})];
  if (now === null || before === null || lengthOf(now) === lengthOf(before)) return false;
  return !(isWholeMonth(now) && isWholeMonth(before));
};

/**
 * The change of a metric against the period of comparison in percent, and whether it is better or worse. Between uneven
 * intervals there is none: their days would look like a rise or fall.
 */
export const comparedIn = (row: ComparedRow, field: string): SecondLine | null => {
  if (!Object.hasOwn(metrics, field)) return null;
  const [now, before] = [numberAt(row, field), numberAt(row.compared, field)];
  // Without any value the first line is enough.
  if (!now && !before) return null;
  const change = isUneven(row) ? null : changeOf(now, before);
  if (change === null) return { text: '-', tone: 'plain' };
  if (change === 0) return { text: '±0%', tone: 'plain' };
  const { moreIsBetter } = metrics[field as MetricKey];
  // From a tenfold change on, decimals are meaningless and too wide.
  const percent = Math.abs(change) < 10 ? ratio(change) : `${count(change * 100)}%`;
  const tone = change > 0 === moreIsBetter ? 'good' : 'poor';
  return {
    text: `${change > 0 ? '▲ +' : '▼ '}${percent}`,
    tone: moreIsBetter === null ? 'plain' : tone,
  };
};
