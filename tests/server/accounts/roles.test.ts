import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PERMISSION_KEYS, type Permissions } from '../../../server/http/visibility.ts';
import { createApp } from '../../../server/app.ts';
import { SYSTEM_ROLES } from '../../../server/seed/people.ts';
import { user } from '../../../server/store/postgres/schema/index.ts';
import { linesOfCsv } from '../../support/files.ts';
import { makeTenant, signIn, type Body, type Tenant } from '../../support/tenants.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

let parts: TestParts;
let app: FastifyInstance;
let tenant: Tenant;
let other: Tenant;
let admin: Call, plain: Call, agency: Call, stranger: Call;

type Call = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  payload?: object,
  language?: string,
) => Promise<{ status: number; body: Body }>;
const caller =
  (access: string): Call =>
  async (method, path, payload, language) => {
    const answer = await app.inject({
      method,
      url: `/api/v1/${path}`,
      headers: {
        authorization: `Bearer ${access}`,
        ...(language !== undefined && { 'accept-language': language }),
      },
      ...(payload && { payload }),
    });
    return { status: answer.statusCode, body: answer.json<Body>() };
  };

beforeAll(async () => {
  parts = await createTestParts({ now: Date.UTC(2026, 1, 28, 15) });
  tenant = await makeTenant(parts.db, 'acme');
  other = await makeTenant(parts.db, 'rival');
  app = await createApp({ parts, collector: null });
  [admin, plain, agency, stranger] = (await Promise.all([
    signIn(app, tenant, 'admin'),
    signIn(app, tenant, 'user'),
    signIn(app, tenant, 'agency'),
    signIn(app, other, 'admin'),
  ]).then(tokens => tokens.map(({ access }) => caller(access)))) as [Call, Call, Call, Call];
});
afterAll(async () => {
  await app.close();
  await parts.close();
});

const levels = (level: 'none' | 'read' | 'write') =>
  Object.fromEntries(PERMISSION_KEYS.map(key => [key, level])) as Permissions;
let made = 0;
const form = (over: object = {}) => ({
  role_name: '広告担当 "É"',
  role_code: `custom_${++made}`,
  base: 'user',
  permissions: levels('read'),
  ...over,
});
const make = async (over: object = {}) => {
  const { status, body } = await admin('POST', 'roles/', form(over));
  expect(status).toBe(201);
  return body as Body & { id: number; role_code: string; updated_at: string };
};
const changeOf = (role: Body, over: object = {}) => ({
  role_name: role['role_name'],
  role_code: role['role_code'],
  base: role['base'],
  permissions: role['permissions'],
  updated_at: role['updated_at'],
  ...over,
});
const builtIn = async (code: string) => {
  const found = (await admin('GET', 'roles/?page_size=9999')).body.results.find(
    row => row['role_code'] === code,
  );
  return found as Body & { id: number };
};

describe('the roles of a company', () => {
  it('are listed with their base role and six levels, and an agency user sees his own', async () => {
    const { body } = await plain('GET', 'roles/?role_code__in=admin,user,agency&ordering=id');
    expect(body.results.map(row => [row['role_id'], row['role_code'], row['base'], row['label']])).toEqual([
      [tenant.roles.admin, 'admin', 'admin', '役割 admin'],
      [tenant.roles.user, 'user', 'user', '役割 user'],
      [tenant.roles.agency, 'agency', 'agency', '役割 agency'],
    ]);
    expect(body.results[0]?.['permissions']).toEqual(levels('write'));
    expect((await agency('GET', 'roles/?show_deleted=true')).body.results.map(row => row['id'])).toEqual([
      tenant.roles.agency,
    ]);
    expect((await agency('GET', `roles/${tenant.roles.admin}/`)).status).toBe(404);
  });

  it('are returned with their permissions in one answer', async () => {
    const { body } = await plain('GET', 'roles/permissions/');
    expect(body.results.slice(0, 3)).toEqual(
      (['admin', 'user', 'agency'] as const).map(code => ({
        role_id: tenant.roles[code],
        role_name: `役割 ${code}`,
        role_code: code,
        base: code,
        permissions: levels({ admin: 'write', user: 'read', agency: 'none' }[code] as 'write'),
      })),
    );
    expect((await agency('GET', 'roles/permissions/')).body.results.map(row => row['role_code'])).toEqual([
      'agency',
    ]);
  });
});

