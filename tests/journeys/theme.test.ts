import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { either } from '../support/long.ts';
import { demoUrl, operator, returning, settle } from '../support/operator.ts';

/** The light, the dark and the system theme. */
const browser = await launchBrowser();

const themeOf = (page: Page): Promise<string | null> => page.locator('html').getAttribute('data-theme');
/** The brightness of the page's background, from 0 to 255. */
const lightness = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const pen = document.createElement('canvas').getContext('2d');
    if (pen === null) throw new Error('no canvas');
    for (const element of [document.documentElement, document.body]) {
      pen.fillStyle = getComputedStyle(element).backgroundColor;
      pen.fillRect(0, 0, 1, 1);
    }
    const [red = 0, green = 0, blue = 0] = pen.getImageData(0, 0, 1, 1).data;
    return (red + green + blue) / 3;
  });

describe('the theme', () => {
  test.each([
    ['light', 'dark', 'light'] as const,
    ...either(
      ['system', 'dark', 'dark'] as const,
      ['dark', 'light', 'dark'] as const,
      ['system', 'light', 'light'] as const,
    ),
  ])(
    '%s on a %s system is applied before any script of the console runs',
    async (theme, colorScheme, shown) => {
      const { page, close } = await returning(browser, {}, { theme, colorScheme });
      await page.route(
        url => url.pathname.startsWith('/assets/') && url.pathname.endsWith('.js'),
        route => route.abort(),
      );
      await page.goto(`${demoUrl()}/login`);
      expect(await page.locator('#root').innerHTML()).toBe('');
      expect(await themeOf(page)).toBe(shown);
      expect((await lightness(page)) < 128).toBe(shown === 'dark');
      await close();
    },
  );

  test('is light in print, for charts too, and dark again afterwards', async () => {
    const { page, troubles, close } = await operator(browser, { theme: 'dark' });
    await page.goto(`${demoUrl()}/analyze/term?product_id=1`);
    await settle(page);
    const word = page.locator('.tp-canvas svg text').first();
    const drawn = () => word.getAttribute('fill');
    const before = await drawn();
    await page.emulateMedia({ media: 'print' });
    await page.locator('html[data-theme="light"]').waitFor({ state: 'attached' });
    expect(await lightness(page)).toBeGreaterThan(128);
    await expect.poll(drawn).not.toBe(before);
    await page.emulateMedia({ media: null });
    await page.locator('html[data-theme="dark"]').waitFor({ state: 'attached' });
    await expect.poll(drawn).toBe(before);
    expect(troubles).toEqual([]);
    await close();
  });

  test('prints the chart of a dashboard that was not scrolled to it at 390 px', async () => {
    const { page, troubles, close } = await operator(browser, { viewport: { width: 390, height: 844 } });
    await page.goto(`${demoUrl()}/?product_id=1`);
    await settle(page);
    const drawing = page.locator('main .tp-canvas svg');
    expect(await drawing.count()).toBe(0);
    await page.emulateMedia({ media: 'print' });
    await drawing.first().waitFor();
    expect(troubles).toEqual([]);
    await close();
  });

  test('shows what is chosen in forced colours, which remove backgrounds', async () => {
    const { page, troubles, close } = await operator(browser);
    await page.emulateMedia({ forcedColors: 'active' });
    const seen = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate(element => {
          const { backgroundColor, outlineStyle } = getComputedStyle(element);
          return `${backgroundColor} ${outlineStyle}`;
        });
    for (const [path, chosen, other] of [
      [
        '/analyze/term?product_id=1',
        '.p-selectbutton .p-highlight',
        '.p-selectbutton .p-button:not(.p-highlight)',
      ],
      ['/dashboard', '.tp-card:has([aria-pressed="true"])', '.tp-card:has([aria-pressed="false"])'],
    ] as const) {
      await page.goto(`${demoUrl()}${path}`);
      await settle(page);
      expect(await seen(chosen), path).not.toBe(await seen(other));
    }
    await page.goto(`${demoUrl()}/analyze/term?product_id=1`);
    await settle(page);
    const highlight = await page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement('i'));
      probe.style.cssText = 'forced-color-adjust: none; background: Highlight';
      const { backgroundColor } = getComputedStyle(probe);
      probe.remove();
      return backgroundColor;
    });
    expect(await seen('.p-selectbutton .p-highlight'), 'the system colour of what is selected').toBe(
      `${highlight} none`,
    );
    await page.keyboard.press('Control+k');
    await page.locator('.palette [data-selected="true"]').waitFor();
    expect(await seen('.palette [data-selected="true"]')).not.toBe(
      await seen('.palette [data-selected="false"]'),
    );
    expect(troubles).toEqual([]);
    await close();
  });

  test('follows the system while the page is open', async () => {
    const { page, troubles, close } = await operator(browser, { theme: 'system', colorScheme: 'light' });
    await page.goto(`${demoUrl()}/config/agency`);
    await settle(page);
    for (const colorScheme of ['dark', 'light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.locator(`html[data-theme="${colorScheme}"]`).waitFor({ state: 'attached' });
      await expect.poll(async () => (await lightness(page)) < 128).toBe(colorScheme === 'dark');
    }
    expect(troubles).toEqual([]);
    await close();
  });

  test('changes at once when chosen in the menu, survives a reload and no longer follows the system', async () => {
    const { page, troubles, close } = await operator(browser, { theme: 'system', colorScheme: 'light' });
    await page.goto(`${demoUrl()}/config/agency`);
    await settle(page);
    await page.getByRole('button', { name: 'テーマ', exact: true }).click();
    await page.getByRole('menuitemradio', { name: 'ダーク' }).click();
    await page.locator('html[data-theme="dark"]').waitFor({ state: 'attached' });
    await page.reload();
    await settle(page);
    expect(await themeOf(page)).toBe('dark');
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.emulateMedia({ colorScheme: 'light' });
    expect(await themeOf(page)).toBe('dark');
    await page.getByRole('button', { name: 'テーマ', exact: true }).click();
    expect(await page.getByRole('menuitemradio', { name: 'ダーク' }).getAttribute('aria-checked')).toBe(
      'true',
    );
    expect(troubles).toEqual([]);
    await close();
  });
});
