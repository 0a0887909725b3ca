import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import {
  demoUrl,
  forged,
  sendToken,
  newTokens,
  operator,
  rest,
  settle,
  signIn,
  choose,
} from '../support/operator.ts';

/** An access token that the server refuses while the console is in use. */
const browser = await launchBrowser();

/** Returns a function that counts the renewals from now on. */
const countRenewals = (page: Page): (() => number) => {
  let count = 0;
  page.on('request', request => {
    if (request.url().endsWith('/auth/refresh/')) count += 1;
  });
  return () => count;
};

describe('a refused token', () => {
  test('is renewed once for several calls that are refused together', async () => {
    const tokens = await newTokens('admin');
    const { page, troubles, close } = await operator(browser, { tokens });
    await page.goto(`${demoUrl()}/dashboard`);
    await settle(page);
    const refreshed = countRenewals(page);
    await sendToken(page, { ...tokens, access: forged(tokens.access) });
    // The dashboard sends two requests at once.
    await choose(page, '期間', '過去7日間');
    await page.waitForURL('**period=7*');
    await settle(page);
    await page.getByRole('grid', { name: '売上上位の広告' }).getByRole('row').nth(2).waitFor();
    expect(refreshed()).toBe(1);
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(troubles).toEqual([]);
    await close();
  });

  test('that cannot be renewed at the start of the page leads to the sign-in page and then to the requested screen', async () => {
    const tokens = await newTokens('user');
    await rest('auth/signout/', undefined, { refresh: tokens.refresh });
    const { page, troubles, close } = await operator(browser, { tokens });
    await page.goto(`${demoUrl()}/log/reference?product_id=3&device=mobile&show=all`);
    await page.waitForURL('**/login?*');
    await signIn(page, 'user');
    await page.waitForURL('**/log/reference*');
    await page.getByRole('row').nth(2).waitFor();
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      product_id: '3',
      device: 'mobile',
      show: 'all',
    });
    expect(troubles).toEqual([]);
    await close();
  });
});
