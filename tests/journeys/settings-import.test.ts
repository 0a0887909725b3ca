import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { axeFaults, axeFaultsIn } from '../support/axe.ts';
import {
  field,
  isClosed,
  openJourney,
  selectOption,
  save,
  type Journey,
} from '../support/journey-fixture.ts';
import { linesOfCsv } from '../support/files.ts';
import { narrowFaults } from '../support/narrow.ts';
import { settle } from '../support/operator.ts';
import { sharedJourney } from '../support/shared-visit.ts';

/** The import of ads and costs from files, and a scheduled import that fails. */
let journey: Journey;
/** Opens a screen in the page of the file. */
const open = sharedJourney(() => journey);
beforeAll(async () => {
  journey = await openJourney();
});

const choose = (page: Page, text: string) =>
  page
    .locator('dialog input[type=file]')
    .setInputFiles({ name: '広告.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
const count = async () => (await journey.call<{ count: number }>('ads/')).count;
const CATEGORY = 'リスティング（指名） é';
const HEAD = '広告名,遷移先URL,クリック単価（円）,掲載開始日,ダイレクトリンク,広告カテゴリ\r\n';
const GOOD = `輸入 é 一,https://shop.localhost/1,"1,200",2026/9/1,オン,${CATEGORY}\r\n`;

test('a file of ads with an invalid row is rejected with row and column, and imported completely after its correction', async () => {
  const category = await journey.call<{ id: number }>('ad_categories/', {
    product_id: journey.shop.productId,
    name: CATEGORY,
  });
  const { page, troubles } = await open('/ad/setting');
  const before = await count();
  await page.getByRole('button', { name: '広告をインポート' }).click();
  const dialog = page.getByRole('dialog', { name: '広告をインポート' });
  const [template] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'ひな形をダウンロード' }).click(),
  ]);
  expect(linesOfCsv(await readFile(await template.path()))[0]).toContain('遷移先URL');
  expect(await axeFaultsIn(page, 'dialog[open]')).toEqual([]);

  await choose(page, `${HEAD}${GOOD}輸入 é 二,ftp://shop.localhost/2,-5,2026/2/30,オン,\r\n`);
  const errors = dialog.getByRole('table', { name: '行ごとのエラー' });
  await errors.waitFor();
  const errorRows = await errors.getByRole('row').allInnerTexts();
  for (const [column, fault] of [
    ['遷移先URL', 'URLの形式が正しくありません'],
    ['クリック単価（円）', '0 以上で入力してください'],
    ['掲載開始日', '日付が正しくありません'],
  ] as const) {
    expect(
      errorRows.some(text => text.includes('3行目') && text.includes(column) && text.includes(fault)),
      `fault of ${column}: ${errorRows.join(' / ')}`,
    ).toBe(true);
  }
  expect(await dialog.getByRole('button', { name: /反映する/ }).count()).toBe(0);
  expect(await axeFaultsIn(page, 'dialog[open]')).toEqual([]);
  expect(await count()).toBe(before);

  await dialog.getByRole('button', { name: '別のファイルを選ぶ' }).click();
  await choose(page, `${HEAD}${GOOD}輸入 é 二,https://shop.localhost/2,5,2026-02-28,オフ,\r\n`);
  await dialog.getByText('エラーはありません').waitFor();
  // The preview shows the file's words, not the numbers and codes that are stored.
  const cells = await dialog.getByRole('table').getByRole('row').nth(1).getByRole('cell').allInnerTexts();
  expect(cells).toEqual(expect.arrayContaining(['輸入 é 一', CATEGORY, 'オン', '1,200']));
  expect(cells).not.toContain(String(category.id));
  await dialog.getByRole('button', { name: '2件を反映する' }).click();
  await dialog.getByText('反映しました。追加 2').waitFor();
  await dialog.getByRole('button', { name: '閉じる' }).last().click();
  await page.getByRole('link', { name: '輸入 é 一' }).waitFor();
  expect(await count()).toBe(before + 2);
  expect(
    (await journey.call<{ results: object[] }>(`ads/?name=${encodeURIComponent('輸入 é 一')}`)).results[0],
  ).toMatchObject({ click_cost: 1200, period_from: '2026-09-01', direct_link: true });
  expect(troubles).toEqual([]);
});

