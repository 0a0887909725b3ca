import { and, asc, eq, gt, like, max } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../../../server/app.ts';
import {
  apiKeySecret,
  change,
  groupRole,
  identityProvider,
  provisionedGroup,
  provisionedGroupMember,
  provisionedUser,
  role,
  user,
  userIdentity,
} from '../../../server/store/postgres/schema/index.ts';
import { startIdentityProvider, type LoopbackProvider } from '../../support/identity-provider.ts';
import {
  createScimClient,
  entraUser,
  GROUP_SCHEMA,
  makeProvisioningKey,
  oktaUser,
  patchOf,
  provisioningScopes,
  SCIM_TYPE,
  USER_SCHEMA,
  type ScimAnswer,
  type ScimClient,
} from '../../support/scim.ts';
import {
  begin,
  complete,
  completeForm,
  createRequester,
  tokensOf,
  type Requester,
} from '../../support/single-sign-on.ts';
import { processorTimeOf } from '../../support/processor-time.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';
import { makeTenant, PASSWORD, type Tenant } from '../../support/tenants.ts';

let parts: TestParts;
let app: FastifyInstance;
let send: Requester;
let mine: Tenant;
let theirs: Tenant;
let provider: LoopbackProvider;
let scim: ScimClient;
let admin: string;
let key: { readonly id: number; readonly secret: string };
let theirKey: { readonly id: number; readonly secret: string };
let secret: string | null;

const PUBLIC_URL = 'https://touchpath.acme.example';

beforeAll(async () => {
  parts = await createTestParts({
    now: Date.now(),
    settings: { issuerAllowPrivate: true, publicUrl: PUBLIC_URL },
  });
  mine = await makeTenant(parts.db, 'acme');
  theirs = await makeTenant(parts.db, 'other');
  app = await createApp({ parts, collector: null });
  send = createRequester(app);
  scim = createScimClient(app, () => secret);
  provider = await startIdentityProvider(`${PUBLIC_URL}/login/single-sign-on`);
});
afterAll(async () => {
  await provider.close();
  await app.close();
  await parts.close();
});

/** Signs in by password, each time from another network. */
const signInTo = async ({ code, emails }: Tenant, who: 'admin' | 'user' | 'agency') =>
  tokensOf(
    await send('POST', 'auth/signin/', {
      payload: { company_id: code, email: emails[who], password: PASSWORD },
    }),
  );

let lastChange = 0;
let people = 0;
/** A new address of the company. */
const newEmail = (): string => `person-${(people += 1)}@acme.example`;
const alterProvider = (over: object) =>
  parts.db.update(identityProvider).set(over).where(eq(identityProvider.companyId, mine.id));

beforeEach(async () => {
  const { db } = parts;
  for (const table of [provisionedGroupMember, provisionedGroup, provisionedUser, userIdentity])
    await db.delete(table);
  for (const table of [groupRole, identityProvider]) await db.delete(table);
  // Nobody of an earlier test, and the tenants as they were made.
  await db.update(user).set({ status: false });
  for (const { users, roles, emails } of [mine, theirs])
    for (const who of ['admin', 'user', 'agency'] as const)
      await db
        .update(user)
        .set({ status: true, name: who, email: emails[who], roleId: roles[who] })
        .where(eq(user.id, users[who]));
  // Longer than a caller is cached, and a new minute of the rate limits.
  parts.clock.set(Date.now() + (people += 1) * 61_000);
  admin = (await signInTo(mine, 'admin')).access;
  const form = completeForm(provider.issuer, { default_role: mine.roles.user });
  await send('POST', 'identity_providers/', { access: admin, payload: form });
  key = await makeProvisioningKey(app, admin, `SCIM ${people}`);
  theirKey = await makeProvisioningKey(app, (await signInTo(theirs, 'admin')).access, `SCIM ${people}`);
  secret = key.secret;
  lastChange = (await db.select({ id: max(change.id) }).from(change))[0]?.id ?? 0;
});

const changesOf = async (entity: string) =>
  (
    await parts.db
      .select()
      .from(change)
      .where(and(gt(change.id, lastChange), eq(change.entity, entity)))
      .orderBy(asc(change.id))
  ).map(({ rowId, userId, apiKeyId, action, before, after }) => ({
    rowId,
    userId,
    apiKeyId,
    action,
    before,
    after,
  }));

const userOf = async (id: unknown) => {
  const [found] = await parts.db
    .select()
    .from(user)
    .where(eq(user.id, Number(id)));
  if (found === undefined) throw new Error('there is no such user');
  return found;
};
const roleOf = async (id: number) => {
  const [{ id: _, ...found } = { id: 0 }] = await parts.db.select().from(role).where(eq(role.id, id));
  return found as Omit<typeof role.$inferSelect, 'id'>;
};
const makeUser = async (over: object = {}): Promise<string> => {
  const made = await scim('POST', 'Users', oktaUser(newEmail(), over));
  expect(made.body).toMatchObject({ schemas: [USER_SCHEMA] });
  expect(made.status).toBe(201);
  return String(made.body.id);
};
const makeGroup = async (displayName: string, members: readonly string[] = [], over: object = {}) => {
  const made = await scim('POST', 'Groups', {
    schemas: [GROUP_SCHEMA],
    displayName,
    members: members.map(value => ({ value, display: 'x' })),
    ...over,
  });
  expect(made.body).toMatchObject({ displayName });
  expect(made.status).toBe(201);
  return String(made.body.id);
};
const mapGroup = (group_name: string, role: number, priority = 100) =>
  send('POST', 'group_roles/', { access: admin, payload: { group_name, role, priority } });
const deactivate = (id: unknown): Promise<ScimAnswer> =>
  scim('PATCH', `Users/${String(id)}`, patchOf({ op: 'replace', value: { active: false } }));
/** Signs a user of the tenant in by password. */
const tokens = (who: 'admin' | 'user' | 'agency') => signInTo(mine, who);
const refuses = async ({ access, refresh }: { access: string; refresh: string }) => [
  (await send('GET', 'users/me/', { access })).status,
  (await send('POST', 'auth/refresh/', { payload: { refresh } })).status,
];

