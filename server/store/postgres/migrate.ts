import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type { Pool } from 'pg';
import * as schema from './schema.ts';

const FOLDER = fileURLToPath(new URL('../migrations/postgres', import.meta.url));
/** Any number, as long as nothing else in this database locks it: "touchpat" in ASCII, cut to 63 bits. */
const LOCK = '8389772277103681900';

/**
 * Brings the database to the newest schema. Of several programs that start at once one migrates and the others wait: without the lock all but one fail.
 * Each migration is applied once, in the order of their names, all in one transaction.
 */
export const migrateDatabase = async (pool: Pool): Promise<void> => {
  const client = await pool.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    try {
      await migrate(drizzle(client, { schema }), { migrationsFolder: FOLDER });
    } finally {
      await client.query('SELECT pg_advisory_unlock($1)', [LOCK]);
    }
  } finally {
    client.release();
  }
};
