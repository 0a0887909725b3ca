import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import type { Deriver } from '../../../server/rollups/deriver.ts';
import { computeJourneys } from '../../../server/reports/analyses/journeys/compute.ts';
import { computeLandingPages } from '../../../server/reports/analyses/landing-pages/compute.ts';
import { removalEffects } from '../../../server/reports/models/markov.ts';
import { METRICS } from '../../../server/attribution/metrics.ts';
import { computeModelComparison } from '../../../server/reports/analyses/model-comparison/compute.ts';
import { computeReport, computeModelReports } from '../../../server/reports/analyses/row-report/compute.ts';
import { MODELS } from '../../../server/attribution/models.ts';
import { marginalResponse } from '../../../server/reports/analyses/allocation/marginal-response.ts';
import { SERIES_METRICS } from '../../../server/reports/analyses/time-series/schema.ts';
import { computeTransitions } from '../../../server/reports/analyses/month-transition/compute.ts';
import { product } from '../../../server/store/postgres/schema/index.ts';
import { limit, runs } from '../../support/long.ts';
import {
  forgetEvents,
  onlyAds,
  writeCosts,
  writeEvents,
  writeResults,
  type Measured,
} from '../../support/measured.ts';
import {
  naiveReport,
  type NaiveContact,
  type NaiveParameters,
  type NaiveWorld,
} from '../../support/naive.ts';
import {
  naiveChain,
  naiveJourneys,
  naiveLinks,
  naivePages,
  naivePaths,
  naiveShapley,
  naiveShares,
  naiveTransitions,
} from '../../support/naive-analyses.ts';
import type { TestParts } from '../../support/test-parts.ts';
import {
  BASE,
  DAY,
  tokyo,
  total,
  worlds,
  setUpAnalyses,
  type Beside,
} from '../../support/analysis-fixtures.ts';

const { made, contact, conversion, questionWith, askAll, readDrillDownValue } = setUpAnalyses();
let parts: TestParts;
let measured: Measured;
let deriver: Deriver;
let ads: NaiveWorld['ads'];
beforeAll(() => {
  ({ parts, measured, deriver, ads } = made());
});

type Answers = Awaited<ReturnType<typeof askAll>>;
type Count = 'cv' | 'clicks' | 'amount_sum' | 'ad_cost';
type Reports = Record<(typeof MODELS)[number], Awaited<ReturnType<typeof computeReport>>>;

/**
 * A filter by names of ads, which may include ads that the user must not see, and the ads that remain
 * visible.
 */
const selectAds = (seen: readonly number[] | null, where: readonly number[] | null) => {
  if (where === null) return { names: undefined, filter: {}, visible: seen };
  const names = where.map(adId => `広告é${adId}`);
  return {
    names,
    filter: { where: `ad_name__in=${names.join(',')}` },
    visible: where.filter(adId => seen === null || seen.includes(adId)),
  };
};

const viewerOf = (seen: readonly number[] | null) =>
  seen === null ? measured.viewer : onlyAds(measured.viewer, measured.productId, seen);

/** The texts of `count` successive days. */
const daysFrom = (first: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => new Date(first + index * DAY).toISOString().slice(0, 10));

/** Expects every day of the period in exactly one row of the series, and the rows in order. */
const expectDaysOnce = ({ rows }: Answers['series'], from: string): void => {
  const days = rows.flatMap(row =>
    daysFrom(Date.parse(row.from), (Date.parse(row.to) - Date.parse(row.from)) / DAY + 1),
  );
  expect(days).toEqual(daysFrom(Date.parse(from), 60));
  expect(rows.filter((row, index) => index > 0 && row.from !== row.key)).toEqual([]);
};

type NaiveDay = Readonly<Record<string, Readonly<Record<string, number | null>> | undefined>>;

/** The marginal response is estimated from the cost and the conversions of each of the last 90 days. */
const expectMarginalResponses = (rows: Answers['allocation']['rows'], learnt: readonly NaiveDay[]): void => {
  for (const row of rows) {
    const course = (metric: string) => learnt.map(day => day[row.key]?.[metric] ?? 0);
    const { slope } = marginalResponse(course('ad_cost'), course('cv'));
    expect(row.cv_per_yen).toBeCloseTo(slope, 12);
    if (row.adjusted_cost !== null)
      expect(row.expected_cv).toBeCloseTo(
        Math.max(0, (row.cv ?? 0) + slope * (row.adjusted_cost - (row.ad_cost ?? 0))),
        9,
      );
  }
};

