import { and, eq, gt, max, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../../../server/app.ts';
import { change, refreshToken } from '../../../server/store/postgres/schema/index.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';
import { makeTenant, PASSWORD, type Body, type Tenant, type Tokens } from '../../support/tenants.ts';

let parts: TestParts;
let app: FastifyInstance;
let mine: Tenant;
let theirs: Tenant;
/** Id of the newest line of the audit log before a test, which nobody may delete. */
let lastChange: number;

const START = Date.UTC(2026, 1, 28, 15, 0, 0);
const DAY_MS = 86_400_000;

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Safari/537.36';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1';

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
  await parts.db.delete(refreshToken);
  lastChange = (await parts.db.select({ id: max(change.id) }).from(change))[0]?.id ?? 0;
  // Longer than a viewer is cached, and than the rates of sign-ins are counted.
  parts.clock.advance(60_000);
});

interface SessionRow {
  readonly id: string;
  readonly current: boolean;
  readonly browser: string | null;
  readonly os: string | null;
  readonly device: string | null;
  readonly address: string | null;
  readonly started_at: string | null;
  readonly last_used_at: string;
}

type Who = 'admin' | 'user' | 'agency';

const send = async <Answer>(
  method: 'GET' | 'POST',
  path: string,
  over: {
    readonly access?: string;
    readonly payload?: object;
    readonly agent?: string;
    readonly address?: string;
    readonly server?: FastifyInstance;
  } = {},
): Promise<{ readonly status: number; readonly body: Answer }> => {
  const answer = await (over.server ?? app).inject({
    method,
    url: `/api/v1/${path}`,
    remoteAddress: over.address ?? '192.0.2.1',
    headers: {
      ...(over.access !== undefined && { authorization: `Bearer ${over.access}` }),
      ...(over.agent !== undefined && { 'user-agent': over.agent }),
    },
    ...(over.payload && { payload: over.payload }),
  });
  return { status: answer.statusCode, body: answer.json<Answer>() };
};

const signIn = async (who: Who, agent = '', address = '192.0.2.1', tenant = mine): Promise<Tokens> =>
  (
    await send<Tokens>('POST', 'auth/signin/', {
      payload: { company_id: tenant.code, email: tenant.emails[who], password: PASSWORD },
      agent,
      address,
    })
  ).body;
const refresh = (token: string, agent = '', address = '192.0.2.1', server = app) =>
  send<Tokens & Body>('POST', 'auth/refresh/', { payload: { refresh: token }, agent, address, server });
const list = async (access: string) =>
  (
    await send<{ readonly count: number; readonly results: readonly SessionRow[] }>(
      'GET',
      'users/me/sessions/',
      { access },
    )
  ).body;
const idOf = async ({ access }: Tokens): Promise<string> =>
  (await list(access)).results.find(({ current }) => current)!.id;
const revoke = (by: Tokens, id: string) =>
  send<Body>('POST', `users/me/sessions/${id}/revoke/`, { access: by.access });
/** Statuses of a request with the access token and of a refresh. The refresh spends the token. */
const usesOf = async ({ access, refresh: token }: Tokens, server = app) => [
  (await send('GET', 'users/me/', { access, server })).status,
  (await refresh(token, '', '192.0.2.1', server)).status,
];
const audited = async () =>
  (
    await parts.db
      .select()
      .from(change)
      .where(and(gt(change.id, lastChange), eq(change.action, 'update')))
      .orderBy(change.id)
  ).map(({ entity, rowId, userId, before, after }) => ({ entity, rowId, userId, before, after }));