describe('an invited person', () => {
  it('who is provisioned has the role of the invitation, which ends', async () => {
    const email = newEmail();
    const sent = await send('POST', 'invitations/', {
      access: admin,
      payload: { email: email.toUpperCase(), role: mine.roles.admin },
    });
    expect(sent.status).toBe(201);
    await alterProvider({ defaultRoleId: null });
    expect((await scim('POST', 'Users', oktaUser(newEmail()))).body).toMatchObject({
      scimType: 'invalidValue',
    });
    const made = await scim('POST', 'Users', oktaUser(email));
    expect(made.status).toBe(201);
    expect((await userOf(made.body.id)).roleId).toBe(mine.roles.admin);
    const open = await send('GET', 'invitations/', { access: admin });
    expect(open.body.results).toEqual([]);
  });
});

describe('the requests of Okta', () => {
  it('test the connection, create, read, update, deactivate and reactivate a user', async () => {
    const email = newEmail();
    const test = await scim('GET', 'Users?startIndex=1&count=2');
    expect(test.status).toBe(200);
    expect(test.headers['content-type']).toBe(`${SCIM_TYPE}; charset=utf-8`);
    expect(test.body).toMatchObject({ itemsPerPage: 2, startIndex: 1 });

    const filter = encodeURIComponent(`userName eq "${email}"`);
    const none = await scim('GET', `Users?filter=${filter}&startIndex=1&count=100`);
    expect(none.body).toMatchObject({ totalResults: 0, Resources: [] });

    const made = await scim('POST', 'Users', oktaUser(email));
    const id = String(made.body.id);
    expect(made.status).toBe(201);
    expect(made.headers['location']).toBe(`${PUBLIC_URL}/scim/v2/Users/${id}`);
    expect(made.body).toMatchObject({
      schemas: [USER_SCHEMA],
      userName: email,
      externalId: '00ujl29u0le5T6Aj10h7',
      name: { givenName: 'Hanako', familyName: 'Sato', formatted: 'Hanako Sato' },
      displayName: 'Hanako Sato',
      emails: [{ value: email, type: 'work', primary: true }],
      active: true,
      groups: [],
      meta: { resourceType: 'User', location: `${PUBLIC_URL}/scim/v2/Users/${id}` },
    });
    expect(JSON.stringify(made.body)).not.toContain('1mz050nq');
    expect((await scim('GET', `Users/${id}`)).body).toEqual(made.body);

    const renamed = oktaUser(email, {
      id,
      name: { givenName: 'Hanako', familyName: 'Suzuki' },
      displayName: 'Hanako Suzuki',
      meta: made.body['meta'],
    });
    const put = await scim('PUT', `Users/${id}`, renamed);
    expect(put.status).toBe(200);
    expect(await userOf(id)).toMatchObject({ name: 'Hanako Suzuki', email, roleId: mine.roles.user });

    const off = await deactivate(id);
    expect(off).toMatchObject({ status: 200, body: { id, active: false } });
    expect((await userOf(id)).status).toBe(false);
    const on = await scim('PATCH', `Users/${id}`, patchOf({ op: 'replace', value: { active: true } }));
    expect(on).toMatchObject({ status: 200, body: { id, active: true, displayName: 'Hanako Suzuki' } });
  });

  it('push a group, change its members, rename and delete it', async () => {
    const [a, b] = [await makeUser(), await makeUser({ userName: newEmail(), emails: [] })];
    await mapGroup('Editors', mine.roles.admin);
    const group = await makeGroup('Editors', [a]);
    expect((await userOf(a)).roleId).toBe(mine.roles.admin);

    const changed = await scim(
      'PATCH',
      `Groups/${group}`,
      patchOf(
        { op: 'remove', path: `members[value eq "${a}"]` },
        { op: 'add', path: 'members', value: [{ value: b, display: 'b@acme.example' }] },
      ),
    );
    expect(changed.body['members']).toMatchObject([{ value: b, type: 'User' }]);
    expect((await userOf(a)).roleId).toBe(mine.roles.user);
    expect((await userOf(b)).roleId).toBe(mine.roles.admin);

    const replaced = patchOf({ op: 'replace', path: 'members', value: [{ value: a }, { value: b }] });
    expect((await scim('PATCH', `Groups/${group}`, replaced)).status).toBe(200);
    expect((await userOf(a)).roleId).toBe(mine.roles.admin);

    const renamed = patchOf({ op: 'replace', value: { id: group, displayName: 'Readers' } });
    expect((await scim('PATCH', `Groups/${group}`, renamed)).body).toMatchObject({ displayName: 'Readers' });
    expect((await userOf(a)).roleId).toBe(mine.roles.user);

    const put = { schemas: [GROUP_SCHEMA], id: group, displayName: 'Editors', members: [{ value: a }] };
    await scim('PUT', `Groups/${group}`, put);
    expect([(await userOf(a)).roleId, (await userOf(b)).roleId]).toEqual([mine.roles.admin, mine.roles.user]);

    expect(await scim('DELETE', `Groups/${group}`)).toMatchObject({ status: 204, body: {} });
    expect((await userOf(a)).roleId).toBe(mine.roles.user);
    expect((await scim('GET', `Groups/${group}`)).status).toBe(404);
  });

  it('take over a user who exists already: the creation conflicts, the filter finds, PUT links', async () => {
    const { email } = { email: mine.emails.user };
    const conflict = await scim('POST', 'Users', oktaUser(email.toUpperCase()));
    expect(conflict).toMatchObject({ status: 409, body: { scimType: 'uniqueness', status: '409' } });
    const found = await scim('GET', `Users?filter=${encodeURIComponent(`userName eq "${email}"`)}`);
    const [row] = found.body.Resources ?? [];
    expect(row).toMatchObject({ id: String(mine.users.user), userName: email, active: true });
    expect(row).not.toHaveProperty('externalId');
    const put = await scim('PUT', `Users/${row?.id}`, oktaUser(email, { externalId: 'okta-1' }));
    expect(put.body).toMatchObject({ externalId: 'okta-1' });
    const listed = await send('GET', `users/${mine.users.user}/`, { access: admin });
    expect(listed.body).toMatchObject({ provisioned: true, user_name: 'Hanako Sato', email });
  });
});

