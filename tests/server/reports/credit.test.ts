import { eq, ne } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MODELS, UNITS } from '../../../server/attribution/models.ts';
import { createDeriver, type Deriver } from '../../../server/rollups/deriver.ts';
import { parseFigure } from '../../../server/reports/drilldown/parse-figure.ts';
import { readFigureConversions as readPage } from '../../../server/reports/drilldown/figure-conversions.ts';
import type { RuleOverrides } from '../../../server/reports/parse/query.ts';
import { readCredit } from '../../../server/reports/drilldown/credit.ts';
import { FIGURE_METRICS } from '../../../server/reports/drilldown/figures.ts';
import { Failure } from '../../../server/http/failures.ts';
import { METRICS } from '../../../server/attribution/metrics.ts';
import { computeReport, computeModelReports } from '../../../server/reports/analyses/row-report/compute.ts';
import { apportion } from '../../../server/attribution/largest-remainder.ts';
import { ad, product } from '../../../server/store/postgres/schema/index.ts';
import { limit, runs } from '../../support/long.ts';
import {
  forgetEverything,
  onlyAds,
  setUpMeasured,
  writeAds,
  writeCosts,
  writeEvents,
  writeResults,
  type Measured,
} from '../../support/measured.ts';
import { measuredEvents } from '../../support/measured-events.ts';
import type { NaiveConversion } from '../../support/naive.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

let parts: TestParts;
let measured: Measured;
let deriver: Deriver;
beforeAll(async () => {
  parts = await createTestParts();
  measured = await setUpMeasured(parts);
  deriver = createDeriver(parts);
  const [first = null, second = null] = measured.categories;
  const groups = [first, first, second];
  await writeAds(
    parts,
    measured,
    [1, 2, 3, 4, 5].map(id => ({
      id,
      group: groups[id - 1] ?? null,
      fee: id === 1 ? 3000 : 0,
      from: '2026-03-01',
      to: '2026-03-03',
      registered: Date.UTC(2026, 0, 1),
    })),
  );
});
afterAll(async () => {
  await deriver.close();
  await parts.close();
});
beforeEach(async () => {
  await forgetEverything(parts);
  await writeResults(parts, measured, []);
  await writeCosts(parts, measured, []);
  await parts.db
    .update(product)
    .set({ trackingTerm: 30, excludedIps: [], attributionModel: 1, adCostLinkage: false })
    .where(eq(product.id, measured.productId));
});

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** 1 March 2026, noon in Tokyo. */
const NOON = Date.UTC(2026, 2, 1, 3);
const { contact, conversion } = measuredEvents(() => measured.productId);
const creditOf = (of: Pick<NaiveConversion, 'id'>, who = measured.viewer, overrides: RuleOverrides = {}) =>
  readCredit(parts, who, { product_id: measured.productId, conversion_id: String(of.id), ...overrides });
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => (error instanceof Failure ? error.code : Promise.reject(error)),
  );
type DrillDownPage = Awaited<ReturnType<typeof readPage>>;
type Query = Parameters<typeof parseFigure>[2];
type FigureQuery = Partial<Query> & { key: string; metric: string };
const readFigureConversions = async (who: Measured['viewer'], query: Query) =>
  readPage(parts, await parseFigure(parts, who, query), query);
/** All pages of the drill-down of a figure. */
const allBehind = async (
  query: FigureQuery,
  who = measured.viewer,
  limit = 3,
): Promise<{ figure: DrillDownPage['figure']; rows: DrillDownPage['results'] }> => {
  let page = await readFigureConversions(who, {
    product_id: measured.productId,
    from: '2026-03-01',
    to: '2026-03-01',
    limit,
    ...query,
  });
  const { figure } = page;
  const rows = [...page.results];
  while (page.next !== null) {
    page = await readFigureConversions(who, {
      product_id: measured.productId,
      from: '2026-03-01',
      to: '2026-03-01',
      limit,
      ...query,
      after: page.next,
    });
    rows.push(...page.results);
  }
  return { figure, rows };
};
const sum = (numbers: readonly bigint[]) => numbers.reduce((a, b) => a + b, 0n);

