import { request } from 'node:http';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Columnar } from '../../../server/store/clickhouse/engine/columnar.ts';
import { connectColumnar, openColumnar, prepareColumnar } from '../../../server/store/clickhouse/connect.ts';
import { migrateColumnar } from '../../../server/store/clickhouse/migrations/migrate.ts';
import {
  type EmbeddedClickHouse,
  startClickHouse,
} from '../../../server/store/clickhouse/engine/supervisor.ts';
import { isAlive, until } from '../../../server/platform/processes.ts';
import { migrateExclusively } from '../../../server/slices/open-slices.ts';
import { startOwned } from '../../support/orphan.ts';
import { ownFolder } from '../../support/own-folder.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

const log = pino({ level: 'silent' });
type Params = Record<string, unknown>;
const ask = async <Row>(
  columnar: Columnar,
  query: string,
  query_params: Params = {},
  clickhouse_settings = {},
): Promise<Row[]> =>
  (await (await columnar.query({ query, query_params, clickhouse_settings, format: 'JSON' })).json<Row>())
    .data;
/** The same in the format of long answers, row by row. */
const read = async <Row>(columnar: Columnar, query: string, query_params: Params = {}): Promise<Row[]> =>
  (await columnar.query({ query, query_params, format: 'JSONEachRow' })).json<Row>();

const HOSTILE = [
  "it's",
  '\\',
  "\\' OR 1 = 1 --",
  'a\tb\nc\rd\0e',
  '\\N',
  '',
  'é日本語😀',
  '"`$${x}',
  "'; DROP TABLE contact; SELECT '",
  '{x:String}',
  '%_',
  '\u2028',
];

