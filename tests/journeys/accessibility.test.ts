import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser, type Visit } from '../support/browser.ts';
import { demoUrl, kept, operator, returning, settle } from '../support/operator.ts';

/** What axe finds, and what fits: on every screen, in both themes, in two languages, wide and narrow. */
let browser: Browser;
beforeAll(async () => { browser = await launchBrowser(); });
afterAll(() => browser?.close());

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const SCREENS = ['/login', '/dashboard', '/analyze/attribution', '/log/reference', '/log/cv'] as const;

const open = async (path: string, speaking: 'ja' | 'en', theme: 'light' | 'dark', width = 1440): Promise<Visit> => {
  const options = { theme, reducedMotion: 'reduce', viewport: { width, height: 900 } } as const;
  const visit = await (path === '/login' ? returning(browser, { ic_locale: kept(speaking) }, options) : operator(browser, { speaking, ...options }));
  await visit.page.goto(`${demoUrl()}${path}`);
  await (path === '/login' ? visit.page.locator('form').waitFor() : settle(visit.page));
  if (path !== '/login') await visit.page.getByRole('grid').first().getByRole('row').nth(2).waitFor();
  return visit;
};

const faults = async (page: Page): Promise<readonly string[]> => {
  const { violations, passes } = await new AxeBuilder({ page }).withTags(TAGS).analyze();
  expect(passes.length, 'axe looked').toBeGreaterThan(10);
  return violations.flatMap(({ id, help, nodes }) => nodes.slice(0, 3).map(({ target, failureSummary }) => `${id}: ${help} | ${target.join(' ')} | ${failureSummary ?? ''}`));
};

describe.each(SCREENS)('%s', path => {
  // Every pair of language, theme and width, without every three of them: axe takes seconds on a full grid.
  test.each([['ja', 'light', 1440], ['en', 'dark', 1440], ['ja', 'dark', 390], ['en', 'light', 390]] as const)('axe finds no fault in %s, %s, %i px', async (speaking, theme, width) => {
    const { page, troubles, close } = await open(path, speaking, theme, width);
    expect(await faults(page)).toEqual([]);
    expect(troubles).toEqual([]);
    await close();
  });

  test('nothing sticks out of a narrow screen', async () => {
    const { page, troubles, close } = await open(path, 'en', 'light');
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await page.evaluate(() => new Promise(requestAnimationFrame));
      const [scrolled, seen] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth] as const);
      expect(scrolled, `${width} px`).toBeLessThanOrEqual(seen);
    }
    expect(troubles).toEqual([]);
    await close();
  });
});
