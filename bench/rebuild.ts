import { deriveProduct } from '../server/rollups/derive-product.ts';
import { creditTable } from '../server/rollups/credit-table.ts';
import { countingRules } from '../server/attribution/rules.ts';
import { systemClock } from '../server/platform/clock.ts';
import { createIds } from '../server/platform/ids.ts';
import { insertBuyers, insertPaths } from '../server/store/clickhouse/rollups/buyers.ts';
import type { Columnar } from '../server/store/clickhouse/engine/columnar.ts';
import { filledOf } from '../server/store/clickhouse/rollups/derived.ts';
import { stagingName } from '../server/store/clickhouse/rollups/rollup.ts';
import { PARALLEL_PARTS, withContacts } from '../server/store/clickhouse/rollups/scratch-tables.ts';
import { clearStaged } from '../server/store/clickhouse/rollups/staging.ts';
import { partsOf, runForBatch, type Batch } from '../server/store/clickhouse/rollups/batch.ts';
import { PRODUCT, TERM, withEvents, YEAR } from './events.ts';
import { forgetPeak, millions, ms, peak, processorTime, timed } from './measure.ts';
import type { Row } from './table.ts';

/** Duration of rebuilding rollups: of paths alone, of everything, and of a batch with a few new events. */
const STEPS = 5;
const CLICKS = 300;
/** The goals of 50 M contacts, in seconds. */
const PATHS_GOAL_S = 20;
const REBUILD_GOAL_S = 60;

/** Inserts the clicks of a second, a third of them by known visitors, and some conversions of known visitors. */
const arrive = async (store: Columnar, at: number, visitors: number): Promise<void> => {
  const id = (offset: string) => `bitShiftLeft(toUInt64(${at} + ${offset} - 1577836800000), 22) + number`;
  const known = `cityHash64('visitor', cityHash64(number, ${at}) % ${visitors})`;
  const queries = [
    `INSERT INTO contact (product_id, visitor_id, ts, interaction_id, ad_id, redirect_id, landing_url, ip, click_cost)
     SELECT ${PRODUCT}, if(number % 3 = 0, ${known}, cityHash64('new', number, ${at})), fromUnixTimestamp64Milli(${at} + number), ${id('number')}, 1 + number % 200, 1, 'https://shop.example/', toIPv6('::ffff:203.0.113.9'), 1 FROM numbers(${CLICKS})`,
    `INSERT INTO conversion (product_id, ts, conversion_id, visitor_id, cv_type, origin, amount, ip)
     SELECT ${PRODUCT}, fromUnixTimestamp64Milli(${at} + 500 + number), ${id('500 + number')}, ${known}, 1, 'url', 100, toIPv6('::ffff:203.0.113.9') FROM numbers(${Math.round(CLICKS / 33)})`,
  ];
  for (const query of queries) await store.command({ query });
};

interface Measured {
  readonly contacts: number;
  readonly rows: readonly (readonly [
    name: string,
    time: number,
    processor: number,
    memory: number | null,
    goal: string,
  ])[];
}

const measureSize = (size: number): Promise<Measured> =>
  withEvents(size, async ({ store, pid }) => {
    const ids = createIds(systemClock);
    const rules = countingRules(PRODUCT, TERM, []);
    const filled = await filledOf(store, PRODUCT);
    const version = String(ids.next());
    const batch: Batch = {
      rules,
      after: { contact_id: '0', contacts: '0', conversion_id: '0', conversions: '0' },
      upTo: filled,
      version,
      generation: version,
      area: { queue: 'large', owner: null },
    };
    const pathsOnly = async () => {
      const parts = partsOf(batch);
      await Promise.all(
        Array.from({ length: PARALLEL_PARTS }, async (_, bench) => {
          for (let which = parts.shift(); which !== undefined; which = parts.shift()) {
            const part = which;
            await withContacts(store, batch, part, bench, async contacts => {
              const input = { which: part, contacts };
              await runForBatch(store, insertBuyers(batch, input, stagingName('buyer', batch.area)), batch);
              await runForBatch(
                store,
                insertPaths(batch, input, stagingName('conversion_path', batch.area)),
                batch,
              );
            });
          }
        }),
      );
    };
    const derive = () => deriveProduct({ columnar: store, db: null, ids }, rules, creditTable);
    const steps = async () => {
      const times: number[] = [];
      for (let round = 0; round < STEPS; round += 1) {
        await arrive(store, YEAR.until + 86_400_000 + round * 1_000, Math.round(size / 3));
        times.push(await timed(derive));
      }
      return times.reduce((sum, one) => sum + one, 0) / STEPS;
    };
    const measure = async (work: () => Promise<number>, times: number) => {
      await forgetPeak(pid);
      const before = await processorTime(pid);
      const time = await work();
      return [time, ((await processorTime(pid)) - before) / times, await peak(pid)] as const;
    };
    const pathTimes = await measure(() => timed(pathsOnly), 1);
    await clearStaged(store, batch.area);
    const goalOf = (seconds: number) => (size >= 4e7 ? `<= ${seconds} s` : '');
    return {
      contacts: Number(filled.contacts),
      rows: [
        ['rebuilding the paths only', ...pathTimes, goalOf(PATHS_GOAL_S)],
        ['rebuilding everything', ...(await measure(() => timed(derive), 1)), goalOf(REBUILD_GOAL_S)],
        [`adding ${CLICKS} contacts`, ...(await measure(steps, STEPS)), ''],
      ],
    };
  });

/** Measures rebuilding at each size, in contacts. */
export const benchRebuild = async (sizes: readonly number[]): Promise<Row[]> => {
  const measured: Measured[] = [];
  for (const size of sizes) measured.push(await measureSize(size));
  const rows = measured.flatMap(({ contacts, rows: found }) =>
    found.map(([name, time, processor, memory, goal]): Row => ({
      name: `${name}, ${millions(contacts)} contacts`,
      ours: `${ms(time)}, ${ms(processor)} CPU`,
      reference: memory === null ? '' : `${memory.toFixed(0)} MB peak`,
      ratio: '',
      goal,
    })),
  );
  for (const [index, large] of measured.entries()) {
    const small = measured[index - 1];
    if (small === undefined) continue;
    const linear = large.contacts / small.contacts;
    for (const [at, [name, , processor]] of large.rows.entries()) {
      const growth = processor / (small.rows[at]?.[2] ?? Number.NaN);
      rows.push({
        name: `growth of ${name}, CPU, to ${millions(large.contacts)}`,
        ours: `${growth.toFixed(1)} times`,
        reference: `${linear.toFixed(1)} times the contacts`,
        ratio: (growth / linear).toFixed(2),
        goal: '<= 1',
      });
    }
  }
  return rows;
};
