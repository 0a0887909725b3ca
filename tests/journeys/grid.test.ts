import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DOUBLE_CLICK_MS } from '../../src/components/grid/use-click-delay.ts';
import { axeFaults, axeFaultsIn } from '../support/axe.ts';
import { launchBrowser, visit, type Visit, type Visiting } from '../support/browser.ts';
import { either, isLong } from '../support/long.ts';
import type { ReportedState } from '../support/grid/reported-state.ts';
import { servePages } from '../support/pages.ts';

/**
 * The grid alone with all its features: 500 rows of 20 columns, with selection, moving, search and actions.
 */
const browser = await launchBrowser();
let pages: Awaited<ReturnType<typeof servePages>>;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchpath-grid-'));
  pages = await servePages(resolve(import.meta.dirname, '../support/grid'), ['index.html'], folder);
});
afterAll(async () => {
  pages?.close();
  await rm(folder, { recursive: true, force: true });
});

const open = async (options: Visiting = {}, query = ''): Promise<Visit & { readonly grid: Locator }> => {
  const opened = await visit(browser, options);
  await opened.page.goto(`${pages.url}/index.html${query}`);
  const grid = opened.page.getByRole('grid');
  await grid.getByRole('row').nth(3).waitFor();
  return { ...opened, grid };
};
const reportedStateOf = (page: Page): Promise<ReportedState> =>
  page.evaluate(() => {
    if (globalThis.grid === undefined) throw new Error('the page has not begun');
    return globalThis.grid.reportedState();
  });
const press = async (page: Page, ...keys: readonly string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};
/** Row and column of the focused cell, as assistive technology counts them. */
const cursor = (page: Page): Promise<readonly number[]> =>
  page.evaluate(() => {
    const cell = document.activeElement?.closest('[aria-colindex]');
    return [
      Number(cell?.closest('[role="row"]')?.getAttribute('aria-rowindex') ?? NaN),
      Number(cell?.getAttribute('aria-colindex') ?? NaN),
    ];
  });
const enter = async (grid: Locator): Promise<void> => grid.locator('[tabindex="0"]').focus();
const fields = (grid: Locator): Promise<readonly string[]> =>
  grid
    .getByRole('columnheader')
    .evaluateAll(headers =>
      headers
        .toSorted((a, b) => Number(a.getAttribute('aria-colindex')) - Number(b.getAttribute('aria-colindex')))
        .map(header => header.getAttribute('data-column') ?? ''),
    );

