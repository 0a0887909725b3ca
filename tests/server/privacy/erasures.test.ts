import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { oneSlice, type Slices } from '../../../server/slices/slices.ts';
import type { FastifyInstance } from 'fastify';
import { and, eq, inArray, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../../server/app.ts';
import { openCollector, type Collector } from '../../../server/collector/collector.ts';
import type { Dependencies } from '../../../server/dependencies.ts';
import { beginOfDay, DAY, dayText, MINUTE, tokyoDay } from '../../../server/platform/time.ts';
import { firstIdAt } from '../../../server/platform/ids.ts';
import { runErasures } from '../../../server/privacy/erasure-worker.ts';
import { removeUnloadedEvents } from '../../../server/privacy/unloaded-events.ts';
import { runRetention } from '../../../server/privacy/retention-worker.ts';
import { createResultWorker } from '../../../server/results/result-worker.ts';
import { createDeriver, type Deriver } from '../../../server/rollups/deriver.ts';
import type { Columnar } from '../../../server/store/clickhouse/engine/columnar.ts';
import { rowsOf } from '../../../server/store/clickhouse/engine/query.ts';
import { dropDerived } from '../../../server/store/clickhouse/rollups/removal.ts';
import { derivedOf } from '../../../server/store/clickhouse/rollups/derived.ts';
import { lockResultCreation } from '../../../server/store/postgres/results/results.ts';
import {
  asp,
  conversionClaim,
  erasure,
  notification,
  product as productTable,
  recomputation,
  result,
} from '../../../server/store/postgres/schema/index.ts';
import { StoreUnavailable } from '../../../server/store/unavailable.ts';
import { isLong, limit } from '../../support/long.ts';
import { makeTenant, signIn, type Tenant } from '../../support/tenants.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

let parts: TestParts;
let collector: Collector;
let app: FastifyInstance;
let deriver: Deriver;
let mine: Tenant;
let other: Tenant;
let product: number;
/** The days of the sample, as parameters of a report. The clock of the test passes midnight. */
let period: string;

/** Access tokens by user and time: the clock of the test makes steps of minutes, and sign-ins are limited. */
const tokens = new Map<string, Promise<{ readonly access: string }>>();
const signedIn = (tenant: Tenant, who: 'admin' | 'user') => {
  const key = `${tenant.code} ${who} ${Math.floor(parts.clock.now() / (5 * MINUTE))}`;
  const signing = tokens.get(key) ?? signIn(app, tenant, who);
  tokens.set(key, signing);
  return signing;
};
const call = async (
  method: 'GET' | 'POST',
  url: string,
  {
    payload,
    tenant = mine,
    who = 'admin',
  }: { payload?: object; tenant?: Tenant; who?: 'admin' | 'user' } = {},
) => {
  const { access } = await signedIn(tenant, who);
  const answer = await app.inject({
    method,
    url: `/api/v1/${url}`,
    headers: { authorization: `Bearer ${access}` },
    ...(payload !== undefined && { payload }),
  });
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() };
};
/** Downloads a list under conditions on the visitor, by parameters of their own and by `where`. */
const downloadRowsOf = async (visitor: string): Promise<void> => {
  const { access } = await signedIn(mine, 'admin');
  const of = (more: Readonly<Record<string, string>>) =>
    new URLSearchParams({ product_id: String(product), ...more }).toString();
  const days = Object.fromEntries(new URLSearchParams(period));
  for (const [list, query] of [
    ['logs/conversions', of({ ...days, visitor_id: visitor, args: 'order-77-secret' })],
    ['logs/interactions', of({ ...days, visitor_id__in: `${visitor},8`, xclid: 'click-secret' })],
    ['logs/accesses', of({ ...days, access_url__contains: 'query-secret' })],
    ['logs/accesses', of({ ...days, where: 'ip_address=203.0.113.77&ua__contains=agent-secret' })],
    ['logs/results', of({ where: 'args__startswith=order-77-secret&user_id=member-secret' })],
    ['logs/results', of({ search: 'key-1-secret' })],
    ['logs/result_queue', of({ where: 'answer__contains=click-secret' })],
    ['analyses/attributions', of({ ...days, axis: '1', where: 'args=order-77-secret' })],
    ['analyses/cv_info', of({ ...days, where: `visitor_id=${visitor}&p_userid=member-secret` })],
  ] as const) {
    const { statusCode } = await app.inject({
      url: `/api/v1/${list}/download/csv/?${query}`,
      headers: { authorization: `Bearer ${access}` },
    });
    expect([list, statusCode]).toEqual([list, 200]);
  }
};
const settle = async () => {
  await collector.drain();
  await createResultWorker(parts).run(BigInt(collector.watermark()), new AbortController().signal);
  await deriver.refresh();
};
const rows = <Row>(query: string, bound: Record<string, string | number> = {}) =>
  rowsOf<Row>(parts.columnar, query, { product, ...bound });

/** Texts that only events of the visitor have, in every column that refers to a person. */
const SECRETS = [
  'order-77-secret',
  'member-secret',
  'key-1-secret',
  'key-2-secret',
  'key-3-secret',
  'click-secret',
  'session-secret',
  'note-1-secret',
  'note-2-secret',
  'note-3-secret',
  'query-secret',
  'referrer-secret',
  'agent-secret',
  '203.0.113.77',
];

