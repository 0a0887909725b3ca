import type { Static } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { codedCell, dayCell, textCell, type CellOf } from '../downloads/cells.ts';
import { serveFiles } from '../downloads/serve.ts';
import { wordsIn, type Locale, type Words } from '../downloads/words.ts';
import type { Parts } from '../parts.ts';
import { METRICS, type Measured, type MetricKey } from './metrics.ts';
import { questionOf, seriesQuestionOf } from './questions.ts';
import { ask } from './report.ts';
import { ReportQuery } from './schemas.ts';
import { askSeries, SERIES_METRICS } from './series.ts';
import { TimeSeriesQuery } from './series-schemas.ts';
import type { ShapedRow } from './shape.ts';

/** Reports as files: the rows of the answer to the same question, and their totals as the last one. */

type FileRow = Readonly<Record<string, unknown>>;

const compared = (key: string) => `${key}_compared`;
const beside = <Key extends MetricKey>(keys: readonly Key[], measured: Measured<Key> | undefined) =>
  Object.fromEntries(keys.map(key => [compared(key), measured?.[key] ?? null]));

/** What a row is called in the file's language. @param axis the name of its axis */
const labelIn = (words: Words, locale: Locale, axis: string, { key, label }: Pick<ShapedRow<MetricKey>, 'key' | 'label'>): string => {
  const own = key.replace(/~(new|existing)$/, '').split('/').at(-1) ?? key;
  if (own === 'no_contact') return words.tag('no_contact');
  if (own === 'none') return words.tag('unset');
  if (axis === 'device') return words.tag(label);
  if (axis === 'hour') return `${label}:00`;
  // 4 January 1970 was a Sunday.
  if (axis === 'weekday') return new Date(Date.UTC(1970, 0, 4 + Number(label))).toLocaleDateString(locale, { weekday: 'short', timeZone: 'UTC' });
  return label;
};

const oneBatch = async function* (rows: readonly FileRow[]) {
  yield rows;
};

const localeOf = (asked: FileRow): Locale => (asked['locale'] as Locale | undefined) ?? 'ja';
const cellOf = (column: string, words: Words): CellOf =>
  (column === 'visitor' ? codedCell(words.choices('', 'visitor')) : column === 'from' || column === 'to' ? dayCell : textCell);

/** Adds the files of a report over rows. @param title the message of its title */
export const serveReportFiles = (app: FastifyInstance, parts: Parts, { path, operationId, title }: { readonly path: string; readonly operationId: string; readonly title: string }): void => {
  serveFiles(app, parts, {
    name: operationId, path: `analyses/${path}`, tag: 'analyses', access: 'signed-in', title, query: ReportQuery.properties,
    columns: ['parent_label', 'label', 'visitor', 'key', ...METRICS, ...METRICS.map(compared)], cellOf,
    open: async (viewer, asked, use) => {
      const [words, locale] = [wordsIn(localeOf(asked)), localeOf(asked)];
      const { rows, totals, compared_totals, rules: { axes } } = await ask(parts, viewer, questionOf(asked as Static<typeof ReportQuery>));
      const outer = new Map(rows.map(row => [row.key, labelIn(words, locale, axes[row.level] ?? '', row)]));
      const lines: FileRow[] = rows.map(row => ({
        ...row, label: outer.get(row.key), parent_label: row.parent === null ? '' : outer.get(row.parent), ...beside(METRICS, row.compared),
      }));
      const total = { label: words.tag('total'), parent_label: '', key: 'total', visitor: null, ...totals, ...beside(METRICS, compared_totals) };
      await use({ count: lines.length + 1, batches: oneBatch([...lines, total]) });
    },
  });
};

/** Adds the files of the series. */
export const serveSeriesFiles = (app: FastifyInstance, parts: Parts): void => {
  serveFiles(app, parts, {
    name: 'timeSeries', path: 'analyses/time_series', tag: 'analyses', access: 'signed-in', title: 'term.title', query: TimeSeriesQuery.properties,
    columns: ['label', 'from', 'to', ...SERIES_METRICS, ...SERIES_METRICS.map(compared)], cellOf,
    open: async (viewer, asked, use) => {
      const words = wordsIn(localeOf(asked));
      const { rows, totals, previous, compared_rows, rules } = await askSeries(parts, viewer, seriesQuestionOf(asked as Static<typeof TimeSeriesQuery>, parts.clock.now()));
      const lines: FileRow[] = rows.map((row, index) => ({ ...row, ...beside(SERIES_METRICS, compared_rows[index]) }));
      const total = { label: words.tag('total'), from: rules.from, to: rules.to, ...totals, ...beside(SERIES_METRICS, rules.compare === null ? undefined : previous) };
      await use({ count: lines.length + 1, batches: oneBatch([...lines, total]) });
    },
  });
};