describe('creating a role', () => {
  it('returns it as stored, and another company has neither it nor its code', async () => {
    const role = await make({ role_name: '  営業é  ', role_code: 'sales' });
    expect(role).toMatchObject({
      label: '営業é',
      role_name: '営業é',
      role_code: 'sales',
      base: 'user',
      permissions: levels('read'),
      status: true,
    });
    expect((await admin('GET', `roles/${role.id}/`)).body).toEqual(role);
    expect((await stranger('GET', `roles/${role.id}/`)).status).toBe(404);
    expect((await stranger('POST', 'roles/', form({ role_code: 'sales' }))).status).toBe(201);
  });

  it.each<[string, object, Record<string, string[]>]>([
    ['a code that is taken', { role_code: 'admin' }, { role_code: ['taken'] }],
    ['the code that the console falls back to', { role_code: 'default' }, { role_code: ['taken'] }],
    ['a code that is no word', { role_code: 'Sales Team' }, { role_code: ['format'] }],
    ['a code of another script', { role_code: '営業' }, { role_code: ['format'] }],
    ['no code', { role_code: '' }, { role_code: ['required', 'format'] }],
    ['a code that is too long', { role_code: 'x'.repeat(31) }, { role_code: ['too_long'] }],
    ['a name of spaces', { role_name: '　 ' }, { role_name: ['required'] }],
    ['a base that is none', { base: 'root' }, { base: ['choice'] }],
    [
      'a level that is none',
      { permissions: { ...levels('read'), cv_log: 'admin' } },
      { 'permissions.cv_log': ['choice'] },
    ],
    [
      'a key that is missing',
      { permissions: { ...levels('read'), cv_log: undefined } },
      { 'permissions.cv_log': ['required'] },
    ],
    [
      'a key that is none',
      { permissions: { ...levels('read'), everything: 'write' } },
      { 'permissions.everything': ['unknown_field'] },
    ],
    ['a company', { company_id: 1 }, { company_id: ['unknown_field'] }],
  ])('refuses %s at its field', async (_what, over, fields) => {
    const { status, body } = await admin('POST', 'roles/', form(over));
    expect([status, body.code, body.fields]).toEqual([400, 'invalid', fields]);
  });

  it('assigns a code once in concurrent requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => admin('POST', 'roles/', form({ role_code: 'race' }))),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400, 400, 400, 400]);
  });
});

describe('changing a role', () => {
  it('applies to the next request of its users', async () => {
    const role = await builtIn('agency');
    expect((await agency('GET', 'users/me/permissions/')).body['permissions']).toEqual(levels('none'));
    const question = `logs/interactions/?product_id=${tenant.shelves[0].product}&from=2026-02-01&to=2026-02-28`;
    expect((await agency('GET', question)).status).toBe(403);
    const changed = await admin(
      'PUT',
      `roles/${role.id}/`,
      changeOf(role, { role_name: '代理店', permissions: levels('read') }),
    );
    expect([changed.status, changed.body['role_name']]).toEqual([200, '代理店']);
    expect((await agency('GET', 'users/me/permissions/')).body).toEqual({
      role_name: '代理店',
      role_code: 'agency',
      base: 'agency',
      permissions: levels('read'),
    });
    expect((await agency('GET', question)).status).toBe(200);
  });

  it('by two concurrent users is a conflict for the second, without a change', async () => {
    const role = await make();
    const [first, second] = await Promise.all([
      admin('PUT', `roles/${role.id}/`, changeOf(role, { role_name: 'first' })),
      admin('PUT', `roles/${role.id}/`, changeOf(role, { role_name: 'second' })),
    ]);
    expect([first.status, second.status].toSorted()).toEqual([200, 409]);
    const stored = (await admin('GET', `roles/${role.id}/`)).body;
    expect(stored['role_name']).toBe(first.status === 200 ? 'first' : 'second');
    expect((await admin('PUT', `roles/${role.id}/`, changeOf(role))).body.code).toBe('conflict');
    expect(
      (await admin('PUT', `roles/${role.id}/`, changeOf(stored))).status,
      'change with the current version',
    ).toBe(200);
    expect(
      (await admin('PUT', `roles/${role.id}/`, changeOf(stored, { updated_at: 'yesterday' }))).body.fields,
    ).toEqual({ updated_at: ['format_date'] });
  });

  it('does not change the code and base of the three built-in roles, nor the rights of administrators', async () => {
    for (const code of ['admin', 'user', 'agency'] as const) {
      const role = await builtIn(code);
      for (const over of [{ role_code: 'boss' }, { base: code === 'admin' ? 'user' : 'admin' }]) {
        const { status, body } = await admin('PUT', `roles/${role.id}/`, changeOf(role, over));
        expect([code, status, body.code]).toEqual([code, 409, 'role_fixed']);
      }
      const removed = await admin('DELETE', `roles/${role.id}/`);
      expect([code, removed.status, removed.body.code]).toEqual([code, 409, 'role_fixed']);
    }
    const role = await builtIn('admin');
    expect(
      (await admin('PUT', `roles/${role.id}/`, changeOf(role, { permissions: levels('none') }))).status,
    ).toBe(200);
    const back = await builtIn('admin');
    expect(
      (await admin('PUT', `roles/${role.id}/`, changeOf(back, { permissions: levels('write') }))).status,
      'permissions of the administrator',
    ).toBe(200);
  });

  it('cannot change the base of a role with users, nor delete it', async () => {
    const role = await make({ base: 'admin' });
    await parts.db.update(user).set({ roleId: role.id }).where(eq(user.id, tenant.users.user));
    try {
      for (const [method, payload] of [
        ['PUT', changeOf(role, { base: 'user' })],
        ['DELETE', undefined],
      ] as const) {
        const { status, body } = await admin(method, `roles/${role.id}/`, payload);
        expect([method, status, body.code]).toEqual([method, 409, 'role_in_use']);
      }
    } finally {
      await parts.db.update(user).set({ roleId: tenant.roles.user }).where(eq(user.id, tenant.users.user));
    }
    expect((await admin('PUT', `roles/${role.id}/`, changeOf(role, { base: 'user' }))).status).toBe(200);
  });
});

