import { describe, expect, test } from 'vitest';
import { launchBrowser, visit } from '../support/browser.ts';
import { either, isLong } from '../support/long.ts';
import {
  COMPANY,
  demoUrl,
  emailOf,
  storedText,
  newTokens,
  operator,
  returning,
  signIn,
} from '../support/operator.ts';
import { sessionCookies } from '../support/session-cookies.ts';

/** Signing in and out, and session data in the browser. */
const browser = await launchBrowser();

describe('signing in', () => {
  test("reports a wrong password in the user's language, focuses the message and keeps the typed text", async () => {
    const { page, troubles, close } = await visit(browser);
    await page.goto(`${demoUrl()}/login`);
    await signIn(page, 'user', { password: '違う言葉 é', autoLogin: true });
    const alert = page
      .getByRole('alert')
      .filter({ hasText: 'ログインに失敗しました。ログイン情報を確認してください。' });
    await alert.waitFor();
    expect(await alert.evaluate(element => element === document.activeElement)).toBe(true);
    expect(await page.getByLabel('会社ID').inputValue()).toBe(COMPANY);
    expect(await page.getByLabel('メールアドレス').inputValue()).toBe(emailOf('user'));
    expect(await page.getByLabel('パスワード', { exact: true }).inputValue()).toBe('違う言葉 é');
    expect(await page.getByLabel('次回から自動的にログイン').isChecked()).toBe(true);

    await page.getByLabel('言語').selectOption('en');
    await page
      .getByRole('alert')
      .filter({ hasText: 'Login failed, please check login information.' })
      .waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
    expect(await page.getByLabel('Email').inputValue()).toBe(emailOf('user'));
    expect(troubles).toEqual([]);
    await close();
  });

  test('names the missing fields and focuses the first of them', async () => {
    const { page, troubles, close } = await visit(browser);
    await page.goto(`${demoUrl()}/login`);
    await page.getByLabel('会社ID').fill(COMPANY);
    await page.getByRole('button', { name: 'ログイン', exact: true }).click();
    const email = page.getByLabel('メールアドレス');
    await page.getByText('入力してください').first().waitFor();
    expect(await email.evaluate(element => element === document.activeElement)).toBe(true);
    expect(await email.getAttribute('aria-invalid')).toBe('true');
    expect(troubles).toEqual([]);
    await close();
  });

  test('leads to the requested address with its query and hash', async () => {
    const { page, troubles, close } = await visit(browser);
    await page.goto(`${demoUrl()}/analyze/attribution?product_id=3&axis=network&model=5&period=7#metric-cv`);
    await page.waitForURL('**/login?*');
    await signIn(page, 'admin');
    await page.waitForURL('**/analyze/attribution*');
    await page.getByRole('row', { name: '合計' }).waitFor();
    const { pathname, searchParams, hash } = new URL(page.url());
    expect({ pathname, ...Object.fromEntries(searchParams), hash }).toEqual({
      pathname: '/analyze/attribution',
      product_id: '3',
      axis: 'network',
      model: '5',
      period: '7',
      hash: '#metric-cv',
    });
    expect(troubles).toEqual([]);
    await close();
  });

  test('with auto login keeps the session beyond the browser, and without it until the tab is closed', async () => {
    for (const autoLogin of [true, false]) {
      const first = await visit(browser);
      await first.page.goto(`${demoUrl()}/login?to=${encodeURIComponent('/config/agency')}`);
      await signIn(first.page, 'admin', { autoLogin });
      await first.page.waitForURL('**/config/agency*');
      await first.page.reload();
      await first.page.getByRole('heading', { level: 1, name: '代理店' }).waitFor();
      const [lasting, passing] = await first.page.evaluate(() => [
        localStorage.getItem('ic_session'),
        sessionStorage.getItem('ic_session'),
      ]);
      expect([lasting !== null, passing !== null]).toEqual([autoLogin, !autoLogin]);
      // No script reads a token: neither the storage nor the cookies of the page have one.
      expect(
        await first.page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage })),
      ).not.toMatch(/access|refresh|eyJ/);
      expect(await first.page.evaluate(() => document.cookie)).not.toContain('touchpath-refresh');
      const { cookies, origins } = await first.page.context().storageState();
      expect(cookies.find(({ name }) => name === 'touchpath-refresh')).toMatchObject({
        path: '/api/v1/auth/',
        httpOnly: true,
        sameSite: 'Strict',
        expires: autoLogin ? expect.closeTo(Date.now() / 1000 + 30 * 86_400, -2) : -1,
      });
      // A browser that is closed forgets the cookies without an expiry.
      const storageState = { cookies: cookies.filter(({ expires }) => expires !== -1), origins };
      await first.close();

      const next = await visit(browser, { storageState });
      await next.page.goto(`${demoUrl()}/config/agency`);
      await (
        autoLogin
          ? next.page.getByRole('heading', { level: 1, name: '代理店' })
          : next.page.getByLabel('会社ID')
      ).waitFor();
      expect([...first.troubles, ...next.troubles]).toEqual([]);
      await next.close();
    }
  });

  test('is required again after signing out, which ends the session in every tab', async () => {
    const tokens = await newTokens('admin');
    const { page, troubles, close } = await operator(browser, { tokens });
    const other = await page.context().newPage();
    for (const tab of [page, other]) {
      await tab.goto(`${demoUrl()}/config/agency`);
      await tab.getByRole('heading', { level: 1, name: '代理店' }).waitFor();
    }
    await page.getByRole('button', { name: /^アカウント/ }).click();
    await page.getByRole('menuitem', { name: 'ログアウト' }).click();
    for (const tab of [page, other]) {
      await tab.waitForURL('**/login');
      await tab.getByLabel('会社ID').waitFor();
    }
    expect(
      await page.evaluate(() => [localStorage.getItem('ic_session'), sessionStorage.getItem('ic_session')]),
    ).toEqual([null, null]);
    await page.goBack();
    await page.getByLabel('会社ID').waitFor();
    await page.goto(`${demoUrl()}/log/reference`);
    await page.waitForURL('**/login?*');
    expect(new URL(page.url()).searchParams.get('to')).toBe('/log/reference');
    expect(troubles).toEqual([]);
    await close();
  });

  test('ignores a return address on another origin', async () => {
    const { page, troubles, close } = await operator(browser);
    // tests/gateway/address.test.ts checks all other kinds.
    for (const to of either(
      '//evil.example/x',
      '/\\evil.example',
      'javascript:alert(1)',
      '/login?to=/login',
    )) {
      await page.goto(`${demoUrl()}/login?to=${encodeURIComponent(to)}`);
      await page.getByRole('heading', { level: 1, name: 'ダッシュボード' }).waitFor();
      const { origin, pathname } = new URL(page.url());
      expect([origin, pathname], to).toEqual([demoUrl(), '/dashboard']);
    }
    expect(troubles).toEqual([]);
    await close();
  });
});

