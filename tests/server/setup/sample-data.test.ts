import type { FastifyInstance } from 'fastify';
import { eq, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { getTableConfig } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../../server/app.ts';
import { openCollector, type Collector } from '../../../server/collector/collector.ts';
import { storedTime, type Event } from '../../../server/collector/rows.ts';
import { removeLateRows } from '../../../server/companies/delete.ts';
import { createDeriver, type Deriver } from '../../../server/rollups/deriver.ts';
import { createResultWorker } from '../../../server/results/result-worker.ts';
import { createSampleData, removeUnfinishedSamples } from '../../../server/setup/sample-data.ts';
import { dayText, tokyoDay } from '../../../server/platform/time.ts';
import { rowsOf } from '../../../server/store/clickhouse/engine/query.ts';
import {
  allSamples,
  unfinishedSamples,
  writeSample,
} from '../../../server/store/postgres/companies/sample-data.ts';
import * as schema from '../../../server/store/postgres/schema/index.ts';
import { makeTenant, requesterOf, signIn, type Tenant } from '../../support/tenants.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

let parts: TestParts;
let collector: Collector;
let app: FastifyInstance;
let deriver: Deriver;
let mine: Tenant;
let other: Tenant;
let idle: Tenant;

beforeAll(async () => {
  parts = await createTestParts();
  mine = await makeTenant(parts.db, 'acme');
  other = await makeTenant(parts.db, 'globex');
  idle = await makeTenant(parts.db, 'initech');
  collector = await openCollector(parts);
  app = await createApp({ parts, collector });
  deriver = createDeriver(parts);
});
afterAll(async () => {
  await deriver.close();
  await app.close();
  await collector.close();
  await parts.close();
});

const call = async (method: 'POST' | 'DELETE', tenant = mine, who: 'admin' | 'user' = 'admin') => {
  const { access } = await signIn(app, tenant, who);
  const answer = await app.inject({
    method,
    url: '/api/v1/setup/sample_data/',
    headers: { authorization: `Bearer ${access}` },
  });
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() };
};
const ask = async (url: string, tenant = mine) =>
  requesterOf(app, (await signIn(app, tenant, 'admin')).access)(url);
/** The day of Tokyo so many days from now. */
const day = (days: number): string => dayText(tokyoDay(parts.clock.now()) + days);
const settle = async () => {
  await collector.drain();
  const worker = createResultWorker(parts);
  await worker.run(BigInt(collector.watermark()), new AbortController().signal);
  await deriver.refresh();
};

const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

