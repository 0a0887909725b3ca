import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { launchBrowser, visit, type Visit } from './browser.ts';
import { kept, keptSession, type Tokens } from './operator.ts';
import { freePort, startProgram, type Program } from './program.ts';
import { openShop, type Shop } from './shop.ts';

interface Opening extends BrowserContextOptions {
  readonly speaking?: 'ja' | 'en' | 'zh-CN';
  readonly theme?: 'light' | 'dark';
  /** Whose session it is; the administrator's unless told. */
  readonly tokens?: Tokens;
  /** Of the address, in the place of the shop's. */
  readonly product?: number;
}

/** The shop's own program and the desk of its administrator: what a file of journeys through settings needs. */
export interface Desk {
  readonly program: Program;
  readonly shop: Shop;
  readonly browser: Browser;
  readonly tokens: Tokens;
  /** Calls the REST API; throws when it refuses. */
  call<Answer>(path: string, body?: object, method?: 'POST' | 'PUT' | 'PATCH' | 'DELETE'): Promise<Answer>;
  signIn(email: string, password: string): Promise<Tokens>;
  /** A browser at a screen, signed in and in Japanese unless told. */
  at(path: string, opening?: Opening): Promise<Visit>;
  close(): Promise<void>;
}

interface Settings {
  readonly environment?: Readonly<Record<string, string>>;
  /** Told before the shop is there: its landing page. */
  readonly landing?: (collector: string) => Promise<{ readonly host: string; readonly page: string }>;
}

export const openDesk = async ({ environment = {}, landing }: Settings = {}): Promise<Desk> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'touchpath-desk-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const { host, page: landingPage } = await landing?.(url) ?? { host: 'shop.localhost', page: 'http://shop.localhost/lp.html' };
  const shop = await openShop(dataDir, host, landingPage);
  const program = await startProgram(dataDir, { PORT: String(port), PUBLIC_URL: url, ...environment });
  const ask = async <Answer>(path: string, access: string | undefined, body: object | undefined, method: string): Promise<Answer> => {
    const answer = await fetch(`${program.url}/api/v1/${path}`, {
      method, ...(body && { body: JSON.stringify(body) }), headers: { ...(body && { 'content-type': 'application/json' }), ...(access !== undefined && { authorization: `Bearer ${access}` }) },
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return await answer.json() as Answer;
  };
  const signIn = (email: string, password: string) => ask<Tokens>('auth/signin/', undefined, { company_id: shop.company, email, password, auto_login: true }, 'POST');
  const tokens = await signIn(shop.email, shop.password);
  const browser = await launchBrowser();
  return {
    program, shop, browser, tokens, signIn,
    call: (path, body, method = body === undefined ? undefined : 'POST') => ask(path, tokens.access, body, method ?? 'GET'),
    at: async (path, { speaking = 'ja', theme = 'light', tokens: whose = tokens, product = shop.productId, ...options } = {}) => {
      const seen = await visit(browser, {
        storageState: {
          cookies: [{ name: 'touchpath-theme', value: theme, domain: new URL(program.url).hostname, path: '/', expires: -1, httpOnly: false, secure: false, sameSite: 'Lax' }],
          origins: [{ origin: program.url, localStorage: [{ name: 'ic_session', value: keptSession(whose, randomUUID()) }, { name: 'ic_locale', value: kept(speaking) }] }],
        },
        ...options,
      });
      await seen.page.goto(`${program.url}${path}${path.includes('?') ? '&' : '?'}product_id=${product}`);
      return seen;
    },
    close: async () => {
      await browser.close();
      await program.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};

/** Of a record's form: a control by its field, and all that is said of it. */
export const field = (page: Page, name: string): Locator => page.locator(`dialog [name="${name}"]:not(select)`);
export const faultOf = (page: Page, name: string): Locator => page.locator(`dialog .field:has(> .field-input > [name="${name}"], > [name="${name}"], > .tp-choice [name="${name}"]) > .field-fault`);
export const save = (page: Page): Promise<void> => page.locator('dialog.tp-dialog form [type=submit]').click();
export const isClosed = (page: Page): Promise<void> => page.locator('dialog').waitFor({ state: 'detached' });

/** A field that opens a list, by its label. */
export const choiceOf = (page: Page, label: string): Locator => page.locator('dialog').getByRole('combobox', { name: label, exact: true });
export const optionsOf = async (page: Page, label: string): Promise<string[]> => {
  await choiceOf(page, label).press('ArrowDown');
  const options = page.getByRole('listbox', { name: label }).getByRole('option');
  await options.first().waitFor();
  const names = await options.allInnerTexts();
  await page.keyboard.press('Escape');
  await options.first().waitFor({ state: 'detached' });
  return names;
};
export const pick = async (page: Page, label: string, option: string): Promise<void> => {
  await choiceOf(page, label).press('ArrowDown');
  const listed = page.getByRole('option', { name: option, exact: true });
  await listed.click();
  await listed.waitFor({ state: 'detached' });
};

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** What axe finds wrong with the page, and by how much it scrolls sideways. */
export const axeFaults = async (page: Page): Promise<string[]> => {
  await page.evaluate(() => Promise.all(document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity).map(({ finished }) => finished)));
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { axe: checker } = globalThis as unknown as { axe: { run: (o: object) => Promise<{ violations: { id: string; nodes: { target: unknown[] }[] }[] }> } };
    const { violations } = await checker.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] });
    const over = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    return [...violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => String(target)).join(' | ')}`), ...(over > 0 ? [`${over} px too wide`] : [])];
  });
};