describe("in the browser's storage,", () => {
  const far = Date.now() + 86_400_000;
  const value = { access: 'a', refresh: 'b', stale: far, session: 's' };
  const tampered: Readonly<Record<string, string>> = {
    'a huge text': 'x'.repeat(1_500_000),
    'wrong types': JSON.stringify({
      version: 1,
      until: far,
      value: { access: 1, refresh: {}, stale: 'soon', session: null },
    }),
    // tests/gateway/tokens.test.ts discards these in the short form.
    ...(isLong && {
      'a huge value': JSON.stringify({
        version: 1,
        until: far,
        value: { ...value, access: 'x'.repeat(500_000) },
      }),
      'tokens that were never issued': JSON.stringify({ version: 1, until: far, value }),
      'a token that is invalid in a header': JSON.stringify({
        version: 1,
        until: far,
        value: { ...value, access: 'é\r\nx: y 日本' },
      }),
      'a text that is no JSON': '{{{ ガベージ \u0000',
      'another version': JSON.stringify({ version: 99, until: far, value }),
      'an expiry too far in the future': JSON.stringify({ version: 1, until: 9e15, value }),
      'an expiry in the past': JSON.stringify({ version: 1, until: 1, value }),
      'the JSON of another program': JSON.stringify([{ theme: 'dark' }, null, 7]),
      null: 'null',
    }),
  };

  test.each(Object.entries(tampered))('%s leads to the sign-in page', async (_, text) => {
    const { page, troubles, close } = await returning(browser, {
      ic_session: text,
      ic_locale: text,
      ic_1_product: text,
    });
    await page.goto(`${demoUrl()}/dashboard`);
    await page.getByLabel('会社ID').waitFor();
    expect(new URL(page.url()).pathname).toBe('/login');
    expect(troubles).toEqual([]);
    await close();
  });

  test('the session of a former version is taken over, and its tokens leave the storage', async () => {
    const { access, refresh } = await newTokens('admin');
    const { page, troubles, close } = await returning(browser, {
      ic_session: storedText({ access, refresh, stale: far, session: 's', company: COMPANY }),
    });
    for (let times = 0; times < 2; times++) {
      await page.goto(`${demoUrl()}/log/reference`);
      await page.getByRole('row').nth(3).waitFor();
    }
    const stored = await page.evaluate(() => localStorage.getItem('ic_session') ?? '');
    expect(Object.keys((JSON.parse(stored) as { readonly value: object }).value)).toEqual([
      'session',
      'company',
    ]);
    expect(troubles).toEqual([]);
    await close();
  });

  test('invalid preferences next to a valid session are ignored and the screen is shown', async () => {
    const rubbish = {
      ic_1_product: storedText('é'),
      ic_locale: storedText('tlh'),
      ic_1_hidden_log_reference: storedText([1, null]),
      ic_1_hidden_analysis_attribution: storedText(['gone', 'label']),
    };
    const { page, troubles, close } = await returning(
      browser,
      { ic_session: 'é', ...rubbish },
      { theme: 'pink', cookies: sessionCookies(await newTokens('admin'), demoUrl()) },
    );
    await page.goto(`${demoUrl()}/log/reference`);
    await page.getByRole('row').nth(3).waitFor();
    if (isLong) {
      await page.goto(`${demoUrl()}/analyze/attribution`);
      await page.getByRole('columnheader', { name: '分配CV', exact: false }).first().waitFor();
    }
    expect(troubles).toEqual([]);
    await close();
  });
});