describe('the embedded columnar engine', () => {
  let parts: TestParts;
  let columnar: Columnar;
  beforeAll(async () => {
    parts = await createTestParts();
    columnar = parts.columnar;
  });
  afterAll(() => parts.close());

  it('returns every bound value unchanged, alone, in lists and in maps', async () => {
    for (const text of HOSTILE) {
      expect(await ask(columnar, 'SELECT {text:String} AS text', { text })).toEqual([{ text }]);
      expect(await read(columnar, 'SELECT {text:String} AS text', { text })).toEqual([{ text }]);
    }
    const [row] = await ask(
      columnar,
      `SELECT {list:Array(String)} AS list, {none:Nullable(UInt32)} AS none, {map:Map(String, UInt8)} AS map,
      {big:UInt64} AS big, {bigs:Array(UInt64)} AS bigs, {at:DateTime64(3)} AS at`,
      {
        list: HOSTILE,
        none: null,
        map: { "it's": 1 },
        big: '18446744073709551615',
        bigs: [1n, 18446744073709551615n],
        at: new Date(Date.UTC(2026, 1, 28, 14, 59, 59, 999)),
      },
    );
    expect(row).toEqual({
      list: HOSTILE,
      none: null,
      map: { "it's": 1 },
      big: '18446744073709551615',
      bigs: ['1', '18446744073709551615'],
      at: '2026-02-28 14:59:59.999',
    });
  });

  it('returns every inserted value unchanged', async () => {
    const values = HOSTILE.map((landing_url, i) => ({
      product_id: 7,
      visitor_id: String(i + 1),
      ts: 0,
      interaction_id: String(i),
      ad_id: 1,
      landing_url,
      ip: '::ffff:203.0.113.9',
      click_cost: '0.05',
    }));
    await columnar.insert({ table: 'contact', format: 'JSONEachRow', values });
    const rows = await ask<{ landing_url: string; click_cost: number }>(
      columnar,
      'SELECT landing_url, click_cost FROM contact WHERE product_id = 7 ORDER BY interaction_id',
    );
    expect(rows.map(row => row.landing_url)).toEqual(HOSTILE);
    expect(rows[0]?.click_cost).toBe(0.05);
  });

  it('keeps no setting between queries, since a leaked deduplication token would drop an insert', async () => {
    const insert = (n: number, id: number, insert_deduplication_token?: string) =>
      columnar.insert({
        table: 'impression',
        format: 'JSONEachRow',
        values: [
          { product_id: n, ad_id: 1, ts: 0, impression_id: String(id), visitor_id: '1', ip: '::1', bot: 0 },
        ],
        clickhouse_settings: insert_deduplication_token === undefined ? {} : { insert_deduplication_token },
      });
    for (let round = 0; round < 12; round++) {
      await insert(41, round, 'journal-1:0');
      await insert(42, round);
      await ask(columnar, 'SELECT 1', {}, { max_execution_time: 7, max_threads: 1 });
      const [settings] = await ask<{ time: number; token: string }>(
        columnar,
        "SELECT getSetting('max_execution_time') AS time, getSetting('insert_deduplication_token') AS token",
      );
      expect(settings).toEqual({ time: 60, token: '' });
    }
    // Batches with the same token are stored once; those without a token are all stored.
    expect(
      await ask(
        columnar,
        'SELECT product_id, count() AS rows FROM impression WHERE product_id IN (41, 42) GROUP BY product_id ORDER BY product_id',
      ),
    ).toEqual([
      { product_id: 41, rows: '1' },
      { product_id: 42, rows: '12' },
    ]);
  });

  it('keeps no bound value between queries', async () => {
    const bound = (query_params: Params) => ask(columnar, 'SELECT {kept:UInt8} AS kept', query_params);
    await expect(bound({})).rejects.toThrow('kept');
    for (let round = 0; round < 12; round++) expect(await bound({ kept: round })).toEqual([{ kept: round }]);
    await expect(bound({})).rejects.toThrow('kept');
  });

  it('keeps no setting of a SETTINGS clause between queries', async () => {
    const insert = (id: number, clause: string) =>
      columnar.command({
        query: `INSERT INTO impression (product_id, ad_id, ts, impression_id, visitor_id, ip)
        SETTINGS async_insert = 0${clause} SELECT 43, 1, 0, ${id}, 1, '::1'`,
      });
    for (let round = 0; round < 6; round++) {
      await insert(round, ", insert_deduplication_token = 'journal-1:0'");
      await insert(10 + round, '');
      await ask(columnar, 'SELECT 1 SETTINGS max_execution_time = 7, max_threads = 1');
      expect(
        await ask(
          columnar,
          "SELECT getSetting('max_execution_time') AS time, getSetting('insert_deduplication_token') AS token",
        ),
      ).toEqual([{ time: 60, token: '' }]);
    }
    expect(
      await ask(
        columnar,
        'SELECT uniqExact(impression_id) AS rows FROM impression WHERE product_id = 43 AND impression_id >= 10',
      ),
    ).toEqual([{ rows: '6' }]);
  });

  it('does not rewrite chains of comparisons unless a query requests it, since the rewriting takes longer than a small report', async () => {
    const rewrites = (settings = {}) =>
      ask(columnar, "SELECT getSetting('optimize_and_compare_chain') AS rewrites", {}, settings);
    expect([await rewrites(), await rewrites({ optimize_and_compare_chain: 1 })]).toEqual([
      [{ rewrites: false }],
      [{ rewrites: true }],
    ]);
  });

  it('migrates only where the statements or the tables have changed since a completed migration', async () => {
    const sent: string[] = [];
    const noting = new Proxy(columnar, {
      get: (target, key) =>
        key === 'command'
          ? (asks: { readonly query: string }) => {
              sent.push(asks.query);
              return columnar.command(asks);
            }
          : (Reflect.get(target, key) as unknown),
    });
    await migrateColumnar(noting);
    expect(sent.splice(0).length).toBeGreaterThan(100);
    await migrateColumnar(noting);
    expect(sent).toEqual([]);
    await columnar.command({ query: 'DROP TABLE touched' });
    await migrateColumnar(noting);
    const all = sent.splice(0).length;
    expect(all).toBeGreaterThan(100);
    expect(await ask(columnar, 'SELECT count() AS rows FROM touched')).toEqual([{ rows: '0' }]);
    // As after a migration of another version, or one that was interrupted, by two processes that start at the same
    // time: the second one waits, and finds nothing to do.
    await columnar.command({ query: 'TRUNCATE TABLE completed_migration' });
    await Promise.all([1, 2].map(() => migrateColumnar(noting, migrateExclusively(parts.db))));
    expect(sent).toHaveLength(all);
  });

  it('builds the indexes of the logs once over existing rows while it is in use', async () => {
    await migrateColumnar(columnar);
    await columnar.command({
      query: 'ALTER TABLE contact DROP INDEX by_xclid',
      clickhouse_settings: { mutations_sync: '2' },
    });
    await columnar.command({
      query:
        "INSERT INTO contact (product_id, visitor_id, ts, interaction_id, ad_id, xclid) SELECT 8, number, toDateTime64('2026-02-01 00:00:00', 3, 'UTC'), number, 1, concat('x', toString(number)) FROM numbers(100000)",
    });
    await columnar.command({
      query: "ALTER TABLE built_index DELETE WHERE name = 'contact.by_xclid'",
      clickhouse_settings: { mutations_sync: '2' },
    });
    const mutations = () =>
      ask<{ command: string; is_done: number }>(
        columnar,
        "SELECT command, is_done FROM system.mutations WHERE database = currentDatabase() AND command LIKE '%MATERIALIZE INDEX%' ORDER BY mutation_id",
      );
    const before = (await mutations()).length;
    await migrateColumnar(columnar);
    const begun = await mutations();
    expect(begun.slice(before).map(({ command }) => command)).toEqual([
      expect.stringContaining('MATERIALIZE INDEX by_xclid'),
    ]);
    await expect.poll(async () => (await mutations()).every(({ is_done }) => is_done === 1)).toBe(true);
    const plan = (
      await ask<{ explain: string }>(
        columnar,
        "EXPLAIN indexes = 1 SELECT count() FROM contact WHERE product_id = 8 AND xclid = 'x77777'",
      )
    )
      .map(({ explain }) => explain)
      .join(' ');
    const [, read, all] = /Name: by_xclid.*?Granules: (\d+)\/(\d+)/.exec(plan) ?? [];
    expect([Number(read) < Number(all), Number(all) > 5]).toEqual([true, true]);
    await migrateColumnar(columnar);
    expect(await mutations()).toHaveLength(begun.length);
    await columnar.command({
      query: 'ALTER TABLE contact DELETE WHERE product_id = 8',
      clickhouse_settings: { mutations_sync: '2' },
    });
  });

  it('answers 200 concurrent queries, each with its own parameter', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, i) => ask<{ i: number }>(columnar, 'SELECT {i:UInt32} AS i', { i })),
    );
    expect(answers.map(([row]) => row?.i)).toEqual(Array.from({ length: 200 }, (_, i) => i));
  });

  it('accepts inserts while reports occupy every slot', async () => {
    const left = new AbortController();
    const slow = Array.from({ length: 14 }, () =>
      columnar
        .query({
          query: 'SELECT sum(sleepEachRow(0.5)) AS s FROM numbers(100) SETTINGS max_block_size = 1',
          abort_signal: left.signal,
        })
        .then(
          () => 'answered',
          () => 'left',
        ),
    );
    await columnar.insert({
      table: 'impression',
      format: 'JSONEachRow',
      values: [{ product_id: 43, ad_id: 1, ts: 0, impression_id: '1', visitor_id: '1', ip: '::1', bot: 0 }],
    });
    left.abort();
    expect(new Set(await Promise.all(slow))).toEqual(new Set(['left']));
  });

  it('accepts parameters far beyond the length of an address', async () => {
    const ids = Array.from({ length: 20_000 }, (_, i) => 10_000_000_000 + i);
    expect(
      await ask(columnar, 'SELECT length({ids:Array(UInt64)}) AS n, length({again:Array(UInt64)}) AS m', {
        ids,
        again: ids,
      }),
    ).toEqual([{ n: '20000', m: '20000' }]);
  });

  it('streams an answer of a million rows', async () => {
    const result = await columnar.query({
      query: 'SELECT number AS n FROM numbers(1000000)',
      format: 'JSONEachRow',
    });
    let rows = 0;
    for await (const some of result.stream()) rows += some.length;
    expect(rows).toBe(1_000_000);
  });

  it('reports errors with their code', async () => {
    await expect(ask(columnar, 'SELECT * FROM 存在しない')).rejects.toMatchObject({
      code: expect.stringMatching(/^(60|62)$/) as string,
    });
    await expect(ask(columnar, 'SELECT * FROM nowhere')).rejects.toMatchObject({
      code: '60',
      type: 'UNKNOWN_TABLE',
    });
    await expect(ask(columnar, 'SELECT sleep(3)', {}, { max_execution_time: 1 })).rejects.toMatchObject({
      code: '159',
    });
    await expect(
      ask(columnar, 'SELECT groupArray(number) FROM numbers(50000000)', {}, { max_memory_usage: '50000000' }),
    ).rejects.toMatchObject({ code: '241' });
    await expect(read(columnar, 'SELECT * FROM nowhere')).rejects.toMatchObject({
      code: '60',
      type: 'UNKNOWN_TABLE',
    });
    await expect(ask(columnar, 'SELECT 1', {}, { max_thread: 1 } as object)).rejects.toMatchObject({
      code: '115',
    });
    await expect(ask(columnar, 'SELECT {missing:String}')).rejects.toMatchObject({ code: '456' });
    await expect(ask(columnar, "SELECT * FROM file('/etc/hostname', 'LineAsString')")).rejects.toMatchObject({
      code: '497',
    });
    await expect(
      columnar.insert({ table: 'impression', format: 'JSONEachRow', values: [{ product_id: 'many' }] }),
    ).rejects.toMatchObject({ code: '27' });
  });

  it.each(['JSON', 'JSONEachRow'] as const)(
    'ends a query for %s when its caller disconnects',
    async format => {
      const disconnected = new AbortController();
      const slow = columnar.query({
        query: 'SELECT sum(sleepEachRow(0.1)) FROM numbers(900) SETTINGS max_block_size = 1',
        abort_signal: disconnected.signal,
        format,
      });
      const running = async () =>
        (
          await ask<{ n: string }>(
            columnar,
            "SELECT count() AS n FROM system.processes WHERE query LIKE '%sleepEachRow(0.1)%numbers(900)%' AND query NOT LIKE '%system.processes%'",
          )
        )[0]?.n;
      expect(await until(async () => (await running()) === '1', 25_000)).toBe(true);
      disconnected.abort();
      await expect(slow).rejects.toThrow(/abort/i);
      expect(await until(async () => (await running()) === '0', 25_000)).toBe(true);
    },
  );
});

