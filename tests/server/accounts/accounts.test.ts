import { createHash, createHmac, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isAddressAllowed, networkOf } from '../../../server/platform/allowed-addresses.ts';
import { createSessions } from '../../../server/accounts/sessions.ts';
import { createViewers } from '../../../server/accounts/viewers.ts';
import { createApp } from '../../../server/app.ts';
import type { Failure } from '../../../server/http/failures.ts';
import { ownerByEmail } from '../../../server/store/postgres/accounts/passwords.ts';
import {
  company,
  refreshToken,
  role,
  signinFailure,
  user,
} from '../../../server/store/postgres/schema/index.ts';
import { createLogSink } from '../../support/log-sink.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';
import {
  requesterOf,
  makeTenant,
  one,
  PASSWORD,
  signIn,
  type Body,
  type Tenant,
  type Tokens,
} from '../../support/tenants.ts';

let parts: TestParts;
let app: FastifyInstance;
let tenant: Tenant;

const START = Date.UTC(2026, 1, 28, 15, 0, 0);

beforeAll(async () => {
  parts = await createTestParts({ now: START });
  tenant = await makeTenant(parts.db, 'acme');
  app = await createApp({ parts, collector: null });
});
afterAll(async () => {
  await app.close();
  await parts.close();
});
beforeEach(async () => {
  await parts.db.delete(signinFailure);
  // Longer than a viewer is cached.
  parts.clock.advance(60_000);
});

const post = async (name: string, payload: object, remoteAddress = '192.0.2.1') => {
  const answer = await app.inject({ method: 'POST', url: `/api/v1/auth/${name}/`, payload, remoteAddress });
  return { status: answer.statusCode, body: answer.json<Body & Tokens>(), headers: answer.headers };
};
const form = (over: object = {}) => ({
  company_id: 'acme',
  email: 'admin@acme.example',
  password: PASSWORD,
  auto_login: true,
  ...over,
});

/** Every test signs in from an address of its own, because sign-ins are limited per minute and address. */
let addresses = 0;
const fresh = () => `198.51.100.${++addresses}`;

const from = async (server: FastifyInstance, forwarded: string) =>
  (
    await server.inject({
      method: 'POST',
      url: '/api/v1/auth/signin/',
      payload: form(),
      remoteAddress: '192.0.2.1',
      headers: { 'x-forwarded-for': forwarded },
    })
  ).statusCode;

