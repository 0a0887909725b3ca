import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { writeXlsxStream, XLSX_MAX_ROWS_PER_SHEET } from 'hucre/xlsx';
import type { Cell, CellFormat } from './cells.ts';

/** Maximum length of a text in Excel, which reports a longer one as a broken file. */
const MAX_CELL_LENGTH = 32_767;
const MAX_SHEET_NAME_LENGTH = 31;
/** Texts such as `_x0041_`, which workbooks interpret as an escaped character; the first character is escaped. */
const SPELLED = /_(?=x[0-9a-fA-F]{4}_)/g;

/**
 * Maximum uncompressed bytes of a sheet: beyond 4 GiB a workbook is corrupt, which a million results with 49 columns
 * approach.
 */
const MAX_SHEET_BYTES = 4_000_000_000;
/** Estimated bytes of a cell including its markup; few lists exceed it on average. */
const CELL = 160;
const rowsOfSheet = (columns: number): number =>
  Math.min(XLSX_MAX_ROWS_PER_SHEET, Math.floor(MAX_SHEET_BYTES / (CELL * columns)));

const written = (cell: Cell): Cell => {
  if (typeof cell !== 'string') return cell;
  return (cell.length > MAX_CELL_LENGTH ? `${cell.slice(0, MAX_CELL_LENGTH - 1)}…` : cell).replace(
    SPELLED,
    '_x005F_',
  );
};

/** Excel keeps this name, in any case, for its own tracking of changes, and refuses a workbook with such a sheet. */
const RESERVED_SHEET_NAME = /^history$/i;

const sheetName = (title: string): string =>
  title
    .replaceAll(/[[\]:*?/\\']/g, ' ')
    .trim()
    .slice(0, MAX_SHEET_NAME_LENGTH)
    .replace(RESERVED_SHEET_NAME, '$& 1') || 'sheet';

/** Number formats as in the console; the cell contains the full number. */
const NUMBERS: Readonly<Partial<Record<CellFormat, string>>> = {
  integer: '#,##0',
  decimals: '#,##0.00',
  percent: '0.00%',
};
/** Column widths in letters: the width of the cells, or of a wider heading. */
const WIDTHS: Readonly<Record<CellFormat, number>> = {
  integer: 12,
  decimals: 12,
  percent: 11,
  time: 20,
  eventTime: 24,
  day: 12,
  name: 40,
};
const [PLAIN, WIDEST] = [14, 40];
const lettersOf = (heading: string): number =>
  Array.from(heading).reduce((sum, letter) => sum + (/[\u2e80-\uffef]/.test(letter) ? 2 : 1), 2);

const columnOf = (heading: string, format: CellFormat | null) => {
  const numbers = format === null ? undefined : NUMBERS[format];
  return {
    header: String(written(heading)),
    width: Math.min(WIDEST, Math.max(format === null ? PLAIN : WIDTHS[format], lettersOf(heading))),
    ...(numbers !== undefined && { numFmt: numbers }),
  };
};

/**
 * A workbook as a stream of bytes: one sheet with frozen headings, and more sheets where the rows exceed one.
 * Texts are never formulas, whatever their first character. It produces rows on demand, and stops when it is
 * destroyed.
 *
 * @param formats the display of its columns, in order
 */
export const xlsxOf = (
  title: string,
  headings: readonly string[],
  batches: AsyncIterable<readonly (readonly Cell[])[]>,
  formats: readonly (CellFormat | null)[] = [],
): Readable => {
  const rows = async function* () {
    for await (const batch of batches) for (const row of batch) yield row.map(written);
  };
  const stream = writeXlsxStream(rows(), {
    name: sheetName(title),
    columns: headings.map((heading, at) => columnOf(heading, formats[at] ?? null)),
    freezePane: { rows: 1 },
    maxRowsPerSheet: rowsOfSheet(headings.length),
  });
  return Readable.fromWeb(stream as ReadableStream<Uint8Array>);
};
