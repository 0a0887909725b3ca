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
/** Migrations that the baseline replaced; they bring an older database to the schema of the baseline. */
export const BEFORE_BASELINE = fileURLToPath(
  new URL('../../migrations/postgres-before-baseline', import.meta.url),
);
/** Key of the migration's advisory lock: "touchpat" in ASCII, cut to 63 bits. Nothing else in the database uses it. */
export const LOCK = '8389772277103681900';

/** Code of PostgreSQL for a statement that the user has no right to. */
const INSUFFICIENT_PRIVILEGE = '42501';

/** A user of `GRANT ALL ON DATABASE` may not create tables in the schema `public`, which its owner may. */
const explainMissingRight = async (client: PoolClient, cause: DatabaseError): Promise<SettingError> => {
  const { rows } = await client.query<{ database: string; account: string }>(
    'SELECT quote_ident(current_database()) AS database, quote_ident(current_user) AS account',
  );
  const { database = '', account = '' } = rows[0] ?? {};
  return new SettingError(
    `DATABASE_URL: the user may not make the tables (${cause.message}). Let it own the database: ALTER DATABASE ${database} OWNER TO ${account}`,
    { cause },
  );
};

/** Explains a missing right, or why existing rows violate a new constraint, so that the operator can correct them. */
const explainMigrationError = async (client: PoolClient, error: unknown): Promise<unknown> => {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  if (!(cause instanceof DatabaseError)) return error;
  if (cause.code === INSUFFICIENT_PRIVILEGE) return explainMissingRight(client, cause);
  if (cause.constraint !== 'company_code') return error;
  const { rows } = await client.query<{ codes: string[] }>(
    'SELECT array_agg(code ORDER BY code) AS codes FROM company GROUP BY lower(code) HAVING count(*) > 1 ORDER BY lower(code)',
  );
  const duplicateCodes = rows
    .map(({ codes }) => codes.map(code => JSON.stringify(code)).join(' and '))
    .join(', ');
  return new SettingError(
    `The company IDs ${duplicateCodes} differ only in case, which sign-in ignores. While the previous version runs, rename all but one of each in the database` +
      " (UPDATE company SET code = 'new' WHERE code = 'old'), and start again.",
    { cause },
  );
};

interface MigrationJournal {
  /** Migrations in the order of application. `when`: the time in ms that the database records for each. */
  readonly entries: readonly { readonly when: number }[];
}

const readJournal = async (): Promise<MigrationJournal> =>
  JSON.parse(await readFile(join(FOLDER, 'meta', '_journal.json'), 'utf8')) as MigrationJournal;

/** `when` of the database's newest migration; null: none. */
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

/** Whether the newest migration of the database is that of this version. */
export const hasOwnSchema = async (pool: Pool): Promise<boolean> =>
  (await readLastMigration(pool)) === (await readJournal()).entries.at(-1)?.when;

/**
 * Applies the missing migrations. The baseline has the `when` of the last migration that it replaced, so a database
 * with that migration skips it; an older database gets the replaced migrations instead of the baseline.
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
 * Migrates the database to the newest schema. Concurrent starts wait for an advisory lock. All migrations of a folder
 * run in one transaction, ordered by name.
 * @throws {SettingError} when the user may not make tables, or existing rows violate a new constraint
 */
export const migrateDatabase = async (pool: Pool): Promise<void> => {
  const client = await pool.connect();
  try {
    // Migrating a large table, or waiting for another process to do so, has no time limit: a timeout would recur at
    // every start.
    await client.query('SET statement_timeout = 0');
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    await applyMigrations(client);
  } catch (error) {
    throw await explainMigrationError(client, error);
  } finally {
    // Destroying the connection releases the lock and its settings, even after a failure.
    client.release(true);
  }
};
