import { sql } from 'drizzle-orm';
import type { Database } from './database.ts';

/**
 * One who writes users or roles of a company at a time, in a transaction: so that a code is not taken twice,
 * a role is not deleted that is just being
 * given, and two administrators who take each other's rights away at once do not both succeed.
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
