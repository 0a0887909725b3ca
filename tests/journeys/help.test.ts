import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { axeFaults } from '../support/axe.ts';
import { launchBrowser } from '../support/browser.ts';
import { either, isLong } from '../support/long.ts';
import { demoUrl, operator, settle } from '../support/operator.ts';

/** The guides of the screens, opened and read by keyboard. */
const browser = await launchBrowser();

const WIDE = { width: 1440, height: 900 };
const NARROW = { width: 390, height: 844 };
const LOOKS = [
  {
    speaking: 'ja',
    theme: 'light',
    viewport: WIDE,
    path: '/analyze/attribution',
    button: 'この画面のヘルプ',
    help: 'ヘルプ',
    field: 'ガイドを検索',
    title: 'アトリビューション',
    query: 'ｸﾘｯｸurl',
    found: '広告設定',
    go: 'この画面を開く',
  },
  {
    speaking: 'en',
    theme: 'dark',
    viewport: NARROW,
    path: '/log/reference',
    button: 'Help for this screen',
    help: 'Help',
    field: 'Search guides',
    title: 'Reference log',
    query: 'Duplicate an AD',
    found: 'Ad settings',
    go: 'Open this screen',
  },
  {
    speaking: 'zh-CN',
    theme: 'light',
    viewport: NARROW,
    path: '/config/user',
    button: '本页帮助',
    help: '帮助',
    field: '搜索指南',
    title: '用户',
    query: '复制广告',
    found: '广告设置',
    go: '打开该页面',
  },
] as const;

const focusedText = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.textContent?.trim() ?? '');

describe.each(either(...LOOKS))('help in $speaking at $viewport.width px', look => {
  const { path, button, help, field, title, query, found, go } = look;

  test('opens by keyboard with the guide of the screen, searches, and leads to another screen', async () => {
    const { page, troubles, close } = await operator(browser, look);
    await page.goto(`${demoUrl()}${path}`);
    await settle(page);
    const opener = page.getByRole('button', { name: button, exact: true });
    await opener.focus();
    await page.keyboard.press('Enter');
    const panel = page.getByRole('dialog');
    await panel.getByRole('heading', { name: title, level: 3, exact: true }).waitFor();
    await expect.poll(() => focusedText(page)).toBe(help);
    expect(await axeFaults(page, '.help-panel', true)).toEqual([]);

    // From the title over the button that closes the panel to the search field.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type(query);
    expect(await panel.getByRole('searchbox', { name: field }).inputValue()).toBe(query);
    const result = panel.getByRole('button', { name: found, exact: true });
    await result.waitFor();
    expect(await axeFaults(page, '.help-panel', true)).toEqual([]);
    await page.keyboard.press('Tab');
    for (let stop = 0; stop < 20 && (await focusedText(page)) !== found; stop += 1)
      await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await panel.getByRole('heading', { name: found, level: 3, exact: true }).waitFor();
    await expect.poll(() => focusedText(page)).toBe(found);

    await page.keyboard.press('Tab');
    expect(await focusedText(page)).toBe(go);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/ad\/setting/);
    await panel.waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: found, level: 1, exact: true }).waitFor();
    expect(troubles).toEqual([]);
    await close();
  });

  test.runIf(isLong)('is closed by Escape, which returns the focus to its button', async () => {
    const { page, troubles, close } = await operator(browser, look);
    await page.goto(`${demoUrl()}${path}`);
    await settle(page);
    const opener = page.getByRole('button', { name: button, exact: true });
    await opener.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('heading', { level: 3 }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe(button);
    expect(troubles).toEqual([]);
    await close();
  });
});

test.runIf(isLong)('guides link to each other, and the index lists those of the menu only', async () => {
  const { page, troubles, close } = await operator(browser, { who: 'agency', speaking: 'ja' });
  await page.goto(`${demoUrl()}/dashboard`);
  await settle(page);
  await page.getByRole('button', { name: 'この画面のヘルプ' }).click();
  const panel = page.getByRole('dialog');
  await panel.getByRole('button', { name: '広告統計', exact: true }).click();
  await panel.getByRole('heading', { name: '広告統計', level: 3 }).waitFor();
  await panel.getByRole('button', { name: 'ガイド一覧' }).click();
  await panel.getByRole('heading', { name: 'ガイド一覧', level: 3 }).waitFor();
  expect(await panel.getByRole('button', { name: 'アトリビューション', exact: true }).count()).toBe(1);
  expect(await panel.getByRole('button', { name: 'エラー記録', exact: true }).count()).toBe(0);
  expect(troubles).toEqual([]);
  await close();
});
