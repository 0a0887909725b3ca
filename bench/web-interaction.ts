import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { servePages } from '../tests/support/pages.ts';
import { signedInContext, type DemoConsole } from './demo-console.ts';
import { median, percentile, type Row } from './table.ts';

/** Factor by which the browser slows its processor down, as on a phone or an old office computer. */
const SLOWDOWN = 4;
/** Interactions of each kind. */
const TIMES = Number(process.env['BENCH_INTERACTIONS'] ?? '15');
/** Time from an interaction to the next one, in ms: its effects are over. */
const REST_MS = 900;
/** The browser reports no event that took less, in ms. */
const LEAST_MS = 16;
const VIEWPORT = { width: 1440, height: 900 };
const PERCENTILE = 0.98;
const GOAL_MS = 200;

interface Interaction {
  readonly name: string;
  readonly path: string;
  /** Brings the page into the state in which the interaction is possible. */
  readonly prepare?: (page: Page) => Promise<void>;
  readonly act: (page: Page, time: number) => Promise<void>;
  /** Brings the page back, unmeasured. */
  readonly undo?: (page: Page) => Promise<void>;
}

const press = (key: string) => (page: Page) => page.keyboard.press(key);
const click = (selector: string) => (page: Page) => page.locator(selector).first().click();
/** One of several keys or selectors in turn. */
const turn = <Value>(values: readonly Value[], time: number): Value => values[time % values.length]!;
const sortBy =
  (...fields: readonly string[]) =>
  (page: Page, time: number) =>
    page.locator(`.tp-heads [data-column="${turn(fields, time)}"]`).click({ position: { x: 30, y: 20 } });

const STATISTICS = '/analyze/ad-statistics';
const INTERACTIONS: readonly Interaction[] = [
  { name: 'sort a report', path: STATISTICS, act: sortBy('clicks', 'cvr', 'amount_sum') },
  {
    name: 'hide or show a column of a report',
    path: STATISTICS,
    prepare: click('button:has-text("表示項目")'),
    act: (page, time) =>
      page
        .locator('[role="dialog"] input[type="checkbox"]')
        .nth(turn([4, 5, 4, 5], time))
        .click(),
  },
  {
    name: 'type into the filter of a report',
    path: STATISTICS,
    prepare: click('main input[type="search"]'),
    act: (page, time) => page.keyboard.press(turn(['L', 'P', 'Backspace', 'Backspace'], time)),
  },
  { name: 'fold or unfold the chart', path: STATISTICS, act: click('.tp-chart-panel > summary') },
  {
    name: 'show or hide more conditions',
    path: '/analyze/attribution',
    act: click('button:has-text("その他の条件")'),
  },
  {
    name: 'go to another tab',
    path: '/analyze/attribution',
    act: (page, time) =>
      page
        .locator('.tp-tabs a')
        .nth(turn([1, 2, 0], time))
        .click(),
  },
  { name: 'sort a log', path: '/log/cv', act: sortBy('cv_time') },
  {
    name: 'select a row of the approvals',
    path: '/log/cv-approve',
    act: (page, time) =>
      page
        .locator('.tp-body .tp-row input[type="checkbox"]')
        .nth(time % 8)
        .click(),
  },
  { name: 'select all approvals', path: '/log/cv-approve', act: click('.tp-heads input[type="checkbox"]') },
  {
    name: 'move through a list by keys',
    path: '/ad/ad',
    prepare: click('.tp-body .tp-cell'),
    act: press('ArrowDown'),
  },
  { name: 'open the palette', path: '/dashboard', act: press('Control+k'), undo: press('Escape') },
  {
    name: 'type into the palette',
    path: '/dashboard',
    prepare: press('Control+k'),
    act: (page, time) => page.keyboard.press(turn(['c', 'o', 's', 't', 'Backspace'], time)),
  },
  {
    name: 'open the account menu',
    path: '/dashboard',
    act: click('.avatar-button'),
    undo: press('Escape'),
  },
  { name: 'fold a group of the menu', path: '/dashboard', act: click('nav button[aria-expanded]') },
  {
    name: 'go to another screen',
    path: '/dashboard',
    act: (page, time) =>
      page
        .locator(`nav a[href^="${turn(['/analyze/term', '/ad/ad', '/dashboard'], time)}"]`)
        .first()
        .click(),
  },
];

