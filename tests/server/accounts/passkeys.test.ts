import { and, eq, gt, max } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../../../server/app.ts';
import {
  change,
  company,
  mail,
  passkey,
  passkeyChallenge,
  recoveryCode,
  refreshToken,
  rememberedDevice,
  secondFactor,
  signinChallenge,
  signinFailure,
} from '../../../server/store/postgres/schema/index.ts';
import { appCode } from '../../support/app-codes.ts';
import { createAuthenticator, type Authenticator, type Deviation } from '../../support/authenticator.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';
import { makeTenant, PASSWORD, type Body, type Tenant } from '../../support/tenants.ts';

/** The public address of the test program (tests/support/test-parts.ts). */
const ORIGIN = 'http://localhost:3000';
const START = Date.UTC(2026, 1, 28, 15, 0, 0);

let parts: TestParts;
let app: FastifyInstance;
let mine: Tenant;
let theirs: Tenant;
/** The newest line of the audit log before a test: lines are never deleted. */
let lastChange = 0;

beforeAll(async () => {
  parts = await createTestParts({ now: START });
  mine = await makeTenant(parts.db, 'acme');
  theirs = await makeTenant(parts.db, 'other');
  app = await createApp({ parts, collector: null });
});
afterAll(async () => {
  await app.close();
  await parts.close();
});
beforeEach(async () => {
  const { db } = parts;
  for (const table of [mail, passkey, passkeyChallenge, recoveryCode, refreshToken, rememberedDevice])
    await db.delete(table);
  for (const table of [secondFactor, signinChallenge, signinFailure]) await db.delete(table);
  await db.update(company).set({ secondFactor: 0 });
  lastChange = (await db.select({ id: max(change.id) }).from(change))[0]?.id ?? 0;
  // Longer than a viewer is cached, and than the rates of sign-ins are counted.
  parts.clock.advance(60_000);
});

/** Each request has another network, so that the rates of a network are not met. */
let requests = 0;
const send = async (
  method: 'GET' | 'POST',
  path: string,
  { access, payload, cookie }: { access?: string; payload?: object; cookie?: string } = {},
): Promise<{ readonly status: number; readonly body: Body; readonly cookie: string }> => {
  requests += 1;
  const answer = await app.inject({
    method,
    url: `/api/v1/${path}`,
    remoteAddress: `10.${requests >> 8}.${requests & 255}.1`,
    headers: {
      ...(access !== undefined && { authorization: `Bearer ${access}` }),
      ...(cookie !== undefined && { cookie }),
    },
    ...(payload && { payload }),
  });
  const set = answer.headers['set-cookie'];
  return {
    status: answer.statusCode,
    body: answer.json<Body>(),
    cookie: typeof set === 'string' ? set.slice(0, set.indexOf(';')) : '',
  };
};
const post = (path: string, payload: object, access?: string) =>
  send('POST', path, { payload, ...(access !== undefined && { access }) });

type Who = 'admin' | 'user' | 'agency';
interface SignedIn {
  readonly access: string;
  readonly challenge: { readonly token: string; readonly app: boolean; readonly passkey: boolean } | null;
}
const enter = async (who: Who, tenant = mine, cookie?: string): Promise<SignedIn> => {
  const payload = { company_id: tenant.code, email: tenant.emails[who], password: PASSWORD };
  return (await send('POST', 'auth/signin/', { payload, ...(cookie !== undefined && { cookie }) }))
    .body as unknown as SignedIn;
};
const OWN = 'users/me/second_factor/';
const begin = (access: string, password = PASSWORD) =>
  post(`${OWN}passkeys/begin/`, { current_password: password }, access);
const optionsOf = async (access: string): Promise<string> => String((await begin(access)).body['options']);
const finish = (access: string, credential: string, name = '鍵 1') =>
  post(`${OWN}passkeys/`, { name, credential }, access);

/** Registers a passkey in the first session of a user. */
const register = async (who: Who, made: Authenticator = createAuthenticator(ORIGIN), tenant = mine) => {
  const { access } = await enter(who, tenant);
  const { status, body } = await finish(access, made.register(await optionsOf(access)));
  expect(status).toBe(200);
  return { made, access, codes: body['recovery_codes'] as readonly string[] };
};
const statusOf = async (access: string) => (await send('GET', OWN, { access })).body;
const passkeysOf = async (access: string) => (await statusOf(access))['passkeys'] as readonly Body[];

