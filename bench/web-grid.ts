import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { launchBrowser } from '../tests/support/browser.ts';
import { servePages } from '../tests/support/pages.ts';
import { visitOnce, type Sample } from './grid/measure.ts';
import { median, type Row } from './table.ts';

const PAIRS = Number(process.env['BENCH_PAIRS'] ?? '11');

interface Line {
  readonly name: string;
  readonly of: keyof Sample;
  readonly unit: string;
  readonly goal: string;
}
const LINES: readonly Line[] = [
  { name: 'mount, CPU', of: 'mount', unit: ' ms', goal: '≤ 2.0' },
  { name: 'sort by a text, CPU', of: 'sort', unit: ' ms', goal: '≤ 2.0' },
  { name: 'hide and show a column, CPU', of: 'toggle', unit: ' ms', goal: '≤ 2.0' },
  { name: 'select all rows, CPU', of: 'selectAll', unit: ' ms', goal: '≤ 2.0' },
  { name: 'slowest key in the filter, INP', of: 'key', unit: ' ms', goal: '≤ 0.5, ≤ 50 ms' },
  { name: 'scroll by 10 rows per frame, p95 frame time', of: 'frame', unit: ' ms', goal: '≤ 0.5' },
  { name: 'DOM nodes', of: 'nodes', unit: '', goal: '≤ 700 nodes' },
];

/**
 * The console's grid compared with a page written by hand for the same table of 10,000 rows and 20 columns
 * (bench/grid/reference.ts), in the same browser with alternating visits. The ratio is the median over the pairs; the
 * ratio of the minima is in brackets.
 */
export const benchGrid = async (): Promise<Row[]> => {
  const outDir = await mkdtemp(join(tmpdir(), 'touchpath-grid-'));
  const pages = await servePages(
    resolve(import.meta.dirname, 'grid'),
    ['reference.html', 'ours.html'],
    outDir,
  );
  const browser = await launchBrowser(true);
  try {
    const pairs: { readonly ours: Sample; readonly reference: Sample }[] = [];
    for (let pair = 0; pair <= PAIRS; pair += 1) {
      const reference = await visitOnce(browser, `${pages.url}/reference.html`);
      const ours = await visitOnce(browser, `${pages.url}/ours.html`);
      // The first pair warms the browser's caches.
      if (pair > 0) pairs.push({ reference, ours });
    }
    return LINES.map(({ name, of, unit, goal }) => {
      const [ours, reference] = [pairs.map(pair => pair.ours[of]), pairs.map(pair => pair.reference[of])];
      const ratio = median(pairs.map(pair => pair.ours[of] / pair.reference[of]));
      const least = Math.min(...ours) / Math.min(...reference);
      const text = (values: readonly number[]) => `${median(values).toFixed(unit === '' ? 0 : 1)}${unit}`;
      return {
        name: `grid of 10,000 × 20: ${name}`,
        ours: text(ours),
        reference: `${text(reference)} hand-written`,
        ratio: `${ratio.toFixed(2)} (${least.toFixed(2)})`,
        goal,
      };
    });
  } finally {
    await browser.close();
    pages.close();
    await rm(outDir, { recursive: true, force: true });
  }
};
