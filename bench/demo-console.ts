import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import { launchBrowser } from '../tests/support/browser.ts';
import setup from '../tests/support/build.ts';
import { startProgram } from '../tests/support/program.ts';

/** The running program with the demo company, and a browser at the speed of a user's. */
export interface DemoConsole {
  readonly url: string;
  readonly browser: Browser;
  /** The administrator's session as the console stores it in the browser, under `SESSION_KEY`. */
  readonly session: string;
}

export const SESSION_KEY = 'ic_session';

const signIn = async (url: string): Promise<string> => {
  const answer = await fetch(`${url}/api/v1/auth/signin/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      company_id: 'demo',
      email: 'admin@demo.example',
      password: 'touchpath-demo',
      auto_login: true,
    }),
  });
  if (!answer.ok) throw new Error(`sign-in answered ${answer.status}: ${await answer.text()}`);
  const { access, refresh, lifetime } = (await answer.json()) as {
    readonly access: string;
    readonly refresh: string;
    readonly lifetime: number;
  };
  const until = Date.now() + lifetime;
  return JSON.stringify({
    version: 1,
    until,
    value: { access, refresh, stale: until, session: crypto.randomUUID() },
  });
};

/** Starts the program with the demo company and a browser, and stops both after `measure`. */
export const withDemoConsole = async <Result>(
  measure: (console: DemoConsole) => Promise<Result>,
): Promise<Result> => {
  await setup();
  const dataDir = await mkdtemp(join(tmpdir(), 'touchpath-console-'));
  const program = await startProgram(dataDir, { SEED: 'demo', LOG_LEVEL: 'warn' });
  const browser = await launchBrowser(true);
  try {
    return await measure({ url: program.url, browser, session: await signIn(program.url) });
  } finally {
    await browser.close();
    await program.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
};

/** A new context has an empty cache; the administrator is signed in. */
export const signedInContext = (
  { url, browser, session }: DemoConsole,
  options: BrowserContextOptions,
): Promise<BrowserContext> =>
  browser.newContext({
    locale: 'ja-JP',
    storageState: {
      cookies: [],
      origins: [{ origin: url, localStorage: [{ name: SESSION_KEY, value: session }] }],
    },
    ...options,
  });
