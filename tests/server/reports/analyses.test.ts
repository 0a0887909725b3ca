import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Deriver } from '../../../server/rollups/deriver.ts';
import { computeAllocation } from '../../../server/reports/analyses/allocation/compute.ts';
import { readCvInfo } from '../../../server/reports/analyses/cv-info/compute.ts';
import { computeJourneys } from '../../../server/reports/analyses/journeys/compute.ts';
import { computeLandingPages } from '../../../server/reports/analyses/landing-pages/compute.ts';
import { METRICS } from '../../../server/attribution/metrics.ts';
import { Failure } from '../../../server/http/failures.ts';
import { firstIdAt } from '../../../server/platform/ids.ts';
import { computeReport } from '../../../server/reports/analyses/row-report/compute.ts';
import { computeTransitions } from '../../../server/reports/analyses/month-transition/compute.ts';
import { computeWhatIf } from '../../../server/reports/analyses/what-if/compute.ts';
import { WHAT_IF_METRICS } from '../../../server/reports/analyses/what-if/schema.ts';
import { oneSlice } from '../../../server/slices/slices.ts';
import { ad, cvSetting, product, redirect } from '../../../server/store/postgres/schema/index.ts';
import { onlyAds, writeCosts, writeEvents, type Measured } from '../../support/measured.ts';
import { rememberQueries } from '../../support/remembered-queries.ts';
import { one } from '../../support/tenants.ts';
import type { TestParts } from '../../support/test-parts.ts';
import { BASE, DAY, total, setUpAnalyses } from '../../support/analysis-fixtures.ts';

const { made, nextId, contact, conversion, questionWith } = setUpAnalyses();
let parts: TestParts;
let measured: Measured;
let deriver: Deriver;
beforeAll(() => {
  ({ parts, measured, deriver } = made());
});

/** A contact on a landing page. */
const landed = (adId: number, redirectId: number, entry: number, url: string, count: number, first: number) =>
  parts.columnar.insert({
    table: 'contact',
    format: 'JSONEachRow',
    clickhouse_settings: { insert_deduplicate: 0 },
    values: Array.from({ length: count }, (_, index) => ({
      product_id: measured.productId,
      visitor_id: String(first + index),
      ts: BASE,
      interaction_id: String(nextId()),
      ad_id: adId,
      redirect_id: redirectId,
      lpo_number: entry,
      landing_url: url,
      ip: '::ffff:203.0.113.9',
      bot: 0,
      repeated: 0,
      click_cost: '0.00',
    })),
  });

describe('landing pages', () => {
  it('are listed by the entries of the redirect or of its ad, else by address, and compared with the best other page of the redirect', async () => {
    const entries = [
      { title: '夏<b>', url: 'https://shop.example/a', rate: 50 },
      { title: '秋', url: 'https://shop.example/b', rate: 50 },
    ];
    const of = async (lpoEntries: typeof entries) =>
      one(
        await parts.db
          .insert(redirect)
          .values({
            companyId: measured.companyId,
            productId: measured.productId,
            adId: 1,
            redirectUrl: 'https://shop.example/',
            lpoEntries,
          })
          .returning(),
      ).id;
    await parts.db
      .update(ad)
      .set({ lpoEntries: [{ title: '広告の頁', url: 'https://shop.example/ad', rate: 1 }] })
      .where(eq(ad.id, 1));
    const [own, bare] = [await of(entries), await of([])];
    await landed(1, own, 1, 'https://shop.example/a?xclid=1', 1000, 1);
    await landed(1, own, 2, 'https://shop.example/b?xclid=2', 1000, 2001);
    await landed(1, bare, 1, 'https://shop.example/old', 3, 4001);
    await landed(1, 0, 0, 'https://shop.example/direct?utm=1', 2, 5001);
    await landed(1, 0, 0, 'https://shop.example/direct?utm=2#x', 2, 6001);
    const bought = (first: number, count: number) =>
      Array.from({ length: count }, (_, index) => conversion(BASE + DAY, { visitor: first + index }));
    await writeEvents(parts, {
      conversions: [
        ...bought(1, 120),
        ...bought(2001, 90),
        ...bought(4001, 1),
        conversion(BASE, { visitor: 9999 }),
      ],
    });
    const { rows, totals } = await computeLandingPages(parts, measured.viewer, questionWith());
    expect(
      rows.map(row => [row.redirect_id, row.lpo_number, row.title, row.url, row.clicks, row.cv]),
    ).toEqual([
      [own, 1, '夏<b>', 'https://shop.example/a', 1000, 120],
      [own, 2, '秋', 'https://shop.example/b', 1000, 90],
      [null, null, '', 'https://shop.example/direct', 4, 0],
      [bare, 1, '広告の頁', 'https://shop.example/ad', 3, 1],
      [null, null, '', '', 0, 1],
    ]);
    const [best, second, direct] = rows;
    expect(best).toMatchObject({ other_key: second?.key, enough: true, attr_cvr: 0.12 });
    expect(best?.difference).toBeCloseTo(0.03, 12);
    expect(best?.p_value).toBeCloseTo(0.02865, 4);
    expect(second?.p_value).toBe(best?.p_value);
    expect(direct).toMatchObject({ other_key: null, p_value: null, enough: false });
    expect(totals).toMatchObject({
      clicks: 2007,
      cv: 212,
      cv_division: 212,
      amount_sum: 212_000,
      amount_division: 212_000,
    });
  });
});

