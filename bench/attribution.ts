import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { deriveProduct } from '../server/attribution/derive.ts';
import { creditTable } from '../server/attribution/paths.ts';
import { MODELS } from '../server/attribution/models.ts';
import { countingRules } from '../server/attribution/rules.ts';
import { systemClock } from '../server/clock.ts';
import { createIds } from '../server/ids.ts';
import type { Columnar } from '../server/store/clickhouse/columnar.ts';
import { prepareColumnar } from '../server/store/clickhouse/connect.ts';
import { contactTotals, type Scope } from '../server/store/clickhouse/counts.ts';
import { filledOf } from '../server/store/clickhouse/derived.ts';
import { pathCounts } from '../server/store/clickhouse/path-counts.ts';
import { DERIVED } from '../server/store/clickhouse/staging.ts';
import { startClickHouse } from '../server/store/clickhouse/supervisor.ts';
import { median, type Row } from './table.ts';

/**
 * The attribution report over a year of events, all five models in one pass, from the events and from what is derived of them.
 *
 * The events are made inside the engine from a hash: 200 ads by a power law, 1 to 50 contacts a visitor within 60 days, every 33rd contact converts,
 * 2% bots, 2.5% repeats. The reference is reading the same columns of the same contacts once and adding them up: what no report can be below.
 */
const ROUNDS = 7;
export const PRODUCT = 1;
export const YEAR = { from: Date.UTC(2025, 11, 31, 15), until: Date.UTC(2026, 11, 31, 15) };
const MONTH = { from: Date.UTC(2026, 8, 30, 15), until: Date.UTC(2026, 9, 31, 15) };
export const TERM = 180;
/** Contacts a visitor, as the law below gives them. */
const PER_VISITOR = 2.79;

const EVENTS = [
  `INSERT INTO contact (product_id, visitor_id, ts, interaction_id, ad_id, redirect_id, landing_url, ip, bot, repeated, device, os, browser, click_cost)
   SELECT ${PRODUCT}, cityHash64('visitor', v), at, bitShiftLeft(toUInt64(toUnixTimestamp64Milli(at) - 1577836800000), 22) + x % 4194304,
     toUInt32(1 + floor(200 * pow((cityHash64('ad', x) % 1000003) / 1000003, 2.5))), 1, concat('https://shop.example/', toString(x % 7)),
     IPv4ToIPv6(toIPv4(toUInt32(cityHash64('ip', v)))), cityHash64('bot', x) % 50 = 0, cityHash64('repeat', x) % 40 = 0, ['desktop', 'mobile'][1 + x % 2], 'Windows', 'Chrome', toDecimal64(cityHash64('cost', x) % 90, 2)
   FROM (
     SELECT v, v * 64 + k AS x, toDateTime64('2025-12-31 15:00:00', 3, 'UTC') + toIntervalMillisecond((cityHash64('start', v) % 31536000000 + cityHash64('time', v, k) % 5184000000) % 31536000000) AS at
     FROM (SELECT number AS v, arrayJoin(range(toUInt32(least(50, floor(pow((1 + cityHash64('many', number) % 1000003) / 1000003, -0.75)))))) AS k FROM numbers({first: UInt64}, {visitors: UInt64}))
   )`,
  `INSERT INTO conversion (product_id, ts, conversion_id, visitor_id, cv_type, origin, amount, ip, bot)
   SELECT product_id, at, bitShiftLeft(toUInt64(toUnixTimestamp64Milli(at) - 1577836800000), 22) + h % 4194304, visitor_id, intDiv(h, 33) % 3 > 0, 'url', intDiv(h, 99) % 20000, ip, h % 97 = 0
   FROM (SELECT product_id, cityHash64('conversion', interaction_id, visitor_id) AS h, ts + toIntervalMillisecond(h % 10800000) AS at, visitor_id, ip FROM contact WHERE h % 33 = 0 AND visitor_id >= {low: UInt64} AND visitor_id <= {high: UInt64})`,
];
const SCAN = `SELECT sum(visitor_id), sum(toUnixTimestamp64Milli(ts)), sum(interaction_id), sum(ad_id) FROM contact WHERE product_id = ${PRODUCT} AND bot = 0 AND repeated = 0`;

