import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { launchBrowser, resize, type Visit } from '../support/browser.ts';
import { either, isLong } from '../support/long.ts';
import { demoUrl, operator, settle } from '../support/operator.ts';

/** The positions of a grid's rows and columns when a row is selected or the window is resized. */
const browser = await launchBrowser();
const PRODUCT = 1;
const HEIGHT = 900;

const open = async (path: string, width: number): Promise<Visit> => {
  const visit = await operator(browser, { speaking: 'ja' });
  await resize(visit.page, { width, height: HEIGHT });
  await visit.page.goto(`${demoUrl()}${path}`);
  await visit.page.locator('[role="grid"] [data-row="1"]').first().waitFor();
  await settle(visit.page);
  return visit;
};

/** The top of every drawn row and of the element below the rows, in pixels. */
const topsOf = (page: Page): Promise<Record<string, number>> =>
  page.evaluate(() =>
    Object.fromEntries([
      ...[...document.querySelectorAll('[role="grid"] [data-row][data-column="+select"]')].map(
        cell => [`row ${cell.getAttribute('data-row')}`, cell.getBoundingClientRect().top] as const,
      ),
      ...[...document.querySelectorAll('.tp-list-foot')].map(
        foot => ['foot', foot.getBoundingClientRect().top] as const,
      ),
    ]),
  );

/** By how many pixels the last row of the box is cut off at its end; 0: the box ends between two rows. */
const cutOff = (page: Page): Promise<number> =>
  page.locator('.tp-scroll').evaluate(box => {
    const heightOf = (part: string) => box.querySelector<HTMLElement>(part)?.offsetHeight ?? 0;
    const row = box.querySelector('[role="grid"] [data-row="1"]')?.getBoundingClientRect().height ?? 0;
    return (box.clientHeight - heightOf('.tp-head') - heightOf('.tp-foot')) % row;
  });

describe('selecting the first row', () => {
  test.for(either('/log/cv-approve?tab=all', '/ad/setting', '/log/result-queue', '/analyze/allocation'))(
    'of %s moves no row',
    async path => {
      const widths = either(1440, 1280);
      const { page, troubles, close } = await open(
        `${path}${path.includes('?') ? '&' : '?'}product_id=${PRODUCT}`,
        widths[0],
      );
      for (const width of widths) {
        await resize(page, { width, height: HEIGHT });
        await settle(page);
        const first = page.locator('[role="grid"] [data-row="1"][data-column="+select"]');
        await first.evaluate(cell => cell.scrollIntoView({ block: 'center' }));
        const before = await topsOf(page);
        expect(Object.keys(before).length, 'number of measured rows').toBeGreaterThan(2);
        expect(await cutOff(page), `pixels of a row that is cut off: ${path} at ${width} px`).toBe(0);
        await first.click();
        await page.locator('.tp-selection').waitFor();
        expect(await topsOf(page), `positions with a selected row: ${path} at ${width} px`).toEqual(before);
        await page.locator('.tp-selection').getByRole('button', { name: '選択を解除' }).click();
        await page.locator('.tp-selection').waitFor({ state: 'detached' });
        expect(
          await topsOf(page),
          `positions after the selection was cleared: ${path} at ${width} px`,
        ).toEqual(before);
      }
      expect(troubles).toEqual([]);
      await close();
    },
  );
});

/** The widths of the columns of every grid on the page, and the width that its box clips. */
const columnsOf = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.tp-dashboard-ads .tp-scroll')].map(box => ({
      widths: [...box.querySelectorAll('.tp-heads .tp-cell')].map(cell =>
        Math.round(cell.getBoundingClientRect().width),
      ),
      clientWidth: box.clientWidth,
      clipped: box.scrollWidth - box.clientWidth,
    })),
  );

test('the grids of the dashboard fit the window after it was resized', async () => {
  const { page, troubles, close } = await open(`/dashboard?product_id=${PRODUCT}`, 800);
  for (const width of [1440, 800]) {
    await resize(page, { width, height: HEIGHT });
    await expect
      .poll(
        async () =>
          (await columnsOf(page)).map(
            ({ clientWidth, widths }) =>
              Math.abs(clientWidth - widths.reduce((sum, one) => sum + one, 0)) <= 1,
          ),
        { message: `${width} px: columns fill the grid` },
      )
      .toEqual([true, true]);
    expect(
      (await columnsOf(page)).map(({ clipped }) => clipped),
      `clipped width at ${width} px`,
    ).toEqual([0, 0]);
  }
  await resize(page, { width: 390, height: HEIGHT });
  // The name column leaves room for the sales column.
  await expect
    .poll(
      async () =>
        (await columnsOf(page)).map(
          ({ clientWidth, widths: [name = 0, sales = 0] }) => name + sales <= clientWidth,
        ),
      { message: '390 px' },
    )
    .toEqual([true, true]);
  expect(troubles).toEqual([]);
  await close();
});

test.runIf(isLong)(
  'the name column leaves room for the first figure beside a selection box and actions',
  async () => {
    const { page, troubles, close } = await operator(browser, { speaking: 'ja' });
    await resize(page, { width: 390, height: HEIGHT });
    await page.goto(`${demoUrl()}/analyze/allocation?product_id=${PRODUCT}`);
    await page.locator('[role="grid"] [data-row="1"]').first().waitFor();
    await expect
      .poll(() =>
        page.evaluate(() => {
          const row = [...document.querySelectorAll('[role="grid"] [data-row="1"]')];
          const places = row.map(cell => cell.getBoundingClientRect());
          return (places[2]?.right ?? Infinity) <= (places.at(-1)?.left ?? 0) + 1;
        }),
      )
      .toBe(true);
    expect(troubles).toEqual([]);
    await close();
  },
);
