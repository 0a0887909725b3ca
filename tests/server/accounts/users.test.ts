import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { print } from 'graphql';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  UserCreateDocument,
  UsersRemoveDocument,
  UsersRestoreDocument,
  UserUpdateDocument,
} from '../../../graphql/generated/graphql.ts';
import { createApp } from '../../../server/app.ts';
import { composersOf } from '../../../server/mail-composers.ts';
import { openOutbox } from '../../../server/mail/outbox.ts';
import { DAY } from '../../../server/platform/time.ts';
import {
  agency,
  change,
  invitation,
  mail,
  refreshToken,
  role,
  signinFailure,
  user,
} from '../../../server/store/postgres/schema/index.ts';
import {
  makeTenant,
  one,
  STORED_PASSWORD,
  PASSWORD,
  signIn,
  type Body,
  type Tenant,
  type Tokens,
} from '../../support/tenants.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

const NEW = '新しい合言葉 é 2026';
/** The address of all requests of these tests. */
const FROM = '198.51.100.7';

let parts: TestParts;
let app: FastifyInstance;
let tenant: Tenant;
let other: Tenant;

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
type Row = Body & { readonly id: number; readonly email: string; readonly updated_at: string };
const call = async (access: string, method: Method, path: string, payload?: object) => {
  const answer = await app.inject({
    method,
    url: `/api/v1/${path}`,
    remoteAddress: FROM,
    headers: { authorization: `Bearer ${access}` },
    ...(payload && { payload }),
  });
  return { status: answer.statusCode, body: answer.json<Row>(), text: answer.body };
};
type Ask = (method: Method, path: string, payload?: object) => ReturnType<typeof call>;
const createCaller =
  ({ access }: Tokens): Ask =>
  (method, path, payload) =>
    call(access, method, path, payload);
let admin: Ask, plain: Ask, ofAgency: Ask, stranger: Ask;

beforeAll(async () => {
  parts = await createTestParts({ now: Date.UTC(2026, 1, 28, 15) });
  tenant = await makeTenant(parts.db, 'acme');
  other = await makeTenant(parts.db, 'rival');
  app = await createApp({ parts, collector: null });
  await enterAll();
});
/** Signs in the four users: access tokens end with the simulated time. */
const enterAll = async () => {
  [admin, plain, ofAgency, stranger] = (await Promise.all([
    signIn(app, tenant, 'admin'),
    signIn(app, tenant, 'user'),
    signIn(app, tenant, 'agency'),
    signIn(app, other, 'admin'),
  ]).then(tokens => tokens.map(createCaller))) as [Ask, Ask, Ask, Ask];
};
afterAll(async () => {
  await app.close();
  await parts.close();
});
beforeEach(() => parts.db.delete(signinFailure));

let made = 0;
const form = (over: object = {}) => ({
  user_name: '伊藤 é "花子"',
  email: `hanako${++made}@acme.example`,
  role: tenant.roles.user,
  password: NEW,
  ...over,
});
const make = async (over: object = {}): Promise<Row> => {
  const { status, body, text } = await admin('POST', 'users/', form(over));
  expect([status, text]).toEqual([201, expect.any(String)]);
  return body;
};
const read = async (id: number): Promise<Row> => (await admin('GET', `users/${id}/`)).body;
const enter = async (email: string, password = NEW) => {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/v1/auth/signin/',
    remoteAddress: FROM,
    payload: { company_id: 'acme', email, password },
  });
  return { status: answer.statusCode, tokens: answer.json<Tokens>() };
};
const renew = async (refresh: string) =>
  (await app.inject({ method: 'POST', url: '/api/v1/auth/refresh/', payload: { refresh } })).statusCode;
const linesOf = (id: number) =>
  parts.db
    .select()
    .from(change)
    .where(and(eq(change.companyId, tenant.id), eq(change.entity, 'users'), eq(change.rowId, id)))
    .orderBy(desc(change.id));

