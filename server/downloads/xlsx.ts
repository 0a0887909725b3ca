import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { writeXlsxStream, XLSX_MAX_ROWS_PER_SHEET } from 'hucre/xlsx';
import type { Cell, Look } from './cells.ts';

/** What Excel opens; a longer text makes it call the file broken. */
const MAX_CELL_LENGTH = 32_767;
const MAX_SHEET_NAME_LENGTH = 31;
/** In a workbook `_x0041_` is an A: a text that reads so is told apart by spelling its first sign out. */
const SPELLED = /_(?=x[0-9a-fA-F]{4}_)/g;

/**
 * A sheet of 4 GiB and more, before it is compressed, would break the file at its end: a million results of
 * 49 columns come near it.
 */
const LARGEST_SHEET = 4_000_000_000;
/** What a cell takes with all that says where it stands; few lists have longer ones on the whole. */
const CELL = 160;
const rowsOfSheet = (columns: number): number =>
  Math.min(XLSX_MAX_ROWS_PER_SHEET, Math.floor(LARGEST_SHEET / (CELL * columns)));

const written = (cell: Cell): Cell => {
  if (typeof cell !== 'string') return cell;
  return (cell.length > MAX_CELL_LENGTH ? `${cell.slice(0, MAX_CELL_LENGTH - 1)}…` : cell).replace(
    SPELLED,
    '_x005F_',
  );
};

const sheetName = (title: string): string =>
  title
    .replaceAll(/[[\]:*?/\\']/g, ' ')
    .trim()
    .slice(0, MAX_SHEET_NAME_LENGTH) || 'sheet';

/** As the console shows them, though the cell holds all of the number. */
const NUMBERS: Readonly<Partial<Record<Look, string>>> = {
  whole: '#,##0',
  decimals: '#,##0.00',
  percent: '0.00%',
};
/** Columns in letters: what their cells need, or more where the heading does. */
const WIDTHS: Readonly<Record<Look, number>> = {
  whole: 12,
  decimals: 12,
  percent: 11,
  time: 20,
  day: 12,
  name: 40,
};
const [PLAIN, WIDEST] = [14, 40];
const lettersOf = (heading: string): number =>
  Array.from(heading).reduce((sum, letter) => sum + (/[\u2e80-\uffef]/.test(letter) ? 2 : 1), 2);

const columnOf = (heading: string, look: Look | null) => {
  const numbers = look === null ? undefined : NUMBERS[look];
  return {
    header: String(written(heading)),
    width: Math.min(WIDEST, Math.max(look === null ? PLAIN : WIDTHS[look], lettersOf(heading))),
    ...(numbers !== undefined && { numFmt: numbers }),
  };
};

/**
 * A workbook as a stream of bytes: one sheet with its headings held at the top, and further ones where there
 * are more rows than one can hold. Texts are texts: none is a formula, whatever it begins with.
 * It reads on when it is read, and stops reading when it is destroyed.
 *
 * @param looks how its columns are shown, in their order
 */
export const xlsxOf = (
  title: string,
  headings: readonly string[],
  batches: AsyncIterable<readonly (readonly Cell[])[]>,
  looks: readonly (Look | null)[] = [],
): Readable => {
  const rows = async function* () {
    for await (const batch of batches) for (const row of batch) yield row.map(written);
  };
  const stream = writeXlsxStream(rows(), {
    name: sheetName(title),
    columns: headings.map((heading, at) => columnOf(heading, looks[at] ?? null)),
    freezePane: { rows: 1 },
    maxRowsPerSheet: rowsOfSheet(headings.length),
  });
  return Readable.fromWeb(stream as ReadableStream<Uint8Array>);
};
