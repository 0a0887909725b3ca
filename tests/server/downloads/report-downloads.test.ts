import { oneSlice } from '../../../server/slices/slices.ts';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../../server/app.ts';
import { DEFAULT_SLICE } from '../../../server/platform/slice-names.ts';
import { createDeriver } from '../../../server/rollups/deriver.ts';
import { MAX_SMALL_BATCH_EVENTS } from '../../../server/store/clickhouse/rollups/batch.ts';
import { withDerivationLock } from '../../../server/store/postgres/reports/derivation-lock.ts';
import { ad, product, role } from '../../../server/store/postgres/schema/index.ts';
import { messagesOf } from '../../../scripts/words.ts';
import { createLogSink } from '../../support/log-sink.ts';
import { fileOf, linesOfCsv, looksOfXlsx, rowsOfXlsx } from '../../support/files.ts';
import { writeEvents } from '../../support/measured.ts';
import { rememberQueries } from '../../support/remembered-queries.ts';
import { requesterOf, makeTenant, signIn, type Tenant } from '../../support/tenants.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

/** 1 March 2026, a Sunday, noon in Tokyo. */
const NOON = Date.UTC(2026, 2, 1, 3);

/** Labels of rows with what belongs to no value of the axis. */
const REMAINDERS = new Set(['analysis.unset', 'analysis.no_contact'].map(id => messagesOf('ja')[id]));

let parts: TestParts;
let app: FastifyInstance;
let tenant: Tenant;
const tokens: Record<string, string> = {};
beforeAll(async () => {
  parts = await createTestParts();
  tenant = await makeTenant(parts.db, 'acme');
  const [{ product: productId, ads }] = tenant.shelves;
  const common = { product: productId, ip: '192.0.2.1', bot: false };
  const numbers = [...Array(620).keys()];
  await writeEvents(parts, {
    contacts: numbers.map(n => ({
      ...common,
      id: BigInt(1 + n),
      visitor: 1 + (n % 40),
      ts: NOON + n * 90_000,
      ad: ads[n % ads.length]!,
      repeated: false,
      cost: 100 * (n % 7),
      device: ['desktop', 'mobile', ''][n % 3]!,
      url: n % 2 === 0 ? 'https://shop.example/=a' : '',
    })),
    conversions: numbers.map(n => ({
      ...common,
      id: BigInt(10_000 + n),
      visitor: 1 + (n % 50),
      ts: NOON + n * 91_000,
      last: n % 5 > 0,
      amount: n * 100,
      args: n % 3 === 0 ? '=1+1' : '',
    })),
  });
  // The screen and both files of a report send the same queries.
  app = await createApp({
    parts: { ...parts, slices: oneSlice(rememberQueries(parts.columnar)) },
    collector: null,
  });
  for (const who of ['admin', 'agency'] as const) tokens[who] = (await signIn(app, tenant, who)).access;
}, 60_000);
afterAll(async () => {
  await app.close();
  await parts.close();
});

type Answer = Readonly<Record<string, unknown>> & {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly totals: Readonly<Record<string, unknown>>;
};
const base = () => `product_id=${tenant.shelves[0].product}&from=2026-03-01&to=2026-03-02`;
const read = async (path: string, query: string, who = 'admin'): Promise<Answer> =>
  (await requesterOf(app, tokens[who]!)(`analyses/${path}/?${base()}${query}`)).body as unknown as Answer;
const fileRows = async (path: string, query: string, columns: readonly string[], who = 'admin') => {
  const address = `analyses/${path}/download/csv/?${base()}${query}&columns=${columns.join(',')}`;
  const csv = await fileOf(app, tokens[who]!, address);
  expect([path, csv.status]).toEqual([path, 200]);
  const [headings = [], ...cells] = await rowsOfXlsx(
    (await fileOf(app, tokens[who]!, address.replace('/csv/', '/xlsx/'))).bytes,
  );
  const lines = linesOfCsv(csv.bytes);
  expect(csv.headers['x-row-count']).toBe(String(cells.length));
  // A workbook holds the same texts, but only the CSV file guards those that begin a formula.
  const shown = (cell: unknown) =>
    typeof cell === 'string' && /^[=+@-]/.test(cell) ? `'${cell}` : String(cell ?? '');
  expect(lines).toEqual([headings, ...cells].map(row => row.map(shown)));
  return { headings, cells };
};
const figures = (row: Readonly<Record<string, unknown>>, fields: readonly string[]) =>
  fields.map(field => row[field] ?? null);

