import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../../../server/app.ts';
import { excludedRanges } from '../../../server/attribution/excluded.ts';
import { openCollector, type Collector } from '../../../server/collector/collector.ts';
import {
  isFullAddress,
  shortenedAddress,
  shownAddress,
  storedAddress,
} from '../../../server/platform/event-address.ts';
import { startRecomputations } from '../../../server/results/recompute-worker.ts';
import { createResultWorker } from '../../../server/results/result-worker.ts';
import { rowsOf } from '../../../server/store/clickhouse/engine/query.ts';
import { excluded } from '../../../server/store/clickhouse/events/eligible.ts';
import * as addressSql from '../../../server/store/clickhouse/events/stored-address.ts';
import { asp, product, result } from '../../../server/store/postgres/schema/index.ts';
import { createLogSink } from '../../support/log-sink.ts';
import { makeTenant, signIn, type Body, type Tenant } from '../../support/tenants.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

const HOUR = 3_600_000;
const FIVE_MINUTES = HOUR / 12;
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const { log, lines } = createLogSink();
const TABLES = ['contact', 'access', 'conversion', 'impression'] as const;

let parts: TestParts;
let collector: Collector;
let app: FastifyInstance;
let mine: Tenant;
let shelf: Tenant['shelves'][0];
let key: string;

beforeAll(async () => {
  // The caller's address is the one that the only trusted proxy reports.
  parts = await createTestParts({ now: Date.UTC(2026, 1, 10, 3), log, settings: { trustProxy: 1 } });
  mine = await makeTenant(parts.db, 'acme');
  [shelf] = mine.shelves;
  collector = await openCollector(parts);
  app = await createApp({ parts, collector });
  const [stored] = await parts.db.select().from(product).where(eq(product.id, shelf.product));
  key = stored!.conversionKey;
});
afterAll(async () => {
  await app.close();
  await collector.close();
  await parts.close();
});
beforeEach(async () => {
  for (const table of TABLES) await parts.columnar.command({ query: `TRUNCATE TABLE ${table}` });
});

/** Access tokens by time: the clock of the test jumps by hours, and sign-ins are limited. */
const tokens = new Map<number, ReturnType<typeof signIn>>();
const call = async (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) => {
  const time = Math.floor(parts.clock.now() / FIVE_MINUTES);
  const signing = tokens.get(time) ?? signIn(app, mine, 'admin');
  tokens.set(time, signing);
  const { access } = await signing;
  const answer = await app.inject({
    method,
    url: `/api/v1/${path}`,
    headers: { authorization: `Bearer ${access}` },
    ...(payload && { payload }),
  });
  return { status: answer.statusCode, text: answer.body };
};
const read = async <Answer = Body>(path: string) => JSON.parse((await call('GET', path)).text) as Answer;

/** Changes the product as its form does. */
const set = async (change: { shorten_ips?: boolean; excluded_ips?: readonly string[] }) => {
  const { name, domain, url, updated_at } = await read<Record<string, string>>(`products/${shelf.product}/`);
  parts.clock.advance(1);
  const { status } = await call('PUT', `products/${shelf.product}/`, {
    name,
    domain,
    url,
    updated_at,
    ...change,
  });
  expect(status).toBe(200);
  await collector.refresh();
};

const sentBy = (address: string) => ({ 'user-agent': CHROME, 'x-forwarded-for': address });
const click = (address: string) => app.inject({ url: `/r/${shelf.redirects[0]}`, headers: sentBy(address) });
const report = (address: string, kind: 'view' | 'cv') =>
  app.inject({
    method: 'POST',
    url: '/e',
    payload: JSON.stringify({
      p: shelf.product,
      t: kind,
      u: 'https://acme.example/thanks',
      r: '',
      v: '77',
      a: { p_resid: 'tag' },
    }),
    headers: {
      ...sentBy(address),
      'content-type': 'text/plain;charset=UTF-8',
      origin: 'https://acme.example',
    },
  });
