import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import pino from 'pino';
import type { TestProject } from 'vitest/node';
import { prepareColumnar } from '../../server/store/clickhouse/connect.ts';
import { startClickHouse } from '../../server/store/clickhouse/engine/supervisor.ts';
import { createPool } from '../../server/store/postgres/engine/connect.ts';
import { migrateDatabase } from '../../server/store/postgres/engine/migrate.ts';
import { startPostgres } from '../../server/store/postgres/engine/supervisor.ts';
import { startMachinePostgres } from './machine-postgres.ts';
import { ownFolder } from './own-folder.ts';

/** The addresses of the two stores for the suites, and the database that they copy. */
export interface TestStores {
  readonly postgres: { readonly host: string; readonly user: string };
  readonly template: string;
  readonly clickhouse: string;
  /**
   * The statements that create the tables of the columnar store in their migrated form, and its views. They
   * run five times as fast as the migrations.
   */
  readonly tables: readonly string[];
  readonly views: readonly string[];
}

declare module 'vitest' {
  export interface ProvidedContext {
    stores: TestStores;
  }
}

const TEMPLATE = 'touchpath_template';

/** The embedded PostgreSQL, or the one whose programs are in the folder that TEST_POSTGRES names. */
const startDatabase = (folder: string, log: pino.Logger) => {
  const programs = process.env['TEST_POSTGRES'] ?? '';
  if (programs === '') return startPostgres(ownFolder(folder), log, { volatile: true });
  return startMachinePostgres(programs, join(folder, 'postgresql'), {
    // The locale of Debian's clusters on a machine without another one.
    locale: 'C.UTF-8',
    settings: ['max_connections=80', 'synchronous_commit=off', 'full_page_writes=off'],
  });
};

/** Starts one PostgreSQL and one columnar engine for all suites of a run, and stops them at the end. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const log = pino({ level: process.env.LOG_LEVEL ?? 'silent' }, pino.destination(2));
  const folder = await mkdtemp(join(tmpdir(), 'touchpath-tests-'));
  await chmod(folder, 0o755); // for root: PostgreSQL runs as another user that must be able to enter
  const [postgres, engine] = await Promise.all([
    startDatabase(folder, log),
    startClickHouse(ownFolder(folder), log),
  ]);
  // When the test run is killed, the input of the watcher ends and it stops the server.
  const watcher = spawn(
    '/bin/sh',
    ['-c', 'cat; kill -QUIT "$1"; sleep 1; rm -rf "$2"', 'sh', String(postgres.pid()), folder],
    { detached: true, stdio: ['pipe', 'ignore', 'ignore'] },
  );
  watcher.unref();

  const address = { host: postgres.socket, user: postgres.user };
  const client = new pg.Client({ ...address, database: 'postgres' });
  await client.connect();
  await client.query(`CREATE DATABASE ${TEMPLATE}`);
  await client.end();
  const pool = createPool({ ...address, database: TEMPLATE }, log);
  await migrateDatabase(pool);
  await pool.end(); // a database with connections cannot be copied

  const columnar = await prepareColumnar(engine, TEMPLATE);
  const answer = await columnar.query({
    query:
      'SELECT engine, create_table_query AS made FROM system.tables WHERE database = currentDatabase() ORDER BY name',
    format: 'JSONEachRow',
  });
  const made = (await answer.json<{ engine: string; made: string }>()).map(one => ({
    ...one,
    made: one.made.replaceAll(`${TEMPLATE}.`, ''),
  }));
  const isView = ({ engine: kind }: (typeof made)[number]) => kind === 'MaterializedView';
  const tables = made.filter(one => !isView(one)).map(one => one.made);
  const views = made.filter(isView).map(one => one.made);
  await columnar.close();

  project.provide('stores', {
    postgres: address,
    template: TEMPLATE,
    clickhouse: engine.socket,
    tables,
    views,
  });
  return async () => {
    watcher.kill('SIGKILL');
    await Promise.all([postgres.stop(), engine.stop()]);
    await rm(folder, { recursive: true, force: true });
  };
}
