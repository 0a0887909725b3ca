import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeFaultsIn } from '../support/axe.ts';
import { launchBrowser } from '../support/browser.ts';
import { dayField, isMarked, mark, openShell } from '../support/frame.ts';
import { isLong } from '../support/long.ts';
import {
  demoUrl,
  emailOf,
  forged,
  sendToken,
  newTokens,
  operator,
  PASSWORD,
  rest,
  settle,
  type Tokens,
  tokyoDay,
} from '../support/operator.ts';
import { sessionCookies } from '../support/session-cookies.ts';

/** A session that ends while a screen is in use. */
const browser = await launchBrowser();

/** Ends the session at the server. The page notices it by its next call. */
const endSession = async (page: Page, tokens: Tokens) => {
  await rest('auth/signout/', undefined, { refresh: tokens.refresh });
  await sendToken(page, { ...tokens, access: forged(tokens.access) });
};

const withSession = async (path: string) => {
  const tokens = await newTokens('admin');
  return { ...(await openShell(path, {}, { tokens })), tokens };
};

test('an ended session keeps the page and its unsaved input under a dialog that asks only for the password, and then continues', async () => {
  const { page, troubles, close, tokens } = await withSession(
    `/log/reference?product_id=1&period=custom&from=${tokyoDay(6)}&to=${tokyoDay()}`,
  );
  await page.getByRole('row').nth(3).waitFor();
  await mark(page);
  const day = dayField(page);
  await day.fill('2026/1');
  await day.press('Tab');
  await endSession(page, tokens);
  await page.getByRole('checkbox', { name: 'ボット・重複・除外IPも表示' }).click();

  const dialog = page.getByRole('dialog', { name: 'もう一度ログインしてください' });
  await dialog.waitFor();
  expect(await dialog.getByRole('textbox').count()).toBe(1);
  const password = dialog.getByLabel('パスワード');
  expect(await password.evaluate(element => element === document.activeElement)).toBe(true);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  expect(await dialog.isVisible()).toBe(true);
  expect(new URL(page.url()).pathname).toBe('/log/reference');
  expect(await axeFaultsIn(page, 'dialog[open]')).toEqual([]);

  await password.fill('違う');
  await page.keyboard.press('Enter');
  await dialog.getByRole('alert').filter({ hasText: 'ログインに失敗しました' }).waitFor();
  await password.fill(PASSWORD);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await settle(page);
  await page.waitForURL('**show=all*');
  await page.getByRole('row').nth(3).waitFor();
  expect([await isMarked(page), await day.inputValue(), await page.getByRole('alert').count()]).toEqual([
    true,
    '2026/1',
    0,
  ]);
  expect(troubles).toEqual([]);
  await close();
});

// Another tab has the session by its cookie, without the company ID that was typed at sign-in.
test('a page without the company ID asks for it first, and names it where it is missing', async () => {
  const { page, close, tokens } = await withSession('/log/reference?product_id=1');
  await page.evaluate(() => {
    sessionStorage.clear();
    localStorage.removeItem('ic_session');
  });
  await page.reload();
  await page.getByRole('row').nth(3).waitFor();
  await endSession(page, tokens);
  await page.getByRole('checkbox', { name: 'ボット・重複・除外IPも表示' }).click();

  const dialog = page.getByRole('dialog', { name: 'もう一度ログインしてください' });
  const company = dialog.getByLabel('会社ID');
  await company.waitFor();
  const isFocused = () => company.evaluate(element => element === document.activeElement);
  expect(await isFocused()).toBe(true);
  for (const act of ['シングルサインオンでログイン', 'ログイン']) {
    await dialog.getByLabel('パスワード').fill(PASSWORD);
    await dialog.getByRole('button', { name: act, exact: true }).click();
    expect([act, await company.getAttribute('aria-invalid'), await isFocused()]).toEqual([act, 'true', true]);
    expect(await dialog.getByText('入力してください').count()).toBe(1);
  }
  expect(await axeFaultsIn(page, 'dialog[open]')).toEqual([]);
  await company.fill('ｄｅｍｏ');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await close();
});

test('pages opened together renew one session, which each of them keeps', async () => {
  const tokens = await newTokens('admin');
  const { page, troubles, close } = await operator(browser, { tokens });
  const tabs = [page, ...(await Promise.all(Array.from({ length: 2 }, () => page.context().newPage())))];
  for (let round = 0; round < 2; round++) {
    await Promise.all(tabs.map(tab => tab.goto(`${demoUrl()}/config/agency`)));
    await Promise.all(tabs.map(tab => tab.getByRole('row').nth(1).waitFor()));
  }
  expect((await rest<{ email: string }>('users/me/', tokens.access)).email).toBe(emailOf('admin'));
  expect(troubles).toEqual([]);
  await close();
});

test('a page that is left before its renewal is answered loses no session', async () => {
  const { page, close } = await operator(browser);
  const hurry = async () => {
    const renewal = page.waitForRequest('**/auth/refresh/');
    await page.goto(`${demoUrl()}/log/reference`, { waitUntil: 'commit' });
    await renewal;
  };
  for (let times = 0; times < (isLong ? 5 : 3); times++) await hurry();
  await page.getByRole('row').nth(3).waitFor();
  await close();
});

test('a page whose browser has another session by now locks, says so, and leaves that session as it is', async () => {
  const own = await newTokens('admin');
  const { page, close } = await operator(browser, { tokens: own });
  await page.goto(`${demoUrl()}/log/reference`);
  await page.getByRole('row').nth(3).waitFor();
  const other = sessionCookies(await newTokens('user'), demoUrl());
  await page.context().addCookies(other);
  await sendToken(page, { ...own, access: forged(own.access) });
  await page.getByRole('checkbox', { name: 'ボット・重複・除外IPも表示' }).click();
  const dialog = page.getByRole('dialog', { name: 'もう一度ログインしてください' });
  await dialog.getByText('このブラウザーで別のログインが行われました').waitFor();
  const cookies = await page.context().cookies(`${demoUrl()}/api/v1/auth/refresh/`);
  expect(cookies.find(({ name }) => name === 'touchpath-refresh')?.value).toBe(other[0]!.value);
  // Opened anew, the page is that of the other session.
  await page.goto(`${demoUrl()}/log/reference`);
  await page.getByRole('row').nth(3).waitFor();
  await page.getByRole('button', { name: /^アカウント/ }).click();
  await page.getByText(emailOf('user')).waitFor();
  await close();
});