/** Visitors and their contacts that one insert makes: a busy machine should not need a minute for it. */
const VISITORS_AT_ONCE = 500_000;

/** Merges the parts of tables, month by month, as the engine does by itself in the course of time. */
const merge = async (store: Columnar, tables: readonly string[]): Promise<void> => {
  const answer = await store.query({ query: 'SELECT DISTINCT table, partition FROM system.parts WHERE active AND database = currentDatabase() ORDER BY table, partition', format: 'JSONEachRow' });
  const found = (await answer.json<{ table: string; partition: string }>()).filter(({ table }) => tables.includes(table));
  for (const { table, partition } of found) await store.command({ query: `OPTIMIZE TABLE ${table} PARTITION ${partition} FINAL`, clickhouse_settings: { max_execution_time: 600 } });
};

/** Fills a store with about so many contacts of a year, and their conversions. */
export const makeEvents = async (store: Columnar, size: number): Promise<void> => {
  const visitors = Math.round(size / PER_VISITOR);
  const parts = Math.ceil(visitors / VISITORS_AT_ONCE);
  for (const query of EVENTS) {
    for (let part = 0; part < parts; part += 1) {
      const first = part * VISITORS_AT_ONCE;
      const border = (n: number) => ((1n << 64n) * BigInt(n)) / BigInt(parts);
      await store.command({
        query, query_params: { first, visitors: Math.min(VISITORS_AT_ONCE, visitors - first), low: String(border(part)), high: String(border(part + 1) - 1n) }, clickhouse_settings: { max_execution_time: 600 },
      });
    }
  }
  await merge(store, ['contact', 'conversion']);
};

/** The same of what is derived. */
export const settle = (store: Columnar): Promise<void> => merge(store, DERIVED);

export const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
};
/** Warm medians of works that take turns, so that a noisy moment meets each. */
const warm = async <Name extends string>(works: Readonly<Record<Name, () => Promise<unknown>>>): Promise<Record<Name, number>> => {
  const names = Object.keys(works) as Name[];
  const times = new Map<Name, number[]>(names.map(name => [name, []]));
  for (const name of names) await works[name]();
  for (let round = 0; round < ROUNDS; round += 1) for (const name of names) times.get(name)?.push(await timed(works[name]));
  return Object.fromEntries(names.map(name => [name, median(times.get(name) ?? [])])) as Record<Name, number>;
};

/** The most memory that a process ever held, in MB, since it was last forgotten; null where the system does not tell. */
export const peak = async (pid: number): Promise<number | null> => {
  const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')) ?? [];
  return kilobytes === undefined ? null : Number(kilobytes) / 1024;
};
/** The processor time that a process has taken, in ms, in steps of ten; NaN where the system does not tell. */
export const processorTime = async (pid: number): Promise<number> => {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')).split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
};
export const forgetPeak = (pid: number) => writeFile(`/proc/${pid}/clear_refs`, '5').catch(() => undefined); // only Linux knows it; `peak` is null elsewhere

interface Measured { readonly contacts: number; readonly conversions: number; readonly times: Record<string, number>; readonly build: number; readonly memory: number | null }

