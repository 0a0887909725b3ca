import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { createDeriver, type Deriver } from '../../server/rollups/deriver.ts';
import { parseFigure } from '../../server/reports/drilldown/parse-figure.ts';
import { readFigureConversions } from '../../server/reports/drilldown/figure-conversions.ts';
import { computeAllocation } from '../../server/reports/analyses/allocation/compute.ts';
import { readCvInfo } from '../../server/reports/analyses/cv-info/compute.ts';
import { computeJourneys } from '../../server/reports/analyses/journeys/compute.ts';
import { computeLandingPages } from '../../server/reports/analyses/landing-pages/compute.ts';
import { computeModelComparison } from '../../server/reports/analyses/model-comparison/compute.ts';
import { computeSeries } from '../../server/reports/analyses/time-series/compute.ts';
import { computeTransitions } from '../../server/reports/analyses/month-transition/compute.ts';
import { product } from '../../server/store/postgres/schema/index.ts';
import {
  forgetEvents,
  setUpMeasured,
  writeAds,
  writeCosts,
  writeResults,
  type Measured,
} from './measured.ts';
import { measuredEvents } from './measured-events.ts';
import type { NaiveWorld } from './naive.ts';
import type { NaiveModel } from './naive-credit.ts';
import { createTestParts, type TestParts } from './test-parts.ts';

export const DAY = 86_400_000;
/** Midnight in Tokyo on 29 February 2024. */
export const BASE = Date.UTC(2024, 1, 28, 15);
export const tokyo = (ms: number) => new Date(ms + 9 * 3_600_000).toISOString().slice(0, 10);
export const total = <Row>(rows: readonly Row[], valueOf: (row: Row) => number | null) =>
  rows.reduce((sum, row) => sum + (valueOf(row) ?? 0), 0);

const time = fc
  .tuple(fc.integer({ min: -40, max: 20 }), fc.constantFrom(0, 1, DAY / 2, DAY - 1))
  .map(([day, ms]) => BASE + day * DAY + ms);
const seldom = fc.nat(9).map(n => n === 0);
export const worlds = fc.record({
  contacts: fc.array(
    fc.record({
      visitor: fc.integer({ min: 1, max: 4 }),
      ts: time,
      ad: fc.integer({ min: 1, max: 5 }),
      bot: seldom,
      repeated: seldom,
      cost: fc.constantFrom(0, 1, 1999),
      late: fc.boolean(),
      redirect: fc.constantFrom(0, 7),
      entry: fc.constantFrom(0, 0, 1, 2),
      url: fc.constantFrom(
        '',
        'https://shop.example/a?x',
        'https://shop.example/a#y',
        'https://shop.example/é',
      ),
    }),
    { maxLength: 30 },
  ),
  conversions: fc.array(
    fc.record({
      visitor: fc.integer({ min: 1, max: 4 }),
      ts: time,
      last: fc.nat(3).map(n => n > 0),
      amount: fc.constantFrom(0, 1, 2, 99_999),
      bot: seldom,
      late: fc.boolean(),
    }),
    { maxLength: 10 },
  ),
  term: fc.constantFrom(1, 10, 60),
  /** Whether the world is derived in two steps, as when events arrive over time. */
  steps: fc.boolean(),
  fold: fc.boolean(),
  visible: fc.option(fc.subarray([1, 2, 3, 4, 5], { minLength: 1 }), { freq: 2 }),
  where: fc.option(fc.subarray([1, 2, 3, 4, 5], { minLength: 1 }), { freq: 2 }),
  axis: fc.constantFrom(1 as const, 2 as const),
  nodes: fc.constantFrom(1, 2, 50),
  results: fc.array(
    fc.record({
      ad: fc.constantFrom(null, 1, 2, 5),
      ts: time,
      cost: fc.constantFrom(1, 50_000),
      status: fc.constantFrom(0 as const, 1 as const, 2 as const),
    }),
    { maxLength: 3 },
  ),
  linked: fc.boolean(),
  bills: fc.uniqueArray(
    fc.record({
      ad: fc.integer({ min: 1, max: 5 }),
      day: fc.integer({ min: -40, max: 20 }),
      cost: fc.constantFrom(0, 1, 123_456),
    }),
    { maxLength: 4, selector: ({ ad: of, day }) => `${of}/${day}` },
  ),
  mode: fc.constantFrom(1, 2, 3),
  pool: fc.constantFrom(undefined, 0, 1, 100_003),
  model: fc.integer({ min: 1, max: 5 }).map(one => one as NaiveModel),
  moved: fc.constantFrom([1, -100.01], [1, 33.35], [2, -7], [2, 1000]),
  step: fc.constantFrom('day' as const, 'week' as const, 'month' as const),
  compare: fc.constantFrom(undefined, 'previous_period' as const, 'previous_year' as const),
});
type World = typeof worlds extends fc.Arbitrary<infer Value> ? Value : never;
export type Beside = Pick<
  World,
  'axis' | 'fold' | 'nodes' | 'mode' | 'pool' | 'model' | 'step' | 'compare'
