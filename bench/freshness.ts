import { setTimeout } from 'node:timers/promises';
import pino from 'pino';
import { deriveAsEventsCome } from '../server/attribution/follow.ts';
import { createPaths } from '../server/attribution/paths.ts';
import { openCollector } from '../server/collector/collector.ts';
import { createIds } from '../server/ids.ts';
import { METRICS } from '../server/reports/metrics.ts';
import { ask } from '../server/reports/report.ts';
import { openSecrets } from '../server/secrets.ts';
import { readSettings } from '../server/settings.ts';
import { redirect } from '../server/store/postgres/schema.ts';
import { serveCollector } from '../tests/support/serve-collector.ts';
import { withCompany } from './company.ts';
import { PRODUCT, YEAR } from './events.ts';
import { millions, ms, timed } from './measure.ts';
import { median, type Row } from './table.ts';

/** How long after its answer a click is in the report of a year, and how long that report takes, while others click. */
const RATE = 300;
const CLICKS = 15;
/** Between two clicks that are waited for: none is a repeat. */
const PAUSE = 1_300;
const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
/** After the last event that the year was made of. */
const BEGINS = YEAR.until + 4 * 3_600_000;

const measureSize = (size: number): Promise<Row[]> => withCompany(size, async ({ folder, parts: { columnar, db }, viewer, contacts }) => {
  const begun = Date.now();
  const clock = { now: () => BEGINS + Date.now() - begun };
  const log = pino({ level: 'error' }, pino.destination(2));
  const parts = { columnar, db, clock, log, ids: createIds(clock), settings: readSettings({ DATA_DIR: folder, SEED: 'none' }), secrets: await openSecrets(folder) };
  const links = await db.insert(redirect).values([1, 2].map(adId => ({ companyId: viewer.companyId, productId: PRODUCT, adId, redirectUrl: 'https://shop.example/' }))).returning();
  const collector = await openCollector(parts);
  const app = await serveCollector(parts, collector);
  const paths = createPaths(parts);
  const click = async (index: 0 | 1) => {
    const { statusCode } = await app.inject({ method: 'GET', url: `/r/${links[index]?.id}`, headers: { 'user-agent': CHROME } });
    if (statusCode !== 302) throw new Error(`a click was answered with ${statusCode}`);
  };
  let sent = 0;
  let going = true;
  const traffic = (async () => {
    const start = performance.now();
    for (; going; await setTimeout(10)) {
      const due = Math.floor((performance.now() - start) * RATE / 1000) - sent;
      sent += due;
      await Promise.all(Array.from({ length: due }, () => click(0)));
    }
    return sent / (performance.now() - start) * 1000;
  })();
  try {
    deriveAsEventsCome(collector, paths, log);
    const answers: number[] = [];
    const clicks = async (): Promise<number> => {
      let found = 0;
      answers.push(await timed(async () => {
        const { rows } = await ask(parts, viewer, { productId: PRODUCT, from: '2026-01-02', to: '2027-01-01', axis: 1, metrics: METRICS });
        found = rows.find(({ key }) => key === '2')?.clicks ?? 0;
      }));
      return found;
    };
    await setTimeout(5_000);
    const waited: number[] = [];
    for (let round = 0; round < CLICKS; round += 1, await setTimeout(PAUSE)) {
      const before = await clicks();
      await click(1);
      waited.push(await timed(async () => { while (await clicks() <= before) await setTimeout(50); }));
    }
    going = false;
    const rate = `${(await traffic).toFixed(0)} clicks/s beside`;
    const of = (times: readonly number[]) => `${ms(times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN)} p95, ${ms(median(times))} median`;
    return [
      { name: `an event is in the report after, ${millions(contacts)} contacts`, ours: of(waited), reference: rate, ratio: '', goal: '< 2000 ms' },
      { name: `ad statistics while events come, ${millions(contacts)} contacts`, ours: of(answers), reference: rate, ratio: '', goal: '' },
    ];
  } finally {
    going = false;
    await traffic;
    await app.close();
    await collector.close();
    await paths.close();
  }
});

/** Measures how fresh reports are at each size, in contacts. */
export const benchFreshness = async (sizes: readonly number[]): Promise<Row[]> => {
  const rows: Row[] = [];
  for (const size of sizes) rows.push(...await measureSize(size));
  return rows;
};
