import { createHmac } from 'node:crypto';
import fastify from 'fastify';
import { describe, expect, it, test } from 'vitest';
import { ACCESS_LIFETIME_MS, authenticate, signAccess, type Claims } from '../../../server/http/auth.ts';
import { Failure } from '../../../server/http/failures.ts';
import { fixedKey } from '../../../server/platform/key-ring.ts';
import {
  API_KEY_SCOPES,
  type ApiKeyScopes,
  type KeyCallers,
  type Viewer,
  type Viewers,
} from '../../../server/http/visibility.ts';

const NOW = Date.UTC(2026, 1, 3, 4, 5, 6, 789);
const SECRET = 'a secret of the tests, é';
const FAMILY = '0f0e0d0c-0b0a-4908-8706-050403020100';
const VIEWER = {
  userId: 7,
  companyId: 3,
  base: 'user',
  permissions: { cv_log: 'read' },
} as unknown as Viewer;

interface Parts {
  readonly clock: { readonly now: () => number };
  readonly findKey: KeyCallers['find'];
}

/** An app with a route for each kind of access; `viewers` finds the user 7 of the company 3, and no API key is known. */
const start = async (
  find: Viewers['find'] = async ({ sub }) => (sub === '7' ? VIEWER : null),
  keys = fixedKey(SECRET),
  { clock = { now: () => NOW }, findKey = async () => null }: Partial<Parts> = {},
) => {
  const app = fastify();
  app.setErrorHandler((error, _request, reply) =>
    error instanceof Failure
      ? reply.code(error.status).send(error.code)
      : reply.code(500).send((error as Error).message),
  );
  await authenticate(app, {
    keys,
    clock,
    viewers: { find, forget: () => undefined },
    keyCallers: { find: findKey },
    requestsPerMinute: 3000,
    countRequest: () => Promise.resolve({ calls: 1, leftMs: 60_000 }),
  });
  app.get('/open', { config: { access: 'public' } }, () => 'open');
  app.get('/open/viewer', { config: { access: 'public' } }, request => request.viewer);
  app.get('/open/claims', { config: { access: 'public' } }, request => request.claims);
  app.get('/mine', { config: { access: 'person' } }, request => ({
    user: request.viewer.userId,
    claims: request.claims,
  }));
  app.get('/settings', { config: { access: { write: 'administration' } } }, () => 'written');
  app.get('/reports', { config: { access: { personOrKey: 'reports' } } }, request => request.viewer);
  app.get('/claims', { config: { access: { personOrKey: 'reports' } } }, request => request.claims);
  const get = async (url: string, authorization?: string, more: Readonly<Record<string, string>> = {}) => {
    const headers = { ...more, ...(authorization && { authorization }) };
    const { statusCode, body } = await app.inject({ url, headers });
    return [statusCode, body] as const;
  };
  // Not ready yet: a test may add hooks.
  const token = signAccess(app, clock, { userId: 7, companyId: 3, family: FAMILY });
  return { app, get, token };
};

const encoded = (value: object | null): string => Buffer.from(JSON.stringify(value)).toString('base64url');
/** A token with these claims, signed as the server does. */
const signed = (claims: object | null, secret = SECRET, algorithm = 'HS256'): string => {
  const content = `${encoded({ alg: algorithm, typ: 'JWT' })}.${encoded(claims)}`;
  const hash = algorithm.replace('HS', 'sha');
  return `${content}.${createHmac(hash, secret).update(content).digest('base64url')}`;
};
const SECONDS = Math.floor(NOW / 1_000);
const CLAIMS = {
  sub: '7',
  company: 3,
  family: FAMILY,
  iat: SECONDS,
  exp: SECONDS + 60,
  iss: 'touchpath',
  aud: 'touchpath-api',
};