> & { readonly adjust: string };

/**
 * Creates a product with five ads in stores of its own, emptied before each test, and helpers that query its
 * analyses. Call it at the top of a test file; `made` works once the tests run.
 */
export const setUpAnalyses = () => {
  let parts: TestParts;
  let measured: Measured;
  let deriver: Deriver;
  let ads: NaiveWorld['ads'];
  beforeAll(async () => {
    parts = await createTestParts({ now: Date.UTC(2024, 3, 10) });
    measured = await setUpMeasured(parts);
    measured = {
      ...measured,
      viewer: { ...measured.viewer, permissions: { ...measured.viewer.permissions, cv_log: 'read' } },
    };
    deriver = createDeriver(parts);
    const [first = null, second = null] = measured.categories;
    const groups = [first, first, second];
    ads = [1, 2, 3, 4, 5].map(id => ({
      id,
      group: groups[id - 1] ?? null,
      fee: id === 1 ? 300_100 : 0,
      from: '2024-02-27',
      to: '2024-03-02',
      registered: Date.UTC(2024, 0, 1),
    }));
    await writeAds(parts, measured, ads);
  });
  afterAll(async () => {
    await deriver.close();
    await parts.close();
  });
  beforeEach(async () => {
    await forgetEvents(parts);
    await writeResults(parts, measured, []);
    await writeCosts(parts, measured, []);
    await parts.db
      .update(product)
      .set({ trackingTerm: 30, adCostAllocationMode: 1, adCostLinkage: false })
      .where(eq(product.id, measured.productId));
  });

  const { nextId, contact, conversion } = measuredEvents(() => measured.productId);
  const questionWith = <Over extends object>(over?: Over) => ({
    productId: measured.productId,
    from: '2024-02-01',
    to: '2024-03-31',
    ...(over as Over),
  });

  /** The answers of all analyses to one query, with all pages of the CV information. */
  const askAll = async (
    who: Measured['viewer'],
    { axis, fold, nodes, mode, pool, model, step, compare, adjust }: Beside,
    filter: { where?: string },
    options: { source?: 'events' | 'derived' },
  ) => {
    const first = await readCvInfo(parts, who, questionWith({ limit: 3, ...filter }), options);
    const rows = [...first.results];
    for (let { next } = first; next !== null;) {
      const page = await readCvInfo(parts, who, questionWith({ limit: 3, after: next, ...filter }), options);
      rows.push(...page.results);
      ({ next } = page);
    }
    return {
      cvInfo: { total: first.total, rows },
      transitions: await computeTransitions(
        parts,
        who,
        questionWith({ from: '2024-01-15', to: '2024-03-31', ...filter }),
        options,
      ),
      journeys: await computeJourneys(
        parts,
        who,
        questionWith({ axis, fold, minLength: 1, limit: 200, nodes, ...filter }),
        options,
      ),
      models: await computeModelComparison(parts, who, questionWith({ axis, ...filter }), options),
      lpo: await computeLandingPages(parts, who, questionWith({ ...filter, model }), options),
      allocation: await computeAllocation(
        parts,
        who,
        questionWith({ ...filter, mode, adjust, ...(pool !== undefined && { pool }) }),
        options,
      ),
      series: await computeSeries(
        parts,
        who,
        questionWith({ ...filter, step, ...(compare !== undefined && { compare }) }),
        options,
      ),
    };
  };

  /**
   * Reads the value of a figure from its drill-down, and checks that the conversions of all pages sum to it.
   */
  const readDrillDownValue = async (
    who: Measured['viewer'],
    query: Omit<Parameters<typeof parseFigure>[2], 'product_id'>,
  ): Promise<number> => {
    const selectedFigure = await parseFigure(parts, who, { product_id: measured.productId, ...query });
    let page = await readFigureConversions(parts, selectedFigure, { limit: 2 });
    const { value, parts: totalParts, conversions } = page.figure;
    const rows = [...page.results];
    while (page.next !== null) {
      page = await readFigureConversions(parts, selectedFigure, { limit: 2, after: page.next });
      rows.push(...page.results);
    }
    expect([
      total(rows, row => Number(row.share_parts)),
      new Set(rows.map(row => row.conversion_id)).size,
    ]).toEqual([Number(totalParts), conversions]);
    return value;
  };

  return {
    made: () => ({ parts, measured, deriver, ads }),
    nextId,
    contact,
    conversion,
    questionWith,
    askAll,
    readDrillDownValue,
  };
};