describe('deleting a role', () => {
  it('marks it as deleted: it is listed among deleted roles, cannot be changed, and its code can be reused', async () => {
    const role = await make({ role_code: 'season' });
    expect(await admin('DELETE', `roles/${role.id}/`)).toMatchObject({ status: 200, body: { id: role.id } });
    expect((await admin('GET', 'roles/?role_code=season')).body.count).toBe(0);
    expect((await admin('GET', 'roles/?role_code=season&show_deleted=true')).body.results).toMatchObject([
      { id: role.id, status: false },
    ]);
    expect((await admin('GET', 'roles/permissions/')).body.results.map(row => row['role_id'])).not.toContain(
      role.id,
    );
    const now = (await admin('GET', `roles/${role.id}/`)).body;
    expect((await admin('PUT', `roles/${role.id}/`, changeOf(now))).status).toBe(404);
    expect((await admin('DELETE', `roles/${role.id}/`)).status, 'second deletion of the same role').toBe(200);
    expect((await make({ role_code: 'season' })).id).not.toBe(role.id);
  });

  it('can be undone while its code is unused', async () => {
    const [role, other1] = [await make({ role_code: 'undone' }), await make()];
    expect((await admin('POST', 'roles/remove/', { ids: [role.id, other1.id] })).body).toEqual({
      ids: [role.id, other1.id],
    });
    expect((await admin('POST', 'roles/restore/', { ids: [role.id] })).body).toEqual({ ids: [role.id] });
    expect((await admin('GET', `roles/${role.id}/`)).body).toEqual({
      ...role,
      updated_at: expect.any(String),
    });
    await admin('DELETE', `roles/${role.id}/`);
    await make({ role_code: 'undone' });
    expect((await admin('POST', 'roles/restore/', { ids: [role.id, other1.id] })).body.fields).toEqual({
      role_code: ['taken'],
    });
    expect((await admin('GET', `roles/${other1.id}/`)).body['status']).toBe(false);
  });

  it('of several is atomic', async () => {
    const role = await make();
    expect((await admin('POST', 'roles/remove/', { ids: [role.id, tenant.roles.user] })).body.code).toBe(
      'role_fixed',
    );
    expect((await plain('POST', 'roles/remove/', { ids: [role.id] })).body.code).toBe('forbidden');
    expect((await stranger('POST', 'roles/remove/', { ids: [role.id] })).status).toBe(404);
    expect((await admin('GET', `roles/${role.id}/`)).body['status']).toBe(true);
  });

  it('of another company and a missing one are answered with the same 404', async () => {
    const role = await make();
    const [foreign, missing] = await Promise.all([
      stranger('DELETE', `roles/${role.id}/`),
      stranger('DELETE', 'roles/2000000000/'),
    ]);
    expect([foreign.status, foreign.body]).toEqual([404, missing.body]);
    expect((await stranger('PUT', `roles/${role.id}/`, changeOf(role))).status).toBe(404);
    expect((await admin('GET', `roles/${role.id}/`)).body['status']).toBe(true);
  });
});

