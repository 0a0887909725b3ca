import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDeriver, type Deriver } from '../../../server/rollups/deriver.ts';
import { MODELS } from '../../../server/attribution/models.ts';
import { readFigureConversions } from '../../../server/reports/drilldown/figure-conversions.ts';
import { FIGURE_METRICS } from '../../../server/reports/drilldown/figures.ts';
import { reportFigure } from '../../../server/reports/drilldown/report-figure.ts';
import type { SelectedFigure } from '../../../server/reports/drilldown/selected-figure.ts';
import { countAtSnapshot } from '../../../server/reports/plan/snapshot.ts';
import { readFigureConversionTotal } from '../../../server/store/clickhouse/drilldown/figure-conversions.ts';
import { METRICS } from '../../../server/attribution/metrics.ts';
import {
  computeReport,
  computeModelReports,
  type Answer,
} from '../../../server/reports/analyses/row-report/compute.ts';
import { computeSeries } from '../../../server/reports/analyses/time-series/compute.ts';
import { product } from '../../../server/store/postgres/schema/index.ts';
import { boundaryWorld } from '../../support/boundary-world.ts';
import { isLong, limit, runs } from '../../support/long.ts';
import {
  forgetEvents,
  onlyAds,
  setUpMeasured,
  writeAds,
  writeCosts,
  writeEvents,
  writeResults,
  type Measured,
} from '../../support/measured.ts';
import {
  naiveNothing,
  naiveReport,
  type NaiveParameters,
  type NaiveResult,
  type NaiveWorld,
} from '../../support/naive.ts';
import type { NaiveAxis, NaiveFilter } from '../../support/naive-rows.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

let parts: TestParts;
let measured: Measured;
let deriver: Deriver;
beforeAll(async () => {
  parts = await createTestParts();
  measured = await setUpMeasured(parts);
  deriver = createDeriver(parts);
});
afterAll(async () => {
  await deriver.close();
  await parts.close();
});

const DAY = 86_400_000;
/** Midnight in Tokyo (15:00 UTC) at the end of 28 February of a leap year. */
const BASE = Date.UTC(2024, 1, 28, 15);
/** Midnight in Tokyo of 1 January 2024. */
const YEAR = Date.UTC(2023, 11, 31, 15);
const ADDRESSES = ['203.0.113.9', '203.0.113.10', '198.51.100.77', '2001:db8::7', '2001:db9::'];
const EXCLUSIONS = ['203.0.113.10', '198.51.100.0/24', '2001:db8::/32', '203.0.112.0/23', '::/0'];

/**
 * Times that often coincide: days around the end of a month and of a year, at midnight, at noon or a
 * millisecond away.
 */
const about = fc.constantFrom(BASE, BASE, BASE, YEAR);
const time = fc
  .tuple(about, fc.integer({ min: -4, max: 4 }), fc.constantFrom(0, 1, DAY / 2, DAY - 1))
  .map(([base, day, ms]) => base + day * DAY + ms);
const ip = fc.oneof({ weight: 6, arbitrary: fc.constant('203.0.113.9') }, fc.constantFrom(...ADDRESSES));
const seldom = fc.nat(9).map(n => n === 0);
const visitor = fc.integer({ min: 1, max: 3 });
const ad = fc.constantFrom(1, 2, 3, 4, 5, 98, 99); // 98 and 99 are unregistered
const other = fc.nat(11).map(n => n === 0);
const device = fc.constantFrom('', 'mobile', 'desktop');
const os = fc.constantFrom('', 'iOS', 'Windows');
const browser = fc.constantFrom('', 'Safari');
const url = fc.constantFrom(
  '',
  'https://shop.example/é?x=1',
  'https://shop.example/é#y',
  'https://shop.example/~b/c',
  'https://shop.example/~b/c/?~',
);

const ofText = (field: string, ...values: readonly string[]): fc.Arbitrary<NaiveFilter> =>
  fc.record({
    field: fc.constant(field),
    op: fc.constantFrom('exact', 'ne', 'contains', 'startswith', 'endswith', 'in'),
    values: fc.constantFrom(...values).map(value => [value]),
  });
