import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import pino from 'pino';
import type { TestProject } from 'vitest/node';
import { startPostgres } from '../../server/store/postgres/engine/supervisor.ts';
import { ownFolder } from './own-folder.ts';
import { freePort, startProgram } from './program.ts';
import { UNSTARTED } from './unstarted.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The address of the program shared by all journeys. */
    demo: string;
    /** The program's relational store, in which companies are created while it runs, and its data folder. */
    demoStore: { readonly databaseUrl: string; readonly dataDir: string };
  }
}

/**
 * Starts one program for all journeys of a run: read-only journeys use its freshly seeded demo company, and
 * files that change data a company each (`journey-fixture.ts`). It starts in parallel with other tests;
 * `demo-answers.ts` waits for it.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'touchpath-demo-'));
  await chmod(dataDir, 0o755); // for root: PostgreSQL runs as another user that must be able to enter
  const postgres = await startPostgres(ownFolder(join(dataDir, 'relational')), pino({ level: 'silent' }), {
    volatile: true,
  });
  // When the test run is killed, the input of the watcher ends and it stops the server.
  const watcher = spawn(
    '/bin/sh',
    ['-c', 'cat; kill -QUIT "$1"; sleep 1; rm -rf "$2"', 'sh', String(postgres.pid()), dataDir],
    { detached: true, stdio: ['pipe', 'ignore', 'ignore'] },
  );
  watcher.unref();
  const client = new pg.Client({ host: postgres.socket, user: postgres.user, database: 'postgres' });
  await client.connect();
  await client.query('CREATE DATABASE touchpath');
  await client.end();
  const databaseUrl = `postgres://${postgres.user}@localhost/touchpath?host=${encodeURIComponent(postgres.socket)}`;
  const port = await freePort();
  const starting = startProgram(dataDir, {
    PORT: String(port),
    SEED: 'demo',
    DATABASE_URL: databaseUrl,
    WEBHOOK_ALLOW_PRIVATE: '1',
    ISSUER_ALLOW_PRIVATE: '1',
    TRUST_PROXY: '1',
    LOG_LEVEL: 'warn',
  }).catch(async (cause: unknown) => {
    // Renamed when complete, because demo-answers.ts polls for the file.
    await writeFile(join(dataDir, `${UNSTARTED}.part`), String(cause));
    await rename(join(dataDir, `${UNSTARTED}.part`), join(dataDir, UNSTARTED));
    return null;
  });
  project.provide('demo', `http://127.0.0.1:${port}`);
  project.provide('demoStore', { databaseUrl, dataDir });
  return async () => {
    await (await starting)?.stop();
    watcher.kill('SIGKILL');
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