/** Number of rows of a product in every table of both stores. */
const rowsOfProduct = async (productId: number): Promise<Record<string, number>> => {
  const counted: Record<string, number> = {};
  for (const table of Object.values({ ...schema }))
    if ('productId' in table) {
      const { name } = getTableConfig(table);
      const [row] = await parts.db
        .select({ n: sql<number>`count(*)::int` })
        .from(table as typeof schema.ad)
        .where(eq((table as typeof schema.ad).productId, productId));
      counted[name] = row?.n ?? 0;
    }
  const tables = await rowsOf<{ table: string }>(
    parts.columnar,
    `SELECT c.table AS table FROM system.columns AS c INNER JOIN system.tables AS t ON t.database = c.database AND t.name = c.table
     WHERE c.database = currentDatabase() AND c.name = 'product_id' AND t.engine LIKE '%MergeTree'`,
    {},
  );
  for (const { table } of tables) {
    const [row] = await rowsOf<{ n: string }>(
      parts.columnar,
      `SELECT count() AS n FROM ${table} WHERE product_id = {product: UInt32}`,
      { product: productId },
    );
    counted[`events.${table}`] = Number(row?.n ?? 0);
  }
  return Object.fromEntries(Object.entries(counted).filter(([, n]) => n > 0));
};
/** Tables whose rows do not belong to the company's data: sessions, calls, and feeds of changes that are pruned. */
const PASSING = new Set([
  'refresh_token',
  'session',
  'signin_failure',
  'tracking_change',
  'bookmark',
  'judged_conversion',
  'usage_count',
]);
/** Number of rows of every other table of the relational store. */
const allRows = async (): Promise<Record<string, number>> => {
  const { rows } = await parts.db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = current_schema() and table_type = 'BASE TABLE'`,
  );
  const counted: Record<string, number> = {};
  for (const { name } of rows) {
    if (PASSING.has(name)) continue;
    // Each call of a test signs in, and the audit log has a line of it.
    const counting = name === 'change' ? sql` where action <> 'sign_in'` : sql.empty();
    const found = await parts.db.execute<{ n: number }>(
      sql`select count(*)::int as n from ${sql.identifier(name)}${counting}`,
    );
    counted[name] = found.rows[0]?.n ?? 0;
  }
  return counted;
};

/** Sends a page view of a product, as its tag does. */
const view = async (productId: number, host: string): Promise<void> => {
  const { statusCode } = await app.inject({
    method: 'POST',
    url: '/e',
    payload: JSON.stringify({ p: productId, t: 'view', u: `https://${host}/`, r: '' }),
    headers: {
      'user-agent': CHROME,
      'content-type': 'text/plain',
      origin: `https://${host}`,
    },
  });
  expect(statusCode).toBeLessThan(300);
};
/** Follows the click URLs of a product; those of ads that have ended are not counted. @returns number of counted clicks */
const click = async (productId: number): Promise<number> => {
  const redirects = await parts.db
    .select({ id: schema.redirect.id })
    .from(schema.redirect)
    .where(eq(schema.redirect.productId, productId));
  const answers = await Promise.all(
    redirects.map(({ id }) => app.inject({ url: `/r/${id}`, headers: { 'user-agent': CHROME } })),
  );
  return answers.filter(({ headers }) => headers['set-cookie'] !== undefined).length;
};
/** An event that the collector accepted just before it knew of the removal of the product. */
const lateEvent = (productId: number): Event => {
  const id = parts.ids.next();
  return {
    table: 'impression',
    id,
    row: {
      product_id: productId,
      visitor_id: '1',
      ts: storedTime(parts.clock.now()),
      ip: '203.0.113.9',
      bot: 0,
      impression_id: id.toString(),
      ad_id: 1,
    },
  };
};
const stateOf = async (productId: number) =>
  (await allSamples(parts.db)).find(one => one.productId === productId)?.state;

