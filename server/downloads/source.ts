import { Type, type TProperties } from '@fastify/type-provider-typebox';
import type { Viewer } from '../http/visibility.ts';
import type { Access } from '../http/access.ts';
import { dayCell, eventTimeCell, timeCell, type CellOf, type CellFormat } from './cells.ts';
import { LOCALES, wordsIn, type Locale, type Words } from '../wording/words.ts';

/** Sources of files, for downloads and mails. */

export const FORMATS = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;
export type Format = keyof typeof FORMATS;

/** Rows of a list: their number, and the rows as in answers, batch by batch. */
export interface Found {
  readonly count: number;
  readonly batches: AsyncIterable<readonly Readonly<Record<string, unknown>>[]>;
  /** When the rules of a report changed, where its figures follow the previous ones; null or absent: they do not. */
  readonly rebuildingSince?: string | null;
}

export interface DownloadSource {
  /** Name in operations and file names: `adTypes`. */
  readonly name: string;
  /** Path without `download/`: `logs/ads`. */
  readonly path: string;
  readonly tag: string;
  readonly access: Access;
  /** Id of the message of the title. */
  readonly title: string;
  /** Query parameters of the list, without paging. */
  readonly query: TProperties;
  /** Whether its filters are on events and results, whose values refer to visitors, or on settings alone. */
  readonly filtersEvents: boolean;
  /** Whether its rows are figures by the rules of a product, which the file may follow late. */
  readonly followsRules?: boolean;
  /** Checks the query before its schema does. */
  readonly readNames?: (query: Record<string, unknown>, known: ReadonlySet<string>) => void;
  /** Every available column, in the default order. */
  readonly columns: readonly string[];
  /** The default columns of a viewer. */
  readonly columnsFor?: (viewer: Viewer) => readonly string[];
  /** Columns that a query selects by other parameters than `columns`; null: none. */
  readonly columnsOfQuery?: (fileQuery: Readonly<Record<string, unknown>>) => readonly string[] | null;
  readonly cellOf: (column: string, words: Words) => CellOf;
  /** A spreadsheet's display of a column; null or none: the default. */
  readonly formatOf?: (column: string) => CellFormat | null;
  /** Heading of a column, where it depends on the query or is no message of the list. */
  readonly headingOf?: (column: string, words: Words, fileQuery: Readonly<Record<string, unknown>>) => string;
  /**
   * Finds the rows and lets `use` read them; resources opened for it are closed when `use` is done. `signal`
   * aborts when the client has disconnected.
   */
  readonly open: (
    viewer: Viewer,
    fileQuery: Readonly<Record<string, unknown>>,
    use: (found: Found) => Promise<void>,
    signal: AbortSignal,
  ) => Promise<void>;
}

/** A source of a report, whose dependencies are passed later. */
export type FileOf<Parts> = Omit<DownloadSource, 'open' | 'filtersEvents'> & {
  readonly find: (parts: Parts, ...args: Parameters<DownloadSource['open']>) => Promise<void>;
};
export const sourceOf = <Parts>(parts: Parts, { find, ...file }: FileOf<Parts>): DownloadSource => ({
  ...file,
  filtersEvents: true,
  open: (...parameters) => find(parts, ...parameters),
});

type FileQuery = Readonly<Record<string, unknown>>;

/** All query parameters of a file. */
export const queryOf = ({ query, columns }: Pick<DownloadSource, 'query' | 'columns'>): TProperties => ({
  ...query,
  columns: Type.Optional(
    Type.Array(Type.String({ enum: [...columns] }), {
      minItems: 1,
      maxItems: columns.length,
      uniqueItems: true,
      description: 'Columns in order; default: all',
    }),
  ),
  locale: Type.Optional(
    Type.String({ enum: [...LOCALES], description: 'Language of headings and coded values; default ja' }),
  ),
});

/** Display of a column in a spreadsheet. */
const formatOf = (source: DownloadSource, column: string, cellOf: CellOf): CellFormat | null => {
  if (cellOf === timeCell) return 'time';
  if (cellOf === eventTimeCell) return 'eventTime';
  return cellOf === dayCell ? 'day' : (source.formatOf?.(column) ?? null);
};

/** Language of a file: that of its query, else Japanese. */
export const localeOf = (fileQuery: FileQuery): Locale => (fileQuery['locale'] as Locale | undefined) ?? 'ja';

/** The frame of a file: title, headings, and columns with their display and their cell functions. */
export const frameOf = (source: DownloadSource, viewer: Viewer, fileQuery: FileQuery) => {
  const words = wordsIn(localeOf(fileQuery));
  const wanted =
    (fileQuery['columns'] as readonly string[] | undefined) ??
    source.columnsOfQuery?.(fileQuery) ??
    source.columnsFor?.(viewer) ??
    source.columns;
  const columns = wanted.map(column => [column, source.cellOf(column, words)] as const);
  return {
    title: words.title(source.title) ?? source.name,
    headings: wanted.map(
      column => source.headingOf?.(column, words, fileQuery) ?? words.heading(source.name, column),
    ),
    formats: columns.map(([column, cellOf]) => formatOf(source, column, cellOf)),
    columns,
  };
};
