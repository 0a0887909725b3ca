import { monitorEventLoopDelay } from 'node:perf_hooks';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { ownFolder } from '../tests/support/own-folder.ts';
import pino, { type Logger } from 'pino';
import { openTrackingCache } from '../server/collector/tracking-cache.ts';
import { indexTracking } from '../server/collector/tracking-index.ts';
import { openDatabase } from '../server/store/postgres/engine/connect.ts';
import type { Database } from '../server/store/postgres/engine/database.ts';
import { ad } from '../server/store/postgres/schema/index.ts';
import {
  readTrackingPage,
  TRACKING_TABLES,
  type TrackingRows,
} from '../server/store/postgres/tracking/tracking.ts';
import { median, type Row } from './table.ts';

const COMPANIES = 1_000;
const ADS = 100_000;
const ROUNDS = 15;
const ALL = 2_147_483_647;

/** Inserts 1,000 companies with one product each, and 100,000 ads with one redirect each. */
const fill = async (db: Database) => {
  await db.execute(sql`
    insert into company (code, name) select 'c' || n, '会社 ' || n from generate_series(1, ${COMPANIES}::int) n`);
  await db.execute(sql`
    insert into product (company_id, name, domain, url)
    select id, '商品', 'shop' || id || '.example', 'https://shop' || id || '.example/' from company`);
  await db.execute(sql`
    insert into ad (company_id, product_id, name, redirect_url)
    select p.company_id, p.id, '広告 ' || n, 'https://shop.example/lp?n=' || n
    from generate_series(1, ${ADS / COMPANIES}::int) n, product p`);
  await db.execute(sql`
    insert into redirect (company_id, product_id, ad_id, redirect_url)
    select company_id, product_id, id, redirect_url from ad`);
  await db.execute(sql`vacuum analyze`);
};

/** Maximum time in ms for which the event loop was blocked during a task. */
const blocked = async (work: () => Promise<unknown>): Promise<number> => {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  await new Promise(resolve => {
    setTimeout(resolve, 20);
  });
  delays.reset();
  await work();
  await new Promise(resolve => {
    setTimeout(resolve, 5);
  });
  delays.disable();
  return delays.max / 1e6;
};

/**
 * The earlier method as reference: a checksum over all rows detects changes, after which all rows are read and
 * compiled.
 */
const version = (db: Database) =>
  db.execute(
    sql`select ${sql.join(
      ['product', 'ad', 'redirect', 'asp', 'cv_setting', 'crossdomain_setting'].map(
        table =>
          sql`(select count(*) || ':' || coalesce(sum(xmin::text::numeric), 0)
            from ${sql.identifier(table)})`,
      ),
      sql` || ',' || `,
    )}`,
  );
const readAll = async (db: Database) => {
  const rows = Object.fromEntries(
    await Promise.all(TRACKING_TABLES.map(async table => [table, await readTrackingPage(db, table, 0, ALL)])),
  ) as TrackingRows;
  const index = indexTracking(rows);
  for (const { id } of rows.redirects) index.redirects.get(id);
};

const took = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
};
const line = (name: string, ours: number, reference: number, goal: string): Row => ({
  name,
  ours: `${ours.toFixed(1)} ms`,
  reference: `${reference.toFixed(1)} ms`,
  ratio: `${(ours / reference).toFixed(4)}x`,
  goal,
});

type TrackingCache = Awaited<ReturnType<typeof openTrackingCache>>;
const openCache = (db: Database, log: Logger): Promise<TrackingCache> =>
  openTrackingCache(db, log, { pollEveryMs: 3_600_000 });

/** Measures how long loading the cache blocks the event loop, compared with reading all settings at once. */
const measureLoads = async (db: Database, log: Logger) => {
  const [loads, fullReads] = [[] as number[], [] as number[]];
  for (let round = 0; round < 3; round++) {
    let cache: TrackingCache | undefined;
    loads.push(
      await blocked(async () => {
        cache = await openCache(db, log);
      }),
    );
    cache?.close();
    fullReads.push(await blocked(() => readAll(db)));
  }
  return { load: median(loads), fullRead: median(fullReads) };
};

/** Measures the cost of changes of one ad, and of polls without changes. */
const measureChanges = async (db: Database, cache: TrackingCache) => {
  const [changed, polled] = [[] as number[], [] as number[]];
  const [versions, blockedBy] = [[] as number[], [] as number[]];
  for (let round = 0; round < ROUNDS; round++) {
    const id = 1 + round * 997;
    blockedBy.push(
      await blocked(async () => {
        await db
          .update(ad)
          .set({ redirectUrl: `https://shop.example/${round}` })
          .where(eq(ad.id, id));
        changed.push(await took(cache.refresh));
        cache.current().redirects.get(id);
      }),
    );
    polled.push(await took(cache.refresh));
    versions.push(await took(() => version(db)));
  }
  return {
    changed: median(changed),
    polled: median(polled),
    version: median(versions),
    blocked: Math.max(...blockedBy),
  };
};

/**
 * Cost of a settings change for the collector, compared with reading all settings, with 100,000 ads of 1,000 companies.
 */
export const benchTracking = async (): Promise<Row[]> => {
  const log = pino({ level: 'silent' });
  const folder = await mkdtemp(join(tmpdir(), 'touchpath-bench-'));
  await chmod(folder, 0o755); // as root, PostgreSQL runs as another user, which needs access
  const store = await openDatabase({ databaseUrl: null }, ownFolder(folder), log);
  try {
    const { db } = store;
    await fill(db);
    const { load, fullRead } = await measureLoads(db, log);
    const cache = await openCache(db, log);
    const change = await measureChanges(db, cache);
    const fullReadTime = await took(() => readAll(db));
    const bulk = await blocked(async () => {
      await db.update(ad).set({ clickCost: 1 });
      await cache.refresh();
    });
    cache.close();
    return [
      line('settings, 100,000 ads: event loop blocked by one change', change.blocked, fullRead, '< 10 ms'),
      line('settings: one change until it takes effect', change.changed, fullReadTime, ''),
      line('settings: a poll without changes', change.polled, change.version, ''),
      line('settings: event loop blocked by the first load', load, fullRead, ''),
      line('settings: event loop blocked by a change of all ads', bulk, fullRead, ''),
    ];
  } finally {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  }
};