describe('signing in', () => {
  it('at another address than PUBLIC_URL is logged once, because tags and links lead to that address', async () => {
    const { log, lines } = createLogSink();
    const settings = { ...parts.settings, publicUrl: 'http://127.0.0.1:3000' };
    const server = await createApp({ parts: { ...parts, settings, log }, collector: null });
    const payload = form();
    const signInAt = (origin: string, password = PASSWORD) =>
      server.inject({
        method: 'POST',
        url: '/api/v1/auth/signin/',
        payload: { ...payload, password },
        remoteAddress: fresh(),
        headers: { origin },
      });
    // A refused sign-in proves nothing; a loopback address may be a tunnel; a sandboxed page states null.
    await signInAt('https://attacker.example', 'wrong');
    for (const origin of ['http://127.0.0.1:3000', 'http://localhost:8080', 'null']) await signInAt(origin);
    const named = () => lines.filter(({ msg }) => /than PUBLIC_URL/.test(String(msg)));
    expect(named()).toEqual([]);
    for (const origin of ['https://touchpath.example', 'https://other.example']) await signInAt(origin);
    expect(named()).toEqual([
      expect.objectContaining({ origin: 'https://touchpath.example', publicUrl: settings.publicUrl }),
    ]);
    await server.close();
  });

  it('answers tokens for the right company, e-mail and password, whatever the case of company ID and e-mail', async () => {
    const { status, body } = await post(
      'signin',
      form({ company_id: 'AcmE', email: 'ADMIN@acme.Example' }),
      fresh(),
    );
    expect(status).toBe(200);
    expect(body).toEqual({
      access: expect.any(String),
      refresh: expect.any(String),
      lifetime: 900_000,
      session: expect.any(String),
      challenge: null,
    });
    const me = await requesterOf(app, body.access)('users/me/');
    expect(me.body).toEqual({
      id: tenant.users.admin,
      name: 'Zoë admin',
      email: 'admin@acme.example',
      role_name: '役割 admin',
      role_code: 'admin',
      company_id: tenant.id,
      company_name: '会社 acme <b>é</b>',
      agency: null,
      last_login: new Date(parts.clock.now()).toISOString(),
      second_factor_missing: false,
    });
  });

  it('accepts one spelling of an account only, so that no other spelling has a login throttle of its own', async () => {
    for (const email of [
      'admİn@acme.example',
      'ADMİN@ACME.EXAMPLE',
      ' admin@acme.example',
      'ａdmin@acme.example',
    ]) {
      expect([email, (await post('signin', form({ email }), fresh())).status]).toEqual([email, 401]);
    }
    expect(await ownerByEmail(parts.db, { companyCode: 'acme', email: 'admİn@acme.example' })).toBeNull();
    expect(await ownerByEmail(parts.db, { companyCode: 'Acme', email: 'Admin@acme.example' })).toMatchObject({
      email: 'admin@acme.example',
    });
  });

  it('returns the agency of an agency user, and the permissions of every user', async () => {
    const ask = requesterOf(app, (await signIn(app, tenant, 'agency')).access);
    expect((await ask('users/me/')).body['agency']).toEqual({ id: tenant.agencies[0], name: '代理店 "A"' });
    const { body } = await ask('users/me/permissions/');
    expect(body).toEqual({
      role_name: '役割 agency',
      role_code: 'agency',
      base: 'agency',
      permissions: {
        access_log: 'none',
        interaction_log: 'none',
        cv_log: 'none',
        result_notification_log: 'none',
        result_queue: 'none',
        cv_approval: 'none',
      },
    });
  });

  it('refuses each wrong credential with the same answer', async () => {
    const wrong = [
      { company_id: 'acmé' },
      { company_id: ' acme' },
      { company_id: 'ａcme' },
      { email: 'nobody@acme.example' },
      { password: `${PASSWORD} ` },
      { password: "' or 1=1 --" },
      { email: "admin@acme.example' --" },
    ];
    const address = fresh();
    const answers = await Promise.all(wrong.map(over => post('signin', form(over), address)));
    const texts = new Set(answers.map(({ status, body }) => JSON.stringify([status, body])));
    expect([...texts]).toEqual([
      JSON.stringify([
        401,
        { code: 'signin_refused', _message: ['Login failed, please check login information.'] },
      ]),
    ]);
  });

  it('refuses a deleted user, and users of a deleted role or company, like unknown ones', async () => {
    for (const [table, id] of [
      [user, tenant.users.user],
      [role, tenant.roles.user],
      [company, tenant.id],
    ] as const) {
      await parts.db.update(table).set({ status: false }).where(eq(table.id, id));
      const { status, body } = await post('signin', form({ email: tenant.emails.user }), fresh());
      await parts.db.update(table).set({ status: true }).where(eq(table.id, id));
      expect([status, body.code]).toEqual([401, 'signin_refused']);
    }
  });

  it('accepts only the addresses that the company allows, at sign-in and at refresh', async () => {
    await parts.db
      .update(company)
      .set({ loginAllowedIps: ['192.0.2.7', '198.51.100.128/25', '2001:db8:1::/48'] })
      .where(eq(company.id, tenant.id));
    try {
      for (const [address, status] of [
        ['192.0.2.7', 200],
        ['::ffff:192.0.2.7', 200],
        ['198.51.100.130', 200],
        ['2001:db8:1:ffff::1', 200],
        ['192.0.2.8', 401],
        ['198.51.100.127', 401],
        ['2001:db8:2::1', 401],
        ['::1', 401],
      ] as const) {
        expect([address, (await post('signin', form(), address)).status]).toEqual([address, status]);
      }
      let { body } = await post('signin', form(), '192.0.2.7');
      for (const address of [
        '::ffff:192.0.2.7',
        '198.51.100.255',
        '::ffff:198.51.100.128',
        '2001:db8:1::1',
      ]) {
        const next = await post('refresh', { refresh: body.refresh }, address);
        expect([address, next.status]).toEqual([address, 200]);
        ({ body } = next);
      }
      for (const address of ['::ffff:198.51.100.127', '2001:db8:2::1']) {
        const moved = (await post('signin', form(), '192.0.2.7')).body;
        const refused = await post('refresh', { refresh: moved.refresh }, address);
        expect([address, refused.status, refused.body.code]).toEqual([address, 401, 'session_ended']);
        expect(
          (await post('refresh', { refresh: moved.refresh }, '192.0.2.7')).status,
          'refresh from the first address after the session ended',
        ).toBe(401);
      }
      const elsewhere = await post('refresh', { refresh: body.refresh }, '203.0.113.5');
      expect([elsewhere.status, elsewhere.body.code]).toEqual([401, 'session_ended']);
    } finally {
      await parts.db.update(company).set({ loginAllowedIps: [] }).where(eq(company.id, tenant.id));
    }
  });

  it('trusts the forwarded address only as far as the proxy settings allow', async () => {
    await parts.db
      .update(company)
      .set({ loginAllowedIps: ['203.0.113.9'] })
      .where(eq(company.id, tenant.id));
    const behindOneProxy = await createApp({
      parts: { ...parts, settings: { ...parts.settings, trustProxy: 1 } },
      collector: null,
    });
    try {
      expect(await from(app, '203.0.113.9'), 'without a proxy the header is ignored').toBe(401);
      expect(await from(behindOneProxy, '203.0.113.9')).toBe(200);
      expect(await from(behindOneProxy, '10.9.9.9, 203.0.113.9')).toBe(200);
      expect(
        await from(behindOneProxy, '203.0.113.9, 10.9.9.9'),
        'only the last address is from the trusted proxy',
      ).toBe(401);
    } finally {
      await parts.db.update(company).set({ loginAllowedIps: [] }).where(eq(company.id, tenant.id));
      await behindOneProxy.close();
    }
  });

  it('throttles guesses by account from any address, and counts concurrent guesses one by one', async () => {
    const guesses = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        post('signin', form({ company_id: n % 2 === 0 ? 'acme' : 'ACME', password: `guess ${n}` }), fresh()),
      ),
    );
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(5);
    const slowed = guesses.filter(({ status }) => status === 429);
    expect(slowed).toHaveLength(7);
    expect(slowed[0]?.body.code).toBe('too_many_requests');
    expect(Number(slowed[0]?.headers['retry-after'])).toBe(slowed[0]?.body.values['seconds']);
    // The right password is delayed, too; otherwise the delay would show which guess is wrong.
    expect((await post('signin', form(), fresh())).status).toBe(429);
    // Another account of the company is not delayed.
    expect((await post('signin', form({ email: tenant.emails.user }), fresh())).status).toBe(200);
    const waits: number[] = [];
    const wait = async () =>
      (await post('signin', form({ password: 'still wrong' }), fresh())).body.values['seconds'] ?? 0;
    for (let round = 0; round < 10; round++) {
      parts.clock.advance(1000 * (waits.at(-1) ?? 1));
      expect((await post('signin', form({ password: 'still wrong' }), fresh())).status).toBe(401);
      waits.push(await wait());
    }
    expect(waits, 'doubled up to five minutes').toEqual([2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
    parts.clock.advance(100_500);
    expect(await wait(), 'what is left, in started seconds').toBe(200);
    parts.clock.advance(199_499);
    expect(await wait(), 'at least one second').toBe(1);
    parts.clock.advance(1);
    expect((await post('signin', form(), fresh())).status).toBe(200);
    expect(
      (await post('signin', form({ password: 'wrong again' }), fresh())).status,
      'failures are reset by a success',
    ).toBe(401);
  });

  it('does not keep the owner out while somebody fails for ever from other addresses', async () => {
    const home = fresh();
    expect((await post('signin', form(), home)).status).toBe(200);
    for (let round = 0; round < 40; round++) {
      // As soon as a wait is over, the next guess begins another one.
      parts.clock.advance(round % 4 === 0 ? 300_000 : 0);
      const { status } = await post('signin', form({ password: 'wrong' }), `203.0.113.${round}`);
      expect([401, 429]).toContain(status);
    }
    expect((await post('signin', form(), fresh())).status, 'an address that nobody knows').toBe(429);
    expect((await post('signin', form(), home)).status, 'the address of the owner').toBe(200);
    // Who guesses at the owner's own address is throttled there, too.
    for (let guess = 0; guess < 12; guess++) await post('signin', form({ password: 'wrong' }), fresh());
    const guesses: number[] = [];
    for (let guess = 0; guess < 7; guess++)
      guesses.push((await post('signin', form({ password: 'wrong' }), home)).status);
    expect(guesses).toEqual([401, 401, 401, 401, 401, 429, 429]);
    expect((await post('signin', form(), home)).status).toBe(429);
  });

  it('ignores guesses counted by a clock that was a day ahead', async () => {
    const guess = (password: string) =>
      post('signin', form({ email: tenant.emails.user, password }), fresh());
    for (let n = 0; n < 5; n++) expect((await guess('wrong')).status).toBe(401);
    expect((await guess('wrong')).status).toBe(429);
    parts.clock.advance(-86_400_000);
    expect((await post('signin', form({ email: tenant.emails.user }), fresh())).status).toBe(200);
    parts.clock.advance(86_400_000);
  });

  it('throttles one address over many accounts, without counting successes', async () => {
    const address = fresh();
    const guess = async (from: number, to: number) => {
      const statuses = new Set<number>();
      for (let n = from; n < to; n++)
        statuses.add((await post('signin', form({ email: `user${n}@acme.example` }), address)).status);
      return [...statuses];
    };
    expect(await guess(0, 15)).toEqual([401]);
    expect((await post('signin', form(), address)).status).toBe(200);
    expect(await guess(15, 30)).toEqual([401]);
    expect(await guess(30, 31)).toEqual([429]);
    expect(
      (await post('signin', form({ email: 'user31@acme.example' }), fresh())).status,
      'another address is not throttled',
    ).toBe(401);
  });

  it('does not throttle an account for the guesses of a throttled address', async () => {
    const address = fresh();
    for (let n = 0; n < 30; n++) await post('signin', form({ email: `user${n}@acme.example` }), address);
    for (let n = 0; n < 10; n++)
      expect((await post('signin', form({ password: 'x' }), address)).status).toBe(429);
    expect((await post('signin', form(), fresh())).status).toBe(200);
  });

  it('counts the addresses of one IPv6 network as one', async () => {
    for (let n = 0; n < 30; n++)
      await post('signin', form({ email: `user${n}@acme.example` }), `2001:db8:0:7:${n.toString(16)}::1`);
    expect((await post('signin', form(), '2001:db8:0:7::ffff')).status).toBe(429);
    expect((await post('signin', form(), '2001:db8:0:8::1')).status).toBe(200);
  });

  it.each([
    ['signin', 60],
    ['refresh', 300],
    ['signout', 300],
  ])(
    'limits how many calls of auth/%s an address may make in a minute to %i, right or wrong',
    async (name, limit) => {
      const address = fresh();
      for (let n = 1; n < limit; n++) await post(name, { refresh: '' }, address);
      expect((await post(name, { refresh: '' }, address)).status).toBe(400);
      const refused = await post(name, { refresh: '' }, address);
      expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    },
  );
});