/** The five rule-based models of the model comparison have the credit of the attribution report. */
const expectModelsOfReport = (models: Answers['models'], report: Reports): void => {
  for (const [index, model] of MODELS.entries()) {
    const shares = (row: object) =>
      [`cv_division_${index + 1}`, `amount_division_${index + 1}`].map(
        key => (row as Record<string, number>)[key],
      );
    const { rows, totals } = report[model];
    expect(shares(models.totals)).toEqual([totals.cv_division, totals.amount_division]);
    for (const row of rows.filter(one => one.cv_division !== 0))
      expect([row.key, ...shares(models.rows.find(one => one.key === row.key) ?? {})]).toEqual([
        row.key,
        row.cv_division,
        row.amount_division,
      ]);
  }
  const countsOf = ({ cv, clicks, amount_sum, ad_cost }: Readonly<Record<Count, number | null>>) => [
    cv,
    clicks,
    amount_sum,
    ad_cost,
  ];
  expect(countsOf(models.totals)).toEqual(countsOf(report.linear.totals));
};

/** The data-driven models distribute all conversions, the Shapley model like the naive one. */
const expectShapley = (models: Answers['models'], shapley: Readonly<Record<string, number>>): void => {
  const { cv, cv_division, amount_division } = models.totals as unknown as Record<string, number>;
  expect([cv_division, amount_division]).toEqual([undefined, undefined]);
  expect([
    models.totals.cv_division_6,
    models.totals.cv_division_7,
    models.totals.amount_division_6,
    models.totals.amount_division_7,
  ]).toEqual([cv, cv, models.totals.amount_sum, models.totals.amount_sum]);
  for (const row of models.rows.filter(({ key }) => key !== 'no_contact'))
    expect(Math.abs(row.cv_division_7 - (shapley[row.key] ?? 0))).toBeLessThan(1e-7);
};

/** The Markov model has the removal effects of the journeys, and distributes conversions by them. */
const expectChain = async (
  models: Answers['models'],
  chain: ReturnType<typeof naiveChain>,
): Promise<void> => {
  const [BEGUN, CONVERTED] = [-5, -4];
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
    expect(shown?.cv_division_6).toBeCloseTo(
      weight === 0 ? 0 : ((effects[index] ?? 0) / weight) * converting,
      7,
    );
  }
  expect([models.basis.conversions, models.basis.journeys_without]).toEqual([
    converting,
    chain.length - converting,
  ]);
};

/** A share of a budget after a change by yen (unit 2) or by a percentage, never below 0. */
const adjustedShare = ([unit, amount = 0]: readonly number[], share: number): number =>
  Math.max(
    0,
    unit === 2
      ? share + amount
      : Math.floor((share * (10_000 + Math.round(amount * 100)) * 2 + 10_000) / 20_000),
  );