const challengeOf = async (who: Who, tenant = mine): Promise<string> =>
  (await enter(who, tenant)).challenge?.token ?? '';
const ask = async (challenge: string): Promise<string> =>
  String((await post('auth/second_factor/passkey/begin/', { challenge })).body['options']);
const answer = (challenge: string, credential: string, remember = false) =>
  post('auth/second_factor/passkey/', { challenge, credential, remember });
/** Signs in with a passkey, honestly or not. @returns the code of the refusal; undefined: signed in */
const signIn = async (made: Authenticator, over: Deviation = {}, who: Who = 'user') => {
  const challenge = await challengeOf(who);
  return (await answer(challenge, made.sign(await ask(challenge), over))).body['code'];
};
const linesOf = async (action: 'update' | 'sign_in' | 'sign_in_refused') =>
  (
    await parts.db
      .select()
      .from(change)
      .where(and(gt(change.id, lastChange), eq(change.action, action)))
      .orderBy(change.id)
  ).map(({ userId, rowId, before, after }) => ({ userId, rowId, before, after }));
const changesOf = () => linesOf('update');

describe('the registration of a passkey', () => {
  it('needs the password, and gives recovery codes with the first factor only', async () => {
    const { access } = await enter('user');
    expect(await begin(access, 'wrong')).toMatchObject({
      status: 400,
      body: { fields: { current_password: ['wrong_password'] } },
    });
    const options = await optionsOf(access);
    expect(JSON.parse(options)).toMatchObject({
      rp: { id: 'localhost', name: 'Touchpath' },
      user: { name: `${mine.emails.user} (${mine.code})` },
      attestation: 'none',
      authenticatorSelection: { userVerification: 'required' },
      excludeCredentials: [],
    });
    const first = await finish(access, createAuthenticator(ORIGIN).register(options), '社用 MacBook');
    expect(first.body['recovery_codes']).toHaveLength(10);
    const again = JSON.parse(await optionsOf(access)) as { readonly excludeCredentials: readonly object[] };
    expect(again.excludeCredentials).toHaveLength(1);
    const second = await register('admin');
    expect(second.codes).toHaveLength(10);

    parts.clock.advance(1_000);
    const key = createAuthenticator(ORIGIN, { kind: 'EdDSA' });
    const more = await finish(access, key.register(await optionsOf(access)), 'é');
    expect(more).toMatchObject({ status: 200, body: { recovery_codes: [] } });
    const now = parts.clock.now();
    expect(await statusOf(access)).toEqual({
      enabled: true,
      app: false,
      required: false,
      enabled_at: new Date(now - 1_000).toISOString(),
      recovery_codes: 10,
      passkey_origin: ORIGIN,
      passkeys: [
        {
          id: expect.any(Number) as number,
          name: '社用 MacBook',
          created_at: new Date(now - 1_000).toISOString(),
          last_used_at: null,
        },
        {
          id: expect.any(Number) as number,
          name: 'é',
          created_at: new Date(now).toISOString(),
          last_used_at: null,
        },
      ],
      devices: [],
    });
    const own = (await changesOf()).filter(({ userId }) => userId === mine.users.user);
    expect(own.map(({ before, after }) => [before, after])).toEqual([
      [{ passkey: null }, { passkey: '社用 MacBook' }],
      [
        { second_factor: false, recovery_codes: 0 },
        { second_factor: true, recovery_codes: 10 },
      ],
      [{ passkey: null }, { passkey: 'é' }],
    ]);
  });

  it.each<[string, (options: string) => string]>([
    [
      'another origin',
      options => createAuthenticator(ORIGIN).register(options, { origin: 'http://localhost:3001' }),
    ],
    ['what is no credential', () => 'null'],
  ])('is refused with %s', async (_what, answered) => {
    const { access } = await enter('user');
    expect(await finish(access, answered(await optionsOf(access)))).toMatchObject({
      status: 409,
      body: { code: 'passkey_not_registered' },
    });
    expect(await parts.db.select().from(passkey)).toEqual([]);
    expect((await statusOf(access))['enabled']).toBe(false);
  });

  it('takes one answer to the last challenge of the same session within five minutes', async () => {
    const { access } = await enter('user');
    const other = (await enter('user')).access;
    const code = async (session: string, credential: string) =>
      (await finish(session, credential)).body['code'];
    const made = () => createAuthenticator(ORIGIN);

    // A challenge of another session of the same user.
    const foreign = made().register(await optionsOf(other));
    await optionsOf(access);
    expect(await code(access, foreign)).toBe('passkey_not_registered');
    // A refused answer spends the challenge.
    const spent = await optionsOf(access);
    expect(await code(access, made().register(spent, { isUserVerified: false }))).toBe(
      'passkey_not_registered',
    );
    expect(await code(access, made().register(spent))).toBe('passkey_not_registered');
    // A newer challenge ends the former one.
    const former = await optionsOf(access);
    const late = await optionsOf(access);
    expect(await code(access, made().register(former))).toBe('passkey_not_registered');
    expect(await code(access, made().register(late))).toBe('passkey_not_registered');

    const early = await optionsOf(access);
    parts.clock.advance(299_999);
    expect(await code(access, made().register(early))).toBeUndefined();
    const expired = await optionsOf(access);
    parts.clock.advance(300_000);
    expect(await code(access, made().register(expired))).toBe('passkey_not_registered');
  });

  it('refuses a credential that is registered, also of another user or company', async () => {
    const { made } = await register('user');
    for (const [who, tenant] of [
      ['admin', mine],
      ['user', theirs],
    ] as const) {
      const { access } = await enter(who, tenant);
      const again = await finish(access, made.register(await optionsOf(access)));
      expect(again).toMatchObject({ status: 409, body: { code: 'passkey_exists' } });
      expect((await statusOf(access))['enabled']).toBe(false);
    }
  });

  it('ends at 20 passkeys of one user', async () => {
    const { access } = await enter('user');
    const other = (await enter('user')).access;
    const late = createAuthenticator(ORIGIN).register(await optionsOf(other));
    for (let count = 0; count < 20; count++)
      expect(
        (await finish(access, createAuthenticator(ORIGIN).register(await optionsOf(access)))).status,
      ).toBe(200);
    expect((await begin(access)).body['code']).toBe('too_many_passkeys');
    // Begun in another session before.
    expect((await finish(other, late)).body['code']).toBe('too_many_passkeys');
  });
});

