import { deriveProduct } from '../server/rollups/derive-product.ts';
import { MODELS } from '../server/attribution/models.ts';
import { creditTable } from '../server/rollups/credit-table.ts';
import { countingRules } from '../server/attribution/rules.ts';
import { systemClock } from '../server/platform/clock.ts';
import { createIds } from '../server/platform/ids.ts';
import { contactTotals } from '../server/store/clickhouse/queries/counts.ts';
import type { Scope } from '../server/store/clickhouse/queries/scope.ts';
import { eventsSource } from '../server/store/clickhouse/queries/sources/events-source.ts';
import type { ReportSource } from '../server/store/clickhouse/queries/report-source.ts';
import { rollupsSource } from '../server/store/clickhouse/queries/sources/rollups-source.ts';
import { filledOf } from '../server/store/clickhouse/rollups/derived.ts';
import { pathCounts } from '../server/store/clickhouse/queries/path-counts.ts';
import { PRODUCT, settle, TERM, withEvents, YEAR } from './events.ts';
import { forgetPeak, millions, ms, peak, timed } from './measure.ts';
import { median, type Row } from './table.ts';

/**
 * Attribution report over a year of events with all five models in one pass, from events and from rollups. The
 * reference reads and sums the same columns of the same contacts once: a lower bound of any report.
 */
const ROUNDS = 7;
const MONTH = { from: Date.UTC(2026, 8, 30, 15), until: Date.UTC(2026, 9, 31, 15) };
const SCAN = `SELECT sum(visitor_id), sum(toUnixTimestamp64Milli(ts)), sum(interaction_id), sum(ad_id) FROM contact WHERE product_id = ${PRODUCT} AND bot = 0 AND repeated = 0`;

/** Medians of alternating warm runs in ms, so that background load affects all tasks equally. */
const warm = async <Name extends string>(
  works: Readonly<Record<Name, () => Promise<unknown>>>,
): Promise<Record<Name, number>> => {
  const names = Object.keys(works) as Name[];
  const times = new Map<Name, number[]>(names.map(name => [name, []]));
  for (const name of names) await works[name]();
  for (let round = 0; round < ROUNDS; round += 1)
    for (const name of names) times.get(name)?.push(await timed(works[name]));
  return Object.fromEntries(names.map(name => [name, median(times.get(name) ?? [])])) as Record<Name, number>;
};

interface Measured {
  readonly contacts: number;
  readonly conversions: number;
  readonly times: Record<string, number>;
  readonly build: number;
  readonly memory: number | null;
}

const measureSize = (size: number): Promise<Measured> =>
  withEvents(size, async ({ store, pid }) => {
    const rules = countingRules(PRODUCT, TERM, []);
    const build = await timed(() =>
      deriveProduct({ columnar: store, db: null, ids: createIds(systemClock) }, rules, creditTable),
    );
    await settle(store);
    const filled = await filledOf(store, PRODUCT);
    const scope = (period: typeof YEAR, source: ReportSource): Scope => ({
      rules,
      ...period,
      watermark: filled.watermark,
      source,
    });
    const five = (period: typeof YEAR, source: ReportSource) => () =>
      pathCounts(store, scope(period, source), null, creditTable, MODELS);
    const groups = {
      ads: Array.from({ length: 200 }, (_, n) => n + 1),
      rows: Array.from({ length: 200 }, (_, n) => 1 + (n % 12)),
      other: 0,
    };
    await forgetPeak(pid);
    const times = await warm({
      scan: () => store.query({ query: SCAN }).then(answer => answer.text()),
      events: five(YEAR, eventsSource),
      derived: five(YEAR, rollupsSource),
      grouped: () => pathCounts(store, scope(YEAR, rollupsSource), groups, creditTable, MODELS),
      monthEvents: five(MONTH, eventsSource),
      monthDerived: five(MONTH, rollupsSource),
      contacts: () => contactTotals(store, scope(YEAR, eventsSource)),
      contactsDerived: () => contactTotals(store, scope(YEAR, rollupsSource)),
    });
    return {
      contacts: Number(filled.contacts),
      conversions: Number(filled.conversions),
      times,
      build,
      memory: await peak(pid),
    };
  });

/** Measures the attribution report at each size, in contacts. */
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
    const line = (name: string, ours: string, goal: string): Row => ({
      name: `${name}, ${at} contacts`,
      ours: ms(of(ours)),
      reference: `${ms(of('scan'))} scan`,
      ratio: (of(ours) / of('scan')).toFixed(2),
      goal,
    });
    rows.push(
      line('five models over a year, from events', 'events', big ? '< 500 ms' : ''),
      line('five models over a year, from sums', 'derived', big ? '< 100 ms' : ''),
      line('five models over a year by group, from sums and paths', 'grouped', big ? '< 100 ms' : ''),
      line('five models over a month, from events', 'monthEvents', ''),
      line('five models over a month, from sums', 'monthDerived', ''),
      line('contacts and first touches, from events', 'contacts', ''),
      line('contacts and first touches, from days', 'contactsDerived', ''),
      {
        name: `deriving all paths, ${millions(conversions)} conversions`,
        ours: `${(build / 1000).toFixed(1)} s`,
        reference: '',
        ratio: '',
        goal: '',
      },
      {
        name: `peak memory of the engine, ${at} contacts`,
        ours: memory === null ? 'not available' : `${memory.toFixed(0)} MB`,
        reference: '',
        ratio: '',
        goal: 'bounded',
      },
    );
  }
  const [small, large] = [measured[0], measured.at(-1)];
  if (small !== undefined && large !== undefined && small !== large) {
    const linear = large.contacts / small.contacts;
    for (const [name, key] of [
      ['from events', 'events'],
      ['from sums', 'derived'],
    ] as const) {
      const growth = (large.times[key] ?? Number.NaN) / (small.times[key] ?? Number.NaN);
      rows.push({
        name: `growth of five models over a year, ${name}`,
        ours: `${growth.toFixed(1)} times`,
        reference: `${linear.toFixed(1)} times the contacts`,
        ratio: (growth / linear).toFixed(2),
        goal: '<= 1',
      });
    }
  }
  return rows;
};