describe('the explanation of a credit', () => {
  it('lists the path in order of time with its weights under the five models, which sum to one and to the amount', async () => {
    await parts.db.update(ad).set({ performanceCvFlag: false }).where(ne(ad.id, 2));
    const made = conversion(NOON + HOUR);
    await writeEvents(parts, {
      contacts: [contact(3, NOON + 2, { cost: 1010 }), contact(1, NOON), contact(2, NOON + 1)],
      conversions: [made],
    });
    const credit = await creditOf(made);
    expect(
      credit.path.map(one => [one.place, one.ad_id, one.ad_name, one.first, one.last, one.performance]),
    ).toEqual([
      [1, 1, '広告é1', true, false, false],
      [2, 2, '広告é2', false, false, true],
      [3, 3, '広告é3', false, true, false],
    ]);
    expect(credit.path.map(({ weights }) => weights.map(({ units }) => units))).toEqual([
      [333_333_333, 223_744_292, 400_000_000, UNITS, 0],
      [333_333_333, 319_634_703, 200_000_000, 0, 0],
      [333_333_334, 456_621_005, 400_000_000, 0, UNITS],
    ]);
    expect(credit.path.map(({ weights }) => weights.map(({ yen }) => yen))).toEqual([
      [333, 224, 400, 1000, 0],
      [333, 320, 200, 0, 0],
      [334, 456, 400, 0, 1000],
    ]);
    expect(credit.costs).toEqual({
      click_cost: 10.1,
      cv_cost: 0,
      cv_cost_pending: 0,
      fees: [{ ad_id: 1, ad_name: '広告é1', fee: 10 }],
      fee: 10,
      total: 20.1,
      total_unapproved: 20.1,
    });
    await parts.db.update(ad).set({ performanceCvFlag: true });
  });

  it('lists each contact that was left out, with the reason', async () => {
    await parts.db
      .update(product)
      .set({ excludedIps: ['198.51.100.0/24'] })
      .where(eq(product.id, measured.productId));
    const made = conversion(NOON);
    await writeEvents(parts, {
      conversions: [made],
      contacts: [
        contact(1, NOON - 30 * DAY),
        contact(1, NOON - 30 * DAY - 1),
        contact(2, NOON - 5, { bot: true, repeated: true }),
        contact(2, NOON - 4, { repeated: true }),
        contact(3, NOON - 3, { ip: '198.51.100.1' }),
        contact(4, NOON + 1),
        contact(5, NOON - 1, { product: measured.otherId }),
        contact(5, NOON, { visitor: 2 }),
        contact(5, NOON - 61 * DAY),
      ],
    });
    const credit = await creditOf(made);
    expect(credit.path.map(one => one.ad_id)).toEqual([1]);
    expect(credit.left_out.map(one => [one.ad_id, one.reason])).toEqual([
      [1, 'too_old'],
      [2, 'bot'],
      [2, 'repeated'],
      [3, 'excluded_ip'],
      [4, 'after'],
    ]);
    expect(credit.left_out_counts).toEqual({
      bot: 1,
      repeated: 1,
      excluded_ip: 1,
      after: 1,
      too_old: 1,
      other_product: 1,
    });
  });

  it('follows the rules of a what-if, and says which they are', async () => {
    const made = conversion(NOON);
    await writeEvents(parts, {
      conversions: [made],
      contacts: [
        contact(4, NOON - 2 * DAY - 1),
        contact(1, NOON - 2 * DAY),
        contact(2, NOON - 120_000),
        contact(2, NOON - 61_000),
        // Within a minute of the one before, which is a repeat itself.
        contact(2, NOON - 1_001, { repeated: true }),
        contact(3, NOON + 1),
      ],
    });
    const shown = async (overrides: RuleOverrides) => {
      const { path, left_out, left_out_counts, rules } = await creditOf(made, measured.viewer, overrides);
      const { tracking_term, repeat, decay, overridden, window_from } = rules;
      const since = (time: string) => Date.parse(time) - NOON;
      return {
        path: path.map(one => [since(one.reference_time), one.weights[1]?.units]),
        left: left_out.map(one => [since(one.reference_time), one.reason]),
        repeats: left_out_counts.repeated,
        rules: [tracking_term, repeat, decay, overridden, since(window_from)],
      };
    };
    expect(await shown({ term: 2, repeat: 60, decay: 50 })).toEqual({
      path: [
        [-2 * DAY, 333_333_333],
        [-120_000, 666_666_667],
      ],
      left: [
        [-2 * DAY - 1, 'too_old'],
        [-61_000, 'repeated'],
        [-1_001, 'repeated'],
        [1, 'after'],
      ],
      repeats: 2,
      rules: [2, 60, 50, ['term', 'repeat', 'decay'], -2 * DAY],
    });
    const unrepeated = await shown({ repeat: 0 });
    expect(unrepeated.path.map(([at]) => at)).toEqual([-2 * DAY - 1, -2 * DAY, -120_000, -61_000, -1_001]);
    expect(unrepeated.rules).toEqual([30, 0, 30, ['repeat'], -30 * DAY]);
    const own = await shown({});
    expect([own.path.length, own.left, own.rules]).toEqual([
      4,
      [
        [-1_001, 'repeated'],
        [1, 'after'],
      ],
      [30, 1, 30, [], -30 * DAY],
    ]);
  });

  it('states why a conversion is left out, and gives its contacts no weights', async () => {
    await parts.db
      .update(product)
      .set({ excludedIps: ['198.51.100.0/24'] })
      .where(eq(product.id, measured.productId));
    const [bot, outside] = [
      conversion(NOON + 1, { bot: true, ip: '198.51.100.1' }),
      conversion(NOON + 1, { ip: '198.51.100.1' }),
    ];
    await writeEvents(parts, { conversions: [bot, outside], contacts: [contact(1, NOON)] });
    for (const [one, why] of [
      [bot, 'bot'],
      [outside, 'excluded_ip'],
    ] as const) {
      const credit = await creditOf(one);
      expect([
        credit.conversion.left_out_because,
        credit.path.map(({ ad_id, weights }) => [ad_id, weights]),
      ]).toEqual([why, [[1, []]]]);
    }
  });

  it('gives all credit to "no contact" if the path is empty', async () => {
    const made = conversion(NOON, { amount: 77 });
    await writeEvents(parts, { conversions: [made] });
    const { path, no_contact } = await creditOf(made);
    expect(path).toEqual([]);
    expect(no_contact.map(({ units, yen }) => [units, yen])).toEqual(MODELS.map(() => [UNITS, 77]));
  });

  it('folds the middle of a very long path, and the weights still sum to one', async () => {
    const made = conversion(NOON + 5000);
    await writeEvents(parts, {
      conversions: [made],
      contacts: Array.from({ length: 1203 }, (_, index) => contact(1 + (index % 5), NOON + index)),
    });
    const { path, folded, contacts } = await creditOf(made);
    expect([contacts, path.length, folded?.contacts, path.at(-1)?.place]).toEqual([1203, 500, 703, 1203]);
    for (const index of MODELS.keys()) {
      const all = [...path.map(one => one.weights[index]), folded?.weights[index]];
      expect(all.reduce((total, weight) => total + (weight?.units ?? 0), 0)).toBe(UNITS);
      expect(all.reduce((total, weight) => total + (weight?.yen ?? 0), 0)).toBe(1000);
    }
  });

  it('is visible to an agency only for conversions with its ads on the path, with other contacts hidden', async () => {
    const [mine, others] = [conversion(NOON + 2), conversion(NOON + 2, { visitor: 2 })];
    await writeEvents(parts, {
      conversions: [mine, others],
      contacts: [
        contact(1, NOON),
        contact(2, NOON + 1),
        contact(2, NOON - 40 * DAY),
        contact(2, NOON, { visitor: 2 }),
      ],
    });
    const agency = onlyAds(measured.viewer, measured.productId, [1]);
    const { path, left_out, left_out_counts, conversion: shown } = await creditOf(mine, agency);
    expect(
      path.map(one => [
        one.hidden,
        one.ad_id,
        one.ad_name,
        one.interaction_id === null,
        one.click_cost,
        one.weights[0]?.units,
      ]),
    ).toEqual([
      [false, 1, '広告é1', false, 0, UNITS / 2],
      [true, null, '', true, null, UNITS / 2],
    ]);
    expect([left_out, left_out_counts.other_product, shown.args, shown.ip_address]).toEqual([
      [],
      null,
      '',
      '',
    ]);
    expect(await codeOf(creditOf(others, agency))).toBe('not_found');
    expect(await codeOf(creditOf({ id: 5n }))).toBe('not_found');
    expect(await codeOf(creditOf({ id: 1n << 64n }))).toBe('invalid');
    expect(await codeOf(creditOf(mine, { ...measured.viewer, products: [] }))).toBe('no_permission_for_data');
  });
});

