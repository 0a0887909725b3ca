import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../../server/app.ts';
import { openCollector, type Collector } from '../../../server/collector/collector.ts';
import { storedTime, type ContactRow } from '../../../server/collector/rows.ts';
import { startRecomputations } from '../../../server/results/recompute-worker.ts';
import { createResultWorker } from '../../../server/results/result-worker.ts';
import { migrateColumnar } from '../../../server/store/clickhouse/migrations/migrate.ts';
import {
  ad,
  asp,
  notification,
  product,
  redirect,
  result,
} from '../../../server/store/postgres/schema/index.ts';
import { makeTenant, signIn, type Body, type Tenant } from '../../support/tenants.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';
import { storeContact, storeConversion } from './two-result-workers.ts';

const HOUR = 3_600_000;
const START = Date.UTC(2026, 1, 10, 3);
const PERIOD = { from: '2026-02-01', to: '2026-02-28' };
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
let parts: TestParts;
let collector: Collector;
let app: FastifyInstance;
let mine: Tenant;
let productId: number;
beforeAll(async () => {
  parts = await createTestParts({ now: START });
  mine = await makeTenant(parts.db, 'acme');
  productId = mine.shelves[0].product;
  await parts.db.update(product).set({ conversionKeyRequired: false }).where(eq(product.id, productId));
  collector = await openCollector(parts);
  app = await createApp({ parts, collector });
});
afterAll(async () => {
  await app.close();
  await collector.close();
  await parts.close();
});

const shared = () => ({ companyId: mine.id, productId });
const idOf = (rows: readonly { readonly id: number }[]): number => rows[0]!.id;
/** An active network whose parameters and webhook begin with its name. */
const makeNetwork = async (name: string, values: Partial<typeof asp.$inferInsert> = {}): Promise<number> =>
  idOf(
    await parts.db
      .insert(asp)
      .values({
        ...shared(),
        name,
        resultFlag: 1,
        resultMethod: 2,
        webhookUrl: `https://${name}.example/?x={xclid}&s={media_session}&k={key1}`,
        xclidFlag: true,
        xclidName: `${name}_xclid`,
        mediaSessionFlag: true,
        mediaSessionName: `${name}_ses`,
        mediaManagement1Flag: true,
        mediaManagement1Name: `${name}_key1`,
        ...values,
      })
      .returning(),
  );
const makeAd = async (aspId: number | null, values: Partial<typeof ad.$inferInsert> = {}) => {
  const row = { ...shared(), name: '移', redirectUrl: 'https://acme.example/' };
  const id = idOf(
    await parts.db
      .insert(ad)
      .values({ ...row, aspId, cvCost: 700, ...values })
      .returning(),
  );
  const link = { ...shared(), adId: id, redirectUrl: 'https://acme.example/' };
  return { id, link: idOf(await parts.db.insert(redirect).values(link).returning()) };
};
const call = async (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) => {
  const { access } = await signIn(app, mine, 'admin');
  const answer = await app.inject({
    method,
    url: `/api/v1/${path}`,
    headers: { authorization: `Bearer ${access}` },
    ...(payload && { payload }),
  });
  const body = answer.json<Body & { readonly id: number; readonly state: string; readonly digest: string }>();
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return body;
};
const move = async (adId: number, aspId: number | null): Promise<void> => {
  const { updated_at } = await call('GET', `ads/${adId}/`);
  await call('PUT', `ads/${adId}/`, {
    product_id: productId,
    name: '移',
    redirect_url: 'https://acme.example/',
    asp: aspId,
    updated_at,
  });
  await collector.refresh();
};
/** Follows a click URL. @returns the click token in the landing page's address */
const click = async (link: number, query = ''): Promise<string> => {
  await collector.refresh();
  const answer = await app.inject({ url: `/r/${link}${query}`, headers: { 'user-agent': CHROME } });
  expect(answer.statusCode).toBe(302);
  return new URL(String(answer.headers.location)).searchParams.get('xclid')!;
};
let orders = 0;
/** Reports a conversion of a click, and makes its results. */
const convert = async (token: string): Promise<void> => {
  parts.clock.advance(HOUR);
  const query = new URLSearchParams({
    product: String(productId),
    xclid: token,
    p_resid: `order ${++orders}`,
    amount: '1200',
  });
  const answer = await app.inject({ url: `/cv?${query}` });
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  await collector.drain();
  await createResultWorker(parts).run(BigInt(collector.watermark()));
};
const resultsOf = async (adId: number) =>
  (await parts.db.select().from(result).where(eq(result.cvAdId, adId)))
    .toSorted((a, b) => a.id - b.id)
    .map(({ aspId, xclid, mediaSessionId, mediaManagement1 }) => ({
      aspId,
      xclid,
      mediaSessionId,
      mediaManagement1,
    }));