describe('creating a user', () => {
  it('returns the user as stored, who can sign in with the given password', async () => {
    const { status, body, text } = await admin(
      'POST',
      'users/',
      form({
        user_name: '  伊藤 花子　',
        email: 'Hanako@Acme.Example',
        role: tenant.roles.agency,
        agency: tenant.agencies[1],
      }),
    );
    expect(status).toBe(201);
    expect(body).toMatchObject({
      user_name: '伊藤 花子',
      label: '伊藤 花子',
      email: 'Hanako@Acme.Example',
      role: tenant.roles.agency,
      role_code: 'agency',
      agency: tenant.agencies[1],
      agency_name: "Agence d'été",
      last_login: null,
      status: true,
    });
    expect(text).not.toMatch(/password|argon2/);
    expect(await read(body.id)).toEqual(body);
    const { status: entered, tokens } = await enter('hanako@acme.example');
    expect(entered).toBe(200);
    expect((await createCaller(tokens)('GET', 'products/')).body.count).toBe(2);
  });

  it.each<[string, () => object, Record<string, string[]>]>([
    ['no name', () => ({ user_name: '' }), { user_name: ['required'] }],
    ['a name of spaces', () => ({ user_name: '　 ' }), { user_name: ['required'] }],
    ['a name that is too long', () => ({ user_name: '長'.repeat(101) }), { user_name: ['too_long'] }],
    ['an address that is none', () => ({ email: 'hanako' }), { email: ['format_email'] }],
    ['no address', () => ({ email: undefined }), { email: ['required'] }],
    [
      'an address of a colleague, in other letters',
      () => ({ email: 'ADMIN@acme.example' }),
      { email: ['taken'] },
    ],
    ['a short password', () => ({ password: '短い' }), { password: ['too_short'] }],
    [
      'his own name as a password',
      () => ({ user_name: 'Yamada Hanako', password: 'ｙａｍａｄａ hanako' }),
      { password: ['too_personal'] },
    ],
    ['no password', () => ({ password: undefined }), { password: ['required'] }],
    ['a role of another company', () => ({ role: other.roles.user }), { role: ['absent'] }],
    ['a role that is not there', () => ({ role: 2_000_000_000 }), { role: ['absent'] }],
    ['no role', () => ({ role: undefined }), { role: ['required'] }],
    ["an agency's role without an agency", () => ({ role: tenant.roles.agency }), { agency: ['required'] }],
    [
      "an agency's role with null",
      () => ({ role: tenant.roles.agency, agency: null }),
      { agency: ['required'] },
    ],
    [
      'an agency of another company',
      () => ({ role: tenant.roles.agency, agency: other.agencies[0] }),
      { agency: ['absent'] },
    ],
    ['an agency where the role has none', () => ({ agency: tenant.agencies[0] }), { agency: ['choice'] }],
    ['a company', () => ({ company_id: other.id }), { company_id: ['unknown_field'] }],
    ['a status', () => ({ status: false }), { status: ['unknown_field'] }],
  ])('refuses %s at its field and stores nothing', async (_what, over, fields) => {
    const before = await parts.db.$count(user);
    const { status, body } = await admin('POST', 'users/', form(over()));
    expect([status, body.code, body.fields]).toEqual([400, 'invalid', fields]);
    expect(await parts.db.$count(user)).toBe(before);
  });

  it('assigns an e-mail address once in concurrent requests, and again in another company', async () => {
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => admin('POST', 'users/', form({ email: 'race@acme.example' }))),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400, 400]);
    expect(
      (await stranger('POST', 'users/', { ...form({ email: 'race@acme.example' }), role: other.roles.user }))
        .status,
    ).toBe(201);
  });

  it('is allowed to administrators only', async () => {
    for (const ask of [plain, ofAgency])
      expect((await ask('POST', 'users/', form())).body.code).toBe('forbidden');
  });
});

