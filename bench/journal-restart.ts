import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { openCollector } from '../server/collector/collector.ts';
import { frameOf } from '../server/collector/frames.ts';
import { openJournal } from '../server/collector/journal.ts';
import type { ContactRow } from '../server/collector/rows.ts';
import type { Dependencies, ProductDependencies } from '../server/dependencies.ts';
import { oneSlice } from '../server/slices/slices.ts';
import type { Columnar } from '../server/store/clickhouse/engine/columnar.ts';
import { rowsOf } from '../server/store/clickhouse/engine/query.ts';
import { redirect } from '../server/store/postgres/schema/index.ts';
import { StoreUnavailable } from '../server/store/unavailable.ts';
import { serveCollector } from '../tests/support/serve-collector.ts';
import { collectorParts } from './collector-parts.ts';
import { withCompany, type BenchCompany } from './company.ts';
import { PRODUCT } from './events.ts';
import { millions, ms, timed } from './measure.ts';
import { median, percentile, type Row } from './table.ts';

/** Restart of a collector whose journal has many events, since ClickHouse was away: until it accepts, and while it loads. */
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
/** Events of one write to the journal. */
const WRITTEN_AT_ONCE = 5_000;
/** Duration in seconds of the measurement while the journal is loaded. */
const LOADING_SECONDS = 20;

const away = (columnar: Columnar): Columnar =>
  new Proxy(columnar, {
    get: (target, key) =>
      key === 'query' || key === 'command' || key === 'insert' || key === 'exec'
        ? () => Promise.reject(new StoreUnavailable('ClickHouse is away'))
        : (Reflect.get(target, key) as unknown),
  });

const partsOf = (company: BenchCompany, isAway: boolean): Promise<ProductDependencies> => {
  const columnar = isAway ? away(company.parts.columnar) : company.parts.columnar;
  return collectorParts({
    ...company,
    parts: { ...company.parts, columnar, slices: oneSlice(columnar) },
  });
};

/** Opens a collector. @returns a function that clicks */
const open = async (parts: Dependencies, link: string) => {
  const collector = await openCollector(parts);
  const app = await serveCollector(parts, collector);
  return {
    click: async (): Promise<void> => {
      const { statusCode } = await app.inject({
        method: 'GET',
        url: `/r/${link}`,
        headers: { 'user-agent': CHROME },
      });
      if (statusCode !== 302) throw new Error(`a click was answered with ${statusCode}`);
    },
    close: async (): Promise<void> => {
      await app.close();
      await collector.close();
    },
  };
};

/** Adds copies of the last contact of the journal, under ids of their own. */
const fillJournal = async (parts: Dependencies, count: number): Promise<void> => {
  const folder = join(parts.settings.dataDir, 'journal');
  const name = (await readdir(folder)).find(one => one.endsWith('.ndjson')) ?? '';
  const line = (await readFile(join(folder, name), 'utf8')).split('\n').at(-2) ?? '';
  const row = JSON.parse(line.slice(line.indexOf('{'))) as ContactRow;
  const journal = await openJournal(folder, parts.log, { lastNumber: Number.parseInt(name, 10) });
  for (let written = 0; written < count; written += WRITTEN_AT_ONCE) {
    let frames = '';
    for (let index = 0; index < WRITTEN_AT_ONCE; index += 1) {
      const id = parts.ids.next();
      frames += frameOf({ table: 'contact', id, row: { ...row, interaction_id: id.toString() } });
    }
    await journal.append(frames, WRITTEN_AT_ONCE);
  }
  await journal.close();
};

const measureLoading = async (columnar: Columnar, click: () => Promise<void>) => {
  const loaded = async () =>
    Number((await rowsOf<{ rows: string }>(columnar, 'SELECT count() AS rows FROM contact', {}))[0]?.rows);
  const times: number[] = [];
  const [before, begun] = [await loaded(), performance.now()];
  while (performance.now() - begun < LOADING_SECONDS * 1_000) {
    times.push(await timed(click));
    await setTimeout(20);
  }
  return { rate: ((await loaded()) - before) / ((performance.now() - begun) / 1_000), times };
};

/** Measures the restart of a collector with `count` events in its journal. */
export const benchJournalRestart = (count: number): Promise<Row[]> =>
  withCompany(10_000, async company => {
    const unavailable = await partsOf(company, true);
    await mkdir(join(unavailable.settings.dataDir, 'journal'), { recursive: true });
    const [link] = await unavailable.db
      .insert(redirect)
      .values({
        companyId: company.viewer.companyId,
        productId: PRODUCT,
        adId: 1,
        redirectUrl: 'https://shop.example/',
      })
      .returning();
    const url = String(link?.id);
    const first = await open(unavailable, url);
    const empty = await timed(first.click);
    await first.close();
    await fillJournal(unavailable, count);

    const begun = performance.now();
    const second = await open(await partsOf(company, false), url);
    await second.click();
    const accepting = performance.now() - begun;
    const { rate, times } = await measureLoading(company.parts.columnar, second.click);
    await second.close();
    return [
      {
        name: `restart of a collector with ${millions(count)} events in its journal`,
        ours: `accepts after ${ms(accepting)}`,
        reference: `a click takes ${ms(empty)} at first`,
        ratio: '',
        goal: '<= 2000 ms',
      },
      {
        name: 'clicks while it loads them',
        ours: `${ms(median(times))} median, ${ms(percentile(times, 0.99))} p99`,
        reference: `${rate.toFixed(0)} events/s loaded`,
        ratio: '',
        goal: '',
      },
    ];
  });
