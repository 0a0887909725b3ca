import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { launchBrowser, visit } from '../support/browser.ts';
import { either, isLong } from '../support/long.ts';
import { demoUrl, storedText, operator, settle } from '../support/operator.ts';

/** All texts of the console in its three languages. */
const browser = await launchBrowser();

const texts = (locale: string): Readonly<Record<string, string>> =>
  JSON.parse(
    readFileSync(resolve(import.meta.dirname, `../../src/messages/${locale}.json`), 'utf8'),
  ) as Record<string, string>;
const NAMES = { ja: '日本語', en: 'English', 'zh-CN': '简体中文' } as const;
type Locale = keyof typeof NAMES;
const LOCALES: readonly Locale[] = ['en', 'zh-CN', 'ja'];
const SCREENS = either(
  ['/analyze/attribution', 'analysis.attribution.title'],
  ['/dashboard', 'dashboard.title'],
  ['/log/reference', 'log.reference.title'],
);
const IDS = Object.keys(texts('ja')).filter(id => id.includes('.'));

/**
 * Returns the texts of the console itself: texts, labels, titles and placeholders, without the customer's
 * data in cells and charts.
 */
const visibleText = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const words: string[] = [document.title];
    const data =
      '[role="gridcell"], [role="rowheader"], canvas, svg, [lang]:not(html), .product-choice, .avatar-button, .tp-chart [role="img"]';
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node instanceof Element ? node : node.parentElement;
      if (element === null || element.closest(`${data}, script, style`) !== null) continue;
      if (node instanceof Element)
        words.push(
          ...['aria-label', 'title', 'placeholder', 'alt', 'aria-roledescription'].map(
            name => node.getAttribute(name) ?? '',
          ),
        );
      else words.push(node.textContent ?? '');
    }
    return words.filter(word => word.trim() !== '').join('\n');
  });

/** Words in Latin letters that Japanese texts may contain. */
const TRADE =
  /\b(API|CV|CVR|CPA|ROAS|ROI|ASP|LPO?|URL|IP|ID|OS|PC|xclid|Touchpath|Asia|Tokyo|Enter|Alt|Ctrl|Shift|Space|Escape|yyyy|MM|dd)\b/g;

describe('with three languages,', () => {
  test('the sign-in page switches its language at once, stores it and shows no message id', async () => {
    const { page, troubles, close } = await visit(browser);
    await page.goto(`${demoUrl()}/login`);
    expect(await page.locator('html').getAttribute('lang')).toBe('ja');
    for (const locale of LOCALES) {
      await page.getByRole('combobox').filter({ hasText: NAMES.en }).selectOption(locale);
      await page
        .getByRole('heading', { level: 1, name: texts(locale)['login.title'] ?? '?', exact: true })
        .waitFor();
      expect(await page.locator('html').getAttribute('lang')).toBe(locale);
      expect(await page.evaluate(() => localStorage.getItem('ic_locale'))).toContain(`"${locale}"`);
      const all = await visibleText(page);
      expect(IDS.filter(id => all.includes(id))).toEqual([]);
    }
    expect(troubles).toEqual([]);
    await close();
  });

  test('a screen switches its language at once, keeps it over a reload, shows no message id and no other Latin words in Japanese than common abbreviations', async () => {
    const { page, troubles, close } = await operator(browser, { speaking: 'ja' });
    let now: Locale = 'ja';
    for (const [path, title] of SCREENS) {
      await page.goto(`${demoUrl()}${path}`);
      await settle(page);
      const lists = page.locator('[aria-haspopup="listbox"]');
      const opens = (await lists.count()) > 0;
      if (opens) {
        await lists.first().focus();
        await lists.first().press('ArrowDown');
        await page.locator('[role="option"]').first().waitFor();
      }
      expect(
        [...new Set((await visibleText(page)).replace(TRADE, ' ').match(/[A-Za-z]{2,}/g) ?? [])],
        path,
      ).toEqual([]);
      if (opens) await page.keyboard.press('Escape');
      for (const locale of LOCALES) {
        await page.getByRole('button', { name: texts(now)['shell.language'] ?? '?', exact: true }).click();
        await page.getByRole('menuitemradio', { name: NAMES[locale] }).click();
        await page
          .getByRole('heading', { level: 1, name: texts(locale)[title] ?? '?', exact: true })
          .waitFor();
        now = locale;
        expect(await page.locator('html').getAttribute('lang')).toBe(locale);
        await settle(page);
        const all = await visibleText(page);
        expect(
          IDS.filter(id => all.includes(id)),
          `message ids on ${path} in ${locale}`,
        ).toEqual([]);
        if (locale === 'zh-CN') {
          await page.reload();
          await page
            .getByRole('heading', { level: 1, name: texts(locale)[title] ?? '?', exact: true })
            .waitFor();
        }
      }
    }
    // The server gives the names of built-in roles, which are loaded again in the chosen language.
    await page.goto(`${demoUrl()}/config/user?product_id=1`);
    for (const locale of either('en', 'zh-CN', 'ja')) {
      await settle(page);
      await page.getByRole('button', { name: texts(now)['shell.language'] ?? '?', exact: true }).click();
      await page.getByRole('menuitemradio', { name: NAMES[locale] }).click();
      const role = texts(locale)['role.base.admin'] ?? '?';
      await page.getByRole('gridcell', { name: role, exact: true }).first().waitFor();
      now = locale;
    }
    expect(troubles).toEqual([]);
    await close();
  });

  test.runIf(isLong)('a language chosen in another tab is not overwritten by this tab', async () => {
    const { page, troubles, close } = await operator(browser, { speaking: 'en' });
    await page.goto(`${demoUrl()}/config/agency`);
    await settle(page);
    await page.evaluate(text => localStorage.setItem('ic_locale', text), storedText('zh-CN'));
    await page.evaluate(() => history.pushState({}, '', '/log/cv-approve'));
    await page
      .getByRole('heading', { level: 1, name: texts('en')['log.approval.title'] ?? '?', exact: true })
      .waitFor();
    await settle(page);
    await page.reload();
    await page
      .getByRole('heading', { level: 1, name: texts('zh-CN')['log.approval.title'] ?? '?', exact: true })
      .waitFor();
    expect(troubles).toEqual([]);
    await close();
  });

  // In the long form only: log.test.ts reads the times in a browser of Los Angeles.
  test.runIf(isLong)(
    "times are shown in Tokyo's time zone to browsers in the first and the last time zone",
    async () => {
      const seen = [];
      for (const timezoneId of ['America/Los_Angeles', 'Pacific/Kiritimati']) {
        const { page, troubles, close } = await operator(browser, { timezoneId });
        await page.goto(
          `${demoUrl()}/log/reference?product_id=2&period=custom&from=2026-01-01&to=${new Date().getUTCFullYear() + 1}-12-31`,
        );
        await page.getByRole('row').nth(5).waitFor();
        const times = await page
          .getByRole('row')
          .locator('[data-column="reference_time"], [data-column="first_reference_time"]')
          .allInnerTexts();
        await page.goto(`${demoUrl()}/analyze/attribution?product_id=2&axis=network`);
        await page.getByRole('row', { name: '合計' }).waitFor();
        seen.push({
          times,
          days: await page.locator('.tp-field-note').innerText(),
        });
        expect(troubles).toEqual([]);
        await close();
      }
      expect(seen[0]?.times.length).toBeGreaterThan(5);
      expect(seen[1]).toEqual(seen[0]);
    },
  );
});