describe('the requests of Entra ID', () => {
  it('test the connection with a user who does not exist', async () => {
    const filter = encodeURIComponent('userName eq "b54c3ff0-6c4d-4b1e-8d9a-0a1d5b1b1c00"');
    const answer = await scim('GET', `Users?filter=${filter}`);
    expect(answer).toMatchObject({ status: 200, body: { totalResults: 0, Resources: [] } });
  });

  it('create a user, change attributes with texts for flags, disable and delete the user', async () => {
    const email = newEmail();
    const made = await scim('POST', 'Users', entraUser(email));
    const id = String(made.body.id);
    expect(made.body).toMatchObject({ displayName: '佐藤 花子', name: { formatted: '花子 佐藤' } });
    expect((await userOf(id)).name).toBe('佐藤 花子');

    const next = newEmail();
    const changed = await scim(
      'PATCH',
      `Users/${id}`,
      patchOf(
        { op: 'Replace', path: 'emails[type eq "work"].value', value: next },
        { op: 'Replace', path: 'userName', value: next },
        { op: 'Add', path: 'name.familyName', value: '鈴木' },
        { op: 'Replace', path: 'displayName', value: '鈴木 花子' },
        {
          op: 'Add',
          path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department',
          value: '広告',
        },
        { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '03' },
      ),
    );
    expect(changed.status).toBe(200);
    expect(await userOf(id)).toMatchObject({ name: '鈴木 花子', email: next });
    const flat = {
      op: 'replace',
      value: { 'name.givenName': '華子', displayName: '鈴木 華子', active: 'True' },
    };
    await scim('PATCH', `Users/${id}`, patchOf(flat));
    expect(await userOf(id)).toMatchObject({ name: '鈴木 華子', status: true });

    const off = await scim(
      'PATCH',
      `Users/${id}`,
      patchOf({ op: 'Replace', path: 'active', value: 'False' }),
    );
    expect(off.body).toMatchObject({ active: false });
    expect((await userOf(id)).status).toBe(false);
    expect((await scim('DELETE', `Users/${id}`)).status).toBe(204);
    expect((await scim('GET', `Users/${id}`)).status).toBe(404);
    const filter = encodeURIComponent(`userName eq "${next}"`);
    expect((await scim('GET', `Users?filter=${filter}`)).body.totalResults).toBe(0);

    const again = await scim('POST', 'Users', entraUser(next));
    expect(again).toMatchObject({ status: 201, body: { id, active: true } });
    expect((await userOf(id)).status).toBe(true);
  });

  it('find a group without its members, add and remove them by values, and find a member', async () => {
    const [a, b] = [await makeUser(), await makeUser()];
    const objectId = '7bf8a1c4-1c4b-4b3f-8f5f-3c1c0d6ad2d1';
    await mapGroup(objectId, mine.roles.admin);
    const made = await scim('POST', 'Groups', {
      schemas: [GROUP_SCHEMA, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
      externalId: objectId,
      displayName: '運用',
      meta: { resourceType: 'Group' },
    });
    const id = String(made.body.id);
    const filter = encodeURIComponent('displayName eq "運用"');
    const listed = await scim('GET', `Groups?excludedAttributes=members&filter=${filter}`);
    expect(listed.body).toMatchObject({ totalResults: 1, Resources: [{ id, displayName: '運用' }] });
    expect(listed.body.Resources?.[0]).not.toHaveProperty('members');

    const add = { op: 'Add', path: 'members', value: [{ value: a }, { value: b }] };
    expect((await scim('PATCH', `Groups/${id}`, patchOf(add))).status).toBe(200);
    expect([(await userOf(a)).roleId, (await userOf(b)).roleId]).toEqual([
      mine.roles.admin,
      mine.roles.admin,
    ]);
    const member = encodeURIComponent(`id eq "${id}" and members eq "${a}"`);
    expect((await scim('GET', `Groups?filter=${member}`)).body.totalResults).toBe(1);
    // Both forms of a removal.
    await scim('PATCH', `Groups/${id}`, patchOf({ op: 'Remove', path: 'members', value: [{ value: a }] }));
    expect((await scim('GET', `Groups?filter=${member}`)).body.totalResults).toBe(0);
    await scim('PATCH', `Groups/${id}`, patchOf({ op: 'Remove', path: `members[value eq "${b}"]` }));
    expect((await scim('GET', `Groups/${id}`)).body['members']).toEqual([]);
    expect([(await userOf(a)).roleId, (await userOf(b)).roleId]).toEqual([mine.roles.user, mine.roles.user]);
  });

  it('name users otherwise than by the email address', async () => {
    const email = newEmail();
    const upn = `upn-${people}@acme.onmicrosoft.com`;
    const made = await scim('POST', 'Users', entraUser(email, { userName: upn }));
    expect(made.body).toMatchObject({ userName: upn, emails: [{ value: email }] });
    for (const filter of [
      `userName eq "${upn.toUpperCase()}"`,
      `emails.value eq "${email}"`,
      `emails[type eq "work"].value eq "${email}"`,
    ])
      expect((await scim('GET', `Users?filter=${encodeURIComponent(filter)}`)).body.totalResults).toBe(1);
    const duplicate = await scim('POST', 'Users', entraUser(newEmail(), { userName: upn }));
    expect(duplicate).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } });
  });
});