describe('users', () => {
  it('are listed for administrators and users, without password data', async () => {
    for (const ask of [admin, plain]) {
      const { body } = await ask('GET', 'users/?ordering=id');
      expect(
        body.results.map(row => [row['user_id'], row['user_name'], row['role_code'], row['agency_name']]),
      ).toEqual([
        [tenant.users.admin, 'Zoë admin', 'admin', null],
        [tenant.users.user, 'Zoë user', 'user', null],
        [tenant.users.agency, 'Zoë agency', 'agency', '代理店 "A"'],
      ]);
      expect(JSON.stringify(body)).not.toMatch(/password|argon2/);
    }
    expect((await admin('GET', 'users/?password__startswith=$argon2')).body.fields).toEqual({
      password__startswith: ['unknown_field'],
    });
    expect((await admin('GET', 'users/?ordering=password')).body.fields).toEqual({ ordering: ['choice'] });
    expect(
      (await admin('GET', `users/?role=${tenant.roles.agency}&last_login__after=2026-01-01`)).body.count,
    ).toBe(1);
  });

  it('of agencies see only themselves', async () => {
    expect((await agency('GET', 'users/?show_deleted=true')).body.results.map(row => row['id'])).toEqual([
      tenant.users.agency,
    ]);
    expect((await agency('GET', `users/${tenant.users.agency}/`)).status).toBe(200);
    expect((await agency('GET', `users/${tenant.users.admin}/`)).status).toBe(404);
    expect((await stranger('GET', `users/${tenant.users.agency}/`)).status).toBe(404);
  });
});

describe('over GraphQL', () => {
  it('roles are made, changed and removed, and a refusal keeps its code and fields', async () => {
    const { access } = await signIn(app, tenant, 'admin');
    const ask = async (query: string, variables: object = {}) =>
      (
        await app.inject({
          method: 'POST',
          url: '/graphql',
          headers: { authorization: `Bearer ${access}`, accept: 'application/graphql-response+json' },
          payload: { query, variables },
        })
      ).json<{
        data: Record<string, Record<string, unknown>> | null;
        errors?: { extensions: Record<string, unknown> }[];
      }>();
    const input = form({ role_code: 'gateway' });
    const saved = (
      await ask(
        'mutation($input: RoleForm_Input!) { saved: createRole(input: $input) { id updated_at permissions { cv_log } } }',
        { input },
      )
    ).data?.['saved'];
    expect(saved).toEqual({
      id: expect.any(Number),
      updated_at: expect.any(String),
      permissions: { cv_log: 'read' },
    });
    const update =
      'mutation($id: Int!, $input: RoleChange_Input!) { saved: updateRole(id: $id, input: $input) { role_name } }';
    const changed = { ...input, role_name: '新しい名前', updated_at: saved?.['updated_at'] };
    expect((await ask(update, { id: saved?.['id'], input: changed })).data).toEqual({
      saved: { role_name: '新しい名前' },
    });
    expect((await ask(update, { id: saved?.['id'], input: changed })).errors?.[0]?.extensions).toMatchObject({
      code: 'conflict',
      status: 409,
    });
    expect(
      (await ask('mutation($id: Int!) { removed: removeRole(id: $id) { id } }', { id: saved?.['id'] })).data,
    ).toEqual({ removed: { id: saved?.['id'] } });
    const password = await ask(
      'mutation($id: Int!, $input: UserChange_Input!) { saved: updateUser(id: $id, input: $input) { id } }',
      {
        id: tenant.users.admin,
        input: { password: 'short', current_password: 'x' },
      },
    );
    expect(password.errors?.[0]?.extensions).toMatchObject({
      code: 'invalid',
      status: 400,
      fields: { password: ['too_short'] },
      limits: { password: { min: 12 } },
    });
  });
});

