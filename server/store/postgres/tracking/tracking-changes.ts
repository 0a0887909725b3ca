import { sql } from 'drizzle-orm';
import type { Database } from '../engine/database.ts';
import { bookmark, trackingChange } from '../schema/index.ts';
import type { TrackingTable } from './tracking.ts';

/** What the triggers notify when a setting was written. */
export const TRACKING_CHANNEL = 'touchpath_tracking';

/** Bookmark: rows of transactions before this one are no longer among the changes. */
const PRUNED = 'tracking_changes_pruned';

const TABLES: Readonly<Record<string, TrackingTable>> = {
  product: 'products',
  asp: 'asps',
  cv_setting: 'cvSettings',
  crossdomain_setting: 'senders',
  ad: 'ads',
  redirect: 'redirects',
};

/**
 * Up to where the changes were read: the snapshot of the statement that read them, as PostgreSQL writes it
 * (`xmin:xmax:running,..`).
 *
 * A sequence number would not do, nor a time: a transaction that took its number early may commit after a
 * later one was read, and its changes would be passed by. A snapshot says of every transaction whether it had
 * ended. What was written by one that had not is read the next time, however late it commits.
 */
export type TrackingPosition = string;

export interface TrackingChanges {
  readonly position: TrackingPosition;
  /**
   * The ids of the rows that were written since the last position, by table; null: that is not known, and all
   * rows have to be read.
   */
  readonly changed: ReadonlyMap<TrackingTable, readonly number[]> | null;
}

/** Where to go on reading changes after all rows were read; to be taken before them. */
export const trackingPosition = async (db: Database): Promise<TrackingPosition> => {
  const { rows } = await db.execute<{ position: string }>(
    sql`select pg_current_snapshot()::text as position`,
  );
  return rows[0]?.position ?? '';
};

/**
 * Which rows were written by transactions that have ended since a position was taken. One statement, so that
 * the new position and the changes are of one snapshot.
 */
export const readTrackingChanges = async (
  db: Database,
  since: TrackingPosition,
): Promise<TrackingChanges> => {
  // Rows of numbers that this server has not reached yet came with a dump of another one: they tell nothing.
  const { rows } = await db.execute<{
    position: string;
    pruned: boolean;
    table_name: string | null;
    row_id: number | null;
  }>(sql`
    with reading as (
      select pg_current_snapshot() as snapshot, ${since}::pg_snapshot as since,
        (select position::xid8 from bookmark where name = ${PRUNED}) as pruned
    )
    select reading.snapshot::text as position, changed.table_name, changed.row_id,
      coalesce(pruned > pg_snapshot_xmin(since) and pruned <= pg_snapshot_xmax(snapshot), false) as pruned
    from reading left join lateral (
      select distinct table_name, row_id from ${trackingChange}
      where transaction_id >= pg_snapshot_xmin(since) and transaction_id < pg_snapshot_xmax(snapshot)
        and not pg_visible_in_snapshot(transaction_id, since)
    ) as changed on true`);
  const changed = new Map<TrackingTable, number[]>();
  let known = true;
  for (const { pruned, table_name: name, row_id: id } of rows) {
    const table = TABLES[name ?? ''];
    if (pruned || (name !== null && id === null)) known = false;
    else if (table !== undefined && id !== null) {
      const ids = changed.get(table);
      if (ids === undefined) changed.set(table, [id]);
      else ids.push(id);
    }
  }
  return { position: rows[0]?.position ?? since, changed: known ? changed : null };
};

/**
 * Removes the changes that every transaction had committed before a position was taken. A reader that stopped
 * before it finds that out by the bookmark, and reads all rows.
 */
export const pruneTrackingChanges = async (db: Database, before: TrackingPosition): Promise<void> =>
  db.transaction(async tx => {
    const oldest = before.split(':')[0] ?? '0';
    await tx.execute(sql`delete from ${trackingChange} where transaction_id < ${oldest}::xid8`);
    // The bookmark goes back only where it is ahead of this server, and so of another one whose dump was read
    // in here.
    await tx
      .insert(bookmark)
      .values({ name: PRUNED, position: oldest })
      .onConflictDoUpdate({
        target: bookmark.name,
        set: {
          position: sql`case
            when ${bookmark.position}::xid8 > pg_snapshot_xmax(pg_current_snapshot()) then excluded.position
        else greatest(${bookmark.position}::xid8, excluded.position::xid8)::text end`,
        },
      });
  });