describe('a user whom the provider deactivates or deletes', () => {
  it.each([
    ['active: false', 'PATCH', { op: 'replace', value: { active: false } }],
    ['Active: "False"', 'PATCH', { op: 'Replace', path: 'Active', value: 'False' }],
    ['DELETE', 'DELETE', null],
  ] as const)('loses the sessions and the access at once by %s', async (_, method, operation) => {
    const session = await tokens('user');
    expect(await refuses({ ...session, refresh: 'x' })).toEqual([200, 401]);
    const ended = await scim(
      method,
      `Users/${mine.users.user}`,
      operation === null ? undefined : patchOf(operation),
    );
    expect(ended.status).toBe(method === 'DELETE' ? 204 : 200);
    // The clock stands still: no cached right is used.
    expect(await refuses(session)).toEqual([401, 401]);
    const again = await send('POST', 'auth/signin/', {
      payload: { company_id: mine.code, email: mine.emails.user, password: PASSWORD },
    });
    expect(again.status).toBe(401);
  });

  it('cannot sign in through the provider, and can after the reactivation', async () => {
    const email = newEmail();
    const { body } = await scim('POST', 'Users', entraUser(email));
    const enter = async () => {
      provider.signInAs({ sub: `scim-${email}`, email, email_verified: true, name: 'x', groups: [] });
      const { address, cookie } = await begin(send, mine.code);
      return complete(send, await provider.visit(address), cookie);
    };
    const first = tokensOf(await enter());
    expect((await send('GET', 'users/me/', { access: first.access })).body).toMatchObject({
      id: Number(body.id),
      role_code: 'user',
    });
    await deactivate(body.id);
    expect(await refuses(first)).toEqual([401, 401]);
    expect((await enter()).body).toMatchObject({ code: 'single_sign_on_no_account' });
    await scim('PATCH', `Users/${body.id}`, patchOf({ op: 'replace', path: 'active', value: true }));
    expect((await enter()).status).toBe(200);
  });

  it('stays if he is the last administrator, or an administrator for emergencies', async () => {
    const last = await deactivate(mine.users.admin);
    expect(last).toMatchObject({ status: 400, body: { scimType: 'mutability' } });
    expect(last.body.detail).toContain('last administrator');
    expect((await scim('DELETE', `Users/${mine.users.admin}`)).body.scimType).toBe('mutability');

    await mapGroup('Admins', mine.roles.admin);
    const other = await makeUser();
    await makeGroup('Admins', [other]);
    await alterProvider({ emergencyEmails: [mine.emails.admin] });
    for (const refused of [
      await deactivate(mine.users.admin),
      await scim('DELETE', `Users/${mine.users.admin}`),
      await scim(
        'PATCH',
        `Users/${mine.users.admin}`,
        patchOf({ op: 'replace', path: 'emails[type eq "work"].value', value: newEmail() }),
      ),
    ]) {
      expect(refused).toMatchObject({ status: 400, body: { scimType: 'mutability' } });
      expect(refused.body.detail).toContain('emergencies');
    }
    expect(await userOf(mine.users.admin)).toMatchObject({ status: true, email: mine.emails.admin });

    await alterProvider({ emergencyEmails: [] });
    expect((await deactivate(mine.users.admin)).status).toBe(200);
    // The key ends with the administrator to whom its secret was shown.
    expect((await scim('GET', 'Users')).status).toBe(401);
  });

  it('comes back with the role of new users if the former role was deleted meanwhile', async () => {
    const id = await makeUser();
    const { email } = await userOf(id);
    const [made] = await parts.db
      .insert(role)
      .values({ ...(await roleOf(mine.roles.user)), code: `former-${people}`, name: 'Former' })
      .returning({ id: role.id });
    await parts.db
      .update(user)
      .set({ roleId: made!.id })
      .where(eq(user.id, Number(id)));
    expect((await scim('DELETE', `Users/${id}`)).status).toBe(204);
    await parts.db.update(role).set({ status: false }).where(eq(role.id, made!.id));
    const again = await scim('POST', 'Users', oktaUser(email));
    expect(again).toMatchObject({ status: 201, body: { id, active: true } });
    expect(await userOf(id)).toMatchObject({ status: true, roleId: mine.roles.user });
    const roleChange = (await changesOf('users')).find(
      ({ after }) => after !== null && 'role' in after && 'agency' in after && !('email' in after),
    );
    expect(roleChange).toMatchObject({ before: { role: made!.id }, after: { role: mine.roles.user } });
  });

  it('is created without access if the provider says so', async () => {
    const email = newEmail();
    const made = await scim('POST', 'Users', oktaUser(email, { active: false }));
    expect(made).toMatchObject({ status: 201, body: { active: false } });
    expect((await userOf(made.body.id)).status).toBe(false);
    // Attributes of a user without access can be changed, and he stays without.
    const put = oktaUser(email, { active: false, displayName: 'Other' });
    expect((await scim('PUT', `Users/${made.body.id}`, put)).body).toMatchObject({
      active: false,
      displayName: 'Other',
    });
    expect(await userOf(made.body.id)).toMatchObject({ status: false, name: 'Other' });
  });
});

