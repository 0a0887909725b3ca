import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { TargetInUse } from '../../../platform/target-in-use.ts';

/** Copy of all rows of a database into an empty one of the same schema. */

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const tablesOf = async (client: pg.PoolClient): Promise<string[]> =>
  (
    await client.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables
       WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' ORDER BY table_name`,
    )
  ).rows.map(({ name }) => name);

interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

const foreignKeysOf = async (client: pg.PoolClient): Promise<ForeignKey[]> =>
  (
    await client.query<ForeignKey>(
      `SELECT conrelid::regclass::text AS table, conname AS name, pg_get_constraintdef(oid) AS definition
       FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace ORDER BY conname`,
    )
  ).rows;

/** Sequences of the columns that number their rows. */
const sequencesOf = async (client: pg.PoolClient): Promise<string[]> =>
  (
    await client.query<{ name: string }>(
      'SELECT sequencename AS name FROM pg_sequences WHERE schemaname = current_schema() ORDER BY sequencename',
    )
  ).rows.map(({ name }) => name);

/** Columns of a table without those that PostgreSQL computes. */
const columnsOf = async (client: pg.PoolClient, table: string): Promise<string> =>
  (
    await client.query<{ name: string }>(
      `SELECT column_name AS name FROM information_schema.columns
       WHERE table_schema = current_schema() AND table_name = $1 AND is_generated = 'NEVER' ORDER BY ordinal_position`,
      [table],
    )
  ).rows
    .map(({ name }) => quoted(name))
    .join(', ');

const countRows = async (client: pg.PoolClient, table: string): Promise<number> =>
  Number(
    (await client.query<{ rows: string }>(`SELECT count(*) AS rows FROM ${quoted(table)}`)).rows[0]?.rows,
  );

const copyRows = async (source: pg.PoolClient, target: pg.PoolClient, table: string): Promise<number> => {
  const columns = await columnsOf(target, table);
  const written = target.query(copyFrom(`COPY ${quoted(table)} (${columns}) FROM STDIN (FORMAT binary)`));
  const read = source.query(copyTo(`COPY ${quoted(table)} (${columns}) TO STDOUT (FORMAT binary)`));
  await pipeline(read, written);
  const [wanted, found] = [await countRows(source, table), await countRows(target, table)];
  if (wanted !== found) throw new Error(`${found} of ${wanted} rows of ${table} were copied.`);
  return found;
};

const copySequence = async (source: pg.PoolClient, target: pg.PoolClient, name: string): Promise<void> => {
  const {
    rows: [state],
  } = await source.query<{ last: string; called: boolean }>(
    `SELECT last_value AS last, is_called AS called FROM ${quoted(name)}`,
  );
  if (state !== undefined)
    await target.query('SELECT setval($1::regclass, $2::bigint, $3)', [
      quoted(name),
      state.last,
      state.called,
    ]);
};

const inTransaction = async <Answer>(
  pool: pg.Pool,
  begin: string,
  work: (client: pg.PoolClient) => Promise<Answer>,
): Promise<Answer> => {
  const client = await pool.connect();
  try {
    await client.query(begin);
    // A large table takes longer than any statement of the program.
    await client.query('SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0');
    const answer = await work(client);
    await client.query('COMMIT');
    return answer;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined); // the connection may be lost, which rolls back as well
    throw error;
  } finally {
    client.release(true);
  }
};

/** Name of the bookmark that says which installation a database was copied from. */
const ORIGIN = 'copied_from';

/**
 * Whether the rows of an installation are there already.
 * @throws {TargetInUse} it has companies of its own
 */
export const isCopied = async (target: pg.Pool, origin: string): Promise<boolean> => {
  const { rows } = await target.query<{ position: string }>('SELECT position FROM bookmark WHERE name = $1', [
    ORIGIN,
  ]);
  if (rows[0]?.position === origin) return true;
  const { rowCount } = await target.query('SELECT 1 FROM company LIMIT 1');
  if (rows.length > 0 || rowCount !== 0) throw new TargetInUse('DATABASE_URL');
  return false;
};

/**
 * Copies all rows in one transaction, so that the target has all of them or none. Triggers do not run: what they would
 * write is copied as well. The target's user must own its tables.
 *
 * @param origin identifies the installation
 * @returns number of rows
 */
export const copyDatabase = (source: pg.Pool, target: pg.Pool, origin: string): Promise<number> =>
  inTransaction(source, 'BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY', from =>
    inTransaction(target, 'BEGIN', async to => {
      const tables = await tablesOf(to);
      // Tables refer to each other in circles, so no order of copying satisfies the foreign keys.
      const foreignKeys = await foreignKeysOf(to);
      for (const { table, name } of foreignKeys)
        await to.query(`ALTER TABLE ${table} DROP CONSTRAINT ${quoted(name)}`);
      for (const table of tables) await to.query(`ALTER TABLE ${quoted(table)} DISABLE TRIGGER USER`);
      await to.query(`TRUNCATE ${tables.map(quoted).join(', ')}`);
      let rows = 0;
      for (const table of tables) rows += await copyRows(from, to, table);
      for (const sequence of await sequencesOf(from)) await copySequence(from, to, sequence);
      for (const table of tables) await to.query(`ALTER TABLE ${quoted(table)} ENABLE TRIGGER USER`);
      for (const { table, name, definition } of foreignKeys)
        await to.query(`ALTER TABLE ${table} ADD CONSTRAINT ${quoted(name)} ${definition}`);
      await to.query('INSERT INTO bookmark (name, position) VALUES ($1, $2)', [ORIGIN, origin]);
      return rows;
    }),
  );
