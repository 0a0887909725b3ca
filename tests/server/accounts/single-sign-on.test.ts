import { execFile } from 'node:child_process';
import { and, eq, gt, isNull, max } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../../../server/app.ts';
import { composersOf } from '../../../server/mail-composers.ts';
import {
  change,
  company,
  groupRole,
  identityProvider,
  invitation,
  refreshToken,
  role,
  signinFailure,
  signinRequest,
  user,
  userIdentity,
} from '../../../server/store/postgres/schema/index.ts';
import {
  CLIENT,
  startIdentityProvider,
  type LoopbackProvider,
  type ProviderAccount,
} from '../../support/identity-provider.ts';
import {
  begin,
  complete,
  completeForm,
  createRequester,
  tokensOf,
  type Answer,
  type Requester,
} from '../../support/single-sign-on.ts';
import { createLogSink } from '../../support/log-sink.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';
import { makeTenant, PASSWORD, type Tenant } from '../../support/tenants.ts';

let parts: TestParts;
let app: FastifyInstance;
let send: Requester;
let mine: Tenant;
let theirs: Tenant;
let provider: LoopbackProvider;
let admin: string;

const PUBLIC_URL = 'https://touchpath.acme.example';
const DAY_MS = 86_400_000;

const person = (over: Partial<ProviderAccount> = {}): ProviderAccount => ({
  sub: 'subject-1',
  email: 'new@acme.example',
  email_verified: true,
  name: '新人 é',
  groups: [],
  ...over,
});

const sink = createLogSink();
/** The last refusal of a person by the log of the operator. */
const logged = () => sink.lines.findLast(({ msg }) => String(msg).startsWith('single sign-on failed'));

beforeAll(async () => {
  // The provider has the real clock.
  parts = await createTestParts({
    now: Date.now(),
    log: sink.log,
    settings: { issuerAllowPrivate: true, publicUrl: PUBLIC_URL },
  });
  mine = await makeTenant(parts.db, 'acme');
  theirs = await makeTenant(parts.db, 'other');
  app = await createApp({ parts, collector: null });
  send = createRequester(app);
  provider = await startIdentityProvider(`${PUBLIC_URL}/login/single-sign-on`);
});
afterAll(async () => {
  await provider.close();
  await app.close();
  await parts.close();
});

const signInByPassword = (email: string, password = PASSWORD): Promise<Answer> =>
  send('POST', 'auth/signin/', { payload: { company_id: mine.code, email, password } });

let lastChange = 0;
beforeEach(async () => {
  const { db } = parts;
  for (const table of [signinRequest, userIdentity, groupRole, identityProvider]) await db.delete(table);
  await db.delete(refreshToken);
  await db.delete(signinFailure);
  await db.update(company).set({ secondFactor: 0, loginAllowedIps: [] });
  await db.update(user).set({ status: true });
  parts.clock.set(Date.now());
  admin = tokensOf(await signInByPassword(mine.emails.admin)).access;
  lastChange = (await db.select({ id: max(change.id) }).from(change))[0]?.id ?? 0;
});

const configure = async (over: object = {}): Promise<Answer> => {
  const made = await send('POST', 'identity_providers/', {
    access: admin,
    payload: completeForm(provider.issuer, { default_role: mine.roles.user, ...over }),
  });
  expect(made.body).toMatchObject({ issuer: provider.issuer });
  return made;
};
const alter = async (over: object): Promise<Answer> => {
  const listed = await send('GET', 'identity_providers/', { access: admin });
  const [row] = listed.body.results;
  return send('PUT', `identity_providers/${String(row?.['id'])}/`, {
    access: admin,
    payload: {
      ...completeForm(provider.issuer, { default_role: mine.roles.user }),
      updated_at: row?.['updated_at'],
      ...over,
    },
  });
};
const mapGroup = (group_name: string, roleId: number, priority = 100): Promise<Answer> =>
  send('POST', 'group_roles/', { access: admin, payload: { group_name, role: roleId, priority } });

