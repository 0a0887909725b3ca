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
import { createPool } from '../../server/store/postgres/engine/connect.ts';
import * as schema from '../../server/store/postgres/schema/index.ts';
import { maintain } from './maintain.ts';
import { openSuiteColumnar } from './suite-columnar.ts';

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

/**
 * Creates the dependencies of the server's modules on stores of their own: a copy of the migrated template, an
 * empty columnar database on the servers shared by all suites, and a data folder that `close` removes.
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
  const suite = openSuiteColumnar(stores);
  const { columnar } = suite;
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
      suite.keepApart();
      return {
        DATA_DIR: settings.dataDir,
        DATABASE_URL: settings.databaseUrl ?? '',
        COLUMNAR_SOCKET: stores.clickhouse,
        COLUMNAR_DATABASE: await suite.database(),
      };
    },
    close: async () => {
      await pool.end();
      await Promise.all([
        suite.close(),
        maintain(postgres, `DROP DATABASE ${name} WITH (FORCE)`),
        rm(dataDir, { recursive: true, force: true }),
      ]);
    },
  };
};
