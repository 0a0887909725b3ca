import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPaths, type Paths } from '../../server/attribution/paths.ts';
import { figureAsked } from '../../server/credit/asked.ts';
import { readBehind } from '../../server/credit/behind.ts';
import { askAllocation } from '../../server/reports/allocation.ts';
import { readCvInfo } from '../../server/reports/cv-info.ts';
import { askJourneys } from '../../server/reports/journeys.ts';
import { askLpo } from '../../server/reports/lpo.ts';
import { removalEffects } from '../../server/reports/markov.ts';
import { METRICS } from '../../server/reports/metrics.ts';
import { askModelsAside } from '../../server/reports/models-aside.ts';
import { Failure } from '../../server/http/failures.ts';
import { firstIdAt } from '../../server/ids.ts';
import { ask, askModels } from '../../server/reports/report.ts';
import { MODELS } from '../../server/attribution/models.ts';
import { marginalResponse } from '../../server/reports/response.ts';
import { askSeries, SERIES_METRICS } from '../../server/reports/series.ts';
import { askTransitions } from '../../server/reports/transitions.ts';
import { askWhatIf, WHAT_IF_METRICS } from '../../server/reports/what-if.ts';
import { ad, product, redirect } from '../../server/store/postgres/schema.ts';
import { forgetEvents, onlyAds, setUpMeasured, writeAds, writeCosts, writeEvents, writeResults, type Measured } from '../support/measured.ts';
import { naiveReport, type NaiveContact, type NaiveConversion, type NaiveQuestion, type NaiveWorld } from '../support/naive.ts';
import { naiveChain, naiveJourneys, naiveLinks, naivePages, naivePaths, naiveShapley, naiveShares, naiveTransitions } from '../support/naive-analyses.ts';
import type { NaiveModel } from '../support/naive-credit.ts';
import { one } from '../support/tenants.ts';
import { createTestParts, type TestParts } from '../support/test-parts.ts';

let parts: TestParts;
let measured: Measured;
let paths: Paths;
let ads: NaiveWorld['ads'];
beforeAll(async () => {
  parts = await createTestParts({ now: Date.UTC(2024, 3, 10) });
  measured = await setUpMeasured(parts);
  measured = { ...measured, viewer: { ...measured.viewer, permissions: { ...measured.viewer.permissions, cv_log: 'read' } } };
  paths = createPaths(parts);
  ads = [1, 2, 3, 4, 5].map(id => ({ id, group: id < 3 ? measured.categories[0] ?? null : id === 3 ? measured.categories[1] ?? null : null, fee: id === 1 ? 300_100 : 0, from: '2024-02-27', to: '2024-03-02', registered: Date.UTC(2024, 0, 1) }));
  await writeAds(parts, measured, ads);
});
afterAll(async () => {
  await paths.close();
  await parts.close();
});
beforeEach(async () => {
  await forgetEvents(parts);
  await writeResults(parts, measured, []);
  await writeCosts(parts, measured, []);
  await parts.db.update(product).set({ trackingTerm: 30, adCostAllocationMode: 1, adCostLinkage: false }).where(eq(product.id, measured.productId));
});

const DAY = 86_400_000;
/** Midnight in Tokyo at the end of February of a leap year. */
const BASE = Date.UTC(2024, 1, 28, 15);
let id = 1n << 40n;
const contact = (adId: number, ts: number, over: Partial<NaiveContact> = {}): NaiveContact =>
  ({ id: id += 1n, product: measured.productId, visitor: 1, ts, ad: adId, ip: '203.0.113.9', bot: false, repeated: false, cost: 0, ...over });
const conversion = (ts: number, over: Partial<NaiveConversion> = {}): NaiveConversion =>
  ({ id: id += 1n, product: measured.productId, visitor: 1, ts, last: true, amount: 1000, ip: '203.0.113.9', bot: false, ...over });
const tokyo = (ms: number) => new Date(ms + 9 * 3_600_000).toISOString().slice(0, 10);
const asked = <Over extends object>(over?: Over) => ({ productId: measured.productId, from: '2024-02-01', to: '2024-03-31', ...over as Over });

const time = fc.tuple(fc.integer({ min: -40, max: 20 }), fc.constantFrom(0, 1, DAY / 2, DAY - 1)).map(([day, ms]) => BASE + day * DAY + ms);
const seldom = fc.nat(9).map(n => n === 0);
const worlds = fc.record({
  contacts: fc.array(fc.record({ visitor: fc.integer({ min: 1, max: 4 }), ts: time, ad: fc.integer({ min: 1, max: 5 }), bot: seldom, repeated: seldom, cost: fc.constantFrom(0, 1, 1999), late: fc.boolean(),
    redirect: fc.constantFrom(0, 7), entry: fc.constantFrom(0, 0, 1, 2), url: fc.constantFrom('', 'https://shop.example/a?x', 'https://shop.example/a#y', 'https://shop.example/é') }), { maxLength: 30 }),
  conversions: fc.array(fc.record({ visitor: fc.integer({ min: 1, max: 4 }), ts: time, last: fc.nat(3).map(n => n > 0), amount: fc.constantFrom(0, 1, 2, 99_999), bot: seldom, late: fc.boolean() }), { maxLength: 10 }),
  term: fc.constantFrom(1, 10, 60),
  /** Derived in two steps, as events arrive; else all at once. */
  steps: fc.boolean(),
  fold: fc.boolean(),
  visible: fc.option(fc.subarray([1, 2, 3, 4, 5], { minLength: 1 }), { freq: 2 }),
  where: fc.option(fc.subarray([1, 2, 3, 4, 5], { minLength: 1 }), { freq: 2 }),
  axis: fc.constantFrom(1 as const, 2 as const), nodes: fc.constantFrom(1, 2, 50),
  results: fc.array(fc.record({ ad: fc.constantFrom(null, 1, 2, 5), ts: time, cost: fc.constantFrom(1, 50_000), status: fc.constantFrom(0 as const, 1 as const, 2 as const) }), { maxLength: 3 }),
  linked: fc.boolean(), bills: fc.uniqueArray(fc.record({ ad: fc.integer({ min: 1, max: 5 }), day: fc.integer({ min: -40, max: 20 }), cost: fc.constantFrom(0, 1, 123_456) }), { maxLength: 4, selector: ({ ad: of, day }) => `${of}/${day}` }),
  mode: fc.constantFrom(1, 2, 3), pool: fc.constantFrom(undefined, 0, 1, 100_003), model: fc.integer({ min: 1, max: 5 }).map(one => one as NaiveModel), moved: fc.constantFrom([1, -100.01], [1, 33.35], [2, -7], [2, 1000]),
  step: fc.constantFrom('day' as const, 'week' as const, 'month' as const), compare: fc.constantFrom(undefined, 'previous_period' as const, 'previous_year' as const),
});
type World = typeof worlds extends fc.Arbitrary<infer Value> ? Value : never;
type Beside = Pick<World, 'axis' | 'fold' | 'nodes' | 'mode' | 'pool' | 'model' | 'step' | 'compare'> & { readonly adjust: string };