beforeAll(async () => {
  parts = await createTestParts();
  const today = tokyoDay(parts.clock.now());
  period = `from=${dayText(today - 41)}&to=${dayText(today)}`;
  mine = await makeTenant(parts.db, 'acme');
  other = await makeTenant(parts.db, 'globex');
  collector = await openCollector(parts);
  app = await createApp({ parts, collector });
  deriver = createDeriver(parts);
  const loaded = await call('POST', 'setup/sample_data/');
  product = Number(loaded.body['product_id']);
  await parts.db.insert(asp).values([
    {
      companyId: mine.id,
      productId: product,
      name: '広告網',
      resultFlag: 2,
      webhookUrl: 'https://net.example/{{xclid}}?o={{args}}',
    },
  ]);
  await settle();
});
afterAll(async () => {
  await deriver.close();
  await app.close();
  await collector.close();
  await parts.close();
});

/** Visitors of the sample with several contacts and a last conversion: how many there are depends on the day. */
let visitors: string[] | null = null;

/** A visitor of these whom no test has used. */
const takeVisitor = async (): Promise<string> => {
  visitors ??= (
    await rows<{ visitor: string }>(
      `SELECT toString(visitor_id) AS visitor FROM conversion_path WHERE product_id = {product: UInt32} AND cv_type = 1 GROUP BY visitor_id HAVING max(length(ad_ids)) > 1 ORDER BY max(length(ad_ids)) DESC, visitor_id`,
      {},
    )
  ).map(({ visitor }) => visitor);
  return visitors.shift()!;
};
/** The same, whose values become recognisable. */
const makeVisitor = async (): Promise<string> => {
  const visitor = await takeVisitor();
  const client = `ip = toIPv6('::ffff:203.0.113.77'), ua = 'agent-secret', os_ver = 'agent-secret', browser_ver = 'agent-secret', referrer = 'https://referrer-secret.example/'`;
  const changes: Record<string, string> = {
    contact: `${client}, landing_url = concat(landing_url, '?q=query-secret#query-secret'), xclid = 'click-secret', media_session_id = 'session-secret', media_management1 = 'note-1-secret', media_management2 = 'note-2-secret', media_management3 = 'note-3-secret'`,
    access: `${client}, access_url = concat(access_url, '?q=query-secret'), query = 'q=query-secret'`,
    conversion: `${client}, url = concat(url, '?q=query-secret'), args = 'order-77-secret', user_id = 'member-secret', other_key1 = 'key-1-secret', other_key2 = 'key-2-secret', other_key3 = 'key-3-secret'`,
  };
  for (const [table, set] of Object.entries(changes))
    await parts.columnar.command({
      query: `ALTER TABLE ${table} UPDATE ${set} WHERE product_id = ${product} AND visitor_id = ${visitor}`,
      clickhouse_settings: { mutations_sync: '2' },
    });
  await parts.db
    .update(result)
    .set({
      ipAddress: '::ffff:203.0.113.77',
      xclid: 'click-secret',
      mediaSessionId: 'session-secret',
      mediaManagement1: 'note-1-secret',
      mediaManagement2: 'note-2-secret',
      mediaManagement3: 'note-3-secret',
      args: 'order-77-secret',
      userId: 'member-secret',
      otherKey1: 'key-1-secret',
      otherKey2: 'key-2-secret',
      otherKey3: 'key-3-secret',
    })
    .where(eq(result.visitorId, visitor));
  await parts.db
    .execute(sql`update notification set url = 'https://net.example/click-secret?o=order-77-secret', body = 'member-secret'
    from result where result.id = notification.result_id and result.visitor_id = ${visitor}`);
  return visitor;
};

/** Reports the visitor's order once more, as a shop's server does that received no answer. */
const repeatConversion = async (visitor: string) => {
  const [{ key } = { key: '' }] = await parts.db
    .select({ key: productTable.conversionKey })
    .from(productTable)
    .where(eq(productTable.id, product));
  const answer = await app.inject({
    method: 'POST',
    url: '/cv',
    payload: { product, key, visitor, p_resid: 'order-77-secret' },
  });
  return { status: answer.statusCode, id: answer.json<{ conversion_id?: string }>().conversion_id };
};
/** The first report of an order, as the claim that the collector writes. */
const claimOrder = async (visitor: string): Promise<string> => {
  const [order] = await rows<{ id: string; cv_type: number }>(
    `SELECT toString(conversion_id) AS id, cv_type FROM conversion WHERE product_id = {product: UInt32} AND visitor_id = {visitor: UInt64} AND cv_type = 1 ORDER BY conversion_id LIMIT 1`,
    { visitor },
  );
  await parts.columnar.command({
    query: `ALTER TABLE conversion UPDATE cv_setting_id = 0 WHERE product_id = ${product} AND conversion_id = ${order!.id}`,
    clickhouse_settings: { mutations_sync: '2' },
  });
  await parts.db.insert(conversionClaim).values({
    companyId: mine.id,
    productId: product,
    cvSettingId: 0,
    cvType: 1,
    args: 'order-77-secret',
    claimId: '77',
    conversionId: order!.id,
    digest: 'values-secret',
    claimedAt: new Date(parts.clock.now()),
  });
  return order!.id;
};

