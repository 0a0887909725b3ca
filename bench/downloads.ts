import { oneSlice } from '../server/slices/slices.ts';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { createApp } from '../server/app.ts';
import { systemClock } from '../server/platform/clock.ts';
import { createIds } from '../server/platform/ids.ts';
import { openSecrets } from '../server/platform/secrets.ts';
import { readSettings } from '../server/platform/settings.ts';
import { openColumnar } from '../server/store/clickhouse/connect.ts';
import type { Columnar } from '../server/store/clickhouse/engine/columnar.ts';
import { openDatabase } from '../server/store/postgres/engine/connect.ts';
import type { Database } from '../server/store/postgres/engine/database.ts';
import { ad, asp, product } from '../server/store/postgres/schema/index.ts';
import { signIn, storeAdministrator } from './administrator.ts';
import { insertResults } from './results.ts';
import type { Row } from './table.ts';
import { ownFolder } from '../tests/support/own-folder.ts';

/**
 * Cost of files of the reference log, the result log and the result queue: seconds, CPU and memory of the server, for a
 * client that discards the bytes. Memory is the growth of the resident set, which must not depend on the file's length.
 */
const SHORT = 50_000;
/** Number of rows of both result files, which have about fifty columns. */
const [SHORT_RESULTS, LONG_RESULTS] = [25_000, 100_000];
const COLUMNS =
  'reference_time,ad_name,interaction_id,first_reference_time,visitor_id,device,os,browser,ip_address,left_out,landing_url,referrer,lpo_title,click_cost,xclid,media_session_id,media_management1,media_management2,media_management3,ua';

export const insert = (columnar: Columnar, productId: number, rows: number) =>
  columnar.command({
    query: `INSERT INTO contact (product_id, visitor_id, ts, interaction_id, ad_id, redirect_id, lpo_number, landing_url, referrer, ip, bot, repeated, ua, device, os, os_ver, browser, browser_ver, xclid, media_session_id,
    media_management1, media_management2, media_management3, click_cost)
   SELECT {product_id: UInt32}, 1 + cityHash64('visitor', number) % intDiv({rows: UInt64}, 3), toDateTime64('2026-02-01 00:00:00', 3, 'UTC') + toIntervalMillisecond(intDiv(number * 2419200000, {rows: UInt64})),
     bitShiftLeft(toUInt64(192844800000), 22) + number, 1 + number % 20, 0, 0, concat('https://shop.example/lp?utm_source=network&q=検索&id=', hex(cityHash64('url', number))), 'https://media.example/articles/2026/02/',
     IPv4ToIPv6(toIPv4(toUInt32(cityHash64('ip', number)))), 0, 0,
     concat('Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/', toString(100 + number % 30), '.0.0.0 Safari/537.36'), ['desktop', 'mobile'][1 + number % 2], 'Windows', '10', 'Chrome', '120',
     hex(cityHash64('xclid', number)), hex(cityHash64('session', number)), 'campaign', '検索広告', 'group 7', 12.5
   FROM numbers({rows: UInt64})`,
    query_params: { product_id: productId, rows },
  });

interface Cost {
  readonly seconds: number;
  readonly first: number;
  readonly cpu: number;
  readonly grown: number;
  readonly bytes: number;
  readonly rows: number;
}

const download = async (address: string, headers: Readonly<Record<string, string>>): Promise<Cost> => {
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let peak = before;
  const watching = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 20);
  const cpu = process.cpuUsage();
  const begin = performance.now();
  const answer = await fetch(address, { headers });
  if (!answer.ok || answer.body === null) throw new Error(`${answer.status} ${await answer.text()}`);
  let first = 0;
  let bytes = 0;
  for await (const part of answer.body as ReadableStream<Uint8Array> & AsyncIterable<Uint8Array>) {
    first ||= performance.now() - begin;
    bytes += part.length;
  }
  clearInterval(watching);
  const { user: own, system } = process.cpuUsage(cpu);
  return {
    seconds: (performance.now() - begin) / 1000,
    first,
    cpu: (own + system) / 1e6,
    grown: (peak - before) / 2 ** 20,
    bytes,
    rows: Number(answer.headers.get('x-row-count')),
  };
};

/** The files with their requested columns; '': all. */
const LISTS = [
  { what: 'contacts × 20', path: 'interactions', columns: COLUMNS },
  { what: 'results', path: 'results', columns: '' },
  { what: 'notifications', path: 'result_queue', columns: '' },
] as const;

const spent = ({ seconds, cpu, bytes, first }: Cost) =>
  `${seconds.toFixed(1)} s, ${cpu.toFixed(1)} s CPU, ${(bytes / 1e6).toFixed(0)} MB, first byte ${first.toFixed(0)} ms`;
