import { sql } from 'drizzle-orm';
import type { Database } from './database.ts';

/**
 * Runs a transaction that writes users or roles under an advisory lock of the company. The lock prevents duplicate
 * codes, deleting a role while it is being assigned, and two administrators removing each other at once.
 */
export const withCompanyLock = <Answer>(
  db: Database,
  companyId: number,
  work: (tx: Database) => Promise<Answer>,
): Promise<Answer> =>
  db.transaction(async tx => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('touchpath people'), ${companyId})`);
    return work(tx);
  });

/** Runs work while no other process runs the same task, after its end. @param task as of {@link withTaskLock} */
export const waitForTaskLock = (db: Database, task: string, work: () => Promise<void>): Promise<void> =>
  db.transaction(async tx => {
    // This connection waits, and idles while the work runs.
    await tx.execute(
      sql`select set_config('idle_in_transaction_session_timeout', '0', true), set_config('statement_timeout', '0', true)`,
    );
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${task}))`);
    await work();
  });

/** Whether a process runs a task. @param task as of {@link withTaskLock} */
export const isTaskRunning = async (db: Database, task: string): Promise<boolean> => {
  const {
    rows: [found],
  } = await db.execute<{ is_locked: boolean }>(sql`
    select exists (select from pg_locks, pg_database where locktype = 'advisory' and granted and database = pg_database.oid and datname = current_database()
      and objsubid = 1 and (classid::bigint << 32) | objid::bigint = hashtext(${task})::bigint) as is_locked`);
  return found?.is_locked === true;
};

/**
 * Runs work if no other process runs the same task: an advisory lock in a transaction, which PostgreSQL releases with the
 * connection of a dead process.
 *
 * @param task its name, unique in the program
 * @returns whether the work ran
 */
export const withTaskLock = (db: Database, task: string, work: () => Promise<void>): Promise<boolean> =>
  db.transaction(async tx => {
    // This connection idles while the work runs.
    await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
    const {
      rows: [found],
    } = await tx.execute<{ taken: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtext(${task})) as taken`,
    );
    if (found?.taken !== true) return false;
    await work();
    return true;
  });