const ofNumber = (field: string, ...values: readonly number[]): fc.Arbitrary<NaiveFilter> =>
  fc
    .record({
      field: fc.constant(field),
      op: fc.constantFrom('exact', 'ne', 'gt', 'gte', 'lt', 'lte', 'in'),
      values: fc.uniqueArray(fc.constantFrom(...values.map(String)), { minLength: 1, maxLength: 3 }),
    })
    .map(one => ({ ...one, values: one.op === 'in' ? one.values : one.values.slice(0, 1) }) as NaiveFilter);
/** The ids of groups are known only after setup, so a filter states the offset from the first group. */
const ofGroup = (field: string): fc.Arbitrary<NaiveFilter> => ofNumber(field, 0, 1, 2);
const filter = fc.oneof(
  fc.constantFrom<NaiveFilter>(
    { field: 'device', op: 'in', values: ['desktop', 'tablet', ''] },
    { field: 'device', op: 'exact', values: ['mobile'] },
  ),
  ofText('device', '', 'mobile', 'MOB', 'E'),
  ofText('os', '', 'iOS', 'ios', 'S'),
  ofText('browser', '', 'Safari', 'f'),
  ofText('landing_url', '', '/É', 'C', 'HTTPS', 'https://shop.example/é?x=1', '?'),
  ofNumber('hour', -1, 0, 8, 9, 12, 23, 24),
  ofNumber('weekday', 0, 3, 4, 5, 6),
  ofNumber('ad_id', 0, 1, 2, 4, 5, 99),
  ofText('ad_name', '', '広告é1', 'É', '3', '告'),
  ofGroup('ad_category_id'),
  ofGroup('ad_type1_id'),
  ofGroup('ad_type2_id'),
  ofGroup('asp_id'),
  ofGroup('agency_id'),
  ofNumber('cv_amount', -1, 0, 1, 2, 99_999, 2 ** 40),
  ofText('args', '', 'é', 'É-2', '-', '2'),
);
const AXES: readonly NaiveAxis[] = [
  'ad',
  'ad_category',
  'ad_type1',
  'asp',
  'agency',
  'device',
  'os',
  'browser',
  'landing_page',
  'hour',
  'weekday',
];
/** One axis or two nested ones. */
const axesOf: fc.Arbitrary<readonly NaiveAxis[]> = fc.oneof(
  fc.constantFrom<readonly NaiveAxis[]>(
    ['ad'],
    ['ad', 'device'],
    ['ad_category', 'ad'],
    ['ad', 'hour'],
    ['weekday', 'ad_category'],
  ),
  fc.shuffledSubarray([...AXES], { minLength: 1, maxLength: 2 }),
);
/** Periods around the days with events: whole months and years, some with additional days. */
const wide = fc.constantFrom(
  { from: '2024-02-01', to: '2024-03-31' },
  { from: '2023-03-01', to: '2024-03-01' },
  { from: '2024-02-28', to: '2024-12-31' },
  { from: '2024-01-01', to: '2024-12-31' },
  { from: '2023-01-01', to: '2024-12-31' },
  { from: '2023-12-30', to: '2024-03-02' },
  { from: '2023-12-01', to: '2023-12-31' },
  { from: '2023-01-01', to: '2024-02-29' },
);
/** Comparison periods: other days, the preceding days, or those of the year before. */
const compared = fc.oneof(
  fc.tuple(fc.integer({ min: -6, max: 2 }), fc.integer({ min: 0, max: 4 })),
  fc.constantFrom('previous_period' as const, 'previous_year' as const),
);
/** All optional parameters of a report. */
const questions = fc.record({
  axes: axesOf,
  where: fc.oneof(fc.constant([]), fc.array(filter, { maxLength: 3 })),
  evaluation: fc.constantFrom(null, null, 1 as const, 2 as const, 3 as const),
  model: fc.constantFrom(1 as const, 2 as const, 3 as const, 4 as const, 5 as const),
  repeat: fc.constantFrom(null, null, null, 0, 1, 43_201),
  decay: fc.constantFrom(30, 30, 10, 55, 90),
  term: fc.constantFrom(null, null, 1, 3, 90),
  approval: fc.constantFrom('approved' as const, 'unapproved' as const),
  span: fc.option(wide, { freq: 2, nil: undefined }),
  before: fc.option(compared, { freq: 2 }),
});