describe('a passkey at the second step', () => {
  it.each(['ES256', 'EdDSA'] as const)('signs in by %s, and is noted as used', async kind => {
    const { made, access } = await register('user', createAuthenticator(ORIGIN, { kind }));
    const begun = await enter('user');
    expect(begun).toEqual({
      access: null,
      refresh: null,
      lifetime: null,
      session: null,
      challenge: {
        token: expect.stringMatching(/^[\w-]{43}$/) as string,
        lifetime: 600_000,
        app: false,
        passkey: true,
      },
    });
    const challenge = begun.challenge?.token ?? '';
    const options = await ask(challenge);
    expect(JSON.parse(options)).toMatchObject({
      rpId: 'localhost',
      userVerification: 'required',
      allowCredentials: [{ id: made.id, type: 'public-key', transports: ['internal', 'hybrid'] }],
    });
    const { status, body } = await answer(challenge, made.sign(options));
    expect(status).toBe(200);
    expect((await statusOf(String(body['access'])))['enabled']).toBe(true);
    expect((await passkeysOf(access))[0]!['last_used_at']).toBe(new Date(parts.clock.now()).toISOString());
  });

  it.each<[string, (made: Authenticator, options: string) => string]>([
    ['another origin', (made, options) => made.sign(options, { origin: 'https://evil.example' })],
    ['what is no answer', () => 'null'],
  ])('is refused with %s', async (_what, answered) => {
    const { made } = await register('user');
    const challenge = await challengeOf('user');
    const refused = await answer(challenge, answered(made, await ask(challenge)));
    expect(refused.body['code']).toBe('passkey_refused');
    expect(await signIn(made)).toBeUndefined();
    expect((await linesOf('sign_in_refused')).map(({ after }) => after)).toEqual([{ reason: 'passkey' }]);
    expect((await linesOf('sign_in')).at(-1)?.after).toMatchObject({ method: 'password, passkey' });
  });

  it('is refused if it is of another user, also of another company', async () => {
    const [user, admin] = [await register('user'), await register('admin')];
    const foreign = await register('user', createAuthenticator(ORIGIN), theirs);
    for (const { made } of [admin, foreign]) {
      expect(await signIn(made)).toBe('passkey_refused');
      expect(await signIn(made, { id: user.made.id })).toBe('passkey_refused');
    }
    // The options of one user do not serve another.
    const [own, other] = [await challengeOf('user'), await challengeOf('admin')];
    await ask(own);
    const signed = admin.made.sign(await ask(other));
    expect((await answer(own, signed)).body['code']).toBe('passkey_refused');
    expect((await answer(other, signed)).status).toBe(200);
  });

  it('is refused if its counter is that of the last answer', async () => {
    const { made } = await register('user');
    expect(await signIn(made, { counter: 5 })).toBeUndefined();
    expect(await signIn(made, { counter: 5 })).toBe('passkey_refused');
    expect(await signIn(made, { counter: 6 })).toBeUndefined();
  });

  it('need not count its signatures', async () => {
    const { made } = await register('user', createAuthenticator(ORIGIN, { counts: false }));
    for (let attempt = 0; attempt < 3; attempt++) expect(await signIn(made)).toBeUndefined();
  });

  it('takes one answer to the last challenge of its sign-in within five minutes', async () => {
    const { made } = await register('user');
    const challenge = await challengeOf('user');
    const code = async (credential: string, token = challenge) => {
      await parts.db.delete(signinFailure);
      return (await answer(token, credential)).body['code'];
    };
    // Nothing was asked.
    expect(await code(made.sign(JSON.stringify({ rpId: 'localhost', challenge })))).toBe('passkey_refused');
    // A refused answer spends the options.
    const refused = await ask(challenge);
    expect(await code(made.sign(refused, { isUserVerified: false }))).toBe('passkey_refused');
    expect(await code(made.sign(refused))).toBe('passkey_refused');
    // Newer options end the former ones.
    const former = await ask(challenge);
    await ask(challenge);
    expect(await code(made.sign(former))).toBe('passkey_refused');
    const expired = await ask(challenge);
    parts.clock.advance(300_000);
    expect(await code(made.sign(expired))).toBe('passkey_refused');
    const early = await ask(challenge);
    parts.clock.advance(239_999);
    const right = made.sign(early);
    expect(await code(right)).toBeUndefined();
    // Replayed: in the same sign-in, and in another one.
    expect(await code(right)).toBe('challenge_ended');
    const other = await challengeOf('user');
    await ask(other);
    expect(await code(right, other)).toBe('passkey_refused');
    expect(await code(made.sign(await ask(other)), other)).toBeUndefined();
  });

  it('lets one of two requests with the same answer pass, in each of 10 races', async () => {
    const { made } = await register('user');
    for (let race = 0; race < 10; race++) {
      await parts.db.delete(signinFailure);
      const challenge = await challengeOf('user');
      const signed = made.sign(await ask(challenge));
      const both = await Promise.all([answer(challenge, signed), answer(challenge, signed)]);
      const codes = both.map(({ body }) => body.code ?? 'passed').toSorted();
      expect(codes.filter(code => code === 'passed')).toEqual(['passed']);
    }
  });

  it('slows down after five refused answers, together with codes', async () => {
    const { made } = await register('user');
    for (let attempt = 1; attempt <= 5; attempt++)
      expect(await signIn(made, { isUserVerified: false })).toBe('passkey_refused');
    expect(await signIn(made)).toBe('too_many_requests');
    parts.clock.advance(1_000);
    expect(await signIn(made)).toBeUndefined();
  });

  it('can be chosen beside the app, and a recovery code replaces both', async () => {
    const { made, access, codes } = await register('user');
    const enabledAt = new Date(parts.clock.now()).toISOString();
    parts.clock.advance(1_000);
    const key = String((await post(`${OWN}begin/`, { current_password: PASSWORD }, access)).body['key']);
    const typed = async (code: string) =>
      (await post('auth/second_factor/', { challenge: await challengeOf('user'), code })).status;
    // An app whose set-up is not finished is no factor yet.
    expect((await enter('user')).challenge).toMatchObject({ app: false, passkey: true });
    expect(await typed(appCode(key, parts.clock.now()))).toBe(401);
    const confirmed = await post(`${OWN}confirm/`, { code: appCode(key, parts.clock.now()) }, access);
    expect(confirmed).toMatchObject({ status: 200, body: { recovery_codes: [] } });
    expect((await statusOf(access))['enabled_at']).toBe(enabledAt);
    parts.clock.advance(30_000);
    const begun = await enter('user');
    expect(begun.challenge).toMatchObject({ app: true, passkey: true });
    expect(await typed(appCode(key, parts.clock.now()))).toBe(200);
    expect(await signIn(made)).toBeUndefined();
    expect(await typed(codes[0]!)).toBe(200);

    // Without the app, its codes are refused, and the recovery codes go on.
    expect((await post(`${OWN}app/remove/`, { current_password: PASSWORD }, access)).status).toBe(200);
    parts.clock.advance(30_000);
    expect(await typed(appCode(key, parts.clock.now()))).toBe(401);
    expect(await typed(codes[1]!)).toBe(200);
    expect((await post(`${OWN}app/remove/`, { current_password: PASSWORD }, access)).body['code']).toBe(
      'second_factor_absent',
    );
    expect((await changesOf()).map(({ before, after }) => [before, after])).toContainEqual([
      { authenticator_app: true },
      { authenticator_app: false },
    ]);
  });

  it('is replaced by a remembered device', async () => {
    const { made } = await register('user');
    const challenge = await challengeOf('user');
    const { cookie } = await answer(challenge, made.sign(await ask(challenge)), true);
    expect((await enter('user', mine, cookie)).challenge).toBeNull();
  });
});