it(
  'the analyses have the same bytes from events and from derived rows, and the figures of naive folds and of the attribution report',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        worlds,
        async ({ term, steps, visible: seen, where, axis, results, linked, bills, moved, ...events }) => {
          const { productId } = measured;
          const { fold, nodes, mode, pool, model, step, compare } = events;
          const arriving = (late: boolean) => ({
            contacts: events.contacts
              .filter(one => one.late === late)
              .map(one => contact(one.ad, one.ts, one)),
            conversions: events.conversions
              .filter(one => one.late === late)
              .map(one => conversion(one.ts, one)),
          });
          const [early, late] = [arriving(false), arriving(true)];
          const costs = bills.map(({ day, ...bill }) => ({ ...bill, day: tokyo(BASE + day * DAY) }));
          const world: NaiveWorld = {
            contacts: [...early.contacts, ...late.contacts],
            conversions: [...early.conversions, ...late.conversions],
            impressions: [],
            results,
            ads,
            ...(linked && { costs }),
          };
          await parts.db
            .update(product)
            .set({ trackingTerm: term, adCostLinkage: linked })
            .where(eq(product.id, productId));
          await writeResults(parts, measured, results);
          await writeCosts(parts, measured, costs);
          await forgetEvents(parts);
          await writeEvents(parts, early);
          if (steps) await deriver.rebuild();
          await writeEvents(parts, late);
          const who = viewerOf(seen);
          const { names, filter, visible } = selectAds(seen, where);
          const adjust = `${seen?.[0] ?? 1}:${moved.join(':')}`;
          const beside: Beside = { axis, fold, nodes, mode, pool, model, step, compare, adjust };
          const raw = await askAll(who, beside, filter, { source: 'events' });
          await (steps ? deriver.refresh() : deriver.rebuild());
          const there = world.contacts.length + world.conversions.length > 0;
          expect(JSON.stringify(await askAll(who, beside, filter, there ? { source: 'derived' } : {}))).toBe(
            JSON.stringify(raw),
          );

          const { models, journeys, transitions, lpo, allocation, cvInfo, series } = raw;
          const report = await computeModelReports(
            parts,
            who,
            { ...questionWith(filter), axis, metrics: METRICS },
            () => MODELS,
            { source: 'events' },
          );
          const byAd =
            axis === 1
              ? report.linear
              : await computeReport(
                  parts,
                  who,
                  { ...questionWith(filter), axis: 1, metrics: METRICS },
                  { source: 'events' },
                );
          expectModelsOfReport(models, report);

          const all = naivePaths(world, { product: productId, term, from: '2024-02-01', to: '2024-03-31' });
          const shows = (path: readonly NaiveContact[]) =>
            visible === null || path.some(one => visible.includes(one.ad));
          expect(cvInfo.rows.map(row => [row.conversion_id, row.contacts, row.path.length])).toEqual(
            all
              .filter(({ path }) => shows(path))
              .map(({ conversion: of, path }) => [String(of.id), path.length, Math.min(20, path.length)]),
          );
          expect(cvInfo.total).toBe(cvInfo.rows.length);

          const taken = all.filter(({ conversion: of, path }) => of.last && path.length > 0 && shows(path));
          expect([
            journeys.totals.cv,
            journeys.totals.amount_sum,
            total(journeys.rows, row => row.cv) + journeys.others.cv,
          ]).toEqual([taken.length, total(taken, one => one.conversion.amount), taken.length]);

          const days = { product: productId, from: '2024-02-01', to: '2024-03-31', term };
          const isShown = (adId: number) => visible === null || visible.includes(adId);
          expect(
            Object.fromEntries(
              lpo.rows.map(row => [
                row.key,
                [row.clicks, row.cv, row.amount_sum, row.cv_division, row.amount_division],
              ]),
            ),
          ).toEqual(
            Object.fromEntries(
              Object.entries(naivePages(world, days, model)).filter(([key]) =>
                key === 'no_contact' ? visible === null : isShown(Number(key.split(':')[0])),
              ),
            ),
          );

          const naiveOf = (more: Partial<NaiveParameters>, of = world) =>
            naiveReport(of, {
              ...days,
              excluded: [],
              model: 1,
              axes: ['ad'],
              visible: seen,
              ...(names !== undefined && { where: [{ field: 'ad_name', op: 'in', values: names }] }),
              ...more,
            });
          const metricsOf = (row: object) =>
            Object.fromEntries(SERIES_METRICS.map(key => [key, (row as Record<string, unknown>)[key]]));
          for (const row of [
            ...series.rows,
            series.previous,
            ...series.compared_rows.slice(0, 3),
            { ...series.totals, ...days },
          ])
            expect([row.from, row.to, metricsOf(row)]).toEqual([
              row.from,
              row.to,
              metricsOf(naiveOf({ from: row.from, to: row.to })['totals'] ?? {}),
            ]);
          expectDaysOnce(series, days.from);

          const naiveAds = Object.entries(naiveOf({}))
            .filter(([key]) => key !== 'no_contact' && key !== 'totals')
            .toSorted(([a], [b]) => Number(a) - Number(b));
          const { costs: _bills, ...unbilled } = world;
          const registered = naiveOf({}, unbilled);
          const basisOf = ([key, row]: (typeof naiveAds)[number]): number | null | undefined => {
            if (mode === 1) return row['cv'];
            return mode === 2 ? row['amount_sum'] : registered[key]?.['ad_cost'];
          };
          const basis = naiveAds.map(entry => basisOf(entry) ?? 0);
          const shares = naiveShares(allocation.pool, basis);
          const naiveCost = (): number => Math.round(naiveOf({})['totals']?.['ad_cost'] ?? 0);
          expect(allocation.pool).toBe(pool ?? naiveCost());
          const adjusted = (key: string, share: number | null) =>
            share !== null && key === adjust.split(':')[0] ? adjustedShare(moved, share) : share;
          const expectedShares = naiveAds.map(([key], index) => [
            key,
            shares?.[index] ?? null,
            adjusted(key, shares?.[index] ?? null),
          ]);
          expect(
            allocation.rows
              .map(row => [row.key, row.allocated_cost, row.adjusted_cost])
              .toSorted(([a], [b]) => Number(a) - Number(b)),
          ).toEqual(expectedShares);
          expectMarginalResponses(
            allocation.rows,
            daysFrom(Date.parse(days.to) - 89 * DAY, 90).map(day => naiveOf({ from: day, to: day })),
          );

          const began = naiveTransitions(world, { product: productId, term }, '2024-01', visible);
          const cellsOf = (
            { cells }: (typeof transitions.rows)[number] | typeof transitions.totals,
            key: string,
          ) =>
            cells
              .filter(cell => cell.cv !== null && cell.cv > 0)
              .map(cell => [`${key}|${cell.month}`, [cell.cv, cell.amount_sum, cell.visitors]] as const);
          expect(
            Object.fromEntries([
              ...transitions.rows.flatMap(row => cellsOf(row, row.key)),
              ...cellsOf(transitions.totals, ''),
            ]),
          ).toEqual(began);
          expect(transitions.rows.map(row => row.first_touch_count)).toEqual(
            ['31', '29', '31'].map(
              (last, index) =>
                naiveOf({ from: `2024-0${index + 1}-01`, to: `2024-0${index + 1}-${last}` })['totals']?.[
                  'first_touch_count'
                ],
            ),
          );

          const rowOf = (adId: number): string => {
            if (seen !== null && !seen.includes(adId)) return 'hidden';
            return String(axis === 1 ? adId : (ads[adId - 1]?.group ?? 'none'));
          };
          const placeOf = (row: string): number => {
            if (row === 'hidden') return -2;
            return row === 'none' ? 0 : Number(row);
          };
          const known = all.filter(({ path }) => shows(path));
          const actual = Object.fromEntries(
            journeys.rows.map(row => [
              row.steps.map(one => one.key).join('>'),
              [row.cv, row.amount_sum, Math.round((row.attr_avg ?? 0) * row.cv * 1000)],
            ]),
          );
          if (journeys.rows.every(row => row.length <= 20))
            expect(actual).toEqual(naiveJourneys(known, fold, rowOf));
          expect(
            Object.fromEntries(
              journeys.links.map(link => [
                `${link.step}>${link.from}>${link.to}`,
                [link.cv, link.amount_sum],
              ]),
            ),
          ).toEqual(naiveLinks(known, fold, nodes, rowOf, placeOf));

          expect([
            allocation.totals.cv,
            allocation.totals.ad_cost,
            allocation.totals.cv_division,
            allocation.totals.amount_division,
          ]).toEqual([
            byAd.totals.cv,
            byAd.totals.ad_cost,
            byAd.totals.cv_division,
            byAd.totals.amount_division,
          ]);
          expect(allocation.unallocated + total(allocation.rows, row => row.allocated_cost)).toBe(
            allocation.pool,
          );

          if (visible !== null) return;
          expectShapley(models, naiveShapley(all, rowOf));
          if (axis === 1)
            await expectChain(
              models,
              naiveChain(world, { product: productId, term, from: '2024-02-01', to: '2024-03-31' }),
            );
        },
      ),
      { numRuns: runs(1) },
    );
  },
  limit(300_000),
);

