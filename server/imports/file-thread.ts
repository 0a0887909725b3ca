import { once } from 'node:events';
import { parentPort } from 'node:worker_threads';
import { Failure } from '../http/failures.ts';
import { matchColumns, type Columns } from './columns.ts';
import { NEXT, type FileJob, type FileMessage } from './file-messages.ts';
import { readFile } from './parse.ts';
import type { Cell, SheetRow } from './sheet.ts';

/** Program of a worker thread that reads files, one `FileJob` after the other. */

/** Size of a portion of rows that the main thread processes in about a millisecond. */
const PORTION = { cells: 1_000, characters: 64 * 1024 };

const port = parentPort!;
const send = (message: FileMessage): void => port.postMessage(message);

const lengthOf = (cell: Cell): number => (typeof cell === 'string' ? cell.length : 1);

function* portionsOf(rows: readonly SheetRow[]): Generator<SheetRow[]> {
  let portion: SheetRow[] = [];
  let [cells, characters] = [0, 0];
  for (const row of rows) {
    portion.push(row);
    cells += row.cells.length;
    characters += row.cells.reduce<number>((sum, cell) => sum + lengthOf(cell), 0);
    if (cells < PORTION.cells && characters < PORTION.characters) continue;
    yield portion;
    [portion, cells, characters] = [[], 0, 0];
  }
  if (portion.length > 0) yield portion;
}

/** Removes the columns that are not read. */
const onlyKnown = (
  { places, ...headings }: Columns,
  rows: readonly SheetRow[],
): { readonly columns: Columns; readonly rows: SheetRow[] } => {
  const usedColumns = [...new Set(places.values())];
  return {
    columns: {
      ...headings,
      places: new Map([...places].map(([field, place]) => [field, usedColumns.indexOf(place)])),
    },
    rows: rows.map(row => ({ ...row, cells: usedColumns.map(place => row.cells[place] ?? null) })),
  };
};

const carryOut = async ({ bytes, format, fields, mapping }: FileJob): Promise<void> => {
  try {
    const sheet = await readFile(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), format);
    const { columns, rows } = onlyKnown(matchColumns(sheet.headings, fields, mapping), sheet.rows);
    send({ kind: 'columns', columns, unreadSheets: sheet.unreadSheets ?? 0 });
    for (const portion of portionsOf(rows)) {
      send({ kind: 'rows', rows: portion });
      await once(port, 'message');
    }
    send({ kind: 'end' });
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'invalid') throw error;
    send({ kind: 'refused', fields: error.fields });
  }
};

port.on('message', (message: FileJob | typeof NEXT) => {
  // An unexpected error ends the thread, and reaches the main thread as the thread's error.
  if (message !== NEXT) void carryOut(message);
});
