import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import type { Columnar } from '../server/store/clickhouse/engine/columnar.ts';
import { prepareColumnar } from '../server/store/clickhouse/connect.ts';
import { ROLLUP_NAMES } from '../server/store/clickhouse/rollups/rollups.ts';
import { startClickHouse } from '../server/store/clickhouse/engine/supervisor.ts';
import { ownFolder } from '../tests/support/own-folder.ts';

/**
 * A year of events, generated inside the engine from hashes: 200 ads by a power law, 1 to 50 contacts per visitor
 * within 60 days, a dozen devices and browsers, a conversion for every 33rd contact, 2% bots, 2.5% repeats.
 */
export const PRODUCT = 1;
export const YEAR = { from: Date.UTC(2025, 11, 31, 15), until: Date.UTC(2026, 11, 31, 15) };
export const TERM = 180;
/** Average number of contacts per visitor of this distribution. */
const PER_VISITOR = 2.79;

/** Browsers of visitors: device, system and browser. */
const SEEN = [
  ['desktop', 'Windows', 'Chrome'],
  ['mobile', 'iOS', 'Safari'],
  ['mobile', 'Android', 'Chrome'],
  ['desktop', 'macOS', 'Safari'],
  ['desktop', 'Windows', 'Edge'],
  ['desktop', 'macOS', 'Chrome'],
  ['tablet', 'iPadOS', 'Safari'],
  ['mobile', 'iOS', 'Chrome'],
  ['mobile', 'Android', 'Firefox'],
  ['desktop', 'Linux', 'Firefox'],
  ['desktop', 'Windows', 'Firefox'],
  ['tablet', 'Android', 'Chrome'],
] as const;
const seenBy = (which: 0 | 1 | 2): string =>
  `[${SEEN.map(seen => `'${seen[which]}'`).join(', ')}][1 + v % ${SEEN.length}]`;

const EVENTS = [
  `INSERT INTO contact (product_id, visitor_id, ts, interaction_id, ad_id, redirect_id, landing_url, ip, bot, repeated, device, os, browser, click_cost)
   SELECT ${PRODUCT}, cityHash64('visitor', v), at, bitShiftLeft(toUInt64(toUnixTimestamp64Milli(at) - 1577836800000), 22) + x % 4194304,
     toUInt32(1 + floor(200 * pow((cityHash64('ad', x) % 1000003) / 1000003, 2.5))), 1, concat('https://shop.example/', toString(x % 7)),
     IPv4ToIPv6(toIPv4(toUInt32(cityHash64('ip', v)))), cityHash64('bot', x) % 50 = 0, cityHash64('repeat', x) % 40 = 0, ${seenBy(0)}, ${seenBy(1)}, ${seenBy(2)}, toDecimal64(cityHash64('cost', x) % 90, 2)
   FROM (
     SELECT v, v * 64 + k AS x, toDateTime64('2025-12-31 15:00:00', 3, 'UTC') + toIntervalMillisecond((cityHash64('start', v) % 31536000000 + cityHash64('time', v, k) % 5184000000) % 31536000000) AS at
     FROM (SELECT number AS v, arrayJoin(range(toUInt32(least(50, floor(pow((1 + cityHash64('many', number) % 1000003) / 1000003, -0.75)))))) AS k FROM numbers({first: UInt64}, {visitors: UInt64}))
   )`,
  `INSERT INTO conversion (product_id, ts, conversion_id, visitor_id, cv_type, origin, amount, ip, bot)
   SELECT product_id, at, bitShiftLeft(toUInt64(toUnixTimestamp64Milli(at) - 1577836800000), 22) + h % 4194304, visitor_id, intDiv(h, 33) % 3 > 0, 'url', intDiv(h, 99) % 20000, ip, h % 97 = 0
   FROM (SELECT product_id, cityHash64('conversion', interaction_id, visitor_id) AS h, ts + toIntervalMillisecond(h % 10800000) AS at, visitor_id, ip FROM contact WHERE h % 33 = 0 AND visitor_id >= {low: UInt64} AND visitor_id <= {high: UInt64})`,
];

/** Number of visitors per insert, so that a busy machine needs less than a minute for it. */
const VISITORS_AT_ONCE = 500_000;

/** Merges the parts of tables month by month, as ClickHouse does over time. */
const merge = async (store: Columnar, tables: readonly string[]): Promise<void> => {
  const answer = await store.query({
    query:
      'SELECT DISTINCT table, partition FROM system.parts WHERE active AND database = currentDatabase() ORDER BY table, partition',
    format: 'JSONEachRow',
  });
  const found = (await answer.json<{ table: string; partition: string }>()).filter(({ table }) =>
    tables.includes(table),
  );
  for (const { table, partition } of found)
    await store.command({
      query: `OPTIMIZE TABLE ${table} PARTITION ${partition} FINAL`,
      clickhouse_settings: { max_execution_time: 600 },
    });
};

/** Fills a store with a year of about `size` contacts and their conversions (10 M: about a minute and 2 GB of disk). */
export const makeEvents = async (store: Columnar, size: number): Promise<void> => {
  const visitors = Math.round(size / PER_VISITOR);
  const parts = Math.ceil(visitors / VISITORS_AT_ONCE);
  for (const query of EVENTS) {
    for (let part = 0; part < parts; part += 1) {
      const first = part * VISITORS_AT_ONCE;
      const border = (n: number) => ((1n << 64n) * BigInt(n)) / BigInt(parts);
      await store.command({
        query,
        query_params: {
          first,
          visitors: Math.min(VISITORS_AT_ONCE, visitors - first),
          low: String(border(part)),
          high: String(border(part + 1) - 1n),
        },
        clickhouse_settings: { max_execution_time: 600 },
      });
    }
  }
  await merge(store, ['contact', 'conversion']);
};

/** Merges the parts of rollups. */
export const settle = (store: Columnar): Promise<void> => merge(store, ROLLUP_NAMES);

/**
 * Runs a function with a separate engine with about `size` contacts and no rollups, and removes it. `pid`: its process
 * id.
 */
export const withEvents = async <Answer>(
  size: number,
  work: (made: { readonly store: Columnar; readonly pid: number }) => Promise<Answer>,
): Promise<Answer> => {
  const folder = await mkdtemp(join(tmpdir(), 'touchpath-bench-'));
  const engine = await startClickHouse(ownFolder(folder), pino({ level: 'silent' }));
  let store: Columnar | null = null;
  try {
    store = await prepareColumnar(engine, 'bench');
    await makeEvents(store, size);
    return await work({ store, pid: engine.pid() });
  } finally {
    await store?.close();
    await engine.stop();
    await rm(folder, { recursive: true, force: true });
  }
};
