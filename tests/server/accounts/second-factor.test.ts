import { and, eq, gt, max } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../../../server/app.ts';
import { beginSecondStep, checkCode } from '../../../server/accounts/second-step.ts';
import { resetAdministrator } from '../../../server/companies/administrator.ts';
import { composersOf } from '../../../server/mail-composers.ts';
import { contractOf } from '../../../server/http/openapi.ts';
import {
  change,
  company,
  mail,
  recoveryCode,
  refreshToken,
  rememberedDevice,
  secondFactor,
  signinChallenge,
  signinFailure,
} from '../../../server/store/postgres/schema/index.ts';
import { appCode } from '../../support/app-codes.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';
import { makeTenant, PASSWORD, type Body, type Tenant, type Tokens } from '../../support/tenants.ts';

let parts: TestParts;
let app: FastifyInstance;
let mine: Tenant;
let theirs: Tenant;

/** The beginning of a step of 30 s. */
const START = Date.UTC(2026, 1, 28, 15, 0, 0);
const DAY_MS = 86_400_000;
const OTHER_PASSWORD = 'another pässwörd 1';

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
/** The newest line of the audit log before a test: lines are never deleted. */
let lastChange = 0;
beforeEach(async () => {
  const { db } = parts;
  for (const table of [mail, recoveryCode, refreshToken, rememberedDevice, secondFactor])
    await db.delete(table);
  await db.delete(signinChallenge);
  await db.delete(signinFailure);
  await db.update(company).set({ secondFactor: 0 });
  lastChange = (await db.select({ id: max(change.id) }).from(change))[0]?.id ?? 0;
  // Longer than a viewer is cached, and than the rates of sign-ins are counted; a whole number of steps.
  parts.clock.advance(60_000);
});

/** Each request has another network, so that the rates of a network are not met. */
let requests = 0;
const nextAddress = (): string => {
  requests += 1;
  return `10.${requests >> 8}.${requests & 255}.1`;
};

type Who = 'admin' | 'user' | 'agency';
interface Answer {
  readonly status: number;
  readonly body: Body;
  readonly cookie: string | undefined;
}

const send = async (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  over: {
    readonly access?: string;
    readonly payload?: object;
    readonly cookie?: string;
    readonly ip?: string;
  } = {},
): Promise<Answer> => {
  const answer = await app.inject({
    method,
    url: `/api/v1/${path}`,
    remoteAddress: over.ip ?? nextAddress(),
    headers: {
      ...(over.access !== undefined && { authorization: `Bearer ${over.access}` }),
      ...(over.cookie !== undefined && { cookie: over.cookie }),
    },
    ...(over.payload && { payload: over.payload }),
  });
  const cookie = answer.headers['set-cookie'];
  return {
    status: answer.statusCode,
    body: answer.json<Body>(),
    cookie: typeof cookie === 'string' ? cookie : undefined,
  };
};
const post = (path: string, payload: object, access?: string): Promise<Answer> =>
  send('POST', path, { payload, ...(access !== undefined && { access }) });

interface SignedIn extends Tokens {
  readonly challenge: { readonly token: string; readonly lifetime: number } | null;
}
const enter = async (who: Who, cookie?: string, password = PASSWORD): Promise<SignedIn> =>
  (
    await send('POST', 'auth/signin/', {
      payload: { company_id: mine.code, email: mine.emails[who], password },
      ...(cookie !== undefined && { cookie }),
    })
  ).body as unknown as SignedIn;
const challengeOf = async (who: Who): Promise<string> => (await enter(who)).challenge?.token ?? '';
const answer = (challenge: string, code: string, remember = false): Promise<Answer> =>
  post('auth/second_factor/', { challenge, code, remember });