describe('groups', () => {
  it('decide about a user in several by their priority, and a new role ends the sessions', async () => {
    await mapGroup('Low', mine.roles.user, 50);
    await mapGroup('High', mine.roles.admin, 10);
    const session = await tokens('user');
    const id = String(mine.users.user);
    await makeGroup('Low', [id]);
    // The same role: the session goes on.
    expect((await send('GET', 'users/me/', { access: session.access })).status).toBe(200);
    const high = await makeGroup('High', [id]);
    expect((await userOf(id)).roleId).toBe(mine.roles.admin);
    expect(await refuses(session)).toEqual([401, 401]);
    await scim('DELETE', `Groups/${high}`);
    expect((await userOf(id)).roleId).toBe(mine.roles.user);
  });

  it('have values and members of their own, and record what changes', async () => {
    const [a, b] = [await makeUser(), await makeUser()];
    const [first, second] = [await makeGroup('First', [a]), await makeGroup('Second')];
    const made = new Date(parts.clock.now()).toISOString();
    parts.clock.advance(1_000);
    const changed = new Date(parts.clock.now()).toISOString();
    const read = async (id: string) => {
      const { body } = await scim('GET', `Groups/${id}`);
      const { members = [], meta } = body as {
        readonly members?: readonly { readonly value: string }[];
        readonly meta: { readonly lastModified: string };
      };
      return [body['displayName'], members.map(({ value }) => value), meta.lastModified];
    };
    const enter = patchOf({ op: 'add', path: 'members', value: [{ value: a }, { value: b }] });
    expect((await scim('PATCH', `Groups/${second}`, enter)).status).toBe(200);
    expect([await read(first), await read(second)]).toEqual([
      ['First', [a], made],
      ['Second', [a, b], changed],
    ]);
    const leave = patchOf({ op: 'remove', path: `members[value eq "${a}"]` });
    expect((await scim('PATCH', `Groups/${second}`, leave)).status).toBe(200);
    const changes = (await changesOf('provisionedGroups')).length;
    parts.clock.advance(1_000);
    const renamed = new Date(parts.clock.now()).toISOString();
    for (const _ of ['changes', 'stays the same']) {
      const { status } = await scim('PUT', `Groups/${second}`, {
        displayName: 'Third',
        members: [{ value: b }],
      });
      expect(status).toBe(200);
    }
    expect([await read(first), await read(second)]).toEqual([
      ['First', [a], made],
      ['Third', [b], renamed],
    ]);
    expect((await scim('DELETE', `Users/${a}`)).status).toBe(204);
    expect([await read(first), await read(second)]).toEqual([
      ['First', [], renamed],
      ['Third', [b], renamed],
    ]);
    expect((await changesOf('provisionedGroups')).slice(changes)).toMatchObject([
      { rowId: Number(second), before: { display_name: 'Second' }, after: { display_name: 'Third' } },
      { rowId: Number(first), after: { removed_members: [Number(a)] } },
    ]);
  });

  it('keep more than a thousand members', async () => {
    const members = await parts.db
      .insert(user)
      .values(
        Array.from({ length: 1_001 }, (_, number) => ({
          companyId: mine.id,
          roleId: mine.roles.user,
          name: `Member ${number}`,
          email: `member-${number}@acme.example`,
          password: '',
        })),
      )
      .returning({ id: user.id });
    const id = await makeGroup(
      'Large',
      members.map(one => String(one.id)),
    );
    expect((await scim('GET', `Groups/${id}`)).body['members']).toHaveLength(members.length);
    await parts.db.delete(provisionedGroupMember);
    await parts.db.delete(provisionedUser);
    await parts.db.delete(user).where(like(user.email, 'member-%'));
  });

  it('leave the roles of agency users and of administrators for emergencies, and the last administrator', async () => {
    await mapGroup('Users', mine.roles.user);
    const ids = [mine.users.agency, mine.users.admin].map(String);
    await makeGroup('Users', ids);
    expect((await userOf(mine.users.agency)).roleId).toBe(mine.roles.agency);
    expect((await userOf(mine.users.admin)).roleId).toBe(mine.roles.admin);
  });

  it('take the role of the last administrator as soon as another one has it, in the same request too', async () => {
    const { db } = parts;
    await mapGroup('Admins', mine.roles.admin);
    const [a, b] = [await makeUser(), await makeUser()];
    const group = await makeGroup('Admins', [a]);
    const giveRole = (id: number, roleId: number) => db.update(user).set({ roleId }).where(eq(user.id, id));
    const rolesOf = async () => [(await userOf(a)).roleId, (await userOf(b)).roleId];
    // The key goes on with another administrator.
    const giveKey = async (userId: number) => {
      await db.update(apiKeySecret).set({ userId }).where(eq(apiKeySecret.apiKeyId, key.id));
      parts.clock.set(parts.clock.now() + 6000);
    };
    await giveRole(mine.users.admin, mine.roles.user);
    await giveKey(Number(a));
    const put = { displayName: 'Admins', members: [{ value: b }] };
    expect((await scim('PUT', `Groups/${group}`, put)).status).toBe(200);
    expect(await rolesOf()).toEqual([mine.roles.user, mine.roles.admin]);

    await giveKey(Number(b));
    const none = patchOf({ op: 'replace', path: 'members', value: [] });
    expect((await scim('PATCH', `Groups/${group}`, none)).status).toBe(200);
    expect(await rolesOf()).toEqual([mine.roles.user, mine.roles.admin]);
    await giveRole(mine.users.admin, mine.roles.admin);
    await makeGroup('Others', [b]);
    expect(await rolesOf()).toEqual([mine.roles.user, mine.roles.user]);
  });

  it('of the provider replace those of the claims, at a sign-in too', async () => {
    await mapGroup('Claimed', mine.roles.admin, 1);
    await mapGroup('Pushed', mine.roles.user, 2);
    const email = newEmail();
    const { body } = await scim('POST', 'Users', entraUser(email));
    const enter = async () => {
      provider.signInAs({ sub: `g-${email}`, email, email_verified: true, name: 'x', groups: ['Claimed'] });
      const { address, cookie } = await begin(send, mine.code);
      return complete(send, await provider.visit(address), cookie);
    };
    // No group is provisioned: the claim decides.
    expect((await enter()).status).toBe(200);
    expect((await userOf(body.id)).roleId).toBe(mine.roles.admin);
    await makeGroup('Pushed', [String(body.id)]);
    expect((await userOf(body.id)).roleId).toBe(mine.roles.user);
    expect((await enter()).status).toBe(200);
    expect((await userOf(body.id)).roleId).toBe(mine.roles.user);
  });

  it('give a role that was mapped later at the next change or sign-in, and none to deactivated users', async () => {
    const id = await makeUser();
    await makeGroup('Later', [id]);
    await mapGroup('Later', mine.roles.admin);
    expect((await userOf(id)).roleId).toBe(mine.roles.user);
    await deactivate(id);
    expect((await userOf(id)).roleId).toBe(mine.roles.user);
    await scim('PATCH', `Users/${id}`, patchOf({ op: 'replace', value: { active: true } }));
    expect((await userOf(id)).roleId).toBe(mine.roles.admin);
  });

  it('are refused with members that do not exist, with a name that is taken, and without a name', async () => {
    const id = await makeUser();
    const bad = async (payload: object) => {
      const { status, body } = await scim('POST', 'Groups', payload);
      return [status, body.scimType];
    };
    expect(await bad({ displayName: 'A', members: [{ value: id }, { value: '2147483647' }] })).toEqual([
      400,
      'invalidValue',
    ]);
    expect(await bad({ displayName: 'A', members: [{ value: String(theirs.users.user) }] })).toEqual([
      400,
      'invalidValue',
    ]);
    expect(await bad({ displayName: ' ' })).toEqual([400, 'invalidValue']);
    expect(await parts.db.select().from(provisionedGroup)).toEqual([]);
    await makeGroup('Grüße');
    expect(await bad({ displayName: 'GRÜSSE' })).toEqual([201, undefined]);
    expect(await bad({ displayName: 'grüße' })).toEqual([409, 'uniqueness']);
  });

  it('are refused with a member whose address is the name of another user', async () => {
    const address = newEmail();
    await makeUser({ userName: address });
    await parts.db.update(user).set({ email: address }).where(eq(user.id, mine.users.user));
    const members = [{ value: String(mine.users.user) }];
    for (const refused of [
      await scim('POST', 'Groups', { displayName: 'Both', members }),
      await scim('DELETE', `Users/${mine.users.user}`),
    ])
      expect(refused).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } });
    expect((await userOf(mine.users.user)).status).toBe(true);
  });

  it('refuse to take the last role of a user if there is no role of new users', async () => {
    await mapGroup('Only', mine.roles.admin);
    const id = await makeUser();
    const group = await makeGroup('Only', [id]);
    await alterProvider({ defaultRoleId: null });
    const refused = await scim('DELETE', `Groups/${group}`);
    expect(refused).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } });
    expect(refused.body.detail).toContain('no role of new users');
    expect((await scim('GET', `Groups/${group}`)).body['members']).toHaveLength(1);
  });
});

