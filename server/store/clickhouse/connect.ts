import { Agent } from 'node:http';
import { join } from 'node:path';
import { ClickHouseLogLevel, createClient } from '@clickhouse/client';
import type { Logger } from 'pino';
import type { DataLock } from '../../platform/data-lock/lock.ts';
import { SettingError, type Settings } from '../../platform/settings.ts';
import { type Deferred, StoreUnavailable } from '../unavailable.ts';
import type { Columnar } from './engine/columnar.ts';
import { memoryBounds, memoryOf, type Memory } from './engine/memory.ts';
import { restoreEvents } from './events/backup.ts';
import { migrateColumnar, type RunExclusively } from './migrations/migrate.ts';
import { MAX_QUERY_SECONDS } from './engine/query.ts';
import { markReplicated } from './engine/one-replica.ts';
import { REPLICATED_SETTINGS, replicatedDatabase, replicateTables } from './engine/replicated.ts';
import { socketOf, startClickHouse } from './engine/supervisor.ts';
import { traceColumnar } from './engine/traced-columnar.ts';

export interface OpenColumnar {
  readonly columnar: Columnar;
  /** Closes the connections, and then stops the embedded engine. */
  close(): Promise<void>;
}

/** Address of ClickHouse: a URL, or the socket of the embedded engine. */
export type Address = { readonly url: string } | { readonly socket: string };

const DATABASE = 'touchpath';
/** Default timeout of a query in seconds. */
const DEFAULT_QUERY_TIMEOUT_S = 60;

/**
 * Creates a client of one database. 64-bit integers are returned as text.
 *
 * @param cluster the cluster of replicas that answers at the address; null: one server
 */
export const connectColumnar = (
  address: Address,
  database: string,
  memory: Pick<Memory, 'query'> = memoryOf(null),
  cluster: string | null = null,
): Columnar => {
  const client = createClient({
    ...('url' in address
      ? { url: address.url }
      : {
          url: 'http://engine',
          http_agent: new Agent({
            keepAlive: true,
            maxSockets: 64,
            socketPath: address.socket,
          } as ConstructorParameters<typeof Agent>[0]),
        }),
    database,
    max_open_connections: 64,
    request_timeout: (MAX_QUERY_SECONDS + 10) * 1000,
    application: 'touchpath',
    log: { level: ClickHouseLogLevel.OFF }, // errors are thrown, and logged by the caller
    clickhouse_settings: {
      max_execution_time: DEFAULT_QUERY_TIMEOUT_S,
      ...memoryBounds(memory),
      output_format_json_quote_64bit_integers: 1,
      date_time_input_format: 'best_effort',
      // A repeated insert with the same token must repair materialized views that a crash left without its rows.
      deduplicate_blocks_in_dependent_materialized_views: 1,
      // JIT compilation starts at the third use of an expression and takes 100 ms or more, which no report recovers.
      compile_expressions: 0,
      compile_aggregate_expressions: 0,
      compile_sort_description: 0,
      ...(cluster !== null && REPLICATED_SETTINGS),
    },
  });
  if (cluster !== null) markReplicated(replicateTables(client));
  return traceColumnar(client, database);
};

/** Address and database of a URL, whose path names the database. */
const serverOf = (url: string, database = DATABASE): { readonly url: string; readonly database: string } => {
  const address = new URL(url);
  const named = decodeURIComponent(address.pathname.slice(1));
  address.pathname = '/';
  return { url: address.href, database: named === '' ? database : named };
};

const createDatabase = async (
  address: Address,
  database: string,
  cluster: string | null = null,
): Promise<void> => {
  const first = connectColumnar(address, 'default');
  try {
    // chDB's default database engine is an overlay over files, so the engine is set.
    await first.command({
      query:
        cluster === null
          ? 'CREATE DATABASE IF NOT EXISTS {database:Identifier} ENGINE = Atomic'
          : replicatedDatabase(cluster, database),
      query_params: { database },
    });
  } finally {
    await first.close();
  }
};

/** Creates the database if it is missing, and its tables. */
export const prepareColumnar = async (
  address: Address,
  database: string,
  memory?: Memory,
  cluster: string | null = null,
  exclusively?: RunExclusively,
): Promise<Columnar> => {
  await createDatabase(address, database, cluster);
  const columnar = connectColumnar(address, database, memory, cluster);
  await migrateColumnar(columnar, exclusively);
  return columnar;
};

/** Timeout in ms after which a server counts as unreachable; a query may take much longer. */
const REACH_LIMIT_MS = 10_000;