/** Sets up the app of a user. The clock goes on to the next step, as the code of the set-up is spent. */
const setUp = async (who: Who) => {
  const { access } = await enter(who);
  const begun = await post('users/me/second_factor/begin/', { current_password: PASSWORD }, access);
  const key = String(begun.body['key']);
  const confirmed = await post(
    'users/me/second_factor/confirm/',
    { code: appCode(key, parts.clock.now()) },
    access,
  );
  expect(confirmed.status).toBe(200);
  parts.clock.advance(30_000);
  return {
    key,
    address: String(begun.body['address']),
    access,
    codes: confirmed.body['recovery_codes'] as readonly string[],
    code: (shift = 0) => appCode(key, parts.clock.now() + shift),
  };
};
const statusOf = async (access: string) => (await send('GET', 'users/me/second_factor/', { access })).body;
const changesOf = async () =>
  (
    await parts.db
      .select()
      .from(change)
      .where(and(gt(change.id, lastChange), eq(change.action, 'update')))
      .orderBy(change.id)
  ).map(({ userId, rowId, before, after }) => ({
    userId,
    rowId,
    before,
    after,
  }));

describe('the set-up of a second factor', () => {
  it('needs the password, is finished by a code, and shows the secret only at its beginning', async () => {
    const { access } = await enter('user');
    expect(await post('users/me/second_factor/begin/', { current_password: 'wrong' }, access)).toMatchObject({
      status: 400,
      body: { fields: { current_password: ['wrong_password'] } },
    });
    const first = await post('users/me/second_factor/begin/', { current_password: PASSWORD }, access);
    const begun = await post('users/me/second_factor/begin/', { current_password: PASSWORD }, access);
    const key = String(begun.body['key']);
    expect(key).toMatch(/^[A-Z2-7]{32}$/);
    const address = new URL(String(begun.body['address']));
    expect(Object.fromEntries(address.searchParams)).toEqual({
      issuer: 'Touchpath',
      secret: key,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
    expect(decodeURIComponent(address.pathname)).toContain(mine.emails.user);

    // The sign-in is as before until a code proves that the app has the secret.
    expect((await enter('user')).challenge).toBeNull();
    const stale = appCode(String(first.body['key']), parts.clock.now());
    expect(await post('users/me/second_factor/confirm/', { code: stale }, access)).toMatchObject({
      status: 400,
      body: { fields: { code: ['wrong_code'] } },
    });
    const code = appCode(key, parts.clock.now());
    const typed = `${code.slice(0, 3)} ${code.slice(3)}`;
    const confirmed = await post('users/me/second_factor/confirm/', { code: typed }, access);
    const codes = confirmed.body['recovery_codes'] as readonly string[];
    expect(codes).toHaveLength(10);
    expect(new Set(codes).size).toBe(10);
    for (const one of codes) expect(one).toMatch(/^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/);
    expect(await statusOf(access)).toEqual({
      enabled: true,
      app: true,
      required: false,
      enabled_at: new Date(parts.clock.now()).toISOString(),
      recovery_codes: 10,
      passkeys: [],
      passkey_origin: 'http://localhost:3000',
      devices: [],
    });
    expect(await post('users/me/second_factor/begin/', { current_password: PASSWORD }, access)).toMatchObject(
      {
        status: 409,
        body: { code: 'second_factor_exists' },
      },
    );
    expect(await post('users/me/second_factor/confirm/', { code }, access)).toMatchObject({
      body: { code: 'second_factor_exists' },
    });
    expect(await changesOf()).toEqual([
      {
        userId: mine.users.user,
        rowId: mine.users.user,
        before: { second_factor: false, recovery_codes: 0 },
        after: { second_factor: true, recovery_codes: 10 },
      },
    ]);
  });

  it('slows down after five wrong codes of one user, until a right one', async () => {
    const { access } = await enter('user');
    const begin = async () =>
      String(
        (await post('users/me/second_factor/begin/', { current_password: PASSWORD }, access)).body['key'],
      );
    const confirm = (code: string) => post('users/me/second_factor/confirm/', { code }, access);
    const key = await begin();
    for (let attempt = 1; attempt <= 5; attempt++) expect((await confirm('000000')).status).toBe(400);
    expect(await confirm(appCode(key, parts.clock.now()))).toMatchObject({
      status: 429,
      body: { code: 'too_many_requests', values: { seconds: 1 } },
    });
    // Other users are not slowed down.
    await setUp('admin');
    expect((await confirm(appCode(key, parts.clock.now()))).status).toBe(200);
    await post('users/me/second_factor/app/remove/', { current_password: PASSWORD }, access);
    await begin();
    expect((await confirm('000000')).status, 'a right code ends the count').toBe(400);
  });

  it('stores neither the secret nor a code in clear, nor a secret that another user can use', async () => {
    const { key, codes, code } = await setUp('user');
    const [stored] = await parts.db.select().from(secondFactor);
    const rows = JSON.stringify([
      ...(await parts.db.select().from(secondFactor)),
      ...(await parts.db.select().from(recoveryCode)),
      ...(await parts.db.select().from(change)),
    ]);
    for (const clear of [key, ...codes, ...codes.map(one => one.replaceAll('-', ''))])
      expect(rows).not.toContain(clear);
    // The same bytes under another user are not a secret.
    await setUp('admin');
    await parts.db
      .update(secondFactor)
      .set({ secret: stored!.secret, lastStep: null })
      .where(eq(secondFactor.userId, mine.users.admin));
    expect((await answer(await challengeOf('admin'), code())).body['code']).toBe('code_refused');
  });
});

describe('the second step of a sign-in', () => {
  it('follows the right password only, and gives tokens for the code of the app', async () => {
    const { code } = await setUp('user');
    const begun = await enter('user');
    expect(begun).toEqual({
      access: null,
      refresh: null,
      lifetime: null,
      session: null,
      challenge: {
        token: expect.stringMatching(/^[\w-]{43}$/) as string,
        lifetime: 600_000,
        app: true,
        passkey: false,
      },
    });
    expect(await enter('user', undefined, 'wrong')).toMatchObject({ code: 'signin_refused' });
    const { status, body, cookie } = await answer(begun.challenge?.token ?? '', code());
    expect([status, cookie]).toEqual([200, undefined]);
    expect((await statusOf(String(body['access'])))['enabled']).toBe(true);
    // The challenge serves once.
    expect((await answer(begun.challenge?.token ?? '', code(30_000))).body['code']).toBe('challenge_ended');
  });

  it.each([
    ['the step before the last, in its last millisecond', -30_001, 'code_refused'],
    ['the last step, from its first millisecond', -30_000, undefined],
    ['the present step in its last millisecond', 29_999, undefined],
    ['the next step in its first millisecond', 30_000, undefined],
    ['the next step in its last millisecond', 59_999, undefined],
    ['the step after the next one', 60_000, 'code_refused'],
  ])('judges a code of %s', async (_when, shift, code) => {
    const made = await setUp('user');
    // The code of the set-up was of the step before the present one, which is spent otherwise.
    parts.clock.advance(60_000);
    expect((await answer(await challengeOf('user'), made.code(shift))).body['code']).toBe(code);
  });

  it('accepts a code once, also of an older step than a used one, and also the code of the set-up', async () => {
    const { code } = await setUp('user');
    expect((await answer(await challengeOf('user'), code(-30_000))).body['code']).toBe('code_refused');
    const used = code();
    expect((await answer(await challengeOf('user'), used)).status).toBe(200);
    const challenge = await challengeOf('user');
    expect((await answer(challenge, used)).body['code']).toBe('code_refused');
    parts.clock.advance(30_000);
    expect((await answer(challenge, used)).body['code']).toBe('code_refused');
    expect((await answer(challenge, code(30_000))).status).toBe(200);
    expect((await answer(await challengeOf('user'), code())).body['code']).toBe('code_refused');
  });

  it('lets one of two requests with equal codes pass, in each of 20 races', async () => {
    const { code, codes } = await setUp('user');
    const outcomes: string[][] = [];
    for (let race = 0; race < 20; race++) {
      await parts.db.delete(signinFailure);
      parts.clock.advance(60_000);
      const challenges = [await challengeOf('user'), await challengeOf('user')];
      const typed = race < 10 ? code() : codes[race - 10]!;
      const both = await Promise.all(challenges.map(challenge => answer(challenge, typed)));
      outcomes.push(both.map(({ body }) => body.code ?? 'passed').toSorted());
    }
    expect(outcomes).toEqual(Array.from({ length: 20 }, () => ['code_refused', 'passed']));
  });

  it('lets one of two requests with the same challenge and different codes pass', async () => {
    const { code, codes } = await setUp('user');
    const challenge = await challengeOf('user');
    const both = await Promise.all([answer(challenge, code()), answer(challenge, codes[0]!)]);
    expect(both.map(({ body }) => body.code ?? 'passed').toSorted()).toEqual(['challenge_ended', 'passed']);
  });

  it('does not begin with a password that changed while it was verified', async () => {
    const owner = { companyId: mine.id, userId: mine.users.user };
    const methods = { hasApp: true, hasPasskey: false };
    expect(await beginSecondStep(parts, owner, 'the former hash', methods)).toBeNull();
    expect(await parts.db.select().from(signinChallenge)).toEqual([]);
  });

  it('ends where the second factor was removed while it was checked', async () => {
    const owner = { companyId: mine.id, userId: mine.users.user };
    const now = { ip: '192.0.2.1', at: new Date(parts.clock.now()) };
    await expect(checkCode(parts, owner, '123456', now)).rejects.toMatchObject({ code: 'challenge_ended' });
  });

  it('asks for no passkey where the user has none', async () => {
    const { code } = await setUp('user');
    const challenge = await challengeOf('user');
    expect((await post('auth/second_factor/passkey/begin/', { challenge })).body['code']).toBe(
      'challenge_ended',
    );
    expect((await answer(challenge, code())).status).toBe(200);
  });

  it('slows down after five refused codes, over several challenges, and never for good', async () => {
    const { code } = await setUp('user');
    const refuse = async () => (await answer(await challengeOf('user'), '000000')).body['code'];
    for (let attempt = 1; attempt <= 5; attempt++) expect(await refuse()).toBe('code_refused');
    const challenge = await challengeOf('user');
    expect((await answer(challenge, code())).body).toMatchObject({
      code: 'too_many_requests',
      values: { seconds: 1 },
    });
    parts.clock.advance(1_000);
    expect((await answer(challenge, code())).status).toBe(200);
    // A success ends the count.
    expect(await refuse()).toBe('code_refused');
  });

  it('ends ten minutes after the password', async () => {
    const { code } = await setUp('user');
    const [early, late] = [await challengeOf('user'), await challengeOf('user')];
    parts.clock.advance(599_999);
    expect((await answer(early, code())).status).toBe(200);
    parts.clock.advance(1);
    expect((await answer(late, code(30_000))).body['code']).toBe('challenge_ended');
  });

  it('ends with a change of the password, and is refused from an address that is not allowed', async () => {
    const { code, access } = await setUp('user');
    const challenge = await challengeOf('user');
    await parts.db.update(company).set({ loginAllowedIps: ['10.0.0.0/8'] });
    const elsewhere = await send('POST', 'auth/second_factor/', {
      payload: { challenge, code: code() },
      ip: '198.51.100.7',
    });
    expect(elsewhere.body['code']).toBe('challenge_ended');
    await parts.db.update(company).set({ loginAllowedIps: [] });
    const changed = await send('PATCH', `users/${mine.users.user}/`, {
      access,
      payload: { current_password: PASSWORD, password: OTHER_PASSWORD },
    });
    expect(changed.status).toBe(200);
    expect((await answer(challenge, code())).body['code']).toBe('challenge_ended');
    await send('PATCH', `users/${mine.users.user}/`, {
      access,
      payload: { current_password: OTHER_PASSWORD, password: PASSWORD },
    });
  });
});

describe('recovery codes', () => {
  it('replace the app once each, however they are typed, and no eleventh does', async () => {
    const { codes } = await setUp('user');
    const shapes = [
      (code: string) => code,
      (code: string) => code.replaceAll('-', ''),
      (code: string) => ` ${code.toLowerCase()} `,
    ];
    let access = '';
    for (const [at, code] of codes.entries()) {
      await parts.db.delete(signinFailure);
      const { status, body } = await answer(await challengeOf('user'), shapes[at % 3]!(code));
      expect(status).toBe(200);
      access = String(body['access']);
      expect((await statusOf(access))['recovery_codes']).toBe(9 - at);
    }
    expect((await answer(await challengeOf('user'), codes[0]!)).body['code']).toBe('code_refused');
    expect((await answer(await challengeOf('user'), 'AAAA-AAAA-AAAA-AAAA')).body['code']).toBe(
      'code_refused',
    );
    expect((await changesOf()).at(-1)).toEqual({
      userId: mine.users.user,
      rowId: mine.users.user,
      before: { recovery_codes: 1 },
      after: { recovery_codes: 0 },
    });
  });

  it('are replaced as a set: the former ones no longer work', async () => {
    const { codes, access } = await setUp('user');
    expect(
      (await post('users/me/second_factor/recovery_codes/', { current_password: 'wrong' }, access)).status,
    ).toBe(400);
    const renewed = await post(
      'users/me/second_factor/recovery_codes/',
      { current_password: PASSWORD },
      access,
    );
    const next = renewed.body['recovery_codes'] as readonly string[];
    expect(next.filter(code => codes.includes(code))).toEqual([]);
    expect((await answer(await challengeOf('user'), codes[0]!)).body['code']).toBe('code_refused');
    expect((await answer(await challengeOf('user'), next[0]!)).status).toBe(200);
  });

  it('are of one user', async () => {
    const [first] = [await setUp('user'), await setUp('admin')];
    expect((await answer(await challengeOf('admin'), first.codes[0]!)).body['code']).toBe('code_refused');
  });
});

describe('a remembered device', () => {
  const remember = async (who: Who, code: string) => {
    const { cookie = '' } = await answer(await challengeOf(who), code, true);
    return { header: cookie, cookie: cookie.slice(0, cookie.indexOf(';')) };
  };

  it('signs its own user in without a code for 30 days', async () => {
    const [user, admin] = [await setUp('user'), await setUp('admin')];
    const { header, cookie } = await remember('user', user.code());
    expect(header).toMatch(
      new RegExp(
        `^touchpath-device-${mine.users.user}=[\\w-]{43}; Path=/; Max-Age=2592000; HttpOnly; Secure; SameSite=Strict$`,
      ),
    );
    const both = `other=1; ${cookie}; ${(await remember('admin', admin.code())).cookie}`;
    for (const who of ['user', 'admin'] as const) expect((await enter(who, both)).challenge).toBeNull();
    // The token of one user is not another's.
    const stolen = cookie.replace(String(mine.users.user), String(mine.users.admin));
    expect((await enter('admin', stolen)).challenge).not.toBeNull();
    parts.clock.advance(30 * DAY_MS - 1);
    expect((await enter('user', cookie)).challenge).toBeNull();
    parts.clock.advance(1);
    expect((await enter('user', cookie)).challenge).not.toBeNull();
    expect(JSON.stringify(await parts.db.select().from(rememberedDevice))).not.toContain(
      cookie.split('=')[1],
    );
  });

  it('lets its user in while somebody fails for ever from other addresses', async () => {
    const { code } = await setUp('user');
    const { cookie } = await remember('user', code());
    const tryFrom = async (remoteAddress: string, password: string, headers = {}) =>
      (
        await app.inject({
          method: 'POST',
          url: '/api/v1/auth/signin/',
          payload: { company_id: 'acme', email: mine.emails.user, password, auto_login: true },
          remoteAddress,
          headers,
        })
      ).statusCode;
    for (let guess = 0; guess < 9; guess++) await tryFrom(`203.0.113.${guess}`, 'wrong');
    expect(await tryFrom('203.0.113.77', PASSWORD)).toBe(429);
    expect(await tryFrom('203.0.113.77', PASSWORD, { cookie: cookie.replace(/=./, '=!') })).toBe(429);
    expect(await tryFrom('203.0.113.77', PASSWORD, { cookie })).toBe(200);
  });

  it('is listed, and ends when its user removes it, and nobody else', async () => {
    const { code, access } = await setUp('user');
    const { cookie } = await remember('user', code());
    const [device] = (await statusOf(access))['devices'] as readonly Body[];
    expect(device).toMatchObject({
      address: expect.stringMatching(/^10\./) as string,
      browser: null,
      os: null,
    });
    const path = `users/me/second_factor/devices/${String(device?.['id'])}/remove/`;
    const other = (await enter('admin')).access;
    expect((await post(path, {}, other)).status).toBe(404);
    expect((await enter('user', cookie)).challenge).toBeNull();
    expect((await post(path, {}, access)).status).toBe(200);
    expect((await enter('user', cookie)).challenge).not.toBeNull();
    expect((await post(path, {}, access)).status).toBe(404);
  });

  it('ends with a change of the password, and with the second factor', async () => {
    const { code, access } = await setUp('user');
    const { cookie } = await remember('user', code());
    const setPassword = (from: string, to: string) =>
      send('PATCH', `users/${mine.users.user}/`, {
        access,
        payload: { current_password: from, password: to },
      });
    await setPassword(PASSWORD, OTHER_PASSWORD);
    await setPassword(OTHER_PASSWORD, PASSWORD);
    expect((await enter('user', cookie)).challenge).not.toBeNull();
    parts.clock.advance(30_000);
    await remember('user', code());
    expect(
      (await post('users/me/second_factor/remove/', { current_password: PASSWORD }, access)).status,
    ).toBe(200);
    expect(await parts.db.select().from(rememberedDevice)).toEqual([]);
    expect((await enter('user')).challenge).toBeNull();
    expect((await changesOf()).at(-1)).toMatchObject({
      before: { second_factor: true },
      after: { second_factor: false },
    });
  });
});

describe("the reset by the operator's command", () => {
  it('removes the second factor of an administrator if it is named, and tells the administrator by mail', async () => {
    await setUp('admin');
    await parts.db.delete(mail);
    const reset = (named: object) =>
      resetAdministrator(
        { ...parts, operator: 'root@machine' },
        {
          code: mine.code,
          email: mine.emails.admin,
          locale: 'zh-CN',
          invitation: 'link',
          anyAddress: false,
          ...named,
        },
      );
    await reset({});
    expect((await enter('admin')).challenge).not.toBeNull();
    expect(await parts.db.select().from(mail)).toEqual([]);

    await reset({ secondFactor: true });
    expect((await enter('admin')).challenge).toBeNull();
    const queued = await parts.db.select().from(mail);
    expect(queued.map(({ mailOrder }) => mailOrder)).toEqual([
      expect.objectContaining({
        kind: 'credential_change',
        change: 'second_factor_reset',
        userId: mine.users.admin,
        locale: 'zh-CN',
        ip: null,
      }),
    ]);
    await reset({ secondFactor: true });
    expect(await parts.db.select().from(mail)).toHaveLength(1);
  });
});

describe('the reset by an administrator', () => {
  const reset = (id: number, access: string, password = PASSWORD) =>
    post(`users/${id}/second_factor/reset/`, { current_password: password, locale: 'en' }, access);

  it('removes factor, codes, devices and sessions, and tells the user by mail', async () => {
    const { access, code } = await setUp('user');
    const { cookie = '' } = await answer(await challengeOf('user'), code(), true);
    const admin = (await enter('admin')).access;
    expect((await reset(mine.users.user, admin, 'wrong')).status).toBe(400);
    const pending = await challengeOf('user');
    expect((await reset(mine.users.user, admin)).status).toBe(200);
    expect((await send('GET', 'users/me/', { access })).status).toBe(401);
    expect((await answer(pending, code(30_000))).body['code']).toBe('challenge_ended');
    expect((await enter('user', cookie.split(';')[0])).challenge).toBeNull();
    expect(await parts.db.select().from(recoveryCode)).toEqual([]);
    expect((await changesOf()).at(-1)).toEqual({
      userId: mine.users.admin,
      rowId: mine.users.user,
      before: { second_factor: true },
      after: { second_factor: false },
    });
    const queued = await parts.db.select().from(mail).orderBy(mail.id);
    const order = queued.at(-1)?.mailOrder;
    if (order?.kind !== 'credential_change') throw new Error('no mail is queued');
    const message = await composersOf(parts).credential_change(order);
    expect(message).toMatchObject({
      to: { address: mine.emails.user },
      subject: 'Touchpath: the second factor was reset',
      text: expect.stringContaining('All sessions have ended'),
    });
    expect((await reset(mine.users.user, admin)).body['code']).toBe('second_factor_absent');
  });

  it('of the own account ends the other sessions', async () => {
    const { access, code } = await setUp('admin');
    const other = String((await answer(await challengeOf('admin'), code())).body['access']);
    expect((await reset(mine.users.admin, access)).status).toBe(200);
    const statusIn = async (session: string) => (await send('GET', 'users/me/', { access: session })).status;
    expect([await statusIn(access), await statusIn(other)]).toEqual([200, 401]);
  });

  it('is refused for users of another company and to users who are no administrators', async () => {
    await setUp('user');
    const foreign = (
      await post('auth/signin/', { company_id: theirs.code, email: theirs.emails.admin, password: PASSWORD })
    ).body as unknown as SignedIn;
    expect((await reset(mine.users.user, foreign.access)).status).toBe(404);
    expect((await reset(mine.users.admin, (await enter('agency')).access)).status).toBe(403);
    expect((await enter('user')).challenge).not.toBeNull();
  });
});

describe('a required second factor', () => {
  const require = (policy: number) =>
    parts.db.update(company).set({ secondFactor: policy }).where(eq(company.id, mine.id));

  it.each([
    [0, []],
    [1, ['admin']],
    [2, ['admin', 'user', 'agency']],
  ])('by policy %i concerns %j', async (policy, concerned) => {
    await require(policy);
    const missing: string[] = [];
    for (const who of ['admin', 'user', 'agency'] as const) {
      const { access } = await enter(who);
      const me = (await send('GET', 'users/me/', { access })).body;
      const { status } = await send('GET', 'products/', { access });
      expect(status).toBe(me['second_factor_missing'] === true ? 403 : 200);
      if (me['second_factor_missing'] === true) missing.push(who);
    }
    expect(missing).toEqual(concerned);
  });

  it('leaves users without one only the routes of the set-up, among all routes', async () => {
    await require(2);
    const { access, refresh } = await enter('admin');
    const paths = contractOf(app)['paths'] as Record<string, Record<string, { operationId: string }>>;
    const open: string[] = [];
    let count = 0;
    for (const [path, methods] of Object.entries(paths))
      for (const [method, { operationId }] of Object.entries(methods)) {
        count += 1;
        const url = path.replace('/api/v1/', '').replaceAll(/\{\w+\}/g, '1');
        const { status, body } = await send(method.toUpperCase() as 'GET', url, { access });
        if (status === 403 && body['code'] === 'second_factor_required') continue;
        open.push(operationId);
      }
    expect(count).toBeGreaterThan(150);
    expect(open.toSorted()).toEqual([
      'acceptInvitation',
      'answerChallenge',
      'answerChallengeByPasskey',
      'beginPasskey',
      'beginPasskeyAnswer',
      'beginSecondFactor',
      'beginSingleSignOn',
      'completeSingleSignOn',
      'confirmSecondFactor',
      'forgotPassword',
      'me',
      'mySecondFactor',
      'openInvitation',
      'openResetLink',
      'openSharedBoard',
      'refreshTokens',
      'registerPasskey',
      'resetPassword',
      'sharedBoardItem',
      'signIn',
      'signOut',
    ]);
    const graphql = await app.inject({
      method: 'POST',
      url: '/graphql',
      headers: { authorization: `Bearer ${access}` },
      payload: { query: '{ products { count } }' },
    });
    expect(graphql.json<{ errors: { extensions: object }[] }>().errors[0]?.extensions).toMatchObject({
      code: 'second_factor_required',
    });
    expect((await post('auth/refresh/', { refresh })).status).toBe(200);
  });

  it('opens everything once it is set up, and closes it when it is removed', async () => {
    await require(1);
    const { access } = await setUp('admin');
    expect((await send('GET', 'products/', { access })).status).toBe(200);
    await post('users/me/second_factor/remove/', { current_password: PASSWORD }, access);
    expect((await send('GET', 'products/', { access })).body['code']).toBe('second_factor_required');
  });

  it('is set by administrators who have one themselves', async () => {
    const { access } = await enter('admin');
    const read = async () => (await send('GET', `companies/${mine.id}/`, { access })).body;
    const write = async (value: number) => {
      const { company_name, updated_at } = await read();
      return send('PUT', `companies/${mine.id}/`, {
        access,
        payload: { company_name, updated_at, second_factor: value },
      });
    };
    expect(await write(1)).toMatchObject({
      status: 400,
      body: { fields: { second_factor: ['without_second_factor'] } },
    });
    expect((await write(0)).status).toBe(200);
    const own = await setUp('admin');
    expect((await write(2)).status).toBe(200);
    expect((await read())['second_factor']).toBe(2);
    const rows = (await send('GET', 'users/', { access: own.access })).body.results;
    expect(rows.map(row => [row['email'], row['second_factor']])).toContainEqual([mine.emails.admin, true]);
    expect(rows.map(row => [row['email'], row['second_factor']])).toContainEqual([mine.emails.user, false]);
  });
});