describe('changing a user', () => {
  it('changes the sent fields, keeps the others, and conflicts with an outdated version', async () => {
    const hanako = await make();
    const { status, body } = await admin('PATCH', `users/${hanako.id}/`, {
      email: 'Ito@acme.example',
      updated_at: hanako.updated_at,
    });
    expect(status).toBe(200);
    expect(body).toEqual({ ...hanako, email: 'Ito@acme.example', updated_at: body.updated_at });
    expect(Date.parse(body.updated_at)).toBeGreaterThan(Date.parse(hanako.updated_at));
    const late = await admin('PATCH', `users/${hanako.id}/`, {
      user_name: 'late',
      updated_at: hanako.updated_at,
    });
    expect([late.status, late.body.code]).toEqual([409, 'conflict']);
    expect(await read(hanako.id)).toEqual(body);
    expect((await admin('PATCH', `users/${hanako.id}/`, { user_name: 'no version' })).body.fields).toEqual({
      updated_at: ['required'],
    });
  });

  it('to the same values changes nothing and is not logged', async () => {
    const hanako = await make();
    const { body } = await admin('PATCH', `users/${hanako.id}/`, {
      user_name: hanako['user_name'],
      email: hanako.email,
      role: hanako['role'],
      agency: null,
      updated_at: hanako.updated_at,
    });
    expect(body).toEqual(hanako);
    expect((await linesOf(hanako.id)).map(({ action }) => action)).toEqual(['create']);
  });

  it('refuses inconsistent fields at their field', async () => {
    const hanako = await make();
    const patch = async (over: object) =>
      (await admin('PATCH', `users/${hanako.id}/`, { ...over, updated_at: hanako.updated_at })).body.fields;
    expect(await patch({ email: tenant.emails.user.toUpperCase() })).toEqual({ email: ['taken'] });
    expect(await patch({ role: tenant.roles.agency })).toEqual({ agency: ['required'] });
    expect(await patch({ agency: tenant.agencies[0] })).toEqual({ agency: ['choice'] });
    expect(await patch({ role: tenant.roles.agency, agency: other.agencies[0] })).toEqual({
      agency: ['absent'],
    });
    expect(await patch({ role: other.roles.admin })).toEqual({ role: ['absent'] });
    expect(await patch({ current_password: PASSWORD })).toEqual({ password: ['required'] });
    expect(await patch({ user_name: ' ' })).toEqual({ user_name: ['required'] });
    expect(await read(hanako.id)).toEqual(hanako);
  });

  it('to another role or agency ends the sessions and applies at the next sign-in; the agency is removed with the agency role', async () => {
    const hanako = await make({ role: tenant.roles.agency, agency: tenant.agencies[0] });
    const { tokens } = await enter(hanako.email);
    expect((await createCaller(tokens)('GET', 'products/')).body.count).toBe(1);
    const moved = await admin('PATCH', `users/${hanako.id}/`, {
      agency: tenant.agencies[1],
      updated_at: hanako.updated_at,
    });
    expect((await createCaller(tokens)('GET', 'users/me/')).status).toBe(401);
    expect(await renew(tokens.refresh)).toBe(401);
    const { tokens: again } = await enter(hanako.email);
    expect((await createCaller(again)('GET', 'products/')).body.count).toBe(2);
    const { body } = await admin('PATCH', `users/${hanako.id}/`, {
      role: tenant.roles.user,
      updated_at: moved.body.updated_at,
    });
    expect(body).toMatchObject({ role_code: 'user', agency: null, agency_name: null });
    expect(await renew(again.refresh)).toBe(401);
  });

  it('of the name or e-mail address keeps the sessions', async () => {
    const hanako = await make();
    const { tokens } = await enter(hanako.email);
    await admin('PATCH', `users/${hanako.id}/`, {
      user_name: '新しい名前',
      email: 'renamed@acme.example',
      updated_at: hanako.updated_at,
    });
    expect((await createCaller(tokens)('GET', 'users/me/')).body).toMatchObject({
      name: '新しい名前',
      email: 'renamed@acme.example',
    });
    expect((await enter('renamed@acme.example')).status).toBe(200);
    expect((await enter(hanako.email)).status).toBe(401);
  });

  it('with a password and other fields is atomic', async () => {
    const hanako = await make();
    const fullChange = {
      user_name: 'Itō',
      password: `${NEW} 2`,
      current_password: PASSWORD,
      updated_at: hanako.updated_at,
    };
    expect(
      (await admin('PATCH', `users/${hanako.id}/`, { ...fullChange, current_password: 'wrong' })).body.fields,
    ).toEqual({ current_password: ['wrong_password'] });
    expect(
      (await admin('PATCH', `users/${hanako.id}/`, { ...fullChange, updated_at: '2020-01-01T00:00:00.000Z' }))
        .body.code,
    ).toBe('conflict');
    expect(
      (
        await admin('PATCH', `users/${hanako.id}/`, {
          ...fullChange,
          user_name: 'Miss Itō 2026',
          password: 'miss itō 2026',
        })
      ).body.fields,
      'password equal to the new name',
    ).toEqual({ password: ['too_personal'] });
    expect(await read(hanako.id)).toEqual(hanako);
    expect((await enter(hanako.email)).status).toBe(200);
    const { status, body } = await admin('PATCH', `users/${hanako.id}/`, fullChange);
    expect([status, body['user_name']]).toEqual([200, 'Itō']);
    expect([
      (await enter(hanako.email)).status,
      (await enter(hanako.email, fullChange.password)).status,
    ]).toEqual([401, 200]);
    expect(
      (await admin('PATCH', `users/${hanako.id}/`, { user_name: 'goes on', updated_at: body.updated_at }))
        .status,
      'change with the version of the answer',
    ).toBe(200);
  });

  it('is allowed to each user for his name and password, and to administrators for the rest', async () => {
    const me = await read(tenant.users.user);
    const renamed = await plain('PATCH', `users/${me.id}/`, { user_name: '私', updated_at: me.updated_at });
    expect([renamed.status, renamed.body['user_name']]).toEqual([200, '私']);
    const same = { updated_at: renamed.body.updated_at };
    for (const over of [
      { email: 'me@acme.example' },
      { role: tenant.roles.admin },
      { agency: null },
      { user_name: 'x', role: tenant.roles.user },
    ]) {
      expect([over, (await plain('PATCH', `users/${me.id}/`, { ...over, ...same })).body.code]).toEqual([
        over,
        'forbidden',
      ]);
    }
    expect(
      (await plain('PATCH', `users/${tenant.users.agency}/`, { user_name: 'x', ...same })).body.code,
    ).toBe('forbidden');
    const his = await read(tenant.users.agency);
    expect(
      (await ofAgency('PATCH', `users/${his.id}/`, { user_name: '代理店の私', updated_at: his.updated_at }))
        .status,
    ).toBe(200);
    for (const [ask, id] of [
      [ofAgency, tenant.users.user],
      [stranger, tenant.users.user],
      [admin, 2_000_000_000],
    ] as const) {
      expect((await ask('PATCH', `users/${id}/`, { user_name: 'x', ...same })).body.code).toBe('not_found');
    }
  });
});