describe('the sample data of a company', () => {
  it('gives reports figures, and its removal leaves nothing beside the rows of other products', async () => {
    const before = await allRows();
    expect((await call('POST', mine, 'user')).status).toBe(403);
    // Two administrators at once, and one who comes later.
    const answers = await Promise.all([call('POST'), call('POST')]);
    const made = answers.find(({ status }) => status === 201);
    expect(answers.filter(({ status }) => status === 409).map(({ body }) => body['code'])).toEqual([
      'sample_busy',
    ]);
    expect(made?.body['state']).toBe('loaded');
    expect(await call('POST')).toMatchObject({ status: 409, body: { code: 'sample_refused' } });
    const productId = Number(made?.body['product_id']);
    const own = mine.shelves[0].product;
    await view(own, 'acme.example');
    await settle();
    expect((await ask('setup/')).body['sample_data']).toEqual({ product_id: productId, state: 'loaded' });
    const rows = await rowsOfProduct(productId);
    expect(rows).toMatchObject({ ad: expect.any(Number) as number, cv_setting: 4 });
    for (const table of ['contact', 'access', 'conversion', 'conversion_path'])
      expect(rows[`events.${table}`] ?? 0, table).toBeGreaterThan(100);
    const period = `from=${day(-20)}&to=${day(0)}`;
    const report = await ask(`analyses/attributions/?product_id=${productId}&${period}&axis=1`);
    expect(report.status).toBe(200);
    const totals = report.body['totals'] as { cv: number; clicks: number };
    expect([totals.cv > 20, totals.clicks > 300], JSON.stringify(totals)).toEqual([true, true]);

    // The removal meets a running derivation, and a second administrator.
    const ownRows = await rowsOfProduct(own);
    expect(ownRows['events.access']).toBe(1);
    expect((await call('DELETE', other)).status).toBe(404);
    await collector.refresh();
    expect(await click(productId)).toBeGreaterThan(0);
    await collector.drain();
    const stale = (await deriver.findStale(null))!.find(one => one.rules.productId === productId)!;
    const [, first, second] = await Promise.all([deriver.refresh(), call('DELETE'), call('DELETE')]);
    expect([first.status, second.status].toSorted()[0]).toBe(200);
    expect([404, 409]).toContain([first.status, second.status].toSorted()[1]);
    // A derivation that was due before the removal finds no product.
    expect(await deriver.derive(stale, stale.queue)).toBe('failed');
    await deriver.release();
    await settle();
    expect(await rowsOfProduct(productId)).toEqual({});
    expect(await rowsOfProduct(own)).toEqual(ownRows);
    // The audit log has two entries more: the product was added and removed.
    expect(await allRows()).toEqual({ ...before, change: (before['change'] ?? 0) + 2 });
    expect((await ask('setup/')).body['sample_data']).toBeUndefined();
    expect((await call('DELETE')).status).toBe(404);

    // A late event is in no rollup, and is deleted at the next start.
    await collector.accept([lateEvent(productId)]);
    await settle();
    expect(await rowsOfProduct(productId)).toEqual({ 'events.impression': 1 });
    expect(await removeLateRows(parts)).toBe(true);
    expect(await rowsOfProduct(productId)).toEqual({});
    expect(await rowsOfProduct(own)).toEqual(ownRows);
  });

  it('is removed by the next start or an administrator if a stop interrupted its loading or removal', async () => {
    const user = { companyId: idle.id, userId: idle.users.admin, ip: '203.0.113.9', at: new Date(0) };
    const before = await allRows();
    const stopped = () => Promise.reject(new Error('the program was stopped'));
    // A journal that refuses events: the load takes its product back.
    const refused = createSampleData(parts, { ...collector, accept: stopped });
    await expect(refused.load(user)).rejects.toThrow('the program was stopped');
    expect(await unfinishedSamples(parts.db)).toEqual([]);
    expect(await allRows()).toEqual(before);

    // Another process, whose connections end when it is killed.
    const pool = new pg.Pool({ connectionString: parts.settings.databaseUrl ?? '' });
    pool.on('error', () => undefined).on('connect', client => client.on('error', () => undefined));
    const process = { ...parts, db: drizzle(pool, { schema }) };
    let writes = 0;
    await new Promise<void>(resolve => {
      const accept = async (events: readonly Event[]): Promise<void> => {
        if (writes++ === 0) return collector.accept(events);
        resolve();
        return new Promise(() => undefined);
      };
      void createSampleData(process, { ...collector, accept }).load(user);
    });
    const [loading] = await unfinishedSamples(parts.db);
    const productId = loading!.productId;
    expect((await ask('setup/', idle)).body['sample_data']).toEqual({
      product_id: productId,
      state: 'loading',
    });
    expect(await call('POST', idle)).toMatchObject({ status: 409, body: { code: 'sample_busy' } });
    // A program that starts meanwhile leaves it alone.
    await removeUnfinishedSamples(parts, collector, [loading!]);
    expect(await stateOf(productId)).toBe('loading');
    await expect(createSampleData(parts, collector).remove(user)).rejects.toMatchObject({
      code: 'sample_busy',
    });
    await parts.db.execute(
      sql`select pg_terminate_backend(pid, 60000) from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
    );

    const stopsWhileRemoving = createSampleData(parts, { ...collector, drain: stopped });
    await expect(stopsWhileRemoving.remove(user)).rejects.toThrow('the program was stopped');
    expect(await stateOf(productId)).toBe('removing');
    const unfinished = await unfinishedSamples(parts.db);
    expect(unfinished.map(one => one.productId)).toEqual([productId]);
    await removeUnfinishedSamples(parts, collector, unfinished);
    expect(await stateOf(productId)).toBe('removed');
    await settle();
    expect(await rowsOfProduct(productId)).toEqual({});
    expect(await allRows()).toEqual(before);
    await writeSample(parts.db, { companyId: idle.id, productId, state: 'removing' });
    expect(await call('DELETE', idle)).toMatchObject({ status: 200, body: { state: 'removed' } });
  });

  it('is refused to a company that has events', async () => {
    await view(other.shelves[0].product, 'globex.example');
    await collector.drain();
    expect(await call('POST', other)).toMatchObject({ status: 409, body: { code: 'sample_refused' } });
  });
});
