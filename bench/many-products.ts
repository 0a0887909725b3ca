import { setTimeout } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { METRICS } from '../server/attribution/metrics.ts';
import { openCollector } from '../server/collector/collector.ts';
import type { Viewer } from '../server/http/visibility.ts';
import { createDeriver } from '../server/rollups/deriver.ts';
import { reportDemandOf } from '../server/rollups/report-demand.ts';
import { startDerivation } from '../server/rollups/scheduler.ts';
import { computeReport } from '../server/reports/analyses/row-report/compute.ts';
import { ad, product, redirect } from '../server/store/postgres/schema/index.ts';
import { serveCollector } from '../tests/support/serve-collector.ts';
import { collectorParts } from './collector-parts.ts';
import { withCompany, type BenchCompany } from './company.ts';
import { PRODUCT, TERM } from './events.ts';
import { millions, ms, processorTime } from './measure.ts';
import { median, percentile, type Row } from './table.ts';

/**
 * Freshness with many products at once: every one gets clicks, and reports of them are opened one after the other.
 * Measured undisturbed, and beside a rebuild of a large product, whose tracking term is changed.
 */
const FIRST_PRODUCT = 1_000;
/** Duration in seconds of either measurement. */
const SECONDS = 120;
/** Clicks a second, each on the next product. */
const RATE = 200;
/** Interval in ms of the reports, each of another product. */
const REPORT_INTERVAL_MS = 1_000;
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const DAYS = { from: '2027-01-01', to: '2027-01-01' } as const;

const range = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

/** Stores products with an ad and a link each. @returns the ids of the links, in the order of the products */
const storeProducts = async (
  { parts: { db }, viewer: { companyId } }: BenchCompany,
  count: number,
): Promise<readonly string[]> => {
  const ids = range(count).map(index => FIRST_PRODUCT + index);
  await db
    .insert(product)
    .overridingSystemValue()
    .values(
      ids.map(id => ({
        id,
        companyId,
        name: `商品 ${id}`,
        domain: 'shop.example',
        url: 'https://shop.example/',
        trackingTerm: TERM,
      })),
    );
  await db
    .insert(ad)
    .overridingSystemValue()
    .values(
      ids.map(id => ({
        id,
        companyId,
        productId: id,
        name: `広告 ${id}`,
        redirectUrl: 'https://shop.example/',
        adFee: 0,
        periodFrom: DAYS.from,
        periodTo: DAYS.to,
      })),
    );
  const links = await db
    .insert(redirect)
    .values(ids.map(id => ({ companyId, productId: id, adId: id, redirectUrl: 'https://shop.example/' })))
    .returning();
  return links.map(({ id }) => String(id));
};

/** Opens a collector over the company, and derives rollups as events arrive. */
const openServer = async (company: BenchCompany) => {
  const parts = await collectorParts(company);
  const collector = await openCollector(parts);
  const app = await serveCollector(parts, collector);
  const deriver = createDeriver(parts);
  const derivation = startDerivation({
    arrivals: collector,
    deriver,
    demand: reportDemandOf(parts.db),
    log: parts.log,
  });
  return {
    parts,
    app,
    derivation,
    close: async (): Promise<void> => {
      await app.close();
      await collector.close();
      await deriver.close();
    },
  };
};
type BenchServer = Awaited<ReturnType<typeof openServer>>;

/** Clicks, and remembers by product when each was answered, in ms of the monotonic clock. */
const createClicks = ({ app }: Pick<BenchServer, 'app'>, links: readonly string[]) => {
  const answered: readonly number[][] = links.map(() => []);
  let sent = 0;
  const click = async (index: number): Promise<void> => {
    const { statusCode } = await app.inject({
      method: 'GET',
      url: `/r/${links[index]}`,
      headers: { 'user-agent': CHROME },
    });
    if (statusCode !== 302) throw new Error(`a click was answered with ${statusCode}`);
    answered[index]?.push(performance.now());
  };
  return {
    answered,
    /** Sends clicks at the rate until a time of the monotonic clock. */
    run: async (untilMs: number): Promise<void> => {
      const [start, before] = [performance.now(), sent];
      for (; performance.now() < untilMs; await setTimeout(10)) {
        const due = Math.floor(((performance.now() - start) * RATE) / 1000) - (sent - before);
        await Promise.all(range(due).map(offset => click((sent + offset) % links.length)));
        sent += due;
      }
    },
  };
};
type Clicks = ReturnType<typeof createClicks>;