describe('deleting a user', () => {
  it('ends the sessions at once and refuses sign-in, refresh and a new password', async () => {
    const hanako = await make();
    const { tokens } = await enter(hanako.email);
    expect((await admin('DELETE', `users/${hanako.id}/`)).body).toEqual({ id: hanako.id });
    expect((await createCaller(tokens)('GET', 'users/me/')).status).toBe(401);
    expect(await renew(tokens.refresh)).toBe(401);
    expect((await enter(hanako.email)).status).toBe(401);
    expect(
      (await admin('PATCH', `users/${hanako.id}/`, { password: NEW, current_password: PASSWORD })).status,
    ).toBe(404);
    expect((await read(hanako.id))['status']).toBe(false);
    expect((await admin('GET', 'users/?page_size=9999')).body.results.map(row => row['id'])).not.toContain(
      hanako.id,
    );
  });

  it('leaves no session behind that a refresh or a sign-in began at the same time, in each of 6 races', async () => {
    for (let race = 0; race < 6; race++) {
      const hanako = await make();
      const { tokens } = await enter(hanako.email);
      const [removed, , refreshed, entered] = await Promise.all([
        admin('DELETE', `users/${hanako.id}/`),
        renew(tokens.refresh),
        renew(tokens.refresh),
        enter(hanako.email),
      ]);
      expect(removed.status).toBe(200);
      expect(await renew(tokens.refresh)).toBe(401);
      if (entered.status === 200) expect(await renew(entered.tokens.refresh)).toBe(401);
      expect([200, 401]).toContain(refreshed);
    }
  });

  it('waits for the end of one of his sessions without a deadlock', async () => {
    const hanako = await make();
    const { tokens } = await enter(hanako.email);
    expect(await renew(tokens.refresh)).toBe(200);
    const ofHanako = eq(refreshToken.userId, hanako.id);
    const [spent, next] = await parts.db.select().from(refreshToken).where(ofHanako).orderBy(refreshToken.id);
    // The first row lies behind the second one, where every scan finds it last.
    await parts.db.delete(refreshToken).where(eq(refreshToken.id, spent!.id));
    await parts.db.insert(refreshToken).overridingSystemValue().values(spent!);
    const removal = await parts.db.transaction(async tx => {
      await tx.select().from(refreshToken).where(eq(refreshToken.id, spent!.id)).for('update');
      const removing = admin('DELETE', `users/${hanako.id}/`);
      await expect
        .poll(async () => {
          const { rows } = await parts.db.execute(
            sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          );
          return rows.length;
        })
        .toBe(1);
      await tx
        .select()
        .from(refreshToken)
        .where(eq(refreshToken.id, next!.id))
        .for('update', { noWait: true });
      return { removing };
    });
    expect((await removal.removing).status).toBe(200);
  });

  it('reserves the e-mail address for restoring the user', async () => {
    const hanako = await make();
    await admin('DELETE', `users/${hanako.id}/`);
    expect((await admin('POST', 'users/', form({ email: hanako.email.toUpperCase() }))).body.fields).toEqual({
      email: ['taken'],
    });
    expect((await admin('POST', 'users/restore/', { ids: [hanako.id] })).body).toEqual({ ids: [hanako.id] });
    expect(await read(hanako.id)).toEqual({ ...hanako, updated_at: expect.any(String) });
    expect((await enter(hanako.email)).status).toBe(200);
  });

  it('of several is atomic', async () => {
    const [first, second] = [await make(), await make()];
    expect((await admin('POST', 'users/remove/', { ids: [first.id, other.users.user] })).status).toBe(404);
    expect((await read(first.id))['status']).toBe(true);
    expect(
      (await admin('POST', 'users/remove/', { ids: [first.id, second.id, tenant.users.admin] })).body.code,
    ).toBe('last_administrator');
    expect((await read(first.id))['status']).toBe(true);
    expect((await admin('POST', 'users/remove/', { ids: [first.id, second.id] })).body).toEqual({
      ids: [first.id, second.id],
    });
    expect((await Promise.all([first, second].map(({ id }) => read(id)))).map(row => row['status'])).toEqual([
      false,
      false,
    ]);
    expect((await admin('POST', 'users/remove/', { ids: [] })).body.fields).toEqual({ ids: ['choose_one'] });
  });

  it('cannot be undone if the role or agency is deleted or of another kind', async () => {
    const makeRole = async () =>
      one(
        await parts.db
          .insert(role)
          .values({
            companyId: tenant.id,
            code: `short_${++made}`,
            base: 'agency',
            name: '短期',
            permissions: {
              access_log: 'none',
              interaction_log: 'none',
              cv_log: 'none',
              result_notification_log: 'none',
              result_queue: 'none',
              cv_approval: 'none',
            },
          })
          .returning(),
      ).id;
    const [short, house] = [
      await makeRole(),
      one(await parts.db.insert(agency).values({ companyId: tenant.id, name: '短命' }).returning()).id,
    ];
    const hanako = await make({ role: short, agency: house });
    await admin('DELETE', `users/${hanako.id}/`);
    const restore = async () => (await admin('POST', 'users/restore/', { ids: [hanako.id] })).body.fields;
    await parts.db.update(agency).set({ status: false }).where(eq(agency.id, house));
    expect(await restore()).toEqual({ agency: ['absent'] });
    await parts.db.update(agency).set({ status: true }).where(eq(agency.id, house));
    await parts.db.update(role).set({ base: 'user' }).where(eq(role.id, short));
    expect(await restore()).toEqual({ agency: ['choice'] });
    await parts.db.update(role).set({ base: 'agency', status: false }).where(eq(role.id, short));
    expect(await restore()).toEqual({ role: ['absent'] });
    expect((await read(hanako.id))['status']).toBe(false);
  });

  it('is allowed to administrators of the company only', async () => {
    const hanako = await make();
    for (const ask of [plain, ofAgency]) {
      expect((await ask('DELETE', `users/${hanako.id}/`)).body.code).toBe('forbidden');
      expect((await ask('POST', 'users/remove/', { ids: [hanako.id] })).body.code).toBe('forbidden');
      expect((await ask('POST', 'users/restore/', { ids: [hanako.id] })).body.code).toBe('forbidden');
    }
    expect((await stranger('DELETE', `users/${hanako.id}/`)).status).toBe(404);
    expect((await stranger('POST', 'users/restore/', { ids: [hanako.id] })).status).toBe(404);
    expect((await read(hanako.id))['status']).toBe(true);
  });
});

