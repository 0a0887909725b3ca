import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { appendFile, chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { drizzle } from 'drizzle-orm/node-postgres';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createPool, openDatabase } from '../../../server/store/postgres/engine/connect.ts';
import { withBackupLock } from '../../../server/store/postgres/engine/base-backup.ts';
import { migrateDatabase } from '../../../server/store/postgres/engine/migrate.ts';
import { type EmbeddedPostgres, startPostgres } from '../../../server/store/postgres/engine/supervisor.ts';
import * as schema from '../../../server/store/postgres/schema/index.ts';
import { isAlive, until } from '../../../server/platform/processes.ts';
import { maintain } from '../../support/maintain.ts';
import { startOwned } from '../../support/orphan.ts';
import { ownFolder } from '../../support/own-folder.ts';

const log = pino({ level: 'silent' });
const isRoot = process.getuid?.() === 0;

/** A folder that the account of the server can enter. */
const openFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'touchpath-postgres-é '));
  await chmod(folder, 0o755);
  return folder;
};

const query = async <Row extends pg.QueryResultRow>(
  server: EmbeddedPostgres,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> => {
  const client = new pg.Client({ host: server.socket, user: server.user, database: 'postgres' });
  await client.connect();
  try {
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end();
  }
};

describe('the supervisor of PostgreSQL', () => {
  let folder: string;
  let made: string;
  let server: EmbeddedPostgres | null = null;
  /** Copies prepared data into the folder, since creating them takes longer than most tests. */
  const furnish = () => {
    spawnSync('cp', ['-a', join(made, 'postgres'), folder]);
  };
  beforeAll(async () => {
    made = await openFolder();
    await (await startPostgres(ownFolder(made), log, { volatile: true })).stop();
  });
  afterAll(() => rm(made, { recursive: true, force: true }));
  beforeEach(async () => {
    folder = await openFolder();
  });
  afterEach(async () => {
    await server?.stop();
    server = null;
    await rm(folder, { recursive: true, force: true });
  });

  it('restarts a killed server; the pool continues and no committed row is lost', async () => {
    furnish();
    server = await startPostgres(ownFolder(folder), log);
    const pool = createPool({ host: server.socket, user: server.user, database: 'postgres' }, log);
    await pool.query('CREATE TABLE kept (id int)');
    const committed: number[] = [];
    for (let round = 0; round < 2; round++) {
      const pid = server.pid();
      for (let i = round * 1_000_000; ; i++) {
        // During the next statements, regardless of the machine's speed.
        if (i === round * 1_000_000 + 10) setTimeout(() => process.kill(pid, 'SIGKILL'), 5);
        try {
          await pool.query('INSERT INTO kept VALUES ($1)', [i]);
        } catch {
          break; // the server is gone
        }
        committed.push(i);
      }
      const running = server;
      expect(
        await until(
          async () =>
            running.pid() !== pid &&
            (await pool.query('SELECT 1').then(
              () => true,
              () => false,
            )),
          50_000,
        ),
      ).toBe(true);
    }
    const stored = new Set((await pool.query<{ id: number }>('SELECT id FROM kept')).rows.map(row => row.id));
    expect(committed.length).toBeGreaterThanOrEqual(20);
    expect(committed.filter(id => !stored.has(id))).toEqual([]);
    await pool.end();
  });

  it('survives the loss of a connection that is in use between two statements', async () => {
    furnish();
    server = await startPostgres(ownFolder(folder), log);
    const address = { host: server.socket, user: server.user, database: 'postgres' };
    const pool = createPool(address, log);
    const connection = await pool.connect();
    const {
      rows: [backend],
    } = await connection.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const lost = new Promise<void>(resolve => {
      connection.once('end', () => resolve());
    });
    await query(server, 'SELECT pg_terminate_backend($1)', [backend?.pid]);
    await lost; // without the pool's error listener the event would have ended this process
    expect(connection.listenerCount('error')).toBeGreaterThan(0);
    await expect(connection.query('SELECT 1')).rejects.toThrow(/not queryable|terminated|ended/);
    connection.release(true);
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    await pool.end();
  });

  it('ends with its program, however that ends', async () => {
    furnish();
    const owned = await startOwned('postgres', folder);
    await owned.killOwner();
    expect(await until(() => !isAlive(owned.pid), 10_000)).toBe(true);
    server = await startPostgres(ownFolder(folder), log);
    expect(await query(server, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('ends a hung server that outlived its program', async () => {
    furnish();
    const owned = await startOwned('postgres', folder);
    process.kill(owned.pid, 'SIGSTOP');
    await owned.killOwner();
    setTimeout(() => process.kill(owned.pid, 'SIGCONT'), 500);
    server = await startPostgres(ownFolder(folder), log);
    expect(isAlive(owned.pid)).toBe(false);
    expect(await query(server, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('removes nothing while a server of another container uses the data', async () => {
    furnish();
    const noted = join(folder, 'postgres', 'data', 'postmaster.pid');
    await writeFile(noted, '999999999\n');
    const other = createServer().listen(join(folder, 'postgres', 'socket', '.s.PGSQL.5432'));
    await once(other, 'listening');
    await expect(startPostgres(ownFolder(folder), log, { foreignEndsWithinMs: 100 })).rejects.toThrow(
      /^PostgreSQL did not start in [^\n]+ \(a PostgreSQL of another container uses it\)[^\n]+$/,
    );
    expect([await readFile(noted, 'utf8'), await readdir(join(folder, 'postgres', 'socket'))]).toEqual([
      '999999999\n',
      ['.s.PGSQL.5432'],
    ]);
    other.close();
    await once(other, 'close');
    server = await startPostgres(ownFolder(folder), log);
  });

  it('starts despite the lock files of a killed server, even if its process id was reused', async () => {
    furnish();
    server = await startPostgres(ownFolder(folder), log);
    await query(server, 'CREATE TABLE kept AS SELECT 1 AS id');
    const noted = join(folder, 'postgres', 'data', 'postmaster.pid');
    const before = await readFile(noted, 'utf8');
    await server.stop();
    await writeFile(noted, before.replace(/^\d+/, String(process.pid)));
    await writeFile(join(server.socket, '.s.PGSQL.5432.lock'), before.replace(/^\d+/, String(process.pid)));
    server = await startPostgres(ownFolder(folder), log);
    expect(await query(server, 'SELECT id FROM kept')).toEqual([{ id: 1 }]);
  });

  it('starts again after an interrupted initialisation', async () => {
    await mkdir(join(folder, 'postgres', 'data.new'), { recursive: true });
    await writeFile(join(folder, 'postgres', 'data.new', 'PG_VERSION'), '18\n');
    server = await startPostgres(ownFolder(folder), log, { volatile: true });
    expect(await query(server, "SELECT current_setting('server_encoding') AS e")).toEqual([{ e: 'UTF8' }]);
  });

  it('reports why it did not start, and not the last error of an earlier start', async () => {
    furnish();
    await appendFile(join(folder, 'postgres', 'postgres.log'), 'FATAL:  terminating connection\n');
    await rm(join(folder, 'postgres', 'data', 'postgresql.conf'));
    await expect(startPostgres(ownFolder(folder), log)).rejects.toThrow(
      /\([^\n]*postgresql\.conf[^\n]*\): see /,
    );
  });

  it('reports unusable data in one line', async () => {
    furnish();
    await writeFile(join(folder, 'postgres', 'data', 'PG_VERSION'), '12\n');
    await expect(startPostgres(ownFolder(folder), log)).rejects.toThrow(
      /^PostgreSQL did not start in [^\n]+ \([^\n]*version 12[^\n]*\): see [^\n]+ or set DATABASE_URL\.$/,
    );
  });

  /** A folder like a home folder: accessible to its owner only, and with a long path. */
  const closedFolder = async (): Promise<string> => {
    const home = join(folder, 'p'.repeat(60), 'q'.repeat(60));
    await mkdir(home, { recursive: true });
    await chmod(home, 0o700);
    return home;
  };

  it('finds a short path for its socket, and a place that its account can enter', async () => {
    const dataDir = join(await closedFolder(), 'data');
    server = await startPostgres(ownFolder(dataDir), log, { volatile: true });
    await query(server, 'CREATE TABLE kept AS SELECT 1 AS id');
    await server.stop();
    server = await startPostgres(ownFolder(dataDir), log, { volatile: true });
    expect(await query(server, 'SELECT id FROM kept')).toEqual([{ id: 1 }]);
  });

  it.runIf(isRoot)(
    'as root stores its data outside of an inaccessible folder, and removes those of deleted temporary folders',
    async () => {
      const home = await closedFolder();
      const dataDir = join(home, 'data');
      await (await startPostgres(ownFolder(dataDir), log, { volatile: true })).stop();
      const place = (await readFile(join(dataDir, 'postgres-location'), 'utf8')).trim();
      expect(place).toMatch(/^\/var\/lib\/touchpath\/[0-9a-f]{12}$/);
      // After a temporary folder is deleted, the next start removes its data.
      await rm(dataDir, { recursive: true });
      server = await startPostgres(ownFolder(join(home, 'other')), log, { volatile: true });
      await expect(stat(place)).rejects.toThrow('ENOENT');
      await server.stop();
      await rm((await readFile(join(home, 'other', 'postgres-location'), 'utf8')).trim(), {
        recursive: true,
      });
    },
  );
});

describe('the relational store', () => {
  const { postgres } = inject('stores');
  const names: string[] = [];
  const fresh = async () => {
    const name = `fresh_${randomUUID().replaceAll('-', '')}`;
    names.push(name);
    await maintain(postgres, `CREATE DATABASE ${name}`);
    return { ...postgres, database: name };
  };
  let address: Awaited<ReturnType<typeof fresh>>;
  beforeAll(async () => {
    address = await fresh();
  });
  afterAll(async () => {
    for (const name of names) await maintain(postgres, `DROP DATABASE ${name} WITH (FORCE)`);
  });

  it('is migrated once by four concurrent programs', async () => {
    const pools = Array.from({ length: 4 }, () => createPool({ ...address, max: 2 }, log));
    await Promise.all(pools.map(migrateDatabase));
    const { rows } = await pools[0]!.query<{ n: number }>(
      'SELECT count(*)::int AS n FROM drizzle.__drizzle_migrations',
    );
    const journal = JSON.parse(
      await readFile(
        new URL('../../../server/store/migrations/postgres/meta/_journal.json', import.meta.url),
        'utf8',
      ),
    ) as { entries: unknown[] };
    expect(rows[0]?.n).toBe(journal.entries.length);
    await Promise.all(pools.map(pool => pool.end()));
  });

  it('is backed up by one process at a time, also after a backup that failed', async () => {
    const [first, second] = [1, 2].map(() => createPool({ ...address, max: 2 }, log));
    const [db, other] = [drizzle(first!, { schema }), drizzle(second!, { schema })];
    const work = () => Promise.resolve('done');
    expect(await withBackupLock(db, () => withBackupLock(other, work))).toBeNull();
    await expect(withBackupLock(db, () => Promise.reject(new Error('full')))).rejects.toThrow('full');
    // The server notices the end of a connection a little later.
    await until(async () => (await withBackupLock(other, work)) === 'done', 5_000);
    await Promise.all([first!.end(), second!.end()]);
  });

  it.each([
    ['postgresql://hush:hush@127.0.0.1:9/none', 'ECONNREFUSED'],
    ['postgresql://hush:hush@no-such-host.invalid/none', 'no-such-host.invalid'],
  ])('reports in one line without the password that %s cannot be used', async (databaseUrl, why) => {
    const refused = openDatabase({ databaseUrl }, null, log);
    await expect(refused).rejects.toThrow(new RegExp(`^DATABASE_URL: [^\\n]*${why}[^\\n]*$`));
    await expect(refused).rejects.not.toThrow(/hush/);
  });

  it('reports in one line which right the user of a database lacks', async () => {
    const { host, database } = await fresh();
    const account = `guest_${randomUUID().replaceAll('-', '')}`;
    await maintain(postgres, `CREATE ROLE ${account} LOGIN`);
    await maintain(postgres, `GRANT ALL ON DATABASE ${database} TO ${account}`);
    const databaseUrl = `postgresql://${account}@/${database}?host=${encodeURIComponent(host)}`;
    await expect(openDatabase({ databaseUrl }, null, log)).rejects.toThrow(
      new RegExp(
        `^DATABASE_URL: [^\\n]*permission denied [^\\n]* ALTER DATABASE ${database} OWNER TO ${account}$`,
      ),
    );
    await maintain(postgres, `ALTER DATABASE ${database} OWNER TO ${account}`);
    await (await openDatabase({ databaseUrl }, null, log)).close();
  });
});
