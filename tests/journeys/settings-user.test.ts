import { beforeAll, expect, test } from 'vitest';
import { axeFaults, axeFaultsIn } from '../support/axe.ts';
import {
  faultOf,
  field,
  isClosed,
  openJourney,
  selectOption,
  save,
  type Journey,
} from '../support/journey-fixture.ts';
import { isLong } from '../support/long.ts';
import { narrowFaults } from '../support/narrow.ts';
import { settle } from '../support/operator.ts';
import { goTo, sharedJourney } from '../support/shared-visit.ts';

/** Users, from their form to what they may see, and the rules that prevent a lockout of the whole company. */
let journey: Journey;
/** Opens a screen in the page of the file. */
const open = sharedJourney(() => journey);
const EMAIL = 'aoi@agency.example';
const PASSWORD = '青空の合言葉 2026 春';

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
  await journey.call('roles/', {
    role_name: '代理店ユーザー',
    role_code: 'partner',
    base: 'agency',
    permissions,
  });
  await journey.call('roles/', {
    role_name: '一般ユーザー',
    role_code: 'staff',
    base: 'user',
    permissions: { ...permissions, cv_log: 'none' },
  });
  const { id: agency } = await journey.call<{ id: number }>('agencies/', {
    agency_name: '青空アド',
    products: [journey.shop.productId],
  });
  const { product_id, name, redirect_url, updated_at } = await journey.call<Record<string, unknown>>(
    `ads/${journey.shop.ads[0]!.id}/`,
  );
  await journey.call(
    `ads/${journey.shop.ads[0]!.id}/`,
    { product_id, name, redirect_url, updated_at, agency },
    'PUT',
  );
});

test('a user of an agency is added, signs in, and sees the data of the agency only', async () => {
  const { page, troubles } = await open('/config/user?modal=add');
  // An invitation comes first; what is typed stays when the way is changed.
  await field(page, 'email').fill('aoi＠agency．example');
  await page.getByText('パスワードを設定する', { exact: true }).click();
  expect(await field(page, 'email').inputValue()).toBe(EMAIL);
  await field(page, 'user_name').fill('青木 葵');
  const agency = page.locator('dialog').getByRole('combobox', { name: '代理店' });
  // Only a role with the base "agency" has an agency.
  expect(await agency.count()).toBe(0);
  await page.getByRole('radio', { name: '一般ユーザー' }).check();
  expect(await agency.count()).toBe(0);
  await page.getByRole('radio', { name: '代理店ユーザー' }).check();
  await agency.waitFor();
  await field(page, 'password').fill(PASSWORD);
  await field(page, 'confirm_password').fill(`${PASSWORD}x`);
  await save(page);
  await page.getByText('パスワードと一致しません').waitFor();
  await field(page, 'confirm_password').fill(PASSWORD);
  await save(page);
  // The server reports the missing agency at its field.
  await faultOf(page, 'agency').getByText('必須項目です').waitFor();
  await selectOption(page, '代理店', '青空アド');
  expect(await axeFaults(page)).toEqual([]);
  await save(page);
  await isClosed(page);
  await page
    .getByRole('row', { name: /青木 葵/ })
    .getByText('青空アド')
    .waitFor();
  expect(troubles.filter(text => !text.includes('400'))).toEqual([]);

  const his = await journey.at('/ad/setting', { tokens: await journey.signIn(EMAIL, PASSWORD) });
  await settle(his.page);
  await expect
    .poll(() => his.page.locator('[role="rowheader"] a').allInnerTexts())
    .toEqual([journey.shop.ads[0]!.name]);
  expect(await his.page.getByRole('button', { name: '広告を追加' }).count()).toBe(0);
  await goTo(his.page, `/ad/setting/${journey.shop.ads[1]!.id}`);
  await his.page.getByRole('heading', { level: 1, name: 'この広告は見つかりません' }).waitFor();
  await goTo(his.page, '/config/user');
  await expect.poll(() => his.page.locator('[role="rowheader"]').allInnerTexts()).toEqual(['青木 葵']);
  if (isLong) expect(await axeFaults(his.page)).toEqual([]);
  expect(his.troubles.filter(text => !text.includes('404'))).toEqual([]);
  await his.close();
});