/** Any session, by a token in the body. */
const ANY = { session: null, isCookie: false };

describe('refreshing', () => {
  it('exchanges a token once and gives the next', async () => {
    const first = await signIn(app, tenant, 'admin');
    const second = await post('refresh', { refresh: first.refresh });
    expect(second.status).toBe(200);
    expect(second.body.refresh).not.toBe(first.refresh);
    expect((await requesterOf(app, second.body.access)('users/me/')).status).toBe(200);
    expect((await post('refresh', { refresh: second.body.refresh })).status).toBe(200);
  });

  it('ends the whole session when a token is used twice', async () => {
    const first = await signIn(app, tenant, 'admin');
    const second = (await post('refresh', { refresh: first.refresh })).body;
    expect((await requesterOf(app, second.access)('users/me/')).status).toBe(200);
    const stolen = await post('refresh', { refresh: first.refresh });
    expect([stolen.status, stolen.body.code]).toEqual([401, 'session_ended']);
    expect((await post('refresh', { refresh: second.refresh })).status).toBe(401);
    expect(
      (await requesterOf(app, second.access)('users/me/')).status,
      'the access token is refused although its permissions are cached',
    ).toBe(401);
    expect(
      (await requesterOf(app, (await signIn(app, tenant, 'admin')).access)('users/me/')).status,
      'another session continues',
    ).toBe(200);
  });

  it('lets exactly one of two requests win, in each of 60 races', async () => {
    const { db, clock, secrets, settings } = parts;
    const sessions = createSessions({ db, clock, secrets, settings, viewers: createViewers(db, clock) });
    const began = await sessions.signIn(
      { companyCode: 'acme', email: tenant.emails.admin, password: PASSWORD },
      { address: '192.0.2.1', userAgent: '' },
      () => null,
    );
    if (!('family' in began)) throw new Error('the user has no second factor');
    const { id: _, ...row } = one(
      await db.select().from(refreshToken).where(eq(refreshToken.family, began.family)),
    );
    const winners: number[] = [];
    for (let race = 0; race < 60; race++) {
      // A family of its own for each race, without paying argon2 60 times.
      const token = `race-${race}`;
      await db
        .insert(refreshToken)
        .values({ ...row, family: randomUUID(), hash: createHash('sha256').update(token).digest() });
      const both = await Promise.allSettled([
        sessions.refresh(token, { address: '192.0.2.1', userAgent: '' }, ANY),
        sessions.refresh(token, { address: '192.0.2.2', userAgent: '' }, ANY),
      ]);
      winners.push(both.filter(({ status }) => status === 'fulfilled').length);
    }
    expect(winners.filter(count => count !== 1)).toEqual([]);
  });

  it('is refused only after the session has ended in the store', async () => {
    const { db, clock, secrets, settings } = parts;
    const order: string[] = [];
    const transaction: typeof db.transaction = async work => {
      const answer = await db.transaction(work);
      await new Promise(resolve => {
        setTimeout(resolve, 20);
      });
      order.push('stored');
      return answer;
    };
    const slow = new Proxy(db, {
      get: (target, key) => (key === 'transaction' ? transaction : (Reflect.get(target, key) as unknown)),
    });
    const sessions = createSessions({
      db: slow,
      clock,
      secrets,
      settings,
      viewers: createViewers(db, clock),
    });
    const { refresh } = await signIn(app, tenant, 'user');
    await db.update(user).set({ status: false }).where(eq(user.id, tenant.users.user));
    await sessions
      .refresh(refresh, { address: '192.0.2.1', userAgent: '' }, ANY)
      .catch((error: unknown) => order.push((error as Failure).code));
    await db.update(user).set({ status: true }).where(eq(user.id, tenant.users.user));
    // The rotation of the token, and the end of the session.
    expect(order).toEqual(['stored', 'stored', 'session_ended']);
  });

  it('refuses tokens that are foreign, too old, or of a deleted user', async () => {
    expect((await post('refresh', { refresh: 'never-given' })).body.code).toBe('session_ended');
    const old = await signIn(app, tenant, 'admin');
    const back = parts.clock.now();
    parts.clock.set(back + 30 * 86_400_000 + 1);
    expect((await post('refresh', { refresh: old.refresh })).status).toBe(401);
    parts.clock.set(back);
    const userTokens = await signIn(app, tenant, 'user');
    await parts.db.update(user).set({ status: false }).where(eq(user.id, tenant.users.user));
    expect((await post('refresh', { refresh: userTokens.refresh })).status).toBe(401);
    await parts.db.update(user).set({ status: true }).where(eq(user.id, tenant.users.user));
    expect(
      (await post('refresh', { refresh: userTokens.refresh })).status,
      'the session is still ended after the restore',
    ).toBe(401);
  });
});