const callsTo = async (aspId: number) =>
  (await parts.db.select().from(notification).where(eq(notification.aspId, aspId))).map(({ url }) => url);
/** Plans and applies a recomputation of the period. @returns the numbers of the plan */
const recompute = async () => {
  parts.clock.advance(HOUR);
  const { id } = await call('POST', 'recomputations/', { product_id: productId, ...PERIOD });
  const until = async (...states: string[]) => {
    const recomputations = startRecomputations(parts, () => {});
    try {
      await expect
        .poll(async () => (await call('GET', `recomputations/${id}/`)).state)
        .toSatisfy((state: string) => states.includes(state));
    } finally {
      await recomputations.close();
    }
    return call('GET', `recomputations/${id}/`);
  };
  const planned = await until('planned');
  await call('POST', `recomputations/${id}/apply/`, { digest: planned.digest });
  expect((await until('done', 'overtaken', 'failed')).state).toBe('done');
  return planned as unknown as Readonly<Record<string, number>>;
};
const IDS_OF_A = { xclid: 'CLICK-OF-A', mediaSessionId: 'SES-OF-A', mediaManagement1: 'KEY-OF-A' };
const QUERY_OF_A = '?a_xclid=CLICK-OF-A&a_ses=SES-OF-A&a_key1=KEY-OF-A';

describe('an ad that moves to another network', () => {
  test('earns the results of its clicks for the network that had it at the click', async () => {
    const [a, b] = [await makeNetwork('a'), await makeNetwork('b')];
    const { id, link } = await makeAd(a);
    const token = await click(link, QUERY_OF_A);
    await convert(token);
    await move(id, b);
    await convert(token);
    expect(await resultsOf(id)).toEqual([
      { aspId: a, ...IDS_OF_A },
      { aspId: a, ...IDS_OF_A },
    ]);
    const call1 = 'https://a.example/?x=CLICK-OF-A&s=SES-OF-A&k=KEY-OF-A';
    expect([await callsTo(a), await callsTo(b)]).toEqual([[call1, call1], []]);
    await convert(await click(link, '?b_xclid=CLICK-OF-B&a_xclid=CLICK-OF-A'));
    expect(await callsTo(b)).toEqual(['https://b.example/?x=CLICK-OF-B&s=&k=']);
  });

  test('earns no second result of its conversions when they are recomputed', async () => {
    const [a, b] = [await makeNetwork('a'), await makeNetwork('b')];
    const { id, link } = await makeAd(a);
    const token = await click(link, QUERY_OF_A);
    for (let n = 0; n < 3; n++) await convert(token);
    const before = await resultsOf(id);
    await move(id, b);
    expect(await recompute()).toMatchObject({ made: 0, ineligible: 0 });
    expect([await resultsOf(id), await callsTo(b)]).toEqual([before, []]);
    expect(before.map(({ aspId }) => aspId)).toEqual([a, a, a]);
  });

  test('earns nothing for the network of its clicks once that is deleted, and nothing for the next in its place', async () => {
    const [a, b] = [await makeNetwork('a'), await makeNetwork('b')];
    const { id, link } = await makeAd(a);
    const token = await click(link, QUERY_OF_A);
    await move(id, b);
    await parts.db.update(asp).set({ status: false }).where(eq(asp.id, a));
    await convert(token);
    expect(await resultsOf(id)).toEqual([]);
  });

  test('still earns for the network of its clicks when it has none any more', async () => {
    const a = await makeNetwork('a');
    const { id, link } = await makeAd(a);
    const token = await click(link, QUERY_OF_A);
    await move(id, null);
    await convert(token);
    expect(await resultsOf(id)).toEqual([{ aspId: a, ...IDS_OF_A }]);
  });

  test('earns for its present network where it had none at the click, without the identifiers of the click', async () => {
    const b = await makeNetwork('b');
    const { id, link } = await makeAd(null, { ownParameters: true, parameters: { xclid: 'gclid' } });
    const token = await click(link, '?gclid=CLICK-OF-NOBODY');
    await convert(token);
    expect(await resultsOf(id)).toEqual([]);
    await move(id, b);
    await convert(token);
    expect(await resultsOf(id)).toEqual([
      { aspId: b, xclid: token, mediaSessionId: '', mediaManagement1: '' },
    ]);
    await parts.db.update(asp).set({ status: false }).where(eq(asp.id, b));
  });

  test('earns a result for a network that is always notified by the contact that this network had', async () => {
    const a = await makeNetwork('a', { resultFlag: 2 });
    const b = await makeNetwork('b', { resultFlag: 2 });
    const { id, link } = await makeAd(a);
    const token = await click(link, QUERY_OF_A);
    await move(id, b);
    await convert(token);
    const rows = await parts.db.select().from(result).where(eq(result.aspId, b));
    expect(rows.map(({ cvAdId, xclid, resultType }) => [cvAdId, xclid, resultType])).toEqual([[null, '', 3]]);
    expect(await resultsOf(id)).toEqual([{ aspId: a, ...IDS_OF_A }]);
    for (const network of [a, b])
      await parts.db.update(asp).set({ status: false }).where(eq(asp.id, network));
  });
});