/** The step in which an event arrives. Events of step 0 arrive before anything is derived. */
const stage = fc.constantFrom(0, 0, 0, 1, 2, 3);
const worlds = fc.record({
  contacts: fc.array(
    fc.record({
      visitor,
      ts: time,
      ad,
      ip,
      bot: seldom,
      repeated: seldom,
      cost: fc.constantFrom(0, 1, 1999),
      other,
      late: stage,
      device,
      os,
      browser,
      url,
      redirect: fc.constantFrom(0, 7, 8),
    }),
    { maxLength: 25 },
  ),
  conversions: fc.array(
    fc.record({
      visitor,
      ts: time,
      last: fc.boolean(),
      amount: fc.constantFrom(0, 1, 2, 99_999, 2 ** 40),
      ip,
      bot: seldom,
      other,
      late: stage,
      args: fc.constantFrom('', 'é-1', 'É-2'),
    }),
    { maxLength: 8 },
  ),
  impressions: fc.array(fc.record({ ts: time, ad, ip, bot: seldom, other, late: stage }), { maxLength: 5 }),
  results: fc.array(
    fc.record({
      ad: fc.constantFrom(null, 1, 2, 5),
      ts: time,
      cost: fc.constantFrom(1, 50_000),
      status: fc.constantFrom(0 as const, 1 as const, 2 as const),
      of: fc.option(fc.tuple(fc.nat(), fc.nat()), { freq: 6 }),
    }),
    { maxLength: 4 },
  ),
  fees: fc.array(fc.constantFrom(0, 1, 100_001), { minLength: 5, maxLength: 5 }),
  deleted: fc.subarray([1, 2, 3, 4, 5]),
  steps: fc.constantFrom(1, 1, 2, 3),
  term: fc.constantFrom(1, 2, 30, 400), // a long term and high ids yield contacts of more than 128 packed bits
  high: fc.boolean(),
  excluded: fc.subarray(EXCLUSIONS, { maxLength: 2 }),
  days: fc.tuple(fc.integer({ min: -5, max: 4 }), fc.integer({ min: 0, max: 6 })),
  axis: fc.constantFrom(1 as const, 2 as const),
  linked: fc.boolean(),
  costs: fc.uniqueArray(
    fc.record({
      ad: fc.integer({ min: 1, max: 5 }),
      base: about,
      day: fc.integer({ min: -5, max: 5 }),
      cost: fc.constantFrom(0, 1, 999_999_999_99),
    }),
    { maxLength: 8, selector: ({ ad: of, base, day }) => `${of}/${base}/${day}` },
  ),
  visible: fc.option(fc.subarray([1, 2, 3, 4, 5]), { freq: 2 }),
  past: fc.boolean(),
});

const tokyo = (ms: number) => new Date(ms + 9 * 3_600_000).toISOString().slice(0, 10);
const numbers = <Row extends object>(row: Row) =>
  Object.fromEntries(METRICS.map(key => [key, row[key as unknown as keyof Row]]));
const asRecord = ({ rows, totals }: Answer): Record<string, object> =>
  Object.fromEntries([...rows.map(row => [row.key, numbers(row)] as const), ['totals', totals] as const]);
const whereOf = (filters: readonly NaiveFilter[]) =>
  new URLSearchParams(
    filters.map(({ field, op, values }) => [op === 'exact' ? field : `${field}__${op}`, values.join(',')]),
  ).toString();

type World = typeof worlds extends fc.Arbitrary<infer Value> ? Value : never;
/**
 * The boundary world until the end of February, and from the first of March on. Both are tried before random
 * worlds.
 */
const UNTIL_FEBRUARY: World = { ...boundaryWorld, days: [-4, 4] };
const FROM_MARCH: World = { ...boundaryWorld, axis: 2, days: [1, 3] };
let id = 0n;

