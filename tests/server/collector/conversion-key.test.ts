import type { FastifyInstance } from 'fastify';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sha256 } from '../../../server/accounts/tokens.ts';
import { createApp } from '../../../server/app.ts';
import { openCollector, type Collector } from '../../../server/collector/collector.ts';
import { newApiKeySecret } from '../../../server/http/api-key.ts';
import { API_KEY_SCOPES, type ApiKeyScopes } from '../../../server/http/visibility.ts';
import { firstIdAt } from '../../../server/platform/ids.ts';
import { insertApiKey } from '../../../server/store/postgres/accounts/api-keys.ts';
import { product } from '../../../server/store/postgres/schema/index.ts';
import { createLogSink } from '../../support/log-sink.ts';
import { makeTenant, signIn, type Body, type Tenant } from '../../support/tenants.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

const DAY = 86_400_000;
const START = Date.UTC(2026, 1, 28, 15);
const FORM = { name: 'é商店', domain: 'shop.example', url: 'https://shop.example/', tracking_term: 30 };
const { log, lines } = createLogSink();
let parts: TestParts;
let collector: Collector;
let app: FastifyInstance;
let mine: Tenant;
beforeAll(async () => {
  // The caller's address is the one that the only trusted proxy reports.
  parts = await createTestParts({ now: START, log, settings: { trustProxy: 1 } });
  mine = await makeTenant(parts.db, 'acme');
  collector = await openCollector(parts);
  app = await createApp({ parts, collector });
});
afterAll(async () => {
  await app.close();
  await collector.close();
  await parts.close();
});

const call = async (
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  payload?: object,
  who: 'admin' | 'user' | 'agency' = 'admin',
) => {
  const { access } = await signIn(app, mine, who); // the clock jumps by days
  const answer = await app.inject({
    method,
    url: `/api/v1/${path}`,
    headers: { authorization: `Bearer ${access}` },
    ...(payload && { payload }),
  });
  await collector.refresh();
  return { status: answer.statusCode, text: answer.body, body: answer.json<Body>() };
};
const makeProduct = async (more: object = {}) => {
  const { body } = await call('POST', 'products/', { ...FORM, ...more });
  return { id: Number(body['id']), key: String(body['conversion_key']) };
};
const cv = async (values: Record<string, string | number>, headers: Record<string, string> = {}) => {
  const query = new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)]));
  const answer = await app.inject({ url: `/cv?${query}`, headers });
  return {
    status: answer.statusCode,
    code: answer.json<Body>().code,
    challenge: answer.headers['www-authenticate'],
  };
};
const clickAt = (productId: number, ms: number) =>
  collector.clicks.make({ interactionId: firstIdAt(ms), visitorId: '7', adId: 1 }, productId);

test('each product has a random key that only users with write permission for the product can read', async () => {
  const [one, other] = [await makeProduct(), await makeProduct()];
  expect(one.key).toMatch(/^cvk_[\da-f]{64}$/);
  expect(other.key).not.toBe(one.key);
  const shelf = mine.shelves[0].product;
  const [{ conversionKey: key }] = (await parts.db.select().from(product).where(eq(product.id, shelf))) as [
    typeof product.$inferSelect,
  ];
  for (const who of ['admin', 'user'] as const) {
    expect((await call('GET', `products/${shelf}/`, undefined, who)).body['conversion_key']).toBe(key);
    expect((await call('GET', `products/${shelf}/installation/`, undefined, who)).body).toMatchObject({
      conversion_key: key,
      conversion_key_required: true,
      previous_conversion_key_until: null,
    });
  }
  const agency = (await call('GET', `products/${shelf}/`, undefined, 'agency')).body;
  expect([
    agency['conversion_key'],
    agency['conversion_key_required'],
    agency['conversion_addresses'],
  ]).toEqual([null, null, null]);
  expect((await call('GET', `products/${shelf}/installation/`, undefined, 'agency')).status).toBe(403);
  expect(
    (await call('GET', `products/?where=${encodeURIComponent(`conversion_key=${key}`)}`)).body.fields,
  ).toEqual({ conversion_key: ['unknown_field'] });
  expect(
    (
      await call('PUT', `products/${one.id}/`, {
        ...FORM,
        conversion_key: 'cvk_mine',
        updated_at: new Date(START).toISOString(),
      })
    ).status,
  ).toBe(400);
  const { access } = await signIn(app, mine, 'admin');
  for (const path of ['products/', 'changes/', 'products/download/csv/']) {
    const answer = await app.inject({
      url: `/api/v1/${path}`,
      headers: { authorization: `Bearer ${access}` },
    });
    expect([path, answer.statusCode, /cvk_/.test(answer.body)]).toEqual([path, 200, false]);
  }
});