describe('a key of another company', () => {
  it('finds, changes and deletes nothing, and its filters see nothing', async () => {
    const id = await makeUser();
    const group = await makeGroup('Mine', [id]);
    secret = theirKey.secret;
    const patches = {
      Users: patchOf({ op: 'replace', value: { active: false } }),
      Groups: patchOf({ op: 'replace', value: { displayName: 'Stolen' } }),
    };
    for (const [path, row] of [
      ['Users', id],
      ['Users', String(mine.users.admin)],
      ['Groups', group],
    ] as const) {
      const form = path === 'Users' ? oktaUser('x@other.example') : { displayName: 'Stolen' };
      expect((await scim('GET', `${path}/${row}`)).status).toBe(404);
      expect((await scim('PUT', `${path}/${row}`, form)).status).toBe(404);
      expect((await scim('PATCH', `${path}/${row}`, patches[path])).status).toBe(404);
      expect((await scim('DELETE', `${path}/${row}`)).status).toBe(404);
    }
    const users = (await scim('GET', 'Users')).body.Resources ?? [];
    expect(users.map(one => Number(one.id)).toSorted()).toEqual(Object.values(theirs.users).toSorted());
    expect((await scim('GET', 'Groups')).body.totalResults).toBe(0);
    const filter = encodeURIComponent(`userName eq "${mine.emails.user}" or id pr`);
    expect((await scim('GET', `Users?filter=${filter}`)).body.totalResults).toBe(users.length);
    // The same name is free there.
    await parts.db.update(provisionedGroup).set({ displayName: 'Mine' });
    expect((await scim('POST', 'Groups', { displayName: 'Mine' })).status).toBe(201);
    secret = key.secret;
    expect((await userOf(id)).status).toBe(true);
    expect((await scim('GET', `Groups/${group}`)).body).toMatchObject({ displayName: 'Mine' });
  });
});

describe('callers', () => {
  it('need a key with the scope, and the level of the method', async () => {
    const unauthorised = async (bearer: string | null) => {
      secret = bearer;
      const { status, headers, body } = await scim('GET', 'Users');
      return [status, headers['www-authenticate'], body['schemas']];
    };
    const error = ['urn:ietf:params:scim:api:messages:2.0:Error'];
    expect(await unauthorised(null)).toEqual([401, 'Bearer', error]);
    expect(await unauthorised('tp_x')).toEqual([401, 'Bearer', error]);
    // A person, an administrator too, has no SCIM.
    expect(await unauthorised(admin)).toEqual([403, undefined, error]);
    const reader = await makeProvisioningKey(app, admin, `reader ${people}`, 'read');
    expect((await unauthorised(reader.secret))[0]).toBe(200);
    expect((await scim('POST', 'Users', oktaUser(newEmail()))).status).toBe(403);
    expect((await scim('DELETE', `Users/${mine.users.user}`)).status).toBe(403);
    expect((await userOf(mine.users.user)).status).toBe(true);
    // The scope opens nothing else.
    expect((await send('GET', 'users/', { access: key.secret })).status).toBe(403);
    await send('POST', `api_keys/${key.id}/revoke/`, { access: admin });
    expect((await unauthorised(key.secret))[0]).toBe(401);
  });

  it('cannot have a key that is limited to products', async () => {
    const answer = await send('POST', 'api_keys/', {
      access: admin,
      payload: { name: 'limited', scopes: provisioningScopes('read'), products: [mine.shelves[0].product] },
    });
    expect(answer).toMatchObject({ status: 400, body: { fields: { products: ['whole_company'] } } });
  });

  it('are limited to 600 requests a minute, with the time to wait', async () => {
    let last = await scim('GET', 'ServiceProviderConfig');
    for (let n = 1; n <= 600 && last.status === 200; n++) last = await scim('GET', 'ServiceProviderConfig');
    expect(last.status).toBe(429);
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0);
    expect(last.body).toMatchObject({ status: '429' });
  });

  it('are named in the audit log with each change', async () => {
    const id = Number(await makeUser());
    await deactivate(id);
    const group = Number(await makeGroup('Logged', [String(mine.users.user)]));
    await scim('DELETE', `Groups/${group}`);
    const lines = [...(await changesOf('users')), ...(await changesOf('provisionedGroups'))];
    for (const line of lines) expect(line).toMatchObject({ apiKeyId: key.id, userId: mine.users.admin });
    expect(lines.map(({ rowId, action, after }) => [rowId, action, after])).toEqual([
      [id, 'create', expect.objectContaining({ user_name: 'Hanako Sato' })],
      [id, 'update', expect.objectContaining({ provisioned: true, external_id: '00ujl29u0le5T6Aj10h7' })],
      [id, 'remove', { status: false }],
      [mine.users.user, 'update', expect.objectContaining({ provisioned: true })],
      [group, 'create', { display_name: 'Logged', external_id: null }],
      [group, 'update', { added_members: [mine.users.user], removed_members: [] }],
      [group, 'update', { added_members: [], removed_members: [mine.users.user] }],
      [group, 'remove', { display_name: null, external_id: null }],
    ]);
    expect(JSON.stringify(lines)).not.toContain('1mz050nq');
  });
});