/** Writes the early events of a world into the stores, and returns the world for the naive report. */
const write = async ({
  fees,
  deleted,
  steps,
  term,
  excluded,
  past,
  high,
  results,
  linked,
  costs,
  ...events
}: Omit<World, 'days' | 'axis' | 'visible'>) => {
  const { productId, otherId, categories, typeId, aspId, agencyId } = measured;
  // Late events have later ids, or earlier ids if the past is imported.
  const number = (late: number) =>
    (id += 1n) + (high ? 1n << 63n : 0n) + (late > 0 && past ? 0n : BigInt(1 + late) << 40n);
  const of = <Event extends { other: boolean; late: number }>(list: readonly Event[]) =>
    list.map(({ other: foreign, late: step, ...rest }) => {
      const late = Math.min(step, steps);
      return { ...rest, late, id: number(late), product: foreign ? otherId : productId };
    });
  const [contacts, conversions, impressions] = [
    of(events.contacts),
    of(events.conversions),
    of(events.impressions),
  ];
  const made: readonly NaiveResult[] = results.map(({ of: which, ...plain }) => {
    // PostgreSQL stores ids up to 2^63 only. A result belongs to a registered ad.
    if (which === null || high || conversions.length === 0) return plain;
    const conversion = conversions[which[0] % conversions.length];
    const known = contacts.filter(c => c.visitor === conversion?.visitor && c.ad < 98);
    const contact = known[which[1] % known.length];
    return conversion === undefined || contact === undefined
      ? plain
      : { ...plain, ts: conversion.ts, ad: contact.ad, conversion: conversion.id, contact: contact.id };
  });
  // A network has one result for a conversion.
  const firstOf = made.filter(
    (one, index) =>
      one.conversion === undefined || made.findIndex(other => other.conversion === one.conversion) === index,
  );
  const world: NaiveWorld = {
    contacts,
    conversions,
    impressions,
    results: firstOf,
    ads: fees.map((fee, index) => ({
      id: index + 1,
      fee,
      group: [categories[0] ?? null, categories[1] ?? null, null][index % 3] ?? null,
      type: index < 3 ? typeId : null,
      network: index % 2 === 0 ? aspId : null,
      agency: index === 3 ? agencyId : null,
      from: index === 1 ? null : tokyo((index === 3 ? YEAR : BASE) - 3 * DAY),
      to: index === 2 ? null : tokyo(BASE + 2 * DAY),
      registered: BASE - 1,
      deleted: deleted.includes(index + 1),
    })),
  };
  const bills = costs.map(({ base, day, ...bill }) => ({ ...bill, day: tokyo(base + day * DAY) }));
  if (linked) world.costs = bills;
  await parts.db
    .update(product)
    .set({ trackingTerm: term, excludedIps: excluded, adCostLinkage: linked })
    .where(eq(product.id, productId));
  await forgetEvents(parts);
  await writeAds(parts, measured, world.ads);
  await writeResults(parts, measured, firstOf);
  await writeCosts(parts, measured, bills);
  const when = <Event extends { late: number }>(list: readonly Event[], late: number) =>
    list.filter(event => event.late === late);
  const at = (late: number) => ({
    contacts: when(contacts, late),
    conversions: when(conversions, late),
    impressions: when(impressions, late),
  });
  const writeAt = (late: number) => writeEvents(parts, at(late));
  await writeAt(0);
  const later = [1, 2, 3].filter(late => Object.values(at(late)).some(list => list.length > 0));
  return {
    world,
    /** Writes the late events step by step, and derives after each step except the last. */
    writeLate: async () => {
      for (const [index, late] of later.entries()) {
        if (index > 0) await deriver.refresh();
        await writeAt(late);
      }
    },
  };
};
const spanOf = ([start, length]: readonly [number, number]) => ({
  from: tokyo(BASE + start * DAY),
  to: tokyo(BASE + (start + length) * DAY),
});
/** The comparison period of a query, computed by the calendar. */
const besides = (
  { from, to }: { readonly from: string; readonly to: string },
  before: readonly [number, number] | 'previous_period' | 'previous_year' | null,
) => {
  if (before === null || typeof before !== 'string') return before === null ? null : spanOf(before);
  const [first, last] = [Date.parse(from), Date.parse(to)];
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  if (before === 'previous_period') return { from: day(2 * first - last - DAY), to: day(first - DAY) };
  const yearBefore = (text: string) =>
    `${Number(text.slice(0, 4)) - 1}${text.slice(4) === '-02-29' ? '-02-28' : text.slice(4)}`;
  return { from: yearBefore(from), to: yearBefore(to) };
};
const compares = (before: readonly [number, number] | 'previous_period' | 'previous_year' | null) => {
  if (before === null) return {};
  if (typeof before === 'string') return { compare: before };
  const { from, to } = spanOf(before);
  return { compare: 'custom' as const, compareFrom: from, compareTo: to };
};
/** Filters with real ids of groups, without those that name a hidden ad, which are refused. */
const filtersFor = (where: readonly NaiveFilter[], visible: readonly number[] | null): NaiveFilter[] => {
  const first: Readonly<Record<string, number>> = {
    ad_category_id: measured.categories[0] ?? 1,
    ad_type1_id: measured.typeId,
    ad_type2_id: measured.typeId,
    asp_id: measured.aspId,
    agency_id: measured.agencyId,
  };
  return where
    .filter(
      ({ field, op, values }) =>
        field !== 'ad_id' ||
        (op !== 'exact' && op !== 'in') ||
        visible === null ||
        values.every(value => visible.includes(Number(value))),
    )
    .map(one => ({
      ...one,
      values: one.values.map(value =>
        first[one.field] === undefined ? value : String((first[one.field] ?? 1) - 1 + Number(value)),
      ),
    }));
};
const asViewer = (visible: readonly number[] | null) =>
  visible === null ? measured.viewer : onlyAds(measured.viewer, measured.productId, visible);