/** Calls by an API key that has these levels, and `none` of all other scopes. */
const callsOfKey = async (levels: Partial<ApiKeyScopes>) => {
  const secret = newApiKeySecret();
  const scopes = { ...Object.fromEntries(API_KEY_SCOPES.map(scope => [scope, 'none'])), ...levels };
  await insertApiKey(
    parts.db,
    { companyId: mine.id, userId: mine.users.admin, ip: '', at: new Date(parts.clock.now()) },
    { name: JSON.stringify(levels), scopes: scopes as ApiKeyScopes, products: null, expiresAt: null },
    { secret: { hash: sha256(secret), prefix: secret.slice(0, 9) }, creation: null },
  );
  return async (method: 'GET' | 'POST', path: string, payload?: object) => {
    const answer = await app.inject({
      method,
      url: `/api/v1/${path}`,
      headers: { authorization: `Bearer ${secret}` },
      ...(payload && { payload }),
    });
    return { status: answer.statusCode, text: answer.body, body: answer.json<Body>() };
  };
};

test('an API key that may only read gets no secret of a product or network', async () => {
  const shelf = mine.shelves[0].product;
  const [{ conversionKey: key }] = (await parts.db.select().from(product).where(eq(product.id, shelf))) as [
    typeof product.$inferSelect,
  ];
  const reads = await callsOfKey({ settings: 'read', administration: 'write' });
  const writes = await callsOfKey({ settings: 'write' });
  const addresses = [`products/${shelf}/`, `products/${shelf}/installation/`];
  for (const address of addresses) {
    const answer = await reads('GET', address);
    expect([answer.status, answer.body['conversion_key'], answer.text.includes(key)]).toEqual([
      200,
      null,
      false,
    ]);
    expect((await writes('GET', address)).body['conversion_key']).toBe(key);
  }
  // Whatever else the key may read is unchanged.
  expect((await reads('GET', addresses[0]!)).body).toMatchObject({
    conversion_key_required: true,
    conversion_addresses: [],
  });
  expect((await reads('GET', addresses[1]!)).body['conversion_call']).toBeNull();
  expect((await writes('GET', addresses[1]!)).body['conversion_call']).toContain(key);
  // Products are made in the scope `administration`, which does not open their settings.
  expect(await reads('POST', 'products/', FORM)).toMatchObject({
    status: 201,
    body: { conversion_key: null },
  });

  const signature = `asps/${mine.shelves[0].asp}/signature_key/`;
  expect(await reads('GET', signature)).toMatchObject({
    status: 403,
    body: { code: 'key_scope_missing', values: { scope: 'settings', level: 'write' } },
  });
  expect((await writes('GET', signature)).body['signature_key']).toMatch(/^[\w-]{43}$/);
});

test('server conversions need the key, as header or parameter, and the key is stored nowhere', async () => {
  const { id, key } = await makeProduct();
  const other = await makeProduct();
  const sent = { product: id, xclid: clickAt(id, START) };
  expect(await cv(sent)).toEqual({ status: 401, code: 'conversion_key_missing', challenge: 'ConversionKey' });
  for (const wrong of [other.key, key.slice(1), `${key}0`, key.toUpperCase(), 'x'])
    expect(await cv({ ...sent, key: wrong })).toMatchObject({ status: 403, code: 'conversion_key_wrong' });
  expect(await cv({ ...sent, key: 'x\0' })).toMatchObject({ status: 400, code: 'control_character' });
  expect(collector.counts()['accepted_conversion'] ?? 0).toBe(0);
  expect((await cv({ ...sent, key })).status).toBe(200);
  expect((await cv(sent, { 'x-conversion-key': key })).status).toBe(200);
  expect((await cv({ ...sent, key: 'x' }, { 'x-conversion-key': key })).status).toBe(200);
  expect((await cv({ product: id, visitor: '9', key })).status).toBe(200);
  const body = await app.inject({
    method: 'POST',
    url: '/cv',
    headers: { 'content-type': 'application/json' },
    payload: { ...sent, key },
  });
  expect(body.statusCode).toBe(200);

  const folder = join(parts.settings.dataDir, 'journal');
  const journal = (
    await Promise.all((await readdir(folder)).map(name => readFile(join(folder, name), 'utf8')))
  ).join('');
  await collector.drain();
  const stored = await (
    await parts.columnar.query({ query: 'SELECT * FROM conversion', format: 'JSONEachRow' })
  ).text();
  expect(stored.split('\n').length).toBeGreaterThan(5);
  expect([journal, stored, JSON.stringify(lines)].filter(text => text.includes(key.slice(4)))).toEqual([]);
});