/** All answers to one question; CV information page by page. */
const askAll = async (who: Measured['viewer'], { axis, fold, nodes, mode, pool, model, step, compare, adjust }: Beside, filter: { where?: string }, options: { source?: 'events' | 'derived' }) => {
  const first = await readCvInfo(parts, who, asked({ limit: 3 , ...filter }), options);
  const rows = [...first.results];
  for (let { next } = first; next !== null;) {
    const page = await readCvInfo(parts, who, asked({ limit: 3, after: next , ...filter }), options);
    rows.push(...page.results);
    ({ next } = page);
  }
  return {
    cvInfo: { total: first.total, rows },
    transitions: await askTransitions(parts, who, asked({ from: '2024-01-15', to: '2024-03-31' , ...filter }), options),
    journeys: await askJourneys(parts, who, asked({ axis, fold, limit: 200, nodes , ...filter }), options),
    models: await askModelsAside(parts, who, asked({ axis , ...filter }), options),
    lpo: await askLpo(parts, who, asked({ ...filter, model }), options),
    allocation: await askAllocation(parts, who, asked({ ...filter, mode, adjust, ...(pool !== undefined && { pool }) }), options),
    series: await askSeries(parts, who, asked({ ...filter, step, ...(compare !== undefined && { compare }) }), options),
  };
};

const total = <Row>(rows: readonly Row[], pick: (row: Row) => number | null) => rows.reduce((sum, row) => sum + (pick(row) ?? 0), 0);

