import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDeriver } from '../../../server/rollups/deriver.ts';
import { MODELS } from '../../../server/attribution/models.ts';
import { countingRules } from '../../../server/attribution/rules.ts';
import { createApp } from '../../../server/app.ts';
import { readFigureConversions } from '../../../server/reports/drilldown/figure-conversions.ts';
import { reportFigure } from '../../../server/reports/drilldown/report-figure.ts';
import { wordsIn } from '../../../server/wording/words.ts';
import { Failure } from '../../../server/http/failures.ts';
import { firstIdAt, timeOfId } from '../../../server/platform/ids.ts';
import { rowName } from '../../../server/reports/files/file-words.ts';
import { METRICS } from '../../../server/attribution/metrics.ts';
import type { ReportOptions, ReportParameters } from '../../../server/reports/parse/query.ts';
import { computeLandingPages } from '../../../server/reports/analyses/landing-pages/compute.ts';
import { computeReport, computeModelReports } from '../../../server/reports/analyses/row-report/compute.ts';
import { computeSeries } from '../../../server/reports/analyses/time-series/compute.ts';
import { rollupsSource } from '../../../server/store/clickhouse/queries/sources/rollups-source.ts';
import { derivedOf } from '../../../server/store/clickhouse/rollups/derived.ts';
import { impressionsByDay, impressionTotals } from '../../../server/store/clickhouse/queries/impressions.ts';
import { costingResults, type ResultLines } from '../../../server/store/postgres/results/result-lines.ts';
import { product } from '../../../server/store/postgres/schema/index.ts';
import {
  forgetEvents,
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
import type { NaiveContact, NaiveConversion } from '../../support/naive.ts';
import { requesterOf, makeTenant, signIn } from '../../support/tenants.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

let parts: TestParts;
let measured: Measured;
beforeAll(async () => {
  parts = await createTestParts();
  measured = await setUpMeasured(parts);
  await writeAds(
    parts,
    measured,
    [1, 2, 3].map(id => ({
      id,
      group: id === 3 ? null : (measured.categories[0] ?? null),
      fee: 0,
      from: null,
      to: null,
      registered: Date.UTC(2026, 0, 1),
    })),
  );
});
afterAll(() => parts.close());
beforeEach(async () => {
  await forgetEverything(parts);
  await writeResults(parts, measured, []);
  await parts.db
    .update(product)
    .set({ trackingTerm: 30, excludedIps: [], attributionModel: 1 })
    .where(eq(product.id, measured.productId));
});

const HOUR = 3_600_000;
/** 1 March 2026, noon in Tokyo. */
const NOON = Date.UTC(2026, 2, 1, 3);
const { contact, conversion } = measuredEvents(() => measured.productId);
const question = (over: Partial<ReportParameters> = {}): ReportParameters => ({
  productId: measured.productId,
  from: '2026-03-01',
  to: '2026-03-01',
  axis: 1,
  metrics: METRICS,
  ...over,
});
const readReport = (over: Partial<ReportParameters> = {}, who = measured.viewer) =>
  computeReport(parts, who, question(over));
const days = (over: Partial<Parameters<typeof computeSeries>[2]> = {}, who = measured.viewer) =>
  computeSeries(parts, who, {
    productId: measured.productId,
    from: '2026-02-27',
    to: '2026-03-02',
    step: 'day',
    ...over,
  });
const derive = async () => {
  const deriver = createDeriver(parts);
  await deriver.refresh();
  await deriver.close();
};
const failureOf = async (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => (error instanceof Failure ? [error.code, error.fields] : Promise.reject(error)),
  );

describe('the attribution report', () => {
  it('gives three contacts the documented shares of a conversion and its yen under each model', async () => {
    await writeEvents(parts, {
      contacts: [contact(1, NOON), contact(2, NOON + 1), contact(3, NOON + 2)],
      conversions: [conversion(NOON + HOUR)],
    });
    const under = await computeModelReports(parts, measured.viewer, question(), () => MODELS);
    const shares = (model: (typeof MODELS)[number]) =>
      ['1', '2', '3'].map(key => {
        const row = under[model].rows.find(one => one.key === key);
        return [row?.cv_division, row?.amount_division];
      });
    expect(shares('linear')).toEqual([
      [0.333333333, 333],
      [0.333333333, 333],
      [0.333333334, 334],
    ]);
    expect(shares('decay')).toEqual([
      [0.223744292, 224],
      [0.319634703, 320],
      [0.456621005, 456],
    ]);
    expect(shares('touch_point')).toEqual([
      [0.4, 400],
      [0.2, 200],
      [0.4, 400],
    ]);
    expect(shares('starting_point')).toEqual([
      [1, 1000],
      [0, 0],
      [0, 0],
    ]);
    expect(shares('ending_point')).toEqual([
      [0, 0],
      [0, 0],
      [1, 1000],
    ]);
    expect(under.linear.totals).toMatchObject({
      clicks: 3,
      cv: 1,
      cv_division: 1,
      amount_sum: 1000,
      amount_division: 1000,
      indirect_cv: 2,
      attr_avg: HOUR / 1000,
      ad_touch_avg: 3,
    });
  });

  it('has a last row for conversions without a contact, with all of their credit', async () => {
    await writeEvents(parts, {
      contacts: [contact(1, NOON, { visitor: 2 })],
      conversions: [conversion(NOON, { amount: 77 })],
    });
    const { rows, totals } = await readReport();
    expect(
      rows.map(row => [row.key, row.label, row.clicks, row.cv, row.cv_division, row.amount_division]),
    ).toEqual([
      ['1', '広告é1', 1, 0, 0, 0],
      ['no_contact', '', 0, 1, 1, 77],
    ]);
    expect(totals).toMatchObject({ cv: 1, cv_division: 1, amount_division: 77 });
  });

  it('includes a contact exactly one term old, and none a millisecond older or after the conversion', async () => {
    const term = 30 * 24 * HOUR;
    await writeEvents(parts, {
      contacts: [contact(1, NOON - term), contact(2, NOON - term - 1), contact(3, NOON + 1)],
      conversions: [conversion(NOON)],
    });
    expect((await readReport()).rows.map(row => [row.key, row.cv_division])).toEqual([
      ['1', 1],
      ['3', 0],
    ]);
  });

  it('counts a contact as first if the one before it is older than the term, not if it is exactly one term old', async () => {
    const term = 30 * 24 * HOUR;
    await writeEvents(parts, {
      contacts: [
        contact(1, NOON - term),
        contact(1, NOON),
        contact(2, NOON - term - 1, { visitor: 2 }),
        contact(2, NOON, { visitor: 2 }),
      ],
      conversions: [],
    });
    const firsts = async () =>
      (await readReport()).rows.map(row => [row.key, row.clicks, row.first_touch_count]);
    expect(await firsts()).toEqual([
      ['1', 1, 0],
      ['2', 1, 1],
    ]);
    await derive();
    expect(await firsts(), 'from derived rows').toEqual([
      ['1', 1, 0],
      ['2', 1, 1],
    ]);
  });

  it('counts an event of the last millisecond before midnight in Tokyo on that day, also at the end of a month', async () => {
    const midnight = Date.UTC(2026, 1, 28, 15);
    await writeEvents(parts, {
      contacts: [contact(1, midnight - 1), contact(2, midnight)],
      conversions: [conversion(midnight - 1), conversion(midnight, { amount: 5 })],
    });
    const of = async (day: string) => (await readReport({ from: day, to: day })).totals;
    expect(await of('2026-02-28')).toMatchObject({ clicks: 1, cv: 1, amount_sum: 1000 });
    expect(await of('2026-03-01')).toMatchObject({ clicks: 1, cv: 1, amount_sum: 5 });
    expect((await days()).rows.map(row => [row.key, row.clicks, row.amount_sum])).toEqual([
      ['2026-02-27', 0, 0],
      ['2026-02-28', 1, 1000],
      ['2026-03-01', 1, 5],
      ['2026-03-02', 0, 0],
    ]);
  });

  it("states its model (by default the product's), its rules and its watermark", async () => {
    await parts.db
      .update(product)
      .set({ attributionModel: 4, excludedIps: ['198.51.100.0/24'] })
      .where(eq(product.id, measured.productId));
    const contacts = [contact(1, NOON)];
    const last = conversion(NOON + 1);
    await writeEvents(parts, { contacts, conversions: [last] });
    expect(await readReport()).toMatchObject({
      rules: {
        model: 4,
        axis: 1,
        tracking_term: 30,
        excluded_ips: ['198.51.100.0/24'],
        from: '2026-03-01',
        time_zone: 'Asia/Tokyo',
      },
      watermark: String(last.id),
      watermark_at: new Date(timeOfId(last.id)).toISOString(),
    });
    expect((await readReport({ model: 5 })).rules.model).toBe(5);
  });

  it('states how many events it leaves out, each contact under the first reason', async () => {
    await parts.db
      .update(product)
      .set({ excludedIps: ['198.51.100.0/24'] })
      .where(eq(product.id, measured.productId));
    const ip = '198.51.100.7';
    await writeEvents(parts, {
      contacts: [
        contact(1, NOON, { bot: true, repeated: true, ip }),
        contact(1, NOON, { repeated: true, ip }),
        contact(1, NOON, { ip }),
        contact(1, NOON),
      ],
      conversions: [conversion(NOON, { bot: true }), conversion(NOON, { ip })],
    });
    const expectLeftOut = async (source: string) => {
      const { left_out, totals } = await readReport();
      expect(left_out, source).toEqual({ bot: 1, repeated: 1, excluded_ip: 1, conversions: 2 });
      expect(totals).toMatchObject({ clicks: 1, cv: 0 });
    };
    await expectLeftOut('from events');
    await derive();
    await expectLeftOut('from what was derived');
  });

  it('evaluates repeats by visitor and link, after contacts that do not count too, and states what it leaves out', async () => {
    await parts.db
      .update(product)
      .set({ excludedIps: ['198.51.100.0/24'] })
      .where(eq(product.id, measured.productId));
    const ip = '198.51.100.7';
    await writeEvents(parts, {
      contacts: [
        contact(1, NOON),
        contact(2, NOON + 1_000),
        contact(1, NOON + 59_999), // repeats the first, although the visitor used another link between them
        contact(1, NOON + 119_999), // 60 s after a repeat
        contact(2, NOON + 2_000, { visitor: 2 }), // the first of its visitor, after one of visitor 1
        contact(3, NOON + 2_001, { visitor: 2, redirect: 2 }), // another link, whose number is that of an ad
        contact(1, NOON + 2_002, { visitor: 2, redirect: 2 }), // repeats it: the same redirect
        contact(1, NOON, { visitor: 3, bot: true }),
        contact(1, NOON + 1, { visitor: 3 }), // repeats that of the bot
        contact(3, NOON, { visitor: 4, ip }),
        contact(3, NOON + 1, { visitor: 4 }), // repeats the excluded one
        contact(3, NOON + 60_001, { visitor: 4 }), // the first that counts
      ],
      conversions: [
        conversion(NOON + HOUR),
        conversion(NOON, { bot: true }),
        conversion(NOON, { visitor: 4, ip }),
      ],
    });
    const read = async (over: Partial<ReportParameters>) => {
      const { left_out, rows } = await readReport({ repeat: 60, ...over });
      return {
        left_out,
        rows: rows.map(({ key, clicks, first_touch_count }) => [key, clicks, first_touch_count]),
      };
    };
    const expected = [
      ['1', 2, 1],
      ['2', 2, 1],
      ['3', 2, 1],
    ];
    const ofAll = await read({});
    expect(ofAll.left_out).toEqual({ bot: 1, repeated: 4, excluded_ip: 1, conversions: 2 });
    expect(ofAll.rows.toSorted()).toEqual(expected);
    expect((await read({ axis: 0, axes: 'ad,device' })).left_out, 'rows finer than ads').toEqual(
      ofAll.left_out,
    );
    expect((await read({ where: 'ad_id=1' })).left_out, 'of one ad').toEqual({
      bot: 1,
      repeated: 3,
      excluded_ip: 0,
      conversions: null,
    });
  });

  it('counts last conversions by the length of their paths, 6 and more together', async () => {
    const visitors = [1, 2, 3, 4, 5, 6, 7];
    await writeEvents(parts, {
      contacts: visitors.flatMap(visitor =>
        Array.from({ length: visitor }, (_, n) => contact(1, NOON + n, { visitor })),
      ),
      conversions: visitors.map(visitor => conversion(NOON + HOUR, { visitor })),
    });
    const byLength = async () => {
      const totals = (await readReport()).totals as Readonly<Record<string, unknown>>;
      return visitors.slice(0, 6).map(length => totals[`ad_touch_${length}`]);
    };
    expect(await byLength()).toEqual([1, 1, 1, 1, 1, 2]);
    await derive();
    expect(await byLength(), 'from derived rows').toEqual([1, 1, 1, 1, 1, 2]);
  });

  it('counts the cost of clicks, of approved results and, separately, of pending results', async () => {
    await writeEvents(parts, {
      contacts: [contact(1, NOON, { cost: 1010 }), contact(1, NOON + 1, { cost: 20 })],
      conversions: [conversion(NOON + 2)],
    });
    await writeResults(parts, measured, [
      { ad: 1, ts: NOON, cost: 30_010, status: 1 },
      { ad: 1, ts: NOON, cost: 1, status: 0 },
      { ad: 1, ts: NOON, cost: 99, status: 2 },
      { ad: null, ts: NOON, cost: 500, status: 1 },
    ]);
    const [row, none] = (await readReport()).rows;
    expect(row).toMatchObject({
      ad_cost: 310.4,
      ad_cost_unapproved: 310.41,
      cpa: 310.4,
      profit: 689.6,
      roas: 1000 / 310.4,
    });
    expect(none).toMatchObject({ key: 'no_contact', ad_cost: 5, cv: 0 });
  });

  it("assigns the cost of a result to the row of its contact, or to the ad's row without a value if the contact is not on the path", async () => {
    const [mobile, desktop, late] = [
      contact(1, NOON, { device: 'mobile' }),
      contact(1, NOON + 1, { device: 'desktop' }),
      contact(1, NOON + 9, { device: 'mobile' }),
    ];
    const [first, second, third] = [conversion(NOON + 2), conversion(NOON + 3), conversion(NOON + 4)];
    await writeEvents(parts, { contacts: [mobile, desktop, late], conversions: [first, second, third] });
    const made = (of: NaiveConversion, by: NaiveContact, cost: number, status: 0 | 1) => ({
      ad: by.ad,
      ts: of.ts,
      cost,
      status,
      conversion: of.id,
      contact: by.id,
    });
    await writeResults(parts, measured, [
      made(first, desktop, 30_010, 1),
      made(second, mobile, 500, 0),
      made(third, late, 7, 1),
    ]);
    const costs = async (over: Partial<ReportParameters>) =>
      Object.fromEntries(
        (await readReport({ axis: 0, ...over })).rows.map(row => [
          row.key,
          [row.ad_cost, row.ad_cost_unapproved],
        ]),
      );
    expect(await costs({ axes: 'device' })).toEqual({
      desktop: [300.1, 300.1],
      mobile: [0, 5],
      none: [0.07, 0.07],
    });
    // The contacts before the first conversion are of a new visitor, the late contact is of an existing one.
    expect(await costs({ axes: 'device', evaluation: 2 })).toEqual({
      'desktop~new': [300.1, 300.1],
      'mobile~new': [0, 5],
      'mobile~existing': [0, 0],
      none: [0.07, 0.07],
    });
    // The second and third conversion are not of a new visitor.
    expect(await costs({ axes: 'device', evaluation: 1 })).toEqual({
      desktop: [300.1, 300.1],
      mobile: [0, 0],
    });
    expect(await costs({ axes: 'ad', where: 'device=desktop' })).toEqual({ 1: [300.1, 300.1] });
    const page = (before: ResultLines | null) =>
      costingResults(
        parts.db,
        measured.companyId,
        measured.productId,
        { from: NOON, until: NOON + HOUR },
        { after: before?.last ?? null, limit: 2 },
      );
    const two = await page(null);
    const one = await page(two);
    const lines = [
      [first, desktop, '30010\t0'],
      [second, mobile, '0\t500'],
      [third, late, '7\t0'],
    ] as const;
    expect([two?.text, one?.text]).toEqual(
      [lines.slice(0, 2), lines.slice(2)].map(some =>
        some.map(([of, by, cost]) => `${of.ts}\t${of.id}\t${by.id}\t${by.ad}\t${cost}`).join('\n'),
      ),
    );
    expect([two?.count, two?.from, two?.last.ms, one?.count, await page(one)]).toEqual([
      2,
      first.ts,
      second.ts,
      1,
      null,
    ]);
    expect(await costs({ axes: 'device', where: 'cv_amount__gt=5000' })).toEqual({
      desktop: [300.1, 300.1],
      mobile: [0, 5],
      none: [0.07, 0.07],
    });
  });

  it("counts the imported costs of a day instead of that day's click costs if the product links costs", async () => {
    await writeEvents(parts, {
      contacts: [
        contact(1, NOON, { cost: 1010 }),
        contact(1, NOON - 24 * HOUR, { cost: 500 }),
        contact(2, NOON, { cost: 7 }),
      ],
    });
    await writeCosts(parts, measured, [
      { ad: 1, day: '2026-03-01', cost: 99 },
      { ad: 3, day: '2026-03-01', cost: 12_345 },
    ]);
    const link = (adCostLinkage: boolean) =>
      parts.db.update(product).set({ adCostLinkage }).where(eq(product.id, measured.productId));
    const costs = async () => {
      const [{ rows, rules }, { rows: course, totals, previous }] = [
        await readReport({ from: '2026-02-28' }),
        await days({ from: '2026-02-28', to: '2026-03-01' }),
      ];
      return [
        Object.fromEntries(rows.map(row => [row.key, row.ad_cost])),
        course.map(row => row.ad_cost),
        totals.ad_cost,
        previous.ad_cost,
        rules.ad_cost_linkage,
      ];
    };
    expect(await costs()).toEqual([{ 1: 15.1, 2: 0.07 }, [5, 10.17], 15.17, 0, false]);
    await link(true);
    expect(
      await costs(),
      'the day before has no imported costs and keeps its click costs; an ad without contacts has imported costs too',
    ).toEqual([{ 1: 5.99, 2: 0.07, 3: 123.45 }, [5, 124.51], 129.51, 0, true]);
    await link(false);
    await writeCosts(parts, measured, []);
  });

  it('assigns the imported costs of a day to new visitors alone, regardless of click costs of others', async () => {
    await writeEvents(parts, {
      contacts: [
        contact(1, NOON, { cost: 3_000 }),
        contact(1, NOON + 2, { cost: 60_000 }),
        contact(1, NOON - 24 * HOUR, { cost: 500, visitor: 2 }),
      ],
      conversions: [conversion(NOON + 1)],
    });
    await writeCosts(parts, measured, [{ ad: 1, day: '2026-03-01', cost: 10_000 }]);
    await parts.db.update(product).set({ adCostLinkage: true }).where(eq(product.id, measured.productId));
    const deriver = createDeriver(parts);
    await deriver.rebuild();
    for (const source of ['events', 'derived'] as const) {
      const costs = async (over: Partial<ReportParameters>) =>
        Object.fromEntries(
          (
            await computeReport(parts, measured.viewer, question({ from: '2026-02-28', ...over }), { source })
          ).rows.map(row => [row.key, row.ad_cost]),
        );
      expect(await costs({ evaluation: 1 })).toEqual({ 1: 105 });
      // Imported costs have no device.
      expect(await costs({ evaluation: 1, axis: 0, axes: 'ad,device' })).toEqual({ 1: 105, '1/none': 105 });
      expect(await costs({ evaluation: 3 })).toEqual({ '1~new': 35, '1~existing': 600, 1: -530 });
    }
    await parts.db.update(product).set({ adCostLinkage: false }).where(eq(product.id, measured.productId));
    await writeCosts(parts, measured, []);
    await deriver.close();
  });

  it('finds a row by its key with any characters in its address', async () => {
    const url = 'https://shop.example/~user/a b/é?~x';
    await writeEvents(parts, {
      contacts: [contact(1, NOON, { url }), contact(1, NOON + 1, { url: 'https://shop.example/~other' })],
      conversions: [conversion(NOON)],
    });
    for (const evaluation of [undefined, 2]) {
      const figureParameters = {
        productId: measured.productId,
        from: '2026-03-01',
        to: '2026-03-01',
        axis: 0 as const,
        axes: 'landing_page',
        ...(evaluation !== undefined && { evaluation }),
      };
      const [row] = (await computeReport(parts, measured.viewer, { ...figureParameters, metrics: METRICS }))
        .rows;
      expect([row?.label, row?.cv, rowName(wordsIn('en'), 'landing_page', row!)]).toEqual([
        'https://shop.example/~user/a b/é',
        1,
        'shop.example/~user/a b/é',
      ]);
      const { figure } = await readFigureConversions(
        parts,
        await reportFigure(parts, measured.viewer, {
          parameters: figureParameters,
          key: row!.key,
          metric: 'cv',
          compared: false,
        }),
        {},
      );
      expect([figure.value, figure.conversions]).toEqual([1, 1]);
    }
  });

  it('shows an agency complete paths through its own ads, and no row without a contact', async () => {
    await writeEvents(parts, {
      contacts: [contact(1, NOON), contact(2, NOON + 1), contact(2, NOON, { visitor: 2, bot: true })],
      conversions: [conversion(NOON + 2), conversion(NOON, { visitor: 9 })],
    });
    const agency = await readReport({}, onlyAds(measured.viewer, measured.productId, [1]));
    expect(
      agency.rows.map(row => [row.key, row.cv, row.cv_division, row.indirect_cv, row.indirect_first]),
    ).toEqual([['1', 0, 0.5, 1, 1]]);
    expect(agency.totals).toMatchObject({ clicks: 1, cv: 0, cv_division: 0.5, amount_division: 500 });
    expect(agency.left_out).toEqual({ bot: 0, repeated: 0, excluded_ip: 0, conversions: null });
    expect((await days({}, onlyAds(measured.viewer, measured.productId, [1]))).totals).toMatchObject({
      clicks: 1,
      cv: 0,
    });
    expect((await readReport({}, onlyAds(measured.viewer, measured.productId, []))).rows).toEqual([]);
  });

  it('counts a group as one row: contacts of two of its ads are no assists for each other', async () => {
    await writeEvents(parts, {
      contacts: [contact(1, NOON), contact(2, NOON + 1), contact(3, NOON, { visitor: 2 })],
      conversions: [conversion(NOON + 2), conversion(NOON + 2, { visitor: 2 })],
    });
    const { rows } = await readReport({ axis: 2 });
    expect(rows.map(row => [row.label, row.cv, row.indirect_cv, row.cv_division])).toEqual([
      ['分類é', 1, 0, 1],
      ['', 1, 0, 1],
    ]);
    expect(rows.map(row => row.key)).toEqual([String(measured.categories[0]), 'none']);
  });

  it('draws the conversions of a group in its own row, from events and from rollups, with and without filters on conversions', async () => {
    await writeEvents(parts, {
      contacts: [contact(1, NOON), contact(3, NOON, { visitor: 2 })],
      conversions: [conversion(NOON + 2), conversion(NOON + 2, { visitor: 2 })],
    });
    const deriver = createDeriver(parts);
    await deriver.rebuild();
    for (const source of ['events', 'derived'] as const)
      for (const where of ['', 'cv_amount__gte=0']) {
        const parameters = question({ axis: 0, axes: 'ad_category,ad', trend: true, where });
        const { rows } = await computeReport(parts, measured.viewer, parameters, { source });
        const trends = Object.fromEntries(rows.map(row => [row.key, row.trend_cv]));
        const group = String(measured.categories[0]);
        expect({ source, where, trends }).toEqual({
          source,
          where,
          trends: { none: [1], 'none/3': [1], [group]: [1], [`${group}/1`]: [1] },
        });
      }
    await deriver.close();
  });

  it('has nested rows whose subtotals are sums, except for assists, which each axis counts by itself', async () => {
    await writeEvents(parts, {
      contacts: [
        contact(1, NOON, { device: 'mobile' }),
        contact(1, NOON + 1, { device: 'desktop' }),
        contact(3, NOON + 2, { cost: 700 }),
      ],
      conversions: [conversion(NOON + 5)],
    });
    const { rows, totals, absent } = await readReport({ axis: 0, axes: 'ad,device' });
    expect(
      rows.map(row => [row.key, row.label, row.parent, row.level, row.clicks, row.cv, row.indirect_cv]),
    ).toEqual([
      ['1', '広告é1', null, 0, 2, 0, 1],
      ['1/desktop', 'desktop', '1', 1, 1, 0, 1],
      ['1/mobile', 'mobile', '1', 1, 1, 0, 1],
      ['3', '広告é3', null, 0, 1, 1, 0],
      ['3/none', '', '3', 1, 1, 1, 0],
    ]);
    expect([totals.cv_division, totals.ad_cost, totals.indirect_cv, totals.impressions, absent]).toEqual([
      1,
      7,
      1,
      null,
      ['impressions'],
    ]);
    expect(
      (await readReport({ axis: 0, axes: 'ad_category,ad', evaluation: 3 })).rows.map(row => [
        row.key,
        row.visitor,
      ]),
    ).toEqual([
      [`${measured.categories[0]}~new`, 'new'],
      [`${measured.categories[0]}/1~new`, 'new'],
      ['none~new', 'new'],
      ['none/3~new', 'new'],
    ]);
  });

  it('has the same distributed yen in outer rows as in the flat report', async () => {
    const category = String(measured.categories[0]);
    const yenOf = async (over: Partial<ReportParameters>) =>
      Object.fromEntries(
        (await readReport({ axis: 0, ...over })).rows.map(row => [row.key, row.amount_division]),
      );
    // Each ad has a third of the yen; the largest remainder goes to ad 3, the last one.
    await writeEvents(parts, {
      contacts: [contact(1, NOON), contact(2, NOON + 1), contact(3, NOON + 2)],
      conversions: [conversion(NOON + 5, { amount: 1 })],
    });
    expect(await yenOf({ axes: 'ad_category' })).toEqual({ [category]: 1, none: 0 });
    expect(await yenOf({ axes: 'ad_category,ad' })).toEqual({
      [category]: 1,
      [`${category}/1`]: 1,
      [`${category}/2`]: 0,
      none: 0,
      'none/3': 0,
    });
    expect(await yenOf({ axes: 'ad_category,hour', evaluation: 3 })).toMatchObject({
      [`${category}~new`]: 1,
      'none~new': 0,
    });
    // The flat report has a row for each ad that the filter hides.
    expect(await yenOf({ axes: 'ad', where: 'ad_id=3' })).toEqual({ 3: 1 });
    expect(await yenOf({ axes: 'ad,ad_category', where: 'ad_id=3' })).toEqual({ 3: 1, '3/none': 1 });
    expect(await yenOf({ axes: 'ad,device', where: 'ad_id=3' })).toEqual({ 3: 1, '3/none': 1 });

    // Equal remainders are served in the flat report's order, whatever the order of the inner rows.
    await forgetEvents(parts);
    await writeEvents(parts, {
      contacts: [contact(3, NOON, { device: 'desktop' }), contact(2, NOON + 1, { device: 'mobile' })],
      conversions: [conversion(NOON + 5, { amount: 1 })],
    });
    for (const axes of ['ad,device', 'ad,hour', 'ad_category,device', 'ad_category,ad', 'device,ad']) {
      const [outer = ''] = axes.split(',');
      expect([axes, await yenOf({ axes })]).toEqual([
        axes,
        expect.objectContaining(await yenOf({ axes: outer })),
      ]);
    }

    // The flat report has a row for each unregistered ad, which the nested report merges.
    await forgetEvents(parts);
    await writeEvents(parts, {
      contacts: [contact(98, NOON), contact(99, NOON + 1, { device: 'mobile' }), contact(3, NOON + 2)],
      conversions: [conversion(NOON + 5, { amount: 1 })],
    });
    expect(await yenOf({ axes: 'ad' })).toEqual({ 98: 0, 99: 0, 3: 1 });
    expect(await yenOf({ axes: 'ad,device' })).toEqual({
      none: 0,
      'none/none': 0,
      'none/mobile': 0,
      3: 1,
      '3/none': 1,
    });
  });

  it('puts unregistered ads into one outer row with their assists', async () => {
    const deriver = createDeriver(parts);
    const about = async (...visits: readonly number[][]) => {
      await forgetEvents(parts);
      await writeEvents(parts, {
        contacts: visits.flatMap((ads, of) =>
          ads.map((ad, index) => contact(ad, NOON + index, { visitor: of + 1 })),
        ),
        conversions: visits.map((_, of) => conversion(NOON + 9, { visitor: of + 1 })),
      });
      await deriver.rebuild();
      const answers = await Promise.all(
        (['events', 'derived'] as const).map(async source =>
          (
            await computeReport(parts, measured.viewer, question({ axis: 0, axes: 'ad,ad_category' }), {
              source,
            })
          ).rows.map(({ key, clicks, cv, indirect_cv, indirect_first }) => [
            key,
            clicks,
            cv,
            indirect_cv,
            indirect_first,
          ]),
        ),
      );
      expect(answers[1]).toEqual(answers[0]);
      return answers[0];
    };
    const category = measured.categories[0];
    // 98 and 99 are unregistered: first one of them, then both on one path.
    expect(await about([99, 1])).toEqual([
      ['1', 1, 1, 0, 0],
      [`1/${category}`, 1, 1, 0, 0],
      ['none', 1, 0, 1, 1],
      ['none/none', 1, 0, 1, 1],
    ]);
    expect(await about([98, 99], [98, 1, 99, 3])).toEqual([
      ['1', 1, 0, 1, 0],
      [`1/${category}`, 1, 0, 1, 0],
      ['3', 1, 1, 0, 0],
      ['3/none', 1, 1, 0, 0],
      ['none', 4, 1, 1, 1],
      ['none/none', 4, 1, 1, 1],
    ]);
    await deriver.close();
  });

  it("groups by Tokyo's hours and weekdays, and has the trend of rows over the days", async () => {
    const sunday = Date.UTC(2026, 1, 28, 15); // midnight in Tokyo; 1 March is a Sunday
    await writeEvents(parts, {
      contacts: [contact(1, sunday - 1), contact(1, sunday), contact(2, NOON)],
      conversions: [conversion(NOON + 1)],
    });
    const over = async (axes: string) =>
      (await readReport({ axis: 0, axes, from: '2026-02-28' })).rows.map(row => [row.key, row.clicks]);
    expect(await over('hour')).toEqual([
      ['12', 1],
      ['0', 1],
      ['23', 1],
    ]);
    expect(await over('weekday')).toEqual([
      ['0', 2],
      ['6', 1],
    ]);
    const { rows, trend_from } = await readReport({ from: '2026-02-01', to: '2026-03-02', trend: true });
    expect([trend_from.length, trend_from[0], trend_from.at(-1)]).toEqual([30, '2026-02-01', '2026-03-02']);
    expect(rows.map(row => [row.key, row.trend?.slice(-3), row.trend_cv?.slice(-3)])).toEqual([
      ['1', [1, 1, 0], [0, 0, 0]],
      ['2', [0, 1, 0], [0, 1, 0]],
    ]);
    const finer = await readReport({
      from: '2025-03-03',
      to: '2026-03-02',
      trend: true,
      axis: 0,
      axes: 'ad,hour',
    });
    expect([
      finer.trend_from.length,
      finer.rows.map(row => [row.key, row.trend?.at(-1), row.trend_cv?.at(-1)]),
    ]).toEqual([
      31,
      [
        ['1', 2, 0],
        ['1/0', 1, 0],
        ['1/23', 1, 0],
        ['2', 1, 1],
        ['2/12', 1, 1],
      ],
    ]);
  });

  it('supports the Markov and the Shapley model, and refuses them for rows finer than ads', async () => {
    await writeEvents(parts, {
      contacts: [contact(1, NOON), contact(2, NOON + 1), contact(1, NOON, { visitor: 5 })],
      conversions: [conversion(NOON + 2)],
    });
    const under = async (model: number) =>
      (await readReport({ model })).rows.map(row => [row.key, row.cv_division, row.amount_division]);
    // Without either ad there is no conversion, and the only conversion involved both.
    expect(await under(6)).toEqual([
      ['1', 0.5, 500],
      ['2', 0.5, 500],
    ]);
    expect(await under(7)).toEqual([
      ['1', 0.5, 500],
      ['2', 0.5, 500],
    ]);
    for (const over of [{ evaluation: 2 }, { where: 'cv_amount__gt=1' }, { axis: 0 as const, axes: 'hour' }])
      expect(await failureOf(readReport({ model: 6, ...over }))).toMatchObject([
        'invalid',
        { model: [{ code: 'choice' }] },
      ]);
  });

  it('has with a filter the same rows as without it, except for rows without a contact', async () => {
    await writeEvents(parts, {
      contacts: [contact(1, NOON), contact(2, NOON + 1), contact(2, NOON, { visitor: 2 })],
      conversions: [conversion(NOON + 2), conversion(NOON, { visitor: 9 })],
    });
    const [all, some] = [await readReport(), await readReport({ where: 'ad_name__endswith=1' })];
    expect(some.rows).toEqual(all.rows.filter(row => row.key === '1'));
    expect(some.rules).toMatchObject({ where: 'ad_name__endswith=1', overridden: [] });
    expect((await readReport({ where: 'cv_amount__gt=1000' })).totals).toMatchObject({ cv: 0, clicks: 3 });
    expect(
      await failureOf(readReport({ where: 'ad_id=2' }, onlyAds(measured.viewer, measured.productId, [1]))),
    ).toMatchObject(['no_permission_for_data', {}]);
  });

  it('has the same bytes when it is repeated, and after a rebuild of the derived rows', async () => {
    await writeEvents(parts, {
      contacts: [1, 2, 3, 1, 2].map((ad, index) => contact(ad, NOON + index)),
      conversions: [conversion(NOON + 9), conversion(NOON + 9, { last: false })],
    });
    const deriver = createDeriver(parts);
    const text = async () => JSON.stringify(await readReport());
    const fromEvents = await text();
    expect(await text()).toBe(fromEvents);
    await deriver.refresh();
    expect((await derivedOf(parts.columnar, measured.productId))?.ready).toBe(1);
    expect(await text()).toBe(fromEvents);
    await deriver.rebuild();
    expect(await text()).toBe(fromEvents);
    await deriver.close();
  });

  it('includes new events and changed rules at once, before anything is derived', async () => {
    await writeEvents(parts, { contacts: [contact(1, NOON)], conversions: [conversion(NOON + 5)] });
    const deriver = createDeriver(parts);
    await deriver.refresh();
    await writeEvents(parts, { contacts: [contact(2, NOON + 1)] });
    expect((await readReport()).rows.map(row => row.cv_division)).toEqual([0.5, 0.5]);
    await deriver.refresh();
    expect((await readReport()).rows.map(row => row.cv_division)).toEqual([0.5, 0.5]);
    await parts.db
      .update(product)
      .set({ excludedIps: ['203.0.113.9'] })
      .where(eq(product.id, measured.productId));
    // What is derived by the changed rules is compared with the events in attribution-property.test.ts.
    expect((await readReport()).rows).toEqual([]);
    await deriver.close();
  });

  it('under another tracking term counts the same from the contacts of buyers as from the events', async () => {
    const day = 24 * HOUR;
    await writeEvents(parts, {
      contacts: [
        contact(1, NOON - 45 * day),
        contact(2, NOON - 10 * day),
        contact(3, NOON - day),
        contact(2, NOON - day, { visitor: 2 }),
        contact(1, NOON, { visitor: 3 }), // buys nothing
      ],
      conversions: [
        conversion(NOON),
        conversion(NOON, { visitor: 2, last: false }),
        conversion(NOON, { visitor: 4 }),
      ],
    });
    const deriver = createDeriver(parts);
    await deriver.refresh();
    let fromBuyers = 0;
    const columnar = new Proxy(parts.columnar, {
      get: (target, name) =>
        name === 'query'
          ? (query: Parameters<typeof target.query>[0]) => {
              if (query.query.includes('FROM buyer')) fromBuyers += 1;
              return target.query(query);
            }
          : Reflect.get(target, name),
    });
    const read = (term: number, options: ReportOptions = {}) =>
      computeReport({ ...parts, columnar }, measured.viewer, question({ term }), options);
    const raw = { source: 'events' } as const;
    for (const [term, ofFirst, ofSecond, ofThird] of [
      [60, 0.333333333, 0.333333333, 0.333333334],
      [10, 0, 0.5, 0.5],
      [1, 0, 0, 1],
    ] as const) {
      const answer = await read(term);
      expect(answer).toEqual(await read(term, raw));
      expect(Object.fromEntries(answer.rows.map(({ key, cv_division }) => [key, cv_division]))).toEqual({
        1: ofFirst,
        2: ofSecond,
        3: ofThird,
        no_contact: 1,
      });
    }
    expect(fromBuyers).toBe(3);
    const of = { productId: measured.productId, from: '2026-03-01', to: '2026-03-01', term: 10 };
    const both = async <Answer>(compute: (options: ReportOptions) => Promise<Answer>) =>
      expect(await compute({})).toEqual(await compute(raw));
    await both(options => computeReport(parts, measured.viewer, question({ term: 10, model: 6 }), options));
    await both(options => computeSeries(parts, measured.viewer, { ...of, step: 'day' }, options));
    await both(options => computeLandingPages(parts, measured.viewer, of, options));

    const before = await read(10);
    fromBuyers = 0;
    await writeEvents(parts, { contacts: [contact(1, NOON - 2 * day)] });
    expect((await read(10)).totals.clicks, 'before it is derived').toBe(before.totals.clicks);
    expect((await read(10)).totals.ad_touch_avg).not.toBe(before.totals.ad_touch_avg);
    expect(fromBuyers).toBe(0);
    await deriver.refresh();
    expect(await read(10, { watermark: before.watermark }), 'without the later contact').toEqual(before);
    expect(fromBuyers).toBe(1);

    // Rows of buyers lack what only another interval counts, and an event that came late under a lower id.
    const withRepeat = question({ term: 10, repeat: 60 });
    expect(await computeReport({ ...parts, columnar }, measured.viewer, withRepeat)).toEqual(
      await computeReport(parts, measured.viewer, withRepeat, raw),
    );
    await writeEvents(parts, { contacts: [{ ...contact(2, NOON - 3 * day), id: 1n }] });
    expect(await read(10)).toEqual(await read(10, raw));
    expect(fromBuyers).toBe(1);
    await deriver.close();
  });

  it('never mixes two states during deriving', { timeout: 180_000 }, async () => {
    const deriver = createDeriver(parts);
    for (let round = 0; round < 2; round += 1) {
      await writeEvents(parts, {
        contacts: [contact(1 + (round % 3), NOON + round)],
        conversions: [conversion(NOON + 50 + round)],
      });
      const [, ...answers] = await Promise.all([
        deriver.refresh(),
        readReport(),
        readReport({ axis: 2 }),
        days(),
      ]);
      expect(answers.map(answer => [answer.totals.cv, answer.totals.clicks])).toEqual(
        Array.from({ length: 3 }, () => [round + 1, round + 1]),
      );
    }
    await deriver.close();
  });
});

describe('the time series', () => {
  it('compares with the preceding days, and cuts weeks and months at the bounds of the period', async () => {
    await writeEvents(parts, {
      contacts: [contact(1, NOON, { cost: 500 }), contact(1, NOON - 3 * 24 * HOUR)],
      conversions: [conversion(NOON + 1), conversion(NOON - 4 * 24 * HOUR)],
    });
    const { totals, previous, rows } = await days({ from: '2026-02-28', to: '2026-03-02', step: 'month' });
    expect(rows.map(row => [row.key, row.from, row.to, row.cv])).toEqual([
      ['2026-02-01', '2026-02-28', '2026-02-28', 0],
      ['2026-03-01', '2026-03-01', '2026-03-02', 1],
    ]);
    expect(totals).toMatchObject({ clicks: 1, cv: 1, amount_sum: 1000, ad_cost: 5, cpa: 5, roas: 200 });
    expect(previous).toMatchObject({
      from: '2026-02-25',
      to: '2026-02-27',
      clicks: 1,
      cv: 1,
      ad_cost: 0,
      roas: null,
    });
    const year = await days({ from: '2028-02-29', to: '2028-02-29', compare: 'previous_year' });
    expect([
      year.previous.from,
      year.previous.to,
      year.compared_rows.map(row => row.key),
      year.rules.compare_from,
    ]).toEqual(['2027-02-28', '2027-02-28', ['2027-02-28'], '2027-02-28']);
    expect((await days({ where: 'ad_id=2' })).totals).toMatchObject({
      clicks: 0,
      cv: 0,
      first_touch_count: 0,
    });
    expect((await days({ step: 'week' })).rows.map(row => row.key)).toEqual(['2026-02-22', '2026-03-01']);
  });
});

describe('a report query', () => {
  it('with invalid, remote, reversed or too many days is refused by field', async () => {
    for (const [over, field, code = 'invalid'] of [
      [{ from: '2026-02-30' }, 'from'],
      [{ from: '1999-12-31' }, 'from'],
      [{ to: '9999-12-31' }, 'to'],
      [{ to: '2026-02-28' }, 'to'],
      [{ from: '2020-01-01' }, 'to', 'period_too_long'],
      [{ from: "'; DROP" }, 'from'],
    ] as const)
      expect([
        over,
        (await failureOf(readReport(over)))?.[0],
        Object.keys((await failureOf(readReport(over)))?.[1] ?? {}),
      ]).toEqual([over, code, [field]]);
  });

  it('with an unknown model is refused, and one for a foreign product has no permission', async () => {
    expect(await failureOf(readReport({ model: 9 }))).toMatchObject([
      'invalid',
      { model: [{ code: 'choice' }] },
    ]);
    expect(await failureOf(readReport({ productId: 999 }))).toMatchObject(['no_permission_for_data', {}]);
  });

  it('that was aborted ends', async () => {
    const abort = new AbortController();
    abort.abort();
    expect(
      await failureOf(computeReport(parts, measured.viewer, question(), { signal: abort.signal })),
    ).toMatchObject(['timed_out', {}]);
  });
});

describe('reports over REST', () => {
  let app: FastifyInstance;
  beforeAll(async () => {
    app = await createApp({ parts, collector: null });
  });
  afterAll(() => app.close());

  it('have fixed fields, 400 for invalid queries and 403 for foreign products', async () => {
    const tenant = await makeTenant(parts.db, 'reports');
    const [
      {
        product: mine,
        ads: [first],
      },
      { product: second },
    ] = tenant.shelves;
    await writeEvents(parts, {
      contacts: [contact(first, NOON, { product: mine, ip: '192.0.2.1' })],
      conversions: [conversion(NOON, { product: mine, ip: '192.0.2.1' })],
    });
    const get = async (who: 'admin' | 'agency', path: string) =>
      requesterOf(app, (await signIn(app, tenant, who)).access)(`/api/v1/analyses/${path}`);
    const period = `product_id=${mine}&from=2026-03-01&to=2026-03-01`;

    for (const path of [
      `attributions/?${period}`,
      `attributions?${period}&axis=6&model=3`,
      `ad_summaries/?${period}`,
    ]) {
      const { status, body } = await get('admin', path);
      expect([path, status]).toEqual([path, 200]);
      expect(body).toMatchObject({
        totals: { clicks: 1, cv: 1, cv_division: 1, cpa: 0, roas: null },
        left_out: { bot: 0, conversions: 0 },
      });
      expect(Object.keys((body as unknown as { rows: object[] }).rows[0] ?? {})).toEqual([
        'key',
        'label',
        'parent',
        'parent_label',
        'level',
        'visitor',
        ...METRICS,
        'trend',
        'trend_cv',
      ]);
    }
    expect((await get('agency', `time_series/?${period}&step=week`)).body).toMatchObject({
      totals: { clicks: 1, cv: 1 },
      rows: [{ from: '2026-03-01', cv: 1 }],
    });
    const file = await app.inject({
      url: `/api/v1/analyses/effects/download/csv/?${period}&compare=previous_year&columns=label,cv,cv_compared&locale=en`,
      headers: { authorization: `Bearer ${(await signIn(app, tenant, 'admin')).access}` },
    });
    expect(
      file.body
        .replace('\uFEFF', '')
        .trim()
        .split(/\r?\n/)
        .map(line => line.split(',').slice(1).join()),
    ).toEqual(['"CV","CV (compared)"', '1,0', '1,0']);
    expect(file.body).toContain('"Total",1,0');
    // Rollups and events give the same bytes: which of them answered, and why, is in a header and a metric.
    const authorization = `Bearer ${(await signIn(app, tenant, 'admin')).access}`;
    const sourceAt = async (query: string) =>
      (
        await app.inject({
          url: `/api/v1/analyses/attributions/?${period}${query}`,
          headers: { authorization },
        })
      ).headers['x-report-source'];
    const countOf = async (labels: string) =>
      Number(
        (await app.inject('/metrics')).body
          .split('\n')
          .find(line => line.startsWith(`touchpath_report_sources_total{${labels}}`))
          ?.split(' ')[1],
      );
    const labels = 'source="events",reason="unsupported"';
    const before = await countOf(labels);
    expect([await sourceAt(''), await sourceAt('&where=landing_url%3Dx')]).toEqual([
      'events; reason=missing',
      'events; reason=unsupported',
    ]);
    expect(await countOf(labels)).toBe(before + 1);
    expect((await app.inject('/healthz')).headers).not.toHaveProperty('x-report-source');
    const months = await get('admin', `time_series/?product_id=${mine}&display_period=1&step=month`);
    expect((months.body as unknown as { rows: object[] }).rows).toHaveLength(13);
    expect(
      await get('agency', `attributions/?product_id=${second}&from=2026-03-01&to=2026-03-01`),
    ).toMatchObject({ status: 403, body: { code: 'no_permission_for_data' } });
    for (const [path, field] of [
      [`attributions/?${period}&axis=7`, 'axis'],
      [`attributions/?${period}&axis=0`, 'axes'],
      [`effects/?${period}&axis=0&axes=ad,os,hour`, 'axes'],
      [`effects/?${period}&axis=0&axes=ad,ad`, 'axes'],
      [`effects/?${period}&axis=2&axes=ad`, 'axes'],
      [`effects/?${period}&compare=custom&compare_from=2026-01-01`, 'compare_to'],
      [`effects/?${period}&where=ip%3D1`, 'ip'],
      [`effects/?${period}&decay=5`, 'decay'],
      [`attributions/?${period}&model=8`, 'model'],
      [`attributions/?${period}&model=x`, 'model'],
      [`time_series/?${period}&step=year`, 'step'],
      [`time_series/?${period}&display_period=1`, 'display_period'],
      [`time_series/?${period}&where=device%3Dmobile`, 'device'],
      [`ad_summaries/?product_id=${mine}&from=2026-03-02&to=2026-03-01`, 'to'],
      [`ad_summaries/?product_id=${mine}&from=0001-01-01&to=2026-03-01`, 'from'],
      [`attributions/?from=2026-03-01&to=2026-03-01`, 'product_id'],
      [`attributions/?${period}&sort=x`, 'sort'],
    ] as const)
      expect([path, await get('admin', path)]).toMatchObject([
        path,
        { status: 400, body: { code: 'invalid', fields: { [field]: expect.anything() } } },
      ]);
    // The console shows the code's text in place of the report, so it has to say what is wrong.
    const days = (from: string, to: string) => `product_id=${mine}&from=${from}&to=${to}`;
    const compared = 'compare=custom&compare_from=2020-01-01&compare_to=2026-03-01';
    for (const [path, field] of [
      [`ad_summaries/?${days('2021-03-01', '2026-03-05')}`, 'to'],
      [`effects/?${period}&${compared}`, 'compare_to'],
    ] as const)
      expect([path, await get('admin', path)]).toMatchObject([
        path,
        {
          status: 400,
          body: { code: 'period_too_long', values: { most: 1830 }, fields: { [field]: ['maximum'] } },
        },
      ]);
    expect(await get('admin', `ad_summaries/?${days('2021-03-01', '2026-03-04')}`)).toMatchObject({
      status: 200,
    });
  });
});

describe('the impressions of a report', () => {
  it('are the same by day and one by one, up to any watermark, also if accepted late', async () => {
    const DAY = 24 * HOUR;
    const midnight = NOON - 12 * HOUR;
    const made = Array.from({ length: 60 }, (_, n) => {
      const ts = midnight + ((n * 7) % 60) * (DAY / 15); // four days in no order
      return {
        id: firstIdAt(ts + (n % 9 === 0 ? 2 * DAY : 0)) + BigInt(n),
        product: measured.productId,
        ts,
        ad: 1 + (n % 3),
        ip: `203.0.113.${n % 4}`,
        bot: n % 11 === 0,
      };
    });
    await writeEvents(parts, { impressions: made.slice(0, 40) });
    await writeEvents(parts, { impressions: made.slice(40) });
    const dayOf = (ms: number) => Math.floor((ms + 9 * HOUR) / DAY);
    const moments = [midnight + DAY / 2, midnight + 2.5 * DAY, midnight + 9 * DAY];
    const cases: readonly { at: number; first: number; days: number; excludedIps: string[] }[] = [
      ...moments.flatMap(at => [
        { at, first: 0, days: 4, excludedIps: [] },
        { at, first: 1, days: 2, excludedIps: [] },
      ]),
      { at: midnight + 2.5 * DAY, first: 0, days: 4, excludedIps: ['203.0.113.2'] },
    ];
    await Promise.all(
      cases.map(async ({ at, first, days: many, excludedIps }) => {
        const watermark = firstIdAt(at);
        const scope = {
          rules: countingRules(measured.productId, 30, excludedIps),
          from: midnight + first * DAY,
          until: midnight + (first + many) * DAY,
          watermark: String(watermark),
          source: rollupsSource,
        };
        const count = (...which: ((one: (typeof made)[number]) => boolean)[]) =>
          made.filter(
            one =>
              !one.bot &&
              !excludedIps.includes(one.ip) &&
              one.ts >= scope.from &&
              one.ts < scope.until &&
              one.id <= watermark &&
              which.every(is => is(one)),
          ).length;
        const [totals, byDay] = await Promise.all([
          impressionTotals(parts.columnar, scope),
          impressionsByDay(parts.columnar, scope, [1, 3]),
        ]);
        expect([1, 2, 3].map(ad => Number(totals.find(line => line.ad_id === ad)?.impressions ?? 0))).toEqual(
          [1, 2, 3].map(ad => count(one => one.ad === ad)),
        );
        expect(byDay.map(({ day, impressions: seen }) => [day, Number(seen)])).toEqual(
          [0, 1, 2, 3]
            .map(n => dayOf(midnight) + n)
            .map(day => [
              day,
              count(
                one => one.ad !== 2,
                one => dayOf(one.ts) === day,
              ),
            ])
            .filter(([, seen]) => seen !== 0),
        );
      }),
    );
  });
});