/** Accepts an impression that the columnar store refuses, so that it waits in a file. */
const acceptRefused = async (visitor: string): Promise<void> => {
  const before = collector.loading().rejectedRows;
  const id = parts.ids.next();
  const row = {
    ts: new Date(parts.clock.now()).toISOString().slice(0, -1),
    product_id: product,
    visitor_id: visitor,
    ip: '::',
    bot: 0 as const,
    impression_id: id.toString(),
    ad_id: 'none' as unknown as number,
  };
  await collector.accept([{ table: 'impression', id, row }]);
  await collector.drain();
  expect(collector.loading().rejectedRows).toBe(before + 1);
};
const rejectedVisitors = async (): Promise<string[]> =>
  [
    ...(await readFile(join(parts.settings.dataDir, 'journal', 'rejected.ndjson'), 'utf8')).matchAll(
      /visitor_id\\":\\"(\d+)/g,
    ),
  ].map(([, found = '']) => found);

/** Accepts an impression that names the visitor, and loads it. */
const acceptImpression = async (visitor: string): Promise<void> => {
  const id = parts.ids.next();
  const row = {
    ts: new Date(parts.clock.now()).toISOString().slice(0, -1),
    product_id: product,
    visitor_id: visitor,
    ip: '::ffff:203.0.113.77',
    bot: 0 as const,
    impression_id: id.toString(),
    ad_id: 1,
  };
  await collector.accept([{ table: 'impression', id, row }]);
  await collector.drain();
};
/** The files of the data folder that have a text of the visitor. */
const filesWith = async (visitor: string): Promise<string[]> => {
  const folder = parts.settings.dataDir;
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const text = await readFile(join(entry.parentPath, entry.name), 'latin1');
    if ([visitor, ...SECRETS].some(secret => text.includes(secret))) found.push(entry.name);
  }
  return found;
};
/** The statements of which ClickHouse keeps a record in a file of their table. */
const mutations = async (): Promise<string> =>
  JSON.stringify(await rows('SELECT command FROM system.mutations WHERE database = currentDatabase()'));

