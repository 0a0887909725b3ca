import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { isLong } from '../support/long.ts';
import { demoUrl, operator, settle } from '../support/operator.ts';
import { sharedVisit } from '../support/shared-visit.ts';

/** The console operated without a mouse. */
const browser = await launchBrowser();
/** Opens a screen in the page of the file. */
const open = sharedVisit(browser);

/** The label or text of the focused element. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement;
    return element?.getAttribute('aria-label') ?? element?.textContent?.trim() ?? '';
  });
const press = async (page: Page, ...keys: readonly string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};
/** The position of the grid's focused cell, as assistive technology counts rows and columns. */
const cursor = (page: Page): Promise<readonly (number | null)[]> =>
  page.evaluate(() => {
    const cell = document.activeElement?.closest('[aria-colindex]');
    const row = cell?.closest('[role="row"]');
    return [row, cell].map((element, index) =>
      element ? Number(element.getAttribute(index === 0 ? 'aria-rowindex' : 'aria-colindex')) : null,
    );
  });
const waitForCursor = (page: Page, row: number, column: number): Promise<unknown> =>
  page.waitForFunction(
    ([wantedRow, wantedColumn]) => {
      const cell = document.activeElement?.closest('[aria-colindex]');
      return (
        cell?.getAttribute('aria-colindex') === String(wantedColumn) &&
        cell.closest('[role="row"]')?.getAttribute('aria-rowindex') === String(wantedRow)
      );
    },
    [row, column] as const,
  );