describe('the removal of a passkey', () => {
  it('needs the password and its own user; the last factor ends the second step', async () => {
    const { made, access } = await register('user');
    const second = createAuthenticator(ORIGIN);
    await finish(access, second.register(await optionsOf(access)), 'é');
    const [first, last] = (await passkeysOf(access)).map(({ id }) => Number(id));
    const remove = (id: number, who: string, password = PASSWORD) =>
      post(`${OWN}passkeys/${id}/remove/`, { current_password: password }, who);
    for (const [who, tenant] of [
      ['admin', mine],
      ['admin', theirs],
    ] as const) {
      const { access: other } = await register(who, createAuthenticator(ORIGIN), tenant);
      expect((await remove(first!, other)).status).toBe(404);
    }
    expect((await remove(first!, access, 'wrong')).status).toBe(400);
    expect((await remove(first!, access)).status).toBe(200);
    expect((await remove(first!, access)).status).toBe(404);
    expect(await signIn(made)).toBe('passkey_refused');
    expect(await signIn(second)).toBeUndefined();
    expect((await remove(last!, access)).status).toBe(200);
    expect((await enter('user')).challenge).toBeNull();
    const own = (await changesOf()).filter(({ userId }) => userId === mine.users.user);
    expect(own.slice(-2).map(({ before, after }) => [before, after])).toEqual([
      [{ passkey: '鍵 1' }, { passkey: null }],
      [{ second_factor: true }, { second_factor: false }],
    ]);
    expect(
      await parts.db.select().from(recoveryCode).where(eq(recoveryCode.userId, mine.users.user)),
    ).toEqual([]);
  });

  it('is part of the reset by an administrator', async () => {
    const { made } = await register('user');
    const admin = (await enter('admin')).access;
    const pending = await challengeOf('user');
    const signed = made.sign(await ask(pending));
    const payload = { current_password: PASSWORD, locale: 'en' };
    expect((await post(`users/${mine.users.user}/second_factor/reset/`, payload, admin)).status).toBe(200);
    expect((await answer(pending, signed)).body['code']).toBe('challenge_ended');
    expect((await enter('user')).challenge).toBeNull();
    const tables = [passkey, passkeyChallenge, recoveryCode, secondFactor];
    for (const table of tables) expect(await parts.db.select().from(table)).toEqual([]);
    expect((await parts.db.select().from(mail).orderBy(mail.id)).at(-1)?.mailOrder).toMatchObject({
      change: 'second_factor_reset',
    });
  });

  it('satisfies and misses the requirement of the company at once', async () => {
    await parts.db.update(company).set({ secondFactor: 2 }).where(eq(company.id, mine.id));
    const { access } = await register('user');
    expect((await send('GET', 'products/', { access })).status).toBe(200);
    const [{ id } = { id: 0 }] = await passkeysOf(access);
    await post(`${OWN}passkeys/${String(id)}/remove/`, { current_password: PASSWORD }, access);
    expect((await send('GET', 'products/', { access })).body['code']).toBe('second_factor_required');
  });
});