describe('the month transition', () => {
  it('distinguishes months in the future from months without conversions, and includes very late conversions', async () => {
    await parts.db.update(product).set({ trackingTerm: 1000 }).where(eq(product.id, measured.productId));
    const first = Date.UTC(2022, 0, 31, 15) - 1; // the last millisecond of January in Tokyo
    await writeEvents(parts, {
      contacts: [contact(1, first), contact(2, first, { visitor: 2 })],
      conversions: [
        conversion(first),
        conversion(first + 1),
        conversion(Date.UTC(2024, 0, 31, 14)),
        conversion(Date.UTC(2024, 0, 31, 15), { amount: 7 }),
        conversion(first, { visitor: 2, last: false }),
      ],
    });
    const { rows, totals } = await computeTransitions(
      parts,
      measured.viewer,
      questionWith({ from: '2022-01-20', to: '2024-03-01' }),
    );
    expect(rows.length).toBe(27);
    const [january] = rows;
    expect(january).toMatchObject({
      key: '2022-01',
      first_touch_count: 2,
      cv: 4,
      amount_sum: 3007,
      later: { cv: 1, amount_sum: 7 },
    });
    expect(january?.cells.filter(cell => cell.cv !== 0)).toEqual(
      [0, 1, 24].map(month => ({ month, cv: 1, amount_sum: 1000, visitors: 1 })),
    );
    expect(
      rows
        .at(-1)
        ?.cells.map(cell => cell.cv)
        .slice(0, 4),
    ).toEqual([0, 0, null, null]);
    expect(totals).toMatchObject({ first_touch_count: 2, cv: 4, later: { cv: 1 } });
    const agency = await computeTransitions(
      parts,
      onlyAds(measured.viewer, measured.productId, [2]),
      questionWith({ from: '2022-01-20', to: '2022-01-20' }),
    );
    expect(agency.totals).toMatchObject({ first_touch_count: 1, cv: 0 });
  });

  it('counts a visitor once in a total of months with several of his paths', async () => {
    await parts.db.update(product).set({ trackingTerm: 10 }).where(eq(product.id, measured.productId));
    const tokyoNoon = (month: number) => Date.UTC(2024, month - 1, 10, 3);
    await writeEvents(parts, {
      contacts: [1, 2, 3].map(month => contact(month, tokyoNoon(month))),
      conversions: [
        ...[1, 2, 3].map(month => conversion(tokyoNoon(month) + 1)),
        conversion(tokyoNoon(1), { visitor: 2 }),
        conversion(tokyoNoon(3) + 2),
      ],
    });
    const { rows, totals } = await computeTransitions(
      parts,
      measured.viewer,
      questionWith({ from: '2024-02-01', to: '2024-03-31' }),
    );
    expect([...rows, totals].map(({ cells: [cell] }) => cell)).toEqual([
      { month: 0, cv: 1, amount_sum: 1000, visitors: 1 },
      { month: 0, cv: 2, amount_sum: 2000, visitors: 1 },
      { month: 0, cv: 3, amount_sum: 3000, visitors: 1 },
    ]);
    expect(totals.cells[3]).toEqual({ month: 3, cv: null, amount_sum: null, visitors: null });
  });
});