describe('the drill-down of a figure', () => {
  it('has one state of the data over all pages, regardless of new events', async () => {
    const made = Array.from({ length: 5 }, (_, index) => conversion(NOON + HOUR + index));
    await writeEvents(parts, { conversions: made, contacts: [contact(1, NOON)] });
    await deriver.refresh();
    const query = {
      product_id: measured.productId,
      from: '2026-03-01',
      to: '2026-03-01',
      key: '1',
      metric: 'cv',
      limit: 2,
    };
    const first = await readFigureConversions(measured.viewer, query);
    await writeEvents(parts, { conversions: [conversion(NOON + HOUR)], contacts: [contact(2, NOON + 1)] });
    const second = await readFigureConversions(measured.viewer, { ...query, after: first.next ?? '' });
    const third = await readFigureConversions(measured.viewer, { ...query, after: second.next ?? '' });
    expect([...first.results, ...second.results, ...third.results].map(row => row.conversion_id)).toEqual(
      made.toReversed().map(one => String(one.id)),
    );
    expect([
      first.figure.value,
      first.figure.conversions,
      second.figure.value,
      second.figure.conversions,
      third.next,
    ]).toEqual([5, 5, 5, null, null]);
    expect(await codeOf(readFigureConversions(measured.viewer, { ...query, after: 'x' }))).toBe('invalid');
    expect(await codeOf(readFigureConversions(measured.viewer, { ...query, key: 'x' }))).toBe('invalid');
  });

  it('under the Markov model has equal shares of all conversions, also for rows on journeys without a conversion', async () => {
    // Visitors of ad 3 continue to ad 1, but no buyer visited ad 3.
    const made = [
      conversion(NOON + 2, { visitor: 1, amount: 1001 }),
      conversion(NOON + 3, { visitor: 2, amount: 10 }),
    ];
    await writeEvents(parts, {
      conversions: made,
      contacts: [
        contact(1, NOON, { visitor: 1 }),
        contact(1, NOON, { visitor: 2 }),
        contact(2, NOON + 1, { visitor: 2 }),
        contact(3, NOON, { visitor: 3 }),
        contact(1, NOON + 1, { visitor: 3 }),
      ],
    });
    const report = await computeReport(parts, measured.viewer, {
      productId: measured.productId,
      from: '2026-03-01',
      to: '2026-03-01',
      axis: 1,
      model: 6,
      metrics: METRICS,
    });
    expect([report.totals.cv_division, report.totals.amount_division]).toEqual([2, 1011]);
    const third = report.rows.find(row => row.key === '3')?.cv_division;
    expect(third).toBeGreaterThan(0);
    const { figure, rows } = await allBehind({ key: '3', metric: 'cv_division', model: 6 });
    expect([figure.value, rows.map(row => row.conversion_id)]).toEqual([
      third,
      made.toReversed().map(one => String(one.id)),
    ]);
    expect(Math.abs(Number(rows[0]?.share_parts) - Number(rows[1]?.share_parts))).toBeLessThanOrEqual(1);
  });

  it('of a hidden row is refused to an agency', async () => {
    const agency = onlyAds(measured.viewer, measured.productId, [1]);
    for (const key of ['2', 'no_contact'])
      expect(await codeOf(allBehind({ key, metric: 'cv' }, agency))).toBe('no_permission_for_data');
  });
});