describe('the keys of the grid', () => {
  test('reach every corner, and the focused cell has the right indexes and is not covered', async () => {
    const { page, grid, troubles, close } = await open();
    expect([await grid.getAttribute('aria-rowcount'), await grid.getAttribute('aria-colcount')]).toEqual([
      '501',
      '22',
    ]);
    expect(await page.locator('#root *').count()).toBeLessThanOrEqual(700);
    await enter(grid);
    for (const [key, row, column] of [
      ['Control+End', 501, 22],
      ['Home', 501, 1],
      ['ArrowRight', 501, 2],
      ['PageUp', 0, 2],
      ['Control+Home', 1, 1],
      ['End', 1, 22],
      ['ArrowDown', 2, 22],
      ['Control+ArrowDown', 501, 22],
      ['Control+ArrowUp', 1, 22],
      ['Control+ArrowLeft', 1, 1],
      ['Control+ArrowRight', 1, 22],
      ['PageDown', 0, 22],
      ['ArrowLeft', 0, 21],
    ] as const) {
      await press(page, key);
      const [atRow, atColumn] = await cursor(page);
      expect([row === 0 ? 0 : atRow, atColumn], key).toEqual([row, column]);
      expect(await grid.locator('[tabindex="0"]').count(), key).toBe(1);
      // Neither the header nor the pinned columns cover the focused cell.
      expect(
        await page.evaluate(() => {
          const box = document.activeElement?.getBoundingClientRect();
          const at = box && document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
          return at !== undefined && at !== null && document.activeElement?.contains(at) === true;
        }),
        key,
      ).toBe(true);
    }
    expect(troubles).toEqual([]);
    await close();
  });

  test.runIf(isLong)('announce the row number among the rows of all pages', async () => {
    const { page, grid, close } = await open();
    await page.evaluate(() => globalThis.grid?.give({ from: 200, count: 100, total: 950 }));
    await grid
      .locator('[aria-rowcount="951"]')
      .or(page.locator('[role="grid"][aria-rowcount="951"]'))
      .first()
      .waitFor();
    await enter(grid);
    await press(page, 'ArrowDown');
    expect(await cursor(page)).toEqual([202, 1]);
    await press(page, 'Control+End');
    expect(await cursor(page)).toEqual([301, 22]);
    await close();
  });

  test('keep the focus in the grid when its rows are replaced and when the column is hidden', async () => {
    const { page, grid, troubles, close } = await open();
    await enter(grid);
    await press(page, 'Control+End', 'ArrowLeft');
    await page.evaluate(() => globalThis.grid?.give({ from: 600, count: 40 }));
    await page.waitForFunction(
      () => document.activeElement?.closest('[role="row"]')?.getAttribute('aria-rowindex') === '641',
    );
    await press(page, 'Control+Home', 'ArrowRight', 'ArrowRight', 'Alt+ArrowDown');
    await page.getByRole('button', { name: 'この列を隠す' }).click();
    await page.waitForFunction(() => document.activeElement?.getAttribute('data-column') === 'status');
    expect((await reportedStateOf(page)).hidden).toEqual(['id']);
    expect(await grid.getAttribute('aria-colcount')).toBe('21');
    expect(troubles).toEqual([]);
    await close();
  });

  test("enter a cell with F2 and leave it with Escape; Enter opens the row's link and its menu", async () => {
    const { page, grid, troubles, close } = await open();
    await enter(grid);
    await press(page, 'ArrowDown', 'ArrowRight', 'F2');
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('A');
    await press(page, 'ArrowDown', 'Escape');
    expect(await cursor(page)).toEqual([2, 2]);
    await press(page, 'Enter', 'End', 'Enter');
    await page.getByRole('menu').waitFor();
    await press(page, 'ArrowDown', 'Enter');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    expect(await cursor(page)).toEqual([2, 22]);
    await press(page, 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter');
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['編集', '復元']);
    expect(await page.getByRole('menuitem', { name: '編集' }).isDisabled()).toBe(true);
    await press(page, 'Escape');
    expect(await cursor(page)).toEqual([5, 22]);
    expect((await reportedStateOf(page)).ran).toEqual(['open 春の新作 1', 'remove 春の新作 1']);
    expect(troubles).toEqual([]);
    await close();
  });
});

describe('the scroll box of the grid', () => {
  test('shows a button to the first row beyond 200 px, which moves the focus, too', async () => {
    const { page, grid, troubles, close } = await open();
    const top = page.getByRole('button', { name: '先頭の行へ' });
    const scroll = (to: number) =>
      grid.evaluate((box, y) => {
        box.scrollTop = y;
      }, to);
    await scroll(200);
    await page.waitForFunction(() => document.querySelector('[role="grid"]')?.scrollTop === 200);
    expect(await top.count()).toBe(0);
    await scroll(201);
    await top.waitFor();
    if (isLong) expect(await axeFaults(page)).toEqual([]);
    await top.click();
    await top.waitFor({ state: 'detached' });
    expect(await grid.evaluate(box => box.scrollTop)).toBe(0);
    expect((await cursor(page))[0]).toBe(2);
    expect(troubles).toEqual([]);
    await close();
  });
});

describe('an id that is a link', () => {
  test('is followed once by a click or Enter, and copied without being followed by a double click or Ctrl+C', async () => {
    const { page, grid, troubles, close } = await open(
      { permissions: ['clipboard-read', 'clipboard-write'] },
      '?ids',
    );
    const link = grid.locator('[data-column="id"][data-row="1"] a');
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    const idle = () => page.waitForTimeout(DOUBLE_CLICK_MS * 2);
    await link.dblclick();
    await expect.poll(async () => (await reportedStateOf(page)).ran).toEqual(['copied 春の新作 1']);
    expect(await clipboard()).toBe('9007199254740993');
    await idle();
    await link.click();
    await expect
      .poll(async () => (await reportedStateOf(page)).ran)
      .toEqual(['copied 春の新作 1', 'open 春の新作 1']);
    await page.evaluate(() => navigator.clipboard.writeText(''));
    await press(page, 'Control+c');
    await expect.poll(clipboard).toBe('9007199254740993');
    await press(page, 'Enter');
    await idle();
    expect((await reportedStateOf(page)).ran).toEqual([
      'copied 春の新作 1',
      'open 春の新作 1',
      'copied 春の新作 1',
      'open 春の新作 1',
    ]);
    // The browser followed no link beside the grid.
    expect(new URL(page.url()).hash).toBe('');
    expect(troubles).toEqual([]);
    await close();
  });
});

