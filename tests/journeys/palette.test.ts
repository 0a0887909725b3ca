import { expect, test } from 'vitest';
import { axeFaultsIn } from '../support/axe.ts';
import { launchBrowser } from '../support/browser.ts';
import { either } from '../support/long.ts';
import { narrowFaults } from '../support/narrow.ts';
import { rest, settle, tokensOf } from '../support/operator.ts';
import { sharedVisit } from '../support/shared-visit.ts';

/** The command palette acts and answers: actions, screens by synonyms, metrics, saved views. */
const browser = await launchBrowser();
const openAsAdministrator = sharedVisit(browser);
const openAsAgency = sharedVisit(browser, { who: 'agency' });

test('the palette finds screens by synonyms, explains metrics, opens saved views and modals, and downloads the screen', async () => {
  const { page, troubles } = await openAsAdministrator('/log/reference?product_id=1');
  await page.getByRole('row').nth(2).waitFor();
  const field = page.getByRole('combobox', { name: 'コマンドパレット' });
  const search = async (text: string) => {
    await page.keyboard.press('Control+k');
    await field.and(page.locator(':focus')).waitFor();
    await field.fill(text);
  };

  await search('ダウンロード');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('option', { name: 'この画面をダウンロード：CSV（.csv）' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^リファレンスログ-.*\.csv$/);

  await search('CPA');
  const meaning = page.getByRole('group', { name: '指標の意味' }).getByRole('option').first();
  expect(await meaning.innerText()).toMatch(/^CPA\n.*広告費/s);
  await page.getByRole('option', { name: '広告統計', exact: true }).waitFor();
  expect(await axeFaultsIn(page, 'dialog[open]')).toEqual([]);
  expect(await narrowFaults(page, 'dialog[open]')).toEqual([]);
  await meaning.click();
  await page.waitForURL(url => url.pathname === '/analyze/ad-statistics');
  await page.getByRole('columnheader', { name: /^CPA/ }).waitFor();

  // The costs of ads are imported on the screen of the sync settings; back closes the dialog.
  await search('コスト');
  await page.getByRole('option', { name: '広告費をインポート' }).click();
  await page.waitForURL(url => url.pathname === '/ad/sync-setting');
  const dialog = page.getByRole('dialog', { name: '広告費をインポート' });
  await dialog.waitFor();
  await dialog.getByRole('button', { name: '閉じる' }).first().click();
  await dialog.waitFor({ state: 'detached' });
  expect(new URL(page.url()).searchParams.has('modal')).toBe(false);

  const { access } = await tokensOf('admin');
  const { id } = await rest<{ readonly id: number }>('saved_views/', access, {
    screen: 'log_cv',
    name: 'パレットから開くビュー',
    address: 'sort=amount',
    hidden: [],
    shared: false,
  });
  await search('パレットから');
  await page.getByRole('option', { name: /^パレットから開くビュー/ }).click();
  await page.waitForURL(url => url.pathname === '/log/cv' && url.searchParams.get('view') === String(id));
  expect(new URL(page.url()).searchParams.get('sort')).toBe('amount');
  await settle(page);
  await page.getByRole('button', { name: 'パレットから開くビュー' }).waitFor();
  expect(troubles).toEqual([]);
});

test('the palette offers no action that the role forbids, and an import in the address is refused', async () => {
  const { page } = await openAsAgency('/ad/setting?product_id=1&modal=import');
  await page.getByText('この操作を行う権限がありません').first().waitFor();
  await expect.poll(() => new URL(page.url()).searchParams.has('modal')).toBe(false);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'コマンドパレット' }).fill('広告');
  await page.getByRole('option').first().waitFor();
  expect(await page.getByRole('option', { name: /を追加$|インポート$/ }).count()).toBe(0);
  await page.keyboard.press('Escape');
});

test.each(either(1440, 390))('the palette opens guides and the list of shortcuts at %i px', async width => {
  const { page, troubles } = await openAsAdministrator('/log/cv?product_id=1', { width, height: 844 });
  const search = async (query: string) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'コマンドパレット' }).fill(query);
  };
  const option = (name: string) => page.getByRole('option', { name });
  const panel = page.getByRole('dialog', { name: 'ヘルプ', exact: true });
  await search('ヘルプ');
  await option('この画面のヘルプ').click();
  await panel.getByRole('heading', { name: 'CVログ', level: 3, exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });

  // A guide is found by a task that it describes.
  await search('広告を複製する');
  await option('使い方：広告設定').click();
  await panel.getByRole('heading', { name: '広告設定', level: 3, exact: true }).waitFor();
  expect(await axeFaultsIn(page, '.help-panel')).toEqual([]);
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });

  for (const query of ['使い方', 'ガイド']) {
    await search(query);
    await option('この画面のヘルプ').waitFor();
    await option('使い方：').first().waitFor();
    await page.keyboard.press('Escape');
  }
  await search('ショートカット');
  await option('キーボードショートカット').click();
  await page.getByRole('dialog', { name: 'キーボードショートカット' }).waitFor();
  expect(troubles).toEqual([]);
});

test('the palette offers no guide of a screen that the role may not open', async () => {
  const { page } = await openAsAgency('/dashboard?product_id=1');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'コマンドパレット' }).fill('使い方');
  await page.getByRole('option', { name: '使い方：' }).first().waitFor();
  await page.getByRole('combobox', { name: 'コマンドパレット' }).fill('使い方：変更履歴');
  await page.getByText('見つかりませんでした').waitFor();
  expect(await page.getByRole('option').count()).toBe(0);
});
