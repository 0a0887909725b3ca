import { Failure, type Fault, type FaultCode } from '../http/failures.ts';
import { wordOf } from './values.ts';

/** Rows of a file, independent of its format. */

/** Value of a cell; JSON files may have lists and objects. */
export type Cell =
  | string
  | number
  | boolean
  | Date
  | null
  | readonly unknown[]
  | Readonly<Record<string, unknown>>;

export interface SheetRow {
  /** Row number as a spreadsheet counts, with the headings in row 1; in JSON the position in the list, from 1. */
  readonly number: number;
  /** As many cells as there are headings. */
  readonly cells: readonly Cell[];
  /** Fault of the complete row. */
  readonly fault?: Fault;
}

export interface Sheet {
  /** Headings as in the file; a heading may be empty. */
  readonly headings: readonly string[];
  /** Rows that are not empty. */
  readonly rows: readonly SheetRow[];
  /** Number of further sheets of a workbook that have rows, which are not read; absent: none. */
  readonly unreadSheets?: number;
}

export const FORMATS = ['csv', 'xlsx', 'json'] as const;
export type FileFormat = (typeof FORMATS)[number];

const MiB = 1024 * 1024;

/**
 * Limits of a file. `bytes`: as sent; `unfolded`: decompressed bytes, and bytes of the text of all cells; `rawRows`,
 * `rawColumns`: with formatting but no content as well; `cell`: characters, as in Excel; `strings`: different texts
 * of a workbook; `markup`: bytes of one XML tag or comment.
 */
export const limits = {
  bytes: 10 * MiB,
  unfolded: 64 * MiB,
  rows: 20_000,
  rawRows: 100_000,
  columns: 200,
  rawColumns: 400,
  heading: 200,
  cell: 32_767,
  parts: 1_000,
  sheets: 255,
  strings: 400_000,
  markup: 64 * 1024,
} as const;

/** Failure of a file that cannot be read. */
export const refuseFile = (
  code: FaultCode,
  values: Record<string, string | number> = {},
  cause?: unknown,
): Failure =>
  new Failure('invalid', { fields: { file: [{ code, values }] }, ...(cause !== undefined && { cause }) });

export const isBlank = (cell: Cell | undefined): boolean =>
  cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '');

/** Characters of a cell's text; of a list or object, those of its JSON. */
const lengthOf = (cell: Cell | undefined): number => {
  if (typeof cell === 'string') return cell.length;
  return typeof cell === 'object' && cell !== null && !(cell instanceof Date)
    ? JSON.stringify(cell).length
    : 0;
};

/** Maximum number of rows with a single cell above the headings, such as the title and the period of a network's report. */
const MAX_TITLES = 10;

interface RawRow {
  readonly number: number;
  readonly cells: readonly Cell[];
}

const shorten = (cells: readonly Cell[]): readonly Cell[] =>
  cells.slice(0, cells.findLastIndex(cell => !isBlank(cell)) + 1);

/** @throws {Failure} `invalid`: too many columns */
const headingsOf = (cells: readonly Cell[]): readonly string[] => {
  const found = shorten(cells);
  if (found.length > limits.columns) throw refuseFile('file_columns', { max: limits.columns });
  return found.map(cell => (isBlank(cell) ? '' : wordOf(cell).trim().slice(0, limits.heading)));
};

/** A row as it was read. */
const rowOf = ({ number, cells }: RawRow, width: number, ragged: 'faulty' | 'allowed'): SheetRow => {
  const surplus = shorten(cells).length > width;
  const wrong = surplus || (ragged === 'faulty' && cells.length < width);
  return {
    number,
    cells: Array.from({ length: width }, (_, at) => cells[at] ?? null),
    ...(wrong && {
      fault: {
        code: 'file_cells',
        values: { found: surplus ? shorten(cells).length : cells.length, expected: width },
      },
    }),
  };
};

/** A row with a cell that is longer than the limit. */
const rowOfLongCell = (number: number, width: number): SheetRow => ({
  number,
  cells: Array.from({ length: width }, () => null),
  fault: { code: 'file_cell', values: { max: limits.cell } },
});

/**
 * Collects rows of cells into a sheet. The first row with several cells has the headings, and rows with a single one
 * above it are titles, which are not read. In a sheet of one column, the first row has the heading. Empty rows are
 * skipped.
 *
 * @param ragged whether a row with fewer cells than headings is a fault
 */
export const createSheet = (ragged: 'faulty' | 'allowed') => {
  let headings: readonly string[] | null = null;
  /** Rows with a single cell, until the headings are found. */
  let titles: RawRow[] = [];
  let textBytes = 0;
  const rows: SheetRow[] = [];
  /**
   * Whether every cell is within the length limit.
   *
   * @throws {Failure} `invalid`: the text of all cells exceeds the limit
   */
  const isBounded = (cells: readonly Cell[]): boolean => {
    const lengths = cells.map(lengthOf);
    if (lengths.some(length => length > limits.cell)) return false;
    textBytes += 2 * lengths.reduce((sum, length) => sum + length, 0);
    // A long text that many cells share is small in the file, but large when it is read.
    if (textBytes > limits.unfolded) throw refuseFile('file_unfolded', { max: limits.unfolded / MiB });
    return true;
  };
  const addRow = (row: SheetRow): void => {
    if (rows.length === limits.rows) throw refuseFile('file_rows', { max: limits.rows });
    rows.push(row);
  };
  /** Ends the search for headings in a sheet of one column. */
  const takeFirstAsHeading = (): void => {
    const [first, ...others] = titles;
    if (first === undefined) return;
    headings = headingsOf(first.cells);
    for (const row of others) addRow(rowOf(row, headings.length, ragged));
    titles = [];
  };
  return {
    /** @throws {Failure} `invalid`: too many rows, columns or too much text */
    add(number: number, cells: readonly Cell[]): void {
      const bounded = isBounded(cells);
      if (bounded && cells.every(isBlank)) return;
      if (headings === null) {
        if (!bounded) throw refuseFile('file_cell', { max: limits.cell });
        if (cells.filter(cell => !isBlank(cell)).length > 1) {
          headings = headingsOf(cells);
          titles = [];
          return;
        }
        titles.push({ number, cells });
        if (titles.length > MAX_TITLES) takeFirstAsHeading();
        return;
      }
      const width = headings.length;
      addRow(bounded ? rowOf({ number, cells }, width, ragged) : rowOfLongCell(number, width));
    },
    /** Whether there are rows below the headings. */
    hasRows: () => rows.length > 0 || titles.length > 1,
    /** @throws {Failure} `invalid`: without headings or without rows */
    finish(): Sheet {
      if (headings === null) takeFirstAsHeading();
      if (headings === null || rows.length === 0) throw refuseFile('file_empty');
      return { headings, rows };
    },
  };
};
