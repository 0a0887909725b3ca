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
