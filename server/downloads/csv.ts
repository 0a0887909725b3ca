import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import type { Cell } from './cells.ts';

/**
 * Beginnings that spreadsheets interpret as formulas, including full-width forms and skipped leading characters. The
 * library's option ignores the line feed. A text that begins with the guard is guarded too, so that an import can
 * remove one guard and restore the original.
 */
const FORMULA = /^'*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
/** Guards a text that would start a formula; numbers are unchanged. */
const guarded = (cell: Cell): Cell => (typeof cell === 'string' && FORMULA.test(cell) ? `'${cell}` : cell);

// Texts are always quoted: where a spreadsheet separates columns by semicolons, an unquoted text would be
// split into two cells.
const linesOf = (rows: readonly (readonly Cell[])[]): string =>
  stringify(
    rows.map(row => row.map(guarded)),
    { record_delimiter: '\r\n', quoted_string: true },
  );

/**
 * A CSV file as a stream of bytes: UTF-8 with a byte order mark, lines ended by CR LF. It produces rows on
 * demand, and stops when it is destroyed.
 */
export const csvOf = (
  headings: readonly string[],
  batches: AsyncIterable<readonly (readonly Cell[])[]>,
): Readable =>
  Readable.from(
    (async function* () {
      yield Buffer.from(`\uFEFF${linesOf([headings])}`);
      for await (const rows of batches) yield Buffer.from(linesOf(rows));
    })(),
    { objectMode: false },
  );