it('answers from events and from derived rows the same bytes, and what naive folds and the attribution report say', async () => {
  await fc.assert(fc.asyncProperty(worlds, async ({ term, steps, visible: seen, where, axis, results, linked, bills, moved, ...events }) => {
    const { productId, viewer } = measured;
    const { fold, nodes, mode, pool, model, step, compare } = events;
    const arriving = (late: boolean) => ({
      contacts: events.contacts.filter(one => one.late === late).map(one => contact(one.ad, one.ts, one)), conversions: events.conversions.filter(one => one.late === late).map(one => conversion(one.ts, one)),
    });
    const [early, late] = [arriving(false), arriving(true)];
    const costs = bills.map(({ day, ...bill }) => ({ ...bill, day: tokyo(BASE + day * DAY) }));
    const world: NaiveWorld = { contacts: [...early.contacts, ...late.contacts], conversions: [...early.conversions, ...late.conversions], impressions: [], results, ads, ...(linked && { costs }) };
    await parts.db.update(product).set({ trackingTerm: term, adCostLinkage: linked }).where(eq(product.id, productId));
    await writeResults(parts, measured, results);
    await writeCosts(parts, measured, costs);
    await forgetEvents(parts);
    await writeEvents(parts, early);
    if (steps) await paths.rebuild();
    await writeEvents(parts, late);
    const who = seen === null ? viewer : onlyAds(viewer, productId, seen);
    // A filter by name, so that it may match ads that are not seen.
    const names = where?.map(adId => `広告é${adId}`);
    const filter = names === undefined ? {} : { where: `ad_name__in=${names.join(',')}` };
    const visible = where === null ? seen : where.filter(adId => seen === null || seen.includes(adId));
    const adjust = `${seen?.[0] ?? 1}:${moved.join(':')}`;
    const beside: Beside = { axis, fold, nodes, mode, pool, model, step, compare, adjust };
    const raw = await askAll(who, beside, filter, { source: 'events' });
    await (steps ? paths.refresh() : paths.rebuild());
    const there = world.contacts.length + world.conversions.length > 0;
    expect(JSON.stringify(await askAll(who, beside, filter, there ? { source: 'derived' } : {}))).toBe(JSON.stringify(raw));

    const { models, journeys, transitions, lpo, allocation, cvInfo, series } = raw;
    const report = await askModels(parts, who, { ...asked(filter), axis, metrics: METRICS }, () => MODELS, { source: 'events' });
    const byAd = axis === 1 ? report.linear : await ask(parts, who, { ...asked(filter), axis: 1, metrics: METRICS }, { source: 'events' });
    for (const [index, model] of MODELS.entries()) {
      const shares = (row: object) => [`cv_division_${index + 1}`, `amount_division_${index + 1}`].map(key => (row as Record<string, number>)[key]);
      expect(shares(models.totals)).toEqual([report[model].totals.cv_division, report[model].totals.amount_division]);
      for (const row of report[model].rows.filter(one => one.cv_division !== 0)) expect([row.key, ...shares(models.rows.find(one => one.key === row.key) ?? {})]).toEqual([row.key, row.cv_division, row.amount_division]);
    }
    expect([models.totals.cv, models.totals.clicks, models.totals.amount_sum, models.totals.ad_cost]).toEqual([report.linear.totals.cv, report.linear.totals.clicks, report.linear.totals.amount_sum, report.linear.totals.ad_cost]);

    const all = naivePaths(world, { product: productId, term, from: '2024-02-01', to: '2024-03-31' });
    const shows = (path: readonly NaiveContact[]) => visible === null || path.some(one => visible.includes(one.ad));
    expect(cvInfo.rows.map(row => [row.conversion_id, row.contacts, row.path.length])).toEqual(all.filter(({ path }) => shows(path)).map(({ conversion: of, path }) => [String(of.id), path.length, Math.min(20, path.length)]));
    expect(cvInfo.total).toBe(cvInfo.rows.length);

    const taken = all.filter(({ conversion: of, path }) => of.last && path.length > 0 && shows(path));
    expect([journeys.totals.cv, journeys.totals.amount_sum, total(journeys.rows, row => row.cv) + journeys.others.cv]).toEqual([taken.length, total(taken, one => one.conversion.amount), taken.length]);

    const days = { product: productId, from: '2024-02-01', to: '2024-03-31', term };
    const isShown = (adId: number) => visible === null || visible.includes(adId);
    expect(Object.fromEntries(lpo.rows.map(row => [row.key, [row.clicks, row.cv, row.amount_sum, row.cv_division, row.amount_division]])))
      .toEqual(Object.fromEntries(Object.entries(naivePages(world, days, model)).filter(([key]) => (key === 'no_contact' ? visible === null : isShown(Number(key.split(':')[0]))))));

    const naiveOf = (more: Partial<NaiveQuestion>, of = world) => naiveReport(of, {
      ...days, excluded: [], model: 1, axes: ['ad'], visible: seen, ...(names !== undefined && { where: [{ field: 'ad_name', op: 'in', values: names }] }), ...more,
    });
    const metricsOf = (row: object) => Object.fromEntries(SERIES_METRICS.map(key => [key, (row as Record<string, unknown>)[key]]));
    for (const row of [...series.rows, series.previous, ...series.compared_rows.slice(0, 3), { ...series.totals, ...days }]) expect([row.from, row.to, metricsOf(row)]).toEqual([row.from, row.to, metricsOf(naiveOf({ from: row.from, to: row.to })['totals'] ?? {})]);
    // Every day is in one row, and the rows are in order.
    const each = series.rows.flatMap(row => Array.from({ length: (Date.parse(row.to) - Date.parse(row.from)) / DAY + 1 }, (_, index) => new Date(Date.parse(row.from) + index * DAY).toISOString().slice(0, 10)));
    expect(each).toEqual(Array.from({ length: 60 }, (_, index) => new Date(Date.parse(days.from) + index * DAY).toISOString().slice(0, 10)));
    expect(series.rows.filter((row, index) => index > 0 && row.from !== row.key)).toEqual([]);

    const naiveAds = Object.entries(naiveOf({})).filter(([key]) => key !== 'no_contact' && key !== 'totals').toSorted(([a], [b]) => Number(a) - Number(b));
    const { costs: _bills, ...unbilled } = world;
    const registered = naiveOf({}, unbilled);
    const basis = naiveAds.map(([key, row]) => (mode === 1 ? row['cv'] : mode === 2 ? row['amount_sum'] : registered[key]?.['ad_cost']) ?? 0);
    const shares = naiveShares(allocation.pool, basis);
    expect(allocation.pool).toBe(pool ?? Math.round(naiveOf({})['totals']?.['ad_cost'] ?? 0));
    const percentOf = ([unit, amount]: readonly number[], share: number) => Math.max(0, unit === 2 ? share + (amount ?? 0) : Math.floor((share * (10_000 + Math.round((amount ?? 0) * 100)) * 2 + 10_000) / 20_000));
    const adjusted = (key: string, share: number | null) => (share === null ? null : key === adjust.split(':')[0] ? percentOf(moved, share) : share);
    const toldShares = naiveAds.map(([key], index) => [key, shares?.[index] ?? null, adjusted(key, shares?.[index] ?? null)]);
    expect(allocation.rows.map(row => [row.key, row.allocated_cost, row.adjusted_cost]).toSorted(([a], [b]) => Number(a) - Number(b))).toEqual(toldShares);
    const learnt = Array.from({ length: 90 }, (_, index) => new Date(Date.parse(days.to) - (89 - index) * DAY).toISOString().slice(0, 10)).map(day => naiveOf({ from: day, to: day }));
    for (const row of allocation.rows) {
      const course = (metric: string) => learnt.map(day => day[row.key]?.[metric] ?? 0);
      const { slope } = marginalResponse(course('ad_cost'), course('cv'));
      expect(row.cv_per_yen).toBeCloseTo(slope, 12);
      if (row.adjusted_cost !== null) expect(row.expected_cv).toBeCloseTo(Math.max(0, (row.cv ?? 0) + slope * (row.adjusted_cost - (row.ad_cost ?? 0))), 9);
    }

    const began = naiveTransitions(world, { product: productId, term }, '2024-01', visible);
    const cellsOf = ({ cells }: (typeof transitions.rows)[number] | typeof transitions.totals, key: string) =>
      cells.filter(cell => cell.cv !== null && cell.cv > 0).map(cell => [`${key}|${cell.month}`, [cell.cv, cell.amount_sum, cell.visitors]] as const);
    expect(Object.fromEntries([...transitions.rows.flatMap(row => cellsOf(row, row.key)), ...cellsOf(transitions.totals, '')])).toEqual(began);
    expect(transitions.rows.map(row => row.first_touch_count)).toEqual(['31', '29', '31'].map((last, index) => naiveOf({ from: `2024-0${index + 1}-01`, to: `2024-0${index + 1}-${last}` })['totals']?.['first_touch_count']));

    const rowOf = (adId: number) => (seen !== null && !seen.includes(adId) ? 'hidden' : axis === 1 ? String(adId) : String(ads[adId - 1]?.group ?? 'none'));
    const placeOf = (row: string) => (row === 'hidden' ? -2 : row === 'none' ? 0 : Number(row));
    const known = all.filter(({ path }) => shows(path));
    const told = Object.fromEntries(journeys.rows.map(row => [row.steps.map(one => one.key).join('>'), [row.cv, row.amount_sum, Math.round((row.attr_avg ?? 0) * row.cv * 1000)]]));
    if (journeys.rows.every(row => row.length <= 20)) expect(told).toEqual(naiveJourneys(known, fold, rowOf));
    expect(Object.fromEntries(journeys.links.map(link => [`${link.step}>${link.from}>${link.to}`, [link.cv, link.amount_sum]]))).toEqual(naiveLinks(known, fold, nodes, rowOf, placeOf));

    expect([allocation.totals.cv, allocation.totals.ad_cost, allocation.totals.cv_division, allocation.totals.amount_division])
      .toEqual([byAd.totals.cv, byAd.totals.ad_cost, byAd.totals.cv_division, byAd.totals.amount_division]);
    expect(allocation.unallocated + total(allocation.rows, row => row.allocated_cost)).toBe(allocation.pool);

    if (visible !== null) return;
    const { cv, cv_division, amount_division } = models.totals as unknown as Record<string, number>;
    expect([cv_division, amount_division]).toEqual([undefined, undefined]);
    expect([models.totals.cv_division_6, models.totals.cv_division_7, models.totals.amount_division_6, models.totals.amount_division_7]).toEqual([cv, cv, models.totals.amount_sum, models.totals.amount_sum]);

    const shapley = naiveShapley(all, rowOf);
    for (const row of models.rows.filter(({ key }) => key !== 'no_contact')) expect(Math.abs(row.cv_division_7 - (shapley[row.key] ?? 0))).toBeLessThan(1e-7);
    if (axis !== 1) return;
    const [BEGUN, CONVERTED] = [-5, -4];
    const chain = naiveChain(world, { product: productId, term, from: '2024-02-01', to: '2024-03-31' });
    const exits = chain.flatMap(({ rows, converted }) => {
      const steps = [BEGUN, ...rows, ...(converted ? [CONVERTED] : [])];
      return steps.slice(1).map((to, index) => ({ from: steps[index] ?? BEGUN, to: [to], times: [1] }));
    });
    const { rows, effects } = await removalEffects(exits, { begun: BEGUN, converted: CONVERTED });
    const weight = effects.reduce((a, b) => a + b, 0);
    const converting = chain.filter(({ converted }) => converted).length;
    for (const [index, row] of rows.entries()) {
      const shown = models.rows.find(({ key }) => key === String(row));
      expect(shown?.removal_effect).toBeCloseTo(effects[index] ?? 0, 9);
      expect(shown?.cv_division_6).toBeCloseTo(weight === 0 ? 0 : (effects[index] ?? 0) / weight * converting, 7);
    }
    expect([models.basis.conversions, models.basis.journeys_without]).toEqual([converting, chain.length - converting]);
  }), { numRuns: Number(process.env['ANALYSES_RUNS'] ?? 4) });
}, 300_000);

