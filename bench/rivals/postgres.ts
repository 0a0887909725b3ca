import { access } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import pino from 'pino';
import { startPostgres } from '../../server/store/postgres/engine/supervisor.ts';
import { tablesOf, type Dump, type Rival } from './rival.ts';
import { DEBIAN_POSTGRES, startMachinePostgres } from '../../tests/support/machine-postgres.ts';
import { ownFolder } from '../../tests/support/own-folder.ts';

const SESSION = [
  "SET work_mem = '256MB'",
  'SET statement_timeout = 0',
  'SET max_parallel_workers_per_gather = 2',
];

const startDebian = async (
  folder: string,
): Promise<{ readonly address: pg.ClientConfig; stop(): Promise<void> }> => {
  const { socket, user, stop } = await startMachinePostgres(DEBIAN_POSTGRES, join(folder, 'postgresql-15'), {
    locale: 'C',
    settings: [
      'shared_buffers=1GB',
      'effective_cache_size=4GB',
      'maintenance_work_mem=512MB',
      'max_wal_size=4GB',
    ],
  });
  return { address: { host: socket, user, database: 'postgres' }, stop };
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

/** Loads the rows into a server, Debian's PostgreSQL 15 if installed and the embedded one otherwise, in `folder`, with the indexes that the queries need, and analyzes the tables. */
export const openPostgres = async (folder: string, dump: Dump): Promise<Rival> => {
  const debian = await access(join(DEBIAN_POSTGRES, 'postgres')).then(
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