describe('values', () => {
  it.each([
    ['no userName', { userName: undefined }],
    ['an empty userName', { userName: ' ' }],
    ['a userName that is no text', { userName: 7 }],
    ['no address', { userName: 'hanako', emails: [] }],
    ['an address that is none', { emails: [{ value: 'a@b' }] }],
    ['a domain that the provider does not have', { emails: [{ value: 'x@evil.example' }] }],
    ['a subdomain', { emails: [{ value: 'x@sub.acme.example' }] }],
    ['two signs', { emails: [{ value: 'x@evil.example@acme.example' }] }],
    ['a flag that is none', { active: 'yes' }],
    ['addresses that are no objects', { emails: ['x@acme.example'] }],
    ['a long ID', { externalId: 'x'.repeat(301) }],
    ['a name that is no object', { name: 'Hanako' }],
  ])('are refused: %s', async (_, over) => {
    const { status, body } = await scim('POST', 'Users', oktaUser(newEmail(), over));
    expect([status, body.scimType]).toEqual([400, 'invalidValue']);
  });

  it.each(['x@evil.example', 'x@sub.acme.example', 'a@b'])(
    'are refused for a known user too, if he could not sign in by the address: %s',
    async email => {
      const id = await makeUser();
      const before = await userOf(id);
      const operation = { op: 'replace', path: 'emails[type eq "work"].value', value: email };
      for (const refused of [
        await scim('PATCH', `Users/${id}`, patchOf(operation)),
        await scim('PUT', `Users/${id}`, oktaUser(before.email, { emails: [{ value: email }] })),
      ])
        expect(refused).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } });
      expect(await userOf(id)).toEqual(before);
    },
  );

  it('without a role of new users make no user', async () => {
    await alterProvider({ defaultRoleId: null });
    const { status, body } = await scim('POST', 'Users', oktaUser(newEmail()));
    expect([status, body.scimType]).toEqual([400, 'invalidValue']);
    expect(body.detail).toContain('no role of new users');
    // A deleted role is none.
    const [made] = await parts.db
      .insert(role)
      .values({ ...(await roleOf(mine.roles.user)), code: `ended-${people}`, status: false })
      .returning({ id: role.id });
    await alterProvider({ defaultRoleId: made!.id });
    expect((await scim('POST', 'Users', oktaUser(newEmail()))).body.detail).toBe(body.detail);
  });

  it('with NUL, broken JSON, prototypes and foreign types are refused as errors of SCIM', async () => {
    const nul = await scim('POST', 'Users', oktaUser(newEmail(), { displayName: 'a\0b' }));
    expect(nul).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } });
    expect(await scim('POST', 'Users', '{"userName":')).toMatchObject({
      status: 400,
      body: { scimType: 'invalidSyntax' },
    });
    expect((await scim('POST', 'Users', '{"__proto__":{"active":false}}')).status).toBe(400);
    expect((await scim('POST', 'Users', 'a=b', 'text/plain')).status).toBe(415);
    expect((await scim('POST', 'Users', `{"a":"${'x'.repeat(1_100_000)}"}`)).status).toBe(413);
    expect((await scim('POST', 'Users', [])).status).toBe(400);
    expect((await scim('PATCH', `Users/${mine.users.user}`, {})).body.scimType).toBe('invalidSyntax');
  });

  it('of an administrator in the console stay until the provider states others', async () => {
    const id = await makeUser();
    await parts.db
      .update(user)
      .set({ name: 'Local' })
      .where(eq(user.id, Number(id)));
    await scim('PATCH', `Users/${id}`, patchOf({ op: 'replace', path: 'externalId', value: 'e' }));
    expect((await scim('GET', `Users/${id}`)).body).toMatchObject({ displayName: 'Local', externalId: 'e' });
    await scim('PATCH', `Users/${id}`, patchOf({ op: 'replace', path: 'displayName', value: 'Stated' }));
    expect((await userOf(id)).name).toBe('Stated');
  });

  it('of the attributes that are asked for are answered', async () => {
    const id = await makeUser();
    const some = await scim('GET', `Users/${id}?attributes=userName,name.familyName`);
    expect(Object.keys(some.body).toSorted()).toEqual(['id', 'meta', 'name', 'schemas', 'userName']);
    const others = await scim(
      'GET',
      `Users/${id}?excludedAttributes=groups,urn:ietf:params:scim:schemas:core:2.0:User:emails`,
    );
    expect(others.body).not.toHaveProperty('groups');
    expect(others.body).not.toHaveProperty('emails');
    expect(others.body).toHaveProperty('displayName');
  });

  it.each(['0', '-1', '01', '1e3', 'abc', '2147483648', '99999999999', '%00', "1'--"])(
    'of an ID that is none are not found: %s',
    async id => {
      for (const path of ['Users', 'Groups'])
        expect([400, 404]).toContain((await scim('GET', `${path}/${id}`)).status);
    },
  );
});

