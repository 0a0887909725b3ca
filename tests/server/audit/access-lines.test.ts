import { and, asc, eq, gt } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../../../server/app.ts';
import { API_KEY_SCOPES } from '../../../server/http/visibility.ts';
import { verifyChain } from '../../../server/records/audit-chain.ts';
import { recordChanges } from '../../../server/store/postgres/engine/audit-log.ts';
import { recordKeyUse } from '../../../server/store/postgres/accounts/api-keys.ts';
import { apiKey, change, signinFailure, user } from '../../../server/store/postgres/schema/index.ts';
import { makeTenant, one, PASSWORD, signIn, type Tenant } from '../../support/tenants.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

/** Lines of the audit log about sign-ins, downloads and uses of API keys. */

const START = Date.UTC(2026, 1, 27, 15, 0, 0);
const AGENT = 'Mozilla/5.0 (X11)';

let parts: TestParts;
let app: FastifyInstance;
let tenant: Tenant;
let last = 0;

beforeAll(async () => {
  parts = await createTestParts({ now: START });
  tenant = await makeTenant(parts.db, 'acme');
  app = await createApp({ parts, collector: null });
});
afterAll(async () => {
  await app.close();
  await parts.close();
});
const ids = () => parts.db.select({ id: change.id }).from(change).orderBy(asc(change.id));
beforeEach(async () => {
  await parts.db.delete(signinFailure);
  parts.clock.advance(2 * 3_600_000);
  last = (await ids()).at(-1)?.id ?? 0;
});

/** Lines since the beginning of the test. */
const lines = async () =>
  (
    await parts.db
      .select()
      .from(change)
      .where(and(eq(change.companyId, tenant.id), gt(change.id, last)))
      .orderBy(asc(change.id))
  ).map(({ action, entity, rowId, userId, apiKeyId, ipAddress, userAgent, before, after }) => ({
    action,
    entity,
    rowId,
    userId,
    apiKeyId,
    ipAddress,
    userAgent,
    before,
    after,
  }));
const line = (over: object) => ({
  entity: 'users',
  rowId: tenant.users.admin,
  userId: null,
  apiKeyId: null,
  ipAddress: '198.51.100.9',
  userAgent: AGENT,
  before: null,
  ...over,
});

const post = (path: string, payload: object, remoteAddress = '198.51.100.9') =>
  app.inject({
    method: 'POST',
    url: `/api/v1/auth/${path}/`,
    payload,
    remoteAddress,
    headers: { 'user-agent': AGENT },
  });
const form = (over: object = {}) => ({
  company_id: 'acme',
  email: 'admin@acme.example',
  password: PASSWORD,
  auto_login: true,
  ...over,
});

