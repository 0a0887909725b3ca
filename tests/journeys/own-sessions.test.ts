import { beforeAll, expect, test } from 'vitest';
import { axeFaults, axeFaultsIn } from '../support/axe.ts';
import { openJourney, type Journey } from '../support/journey-fixture.ts';
import { settle, type Tokens } from '../support/operator.ts';

/** The own sessions of a user: seen, and ended one by one or all others at once. */
let journey: Journey;
beforeAll(async () => {
  journey = await openJourney();
});

const statusOf = async ({ access }: Tokens): Promise<number> =>
  (await fetch(`${journey.program.url}/api/v1/users/me/`, { headers: { authorization: `Bearer ${access}` } }))
    .status;
const elsewhere = () => journey.signIn(journey.shop.email, journey.shop.password);

test('a user finds the sessions in the profile menu, ends one of them, and then all others', async () => {
  const others = [await elsewhere(), await elsewhere(), await elsewhere()];
  const { page, troubles, close } = await journey.at('/config/agency');
  await settle(page);
  await page.getByRole('button', { name: 'アカウント', exact: true }).click();
  await page.getByRole('menuitem', { name: 'ログイン中のセッション' }).click();
  await page.waitForURL('**/config/sessions**');
  const items = page.locator('.tp-session');
  await expect.poll(() => items.count()).toBeGreaterThanOrEqual(4);
  const before = await items.count();
  // The present session comes first and has no button.
  expect(await items.first().getByText('このセッション', { exact: true }).isVisible()).toBe(true);
  expect(await items.first().getByRole('button').count()).toBe(0);
  expect(await page.getByText('このセッション', { exact: true }).count()).toBe(1);
  expect(await items.nth(1).innerText()).toContain('不明なブラウザー');
  expect(await axeFaults(page)).toEqual([]);

  // The newest session of the others is the second line.
  await items
    .nth(1)
    .getByRole('button', { name: /^終了する/ })
    .click();
  const dialog = page.getByRole('alertdialog', { name: 'このセッションを終了しますか？' });
  await dialog.waitFor();
  expect(await axeFaultsIn(page, 'dialog[open]')).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await Promise.all(others.map(statusOf))).toEqual([200, 200, 200]);
  await items
    .nth(1)
    .getByRole('button', { name: /^終了する/ })
    .click();
  await dialog.getByRole('button', { name: '終了する', exact: true }).click();
  await page.getByText('セッションを終了しました。').waitFor();
  await expect.poll(() => items.count()).toBe(before - 1);
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  expect(await Promise.all(others.map(statusOf))).toEqual([200, 200, 401]);

  // Another browser, which has the cookie of its session.
  const other = await journey.at('/config/agency', { tokens: others[0]! });
  await settle(other.page);
  await page.getByRole('button', { name: 'ほかのセッションをすべて終了' }).click();
  await page
    .getByRole('alertdialog', { name: `ほかの${before - 2}件のセッションを終了しますか？` })
    .getByRole('button', { name: 'ほかのセッションをすべて終了' })
    .click();
  await page.getByText('ほかにログイン中のセッションはありません。').waitFor();
  expect(await items.count()).toBe(1);
  expect(await Promise.all(others.map(statusOf))).toEqual([401, 401, 401]);
  await other.page.reload();
  await other.page.waitForURL('**/login**');
  await other.close();
  // The page itself goes on.
  await page.reload();
  await settle(page);
  expect(await items.count()).toBe(1);
  expect(troubles).toEqual([]);
  await close();
});
