import { randomInt } from 'node:crypto';
import type { Browser, Locator, Page } from 'playwright-core';
import { inject } from 'vitest';
import { launchBrowser, visit, type Visit, type Visiting } from './browser.ts';
import { demoUrl, storedText, storedSession, type Tokens } from './operator.ts';
import { sessionCookies, themeCookie } from './session-cookies.ts';
import { openShop, type Shop } from './shop.ts';

interface Opening extends Omit<Visiting, 'storageState'> {
  readonly speaking?: 'ja' | 'en' | 'zh-CN';
  readonly theme?: 'light' | 'dark';
  /**
   * The session; by default a new one of the administrator. A page renews its session, so tokens that a page has used
   * before are replaced by those of a new session of the same user. Null: nobody is signed in.
   */
  readonly tokens?: Tokens | null;
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
  /** The address of a screen, for the product of the shop by default. */
  addressOf(path: string, product?: number): string;
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
        // Sign-ins are limited per minute and network.
        ...(access === undefined && { 'x-forwarded-for': `198.51.100.${randomInt(1, 255)}` }),
      },
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as Answer;
  };
  const forms = new WeakMap<Tokens, object>();
  const signIn = async (email: string, password: string) => {
    const form = { company_id: shop.company, email, password };
    const made = await ask<Tokens>('auth/signin/', undefined, form, 'POST');
    forms.set(made, form);
    return made;
  };
  const tokens = await signIn(shop.email, shop.password);
  /** Tokens that a page has used. Those of the journey are for calls. */
  const used = new WeakSet<Tokens>([tokens]);
  const sessionFor = async (whose: Tokens): Promise<Tokens> => {
    const form = forms.get(whose);
    if (used.has(whose) && form !== undefined) return ask<Tokens>('auth/signin/', undefined, form, 'POST');
    used.add(whose);
    return whose;
  };
  const browser = await launchBrowser();
  const addressOf = (path: string, product = shop.productId): string =>
    `${path}${path.includes('?') ? '&' : '?'}product_id=${product}`;
  return {
    program,
    shop,
    browser,
    tokens,
    signIn,
    addressOf,
    call: (path, body, method = body === undefined ? undefined : 'POST') =>
      ask(path, tokens.access, body, method ?? 'GET'),
    at: async (
      path,
      { speaking = 'ja', theme = 'light', tokens: whose = tokens, product = shop.productId, ...options } = {},
    ) => {
      const session = whose && (await sessionFor(whose));
      const seen = await visit(browser, {
        storageState: {
          cookies: [themeCookie(theme, program.url), ...(session ? sessionCookies(session, demoUrl()) : [])],
          origins: [
            {
              origin: program.url,
              localStorage: [
                ...(session ? [{ name: 'ic_session', value: storedSession(session, shop.company) }] : []),
                { name: 'ic_locale', value: storedText(speaking) },
              ],
            },
          ],
        },
        ...options,
      });
      await seen.page.goto(`${program.url}${addressOf(path, product)}`);
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