describe('the path analysis', () => {
  it('lists the most frequent paths and a sum of the others, and merges the rows beyond the nodes of the flow', async () => {
    const way = (visitor: number, ads: readonly number[]) => ({
      contacts: ads.map((adId, index) => contact(adId, BASE + index, { visitor })),
      conversions: [conversion(BASE + DAY, { visitor })],
    });
    const journeys = [way(1, [1, 1, 2]), way(2, [1, 2]), way(3, [3]), way(4, [1, 4, 1, 4, 1, 5, 2])];
    await writeEvents(parts, {
      contacts: journeys.flatMap(({ contacts }) => contacts),
      conversions: journeys.flatMap(({ conversions }) => conversions),
    });
    const { rows, others, totals, links, nodes } = await computeJourneys(
      parts,
      measured.viewer,
      questionWith({ axis: 1 as const, fold: true, minLength: 1, limit: 1, nodes: 2 }),
    );
    expect(
      rows.map(row => [row.steps.map(({ key, label }) => `${key} ${label}`), row.cv, row.share, row.length]),
    ).toEqual([[['1 広告é1', '2 広告é2'], 2, 0.5, 2]]);
    expect([others.paths, others.cv, others.amount_sum, totals.paths, totals.cv]).toEqual([2, 2, 2000, 3, 4]);
    expect(nodes.map(({ key }) => key)).toEqual(['1', '2', 'conversion', 'others']);
    // 1 4 1 4 1 5 2 is 1 o 1 o 1 o 2 in the flow: five places, then the last contact in the sixth.
    expect(links.map(({ step, from, to, cv }) => [step, from, to, cv])).toEqual([
      [1, '1', '2', 2],
      [1, 'others', 'conversion', 1],
      [1, '1', 'others', 1],
      [2, '2', 'conversion', 2],
      [2, 'others', '1', 1],
      [3, '1', 'others', 1],
      [4, 'others', '1', 1],
      [5, '1', '2', 1],
      [6, '2', 'conversion', 1],
    ]);
    // Shorter paths are not listed, and count among the others and in the totals.
    const listed = async (minLength: number) => {
      const found = await computeJourneys(
        parts,
        measured.viewer,
        questionWith({ axis: 1 as const, fold: true, minLength, limit: 5, nodes: 2 }),
      );
      return [found.rows.map(row => row.length), found.others.paths, found.others.cv, found.totals.cv];
    };
    expect([await listed(1), await listed(2), await listed(3), await listed(8)]).toEqual([
      [[2, 1, 7], 0, 0, 4],
      [[2, 7], 1, 1, 4],
      [[7], 2, 3, 4],
      [[], 3, 4, 4],
    ]);
    const agency = await computeJourneys(
      parts,
      onlyAds(measured.viewer, measured.productId, [3, 4]),
      questionWith({ axis: 1 as const, fold: false, minLength: 1, limit: 5, nodes: 5 }),
    );
    expect(agency.rows.map(row => row.steps.map(({ key }) => key).join('>'))).toEqual([
      '3',
      'hidden>4>hidden>4>hidden>hidden>hidden',
    ]);
  });
});

