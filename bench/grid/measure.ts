import type { Browser, CDPSession, Page } from 'playwright-core';

/** Costs of one visit of a page, in ms of the renderer's main thread unless stated otherwise. */
export interface Sample {
  readonly mount: number;
  readonly nodes: number;
  /** Time from the slowest key to the next frame (INP). */
  readonly key: number;
  readonly sort: number;
  readonly toggle: number;
  readonly selectAll: number;
  /** 95th percentile of the time between two frames, while scrolling ten rows per frame. */
  readonly frame: number;
}

const settled = (page: Page): Promise<unknown> =>
  page.evaluate(
    () =>
      new Promise(done => {
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 20)));
      }),
  );

const busy = async (session: CDPSession): Promise<number> => {
  const { metrics } = await session.send('Performance.getMetrics');
  const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value;
  if (seconds === undefined) throw new Error('the browser does not report TaskDuration');
  return seconds * 1000;
};

// Scripts that run in the page are part of the page (page.ts): the transpiler would add helpers to functions here,
// which the page lacks.
/** Opens a page and performs each action once: mount, keys, sort, hide and show a column, select all, scroll. */
export const visitOnce = async (browser: Browser, url: string): Promise<Sample> => {
  const context = await browser.newContext({ locale: 'ja-JP', viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const troubles: string[] = [];
  page.on('pageerror', error => troubles.push(error.message));
  try {
    await page.goto(url);
    await page.waitForFunction(() => 'bench' in globalThis);
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const cost = async (act: () => Promise<unknown>): Promise<number> => {
      await settled(page);
      const before = await busy(session);
      await act();
      await settled(page);
      return (await busy(session)) - before;
    };
    const mount = await cost(() => page.evaluate(() => globalThis.bench.mount()));
    const nodes = await page.evaluate(() => document.body.querySelectorAll('*').length);
    const sort = await cost(() =>
      page
        .locator('[data-column="network"]')
        .first()
        .click({ position: { x: 20, y: 20 } }),
    );
    const toggle = await cost(async () => {
      await page.evaluate(() => globalThis.bench.toggle('category'));
      await settled(page);
      await page.evaluate(() => globalThis.bench.toggle('category'));
    });
    const selectAll = await cost(() => page.locator('input[type="checkbox"]').first().click());
    const key = await slowestKey(page);
    const frame = await page.evaluate(([frames, perFrame]) => globalThis.bench.slowFrame(frames, perFrame), [
      120, 340,
    ] as const);
    if (troubles.length > 0) throw new Error(`${url}: ${troubles.join('; ')}`);
    return { mount, nodes, key, sort, toggle, selectAll, frame };
  } finally {
    await context.close();
  }
};

/** Types into the filter with real key events. The browser reports the ms from each key to the next frame. */
const slowestKey = async (page: Page): Promise<number> => {
  await page.evaluate(() => globalThis.bench.watchKeys());
  await page.locator('input[type="search"]').first().click();
  // Shortest time that a user needs from a click to the first key, in ms.
  await page.waitForTimeout(400);
  for (const key of ['1', '2', 'Backspace', '9', 'Backspace', 'Backspace']) {
    await page.keyboard.press(key);
    await settled(page);
  }
  await page.waitForTimeout(150);
  // Below its threshold of 16 ms the browser reports no entry.
  return Math.max(16, ...(await page.evaluate(() => globalThis.bench.keyTimes())));
};
