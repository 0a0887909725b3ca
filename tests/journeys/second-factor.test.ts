import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { appCode } from '../support/app-codes.ts';
import { axeFaults, axeFaultsIn } from '../support/axe.ts';
import { openJourney, type Journey } from '../support/journey-fixture.ts';
import { either, isLong } from '../support/long.ts';
import { choose, settle } from '../support/operator.ts';
import { goTo } from '../support/shared-visit.ts';

/** The second factor of a user: set up, asked for at sign-in, required by the company, and reset. */
let journey: Journey;
const password = 'second-factor-1';

beforeAll(async () => {
  journey = await openJourney();
});

/** Creates a user of the company, whose password is `password`: a repeated test needs one without a second factor. */
const newPerson = async () => {
  const { results } = await journey.call<{
    readonly results: readonly { readonly role_id: number }[];
  }>('roles/?page_size=100');
  const email = `${randomUUID()}@shop.example`;
  const { id } = await journey.call<{ readonly id: number }>('users/', {
    user_name: '佐藤 花子',
    email,
    role: results[0]!.role_id,
    password,
  });
  return { id, email };
};

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const enter = async (page: Page, email: string, secret: string) => {
  await page.locator('[name=company]').fill(journey.shop.company);
  await page.locator('[name=email]').fill(email);
  await page.locator('[name=password]').fill(secret);
  await press(page, 'ログイン');
};
/** Opens the sign-in page without a session. */
const openLogin = (viewport: { width: number; height: number }) =>
  journey.at('/login', { tokens: null, viewport });

/**
 * Sets up the app of the signed-in user, and returns its secret and the recovery codes.
 *
 * @param isChecked whether axe checks each step
 */
const setUp = async (page: Page, secret: string, isChecked = isLong) => {
  const checkPart = async () => {
    if (isChecked) expect(await axeFaultsIn(page, 'main')).toEqual([]);
  };
  await press(page, '認証アプリを設定');
  await page.locator('[name=current_password]').fill('違うパスワード');
  await press(page, '次へ');
  await page.getByText('現在のパスワードが正しくありません').waitFor();
  await checkPart();
  await page.locator('[name=current_password]').fill(secret);
  await press(page, '次へ');
  await page.getByRole('img', { name: '認証アプリ用のQRコード' }).waitFor();
  const key = (await page.locator('.tp-factor-key code').innerText()).replaceAll(' ', '');
  const code = page.locator('[name=code]');
  expect([await code.getAttribute('autocomplete'), await code.getAttribute('inputmode')]).toEqual([
    'one-time-code',
    'numeric',
  ]);
  await checkPart();
  const now = appCode(key, Date.now());
  // As an app copies it.
  await code.fill(`${now.slice(0, 3)} ${now.slice(3)}`);
  await press(page, '確認して有効にする');
  await page.getByRole('heading', { name: 'リカバリーコードを保管' }).waitFor();
  const codes = await page.locator('.tp-factor-codes code').allInnerTexts();
  expect(codes).toHaveLength(10);
  await checkPart();
  await press(page, '保管しました');
  return { key, codes };
};

