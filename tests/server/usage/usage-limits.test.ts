import { print, type DocumentNode } from 'graphql';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as documents from '../../../graphql/generated/graphql.ts';
import { createApp } from '../../../server/app.ts';
import { API_KEY_SCOPES } from '../../../server/http/visibility.ts';
import { readSettings } from '../../../server/platform/settings.ts';
import { usageCount } from '../../../server/store/postgres/schema/index.ts';
import { openRequestCounts } from '../../../server/usage/request-counts.ts';
import { COMPANY_SHARE, spendUsage } from '../../../server/usage/usage-limits.ts';
import { makeTenant, signIn, type Tenant } from '../../support/tenants.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

/** Limits of users and companies by the hour and by the minute, and the operations that the gateway runs. */

const START = Date.UTC(2026, 1, 28, 15, 20, 0);
const DOWNLOADS = 3;
const REQUESTS = 40;

let parts: TestParts;
let app: FastifyInstance;
let tenant: Tenant;
let other: Tenant;
let admin: string;
let user: string;

beforeAll(async () => {
  parts = await createTestParts({
    now: START,
    settings: {
      usageLimits: { downloads: DOWNLOADS, imports: 1, event_reports: 2 },
      requestsPerMinute: REQUESTS,
      graphqlOperations: 'console',
    },
  });
  tenant = await makeTenant(parts.db, 'acme');
  other = await makeTenant(parts.db, 'other');
});
afterAll(() => parts.close());
beforeEach(async () => {
  await parts.db.delete(usageCount);
  parts.clock.set(START);
  // The counts by the minute belong to the app.
  app = await createApp({ parts, collector: null });
  admin = (await signIn(app, tenant, 'admin')).access;
  user = (await signIn(app, tenant, 'user')).access;
  return async () => app.close();
});

const download = async (access: string, on = app) => {
  const { statusCode, headers, body } = await on.inject({
    url: '/api/v1/ad_categories/download/csv/',
    headers: { authorization: `Bearer ${access}` },
  });
  return {
    status: statusCode,
    limits: ['limit', 'remaining', 'reset'].map(name => Number(headers[`ratelimit-${name}`])),
    retryAfter: headers['retry-after'],
    code: statusCode === 200 ? null : (JSON.parse(body) as { code: string }).code,
  };
};

describe('a limit by the hour', () => {
  it('does not count uses of a later hour, which are of a clock that was ahead', async () => {
    parts.clock.set(START + 3 * 3_600_000);
    const { access: later } = await signIn(app, tenant, 'admin');
    for (let n = 0; n < DOWNLOADS; n += 1) await download(later);
    expect((await download(later)).status).toBe(429);
    parts.clock.set(START);
    expect(await download(admin)).toMatchObject({ status: 200, limits: [DOWNLOADS, DOWNLOADS - 1, 2400] });
  });

  it('is stated in headers, refuses what exceeds it until the hour ends, and holds over all processes', async () => {
    const process2 = await createApp({ parts, collector: null });
    const answers = [await download(admin), await download(admin, process2), await download(admin)];
    expect(answers.map(({ status, limits }) => [status, ...limits])).toEqual([
      [200, DOWNLOADS, 2, 2400],
      [200, DOWNLOADS, 1, 2400],
      [200, DOWNLOADS, 0, 2400],
    ]);
    for (const process of [app, process2])
      expect(await download(admin, process)).toMatchObject({
        status: 429,
        code: 'usage_exceeded',
        retryAfter: '2400',
      });
    expect((await download(user)).status, 'another user').toBe(200);
    parts.clock.advance(2_400_000 - 1);
    // The access token has expired meanwhile.
    const later = (await signIn(app, tenant, 'admin')).access;
    expect((await download(later)).status).toBe(429);
    parts.clock.advance(1);
    expect((await download(later)).status).toBe(200);
    await process2.close();
  });

  it('counts concurrent uses one by one', async () => {
    const caller = { companyId: tenant.id, userId: tenant.users.admin };
    const uses = await Promise.allSettled(
      Array.from({ length: 20 }, () => spendUsage(parts, caller, 'downloads')),
    );
    expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(DOWNLOADS);
  });

  it('of a company holds for its users together, and for no other company', async () => {
    const use = (userId: number, companyId = tenant.id) =>
      spendUsage(parts, { companyId, userId }, 'imports');
    for (let one = 0; one < COMPANY_SHARE; one++) await use(1000 + one);
    await expect(use(2000)).rejects.toMatchObject({
      code: 'company_usage_exceeded',
      values: { most: COMPANY_SHARE, seconds: 2400 },
    });
    await expect(use(3000, other.id)).resolves.toMatchObject({ remaining: 0 });
    // Another kind has counts of its own.
    await expect(
      spendUsage(parts, { companyId: tenant.id, userId: 2000 }, 'downloads'),
    ).resolves.toMatchObject({ limit: DOWNLOADS });
  });

  it('of an API key is not that of its administrator', async () => {
    const administrator = { companyId: tenant.id, userId: tenant.users.admin };
    const key = { id: 7, scopes: {} as never, isLimitedToProducts: false };
    await spendUsage(parts, administrator, 'imports');
    await expect(spendUsage(parts, { ...administrator, key }, 'imports')).resolves.toMatchObject({
      remaining: 0,
    });
    await expect(spendUsage(parts, administrator, 'imports')).rejects.toMatchObject({
      code: 'usage_exceeded',
    });
  });

  it('of reports covers those that read the events', async () => {
    const product = tenant.shelves[0].product;
    const read = async () =>
      (
        await app.inject({
          url: `/api/v1/analyses/ad_summaries/?product_id=${product}&from=2026-02-01&to=2026-02-28`,
          headers: { authorization: `Bearer ${admin}` },
        })
      ).json<{ code?: string }>().code;
    const codes = [await read(), await read(), await read()];
    expect(codes).toEqual([undefined, undefined, 'usage_exceeded']);
  });
});