it('adds up whole years, the months beside them and what lies between two conversions as the events say', async () => {
  const whenever = fc.tuple(fc.integer({ min: -850, max: 30 }), fc.constantFrom(0, DAY / 2)).map(([day, ms]) => BASE + day * DAY + ms);
  const visitor = fc.integer({ min: 1, max: 5 });
  const years = fc.record({
    contacts: fc.array(fc.record({ visitor, ts: whenever, ad: fc.integer({ min: 1, max: 4 }), late: fc.boolean() }), { minLength: 40, maxLength: 60 }),
    conversions: fc.array(fc.record({ visitor, ts: whenever, last: fc.boolean(), late: fc.boolean() }), { minLength: 4, maxLength: 10 }),
  });
  await fc.assert(fc.asyncProperty(years, async ({ contacts, conversions }) => {
    await parts.db.update(product).set({ trackingTerm: 365 }).where(eq(product.id, measured.productId));
    await forgetEvents(parts);
    for (const late of [false, true]) {
      await writeEvents(parts, { contacts: contacts.filter(one => one.late === late).map(one => contact(one.ad, one.ts, one)), conversions: conversions.filter(one => one.late === late).map(one => conversion(one.ts, one)) });
      await (late ? paths.refresh() : paths.rebuild());
    }
    for (const days of [{ from: '2023-01-01', to: '2023-12-31' }, { from: '2021-11-01', to: '2024-03-31' }, { from: '2022-12-15', to: '2024-02-10' }]) {
      const of = async (source: 'events' | 'derived') => JSON.stringify([
        await askModelsAside(parts, measured.viewer, { ...asked(days), axis: 1 }, { source }), await askJourneys(parts, measured.viewer, { ...asked(days), axis: 2, fold: true, limit: 20, nodes: 3 }, { source }),
      ]);
      expect(await of('derived')).toBe(await of('events'));
    }
  }), { numRuns: Number(process.env['ANALYSES_RUNS'] ?? 2) });
}, 300_000);

