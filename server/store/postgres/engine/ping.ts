import { sql } from 'drizzle-orm';
import type { Database } from './database.ts';

/** Resolves when the database answers a query; rejects otherwise. */
export const pingDatabase = async (db: Database): Promise<void> => {
  await db.execute(sql`select 1`);
};

/** The time of the database server, in ms since 1970. */
export const readDatabaseTime = async (db: Database): Promise<number> => {
  const {
    rows: [found],
  } = await db.execute<{ ms: number }>(
    sql`select extract(epoch from clock_timestamp())::float8 * 1000 as ms`,
  );
  if (found === undefined) throw new Error('the database has no time');
  return found.ms;
};