/** Signs in at the provider and completes here. */
const enter = async (account: ProviderAccount, ip?: string): Promise<Answer> => {
  provider.signInAs(account);
  const { address, cookie } = await begin(send, mine.code);
  return complete(send, await provider.visit(address), cookie, ip);
};
/** Runs `npm run admin` on the stores of this test. */
const runAdminCommand = (...args: readonly string[]) =>
  new Promise<{ readonly status: number; readonly stdout: string; readonly stderr: string }>(resolve => {
    const { databaseUrl, dataDir } = parts.settings;
    const env = {
      ...process.env,
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl ?? '',
      CLICKHOUSE_URL: 'http://localhost:1',
      PUBLIC_URL,
    };
    const child = execFile(
      process.execPath,
      ['scripts/run.mjs', 'scripts/admin.ts', ...args],
      { env, timeout: 60_000 },
      (_error, stdout, stderr) => resolve({ status: child.exitCode ?? -1, stdout, stderr }),
    );
  });
const meOf = async (answer: Answer) =>
  (await send('GET', 'users/me/', { access: tokensOf(answer).access })).body;
const usersWith = (email: string) =>
  parts.db
    .select({ id: user.id, companyId: user.companyId, roleId: user.roleId, name: user.name })
    .from(user)
    .where(eq(user.email, email));
const changesOf = async (entity: string) =>
  (
    await parts.db
      .select()
      .from(change)
      .where(and(gt(change.id, lastChange), eq(change.entity, entity)))
      .orderBy(change.id)
  )
    .filter(({ action }) => action !== 'sign_in')
    .map(({ rowId, userId, action, before, after }) => ({ rowId, userId, action, before, after }));

describe('the settings of an identity provider', () => {
  it('name the redirect URI by the public address before they are saved, to administrators only', async () => {
    const callback = (access: string) => send('GET', 'single_sign_on/callback/', { access });
    expect((await callback(admin)).body).toEqual({ callback_url: `${PUBLIC_URL}/login/single-sign-on` });
    const member = tokensOf(await signInByPassword(mine.emails.user)).access;
    expect((await callback(member)).status).toBe(403);
  });

  it('hide the client secret from answers, the audit log and the store', async () => {
    const { status, body } = await configure();
    expect(status).toBe(201);
    expect(body).toMatchObject({
      client_secret: '********',
      callback_url: `${PUBLIC_URL}/login/single-sign-on`,
    });
    const [stored] = await parts.db.select().from(identityProvider);
    expect(stored?.clientSecret).not.toContain(CLIENT.secret);
    expect(Buffer.from(stored?.clientSecret ?? '', 'base64').toString('latin1')).not.toContain(CLIENT.secret);
    expect(await changesOf('identityProviders')).toMatchObject([
      { action: 'create', after: { client_secret: '********' } },
    ]);
  });

  it('keep the secret if the form has its mask, but not for another issuer', async () => {
    await configure();
    const before = (await parts.db.select().from(identityProvider))[0]?.clientSecret;
    const renamed = await alter({ name: 'Other', client_secret: '********' });
    expect(renamed.body).toMatchObject({ name: 'Other' });
    expect((await parts.db.select().from(identityProvider))[0]?.clientSecret).toBe(before);
    const moved = await alter({ issuer: 'https://evil.example', client_secret: '********' });
    expect(moved).toMatchObject({ status: 400, body: { fields: { client_secret: ['required'] } } });
  });

  it('are refused where no sign-in could succeed, or where nobody could enter', async () => {
    const tryForm = async (over: object) =>
      (
        await send('POST', 'identity_providers/', {
          access: admin,
          payload: completeForm(provider.issuer, over),
        })
      ).body.fields;
    expect(await tryForm({ issuer: `${provider.issuer}?x=1` })).toEqual({ issuer: ['format_url'] });
    expect(await tryForm({ issuer: 'ftp://idp.acme.example' })).toEqual({ issuer: ['format_url'] });
    expect(await tryForm({ requested_scopes: 'email profile' })).toEqual({ requested_scopes: ['format'] });
    expect(await tryForm({ email_domains: [] })).toEqual({ email_domains: ['required'] });
    expect(await tryForm({ default_role: mine.roles.agency })).toEqual({ default_role: ['choice'] });
    expect(await tryForm({ default_role: theirs.roles.user })).toEqual({ default_role: ['absent'] });
    expect(await tryForm({ forced: true })).toEqual({ emergency_emails: ['required'] });
    for (const email of [mine.emails.user, theirs.emails.admin])
      expect(await tryForm({ forced: true, emergency_emails: [email] })).toEqual({
        emergency_emails: ['not_administrator'],
      });
    const group = await mapGroup('partners', mine.roles.agency);
    expect(group).toMatchObject({ status: 400, body: { fields: { role: ['choice'] } } });
  });

  it('exist once for a company that did not delete them', async () => {
    const { body } = await configure();
    const form = completeForm(provider.issuer);
    const second = await send('POST', 'identity_providers/', { access: admin, payload: form });
    expect(second).toMatchObject({ status: 409, body: { code: 'provider_exists' } });
    await send('DELETE', `identity_providers/${String(body['id'])}/`, { access: admin });
    expect((await send('POST', 'identity_providers/', { access: admin, payload: form })).status).toBe(201);
    const restored = await send('POST', 'identity_providers/restore/', {
      access: admin,
      payload: { ids: [body['id']] },
    });
    expect(restored).toMatchObject({ status: 409, body: { code: 'provider_exists' } });
  });

  it('are checked on demand: the credentials, the discovery document, the reach', async () => {
    const { body } = await configure();
    const check = async () =>
      (await send('POST', `identity_providers/${String(body['id'])}/check/`, { access: admin })).body[
        'problem'
      ];
    expect(await check()).toBeNull();
    await alter({ client_secret: 'another-secret' });
    expect(await check()).toBe('client_refused');
    await alter({ issuer: `${provider.issuer}/realm`, client_secret: CLIENT.secret });
    expect(await check()).toBe('no_discovery');
    await alter({ issuer: 'http://127.0.0.1:1', client_secret: CLIENT.secret });
    expect(await check()).toBe('unreachable');
  });
});