describe('signing out', () => {
  it('ends the session at once, its access token too, and a second time is no failure', async () => {
    const tokens = await signIn(app, tenant, 'admin');
    const ask = requesterOf(app, tokens.access);
    expect((await ask('users/me/')).status).toBe(200);
    expect(await post('signout', { refresh: tokens.refresh })).toMatchObject({
      status: 200,
      body: { ended: true },
    });
    expect((await ask('users/me/')).status).toBe(401);
    expect((await post('refresh', { refresh: tokens.refresh })).status).toBe(401);
    expect((await post('signout', { refresh: tokens.refresh })).status).toBe(200);
    expect((await post('signout', { refresh: 'never-given' })).status).toBe(200);
  });
});

const b64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const forge = (header: object, claims: object, secret: string) => {
  const body = `${b64(header)}.${b64(claims)}`;
  return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`;
};

describe('access tokens', () => {
  it('are refused when forged, foreign, truncated, without an algorithm, expired or not tokens at all', async () => {
    const { access } = await signIn(app, tenant, 'admin');
    const [header = '', payload = '', signature = ''] = access.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
    const hs256 = { alg: 'HS256', typ: 'JWT' };
    const bad: Record<string, string> = {
      'another key': forge(hs256, claims, 'x'.repeat(43)),
      'no algorithm': `${b64({ alg: 'none', typ: 'JWT' })}.${payload}.`,
      'another algorithm': forge({ alg: 'HS512', typ: 'JWT' }, claims, parts.secrets.jwt.current()),
      'another issuer': forge(hs256, { ...claims, iss: 'somebody' }, parts.secrets.jwt.current()),
      'another audience': forge(hs256, { ...claims, aud: 'somebody' }, parts.secrets.jwt.current()),
      'no issuer': forge(hs256, { ...claims, iss: undefined }, parts.secrets.jwt.current()),
      'no audience': forge(hs256, { ...claims, aud: undefined }, parts.secrets.jwt.current()),
      'no expiry': forge(hs256, { ...claims, exp: undefined }, parts.secrets.jwt.current()),
      'another company': forge(hs256, { ...claims, company: tenant.id + 1 }, parts.secrets.jwt.current()),
      'another session': forge(
        hs256,
        { ...claims, family: '00000000-0000-4000-8000-000000000000' },
        parts.secrets.jwt.current(),
      ),
      'a session that is no id': forge(
        hs256,
        { ...claims, family: "' or true --" },
        parts.secrets.jwt.current(),
      ),
      'a subject out of range': forge(hs256, { ...claims, sub: '9999999999' }, parts.secrets.jwt.current()),
      'a company out of range': forge(
        hs256,
        { ...claims, company: 9_999_999_999 },
        parts.secrets.jwt.current(),
      ),
      truncated: access.slice(0, -5),
      'changed payload': `${header}.${b64({ ...claims, sub: '1', x: 1 })}.${signature}`,
      'the refresh token': (await signIn(app, tenant, 'admin')).refresh,
      'not a token': 'x',
      nothing: '',
      'something long': 'a.'.repeat(3000),
    };
    for (const [what, token] of Object.entries(bad)) {
      const { status, body } = await requesterOf(app, token)('users/me/');
      expect([what, status, body.code]).toEqual([what, 401, 'unauthenticated']);
    }
    expect((await requesterOf(app, access)('users/me/')).status).toBe(200);
    parts.clock.advance(15 * 60_000);
    expect((await requesterOf(app, access)('users/me/')).status).toBe(401);
  });

  it('stop within seconds when their user is deleted, and follow a change of role', async () => {
    const { access } = await signIn(app, tenant, 'user');
    const ask = requesterOf(app, access);
    expect((await ask('agencies/')).body.count).toBe(2);
    await parts.db
      .update(user)
      .set({ roleId: tenant.roles.agency, agencyId: tenant.agencies[0] })
      .where(eq(user.id, tenant.users.user));
    parts.clock.advance(6_000);
    expect((await ask('agencies/')).body.count).toBe(1);
    await parts.db
      .update(user)
      .set({ roleId: tenant.roles.user, agencyId: null, status: false })
      .where(eq(user.id, tenant.users.user));
    parts.clock.advance(6_000);
    expect((await ask('agencies/')).status).toBe(401);
    await parts.db.update(user).set({ status: true }).where(eq(user.id, tenant.users.user));
  });

  it('expire although the clock was set back', async () => {
    const { access } = await signIn(app, tenant, 'user');
    const ask = requesterOf(app, access);
    expect((await ask('users/me/')).status).toBe(200);
    await parts.db.update(user).set({ status: false }).where(eq(user.id, tenant.users.user));
    parts.clock.advance(-3_600_000);
    expect((await ask('users/me/')).status).toBe(401);
    parts.clock.advance(3_600_000);
    await parts.db.update(user).set({ status: true }).where(eq(user.id, tenant.users.user));
  });
});

describe('the network of an address', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::1', '0:0:0:0::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:0db8:0:7::', '2001:db8:0:7::/64'],
    ['2001:db8:0:7:1:2:3:4', '2001:db8:0:7::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['nonsense', 'nonsense'],
  ])('%s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});

describe('allowed addresses', () => {
  it.each([
    [[], '192.0.2.1', true],
    [['192.0.2.1'], '192.0.2.1', true],
    [[' 192.0.2.0/24 '], '192.0.2.255', true],
    [['192.0.2.0/24'], '192.0.3.0', false],
    [['::ffff:192.0.2.0/120'], '192.0.2.9', true],
    [['2001:db8::/32'], '2001:db8::1', true],
    [['fe80::/10'], 'fe80::1%eth0', true],
    [['0.0.0.0/0'], '2001:db8::1', false],
    [['nonsense'], '192.0.2.1', false],
    [['192.0.2.1/33'], '192.0.2.1', false],
    [['010.0.0.1'], '8.0.0.1', false],
    [['192.0.2.1'], 'nonsense', false],
  ])('%j and %s: %s', (allowed, address, expected) => {
    expect(isAddressAllowed(allowed, address)).toBe(expected);
  });
});
