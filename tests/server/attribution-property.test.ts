import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPaths, type Paths } from '../../server/attribution/paths.ts';
import { MODELS } from '../../server/attribution/models.ts';
import { METRICS } from '../../server/reports/metrics.ts';
import { askModels, type Answer } from '../../server/reports/report.ts';
import { askSeries } from '../../server/reports/series.ts';
import { product } from '../../server/store/postgres/schema.ts';
import { forgetEvents, onlyAds, setUpMeasured, writeAds, writeCosts, writeEvents, writeResults, type Measured } from '../support/measured.ts';
import { naiveReport, type NaiveWorld } from '../support/naive.ts';
import { createTestParts, type TestParts } from '../support/test-parts.ts';

let parts: TestParts;
let measured: Measured;
let paths: Paths;
beforeAll(async () => {
  parts = await createTestParts();
  measured = await setUpMeasured(parts);
  paths = createPaths(parts);
});
afterAll(async () => {
  await paths.close();
  await parts.close();
});

const DAY = 86_400_000;
/** Around the end of February of a leap year: midnight in Tokyo is 15:00 UTC. */
const BASE = Date.UTC(2024, 1, 28, 15);
const ADDRESSES = ['203.0.113.9', '203.0.113.10', '198.51.100.77', '2001:db8::7', '2001:db9::'];
const EXCLUSIONS = ['203.0.113.10', '198.51.100.0/24', '2001:db8::/32', '203.0.112.0/23', '::/0'];

/** Times that meet: on days around a month's end, at midnight or noon or a term later to the millisecond, often the same. */
const time = fc.tuple(fc.integer({ min: -4, max: 4 }), fc.constantFrom(0, 1, DAY / 2, DAY - 1)).map(([day, ms]) => BASE + day * DAY + ms);
const ip = fc.oneof({ weight: 6, arbitrary: fc.constant('203.0.113.9') }, fc.constantFrom(...ADDRESSES));
const seldom = fc.nat(9).map(n => n === 0);
const visitor = fc.integer({ min: 1, max: 3 });
const ad = fc.constantFrom(1, 2, 3, 4, 5, 99); // 99: nobody knows this ad
const other = fc.nat(11).map(n => n === 0);

const worlds = fc.record({
  contacts: fc.array(fc.record({ visitor, ts: time, ad, ip, bot: seldom, repeated: seldom, cost: fc.constantFrom(0, 1, 1999), other, late: fc.boolean() }), { maxLength: 25 }),
  conversions: fc.array(fc.record({ visitor, ts: time, last: fc.boolean(), amount: fc.constantFrom(0, 1, 2, 99_999, 2 ** 40), ip, bot: seldom, other, late: fc.boolean() }), { maxLength: 8 }),
  impressions: fc.array(fc.record({ ts: time, ad, ip, bot: seldom, other, late: fc.boolean() }), { maxLength: 5 }),
  results: fc.array(fc.record({ ad: fc.constantFrom(null, 1, 2, 5), ts: time, cost: fc.constantFrom(1, 50_000), status: fc.constantFrom(0 as const, 1 as const, 2 as const) }), { maxLength: 4 }),
  fees: fc.array(fc.constantFrom(0, 1, 100_001), { minLength: 5, maxLength: 5 }),
  term: fc.constantFrom(1, 2, 30, 400), // a long term and high ids: contacts that take more than 128 bits when packed
  high: fc.boolean(),
  excluded: fc.subarray(EXCLUSIONS, { maxLength: 2 }),
  days: fc.tuple(fc.integer({ min: -5, max: 4 }), fc.integer({ min: 0, max: 6 })),
  axis: fc.constantFrom(1 as const, 2 as const),
  linked: fc.boolean(),
  costs: fc.uniqueArray(fc.record({ ad: fc.integer({ min: 1, max: 5 }), day: fc.integer({ min: -5, max: 5 }), cost: fc.constantFrom(0, 1, 999_999_999_99) }), { maxLength: 8, selector: ({ ad: of, day }) => `${of}/${day}` }),
  visible: fc.option(fc.subarray([1, 2, 3, 4, 5]), { freq: 2 }),
  past: fc.boolean(),
});

const tokyo = (ms: number) => new Date(ms + 9 * 3_600_000).toISOString().slice(0, 10);
const asRecord = ({ rows, totals }: Answer): Record<string, object> =>
  Object.fromEntries([...rows.map(({ key, label: _, ...rest }) => [key, rest] as const), ['totals', totals] as const]);

