import { randomUUID } from 'node:crypto';
import type { CDPSession, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { axeFaults, axeFaultsIn } from '../support/axe.ts';
import { openJourney, type Journey } from '../support/journey-fixture.ts';
import { either } from '../support/long.ts';
import { settle } from '../support/operator.ts';

/** Passkeys of a user, with an authenticator that the browser simulates. */
let journey: Journey;
const password = 'passkey-password-1';
const person = { email: '' };

beforeAll(async () => {
  journey = await openJourney();
  const { results } = await journey.call<{ readonly results: readonly { readonly role_id: number }[] }>(
    'roles/?page_size=100',
  );
  person.email = `${randomUUID()}@shop.example`;
  await journey.call('users/', {
    user_name: '鈴木 一郎',
    email: person.email,
    role: results[0]!.role_id,
    password,
  });
});

/** The address at which passkeys can be used: browsers make none for IP addresses. */
const localhost = () => `http://localhost:${new URL(journey.program.url).port}`;

/** Gives the browser of a page an authenticator, which answers at once. */
const addAuthenticator = async (page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> => {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, authenticatorId };
};

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const enter = async (page: Page) => {
  await page.locator('[name=company]').fill(journey.shop.company);
  await page.locator('[name=email]').fill(person.email);
  await page.locator('[name=password]').fill(password);
  await press(page, 'ログイン');
};
const signOut = async (page: Page) => {
  await press(page, 'アカウント');
  await page.getByRole('menuitem', { name: 'ログアウト' }).click();
  await page.waitForURL('**/login**');
};
const prove = async (page: Page, submit: string) => {
  await page.locator('[name=current_password]').fill(password);
  await press(page, submit);
};

test.each(either({ width: 390, height: 844 }, { width: 1440, height: 900 }))(
  'a user registers a passkey, signs in with it, and removes it, at $width px',
  async viewport => {
    const { page, troubles, close } = await journey.at('/login', { tokens: null, viewport, fresh: true });
    const { cdp, authenticatorId } = await addAuthenticator(page);
    await page.goto(`${localhost()}/login`);
    await enter(page);
    await page.waitForURL('**/dashboard**');
    await page.goto(`${localhost()}/config/second-factor`);
    await settle(page);
    expect(await axeFaults(page)).toEqual([]);

    await press(page, 'パスキーを登録');
    await page.locator('[name=name]').fill(' ');
    await prove(page, '次へ');
    await page.getByText('入力してください').first().waitFor();
    await page.locator('[name=name]').fill('社用ノート');
    // The user does not pass the check of the authenticator.
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    await press(page, '次へ');
    await page.getByText('パスキーの操作が完了しませんでした。').waitFor();
    expect(await axeFaultsIn(page, 'main')).toEqual([]);
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
    await press(page, '次へ');
    await page.getByRole('heading', { name: 'リカバリーコードを保管' }).waitFor();
    const [recovery = ''] = await page.locator('.tp-factor-codes code').allInnerTexts();
    await press(page, '保管しました');
    const notice = page.getByText('パスキーを登録しました。');
    await notice.waitFor();
    // On a phone the notice covers the header until it is closed, by a click or after some seconds.
    await notice.click();
    await notice.waitFor({ state: 'hidden' });
    await page.getByText(/^登録 .+・未使用$/).waitFor();
    await page.getByText('残り10個').waitFor();
    expect(await axeFaultsIn(page, 'main')).toEqual([]);

    // The same authenticator has a passkey already.
    await press(page, 'パスキーを登録');
    expect(await page.locator('[name=name]').inputValue()).toBe('パスキー 2');
    await prove(page, '次へ');
    await page.getByText('この端末またはセキュリティキーのパスキーは登録済みです。').waitFor();
    await press(page, 'キャンセル');

    await signOut(page);
    await enter(page);
    const use = page.getByRole('button', { name: 'パスキーでログイン', exact: true });
    await use.waitFor();
    expect(await use.evaluate(button => button === document.activeElement)).toBe(true);
    expect(await axeFaults(page)).toEqual([]);
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    await use.click();
    await page.getByRole('alert').filter({ hasText: 'パスキーの操作が完了しませんでした。' }).waitFor();
    expect(await axeFaultsIn(page, 'main')).toEqual([]);
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
    await use.click();
    await page.waitForURL('**/dashboard**');

    // A recovery code replaces the passkey.
    await signOut(page);
    await enter(page);
    await press(page, 'リカバリーコードを使う');
    await page.getByRole('textbox', { name: 'リカバリーコード' }).fill(recovery);
    await press(page, 'ログイン');
    await page.waitForURL('**/dashboard**');
    await page.goto(`${localhost()}/config/second-factor`);
    await page.getByText(/^登録 .+・最終使用 /).waitFor();
    await page.getByText('残り9個').waitFor();

    await press(page, '削除：社用ノート');
    await page.getByText('「社用ノート」を削除します。').waitFor();
    expect(await axeFaultsIn(page, 'main')).toEqual([]);
    await prove(page, '削除');
    await page.getByText('パスキーを削除しました。').waitFor();
    await page.getByText('二要素認証は設定されていません。').waitFor();
    expect(troubles).toEqual([]);
    await close();
  },
);

test('a page at an IP address leads to the address at which passkeys can be used', async () => {
  const { page, close } = await journey.at('/config/second-factor');
  await settle(page);
  await page.getByText('パスキーを登録するには、').waitFor();
  expect(await page.getByRole('link', { name: localhost() }).getAttribute('href')).toBe(
    `${localhost()}/config/second-factor`,
  );
  expect(await page.getByRole('button', { name: 'パスキーを登録' }).count()).toBe(0);
  expect(await axeFaultsIn(page, 'main')).toEqual([]);
  await close();
});