test('after a rotation the previous key works for seven days or until it is ended', async () => {
  parts.clock.set(START);
  const { id, key } = await makeProduct();
  const answers = async (used: string) => (await cv({ product: id, visitor: 7, key: used })).status;
  const rotated = await call('POST', `products/${id}/conversion_key/`);
  const next = String(rotated.body['conversion_key']);
  expect(rotated.body).toEqual({
    conversion_key: next,
    previous_conversion_key_until: new Date(START + 7 * DAY).toISOString(),
  });
  expect(next).not.toBe(key);
  expect(await call('POST', `products/${id}/conversion_key/`)).toMatchObject({
    status: 409,
    body: { code: 'previous_key_valid' },
  });
  parts.clock.set(START + 7 * DAY - 1);
  expect([await answers(key), await answers(next)]).toEqual([200, 200]);
  parts.clock.set(START + 7 * DAY);
  expect([await answers(key), await answers(next)]).toEqual([403, 200]);
  expect((await call('GET', `products/${id}/installation/`)).body).toMatchObject({
    conversion_key: next,
    previous_conversion_key_until: null,
  });

  const last = String((await call('POST', `products/${id}/conversion_key/`)).body['conversion_key']);
  expect([await answers(key), await answers(next), await answers(last)]).toEqual([403, 200, 200]);
  expect((await call('POST', `products/${id}/conversion_key/end_previous/`)).body).toEqual({
    conversion_key: last,
    previous_conversion_key_until: null,
  });
  expect([await answers(next), await answers(last)]).toEqual([403, 200]);
  const history = await call('GET', `changes/?entity=products&row_id=${id}`);
  expect(history.body.results.map(line => line['action'])).toEqual(['update', 'update', 'update', 'create']);
  expect(history.text).not.toContain('cvk_');
  parts.clock.set(START);
});

test('without a required key a click token is enough, a visitor is not, a wrong key is refused', async () => {
  const { id, key } = await makeProduct({ conversion_key_required: false });
  const xclid = clickAt(id, START);
  expect((await cv({ product: id, xclid })).status).toBe(200);
  expect(await cv({ product: id, visitor: '12345' })).toMatchObject({
    status: 401,
    code: 'visitor_needs_key',
  });
  expect(await cv({ product: id, visitor: '12345', xclid: `${xclid.slice(0, -1)}~` })).toMatchObject({
    status: 401,
    code: 'visitor_needs_key',
  });
  expect((await cv({ product: id, visitor: '12345', key })).status).toBe(200);
  expect(await cv({ product: id, xclid, key: 'wrong' })).toMatchObject({
    status: 403,
    code: 'conversion_key_wrong',
  });
});

test("only a product's allowed addresses may call, as the trusted proxy reports them", async () => {
  const { id, key } = await makeProduct({ conversion_addresses: ['203.0.113.0/24', '2001:db8::/32'] });
  const from = (address: string) => cv({ product: id, visitor: 7, key }, { 'x-forwarded-for': address });
  for (const address of [
    '203.0.113.255',
    '::ffff:203.0.113.1',
    '2001:db8:ffff::1',
    '198.51.100.1, 203.0.113.9',
  ])
    expect([address, (await from(address)).status]).toEqual([address, 200]);
  for (const address of ['203.0.114.0', '2001:db9::1', '203.0.113.9, 198.51.100.1', '::'])
    expect([address, await from(address)]).toMatchObject([
      address,
      { status: 403, code: 'caller_address_not_allowed' },
    ]);
  expect((await call('POST', 'products/', { ...FORM, conversion_addresses: ['010.1'] })).body.fields).toEqual(
    { 'conversion_addresses.0': ['format_ip'] },
  );
});

test('a click older than the tracking term at the conversion is refused', async () => {
  const { id, key } = await makeProduct();
  const term = 30 * DAY;
  const at = (click: number, more: object = {}) =>
    cv({ product: id, key, xclid: clickAt(id, click), ...more });
  expect((await at(START - term)).status).toBe(200);
  expect(await at(START - term - 1)).toMatchObject({ status: 400, code: 'click_too_old' });
  // The age of a conversion that is reported late is measured by its own time.
  expect((await at(START - term - DAY, { cv_time: START - DAY })).status).toBe(200);
  expect(await at(START - term - DAY - 1, { cv_time: START - DAY })).toMatchObject({
    status: 400,
    code: 'click_too_old',
  });
});