const pixel = (address: string) =>
  app.inject({
    url: `/i/${shelf.ads[0]}.gif`,
    headers: { ...sentBy(address), cookie: `tpv${mine.id}=77` },
  });
const convert = (order: string, ip: string) =>
  app.inject({
    method: 'POST',
    url: '/cv',
    headers: { 'x-conversion-key': key },
    payload: { product: shelf.product, visitor: '77', p_resid: order, amount: 100, ip },
  });
const addresses = async (table: (typeof TABLES)[number]) => {
  await collector.drain();
  const rows = await rowsOf<{ ip: string }>(
    parts.columnar,
    `SELECT toString(ip) AS ip FROM ${table} ORDER BY ts, ip`,
    {},
  );
  return rows.map(({ ip }) => ip);
};

/** Everything in the journal and in both stores, as text. */
const journalText = async () => {
  const folder = join(parts.settings.dataDir, 'journal');
  // A file that is being replaced has another name.
  const files = (await readdir(folder)).filter(name => !name.endsWith('.new'));
  return (await Promise.all(files.map(name => readFile(join(folder, name), 'utf8')))).join('');
};
const storedText = async () => {
  const tables = await rowsOf<{ name: string }>(
    parts.columnar,
    `SELECT name FROM system.tables WHERE database = currentDatabase() AND engine LIKE '%MergeTree'`,
    {},
  );
  const columnar = await Promise.all(
    tables.map(({ name }) => rowsOf(parts.columnar, `SELECT * FROM ${name}`, {})),
  );
  const { rows: names } = await parts.db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = current_schema() and table_type = 'BASE TABLE' and table_name <> 'product'`,
  );
  const rows = [];
  for (const { name } of names)
    rows.push((await parts.db.execute(sql`select * from ${sql.identifier(name)}`)).rows);
  return JSON.stringify([columnar, rows]);
};

describe('a product whose addresses are shortened', () => {
  it('has the full address of a sender nowhere: journal, stores, logs, files and copies of data', async () => {
    await set({ shorten_ips: true, excluded_ips: [] });
    await parts.db.update(asp).set({ resultFlag: 2 }).where(eq(asp.id, shelf.asp));
    for (const [n, address] of ['198.51.100.77', '2001:db8:7:8::77'].entries()) {
      expect((await click(address)).statusCode).toBe(302);
      for (const kind of ['view', 'cv'] as const)
        expect((await report(address, kind)).statusCode).toBeLessThan(300);
      expect((await pixel(address)).statusCode).toBe(200);
      expect((await convert(`server ${n}`, address)).statusCode).toBe(200);
      // A request that is refused is logged.
      expect((await convert(`refused ${n}`, `${address}.x`)).statusCode).toBe(400);
    }
    const journal = await journalText();
    expect(journal).toContain('::ffff:0:c633:6400');
    await collector.drain();
    await createResultWorker(parts).run(2n ** 63n);
    const stored = await storedText();
    for (const text of [journal, stored, JSON.stringify(lines)]) {
      expect(text).not.toContain('198.51.100.77');
      expect(text).not.toContain('2001:db8:7:8:');
    }

    const period = `product_id=${shelf.product}&from=2026-02-01&to=2026-02-28&show=all`;
    const shown = ['198.51.100.0/24', '2001:db8:7::/48'];
    type Log = { readonly results: readonly { readonly ip_address: string }[] };
    for (const [path, times] of [
      ['logs/interactions/', 1],
      ['logs/accesses/', 1],
      ['logs/conversions/', 2],
    ] as const) {
      const found = (await read<Log>(`${path}?${period}`)).results.map(row => row.ip_address);
      expect(found.toSorted(), path).toEqual(
        shown.flatMap(text => Array.from({ length: times }, () => text)),
      );
      for (const [condition, expected] of [
        ['ip_address=198.51.100.0/24', shown.slice(0, 1)],
        ['ip_address=2001:db8:7::/48', shown.slice(1)],
        ['ip_address__endswith=/48', shown.slice(1)],
        ['ip_address=198.51.100.77', []],
        ['ip_address=', []],
      ] as const) {
        const { results } = await read<Log>(`${path}?${period}&where=${encodeURIComponent(condition)}`);
        expect(new Set(results.map(row => row.ip_address)), `${path} ${condition}`).toEqual(
          new Set(expected),
        );
      }
    }
    const file = await call('GET', `logs/conversions/download/csv/?${period}`);
    for (const text of shown) expect(file.text).toContain(text);
    const copy = await call('GET', `visitor_data/?product_id=${shelf.product}&visitor_id=77`);
    for (const text of shown) expect(copy.text.split(text).length, text).toBe(5);
    for (const text of [file.text, copy.text]) expect(text).not.toMatch(/198\.51\.100\.77|2001:db8:7:8|c633/);
  });

  it('has excluded addresses in full, and excludes no shortened one', async () => {
    await set({ shorten_ips: true, excluded_ips: ['198.51.100.9', '198.51.100.128/25', '2001:db8:7::/64'] });
    const senders = [
      ['198.51.100.8', '::ffff:0:c633:6400', false],
      ['198.51.100.9', '::ffff:198.51.100.9', true],
      ['::ffff:198.51.100.9', '::ffff:198.51.100.9', true],
      ['198.51.100.127', '::ffff:0:c633:6400', false],
      ['198.51.100.128', '::ffff:198.51.100.128', true],
      ['2001:db8:7::9', '2001:db8:7::9', true],
      ['2001:db8:7:1::9', '2001:db8:7::', false],
      ['::1', '::', false],
    ] as const;
    for (const [address] of senders) {
      parts.clock.advance(2_000);
      await click(address);
    }
    expect(await addresses('contact')).toEqual(senders.map(([, stored]) => stored));
    const period = `product_id=${shelf.product}&from=2026-02-01&to=2026-02-28`;
    const counts = async () => {
      const { total, left_out } = await read<{ total: number; left_out: { excluded_ip: number } }>(
        `logs/interactions/?${period}&show=counted`,
      );
      return [total, left_out.excluded_ip];
    };
    expect(await counts()).toEqual([4, 4]);
    // A range that is added later does not reach events that were shortened before.
    await set({ excluded_ips: ['198.51.100.0/24', '2001:db8::/32', '::/0'] });
    expect(await counts()).toEqual([4, 4]);
  });

  it('has a sender that claims to be a shortened address as unknown', async () => {
    for (const shorten_ips of [true, false]) {
      await set({ shorten_ips, excluded_ips: [] });
      await click('::ffff:0:198.51.100.0');
      await convert(`claimed ${shorten_ips}`, '::ffff:0:c633:6400');
    }
    expect(await addresses('contact')).toEqual(['::', '::']);
    expect(await addresses('conversion')).toEqual(['::', '::']);
  });
});

describe('the same-IP check', () => {
  /** Runs a step of a recomputation as the program does, until it is in this state. */
  const recompute = async (): Promise<Record<string, unknown>> => {
    const question = { product_id: shelf.product, from: '2026-02-01', to: '2026-03-31' };
    const { id } = JSON.parse((await call('POST', 'recomputations/', question)).text) as { id: number };
    const state = async () => read<{ state: string; digest: string }>(`recomputations/${id}/`);
    const worker = startRecomputations(parts, () => undefined);
    try {
      await expect.poll(async () => (await state()).state).toBe('planned');
      const planned = await state();
      await call('POST', `recomputations/${id}/apply/`, { digest: planned.digest });
      worker.kick();
      await expect.poll(async () => (await state()).state).toBe('done');
      return planned as unknown as Record<string, unknown>;
    } finally {
      await worker.close();
    }
  };
  const outcomes = async () => {
    const rows = await parts.db.select().from(result).where(eq(result.productId, shelf.product));
    return Object.fromEntries(
      rows
        .filter(row => row.args.startsWith('order'))
        .map(row => [row.args, [row.ipAddress, row.excludeDuplicateIpsResult]]),
    );
  };

  it('compares full addresses only, also after the setting was changed and results were recomputed', async () => {
    await parts.db
      .update(asp)
      .set({ resultFlag: 2, excludeDuplicateIps: 30, approveAutomatically: false })
      .where(eq(asp.id, shelf.asp));
    parts.clock.advance(5 * 24 * HOUR);
    for (const [order, shorten_ips, ip] of [
      ['order 1', false, '203.0.113.7'],
      ['order 2', true, '203.0.113.7'],
      ['order 3', true, '203.0.113.8'],
      ['order 4', true, '2001:db8:7:1::7'],
      ['order 5', true, '2001:db8:7:2::7'],
      ['order 6', false, '203.0.113.7'],
      ['order 7', false, '203.0.113.8'],
      // An address that a shop has shortened itself.
      ['order 8', false, '2001:db8:7::'],
    ] as const) {
      await set({ shorten_ips, excluded_ips: [] });
      parts.clock.advance(HOUR);
      expect((await convert(order, ip)).statusCode).toBe(200);
      await collector.drain();
      parts.clock.advance(HOUR);
      await createResultWorker(parts).run(2n ** 63n);
    }
    const [passed, failed] = [2, 1];
    const expected = {
      'order 1': ['::ffff:203.0.113.7', passed],
      'order 2': ['::ffff:0:cb00:7100', null],
      'order 3': ['::ffff:0:cb00:7100', null],
      'order 4': ['2001:db8:7::', null],
      'order 5': ['2001:db8:7::', null],
      'order 6': ['::ffff:203.0.113.7', failed],
      'order 7': ['::ffff:203.0.113.8', passed],
      'order 8': ['2001:db8:7::', null],
    };
    expect(await outcomes()).toEqual(expected);
    await set({ shorten_ips: true });
    expect(await recompute()).toMatchObject({ made: 0, moved: 0, rejudged: 0 });
    expect(await outcomes()).toEqual(expected);
    await set({ shorten_ips: false });
    // Every result is judged again where the rule says something else.
    await parts.db.update(asp).set({ excludeDuplicateIps: 29 }).where(eq(asp.id, shelf.asp));
    await recompute();
    expect(await outcomes()).toEqual(expected);
  });
});

describe('the SQL over addresses', () => {
  it('shows and excludes them as the program does, and writes them as the program reads them', async () => {
    const rules = { excluded: excludedRanges(['::/0']) };
    const texts = fc.sample(fc.oneof(fc.ipV4(), fc.ipV6()), { numRuns: 100, seed: 19 });
    const full = [...texts, '::', '::1', '10.0.0.0', '2001:db8:1:2::', '::ffff:1:c000:200'].flatMap(
      text => storedAddress(text) ?? [],
    );
    const stored = [...full, ...full.map(shortenedAddress)];
    const rows = await rowsOf<{ source: string; text: string; shown: string; partial: number; out: number }>(
      parts.columnar,
      `SELECT source, toString(ip) AS text, ${addressSql.shownAddress('ip')} AS shown, ${addressSql.isPartial('ip')} AS partial, ${excluded(rules)} AS out
       FROM (SELECT source, toIPv6(source) AS ip FROM (SELECT arrayJoin({stored: Array(String)}) AS source))`,
      { stored },
    );
    expect(rows.length).toBe(stored.length);
    expect(rows.map(({ shown, partial, out }) => [shown, partial, out])).toEqual(
      rows.map(({ text }) => [shownAddress(text), isFullAddress(text) ? 0 : 1, isFullAddress(text) ? 1 : 0]),
    );
    const shortened = new Set(full.map(shortenedAddress));
    expect(rows.filter(({ source, text }) => shortened.has(source) && source !== text)).toEqual([]);
  });
});
