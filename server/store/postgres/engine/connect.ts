import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Logger } from 'pino';
import type { DataLock } from '../../../platform/data-lock/lock.ts';
import { SettingError, type Settings } from '../../../platform/settings.ts';
import { type Deferred, StoreUnavailable } from '../../unavailable.ts';
import type { Database } from './database.ts';
import { hasOwnSchema, migrateDatabase } from './migrate.ts';
import { findSocketFolder } from './cluster-folder.ts';
import * as schema from '../schema/index.ts';
import { type EmbeddedPostgres, startPostgres } from './supervisor.ts';
import { USER } from './make-cluster.ts';
import { tracePool } from './traced-pool.ts';

export interface OpenDatabase {
  readonly db: Database;
  /** Closes all connections, and then stops the embedded server. */
  close(): Promise<void>;
}

const DATABASE = 'touchpath';
const MIN_SERVER_VERSION = 15;

/** Connection settings of the embedded server's database, which the first start creates. */
const embedded = async (server: EmbeddedPostgres): Promise<pg.PoolConfig> => {
  const address = { host: server.socket, user: server.user };
  const client = new pg.Client({ ...address, database: 'postgres' });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
  } finally {
    await client.end();
  }
  return { ...address, database: DATABASE };
};

/** Creates a connection pool with the default limits. A statement without its own timeout ends after two minutes. */
export const createPool = (address: pg.PoolConfig, log: Logger, Pool = pg.Pool): pg.Pool => {
  const pool = new Pool({
    max: 20,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    application_name: 'touchpath',
    options: '-c timezone=UTC -c statement_timeout=120000 -c idle_in_transaction_session_timeout=60000',
    ...address,
  });
  // Without a listener the loss of an idle connection would end the process; the pool replaces the connection. During
  // `end` the server may stop before the last connection is closed, and nothing is lost.
  pool.on('connect', client => {
    // The pool listens to idle connections only. A connection lost between two statements of a transaction would end
    // the process too; the transaction's next statement fails instead.
    client.on('error', error => {
      log.debug({ why: error.message }, 'A connection to PostgreSQL was lost while it was in use.');
    });
  });
  pool.on('error', error => {
    if (!pool.ending) log.warn({ why: error.message }, 'A connection to PostgreSQL was lost.');
  });
  tracePool(pool);
  return pool;
};

const checkServer = async (pool: pg.Pool): Promise<void> => {
  let version: number;
  try {
    version = Number(
      (await pool.query<{ server_version_num: string }>('SHOW server_version_num')).rows[0]
        ?.server_version_num,
    );
  } catch (error) {
    // The URL may contain a password, so it is not repeated in the message.
    throw new SettingError(
      `DATABASE_URL: the server cannot be used (${(error as Error).message || (error as NodeJS.ErrnoException).code}).`,
      { cause: error },
    );
  }
  if (version < MIN_SERVER_VERSION * 10_000) {
    throw new SettingError(
      `DATABASE_URL: PostgreSQL ${Math.floor(version / 10_000)} is too old; Touchpath needs ${MIN_SERVER_VERSION} or newer.`,
    );
  }
};

/**
 * Opens the relational store with the newest schema: embedded in the folder of `lock`, unless `databaseUrl` is set.
 * @throws {SettingError} one line that names the setting to change
 */
export const openDatabase = async (
  settings: Pick<Settings, 'databaseUrl'>,
  lock: DataLock | null,
  log: Logger,
): Promise<OpenDatabase> => {
  if (settings.databaseUrl === null && lock === null)
    throw new TypeError('only the owner of the folder can open the embedded relational store');
  const server = settings.databaseUrl === null && lock !== null ? await startPostgres(lock, log) : null;
  let pool: pg.Pool | null = null;
  try {
    const address = server ? await embedded(server) : { connectionString: settings.databaseUrl! };
    pool = createPool(address, log);
    await checkServer(pool);
    await migrateDatabase(pool);
    const open = pool;
    return {
      db: drizzle(open, { schema }),
      close: async () => {
        // A hanging statement must not block the shutdown of the server, which rolls the statement back.
        await Promise.race([open.end(), new Promise(resolve => setTimeout(resolve, 2_000).unref())]);
        await server?.stop();
      },
    };
  } catch (error) {
    await pool?.end();
    await server?.stop();
    throw error;
  }
};

/**
 * Connects to the embedded store that another process on this machine runs.
 * @throws {SettingError} one line: that process has another schema version
 */
export const joinDatabase = async (dataDir: string, log: Logger): Promise<OpenDatabase> => {
  const pool = createPool({ host: await findSocketFolder(dataDir), user: USER, database: DATABASE }, log);
  try {
    if (!(await hasOwnSchema(pool)))
      throw new SettingError(`The Touchpath that runs on ${dataDir} has another version: restart it first.`);
  } catch (error) {
    await pool.end();
    throw error;
  }
  return { db: drizzle(pool, { schema }), close: () => pool.end() };
};

/** A pool that rejects connections until it is opened. */
class ClosedPool extends pg.Pool {
  isOpen = false;
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Parameters<pg.Pool['connect']>[0]): void;
  override connect(callback?: Parameters<pg.Pool['connect']>[0]): Promise<pg.PoolClient> | void {
    if (this.isOpen) return callback === undefined ? super.connect() : super.connect(callback);
    const error = new StoreUnavailable('PostgreSQL has not been reached since the start');
    if (callback === undefined) return Promise.reject(error);
    setImmediate(callback, error, undefined, () => undefined);
  }
}

/** Prepares an external database that is unreachable at present, to be opened later. */
export const deferDatabase = (databaseUrl: string, log: Logger): Deferred<OpenDatabase> => {
  const pool = createPool({ connectionString: databaseUrl }, log, ClosedPool) as ClosedPool;
  return {
    store: { db: drizzle(pool, { schema }), close: () => pool.end() },
    tryOpen: async prepare => {
      const store = await openDatabase({ databaseUrl }, null, log);
      try {
        await prepare(store);
      } finally {
        await store.close();
      }
      pool.isOpen = true;
    },
  };
};