describe('rows of the grid', () => {
  test('are selected one by one, by range and all at once, and the header and the status announce it', async () => {
    const { page, grid, close } = await open();
    const head = grid.getByRole('checkbox', { name: '表示中の行をすべて選択' });
    await enter(grid);
    await press(page, 'ArrowDown', 'ArrowRight', ' ');
    expect((await reportedStateOf(page)).selected).toHaveLength(1);
    expect(await head.evaluate(box => (box as HTMLInputElement).indeterminate)).toBe(true);
    await press(page, 'Shift+ArrowDown', 'Shift+ArrowDown');
    await page.getByRole('status').filter({ hasText: '3件選択中' }).waitFor({ state: 'attached' });
    expect(await grid.locator('[role="row"][aria-selected="true"]').count()).toBe(3);
    await grid.locator('[data-column="+select"][data-row="6"]').click({ modifiers: ['Shift'] });
    expect((await reportedStateOf(page)).selected).toHaveLength(6);
    await grid.locator('[data-column="+select"][data-row="2"] input').click();
    expect((await reportedStateOf(page)).selected).toHaveLength(5);
    await press(page, 'Control+a');
    expect((await reportedStateOf(page)).selected).toHaveLength(500);
    expect(await head.isChecked()).toBe(true);
    await head.click();
    expect((await reportedStateOf(page)).selected).toEqual([]);
    expect(await grid.getAttribute('aria-multiselectable')).toBe('true');
    await close();
  });

  test.runIf(isLong)('stay selected when another page is loaded', async () => {
    const { page, grid, close } = await open();
    await grid.locator('[data-column="+select"][data-row="1"]').click();
    await page.evaluate(() => globalThis.grid?.give({ from: 500, count: 50, total: 550 }));
    await page.locator('[role="grid"][aria-rowcount="551"]').waitFor();
    await grid.getByRole('checkbox', { name: '表示中の行をすべて選択' }).click();
    expect((await reportedStateOf(page)).selected).toHaveLength(51);
    await close();
  });
});