/** A contact that landed somewhere. */
const landed = (adId: number, redirectId: number, entry: number, url: string, count: number, first: number) => parts.columnar.insert({
  table: 'contact', format: 'JSONEachRow', clickhouse_settings: { insert_deduplicate: 0 },
  values: Array.from({ length: count }, (_, index) => ({
    product_id: measured.productId, visitor_id: String(first + index), ts: BASE, interaction_id: String(id += 1n), ad_id: adId, redirect_id: redirectId, lpo_number: entry, landing_url: url, ip: '::ffff:203.0.113.9', bot: 0, repeated: 0, click_cost: '0.00',
  })),
});

describe('landing pages', () => {
  it('stand under the redirect\'s entries or the ad\'s, or under their address, and are compared with the best other one of the redirect', async () => {
    const entries = [{ title: '夏<b>', url: 'https://shop.example/a', rate: 50 }, { title: '秋', url: 'https://shop.example/b', rate: 50 }];
    const of = async (lpoEntries: typeof entries) => one(await parts.db.insert(redirect).values({ companyId: measured.companyId, productId: measured.productId, adId: 1, redirectUrl: 'https://shop.example/', lpoEntries }).returning()).id;
    await parts.db.update(ad).set({ lpoEntries: [{ title: '広告の頁', url: 'https://shop.example/ad', rate: 1 }] }).where(eq(ad.id, 1));
    const [own, bare] = [await of(entries), await of([])];
    await landed(1, own, 1, 'https://shop.example/a?xclid=1', 1000, 1);
    await landed(1, own, 2, 'https://shop.example/b?xclid=2', 1000, 2001);
    await landed(1, bare, 1, 'https://shop.example/old', 3, 4001);
    await landed(1, 0, 0, 'https://shop.example/direct?utm=1', 2, 5001);
    await landed(1, 0, 0, 'https://shop.example/direct?utm=2#x', 2, 6001);
    const bought = (first: number, count: number) => Array.from({ length: count }, (_, index) => conversion(BASE + DAY, { visitor: first + index }));
    await writeEvents(parts, { conversions: [...bought(1, 120), ...bought(2001, 90), ...bought(4001, 1), conversion(BASE, { visitor: 9999 })] });
    const { rows, totals } = await askLpo(parts, measured.viewer, asked());
    expect(rows.map(row => [row.redirect_id, row.lpo_number, row.title, row.url, row.clicks, row.cv])).toEqual([
      [own, 1, '夏<b>', 'https://shop.example/a', 1000, 120], [own, 2, '秋', 'https://shop.example/b', 1000, 90], [null, null, '', 'https://shop.example/direct', 4, 0],
      [bare, 1, '広告の頁', 'https://shop.example/ad', 3, 1], [null, null, '', '', 0, 1],
    ]);
    const [best, second, direct] = rows;
    expect(best).toMatchObject({ other_key: second?.key, enough: true, attr_cvr: 0.12 });
    expect(best?.difference).toBeCloseTo(0.03, 12);
    expect(best?.p_value).toBeCloseTo(0.02865, 4);
    expect(second?.p_value).toBe(best?.p_value);
    expect(direct).toMatchObject({ other_key: null, p_value: null, enough: false });
    expect(totals).toMatchObject({ clicks: 2007, cv: 212, cv_division: 212, amount_sum: 212_000, amount_division: 212_000 });
  });
});

describe('the month transition', () => {
  it('tells months that have not begun from those in which nothing came, and loses nothing that came very late', async () => {
    await parts.db.update(product).set({ trackingTerm: 1000 }).where(eq(product.id, measured.productId));
    const first = Date.UTC(2022, 0, 31, 15) - 1; // the last millisecond of January in Tokyo
    await writeEvents(parts, { contacts: [contact(1, first), contact(2, first, { visitor: 2 })], conversions: [conversion(first), conversion(first + 1), conversion(Date.UTC(2024, 0, 31, 14)), conversion(Date.UTC(2024, 0, 31, 15), { amount: 7 }), conversion(first, { visitor: 2, last: false })] });
    const { rows, totals } = await askTransitions(parts, measured.viewer, asked({ from: '2022-01-20', to: '2024-03-01' }));
    expect(rows.length).toBe(27);
    const [january] = rows;
    expect(january).toMatchObject({ key: '2022-01', first_touch_count: 2, cv: 4, amount_sum: 3007, later: { cv: 1, amount_sum: 7 } });
    expect(january?.cells.filter(cell => cell.cv !== 0)).toEqual([0, 1, 24].map(month => ({ month, cv: 1, amount_sum: 1000, visitors: 1 })));
    expect(rows.at(-1)?.cells.map(cell => cell.cv).slice(0, 4)).toEqual([0, 0, null, null]);
    expect(totals).toMatchObject({ first_touch_count: 2, cv: 4, later: { cv: 1 } });
    const agency = await askTransitions(parts, onlyAds(measured.viewer, measured.productId, [2]), asked({ from: '2022-01-20', to: '2022-01-20' }));
    expect(agency.totals).toMatchObject({ first_touch_count: 1, cv: 0 });
  });

  it('tells a visitor once in a sum of months, however many of his paths began in different ones', async () => {
    await parts.db.update(product).set({ trackingTerm: 10 }).where(eq(product.id, measured.productId));
    const tokyoNoon = (month: number) => Date.UTC(2024, month - 1, 10, 3);
    await writeEvents(parts, {
      contacts: [1, 2, 3].map(month => contact(month, tokyoNoon(month))), conversions: [...[1, 2, 3].map(month => conversion(tokyoNoon(month) + 1)), conversion(tokyoNoon(1), { visitor: 2 }), conversion(tokyoNoon(3) + 2)],
    });
    const { rows, totals } = await askTransitions(parts, measured.viewer, asked({ from: '2024-02-01', to: '2024-03-31' }));
    expect([...rows, totals].map(({ cells: [cell] }) => cell)).toEqual([{ month: 0, cv: 1, amount_sum: 1000, visitors: 1 }, { month: 0, cv: 2, amount_sum: 2000, visitors: 1 }, { month: 0, cv: 3, amount_sum: 3000, visitors: 1 }]);
    expect(totals.cells[3]).toEqual({ month: 3, cv: null, amount_sum: null, visitors: null });
  });
});