describe('the list of sessions', () => {
  it('has the present session first, and names browser, system, device, address, sign-in and last use of each', async () => {
    const phone = await signIn('user', IPHONE, '2001:db8::7');
    parts.clock.advance(1000);
    const unknown = await signIn('user', '日本語 agent', '198.51.100.4');
    parts.clock.advance(1000);
    const desk = await signIn('user', CHROME, '192.0.2.9');
    const now = parts.clock.now();
    const { count, results } = await list(phone.access);
    expect(count).toBe(3);
    expect(results.map(({ id: _, ...row }) => row)).toEqual([
      {
        current: true,
        browser: 'Mobile Safari',
        os: 'iOS',
        device: 'mobile',
        address: '2001:db8::7',
        started_at: new Date(now - 2000).toISOString(),
        last_used_at: new Date(now - 2000).toISOString(),
      },
      {
        current: false,
        browser: 'Chrome',
        os: 'Windows',
        device: 'desktop',
        address: '192.0.2.9',
        started_at: new Date(now).toISOString(),
        last_used_at: new Date(now).toISOString(),
      },
      {
        current: false,
        browser: null,
        os: null,
        device: null,
        address: '198.51.100.4',
        started_at: new Date(now - 1000).toISOString(),
        last_used_at: new Date(now - 1000).toISOString(),
      },
    ]);
    expect(new Set([await idOf(phone), await idOf(unknown), await idOf(desk)]).size).toBe(3);
  });

  it('shows after a refresh the same session with the new time, address and browser, and the time of its sign-in', async () => {
    const began = await signIn('user', CHROME, '192.0.2.9');
    const startedAt = parts.clock.now();
    const id = await idOf(began);
    parts.clock.advance(10 * 60_000);
    const next = (await refresh(began.refresh, IPHONE, '198.51.100.77')).body;
    expect((await list(next.access)).results).toEqual([
      {
        id,
        current: true,
        browser: 'Mobile Safari',
        os: 'iOS',
        device: 'mobile',
        address: '198.51.100.77',
        started_at: new Date(startedAt).toISOString(),
        last_used_at: new Date(startedAt + 10 * 60_000).toISOString(),
      },
    ]);
  });

  it('leaves out sessions that were signed out, stolen or not used for 30 days', async () => {
    const present = await signIn('user');
    const left = await signIn('user');
    const stolen = await signIn('user');
    await send('POST', 'auth/signout/', { payload: { refresh: left.refresh } });
    await refresh(stolen.refresh);
    await refresh(stolen.refresh);
    expect((await list(present.access)).count).toBe(1);
    const quiet = await signIn('user');
    parts.clock.advance(30 * DAY_MS - 1);
    const after = await signIn('admin');
    expect((await list(after.access)).count).toBe(1);
    const renewed = (await refresh(quiet.refresh)).body;
    expect((await list(renewed.access)).count).toBe(2);
    parts.clock.advance(1);
    expect((await list(renewed.access)).count).toBe(1);
  });

  it('answers null for what a session of an earlier version did not store, also after its refresh', async () => {
    const old = await signIn('user', CHROME);
    await parts.db.update(refreshToken).set({ startedAt: null, address: null, userAgent: null });
    expect((await list(old.access)).results).toMatchObject([
      { browser: null, os: null, device: null, address: null, started_at: null },
    ]);
    const next = (await refresh(old.refresh, CHROME, '192.0.2.5')).body;
    expect((await list(next.access)).results).toMatchObject([
      { browser: 'Chrome', address: '192.0.2.5', started_at: null },
    ]);
  });

  it('has the sessions of the user only, and at most 100, the present one among them', async () => {
    const first = await signIn('user');
    await signIn('admin');
    await signIn('user', '', '192.0.2.1', theirs);
    await parts.db.execute(sql`
      insert into refresh_token (company_id, user_id, family, hash, expires_at, created_at)
      select company_id, user_id, gen_random_uuid(), sha256(n::text::bytea), expires_at, created_at + n * interval '1 second'
      from refresh_token, generate_series(1, 100) n where user_id = ${mine.users.user}`);
    const { count, results } = await list(first.access);
    expect([count, results.length, results[0]?.current]).toEqual([101, 100, true]);
    expect(results.filter(({ current }) => current)).toHaveLength(1);
  });
});