it('a user sends a number of requests a minute, which headers state', async () => {
  const send = () => app.inject({ url: '/api/v1/users/me/', headers: { authorization: `Bearer ${user}` } });
  const first = await send();
  expect([first.headers['ratelimit-limit'], first.headers['ratelimit-remaining']]).toEqual([
    String(REQUESTS),
    String(REQUESTS - 1),
  ]);
  for (let sent = 1; sent < REQUESTS; sent++) expect((await send()).statusCode).toBe(200);
  const refused = await send();
  expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([429, 'too_many_requests']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  const others = await app.inject({
    url: '/api/v1/users/me/',
    headers: { authorization: `Bearer ${admin}` },
  });
  expect(others.statusCode).toBe(200);
});

/** Counts of a process that learns soon what others have counted. */
const openQuickCounts = () => openRequestCounts(parts, true, 200);

const storedRequests = () => parts.db.$count(usageCount, eq(usageCount.kind, 'requests'));

it('requests a minute are counted for all processes that share the stores', async () => {
  const [first, second] = [openQuickCounts(), openQuickCounts()];
  for (let sent = 0; sent < 10; sent++) first.count('user:1');
  for (let sent = 0; sent < 5; sent++) second.count('user:1');
  second.count('user:2');
  // Each learns what the other one has counted when it stores its own.
  await expect.poll(storedRequests).toBe(2);
  await expect.poll(() => first.count('user:1').calls, { interval: 500 }).toBeGreaterThan(15);
  const seen = first.count('user:1').calls;
  await expect.poll(() => second.count('user:1').calls, { interval: 500 }).toBeGreaterThan(seen);
  expect(second.count('user:2').calls).toBe(2);
  parts.clock.advance(60_000);
  expect(first.count('user:1')).toEqual({ calls: 1, leftMs: 60_000 });
  await Promise.all([first.close(), second.close()]);
  expect(await storedRequests()).toBe(2);
});

it('requests of a later minute do not count after the clock was set back', async () => {
  const counts = openQuickCounts();
  counts.count('user:1');
  await expect.poll(storedRequests).toBe(1);
  parts.clock.advance(-3_600_000);
  counts.count('user:1');
  const stored = () => parts.db.select().from(usageCount).where(eq(usageCount.kind, 'requests'));
  await expect
    .poll(async () => (await stored()).map(({ used, windowStart }) => [used, windowStart.getTime()]))
    .toEqual([[1, START - 3_600_000]]);
  await counts.close();
});

it('requests of a single program are not stored', async () => {
  const counts = openRequestCounts(parts, false);
  counts.count('user:1');
  await counts.close();
  expect([counts.count('user:1').calls, await storedRequests()]).toEqual([2, 0]);
});

describe('the gateway in production', () => {
  const ask = async (query: string, bearer: string) => {
    const answer = await app.inject({
      method: 'POST',
      url: '/graphql',
      payload: { query },
      headers: { authorization: `Bearer ${bearer}` },
    });
    return answer.json<{ data?: unknown; errors?: { extensions: { code: string } }[] }>();
  };
  const codeOf = (answer: Awaited<ReturnType<typeof ask>>) => answer.errors?.[0]?.extensions.code;

  it('runs every operation of the console, as its typed documents write it', async () => {
    const all = Object.entries(documents).filter(([name]) => name.endsWith('Document'));
    expect(all.length).toBeGreaterThan(150);
    const refused: string[] = [];
    for (const [name, document] of all) {
      // Without variables most fail later, and none because the operation is not known.
      if (codeOf(await ask(print(document as DocumentNode), 'none')) === 'OPERATION_NOT_ALLOWED')
        refused.push(name);
    }
    expect(refused).toEqual([]);
  }, 60_000);

  it('runs no other operation for a user or for anybody, and any for an API key', async () => {
    const query = '{ me { id } permissions: myPermissions { base } }';
    for (const bearer of [admin, 'none', `tp_${'a'.repeat(49)}`])
      expect(codeOf(await ask(query, bearer))).toBe('OPERATION_NOT_ALLOWED');
    const made = await app.inject({
      method: 'POST',
      url: '/api/v1/api_keys/',
      headers: { authorization: `Bearer ${admin}` },
      payload: {
        name: `Key ${Date.now()}`,
        scopes: Object.fromEntries(API_KEY_SCOPES.map(scope => [scope, 'read'])),
      },
    });
    const { secret } = made.json<{ secret: string }>();
    const answer = await ask('query Mine { some: products { count } }', secret);
    expect(answer).toMatchObject({ data: { some: { count: expect.any(Number) } } });
  });

  it('is a matter of the settings', () => {
    const operations = (environment: Record<string, string>) => readSettings(environment).graphqlOperations;
    expect(operations({})).toBe('any');
    expect(operations({ NODE_ENV: 'production' })).toBe('console');
    expect(operations({ HOST: '0.0.0.0' }), 'others can reach it').toBe('console');
    expect(operations({ NODE_ENV: 'production', GRAPHQL_INTROSPECTION: '1' })).toBe('any');
    expect(operations({ NODE_ENV: 'production', GRAPHQL_OPERATIONS: 'any' })).toBe('any');
    expect(operations({ GRAPHQL_OPERATIONS: 'console' })).toBe('console');
  });
});
