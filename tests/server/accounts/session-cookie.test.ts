import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../../../server/app.ts';
import { makeTenant, PASSWORD, requesterOf, type Body, type Tenant } from '../../support/tenants.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

/** The refresh token in a cookie: who may use it, and how it is renewed, repeated and removed. */
let parts: TestParts;
let app: FastifyInstance;
let tenant: Tenant;
beforeAll(async () => {
  parts = await createTestParts({ now: Date.UTC(2026, 1, 28, 15), settings: { trustProxy: 1 } });
  tenant = await makeTenant(parts.db, 'acme');
  app = await createApp({ parts, collector: null });
});
afterAll(async () => {
  await app.close();
  await parts.close();
});

const STATED = { 'x-session-cookie': 'console' };
interface Call {
  readonly cookie?: string;
  readonly headers?: Readonly<Record<string, string>>;
}
const post = async (path: string, payload: object, { cookie, headers = STATED }: Call = {}) => {
  const answer = await app.inject({
    method: 'POST',
    url: `/api/v1/auth/${path}/`,
    payload,
    headers: { ...headers, ...(cookie !== undefined && { cookie: `x=1; ${cookie}; y=2` }) },
  });
  return {
    status: answer.statusCode,
    body: answer.json<Body & { readonly access: string; readonly session: string }>(),
    cookies: [answer.headers['set-cookie'] ?? []].flat(),
  };
};
type Answer = Awaited<ReturnType<typeof post>>;
/** The pair that a browser sends back. */
const pairOf = ({ cookies }: Answer): string => cookies[0]!.split(';')[0]!;
const signIn = (over: object = {}, headers = STATED as Readonly<Record<string, string>>) =>
  post(
    'signin',
    { company_id: 'acme', email: tenant.emails.admin, password: PASSWORD, cookie: true, ...over },
    { headers },
  );
const isLive = async ({ body }: Answer): Promise<boolean> =>
  (await requesterOf(app, body.access)('users/me/')).status === 200;
const ENDED = { status: 401, body: { code: 'session_ended' } };

test('is set instead of the answer, readable by no script, for the routes of sessions only, as long as was chosen', async () => {
  const passing = await signIn();
  expect(passing.body['refresh']).toBeNull();
  expect(passing.cookies).toEqual([
    expect.stringMatching(
      /^touchpath-refresh=passing\.[\w-]{43}; Path=\/api\/v1\/auth\/; HttpOnly; SameSite=Strict$/,
    ),
    'touchpath-signed-in=true; Path=/; SameSite=Lax',
  ]);
  const lasting = await signIn({ auto_login: true }, { 'x-forwarded-proto': 'https' });
  expect(lasting.cookies).toEqual([
    expect.stringMatching(
      /^touchpath-refresh=lasting\.[\w-]{43}; Path=\/api\/v1\/auth\/; Max-Age=2592000; HttpOnly; Secure; SameSite=Strict$/,
    ),
    'touchpath-signed-in=true; Path=/; Max-Age=2592000; Secure; SameSite=Lax',
  ]);
  const renewed = await post('refresh', {}, { cookie: pairOf(lasting) });
  expect([renewed.body['refresh'], renewed.cookies[0]]).toEqual([
    null,
    expect.stringMatching(/^touchpath-refresh=lasting\.[\w-]{43}; Path=\/api\/v1\/auth\/; Max-Age=2592000;/),
  ]);
  expect(pairOf(renewed)).not.toBe(pairOf(lasting));
  expect([renewed.body.session, await isLive(renewed)]).toEqual([lasting.body.session, true]);

  const inAnswer = await signIn({ cookie: false, auto_login: true });
  expect([inAnswer.body['refresh'], inAnswer.cookies]).toEqual([expect.any(String), []]);
});

test('is not read without the header that other sites cannot send, nor removed', async () => {
  const begun = await signIn();
  const cookie = pairOf(begun);
  for (const path of ['refresh', 'signout']) {
    const forged = await post(path, {}, { cookie, headers: { origin: 'https://evil.example' } });
    expect([path, forged.cookies]).toEqual([path, []]);
  }
  // A form of another site can send these types only; and no origin is allowed to ask for more.
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
    expect(
      (
        await app.inject({
          method: 'POST',
          url: '/api/v1/auth/refresh/',
          payload: '{}',
          headers: { cookie, 'content-type': type },
        })
      ).statusCode,
    ).toBeOneOf([400, 415]);
  const preflight = await app.inject({
    method: 'OPTIONS',
    url: '/api/v1/auth/refresh/',
    headers: {
      origin: 'https://evil.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,x-session-cookie',
    },
  });
  expect(Object.keys(preflight.headers).filter(name => name.startsWith('access-control'))).toEqual([]);
  expect(await isLive(begun)).toBe(true);
  expect((await post('refresh', {}, { cookie })).status).toBe(200);
});

