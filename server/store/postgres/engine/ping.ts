import { sql } from 'drizzle-orm';
import type { Database } from './database.ts';

/** Resolves when the database answers a query; rejects otherwise. */
export const pingDatabase = async (db: Database): Promise<void> => {
  await db.execute(sql`select 1`);
};

/** The properties of an account that a sign-in reads. */