test.each(either({ width: 390, height: 844 }, { width: 1440, height: 900 }))(
  'a user sets it up, signs in with a recovery code, is remembered, and turns it off, at $width px',
  async viewport => {
    const person = await newPerson();
    const { page, troubles, close } = await openLogin(viewport);
    await enter(page, person.email, password);
    await page.waitForURL('**/dashboard**');
    await settle(page);
    await press(page, 'アカウント');
    await page.getByRole('menuitem', { name: '二要素認証' }).click();
    await page.waitForURL('**/config/second-factor**');
    const { codes } = await setUp(page, password, true);
    await page.getByText('認証アプリを設定しました。').waitFor();
    await page.getByText('残り10個').waitFor();

    await press(page, 'アカウント');
    await page.getByRole('menuitem', { name: 'ログアウト' }).click();
    await page.waitForURL('**/login**');
    await enter(page, person.email, password);
    const code = page.getByRole('textbox', { name: '認証コード' });
    await code.waitFor();
    expect(await code.evaluate(field => field === document.activeElement)).toBe(true);
    expect(await axeFaults(page)).toEqual([]);
    await code.fill('000000');
    await press(page, 'ログイン');
    await page.getByRole('alert').filter({ hasText: 'コードが正しくないか、使用済みです。' }).waitFor();
    await press(page, 'リカバリーコードを使う');
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.getByRole('textbox', { name: 'リカバリーコード' }).fill(codes[0]!.toLowerCase());
    await page.getByRole('checkbox', { name: 'このブラウザーでは30日間この確認を省略する' }).check();
    expect(await axeFaultsIn(page, 'main')).toEqual([]);
    await press(page, 'ログイン');
    await page.waitForURL('**/dashboard**');

    await press(page, 'アカウント');
    await page.getByRole('menuitem', { name: 'ログアウト' }).click();
    await page.waitForURL('**/login**');
    await enter(page, person.email, password);
    await page.waitForURL('**/dashboard**');
    await settle(page);
    await press(page, 'アカウント');
    await page.getByRole('menuitem', { name: '二要素認証' }).click();
    await page.getByText('残り9個').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('button', { name: /^削除：/ }).click();
    await page.getByText('確認を省略するブラウザーはありません。').waitFor();

    await press(page, '二要素認証を解除');
    await page.locator('[name=current_password]').fill(password);
    await press(page, '解除');
    await page.getByText('二要素認証を解除しました。').waitFor();
    await page.getByRole('button', { name: '認証アプリを設定' }).waitFor();
    expect(troubles).toEqual([]);
    await close();
  },
);

test('a required user is led to the set-up and to nothing else, and an administrator resets it', async () => {
  const { shop } = journey;
  const person = await newPerson();
  const admin = await journey.at('/config/second-factor');
  await settle(admin.page);
  await setUp(admin.page, shop.password);
  await admin.page.getByText('残り10個').waitFor();
  const { results } = await journey.call<{ readonly results: readonly { readonly id: number }[] }>(
    'companies/',
  );
  await goTo(admin.page, `/config/company?modal=edit&id=${results[0]!.id}`);
  await choose(admin.page, '二要素認証を必須にするユーザー', '全員');
  await press(admin.page, '保存');
  await admin.page.getByText('保存しました').first().waitFor();

  const user = await openLogin({ width: 390, height: 844 });
  await enter(user.page, person.email, password);
  await user.page.getByRole('heading', { name: '二要素認証の設定が必要です' }).waitFor();
  await user.page.getByRole('button', { name: '認証アプリを設定' }).waitFor();
  expect(await axeFaults(user.page)).toEqual([]);
  await user.page.goto(`${journey.program.url}/config/user`);
  await user.page.getByRole('heading', { name: '二要素認証の設定が必要です' }).waitFor();
  await setUp(user.page, password);
  await user.page.getByRole('heading', { level: 1, name: 'ユーザー', exact: true }).waitFor();

  await goTo(admin.page, '/config/user');
  const row = admin.page.getByRole('row').filter({ hasText: person.email });
  await row.getByText('設定済み').waitFor();
  await goTo(admin.page, `/config/user/${person.id}/second-factor`);
  await admin.page.locator('[name=current_password]').fill(shop.password);
  expect(await axeFaults(admin.page)).toEqual([]);
  await press(admin.page, 'リセット');
  await admin.page.getByText('リセットしました。').waitFor();
  await user.page.reload();
  await user.page.waitForURL('**/login**');
  await enter(user.page, person.email, password);
  await user.page.getByRole('heading', { name: '二要素認証の設定が必要です' }).waitFor();
  await Promise.all([admin.close(), user.close()]);
});
