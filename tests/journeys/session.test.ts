import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { COMPANY, demoUrl, emailOf, forged, handOver, keptSession, newTokens, operator, PASSWORD, rest, settle, signIn } from '../support/operator.ts';

/** What happens in the middle of the work when the server does not take the access token any more. */
const browser = await launchBrowser();

/** Counts the requests whose operation has this name. */
const counting = (page: Page, operation: string): (() => number) => {
  let count = 0;
  page.on('request', request => { if (request.url().endsWith('/graphql') && (request.postData() ?? '').includes(`mutation ${operation}`)) count += 1; });
  return () => count;
};

describe('a refused access token', () => {
  test('is renewed once at the start, and the screen shows its data', async () => {
    const tokens = await newTokens('admin');
    const { page, troubles, close } = await operator(browser, { tokens: { ...tokens, access: forged(tokens.access) } });
    const refreshed = counting(page, 'RefreshTokens');
    await page.goto(`${demoUrl()}/dashboard`);
    await page.getByRole('region', { name: '主な指標' }).getByRole('button').first().waitFor();
    expect(refreshed()).toBe(1);
    const stored = await page.evaluate(() => localStorage.getItem('ic_session'));
    expect(stored).not.toContain(forged(tokens.access));
    expect(troubles).toEqual([]);
    await close();
  });

  test('is renewed once for several calls that are refused together', async () => {
    const tokens = await newTokens('admin');
    const session = randomUUID();
    const { page, troubles, close } = await operator(browser, { stored: { ic_session: keptSession(tokens, session) } });
    const refreshed = counting(page, 'RefreshTokens');
    await page.goto(`${demoUrl()}/dashboard`);
    await settle(page);
    await handOver(page, session, { ...tokens, access: forged(tokens.access) });
    await page.waitForFunction(token => localStorage.getItem('ic_session')?.includes(token), forged(tokens.access));
    // The dashboard asks two things at once.
    await page.getByRole('radio', { name: '過去7日間' }).click({ force: true });
    await page.waitForURL('**days=7*');
    await settle(page);
    await page.getByRole('grid', { name: '成果の大きい広告' }).getByRole('row').nth(2).waitFor();
    expect(refreshed()).toBe(1);
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(troubles).toEqual([]);
    await close();
  });

  test('that cannot be renewed asks to sign in again, and then shows what one had just asked for', async () => {
    const tokens = await newTokens('admin');
    const session = randomUUID();
    const { page, troubles, close } = await operator(browser, { stored: { ic_session: keptSession(tokens, session) } });
    await page.goto(`${demoUrl()}/analyze/attribution?product_id=2&axis=category&period=90`);
    await page.getByRole('row', { name: '合計' }).waitFor();
    await rest('auth/signout/', undefined, { refresh: tokens.refresh });
    await handOver(page, session, { ...tokens, access: forged(tokens.access) });
    await page.waitForFunction(token => localStorage.getItem('ic_session')?.includes(token), forged(tokens.access));
    await page.getByRole('radio', { name: '終点' }).click({ force: true });
    // On the sign-in page or in a dialog over the screen: what is known already need not be asked.
    const password = page.getByLabel('パスワード', { exact: true });
    await password.waitFor();
    await page.getByText('有効期限が切れました。').first().waitFor();
    expect(await page.evaluate(() => localStorage.getItem('ic_session'))).toBeNull();
    for (const [label, text] of [['会社ID', COMPANY], ['メールアドレス', emailOf('admin')]] as const) {
      const field = page.getByLabel(label, { exact: true });
      if (await field.isVisible()) await field.fill(text);
    }
    await password.fill(PASSWORD);
    await page.getByRole('button', { name: 'ログイン', exact: true }).click();
    await password.waitFor({ state: 'detached' });
    await page.getByRole('row', { name: '合計' }).waitFor();
    await page.getByText('モデル「終点」').first().waitFor();
    const { pathname, searchParams } = new URL(page.url());
    expect({ pathname, ...Object.fromEntries(searchParams) }).toEqual({ pathname: '/analyze/attribution', product_id: '2', axis: 'category', period: '90', model: '5' });
    expect(troubles).toEqual([]);
    await close();
  });

  test('that cannot be renewed when the page is opened leads to the sign-in page, and from there to where one wanted to go', async () => {
    const tokens = await newTokens('user');
    await rest('auth/signout/', undefined, { refresh: tokens.refresh });
    const { page, troubles, close } = await operator(browser, { tokens: { ...tokens, access: forged(tokens.access) } });
    await page.goto(`${demoUrl()}/log/reference?product_id=3&device=mobile&show=all`);
    await page.waitForURL('**/login?*');
    await signIn(page, 'user');
    await page.waitForURL('**/log/reference*');
    await page.getByRole('row').nth(2).waitFor();
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ product_id: '3', device: 'mobile', show: 'all' });
    expect(troubles).toEqual([]);
    await close();
  });
});