/** Opens a report of a product. @returns its duration, and the age of the oldest click that it lacks, 0: none; in ms */
const openReport = async ({ parts }: BenchServer, viewer: Viewer, clicks: Clicks, index: number) => {
  const answered = clicks.answered[index] ?? [];
  const begun = performance.now();
  const accepted = answered.length;
  const { rows } = await computeReport(parts, viewer, {
    productId: FIRST_PRODUCT + index,
    ...DAYS,
    axis: 1,
    metrics: METRICS,
  });
  const counted = rows.reduce((sum, { clicks }) => sum + (clicks ?? 0), 0);
  return {
    took: performance.now() - begun,
    age: counted >= accepted ? 0 : begun - (answered[counted] ?? begun),
  };
};

/** Sends clicks and opens reports. @param turn number of the first report */
const measure = async (
  server: BenchServer,
  { viewer, pid }: BenchCompany,
  clicks: Clicks,
  turn: number,
  name: string,
): Promise<Row> => {
  const processors = () => Promise.all([pid, process.pid].map(processorTime));
  const [found, running]: [{ took: number; age: number }[], Promise<unknown>[]] = [[], []];
  const [[engine = 0, node = 0], begun] = [await processors(), performance.now()];
  const until = begun + SECONDS * 1000;
  const look = async () => {
    for (let next = turn; performance.now() < until; next += 1, await setTimeout(REPORT_INTERVAL_MS)) {
      // A prime number apart, so that clicks and reports do not follow the same order.
      const index = (next * 7_919) % clicks.answered.length;
      running.push(openReport(server, viewer, clicks, index).then(one => found.push(one)));
    }
    await Promise.all(running);
  };
  await Promise.all([clicks.run(until), look()]);
  const elapsed = performance.now() - begun;
  const [engineNow = 0, nodeNow = 0] = await processors();
  const share = (time: number) => (time / elapsed).toFixed(2);
  const { requested, others, large } = server.derivation.waiting();
  const ages = found.map(({ age }) => age);
  const times = found.map(({ took }) => took);
  return {
    name,
    ours: `clicks in the answer after ${ms(percentile(ages, 0.95))} p95, ${ms(Math.max(...ages))} worst of ${found.length}; answer in ${ms(median(times))} median, ${ms(percentile(times, 0.95))} p95`,
    reference: `engine ${share(engineNow - engine)}, Node ${share(nodeNow - node)} of a core; ${requested} requested products wait, ${others} others, ${large} large`,
    ratio: '',
    goal: '<= 5000 ms p95',
  };
};

/** Measures the freshness of reports of `count` products. @param size contacts of the product that is made again */
export const benchManyProducts = (count: number, size: number): Promise<Row[]> =>
  withCompany(size, async made => {
    const company = {
      ...made,
      viewer: { ...made.viewer, products: range(count).map(index => FIRST_PRODUCT + index) },
    };
    const links = await storeProducts(company, count);
    const server = await openServer(company);
    const clicks = createClicks(server, links);
    const title = `${count} products, ${RATE} clicks/s`;
    try {
      await clicks.run(performance.now() + (count / RATE) * 1_000);
      const undisturbed = await measure(server, company, clicks, 0, title);
      await server.parts.db
        .update(product)
        .set({ trackingTerm: TERM + 1 })
        .where(eq(product.id, PRODUCT));
      const beside = await measure(
        server,
        company,
        clicks,
        SECONDS,
        `${title}, beside a rebuild of ${millions(size)} contacts`,
      );
      return [undisturbed, { ...beside, goal: '<= 8000 ms p95' }];
    } finally {
      await server.close();
    }
  });