describe('the file', () => {
  it.each([
    {
      path: 'lpo_analysis',
      query: '',
      fields: ['clicks', 'cv', 'cvr', 'cv_division', 'amount_division', 'p_value'],
    },
    {
      path: 'models',
      query: '&axis=2',
      fields: ['clicks', 'cv_division_1', 'cv_division_6', 'amount_division_7', 'removal_effect'],
    },
    {
      path: 'allocations',
      query: '&mode=2&pool=100001',
      fields: ['share', 'allocated_cost', 'adjusted_cost', 'expected_cv'],
    },
    { path: 'transitions', query: '', fields: ['first_touch_count', 'cv', 'amount_sum'] },
  ])('of the report $path contains its rows and totals', async ({ path, query, fields }) => {
    const { rows, totals } = await read(path, query);
    const { headings, cells } = await fileRows(path, query, ['label', ...fields]);
    expect(rows.length).toBeGreaterThan(0);
    expect(cells.map(([, ...row]) => row)).toEqual([...rows, totals].map(row => figures(row, fields)));
    expect(cells.at(-1)?.[0]).toBe('合計');
    for (const heading of headings) expect(String(heading)).not.toMatch(/[a-z]{3}_|\{/);
  });

  it('of the model comparison has the difference between two models', async () => {
    const columns = ['cv_division_5', 'cv_division_4', 'cv_division_difference'];
    const { headings, cells } = await fileRows('models', '&axis=1&models=5,4', columns);
    expect(headings.at(-1)).toContain('差');
    expect(cells.some(([, , difference]) => Number(difference) > 0)).toBe(true);
    for (const [last, first, difference] of cells)
      expect(Number(difference)).toBeCloseTo(Number(first) - Number(last), 9);
    const withoutModels = await fileRows('models', '&axis=1', columns);
    expect(withoutModels.cells.every(([, , difference]) => difference === null)).toBe(true);
    const wrong = `analyses/models/download/csv/?${base()}&models=5,8`;
    expect((await fileOf(app, tokens['admin']!, wrong)).status).toBe(400);
  });

  it('of a budget allocation has the columns of the requested item codes', async () => {
    const headings = async (query: string) =>
      linesOfCsv(
        (
          await fileOf(
            app,
            tokens['admin']!,
            `analyses/allocations/download/csv/?${base()}&locale=en${query}`,
          )
        ).bytes,
      )[0];
    const all = await headings('');
    expect(await headings('&items=2,5&simulation=1')).toEqual([
      'Ad',
      'Row key',
      'Share',
      'Allocated cost (yen)',
      'Attributed CV',
      'Attributed sales (yen)',
      'Expected CV',
      'Estimated from',
    ]);
    expect([
      await headings('&items=1,2,3,4,5,6,7,8&simulation=1,2'),
      (await headings('&simulation=0'))?.length,
    ]).toEqual([all, (all?.length ?? 0) - 3]);
    expect(await headings('&items=1&columns=label,cv')).toEqual(['Ad', 'CV']);
    for (const wrong of ['items=9', 'items=', 'items=1,0', 'simulation=3'])
      expect([
        wrong,
        (await fileOf(app, tokens['admin']!, `analyses/allocations/download/csv/?${base()}&${wrong}`)).status,
      ]).toEqual([wrong, 400]);
  });

  it('of a budget allocation states adjustments in yen, as numbers', async () => {
    const [first, second, third] = (await read('allocations', '&pool=100001')).rows.map(row =>
      String(row['key']),
    );
    const adjust = `${first}:1:10,${second}:2:-40,${third}:1:-2.5`;
    const { rows, totals } = await read('allocations', `&pool=100001&adjust=${adjust}`);
    const columns = ['key', 'adjusted'];
    const { headings, cells } = await fileRows('allocations', `&pool=100001&adjust=${adjust}`, columns);
    expect(headings[1]).toBe('調整（円）');
    const changeOf = (row: Readonly<Record<string, unknown>>) =>
      Number(row['adjusted_cost']) - Number(row['allocated_cost']);
    expect(cells).toEqual([
      ...rows.map(row => [row['key'], row['adjustment'] === null ? null : changeOf(row)]),
      ['total', totals['difference']],
    ]);
    expect(new Set(cells.slice(0, 3).map(([, change]) => Math.sign(Number(change))))).toEqual(
      new Set([1, -1]),
    );
  });

  it('of the month transition has headings that no spreadsheet takes for formulas', async () => {
    const columns = ['label', 'cv_0', 'cv_1', 'amount_sum_24', 'cv_later'];
    const { headings } = await fileRows('transitions', '&locale=en', columns);
    expect(headings).toEqual([
      'First contact',
      'CV (Same month)',
      'CV (+1 mo.)',
      'Sales (+24 mo.)',
      'CV (25 months and later)',
    ]);
  });

  it('of a what-if report contains both sides of every figure', async () => {
    const { rows, totals } = await read('what_if', '&axis=1&model=4&term=1');
    const { headings, cells } = await fileRows('what_if', '&axis=1&model=4&term=1&locale=en', [
      'label',
      'cv_division_today',
      'cv_division_what_if',
      'cv_division_difference',
    ]);
    const figure = (row: Readonly<Record<string, unknown>>) =>
      ['today', 'what_if', 'difference'].map(side => (row[side] as Record<string, unknown>)['cv_division']);
    expect(cells.map(([, ...row]) => row)).toEqual([...rows, totals].map(figure));
    expect(headings).toEqual([
      'Ad',
      'Attributed CV (Current rules)',
      'Attributed CV (With the changes)',
      'Attributed CV (Difference)',
    ]);
  });

  it.each([
    ['lpo_analysis', '', 'clicks', false],
    ['models', '&axis=1', 'cv_division_4', false],
    ['allocations', '', 'label', true],
    ['what_if', '', 'cv_division_what_if', true],
    ['effects', '&axis=0&axes=device,ad', 'cv', false],
    ['time_series', '&step=day', 'clicks', true],
  ] as const)(
    'of the report %s has the requested order, with the totals last',
    async (path, query, sortName, ascending) => {
      const inner = path === 'effects' ? ['parent_label'] : [];
      const columns = ['label', sortName === 'label' ? 'ad_cost' : sortName, ...inner];
      const at = sortName === 'label' ? 0 : 1;
      const plain = (await fileRows(path, query, columns)).cells;
      const { cells } = await fileRows(path, `${query}&sortName=${sortName}&sortAsc=${ascending}`, columns);
      const texts = (rows: readonly (readonly unknown[])[]) => rows.map(row => row.join());
      expect(texts(cells).toSorted()).toEqual(texts(plain).toSorted());
      expect(cells.at(-1)).toEqual(plain.at(-1));
      const rising = (rows: readonly (readonly unknown[])[]) => {
        const values = rows.map(row => row[at]).filter(value => value !== null && value !== '') as (
          | string
          | number
        )[];
        const { compare } = new Intl.Collator('ja', { numeric: true });
        expect(values).toEqual(
          values.toSorted(
            (a, b) => (ascending ? 1 : -1) * (typeof a === 'number' ? a - Number(b) : compare(a, String(b))),
          ),
        );
      };
      // What belongs to no row of the axis comes after the rest, in either direction.
      const isRemainder = ([label]: readonly unknown[]) => REMAINDERS.has(String(label));
      const all = cells.slice(0, -1);
      // A landing page without a name has the same label, but is a row like others; inner rows follow their outer one.
      const isOrderedByRank = path !== 'lpo_analysis' && inner.length === 0;
      const rows = isOrderedByRank ? all.filter(row => !isRemainder(row)) : all;
      expect(all.slice(rows.length).every(isRemainder)).toBe(true);
      const outer = rows.filter(row => inner.length === 0 || !row[2]);
      rising(outer);
      for (const [name] of inner.length === 0 ? [] : outer) {
        const from = rows.findIndex(row => row[0] === name && !row[2]);
        const count = rows.filter(row => row[2] === name).length;
        expect(rows.slice(from + 1, from + 1 + count).every(row => row[2] === name)).toBe(true);
        rising(rows.slice(from + 1, from + 1 + count));
      }
    },
  );

  it.each(['admin', 'agency'])(
    'of the working ads contains every ad of the list with its figures, ads without a contact included (%s)',
    async who => {
      const fields = ['clicks', 'cv', 'cvr', 'ad_cost', 'cpa'];
      const met = new Map((await read('ad_summaries', '', who)).rows.map(row => [row['key'], row]));
      const { results } = (
        await requesterOf(app, tokens[who]!)(`ads/?product_id=${tenant.shelves[0].product}&ordering=name`)
      ).body as unknown as { results: { id: number; name: string }[] };
      const expected = results.map(({ id, name }) => [
        name,
        id,
        ...figures(met.get(String(id)) ?? { clicks: 0, cv: 0, ad_cost: 0 }, fields),
      ]);
      const { headings, cells } = await fileRows('working_ads', '', ['name', 'id', ...fields], who);
      expect(cells.map(row => row.map(cell => cell ?? null))).toEqual(expected);
      expect(headings).toEqual(['広告名', '広告ID', '接触数', 'CV', 'CVR', '広告費（円）', 'CPA（円）']);
      const [first] = results;
      expect(
        (await fileRows('working_ads', `&where=${encodeURIComponent(`id__in=${first!.id}`)}`, ['id'], who))
          .cells,
      ).toEqual([[first!.id]]);
      // A deleted ad is listed only if deleted ads are requested.
      const deleted = results.at(-1)!;
      await parts.db.update(ad).set({ status: false }).where(eq(ad.id, deleted.id));
      const idsOf = async (query: string) => (await fileRows('working_ads', query, ['id'], who)).cells.flat();
      expect([await idsOf(''), await idsOf('&show_deleted=true')]).toEqual([
        results.map(({ id }) => id).filter(id => id !== deleted.id),
        results.map(({ id }) => id),
      ]);
      await parts.db.update(ad).set({ status: true }).where(eq(ad.id, deleted.id));
      const falling = (
        await fileRows('working_ads', '&sortName=clicks&sortAsc=false', ['clicks'], who)
      ).cells.map(([clicks]) => Number(clicks));
      expect(falling).toEqual(falling.toSorted((a, b) => b - a));
    },
  );

  it('of the path report contains every path, beyond the limit of the screen', async () => {
    const { rows, totals } = await read('paths', '&limit=200');
    const { cells } = await fileRows('paths', '', ['label', 'length', 'cv', 'share', 'amount_sum']);
    expect(cells.at(-1)).toEqual(['合計', null, totals['cv'], totals['share'], totals['amount_sum']]);
    expect(cells.length).toBeGreaterThan(rows.length);
    expect(cells.slice(0, -1).reduce((sum, row) => sum + Number(row[2]), 0)).toBe(totals['cv']);
    expect(cells[0]).toEqual([
      (rows[0]!['steps'] as { label: string }[]).map(({ label }) => label).join(' → '),
      ...figures(rows[0]!, ['length', 'cv', 'share', 'amount_sum']),
    ]);
  });

  it.each([
    ['attributions', '&axis=1'],
    ['effects', '&axis=0&axes=device,ad'],
    ['models', '&axis=1'],
    ['what_if', '&axis=1&term=1'],
    ['allocations', ''],
    ['paths', ''],
  ])('of the report %s marks deleted ads, as the screen does', async (path, query) => {
    const deleted = tenant.shelves[0].ads[1]!;
    const names = async () => (await fileRows(path, query, ['label'])).cells.map(([label]) => String(label));
    const before = await names();
    const [{ name } = { name: '' }] = await parts.db
      .update(ad)
      .set({ status: false })
      .where(eq(ad.id, deleted))
      .returning();
    try {
      expect(before.some(label => label.includes(name))).toBe(true);
      expect(await names()).toEqual(before.map(label => label.replaceAll(name, `削除済み：${name}`)));
    } finally {
      await parts.db.update(ad).set({ status: true }).where(eq(ad.id, deleted));
    }
  });

  it.each(['admin', 'agency'])('of CV information contains the rows of all pages (%s)', async who => {
    const pages: Readonly<Record<string, unknown>>[] = [];
    for (let after: string | null = ''; after !== null;) {
      const page: Answer = await read('cv_info', `&limit=200${after && `&after=${after}`}`, who);
      pages.push(...(page['results'] as Record<string, unknown>[]));
      after = page['next'] as string | null;
    }
    const { headings, cells } = await fileRows(
      'cv_info',
      '',
      ['conversion_id', 'p_resid', 'amount', 'contacts', 'elapsed', 'path_names', 'cv_type'],
      who,
    );
    const name = ({ ad_name, hidden }: { ad_name: string; hidden: boolean }) => (hidden ? '•••' : ad_name);
    const expected = pages.map(row => {
      const path = (row['path'] as { ad_name: string; hidden: boolean }[]).map(name);
      const more = Number(row['contacts']) - path.length;
      return [
        ...figures(row, ['conversion_id', 'p_resid', 'amount', 'contacts', 'elapsed']),
        [...path, ...(more > 0 ? [`+${more}`] : [])].join(' → '),
        row['cv_type'] === 1 ? '最終CV' : '中間CV',
      ];
    });
    expect(headings.slice(2, 5)).toEqual(['金額（円）', '接触回数', '検討期間（秒）']);
    expect(cells.length).toBeGreaterThan(who === 'admin' ? 600 : 100);
    expect(cells.map(row => row.map(cell => cell ?? ''))).toEqual(
      expected.map(row => row.map(cell => cell ?? '')),
    );
  });

  it('of CV information has no column of values that its reader may not see', async () => {
    const headingsOf = async (who: string) =>
      linesOfCsv(
        (await fileOf(app, tokens[who]!, `analyses/cv_info/download/csv/?${base()}&locale=en`)).bytes,
      )[0]!;
    const all = await headingsOf('admin');
    const site = all.filter(heading => /p_(?:resid|userid|key\d)/.test(heading));
    expect(site).toHaveLength(5);
    const { roles } = tenant;
    const stored = await parts.db.select().from(role).where(eq(role.id, roles.user));
    const permissions = { ...stored[0]!.permissions, cv_log: 'none' as const };
    await parts.db.update(role).set({ permissions }).where(eq(role.id, roles.user));
    tokens['user'] = (await signIn(app, tenant, 'user')).access;
    expect(await headingsOf('user')).toEqual(all.filter(heading => !site.includes(heading)));
  });

  it('of CV information has the conditions and the order of the screen', async () => {
    const query = `&ordering=-elapsed&where=${encodeURIComponent('contacts__gte=2')}`;
    const { results, total } = (await read('cv_info', `${query}&limit=500`)) as unknown as {
      readonly results: readonly Record<string, unknown>[];
      readonly total: number;
    };
    const { cells } = await fileRows('cv_info', query, ['conversion_id', 'contacts', 'elapsed']);
    expect(total).toBeGreaterThan(100);
    expect(cells.length).toBe(total);
    expect(cells.slice(0, 500)).toEqual(
      results.map(row => figures(row, ['conversion_id', 'contacts', 'elapsed'])),
    );
  });

  it('of a workbook has the number formats of the screen, and exact values', async () => {
    const looks = async (path: string, columns: readonly string[]) => {
      const { bytes } = await fileOf(
        app,
        tokens['admin']!,
        `analyses/${path}/download/xlsx/?${base()}&columns=${columns.join(',')}`,
      );
      return (await looksOfXlsx(bytes)).map(({ shown, width }) => [shown, width]);
    };
    expect(
      await looks('attributions', [
        'label',
        'clicks',
        'cv_division',
        'amount_sum',
        'cvr',
        'roas_compared',
        'attr_avg',
      ]),
    ).toEqual([
      [null, 40],
      ['#,##0', 12],
      ['#,##0.00', 12],
      ['#,##0', 12],
      ['0.00%', 11],
      ['0.00%', 18],
      ['#,##0', 20],
    ]);
    expect(await looks('models', ['label', 'cv_division_6', 'amount_division_7', 'removal_effect'])).toEqual([
      [null, 40],
      ['#,##0.00', 18],
      ['#,##0', 26],
      ['0.00%', 11],
    ]);
    expect(await looks('what_if', ['label', 'cv_today', 'cvr_difference'])).toEqual([
      [null, 40],
      ['#,##0', 20],
      ['0.00%', 11],
    ]);
    expect(await looks('cv_info', ['cv_time', 'amount', 'path_names'])).toEqual([
      [null, 20],
      ['#,##0', 12],
      [null, 40],
    ]);
  });

  it('of a report labels hours, weekdays and unset values like the screen', async () => {
    const texts = messagesOf('ja');
    const names = async (axes: string) =>
      (await fileRows('attributions', `&axis=0&axes=${axes}`, ['label', 'ad_cost'])).cells.map(
        ([label]) => label,
      );
    const { headings } = await fileRows('effects', '&axis=0&axes=weekday,device&compare=previous_period', [
      'parent_label',
      'label',
      'ad_cost',
      'ad_cost_compared',
      'attr_avg',
    ]);
    expect(headings).toEqual([
      '曜日',
      '曜日・デバイス',
      '広告費（円）',
      '広告費（比較期間）（円）',
      '平均検討期間（秒）',
    ]);
    expect(await names('weekday')).toEqual(
      expect.arrayContaining([
        texts['choice.report.weekday.0'],
        texts['choice.report.weekday.1'],
        texts['analysis.total'],
      ]),
    );
    expect(await names('hour')).toEqual(expect.arrayContaining(['12時台', '23時台']));
    expect(await names('landing_page')).toEqual(
      expect.arrayContaining(['shop.example/=a', texts['analysis.unset']]),
    );
    expect((await fileRows('time_series', '&step=month', ['label', 'cv'])).headings[0]).toBe('月');
  });

  it('over time states the days of each interval and of the one that it is compared with', async () => {
    const query = '&step=week&compare=previous_period';
    const { rows, compared_rows, previous } = (await read('time_series', query)) as unknown as Readonly<
      Record<'rows' | 'compared_rows', readonly { readonly from: string; readonly to: string }[]>
    > & { readonly previous: { readonly from: string; readonly to: string } };
    const columns = ['from', 'to', 'from_compared', 'to_compared'];
    const { headings, cells } = await fileRows('time_series', query, columns);
    expect(headings).toEqual(['開始日', '終了日', '開始日（比較期間）', '終了日（比較期間）']);
    const day = (text = '') => text.replaceAll('-', '/');
    expect(cells.slice(0, -1).map(row => row.map(cell => cell ?? ''))).toEqual(
      rows.map(({ from, to }, index) =>
        [from, to, compared_rows[index]?.from, compared_rows[index]?.to].map(day),
      ),
    );
    expect(cells.at(-1)?.slice(2)).toEqual([previous.from, previous.to].map(day));
  });
});

it('the files of a report, of CV information and of ads say since when they follow previous settings', async () => {
  const [, { product: large, ads }] = tenant.shelves;
  const { db, columnar } = parts;
  await columnar.command({
    query: `INSERT INTO contact (product_id, visitor_id, ts, interaction_id, ad_id, ip, click_cost)
      SELECT ${large}, number + 1, fromUnixTimestamp64Milli(${NOON}, 'UTC'), number + 1, ${ads[0]}, toIPv6('::ffff:192.0.2.1'), 1 FROM numbers(${MAX_SMALL_BATCH_EVENTS + 1n})`,
  });
  const deriver = createDeriver(parts);
  await deriver.refresh();
  await deriver.close();
  const headersOf = async () => {
    const found: unknown[] = [];
    for (const [path, column] of [
      ['effects', 'label'],
      ['cv_info', 'cv_time'],
      ['working_ads', 'name'],
    ]) {
      const address = `analyses/${path}/download/csv/?product_id=${large}&from=2026-03-01&to=2026-03-02&columns=${column}`;
      const { status, headers } = await fileOf(app, tokens['admin']!, address);
      found.push([status, headers['x-rebuilding-since']]);
    }
    return found;
  };
  expect(await headersOf()).toEqual([1, 2, 3].map(() => [200, undefined]));
  await db.update(product).set({ trackingTerm: 5 }).where(eq(product.id, large));
  const [changed] = await db
    .select({ at: product.rulesChangedAt })
    .from(product)
    .where(eq(product.id, large));
  // Previous settings are followed while a process derives.
  await withDerivationLock(db, { queue: 'large', slice: DEFAULT_SLICE }, false, async () => {
    expect(await headersOf()).toEqual([1, 2, 3].map(() => [200, changed?.at?.toISOString()]));
  });
}, 60_000);

describe('a report whose client disconnected', () => {
  const sink = createLogSink();
  let slow: FastifyInstance;
  let onQuery = () => {};
  let abortedQueries = 0;
  // A store whose queries wait until they are aborted.
  const query = (question: Parameters<TestParts['columnar']['query']>[0]): Promise<unknown> =>
    question.abort_signal === undefined
      ? parts.columnar.query(question)
      : new Promise((_, reject) => {
          onQuery();
          question.abort_signal?.addEventListener('abort', () => {
            abortedQueries += 1;
            reject(new Error('given up'));
          });
        });
  beforeAll(async () => {
    slow = await createApp({
      parts: {
        ...parts,
        log: sink.log,
        slices: oneSlice(
          new Proxy(parts.columnar, {
            get: (target, name) => (name === 'query' ? query : Reflect.get(target, name)),
          }),
        ),
      },
      collector: null,
    });
    await slow.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => slow.close());
  const document = () =>
    JSON.stringify({
      query: readFileSync('graphql/operations/analyses_allocations.graphql', 'utf8'),
      variables: { product_id: tenant.shelves[0].product, from: '2026-03-01', to: '2026-03-01' },
    });

  const REPORT = '/api/v1/analyses/allocations/';
  it.each([
    ['file', `${REPORT}download/csv/?`],
    ['answer', `${REPORT}?`],
    ['gateway', '/graphql?'],
  ])(
    'is aborted (%s)',
    async (way, path) => {
      abortedQueries = 0;
      const begun = new Promise<void>(resolve => {
        onQuery = resolve;
      });
      const abort = new AbortController();
      const answer = fetch(
        `http://127.0.0.1:${(slow.server.address() as AddressInfo).port}${path}${way === 'gateway' ? '' : base()}`,
        {
          headers: { authorization: `Bearer ${tokens['admin']}`, 'content-type': 'application/json' },
          signal: abort.signal,
          ...(way === 'gateway' && { method: 'POST', body: document() }),
        },
      );
      await begun;
      abort.abort();
      await expect(answer).rejects.toThrow(/abort/);
      await expect.poll(() => abortedQueries).toBeGreaterThan(0);
      // A disconnect is not logged as a fault of the server.
      await expect
        .poll(() => sink.lines.filter(({ msg }) => msg === 'request aborted by the client').length)
        .toBeGreaterThan(0);
      expect(sink.lines.filter(({ level }) => Number(level) >= 50)).toEqual([]);
      sink.lines.length = 0;
    },
    30_000,
  );
});