describe('CV information', () => {
  it("contains the site's values for readers of the CV log, and only the position of hidden ads", async () => {
    await writeEvents(parts, {
      contacts: [
        ...Array.from({ length: 25 }, (_, index) => contact(1, BASE + index)),
        contact(2, BASE + 30),
      ],
      conversions: [conversion(BASE + 60_000), conversion(BASE, { visitor: 7, last: false })],
    });
    const {
      results: [row, middle],
      total: all,
    } = await readCvInfo(parts, measured.viewer, questionWith());
    expect(all).toBe(2);
    expect(row).toMatchObject({
      p_resid: '引数é',
      contacts: 26,
      elapsed: 60,
      first_ad: { ad_id: 1 },
      last_ad: { ad_id: 2, hidden: false },
      cv_time: new Date(BASE + 60_000).toISOString(),
    });
    expect([row?.path.length, row?.path[1]?.at]).toEqual([20, new Date(BASE + 1).toISOString()]);
    expect(middle).toMatchObject({
      cv_type: 0,
      contacts: 0,
      elapsed: null,
      first_ad: null,
      last_ad: null,
      path: [],
    });
    expect(
      (await readCvInfo(parts, measured.viewer, questionWith({ cvType: 0 }))).results.map(
        one => one.conversion_id,
      ),
    ).toEqual([middle?.conversion_id]);
    expect(
      (
        await readCvInfo(
          parts,
          { ...measured.viewer, permissions: { ...measured.viewer.permissions, cv_log: 'none' } },
          questionWith(),
        )
      ).results[0],
    ).toMatchObject({ p_resid: '', contacts: 26 });
    const {
      results: [hidden],
    } = await readCvInfo(parts, onlyAds(measured.viewer, measured.productId, [1]), questionWith());
    expect(hidden).toMatchObject({
      p_resid: '',
      last_ad: { ad_id: null, ad_name: '', hidden: true },
      first_ad: { ad_id: 1 },
      ad_type1: '',
    });
  });

  it('is filtered by its columns like a naive filter, in pages, with and without conditions on ads', async () => {
    const made = [
      conversion(BASE + 1, { amount: 500, args: 'R-1' }),
      conversion(BASE + 2, { amount: 1500, visitor: 2, args: 'r-1' }),
      conversion(BASE + 3, { amount: 1500, visitor: 3, args: '', last: false }),
      conversion(BASE + DAY, { amount: 2500, visitor: 2, args: 'R-2' }),
      conversion(BASE + 40 * DAY, { amount: 500, args: 'R-1' }),
    ];
    await writeEvents(parts, {
      contacts: [contact(1, BASE), contact(2, BASE, { visitor: 2 }), contact(1, BASE + 40 * DAY)],
      conversions: made,
    });
    const range = { from: '2024-02-01', to: '2024-04-09' };
    const idsOf = async (where: string, viewer = measured.viewer, cvType?: number) => {
      const ids: string[] = [];
      const typed = cvType === undefined ? {} : { cvType };
      const first = await readCvInfo(parts, viewer, questionWith({ ...range, where, limit: 2, ...typed }));
      for (
        let page = first;
        ;
        page = await readCvInfo(
          parts,
          viewer,
          questionWith({ ...range, where, limit: 2, after: page.next ?? '', ...typed }),
        )
      ) {
        ids.push(...page.results.map(({ conversion_id: id }) => id));
        if (page.next === null) return { ids, total: first.total };
      }
    };
    const matching = (...places: readonly number[]) => ({
      ids: places.toReversed().map(place => String(made[place]?.id)),
      total: places.length,
    });
    expect({
      resid: await idsOf('p_resid=R-1'),
      folded: await idsOf('p_resid__startswith=r-'),
      amount: await idsOf('amount__gte=1500'),
      several: await idsOf('amount__gt=500&p_resid__ne=R-2&cv_type=1'),
      visitor: await idsOf('visitor_id__in=2,3'),
      one: await idsOf(`conversion_id=${made[3]?.id}`),
      day: await idsOf('cv_time__after=2024-02-29'),
      ofAd: await idsOf('ad_id=1&p_resid=R-1'),
      typed: await idsOf('amount=1500', measured.viewer, 0),
      none: await idsOf('p_key1=x'),
    }).toEqual({
      resid: matching(0, 4),
      folded: matching(0, 1, 3, 4),
      amount: matching(1, 2, 3),
      several: matching(1),
      visitor: matching(1, 2, 3),
      one: matching(3),
      day: matching(3, 4),
      ofAd: matching(0, 4),
      typed: matching(2),
      none: matching(),
    });

    // A user who cannot see the site's values cannot filter by them either.
    const agency = onlyAds(measured.viewer, measured.productId, [2]);
    expect(await idsOf('amount__gte=1500', agency)).toEqual(matching(1, 3));
    const reader = {
      ...measured.viewer,
      permissions: { ...measured.viewer.permissions, cv_log: 'none' as const },
    };
    for (const viewer of [agency, reader])
      await expect(idsOf('p_resid=R-1', viewer)).rejects.toMatchObject({ code: 'no_permission_for_data' });
    await expect(idsOf('args=R-1')).rejects.toMatchObject({ fields: { args: [{ code: 'unknown_field' }] } });
  });

  /** After `writePaths`: the answers to queries about its events are remembered. */
  let written: TestParts;
  /** Conversions with paths of 0 to 3 contacts; that of visitor 5 begins and ends with the same ads as that of 1. */
  const writePaths = async ([first = 0, second = 0, third = 0]: readonly number[] = []) => {
    const of = (visitor: number) => ({ visitor });
    await writeEvents(parts, {
      contacts: [
        contact(1, BASE),
        contact(2, BASE + 1000),
        contact(3, BASE, of(2)),
        contact(2, BASE, of(4)),
        contact(1, BASE, of(5)),
        contact(3, BASE + 1, of(5)),
        contact(2, BASE + 2, of(5)),
      ],
      conversions: [
        conversion(BASE + 60_000, { amount: 500, args: 'b', setting: first }),
        conversion(BASE + 5_000, { amount: 1500, args: 'A', setting: second, ...of(2) }),
        conversion(BASE + 5_000, { amount: 500, args: '', last: false, ...of(3) }),
        conversion(BASE + 2_500, { amount: 500, args: 'a', setting: third, ...of(4) }),
        conversion(BASE + 60_000, { amount: 500, args: 'B', setting: first, ...of(5) }),
      ],
    });
    await deriver.rebuild();
    written = { ...parts, slices: oneSlice(rememberQueries(parts.columnar)) };
  };
  type Rows = Awaited<ReturnType<typeof readCvInfo>>['results'];
  /** The rows of all pages of three rows. */
  const allPages = async (
    over: object,
    options: Parameters<typeof readCvInfo>[3],
    viewer = measured.viewer,
  ) => {
    const rows: Rows[number][] = [];
    const page = (after?: string) =>
      readCvInfo(written, viewer, questionWith({ limit: 3, ...over, ...(after && { after }) }), options);
    const first = await page();
    rows.push(...first.results);
    for (let { next } = first; next !== null;) {
      const nextPage = await page(next);
      rows.push(...nextPage.results);
      ({ next } = nextPage);
    }
    expect(first.total).toBe(rows.length);
    return rows;
  };
  const SOURCES = [{ source: 'events' }, { source: 'derived' }] as const;
  const idsOf = (rows: readonly Rows[number][]) => rows.map(row => row.conversion_id);

  it('is sorted by columns of conversions, of their paths and of names like a naive sort, in pages', async () => {
    const { companyId } = measured.viewer;
    // The order of the names is not that of the ids, and one setting is deleted.
    const settings = await parts.db
      .insert(cvSetting)
      .values(
        ['c', 'a', 'b'].map(name => ({
          companyId,
          productId: measured.productId,
          name,
          cvPageUrl: '/thanks',
          status: name !== 'b',
        })),
      )
      .returning();
    await writePaths(settings.map(({ id }) => id));
    const values: Readonly<Record<string, (row: Rows[number]) => number | bigint | string | null>> = {
      cv_time: row => row.cv_time,
      cv_type: row => row.cv_type,
      amount: row => row.amount,
      p_resid: row => row.p_resid.toLowerCase(),
      visitor_id: row => BigInt(row.visitor_id),
      conversion_id: row => BigInt(row.conversion_id),
      contacts: row => row.contacts,
      elapsed: row => row.elapsed,
      first_ad_name: row => row.first_ad?.ad_name || null,
      last_ad_name: row => row.last_ad?.ad_name || null,
      cv_setting_name: row => row.cv_setting_name || null,
    };
    const agency = onlyAds(measured.viewer, measured.productId, [1, 3]);
    for (const viewer of [measured.viewer, agency]) {
      const newestFirst = await allPages({}, {}, viewer);
      expect(newestFirst.length).toBe(viewer === agency ? 3 : 5);
      for (const [field, valueOf] of Object.entries(values)) {
        const isOfPath = /contacts|elapsed|_ad_name/.test(field);
        if (viewer === agency && !isOfPath && field !== 'p_resid') continue;
        for (const sign of [1, -1]) {
          // The sort is stable, so equal values stay newest first; rows without a value come last.
          const expected = newestFirst.toSorted((one, other) => {
            const [a, b] = [valueOf(one), valueOf(other)];
            if (a === null || b === null) return Number(a === null) - Number(b === null);
            if (a === b) return 0;
            return a < b ? -sign : sign;
          });
          for (const options of isOfPath ? SOURCES : SOURCES.slice(1))
            expect(
              idsOf(await allPages({ ordering: `${sign < 0 ? '-' : ''}${field}` }, options, viewer)),
              `${field} ${sign} ${options.source}`,
            ).toEqual(idsOf(expected));
        }
      }
    }
    // The order would disclose the site's values to a user who may not see them.
    const permissions = { ...measured.viewer.permissions, cv_log: 'none' as const };
    await expect(
      allPages({ ordering: 'p_resid' }, {}, { ...measured.viewer, permissions }),
    ).rejects.toMatchObject({ code: 'no_permission_for_data' });
    await expect(
      readCvInfo(parts, measured.viewer, questionWith({ ordering: 'amount', after: 'x' })),
    ).rejects.toMatchObject({ fields: { after: [{ code: 'format' }] } });
  });

  it('is filtered by what is computed from its paths like a naive filter, in any order', async () => {
    await writePaths();
    const all = await allPages({}, {});
    const firstAd = (row: Rows[number]) => row.first_ad?.ad_id ?? null;
    const lastAd = (row: Rows[number]) => row.last_ad?.ad_id ?? null;
    const cases: Readonly<Record<string, (row: Rows[number]) => boolean>> = {
      'contacts__gte=2': row => row.contacts >= 2,
      'contacts=0': row => row.contacts === 0,
      'contacts__in=1,3': row => row.contacts === 1 || row.contacts === 3,
      'elapsed=2.5': row => row.elapsed === 2.5,
      'elapsed__ne=60': row => row.elapsed !== 60,
      'elapsed__lte=5': row => row.elapsed !== null && row.elapsed <= 5,
      'elapsed__gt=5&contacts__lt=3': row => row.elapsed !== null && row.elapsed > 5 && row.contacts < 3,
      'first_ad_id=1': row => firstAd(row) === 1,
      'first_ad_id__ne=1': row => firstAd(row) !== 1,
      'last_ad_id__in=2,4&p_resid__ne=b': row => lastAd(row) === 2 && row.p_resid !== 'b',
      'last_ad_id=2&ad_id=3': row => lastAd(row) === 2 && row.path.some(({ ad_id: id }) => id === 3),
    };
    for (const [where, meets] of Object.entries(cases)) {
      const expected = idsOf(all.filter(meets));
      expect(expected.length, where).toBeGreaterThan(0);
      for (const options of SOURCES)
        expect(idsOf(await allPages({ where }, options)), where).toEqual(expected);
    }
    // Conditions on the path hold in every order, of a column of conversions or of the path.
    for (const ordering of ['amount', '-elapsed'])
      expect(idsOf(await allPages({ where: 'contacts__gte=1', ordering }, {})).sort()).toEqual(
        idsOf(all.filter(row => row.contacts >= 1)).sort(),
      );
    // To an agency an ad of others is no value, and it may not name it.
    const agency = onlyAds(measured.viewer, measured.productId, [2]);
    const seen = await allPages({}, {}, agency);
    expect(idsOf(await allPages({ where: 'first_ad_id__ne=2' }, {}, agency))).toEqual(
      idsOf(seen.filter(row => firstAd(row) !== 2)),
    );
    await expect(allPages({ where: 'first_ad_id=1' }, {}, agency)).rejects.toMatchObject({
      code: 'no_permission_for_data',
    });
  });

  it('cannot be sorted beyond the limit of rows', async () => {
    await parts.columnar.command({
      query: `INSERT INTO conversion (product_id, visitor_id, ts, conversion_id, cv_type, amount) SELECT ${measured.productId}, number % 50, fromUnixTimestamp64Milli(toInt64(${BASE}) + number), number + 1, 1, 100 FROM numbers(10001)`,
    });
    const sorted = (over: object) =>
      readCvInfo(parts, measured.viewer, questionWith({ ordering: 'amount', ...over }), { source: 'events' });
    await expect(sorted({})).rejects.toMatchObject({
      fields: { ordering: [{ code: 'too_many_rows', values: { max: 10_000 } }] },
    });
    expect((await sorted({ where: 'conversion_id__ne=1' })).total).toBe(10_000);
  });
});