it(
  'the analyses are the same from events and from derived rows over whole years, single months and remaining days',
  async () => {
    const whenever = fc
      .tuple(fc.integer({ min: -850, max: 30 }), fc.constantFrom(0, DAY / 2))
      .map(([day, ms]) => BASE + day * DAY + ms);
    const visitor = fc.integer({ min: 1, max: 5 });
    const years = fc.record({
      contacts: fc.array(
        fc.record({ visitor, ts: whenever, ad: fc.integer({ min: 1, max: 4 }), late: fc.boolean() }),
        { minLength: 40, maxLength: 60 },
      ),
      conversions: fc.array(fc.record({ visitor, ts: whenever, last: fc.boolean(), late: fc.boolean() }), {
        minLength: 4,
        maxLength: 10,
      }),
    });
    await fc.assert(
      fc.asyncProperty(years, async ({ contacts, conversions }) => {
        await parts.db.update(product).set({ trackingTerm: 365 }).where(eq(product.id, measured.productId));
        await forgetEvents(parts);
        for (const late of [false, true]) {
          await writeEvents(parts, {
            contacts: contacts.filter(one => one.late === late).map(one => contact(one.ad, one.ts, one)),
            conversions: conversions.filter(one => one.late === late).map(one => conversion(one.ts, one)),
          });
          await (late ? deriver.refresh() : deriver.rebuild());
        }
        for (const days of [
          { from: '2021-11-01', to: '2024-03-31' },
          { from: '2022-12-15', to: '2024-02-10' },
        ]) {
          const of = async (source: 'events' | 'derived') =>
            JSON.stringify([
              await computeModelComparison(
                parts,
                measured.viewer,
                { ...questionWith(days), axis: 1 },
                { source },
              ),
              await computeJourneys(
                parts,
                measured.viewer,
                { ...questionWith(days), axis: 2, fold: true, minLength: 1, limit: 20, nodes: 3 },
                { source },
              ),
            ]);
          expect(await of('derived')).toBe(await of('events'));
        }
      }),
      { numRuns: runs(1) },
    );
  },
  limit(300_000),
);