describe('the audit log', () => {
  it('has a line for a sign-in and a sign-out, with address and user agent', async () => {
    const tokens = (await post('signin', form())).json<{ refresh: string }>();
    await post('signout', { refresh: tokens.refresh }, '198.51.100.10');
    // The session has ended: nothing happens a second time.
    await post('signout', { refresh: tokens.refresh });
    const userId = tenant.users.admin;
    expect(await lines()).toEqual([
      line({ action: 'sign_in', userId, after: { method: 'password' } }),
      line({ action: 'sign_out', userId, ipAddress: '198.51.100.10', after: { reason: 'signed_out' } }),
    ]);
  });

  it('says why a sign-in of an existing user was refused, and names nobody as its author', async () => {
    await post('signin', form({ password: 'wrong' }));
    await parts.db.update(user).set({ status: false }).where(eq(user.id, tenant.users.admin));
    await post('signin', form());
    await parts.db.update(user).set({ status: true }).where(eq(user.id, tenant.users.admin));
    expect(await lines()).toEqual([
      line({ action: 'sign_in_refused', after: { reason: 'password' } }),
      line({ action: 'sign_in_refused', after: { reason: 'inactive' } }),
    ]);
  });

  it('has nothing about users who do not exist', async () => {
    await post('signin', form({ email: 'nobody@acme.example' }));
    await post('signin', form({ company_id: 'nobody' }));
    expect(await lines()).toEqual([]);
  });

  it('has few lines about a flood of sign-ins, which state the number of all attempts', async () => {
    const attempts = 400;
    for (let attempt = 0; attempt < attempts; attempt++)
      await post('signin', form({ password: 'wrong' }), `10.0.${attempt >> 6}.${attempt & 63}`);
    parts.clock.advance(600_000);
    await post('signin', form({ password: 'wrong' }));
    const found = await lines();
    // Five without a delay, then one at a time: the clock stands.
    expect(found).toHaveLength(6);
    const unchecked = found.map(({ after }) => Number(after['unchecked'] ?? 0));
    expect(unchecked).toEqual([0, 0, 0, 0, 0, attempts - 5]);
  });

  it('has the attempts that were refused unchecked when their user, or anybody later, signs in', async () => {
    for (let attempt = 0; attempt < 8; attempt++)
      await post('signin', form({ password: 'wrong' }), `10.1.0.${attempt}`);
    parts.clock.advance(600_000);
    await post('signin', form());
    expect((await lines()).slice(5)).toEqual([
      line({ action: 'sign_in', userId: tenant.users.admin, after: { method: 'password' } }),
      line({
        action: 'sign_in_refused',
        ipAddress: '',
        userAgent: '',
        after: { reason: 'throttled', unchecked: 3 },
      }),
    ]);
    for (let attempt = 0; attempt < 9; attempt++)
      await post('signin', form({ password: 'wrong' }), `10.2.0.${attempt}`);
    parts.clock.advance(2 * 3_600_000);
    await post('signin', form({ email: 'user@acme.example' }));
    expect((await lines()).slice(-1)[0]?.after).toEqual({ reason: 'throttled', unchecked: 4 });
  });

  it('has a line for a token that was sent a second time, and one only', async () => {
    const tokens = (await post('signin', form())).json<{ refresh: string }>();
    await post('refresh', { refresh: tokens.refresh });
    for (let time = 0; time < 3; time++) await post('refresh', { refresh: tokens.refresh });
    expect((await lines()).slice(1)).toEqual([
      line({ action: 'sign_out', userId: tenant.users.admin, after: { reason: 'token_reused' } }),
    ]);
  });

  it('has a line for each download: which list, which conditions, how many rows', async () => {
    const { access } = await signIn(app, tenant, 'admin');
    const answer = await app.inject({
      url: '/api/v1/users/download/csv/?user_name__contains=admin&locale=en',
      headers: { authorization: `Bearer ${access}`, 'user-agent': AGENT },
      remoteAddress: '198.51.100.9',
    });
    expect(answer.statusCode).toBe(200);
    const found = (await lines()).find(({ action }) => action === 'download');
    const listed = await app.inject({
      url: '/api/v1/openapi.json',
    });
    // The row of a file is none.
    expect(listed.json()).toMatchObject({
      components: { schemas: { Change: { properties: { row_id: { minimum: 0 } } } } },
    });
    expect(found).toMatchObject({
      entity: 'files',
      rowId: 0,
      userId: tenant.users.admin,
      ipAddress: '198.51.100.9',
      after: {
        file: 'users',
        format: 'csv',
        rows: Number(answer.headers['x-row-count']),
        conditions: { user_name__contains: 'admin', locale: 'en' },
      },
    });
  });

  it('has saved views and report deliveries without the values of a visitor that they filter by', async () => {
    const { access } = await signIn(app, tenant, 'admin');
    const write = async (method: 'POST' | 'PUT', path: string, payload: object) => {
      const answer = await app.inject({
        method,
        url: `/api/v1/${path}/`,
        headers: { authorization: `Bearer ${access}` },
        payload,
      });
      expect([path, answer.statusCode, answer.json()]).toEqual([
        path,
        method === 'POST' ? 201 : 200,
        expect.anything(),
      ]);
      return answer.json<{ id: number; updated_at: string; address: string }>();
    };
    const address = (visitor: string) => `f=visitor_id%3D${visitor}%26device%3Dmobile`;
    const view = { screen: 'log_access', name: 'One visitor', address: address('13201320') };
    const { id, updated_at } = await write('POST', 'saved_views', view);
    const changed = await write('PUT', `saved_views/${id}`, {
      ...view,
      address: address('13211321'),
      updated_at,
    });
    expect(changed.address, 'the view itself keeps its conditions').toBe(address('13211321'));
    const where = 'where=args%3DHN-001197';
    await write('POST', 'report_deliveries', {
      product_id: tenant.shelves[0].product,
      name: 'One order',
      analyze_page: 'attribution',
      query: `axis=6&${where}`,
      address: `/analyze/attribution?axis=network&${where}`,
      recipients: ['a@shop.example'],
    });
    const masked = { address: `f=visitor_id%3D********%26device%3Dmobile` };
    expect((await lines()).filter(({ entity }) => entity !== 'users')).toMatchObject([
      { entity: 'savedViews', action: 'create', after: masked },
      { entity: 'savedViews', action: 'update', before: masked, after: masked },
      {
        entity: 'reportDeliveries',
        after: {
          query: 'axis=6&where=args%3D********',
          address: '/analyze/attribution?axis=network&where=args%3D********',
        },
      },
    ]);
  });

  it('has a line for the first use of an API key in a day from an address', async () => {
    const { access } = await signIn(app, tenant, 'admin');
    const made = await app.inject({
      method: 'POST',
      url: '/api/v1/api_keys/',
      headers: { authorization: `Bearer ${access}` },
      payload: { name: 'Nightly', scopes: Object.fromEntries(API_KEY_SCOPES.map(scope => [scope, 'read'])) },
    });
    const { id, secret } = made.json<{ id: number; secret: string }>();
    const use = async (remoteAddress: string) =>
      (
        await app.inject({
          url: '/api/v1/products/',
          remoteAddress,
          headers: { authorization: `Bearer ${secret}` },
        })
      ).statusCode;
    const uses = async () =>
      (await lines())
        .filter(({ action }) => action === 'key_use')
        .map(({ rowId, apiKeyId, ipAddress, after }) => [rowId, apiKeyId, ipAddress, after['day']]);
    for (const address of ['192.0.2.1', '192.0.2.1', '192.0.2.2', '192.0.2.1'])
      expect(await use(address)).toBe(200);
    const day = new Date(parts.clock.now() + 9 * 3_600_000).toISOString().slice(0, 10);
    expect(await uses()).toEqual([
      [id, id, '192.0.2.1', day],
      [id, id, '192.0.2.2', day],
    ]);
    // Another process on the same database, which has seen no use yet.
    const other = await createApp({ parts, collector: null });
    await other.inject({
      url: '/api/v1/products/',
      remoteAddress: '192.0.2.2',
      headers: { authorization: `Bearer ${secret}` },
    });
    await other.close();
    expect(await uses()).toHaveLength(2);
    parts.clock.advance(24 * 3_600_000);
    expect(await use('192.0.2.2')).toBe(200);
    expect(await uses()).toHaveLength(3);
  });

  it('has at most a hundred such lines of a key in a day', async () => {
    const key = { ...one(await parts.db.select().from(apiKey)), userId: tenant.users.admin };
    const at = new Date(parts.clock.now());
    const author = { companyId: key.companyId, userId: key.userId, ip: '192.0.2.9', userAgent: 'curl', at };
    const use = { rowId: key.id, action: 'key_use', before: null, after: { day: '2026-03-01' } } as const;
    await recordChanges(
      parts.db,
      author,
      'apiKeys',
      Array.from({ length: 99 }, () => use),
    );
    for (const address of ['198.51.100.1', '198.51.100.2'])
      await recordKeyUse(parts.db, key, { address, userAgent: 'curl', at, dayBegan: at });
    expect(await lines()).toHaveLength(100);
  });

  it('covers these lines by its chain, with the user agent', async () => {
    const faults: unknown[] = [];
    const head = await verifyChain(parts.db, tenant.id, [], fault => faults.push(fault));
    expect(faults).toEqual([]);
    expect(head.position).toBe((await ids()).length);
    expect(one(await parts.db.select().from(change).where(eq(change.chainPosition, 1))).action).toBe(
      'sign_in',
    );
  });
});