describe('the last administrator', () => {
  it('cannot be deleted, also by himself, nor get another role', async () => {
    const me = await read(tenant.users.admin);
    expect((await admin('DELETE', `users/${me.id}/`)).body.code).toBe('last_administrator');
    expect(
      (await admin('PATCH', `users/${me.id}/`, { role: tenant.roles.user, updated_at: me.updated_at })).body
        .code,
    ).toBe('last_administrator');
    expect(
      (
        await admin('PATCH', `users/${me.id}/`, {
          role: tenant.roles.agency,
          agency: tenant.agencies[0],
          updated_at: me.updated_at,
        })
      ).body.code,
    ).toBe('last_administrator');
    expect(await read(me.id)).toEqual(me);
    expect((await admin('GET', 'users/me/')).status).toBe(200);
  });

  it('remains when two concurrently remove the rights of each other, in each of 6 races', async () => {
    for (let race = 0; race < 6; race++) {
      const town = await makeTenant(parts.db, `town${race}`);
      const second = one(
        await parts.db
          .insert(user)
          .values({
            companyId: town.id,
            name: 'second',
            email: 'second@town.example',
            password: STORED_PASSWORD,
            roleId: town.roles.admin,
          })
          .returning(),
      );
      const one1 = createCaller(await signIn(app, town, 'admin'));
      const two = createCaller(
        (
          await app.inject({
            method: 'POST',
            url: '/api/v1/auth/signin/',
            payload: { company_id: town.code, email: second.email, password: PASSWORD },
          })
        ).json<Tokens>(),
      );
      const [first] = await parts.db.select().from(user).where(eq(user.id, town.users.admin));
      const answers = await Promise.all([
        race % 2 === 0
          ? one1('PATCH', `users/${second.id}/`, {
              role: town.roles.user,
              updated_at: second.updatedAt.toISOString(),
            })
          : one1('DELETE', `users/${second.id}/`),
        two('PATCH', `users/${town.users.admin}/`, {
          role: town.roles.user,
          updated_at: first?.updatedAt.toISOString(),
        }),
      ]);
      // The second request is refused: its user is the last administrator, or no longer one.
      expect(answers.map(({ status }) => status).filter(status => status === 200)).toHaveLength(1);
      const left = await parts.db
        .select({ id: user.id })
        .from(user)
        .where(
          and(
            inArray(user.id, [second.id, town.users.admin]),
            eq(user.roleId, town.roles.admin),
            user.status,
          ),
        );
      expect(left).toHaveLength(1);
    }
  });

  it('can be deleted if there is another, whose session continues when he changes himself', async () => {
    const boss = await make({ role: tenant.roles.admin });
    const [here, there] = [(await enter(boss.email)).tokens, (await enter(boss.email)).tokens];
    const self = createCaller(here);
    const { status, body } = await self('PATCH', `users/${boss.id}/`, {
      role: tenant.roles.user,
      updated_at: (await read(boss.id)).updated_at,
    });
    expect([status, body['role_code']]).toEqual([200, 'user']);
    expect((await self('GET', 'users/me/permissions/')).body).toMatchObject({
      role_code: 'user',
      base: 'user',
    });
    expect(
      (await self('DELETE', `users/${tenant.users.user}/`)).body.code,
      'deletion without the permission',
    ).toBe('forbidden');
    expect((await createCaller(there)('GET', 'users/me/')).status).toBe(401);
    expect((await admin('DELETE', `users/${boss.id}/`)).status).toBe(200);
  });
});

describe('a role or an agency that is being assigned', () => {
  it('cannot be deleted: the later of two requests is refused, in each of 6 races', async () => {
    for (let race = 0; race < 6; race++) {
      const newRole = (
        await admin('POST', 'roles/', {
          role_name: '営業',
          role_code: `sales_${++made}`,
          base: 'user',
          permissions: (await admin('GET', 'users/me/permissions/')).body['permissions'],
        })
      ).body;
      const [removed, hired] = await Promise.all([
        admin('DELETE', `roles/${newRole.id}/`),
        admin('POST', 'users/', form({ role: newRole.id })),
      ]);
      expect([
        [200, 400],
        [409, 201],
      ]).toContainEqual([removed.status, hired.status]);
    }
  });
});

