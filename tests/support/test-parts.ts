import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import pino from 'pino';
import { inject } from 'vitest';
import type { Clock } from '../../server/platform/clock.ts';
import { createIds } from '../../server/platform/ids.ts';
import { DEFAULT_SLICE } from '../../server/platform/slice-names.ts';
import { oneSlice } from '../../server/slices/slices.ts';
import type { Dependencies, ProductDependencies } from '../../server/dependencies.ts';
import { openSecrets } from '../../server/platform/secrets.ts';
import { readSettings, type Settings } from '../../server/platform/settings.ts';
import { connectColumnar } from '../../server/store/clickhouse/connect.ts';
import { createPool } from '../../server/store/postgres/engine/connect.ts';
import * as schema from '../../server/store/postgres/schema/index.ts';
import { maintain } from './maintain.ts';
import type { TestStores } from './stores.ts';

/** A clock that runs until it is set, and then stands still until it is advanced. */
export interface TestClock extends Clock {
  set(ms: number): void;
  advance(ms: number): void;
}

export const createTestClock = (start?: number): TestClock => {
  let still = start;
  return {
    now: () => still ?? Date.now(),
    set: ms => {
      still = ms;
    },
    advance: ms => {
      still = (still ?? Date.now()) + ms;
    },
  };
};

/** The dependencies, with one slice, whose store is `columnar`. */
export type TestParts = ProductDependencies & {
  readonly clock: TestClock;
  /** Settings with which a program of its own opens the same stores; the columnar database exists afterwards. */
  environment(): Promise<Readonly<Record<string, string>>>;
  close(): Promise<void>;
};

export interface TestOverrides {
  readonly settings?: Partial<Settings>;
  readonly log?: Dependencies['log'];
  /** The initial time in milliseconds; omitted, the clock runs. */
  readonly now?: number;
}

/** Calls of a client that need its database. */
const STATEMENTS: ReadonlySet<string | symbol> = new Set(['command', 'exec', 'insert', 'query']);

/** A columnar database of one suite. */
interface SuiteColumnar {
  readonly columnar: ProductDependencies['columnar'];
  create(): Promise<void>;
  close(): Promise<void>;
}

/**
 * A columnar database with the tables and views of all suites. It is created before its first statement: its 76
 * statements take half a second of processor time, and many suites have no events.
 */
const lazyColumnar = ({ clickhouse, tables, views }: TestStores, name: string): SuiteColumnar => {
  const client = connectColumnar({ socket: clickhouse }, name);
  const server = connectColumnar({ socket: clickhouse }, 'default');
  let created: Promise<void> | undefined;
  const createDatabase = async () => {
    await server.command({
      query: 'CREATE DATABASE {name:Identifier} ENGINE = Atomic',
      query_params: { name },
    });
    // Views need their tables.
    for (const made of [tables, views]) await Promise.all(made.map(query => client.command({ query })));
  };
  const create = () => (created ??= createDatabase());
  const columnar = new Proxy(client, {
    get: (target, key) => {
      const found = Reflect.get(target, key) as unknown;
      if (typeof found !== 'function') return found;
      const call = found.bind(target) as (...args: unknown[]) => unknown;
      if (!STATEMENTS.has(key)) return call;
      return async (...args: unknown[]) => {
        await create();
        return call(...args);
      };
    },
  });
  return {
    columnar,
    create,
    close: async () => {
      if (created !== undefined) {
        await created;
        await server.command({ query: 'DROP DATABASE {name:Identifier}', query_params: { name } });
      }
      await Promise.all([server.close(), client.close()]);
    },
  };
};

/**
 * Creates the dependencies of the server's modules on stores of their own: a copy of the migrated template, a
 * new columnar database on the servers shared by all suites, and a data folder that `close` removes.
 */
export const createTestParts = async ({
  settings: over,
  log = pino({ level: 'silent' }),
  now,
}: TestOverrides = {}): Promise<TestParts> => {
  const stores = inject('stores');
  const { postgres, template } = stores;
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const dataDir = await mkdtemp(join(tmpdir(), 'touchpath-suite-'));
  // The default strategy writes all pages to the journal of PostgreSQL and takes twice as long.
  await maintain(postgres, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
  const { columnar, create: createColumnar, close: closeColumnar } = lazyColumnar(stores, name);
  const pool = createPool({ ...postgres, database: name, max: 10, connectionTimeoutMillis: 60_000 }, log);

  const clock = createTestClock(now);
  const settings: Settings = {
    ...readSettings({
      DATA_DIR: dataDir,
      SEED: 'none',
      LOG_LEVEL: 'silent',
      PUBLIC_URL: 'http://localhost:3000',
      GRAPHQL_OPERATIONS: 'any',
      REQUESTS_PER_MINUTE: '1000000',
      DOWNLOADS_PER_HOUR: '1000000',
      IMPORTS_PER_HOUR: '1000000',
      EVENT_REPORTS_PER_HOUR: '1000000',
      DATABASE_URL: `postgresql://${postgres.user}@localhost/${name}?host=${encodeURIComponent(postgres.host)}`,
    }),
    ...over,
  };
  return {
    settings,
    log,
    clock,
    columnar,
    slice: DEFAULT_SLICE,
    slices: oneSlice(columnar),
    ids: createIds(clock),
    secrets: await openSecrets(settings.secretsFile),
    db: drizzle(pool, { schema }),
    environment: async () => {
      await createColumnar();
      return {
        DATA_DIR: settings.dataDir,
        DATABASE_URL: settings.databaseUrl ?? '',
        COLUMNAR_SOCKET: stores.clickhouse,
        COLUMNAR_DATABASE: name,
      };
    },
    close: async () => {
      await pool.end();
      await Promise.all([
        closeColumnar(),
        maintain(postgres, `DROP DATABASE ${name} WITH (FORCE)`),
        rm(dataDir, { recursive: true, force: true }),
      ]);
    },
  };
};
