import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { access, chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import pino from 'pino';
import { startPostgres } from '../../server/store/postgres/engine/supervisor.ts';
import { tablesOf, type Dump, type Rival } from './rival.ts';
import { ownFolder } from '../../tests/support/own-folder.ts';

/** Plain PostgreSQL: Debian's version 15 if installed, otherwise the embedded one. */
const DEBIAN = '/usr/lib/postgresql/15/bin';
/** Account for runs as root, which PostgreSQL refuses. */
const NOBODY = { uid: 65_534, gid: 65_534 };
const SESSION = [
  "SET work_mem = '256MB'",
  'SET statement_timeout = 0',
  'SET max_parallel_workers_per_gather = 2',
];

const startDebian = async (
  folder: string,
): Promise<{ readonly address: pg.ClientConfig; stop(): Promise<void> }> => {
  const account = process.getuid?.() === 0 ? NOBODY : {};
  const home = join(folder, 'postgresql-15');
  await mkdir(home, { mode: 0o700 });
  if (process.getuid?.() === 0) await chown(home, NOBODY.uid, NOBODY.gid);
  const data = join(home, 'data');
  const made = spawnSync(
    join(DEBIAN, 'initdb'),
    ['-D', data, '-U', 'bench', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    { ...account, cwd: '/', encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`initdb: ${made.stderr}`);
  const settings = [
    'listen_addresses=',
    `unix_socket_directories=${home}`,
    'shared_buffers=1GB',
    'effective_cache_size=4GB',
    'maintenance_work_mem=512MB',
    'max_wal_size=4GB',
    'fsync=off',
    'timezone=UTC',
  ];
  const child = spawn(join(DEBIAN, 'postgres'), ['-D', data, ...settings.flatMap(one => ['-c', one])], {
    ...account,
    cwd: '/',
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  return {
    address: { host: home, user: 'bench', database: 'postgres' },
    stop: async () => {
      child.kill('SIGINT');
      await ended;
    },
  };
};

const connect = async (address: pg.ClientConfig): Promise<pg.Client> => {
  for (let left = 100; ; left -= 1) {
    const client = new pg.Client(address);
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end();
      if (left === 0) throw error;
      await new Promise(resolve => {
        setTimeout(resolve, 100);
      });
    }
  }
};

/** Loads the rows into a server in `folder`, with the indexes that the queries need, and analyzes the tables. */
export const openPostgres = async (folder: string, dump: Dump): Promise<Rival> => {
  const debian = await access(join(DEBIAN, 'postgres')).then(
    () => true,
    () => false,
  );
  const server = debian
    ? await startDebian(folder)
    : await startPostgres(ownFolder(join(folder, 'rival')), pino({ level: 'silent' })).then(one => ({
        address: { host: one.socket, user: one.user, database: 'postgres' },
        stop: () => one.stop(),
      }));
  try {
    const client = await connect(server.address);
    const statements = [
      ...SESSION,
      ...tablesOf(dump),
      `COPY contact FROM '${dump.contact}' WITH (FORMAT csv)`,
      `COPY conversion FROM '${dump.conversion}' WITH (FORMAT csv)`,
      'CREATE INDEX ON contact (product_id, visitor_id, ts)',
      'CREATE INDEX ON contact (product_id, ts)',
      'CREATE INDEX ON conversion (product_id, ts)',
      'VACUUM ANALYZE',
    ];
    for (const statement of statements) await client.query(statement);
    const {
      rows: [version],
    } = await client.query<{ server_version: string }>('SHOW server_version');
    return {
      name: `PostgreSQL ${version?.server_version.split(' ')[0] ?? ''}${debian ? '' : ' (embedded)'}`,
      ask: async sql => (await client.query<unknown[]>({ text: sql, rowMode: 'array' })).rows,
      close: async () => {
        await client.end();
        await server.stop();
      },
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
};
