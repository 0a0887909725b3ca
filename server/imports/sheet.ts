import { Failure, type Fault, type FaultCode } from '../http/failures.ts';
import { wordOf } from './values.ts';

/** A file of rows, whatever it was written in. */

/** What a cell may hold: JSON knows lists and objects too. */
export type Cell = string | number | boolean | Date | null | readonly unknown[] | Readonly<Record<string, unknown>>;

export interface SheetRow {
  /** As a spreadsheet counts it, the headings being row 1; in JSON the place in the list, from 1. */
  readonly number: number;
  /** As many as there are headings. */
  readonly cells: readonly Cell[];
  /** What is wrong with the row as a whole. */
  readonly fault?: Fault;
}

export interface Sheet {
  /** As they stand in the file; a column may be without one. */
  readonly headings: readonly string[];
  /** Rows that hold anything. */
  readonly rows: readonly SheetRow[];
}

export const FORMATS = ['csv', 'xlsx', 'json'] as const;
export type FileFormat = (typeof FORMATS)[number];

/** How much a file may hold. Bytes are those that are sent; a spreadsheet, which is packed, may unfold to `unfolded`. */
export const limits = { bytes: 10 * 1024 * 1024, unfolded: 64 * 1024 * 1024, rows: 20_000, columns: 200, heading: 200 } as const;

/** A file that cannot be read as a whole. */
export const refuseFile = (code: FaultCode, values: Record<string, string | number> = {}, cause?: unknown): Failure =>
  new Failure('invalid', { fields: { file: [{ code, values }] }, ...(cause !== undefined && { cause }) });

export const isBlank = (cell: Cell | undefined): boolean => cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '');

/** Collects rows of cells into a sheet: the first row that holds anything is the headings. Rows without content are passed over, but counted. */
export const createSheet = (ragged: 'faulty' | 'allowed') => {
  let headings: string[] | null = null;
  const rows: SheetRow[] = [];
  const shorten = (cells: readonly Cell[]): readonly Cell[] => cells.slice(0, cells.findLastIndex(cell => !isBlank(cell)) + 1);
  return {
    /** @throws {Failure} `invalid`: more rows or columns than may be */
    add(number: number, cells: readonly Cell[]): void {
      if (cells.every(isBlank)) return;
      if (headings === null) {
        const found = shorten(cells);
        if (found.length > limits.columns) throw refuseFile('file_columns', { max: limits.columns });
        headings = found.map(cell => (isBlank(cell) ? '' : wordOf(cell).trim().slice(0, limits.heading)));
        return;
      }
      if (rows.length === limits.rows) throw refuseFile('file_rows', { max: limits.rows });
      const width = headings.length;
      const surplus = shorten(cells).length > width;
      const wrong = surplus || (ragged === 'faulty' && cells.length < width);
      rows.push({
        number, cells: Array.from({ length: width }, (_, at) => cells[at] ?? null),
        ...(wrong && { fault: { code: 'file_cells', values: { found: surplus ? shorten(cells).length : cells.length, expected: width } } }),
      });
    },
    /** @throws {Failure} `invalid`: without headings, or without a row */
    finish(): Sheet {
      if (headings === null || rows.length === 0) throw refuseFile('file_empty');
      return { headings, rows };
    },
  };
};