describe('the audit log', () => {
  it('has the user, the address and the fields of each change, and no password', async () => {
    const hanako = await make();
    await admin('PATCH', `users/${hanako.id}/`, {
      user_name: '新 é',
      email: 'new-address@acme.example',
      password: `${NEW} 3`,
      current_password: PASSWORD,
      updated_at: hanako.updated_at,
    });
    await admin('DELETE', `users/${hanako.id}/`);
    await admin('POST', 'users/restore/', { ids: [hanako.id] });
    const lines = (await linesOf(hanako.id)).toReversed();
    expect(lines.map(({ action, before, after }) => [action, before, after])).toEqual([
      [
        'create',
        null,
        { user_name: hanako['user_name'], email: hanako.email, role: tenant.roles.user, agency: null },
      ],
      [
        'update',
        { user_name: hanako['user_name'], email: hanako.email },
        { user_name: '新 é', email: 'new-address@acme.example' },
      ],
      ['update', { password: '********' }, { password: '********' }],
      ['remove', { status: true }, { status: false }],
      ['restore', { status: false }, { status: true }],
    ]);
    for (const line of lines)
      expect(line).toMatchObject({
        companyId: tenant.id,
        userId: tenant.users.admin,
        ipAddress: FROM,
        changedAt: new Date(parts.clock.now()),
      });
    expect(JSON.stringify(await parts.db.select().from(change))).not.toMatch(/argon2|合言葉/);
  });

  it('does not contain refused changes', async () => {
    const hanako = await make();
    await admin('PATCH', `users/${hanako.id}/`, {
      email: tenant.emails.admin,
      updated_at: hanako.updated_at,
    });
    await admin('POST', 'users/remove/', { ids: [hanako.id, tenant.users.admin] });
    expect((await linesOf(hanako.id)).map(({ action }) => action)).toEqual(['create']);
  });

  it('contains the changes of roles', async () => {
    const levels = {
      access_log: 'read',
      interaction_log: 'read',
      cv_log: 'read',
      result_notification_log: 'none',
      result_queue: 'none',
      cv_approval: 'none',
    };
    const first = { role_name: '営業', role_code: 'audited', base: 'user', permissions: levels };
    const { body } = await admin('POST', 'roles/', first);
    const changed = await admin('PUT', `roles/${body.id}/`, {
      ...first,
      permissions: { ...levels, cv_log: 'write' },
      updated_at: body.updated_at,
    });
    expect(
      (
        await admin('PUT', `roles/${body.id}/`, {
          ...first,
          permissions: { ...levels, cv_log: 'write' },
          updated_at: changed.body.updated_at,
        })
      ).body.updated_at,
    ).toBe(changed.body.updated_at);
    await admin('DELETE', `roles/${body.id}/`);
    const lines = await parts.db
      .select()
      .from(change)
      .where(and(eq(change.companyId, tenant.id), eq(change.entity, 'roles'), eq(change.rowId, body.id)))
      .orderBy(change.id);
    expect(lines.map(({ action, before, after, userId }) => [action, before, after, userId])).toEqual([
      ['create', null, first, tenant.users.admin],
      [
        'update',
        { permissions: levels },
        { permissions: { ...levels, cv_log: 'write' } },
        tenant.users.admin,
      ],
      ['remove', { status: true }, { status: false }, tenant.users.admin],
    ]);
  });
});

describe('over GraphQL', () => {
  const ask = async <Answer, Variables>(
    access: string,
    document: TypedDocumentNode<Answer, Variables>,
    variables: Variables,
  ) =>
    (
      await app.inject({
        method: 'POST',
        url: '/graphql',
        remoteAddress: FROM,
        headers: { authorization: `Bearer ${access}`, accept: 'application/graphql-response+json' },
        payload: { query: print(document), variables },
      })
    ).json<{ data: Answer | null; errors?: { extensions: Record<string, unknown> }[] }>();

  it('users are created, changed, deleted and restored; omitted fields stay, null clears, and a refusal has its fields', async () => {
    const { access } = await signIn(app, tenant, 'admin');
    const input = {
      user_name: 'Gaëlle',
      email: 'gaelle@acme.example',
      role: tenant.roles.agency,
      agency: tenant.agencies[0],
      password: NEW,
    };
    const saved = (await ask(access, UserCreateDocument, { input })).data?.saved;
    const id = Number(saved?.id);
    const renamed = await ask(access, UserUpdateDocument, {
      id,
      input: { user_name: 'ガエル', updated_at: String(saved?.updated_at) },
    });
    expect(await read(id)).toMatchObject({
      user_name: 'ガエル',
      email: input.email,
      agency: tenant.agencies[0],
    });
    const moved = await ask(access, UserUpdateDocument, {
      id,
      input: { role: tenant.roles.user, agency: null, updated_at: String(renamed.data?.saved?.updated_at) },
    });
    expect(moved.errors).toBeUndefined();
    expect(await read(id)).toMatchObject({ role_code: 'user', agency: null });
    expect((await ask(access, UserCreateDocument, { input })).errors?.[0]?.extensions).toMatchObject({
      code: 'invalid',
      status: 400,
      fields: { email: ['taken'] },
    });
    expect(
      (await ask(access, UsersRemoveDocument, { ids: [tenant.users.admin] })).errors?.[0]?.extensions,
    ).toMatchObject({ code: 'last_administrator', status: 409 });
    expect((await ask(access, UsersRemoveDocument, { ids: [id] })).data).toEqual({ removed: { ids: [id] } });
    expect((await ask(access, UsersRestoreDocument, { ids: [id] })).data).toEqual({
      restored: { ids: [id] },
    });
  });
});

