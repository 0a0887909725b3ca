import type { Locator, Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { field, openJourney, type Journey } from '../support/journey-fixture.ts';
import { operator, rest, settle, tokensOf, demoUrl, tokyoDay } from '../support/operator.ts';
import { sharedJourney, sharedVisit } from '../support/shared-visit.ts';

/**
 * The twelve tasks of daily work in docs/console.md: each begins on the dashboard and takes three clicks at most.
 * Typing, Enter included, does not count. What changes settings is done in a company of its own.
 */
const CLICKS_AT_MOST = 3;
const DASHBOARD = '/dashboard?product_id=1';
const browser = await launchBrowser();
const openDemo = sharedVisit(browser);
let journey: Journey;
const openOwn = sharedJourney(() => journey, { permissions: ['clipboard-read', 'clipboard-write'] });
beforeAll(async () => {
  journey = await openJourney();
});

let clicks = 0;
beforeEach(() => {
  clicks = 0;
});
const click = async (target: Locator): Promise<void> => {
  clicks += 1;
  await target.click();
};
const chooseFile = async (target: Locator, name: string, text: string): Promise<void> => {
  clicks += 1;
  await target.setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
};
/** The number is that of the table in docs/console.md. */
const expectClicks = (count: number) => {
  expect(count).toBeLessThanOrEqual(CLICKS_AT_MOST);
  expect(clicks).toBe(count);
};

const menu = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'メインメニュー' }).getByRole('link', { name, exact: true });
const button = (part: Page | Locator, name: string): Locator =>
  part.getByRole('button', { name, exact: true });
/** Chooses an action of the palette, which is a click for the palette and one for the action. */
const act = async (page: Page, words: string, name: string): Promise<void> => {
  await click(page.locator('.palette-button'));
  await page.getByRole('combobox', { name: 'コマンドパレット' }).fill(words);
  await click(page.getByRole('option', { name, exact: true }));
};

test('1: a click ID leads to the contact, its conversions and their results', async () => {
  const { page } = await openDemo(DASHBOARD);
  const { access } = await tokensOf('admin');
  const { results } = await rest<{ results: readonly Readonly<Record<string, string | null>>[] }>(
    `logs/results/?product_id=1&from=${tokyoDay(6)}&to=${tokyoDay()}&limit=100`,
    access,
  );
  const found = results.find(row => row['interaction_id'] !== null && row['xclid'] !== '')!;
  await click(menu(page, 'ID追跡'));
  await page.getByRole('textbox', { name: '追跡するID' }).fill(found['xclid']!);
  await page.keyboard.press('Enter');
  const list = page.getByRole('list', { name: '見つかった記録' });
  for (const kind of ['contact', 'conversion', 'result'])
    await list.locator(`[data-kind="${kind}"]`).first().waitFor();
  expectClicks(1);
});

test("2: yesterday's cost and sales are seen", async () => {
  const { page } = await openDemo(DASHBOARD);
  await click(page.locator('.tp-dashboard-head .p-dropdown').first());
  await click(page.getByRole('option', { name: '昨日', exact: true }));
  await page.waitForURL('**period=yesterday*');
  for (const name of ['広告費', '売上'])
    await page
      .getByRole('region', { name: '主な指標' })
      .getByRole('group', { name, exact: true })
      .locator('.tp-figure')
      .waitFor();
  expectClicks(2);
});

test('3: a conversion is explained: which ads are credited with it, and why', async () => {
  const { page } = await openDemo(`${DASHBOARD}&period=30`);
  await click(page.getByRole('group', { name: '売上', exact: true }).locator('.tp-figure'));
  // The newest conversion of the demo may have no contact, and then nobody is credited.
  const credited = page
    .getByRole('dialog')
    .getByRole('grid')
    .locator('.tp-body .tp-row', { has: page.locator('[data-column="contacts"]', { hasText: /^[1-9]/ }) });
  await click(credited.first().getByRole('link').first());
  await page.getByRole('heading', { name: 'モデルごとの貢献度' }).waitFor();
  await page.locator('[data-place="1"]').waitFor();
  expectClicks(2);
});

test('4: an ad is added, and its click URL copied', async () => {
  const { page } = await openOwn('/dashboard');
  await act(page, '広告', '広告を追加');
  await field(page, 'name').fill('十二の広告');
  await field(page, 'redirect_url').fill('https://shop.localhost/lp');
  await page.keyboard.press('Enter');
  const added = page.getByRole('dialog', { name: '広告を追加しました' });
  await click(added.getByRole('button', { name: /^コピー/ }).first());
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/r\/\d+/);
  await page.keyboard.press('Escape');
  expectClicks(3);
});