it('counts from events and from derived rows what a naive fold counts, in every metric and model', async () => {
  let id = 0n;
  await fc.assert(fc.asyncProperty(worlds, async ({ fees, term, excluded, days: [start, length], axis, visible, past, high, results, linked, costs, ...events }) => {
    const { productId, otherId, viewer, categories } = measured;
    // What comes late bears later ids, or, where the past is imported, ids from before.
    const number = (late: boolean) => (id += 1n) + (high ? 1n << 63n : 0n) + (late && past ? 0n : 1n << (late ? 41n : 40n));
    const of = <Event extends { other: boolean; late: boolean }>(list: readonly Event[]) => list.map(({ other: foreign, ...rest }) => ({ ...rest, id: number(rest.late), product: foreign ? otherId : productId }));
    const [contacts, conversions, impressions] = [of(events.contacts), of(events.conversions), of(events.impressions)];
    const world: NaiveWorld = {
      contacts, conversions, impressions, results,
      ads: fees.map((fee, index) => ({
        id: index + 1, fee, group: [categories[0] ?? null, categories[1] ?? null, null][index % 3] ?? null,
        from: index === 1 ? null : tokyo(BASE - 3 * DAY), to: index === 2 ? null : tokyo(BASE + 2 * DAY), registered: BASE - 1,
      })),
    };
    const bills = costs.map(({ day, ...bill }) => ({ ...bill, day: tokyo(BASE + day * DAY) }));
    if (linked) world.costs = bills;
    const [from, to] = [tokyo(BASE + start * DAY), tokyo(BASE + (start + length) * DAY)];
    await parts.db.update(product).set({ trackingTerm: term, excludedIps: excluded, adCostLinkage: linked }).where(eq(product.id, productId));
    await forgetEvents(parts);
    await writeAds(parts, measured, world.ads);
    await writeResults(parts, measured, results);
    await writeCosts(parts, measured, bills);
    const when = <Event extends { late: boolean }>(list: readonly Event[], late: boolean) => list.filter(event => event.late === late);
    await writeEvents(parts, { contacts: when(contacts, false), conversions: when(conversions, false), impressions: when(impressions, false) });
    await paths.rebuild();
    await writeEvents(parts, { contacts: when(contacts, true), conversions: when(conversions, true), impressions: when(impressions, true) });

    const who = visible === null ? viewer : onlyAds(viewer, productId, visible);
    const question = { productId, from, to, axis, metrics: METRICS };
    const series = { productId, from, to, step: 'day' as const };
    const raw = await askModels(parts, who, question, () => MODELS, { source: 'events' });
    const rawDays = await askSeries(parts, who, series, { source: 'events' });
    await paths.refresh();
    // Nothing is derived of a product that nothing happened to: it is answered from its events.
    const source = [...contacts, ...conversions].some(event => event.product === productId) ? { source: 'derived' } as const : {};
    const derived = await askModels(parts, who, question, () => MODELS, source);
    const derivedDays = await askSeries(parts, who, series, source);

    expect(JSON.stringify(derived)).toBe(JSON.stringify(raw));
    expect(JSON.stringify(derivedDays)).toBe(JSON.stringify(rawDays));
    for (const [index, model] of MODELS.entries()) {
      const naive = naiveReport(world, { product: productId, from, to, term, excluded, model: (index + 1) as 1 | 2 | 3 | 4 | 5, grouped: axis === 2, visible });
      expect(asRecord(raw[model])).toEqual(naive);
      // Conservation: whoever sees everything sees each conversion and each yen exactly once.
      const { cv_division, cv_middle_division, amount_division, cv, cv_total_middle, amount_sum } = raw[model].totals;
      const divided = [cv_division, cv_middle_division, amount_division];
      expect(divided).toEqual(visible === null ? [cv, cv_total_middle, amount_sum] : divided);
    }
    const totals = raw.linear.totals;
    expect(rawDays.totals).toEqual(Object.fromEntries(Object.keys(rawDays.totals).map(key => [key, totals[key as keyof typeof totals]])));
    expect(rawDays.rows.reduce((sum, row) => sum + (row.cv ?? 0), 0)).toBe(totals.cv);
  }), { numRuns: Number(process.env['ATTRIBUTION_RUNS'] ?? 12) });
}, 300_000);