describe('a contact that was stored before its network was recorded', () => {
  beforeAll(() => {
    productId = mine.shelves[1].product;
  });
  /** Stores a conversion of the visitor and makes its result. */
  const convertEarlier = async (visitorId: string): Promise<void> => {
    await storeConversion(parts, {
      productId,
      ts: parts.clock.now(),
      visitorId,
      args: `earlier ${visitorId}`,
    });
    parts.clock.advance(HOUR);
    await createResultWorker(parts).run(2n ** 63n);
  };
  const earlierContact = (adId: number, visitorId: string) => ({
    productId,
    adId,
    ts: parts.clock.now() - HOUR,
    visitorId,
    xclid: 'EARLIER',
  });

  test('in a table of an earlier version, earns no second result when its conversion is recomputed after a move', async () => {
    const [a, b] = [await makeNetwork('a'), await makeNetwork('b')];
    const { id } = await makeAd(a);
    await parts.columnar.command({ query: 'ALTER TABLE contact DROP COLUMN asp_id' });
    await storeContact(parts, earlierContact(id, '4711'));
    await migrateColumnar(parts.columnar);
    await convertEarlier('4711');
    const before = await resultsOf(id);
    expect(before).toMatchObject([{ aspId: a, xclid: 'EARLIER' }]);
    await move(id, b);
    expect(await recompute()).toMatchObject({ made: 0 });
    expect(await resultsOf(id)).toEqual(before);
  });

  test('in a journal of an earlier version, earns a result for the present network of its ad when its conversion has none', async () => {
    const a = await makeNetwork('a', { resultFlag: 0 });
    const { id } = await makeAd(a);
    const eventId = parts.ids.next();
    const { ts, visitorId, xclid } = earlierContact(id, '4712');
    const row = {
      product_id: productId,
      visitor_id: visitorId,
      ts: storedTime(ts),
      interaction_id: eventId.toString(),
      ad_id: id,
      ip: '::ffff:100.64.1.2',
      xclid,
    } as ContactRow;
    await collector.accept([{ table: 'contact', id: eventId, row }]);
    await collector.drain();
    await convertEarlier('4712');
    expect(await resultsOf(id)).toEqual([]);
    await parts.db.update(asp).set({ resultFlag: 1 }).where(eq(asp.id, a));
    expect(await recompute()).toMatchObject({ made: 1 });
    expect(await resultsOf(id)).toMatchObject([{ aspId: a, xclid: 'EARLIER' }]);
  });
});
