import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { connectColumnar } from '../../../server/store/clickhouse/connect.ts';
import { company, product } from '../../../server/store/postgres/schema/index.ts';
import { makeCollectorShop, type CollectorShop } from '../../support/collector-shop.ts';
import { type Program, startProgram } from '../../support/program.ts';
import { openRelay, type Relay } from '../../support/relay.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const METRICS_TOKEN = 'Aa0-._~+/Aa0-._~+/==';
const ALL_OK = {
  jobs: 'ok',
  derivation: 'ok',
  journal: 'ok',
  settings: 'ok',
  loader: 'ok',
  postgresql: 'ok',
  clickhouse: 'ok',
  gateway: 'ok',
};

describe('while its stores are unavailable', { timeout: 240_000 }, () => {
  let parts: TestParts;
  let shop: CollectorShop;
  let folder: string;
  let relational: Relay;
  let columnar: Relay;
  let program: Program | null = null;
  let environment: Record<string, string>;
  let accepted = 0;

  beforeAll(async () => {
    parts = await createTestParts();
    shop = await makeCollectorShop(parts);
    folder = await mkdtemp(join(tmpdir(), 'touchpath-away-'));
    const { postgres, clickhouse } = inject('stores');
    relational = await openRelay(join(postgres.host, '.s.PGSQL.5432'));
    columnar = await openRelay(clickhouse);
    const database = new URL(parts.settings.databaseUrl ?? '').pathname;
    environment = {
      SEED: 'none',
      LOG_LEVEL: 'warn',
      METRICS_TOKEN,
      DATABASE_URL: `postgresql://${postgres.user}@127.0.0.1:${relational.port}${database}`,
      CLICKHOUSE_URL: `http://127.0.0.1:${columnar.port}`,
    };
  });
  afterAll(async () => {
    await program?.stop();
    await Promise.all([relational.close(), columnar.close()]);
    const client = connectColumnar({ socket: inject('stores').clickhouse }, 'default');
    await client.command({ query: 'DROP DATABASE IF EXISTS touchpath' });
    await client.close();
    await rm(folder, { recursive: true, force: true });
    await parts.close();
  });

  const start = async () => {
    program = await startProgram(join(folder, 'data'), environment);
    return program;
  };
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${program?.url}${path}`, { redirect: 'manual', headers: { 'user-agent': CHROME, ...headers } });
  const ready = async (path = '/readyz') => {
    const answer = await get(path);
    return {
      code: answer.status,
      ...((await answer.json()) as { status: string; parts: Record<string, string> }),
    };
  };
  /** The value of each metric, without histograms. */
  const figures = async () => {
    const answer = await get('/metrics', { authorization: `Bearer ${METRICS_TOKEN}` });
    expect(answer.status).toBe(200);
    return Object.fromEntries(
      (await answer.text())
        .split('\n')
        .flatMap(line =>
          /^touchpath_(\S+) (\S+)$/.exec(line) === null
            ? []
            : [[line.slice(10, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))] as const],
        ),
    );
  };
  const click = async () => {
    const answer = await get(`/r/${shop.links.plain.id}`);
    expect(answer.status).toBe(302);
    accepted += 1;
    return new URL(answer.headers.get('location') ?? '').searchParams.get('xclid') ?? '';
  };
  const stored = async () => {
    const client = connectColumnar({ socket: inject('stores').clickhouse }, 'touchpath');
    try {
      const answer = await client.query({
        query:
          'SELECT (SELECT count() FROM contact) AS contacts, (SELECT count() FROM conversion) AS conversions',
        format: 'JSONEachRow',
      });
      return (await answer.json<{ contacts: string; conversions: string }>())[0];
    } finally {
      await client.close();
    }
  };
  const signIn = async () => {
    const answer = await fetch(`${program?.url}/api/v1/auth/signin/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ company_id: 'é商店', email: 'nobody@shop.example', password: 'none' }),
    });
    return answer.status;
  };
  const allReady = async () => {
    await expect.poll(() => ready(), { timeout: 60_000 }).toEqual({ code: 200, status: 'ok', parts: ALL_OK });
  };

  test('a first start on a folder fails with one line', async () => {
    await columnar.reach(false);
    await expect(start()).rejects.toThrow(
      /CLICKHOUSE_URL: the server cannot be used \(connect ECONNREFUSED[^\n]+\)\.\n$/,
    );
    await columnar.reach(true);
  });

  test('every part is ready again once they are available, and the program states its version', async () => {
    await start();
    await allReady();
    expect(await (await get('/healthz')).json()).toEqual({
      status: 'ok',
      version: '0.1.0',
      commit: expect.stringMatching(/^[\da-f]{12}$/),
    });
    expect(program?.output()).toMatch(/\(version 0\.1\.0 \([\da-f]{12}\), started in [\d.]+ s\)/);
    expect(program?.output()).toContain('account of your company');
    await click();
    await expect.poll(stored).toEqual({ contacts: '1', conversions: '0' });
    expect((await get('/metrics')).status).toBe(404);
    expect((await get('/metrics', { authorization: 'Bearer wrong' })).status).toBe(404);
    // The rows are stored a moment before the loader records its position.
    await expect.poll(figures).toMatchObject({ 'journal_backlog_bytes{slice="default"}': 0 });
    const found = await figures();
    expect(found).toMatchObject({
      'journal_backlog_bytes{slice="default"}': 0,
      'loader_segment{slice="default"}': 1,
      'loader_lag_seconds{slice="default"}': 0,
      'loader_stalled{slice="default"}': 0,
      rejected_rows: 0,
      'part_ready{part="loader"}': 1,
      'events_total{outcome="accepted_contact"}': 1,
      'queue_length{queue="notifications",state="waiting"}': 0,
      'queue_length{queue="mails",state="dead"}': 0,
      'queue_length{queue="recomputations",state="waiting"}': 0,
    });
    expect(found['loader_segment_offset_bytes{slice="default"}']).toBeGreaterThan(0);
    expect(found['results_lag_seconds{slice="default"}']).toBeLessThan(60);
    // Nobody opens reports: the events may wait, but not for as long as the alarm of the operators allows.
    expect(found['derivation_lag_seconds']).toBeLessThan(60);
    const { mode } = await stat(join(folder, 'data/tracking-snapshot.ndjson'));
    expect(mode & 0o777).toBe(0o600);
  });

  test('events are still accepted after the stores became unavailable', async () => {
    await Promise.all([relational.reach(false), columnar.reach(false)]);
    await click();
    await expect
      .poll(() => ready(), { timeout: 30_000 })
      .toMatchObject({
        code: 503,
        status: 'failing',
        parts: {
          journal: 'ok',
          settings: 'kept',
          loader: 'ok',
          postgresql: 'failing',
          clickhouse: 'failing',
          gateway: 'ok',
        },
      });
    expect(await ready('/readyz/collector')).toMatchObject({ code: 200, status: 'ok' });
    expect((await get('/healthz')).status).toBe(200);
    const found = await figures();
    expect(found).toMatchObject({
      'part_ready{part="postgresql"}': 0,
      'events_total{outcome="accepted_contact"}': 2,
    });
    expect(found['journal_backlog_bytes{slice="default"}']).toBeGreaterThan(0);
    expect(found['loader_lag_seconds{slice="default"}']).toBeGreaterThan(0);
    for (const task of ['results', 'erasures', 'changed_results'])
      await expect
        .poll(async () => (await figures())[`task_failing_seconds{task="${task}"}`])
        .toBeGreaterThan(0);
    expect(Object.keys(found).filter(name => name.startsWith('queue_length'))).toEqual([]);
    await program?.stop();
  });

  test('the program starts with the settings snapshot, and accepts clicks and conversions', async () => {
    await start();
    const token = await click();
    const conversion = await get(
      `/cv?product=${shop.shop.id}&xclid=${token}&amount=100&key=${shop.shop.conversionKey}`,
    );
    expect(conversion.status, await conversion.text()).toBe(200);
    // The gateway is loaded in the background of the start.
    await expect
      .poll(() => ready(), { timeout: 60_000 })
      .toMatchObject({
        code: 503,
        parts: {
          journal: 'ok',
          settings: 'kept',
          postgresql: 'failing',
          clickhouse: 'failing',
          gateway: 'ok',
        },
      });
    expect(await ready('/readyz/collector')).toMatchObject({ code: 200 });
    expect(await signIn()).toBeGreaterThanOrEqual(500);
    expect(await readdir(join(folder, 'data/journal'))).toContainEqual(expect.stringMatching(/^\d{12}-/));
  });

  test('accepted events are loaded once each store returns, in any order, and the console works again', async () => {
    await parts.db.update(product).set({ status: false }).where(eq(product.id, shop.other.id));
    await columnar.reach(true);
    await expect.poll(stored, { timeout: 60_000 }).toEqual({ contacts: String(accepted), conversions: '1' });
    expect((await ready()).parts).toMatchObject({ clickhouse: 'ok', postgresql: 'failing' });
    await relational.reach(true);
    await allReady();
    expect(await signIn()).toBe(401);
    expect(await parts.db.select({ code: company.code }).from(company)).toEqual([{ code: 'é商店' }]);
    await expect
      .poll(async () => (await get(`/cv?product=${shop.other.id}&visitor=1&amount=1`)).status)
      .toBe(404);
    await click();
    await expect.poll(stored).toEqual({ contacts: String(accepted), conversions: '1' });
  });

  test('a stop while a store answers nothing is a clean one, says what it cut off, and loses nothing', async () => {
    columnar.pause();
    await click();
    // The load waits for an answer. /metrics, which reads sizes of ClickHouse, would wait as well.
    await expect.poll(() => columnar.holds('INSERT'), { timeout: 30_000 }).toBe(true);
    const stopping = program;
    expect(await stopping?.stop(), stopping?.output().slice(-2000)).toBe(0);
    expect(stopping?.output()).toMatch(/The stop cut off what had not ended in time: the collector\./);
    columnar.resume();
    await start();
    await expect.poll(stored, { timeout: 60_000 }).toEqual({ contacts: String(accepted), conversions: '1' });
  });
});
