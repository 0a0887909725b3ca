import { sql, type SQL } from 'drizzle-orm';
import type { Database } from '../engine/database.ts';

const KEY = sql`hashtext('touchpath deriving')`;
const MOVING = sql`hashtext('touchpath moving')`;

/** Whether a process derives now. The lock of a process that died ends with its connection. */
export const isDeriving = async (db: Database): Promise<boolean> => {
  const {
    rows: [found],
  } = await db.execute<{ is_locked: boolean }>(sql`
    select exists (select from pg_locks, pg_database where locktype = 'advisory' and granted and database = pg_database.oid and datname = current_database()
      and objsubid = 1 and (classid::bigint << 32) | objid::bigint = ${KEY}::bigint) as is_locked`);
  return found?.is_locked === true;
};

/**
 * Work on derived rows, by one process at a time: sums that two add to at once would be counted twice. The
 * lock goes with its connection.
 *
 * @param patient waits for whoever is at it; else nothing is done, for he does it
 * @returns whether the work was done
 */
export const aloneDeriving = (db: Database, patient: boolean, work: () => Promise<void>): Promise<boolean> =>
  db.transaction(async tx => {
    // This connection idles while the work goes on, or waits: it is not to be ended for that.
    await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
    await tx.execute(sql`set local statement_timeout = 0`);
    if (patient) await tx.execute(sql`select pg_advisory_xact_lock(${KEY})`);
    else {
      const {
        rows: [found],
      } = await tx.execute<{ taken: boolean }>(sql`select pg_try_advisory_xact_lock(${KEY}) as taken`);
      if (found?.taken !== true) return false;
    }
    await work();
    return true;
  });

/** A wait for a lock that another holds came to its end. */
const isOutOfTime = (error: unknown): boolean =>
  error instanceof Error && (('code' in error && error.code === '55P03') || isOutOfTime(error.cause));

/** Runs `work` under a lock; where the lock is not granted within `timeoutMs`, without it. */
const underLock = async <Answer>(
  db: Database,
  lock: SQL,
  timeoutMs: number,
  work: () => Promise<Answer>,
): Promise<Answer> => {
  let begun = false;
  try {
    return await db.transaction(async tx => {
      // The connection idles while the work goes on: it is not to be ended for that.
      await tx.execute(
        sql`select set_config('idle_in_transaction_session_timeout', '0', true), set_config('statement_timeout', '0', true), set_config('lock_timeout', ${String(timeoutMs)}, true)`,
      );
      await tx.execute(lock);
      begun = true;
      return await work();
    });
  } catch (error) {
    if (begun || !isOutOfTime(error)) throw error;
    return work();
  }
};

/**
 * Reads while no derived rows move, of whatever process: whoever moves them waits a while for it, and is
 * waited for.
 */
export const whileStill = <Answer>(
  db: Database,
  timeoutMs: number,
  read: () => Promise<Answer>,
): Promise<Answer> => underLock(db, sql`select pg_advisory_xact_lock_shared(${MOVING})`, timeoutMs, read);

/** Moves derived rows when nobody reads who has asked for stillness, or at last in spite of it. */
export const moveRows = (db: Database, timeoutMs: number, move: () => Promise<void>): Promise<void> =>
  underLock(db, sql`select pg_advisory_xact_lock(${MOVING})`, timeoutMs, move);