test('5: results are approved', async () => {
  const { page, close } = await operator(browser);
  await page.goto(`${demoUrl()}${DASHBOARD}`);
  await settle(page);
  // The results of the demo company stay as they are: its other journeys compare them.
  let decided: unknown;
  await page.route('**/graphql', route => {
    const { operationName, variables } = route.request().postDataJSON() as Record<string, unknown>;
    if (!String(operationName).includes('Decide')) return route.fallback();
    decided = variables;
    return route.abort();
  });
  await click(
    page.getByRole('list', { name: '対応が必要なこと' }).getByRole('link', { name: '承認待ちの成果' }),
  );
  await click(page.locator('[data-row="1"][data-column="+select"]'));
  await click(button(page.getByRole('group', { name: '選択した行の操作' }), '承認'));
  await page.getByRole('alertdialog').getByText('1件を承認しますか？').waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => JSON.stringify(decided)).toContain('"to":1');
  expectClicks(3);
  await close();
});

test('6: the costs of a file are imported', async () => {
  const { page } = await openOwn('/dashboard');
  await act(page, '広告費', '広告費をインポート');
  const dialog = page.getByRole('dialog', { name: '広告費をインポート' });
  const { id } = journey.shop.ads[0]!;
  await chooseFile(
    dialog.locator('input[type=file]'),
    '費用.csv',
    `広告ID,日付,費用\r\n${id},2026-09-01,"1,000"\r\n`,
  );
  // The button that applies what the preview shows has the focus.
  await button(dialog, '1件を反映する').and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await dialog.getByText('反映しました。追加 1').waitFor();
  await page.keyboard.press('Escape');
  expectClicks(3);
});

test('7: two models are compared', async () => {
  const { page } = await openDemo(DASHBOARD);
  await click(menu(page, 'アトリビューション'));
  await click(page.getByRole('link', { name: 'モデル比較', exact: true }));
  await page.getByRole('columnheader', { name: /^差/ }).waitFor();
  const before = page.url();
  await click(page.locator('.p-dropdown', { has: page.getByLabel('モデルB', { exact: true }) }));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(url => url.href !== before && url.searchParams.has('models'));
  expectClicks(3);
});

test('8: a user is invited', async () => {
  const { page } = await openOwn('/dashboard');
  await act(page, 'ユーザー', 'ユーザーを追加');
  await field(page, 'email').fill('twelve@journey.example');
  await click(page.locator('dialog').getByRole('radio', { name: '管理者' }));
  await field(page, 'email').press('Enter');
  await page.getByRole('dialog', { name: '招待リンクを作成しました' }).getByRole('code').waitFor();
  await page.keyboard.press('Escape');
  expectClicks(3);
});

test('9: the tracking term of a product is changed', async () => {
  const { page } = await openOwn('/dashboard');
  await click(menu(page, 'プロダクト'));
  await click(page.getByRole('grid').getByRole('link', { name: journey.shop.productName }));
  await click(button(page, '編集'));
  await field(page, 'tracking_term').fill('45');
  await page.keyboard.press('Enter');
  await page.locator('dialog form').waitFor({ state: 'detached' });
  const { tracking_term: days } = await journey.call<{ tracking_term: number }>(
    `products/${journey.shop.productId}/`,
  );
  expect(days).toBe(45);
  expectClicks(3);
});

test('10: a report is downloaded', async () => {
  const { page } = await openDemo(DASHBOARD);
  await click(menu(page, '広告統計'));
  await click(button(page, 'ダウンロード'));
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    click(page.getByRole('button', { name: /^CSV/ })),
  ]);
  expect(file.suggestedFilename()).toMatch(/^広告統計-.*\.csv$/);
  expectClicks(3);
});

test('11: a board is made', async () => {
  const { page } = await openOwn('/dashboard');
  await click(menu(page, 'ボード'));
  await click(button(page, 'ボードを作成').first());
  await page.getByRole('dialog').getByRole('textbox', { name: 'ボードの名前' }).fill('毎朝の数値');
  await page.keyboard.press('Enter');
  await page.getByText('このボードにはまだレポートがありません').waitFor();
  expectClicks(2);
});

test('12: a CV setting is added', async () => {
  const { page } = await openOwn('/dashboard');
  await act(page, 'CV', 'CV設定を追加');
  await field(page, 'name').fill('会員登録');
  await field(page, 'cv_page_url').fill('shop.localhost/joined');
  await page.keyboard.press('Enter');
  await page.locator('dialog').waitFor({ state: 'detached' });
  await page.getByRole('grid').getByText('会員登録').waitFor();
  expectClicks(2);
});