it('an unusable ClickHouse server is reported in one line without its password', async () => {
  await expect(openColumnar({ clickhouseUrl: 'http://a:hush@127.0.0.1:9' }, null, log)).rejects.toThrow(
    /^CLICKHOUSE_URL: (?!.*hush)[^\n]+\.$/,
  );
});

describe('the supervisor of the columnar engine', () => {
  let folder: string;
  let engine: EmbeddedClickHouse;
  let columnar: Columnar;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'touchpath-engine-é '));
    engine = await startClickHouse(ownFolder(folder), log);
    columnar = await prepareColumnar(engine, 'touchpath');
  });
  afterAll(async () => {
    await columnar.close();
    await engine.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('restarts a killed engine without losing an acknowledged row', async () => {
    const acknowledged: string[] = [];
    for (let round = 0; round < 3; round++) {
      const pid = engine.pid();
      for (let i = 0; ; i++) {
        // During the next inserts, regardless of the machine's speed.
        if (i === 3) setTimeout(() => process.kill(pid, 'SIGKILL'), 5 * round);
        const id = String(round * 1_000_000 + i);
        try {
          await columnar.insert({
            table: 'impression',
            format: 'JSONEachRow',
            values: [
              { product_id: 1, ad_id: 1, ts: i, impression_id: id, visitor_id: '1', ip: '::1', bot: 0 },
            ],
          });
        } catch {
          break; // the engine is gone
        }
        acknowledged.push(id);
      }
      expect(await until(async () => engine.pid() !== pid && (await columnar.ping()).success, 50_000)).toBe(
        true,
      );
    }
    const stored = new Set(
      (await ask<{ id: string }>(columnar, 'SELECT impression_id AS id FROM impression')).map(row => row.id),
    );
    expect(acknowledged.length).toBeGreaterThanOrEqual(9);
    expect(acknowledged.filter(id => !stored.has(id))).toEqual([]);
  });

  it('opens its socket to its owner only, and refuses requests outside of the interface', async () => {
    const send = (path: string, headers: Record<string, string> = {}) =>
      new Promise<{ status: number; body: string }>((resolve, reject) => {
        request({ socketPath: engine.socket, path, method: 'POST', headers }, response => {
          let body = '';
          response
            .on('data', (chunk: Buffer) => {
              body += chunk.toString();
            })
            .on('end', () => resolve({ status: response.statusCode ?? 0, body }));
        })
          .on('error', reject)
          .end();
      });
    expect(await send('/?query=SELECT+1')).toMatchObject({ status: 200, body: '1\n' });
    expect(await send('/')).toMatchObject({
      status: 400,
      body: expect.stringContaining('Code: 62') as string,
    });
    expect(await send('/?query=SELECT+1&session_id=x')).toMatchObject({ status: 400 });
    expect(await send('/?query=SELECT+1&database=a`b')).toMatchObject({ status: 404 });
    expect(await send('/?query=SELECT+1&max%60=1')).toMatchObject({ status: 400 });
    expect(await send('/?query=SELECT+1', { 'content-encoding': 'br' })).toMatchObject({ status: 415 });
    expect(await send('/?query=SELECT+1&max_threads=1%3B+SELECT+2')).toMatchObject({ status: 400 });
  });

  it('leaves no engine running after its program was killed', async () => {
    const other = await mkdtemp(join(tmpdir(), 'touchpath-engine-'));
    const owned = await startOwned('clickhouse', other);
    await owned.killOwner();
    expect(await until(() => !isAlive(owned.pid), 40_000)).toBe(true);
    await rm(other, { recursive: true, force: true });
  });

  it('ends a hung engine that outlived its program at the next start', async () => {
    const other = await mkdtemp(join(tmpdir(), 'touchpath-engine-'));
    const owned = await startOwned('clickhouse', other);
    process.kill(owned.pid, 'SIGSTOP');
    await owned.killOwner();
    const next = await startClickHouse(ownFolder(other), log, { orphanTimeoutMs: 500 });
    expect(isAlive(owned.pid)).toBe(false);
    expect(isAlive(next.pid())).toBe(true);
    await next.stop();
    await rm(other, { recursive: true, force: true });
  });

  it('stops after running queries, and leaves no process or socket', async () => {
    const other = await mkdtemp(join(tmpdir(), 'touchpath-engine-'));
    const one = await startClickHouse(ownFolder(other), log);
    const client = connectColumnar(one, 'default');
    const slow = ask<{ s: string }>(
      client,
      'SELECT sum(sleepEachRow(0.1)) AS s FROM numbers(20) SETTINGS max_block_size = 1',
    );
    expect(
      await until(
        async () =>
          (
            await ask<{ n: string }>(
              client,
              "SELECT count() AS n FROM system.processes WHERE query LIKE '%sleepEachRow%' AND query NOT LIKE '%system.processes%'",
            )
          )[0]?.n === '1',
        25_000,
      ),
    ).toBe(true);
    const pid = one.pid();
    await one.stop();
    expect(isAlive(pid)).toBe(false);
    expect(await slow).toEqual([{ s: '0' }]);
    await client.close();
    expect(await readdir(join(other, 'clickhouse'))).not.toContain('engine.pid');
    await rm(other, { recursive: true, force: true });
  });
});
