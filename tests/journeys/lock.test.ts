import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeFaults } from '../support/axe.ts';
import { launchBrowser } from '../support/browser.ts';
import { dayField, isMarked, mark, openShell } from '../support/frame.ts';
import {
  demoUrl,
  forged,
  storedText,
  storedSession,
  newTokens,
  operator,
  PASSWORD,
  rest,
  settle,
  type Tokens,
  tokyoDay,
} from '../support/operator.ts';

/** A session that ends while a screen is in use. */
const browser = await launchBrowser();

/** Ends the session at the server. The page notices it by its next call. */
const endSession = async (page: Page, session: string, tokens: Tokens) => {
  await rest('auth/signout/', undefined, { refresh: tokens.refresh });
  const access = forged(tokens.access);
  await page.evaluate(
    ([name, token, refresh]) => {
      const channel = new BroadcastChannel('ic_session');
      const renewedSession = {
        access: token,
        refresh,
        stale: Date.now() + 600_000,
        session: name,
        company: 'demo',
      };
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin and takes no target
      channel.postMessage({ kind: 'renewed', session: name, tokens: renewedSession });
      channel.close();
    },
    [session, access, tokens.refresh] as const,
  );
  await page.waitForFunction(token => localStorage.getItem('ic_session')?.includes(token), access);
};

const withSession = async (path: string) => {
  const tokens = await newTokens('admin');
  const session = randomUUID();
  const { access, refresh, lifetime } = tokens;
  const visit = await openShell(
    path,
    {},
    {
      stored: {
        ic_session: storedText({ access, refresh, stale: Date.now() + lifetime, session, company: 'demo' }),
      },
    },
  );
  return { ...visit, tokens, session };
};

test('an ended session keeps the page and its unsaved input under a dialog that asks only for the password, and then continues', async () => {
  const { page, troubles, close, tokens, session } = await withSession(
    `/log/reference?product_id=1&period=custom&from=${tokyoDay(6)}&to=${tokyoDay()}`,
  );
  await page.getByRole('row').nth(3).waitFor();
  await mark(page);
  const day = dayField(page);
  await day.fill('2026/1');
  await day.press('Tab');
  await endSession(page, session, tokens);
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
  expect(await axeFaults(page)).toEqual([]);

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

test('an expiring session is renewed once, even when several tabs request it at the same time', async () => {
  const tokens = await newTokens('admin');
  const { page, troubles, close } = await operator(browser, {
    stored: { ic_session: storedSession({ ...tokens, lifetime: 1_000 }) },
  });
  let renewals = 0;
  let calls = 0;
  page.context().on('request', request => {
    if (!request.url().endsWith('/graphql')) return;
    calls++;
    if ((request.postData() ?? '').includes('mutation RefreshTokens')) renewals++;
  });
  const tabs = [page, ...(await Promise.all(Array.from({ length: 3 }, () => page.context().newPage())))];
  await Promise.all(tabs.map(tab => tab.goto(`${demoUrl()}/log/reference`)));
  await Promise.all(tabs.map(tab => tab.getByRole('row').nth(3).waitFor()));
  expect(calls).toBeGreaterThan(13);
  expect(renewals).toBe(1);
  expect(troubles).toEqual([]);
  await close();
});