describe('texts of the program', () => {
  it('are in the language of the reader where a built-in role keeps its name, and as stored without one', async () => {
    const rename = async (name: string, language?: string) => {
      const found = await builtIn('user');
      expect(
        (await admin('PUT', `roles/${found.id}/`, changeOf(found, { role_name: name }), language)).status,
      ).toBe(200);
    };
    const named = async (language?: string) => {
      const { body } = await admin('GET', 'users/?role_code=user&page_size=1', undefined, language);
      const { body: me } = await plain('GET', 'users/me/', undefined, language);
      return [body.results[0]?.['role_name'], me['role_name']];
    };
    await rename(SYSTEM_ROLES.find(({ code }) => code === 'user')!.name);
    expect(await named()).toEqual(['一般ユーザー', '一般ユーザー']);
    expect(await named('*')).toEqual(['一般ユーザー', '一般ユーザー']);
    expect(await named('en-GB,en;q=0.9')).toEqual(['General user', 'General user']);
    expect(await named('zh-CN')).toEqual(['普通用户', '普通用户']);
    const found = async (language: string) =>
      (await admin('GET', `users/?role_name=${encodeURIComponent('普通用户')}`, undefined, language)).body
        .results.length;
    expect([(await found('zh-CN')) > 0, await found('en')]).toEqual([true, 0]);

    // Saved from a form in another language, the name remains one of the program.
    await rename('General user', 'en');
    expect(await named()).toEqual(['一般ユーザー', '一般ユーザー']);
    await rename('店員 é');
    expect(await named('en')).toEqual(['店員 é', '店員 é']);
    const named_like_it = await make({ role_name: '一般ユーザー' });
    const { body } = await admin('GET', `roles/${named_like_it.id}/`, undefined, 'en');
    expect(body['role_name']).toBe('一般ユーザー');
  });

  it('name the fields of the change history, which is found and downloaded by them', async () => {
    const role = await make({ role_name: '先 é' });
    await admin('PUT', `roles/${role.id}/`, changeOf(role, { role_name: '後 é', base: 'agency' }));
    const where = `entity=roles&row_id=${role.id}&action=update`;
    const differences = async (more: string, language?: string) =>
      (await admin('GET', `changes/?${where}${more}`, undefined, language)).body.results.map(
        row => row['difference'],
      );
    const shown = '基本ロール：一般ユーザー → 代理店ユーザー · ロール名：先 é → 後 é';
    expect(await differences('', 'ja')).toEqual([shown]);
    expect(await differences('', 'en')).toEqual([
      'Based on: General user → Agency user · Role name: 先 é → 後 é',
    ]);
    expect(await differences('')).toEqual(['base: "user" → "agency", role_name: "先 é" → "後 é"']);
    expect(await differences(`&search=${encodeURIComponent('ロール名 代理店')}`, 'ja')).toEqual([shown]);
    expect(await differences(`&search=role_name`, 'ja')).toEqual([]);
    expect(await differences(`&difference__contains=${encodeURIComponent('ロール名：先 é')}`, 'ja')).toEqual([
      shown,
    ]);
    const file = await app.inject({
      url: `/api/v1/changes/download/csv/?${where}&columns=difference&locale=zh-CN`,
      headers: { authorization: `Bearer ${(await signIn(app, tenant, 'admin')).access}` },
    });
    expect(linesOfCsv(file.rawPayload)[1]).toEqual([
      '基础角色：普通用户 → 代理商用户 · 角色名称：先 é → 後 é',
    ]);
  });

  it('have words for parts of values, sign-ins and downloads in the change history', async () => {
    const role = await make({ role_name: '段階 é', permissions: levels('none') });
    await admin('PUT', `roles/${role.id}/`, changeOf(role, { permissions: levels('read') }));
    const token = (await signIn(app, tenant, 'admin')).access;
    const linesIn = async (where: string) => {
      const file = await app.inject({
        url: `/api/v1/changes/download/csv/?${where}&columns=difference&ordering=-id&locale=en`,
        headers: { authorization: `Bearer ${token}` },
      });
      return linesOfCsv(file.rawPayload).slice(1);
    };
    const [[changed = ''] = []] = await linesIn(`entity=roles&row_id=${role.id}&action=update`);
    expect(changed).toMatch(/^Permissions: Access log: None, .* → Access log: Read, .*CV log: Read/);
    expect(await linesIn('action=sign_in')).toContainEqual(['Proved by: password']);
    const [[downloaded = ''] = []] = await linesIn('action=download');
    expect(downloaded).toMatch(
      /^Conditions: .*columns: difference, .* · List or report: History · Format: CSV · Rows: \d+$/,
    );
  });
});
