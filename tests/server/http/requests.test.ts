import { connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../../server/app.ts';
import { bodyOf, Failure, failures, faults } from '../../../server/http/failures.ts';
import { failureOf } from '../../../server/http/error-handler.ts';
import { collectionStatusOf } from '../../../server/health/collection-status.ts';
import type { LoaderStatus } from '../../../server/collector/loader.ts';
import { mayReadMetrics } from '../../../server/health/routes.ts';
import { loaderState } from '../../../server/health/readiness.ts';
import { StoreUnavailable } from '../../../server/store/unavailable.ts';
import { createLogSink, type LogSink } from '../../support/log-sink.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';
import { requesterOf, makeTenant, signIn, type Body, type Tenant } from '../../support/tenants.ts';

let sink: LogSink;
let parts: TestParts;
let app: FastifyInstance;
let tenant: Tenant;
let access: string;

beforeAll(async () => {
  sink = createLogSink();
  parts = await createTestParts({ log: sink.log });
  tenant = await makeTenant(parts.db, 'acme');
  app = await createApp({ parts, collector: null });
  access = (await signIn(app, tenant, 'admin')).access;
});
afterAll(async () => {
  await app.close();
  await parts.close();
});

const get = (url: string) => requesterOf(app, access)(url);
const post = async (
  url: string,
  payload: string | Buffer,
  headers: Record<string, string> = { 'content-type': 'application/json' },
) => {
  const answer = await app.inject({ method: 'POST', url: `/api/v1/${url}`, payload, headers });
  return { status: answer.statusCode, body: answer.json<Body>() };
};

it('a start of the app allows each plugin five minutes, as machines can be overloaded', () => {
  expect(app.initialConfig.pluginTimeout).toBe(300_000);
});

describe('an invalid request', () => {
  const NUL = '\0';
  it.each<[string, string, number, string, Record<string, string[]>?]>([
    ['malformed JSON', '{"company_id": ', 400, 'malformed'],
    ['an empty body', '', 400, 'malformed'],
    ['a body that is not an object', '[]', 400, 'invalid', { body: ['type'] }],
    ['a body of null', 'null', 400, 'invalid', { body: ['type'] }],
    [
      'no field',
      '{}',
      400,
      'invalid',
      { company_id: ['required'], email: ['required'], password: ['required'] },
    ],
    [
      'empty texts',
      '{"company_id":"","email":"","password":""}',
      400,
      'invalid',
      { company_id: ['required'], email: ['required'], password: ['required'] },
    ],
    [
      'wrong types',
      '{"company_id":1,"email":{},"password":[],"auto_login":"yes"}',
      400,
      'invalid',
      { company_id: ['type'], email: ['type'], password: ['type'], auto_login: ['type'] },
    ],
    [
      'unknown fields',
      '{"company_id":"a","email":"b","password":"c","admin":true}',
      400,
      'invalid',
      { admin: ['unknown_field'] },
    ],
    [
      'too long texts',
      JSON.stringify({ company_id: 'é'.repeat(101), email: 'b', password: 'c'.repeat(257) }),
      400,
      'invalid',
      { company_id: ['too_long'], password: ['too_long'] },
    ],
    [
      'NUL',
      JSON.stringify({ company_id: `a${NUL}`, email: 'b', password: 'c' }),
      400,
      'invalid',
      { company_id: ['text'] },
    ],
    [
      'a lone surrogate',
      '{"company_id":"a","email":"\\ud800","password":"c"}',
      400,
      'invalid',
      { email: ['text'] },
    ],
    ['a key with NUL', '{"a\\u0000":1}', 400, 'invalid', { 'a\uFFFD': ['text'] }],
    ['a prototype', '{"__proto__":{"x":1}}', 400, 'malformed'],
    ['a body that is too large', JSON.stringify({ company_id: 'x'.repeat(300_000) }), 413, 'too_large'],
    [
      'deep nesting',
      `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`,
      400,
      'invalid',
      { [Array.from({ length: 33 }, () => 'a').join('.')]: ['text'] },
    ],
  ])('with %s has a clear failure', async (_what, payload, status, code, fields) => {
    const answer = await post('auth/signin/', payload);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(answer.body._message).toEqual([expect.stringMatching(/\w/)]);
    expect(answer.body.fields ?? {}).toEqual(fields ?? {});
  });

  it('names the limit of a field, and lists its fault under the field too', async () => {
    const { body } = await post('auth/signin/', JSON.stringify({ company_id: 'é'.repeat(101), email: 'b' }));
    expect(body).toEqual({
      code: 'invalid',
      _message: ['Some fields are not valid.'],
      fields: { company_id: ['too_long'], password: ['required'] },
      limits: { company_id: { max: 100 } },
      company_id: ['The maximum length is 100 characters.'],
      password: ['Required.'],
    });
  });

  it('of another media type is 415, at an unknown address 404 for any method', async () => {
    expect(
      await post('auth/signin/', 'a=1', { 'content-type': 'application/x-www-form-urlencoded' }),
    ).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } });
    expect(await post('auth/signin/', '<a/>', { 'content-type': 'text/xml' })).toMatchObject({ status: 415 });
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS'] as const) {
      const answer = await app.inject({ method, url: '/api/v1/nothing/here/' });
      expect([method, answer.statusCode, answer.json<Body>().code]).toEqual([method, 404, 'not_found']);
    }
  });

  it.each([
    ['products/abc/', 400],
    ['products/1.5/', 400],
    ['products/-1/', 400],
    ['products/0/', 400],
    ['products/99999999999999999999/', 400],
    ['products/1%00/', 400],
    ['products/%/', 400],
    ['products/%ff/', 400],
    ['products/2000000000/', 404],
    [`products/${'9'.repeat(2000)}/`, 404],
    ['products/../products/', 200],
    ["products/1'--/", 400],
    ['products/?page=0', 400],
    ['products/?page=-1', 400],
    ['products/?page=2147483647&page_size=9999', 200],
    ['products/?page=99999999999999999999', 400],
    ['products/?page_size=10000', 400],
    ['products/?page=1e3', 200],
    ['products/?page=NaN', 400],
    ['products/?page=1&page=2', 400],
    ['products/?page=', 400],
    ['products/?page[]=1', 400],
    ['products/?page=1&pageNo=1', 400],
    ['products/?ordering=name&sortName=name', 400],
    ['products/?ordering=password', 400],
    ['products/?ordering=name;drop table users', 400],
    ['products/?sortName=name&sortAsc=maybe', 400],
    ['products/?nothing=1', 400],
    ['products/?name__like=1', 400],
    ['products/?name__gt=1', 400],
    ['products/?__proto__=1', 400],
    ['products/?constructor=1', 400],
    ['products/?id__in=', 400],
    ['products/?id=9007199254740993', 400],
    ['products/?id=3000000000', 200],
    ['products/?id=abc', 400],
    ['products/?status=2', 400],
    ['products/?name=%00', 400],
    ['products/?name=%ED%A0%80', 200],
    [`products/?name=${'x'.repeat(1001)}`, 400],
    [`products/?name=${'x'.repeat(10_000)}`, 400],
    [`products/?${'x'.repeat(10_000)}=1`, 400],
    [`products/?id__in=${Array.from({ length: 1001 }, (_, n) => n).join(',')}`, 400],
    ["products/?name=' or 1=1 --", 200],
    ["products/?name__contains=%' or '1'='1", 200],
    ['products/?name__endswith=\\', 200],
    ['products/?created_at=yesterday', 400],
    ['products/?created_at=2026-02-30', 400],
    ['products/?created_at=0000-00-00', 400],
    ['products/?created_at__before=9999-12-31', 200],
    ['products/?created_at__after=0001-01-01', 200],
    ['products/?created_at__before=0000-01-01', 400],
    ['products/?created_at=9999-12-31T23:59:59.999Z', 200],
    ['ads/?period_from__after=9999-12-31', 200],
    ['ads/?period_from__in=0001-01-01,9999-12-31', 200],
    ['products/?created_at__before=99999-01-01', 400],
    ['products/?created_at=', 400],
    ['ads/?click_cost=1e400', 400],
    ['ads/?click_cost__gt=1e300', 200],
    ['ads/?click_cost=12.5', 200],
    ['ads/?period_from=2026-01-31', 200],
    ['ads/?lpo_entries=1', 400],
    ['ads/?period_from__before=9999-12-31', 200],
  ])('to %s is answered %i, never 5xx', async (path, status) => {
    const answer = await get(path.replaceAll(' ', '%20'));
    const isInvalid = answer.body.code === 'invalid';
    expect([answer.status, typeof answer.body.code, Object.keys(answer.body.fields ?? {}).length]).toEqual([
      status,
      status === 200 ? 'undefined' : 'string',
      isInvalid ? 1 : 0,
    ]);
  });

  it('that never ends is aborted after a minute for its head and five for its body', () => {
    expect([app.server.headersTimeout, app.server.requestTimeout]).toEqual([60_000, 300_000]);
  });

  it('over a bare socket is answered with the same failure body', async () => {
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as { port: number };
    const ask = (text: string) =>
      new Promise<string>((resolve, reject) => {
        let answer = '';
        const socket = connect(port, '127.0.0.1', () => socket.write(text));
        socket
          .on('data', data => {
            answer += data.toString();
          })
          .on('end', () => resolve(answer))
          .on('error', reject);
      });
    expect(await ask('NOT HTTP\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":"malformed"/);
    expect(await ask(`GET /api/v1/products/?name=${'x'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 431 [\s\S]*"code":"address_too_long"/,
    );
    expect(await ask('GET /api/v1/%/ HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')).toMatch(
      /^HTTP\/1\.1 400 [\s\S]*"code":"malformed"/,
    );
  });
});

describe('an API answer', () => {
  it('is the same with and without a trailing slash', async () => {
    expect((await get('products/')).body).toEqual((await get('products')).body);
    expect((await get(`products/${tenant.shelves[0].product}`)).status).toBe(200);
  });

  it("has a request id, the caller's if valid, and must not be cached", async () => {
    const { headers } = await app.inject({
      url: '/api/v1/products/',
      headers: { authorization: `Bearer ${access}` },
    });
    expect(headers).toMatchObject({
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
    });
    // Failures before the API's own handlers must not be cached either.
    for (const url of ['/api/v1/products/', '/api/v1/nothing/', '/nothing', '/api/v1/%/']) {
      expect((await app.inject(url)).headers, url).toMatchObject({ 'cache-control': 'no-store' });
    }
    expect((await app.inject('/graphql?query=%7B__typename%7D')).headers).toMatchObject({
      'cache-control': 'no-store',
    });
    expect(
      (await app.inject({ url: '/healthz', headers: { 'x-request-id': 'mine-1' } })).headers['x-request-id'],
    ).toBe('mine-1');
    expect(
      (await app.inject({ url: '/healthz', headers: { 'x-request-id': '<script>' } })).headers[
        'x-request-id'
      ],
    ).not.toBe('<script>');
  });

  it('reports liveness at /healthz and the state of each part at /readyz', async () => {
    expect((await app.inject('/healthz')).json()).toEqual({ status: 'ok', version: '0.0.0', commit: null });
    const ready = async () => {
      const answer = await app.inject('/readyz');
      return [answer.statusCode, answer.json()];
    };
    // The gateway is opened by the first readiness request.
    await expect
      .poll(ready)
      .toEqual([200, { status: 'ok', parts: { postgresql: 'ok', clickhouse: 'ok', gateway: 'ok' } }]);
    expect((await app.inject('/readyz/collector')).statusCode, 'this app has no collector').toBe(503);
    expect((await app.inject('/health')).statusCode).toBe(404);
  });

  it('contains metrics only for local callers, unless the server is exposed or behind a proxy', () => {
    const own = { metricsToken: null, exposure: null };
    const from = (ip: string, headers: Record<string, string> = {}) => ({ ip, headers });
    expect(mayReadMetrics(from('127.0.0.1'), own)).toBe(true);
    expect(mayReadMetrics(from('::1'), own)).toBe(true);
    expect(mayReadMetrics(from('192.0.2.1'), own)).toBe(false);
    expect(mayReadMetrics(from('127.0.0.1', { 'x-forwarded-for': '192.0.2.1' }), own)).toBe(false);
    expect(mayReadMetrics(from('127.0.0.1', { forwarded: 'for=192.0.2.1' }), own)).toBe(false);
    expect(mayReadMetrics(from('127.0.0.1'), { ...own, exposure: 'HOST=0.0.0.0' })).toBe(false);
    const token = { metricsToken: 'hush-hush-hush-hush', exposure: 'HOST=0.0.0.0' };
    expect(mayReadMetrics(from('192.0.2.1', { authorization: 'Bearer hush-hush-hush-hush' }), token)).toBe(
      true,
    );
    expect(mayReadMetrics(from('127.0.0.1'), token)).toBe(false);
    expect(mayReadMetrics(from('127.0.0.1', { authorization: 'Bearer hush-hush-hush-hus' }), token)).toBe(
      false,
    );
  });

  it('is measured by its declared route for any address', async () => {
    for (const path of ['/api/v1/ads/11', '/api/v1/ads/12', '/healthz', '/%E5%B1%B1-1', '/nothing-2'])
      await app.inject(path);
    const metrics = await app.inject('/metrics');
    expect(metrics.statusCode, metrics.body).toBe(200);
    const lines = metrics.body.split('\n');
    // The sign-in of the caller had statements.
    const statements = lines.find(line =>
      line.startsWith('touchpath_store_seconds_count{store="postgresql",operation="SELECT"}'),
    );
    expect(Number(statements?.split(' ')[1])).toBeGreaterThan(0);
    const routes = new Set(
      lines.flatMap(
        line =>
          /^touchpath_request_seconds_count\{method="GET",route="([^"]+)",status="(\dxx)"\}/
            .exec(line)
            ?.slice(1)
            .join(' ') ?? [],
      ),
    );
    expect([...routes]).toEqual(expect.arrayContaining(['/api/v1/ads/:id/ 4xx', '/healthz 2xx', 'none 4xx']));
    expect([...routes].filter(route => /11|12|%E5|nothing/.test(route))).toEqual([]);
  });

  it('of the loader state reports stalled loading and rows set aside', () => {
    const status = {
      backlogBytes: 0,
      segment: 1,
      segmentOffsetBytes: 0,
      failures: 0,
      failingSinceMs: null,
      waitingSinceMs: null,
      rejectedRows: 0,
      damagedLines: 0,
    };
    expect(loaderState(status, 1_000_000)).toBe('ok');
    expect(loaderState({ ...status, backlogBytes: 1, waitingSinceMs: 970_000 }, 1_000_000)).toBe('ok');
    expect(loaderState({ ...status, backlogBytes: 1, waitingSinceMs: 969_999 }, 1_000_000)).toBe('failing');
    expect(loaderState({ ...status, rejectedRows: 1 }, 1_000_000)).toBe('rows_set_aside');
    expect(loaderState({ ...status, damagedLines: 1 }, 1_000_000)).toBe('rows_set_aside');
    const statusOf = (found: LoaderStatus, lagMs = 0) =>
      collectionStatusOf(
        { loading: () => found, groupLagMs: () => lagMs, rejectedRows: () => found.rejectedRows },
        1_000_000,
      );
    // Damaged lines cannot be replayed, so they do not ask administrators for an action.
    expect(
      [
        status,
        { ...status, waitingSinceMs: 970_000 },
        { ...status, waitingSinceMs: 969_999 },
        { ...status, rejectedRows: 1 },
        { ...status, damagedLines: 1 },
      ].map(found => Object.values(statusOf(found))),
    ).toEqual([
      [false, false],
      [false, false],
      [true, false],
      [false, true],
      [false, false],
    ]);
    // Another collector, for which reports wait, has not loaded for a minute.
    expect([60_000, 60_001].map(lagMs => statusOf(status, lagMs).is_loader_stalled)).toEqual([false, true]);
  });

  it('with a failure has one log line with its request, and internal details of a 5xx stay in the log', async () => {
    const broken = await createApp({
      parts: {
        ...parts,
        db: new Proxy(parts.db, {
          get: (db, key) =>
            key === 'select'
              ? () => {
                  throw new StoreUnavailable('the secret inside');
                }
              : Reflect.get(db, key),
        }),
      },
      collector: null,
    });
    sink.lines.length = 0;
    const answer = await broken.inject({
      method: 'POST',
      url: '/api/v1/auth/signin/',
      payload: { company_id: 'acme', email: 'a@b.example', password: 'x' },
      headers: { 'x-request-id': 'case-5' },
    });
    await broken.close();
    expect([answer.statusCode, answer.json()]).toEqual([
      503,
      { code: 'unavailable', _message: [failures.unavailable.text] },
    ]);
    expect(answer.headers['retry-after']).toBe('1');
    expect(sink.lines.filter(line => line['reqId'] === 'case-5')).toEqual([
      expect.objectContaining({ failure: 'unavailable', level: 50 }),
    ]);
    expect(JSON.stringify(sink.lines)).toContain('the secret inside');

    sink.lines.length = 0;
    await get('products/?nothing=1');
    expect(sink.lines).toEqual([
      expect.objectContaining({ level: 30, failure: 'invalid', reqId: expect.any(String) }),
    ]);
  });

  it('leaves no password, token or search text in the log', async () => {
    sink.lines.length = 0;
    await post(
      'auth/signin/',
      JSON.stringify({ company_id: 'acme', email: 'x', password: 'hunter2-secret', more: 1 }),
    );
    await post('auth/refresh/', JSON.stringify({ refresh: 'hunter2-secret' }));
    await get('users/?email=hunter2@acme.example&search=hunter2&page=0');
    expect(sink.lines).toHaveLength(3);
    expect(sink.lines.at(-1)).toMatchObject({ url: '/api/v1/users/?email&search&page' });
    expect(JSON.stringify(sink.lines)).not.toMatch(/hunter2/);
  });
});

const caused = (code: string) =>
  Object.assign(new Error('outer'), { cause: Object.assign(new Error('inner'), { code }) });

describe('a failure of the API', () => {
  it('has a code of the table for any thrown error', () => {
    expect(failureOf(new Failure('conflict')).code).toBe('conflict');
    expect(failureOf(caused('ECONNREFUSED')).code).toBe('unavailable');
    expect(failureOf(caused('57P01')).code).toBe('unavailable');
    for (const full of ['53100', '53200', '53300', '58030'])
      expect(failureOf(caused(full)).code).toBe('unavailable');
    expect(failureOf(caused('57014')).code).toBe('timed_out');
    expect(failureOf(caused('159')).code).toBe('timed_out');
    expect(failureOf(caused('22P02')).code).toBe('unexpected');
    for (const lost of ['Connection terminated unexpectedly', 'timeout exceeded when trying to connect'])
      expect(failureOf(new Error('Failed query', { cause: new Error(lost) })).code).toBe('unavailable');
    expect(failureOf('a thrown text').code).toBe('unexpected');
    expect(failureOf(null).code).toBe('unexpected');
  });

  it('keeps its own properties when a field has the same name', () => {
    const body = bodyOf(
      new Failure('invalid', {
        fields: {
          code: ['required'],
          fields: ['type'],
          name: ['required', { code: 'too_long', values: { max: 5 } }],
        },
      }),
      'r',
    );
    expect(body).toEqual({
      code: 'invalid',
      _message: ['Some fields are not valid.'],
      fields: { code: ['required'], fields: ['type'], name: ['required', 'too_long'] },
      limits: { name: { max: 5 } },
      name: ['Required.', 'The maximum length is 5 characters.'],
    });
  });

  it('has a text without unfilled placeholders', () => {
    // The values that callers provide; other placeholders are always filled.
    const values = { most: 2, id: 7, scope: 'reports', level: 'read' };
    for (const code of Object.keys(failures) as (keyof typeof failures)[])
      expect(bodyOf(new Failure(code, { values }), 'r-1')._message[0]).not.toMatch(/[{}]/);
    const known = new Set(['{min}', '{max}', '{row}', '{found}', '{expected}', '{headings}', '{seconds}']);
    expect(
      Object.values(faults)
        .flatMap(text => text.match(/\{\w+\}/g) ?? [])
        .filter(name => !known.has(name)),
    ).toEqual([]);
  });
});

describe('the published contract', () => {
  it('has a page to read it', async () => {
    const answer = await app.inject('/api/v1/docs/');
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('swagger-ui');
    const policy = String(answer.headers['content-security-policy']);
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    // An upgrade to https would leave the page empty over http, and an external validator would learn the
    // address of the installation.
    expect(policy).not.toMatch(/upgrade-insecure-requests|https:|validator/);
    expect((await app.inject('/api/v1/docs/static/swagger-initializer.js')).body).toContain(
      '"validatorUrl":null',
    );
  });
});
