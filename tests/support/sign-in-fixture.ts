import { randomUUID } from 'node:crypto';
import type { Browser, Locator, Page } from 'playwright-core';
import en from '../../src/messages/en.json' with { type: 'json' };
import { openGate, refusal, type Gate } from './gate.ts';
import {
  COMPANY,
  demoUrl,
  emailOf,
  storedText,
  newTokens,
  operator,
  PASSWORD,
  type Tokens,
} from './operator.ts';
import { sessionCookies } from './session-cookies.ts';

const texts: Readonly<Record<string, string>> = en;
/** A file of the console's origin that runs none of its scripts. */
const STILL = '/icon.svg';
/** A list, which sends a request whenever its search changes. */
const SCREEN = '/ad/category-setting?list=types&product_id=1';
export const LIST = 'AdTypes';
const UNREADABLE = 'unreadable';

/**
 * What the browser has when the page is opened: a session; a sign-in that comes back from an identity provider;
 * nothing; a storage that cannot be read.
 */
export type Keeping = 'remembered' | 'returned' | 'nothing' | 'unreadable';

/** A page that signs in and out, with a fake clock and calls that the test answers. */
export interface SignInFixture {
  readonly page: Page;
  readonly gate: Gate;
  readonly troubles: readonly string[];
  /** Leaves the console, and gives the browser what the next page finds. */
  rest(keeping: Keeping): Promise<void>;
  open(path?: string): Promise<unknown>;
  /** Sends a message as another tab of the browser does. */
  receive(word: 'signedIn' | 'signedOut' | 'renewed'): Promise<void>;
  /** Stores a new session, as another tab does after signing in. */
  keep(keeping: Keeping): Promise<void>;
  /** Begins a session and gives the browser its cookies, as the answer of a stubbed sign-in does. */
  grant(): Promise<Tokens>;
  /** Signs in with the form or the dialog, whichever is shown. */
  signIn(password?: string): Promise<void>;
  /** Signs out with the account menu, or with the dialog over a locked page. */
  signOut(): Promise<void>;
  /** Leads to the list of ad types, if the console shows another screen, as it does after a sign-out by choice. */
  showList(): Promise<void>;
  /** Makes the list send a call, and refuses it. */
  beRefused(): Promise<void>;
  press(message: string): Promise<void>;
  /** Chooses an entry of the account menu. */
  choose(message: string): Promise<void>;
  readonly frame: Locator;
  readonly skeleton: Locator;
  readonly lock: Locator;
  /** The button of the sign-in form or dialog. */
  readonly submit: Locator;
  says(message: string): Promise<boolean>;
  /** Whether the user can sign in now. */
  asks(): Promise<boolean>;
  close(): Promise<void>;
}

export const openSignInFixture = async (browser: Browser): Promise<SignInFixture> => {
  const { page, troubles, close } = await operator(browser, {
    tokens: await newTokens('admin'),
    speaking: 'en',
    fresh: true,
  });
  const gate = await openGate(page);
  await page.clock.install();
  await page.addInitScript(word => {
    const read = Storage.prototype.getItem;
    // Simulates storage that throws when it is read. Forbidden storage is another case.
    Storage.prototype.getItem = function getItem(key) {
      const text = read.call(this, key);
      if (text === word) throw new Error('The storage is broken.');
      return text;
    };
  }, UNREADABLE);
  let tokens: Tokens | null = null;

  const press = (message: string) => page.getByRole('button', { name: texts[message]!, exact: true }).click();
  const choose = async (message: string) => {
    await page.locator('.avatar-button').click();
    await page.getByRole('menuitem', { name: texts[message]!, exact: true }).click();
  };
  const frame = page.locator('.shell:not(.skeleton) main h1').first();
  // The server's page and the console have one each.
  const skeleton = page.locator('.skeleton').first();
  const lock = page.locator('dialog.lock');
  const submit = page.locator('form.form [type=submit]');
  const password = page.locator('form.form [name=password]');
  const grant = async (): Promise<Tokens> => {
    tokens = await newTokens('admin');
    await page.context().addCookies(sessionCookies(tokens, demoUrl()));
    return tokens;
  };
  const keep = async (keeping: Keeping) => {
    await page.context().clearCookies({ name: /^touchpath-(refresh|signed-in)$/ });
    if (keeping === 'remembered') await grant();
    // By the clock of the page, which may be ahead of the real one.
    await page.evaluate(
      ([how, session, locale, target]) => {
        localStorage.clear();
        sessionStorage.clear();
        localStorage.setItem('ic_locale', locale);
        const entryOf = (value: object) =>
          JSON.stringify({ version: 1, until: Date.now() + 86_400_000, value });
        if (how === 'remembered') localStorage.setItem('ic_session', entryOf({ session, company: 'demo' }));
        if (how === 'unreadable') localStorage.setItem('ic_session', how);
        if (how === 'returned')
          sessionStorage.setItem('ic_sign_on', entryOf({ company: 'demo', autoLogin: true, target }));
      },
      [keeping, tokens?.session ?? '', storedText('en'), SCREEN] as const,
    );
  };
  const showList = async () => {
    if (new URL(page.url()).pathname === new URL(SCREEN, demoUrl()).pathname) return;
    await page.evaluate(address => history.pushState(null, '', address), SCREEN);
    await page.getByRole('row').nth(1).waitFor();
  };
  return {
    page,
    gate,
    troubles,
    showList,
    frame,
    skeleton,
    lock,
    submit,
    press,
    choose,
    keep,
    close,
    rest: async keeping => {
      gate.hold();
      await page.goto(`${demoUrl()}${STILL}`);
      await keep(keeping);
    },
    open: (path = SCREEN) => page.goto(`${demoUrl()}${path}`, { waitUntil: 'commit' }),
    receive: word =>
      page.evaluate(
        ([kind, access, last]) => {
          // The form begins sessions, too.
          const read = () =>
            [sessionStorage, localStorage]
              .map(storage => storage.getItem('ic_session')?.match(/"session":"([^"]+)"/)?.[1])
              .find(found => found !== undefined);
          let session = last;
          try {
            session = read() ?? last;
          } catch {
            // A storage that cannot be read has no session.
          }
          const channel = new BroadcastChannel('ic_session');
          const token = { access, session, stale: Date.now() + 900_000 };
          // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin and takes no target
          channel.postMessage({ kind, session, token });
          channel.close();
        },
        [word, tokens?.access ?? '', tokens?.session ?? ''] as const,
      ),
    grant,
    signIn: async (secret = PASSWORD) => {
      const company = page.locator('form.form [name=company]');
      if ((await company.count()) > 0) {
        await company.fill(COMPANY);
        await page.locator('form.form [name=email]').fill(emailOf('admin'));
      }
      await password.fill(secret);
      await submit.click();
    },
    signOut: async () => ((await lock.count()) > 0 ? press('lock.other') : choose('shell.signOut')),
    beRefused: async () => {
      await showList();
      gate.hold(LIST, 'RefreshTokens');
      await page
        .getByRole('searchbox', { name: texts['list.search']!, exact: true })
        .first()
        .fill(`é ${randomUUID()}`);
      await gate.answer(LIST, refusal('unauthenticated', 401));
    },
    says: message => page.getByText(texts[message]!).first().isVisible(),
    asks: async () => (await submit.count()) === 1 && (await submit.getAttribute('aria-disabled')) !== 'true',
  };
};
