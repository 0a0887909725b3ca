import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeFaults } from '../support/axe.ts';
import { launchBrowser } from '../support/browser.ts';
import { either } from '../support/long.ts';
import { choose, demoUrl, operator, press, rest, settle, tokensOf } from '../support/operator.ts';

/** Boards: made, arranged by mouse and by keyboard, and shown although an item cannot be. */
const browser = await launchBrowser();

const saveView = async (screen: string, name: string, address: string): Promise<number> => {
  const { access } = await tokensOf('admin');
  return (await rest<{ readonly id: number }>('saved_views/', access, { screen, name, address })).id;
};
const names = (page: Page): Promise<string[]> => page.locator('.tp-board-item h2').allInnerTexts();

test.each(either(390, 1440))('a board is made, filled and arranged at %i px', async width => {
  const { access } = await tokensOf('admin');
  const [course, sales, deleted] = [`推移 ${width}`, `売上 "É" ${width}`, `削除 ${width}`];
  const courseId = await saveView('analysis_term', course, 'display=custom&period=30&step=day&item=cv');
  const salesId = await saveView('analysis_adStatistics', sales, 'period=30&compare=previous_period');
  const deletedId = await saveView('analysis_effect', deleted, 'period=30');
  const { page, troubles, close } = await operator(browser, { viewport: { width, height: 1700 } });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const dialog = page.getByRole('dialog');
  const add = async (name: string, report: string, kind: string) => {
    await button('レポートを追加').first().click();
    await choose(page, '保存したビュー', `${name}（${report}）`);
    await press(dialog, kind);
    await dialog.getByRole('button', { name: 'レポートを追加' }).click();
    await dialog.waitFor({ state: 'detached' });
  };

  await page.goto(`${demoUrl()}/analyze/board?product_id=1`);
  await settle(page);
  await button('ボードを作成').first().click();
  await dialog.getByRole('textbox', { name: 'ボードの名前' }).fill(`週次 ${width}`);
  await dialog.getByRole('button', { name: '保存' }).click();
  await page.getByText('このボードにはまだレポートがありません').waitFor();
  await add(course, '期間推移', 'グラフ');
  await add(sales, '広告統計', '数値');
  await add(deleted, '広告効果', '表');
  await button('保存').click();
  await button('ボードを編集').waitFor();

  // The figure is that of the report for the conditions of the view.
  const figure = page.getByRole('region', { name: `2. ${sales}` });
  await figure.locator('strong').filter({ hasText: /\d/ }).waitFor();
  await page.getByRole('img', { name: /CVの推移/ }).waitFor();
  await figure.getByRole('link', { name: sales }).click();
  await page.getByRole('heading', { name: '広告統計' }).waitFor();
  const total = page.locator('[data-total="cv"] dd').first();
  await total.filter({ hasText: /\d/ }).waitFor();
  const inReport = /[\d,]+/.exec(await total.innerText())?.[0];
  await page.goBack();
  await figure.locator('strong').filter({ hasText: inReport! }).waitFor();

  // A deleted view is told in place of its item; the others stay.
  await rest('saved_views/remove/', access, { ids: [deletedId] });
  await page.reload();
  await page.getByText('保存したビューが削除されたか、共有されていません。').waitFor();
  await figure.locator('strong').filter({ hasText: inReport! }).waitFor();
  await settle(page);
  expect(await axeFaults(page)).toEqual([]);

  // By buttons, by the arrow keys, and by the mouse; the window is high enough to drag without scrolling.
  await button('ボードを編集').click();
  await button(`「${sales}」を前へ移動`).click();
  expect(await names(page)).toEqual([sales, course, '表示できないレポート']);
  const handle = (name: string) => page.getByRole('button', { name: `「${name}」を移動` });
  await handle(sales).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  expect(await names(page)).toEqual([course, '表示できないレポート', sales]);
  await page
    .getByRole('region', { name: `3. ${sales}` })
    .locator('header')
    .dragTo(page.getByRole('region', { name: `1. ${course}` }).locator('header'));
  expect(await names(page)).toEqual([sales, course, '表示できないレポート']);
  await button('「表示できないレポート」をボードから外す').click();
  await button(`「${sales}」を横幅いっぱいに表示`).click();

  // Leaving asks first; then the arrangement is saved.
  await page
    .locator('a[href*="/analyze/board"]')
    .first()
    .evaluate(link => (link as HTMLElement).click());
  await page.getByRole('alert').getByText('保存していない変更があります').waitFor();
  await button('編集を続ける').click();
  await button('保存').click();
  await button('ボードを編集').waitFor();
  await page.reload();
  await page.locator('.tp-board-item').first().waitFor();
  expect(await names(page)).toEqual([sales, course]);
  expect(await page.locator('.tp-board-item').first().getAttribute('data-wide')).toBe('true');
  expect(troubles).toEqual([]);
  const boardId = Number(new URL(page.url()).pathname.split('/').at(-1));
  await close();
  await rest('report_boards/remove/', access, { ids: [boardId] });
  await rest('saved_views/remove/', access, { ids: [courseId, salesId] });
});

