import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import type { Logger } from 'pino';
import { chownTree, copyTree } from '../../../platform/copy-tree.ts';
import { poolOf, type Database } from './database.ts';
import { choosePlace } from './cluster-folder.ts';

/**
 * Copies of the embedded database cluster while it works: PostgreSQL's low-level backup interface. The copied files
 * may be torn, and the write-ahead log of the time of copying repairs them at the first start of the copy.
 * https://www.postgresql.org/docs/current/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP
 */

/** Folders whose files belong to the running server, and which a copy has without them. */
const TRANSIENT_FOLDERS: ReadonlySet<string> = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
]);
const TRANSIENT_FILES: ReadonlySet<string> = new Set(['postmaster.pid', 'postmaster.opts']);
const TEMPORARY = /(?:^|\/)(?:pgsql_tmp|pg_internal\.init)/;

const isLasting = (path: string): boolean => {
  const [folder = '', ...rest] = path.split('/');
  if (rest.length > 0 && TRANSIENT_FOLDERS.has(folder)) return false;
  return !TRANSIENT_FILES.has(path) && !TEMPORARY.test(path);
};

/** Name of a file of the write-ahead log: timeline and position, 24 hex digits. */
const WAL_FILE = /^[\dA-F]{24}$/;

const copyLog = async (source: string, target: string, first: string, last: string): Promise<void> => {
  await mkdir(join(target, 'archive_status'), { recursive: true, mode: 0o700 });
  for (const name of await readdir(source))
    if (WAL_FILE.test(name) && name >= first && name <= last)
      await copyFile(join(source, name), join(target, name));
};

const one = async <Row extends pg.QueryResultRow>(
  client: pg.PoolClient,
  query: string,
  values: readonly string[] = [],
): Promise<Row> => {
  const { rows } = await client.query<Row>(query, [...values]);
  const [row] = rows;
  if (row === undefined) throw new Error(`no answer to ${query}`);
  return row;
};

/** Key of the session lock that a backup holds. */
const LOCK = `hashtext('touchpath backup')`;

/**
 * Runs `work` unless a backup of the installation is being made, by whatever process. The lock ends with its
 * connection, so a killed backup does not leave it.
 *
 * @returns null: another backup is being made, and `work` was not run
 */
export const withBackupLock = async <Answer>(
  db: Database,
  work: () => Promise<Answer>,
): Promise<Answer | null> => {
  const client = await poolOf(db).connect();
  try {
    const { taken } = await one<{ taken: boolean }>(client, `SELECT pg_try_advisory_lock(${LOCK}) AS taken`);
    return taken ? await work() : null;
  } finally {
    client.release(true);
  }
};

/**
 * Copies the cluster of the embedded server, which runs, into a new folder. Everything that is committed when the
 * function is called is in the copy.
 */
export const copyCluster = async (db: Database, target: string): Promise<void> => {
  const client = await poolOf(db).connect();
  try {
    await client.query('SET statement_timeout = 0');
    const { source } = await one<{ source: string }>(
      client,
      `SELECT current_setting('data_directory') AS source`,
    );
    // Keeps the write-ahead log from here on; it ends with this connection.
    await one(client, 'SELECT pg_create_physical_replication_slot($1, true, true)', [
      `backup_${randomUUID().replaceAll('-', '')}`,
    ]);
    const { first } = await one<{ first: string }>(
      client,
      `SELECT pg_walfile_name(pg_backup_start('touchpath', true)) AS first`,
    );
    await copyTree(source, target, { includes: isLasting, mayShrink: true });
    const { label, last } = await one<{ label: string; last: string }>(
      client,
      'SELECT labelfile AS label, pg_walfile_name(lsn) AS last FROM pg_backup_stop(false)',
    );
    await writeFile(join(target, 'backup_label'), label, { mode: 0o600 });
    await copyLog(join(source, 'pg_wal'), join(target, 'pg_wal'), first, last);
  } finally {
    client.release(true); // ends the backup mode of a failed copy, and the slot
  }
};

/** Installs a copied cluster as that of a data folder without one; the next start of the server repairs it. */
export const installCluster = async (dataDir: string, source: string, log: Logger): Promise<void> => {
  const { account, data } = await choosePlace(dataDir, log);
  await copyTree(source, data);
  if (account !== undefined) await chownTree(data, account);
};