describe('the path explorer', () => {
  it('tells the most taken paths and the rest together, and gathers rows that the flow does not tell apart', async () => {
    const way = (visitor: number, ads: readonly number[]) => ({ contacts: ads.map((adId, index) => contact(adId, BASE + index, { visitor })), conversions: [conversion(BASE + DAY, { visitor })] });
    const ways = [way(1, [1, 1, 2]), way(2, [1, 2]), way(3, [3]), way(4, [1, 4, 1, 4, 1, 5, 2])];
    await writeEvents(parts, { contacts: ways.flatMap(({ contacts }) => contacts), conversions: ways.flatMap(({ conversions }) => conversions) });
    const { rows, others, totals, links, nodes } = await askJourneys(parts, measured.viewer, asked({ axis: 1 as const, fold: true, limit: 1, nodes: 2 }));
    expect(rows.map(row => [row.steps.map(({ key, label }) => `${key} ${label}`), row.cv, row.share, row.length])).toEqual([[['1 広告é1', '2 広告é2'], 2, 0.5, 2]]);
    expect([others.paths, others.cv, others.amount_sum, totals.paths, totals.cv]).toEqual([2, 2, 2000, 3, 4]);
    expect(nodes.map(({ key }) => key)).toEqual(['1', '2', 'conversion', 'others']);
    // 1 4 1 4 1 5 2 is 1 o 1 o 1 o 2: five places, then the last contact in the sixth.
    expect(links.map(({ step, from, to, cv }) => [step, from, to, cv])).toEqual([
      [1, '1', '2', 2], [1, 'others', 'conversion', 1], [1, '1', 'others', 1], [2, '2', 'conversion', 2], [2, 'others', '1', 1], [3, '1', 'others', 1], [4, 'others', '1', 1], [5, '1', '2', 1], [6, '2', 'conversion', 1],
    ]);
    const agency = await askJourneys(parts, onlyAds(measured.viewer, measured.productId, [3, 4]), asked({ axis: 1 as const, fold: false, limit: 5, nodes: 5 }));
    expect(agency.rows.map(row => row.steps.map(({ key }) => key).join('>'))).toEqual(['3', 'hidden>4>hidden>4>hidden>hidden>hidden']);
  });
});

describe('CV information', () => {
  it('tells what the site said to whoever may read the CV log, and of hidden ads nothing but their place', async () => {
    await writeEvents(parts, { contacts: [...Array.from({ length: 25 }, (_, index) => contact(1, BASE + index)), contact(2, BASE + 30)], conversions: [conversion(BASE + 60_000), conversion(BASE, { visitor: 7, last: false })] });
    const { results: [row, middle], total: all } = await readCvInfo(parts, measured.viewer, asked());
    expect(all).toBe(2);
    expect(row).toMatchObject({ p_resid: '引数é', contacts: 26, elapsed: 60, first_ad: { ad_id: 1 }, last_ad: { ad_id: 2, hidden: false }, cv_time: new Date(BASE + 60_000).toISOString() });
    expect([row?.path.length, row?.path[1]?.at]).toEqual([20, new Date(BASE + 1).toISOString()]);
    expect(middle).toMatchObject({ cv_type: 0, contacts: 0, elapsed: null, first_ad: null, last_ad: null, path: [] });
    expect((await readCvInfo(parts, measured.viewer, asked({ cvType: 0 }))).results.map(one => one.conversion_id)).toEqual([middle?.conversion_id]);
    expect((await readCvInfo(parts, { ...measured.viewer, permissions: { ...measured.viewer.permissions, cv_log: 'none' } }, asked())).results[0]).toMatchObject({ p_resid: '', contacts: 26 });
    const { results: [hidden] } = await readCvInfo(parts, onlyAds(measured.viewer, measured.productId, [1]), asked());
    expect(hidden).toMatchObject({ p_resid: '', last_ad: { ad_id: null, ad_name: '', hidden: true }, first_ad: { ad_id: 1 }, ad_type1: '' });
  });
});