const time = fc
  .tuple(fc.integer({ min: -2, max: 2 }), fc.constantFrom(0, 1, DAY / 2, DAY - 1))
  .map(([day, ms]) => NOON - 12 * HOUR + day * DAY + ms);
const seldom = fc.nat(9).map(n => n === 0);
const visitor = fc.integer({ min: 1, max: 3 });
const ip = fc.oneof({ weight: 5, arbitrary: fc.constant('203.0.113.9') }, fc.constant('198.51.100.77'));
const worlds = fc.record({
  contacts: fc.array(
    fc.record({
      visitor,
      ts: time,
      ad: fc.constantFrom(1, 2, 3, 4, 5, 99),
      ip,
      bot: seldom,
      repeated: seldom,
    }),
    { maxLength: 30 },
  ),
  conversions: fc.array(
    fc.record({
      visitor,
      ts: time,
      last: fc.boolean(),
      amount: fc.constantFrom(0, 1, 2, 1000, 99_999, 2 ** 40),
      ip,
      bot: seldom,
    }),
    { minLength: 1, maxLength: 9 },
  ),
  term: fc.constantFrom(1, 2, 30),
  axis: fc.constantFrom(1 as const, 2 as const),
  visible: fc.option(fc.subarray([1, 2, 3, 4, 5], { minLength: 1 }), { freq: 2 }),
  derived: fc.boolean(),
  overrides: fc.record(
    {
      term: fc.constantFrom(1, 2, 3),
      repeat: fc.constantFrom(0, 1, 43_200, 86_400),
      decay: fc.constantFrom(10, 30, 90),
    },
    { requiredKeys: [] },
  ),
  model: fc.integer({ min: 1, max: 5 }),
  // A few metrics of some rows in each run; over many runs all of them.
  metrics: fc.shuffledSubarray([...FIGURE_METRICS], { minLength: 3, maxLength: 4 }),
  third: fc.nat(2),
});