it(
  'a report counts the same from events, from derived rows and in a naive fold, in every metric and model',
  async () => {
    await fc.assert(
      fc.asyncProperty(worlds, async ({ days, axis, visible, ...made }) => {
        const { productId } = measured;
        const { term, excluded } = made;
        const { world, writeLate } = await write(made);
        const { contacts, conversions } = world;
        const { from, to } = spanOf(days);
        await deriver.rebuild();
        await writeLate();

        const who = asViewer(visible);
        const question = { productId, from, to, axis, metrics: METRICS };
        const series = { productId, from, to, step: 'day' as const };
        const raw = await computeModelReports(parts, who, question, () => MODELS, { source: 'events' });
        const rawDays = await computeSeries(parts, who, series, { source: 'events' });
        const nested = {
          ...question,
          axis: 0 as const,
          axes: 'ad_category,ad',
          trend: true,
          decay: 40,
          compare: 'previous_period' as const,
          where: 'ad_id__gt=1',
        };
        const rawNested = await computeReport(parts, who, nested, { source: 'events' });
        await deriver.refresh();
        // A product without events has no derived rows and is answered from events.
        const source = [...contacts, ...conversions].some(event => event.product === productId)
          ? ({ source: 'derived' } as const)
          : {};
        const derived = await computeModelReports(parts, who, question, () => MODELS, source);
        const derivedDays = await computeSeries(parts, who, series, source);
        expect(JSON.stringify(await computeReport(parts, who, nested, source))).toBe(
          JSON.stringify(rawNested),
        );
        const otherTerm = { ...nested, term: term === 30 ? 7 : 30 };
        expect(JSON.stringify(await computeReport(parts, who, otherTerm))).toBe(
          JSON.stringify(await computeReport(parts, who, otherTerm, { source: 'events' })),
        );
        // Metrics that are not requested are not computed, and do not change the rows.
        const few = await computeReport(parts, who, { ...nested, metrics: ['cv', 'clicks'] }, source);
        expect(few.rows.map(({ key, cv, clicks }) => ({ key, cv, clicks }))).toEqual(
          rawNested.rows.map(({ key, cv, clicks }) => ({ key, cv, clicks })),
        );

        expect(JSON.stringify(derived)).toBe(JSON.stringify(raw));
        expect(JSON.stringify(derivedDays)).toBe(JSON.stringify(rawDays));
        for (const [index, model] of MODELS.entries()) {
          const naive = naiveReport(world, {
            product: productId,
            from,
            to,
            term,
            excluded,
            model: (index + 1) as 1 | 2 | 3 | 4 | 5,
            axes: [axis === 2 ? 'ad_category' : 'ad'],
            visible,
          });
          expect(asRecord(raw[model])).toEqual(naive);
          // Conservation: without hidden ads the credit equals the conversions and the yen exactly.
          const { cv_division, cv_middle_division, amount_division, cv, cv_total_middle, amount_sum } =
            raw[model].totals;
          const divided = [cv_division, cv_middle_division, amount_division];
          expect(divided).toEqual(visible === null ? [cv, cv_total_middle, amount_sum] : divided);
        }
        const totals = raw.linear.totals;
        expect(rawDays.totals).toEqual(
          Object.fromEntries(
            Object.keys(rawDays.totals).map(key => [key, totals[key as keyof typeof totals]]),
          ),
        );
        expect(rawDays.rows.reduce((sum, row) => sum + (row.cv ?? 0), 0)).toBe(totals.cv);
      }),
      { numRuns: runs(2), examples: [[UNTIL_FEBRUARY], [FROM_MARCH]] },
    );
  },
  limit(300_000),
);