const grown = (
  what: string,
  { short: reference, long: ours }: { readonly short: Cost; readonly long: Cost },
): Row => ({
  name: `memory for ${ours.rows.toLocaleString('en')} ${what}`,
  ours: `+${ours.grown.toFixed(0)} MB`,
  reference: `+${reference.grown.toFixed(0)} MB (${reference.rows.toLocaleString('en')})`,
  ratio: (ours.grown / Math.max(1, reference.grown)).toFixed(2),
  goal: 'does not grow',
});

interface Products {
  readonly short: number;
  readonly long: number;
}

/** Stores results of a product with their ads and ad network. */
const storeResults = async (
  db: Database,
  companyId: number,
  productId: number,
  results: number,
): Promise<void> => {
  const ads = await db
    .insert(ad)
    .values(
      Array.from({ length: 20 }, (_, n) => ({
        companyId,
        productId,
        name: `成果の広告é ${n}`,
        redirectUrl: 'https://shop.example/',
      })),
    )
    .returning({ id: ad.id });
  const [network] = await db
    .insert(asp)
    .values({ companyId, productId, name: 'ネットワーク' })
    .returning({ id: asp.id });
  await insertResults(
    db,
    { companyId, productId, aspId: network?.id ?? 0, ads: ads.map(({ id }) => id) },
    results,
  );
};

/** Stores two products, one with many rows and one with few. @param rows contacts of the long file */
const storeProducts = async (db: Database, columnar: Columnar, rows: number): Promise<Products> => {
  const companyId = await storeAdministrator(db);
  const shops = await db
    .insert(product)
    .values(
      [1, 2].map(n => ({
        companyId,
        name: `商品 é ${n}`,
        domain: 'shop.example',
        url: 'https://shop.example/',
      })),
    )
    .returning();
  const [short = 0, long = 0] = shops.map(({ id }) => id);
  await db.insert(ad).values(
    Array.from({ length: 20 }, (_, n) => ({
      companyId,
      productId: long,
      name: `広告é ${n}`,
      redirectUrl: 'https://shop.example/',
    })),
  );
  await insert(columnar, short, SHORT);
  await insert(columnar, long, rows);
  await storeResults(db, companyId, short, SHORT_RESULTS);
  await storeResults(db, companyId, long, LONG_RESULTS);
  return { short, long };
};

/** Downloads the files of all lists. */
const measureLists = async (
  base: string,
  { short, long }: Products,
  headers: Readonly<Record<string, string>>,
): Promise<Row[]> => {
  const table: Row[] = [];
  for (const { what, path, columns } of LISTS) {
    const fetchLog = (format: string, productId: number) =>
      download(
        `${base}/api/v1/logs/${path}/download/${format}/?product_id=${productId}&from=2026-01-01&to=2026-03-31${columns && `&columns=${columns}`}`,
        headers,
      );
    const both = async (format: string) => ({
      short: await fetchLog(format, short),
      long: await fetchLog(format, long),
    });
    const [csv, xlsx] = [await both('csv'), await both('xlsx')];
    table.push(
      {
        name: `${xlsx.long.rows.toLocaleString('en')} ${what} as XLSX`,
        ours: spent(xlsx.long),
        reference: `${spent(csv.long)} (CSV)`,
        ratio: (xlsx.long.cpu / csv.long.cpu).toFixed(2),
        goal: '≤ 3.5',
      },
      grown(`${what} as CSV`, csv),
      grown(`${what} as XLSX`, xlsx),
    );
  }
  return table;
};

/** @param rows contacts of the long file */
export const benchDownloads = async (rows: number): Promise<Row[]> => {
  const log = pino({ level: 'silent' });
  const dataDir = await mkdtemp(join(tmpdir(), 'touchpath-bench-'));
  await chmod(dataDir, 0o755); // as root, PostgreSQL runs as another user, which needs access
  const settings = readSettings({ DATA_DIR: dataDir, SEED: 'none' });
  const [{ db, close }, { columnar, close: closeColumnar }] = await Promise.all([
    openDatabase(settings, ownFolder(dataDir), log),
    openColumnar(settings, ownFolder(dataDir), log),
  ]);
  try {
    const products = await storeProducts(db, columnar, rows);
    const app = await createApp({
      parts: {
        settings,
        secrets: await openSecrets(settings.secretsFile),
        db,
        slices: oneSlice(columnar),
        clock: systemClock,
        ids: createIds(systemClock),
        log,
      },
      collector: null,
    });
    const headers = await signIn(app);
    const table = await measureLists(await app.listen({ port: 0, host: '127.0.0.1' }), products, headers);
    await app.close();
    return table;
  } finally {
    await Promise.all([close(), closeColumnar()]);
    await rm(dataDir, { recursive: true, force: true });
  }
};