describe('a sign-in through the identity provider', () => {
  it('makes a user with the default role, and finds the same user the next time', async () => {
    await configure();
    const first = await enter(person({ email: 'first@acme.example' }));
    expect(await meOf(first)).toMatchObject({
      name: '新人 é',
      email: 'first@acme.example',
      role_code: 'user',
      company_id: mine.id,
    });
    // The provider may change the address: the subject decides.
    const again = await enter(person({ email: 'renamed@acme.example' }));
    expect(await meOf(again)).toMatchObject({ email: 'first@acme.example' });
    expect(await usersWith('renamed@acme.example')).toEqual([]);
    expect(await changesOf('users')).toMatchObject([
      { action: 'create', userId: null, after: { email: 'first@acme.example', role: mine.roles.user } },
      { action: 'update', after: { single_sign_on: true } },
    ]);
  });

  it('opens a session as a password does: it is refreshed, listed and ended', async () => {
    await configure();
    const { refresh, access } = tokensOf(await enter(person({ email: 'session@acme.example' })));
    const renewed = await send('POST', 'auth/refresh/', { payload: { refresh } });
    expect(renewed.status).toBe(200);
    expect((await send('POST', 'auth/refresh/', { payload: { refresh } })).body.code).toBe('session_ended');
    parts.clock.advance(60_000);
    expect((await send('GET', 'users/me/', { access })).status).toBe(401);
  });

  it('reads claims of the user info endpoint if the ID token lacks them', async () => {
    const lean = await startIdentityProvider(`${PUBLIC_URL}/login/single-sign-on`, { inIdToken: false });
    await configure();
    await alter({ issuer: lean.issuer });
    lean.signInAs(person({ email: 'info@acme.example' }));
    const { address, cookie } = await begin(send, mine.code);
    const entered = await complete(send, await lean.visit(address), cookie);
    expect(await meOf(entered)).toMatchObject({ email: 'info@acme.example' });
    await lean.close();
  });

  it('links a user of the same company with the same address, once', async () => {
    await configure();
    const linked = await enter(person({ email: mine.emails.user.toUpperCase() }));
    expect(await meOf(linked)).toMatchObject({ id: mine.users.user, email: mine.emails.user });
    // Another subject with the same address is another person.
    const other = await enter(person({ sub: 'subject-2', email: mine.emails.user }));
    expect(other).toMatchObject({ status: 403, body: { code: 'single_sign_on_no_account' } });
  });

  it('accepts the invitation of its address: the role and agency that the inviter chose, also without a default role', async () => {
    await configure({ default_role: null });
    await mapGroup('operations', mine.roles.admin);
    const invite = async (email: string, over: object) => {
      const sent = await send('POST', 'invitations/', { access: admin, payload: { email, ...over } });
      expect(sent.status).toBe(201);
      return String(sent.body['link']).split('#token=')[1];
    };
    const token = await invite('Invited@acme.example', { role: mine.roles.admin });
    await invite('partner@acme.example', { role: mine.roles.agency, agency: mine.agencies[0] });
    await invite('invited-member@acme.example', { role: mine.roles.user });
    await invite('late@acme.example', { role: mine.roles.admin });

    const entered = await enter(person({ email: 'invited@acme.example' }));
    expect(await meOf(entered)).toMatchObject({ role_code: 'admin', name: '新人 é' });
    const used = await send('POST', 'auth/invitation/', { payload: { token } });
    expect(used).toMatchObject({ status: 410, body: { code: 'invitation_refused' } });
    // The inviter decided on the role, as where the link is used.
    const [made] = await changesOf('users');
    expect(made).toMatchObject({ action: 'create', userId: mine.users.admin });
    expect((await changesOf('invitations')).at(-1)).toMatchObject({
      userId: made?.rowId,
      after: { accepted: true },
    });

    const partner = await enter(
      person({ sub: 'partner', email: 'partner@acme.example', groups: ['operations'] }),
    );
    expect(await meOf(partner)).toMatchObject({ role_code: 'agency', agency: { id: mine.agencies[0] } });
    const grouped = person({ sub: 'grouped', email: 'invited-member@acme.example', groups: ['operations'] });
    expect(await meOf(await enter(grouped))).toMatchObject({ role_code: 'admin' });

    // An expired invitation gives no role, and ends when the user is made in another way.
    await parts.db
      .update(invitation)
      .set({ expiresAt: new Date(parts.clock.now() - 1) })
      .where(eq(invitation.email, 'late@acme.example'));
    const late = person({ sub: 'late', email: 'late@acme.example' });
    expect(await enter(late)).toMatchObject({ status: 403, body: { code: 'single_sign_on_no_account' } });
    await alter({ default_role: mine.roles.user });
    expect(await meOf(await enter(late))).toMatchObject({ role_code: 'user' });
    const open = await send('GET', 'invitations/', { access: admin });
    expect(open.body.results).toEqual([]);
  });

  it('never reaches a user of another company', async () => {
    await configure({ email_domains: ['acme.example', 'other.example'] });
    const entered = await enter(person({ email: theirs.emails.admin }));
    expect(await meOf(entered)).toMatchObject({ company_id: mine.id, role_code: 'user' });
    const found = await usersWith(theirs.emails.admin);
    expect(found.map(({ companyId }) => companyId).toSorted()).toEqual([mine.id, theirs.id].toSorted());
    await parts.db.delete(userIdentity);
    await parts.db.delete(refreshToken);
  });

  it('makes no users where there is no default role', async () => {
    await configure({ default_role: null });
    const refused = await enter(person({ email: 'stranger@acme.example' }));
    expect(refused).toMatchObject({ status: 403, body: { code: 'single_sign_on_no_account' } });
    expect(logged()).toMatchObject({
      companyId: mine.id,
      reason: expect.stringContaining('not invited, no group gives a role'),
      msg: 'single sign-on failed: single_sign_on_no_account',
    });
    expect(JSON.stringify(sink.lines)).not.toContain('stranger@acme.example');
    expect(await usersWith('stranger@acme.example')).toEqual([]);
  });

  it('refuses a deleted user, and an address from which the company allows no sign-ins', async () => {
    await configure();
    await parts.db.update(user).set({ status: false }).where(eq(user.id, mine.users.user));
    expect((await enter(person({ email: mine.emails.user }))).body.code).toBe('single_sign_on_no_account');
    expect(logged()?.['reason']).toContain(`user ${mine.users.user} is deleted`);
    await parts.db.update(user).set({ status: true });
    await parts.db.update(company).set({ loginAllowedIps: ['192.0.2.0/24'] });
    expect((await enter(person(), '198.51.100.7')).body.code).toBe('single_sign_on_no_account');
    expect((await enter(person(), '192.0.2.7')).status).toBe(200);
  });

  it('uses the keys that the provider publishes now', async () => {
    await configure();
    expect((await enter(person())).status).toBe(200);
    provider.rotateKeys();
    expect((await enter(person())).status).toBe(200);
  });

  it('is refused if the person cancels at the provider', async () => {
    await configure();
    provider.signInAs(null);
    const { address, cookie } = await begin(send, mine.code);
    const refused = await complete(send, await provider.visit(address), cookie);
    expect(refused).toMatchObject({ status: 401, body: { code: 'single_sign_on_refused' } });
    expect(logged()?.['error']).toMatch(/^access_denied/);
  });

  it('takes the place of a second factor that the company requires', async () => {
    await configure();
    await parts.db.update(company).set({ secondFactor: 2 });
    const byProvider = await enter(person({ email: mine.emails.user }));
    expect(await meOf(byProvider)).toMatchObject({ second_factor_missing: false });
    const renewed = await send('POST', 'auth/refresh/', {
      payload: { refresh: tokensOf(byProvider).refresh },
    });
    expect(await meOf(renewed)).toMatchObject({ second_factor_missing: false });
    const byPassword = await signInByPassword(mine.emails.user);
    expect(await meOf(byPassword)).toMatchObject({ second_factor_missing: true });
  });
});

