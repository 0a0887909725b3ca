import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Locator, Page } from 'playwright-core';
import { inject } from 'vitest';
import { resize, trafficOf, visit, type Visit, type Visiting } from './browser.ts';
import { sessionCookies, themeCookie, type Cookie } from './session-cookies.ts';

export type Who = 'admin' | 'user' | 'agency';
export const COMPANY = 'demo';
export const PASSWORD = 'touchpath-demo';
export const emailOf = (who: Who): string => `${who}@demo.example`;

/** The address of the program with the demo company. */
export const demoUrl = (): string => inject('demo');

export interface Tokens {
  readonly access: string;
  readonly refresh: string;
  readonly lifetime: number;
  readonly session: string;
}

/** Calls the REST API and throws when it answers with an error. */
export const rest = async <Answer>(
  path: string,
  access?: string,
  body?: object,
  method: 'POST' | 'PUT' | 'PATCH' = 'POST',
  more: Readonly<Record<string, string>> = {},
): Promise<Answer> => {
  const answer = await fetch(`${demoUrl()}/api/v1/${path}`, {
    ...(body && { method, body: JSON.stringify(body) }),
    headers: {
      ...more,
      ...(body && { 'content-type': 'application/json' }),
      ...(access !== undefined && { authorization: `Bearer ${access}` }),
    },
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
};

/**
 * Signs in from another address, so that it does not use up the sign-ins per minute of the browsers' address.
 */
export const newTokens = (who: Who): Promise<Tokens> =>
  rest('auth/signin/', undefined, { company_id: COMPANY, email: emailOf(who), password: PASSWORD }, 'POST', {
    'x-forwarded-for': `198.51.100.${randomInt(1, 255)}`,
  });

const SHARED_FOR = 300_000;
const shared = new Map<Who, { readonly since: number; readonly tokens: Promise<Tokens> }>();
/**
 * Returns a session that journeys share for calls and do not end. A page needs a session of its own, as it renews it.
 */
export const tokensOf = (who: Who): Promise<Tokens> => {
  const known = shared.get(who);
  // The access token expires.
  if (known !== undefined && Date.now() - known.since < SHARED_FOR) return known.tokens;
  const tokens = newTokens(who);
  shared.set(who, { since: Date.now(), tokens });
  return tokens;
};

/** What the console stores of a session in the browser. */
export const storedSession = ({ session }: Pick<Tokens, 'session'>, company = COMPANY): string =>
  storedText({ session, company });

/** A value as the console stores it in the browser, with a version and an expiry. */
export const storedText = (value: unknown): string =>
  JSON.stringify({ version: 1, until: Date.now() + 86_400_000, value });

interface Browsing extends Omit<Visiting, 'storageState'> {
  readonly who?: Who;
  /** Replaces a new session of `who`. */
  readonly tokens?: Tokens;
  readonly speaking?: 'ja' | 'en' | 'zh-CN';
  readonly theme?: 'light' | 'dark' | 'system';
  /** Further items of the browser's storage. */
  readonly stored?: Readonly<Record<string, string>>;
}

/** Opens a page of a user who has signed in before with auto login. */
export const operator = async (
  browser: Browser,
  { who = 'admin', tokens, speaking, theme, stored, ...options }: Browsing = {},
): Promise<Visit> => {
  const session = tokens ?? (await newTokens(who));
  return returning(
    browser,
    {
      ic_session: storedSession(session),
      ...(speaking && { ic_locale: storedText(speaking) }),
      ...stored,
    },
    { ...(theme && { theme }), cookies: sessionCookies(session, demoUrl()), ...options },
  );
};

/** Opens a page with these items in the storage of the console's origin. */
export const returning = (
  browser: Browser,
  stored: Readonly<Record<string, string>>,
  {
    theme,
    cookies = [],
    ...options
  }: Omit<Visiting, 'storageState'> & { readonly theme?: string; readonly cookies?: readonly Cookie[] } = {},
): Promise<Visit> => {
  const origin = demoUrl();
  return visit(browser, {
    storageState: {
      cookies: [...cookies, ...(theme === undefined ? [] : [themeCookie(theme, origin)])],
      origins: [{ origin, localStorage: Object.entries(stored).map(([name, value]) => ({ name, value })) }],
    },
    ...options,
  });
};

/** Resets the columns of a screen, which the server stores for the user and all journeys share. */
export const restoreColumns = async (who: Who, screen: string): Promise<void> => {
  const { access } = await tokensOf(who);
  await rest('column_choices/', access, { screen, hidden: null, order: null, pinned: null }, 'PUT');
};

/** Fills in the sign-in form and submits it. */
export const signIn = async (
  page: Page,
  who: Who,
  { password = PASSWORD, autoLogin = false } = {},
): Promise<void> => {
  await page.getByLabel('会社ID').fill(COMPANY);
  await page.getByLabel('メールアドレス').fill(emailOf(who));
  await page.getByLabel('パスワード', { exact: true }).fill(password);
  await page.getByLabel('次回から自動的にログイン').setChecked(autoLogin);
  await page.getByRole('button', { name: 'ログイン', exact: true }).click();
};

/** Opens a choice of a page or dialog by keyboard and selects an option. */
export const choose = async (part: Page | Locator, label: string, option: string): Promise<void> => {
  const page = 'page' in part ? part.page() : part;
  const box = part.getByLabel(label, { exact: true }).and(page.locator('[aria-haspopup="listbox"]'));
  await box.focus();
  await box.press('ArrowDown');
  const listed = page.getByRole('listbox').getByRole('option', { name: option, exact: true });
  await listed.click();
  await listed.waitFor({ state: 'detached' });
};

/**
 * Selects a radio button by its label, since the button itself has no size. Playwright waits until the label
 * has stopped moving.
 */
export const press = (part: Page | Locator, name: string): Promise<void> => {
  const page = 'page' in part ? part.page() : part;
  return part
    .locator('label')
    .filter({ has: page.getByRole('radio', { name, exact: true }) })
    .click();
};

/** Shows the chart of a report, if the screen has one that is folded. */
export const unfoldChart = async (page: Page): Promise<void> => {
  const panel = page.locator('.tp-chart-panel');
  if ((await panel.count()) > 0 && (await panel.getAttribute('open')) === null)
    await panel.locator('summary').click();
};

/** The day in Tokyo `back` days ago, as yyyy-MM-dd. */
export const tokyoDay = (back = 0): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Tokyo' }).format(Date.now() - back * 86_400_000);

const OPEN_REQUESTS_POLL_MS = 10;

/** Waits for idle time of the page, and returns the start tags of the elements that are still loading. */
const loadingOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => {
    const idle = () =>
      new Promise<void>(done => {
        requestIdleCallback(() => done(), { timeout: 1_000 });
      });
    await idle();
    await Promise.race([
      new Promise(requestAnimationFrame),
      new Promise(done => {
        setTimeout(done, 200);
      }),
    ]);
    await idle();
    return [
      ...document.querySelectorAll('[aria-busy="true"], [role="status"][aria-label], .avatar-place'),
    ].map(element => element.outerHTML.replace(/>.*/s, '>'));
  });

const SETTLED_WITHIN_MS = 30_000;

/**
 * Waits until a screen has loaded: nothing is busy, no request is open, and idle time has brought no new
 * request. A click or a new address starts requests only later, and the account menu appears after the frame.
 */
export const settle = async (page: Page): Promise<void> => {
  await page.locator('main h1').first().waitFor();
  const until = Date.now() + SETTLED_WITHIN_MS;
  for (let before = -1; ;) {
    // Evaluations in the page would take processor time from what the page and its server do.
    while (trafficOf(page).open > 0 && !page.isClosed()) await sleep(OPEN_REQUESTS_POLL_MS);
    // Not by waitForFunction, which takes the promise of an asynchronous function for its success.
    const loading = await loadingOf(page);
    const { begun, open } = trafficOf(page);
    if (loading.length === 0 && open === 0 && begun === before) return;
    if (Date.now() > until) throw new Error(`${page.url()} is still loading: ${loading.join(' ')}`);
    before = begun;
  }
};

interface Look {
  readonly speaking: 'ja' | 'en' | 'zh-CN';
  readonly theme: string;
  readonly viewport: { readonly width: number; readonly height: number };
}
/** Stores another language and theme in the browser and reloads the screen with them. */
export const restyle = async (page: Page, { speaking, theme, viewport }: Look): Promise<void> => {
  await resize(page, viewport);
  await page
    .context()
    .addCookies([{ name: 'touchpath-theme', value: theme, url: new URL(page.url()).origin }]);
  await page.evaluate(text => localStorage.setItem('ic_locale', text), storedText(speaking));
  await page.reload();
};

/** The token with an invalid signature. */
export const forged = (access: string): string =>
  access.replace(/.{8}$/, last => (last === 'AAAAAAAA' ? 'BBBBBBBB' : 'AAAAAAAA'));

/** Sends the page a token through the channel between tabs, so that it replaces the token in memory. */
export const sendToken = (
  page: Page,
  { access, session }: Pick<Tokens, 'access' | 'session'>,
): Promise<void> =>
  page.evaluate(
    async ([token, name]) => {
      const [sender, receiver] = [new BroadcastChannel('ic_session'), new BroadcastChannel('ic_session')];
      // The channel of the console is older, so it has the message when this one has it.
      const received = new Promise(resolve => receiver.addEventListener('message', resolve, { once: true }));
      const renewed = { access: token, stale: Date.now() + 600_000, session: name };
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin and takes no target
      sender.postMessage({ kind: 'renewed', session: name, token: renewed });
      await received;
      sender.close();
      receiver.close();
    },
    [access, session] as const,
  );
