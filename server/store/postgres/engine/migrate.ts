import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DrizzleQueryError } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { DatabaseError, type Pool, type PoolClient } from 'pg';
import { SettingError } from '../../../platform/settings.ts';
import * as schema from '../schema/index.ts';

const FOLDER = fileURLToPath(new URL('../../migrations/postgres', import.meta.url));
/** The migrations that the baseline replaced: they bring a database of before to the baseline's schema. */
export const BEFORE_BASELINE = fileURLToPath(
  new URL('../../migrations/postgres-before-baseline', import.meta.url),
);
/**
 * Whoever migrates holds it. Any number, as long as nothing else in this database locks it: "touchpat" in
 * ASCII, cut to 63 bits.
 */
export const LOCK = '8389772277103681900';

/**
 * Rows that were there before may break a rule that is new: whoever keeps the database has to say what they
 * are to be.
 */
const sayWhyNot = async (client: PoolClient, error: unknown): Promise<unknown> => {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  if (!(cause instanceof DatabaseError) || cause.constraint !== 'company_code') return error;
  const { rows } = await client.query<{ codes: string[] }>(
    'SELECT array_agg(code ORDER BY code) AS codes FROM company GROUP BY lower(code) HAVING count(*) > 1 ORDER BY lower(code)',
  );
  const duplicateCodes = rows
    .map(({ codes }) => codes.map(code => JSON.stringify(code)).join(' and '))
    .join(', ');
  return new SettingError(
    `The company IDs ${duplicateCodes} differ only in case, which signing in no longer looks at: in the database, while the version before runs, rename all but one of each` +
      " (UPDATE company SET code = 'new' WHERE code = 'old'), and start again.",
    { cause },
  );
};

interface MigrationJournal {
  /** In the order in which they are applied; `when` is what the database records of each, in milliseconds. */
  readonly entries: readonly { readonly when: number }[];
}

const readJournal = async (): Promise<MigrationJournal> =>
  JSON.parse(await readFile(join(FOLDER, 'meta', '_journal.json'), 'utf8')) as MigrationJournal;

/** `when` of the newest migration that the database has; null: it has none. */
const readLastMigration = async (client: Pool | PoolClient): Promise<number | null> => {
  const { rows: tables } = await client.query<{ exists: boolean }>(
    "SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS exists",
  );
  if (tables[0]?.exists !== true) return null;
  const { rows } = await client.query<{ last: string | null }>(
    'SELECT max(created_at) AS last FROM drizzle.__drizzle_migrations',
  );
  const last = rows[0]?.last ?? null;
  return last === null ? null : Number(last);
};

/** Whether the newest migration of the database is the newest of this version. */
export const hasOwnSchema = async (pool: Pool): Promise<boolean> =>
  (await readLastMigration(pool)) === (await readJournal()).entries.at(-1)?.when;

/**
 * The baseline is recorded under the `when` of the last migration that it replaced, so a database with that
 * one has it already. A database that stopped earlier gets the rest of them instead of the baseline.
 */
const applyMigrations = async (client: PoolClient): Promise<void> => {
  const db = drizzle(client, { schema });
  const [baseline] = (await readJournal()).entries;
  const last = await readLastMigration(client);
  if (last !== null && baseline !== undefined && last < baseline.when)
    await migrate(db, { migrationsFolder: BEFORE_BASELINE });
  await migrate(db, { migrationsFolder: FOLDER });
};

/**
 * Brings the database to the newest schema. Of several programs that start at once one migrates and the
 * others wait: without the lock all but one fail.
 * Each migration is applied once, in the order of their names, all of a folder in one transaction.
 *
 * @throws {SettingError} what is in the database cannot be brought there
 */
export const migrateDatabase = async (pool: Pool): Promise<void> => {
  const client = await pool.connect();
  try {
    // A large table takes as long as it takes, and so does waiting for who migrates it: cut off, it would be
    // cut off at every start.
    await client.query('SET statement_timeout = 0');
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    await applyMigrations(client);
  } catch (error) {
    throw await sayWhyNot(client, error);
  } finally {
    // The lock and the patience end with the connection, also where it is lost.
    client.release(true);
  }
};