describe('revoking a session', () => {
  it('refuses its access and its refresh at once, and leaves the other sessions', async () => {
    const [present, other, third] = [await signIn('agency'), await signIn('agency'), await signIn('agency')];
    // The viewer of the session is cached when it ends.
    expect((await send('GET', 'users/me/', { access: other.access })).status).toBe(200);
    expect(await revoke(present, await idOf(other))).toMatchObject({ status: 200, body: { revoked: 1 } });
    expect(await usesOf(other)).toEqual([401, 401]);
    expect((await list(present.access)).count).toBe(2);
    expect(await usesOf(present)).toEqual([200, 200]);
    expect(await usesOf(third)).toEqual([200, 200]);
  });

  it('refuses also the tokens of a refresh that was made before', async () => {
    const [present, other] = [await signIn('user'), await signIn('user')];
    const next = (await refresh(other.refresh)).body;
    await revoke(present, await idOf(next));
    expect(await usesOf(next)).toEqual([401, 401]);
    expect((await send('GET', 'users/me/', { access: other.access })).status).toBe(401);
  });

  it('stays in effect after a restart', async () => {
    const [present, other] = [await signIn('user'), await signIn('user')];
    await revoke(present, await idOf(other));
    const restarted = await createApp({ parts, collector: null });
    try {
      expect(await usesOf(other, restarted)).toEqual([401, 401]);
      expect(await usesOf(present, restarted)).toEqual([200, 200]);
    } finally {
      await restarted.close();
    }
  });

  it('is refused for the sessions of others, even to administrators, and for ended and unknown ones', async () => {
    const [user, admin, foreign] = [
      await signIn('user'),
      await signIn('admin'),
      await signIn('admin', '', '192.0.2.1', theirs),
    ];
    const ended = await signIn('user');
    const endedId = await idOf(ended);
    await revoke(user, endedId);
    for (const [by, id] of [
      [admin, await idOf(user)],
      [user, await idOf(admin)],
      [foreign, await idOf(user)],
      [user, endedId],
      [user, '00000000-0000-4000-8000-000000000000'],
    ] as const) {
      const { status, body } = await revoke(by, id);
      expect([status, body.code]).toEqual([404, 'not_found']);
    }
    expect((await revoke(user, 'x')).status).toBe(400);
    for (const one of [user, admin, foreign]) expect(await usesOf(one)).toEqual([200, 200]);
  });

  it('is a line of the audit log, which a refused one is not', async () => {
    const [present, other, third] = [await signIn('user'), await signIn('user'), await signIn('user')];
    await revoke(present, await idOf(other));
    await revoke(present, await idOf(third));
    await revoke(present, '00000000-0000-4000-8000-000000000000');
    const line = { entity: 'users', rowId: mine.users.user, userId: mine.users.user };
    expect(await audited()).toEqual([
      { ...line, before: { sessions: 3 }, after: { sessions: 2 } },
      { ...line, before: { sessions: 2 }, after: { sessions: 1 } },
    ]);
  });

  it('wins or loses against a concurrent refresh, but never leaves a token that works, in 50 races', async () => {
    const present = await signIn('user');
    let working = 0;
    for (let race = 0; race < 50; race++) {
      const family = crypto.randomUUID();
      await parts.db.execute(sql`
        insert into refresh_token (company_id, user_id, family, hash, expires_at, created_at)
        select company_id, user_id, ${family}::uuid, sha256(${`race-${race}`}::bytea), expires_at, created_at
        from refresh_token where user_id = ${mine.users.user} and used_at is null and revoked_at is null limit 1`);
      const [, { status }] = await Promise.all([refresh(`race-${race}`), revoke(present, family)]);
      expect(status).toBe(200);
      working += (
        await parts.db
          .select()
          .from(refreshToken)
          .where(and(eq(refreshToken.family, family), sql`revoked_at is null`))
      ).length;
    }
    expect(working).toBe(0);
  });
});

describe('revoking all other sessions', () => {
  it('ends every other session of the user and none else, once, with one line of the audit log', async () => {
    const [present, second, third] = [await signIn('user'), await signIn('user'), await signIn('user')];
    const colleague = await signIn('admin');
    const foreign = await signIn('user', '', '192.0.2.1', theirs);
    const others = () => send<Body>('POST', 'users/me/sessions/revoke_others/', { access: present.access });
    expect(await others()).toEqual({ status: 200, body: { revoked: 2 } });
    expect(await usesOf(second)).toEqual([401, 401]);
    expect(await usesOf(third)).toEqual([401, 401]);
    expect(await others()).toEqual({ status: 200, body: { revoked: 0 } });
    expect(await audited()).toMatchObject([{ before: { sessions: 3 }, after: { sessions: 1 } }]);
    for (const one of [present, colleague, foreign]) expect(await usesOf(one)).toEqual([200, 200]);
  });
});

describe('a change of access', () => {
  it('of the own password ends all other sessions, and of a role all sessions of the user', async () => {
    const [present, other] = [await signIn('user'), await signIn('user')];
    const admin = await signIn('admin');
    const patch = (access: string, payload: object) =>
      app.inject({
        method: 'PATCH',
        url: `/api/v1/users/${mine.users.user}/`,
        headers: { authorization: `Bearer ${access}` },
        payload,
      });
    const password = 'もっと長い合言葉 é 2026';
    expect((await patch(present.access, { password, current_password: PASSWORD })).statusCode).toBe(200);
    expect(await usesOf(other)).toEqual([401, 401]);
    expect((await list(present.access)).count).toBe(1);
    const seen = (await send<Body>('GET', `users/${mine.users.user}/`, { access: admin.access })).body;
    const moved = await patch(admin.access, { role: mine.roles.admin, updated_at: seen['updated_at'] });
    expect(moved.statusCode).toBe(200);
    expect(await usesOf(present)).toEqual([401, 401]);
    expect((await list(admin.access)).count).toBe(1);
  });
});
