import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import pino from 'pino';
import { prepareColumnar } from '../server/store/clickhouse/connect.ts';
import { startClickHouse } from '../server/store/clickhouse/engine/supervisor.ts';
import { openDatabase } from '../server/store/postgres/engine/connect.ts';
import { startPostgres } from '../server/store/postgres/engine/supervisor.ts';
import { makeCollectorShop } from '../tests/support/collector-shop.ts';
import { ownFolder } from '../tests/support/own-folder.ts';
import { Programs } from '../tests/support/several-programs/programs.ts';
import { processorTime } from './measure.ts';
import { openLoop } from './open-loop.ts';
import { median, type Row } from './table.ts';

/** Page views a second of each process: the same in both measurements, since groups of events share their writes. */
const RATE = 4_000;
const SECONDS = 15;
const ROUNDS = 4;
const DATABASE = 'touchpath';
const NAMES = ['first', 'second'] as const;

/** Stores that several programs share: the embedded ones, reached like servers. */
const withServers = async <Answer>(
  work: (programs: Programs, folder: string) => Promise<Answer>,
): Promise<Answer> => {
  const log = pino({ level: 'error' }, pino.destination(2));
  const folder = await mkdtemp(join(tmpdir(), 'touchpath-bench-'));
  await chmod(folder, 0o755); // for root: PostgreSQL runs as another user that must be able to enter
  const postgres = await startPostgres(ownFolder(folder), log);
  const engine = await startClickHouse(ownFolder(folder), log);
  try {
    const client = new pg.Client({ host: postgres.socket, user: postgres.user, database: 'postgres' });
    await client.connect();
    await client.query(`CREATE DATABASE ${DATABASE}`);
    await client.end();
    await (await prepareColumnar(engine, DATABASE)).close();
    const stores = { postgres: { host: postgres.socket, user: postgres.user }, clickhouse: engine.socket };
    const programs = new Programs(folder, stores, { postgres: DATABASE, clickhouse: DATABASE, slice: null });
    try {
      return await work(programs, folder);
    } finally {
      await programs.close();
    }
  } finally {
    await engine.stop();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
};

const pageView = (url: string, product: number): string => {
  const body = JSON.stringify({
    p: product,
    t: 'view',
    u: 'https://shop.example/products/12345?utm_source=mail',
    r: 'https://shop.example/',
    v: '1234567890123456789',
    x: '',
  });
  return `POST /e HTTP/1.1\r\nHost: ${new URL(url).host}\r\nUser-Agent: Mozilla/5.0\r\nOrigin: https://shop.example\r\nContent-Type: text/plain;charset=UTF-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
};

/** Sends page views to processes. @returns their processor time for each, in µs */
const measure = async (programs: Programs, names: readonly string[], product: number): Promise<number> => {
  const running = names.map(name => programs.program(name));
  const used = async () => {
    const times = await Promise.all(running.map(({ pid }) => processorTime(pid)));
    return times.reduce((sum, time) => sum + time, 0);
  };
  const before = await used();
  const sent = await Promise.all(
    running.map(({ url }) => openLoop(url, pageView(url, product), RATE, SECONDS)),
  );
  if (sent.some(({ refused, answered }) => refused > 0 || answered < RATE * SECONDS))
    throw new Error('page views were refused');
  return (((await used()) - before) * 1000) / (names.length * RATE * SECONDS);
};

/**
 * Two collectors on the same stores compared with one, by the processor time that they take for a page view: if it is
 * the same, two on two cores accept twice as many.
 */
export const benchCollectorProcesses = (): Promise<Row[]> =>
  withServers(async (programs, folder) => {
    for (const name of NAMES) await programs.add(name, 'collector');
    programs.shared['SECRETS_FILE'] = join(folder, 'secrets.json');
    await programs.start('first');
    await programs.start('second');
    const databaseUrl = programs.environmentOf('first')['DATABASE_URL'] ?? null;
    const { db, close } = await openDatabase({ databaseUrl }, null, pino({ level: 'error' }));
    const { shop } = await makeCollectorShop({ db });
    await close();
    const [single, both]: [number[], number[]] = [[], []];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const one = await measure(programs, NAMES.slice(0, 1), shop.id);
      const two = await measure(programs, NAMES, shop.id);
      if (round === 0) continue; // the first round warms up
      single.push(one);
      both.push(two);
    }
    const scale = median(single.map((one, index) => (2 * one) / (both[index] ?? Number.NaN)));
    return [
      {
        name: 'page views of two collectors, by processor time',
        ours: `${median(both).toFixed(1)} µs`,
        reference: `${median(single).toFixed(1)} µs one collector`,
        ratio: scale.toFixed(2),
        goal: '≥ 1.7',
      },
    ];
  });
