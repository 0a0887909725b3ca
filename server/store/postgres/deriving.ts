import { sql } from 'drizzle-orm';
import type { Database } from './database.ts';

const KEY = sql`hashtext('touchpath deriving')`;

/** Whether somebody is at it. Who died is not: his lock went with him. */
export const isDeriving = async (db: Database): Promise<boolean> => {
  const { rows: [found] } = await db.execute<{ held: boolean }>(sql`
    select exists (select from pg_locks, pg_database where locktype = 'advisory' and granted and database = pg_database.oid and datname = current_database()
      and objsubid = 1 and (classid::bigint << 32) | objid::bigint = ${KEY}::bigint) as held`);
  return found?.held === true;
};

/**
 * Work on derived rows, by one process at a time: sums that two add to at once would be counted twice. The lock goes with its connection.
 *
 * @param patient waits for whoever is at it; else nothing is done, for he does it
 * @returns whether the work was done
 */
export const aloneDeriving = (db: Database, patient: boolean, work: () => Promise<void>): Promise<boolean> => db.transaction(async tx => {
  // This connection idles while the work goes on, or waits: it is not to be ended for that.
  await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
  await tx.execute(sql`set local statement_timeout = 0`);
  if (patient) await tx.execute(sql`select pg_advisory_xact_lock(${KEY})`);
  else {
    const { rows: [found] } = await tx.execute<{ taken: boolean }>(sql`select pg_try_advisory_xact_lock(${KEY}) as taken`);
    if (found?.taken !== true) return false;
  }
  await work();
  return true;
});
