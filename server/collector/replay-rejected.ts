import { randomUUID } from 'node:crypto';
import { groupBy, monthOf } from './batch.ts';
import { journalFolders } from './collector-folders.ts';
import { loadCarefully, type Sink } from './careful-load.ts';
import { openRejectedRows, type RejectedRow, type RejectedRows } from './rejected-rows.ts';
import { rowsOfSlice } from './rows-of-slice.ts';
import type { Slice, Slices } from '../slices/slices.ts';
import { TABLES, type Table } from './rows.ts';

/** The outcome of a replay, in rows. */
export interface Replayed {
  readonly loaded: number;
  readonly refused: number;
}

/**
 * Sends the rows that the columnar store refused once more; those refused again remain stored. The replay may
 * be repeated at any time: rows that arrived are found by their ids and not sent again.
 *
 * @throws when the store cannot accept rows; all remain stored
 */
export const replayRejectedRows = async (
  slices: Slices,
  sinkOf: (slice: Slice) => Sink,
  rejected: RejectedRows,
): Promise<Replayed> => {
  const rows = rejected.all();
  const linesOfTable = (table: Table) =>
    rows.filter(row => row.table === table).map(({ row }) => Buffer.from(`${row}\n`));
  const pieces = Object.fromEntries(
    TABLES.map(table => [table, groupBy(linesOfTable(table), monthOf)]),
  ) as Record<Table, ReadonlyMap<string, Buffer[]>>;
  const counts = Object.fromEntries(TABLES.map(table => [table, 0])) as Record<Table, number>;
  const refused = new Set<string>();
  for (const slice of slices.all) {
    const own = await rowsOfSlice(slices, slice, { pieces, counts, last: 0n });
    await loadCarefully(sinkOf(slice), own, `replay:${randomUUID()}`, {
      maySetUnclearAside: true,
      setAside: async (table, lines) => {
        for (const line of lines) refused.add(`${table} ${line.toString('utf8').trimEnd()}`);
      },
    });
  }
  const isRefused = ({ table, row }: RejectedRow): boolean => refused.has(`${table} ${row}`);
  await rejected.remove(rows.filter(row => !isRefused(row)));
  return { loaded: rows.length - refused.size, refused: refused.size };
};

/** Replays the rows that the store refused of a collector, and of all its processes. */
export const replayAllRejectedRows = async (
  slices: Slices,
  sinkOf: (slice: Slice) => Sink,
  dataDir: string,
): Promise<Replayed> => {
  let [loaded, refused] = [0, 0];
  for (const folder of await journalFolders(dataDir)) {
    const replayed = await replayRejectedRows(slices, sinkOf, await openRejectedRows(folder));
    loaded += replayed.loaded;
    refused += replayed.refused;
  }
  return { loaded, refused };
};
