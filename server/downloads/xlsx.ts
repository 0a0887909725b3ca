import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { writeXlsxStream, XLSX_MAX_ROWS_PER_SHEET } from 'hucre/xlsx';
import type { Cell } from './cells.ts';

/** What Excel opens; a longer text makes it call the file broken. */
const LONGEST_TEXT = 32_767;
const LONGEST_NAME = 31;
/** In a workbook `_x0041_` is an A: a text that reads so is told apart by spelling its first sign out. */
const SPELLED = /_(?=x[0-9a-fA-F]{4}_)/g;

/** A sheet of 4 GiB and more, before it is compressed, would break the file at its end: a million results of 49 columns come near it. */
const LARGEST_SHEET = 4_000_000_000;
/** What a cell takes with all that says where it stands; few lists have longer ones on the whole. */
const CELL = 160;
const rowsOfSheet = (columns: number): number => Math.min(XLSX_MAX_ROWS_PER_SHEET, Math.floor(LARGEST_SHEET / (CELL * columns)));

const written = (cell: Cell): Cell => {
  if (typeof cell !== 'string') return cell;
  return (cell.length > LONGEST_TEXT ? `${cell.slice(0, LONGEST_TEXT - 1)}…` : cell).replace(SPELLED, '_x005F_');
};

const sheetName = (title: string): string => title.replaceAll(/[[\]:*?/\\']/g, ' ').trim().slice(0, LONGEST_NAME) || 'sheet';

/**
 * A workbook as a stream of bytes: one sheet with its headings held at the top, and further ones where there are more rows than one can hold. Texts are texts: none is a formula, whatever it begins with.
 * It reads on when it is read, and stops reading when it is destroyed.
 */
export const xlsxOf = (title: string, headings: readonly string[], batches: AsyncIterable<readonly (readonly Cell[])[]>): Readable => {
  const rows = async function* () {
    for await (const batch of batches) for (const row of batch) yield row.map(written);
  };
  const stream = writeXlsxStream(rows(), { name: sheetName(title), columns: headings.map(heading => ({ header: String(written(heading)) })), freezePane: { rows: 1 }, maxRowsPerSheet: rowsOfSheet(headings.length) });
  return Readable.fromWeb(stream as ReadableStream<Uint8Array>);
};
