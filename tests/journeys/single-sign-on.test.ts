import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFaults, axeFaultsIn } from '../support/axe.ts';
import { CLIENT, startIdentityProvider, type LoopbackProvider } from '../support/identity-provider.ts';
import { field, openJourney, type Journey } from '../support/journey-fixture.ts';
import { either, isLong } from '../support/long.ts';
import { settle } from '../support/operator.ts';
import { sessionCookies } from '../support/session-cookies.ts';

/** Single sign-on in a browser, with a provider on the loopback interface: checked, used, and refused. */
let journey: Journey;
let provider: LoopbackProvider;
/** Path of the provider's page in the console. */
let settings: string;

const redirectUrl = () => `${journey.program.url}/login/single-sign-on`;
/** Another address of the program than the public one. */
const otherOrigin = () => `http://localhost:${new URL(journey.program.url).port}`;

beforeAll(async () => {
  journey = await openJourney();
  const permissions = {
    access_log: 'read',
    interaction_log: 'read',
    cv_log: 'read',
    result_notification_log: 'none',
    result_queue: 'none',
    cv_approval: 'none',
  };
  const { role_id: user } = await journey.call<{ readonly role_id: number }>('roles/', {
    role_name: '一般ユーザー',
    role_code: 'staff',
    base: 'user',
    permissions,
  });
  const { results } = await journey.call<{ readonly results: readonly { readonly role_id: number }[] }>(
    'roles/?role_code=admin',
  );
  provider = await startIdentityProvider(redirectUrl(), { hasPage: true });
  const { id } = await journey.call<{ readonly id: number }>('identity_providers/', {
    name: '社内ID',
    issuer: provider.issuer,
    client_id: CLIENT.id,
    client_secret: CLIENT.secret,
    email_domains: ['acme.example'],
    default_role: user,
  });
  settings = `/config/identity-provider/${id}`;
  await journey.call('group_roles/', { group_name: '運用', role: results[0]!.role_id });
});
afterAll(() => provider.close());

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const signOn = async (page: Page) => {
  await page.locator('[name=company]').fill(journey.shop.company);
  await press(page, 'シングルサインオンでログイン');
  await page.waitForURL(`${provider.issuer}/interaction/**`);
  await press(page, 'Sign in at the provider');
};
/** Waits for the dashboard, and reads the role of the signed-in user. */
const roleOf = async (page: Page, email: string): Promise<string> => {
  await page.waitForURL('**/dashboard**');
  await settle(page);
  expect(page.url()).not.toContain('code=');
  await press(page, 'アカウント');
  const profile = page.locator('div', { has: page.getByText(email, { exact: true }) }).last();
  return profile.innerText();
};

test('an administrator sees the address to register, and that the connection works', async () => {
  const { page, troubles, close } = await journey.at(settings);
  // The address to register is the public one, also where the console is open at another.
  const own = await journey.signIn(journey.shop.email, journey.shop.password);
  await page.context().addCookies(sessionCookies(own, otherOrigin()));
  await page.goto(`${otherOrigin()}${settings}`);
  await settle(page);
  await press(page, '接続を確認');
  await page.getByText('問題は見つかりませんでした。').waitFor();
  expect(await page.getByRole('group', { name: 'リダイレクトURI' }).locator('code').innerText()).toBe(
    redirectUrl(),
  );
  expect(await axeFaults(page)).toEqual([]);
  expect(troubles).toEqual([]);
  await close();
});

test('a user is refused with the reason on the sign-in page, signs in once the cause is removed, and has the role of the group', async () => {
  // The last test signs in a user without a group.
  for (const { account, roleName } of either(
    { account: { sub: '1', email: 'hanako@acme.example', groups: ['運用'] }, roleName: '管理者' },
    { account: { sub: '2', email: 'jiro@acme.example', groups: [] }, roleName: '一般ユーザー' },
  )) {
    const person = { ...account, name: '佐藤 花子' };
    provider.signInAs({ ...person, email_verified: false });
    const { page, close } = await journey.at('/login', { tokens: null });
    await signOn(page);
    const alert = page.getByRole('alert');
    await alert.filter({ hasText: '会社の検証済みメールアドレスが届きませんでした。' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/login');
    expect(page.url()).not.toContain('code=');
    expect(await axeFaults(page)).toEqual([]);

    provider.signInAs({ ...person, email_verified: true });
    // The provider knows its user by now and shows no page again.
    await page.locator('[name=company]').fill(journey.shop.company);
    await press(page, 'シングルサインオンでログイン');
    expect(await roleOf(page, account.email)).toContain(roleName);
    await close();
  }
});

test('an administrator lets the provider provision users, who are shown as such', async () => {
  const { page, troubles, close } = await journey.at(settings);
  const address = await page.getByRole('group', { name: 'SCIMのベースURL' }).locator('code').innerText();
  expect(address).toBe(`${journey.program.url}/scim/v2`);
  await page.getByRole('link', { name: 'APIキーを開く' }).click();
  await page.waitForURL('**/config/api-key**');
  await settle(page);
  await page.getByRole('button', { name: 'APIキーを追加', exact: true }).first().click();
  await field(page, 'name').fill('IDプロバイダー SCIM');
  await page
    .getByRole('radiogroup', { name: 'ユーザーの自動連携', exact: true })
    .getByText('編集', { exact: true })
    .click();
  expect(await axeFaultsIn(page, 'dialog[open]')).toEqual([]);
  await press(page, 'キーを作成');
  const created = page.getByRole('dialog', { name: 'APIキーを作成しました' });
  const secret = await created.getByRole('code').first().innerText();
  const send = (method: string, path: string, body: object) =>
    fetch(`${address}/${path}`, {
      method,
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/scim+json' },
      body: JSON.stringify(body),
    });

  const email = 'shiro@acme.example';
  const made = await send('POST', 'Users', { userName: email, displayName: '山田 四郎', active: true });
  expect(made.status).toBe(201);
  const { id } = (await made.json()) as { readonly id: string };
  provider.signInAs({ sub: '4', email, email_verified: true, name: '山田 四郎' });
  const user = await journey.at('/login', { tokens: null });
  await signOn(user.page);
  expect(await roleOf(user.page, email)).toContain('一般ユーザー');
  expect(user.troubles).toEqual([]);

  const list = await journey.at('/config/user?where=provisioned%3Dtrue');
  await list.page.getByText(email, { exact: true }).waitFor();
  if (isLong) expect(await axeFaults(list.page)).toEqual([]);
  await list.close();

  const ended = await send('PATCH', `Users/${id}`, {
    Operations: [{ op: 'Replace', path: 'active', value: 'False' }],
  });
  expect(ended.status).toBe(200);
  await user.page.reload();
  await user.page.waitForURL('**/login**');
  await user.close();
  expect(troubles).toEqual([]);
  await close();
});