describe('the roles of groups', () => {
  it('are given at each sign-in by the group with the smallest priority', async () => {
    await configure();
    await mapGroup('admins', mine.roles.admin, 1);
    await mapGroup('staff', mine.roles.user, 2);
    const account = person({ email: 'grouped@acme.example' });
    const both = await enter({ ...account, groups: ['staff', 'other', 'admins'] });
    expect(await meOf(both)).toMatchObject({ role_code: 'admin' });
    const first = tokensOf(both).access;
    const demoted = await enter({ ...account, groups: ['staff'] });
    expect(await meOf(demoted)).toMatchObject({ role_code: 'user' });
    // A change of role ends the sessions of before.
    expect((await send('GET', 'users/me/', { access: first })).status).toBe(401);
    expect(await changesOf('users')).toMatchObject([
      { action: 'create' },
      { action: 'update', after: { single_sign_on: true } },
      { action: 'update', before: { role: mine.roles.admin }, after: { role: mine.roles.user } },
    ]);
  });

  it('end with the group: the default role follows, or no role and no sign-in', async () => {
    await configure();
    await mapGroup('admins', mine.roles.admin);
    const account = person({ email: 'leaver@acme.example' });
    expect(await meOf(await enter({ ...account, groups: ['admins'] }))).toMatchObject({ role_code: 'admin' });
    expect(await meOf(await enter({ ...account, groups: [] }))).toMatchObject({ role_code: 'user' });
    await enter({ ...account, groups: ['admins'] });
    await alter({ default_role: null });
    expect((await enter({ ...account, groups: [] })).body.code).toBe('single_sign_on_no_account');
  });

  it('leave a role that a person gave, and that of the last administrator', async () => {
    await configure();
    await mapGroup('staff', mine.roles.user);
    const unmapped = await enter(person({ email: mine.emails.admin, groups: [] }));
    expect(await meOf(unmapped)).toMatchObject({ id: mine.users.admin, role_code: 'admin' });
    const others = await parts.db
      .select({ id: user.id })
      .from(user)
      .innerJoin(role, eq(role.id, user.roleId))
      .where(and(eq(user.companyId, mine.id), eq(role.base, 'admin')));
    for (const { id } of others)
      if (id !== mine.users.admin)
        await parts.db.update(user).set({ roleId: mine.roles.user }).where(eq(user.id, id));
    const last = await enter(person({ email: mine.emails.admin, groups: ['staff'] }));
    expect(await meOf(last)).toMatchObject({ role_code: 'admin' });
  });
});

