import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { chromiumPath } from '../tests/support/browser.ts';
import { signInCookies, type DemoConsole } from './demo-console.ts';
import { median, type Row } from './table.ts';

/** Loads of each page; the median counts. */
const LOADS = Number(process.env['BENCH_LOADS'] ?? '3');
/** Package and lockfile of Lighthouse, and where they are installed. */
const PACKAGE = join(import.meta.dirname, 'lighthouse');
const INSTALLED = join(import.meta.dirname, '../node_modules/.lighthouse');
const PAGES = ['/dashboard', '/ad/ad', '/analyze/ad-statistics'] as const;
/** Least score of Lighthouse's performance category, from 0 to 100, and longest time to the largest content, in ms. */
const FORMS = [
  { form: 'desktop', leastScore: 95, goal: '≥ 95' },
  { form: 'mobile', leastScore: 85, goal: '≥ 85, LCP ≤ 2.2 s' },
] as const;

interface Report {
  readonly categories: { readonly performance: { readonly score: number | null } };
  readonly audits: Readonly<
    Record<
      'largest-contentful-paint' | 'total-blocking-time' | 'cumulative-layout-shift',
      { readonly numericValue: number }
    >
  >;
  readonly runtimeError?: { readonly message: string };
}

const freePort = (): Promise<number> =>
  new Promise((done, fail) => {
    const server = createServer().once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => done(port));
    });
  });

/** Installs Lighthouse where it is missing, from its own lockfile. */
const command = async (): Promise<string> => {
  const path = join(INSTALLED, 'node_modules/lighthouse/cli/index.js');
  if (existsSync(path)) return path;
  await cp(PACKAGE, INSTALLED, { recursive: true });
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: INSTALLED,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('Lighthouse could not be installed');
  return path;
};

const run = promisify(execFile);

/**
 * Lighthouse's performance score of the demo company's console with its simulated processor and network
 * (https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md): median of the loads, with the time to the
 * largest content, the blocked time and the layout shift of the load with the median score.
 */
export const benchLighthouse = async ({ url }: DemoConsole): Promise<Row[]> => {
  const lighthouse = await command();
  const folder = await mkdtemp(join(tmpdir(), 'touchpath-lighthouse-'));
  const port = await freePort();
  const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
    executablePath: chromiumPath(),
    args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
  });
  try {
    const page = await context.newPage();
    await context.addCookies(await signInCookies(url));
    await page.goto(`${url}/dashboard`);
    await page.locator('main h1').waitFor();
    await page.locator('#early').waitFor({ state: 'detached' });
    const load = async (path: string, form: string): Promise<Report> => {
      const output = join(folder, 'report.json');
      await run(process.execPath, [
        lighthouse,
        `${url}${path}?product_id=1`,
        `--port=${port}`,
        '--only-categories=performance',
        '--output=json',
        `--output-path=${output}`,
        '--quiet',
        ...(form === 'desktop' ? ['--preset=desktop'] : []),
      ]);
      const report = JSON.parse(await readFile(output, 'utf8')) as Report;
      if (report.categories.performance.score === null)
        throw new Error(`${path}: ${report.runtimeError?.message ?? 'Lighthouse gave no score'}`);
      return report;
    };
    const scoreOf = (report: Report): number => (report.categories.performance.score ?? 0) * 100;
    const rows: Row[] = [];
    for (const path of PAGES)
      for (const { form, leastScore, goal } of FORMS) {
        const reports: Report[] = [];
        for (let time = 0; time < LOADS; time += 1) reports.push(await load(path, form));
        const score = median(reports.map(scoreOf));
        const { audits } = reports.toSorted((a, b) => scoreOf(a) - scoreOf(b))[reports.length >> 1]!;
        const content = (audits['largest-contentful-paint'].numericValue / 1000).toFixed(1);
        const blocked = audits['total-blocking-time'].numericValue.toFixed(0);
        const shift = audits['cumulative-layout-shift'].numericValue.toFixed(3);
        rows.push({
          name: `Lighthouse performance of ${path}, ${form}`,
          ours: `${score.toFixed(0)} (LCP ${content} s, blocked ${blocked} ms, shift ${shift})`,
          reference: `${leastScore}`,
          ratio: (score / leastScore).toFixed(2),
          goal,
        });
      }
    return rows;
  } finally {
    await context.close();
    await rm(folder, { recursive: true, force: true });
  }
};
