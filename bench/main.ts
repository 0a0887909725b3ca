import { benchAttribution } from './attribution.ts';
import { benchCollector } from './collector.ts';
import { benchCollectorProcesses } from './collector-processes.ts';
import { benchDerivation } from './derivation.ts';
import { benchDownloads } from './downloads.ts';
import { benchFreshness } from './freshness.ts';
import { benchGateway } from './gateway.ts';
import { benchJournalRestart } from './journal-restart.ts';
import { benchLogs } from './logs.ts';
import { table, type Row } from './table.ts';
import { benchManyProducts } from './many-products.ts';
import { benchTracking } from './tracking.ts';
import { benchRebuild } from './rebuild.ts';
import { benchReports } from './reports.ts';
import { benchRollups } from './rollups.ts';
import { benchRivals } from './rivals.ts';
import { benchWeb } from './web.ts';
import { benchInteractions } from './web-interaction.ts';
import { benchLayout } from './web-layout.ts';
import { benchLighthouse } from './web-lighthouse.ts';
import { withDemoConsole } from './demo-console.ts';

/**
 * `npm run bench [-- collector collector-processes gateway web lighthouse attribution rebuild derivation reports rollups freshness
 * products restart rivals downloads logs tracking]`:
 * prints one table of ratios measured in one run, without assertions. The parts attribution, rebuild, reports, rollups,
 * freshness and rivals build 1 M and 10 M contacts; `BENCH_CONTACTS=1000000` (comma-separated) sets other sizes, and
 * `BENCH_ROWS=1000000` the rows of the long file. The part derivation measures rates of `BENCH_RATES` (clicks per second)
 * for `BENCH_SECONDS` each. `BENCH_PRODUCTS` is the number of products of the part products, and `BENCH_EVENTS` that of the
 * events that wait in the part restart.
 */
const sizes = (process.env['BENCH_CONTACTS'] ?? '1000000,10000000').split(',').map(Number);
const parts: Readonly<Record<string, () => Promise<Row[]>>> = {
  web: async () => [
    ...(await benchWeb()),
    ...(await withDemoConsole(async demo => [
      ...(await benchLayout(demo)),
      ...(await benchInteractions(demo)),
    ])),
  ],
  lighthouse: () => withDemoConsole(benchLighthouse),
  gateway: benchGateway,
  downloads: () => benchDownloads(Number(process.env['BENCH_ROWS'] ?? '200000')),
  logs: benchLogs,
  tracking: benchTracking,
  collector: benchCollector,
  'collector-processes': benchCollectorProcesses,
  attribution: () => benchAttribution(sizes),
  rebuild: () => benchRebuild(sizes),
  derivation: () =>
    benchDerivation(
      Number(process.env['BENCH_CONTACTS'] ?? '100000'),
      (process.env['BENCH_RATES'] ?? '0,1,10,184').split(',').map(Number),
      Number(process.env['BENCH_SECONDS'] ?? '60'),
    ),
  reports: () => benchReports(sizes),
  rollups: () => benchRollups(sizes),
  freshness: () => benchFreshness(sizes),
  restart: () => benchJournalRestart(Number(process.env['BENCH_EVENTS'] ?? '10000000')),
  products: () => benchManyProducts(Number(process.env['BENCH_PRODUCTS'] ?? '2000'), sizes.at(-1) ?? 0),
  rivals: () => benchRivals(sizes),
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter(name => !(name in parts));
if (unknown.length > 0) {
  console.error(
    `There is no benchmark ${unknown.join(', ')}; the benchmarks are ${Object.keys(parts).join(', ')}.`,
  );
  process.exit(2);
}

const rows: Row[] = [];
for (const [name, run] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  process.stderr.write(`${name} …\n`);
  rows.push(...(await run()));
}
console.log(table(rows));