describe('by keyboard,', () => {
  test('the first Tab stop is the skip link, and menu and navbar follow in their visible order', async () => {
    const { page, troubles } = await open('/ad/category-setting?product_id=1');
    await press(page, 'Tab');
    const stops: string[] = [await focused(page)];
    for (let stop = 0; stop < 55; stop += 1) {
      await press(page, 'Tab');
      stops.push(await focused(page));
    }
    expect(stops[0]).toBe('本文へ移動');
    // The label of the bell contains the number of pending tasks once the dashboard has loaded it.
    const order = [
      /^ダッシュボード$/,
      /^アトリビューション$/,
      /^リファレンスログ$/,
      /^プロダクト：花いろコスメ オンラインショップ$/,
      /^言語$/,
      /^テーマ$/,
      /^通知(?:、.+)?$/,
      /^アカウント$/,
    ];
    const places = order.map(name => stops.findIndex(stop => name.test(stop)));
    expect(
      places.every(place => place > 0),
      JSON.stringify(stops),
    ).toBe(true);
    expect([...places].sort((a, b) => a - b)).toEqual(places);
    expect(troubles).toEqual([]);
  });

  test('the skip link moves the focus into the content, and a menu entry moves it to the heading of its screen', async () => {
    const { page, troubles } = await open('/ad/category-setting?product_id=1');
    const skip = page.getByRole('link', { name: '本文へ移動' });
    await skip.focus();
    await press(page, 'Enter');
    await page.waitForFunction(() => document.activeElement?.id === 'main');
    const link = page
      .getByRole('navigation', { name: 'メインメニュー' })
      .getByRole('link', { name: 'リファレンスログ' });
    await link.focus();
    await press(page, 'Enter');
    await page.waitForURL('**/log/reference*');
    await page.waitForFunction(
      () =>
        document.activeElement?.tagName === 'H1' && document.activeElement.textContent === 'リファレンスログ',
    );
    expect(await page.getByRole('link', { name: 'リファレンスログ' }).getAttribute('aria-current')).toBe(
      'page',
    );
    expect(troubles).toEqual([]);
  });

  test('the menu of a narrow window opens over the page and keeps the focus until Escape returns it', async () => {
    const { page, troubles } = await open('/ad/category-setting?product_id=1', { width: 390, height: 800 });
    const button = page.getByRole('button', { name: 'メニュー', exact: true });
    await button.focus();
    await press(page, 'Enter');
    await page.waitForFunction(
      () =>
        document.activeElement?.closest('nav') !== null || document.activeElement?.closest('#menu') !== null,
    );
    for (let stop = 0; stop < 8; stop += 1) {
      await press(page, 'Tab');
      expect(await page.evaluate(() => document.activeElement?.closest('.workplace') === null)).toBe(true);
    }
    await press(page, 'Escape');
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'メニュー');
    expect(await button.getAttribute('aria-expanded')).toBe('false');
    expect(troubles).toEqual([]);
  });

  test('the commands of a selection return the focus: to their button when they are cancelled, else to the grid', async () => {
    const { page, troubles } = await open('/ad/category-setting?product_id=1');
    const grid = page.getByRole('grid');
    const bar = page.locator('.tp-selection');
    const remove = bar.getByRole('button', { name: '削除', exact: true });
    const select = async () => {
      await grid.locator('[data-row="1"][data-column="+select"]').click();
      await remove.waitFor();
    };
    await select();
    await remove.focus();
    await press(page, 'Enter');
    await page.getByRole('alertdialog').waitFor();
    await press(page, 'Escape');
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await expect.poll(() => remove.evaluate(button => button === document.activeElement)).toBe(true);
    await bar.getByRole('button', { name: '選択を解除' }).focus();
    await press(page, 'Enter');
    await bar.waitFor({ state: 'detached' });
    expect(await grid.evaluate(element => element.contains(document.activeElement))).toBe(true);
    await select();
    await remove.focus();
    await press(page, 'Enter');
    await page.getByRole('alertdialog').waitFor();
    await press(page, 'Enter');
    await bar.waitFor({ state: 'detached' });
    expect(await grid.evaluate(element => element.contains(document.activeElement))).toBe(true);
    await page.getByRole('button', { name: '元に戻す' }).click();
    expect(troubles).toEqual([]);
  });

  // In the long form only: notifications.test.ts closes the panel of the bell by Escape.
  test.runIf(isLong)('Escape closes an open popover and returns the focus to its button', async () => {
    const { page, troubles, close } = await operator(browser);
    await page.goto(`${demoUrl()}/analyze/attribution`);
    await page.getByRole('row', { name: '合計' }).waitFor();
    for (const name of ['言語', 'テーマ', 'アカウント', '表示項目']) {
      const button = page.getByRole('button', { name, exact: true });
      await button.focus();
      await press(page, 'Enter');
      await page.waitForFunction(
        label => document.activeElement?.closest('[popover]')?.getAttribute('aria-label') === label,
        name,
      );
      await press(page, 'Escape');
      await page.waitForFunction(() => document.querySelector('[popover]') === null);
      expect(await button.evaluate(element => element === document.activeElement), name).toBe(true);
    }
    expect(troubles).toEqual([]);
    await close();
  });

  // In the long form only: grid.test.ts presses the keys of the grid alone.
  test.runIf(isLong)(
    'the grid is a single Tab stop and is operated with the keys of the grid pattern',
    async () => {
      const { page, troubles, close } = await operator(browser);
      await page.goto(`${demoUrl()}/analyze/attribution?product_id=1&period=90`);
      const grid = page.getByRole('grid');
      await page.getByRole('row', { name: '合計' }).waitFor();
      await settle(page);
      expect(await grid.locator('[tabindex="0"]').count()).toBe(1);
      const rows = Number(await grid.getAttribute('aria-rowcount'));
      const columns = Number(await grid.getAttribute('aria-colcount'));
      expect(rows).toBeGreaterThan(40);
      await grid.locator('[tabindex="0"]').focus();
      const [top] = await cursor(page);
      const head = top ?? NaN;
      const walk: readonly (readonly [string, number, number])[] = [
        ['ArrowRight', head, 2],
        ['ArrowDown', head + 1, 2],
        ['ArrowDown', head + 2, 2],
        ['ArrowLeft', head + 2, 1],
        ['End', head + 2, columns],
        ['Home', head + 2, 1],
        ['Control+End', rows, columns],
        ['Control+Home', head, 1],
        ['ArrowUp', head, 1],
        ['ArrowLeft', head, 1],
      ];
      for (const [key, row, column] of walk) {
        await press(page, key);
        await waitForCursor(page, row, column).catch(async () =>
          expect(await cursor(page), key).toEqual([row, column]),
        );
      }
      await press(page, 'PageDown');
      await page.waitForFunction(
        from =>
          Number(document.activeElement?.closest('[role="row"]')?.getAttribute('aria-rowindex')) > from + 2,
        head,
      );
      const [paged] = await cursor(page);
      await press(page, 'PageDown');
      await waitForCursor(page, Math.min(rows, (paged ?? 0) + (paged ?? 0) - head), 1);
      await press(page, 'PageUp');
      await waitForCursor(page, paged ?? 0, 1);
      // The focused cell is visible: neither scrolled away nor covered by the header or the totals.
      await page.waitForFunction(() => {
        const cell = document.activeElement?.getBoundingClientRect();
        const at = cell
          ? document.elementFromPoint(cell.left + cell.width / 2, cell.top + cell.height / 2)
          : null;
        return at !== null && document.activeElement?.contains(at) === true;
      });
      expect(await grid.locator('[tabindex="0"]').count()).toBe(1);
      await press(page, 'Tab');
      expect(await page.evaluate(() => document.activeElement?.closest('[role="grid"]') === null)).toBe(true);
      expect(troubles).toEqual([]);
      await close();
    },
  );

  test.runIf(isLong)(
    "Enter on a column header sorts and is announced, and Alt with the down arrow opens the header's menu",
    async () => {
      const { page, troubles, close } = await operator(browser, { who: 'user' }); // no other journey changes this user's columns here
      await page.goto(`${demoUrl()}/analyze/attribution?product_id=1&axis=network`);
      const grid = page.getByRole('grid');
      await page.getByRole('row', { name: '合計' }).waitFor();
      await settle(page);
      await grid.locator('[tabindex="0"]').focus();
      await press(page, 'ArrowRight');
      const header = page.getByRole('columnheader', { name: /^接触数/ });
      await page.waitForFunction(() => document.activeElement?.textContent?.startsWith('接触数'));
      for (const [wanted, sentence] of [
        ['descending', '接触数の降順に並べ替えました'],
        ['ascending', '接触数の昇順に並べ替えました'],
        ['none', null],
      ] as const) {
        await press(page, 'Enter');
        await grid.locator(`[role="columnheader"][aria-sort="${wanted}"][data-column="clicks"]`).waitFor();
        if (sentence !== null)
          await page.getByRole('status').filter({ hasText: sentence }).waitFor({ state: 'attached' });
        expect(await header.evaluate(element => element === document.activeElement)).toBe(true);
      }
      await press(page, 'Alt+ArrowDown');
      await page.getByRole('button', { name: '昇順に並べ替え' }).click();
      await grid.locator('[role="columnheader"][aria-sort="ascending"][data-column="clicks"]').waitFor();
      expect(troubles).toEqual([]);
      await close();
    },
  );
});
