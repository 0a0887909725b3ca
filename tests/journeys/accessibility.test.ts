import { describe, expect, test } from 'vitest';
import { NAVIGATION } from '../../src/layout/navigation.ts';
import { axeFaults, FEWER_LOOKS, LOOKS } from '../support/axe.ts';
import { launchBrowser, resize, type Visit } from '../support/browser.ts';
import { either, isLong } from '../support/long.ts';
import { demoUrl, storedText, operator, restyle, returning, settle } from '../support/operator.ts';

/**
 * Runs axe on the main screens, in the long form on every screen of the menu in four looks that have both themes, all
 * languages and two widths, and checks that narrow windows do not scroll sideways.
 */
const browser = await launchBrowser();

const SCREENS = [
  '/login',
  '/dashboard',
  '/analyze/attribution',
  ...either('/log/reference', '/log/cv'),
] as const;

const drawn = async ({ page }: Visit, path: string): Promise<void> => {
  await (path === '/login' ? page.locator('form').waitFor() : settle(page));
  if (path !== '/login') await page.getByRole('grid').first().getByRole('row').nth(2).waitFor();
  if (path === '/dashboard') {
    // The explanation of changes is loaded when it comes near.
    await page.locator('.tp-changes-awaited').scrollIntoViewIfNeeded();
    await page.locator('.tp-change-table').waitFor();
  }
};

describe.each(SCREENS)('the screen %s', path => {
  test('has no axe faults and does not scroll sideways in a narrow window', async () => {
    const [first, ...others] = FEWER_LOOKS;
    const visit = await (path === '/login'
      ? returning(browser, { ic_locale: storedText(first.speaking) }, first)
      : operator(browser, first));
    const { page, troubles, close } = visit;
    await page.goto(`${demoUrl()}${path}`);
    await drawn(visit, path);
    expect(await axeFaults(page), first.theme).toEqual([]);
    for (const look of others) {
      await restyle(page, look);
      await drawn(visit, path);
      expect(await axeFaults(page), look.theme).toEqual([]);
    }
    for (const width of [390, 320]) {
      await resize(page, { width, height: 800 });
      await page.evaluate(() => new Promise(requestAnimationFrame));
      const [scrolled, seen] = await page.evaluate(
        () => [document.documentElement.scrollWidth, document.documentElement.clientWidth] as const,
      );
      expect(scrolled, `content width in a window of ${width} px`).toBeLessThanOrEqual(seen);
    }
    expect(troubles).toEqual([]);
    await close();
  });
});

/** The addresses of the menu, which have no rows of their own to wait for. */
const MENU = NAVIGATION.flatMap(({ entries }) => entries.map(({ to }) => to));

const MENU_LOOKS = [
  ...LOOKS,
  { ...LOOKS[0], theme: 'dark' },
  { ...LOOKS[1], theme: 'light', speaking: 'zh-CN' },
] as const;

describe.runIf(isLong).each(MENU_LOOKS)('in $speaking, $theme, at $viewport.width px', look => {
  test('no screen of the menu has axe faults', { timeout: 600_000 }, async () => {
    const faults: string[] = [];
    const { page, troubles, close } = await operator(browser, look);
    for (const path of MENU) {
      await page.goto(`${demoUrl()}${path}`);
      await settle(page);
      for (const fault of await axeFaults(page)) faults.push(`${path}: ${fault}`);
    }
    expect(MENU.length).toBeGreaterThan(30);
    expect(faults).toEqual([]);
    expect(troubles).toEqual([]);
    await close();
  });
});