describe('a request with an access token', () => {
  it('is that of its user, for a quarter of an hour', async () => {
    const { app, get, token } = await start();
    const [status, body] = await get('/mine', `Bearer ${token}`);
    expect(status).toBe(200);
    const { user, claims } = JSON.parse(body) as { user: number; claims: Claims };
    expect([user, claims]).toEqual([7, { ...CLAIMS, exp: SECONDS + ACCESS_LIFETIME_MS / 1_000 }]);
    expect(ACCESS_LIFETIME_MS).toBe(15 * 60_000);
    expect((await get('/mine', `bearer ${signed(CLAIMS)}`))[0]).toBe(200);
    await app.close();
  });

  test.each([
    ['no token', undefined],
    ['another scheme', `Basic ${signed(CLAIMS)}`],
    ['more than a token', `Bearer ${signed(CLAIMS)} x`],
    ['something before it', `x Bearer ${signed(CLAIMS)}`],
    ['no token after the scheme', 'Bearer '],
    ['another secret', `Bearer ${signed(CLAIMS, 'another')}`],
    ['no signature', `Bearer ${encoded({ alg: 'none', typ: 'JWT' })}.${encoded(CLAIMS)}.`],
    ['another algorithm', `Bearer ${signed(CLAIMS, SECRET, 'HS512')}`],
    ['another issuer', `Bearer ${signed({ ...CLAIMS, iss: 'other' })}`],
    ['no issuer', `Bearer ${signed({ ...CLAIMS, iss: undefined })}`],
    ['another audience', `Bearer ${signed({ ...CLAIMS, aud: 'other' })}`],
    ['no audience', `Bearer ${signed({ ...CLAIMS, aud: undefined })}`],
    ['no claims', `Bearer ${signed(null)}`],
    ['its end now', `Bearer ${signed({ ...CLAIMS, exp: SECONDS })}`],
    ['no end', `Bearer ${signed({ ...CLAIMS, exp: undefined })}`],
    ['a user who is not found', `Bearer ${signed({ ...CLAIMS, sub: '8' })}`],
    ['the user zero', `Bearer ${signed({ ...CLAIMS, sub: '0' })}`],
    ['a user that is no number', `Bearer ${signed({ ...CLAIMS, sub: 'x' })}`],
    ['a user that is no text', `Bearer ${signed({ ...CLAIMS, sub: 7 })}`],
    ['a company that is no number', `Bearer ${signed({ ...CLAIMS, company: '3' })}`],
    ['a company beyond 32 bits', `Bearer ${signed({ ...CLAIMS, company: 2_147_483_648 })}`],
    ['a fraction of a company', `Bearer ${signed({ ...CLAIMS, company: 1.5 })}`],
    ['no session', `Bearer ${signed({ ...CLAIMS, family: undefined })}`],
    ['a list in place of a session', `Bearer ${signed({ ...CLAIMS, family: [FAMILY] })}`],
    ['a session of another form', `Bearer ${signed({ ...CLAIMS, family: `x${FAMILY}` })}`],
    ['a session with more after it', `Bearer ${signed({ ...CLAIMS, family: `${FAMILY}x` })}`],
  ])('is refused with %s', async (_, authorization) => {
    const { app, get } = await start(async ({ sub }) => (Number(sub) === 8 ? null : VIEWER));
    expect(await get('/mine', authorization)).toEqual([401, 'unauthenticated']);
    await app.close();
  });

  it('is accepted until the last millisecond of the token, and for the largest company', async () => {
    let now = (SECONDS + 1) * 1_000 - 1;
    const { app, get } = await start(undefined, undefined, { clock: { now: () => now } });
    const last = `Bearer ${signed({ ...CLAIMS, exp: SECONDS + 1 })}`;
    expect((await get('/mine', last))[0]).toBe(200);
    now += 1;
    expect((await get('/mine', last))[0]).toBe(401);
    expect((await get('/mine', `Bearer ${signed({ ...CLAIMS, company: 2_147_483_647 })}`))[0]).toBe(200);
    await app.close();
  });

  it('is refused where its user may not call the route', async () => {
    const { app, get, token } = await start();
    expect(await get('/settings', `Bearer ${token}`)).toEqual([403, 'forbidden']);
    await app.close();
  });

  it('is refused with the reason of the library as the cause', async () => {
    const { app } = await start();
    const causes: unknown[] = [];
    app.addHook('onError', (_request, _reply, error, done) => {
      causes.push(error.cause);
      done();
    });
    await app.inject({ url: '/mine', headers: { authorization: `Bearer ${signed(CLAIMS, 'another')}` } });
    expect(causes).toEqual([expect.objectContaining({ message: expect.stringContaining('signature') })]);
    await app.close();
  });

  it('fails with the failure of the search for its user', async () => {
    const { app, get, token } = await start(() => Promise.reject(new Error('the store is away')));
    expect(await get('/mine', `Bearer ${token}`)).toEqual([500, 'the store is away']);
    await app.close();
  });

  it('has the language that it names, else that in which texts are stored', async () => {
    const { app, get, token } = await start();
    const localeFor = async (language?: string) => {
      const headers = language === undefined ? {} : { 'accept-language': language };
      const [, body] = await get('/reports', `Bearer ${token}`, headers);
      return JSON.parse(body) as unknown;
    };
    expect(await localeFor('zh-TW, en;q=0.5')).toEqual({ ...VIEWER, locale: 'zh-CN' });
    for (const none of [undefined, 'fr']) expect(await localeFor(none)).toEqual(VIEWER);
    await app.close();
  });
});