describe('the budget allocation', () => {
  const failureOf = async (promise: Promise<unknown>) =>
    promise.then(
      () => null,
      (error: unknown) =>
        error instanceof Failure ? [error.code, Object.keys(error.fields)] : Promise.reject(error),
    );

  it('allocates by CV, by sales or by registered costs, and adjusts the shares', async () => {
    const days = { from: '2024-02-29', to: '2024-02-29' };
    await writeEvents(parts, {
      contacts: [
        contact(1, BASE, { cost: 10_000 }),
        contact(2, BASE, { visitor: 2, cost: 20_050 }),
        contact(2, BASE, { visitor: 3 }),
      ],
      conversions: [
        conversion(BASE + 1),
        conversion(BASE + 1, { visitor: 2, amount: 500 }),
        conversion(BASE + 2, { visitor: 3, amount: 0 }),
        conversion(BASE, { visitor: 9, amount: 50 }),
      ],
    });
    await writeCosts(parts, measured, [{ ad: 2, day: '2024-02-29', cost: 90_000 }]);
    await parts.db.update(product).set({ adCostLinkage: true }).where(eq(product.id, measured.productId));
    const of = async (over: object) => {
      const { rows, pool, totals, unallocated } = await computeAllocation(
        parts,
        measured.viewer,
        questionWith({ ...days, ...over }),
      );
      return [
        pool,
        unallocated,
        totals.difference,
        Object.fromEntries(rows.map(row => [row.key, [row.ad_cost, row.allocated_cost, row.adjusted_cost]])),
      ];
    };
    // Ad 1 has a fee of 600.20 that day in addition to its click; ad 2 is billed 900 for clicks of 200.50.
    expect(await of({})).toEqual([1600, 0, 0, { 1: [700.2, 533, 533], 2: [900, 1067, 1067] }]);
    expect(await of({ mode: 2 })).toEqual([1600, 0, 0, { 1: [700.2, 1067, 1067], 2: [900, 533, 533] }]);
    expect(await of({ mode: 3 })).toEqual([1600, 0, 0, { 1: [700.2, 1244, 1244], 2: [900, 356, 356] }]);
    expect(await of({ pool: 100, adjust: '1:1:50,2:2:-7' })).toEqual([
      100,
      0,
      10,
      { 1: [700.2, 33, 50], 2: [900, 67, 60] },
    ]);
    await writeCosts(parts, measured, []);
    await parts.db.update(product).set({ adCostLinkage: false }).where(eq(product.id, measured.productId));
  });

  it('allocates nothing without a basis, and refuses adjustments that are invalid or of hidden ads', async () => {
    await writeEvents(parts, { contacts: [contact(2, BASE, { cost: 20_000 })] });
    const answer = await computeAllocation(
      parts,
      measured.viewer,
      questionWith({ from: '2024-02-29', to: '2024-02-29' }),
    );
    expect(answer).toMatchObject({
      pool: 800,
      unallocated: 800,
      totals: { allocated_cost: null, adjusted_cost: null, difference: null },
    });
    expect(answer.rows.map(row => [row.allocated_cost, row.expected_cv])).toEqual([
      [null, null],
      [null, null],
    ]);
    expect(
      await failureOf(computeAllocation(parts, measured.viewer, questionWith({ adjust: '1:5:x' }))),
    ).toEqual(['invalid', ['adjust']]);
    expect(
      await failureOf(
        computeAllocation(
          parts,
          onlyAds(measured.viewer, measured.productId, [2]),
          questionWith({ adjust: '1:1:5' }),
        ),
      ),
    ).toEqual(['no_permission_for_data', []]);
  });

  it('estimates the effect of an adjustment by the effect of earlier costs', async () => {
    const contacts = Array.from({ length: 40 }, (_, day) =>
      contact(2, BASE - day * DAY, { visitor: 100 + day, cost: 10_000 * (1 + (day % 2)) }),
    );
    const conversions = contacts.flatMap(({ ts, visitor }, day) =>
      Array.from({ length: 1 + (day % 2) }, () => conversion(ts + 1, { visitor })),
    );
    await writeEvents(parts, { contacts, conversions });
    const { rows, rules } = await computeAllocation(
      parts,
      measured.viewer,
      questionWith({ from: '2024-02-29', to: '2024-02-29', adjust: '2:2:300', pool: 100 }),
    );
    expect([rules.response_from, rules.response_to]).toEqual(['2023-12-02', '2024-02-29']);
    for (const model of [6, 7])
      expect((await computeAllocation(parts, measured.viewer, questionWith({ model }))).totals).toMatchObject(
        {
          cv: 43,
          cv_division: 43,
          amount_division: 43_000,
        },
      );
    // On each day a hundred yen brought one conversion of a thousand yen, and no cost brought none.
    const row = rows.find(({ key }) => key === '2');
    expect(row).toMatchObject({
      cv: 1,
      ad_cost: 100,
      allocated_cost: 100,
      adjusted_cost: 400,
      response_days: 40,
      response_basis: 'regression',
    });
    expect([row?.expected_cv, row?.expected_amount]).toEqual([expect.closeTo(4, 9), expect.closeTo(4000, 6)]);
  });
});