test('may be sent again for half a minute, as its answer may be lost, and gives the same next token', async () => {
  const begun = await signIn();
  const first = await post('refresh', {}, { cookie: pairOf(begun) });
  parts.clock.advance(30_000);
  const both = await Promise.all([1, 2].map(() => post('refresh', {}, { cookie: pairOf(begun) })));
  expect(both.map(answer => [answer.status, pairOf(answer)])).toEqual([
    [200, pairOf(first)],
    [200, pairOf(first)],
  ]);
  expect(await isLive(both[0]!)).toBe(true);
  parts.clock.advance(1);
  expect(await post('refresh', {}, { cookie: pairOf(begun) })).toMatchObject(ENDED);
  expect(await post('refresh', {}, { cookie: pairOf(first) })).toMatchObject(ENDED);
});

test('ends the session when it is sent again after its next token was used', async () => {
  const begun = await signIn();
  const first = await post('refresh', {}, { cookie: pairOf(begun) });
  const second = await post('refresh', {}, { cookie: pairOf(first) });
  expect(second.status).toBe(200);
  const stolen = await post('refresh', {}, { cookie: pairOf(begun) });
  expect(stolen).toMatchObject(ENDED);
  expect(await isLive(second)).toBe(false);
});

test('is renewed by tabs at the same time, in each of 20 races, without ending the session', async () => {
  let current = await signIn();
  for (let race = 0; race < 20; race++) {
    const all = await Promise.all([1, 2, 3].map(() => post('refresh', {}, { cookie: pairOf(current) })));
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(all.map(pairOf)).size).toBe(1);
    [current] = all as [Answer];
  }
  expect(await isLive(current)).toBe(true);
});

test('of another session than the expected one is left as it is', async () => {
  const [mine, theirs] = [await signIn(), await signIn({ email: tenant.emails.user })];
  const cookie = pairOf(theirs);
  const { session } = mine.body;
  const refused = await post('refresh', { session }, { cookie });
  expect(refused).toMatchObject({ status: 401, body: { code: 'session_replaced' }, cookies: [] });
  expect(await post('signout', { session }, { cookie })).toMatchObject({ status: 200, cookies: [] });
  expect([await isLive(mine), await isLive(theirs)]).toEqual([true, true]);
  expect((await post('refresh', { session: theirs.body.session }, { cookie })).status).toBe(200);
});

test('is removed by the sign-out and by a refused renewal', async () => {
  const REMOVED = [
    'touchpath-refresh=; Path=/api/v1/auth/; Max-Age=0; HttpOnly; SameSite=Strict',
    'touchpath-signed-in=; Path=/; Max-Age=0; SameSite=Lax',
  ];
  const begun = await signIn();
  const left = await post('signout', { session: begun.body.session }, { cookie: pairOf(begun) });
  expect([left.status, left.cookies, await isLive(begun)]).toEqual([200, REMOVED, false]);
  for (const cookie of [
    pairOf(begun),
    'touchpath-refresh=é',
    'touchpath-refresh=passing.',
    `touchpath-refresh=${'x'.repeat(300)}`,
    'touchpath-refresh',
  ])
    expect(await post('refresh', {}, { cookie })).toMatchObject({ ...ENDED, cookies: REMOVED });
  expect(await post('refresh', {})).toMatchObject({ ...ENDED, cookies: REMOVED });
});

test('takes over the session of a token in the body, as consoles before the cookie had', async () => {
  const former = await signIn({ cookie: false });
  const form = { refresh: former.body['refresh'], cookie: true, auto_login: true };
  const both = [await post('refresh', form), await post('refresh', form)];
  expect(both.map(({ status, body }) => [status, body.session])).toEqual([
    [200, former.body.session],
    [200, former.body.session],
  ]);
  expect(pairOf(both[0]!)).toMatch(/^touchpath-refresh=lasting\./);
  expect(pairOf(both[1]!)).toBe(pairOf(both[0]!));
});