test('ads are created from rows that were pasted without headings, and corrected in place', async () => {
  const { page, troubles } = await open('/ad/setting');
  const before = await count();
  await page.getByRole('button', { name: '広告をインポート' }).click();
  const dialog = page.getByRole('dialog', { name: '広告をインポート' });
  const rows = dialog.getByRole('textbox', { name: 'または表計算ソフトの行を貼り付け' });
  const check = dialog.getByRole('button', { name: '貼り付けた行を確認' });
  expect(await check.isDisabled()).toBe(true);
  // Spreadsheets copy quotation marks within a cell as they are.
  await rows.fill(
    '貼付 一\thttps://shop.localhost/p1\n"貼付" 24"\thttps://shop.localhost/p3\n貼付 二\thttps//shop.localhost/p2\n',
  );
  await check.click();
  await dialog.getByRole('table', { name: '行ごとのエラー' }).getByText('4行目').waitFor();
  await dialog.getByText('行を編集して、もう一度確認してください').waitFor();
  expect(await axeFaultsIn(page, 'dialog[open]')).toEqual([]);
  expect(await narrowFaults(page, 'dialog[open]')).toEqual([]);

  await dialog.getByRole('button', { name: '貼り付けた行を編集' }).click();
  expect(await rows.inputValue()).toBe(
    '広告名\t遷移先URL\n貼付 一\thttps://shop.localhost/p1\n"貼付" 24"\thttps://shop.localhost/p3\n貼付 二\thttps//shop.localhost/p2\n',
  );
  // Closing the dialog and reloading the page lose no typed row.
  await rows.fill((await rows.inputValue()).replace('https//', 'https://'));
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.reload();
  await settle(page);
  await page.getByRole('button', { name: '広告をインポート' }).click();
  expect(await rows.inputValue()).toContain('貼付 二\thttps://shop.localhost/p2');
  await check.click();
  await dialog.getByRole('button', { name: '3件を反映する' }).click();
  await dialog.getByText('反映しました。追加 3').waitFor();
  await dialog.getByRole('button', { name: '別のファイルを選ぶ' }).click();
  expect(await rows.inputValue(), 'applied rows are not offered again').toBe('');
  await dialog.getByRole('button', { name: '閉じる' }).last().click();
  await page.getByRole('link', { name: '貼付 二' }).waitFor();
  await page.getByRole('link', { name: '"貼付" 24"' }).waitFor();
  expect(await count()).toBe(before + 3);
  expect(troubles).toEqual([]);
});

test('costs are imported per day and replace those of the same day, and a warning offers to turn on unused cost linkage', async () => {
  const { page, troubles } = await open('/ad/sync-setting');
  const { id, name } = journey.shop.ads[0]!;
  for (const [isFirst, file, done] of [
    [
      true,
      `広告ID,日付,費用\r\n${id},2026-09-01,"1,000"\r\n${id},2026年9月2日,２００\r\n`,
      '追加 2、更新 0、上書き 0',
    ],
    [false, `広告名,日付,費用\r\n${name},2026-09-02,300\r\n`, '追加 0、更新 0、上書き 1'],
  ] as const) {
    await page.getByRole('button', { name: '広告費をインポート' }).click();
    const dialog = page.getByRole('dialog', { name: '広告費をインポート' });
    await choose(page, file);
    // The product has cost linkage turned off: the first import warns and turns it on, the second shows no
    // warning.
    const notice = dialog.getByText(/広告費連携がオフのため/);
    await dialog.getByRole('button', { name: /件を反映する/ }).click();
    await dialog.getByText(done).waitFor();
    expect(await notice.count()).toBe(isFirst ? 1 : 0);
    if (isFirst) {
      expect(await axeFaultsIn(page, 'dialog[open]')).toEqual([]);
      await dialog.getByRole('button', { name: '広告費連携をオンにする' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: '実行する' }).click();
      await dialog.getByText('広告費連携をオンにしました').waitFor();
      expect(await notice.count()).toBe(0);
    }
    await dialog.getByRole('button', { name: '閉じる' }).last().click();
    await dialog.waitFor({ state: 'detached' });
  }
  expect(
    (await journey.call<{ ad_cost_linkage: boolean }>(`products/${journey.shop.productId}/`)).ad_cost_linkage,
  ).toBe(true);
  expect(troubles).toEqual([]);
});

test('a scheduled import can be run at once and shows why it failed', async () => {
  const { page, troubles } = await open('/ad/sync-setting?modal=add');
  await field(page, 'name').fill('毎朝の費用 é');
  await selectOption(page, 'スケジュール', '毎日');
  await selectOption(page, '実行時刻', '6:00');
  await field(page, 'source_url').fill('https://costs.example/costs.csv');
  // The group has one text box for the heading of each column of this kind of import.
  const headings = page.getByRole('group', { name: '項目の対応' }).getByRole('textbox');
  expect(await headings.count()).toBe(4);
  await page.getByRole('group', { name: '項目の対応' }).getByLabel('費用', { exact: true }).fill('Spend é');
  expect(await axeFaults(page)).toEqual([]);
  await save(page);
  await isClosed(page);
  await page.getByRole('link', { name: '毎朝の費用 é' }).click();
  const runs = page.getByRole('dialog').locator('.tp-sync-runs');
  await page.getByRole('dialog').getByText('Spend é').waitFor();
  await runs.getByText('まだ実行されていません。').waitFor();
  // The detail is read-only; an import is started from the menu of its row.
  expect(await runs.getByRole('button').count()).toBe(0);
  await page.getByRole('dialog').getByRole('button', { name: '閉じる' }).last().click();
  await page
    .getByRole('row')
    .filter({ hasText: '毎朝の費用 é' })
    .getByRole('button', { name: /操作/ })
    .click();
  await page.getByRole('menuitem', { name: 'インポートを実行' }).click();
  await page.getByRole('dialog', { name: '「毎朝の費用 é」の実行' }).waitFor();
  await runs.getByRole('button', { name: '今すぐ実行' }).click();
  // The address of the source does not resolve to a public address.
  await runs.getByText('インポート元のアドレスは使用できません（HTTPSの公開アドレスのみ）。').waitFor();
  expect(await runs.getByRole('listitem').innerText()).toContain('Zoë 山田');
  expect(await axeFaultsIn(page, 'dialog[open]')).toEqual([]);
  expect(troubles).toEqual([]);
});
