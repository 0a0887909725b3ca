import { sql } from 'drizzle-orm';
import type { Database } from './database.ts';

/**
 * Work on derived rows, by one process at a time: sums that two add to at once would be counted twice. The lock goes with its connection.
 *
 * @param patient waits for whoever is at it; else nothing is done, for he does it
 */
export const aloneDeriving = (db: Database, patient: boolean, work: () => Promise<void>): Promise<void> => db.transaction(async tx => {
  // This connection idles while the work goes on, or waits: it is not to be ended for that.
  await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
  await tx.execute(sql`set local statement_timeout = 0`);
  const key = sql`hashtext('touchpath deriving')`;
  if (patient) await tx.execute(sql`select pg_advisory_xact_lock(${key})`);
  else {
    const { rows: [found] } = await tx.execute<{ taken: boolean }>(sql`select pg_try_advisory_xact_lock(${key}) as taken`);
    if (found?.taken !== true) return;
  }
  await work();
});
