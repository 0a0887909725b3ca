import type { TProperties } from '@fastify/type-provider-typebox';
import { codedCell, dayCell, textCell, type CellOf } from '../../downloads/cells.ts';
import type { FileOf, Found } from '../../downloads/source.ts';
import type { Dependencies, ProductDependencies } from '../../dependencies.ts';
import type { Viewer } from '../../http/visibility.ts';
import { ofProduct } from '../../slices/slices.ts';
import { wordsIn, type Locale, type Words } from '../../wording/words.ts';
import type { AnalysisRules } from '../shape/answer-rules.ts';
import { inOrder, orderQuery } from './file-order.ts';
import { formatOfReport, markingDeleted, metricHeading, withUnit } from './file-words.ts';

/**
 * Files of the analyses: the content of their screens, with the same labels and order, and the sums as the
 * last row.
 */

export type FileRow = Readonly<Record<string, unknown>>;

/** The language of a file and the signal that its reader has disconnected. */
interface FileContext {
  readonly words: Words;
  readonly signal: AbortSignal;
}

/** What the files of all analyses state. Columns have the names of the screen's columns. */
interface FileFrame<Query> {
  /** The name of the analysis's operation. */
  readonly name: string;
  readonly path: string;
  /** The message of its title. */
  readonly title: string;
  readonly query: TProperties;
  readonly columns: readonly string[];
  /** The columns that a viewer may see, which are the default; absent: all. */
  readonly columnsFor?: (viewer: Viewer) => readonly string[];
  readonly columnsOfQuery?: (fileQuery: FileRow) => readonly string[] | null;
  /** The label of a column that is no metric; null: the label of the lists. */
  readonly headingOf?: (column: string, words: Words, fileQuery: Query) => string | null;
  readonly cellOf?: (column: string, words: Words) => CellOf;
}

/** A file that is read in batches. */
interface StreamedFile<Query> extends FileFrame<Query> {
  readonly stream: (
    parts: ProductDependencies,
    viewer: Viewer,
    fileQuery: Query,
    context: FileContext & { readonly use: (found: Found) => Promise<void> },
  ) => Promise<void>;
}

/** A file whose rows are read at once, with their sums as the last row. */
interface TableFile<Query> extends FileFrame<Query> {
  /** Whether a query may order its rows by a column. */
  readonly ordered?: boolean;
  /** @returns the rows in the order of the analysis, the sums without key and label, and the rules that they follow */
  readonly read: (
    parts: ProductDependencies,
    viewer: Viewer,
    fileQuery: Query,
    context: FileContext,
  ) => Promise<{
    readonly rows: readonly FileRow[];
    readonly totals: object;
    readonly rules: Pick<AnalysisRules, 'rebuilding_since'>;
  }>;
}

export const oneBatch = async function* (rows: readonly FileRow[]) {
  yield rows;
};

const wordsOf = (fileQuery: FileRow): Words => wordsIn((fileQuery['locale'] as Locale | undefined) ?? 'ja');

const cellOfReport = (column: string, words: Words): CellOf => {
  if (column === 'visitor') return codedCell(words.choices('', 'visitor'));
  return /^(?:from|to)(?:_compared)?$/.test(column) ? dayCell : textCell;
};

const partsOf = async (parts: Dependencies, fileQuery: FileRow): Promise<ProductDependencies> =>
  markingDeleted(await ofProduct(parts, fileQuery['product_id'] as number), wordsOf(fileQuery));

const frameOf = <Query>({
  name,
  path,
  title,
  query,
  columns,
  columnsFor,
  columnsOfQuery,
  headingOf = () => null,
  cellOf = cellOfReport,
}: FileFrame<Query>): Omit<FileOf<Dependencies>, 'find'> => ({
  name,
  path: `analyses/${path}`,
  tag: 'analyses',
  access: { personOrKey: 'reports' },
  title,
  query,
  followsRules: true,
  columns,
  ...(columnsFor && { columnsFor }),
  ...(columnsOfQuery && { columnsOfQuery }),
  cellOf,
  formatOf: formatOfReport,
  headingOf: (column, words, fileQuery) =>
    headingOf(column, words, fileQuery as Query) ??
    metricHeading(words, column) ??
    words.heading(name, column),
});

/** The files of an analysis whose rows are too many to be held in memory. */
export const streamedFile = <Query>({ stream, ...frame }: StreamedFile<Query>): FileOf<Dependencies> => ({
  ...frameOf(frame),
  find: async (parts, viewer, fileQuery, use, signal) =>
    stream(await partsOf(parts, fileQuery), viewer, fileQuery as Query, {
      words: wordsOf(fileQuery),
      signal,
      use,
    }),
});

/** The files of an analysis with a table of rows. */
export const tableFile = <Query>({
  read,
  ordered = false,
  query,
  ...frame
}: TableFile<Query>): FileOf<Dependencies> => ({
  ...frameOf({ ...frame, query: { ...query, ...(ordered && orderQuery(frame.columns)) } }),
  find: async (parts, viewer, fileQuery, use, signal) => {
    const words = wordsOf(fileQuery);
    const { rows, totals, rules } = await read(await partsOf(parts, fileQuery), viewer, fileQuery as Query, {
      words,
      signal,
    });
    const lines = [
      ...inOrder(rows, fileQuery),
      { ...totals, key: 'total', label: words.say('analysis.total') },
    ];
    await use({
      count: lines.length,
      batches: oneBatch(lines),
      rebuildingSince: rules.rebuilding_since,
    });
  },
});

/** Headings by the messages of columns; those of yen columns include the unit. */
export const headings =
  (texts: Readonly<Record<string, string>>, yen: readonly string[] = []) =>
  (column: string, words: Words): string | null => {
    const id = texts[column];
    return id === undefined ? null : withUnit(words, words.say(id), yen.includes(column) ? 'yen' : 'count');
  };
