import type { Static } from '@fastify/type-provider-typebox';
import { codedCell, dayCell, textCell, type CellOf } from '../../downloads/cells.ts';
import type { FileOf } from '../../downloads/source.ts';
import { wordsIn, type Locale, type Words } from '../../wording/words.ts';
import type { Dependencies } from '../../dependencies.ts';
import { inOrder, orderQuery } from './file-order.ts';
import { axisHeading, lookOfReport, metricHeading, rowName } from './file-words.ts';
import { METRICS, type Measured, type MetricKey } from '../../attribution/metrics.ts';
import { axesAsked } from '../parse/query.ts';
import { questionOf, seriesParametersOf } from '../parse/parse-query.ts';
import { ask } from '../report.ts';
import { ReportQuery } from '../parse/schemas.ts';
import { askSeries, SERIES_METRICS } from '../series.ts';
import { TimeSeriesQuery } from '../parse/series-schemas.ts';

/** Reports as files: the rows of the answer to the same query, with their totals as the last row. */

export type FileRow = Readonly<Record<string, unknown>>;

const compared = (key: string) => `${key}_compared`;
const beside = <Key extends MetricKey>(keys: readonly Key[], measured: Measured<Key> | undefined) =>
  Object.fromEntries(keys.map(key => [compared(key), measured?.[key] ?? null]));

export const oneBatch = async function* (rows: readonly FileRow[]) {
  yield rows;
};

export const wordsAsked = (fileQuery: FileRow): Words =>
  wordsIn((fileQuery['locale'] as Locale | undefined) ?? 'ja');
export const cellOfReport = (column: string, words: Words): CellOf => {
  if (column === 'visitor') return codedCell(words.choices('', 'visitor'));
  return column === 'from' || column === 'to' ? dayCell : textCell;
};

type ReportAsked = Static<typeof ReportQuery>;

/**
 * Files of a report over rows name their first columns after its axes.
 *
 * @returns null where the column is not one of the axes
 */
export const labelHeading = (words: Words, column: string, fileQuery: FileRow): string | null => {
  if (column !== 'label' && column !== 'parent_label') return null;
  const names = axesAsked(questionOf(fileQuery as ReportAsked));
  return axisHeading(words, column === 'label' ? names : names.slice(0, 1));
};

/**
 * The labels of rows and of their outer rows, in a file's language.
 *
 * @param axes the names of the axes, the outer first
 */
export const namesOf = <
  Row extends {
    readonly key: string;
    readonly label: string;
    readonly level: number;
    readonly parent: string | null;
  },
>(
  words: Words,
  axes: readonly string[],
  rows: readonly Row[],
): readonly { readonly label: string; readonly parent_label: string }[] => {
  const names = new Map(rows.map(row => [row.key, rowName(words, axes[row.level] ?? '', row)]));
  return rows.map(row => ({
    label: names.get(row.key) ?? '',
    parent_label: row.parent === null ? '' : (names.get(row.parent) ?? ''),
  }));
};

const REPORT_COLUMNS = ['parent_label', 'label', 'visitor', 'key', ...METRICS, ...METRICS.map(compared)];

/** The files of a report over rows. @param title the message of its title */
const reportFile = (name: string, path: string, title: string): FileOf<Dependencies> => ({
  name,
  path: `analyses/${path}`,
  tag: 'analyses',
  access: 'signed-in',
  title,
  query: { ...ReportQuery.properties, ...orderQuery(REPORT_COLUMNS) },
  columns: REPORT_COLUMNS,
  cellOf: cellOfReport,
  lookOf: lookOfReport,
  headingOf: (column, words, fileQuery) =>
    labelHeading(words, column, fileQuery) ?? metricHeading(words, column) ?? words.heading(name, column),
  find: async (parts, viewer, fileQuery, use, signal) => {
    const words = wordsAsked(fileQuery);
    const {
      rows,
      totals,
      compared_totals,
      rules: { axes },
    } = await ask(parts, viewer, questionOf(fileQuery as ReportAsked), { signal });
    const names = namesOf(words, axes, rows);
    const lines: FileRow[] = rows.map((row, index) => ({
      ...row,
      ...names[index],
      ...beside(METRICS, row.compared),
    }));
    const total = {
      label: words.say('analysis.total'),
      parent_label: '',
      key: 'total',
      visitor: null,
      ...totals,
      ...beside(METRICS, compared_totals),
    };
    await use({ count: lines.length + 1, batches: oneBatch([...inOrder(lines, fileQuery), total]) });
  },
});

export const attributions = reportFile('attributions', 'attributions', 'attribution.title');
export const adSummaries = reportFile('adSummaries', 'ad_summaries', 'adStatistics.title');
export const effects = reportFile('effects', 'effects', 'effect.title');

/** A period as the screen labels it: a month needs no day. */
const stretchName = (day: string, step: string | undefined): string =>
  (step === 'month' ? day.slice(0, 7) : day).replaceAll('-', '/');

const SERIES_COLUMNS = ['label', 'from', 'to', ...SERIES_METRICS, ...SERIES_METRICS.map(compared)];

/** The files of the series. */
export const timeSeries: FileOf<Dependencies> = {
  name: 'timeSeries',
  path: 'analyses/time_series',
  tag: 'analyses',
  access: 'signed-in',
  title: 'term.title',
  query: { ...TimeSeriesQuery.properties, ...orderQuery(SERIES_COLUMNS) },
  columns: SERIES_COLUMNS,
  cellOf: cellOfReport,
  lookOf: lookOfReport,
  headingOf: (column, words, { step }) =>
    column === 'label'
      ? words.say(`step.${(step as string | undefined) ?? 'day'}`)
      : (metricHeading(words, column) ?? words.heading('timeSeries', column)),
  find: async (parts, viewer, fileQuery, use, signal) => {
    const words = wordsAsked(fileQuery);
    const { rows, totals, previous, compared_rows, rules } = await askSeries(
      parts,
      viewer,
      seriesParametersOf(fileQuery as Static<typeof TimeSeriesQuery>, parts.clock.now()),
      { signal },
    );
    const lines: FileRow[] = rows.map((row, index) => ({
      ...row,
      label: stretchName(row.key, rules.step),
      ...beside(SERIES_METRICS, compared_rows[index]),
    }));
    const total = {
      label: words.say('analysis.total'),
      from: rules.from,
      to: rules.to,
      ...totals,
      ...beside(SERIES_METRICS, rules.compare === null ? undefined : previous),
    };
    await use({ count: lines.length + 1, batches: oneBatch([...inOrder(lines, fileQuery), total]) });
  },
};
