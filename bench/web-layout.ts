import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../tests/support/browser.ts';
import setup from '../tests/support/build.ts';
import { startProgram } from '../tests/support/program.ts';
import { median, type Row } from './table.ts';

/** Cold loads of each page; the median counts. */
const LOADS = 3;
/** Ends of a session window: CLS is the largest sum of shifts in one (https://web.dev/articles/cls). */
const WINDOW_GAP_MS = 1_000;
const WINDOW_LENGTH_MS = 5_000;
/** Time after the last request in which late parts may still move. */
const REST_MS = 1_000;
const GOAL = '≤ 0.02';

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;
const PAGES = [
  '/dashboard',
  '/analyze/ad-statistics',
  '/analyze/term',
  '/analyze/attribution',
  '/analyze/attribution?view=models',
  '/analyze/attribution?view=paths',
  '/analyze/attribution?view=what_if',
  '/analyze/effect',
  '/analyze/allocation',
  '/analyze/lpo',
  '/analyze/custom/item-1',
  '/log/cv',
] as const;

interface Shift {
  readonly at: number;
  readonly value: number;
}

/** Cumulative layout shift: the largest sum of the shifts in one session window. */
const cumulativeShift = (shifts: readonly Shift[]): number => {
  let [largest, sum, start, before] = [0, 0, -Infinity, -Infinity];
  for (const { at, value } of shifts) {
    if (at - before > WINDOW_GAP_MS || at - start > WINDOW_LENGTH_MS) [sum, start] = [0, at];
    sum += value;
    before = at;
    largest = Math.max(largest, sum);
  }
  return largest;
};

/** The layout shift of one cold load: a new context has no cache. */
const shiftOf = async (
  browser: Browser,
  address: string,
  session: string,
  viewport: (typeof SIZES)[number],
): Promise<number> => {
  const context = await browser.newContext({
    viewport,
    locale: 'ja-JP',
    storageState: {
      cookies: [],
      origins: [{ origin: new URL(address).origin, localStorage: [{ name: 'ic_session', value: session }] }],
    },
  });
  try {
    await context.addInitScript(() => {
      const shifts: Shift[] = [];
      Object.assign(globalThis, { shifts });
      new PerformanceObserver(list => {
        for (const entry of list.getEntries() as (PerformanceEntry & {
          readonly value: number;
          readonly hadRecentInput: boolean;
        })[])
          if (!entry.hadRecentInput) shifts.push({ at: entry.startTime, value: entry.value });
      }).observe({ type: 'layout-shift', buffered: true });
    });
    const page = await context.newPage();
    await page.goto(address);
    await page.locator('main h1').first().waitFor();
    await page.waitForLoadState('networkidle');
    await page.waitForTimeout(REST_MS);
    return cumulativeShift(
      await page.evaluate(() => (globalThis as unknown as { readonly shifts: readonly Shift[] }).shifts),
    );
  } finally {
    await context.close();
  }
};

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

/** Layout shift of the dashboard, of each report and of a log of the demo company, wide and narrow. */
export const benchLayout = async (): Promise<Row[]> => {
  await setup();
  const dataDir = await mkdtemp(join(tmpdir(), 'touchpath-layout-'));
  const program = await startProgram(dataDir, { SEED: 'demo', LOG_LEVEL: 'warn' });
  const browser = await launchBrowser(true);
  try {
    const session = await signIn(program.url);
    const rows: Row[] = [];
    for (const page of PAGES) {
      const address = `${program.url}${page}${page.includes('?') ? '&' : '?'}product_id=1`;
      for (const size of SIZES) {
        const shifts: number[] = [];
        for (let load = 0; load < LOADS; load += 1)
          shifts.push(await shiftOf(browser, address, session, size));
        rows.push({
          name: `layout shift of ${page} at ${size.width} px`,
          ours: median(shifts).toFixed(3),
          reference: '0.1 “good” (Core Web Vitals)',
          ratio: (median(shifts) / 0.1).toFixed(2),
          goal: GOAL,
        });
      }
    }
    return rows;
  } finally {
    await browser.close();
    await program.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
};