const BARE: readonly Interaction[] = [
  {
    name: 'sort',
    path: '',
    act: (page, time) =>
      page
        .locator('th')
        .nth(turn([2, 4, 5], time))
        .click(),
  },
  {
    name: 'hide or show a column',
    path: '',
    prepare: click('.p-multiselect'),
    act: (page, time) =>
      page
        .locator('.p-multiselect-item')
        .nth(turn([4, 5, 4, 5], time))
        .click(),
  },
  {
    name: 'type into the filter',
    path: '',
    prepare: click('input[type="search"]'),
    act: (page, time) => page.keyboard.press(turn(['1', '2', 'Backspace', 'Backspace'], time)),
  },
];

/** Longest time from an input to the next frame, in ms, of each repetition of an interaction. */
const durationsOf = async (
  open: () => Promise<BrowserContext>,
  url: string,
  { path, prepare, act, undo }: Interaction,
): Promise<readonly number[]> => {
  const context = await open();
  try {
    await context.addInitScript(() => {
      const durations: number[] = [];
      Object.assign(globalThis, { durations });
      new PerformanceObserver(list => {
        for (const entry of list.getEntries() as (PerformanceEntry & { readonly interactionId: number })[])
          if (entry.interactionId > 0) durations.push(entry.duration);
      }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
    });
    const page = await context.newPage();
    await page.goto(`${url}${path}`);
    await page.locator('h1, table').first().waitFor();
    await page.waitForLoadState('networkidle');
    await page.waitForTimeout(REST_MS);
    await prepare?.(page);
    await page.waitForTimeout(REST_MS);
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    const slowest: number[] = [];
    for (let time = 0; time < TIMES; time += 1) {
      await act(page, time);
      await page.waitForTimeout(REST_MS);
      const reported = await page.evaluate(() =>
        (globalThis as unknown as { readonly durations: number[] }).durations.splice(0),
      );
      slowest.push(Math.max(LEAST_MS, ...reported));
      await undo?.(page);
      await page.waitForTimeout(REST_MS / 2);
      await page.evaluate(() =>
        (globalThis as unknown as { readonly durations: number[] }).durations.splice(0),
      );
    }
    return slowest;
  } finally {
    await context.close();
  }
};

const milliseconds = (value: number): string => `${value.toFixed(0)} ms`;

/** The same kinds of interaction on a page of PrimeReact's components, without an application. */
const bareDurations = async (browser: Browser): Promise<readonly number[]> => {
  const outDir = await mkdtemp(join(tmpdir(), 'touchpath-bare-'));
  const pages = await servePages(resolve(import.meta.dirname, 'bare'), ['bare.html'], outDir);
  try {
    const durations: number[] = [];
    for (const interaction of BARE)
      durations.push(
        ...(await durationsOf(
          () => browser.newContext({ viewport: VIEWPORT }),
          `${pages.url}/bare.html`,
          interaction,
        )),
      );
    return durations;
  } finally {
    pages.close();
    await rm(outDir, { recursive: true, force: true });
  }
};

/**
 * Interaction to next paint (https://web.dev/articles/inp) of the demo company's console in a browser slowed down four
 * times, by kind of interaction (slowest and median), and the 98th percentile of all, compared with that of a page of
 * PrimeReact's components. `BENCH_INTERACTIONS=15` sets the interactions of each kind.
 */
export const benchInteractions = async (demo: DemoConsole): Promise<Row[]> => {
  const bare = await bareDurations(demo.browser);
  const reference = `${milliseconds(percentile(bare, PERCENTILE))} PrimeReact only`;
  const rows: Row[] = [];
  const all: number[] = [];
  const rowOf = (name: string, value: number, more: string): Row => ({
    name,
    ours: `${milliseconds(value)}${more}`,
    reference,
    ratio: (value / percentile(bare, PERCENTILE)).toFixed(2),
    goal: `≤ ${GOAL_MS} ms`,
  });
  for (const interaction of INTERACTIONS) {
    const address = `${interaction.path}?product_id=1`;
    const durations = await durationsOf(() => signedInContext(demo, { viewport: VIEWPORT }), demo.url, {
      ...interaction,
      path: address,
    });
    all.push(...durations);
    rows.push(
      rowOf(
        `INP at 1/${SLOWDOWN} speed: ${interaction.name}`,
        Math.max(...durations),
        ` (median ${median(durations)})`,
      ),
    );
  }
  return [
    ...rows,
    rowOf(
      `INP at 1/${SLOWDOWN} speed: 98th percentile of ${all.length} interactions`,
      percentile(all, PERCENTILE),
      '',
    ),
  ];
};