describe('a column of the grid', () => {
  test('is moved by mouse without sorting, and Escape cancels the move', async () => {
    const { page, grid, troubles, close } = await open();
    const [from, to] = [
      await grid.locator('[role="columnheader"][data-column="figure2"]').boundingBox(),
      await grid.locator('[role="columnheader"][data-column="status"]').boundingBox(),
    ];
    if (from === null || to === null) throw new Error('no headers');
    const drag = async (): Promise<void> => {
      await page.mouse.move(from.x + 20, from.y + 20);
      await page.mouse.down();
      await page.mouse.move(from.x - 30, from.y + 20, { steps: 3 });
      await page.mouse.move(to.x + 10, to.y + 20, { steps: 3 });
    };
    await drag();
    await press(page, 'Escape');
    await page.mouse.up();
    expect((await reportedStateOf(page)).order).toEqual([]);
    await drag();
    await page.mouse.up();
    await page.waitForFunction(() => (globalThis.grid?.reportedState().order.length ?? 0) > 0);
    expect((await fields(grid)).slice(0, 6)).toEqual(['+select', 'name', 'id', 'figure2', 'status', 'day']);
    expect(await grid.locator('[aria-sort="ascending"], [aria-sort="descending"]').count()).toBe(0);
    expect(troubles).toEqual([]);
    await close();
  });

  test('is moved by touch after a long press on the header', async () => {
    const { page, grid, close } = await open({ hasTouch: true });
    const [from, to] = [
      await grid.locator('[role="columnheader"][data-column="figure1"]').boundingBox(),
      await grid.locator('[role="columnheader"][data-column="id"]').boundingBox(),
    ];
    if (from === null || to === null) throw new Error('no headers');
    const session = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x, y: from.y + 20 }],
      });
    await touch('touchStart', from.x + 20);
    await page.locator('.tp-drop').waitFor({ state: 'attached' });
    for (const part of [0.3, 0.6, 1])
      await touch('touchMove', from.x + 20 + (to.x + 10 - from.x - 20) * part);
    await touch('touchEnd');
    await page.waitForFunction(() => globalThis.grid?.reportedState().order[0] === 'figure1');
    await close();
  });

  test('is moved by menu and keys with the focus, and its new position is announced', async () => {
    const { page, grid, close } = await open();
    await grid.locator('[role="columnheader"][data-column="day"]').focus();
    await enter(grid);
    await press(page, 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'Alt+ArrowDown');
    await page.getByRole('button', { name: '先頭へ移動' }).click();
    await page
      .getByRole('status')
      .filter({ hasText: '開始日を 20列中2番目に移動しました' })
      .waitFor({ state: 'attached' });
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-column'))).toBe('day');
    await press(page, 'Control+Shift+ArrowRight');
    expect((await fields(grid)).slice(0, 5)).toEqual(['+select', 'name', 'id', 'day', 'status']);
    expect(await cursor(page)).toEqual([1, 4]);
    await press(page, 'Alt+ArrowDown');
    await page.getByRole('button', { name: '左へ移動' }).click();
    expect((await reportedStateOf(page)).order.slice(0, 3)).toEqual(['day', 'id', 'status']);
    expect(await cursor(page)).toEqual([1, 3]);
    await press(page, 'Alt+ArrowDown');
    expect(await page.getByRole('button', { name: '左へ移動' }).isDisabled()).toBe(true);
    await close();
  });

  test.runIf(isLong)(
    'is resized by mouse, by a double click on its edge and by menu, and can be reset',
    async () => {
      const { page, grid, close } = await open();
      const header = grid.locator('[role="columnheader"][data-column="id"]');
      const edge = await header.locator('.tp-edge').boundingBox();
      if (edge === null) throw new Error('no edge');
      await page.mouse.move(edge.x + 4, edge.y + 10);
      await page.mouse.down();
      await page.mouse.move(edge.x + 64, edge.y + 10, { steps: 4 });
      expect((await reportedStateOf(page)).widths).toEqual({});
      await page.mouse.up();
      await page.waitForFunction(() => globalThis.grid?.reportedState().widths['id'] === 244);
      await header.locator('.tp-edge').dblclick();
      await page.waitForFunction(() => {
        const width = globalThis.grid?.reportedState().widths['id'] ?? 0;
        return width > 100 && width < 200;
      });
      await header.hover();
      await header.locator('[data-menu]').click();
      await page.getByRole('button', { name: '幅を元に戻す' }).click();
      expect((await reportedStateOf(page)).widths).toEqual({});
      await close();
    },
  );
});

test.runIf(isLong)(
  'a column pinned by the menu of its header stays beside the name column when the grid scrolls',
  async () => {
    const { page, grid, close } = await open();
    const id = grid.locator('[data-row="1"][data-column="id"]');
    const pin = async (name: string) => {
      const header = grid.locator('[data-row="0"][data-column="id"]');
      await header.hover();
      await header.locator('[data-menu]').click();
      await page.getByRole('button', { name, exact: true }).press('Enter');
    };
    const far = () => grid.evaluate(element => element.scrollTo(4000, 0));
    await far();
    await id.waitFor({ state: 'detached' });
    await grid.evaluate(element => element.scrollTo(0, 0));
    await pin('この列まで固定');
    await far();
    const [name, pinned] = [
      await grid.locator('[data-row="1"][role="rowheader"]').boundingBox(),
      await id.boundingBox(),
    ];
    expect(Math.round(pinned!.x)).toBe(Math.round(name!.x + name!.width));
    await pin('固定を解除');
    await far();
    // The focused cell is drawn, but it scrolled away with the unpinned columns.
    await expect.poll(async () => (await id.boundingBox())?.x ?? 0).toBeLessThan(name!.x);
    await close();
  },
);