/** Sums the credit of conversions by row under one model, and checks that it distributes all of their yen. */
const sumCredit = (credits: readonly Awaited<ReturnType<typeof creditOf>>[], model: number) => {
  const credited = new Map<string, { last: bigint; middle: bigint; sales: bigint }>();
  for (const { conversion, path, no_contact } of credits) {
    const { cv_type, amount } = conversion;
    const lines = [
      ...path.map(one => [String(one.ad_id), one.weights[model]] as const),
      ['no_contact', no_contact[model]] as const,
    ];
    for (const [key, weight] of lines) {
      const before = credited.get(key) ?? { last: 0n, middle: 0n, sales: 0n };
      const units = BigInt(weight?.units ?? 0);
      credited.set(
        key,
        cv_type === 1
          ? { ...before, last: before.last + units, sales: before.sales + units * BigInt(amount) }
          : { ...before, middle: before.middle + units },
      );
    }
    if (conversion.left_out_because === null)
      expect(lines.reduce((total, [, weight]) => total + (weight?.yen ?? 0), 0)).toBe(
        cv_type === 1 ? amount : 0,
      );
  }
  return credited;
};

it(
  'the explained credit of all conversions sums to the report under each model, and every figure equals the sum of its drill-down',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        worlds,
        async ({ term, axis, visible, derived, overrides, model, metrics, third, ...events }) => {
          const { productId, viewer } = measured;
          await forgetEverything(parts);
          await parts.db
            .update(product)
            .set({ trackingTerm: term, excludedIps: ['198.51.100.0/24'] })
            .where(eq(product.id, productId));
          const contacts = events.contacts.map(one => contact(one.ad, one.ts, one));
          const conversions = events.conversions.map(one => conversion(one.ts, one));
          await writeEvents(parts, { contacts, conversions });
          if (derived) await deriver.refresh();
          const days = { from: '2026-02-28', to: '2026-03-02' };

          const reports = await computeModelReports(
            parts,
            viewer,
            { productId, ...days, axis: 1, metrics: METRICS, ...overrides },
            () => MODELS,
          );
          const inside = conversions.filter(one => one.ts >= NOON - 36 * HOUR && one.ts < NOON + 36 * HOUR);
          const credits = await Promise.all(inside.map(one => creditOf(one, viewer, overrides)));
          for (const [index, name] of MODELS.entries()) {
            const credited = sumCredit(credits, index);
            const { rows } = reports[name];
            // The largest remainder among rows in order of their ids, as the report distributes yen.
            const order = rows.toSorted(
              (a, b) =>
                (a.key === 'no_contact' ? -1 : Number(a.key)) - (b.key === 'no_contact' ? -1 : Number(b.key)),
            );
            const yen = apportion(
              order.map(row => credited.get(row.key)?.sales ?? 0n),
              BigInt(UNITS),
            );
            for (const [at, row] of order.entries()) {
              const own = credited.get(row.key) ?? { last: 0n, middle: 0n, sales: 0n };
              expect([row.key, row.cv_division, row.cv_middle_division, row.amount_division]).toEqual([
                row.key,
                Number(own.last) / UNITS,
                Number(own.middle) / UNITS,
                Number(yen[at]),
              ]);
            }
            expect(
              [...credited].filter(
                ([key, { last, middle }]) => last + middle > 0n && !rows.some(row => row.key === key),
              ),
            ).toEqual([]);
          }

          const who = visible === null ? viewer : onlyAds(viewer, productId, visible);
          const report = await computeReport(parts, who, {
            productId,
            ...days,
            axis,
            model,
            metrics: METRICS,
          });
          for (const row of [
            ...report.rows.filter((_, at) => at % 3 === third),
            { ...report.totals, key: 'total', label: '' },
          ]) {
            for (const metric of metrics) {
              const { figure, rows } = await allBehind(
                { ...days, axis, model, key: row.key, metric },
                who,
                4,
              );
              expect([row.key, metric, figure.value]).toEqual([row.key, metric, row[metric]]);
              expect([row.key, metric, sum(rows.map(one => BigInt(one.share_parts)))]).toEqual([
                row.key,
                metric,
                BigInt(figure.parts),
              ]);
              expect([figure.conversions, new Set(rows.map(one => one.conversion_id)).size]).toEqual([
                rows.length,
                rows.length,
              ]);
            }
          }
        },
      ),
      { numRuns: runs(1) },
    );
  },
  limit(300_000),
);
