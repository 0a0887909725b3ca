import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import type { Cell } from './cells.ts';

/**
 * What spreadsheets take for the beginning of a formula, the full-width forms among it; they skip what a line
 * begins with as well. The library's
 * own option does not know the line feed. What begins with the guard itself is guarded too, so that an import
 * can take one off and has what there was.
 */
const FORMULA = /^'*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
/** A text never starts a formula; a negative number stays a number. */
const guarded = (cell: Cell): Cell => (typeof cell === 'string' && FORMULA.test(cell) ? `'${cell}` : cell);

// Texts stand in quotes whatever they hold: where a spreadsheet parts columns by semicolons, half of an
// unquoted text would be a cell of its own.
const linesOf = (rows: readonly (readonly Cell[])[]): string =>
  stringify(
    rows.map(row => row.map(guarded)),
    { record_delimiter: '\r\n', quoted_string: true },
  );

/**
 * A CSV file as a stream of bytes: UTF-8 with a byte order mark, lines ended by CR LF. It reads on when it is
 * read, and stops reading when it is
 * destroyed.
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
