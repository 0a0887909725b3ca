import { randomUUID } from 'node:crypto';
import type { Browser, Locator, Page } from 'playwright-core';
import { inject } from 'vitest';
import { launchBrowser, visit, type Visit, type Visiting } from './browser.ts';
import { demoUrl, storedText, storedSession, type Tokens } from './operator.ts';
import { openShop, type Shop } from './shop.ts';

interface Opening extends Omit<Visiting, 'storageState'> {
  readonly speaking?: 'ja' | 'en' | 'zh-CN';
  readonly theme?: 'light' | 'dark';
  /** The tokens of the session; by default those of the administrator. */
  readonly tokens?: Tokens;
  /** The session as the browser stores it, for journeys that need its id. */
  readonly session?: string;
  /** The product in the address; by default the product of the shop. */
  readonly product?: number;
}

/**
 * A company of its own in the program shared by all journeys, with a signed-in administrator. Files of
 * journeys that change data use one each.
 */
export interface Journey {
  readonly program: { readonly url: string };
  readonly shop: Shop;
  readonly browser: Browser;
  readonly tokens: Tokens;
  /** Calls the REST API and throws when it answers with an error. */
  call<Answer>(path: string, body?: object, method?: 'POST' | 'PUT' | 'PATCH' | 'DELETE'): Promise<Answer>;
  signIn(email: string, password: string): Promise<Tokens>;
  /** Opens a screen, by default as the administrator and in Japanese. */
  at(path: string, opening?: Opening): Promise<Visit>;
}

interface Settings {
  /** Returns the landing page of the shop, before the shop is created. */
  readonly landing?: (collector: string) => Promise<{ readonly host: string; readonly page: string }>;
}

export const openJourney = async ({ landing }: Settings = {}): Promise<Journey> => {
  const program = { url: demoUrl() };
  const { host, page: landingPage } = (await landing?.(program.url)) ?? {
    host: 'shop.localhost',
    page: 'http://shop.localhost/lp.html',
  };
  const shop = await openShop(inject('demoStore').databaseUrl, host, landingPage);
  const ask = async <Answer>(
    path: string,
    access: string | undefined,
    body: object | undefined,
    method: string,
  ): Promise<Answer> => {
    const answer = await fetch(`${program.url}/api/v1/${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(access !== undefined && { authorization: `Bearer ${access}` }),
      },
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as Answer;
  };
  const signIn = (email: string, password: string) =>
    ask<Tokens>(
      'auth/signin/',
      undefined,
      { company_id: shop.company, email, password, auto_login: true },
      'POST',
    );
  const tokens = await signIn(shop.email, shop.password);
  const browser = await launchBrowser();
  return {
    program,
    shop,
    browser,
    tokens,
    signIn,
    call: (path, body, method = body === undefined ? undefined : 'POST') =>
      ask(path, tokens.access, body, method ?? 'GET'),
    at: async (
      path,
      {
        speaking = 'ja',
        theme = 'light',
        tokens: whose = tokens,
        product = shop.productId,
        session = storedSession(whose, randomUUID()),
        ...options
      } = {},
    ) => {
      const seen = await visit(browser, {
        storageState: {
          cookies: [
            {
              name: 'touchpath-theme',
              value: theme,
              domain: new URL(program.url).hostname,
              path: '/',
              expires: -1,
              httpOnly: false,
              secure: false,
              sameSite: 'Lax',
            },
          ],
          origins: [
            {
              origin: program.url,
              localStorage: [
                { name: 'ic_session', value: session },
                { name: 'ic_locale', value: storedText(speaking) },
              ],
            },
          ],
        },
        ...options,
      });
      await seen.page.goto(`${program.url}${path}${path.includes('?') ? '&' : '?'}product_id=${product}`);
      return seen;
    },
  };
};

/** Locates a control of a record's form by its field name, and next the fault shown for it. */
export const field = (page: Page, name: string): Locator =>
  page.locator(`dialog [name="${name}"]:not(select)`);
export const faultOf = (page: Page, name: string): Locator =>
  page.locator(
    `dialog .field:has(> .field-input > [name="${name}"], > [name="${name}"], > .tp-choice [name="${name}"]) > .field-fault`,
  );
export const save = (page: Page): Promise<void> =>
  page.locator('dialog.tp-dialog form [type=submit]').click();
/** Waits until no dialog is open, and throws with the text of a dialog that stays open. */
export const isClosed = (page: Page): Promise<void> =>
  page
    .locator('dialog')
    .waitFor({ state: 'detached' })
    .catch(async (cause: unknown) => {
      throw new Error(`Still open: ${(await page.locator('dialog').allInnerTexts()).join(' / ')}`, { cause });
    });

/** Locates a choice by its label. */
export const choiceOf = (page: Page, label: string): Locator =>
  page.locator('dialog').getByRole('combobox', { name: label, exact: true });
export const optionsOf = async (page: Page, label: string): Promise<string[]> => {
  await choiceOf(page, label).press('ArrowDown');
  const options = page.getByRole('listbox', { name: label }).getByRole('option');
  await options.first().waitFor();
  const names = await options.allInnerTexts();
  await page.keyboard.press('Escape');
  await options.first().waitFor({ state: 'detached' });
  return names;
};
export const selectOption = async (page: Page, label: string, option: string): Promise<void> => {
  await choiceOf(page, label).press('ArrowDown');
  const listed = page.getByRole('listbox').getByRole('option', { name: option, exact: true });
  await listed.click();
  await listed.waitFor({ state: 'detached' });
};