describe('the what-if report', () => {
  it("has the figures under other rules and under the product's, with differences that sum to those of the totals", async () => {
    await parts.db
      .update(product)
      .set({ trackingTerm: 10, attributionModel: 1 })
      .where(eq(product.id, measured.productId));
    await writeEvents(parts, {
      contacts: [
        contact(1, BASE - 20 * DAY),
        contact(2, BASE - 2 * DAY, { cost: 1_050 }),
        contact(3, BASE),
        contact(4, BASE - 15 * DAY, { visitor: 2 }),
      ],
      conversions: [conversion(BASE + 1, { amount: 1000 }), conversion(BASE + 1, { visitor: 2, amount: 77 })],
    });
    const metrics = WHAT_IF_METRICS;
    const answer = await computeWhatIf(parts, measured.viewer, {
      ...questionWith(),
      axis: 1,
      term: 30,
      model: 5,
    });
    const [today, other] = [
      await computeReport(parts, measured.viewer, { ...questionWith(), axis: 1, metrics }),
      await computeReport(parts, measured.viewer, {
        ...questionWith(),
        axis: 1,
        metrics,
        term: 30,
        model: 5,
      }),
    ];
    expect([answer.rules, answer.other_rules, answer.watermark, answer.other_watermark]).toEqual([
      today.rules,
      other.rules,
      today.watermark,
      other.watermark,
    ]);
    expect([answer.totals.today, answer.totals.what_if]).toEqual([today.totals, other.totals]);
    expect(
      answer.rows.map(row => [
        row.key,
        row.today.cv,
        row.what_if.cv,
        row.difference.cv_division,
        row.difference.amount_division,
      ]),
    ).toEqual([
      ['2', 0, 0, -0.5, -500],
      ['3', 1, 1, 0.5, 500],
      ['1', 0, 0, 0, 0],
      ['4', 0, 1, 1, 77],
      ['no_contact', 1, 0, -1, -77],
    ]);
    for (const key of [
      'clicks',
      'cv',
      'cv_division',
      'amount_sum',
      'amount_division',
      'ad_cost',
      'indirect_cv',
    ] as const)
      expect([key, total(answer.rows, row => row.difference[key])]).toEqual([
        key,
        answer.totals.difference[key],
      ]);
    expect(answer.rows.at(-1)?.what_if).toMatchObject({ cv: 0, cvr: null });
  });

  it('counts the same events under both rules while other events arrive', async () => {
    const now = parts.clock.now();
    const came = (ago: number) => contact(1, BASE, { id: firstIdAt(now - ago) });
    await writeEvents(parts, { contacts: [came(60_000)] });
    await deriver.rebuild();
    // Too young for the freshness limit, so derived rows still answer.
    await writeEvents(parts, { contacts: [came(100)] });
    for (const over of [{ term: 5 }, { repeat: 0 }, { model: 5 }]) {
      const {
        totals,
        watermark,
        other_watermark: other,
      } = await computeWhatIf(parts, measured.viewer, { ...questionWith(), axis: 1, ...over });
      expect([over, totals.today.clicks, totals.difference.clicks, other]).toEqual([over, 1, 0, watermark]);
    }
  });

  it('equals the present report without changed rules, nested rows included', async () => {
    await writeEvents(parts, {
      contacts: [contact(1, BASE), contact(2, BASE + 1), contact(5, BASE + 2)],
      conversions: [conversion(BASE + 3)],
    });
    const {
      rows,
      rules,
      other_rules: same,
    } = await computeWhatIf(parts, measured.viewer, { ...questionWith(), axis: 0, axes: 'ad_category,ad' });
    expect(same).toEqual(rules);
    expect(rows.map(row => [row.level, row.key, row.difference.cv_division])).toEqual(
      (
        await computeReport(parts, measured.viewer, {
          ...questionWith(),
          axis: 0,
          axes: 'ad_category,ad',
          metrics: METRICS,
        })
      ).rows.map(row => [row.level, row.key, 0]),
    );
  });
});