/** Queries for each world. */
const EACH = runs(3);
type Query = typeof questions extends fc.Arbitrary<infer Value> ? Value : never;
const PLAIN: Query = {
  axes: ['ad'],
  where: [],
  evaluation: null,
  model: 1,
  repeat: null,
  decay: 30,
  term: null,
  approval: 'approved',
  span: undefined,
  before: null,
};
/** Each model once, some with an evaluation or another tracking term. */
const QUERIES: readonly Query[] = [
  PLAIN,
  { ...PLAIN, model: 2, axes: ['ad_category', 'ad'] },
  { ...PLAIN, model: 3, evaluation: 2 },
  { ...PLAIN, model: 4, term: 1 },
  { ...PLAIN, model: 5, before: 'previous_period' },
];

/** The rules that a query overrides; null: the product's rule. */
const rulesOf = <Evaluation>({
  evaluation,
  repeat,
  term,
}: {
  readonly evaluation: Evaluation | null;
  readonly repeat: number | null;
  readonly term: number | null;
}) => ({
  ...(evaluation !== null && { evaluation }),
  ...(repeat !== null && { repeat }),
  ...(term !== null && { term }),
});

/**
 * The yen of the outer rows, which must equal the flat report. Unregistered ads are omitted, since only the
 * flat report has a row for each.
 */
const outerYen = (
  {
    rows,
    totals,
  }: {
    readonly rows: readonly {
      readonly key: string;
      readonly level: number;
      readonly amount_division: number | null;
    }[];
    readonly totals: { readonly amount_division: number | null };
  },
  axis: string | undefined,
) =>
  [
    ['totals', totals.amount_division],
    ...rows
      .filter(row => row.level === 0 && (axis !== 'ad' || !/^(none|9[89])$/.test(row.key)))
      .map(row => [row.key, row.amount_division] as const),
  ]
    .filter(([, yen]) => yen !== 0)
    .toSorted();