describe('the budget', () => {
  const failureOf = async (promise: Promise<unknown>) => promise.then(() => null, (error: unknown) => (error instanceof Failure ? [error.code, Object.keys(error.fields)] : Promise.reject(error)));

  it('is shared by CV, by sales or by what is registered, and adjusted beside', async () => {
    const days = { from: '2024-02-29', to: '2024-02-29' };
    await writeEvents(parts, {
      contacts: [contact(1, BASE, { cost: 10_000 }), contact(2, BASE, { visitor: 2, cost: 20_050 }), contact(2, BASE, { visitor: 3 })],
      conversions: [conversion(BASE + 1), conversion(BASE + 1, { visitor: 2, amount: 500 }), conversion(BASE + 2, { visitor: 3, amount: 0 }), conversion(BASE, { visitor: 9, amount: 50 })],
    });
    await writeCosts(parts, measured, [{ ad: 2, day: '2024-02-29', cost: 90_000 }]);
    await parts.db.update(product).set({ adCostLinkage: true }).where(eq(product.id, measured.productId));
    const of = async (over: object) => {
      const { rows, pool, totals, unallocated } = await askAllocation(parts, measured.viewer, asked({ ...days, ...over }));
      return [pool, unallocated, totals.difference, Object.fromEntries(rows.map(row => [row.key, [row.ad_cost, row.allocated_cost, row.adjusted_cost]]))];
    };
    // Ad 1 has a fee of 600.20 that day beside its click; ad 2 is billed 900 for clicks of 200.50.
    expect(await of({})).toEqual([1600, 0, 0, { 1: [700.2, 533, 533], 2: [900, 1067, 1067] }]);
    expect(await of({ mode: 2 })).toEqual([1600, 0, 0, { 1: [700.2, 1067, 1067], 2: [900, 533, 533] }]);
    expect(await of({ mode: 3 })).toEqual([1600, 0, 0, { 1: [700.2, 1244, 1244], 2: [900, 356, 356] }]);
    expect(await of({ pool: 100, adjust: '1:1:50,2:2:-7' })).toEqual([100, 0, 10, { 1: [700.2, 33, 50], 2: [900, 67, 60] }]);
    await writeCosts(parts, measured, []);
    await parts.db.update(product).set({ adCostLinkage: false }).where(eq(product.id, measured.productId));
  });

  it('stays unshared where there is nothing to share it by, and refuses adjustments that cannot be read or are not one\'s own', async () => {
    await writeEvents(parts, { contacts: [contact(2, BASE, { cost: 20_000 })] });
    const answer = await askAllocation(parts, measured.viewer, asked({ from: '2024-02-29', to: '2024-02-29' }));
    expect(answer).toMatchObject({ pool: 800, unallocated: 800, totals: { allocated_cost: null, adjusted_cost: null, difference: null } });
    expect(answer.rows.map(row => [row.allocated_cost, row.expected_cv])).toEqual([[null, null], [null, null]]);
    expect(await failureOf(askAllocation(parts, measured.viewer, asked({ adjust: '1:5:x' })))).toEqual(['invalid', ['adjust']]);
    expect(await failureOf(askAllocation(parts, onlyAds(measured.viewer, measured.productId, [2]), asked({ adjust: '1:1:5' })))).toEqual(['no_permission_for_data', []]);
  });

  it('is expected to bring more or less by what a yen has brought', async () => {
    const contacts = Array.from({ length: 40 }, (_, day) => contact(2, BASE - day * DAY, { visitor: 100 + day, cost: 10_000 * (1 + day % 2) }));
    const conversions = contacts.flatMap(({ ts, visitor }, day) => Array.from({ length: 1 + day % 2 }, () => conversion(ts + 1, { visitor })));
    await writeEvents(parts, { contacts, conversions });
    const { rows, rules } = await askAllocation(parts, measured.viewer, asked({ from: '2024-02-29', to: '2024-02-29', adjust: '2:2:300', pool: 100 }));
    expect([rules.response_from, rules.response_to]).toEqual(['2023-12-02', '2024-02-29']);
    for (const model of [6, 7]) expect((await askAllocation(parts, measured.viewer, asked({ model }))).totals).toMatchObject({ cv: 43, cv_division: 43, amount_division: 43_000 });
    // On each day a hundred yen brought one conversion of a thousand yen, and nothing nothing.
    const row = rows.find(({ key }) => key === '2');
    expect(row).toMatchObject({ cv: 1, ad_cost: 100, allocated_cost: 100, adjusted_cost: 400, response_days: 40, response_basis: 'regression' });
    expect([row?.expected_cv, row?.expected_amount]).toEqual([expect.closeTo(4, 9), expect.closeTo(4000, 6)]);
  });
});

describe('what if', () => {
  it('is the report by other rules beside today\'s, with differences that sum to that of the totals', async () => {
    await parts.db.update(product).set({ trackingTerm: 10, attributionModel: 1 }).where(eq(product.id, measured.productId));
    await writeEvents(parts, {
      contacts: [contact(1, BASE - 20 * DAY), contact(2, BASE - 2 * DAY, { cost: 1_050 }), contact(3, BASE), contact(4, BASE - 15 * DAY, { visitor: 2 })],
      conversions: [conversion(BASE + 1, { amount: 1000 }), conversion(BASE + 1, { visitor: 2, amount: 77 })],
    });
    const metrics = WHAT_IF_METRICS;
    const answer = await askWhatIf(parts, measured.viewer, { ...asked(), axis: 1, term: 30, model: 5 });
    const [today, other] = [await ask(parts, measured.viewer, { ...asked(), axis: 1, metrics }), await ask(parts, measured.viewer, { ...asked(), axis: 1, metrics, term: 30, model: 5 })];
    expect([answer.rules, answer.asked, answer.watermark, answer.asked_watermark]).toEqual([today.rules, other.rules, today.watermark, other.watermark]);
    expect([answer.totals.today, answer.totals.what_if]).toEqual([today.totals, other.totals]);
    expect(answer.rows.map(row => [row.key, row.today.cv, row.what_if.cv, row.difference.cv_division, row.difference.amount_division])).toEqual([
      ['2', 0, 0, -0.5, -500], ['3', 1, 1, 0.5, 500], ['1', 0, 0, 0, 0], ['4', 0, 1, 1, 77], ['no_contact', 1, 0, -1, -77],
    ]);
    for (const key of ['clicks', 'cv', 'cv_division', 'amount_sum', 'amount_division', 'ad_cost', 'indirect_cv'] as const) expect([key, total(answer.rows, row => row.difference[key])]).toEqual([key, answer.totals.difference[key]]);
    expect(answer.rows.at(-1)?.what_if).toMatchObject({ cv: 0, cvr: null });
  });

  it('counts by other rules the events that are counted by today\'s, while others come', async () => {
    const now = parts.clock.now();
    const came = (ago: number) => contact(1, BASE, { id: firstIdAt(now - ago) });
    await writeEvents(parts, { contacts: [came(60_000)] });
    await paths.rebuild();
    // Too young for what is derived to be behind.
    await writeEvents(parts, { contacts: [came(100)] });
    for (const over of [{ term: 5 }, { repeat: 0 }, { model: 5 }]) {
      const { totals, watermark, asked_watermark: other } = await askWhatIf(parts, measured.viewer, { ...asked(), axis: 1, ...over });
      expect([over, totals.today.clicks, totals.difference.clicks, other]).toEqual([over, 1, 0, watermark]);
    }
  });

  it('is today where no rule is asked for, nested rows too', async () => {
    await writeEvents(parts, { contacts: [contact(1, BASE), contact(2, BASE + 1), contact(5, BASE + 2)], conversions: [conversion(BASE + 3)] });
    const { rows, rules, asked: same } = await askWhatIf(parts, measured.viewer, { ...asked(), axis: 0, axes: 'ad_category,ad' });
    expect(same).toEqual(rules);
    expect(rows.map(row => [row.level, row.key, row.difference.cv_division])).toEqual((await ask(parts, measured.viewer, { ...asked(), axis: 0, axes: 'ad_category,ad', metrics: METRICS })).rows.map(row => [row.level, row.key, 0]));
  });
});