describe('the search in the grid', () => {
  test('finds words in the displayed text in any width and case, and announces the number of matches', async () => {
    const { page, grid, close } = await open();
    const field = page.getByRole('searchbox', { name: '表内を検索' });
    await field.fill('uv 12');
    await page
      .getByRole('status')
      .filter({ hasText: /^\d+件見つかりました$/ })
      .waitFor({ state: 'attached' });
    const names = await grid.getByRole('rowheader').allInnerTexts();
    expect(names.length).toBeGreaterThan(0);
    expect(names.every(name => name.includes('ＵＶ'))).toBe(true);
    await field.fill('クリスマス 3');
    await grid.getByRole('rowheader').filter({ hasText: 'ｸﾘｽﾏｽ 3' }).first().waitFor();
    await field.fill('nowhere');
    await page.getByText('一致する行がありません。').waitFor();
    await field.fill('');
    await page.locator('[role="grid"][aria-rowcount="501"]').waitFor();
    await close();
  });

  test.runIf(isLong)('waits until the input method has finished composing', async () => {
    const { page, close } = await open();
    const field = page.getByRole('searchbox', { name: '表内を検索' });
    await field.focus();
    const session = await page.context().newCDPSession(page);
    for (const text of ['ｔ', 'た', 'たい', 'たいｚ', 'たいじ']) {
      await session.send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      });
      expect(await field.inputValue()).toBe(text);
      expect((await reportedStateOf(page)).quick, text).toBe('');
    }
    await session.send('Input.insertText', { text: '太字' });
    await page.waitForFunction(() => globalThis.grid?.reportedState().quick === '太字');
    expect(await field.inputValue()).toBe('太字');
    await page.getByRole('rowheader').filter({ hasText: '<b>太字</b> 5' }).first().waitFor();
    await close();
  });
});

describe('the id of a row', () => {
  test.each(either(['finger', true], ['mouse', false]))(
    'is copied completely by two taps of a %s and by keys',
    async (_, hasTouch) => {
      const { page, grid, close } = await open({
        hasTouch,
        permissions: ['clipboard-read', 'clipboard-write'],
      });
      const cell = grid.locator('[data-column="id"][data-row="2"]');
      if (hasTouch) await cell.tap().then(() => cell.tap());
      else await cell.dblclick();
      await page.waitForFunction(() => globalThis.grid?.reportedState().ran.length === 1);
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('9007199254740994');
      await press(page, 'ArrowDown', 'Control+c');
      await page.waitForFunction(() => globalThis.grid?.reportedState().ran.length === 2);
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('9007199254740995');
      await close();
    },
  );
});

test('a number that is wider than its cell is given completely to mouse, touch, keyboard and screen reader', async () => {
  const { page, grid, troubles, close } = await open({ hasTouch: true });
  const cell = grid.locator('[data-column="figure16"][data-row="3"]');
  await enter(grid);
  await press(page, 'Control+End', 'Control+Home', 'End', 'ArrowLeft', 'ArrowDown', 'ArrowDown', 'ArrowDown');
  const [sign, fullText] = [cell.locator('[aria-hidden="true"]'), cell.locator('.visually-hidden')];
  expect(await sign.innerText()).toBe('####');
  const number = (await fullText.textContent()) ?? '';
  expect(number).toMatch(/^\d{1,3}(,\d{3}){3}$/);
  const popover = page.getByRole('dialog', { name: '数値16' });
  await press(page, 'F2');
  await popover.getByText(number, { exact: true }).waitFor();
  await press(page, 'Escape');
  await popover.waitFor({ state: 'detached' });
  expect(await cell.evaluate(element => element === document.activeElement)).toBe(true);
  await cell.tap();
  await popover.getByText(number, { exact: true }).waitFor();
  await press(page, 'Escape');
  await cell.hover();
  expect(await cell.getAttribute('title')).toBe(number);
  await grid.locator('[data-column="figure15"]').nth(3).tap();
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(troubles).toEqual([]);
  await close();
});

test('a deleted row is marked by a word', async () => {
  const { grid, close } = await open();
  const row = grid.getByRole('row').filter({ hasText: '削除済み' }).first();
  expect(await row.getByRole('rowheader').locator('del').innerText()).toContain('Été à Paris 4');
  expect(await row.locator('[data-column="status"]').innerText()).toBe('削除');
  expect(await row.locator('[data-column="day"]').innerText()).toBe('2024/02/29');
  await close();
});

test.each(either([390, 'dark', '?en'] as const, [1440, 'light', ''] as const))(
  'the grid has no axe faults at %d px in the %s theme, with selected and deleted rows',
  async (width, theme, query) => {
    const { page, grid, troubles, close } = await open({ viewport: { width, height: 800 } }, query);
    await page.evaluate(name => {
      document.documentElement.dataset['theme'] = name;
      document.documentElement.lang = 'ja';
    }, theme);
    await grid.locator('[data-column="+select"][data-row="4"]').click();
    expect(await axeFaults(page)).toEqual([]);
    await grid.locator('[data-column="+actions"][data-row="1"]').click();
    await page.getByRole('menu').waitFor();
    expect(await axeFaultsIn(page, '[popover]')).toEqual([]);
    expect(troubles).toEqual([]);
    await close();
  },
);