const measureSize = async (size: number): Promise<Measured> => {
  const folder = await mkdtemp(join(tmpdir(), 'touchpath-bench-'));
  const engine = await startClickHouse(folder, pino({ level: 'silent' }));
  let columnar: Columnar | null = null;
  try {
    const store = columnar = await prepareColumnar(engine, 'bench');
    await makeEvents(store, size);
    const rules = countingRules(PRODUCT, TERM, []);
    const build = await timed(() => deriveProduct({ columnar: store, ids: createIds(systemClock) }, rules, creditTable));
    await settle(store);
    const filled = await filledOf(store, PRODUCT);
    const scope = (period: typeof YEAR, source: Scope['source']): Scope => ({ rules, ...period, mark: filled.mark, source });
    const five = (period: typeof YEAR, source: Scope['source']) => () => pathCounts(store, scope(period, source), null, creditTable, MODELS);
    const groups = { ads: Array.from({ length: 200 }, (_, n) => n + 1), rows: Array.from({ length: 200 }, (_, n) => 1 + n % 12), other: 0 };
    await forgetPeak(engine.pid());
    const times = await warm({
      scan: () => store.query({ query: SCAN }).then(answer => answer.text()),
      events: five(YEAR, 'events'), derived: five(YEAR, 'derived'), grouped: () => pathCounts(store, scope(YEAR, 'derived'), groups, creditTable, MODELS),
      monthEvents: five(MONTH, 'events'), monthDerived: five(MONTH, 'derived'),
      contacts: () => contactTotals(store, scope(YEAR, 'events')), contactsDerived: () => contactTotals(store, scope(YEAR, 'derived')),
    });
    return { contacts: Number(filled.contacts), conversions: Number(filled.conversions), times, build, memory: await peak(engine.pid()) };
  } finally {
    await columnar?.close();
    await engine.stop();
    await rm(folder, { recursive: true, force: true });
  }
};

export const millions = (count: number) => `${(count / 1e6).toFixed(count < 1e6 ? 2 : 1)} M`;
export const ms = (time: number) => `${time.toFixed(0)} ms`;

/**
 * Measures the attribution report at each size, in contacts (10 M take about a minute and 2 GB of disk).
 */
export const benchAttribution = async (sizes: readonly number[]): Promise<Row[]> => {
  const rows: Row[] = [];
  const measured: Measured[] = [];
  for (const size of sizes) {
    const found = await measureSize(size);
    const { contacts, conversions, times, build, memory } = found;
    measured.push(found);
    const of = (key: string) => times[key] ?? Number.NaN;
    const at = millions(contacts);
    const big = size >= 1e7;
    const line = (name: string, ours: string, goal: string): Row => ({ name: `${name}, ${at} contacts`, ours: ms(of(ours)), reference: `${ms(of('scan'))} scan`, ratio: (of(ours) / of('scan')).toFixed(2), goal });
    rows.push(
      line('five models over a year, from events', 'events', big ? '< 500 ms' : ''), line('five models over a year, from sums', 'derived', big ? '< 100 ms' : ''),
      line('five models over a year by group, from sums and paths', 'grouped', big ? '< 100 ms' : ''),
      line('five models over a month, from events', 'monthEvents', ''), line('five models over a month, from sums', 'monthDerived', ''),
      line('contacts and first touches, from events', 'contacts', ''), line('contacts and first touches, from days', 'contactsDerived', ''),
      { name: `deriving all, ${millions(conversions)} conversions`, ours: `${(build / 1000).toFixed(1)} s`, reference: '', ratio: '', goal: '' },
      { name: `peak memory of the engine, ${at} contacts`, ours: memory === null ? 'not told here' : `${memory.toFixed(0)} MB`, reference: '', ratio: '', goal: 'bounded' },
    );
  }
  const [small, large] = [measured[0], measured.at(-1)];
  if (small !== undefined && large !== undefined && small !== large) {
    const linear = large.contacts / small.contacts;
    for (const [name, key] of [['from events', 'events'], ['from sums', 'derived']] as const) {
      const growth = (large.times[key] ?? Number.NaN) / (small.times[key] ?? Number.NaN);
      rows.push({ name: `growth of five models over a year, ${name}`, ours: `${growth.toFixed(1)} times`, reference: `${linear.toFixed(1)} times the contacts`, ratio: (growth / linear).toFixed(2), goal: '<= 1' });
    }
  }
  return rows;
};
