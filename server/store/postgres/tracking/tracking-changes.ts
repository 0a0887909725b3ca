import { sql } from 'drizzle-orm';
import type { Database } from '../engine/database.ts';
import { bookmark, trackingChange } from '../schema/index.ts';
import type { TrackingTable } from './tracking.ts';

/** Notification channel of the triggers for changed settings. */
export const TRACKING_CHANNEL = 'touchpath_tracking';

/** Bookmark: changes of transactions before this one were deleted. */
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
 * Position in the change feed: the snapshot of the statement that read it (`xmin:xmax:running,..`). A sequence number
 * or time would miss transactions that commit late; the snapshot states for each transaction whether it had ended, so
 * the next read includes the others.
 */
export type TrackingPosition = string;

export interface TrackingChanges {
  readonly position: TrackingPosition;
  /** Ids of rows changed since the last position, by table; null: unknown, so all rows must be read. */
  readonly changed: ReadonlyMap<TrackingTable, readonly number[]> | null;
}

/** Position from which to read changes after all rows were read. Take it before reading the rows. */
export const trackingPosition = async (db: Database): Promise<TrackingPosition> => {
  const { rows } = await db.execute<{ position: string }>(
    sql`select pg_current_snapshot()::text as position`,
  );
  return rows[0]?.position ?? '';
};

/**
 * Rows changed by transactions that ended after a position. One statement reads position and changes in one snapshot.
 */
export const readTrackingChanges = async (
  db: Database,
  since: TrackingPosition,
): Promise<TrackingChanges> => {
  // Rows with transaction ids that this server has not reached come from a restored dump, and are ignored.
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
 * Deletes changes that were committed before a position was taken. A reader with an older position detects this by the
 * bookmark, and reads all rows.
 */
export const pruneTrackingChanges = async (db: Database, before: TrackingPosition): Promise<void> =>
  db.transaction(async tx => {
    const oldest = before.split(':')[0] ?? '0';
    await tx.execute(sql`delete from ${trackingChange} where transaction_id < ${oldest}::xid8`);
    // The bookmark moves back only if it is ahead of this server, after a dump of another server was restored.
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
