import { sql } from 'drizzle-orm';
import type { Database } from '../engine/database.ts';

/**
 * Which processes that derive rollups are alive: each has an advisory lock for as long as a connection of it lives. The
 * key is the owner of its staging tables, whose eight hex digits are a number of 32 bits.
 */

const FIRST_HALF = "hashtext('touchpath staging owner')";

/** The statement that takes the lock of an owner. */
export const presenceOf = (owner: string): string => {
  if (!/^[0-9a-f]{8}$/.test(owner)) throw new RangeError(`${owner} is no owner of staging tables`);
  return `SELECT pg_advisory_lock_shared(${FIRST_HALF}, ${Number.parseInt(owner, 16) | 0})`;
};

/** The owners whose processes are alive. */
export const presentOwners = async (db: Database): Promise<ReadonlySet<string>> => {
  const { rows } = await db.execute<{ owner: string }>(sql`
    select distinct lpad(to_hex(objid::bigint), 8, '0') as owner from pg_locks, pg_database where locktype = 'advisory' and granted
      and database = pg_database.oid and datname = current_database()
      and objsubid = 2 and classid = ${sql.raw(FIRST_HALF)}::bigint::bit(32)::bigint::oid`);
  return new Set(rows.map(({ owner }) => owner));
};