describe('forced single sign-on', () => {
  const emergency = () => ({ forced: true, emergency_emails: [mine.emails.admin] });

  it('refuses every password alike except the right one of an exempt administrator', async () => {
    await configure(emergency());
    const refused = { status: 401, body: { code: 'single_sign_on_required' } };
    expect(await signInByPassword(mine.emails.user)).toMatchObject(refused);
    expect(await signInByPassword(mine.emails.user, 'wrong')).toMatchObject(refused);
    expect(await signInByPassword(mine.emails.admin, 'wrong')).toMatchObject(refused);
    expect(await signInByPassword('nobody@acme.example')).toMatchObject(refused);
    expect((await signInByPassword(mine.emails.admin.toUpperCase())).status).toBe(200);
    // Another company is not concerned.
    const other = await send('POST', 'auth/signin/', {
      payload: { company_id: theirs.code, email: theirs.emails.user, password: PASSWORD },
    });
    expect(other.status).toBe(200);
  });

  it('ends the sessions that began by password, and lets sign-ins through the provider in', async () => {
    await configure();
    const byPassword = tokensOf(await signInByPassword(mine.emails.user));
    const byProvider = tokensOf(await enter(person({ email: 'forced@acme.example' })));
    expect((await alter(emergency())).status).toBe(200);
    const renew = (refresh: string) => send('POST', 'auth/refresh/', { payload: { refresh } });
    expect((await renew(byPassword.refresh)).body.code).toBe('session_ended');
    expect((await renew(byProvider.refresh)).status).toBe(200);
    expect((await send('GET', 'identity_providers/', { access: admin })).status).toBe(200);
    expect((await enter(person({ email: 'forced@acme.example' }))).status).toBe(200);
  });

  it('is no longer forced when the provider is deleted', async () => {
    const { body } = await configure(emergency());
    await send('DELETE', `identity_providers/${String(body['id'])}/`, { access: admin });
    expect((await signInByPassword(mine.emails.user)).status).toBe(200);
    const begun = await send('POST', 'auth/single_sign_on/begin/', { payload: { company_id: mine.code } });
    expect(begun).toMatchObject({ status: 404, body: { code: 'single_sign_on_unavailable' } });
  });

  it('ends by npm run admin -- reset --passwords, for this company only, and not without the option', async () => {
    const { body } = await configure(emergency());
    await parts.db.insert(identityProvider).values({
      companyId: theirs.id,
      name: 'Theirs',
      issuer: 'https://other.example/',
      clientId: 'other',
      clientSecret: '',
      requestedScopes: 'openid',
      groupClaim: '',
      emailDomains: [],
      unstatedEmails: false,
      forced: true,
      emergencyEmails: [],
    });
    const reset = (...options: readonly string[]) =>
      runAdminCommand('reset', '--company', mine.code, '--email', mine.emails.admin, '--link', ...options);
    expect(await reset()).toMatchObject({ status: 0, stderr: '' });
    expect((await signInByPassword(mine.emails.user)).status).toBe(401);

    const { status, stdout } = await reset('--passwords');
    expect([status, stdout]).toEqual([0, expect.stringContaining('/reset-password#token=')]);
    expect((await signInByPassword(mine.emails.user)).status).toBe(200);
    const ended = and(
      eq(change.entity, 'identityProviders'),
      gt(change.id, lastChange),
      isNull(change.userId),
    );
    expect(await parts.db.select().from(change).where(ended)).toMatchObject([
      { companyId: mine.id, rowId: body['id'], before: { forced: true }, after: { forced: false } },
    ]);
    const [other] = await parts.db
      .select()
      .from(identityProvider)
      .where(eq(identityProvider.companyId, theirs.id));
    expect(other?.forced).toBe(true);
  });

  it('keeps one administrator for emergencies, whom nobody demotes, renames or deletes by the console', async () => {
    const second = 'second-admin@acme.example';
    const made = await send('POST', 'users/', {
      access: admin,
      payload: {
        user_name: '予備 é',
        email: second,
        role: mine.roles.admin,
        password: 'a river of 9 stones',
      },
    });
    const id = String(made.body['id']);
    await configure({ forced: true, emergency_emails: [second] });
    const refused = { status: 409, body: { code: 'last_emergency_administrator' } };
    const patch = async (change: object) =>
      send('PATCH', `users/${id}/`, {
        access: admin,
        payload: {
          ...change,
          updated_at: (await send('GET', `users/${id}/`, { access: admin })).body['updated_at'],
        },
      });
    expect(await patch({ role: mine.roles.user })).toMatchObject(refused);
    expect(await patch({ email: 'renamed@acme.example' })).toMatchObject(refused);
    expect(await send('DELETE', `users/${id}/`, { access: admin })).toMatchObject(refused);
    expect((await patch({ user_name: '改名' })).status).toBe(200);
    expect((await patch({ email: second.toUpperCase() })).status).toBe(200);

    expect((await alter({ forced: true, emergency_emails: [second, mine.emails.admin] })).status).toBe(200);
    expect((await patch({ role: mine.roles.user })).status).toBe(200);
    expect((await send('DELETE', `users/${id}/`, { access: admin })).status).toBe(200);
  });

  it('sends no link for a new password, except to an exempt administrator', async () => {
    await configure(emergency());
    const compose = composersOf(parts).password_reset;
    const order = { kind: 'password_reset', companyCode: mine.code, locale: 'ja' } as const;
    expect(await compose({ ...order, email: mine.emails.user })).toBeNull();
    expect(await compose({ ...order, email: mine.emails.admin })).not.toBeNull();
  });
});

