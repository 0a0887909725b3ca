import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import { launchBrowser } from '../tests/support/browser.ts';
import { sessionCookies } from '../tests/support/session-cookies.ts';
import setup from '../tests/support/build.ts';
import { startProgram } from '../tests/support/program.ts';

/** The running program with the demo company, and a browser at the speed of a user's. */
export interface DemoConsole {
  readonly url: string;
  readonly browser: Browser;
}

/** Signs the administrator in and returns the cookies of the new session. A context renews its session. */
export const signInCookies = async (url: string): Promise<ReturnType<typeof sessionCookies>> => {
  const answer = await fetch(`${url}/api/v1/auth/signin/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      company_id: 'demo',
      email: 'admin@demo.example',
      password: 'touchpath-demo',
    }),
  });
  if (!answer.ok) throw new Error(`sign-in answered ${answer.status}: ${await answer.text()}`);
  return sessionCookies((await answer.json()) as { readonly refresh: string }, url);
};

/**
 * Starts a program that stays on the first processor, with all processes that it starts. The browser then has the other
 * ones for itself, as a user's device has: a task of the page that waits for the server's turn would count as long.
 * Systems with one processor, or without `taskset`, share them.
 */
const onFirstProcessor = async <Started>(start: () => Promise<Started>): Promise<Started> => {
  const processors = availableParallelism();
  if (processors === 1) return start();
  const stayOn = (list: string) => spawnSync('taskset', ['--cpu-list', '--pid', list, String(process.pid)]);
  stayOn('0');
  try {
    return await start();
  } finally {
    stayOn(`0-${processors - 1}`);
  }
};

/** Starts the program with the demo company and a browser, and stops both after `measure`. */
export const withDemoConsole = async <Result>(
  measure: (console: DemoConsole) => Promise<Result>,
): Promise<Result> => {
  await setup();
  const dataDir = await mkdtemp(join(tmpdir(), 'touchpath-console-'));
  const program = await onFirstProcessor(() => startProgram(dataDir, { SEED: 'demo', LOG_LEVEL: 'warn' }));
  const browser = await launchBrowser(true);
  try {
    return await measure({ url: program.url, browser });
  } finally {
    await browser.close();
    await program.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
};

/** A new context has an empty cache; the administrator is signed in. */
export const signedInContext = async (
  { url, browser }: DemoConsole,
  options: BrowserContextOptions,
): Promise<BrowserContext> =>
  browser.newContext({
    locale: 'ja-JP',
    storageState: { cookies: await signInCookies(url), origins: [] },
    ...options,
  });