test('the boards show the age of their data and are loaded again by the button and by the key r', async () => {
  const { page, troubles, close } = await operator(browser);
  let queries = 0;
  page.on('request', request => {
    if ((request.postData() ?? '').includes('query ReportBoards(')) queries += 1;
  });
  await page.goto(`${demoUrl()}/analyze/board?product_id=1`);
  await settle(page);
  await page.getByText('たった今取得').waitFor();
  const loadsAgain = async (act: () => Promise<void>): Promise<void> => {
    queries = 0;
    await act();
    await expect.poll(() => queries).toBe(1);
    await settle(page);
  };
  await loadsAgain(() => page.getByRole('button', { name: 'データを更新' }).click());
  await loadsAgain(() => page.keyboard.press('r'));
  expect(troubles).toEqual([]);
  await close();
});

test.each(either(390, 1440))(
  'a board shows every analysis with rows of its own, with the figures of its screen, at %i px',
  async width => {
    const { access } = await tokensOf('admin');
    const views = [
      ['比較 "É"', 'attribution', 'view=models', 'chart'],
      ['経路', 'attribution', 'view=paths', 'table'],
      ['試算', 'attribution', 'view=what_if&if_term=7', 'figure'],
      ['予算', 'allocation', 'pool=1000000&hide=share', 'table'],
      ['LP', 'lpo', 'model=1', 'chart'],
    ] as const;
    const ids = await Promise.all(
      views.map(([name, screen, address]) =>
        saveView(`analysis_${screen}`, `${name} ${width}`, `period=30&${address}`),
      ),
    );
    const board = await rest<{ readonly id: number }>('report_boards/', access, {
      name: `分析 ${width}`,
      items: views.map(([, , , kind], index) => ({ view_id: ids[index], kind, metric: null, wide: false })),
    });
    const { page, troubles, close } = await operator(browser, { viewport: { width, height: 1700 } });
    await page.goto(`${demoUrl()}/analyze/board/${board.id}?product_id=1`);
    const item = (index: number) => page.locator('.tp-board-item').nth(index);
    await item(0)
      .getByRole('img', { name: /分配CVの差/ })
      .waitFor();
    await item(2).scrollIntoViewIfNeeded();
    await item(2).locator('strong').filter({ hasText: /\d/ }).waitFor();
    // Budget allocation has columns of words beside those of numbers; the hidden column is left out.
    await item(3).scrollIntoViewIfNeeded();
    const share = item(3).locator('tfoot td').nth(1);
    await share.filter({ hasText: '1,000,000' }).waitFor();
    const headings = await item(3).locator('thead th').allInnerTexts();
    expect([headings.includes('配分率'), headings.at(-1)]).toEqual([false, '試算の根拠']);
    await item(3).getByText('予算 1,000,000円を配分（調整なし）').waitFor();
    await item(4).scrollIntoViewIfNeeded();
    await item(4)
      .getByRole('img', { name: /ランディングページ別/ })
      .waitFor();
    expect(await item(4).getByRole('link').first().getAttribute('href')).toContain('/analyze/lpo');
    const path = item(1).locator('tbody tr').first();
    await path.waitFor();
    await settle(page);
    expect(await axeFaults(page)).toEqual([]);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, 'the page does not scroll sideways').toBe(0);
    // The heading leads to the analysis, whose table begins with the same path.
    const cells = (await path.locator('th, td').allInnerTexts()).map(text => text.trim());
    await item(1).getByRole('link').click();
    const listed = page.locator('.tp-paths tbody tr').first();
    await listed.waitFor();
    const steps = await listed.locator('li').allInnerTexts();
    const numbers = (await listed.locator('td').allInnerTexts()).map(text => text.trim());
    expect([steps.join(' → '), ...numbers]).toEqual(cells);
    expect(troubles).toEqual([]);
    await close();
    await rest('report_boards/remove/', access, { ids: [board.id] });
    await rest('saved_views/remove/', access, { ids });
  },
);

test('a board that the user does not see is said to be missing, with a way back and nothing to try again', async () => {
  const { page, close } = await operator(browser);
  await page.goto(`${demoUrl()}/analyze/board/2147483646`);
  await page.getByText('このボードは見つかりません').waitFor();
  const main = page.getByRole('main');
  expect(await main.getByRole('button', { name: '再試行' }).count()).toBe(0);
  expect(await main.getByRole('link', { name: 'ボード' }).last().getAttribute('href')).toContain(
    '/analyze/board',
  );
  await close();
});
