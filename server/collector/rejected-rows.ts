import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { EVENT_ID } from '../store/clickhouse/events/load.ts';
import { replaceFile } from '../platform/durable-files.ts';
import { createTaskQueue } from '../platform/task-queue.ts';
import { appendDurably } from './segments.ts';
import { TABLES, type Table } from './rows.ts';

/** A row that the columnar store refused, as written in `rejected.ndjson`. */
export interface RejectedRow {
  readonly table: Table;
  /** Event id, decimal. */
  readonly id: string;
  /** The store's error message, without the row's values. */
  readonly error: string;
  /** The row as the JSON line that was sent. */
  readonly row: string;
}

/** Accepted events that the store refused; they are stored until `npm run replay-rejected` loads them. */
export interface RejectedRows {
  /** Adds rows durably; a row that exists already is not added again. */
  add(table: Table, lines: readonly Buffer[], error: string): Promise<void>;
  count(): number;
  all(): readonly RejectedRow[];
  /** Removes rows durably. */
  remove(rows: readonly RejectedRow[]): Promise<void>;
}

const NAME = 'rejected.ndjson';
/** The file in which versions before 0.2 stored such rows: the bare JSON lines of one table. */
const EARLIER_NAME = /^unreadable-(contact|impression|access|conversion)\.ndjson$/;

const keyOf = ({ table, id }: Pick<RejectedRow, 'table' | 'id'>): string => `${table}:${id}`;

const idIn = (table: Table, row: string): string => {
  const value = (JSON.parse(row) as Readonly<Record<string, unknown>>)[EVENT_ID[table]];
  return typeof value === 'string' ? value : '';
};

const lineOf = ({ row, ...rest }: RejectedRow): string => `${JSON.stringify({ ...rest, row })}\n`;

const isRejectedRow = (value: unknown): value is RejectedRow =>
  typeof value === 'object' &&
  value !== null &&
  'table' in value &&
  TABLES.includes(value.table as Table) &&
  'id' in value &&
  typeof value.id === 'string' &&
  'row' in value &&
  typeof value.row === 'string';

/**
 * A line that a crash truncated was never complete: its batch was not recorded as loaded and is sent again.
 */
const parseLine = (line: string): RejectedRow[] => {
  try {
    const value: unknown = JSON.parse(line);
    return isRejectedRow(value) ? [value] : [];
  } catch {
    return [];
  }
};

const linesIn = async (file: string): Promise<string[]> => {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return text.split('\n').filter(line => line !== '');
};

/** Number of rejected rows in the journal's `folder`, which a running program may extend. */
export const countRejectedRows = async (folder: string): Promise<number> =>
  (await linesIn(join(folder, NAME))).length;

/** The rows of a visitor of a product. */
export const rejectedRowsOf = (
  { all }: Pick<RejectedRows, 'all'>,
  productId: number,
  visitorId: string,
): readonly RejectedRow[] =>
  all().filter(({ row }) => {
    const { product_id, visitor_id } = JSON.parse(row) as Readonly<Record<string, unknown>>;
    return product_id === productId && visitor_id === visitorId;
  });

/** Opens the file of rejected rows in the journal's `folder`, and imports the files of earlier versions. */
export const openRejectedRows = async (folder: string): Promise<RejectedRows> => {
  const file = join(folder, NAME);
  const rows = new Map<string, RejectedRow>();
  for (const row of (await linesIn(file)).flatMap(parseLine)) rows.set(keyOf(row), row);

  const addRows = async (added: readonly RejectedRow[]): Promise<void> => {
    const fresh = added.filter(row => !rows.has(keyOf(row)));
    if (fresh.length === 0) return;
    // The last line may be truncated, so the new rows begin on a line of their own.
    await appendDurably(folder, NAME, Buffer.from(`\n${fresh.map(lineOf).join('')}`));
    for (const row of fresh) rows.set(keyOf(row), row);
  };
  // One change at a time: rows that are added while the file is replaced would be lost.
  const change = createTaskQueue();
  const toRows = (table: Table, lines: readonly string[], error: string): RejectedRow[] =>
    lines.map(row => ({ table, id: idIn(table, row), error, row }));

  for (const name of (await readdir(folder)).filter(one => EARLIER_NAME.test(one))) {
    const table = EARLIER_NAME.exec(name)?.[1] as Table;
    await addRows(toRows(table, await linesIn(join(folder, name)), 'refused before an upgrade'));
    await rm(join(folder, name));
  }

  return {
    add: (table, lines, error) => {
      const texts = lines.map(line => line.toString('utf8').trimEnd());
      return change(() => addRows(toRows(table, texts, error)));
    },
    count: () => rows.size,
    all: () => [...rows.values()],
    remove: removed =>
      change(async () => {
        const removedKeys = new Set(removed.map(keyOf));
        const rest = [...rows].filter(([key]) => !removedKeys.has(key));
        await replaceFile(folder, NAME, rest.map(([, row]) => lineOf(row)).join(''));
        for (const key of removedKeys) rows.delete(key);
      }),
  };
};
