import { signedInContext, type DemoConsole } from './demo-console.ts';
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
  '/log/result-queue',
  '/ad/ad',
  '/config/history',
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
  demo: DemoConsole,
  address: string,
  viewport: (typeof SIZES)[number],
): Promise<number> => {
  const context = await signedInContext(demo, { viewport });
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

/** Layout shift of the dashboard, of each report, of logs and of lists of the demo company, wide and narrow. */
export const benchLayout = async (demo: DemoConsole): Promise<Row[]> => {
  const rows: Row[] = [];
  for (const page of PAGES) {
    const address = `${demo.url}${page}${page.includes('?') ? '&' : '?'}product_id=1`;
    for (const size of SIZES) {
      const shifts: number[] = [];
      for (let load = 0; load < LOADS; load += 1) shifts.push(await shiftOf(demo, address, size));
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
};