/** @throws {Error} when no server answers */
const reach = async (url: string): Promise<void> => {
  const client = createClient({
    url,
    request_timeout: REACH_LIMIT_MS,
    log: { level: ClickHouseLogLevel.OFF },
  });
  try {
    const answer = await client.ping();
    if (!answer.success) throw answer.error;
  } finally {
    await client.close();
  }
};

type ColumnarSettings = Pick<Settings, 'clickhouseUrl'> &
  Partial<Pick<Settings, 'clickhouseMemory' | 'clickhouseCluster'>> & {
    /** The slice of CLICKHOUSE_SLICES that the server is; absent: it is CLICKHOUSE_URL. */
    readonly slice?: string;
    /** Default: no other process uses the server. */
    readonly migrateExclusively?: RunExclusively;
    /** False: the tables stay as they are. */
    readonly migrates?: boolean;
  };

const leaveTables: RunExclusively = async () => undefined;

/**
 * Opens the columnar store with its tables: embedded in the folder of `lock`, unless `clickhouseUrl` is set.
 * @throws {SettingError} one line that names the setting to change
 */
export const openColumnar = async (
  settings: ColumnarSettings,
  lock: DataLock | null,
  log: Logger,
  database = DATABASE,
): Promise<OpenColumnar> => {
  const memory = memoryOf(settings.clickhouseMemory ?? null);
  if (settings.clickhouseUrl !== null) {
    try {
      const server = serverOf(settings.clickhouseUrl, database);
      await reach(server.url);
      const columnar = await prepareColumnar(
        server,
        server.database,
        memory,
        settings.clickhouseCluster,
        settings.migrates === false ? leaveTables : settings.migrateExclusively,
      );
      return { columnar, close: () => columnar.close() };
    } catch (error) {
      // The URL may contain a password, so it is not repeated in the message.
      throw new SettingError(
        `${settings.slice === undefined ? 'CLICKHOUSE_URL: the server' : `CLICKHOUSE_SLICES: ${settings.slice}`} cannot be used (${(error as Error).message.split('\n')[0] || (error as NodeJS.ErrnoException).code}).`,
        { cause: error },
      );
    }
  }
  if (lock === null) throw new TypeError('only the owner of the folder can open the embedded columnar store');
  const engine = await startClickHouse(lock, log, { memory });
  try {
    const columnar = await prepareColumnar(
      engine,
      database,
      memory,
      null,
      settings.migrates === false ? leaveTables : undefined,
    );
    return {
      columnar,
      close: async () => {
        await columnar.close();
        await engine.stop();
      },
    };
  } catch (error) {
    await engine.stop();
    throw error;
  }
};

/**
 * Creates the events of a new embedded store from a copy (events/backup.ts); {@link openColumnar} creates the other
 * tables.
 */
export const restoreColumnar = async (lock: DataLock, log: Logger, name: string): Promise<void> => {
  const engine = await startClickHouse(lock, log);
  try {
    await createDatabase(engine, DATABASE);
    const columnar = connectColumnar(engine, DATABASE);
    try {
      await restoreEvents(columnar, name);
    } finally {
      await columnar.close();
    }
  } finally {
    await engine.stop();
  }
};

/** Connects to the embedded engine that another process on this machine runs. */
export const joinColumnar = async (dataDir: string): Promise<OpenColumnar> => {
  const columnar = connectColumnar({ socket: await socketOf(join(dataDir, 'clickhouse')) }, DATABASE);
  return { columnar, close: () => columnar.close() };
};

const QUERY_METHODS: ReadonlySet<string | symbol> = new Set(['query', 'command', 'exec', 'insert', 'ping']);

/** Prepares an external server that is unreachable at present, to be opened later. */
export const deferColumnar = (
  settings: ColumnarSettings & { readonly clickhouseUrl: string },
  log: Logger,
): Deferred<OpenColumnar> => {
  const server = serverOf(settings.clickhouseUrl);
  const client = connectColumnar(
    server,
    server.database,
    memoryOf(settings.clickhouseMemory ?? null),
    settings.clickhouseCluster,
  );
  let isOpen = false;
  const refuse = () =>
    Promise.reject(new StoreUnavailable('ClickHouse has not been reached since the start'));
  const columnar = new Proxy(client, {
    get: (target, name) => {
      if (!isOpen && QUERY_METHODS.has(name)) return refuse;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  return {
    store: { columnar, close: () => client.close() },
    tryOpen: async prepare => {
      const store = await openColumnar(settings, null, log);
      try {
        await prepare(store);
      } finally {
        await store.close();
      }
      isOpen = true;
    },
  };
};