describe('inviting a user', () => {
  interface Sent {
    readonly id: number;
    readonly link: string | null;
    readonly expires_at: string;
  }
  const invite = async (over: object = {}): Promise<Sent & { readonly email: string }> => {
    const email = `guest${++made}@acme.example`;
    const { status, body } = await admin('POST', 'invitations/', { email, role: tenant.roles.user, ...over });
    expect(status).toBe(201);
    return { ...(body as unknown as Sent), email };
  };
  const pass = async (ms: number) => {
    parts.clock.advance(ms);
    await enterAll();
  };
  const tokenOf = (link: string | null) =>
    /^http:\/\/localhost:3000\/accept-invitation#token=(\S+)$/.exec(link ?? '')?.[1] ?? 'none';
  const open = async (path: string, payload: object) => {
    const answer = await app.inject({ method: 'POST', url: `/api/v1/auth/${path}/`, payload });
    return { status: answer.statusCode, body: answer.json<Body>() };
  };
  const accept = (link: string | null, over: object = {}) =>
    open('accept_invitation', { token: tokenOf(link), user_name: ' 招待 é ', password: NEW, ...over });
  const listed = async (query = '') =>
    (await admin('GET', `invitations/?page_size=9999${query}`)).body as unknown as { results: Body[] };

  it('makes the user only when the link is used, once, within seven days', async () => {
    const { id, link, email, expires_at: expiresAt } = await invite({ locale: 'en' });
    expect(tokenOf(link)).toMatch(/^[\w-]{43}$/);
    expect(Date.parse(expiresAt) - parts.clock.now()).toBe(7 * DAY);
    expect(await enter(email)).toMatchObject({ status: 401 });
    expect(await open('invitation', { token: tokenOf(link) })).toMatchObject({
      status: 200,
      body: {
        company_code: 'acme',
        email,
        role_name: expect.any(String),
        locale: 'en',
        expires_at: expiresAt,
      },
    });
    for (const wrong of [{ password: 'short' }, { password: email }, { user_name: ' ' }])
      expect((await accept(link, wrong)).status, JSON.stringify(wrong)).toBe(400);
    await pass(7 * DAY - 1);
    const answers = await Promise.all([accept(link), accept(link)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410]);
    expect(await enter(email)).toMatchObject({ status: 200 });
    expect((await listed()).results.map(row => row['id'])).not.toContain(id);
    const [userRow] = await parts.db.select().from(user).where(eq(user.email, email));
    expect(userRow).toMatchObject({ name: '招待 é', roleId: tenant.roles.user, companyId: tenant.id });
    const lines = await parts.db
      .select()
      .from(change)
      .where(and(eq(change.entity, 'invitations'), eq(change.rowId, id)))
      .orderBy(change.id);
    expect(lines.map(({ action, userId }) => [action, userId])).toEqual([
      ['create', tenant.users.admin],
      ['update', userRow?.id],
    ]);
    expect(JSON.stringify(lines)).not.toContain(tokenOf(link));
  });

  it('refuses a link that has expired, was resent, withdrawn, or whose role is deleted', async () => {
    const expired = await invite();
    await pass(7 * DAY);
    expect((await accept(expired.link)).status).toBe(410);

    const { body } = await admin('POST', `invitations/${expired.id}/resend/`);
    const renewed = body as unknown as Sent;
    expect((await accept(expired.link)).status).toBe(410);
    expect((await open('invitation', { token: tokenOf(renewed.link) })).status).toBe(200);
    expect((await admin('POST', `invitations/${expired.id}/withdraw/`)).body).toMatchObject({
      state: 'withdrawn',
      status: false,
    });
    expect((await accept(renewed.link)).status).toBe(410);
    expect((await admin('POST', `invitations/${expired.id}/resend/`)).status).toBe(404);

    const roleId = one(
      await parts.db
        .insert(role)
        .values({ companyId: tenant.id, name: '臨時', code: 'brief', base: 'user', permissions: {} as never })
        .returning(),
    ).id;
    const { link } = await invite({ role: roleId });
    await parts.db.update(role).set({ status: false }).where(eq(role.id, roleId));
    expect((await accept(link)).status).toBe(410);
  });

  it('refuses addresses of users and of invitations, and what another company has', async () => {
    const { id, email } = await invite();
    const faultsOf = async (payload: object) => (await admin('POST', 'invitations/', payload)).body['email'];
    const toUser = { role: tenant.roles.user };
    expect(await faultsOf({ ...toUser, email: email.toUpperCase() })).toEqual([
      'This address already has an invitation. Resend that one instead.',
    ]);
    expect(await faultsOf({ ...toUser, email: tenant.emails.admin })).toEqual(['Already in use.']);
    expect((await admin('POST', 'users/', form({ email }))).body['email']).toHaveLength(1);
    for (const wrong of [
      { role: other.roles.user },
      { role: tenant.roles.agency },
      { role: tenant.roles.agency, agency: other.agencies[0] },
      { role: tenant.roles.user, agency: tenant.agencies[0] },
    ])
      expect((await admin('POST', 'invitations/', { email: 'x@acme.example', ...wrong })).status).toBe(400);
    expect((await stranger('POST', 'invitations/', { email, role: other.roles.user })).status).toBe(201);
    for (const work of ['resend', 'withdraw'])
      expect((await stranger('POST', `invitations/${id}/${work}/`)).status).toBe(404);
    expect((await ofAgency('GET', 'invitations/')).body).toMatchObject({ count: 0 });
  });

  it('lists open, undelivered and expired invitations, and withdrawn ones among the deleted', async () => {
    const [{ id }, expired, withdrawn] = [await invite(), await invite(), await invite()];
    // The list compares with the clock of the store.
    await parts.db
      .update(invitation)
      .set({ expiresAt: sql`now() - interval '1 minute'` })
      .where(eq(invitation.id, expired.id));
    const keepOpen = () =>
      parts.db
        .update(invitation)
        .set({ expiresAt: sql`now() + interval '1 day'` })
        .where(eq(invitation.id, id));
    await keepOpen();
    await admin('POST', `invitations/${withdrawn.id}/withdraw/`);
    const ids = new Set([id, expired.id, withdrawn.id]);
    const states = async (query: string) =>
      Object.fromEntries(
        (await listed(query)).results
          .filter(row => ids.has(Number(row['id'])))
          .map(row => [row['id'], row['state']]),
      );
    expect(await states('')).toEqual({ [id]: 'open', [expired.id]: 'expired' });
    expect(await states('&show_deleted=true')).toMatchObject({ [withdrawn.id]: 'withdrawn' });
    expect(await states('&state__exact=expired')).toEqual({ [expired.id]: 'expired' });
    expect(await states(`&search=${expired.email.toUpperCase()}`)).toEqual({ [expired.id]: 'expired' });
    expect(await states(`&search=${id}`)).toMatchObject({ [id]: 'open' });

    const at = new Date(parts.clock.now());
    const mailOrder = { kind: 'invitation', companyId: tenant.id, invitationId: id } as const;
    await parts.db.insert(mail).values({ mailOrder, state: 'dead', nextAt: at, createdAt: at });
    expect(await states('')).toEqual({ [id]: 'undelivered', [expired.id]: 'expired' });
    await admin('POST', `invitations/${id}/resend/`);
    await keepOpen();
    expect(await states('')).toMatchObject({ [id]: 'open' });
  });

  it('mails the link where a mail server is configured, at most three times in a row', async () => {
    await parts.db.delete(mail); // about the changes of earlier tests
    const mailing = { ...parts, settings: { ...parts.settings, smtpUrl: 'smtp://mail.example' } };
    const mailed = await createApp({ parts: mailing, collector: null });
    const { access } = await signIn(mailed, tenant, 'admin');
    const post = async (path: string, payload: object = {}) => {
      const headers = { authorization: `Bearer ${access}` };
      const answer = await mailed.inject({ method: 'POST', url: `/api/v1/${path}`, headers, payload });
      return { status: answer.statusCode, body: answer.json<Sent>() };
    };
    const texts: string[] = [];
    const deliver = (_: number, { text }: { readonly text: string }) => {
      texts.push(text);
      return Promise.resolve('here');
    };
    const outbox = openOutbox(parts, { deliver, close: () => undefined }, composersOf(parts));
    const send = async () => {
      await outbox.begin();
      await outbox.onceAllEnd();
      return /http\S+#token=\S+/.exec(texts.at(-1) ?? '')?.[0] ?? null;
    };
    const { body } = await post('invitations/', {
      email: 'mailed@acme.example',
      role: tenant.roles.user,
      locale: 'zh-CN',
    });
    expect(body.link).toBeNull();
    const first = await send();
    expect(texts[0]).toContain('公司 ID：acme');
    for (const status of [200, 200, 200, 429])
      expect((await post(`invitations/${body.id}/resend/`)).status).toBe(status);
    // The last of several unsent mails replaces the others: each has a link that ends the one before.
    const last = await send();
    expect(texts.length).toBe(2);
    expect((await accept(first)).status).toBe(410);
    expect(await accept(last)).toMatchObject({ status: 200, body: { email: 'mailed@acme.example' } });
    await mailed.close();
  });
});
