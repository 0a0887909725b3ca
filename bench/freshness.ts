import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { reportDemandOf } from '../server/rollups/report-demand.ts';
import { startDerivation } from '../server/rollups/scheduler.ts';
import { createDeriver } from '../server/rollups/deriver.ts';
import { openCollector } from '../server/collector/collector.ts';
import { METRICS } from '../server/attribution/metrics.ts';
import { computeReport } from '../server/reports/analyses/row-report/compute.ts';
import { redirect } from '../server/store/postgres/schema/index.ts';
import { serveCollector } from '../tests/support/serve-collector.ts';
import { collectorParts } from './collector-parts.ts';
import { withCompany, type BenchCompany } from './company.ts';
import { PRODUCT } from './events.ts';
import { millions, ms, processorTime, timed } from './measure.ts';
import { median, percentile, type Row } from './table.ts';

/**
 * Time from the answer of a click to its appearance in a report of a year, and the duration of that report, under a
 * load of other clicks.
 */
const RATE = 300;
const CLICKS = 100;
/** Interval between two observed clicks in ms. It varies, so that clicks fall into every phase of a deriving step. */
const pauseAfter = (index: number): number => 700 + ((index * 618) % 1_000);
/** Interval between two reports in ms. */
const POLL_INTERVAL_MS = 50;
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

/** Median, 95th percentile and maximum of times in ms. */
const spread = (times: readonly number[]): string => {
  return `${ms(median(times))} median, ${ms(percentile(times, 0.95))} p95, ${ms(Math.max(...times))} worst of ${times.length}`;
};

/** Opens a collector over the company, and derives rollups as events arrive. */
const openServer = async (company: BenchCompany) => {
  const { viewer } = company;
  const parts = await collectorParts(company);
  const { db, log } = parts;
  const links = await db
    .insert(redirect)
    .values(
      [1, 2].map(adId => ({
        companyId: viewer.companyId,
        productId: PRODUCT,
        adId,
        redirectUrl: 'https://shop.example/',
      })),
    )
    .returning();
  const collector = await openCollector(parts);
  const app = await serveCollector(parts, collector);
  const deriver = createDeriver(parts);
  return {
    parts,
    derive: () => startDerivation({ arrivals: collector, deriver, demand: reportDemandOf(parts.db), log }),
    /** @param index index of the link; each link belongs to another ad */
    click: async (index: 0 | 1): Promise<void> => {
      const { statusCode } = await app.inject({
        method: 'GET',
        url: `/r/${links[index]?.id}`,
        headers: { 'user-agent': CHROME },
      });
      if (statusCode !== 302) throw new Error(`a click was answered with ${statusCode}`);
    },
    close: async (): Promise<void> => {
      await app.close();
      await collector.close();
      await deriver.close();
    },
  };
};
type BenchServer = Awaited<ReturnType<typeof openServer>>;

/** Sends clicks at the given rate until stopped. @returns the reached rate */
const startTraffic = ({ click }: Pick<BenchServer, 'click'>) => {
  let sent = 0;
  let isRunning = true;
  const rate = (async () => {
    const start = performance.now();
    for (; isRunning; await setTimeout(10)) {
      const due = Math.floor(((performance.now() - start) * RATE) / 1000) - sent;
      sent += due;
      await Promise.all(Array.from({ length: due }, () => click(0)));
    }
    return (sent / (performance.now() - start)) * 1000;
  })();
  return {
    stop: (): Promise<number> => {
      isRunning = false;
      return rate;
    },
  };
};

/** Requests the report of a year repeatedly. `times`: durations in ms. */
const createReport = ({ parts }: Pick<BenchServer, 'parts'>, { viewer }: Pick<BenchCompany, 'viewer'>) => {
  const times: number[] = [];
  return {
    times,
    /** @returns number of clicks on the second ad */
    countClicks: async (): Promise<number> => {
      let found = 0;
      times.push(
        await timed(async () => {
          const { rows } = await computeReport(parts, viewer, {
            productId: PRODUCT,
            from: '2026-01-02',
            to: '2027-01-01',
            axis: 1,
            metrics: METRICS,
          });
          found = rows.find(({ key }) => key === '2')?.clicks ?? 0;
        }),
      );
      return found;
    },
  };
};

/**
 * Clicks on the second ad and polls the report. Clicks are counted in order, so a count of n includes the first n.
 * @returns for each click the ms from its answer to its appearance in the report
 */
const measureWaits = async (
  { click }: Pick<BenchServer, 'click'>,
  { countClicks }: ReturnType<typeof createReport>,
): Promise<readonly number[]> => {
  const before = await countClicks();
  const [answered, waited]: [number[], number[]] = [[], []];
  const send = async () => {
    for (let index = 0; index < CLICKS; index += 1, await setTimeout(pauseAfter(index))) {
      await click(1);
      answered.push(performance.now());
    }
  };
  const look = async () => {
    for (; waited.length < CLICKS; await setTimeout(POLL_INTERVAL_MS)) {
      const found = (await countClicks()) - before;
      for (const time of answered.slice(waited.length, found)) waited.push(performance.now() - time);
    }
  };
  await Promise.all([send(), look()]);
  return waited;
};

/** CPU use of the engine and Node during a task, and the duration of Node's busy phases. */
const measureProcessors = async <Answer>(pid: number, work: () => Promise<Answer>) => {
  const processors = () => Promise.all([pid, process.pid].map(processorTime));
  const [[engine = 0, node = 0], start] = [await processors(), performance.now()];
  const delays = monitorEventLoopDelay();
  delays.enable();
  const answer = await work();
  delays.disable();
  const [engineNow = 0, nodeNow = 0] = await processors();
  const elapsed = performance.now() - start;
  const share = (time: number) => `${((time / elapsed) * 100).toFixed(0)}%`;
  return {
    answer,
    engine: share(engineNow - engine),
    node: share(nodeNow - node),
    maxDelayMs: delays.max / 1e6,
  };
};

const measureCompany = async (company: BenchCompany): Promise<Row[]> => {
  const { contacts, pid } = company;
  const server = await openServer(company);
  const traffic = startTraffic(server);
  try {
    server.derive();
    const report = createReport(server, company);
    await setTimeout(5_000);
    const {
      answer: waited,
      engine,
      node,
      maxDelayMs,
    } = await measureProcessors(pid, () => measureWaits(server, report));
    const rate = `${(await traffic.stop()).toFixed(0)} clicks/s in parallel`;
    return [
      {
        name: `time from event to report, ${millions(contacts)} contacts`,
        ours: spread(waited),
        reference: `${rate}, ${ms(maxDelayMs)} maximum event loop delay`,
        ratio: '',
        goal: '< 2000 ms p95',
      },
      {
        name: `ad statistics during ingestion, ${millions(contacts)} contacts`,
        ours: spread(report.times),
        reference: `${engine} of a CPU in the engine, ${node} in Node`,
        ratio: '',
        goal: '',
      },
    ];
  } finally {
    await traffic.stop();
    await server.close();
  }
};

/** Measures the freshness of reports at each size, in contacts. */
export const benchFreshness = async (sizes: readonly number[]): Promise<Row[]> => {
  const rows: Row[] = [];
  for (const size of sizes) rows.push(...(await withCompany(size, measureCompany)));
  return rows;
};
