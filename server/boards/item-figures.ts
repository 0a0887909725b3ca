import { Value } from 'typebox/value';
import type { TObject } from '@fastify/type-provider-typebox';
import type { MetricKey } from '../attribution/metrics.ts';
import type { Viewer } from '../http/visibility.ts';
import { computeReport } from '../reports/analyses/row-report/compute.ts';
import { parseReportQuery } from '../reports/analyses/row-report/query.ts';
import { ReportQuery } from '../reports/analyses/row-report/schema.ts';
import { computeSeries } from '../reports/analyses/time-series/compute.ts';
import { parseSeriesQuery } from '../reports/analyses/time-series/query.ts';
import { TimeSeriesQuery } from '../reports/analyses/time-series/schema.ts';
import { inOrder } from '../reports/files/file-order.ts';
import { axisHeading, rowName } from '../reports/files/file-words.ts';
import type { ReportOptions, ReportParts } from '../reports/parse/query.ts';
import { wordsIn, type Locale, type Words } from '../wording/words.ts';
import type { BoardItem } from '../store/postgres/schema/index.ts';
import { chartOf } from './chart-figures.ts';
import { METRIC_FORMATS } from './declared-reports.ts';
import { describeReport } from './describe-report.ts';
import {
  columnOf,
  NO_FIGURES,
  valueOf,
  type ItemFigures,
  type PlainReport,
  type PlainRow,
} from './figures.ts';
import type { SavedReport } from './saved-report.ts';

/** Computing what an item of a board shows, by the rights of a viewer. */

const intervalName = (key: string, step: unknown): string =>
  (step === 'month' ? key.slice(0, 7) : key).replaceAll('-', '/');

type Compute = (
  parts: ReportParts,
  viewer: Viewer,
  report: SavedReport,
  words: Words,
  options: ReportOptions,
) => Promise<PlainReport>;

const readSeries: Compute = async (parts, viewer, { query }, _words, options) => {
  const answer = await computeSeries(parts, viewer, parseSeriesQuery(query, parts.clock.now()), options);
  const { rows, totals, previous, compared_rows: before } = answer;
  const isCompared = query['compare'] !== undefined;
  return {
    rows: rows.map((row, index) => ({
      key: row.key,
      label: intervalName(row.key, query['step']),
      values: row,
      compared: before[index] ?? null,
    })),
    totals,
    comparedTotals: isCompared ? previous : null,
    axes: [],
    model: null,
    compared: isCompared ? previous : null,
    rebuildingSince: answer.rules.rebuilding_since,
  };
};

/** Outer rows only: a board has no room for inner ones. */
const readRows: Compute = async (parts, viewer, { query }, words, options) => {
  const answer = await computeReport(parts, viewer, { ...parseReportQuery(query), trend: false }, options);
  const { rules, totals, compared_totals: before = null } = answer;
  const [axis = ''] = rules.axes;
  return {
    rows: answer.rows
      .filter(({ level }) => level !== 1)
      .map(row => {
        const name = rowName(words, axis, row);
        const visitor = row.visitor === null ? null : words.say(`visitor.${row.visitor}`);
        return {
          key: row.key,
          label: visitor === null ? name : words.say('analysis.of_visitor', { name, visitor }),
          values: row,
          compared: row.compared ?? null,
        };
      }),
    totals,
    comparedTotals: before,
    axes: rules.axes,
    model: rules.model,
    compared: before,
    rebuildingSince: rules.rebuilding_since,
  };
};

/** Whether the schema of the report accepts the query, as that of its route does. */
export const isReadable = ({ declared, query }: SavedReport): boolean =>
  Value.Check((declared.chart.over === 'time' ? TimeSeriesQuery : ReportQuery) as TObject, query);

interface Shown {
  readonly report: SavedReport;
  readonly answer: PlainReport;
  readonly words: Words;
  readonly locale: Locale;
  /** Limit of the rows of a table. */
  readonly maxRows: number;
}

const tableOf = ({ report, answer, words, locale, maxRows }: Shown, metrics: readonly MetricKey[]) => {
  const { sort } = report;
  const isShown = sort !== null && (sort.field === 'label' || metrics.some(metric => metric === sort.field));
  const lines = answer.rows.map(row => ({ ...row.values, key: row.key, label: row.label }));
  const sorted = isShown
    ? inOrder(lines, { sortName: sort.field, sortAsc: !sort.descending, locale })
    : lines;
  const valuesOf = (row: object) => metrics.map(metric => valueOf(row, metric));
  return {
    columns: metrics.map(metric => columnOf(words, metric)),
    rows: sorted
      .slice(0, maxRows)
      .map(row => ({ key: String(row['key']), label: String(row['label']), values: valuesOf(row) })),
    count: lines.length,
    totals: valuesOf(answer.totals),
  };
};

const figureOf = ({ answer: { totals, comparedTotals }, words }: Shown, metric: MetricKey) => ({
  columns: [columnOf(words, metric), ...(comparedTotals === null ? [] : [columnOf(words, metric, true)])],
  rows: [],
  count: 0,
  totals: [valueOf(totals, metric), ...(comparedTotals === null ? [] : [valueOf(comparedTotals, metric)])],
});

/** Whether any metric of a row, or of its comparison, differs from zero. */
const isMeasured = ({ values, compared }: PlainRow): boolean =>
  Object.keys(METRIC_FORMATS).some(metric =>
    [values, compared].some(row => (valueOf(row, metric) ?? 0) !== 0),
  );

/**
 * Why an item shows no figures: `metric`: its metric is none of the report, `chart`: the report has no chart, `rules`: the
 * view of what-if tries no rule.
 */
export type Missing = 'metric' | 'chart' | 'rules';

const partOf = (shown: Shown, item: BoardItem, now: number): Partial<ItemFigures> | Missing => {
  const { report, answer } = shown;
  const { metrics, figure } = report.declared;
  if (item.kind === 'table')
    return tableOf(
      shown,
      metrics.filter(metric => report.columns.includes(metric)),
    );
  if (item.kind === 'chart')
    return report.charted.length === 0 ? 'chart' : chartOf(report, answer, shown.words, now);
  const metric = metrics.find(one => one === (item.metric ?? figure));
  return metric === undefined ? 'metric' : figureOf(shown, metric);
};

/**
 * Computes what an item shows of its report, by the rights of a viewer.
 *
 * @throws {Failure} `invalid`, `no_permission_for_data`, `timed_out`
 */
export const computeItem = async (
  parts: ReportParts,
  viewer: Viewer,
  {
    report,
    item,
    locale,
    maxRows,
  }: Pick<Shown, 'report' | 'locale' | 'maxRows'> & { readonly item: BoardItem },
  options: ReportOptions = {},
): Promise<ItemFigures | Missing> => {
  const words = wordsIn(locale);
  const { over } = report.declared.chart;
  const read = over === 'time' ? readSeries : readRows;
  const answer = await read(parts, viewer, report, words, options);
  // A report over time has a row for each interval. If all are empty, nothing is shown, as in the console.
  const isEmpty = over === 'time' && !answer.rows.some(isMeasured);
  const shown = { report, answer: isEmpty ? { ...answer, rows: [] } : answer, words, locale, maxRows };
  const part = partOf(shown, item, parts.clock.now());
  if (typeof part === 'string') return part;
  return {
    ...NO_FIGURES,
    conditions: describeReport(report, answer, words),
    heading:
      answer.axes.length === 0 ? words.say(`step.${report.query['step']}`) : axisHeading(words, answer.axes),
    ...part,
  };
};
