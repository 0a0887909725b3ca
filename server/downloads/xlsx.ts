import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { writeXlsxStream } from 'hucre/xlsx';
import type { Cell } from './cells.ts';

/** What Excel opens; a longer text makes it call the file broken. */
const LONGEST_TEXT = 32_767;
const LONGEST_NAME = 31;
/** In a workbook `_x0041_` is an A: a text that reads so is told apart by spelling its first sign out. */
const SPELLED = /_(?=x[0-9a-fA-F]{4}_)/g;

const written = (cell: Cell): Cell => {
  if (typeof cell !== 'string') return cell;
  return (cell.length > LONGEST_TEXT ? `${cell.slice(0, LONGEST_TEXT - 1)}…` : cell).replace(SPELLED, '_x005F_');
};

const sheetName = (title: string): string => title.replaceAll(/[[\]:*?/\\']/g, ' ').trim().slice(0, LONGEST_NAME) || 'sheet';

/**
 * A workbook of one sheet as a stream of bytes, with its headings held at the top. Texts are texts: none is a formula, whatever it begins with.
 * It reads on when it is read, and stops reading when it is destroyed.
 */
export const xlsxOf = (title: string, headings: readonly string[], batches: AsyncIterable<readonly (readonly Cell[])[]>): Readable => {
  const rows = async function* () {
    for await (const batch of batches) for (const row of batch) yield row.map(written);
  };
  const stream = writeXlsxStream(rows(), { name: sheetName(title), columns: headings.map(heading => ({ header: String(written(heading)) })), freezePane: { rows: 1 } });
  return Readable.fromWeb(stream as ReadableStream<Uint8Array>);
};