describe('what comes back from the provider', () => {
  it('works once, in the browser that began, within ten minutes', async () => {
    await configure();
    provider.signInAs(person());
    const ended = { status: 401, body: { code: 'single_sign_on_ended' } };

    const first = await begin(send, mine.code);
    const query = await provider.visit(first.address);
    const other = await begin(send, mine.code);
    expect(await complete(send, query, '')).toMatchObject(ended);
    expect(await complete(send, query, other.cookie)).toMatchObject(ended);
    // A browser that renames its own cookie is another browser.
    const renamed = `${first.cookie.split('=')[0] ?? ''}=${other.cookie.split('=')[1] ?? ''}`;
    expect(await complete(send, query, renamed)).toMatchObject(ended);
    expect((await complete(send, query, first.cookie)).status).toBe(200);
    expect(await complete(send, query, first.cookie)).toMatchObject(ended);

    const late = await begin(send, mine.code);
    const lateQuery = await provider.visit(late.address);
    parts.clock.advance(10 * 60_000);
    expect(await complete(send, lateQuery, late.cookie)).toMatchObject(ended);
  });

  it('cannot be combined with another sign-in of the same browser', async () => {
    await configure();
    provider.signInAs(person());
    const [one, two] = [await begin(send, mine.code), await begin(send, mine.code)];
    const codeOfOne = new URLSearchParams(await provider.visit(one.address)).get('code') ?? '';
    const mixed = new URLSearchParams(await provider.visit(two.address));
    mixed.set('code', codeOfOne);
    const refused = await complete(send, mixed.toString(), two.cookie);
    expect(refused).toMatchObject({ status: 401, body: { code: 'single_sign_on_refused' } });
  });

  it('is bound by an unreadable cookie, with PKCE, state and nonce in the address', async () => {
    await configure();
    const answer = await send('POST', 'auth/single_sign_on/begin/', {
      payload: { company_id: mine.code.toUpperCase() },
    });
    expect(answer.cookie).toMatch(
      /^touchpath-single-sign-on-[\w-]{16}=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    const { origin, searchParams } = new URL(String(answer.body['address']));
    expect(origin).toBe(provider.issuer);
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: CLIENT.id,
      redirect_uri: `${PUBLIC_URL}/login/single-sign-on`,
      response_type: 'code',
      scope: 'openid email profile',
      state: expect.stringMatching(/^[\w-]{43}$/) as string,
      nonce: expect.stringMatching(/^[\w-]{43}$/) as string,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
      code_challenge_method: 'S256',
    });
    const token = answer.cookie.split('=')[1]?.split(';')[0] ?? '';
    const [stored] = await parts.db.select().from(signinRequest);
    expect(JSON.stringify(stored)).not.toContain(token);
    expect(JSON.stringify(stored)).not.toContain(searchParams.get('nonce'));
  });

  it('removes sign-ins that were never completed', async () => {
    await configure();
    await begin(send, mine.code);
    parts.clock.advance(DAY_MS);
    await begin(send, mine.code);
    expect(await parts.db.select().from(signinRequest)).toHaveLength(1);
  });
});

describe('an unknown company', () => {
  it('gets the answer of a company without a provider', async () => {
    const none = await send('POST', 'auth/single_sign_on/begin/', { payload: { company_id: mine.code } });
    const unknown = await send('POST', 'auth/single_sign_on/begin/', { payload: { company_id: 'nobody' } });
    expect(none.status).toBe(404);
    expect(unknown).toEqual(none);
  });
});