it(
  'a report with any axes, filters, evaluation, rules and comparison equals a naive fold',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        worlds,
        fc.array(questions, { minLength: EACH, maxLength: EACH }),
        async ({ days, axis: _, visible, ...made }, all) => {
          const { productId } = measured;
          const { world, writeLate } = await write(made);
          await deriver.rebuild();
          await writeLate();
          await deriver.refresh();
          for (const { before, where: filters, axes, span: within = spanOf(days), ...rest } of all) {
            const other = besides(within, before);
            const where = filtersFor(filters, visible);
            const question = {
              productId,
              ...within,
              axis: 0 as const,
              axes: axes.join(','),
              metrics: METRICS,
              trend: true,
              model: rest.model,
              where: whereOf(where),
              approval: rest.approval,
              decay: rest.decay,
              ...compares(before),
              ...rulesOf(rest),
            };
            const answer = await computeReport(parts, asViewer(visible), question, { source: 'events' });
            // Rollups answer all queries except those with other rules or whole addresses. A product without
            // events has no rollups.
            const isDerived =
              rest.repeat === null &&
              (rest.term === null || rest.term === made.term) &&
              [...world.contacts, ...world.conversions].some(event => event.product === productId);
            if (isDerived)
              expect(
                JSON.stringify(
                  await computeReport(parts, asViewer(visible), question, { source: 'derived' }),
                ),
              ).toBe(JSON.stringify(answer));
            const narrow: NaiveParameters = {
              product: productId,
              ...within,
              excluded: made.excluded,
              visible,
              axes,
              where,
              ...rest,
              term: rest.term ?? made.term,
            };
            const [now, then] = [
              naiveReport(world, narrow),
              other && naiveReport(world, { ...narrow, ...other }),
            ];
            // A comparison has the rows of both periods in each.
            const nothing = Object.fromEntries(
              Object.keys({ ...now, ...then }).map(key => [key, naiveNothing(narrow)]),
            );
            expect(asRecord(answer)).toEqual({ ...nothing, ...now });
            const compared: [string, unknown][] = [
              ...answer.rows.map((row): [string, unknown] => [row.key, row.compared]),
              ['totals', answer.compared_totals && numbers(answer.compared_totals)],
            ];
            expect(Object.fromEntries(compared)).toEqual(
              Object.fromEntries(
                Object.keys(nothing).map(key => [
                  key,
                  then === null ? undefined : (then[key] ?? nothing[key]),
                ]),
              ),
            );
            const summed = (course: readonly number[] | null) =>
              course?.reduce((sum, value) => sum + value, 0);
            expect(answer.rows.map(row => [row.key, summed(row.trend), summed(row.trend_cv)])).toEqual(
              answer.rows.map(row => [row.key, row.clicks, row.cv]),
            );
            if (axes.length > 1) {
              const flat = await computeReport(
                parts,
                asViewer(visible),
                { ...question, axes: axes[0] ?? '', metrics: ['amount_division'] as const, trend: false },
                { source: 'events' },
              );
              expect(outerYen(answer, axes[0])).toEqual(outerYen(flat, axes[0]));
            }
            // Additive metrics of the leaves (rows without inner rows) sum to the total.
            const leaves = answer.rows.filter(row => !answer.rows.some(inner => inner.parent === row.key));
            for (const key of [
              'clicks',
              'cv',
              'cv_total_middle',
              'amount_sum',
              'amount_division',
              'first_touch_count',
              'ad_touch_1',
            ] as const) {
              expect([key, leaves.reduce((sum, row) => sum + (row[key] ?? 0), 0)]).toEqual([
                key,
                answer.totals[key],
              ]);
            }
          }
        },
      ),
      { numRuns: runs(2), examples: [[UNTIL_FEBRUARY, [...QUERIES]]] },
    );
  },
  limit(300_000),
);

/** Whether a report groups and filters only by properties of ads, as data-driven models require. */
const isOfAds = (axes: readonly string[], filters: readonly NaiveFilter[]): boolean =>
  axes.every(name => name.startsWith('ad') || name === 'asp' || name === 'agency') &&
  filters.every(({ field }) => field.startsWith('ad_') || field === 'asp_id' || field === 'agency_id');

/** Whether a report of ads shows all of them to its viewer, so that the credit sums to the conversions. */
const showsEverything = (
  axes: readonly string[],
  filters: readonly NaiveFilter[],
  visible: unknown,
): boolean => isOfAds(axes, filters) && filters.length === 0 && visible === null;

const readAllPages = async (figure: Parameters<typeof readFigureConversions>[1]) => {
  const first = await readFigureConversions(parts, figure, { limit: 3 });
  const rows = [...first.results];
  for (let { next } = first; next !== null;) {
    // The first page ends in the middle of the conversions; the long form has such an end at every third one.
    const page = await readFigureConversions(parts, figure, { limit: isLong ? 3 : 50, after: next });
    rows.push(...page.results);
    next = page.next;
  }
  return { ...first.figure, rows };
};

/**
 * The shares of conversions are the figure distributed over their contributions, which themselves sum to the figure
 * unless its yen are rounded or a data-driven model divides it.
 */