it(
  'the drill-downs of months, paths and landing pages list conversions that sum to the figures',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        worlds,
        fc.record({
          derived: fc.boolean(),
          model: fc.integer({ min: 1, max: 5 }),
          step: fc.integer({ min: 2, max: 4 }),
          sales: fc.boolean(),
        }),
        async ({ term, fold, visible: seen, where, axis, ...events }, { derived, model, step, sales }) => {
          await parts.db
            .update(product)
            .set({ trackingTerm: term })
            .where(eq(product.id, measured.productId));
          await forgetEvents(parts);
          await writeEvents(parts, {
            contacts: events.contacts.map(one =>
              contact(one.ad, one.ts, { ...one, url: `https://shop.example/${one.cost}?x` }),
            ),
            conversions: events.conversions.map(one => conversion(one.ts, one)),
          });
          if (derived) await deriver.rebuild();
          const who = viewerOf(seen);
          const filter =
            where === null ? {} : { where: `ad_name__in=${where.map(adId => `広告é${adId}`).join(',')}` };
          const days = { from: '2024-02-01', to: '2024-03-31' };
          const metric = sales ? 'amount_sum' : 'cv';
          const every = <Row>(rows: readonly Row[]) => rows.filter((_, at) => at % step === 0).slice(0, 3);
          const expected: [Parameters<typeof readDrillDownValue>[1], number | null][] = [];
          const ask_ = (
            query: Partial<Parameters<typeof readDrillDownValue>[1]> & { readonly key: string },
            value: number | null,
          ) => expected.push([{ ...days, ...filter, metric, ...query }, value]);

          const months = await computeTransitions(
            parts,
            who,
            questionWith({ from: '2024-01-15', to: '2024-03-31', ...filter }),
          );
          const cells = [...months.rows, { ...months.totals, key: 'total' }].flatMap(row => [
            ...row.cells
              .filter(cell => cell.cv !== null && cell.cv > 0)
              .map(cell => [`${row.key}/${cell.month}`, cell] as const),
            [`${row.key}/later`, row.later] as const,
            [row.key, row] as const,
          ]);
          for (const [key, figures] of every(cells))
            ask_({ from: '2024-01-15', analysis: 'transitions', key }, figures[metric]);

          const pathReport = await computeJourneys(
            parts,
            who,
            questionWith({ axis, fold, minLength: 2, limit: 2, nodes: 2, ...filter }),
          );
          const way = { analysis: 'paths', axis, fold, length_from: 2, top: 2, nodes: 2 } as const;
          for (const row of [
            ...pathReport.rows,
            { ...pathReport.others, key: 'others' },
            { ...pathReport.totals, key: 'total' },
          ])
            ask_({ ...way, key: row.key }, row[metric]);
          for (const { step: at, from, to, ...link } of every(pathReport.links))
            ask_({ ...way, key: `${at}>${from}>${to}` }, link[metric]);

          const pages = await computeLandingPages(parts, who, questionWith({ model, ...filter }));
          for (const row of every([{ ...pages.totals, key: 'total' }, ...pages.rows])) {
            for (const one of ['cv_division', 'amount_division', metric] as const)
              ask_({ analysis: 'lpo', model, key: row.key, metric: one }, row[one]);
          }
          for (const [query, value] of expected)
            expect([query, await readDrillDownValue(who, query)]).toEqual([query, value]);
        },
      ),
      { numRuns: runs(1) },
    );
  },
  limit(300_000),
);