describe('lists', () => {
  it('have pages from 1, of at most 200, and a number without rows', async () => {
    const all = (await scim('GET', 'Users')).body;
    const total = all.totalResults ?? 0;
    const ids = (all.Resources ?? []).map(({ id }) => id);
    expect(total).toBeGreaterThan(3);
    const page = async (query: string) => {
      const { status, body } = await scim('GET', `Users?${query}`);
      return status === 200
        ? [body.startIndex, body.itemsPerPage, body.totalResults, (body.Resources ?? []).map(({ id }) => id)]
        : [status, body.scimType];
    };
    expect(await page('startIndex=2&count=2')).toEqual([2, 2, total, ids.slice(1, 3)]);
    expect(await page('count=0')).toEqual([1, 0, total, []]);
    expect(await page('count=-5')).toEqual([1, 0, total, []]);
    expect(await page('startIndex=0&count=1')).toEqual([1, 1, total, ids.slice(0, 1)]);
    expect(await page('startIndex=-9999999999&count=1')).toEqual([1, 1, total, ids.slice(0, 1)]);
    expect(await page('startIndex=9999999999')).toEqual([2_147_483_647, 0, total, []]);
    expect(await page('count=99999&unknown=1')).toEqual([1, ids.length, total, ids]);
    expect(await page('count=x')).toEqual([400, 'invalidValue']);
    expect(await page('count=1&count=2')).toEqual([400, 'invalidValue']);
  });

  it('of groups have pages too, which together name each group once', async () => {
    const ids: string[] = [];
    for (const name of ['C', 'A', 'D', 'B']) ids.push(await makeGroup(name));
    const pages: unknown[] = [];
    for (const start of [1, 3, 5]) {
      const { body } = await scim('GET', `Groups?startIndex=${start}&count=2`);
      pages.push([body.totalResults, body.itemsPerPage, (body.Resources ?? []).map(({ id }) => id)]);
    }
    expect(pages).toEqual([
      [4, 2, ids.slice(0, 2)],
      [4, 2, ids.slice(2)],
      [4, 0, []],
    ]);
  });

  it('are filtered by the attributes and operators, ignoring case where the attribute does', async () => {
    const a = await makeUser({ externalId: 'Case-A', displayName: '100%_名前' });
    const b = await makeUser({ externalId: 'case-a', displayName: 'Beta' });
    await deactivate(b);
    const ids = async (filter: string) => {
      const { status, body } = await scim('GET', `Users?filter=${encodeURIComponent(filter)}`);
      return status === 200
        ? (body.Resources ?? []).map(({ id }) => id).filter(id => [a, b].includes(id))
        : body.scimType;
    };
    expect(await ids('externalId eq "Case-A"')).toEqual([a]);
    expect(await ids('EXTERNALID EQ "case-a"')).toEqual([b]);
    expect(await ids('externalId pr and active eq true')).toEqual([a]);
    expect(await ids('externalId pr and not (active eq "False")')).toEqual([a]);
    expect(await ids('active eq false and externalId pr')).toEqual([b]);
    expect(await ids('displayName co "%_名"')).toEqual([a]);
    expect(await ids('displayName sw "beT"')).toEqual([b]);
    expect(await ids('displayName ew "eta" or displayName ew "名前"')).toEqual([a, b]);
    expect(await ids(`id eq "${a}"`)).toEqual([a]);
    expect(await ids(`id ne "${a}" and externalId pr`)).toEqual([b]);
    expect(await ids('externalId ne "Case-A" and externalId pr')).toEqual([b]);
    expect(await ids('emails[type eq "work" and value co "@acme"] and displayName eq "beta"')).toEqual([b]);
    expect(await ids(`${USER_SCHEMA}:displayName eq "beta"`)).toEqual([b]);
    expect(await ids('displayName eq "\\u0042eta"')).toEqual([b]);
    expect(await ids("displayName eq \"x' or '1'='1\"")).toEqual([]);
    for (const refused of [
      'password eq "x"',
      'roleId eq 1',
      'userName gt "a"',
      'active co "t"',
      'userName eq 5',
      'userName eq',
      'userName',
      '(userName eq "a"',
      'userName eq "a" userName eq "b"',
      'userName eq "a',
      '__proto__ eq "a"',
      'constructor pr',
    ])
      expect(await ids(refused), refused).toBe('invalidFilter');
  });

  it('refuse hostile filters and paths at once', async () => {
    const depth = 500_000;
    const hostile = [
      `${'('.repeat(depth)}userName pr${')'.repeat(depth)}`,
      `${'not ('.repeat(200_000)}userName pr`,
      `userName eq "${'\\'.repeat(1_000_000)}`,
      Array.from({ length: 100_000 }, () => 'id pr').join(' and '),
      Array.from({ length: 101 }, () => 'id pr').join(' and '),
      `${'('.repeat(30)}id pr${')'.repeat(30)}`,
    ];
    for (const filter of hostile) {
      const path = { op: 'remove', path: `members[${filter.slice(0, 400_000)}]` };
      const took = await processorTimeOf(async () => {
        const list = await scim('GET', `Users?filter=${encodeURIComponent(filter)}`);
        expect([400, 414, 431]).toContain(list.status);
        const group = await scim('PATCH', 'Groups/1', patchOf(path));
        expect(group.body.scimType).toBe('invalidPath');
      });
      expect(took).toBeLessThan(1000);
    }
    const many = patchOf(
      ...Array.from({ length: 1001 }, () => ({ op: 'add', path: 'displayName', value: 'x' })),
    );
    expect((await scim('PATCH', 'Groups/1', many)).body.scimType).toBe('tooMany');
    const names = Object.fromEntries(
      Array.from({ length: 30_000 }, (__, n) => [`emails[value eq "${n}"]`, {}]),
    );
    const took = await processorTimeOf(async () => {
      const wide = await scim('PATCH', `Users/${mine.users.user}`, patchOf({ op: 'add', value: names }));
      expect(wide.body.scimType).toBe('tooMany');
    });
    expect(took).toBeLessThan(3000);
  });
});

describe('the service provider', () => {
  it('states its address to administrators, and what it can do', async () => {
    const { body } = await send('GET', 'identity_providers/', { access: admin });
    expect(body.results).toMatchObject([{ scim_url: `${PUBLIC_URL}/scim/v2` }]);
    expect((await scim('GET', 'ServiceProviderConfig')).body).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      filter: { supported: true, maxResults: 200 },
      etag: { supported: false },
      authenticationSchemes: [{ type: 'oauthbearertoken' }],
    });
    expect((await scim('GET', 'ResourceTypes')).body).toMatchObject({
      totalResults: 2,
      Resources: [{ id: 'User', endpoint: '/Users' }, { id: 'Group' }],
    });
    expect((await scim('GET', `Schemas/${USER_SCHEMA}`)).body).toMatchObject({
      id: USER_SCHEMA,
      name: 'User',
    });
    expect((await scim('GET', 'ResourceTypes/Device')).status).toBe(404);
    expect((await scim('GET', 'Devices')).body).toMatchObject({ status: '404' });
    expect((await scim('GET', 'Me')).status).toBe(501);
    expect((await scim('POST', 'Bulk', {})).status).toBe(501);
  });

  it('is in no contract of the API', async () => {
    const contract = await app.inject('/api/v1/openapi.json');
    expect(
      Object.keys(contract.json<{ paths: object }>().paths).filter(path => path.includes('scim')),
    ).toEqual([]);
  });
});