describe('a request with an API key', () => {
  const SECRET_OF_KEY = `tp_${'k'.repeat(49)}`;
  const scopes = (level: string) =>
    Object.fromEntries(API_KEY_SCOPES.map(scope => [scope, level])) as unknown as ApiKeyScopes;
  const withKey = (level: string): Viewer => ({
    ...VIEWER,
    base: 'admin',
    key: { id: 5, scopes: scopes(level), isLimitedToProducts: false },
  });

  it('is that of the key, of which its secret and the client are asked for', async () => {
    const searches: unknown[] = [];
    const { app, get } = await start(() => Promise.reject(new Error('not asked')), undefined, {
      findKey: async (...args) => {
        searches.push(args);
        return withKey('read');
      },
    });
    const [status, body] = await get('/reports', `Bearer ${SECRET_OF_KEY}`, { 'user-agent': 'curl/8' });
    expect([status, JSON.parse(body)]).toEqual([200, withKey('read')]);
    expect(searches).toEqual([[SECRET_OF_KEY, { address: '127.0.0.1', userAgent: 'curl/8' }]]);
    expect(await get('/mine', `Bearer ${SECRET_OF_KEY}`)).toEqual([403, 'person_required']);
    expect(await get('/claims', `Bearer ${SECRET_OF_KEY}`)).toEqual([
      500,
      '/claims accepts API keys, which have no claims',
    ]);
    await app.close();
  });

  it.each([
    ['is unknown', null, 401, 'key_refused'],
    ['finds a person', VIEWER, 401, 'key_refused'],
    ['has no scope for the route', withKey('none'), 403, 'key_scope_missing'],
  ])('is refused where the key %s', async (_, viewer, status, code) => {
    const { app, get } = await start(undefined, undefined, { findKey: async () => viewer });
    expect(await get('/reports', `Bearer ${SECRET_OF_KEY}`)).toEqual([status, code]);
    await app.close();
  });

  it('is one only where its secret begins as those of API keys do', async () => {
    const { app, get } = await start(undefined, undefined, {
      findKey: () => Promise.reject(new Error('not asked')),
    });
    expect(await get('/reports', `Bearer x${SECRET_OF_KEY}tp_`)).toEqual([401, 'unauthenticated']);
    await app.close();
  });
});

describe('a public route', () => {
  it('needs no token, looks at none, and has no user', async () => {
    const { app, get } = await start(() => Promise.reject(new Error('not asked')));
    expect(await get('/open')).toEqual([200, 'open']);
    expect(await get('/open', `Bearer ${signed(CLAIMS, 'another')}`)).toEqual([200, 'open']);
    expect(await get('/open/viewer')).toEqual([500, '/open/viewer has no viewer: its route is public']);
    expect(await get('/open/claims')).toEqual([500, '/open/claims has no viewer: its route is public']);
    await app.close();
  });

  it('is not needed for an address that does not exist', async () => {
    const { app, get } = await start();
    expect((await get('/nowhere'))[0]).toBe(404);
    await app.close();
  });
});

test('a token is signed by the present key, and accepted under each accepted one', async () => {
  let [current, accepted] = [SECRET, [SECRET]];
  const { app, get, token } = await start(undefined, { current: () => current, accepted: () => accepted });
  [current, accepted] = ['another key', ['another key', SECRET]];
  const next = signAccess(app, { now: () => NOW }, { userId: 7, companyId: 3, family: FAMILY });
  const statuses = async () =>
    Promise.all([token, next].map(async one => (await get('/mine', `Bearer ${one}`))[0]));
  expect(await statuses()).toEqual([200, 200]);
  accepted = ['another key'];
  expect(await statuses()).toEqual([401, 200]);
});