/** A figure by what stands behind it: its value and the sum of its conversions' shares, over all pages. */
const behind = async (who: Measured['viewer'], query: Omit<Parameters<typeof figureAsked>[2], 'product_id'>): Promise<number> => {
  const standing = await figureAsked(parts, who, { product_id: measured.productId, ...query });
  let page = await readBehind(parts, standing, { limit: 2 });
  const { value, parts: whole, conversions } = page.figure;
  const rows = [...page.results];
  while (page.next !== null) {
    page = await readBehind(parts, standing, { limit: 2, after: page.next });
    rows.push(...page.results);
  }
  expect([total(rows, row => Number(row.share_parts)), new Set(rows.map(row => row.conversion_id)).size]).toEqual([Number(whole), conversions]);
  return value;
};

it('finds behind the figures of months, ways and landing pages the conversions that add up to them', async () => {
  await fc.assert(fc.asyncProperty(worlds, fc.record({ derived: fc.boolean(), model: fc.integer({ min: 1, max: 5 }), step: fc.integer({ min: 2, max: 4 }), sales: fc.boolean() }), async ({ term, fold, visible: seen, where, axis, ...events }, { derived, model, step, sales }) => {
    await parts.db.update(product).set({ trackingTerm: term }).where(eq(product.id, measured.productId));
    await forgetEvents(parts);
    await writeEvents(parts, { contacts: events.contacts.map(one => contact(one.ad, one.ts, { ...one, url: `https://shop.example/${one.cost}?x` })), conversions: events.conversions.map(one => conversion(one.ts, one)) });
    if (derived) await paths.rebuild();
    const who = seen === null ? measured.viewer : onlyAds(measured.viewer, measured.productId, seen);
    const filter = where === null ? {} : { where: `ad_name__in=${where.map(adId => `広告é${adId}`).join(',')}` };
    const days = { from: '2024-02-01', to: '2024-03-31' };
    const metric = sales ? 'amount_sum' : 'cv';
    const every = <Row>(rows: readonly Row[]) => rows.filter((_, at) => at % step === 0).slice(0, 3);
    const expected: [Parameters<typeof behind>[1], number | null][] = [];
    const ask_ = (query: Partial<Parameters<typeof behind>[1]> & { readonly key: string }, value: number | null) => expected.push([{ ...days, ...filter, metric, ...query }, value]);

    const months = await askTransitions(parts, who, asked({ from: '2024-01-15', to: '2024-03-31', ...filter }));
    const cells = [...months.rows, { ...months.totals, key: 'total' }].flatMap(row => [
      ...row.cells.filter(cell => cell.cv !== null && cell.cv > 0).map(cell => [`${row.key}/${cell.month}`, cell] as const), [`${row.key}/later`, row.later] as const, [row.key, row] as const,
    ]);
    for (const [key, figures] of every(cells)) ask_({ from: '2024-01-15', analysis: 'transitions', key }, figures[metric]);

    const ways = await askJourneys(parts, who, asked({ axis, fold, limit: 2, nodes: 2, ...filter }));
    const way = { analysis: 'paths', axis, fold, top: 2, nodes: 2 } as const;
    for (const row of [...ways.rows, { ...ways.others, key: 'others' }, { ...ways.totals, key: 'total' }]) ask_({ ...way, key: row.key }, row[metric]);
    for (const { step: at, from, to, ...link } of every(ways.links)) ask_({ ...way, key: `${at}>${from}>${to}` }, link[metric]);

    const pages = await askLpo(parts, who, asked({ model, ...filter }));
    for (const row of every([{ ...pages.totals, key: 'total' }, ...pages.rows])) {
      for (const one of ['cv_division', 'amount_division', metric] as const) ask_({ analysis: 'lpo', model, key: row.key, metric: one }, row[one]);
    }
    for (const [query, value] of expected) expect([query, await behind(who, query)]).toEqual([query, value]);
  }), { numRuns: Number(process.env['BEHIND_RUNS'] ?? 2) });
}, 300_000);
