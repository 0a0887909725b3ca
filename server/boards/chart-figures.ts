import { METRICS, type MetricKey } from '../attribution/metrics.ts';
import { dayNumber, dayText, tokyoDay } from '../platform/time.ts';
import { remainderRankOfKey } from '../reports/count/rows.ts';
import type { Words } from '../wording/words.ts';
import { METRIC_FORMATS } from './declared-reports.ts';
import { columnOf, valueOf, type ItemFigures, type PlainReport, type PlainRow } from './figures.ts';
import type { SavedReport } from './saved-report.ts';

/** Axes whose values are ordered: the chart shows all of them in this order. */
const IN_ORDER: ReadonlySet<string> = new Set(['hour', 'weekday']);

const hasValues = (row: object | null): boolean =>
  Object.keys(METRIC_FORMATS).some(metric => (valueOf(row, metric) ?? 0) !== 0);

/** Index of the first row with any value; 0: none has. */
const beganAt = (rows: readonly (object | null)[]): number => Math.max(0, rows.findIndex(hasValues));

/** The intervals from the first one with a value to that of today: later ones have no values, which is not zero. */
const inTime = (rows: readonly PlainRow[], now: number): readonly PlainRow[] => {
  const today = dayText(tokyoDay(now));
  const sorted = rows.filter(({ key }) => key <= today).toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const began = sorted.findIndex(({ values, compared }) => hasValues(values) || hasValues(compared));
  return sorted.slice(Math.max(0, began));
};

/** The rows of a chart, as in the console: by hour or weekday all, else the largest without remainders. */
const drawnRows = (
  { declared: { chart } }: SavedReport,
  { rows, axes }: PlainReport,
  metric: string,
  now: number,
): readonly PlainRow[] => {
  if (chart.over === 'time') return inTime(rows, now);
  const [axis = ''] = axes;
  if (IN_ORDER.has(axis))
    return rows
      .filter(({ key }) => /^\d/.test(key))
      .toSorted((a, b) => Number.parseInt(a.key, 10) - Number.parseInt(b.key, 10));
  const ofAxis = rows.filter(({ key }) => remainderRankOfKey(key) === 0);
  return (ofAxis.length > 0 ? ofAxis : rows)
    .toSorted((a, b) => (valueOf(b.values, metric) ?? 0) - (valueOf(a.values, metric) ?? 0))
    .slice(0, chart.top ?? rows.length);
};

/** Whether an interval includes today. */
const includesToday = (key: string, step: unknown, now: number): boolean => {
  const today = tokyoDay(now);
  if (step === 'month') return key.slice(0, 7) === dayText(today).slice(0, 7);
  const day = dayNumber(key);
  return day <= today && day > today - (step === 'week' ? 7 : 1);
};

const titleOf = (
  { name, declared, charted }: SavedReport,
  { axes, count }: { readonly axes: readonly string[]; readonly count: number },
  words: Words,
): string => {
  const nameOf = (metric: string) => columnOf(words, metric as MetricKey).name;
  const [first = ''] = charted;
  if (declared.chart.over === 'time') return words.say('analysis.over_time', { name: nameOf(first) });
  const own = `analysis.${name}.item.${first}`;
  const named = words.say(own);
  const title = named === own ? charted.map(nameOf).join(words.say('analysis.and')) : named;
  return IN_ORDER.has(axes[0] ?? '') ? title : `${title} · ${words.say('analysis.top', { count })}`;
};

/** The chart of a report, with the first metric in the period of comparison. Pure. */
export const chartOf = (
  report: SavedReport,
  answer: PlainReport,
  words: Words,
  now: number,
): Partial<ItemFigures> => {
  const { declared, charted, query } = report;
  const metrics = METRICS.filter(metric => charted.includes(metric)).toSorted(
    (a, b) => charted.indexOf(a) - charted.indexOf(b),
  );
  const [first] = metrics;
  const drawn = drawnRows(report, answer, first ?? '', now);
  const isOverTime = declared.chart.over === 'time';
  const seriesOf = (rows: readonly (object | null)[], metric: MetricKey) => {
    const began = isOverTime ? beganAt(rows) : 0;
    return rows.map((row, index) => (index < began ? null : valueOf(row, metric)));
  };
  const isCompared = query['compare'] !== undefined && first !== undefined;
  const series = [
    ...metrics.map(metric =>
      seriesOf(
        drawn.map(({ values }) => values),
        metric,
      ),
    ),
    ...(isCompared
      ? [
          seriesOf(
            drawn.map(({ compared }) => compared),
            first,
          ),
        ]
      : []),
  ];
  return {
    chart: declared.chart.kind,
    title: titleOf(report, { axes: answer.axes, count: drawn.length }, words),
    unfinished: isOverTime && includesToday(drawn.at(-1)?.key ?? '', query['step'], now),
    columns: [
      ...metrics.map(metric => columnOf(words, metric)),
      ...(isCompared ? [columnOf(words, first, true)] : []),
    ],
    rows: drawn.map(({ key, label }, index) => ({
      key,
      label,
      values: series.map(values => values[index] ?? null),
    })),
    count: drawn.length,
  };
};
