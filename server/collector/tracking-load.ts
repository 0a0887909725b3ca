import type { Database } from '../store/postgres/engine/database.ts';
import {
  readTrackingChanges,
  trackingPosition,
  type TrackingPosition,
} from '../store/postgres/tracking/tracking-changes.ts';
import {
  readTrackingPage,
  readTrackingRows,
  TRACKING_TABLES,
  type TrackingTable,
} from '../store/postgres/tracking/tracking.ts';
import { createTrackingIndex, type TrackingIndex } from './tracking-index.ts';

/** Rows that are read and applied at once: the event loop is free between two pages. */
const PAGE_ROWS = 500;

const readTable = async (index: TrackingIndex, db: Database, table: TrackingTable): Promise<void> => {
  for (let after = 0, full = true; full;) {
    const rows = await readTrackingPage(db, table, after, PAGE_ROWS);
    for (const row of rows) index.put(table, row);
    after = rows.at(-1)?.id ?? after;
    full = rows.length === PAGE_ROWS;
  }
};

const readIds = async (
  index: TrackingIndex,
  db: Database,
  table: TrackingTable,
  ids: readonly number[],
): Promise<void> => {
  for (let begin = 0; begin < ids.length; begin += PAGE_ROWS) {
    const page = ids.slice(begin, begin + PAGE_ROWS);
    const removed = new Set(page);
    for (const row of await readTrackingRows(db, table, page)) {
      removed.delete(row.id);
      index.put(table, row);
    }
    for (const id of removed) index.remove(table, id);
  }
};

/**
 * Applies the rows that were written since a position in their current state, referenced rows first.
 *
 * @returns the position to continue from; null: the changes are unknown, and all rows have to be read
 */
export const readChangesInto = async (
  index: TrackingIndex,
  db: Database,
  since: TrackingPosition,
): Promise<{ changed: boolean; position: TrackingPosition | null }> => {
  const { position, changed } = await readTrackingChanges(db, since);
  if (changed === null) return { changed: true, position: null };
  for (const table of TRACKING_TABLES) await readIds(index, db, table, changed.get(table) ?? []);
  return { changed: changed.size > 0, position };
};

/** Reads all rows, and then the rows written meanwhile: pages are not one snapshot. */
export const loadTracking = async (
  db: Database,
): Promise<{ index: TrackingIndex; position: TrackingPosition | null }> => {
  const index = createTrackingIndex();
  const begun = await trackingPosition(db);
  for (const table of TRACKING_TABLES) await readTable(index, db, table);
  const { position } = await readChangesInto(index, db, begun);
  return { index, position };
};
