import { oneSlice } from '../../../server/slices/slices.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../../server/app.ts';
import { BROWSER_REPORTS_PER_MINUTE } from '../../../server/error-reports/routes.ts';
import { REPORT_LIMITS } from '../../../server/error-reports/reports.ts';
import type { ProductDependencies } from '../../../server/dependencies.ts';
import { addErrorReport, listErrorReports } from '../../../server/store/postgres/operations/error-reports.ts';
import { makeTenant, signIn, type Body, type Tenant } from '../../support/tenants.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

let parts: TestParts;
let app: FastifyInstance;
let mine: Tenant;
let rival: Tenant;
const tokens: Record<string, string> = {};

const SECRET = '山田太郎 taro@shop.example';
beforeAll(async () => {
  parts = await createTestParts({ now: Date.UTC(2026, 1, 28, 15) });
  [mine, rival] = [await makeTenant(parts.db, 'acme'), await makeTenant(parts.db, 'rival')];
  // A columnar store whose calls all fail.
  const fail = async () => {
    throw new TypeError(`cannot read "${SECRET}" of undefined`);
  };
  const columnar = new Proxy(parts.columnar, {
    get: (store, name) => (name === 'close' ? store.close.bind(store) : fail),
  }) as ProductDependencies['columnar'];
  app = await createApp({ parts: { ...parts, slices: oneSlice(columnar) }, collector: null });
  for (const who of ['admin', 'user', 'agency'] as const) tokens[who] = (await signIn(app, mine, who)).access;
  tokens['rival'] = (await signIn(app, rival, 'admin')).access;
});
afterAll(async () => {
  await app.close();
  await parts.close();
});

const call = async (who: string, method: 'GET' | 'POST', path: string, payload?: object) => {
  const answer = await app.inject({
    method,
    url: `/api/v1/${path}`,
    headers: { authorization: `Bearer ${tokens[who] ?? ''}`, 'x-request-id': `r-${who}` },
    ...(payload && { payload }),
  });
  return { status: answer.statusCode, body: answer.json<Body>() };
};
const reportsOf = async (who: string) => (await call(who, 'GET', 'error_reports/')).body.results;
const report = {
  place: '/ad/setting/12?name=x',
  code: 'unknown',
  message: `x is not a function for ${SECRET}`,
  request_id: 'r-7',
  http_status: 502,
};

describe('error reports', () => {
  it('of browsers are stored without personal data, for administrators of the own company', async () => {
    expect((await call('agency', 'POST', 'error_reports/', report)).status).toBe(201);
    expect(await reportsOf('admin')).toMatchObject([
      {
        origin: 'browser',
        place: '/ad/setting/{id}',
        code: 'unknown',
        message: 'x is not a function for … …',
        request_id: 'r-7',
        http_status: 502,
        occurred_at: '2026-02-28T15:00:00.000Z',
      },
    ]);
    expect(await reportsOf('rival')).toEqual([]);
    expect([
      (await call('user', 'GET', 'error_reports/')).status,
      (await call('agency', 'GET', 'error_reports/')).status,
    ]).toEqual([403, 403]);
  });

  it('of the server are stored for the company of the failed request, with its request id', async () => {
    const failed = await call(
      'rival',
      'GET',
      `analyses/effects/?product_id=${rival.shelves[0].product}&from=2026-02-01&to=2026-02-02`,
    );
    expect(failed.status).toBe(500);
    await expect
      .poll(() => reportsOf('rival'))
      .toMatchObject([
        {
          origin: 'server',
          place: 'GET /api/v1/analyses/effects/',
          code: 'unexpected',
          http_status: 500,
          request_id: 'r-rival',
          message: 'TypeError: cannot read … of undefined',
        },
      ]);
    expect(JSON.stringify(await reportsOf('rival'))).not.toContain('taro');
    // A refused request is not reported.
    await call('rival', 'GET', 'analyses/effects/?product_id=x');
    expect(await reportsOf('rival')).toHaveLength(1);
  });

  it('are limited for each user by minute and for each company by number', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < BROWSER_REPORTS_PER_MINUTE + 3; n += 1)
      statuses.push((await call('user', 'POST', 'error_reports/', report)).status);
    expect([
      statuses.filter(status => status === 201).length,
      statuses.filter(status => status === 429).length,
    ]).toEqual([BROWSER_REPORTS_PER_MINUTE, 3]);
    const of = async (origin: 'browser' | 'server') =>
      (await listErrorReports(parts.db, mine.id)).filter(found => found.origin === origin);
    const one = {
      companyId: mine.id,
      origin: 'browser',
      place: '/',
      code: 'unknown',
      message: 'last',
      occurredAt: new Date(Date.UTC(2026, 2, 1)),
    } as const;
    await addErrorReport(parts.db, { ...one, origin: 'server' }, 3);
    await addErrorReport(parts.db, one, 3);
    expect([
      (await of('browser')).length,
      (await of('browser'))[0]?.message,
      (await of('server')).length,
      (await listErrorReports(parts.db, rival.id)).length,
    ]).toEqual([3, 'last', 1, 1]);
    expect(REPORT_LIMITS.keptPerOrigin).toBe(500);
  });

  it.each([
    { ...report, place: 'x' },
    { ...report, message: 'x'.repeat(501) },
    { ...report, code: 'DROP' },
    { ...report, http_status: 1000 },
    { ...report, request_id: 'a b' },
    { ...report, user: 1 },
    {},
  ])('with the form %o are refused', async form =>
    expect((await call('admin', 'POST', 'error_reports/', form)).status).toBe(400),
  );
});