test('an invitation is listed with its state, sent again and withdrawn', async () => {
  const { page, troubles } = await open('/config/user?list=invitations&modal=add');
  await field(page, 'email').fill('guest@agency.example');
  await page.getByRole('radio', { name: '一般ユーザー' }).check();
  expect(await narrowFaults(page, 'dialog[open]')).toEqual([]);
  const sent = page.getByRole('dialog', { name: '招待リンクを作成しました' });
  await page.getByRole('button', { name: '招待を送信' }).click();
  const first = await sent.getByRole('code').innerText();
  expect(await axeFaultsIn(page, 'dialog[open]')).toEqual([]);
  expect(await narrowFaults(page, 'dialog[open]')).toEqual([]);
  await sent.getByRole('button', { name: '閉じる' }).last().click();
  const row = page.getByRole('row', { name: /guest@agency\.example/ });
  await row.getByText('承諾待ち').waitFor();
  expect(await narrowFaults(page, 'main')).toEqual([]);
  const choose = async (command: string) => {
    await row.getByRole('button').last().click();
    await page.getByRole('menuitem', { name: command }).click();
  };
  await choose('詳細');
  const detail = page.getByRole('dialog', { name: 'guest@agency.example' });
  await detail.getByText('招待したユーザー').waitFor();
  const facts = await detail
    .locator('dl > div')
    .evaluateAll(found =>
      found.map(fact => [fact.querySelector('dt')?.textContent, fact.querySelector('dd')?.textContent]),
    );
  expect(facts.filter(([, text]) => !/^\d{4}\//.test(text ?? ''))).toEqual([
    ['状態', '承諾待ち'],
    ['メールアドレス', 'guest@agency.example'],
    ['ロール', '一般ユーザー'],
    ['メールの言語', '日本語'],
    ['招待したユーザー', expect.any(String)],
  ]);
  expect(facts.map(([name]) => name)).toEqual(expect.arrayContaining(['招待日時', '有効期限']));
  expect(await axeFaultsIn(page, 'dialog[open]')).toEqual([]);
  await page.keyboard.press('Escape');
  await detail.waitFor({ state: 'detached' });
  await choose('招待を再送');
  expect(await sent.getByRole('code').innerText()).not.toBe(first);
  await sent.getByRole('button', { name: '閉じる' }).last().click();
  await choose('招待を撤回');
  await page.getByRole('alertdialog').getByRole('button', { name: '招待を撤回する' }).click();
  await row.waitFor({ state: 'detached' });
  expect(await axeFaults(page)).toEqual([]);
  const old = await journey.at(first.replace(journey.program.url, ''));
  await old.page.getByText('この招待は使用済み').waitFor();
  await old.close();
  expect(troubles).toEqual([]);
});

test("changing a user's role removes the agency and ends the sessions of the user", async () => {
  const his = await journey.signIn(EMAIL, PASSWORD);
  const {
    results: [made],
  } = await journey.call<{ results: { id: number }[] }>(`users/?email=${EMAIL}`);
  const { page, troubles } = await open(`/config/user/${made!.id}?modal=edit`);
  await field(page, 'user_name').waitFor();
  expect(await field(page, 'password').count()).toBe(0);
  await page.locator('dialog').getByRole('radio', { name: '一般ユーザー', exact: true }).check();
  await page.locator('dialog').getByRole('combobox', { name: '代理店' }).waitFor({ state: 'detached' });
  await save(page);
  await isClosed(page);
  expect(await journey.call(`users/${made!.id}/`)).toMatchObject({ agency: null, role_name: '一般ユーザー' });
  expect(
    (
      await fetch(`${journey.program.url}/api/v1/users/me/`, {
        headers: { authorization: `Bearer ${his.access}` },
      })
    ).status,
  ).toBe(401);
  expect(troubles).toEqual([]);

  // Without the CV log, what the site sent is not shown as if it had sent nothing.
  const again = await journey.at('/analyze/cv', { tokens: await journey.signIn(EMAIL, PASSWORD) });
  await again.page.getByRole('columnheader', { name: '金額' }).waitFor();
  expect(await again.page.getByRole('columnheader', { name: '成果識別子' }).count()).toBe(0);
  expect(again.troubles).toEqual([]);
  await again.close();
});

test('a changed own name is shown at once, and the last administrator cannot be deleted', async () => {
  const { id } = await journey.call<{ id: number }>('users/me/');
  const { page, troubles } = await open(`/config/user/${id}${isLong ? '?modal=edit' : ''}`);
  if (isLong) {
    await field(page, 'user_name').fill('Zoë 山田 改');
    await save(page);
    await isClosed(page);
  }
  await page.getByRole('button', { name: 'アカウント' }).click();
  if (isLong) await page.locator('header, [popover]').getByText('Zoë 山田 改').first().waitFor();
  // Every user finds this menu entry, also without access to the list of users.
  await page
    .getByRole('button', { name: '名前の変更' })
    .or(page.getByRole('menuitem', { name: '名前の変更' }))
    .click();
  await field(page, 'user_name').fill('  Zoë 山田 新  ');
  await save(page);
  await isClosed(page);
  await page.getByRole('heading', { level: 1, name: 'Zoë 山田 新' }).waitFor();
  await page.getByRole('button', { name: '削除', exact: true }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: '削除する' }).click();
  await question.getByRole('alert').waitFor();
  expect(await question.getByRole('alert').innerText()).toContain('管理者');
  expect(await axeFaultsIn(page, 'dialog[open]')).toEqual([]);
  await question.getByRole('button', { name: 'キャンセル' }).click();
  expect(await journey.call(`users/${id}/`)).toMatchObject({ status: true });
  expect(troubles.filter(text => !/40[09]/.test(text))).toEqual([]);
});

test("a list of allowed addresses without the user's own address is refused, and one with it is saved", async () => {
  const { page, troubles } = await open('/config/company?modal=edit');
  await field(page, 'login_allowed_ips').fill('203.0.113.0/24');
  await save(page);
  await faultOf(page, 'login_allowed_ips').waitFor();
  expect(await faultOf(page, 'login_allowed_ips').innerText()).toBe(
    'ご自身の接続元IPアドレスが含まれていないため、ログインできなくなります',
  );
  expect(await axeFaults(page)).toEqual([]);
  await field(page, 'login_allowed_ips').fill('203.0.113.0/24, 127.0.0.0/8, ::1');
  await save(page);
  await isClosed(page);
  await page.getByRole('region', { name: '登録内容' }).getByText('127.0.0.0/8').waitFor();
  expect(troubles.filter(text => !text.includes('400'))).toEqual([]);
});