const expectContributions = async (
  { query, span, fromEvents, at }: SelectedFigure,
  metric: string,
  model: number,
  figureParts: string,
): Promise<void> => {
  if (metric === 'amount_division' || model > 5) return;
  const { answer } = await countAtSnapshot(
    parts,
    {
      rules: query.rules,
      period: span,
      signal: undefined,
      count: async plain => {
        const { scope, lines } = await at(plain);
        return readFigureConversionTotal(parts.columnar, scope, lines);
      },
    },
    { source: fromEvents ? 'events' : undefined },
  );
  expect([metric, answer.contribution]).toEqual([metric, BigInt(figureParts)]);
};

it(
  'the drill-down of every figure of any report lists conversions that sum to the figure',
  async () => {
    const selections = fc.record({
      models: fc.constantFrom(null, null, 6, 7),
      metrics: fc.shuffledSubarray([...FIGURE_METRICS], { minLength: 3, maxLength: 3 }),
      step: fc.constantFrom<number>(2, 3),
      derived: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        worlds,
        fc.array(fc.tuple(questions, selections), { minLength: 1, maxLength: 1 }),
        async ({ days, axis: _, visible, ...made }, all) => {
          const { productId } = measured;
          const { writeLate } = await write(made);
          await writeLate();
          for (const [
            { before, where, axes, evaluation, repeat, term, span = spanOf(days), ...rest },
            { models, metrics, step, derived },
          ] of all) {
            if (derived) await deriver.rebuild();
            const filters = filtersFor(where, visible);
            const ofAds = isOfAds(axes, filters);
            const question = {
              productId,
              ...span,
              axis: 0 as const,
              axes: axes.join(','),
              where: whereOf(filters),
              decay: rest.decay,
              model: ofAds && models !== null ? models : rest.model,
              ...compares(before),
              ...rulesOf({ evaluation: models === null ? evaluation : null, repeat, term }),
            };
            const who = asViewer(visible);
            const report = await computeReport(parts, who, { ...question, metrics: METRICS });
            if (showsEverything(axes, filters, visible))
              expect([report.totals.cv_division, report.totals.amount_division]).toEqual([
                report.totals.cv,
                report.totals.amount_sum,
              ]);
            const figures = [
              ...report.rows.filter((__, at) => at % step === 0).slice(0, 3),
              { ...report.totals, key: 'total', compared: report.compared_totals },
            ].flatMap(row =>
              metrics.flatMap((metric, at) => [
                { key: row.key, metric, compared: false, value: row[metric] },
                ...(row.compared === undefined || at > 0
                  ? []
                  : [{ key: row.key, metric, compared: true, value: row.compared[metric] }]),
              ]),
            );
            for (const { value, ...figure } of figures) {
              // The Markov model distributes all conversions, most of which are hidden from an agency.
              if (question.model === 6 && visible !== null && figure.metric.match(/division/) !== null) {
                await expect(
                  reportFigure(parts, who, { parameters: question, ...figure }),
                ).rejects.toMatchObject({
                  code: 'no_permission_for_data',
                });
                continue;
              }
              const selectedFigure = await reportFigure(parts, who, { parameters: question, ...figure });
              const {
                rows,
                value: shownValue,
                parts: totalParts,
                conversions,
              } = await readAllPages(selectedFigure);
              expect([
                figure,
                shownValue,
                rows.reduce((sum, row) => sum + BigInt(row.share_parts), 0n),
                new Set(rows.map(row => row.conversion_id)).size,
              ]).toEqual([figure, value, BigInt(totalParts), conversions]);
              await expectContributions(selectedFigure, figure.metric, question.model, totalParts);
              expect(
                rows.filter(row => row.contacts > 0 && row.last_cv_ad_id === null && !row.last_cv_ad_hidden),
              ).toEqual([]);
            }
          }
        },
      ),
      {
        numRuns: runs(1),
        examples: [
          [
            UNTIL_FEBRUARY,
            [
              [
                PLAIN,
                {
                  models: null,
                  metrics: ['amount_division', 'cv_division', 'amount_sum'],
                  step: isLong ? 2 : Infinity,
                  derived: true,
                },
              ],
              // Every figure of the first row and of all rows.
              [PLAIN, { models: null, metrics: [...FIGURE_METRICS], step: Infinity, derived: false }],
            ],
          ],
        ],
      },
    );
  },
  limit(300_000),
);