/** Every row of both stores as text, the audit log included. */
const everything = async (): Promise<ReadonlyMap<string, string>> => {
  const tables = await rows<{ name: string }>(
    `SELECT name FROM system.tables WHERE database = currentDatabase() AND engine LIKE '%MergeTree' ORDER BY name`,
  );
  const stored = new Map<string, string>();
  for (const { name } of tables)
    stored.set(
      name,
      JSON.stringify(await rows(`SELECT * FROM ${name}${name.startsWith('derived_state') ? ' FINAL' : ''}`)),
    );
  const { rows: names } = await parts.db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = current_schema() and table_type = 'BASE TABLE'`,
  );
  for (const { name } of names) {
    const found = await parts.db.execute(sql`select * from ${sql.identifier(name)}`);
    stored.set(name, JSON.stringify(found.rows));
  }
  return stored;
};
/** The texts of the visitor that are stored, each with the tables that have it. */
const remains = async (visitor: string): Promise<Readonly<Record<string, string[]>>> => {
  const stored = [...(await everything())];
  return Object.fromEntries(
    [visitor, ...SECRETS].flatMap(text => {
      const tables = stored.flatMap(([table, rows]) => (rows.includes(text) ? [table] : []));
      return tables.length === 0 ? [] : [[text, tables]];
    }),
  );
};

const REPORTS = [
  'attributions/?axis=1',
  'attributions/?axis=1&model=3',
  'attributions/?axis=1&model=2&decay=50',
  'effects/?axis=1',
  'ad_summaries/?axis=1',
  'time_series/?',
  'paths/?',
  'lpo_analysis/?',
  'models/?axis=1',
  'allocations/?',
];
/** Reports that together read all rollups. */
const FEW = isLong
  ? REPORTS
  : [
      'attributions/?axis=1&model=2&decay=50',
      'effects/?axis=1',
      'time_series/?',
      'paths/?',
      'lpo_analysis/?',
    ];
/** The figures of the product, without what says when and from which rows they were computed. */
const figures = async (reports: readonly string[] = FEW): Promise<unknown> => {
  const answers: unknown[] = [];
  for (const report of reports) {
    const { status, body } = await call('GET', `analyses/${report}&product_id=${product}&${period}`);
    expect([report, status, body['fields']]).toEqual([report, 200, undefined]);
    const { watermark: _, rules: __, ...answer } = body;
    answers.push(answer);
  }
  return answers;
};

const request = (visitor: string, tenant = mine, who: 'admin' | 'user' = 'admin') =>
  call('POST', 'erasures/', { payload: { product_id: product, visitor_id: visitor }, tenant, who });
const erase = (over: Partial<Dependencies> = {}) => runErasures({ ...parts, ...over }, collector);
const list = async () =>
  (await call('GET', `erasures/?product_id=${product}`)).body['erasures'] as Record<string, unknown>[];

/** An erasure has about thirty statements. The short form interrupts it once, in the middle. */
const FIRST_STATEMENT = isLong ? 0 : 17;

describe('the erasure of a visitor', () => {
  it('leaves nothing that refers to the visitor, and every figure as it was', async () => {
    const visitor = await makeVisitor();
    await acceptImpression(visitor);
    const order = await claimOrder(visitor);
    expect(await repeatConversion(visitor)).toEqual({ status: 200, id: order });
    await downloadRowsOf(visitor);
    const [own] = await rows<Record<string, string>>(
      `SELECT (SELECT count() FROM contact WHERE product_id = {product: UInt32} AND visitor_id = {visitor: UInt64}) AS contacts, (SELECT count() FROM access WHERE product_id = {product: UInt32} AND visitor_id = {visitor: UInt64}) AS accesses,
        (SELECT count() FROM conversion WHERE product_id = {product: UInt32} AND visitor_id = {visitor: UInt64}) AS conversions`,
      { visitor },
    );
    expect(Object.keys(await remains(visitor)).toSorted()).toEqual([visitor, ...SECRETS].toSorted());
    const all = await figures(REPORTS);
    const before = await figures();

    await acceptRefused(visitor);
    await acceptRefused('8');
    expect(await request(visitor)).toMatchObject({
      status: 202,
      body: {
        product_id: product,
        erased_at: null,
        contacts: Number(own!['contacts']),
        accesses: Number(own!['accesses']),
        conversions: Number(own!['conversions']),
      },
    });
    expect(await request(visitor)).toMatchObject({ status: 409, body: { code: 'erasure_waiting' } });
    // Each process removes the events that its store refused, before the events that were stored are erased.
    expect(await rejectedVisitors()).toEqual([visitor, '8']);
    await removeUnloadedEvents(parts, collector);
    expect(await rejectedVisitors()).toEqual(['8']);
    await acceptRefused(visitor);
    // Not before events that were accepted earlier are stored, and their results made.
    await erase();
    expect((await list())[0]).toMatchObject({ erased_at: null });
    const requestedAt = parts.clock.now();
    parts.clock.set(requestedAt + 11 * MINUTE);
    // The results are undecided: the network must still recognise its conversion.
    await parts.db.execute(sql`update notification set state = 'done'`);
    // Another collector may have accepted events before the request that it has not loaded.
    const slow = { ...collector, completeUpTo: () => Promise.resolve(firstIdAt(requestedAt)) };
    await runErasures(parts, slow);
    expect((await list())[0]).toMatchObject({ erased_at: null });
    await erase();
    expect((await list())[0]).toMatchObject({ erased_at: expect.any(String) as string, settled_at: null });
    expect(await rejectedVisitors()).toEqual(['8']);
    const state = await derivedOf(parts.columnar, product);
    await deriver.refresh();
    expect(await derivedOf(parts.columnar, product), 'nothing is derived again').toEqual(state);
    expect(await figures()).toEqual(before);
    const left = await remains(visitor);
    expect(left['order-77-secret']).toEqual(['notification', 'result']);
    expect([left[visitor], left['203.0.113.77']]).toEqual([undefined, undefined]);
    // The shop's server may repeat its call, which still counts once. The visitor of a later call is not the erased one.
    const repeated = { status: 200, id: order };
    expect(await repeatConversion('7')).toEqual(repeated);
    const [{ replacementId } = { replacementId: null }] = await parts.db
      .select({ replacementId: erasure.replacementId })
      .from(erasure)
      .where(and(isNotNull(erasure.erasedAt), isNull(erasure.settledAt)));
    const statements = await mutations();
    expect([statements.includes(visitor), statements.includes(String(replacementId))]).toEqual([
      false,
      false,
    ]);
    await parts.db.update(result).set({ approvalStatus: 1 }).where(eq(result.args, 'order-77-secret'));
    // The erasure settles when the journal has no event from before it.
    // The journal may have removed its segment by now, as it does 30 s after the last event.
    expect((await filesWith(visitor)).filter(name => !/^\d{12}-/.test(name))).toEqual([]);
    await runErasures(parts, { ...collector, emptyJournal: () => Promise.resolve(false) });
    expect((await list())[0]).toMatchObject({ settled_at: null });
    await erase();
    expect((await list())[0]).toMatchObject({ settled_at: expect.any(String) as string });
    expect(await remains(visitor)).toEqual({});
    expect(await filesWith(visitor)).toEqual([]);
    // What the network would be called with is gone.
    const sent = await parts.db
      .select({ id: notification.id })
      .from(notification)
      .innerJoin(result, eq(result.id, notification.resultId))
      .where(isNotNull(result.erasedAt));
    expect(sent.length).toBeGreaterThan(0);
    expect(
      await call('POST', 'result_queue/resend/', { payload: { ids: sent.map(({ id }) => id) } }),
    ).toMatchObject({ status: 200, body: { resent: 0 } });

    // From the rollups as they are, and from rollups that are derived again.
    expect(await figures()).toEqual(before);
    await dropDerived(parts.columnar);
    await deriver.refresh();
    expect(await figures(REPORTS)).toEqual(all);
    expect(await request(visitor)).toMatchObject({ status: 404 });
  });

  it(
    'continues after an interruption at any statement',
    async () => {
      const before = await figures();
      let done = false;
      for (let statements = FIRST_STATEMENT; !done; statements++) {
        const visitor = await makeVisitor();
        await parts.db.update(result).set({ approvalStatus: 1 }).where(eq(result.visitorId, visitor));
        await parts.db.update(notification).set({ state: 'done' });
        expect((await request(visitor)).status).toBe(202);
        parts.clock.set(parts.clock.now() + 11 * MINUTE);
        let budget = statements;
        const columnar = {
          ...parts.columnar,
          query: parts.columnar.query.bind(parts.columnar),
          command: (...args: Parameters<Columnar['command']>) =>
            budget-- > 0 ? parts.columnar.command(...args) : Promise.reject(new Error('the store went away')),
        } as unknown as Columnar;
        done = await erase({ slices: oneSlice(columnar) }).then(
          () => true,
          () => false,
        );
        if (!done) {
          // What reads the rows between the two runs: the derivation of the half erased rows.
          if (statements % 2 === 1) await deriver.refresh();
          await erase();
        }
        await deriver.refresh();
        expect(await remains(visitor), `after ${statements} statements`).toEqual({});
        expect(await figures(), `after ${statements} statements`).toEqual(before);
        done ||= !isLong;
      }
    },
    limit(60_000),
  );

  it('removes damaged lines that still name the visitor', async () => {
    const visitor = await takeVisitor();
    await request(visitor);
    const dataDir = join(parts.settings.dataDir, 'processes', '2');
    const file = join(dataDir, 'journal', 'damaged.ndjson');
    await mkdir(join(dataDir, 'journal'), { recursive: true });
    const line = (id: string) => `0 01 {"product_id":${product},"visitor_id":"${id}","ts"\n`;
    await writeFile(file, line(visitor) + line('8'));
    const second = await openCollector({ ...parts, settings: { ...parts.settings, dataDir } });
    await removeUnloadedEvents(parts, second);
    expect(await readFile(file, 'utf8')).toBe(line('8'));
    await second.close();
    await parts.db.delete(erasure).where(eq(erasure.visitorId, visitor));
  });

  it('does not wait for that of another visitor, which fails before it begins', async () => {
    const [failing, second] = [await takeVisitor(), await takeVisitor()];
    expect((await request(failing)).status).toBe(202);
    expect((await request(second)).status).toBe(202);
    parts.clock.set(parts.clock.now() + 11 * MINUTE);
    // The rows of one visitor are too many for a copy.
    const columnar = new Proxy(parts.columnar, {
      get: (target, key) => {
        const found = Reflect.get(target, key) as unknown;
        if (typeof found !== 'function') return found;
        return (...args: [{ query?: string; query_params?: Record<string, unknown> }]) =>
          /^\s*INSERT INTO contact_erasure/.test(args[0]?.query ?? '') &&
          args[0]?.query_params?.['visitor'] === failing
            ? Promise.reject(new Error('memory limit exceeded'))
            : (Reflect.apply(found, target, args) as unknown);
      },
    });
    await expect(erase({ slices: oneSlice(columnar) })).rejects.toThrow('memory limit');
    expect((await list()).slice(0, 2)).toMatchObject([
      { erased_at: expect.any(String) as string },
      { erased_at: null },
    ]);
    await erase();
    expect((await list()).every(one => one['erased_at'] !== null)).toBe(true);
  });

  it('does not wait for the time of conversions that were accepted while the clock was ahead', async () => {
    const present = parts.clock.now();
    const visitor = await takeVisitor();
    parts.clock.set(present - 60 * DAY);
    expect((await request(visitor)).status).toBe(202);
    parts.clock.set(parts.clock.now() + 9 * MINUTE);
    await erase();
    expect((await list())[0], 'its last conversion may have been accepted just before').toMatchObject({
      erased_at: null,
    });
    parts.clock.set(parts.clock.now() + 2 * MINUTE);
    await erase();
    expect((await list())[0]).toMatchObject({ erased_at: expect.any(String) as string });
    parts.clock.set(present);
  });

  it('does not wait for products of another slice, which is away or whose events cannot be loaded', async () => {
    const visitor = await takeVisitor();
    // Stored while the clock was a day ahead.
    parts.clock.set(parts.clock.now() + DAY);
    expect((await request(visitor)).status).toBe(202);
    parts.clock.set(parts.clock.now() - DAY + 11 * MINUTE);
    const [{ product: foreign }] = other.shelves;
    const [begun] = await parts.db
      .insert(erasure)
      .values({
        companyId: other.id,
        productId: foreign,
        visitorId: '5',
        replacementId: '6',
        userId: null,
        requestedAt: new Date(parts.clock.now() - DAY),
        lastEventId: '7',
        contacts: 1,
        accesses: 0,
        conversions: 0,
        impressions: 0,
      })
      .returning({ id: erasure.id });
    const away = new Proxy(parts.columnar, {
      get: (target, key) =>
        key === 'query' || key === 'command' || key === 'insert'
          ? () => Promise.reject(new StoreUnavailable('east is away'))
          : (Reflect.get(target, key) as unknown),
    });
    const [here] = oneSlice(parts.columnar).all;
    const east = { name: 'east', columnar: away };
    const slices: Slices = {
      ...oneSlice(parts.columnar),
      all: [here, east],
      locate: async id => (id === foreign ? east : here),
    };
    const waiting = async () =>
      (await parts.db.select({ id: erasure.id }).from(erasure).where(isNull(erasure.erasedAt))).map(
        ({ id }) => id,
      );
    expect(await waiting()).toHaveLength(2);
    const loading = { ...collector, drain: () => collector.drain() };
    await expect(runErasures({ ...parts, slices }, loading)).rejects.toThrow('east is away');
    expect(await waiting()).toEqual([begun?.id]);

    // Nor does it wait where events of that slice cannot be loaded.
    const stuck = {
      ...collector,
      drain: (slice?: string) => (slice === 'east' ? new Promise<void>(() => undefined) : collector.drain()),
    };
    const second = await takeVisitor();
    await request(second);
    parts.clock.set(parts.clock.now() + 11 * MINUTE);
    await runErasures({ ...parts, slices }, stuck, undefined, 100);
    expect(await waiting()).toEqual([begun?.id]);
    // What is half done is continued before anything else on its slice, however far behind another collector is.
    const oldWatermark = firstIdAt(parts.clock.now() - 2 * DAY);
    await runErasures(parts, { ...collector, completeUpTo: () => Promise.resolve(oldWatermark) });
    expect(await waiting()).toEqual([]);
    await parts.db.delete(erasure).where(eq(erasure.companyId, other.id));
  });

  it('keeps contacts that arrive later, and addresses that the product excludes', async () => {
    const visitor = await makeVisitor();
    await parts.db.execute(sql`update product set excluded_ips = '{203.0.113.77}' where id = ${product}`);
    await request(visitor);
    parts.clock.set(parts.clock.now() + 11 * MINUTE);
    const [contact] = await rows<Record<string, unknown>>(
      'SELECT * FROM contact WHERE product_id = {product: UInt32} AND visitor_id = {visitor: UInt64} LIMIT 1',
      { visitor },
    );
    // A contact is stored between the copies and the replacement.
    const late = parts.ids.next() + (1n << 40n);
    let copied = false;
    const columnar = {
      ...parts.columnar,
      query: parts.columnar.query.bind(parts.columnar),
      command: async (...args: Parameters<Columnar['command']>) => {
        if (!copied && args[0].query.startsWith('ALTER')) {
          copied = true;
          // Results of other products are made meanwhile, however long the rows take.
          await parts.db.transaction(async tx => {
            await tx.execute(sql`set local lock_timeout = '2s'`);
            await lockResultCreation(tx);
          });
          await parts.columnar.insert({
            table: 'contact',
            values: [{ ...contact, interaction_id: late.toString() }],
            format: 'JSONEachRow',
          });
        }
        return parts.columnar.command(...args);
      },
    } as unknown as Columnar;
    await erase({ slices: oneSlice(columnar) });
    expect(
      await rows(
        'SELECT toString(interaction_id) AS id FROM contact WHERE product_id = {product: UInt32} AND visitor_id = {visitor: UInt64}',
        { visitor },
      ),
    ).toEqual([{ id: late.toString() }]);
    const excluded = await rows(
      `SELECT count() AS n FROM contact WHERE product_id = {product: UInt32} AND ip = toIPv6('::ffff:203.0.113.77') AND visitor_id != {visitor: UInt64} AND ua = ''`,
      { visitor },
    );
    expect(excluded).not.toEqual([{ n: '0' }]);
  });
});

describe('the routes of a visitor’s data', () => {
  it('hand out every row, to administrators of the company alone', async () => {
    const visitor = await makeVisitor();
    const url = `visitor_data/?product_id=${product}&visitor_id=${visitor}`;
    const { status, body } = await call('GET', url);
    expect(status).toBe(200);
    expect(body).toMatchObject({ visitor_id: visitor, complete: true });
    const text = JSON.stringify(body);
    expect(
      ['order-77-secret', 'member-secret', 'click-secret', 'query-secret', '203.0.113.77'].filter(
        one => !text.includes(one),
      ),
    ).toEqual([]);
    for (const kind of ['interactions', 'accesses', 'conversions', 'results'])
      expect((body[kind] as unknown[]).length, kind).toBeGreaterThan(0);
    // More rows than one query reads.
    const shelf = mine.shelves[0].product;
    for (const [table, id] of [
      ['access', 'access_id'],
      ['impression', 'impression_id'],
    ] as const)
      await parts.columnar.insert({
        table,
        values: Array.from({ length: 10_001 }, (_, n) => ({
          product_id: shelf,
          visitor_id: '99',
          ts: '2026-01-01 00:00:00',
          [id]: String(1000 + n),
        })),
        format: 'JSONEachRow',
      });
    const { body: many } = await call('GET', `visitor_data/?product_id=${shelf}&visitor_id=99`);
    for (const [kind, id] of [
      ['accesses', 'access_id'],
      ['impressions', 'impression_id'],
    ] as const)
      expect(new Set((many[kind] as Record<string, unknown>[]).map(row => row[id])).size, kind).toBe(10_001);
    expect((await call('GET', url, { who: 'user' })).status).toBe(403);
    expect((await call('GET', url, { tenant: other })).status).toBe(403);
    expect((await request(visitor, other)).body['code']).toBe('no_permission_for_data');
    expect((await request(visitor, mine, 'user')).status).toBe(403);
    expect((await call('GET', `erasures/?product_id=${product}`, { tenant: other })).status).toBe(403);
    expect((await call('GET', `visitor_data/?product_id=${product}&visitor_id=1`)).status).toBe(404);
    expect(await parts.db.$count(erasure, eq(erasure.companyId, other.id))).toBe(0);
  });
});

describe('the retention period', () => {
  const DAYS = 20;
  const TERM = 10;
  const TABLES = ['contact', 'access', 'conversion', 'impression'] as const;
  const BEFORE = 'product_id = {product: UInt32} AND ts < fromUnixTimestamp64Milli({before: Int64})';
  const limitNow = () => beginOfDay(tokyoDay(parts.clock.now()) - DAYS);
  /** Rows per table that have an identifier other than a click's, and a digest of the younger rows. */
  const stored = async (before: number) => {
    const seen: Record<string, { identified: number; younger: string }> = {};
    for (const table of TABLES) {
      const columns = {
        contact: "ua != '' OR referrer != '' OR position(landing_url, '?') > 0",
        access: "ua != '' OR referrer != '' OR query != '' OR position(access_url, '?') > 0",
        conversion: "ua != '' OR args != '' OR user_id != '' OR position(url, '?') > 0",
        impression: '0',
      }[table];
      const [row] = await rows<{ identified: string; younger: string }>(
        `SELECT countIf(${BEFORE} AND (ip != toIPv6('::') OR ${columns})) AS identified, toString(groupBitXorIf(cityHash64(*), NOT (${BEFORE}))) AS younger FROM ${table}`,
        { before },
      );
      seen[table] = { identified: Number(row!.identified), younger: row!.younger };
    }
    return seen;
  };
  /** Notes the tables that are changed, and fails after some of them. */
  const changing = (tables = Number.POSITIVE_INFINITY) => {
    const changed: string[] = [];
    const columnar = {
      ...parts.columnar,
      query: parts.columnar.query.bind(parts.columnar),
      command: (...args: Parameters<Columnar['command']>) => {
        if (changed.length === tables) return Promise.reject(new Error('the store went away'));
        changed.push(args[0].query.split(' ')[2]!);
        return parts.columnar.command(...args);
      },
    } as unknown as Columnar;
    return { columnar, changed };
  };

  it('removes what is older than its days, keeps click identifiers one term longer, and every figure', async () => {
    await makeVisitor();
    await parts.db.execute(
      sql`update product set excluded_ips = '{}', tracking_term = ${TERM}, retention_days = ${DAYS} where id = ${product}`,
    );
    const before = limitNow();
    await parts.db.delete(conversionClaim);
    await parts.db.insert(conversionClaim).values(
      [before - 1, before].map(at => ({
        companyId: mine.id,
        productId: product,
        cvSettingId: 0,
        cvType: 1,
        args: `order-${at}`,
        claimId: String(at),
        conversionId: String(at),
        digest: 'values',
        claimedAt: new Date(at),
      })),
    );
    const clicksBefore = before - TERM * DAY;
    const [contact] = await rows<Record<string, unknown>>(
      'SELECT * FROM contact WHERE product_id = {product: UInt32} LIMIT 1',
    );
    const visitor = '1234567890123456789';
    await parts.columnar.insert({
      table: 'contact',
      values: [clicksBefore - 1, clicksBefore, before - 1, before].map(ms => ({
        ...contact,
        visitor_id: visitor,
        ts: new Date(ms).toISOString().slice(0, -1),
        interaction_id: parts.ids.next().toString(),
        ip: '::ffff:192.0.2.1',
        xclid: 'click',
      })),
      format: 'JSONEachRow',
    });
    await settle();
    const seen = await stored(before);
    for (const table of ['contact', 'access', 'conversion'] as const)
      expect(seen[table]!.identified, table).toBeGreaterThan(0);
    const answers = await figures();
    const state = await derivedOf(parts.columnar, product);

    // Results copy the identifiers: not before all conversions have theirs.
    const [bookmark] = (
      await parts.db.execute<{ position: string }>(sql`select position from bookmark where name = 'results'`)
    ).rows;
    await parts.db.execute(sql`update bookmark set position = '1' where name = 'results'`);
    await runRetention(parts);
    expect(await stored(before)).toEqual(seen);
    await parts.db.execute(sql`update bookmark set position = ${bookmark!.position} where name = 'results'`);

    // An interruption is continued by the next run, and a third run has nothing to do.
    await expect(runRetention({ ...parts, slices: oneSlice(changing(2).columnar) })).rejects.toThrow(
      'went away',
    );
    const second = changing();
    await runRetention({ ...parts, slices: oneSlice(second.columnar) });
    expect(second.changed).toContain('contact');
    const third = changing();
    await runRetention({ ...parts, slices: oneSlice(third.columnar) });
    expect(third.changed).toEqual([]);

    const claims = await parts.db.select().from(conversionClaim).orderBy(conversionClaim.claimedAt);
    expect(claims.map(({ args, digest }) => [args, digest])).toEqual([
      [expect.stringMatching(/^\tsha256:[\da-f]{64}$/), ''],
      [`order-${before}`, 'values'],
    ]);
    const left = await stored(before);
    for (const table of TABLES)
      expect([table, left[table]]).toEqual([table, { identified: 0, younger: seen[table]!.younger }]);
    expect(
      await rows(
        'SELECT toString(ip) AS ip, xclid FROM contact WHERE product_id = {product: UInt32} AND visitor_id = {visitor: UInt64} ORDER BY ts',
        { visitor },
      ),
    ).toEqual([
      { ip: '::', xclid: '' },
      { ip: '::', xclid: 'click' },
      { ip: '::', xclid: 'click' },
      { ip: '::ffff:192.0.2.1', xclid: 'click' },
    ]);
    await deriver.refresh();
    expect(await derivedOf(parts.columnar, product), 'nothing is derived again').toEqual(state);
    expect(await figures()).toEqual(answers);
    await dropDerived(parts.columnar);
    await deriver.refresh();
    expect(await figures()).toEqual(answers);
  });

  it('removes identifiers of results once they are decided, and evaluates none of them again', async () => {
    const before = limitNow();
    const old = and(eq(result.productId, product), lt(result.cvTime, new Date(before)));
    const ofOld = () =>
      parts.db
        .select({ id: result.id, args: result.args, ip: result.ipAddress, erasedAt: result.erasedAt })
        .from(result)
        .where(old);
    const [pending] = await parts.db
      .update(result)
      .set({ approvalStatus: 0, args: 'order-of-old' })
      .where(inArray(result.id, parts.db.select({ id: result.id }).from(result).where(old).limit(1)))
      .returning({ id: result.id });
    await parts.db.update(notification).set({ state: 'done' });
    await parts.db
      .update(result)
      .set({ approvalStatus: 1 })
      .where(and(old, ne(result.id, pending!.id)));
    parts.clock.set(parts.clock.now() + DAY);
    await runRetention(parts);
    const stillIdentified = (await ofOld()).filter(({ args }) => args !== '');
    expect(stillIdentified).toEqual([
      { id: pending!.id, args: 'order-of-old', ip: '::', erasedAt: expect.any(Date) as Date },
    ]);
    await parts.db.update(result).set({ approvalStatus: 2 }).where(eq(result.id, pending!.id));
    parts.clock.set(parts.clock.now() + DAY);
    await runRetention(parts);
    expect((await ofOld()).filter(({ args, ip }) => args !== '' || ip !== '::')).toEqual([]);

    const oldest = tokyoDay(parts.clock.now()) - DAYS;
    const plan = (from: number, to: number) =>
      call('POST', 'recomputations/', {
        payload: { product_id: product, from: dayText(from), to: dayText(to) },
      });
    expect(await plan(oldest - 5, oldest - 1)).toMatchObject({
      status: 400,
      body: { fields: { to: ['minimum'] } },
    });
    expect((await plan(oldest - 5, oldest)).status).toBe(200);
    const [job] = await parts.db.select({ from: recomputation.spanFrom }).from(recomputation);
    expect(job?.from.getTime()).toBe(beginOfDay(oldest));
  });

  it('goes on after the clock was ahead for a moment, and after the failure of another product', async () => {
    const { db, columnar, clock, ids } = parts;
    const noted = async () =>
      (
        await db.execute<{ removing: Date; removed: Date }>(
          sql`select removing_before as removing, removed_before as removed from retention where product_id = ${product}`,
        )
      ).rows.map(({ removing, removed }) => [new Date(removing).getTime(), new Date(removed).getTime()])[0];
    const ahead = clock.now() + 400 * DAY;
    await db.execute(
      sql`update retention set removing_before = ${new Date(ahead)}, removed_before = ${new Date(ahead)} where product_id = ${product}`,
    );
    const before = limitNow();
    const [contact] = await rows<Record<string, unknown>>(
      'SELECT * FROM contact WHERE product_id = {product: UInt32} LIMIT 1',
    );
    await columnar.insert({
      table: 'contact',
      values: [
        {
          ...contact,
          visitor_id: '987654321',
          ts: new Date(before - 1).toISOString().slice(0, -1),
          interaction_id: ids.next().toString(),
          ip: '::ffff:192.0.2.9',
        },
      ],
      format: 'JSONEachRow',
    });
    // A product before this one, whose removal fails.
    const [other] = (
      await db.execute<{ id: number }>(sql`select id from product where id <> ${product} order by id limit 1`)
    ).rows;
    expect(other!.id).toBeLessThan(product);
    await db.execute(sql`update product set retention_days = 1 where id = ${other!.id}`);
    const failing = {
      ...columnar,
      command: columnar.command.bind(columnar),
      query: (query: Parameters<Columnar['query']>[0]) =>
        query.query_params?.['product'] === other!.id
          ? Promise.reject(new Error('memory limit exceeded'))
          : columnar.query(query),
    } as unknown as Columnar;
    await expect(runRetention({ ...parts, slices: oneSlice(failing) })).rejects.toThrow('memory limit');
    expect(
      await rows(
        'SELECT toString(ip) AS ip FROM contact WHERE product_id = {product: UInt32} AND visitor_id = 987654321',
      ),
    ).toEqual([{ ip: '::' }]);
    expect(await noted()).toEqual([clock.now(), before]);

    // Nor does a slice that is away, which has the product before this one, delay it.
    await db.execute(
      sql`update retention set removed_before = ${new Date(before - DAY)} where product_id = ${product}`,
    );
    const [here] = oneSlice(columnar).all;
    const unavailable = {
      ...columnar,
      query: () => Promise.reject(new StoreUnavailable('east is away')),
    } as unknown as Columnar;
    const east = { name: 'east', columnar: unavailable };
    const slices: Slices = {
      ...oneSlice(columnar),
      all: [here, east],
      locate: async id => (id === other!.id ? east : here),
    };
    await expect(runRetention({ ...parts, slices })).rejects.toThrow('east is away');
    expect(await noted()).toEqual([clock.now(), before]);
  });
});
