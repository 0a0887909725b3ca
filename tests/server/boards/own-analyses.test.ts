import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../../server/app.ts';
import { DAY, dayText, tokyoDay } from '../../../server/platform/time.ts';
import { ad, analyzeSetting, reportBoard, savedView } from '../../../server/store/postgres/schema/index.ts';
import { oneSlice } from '../../../server/slices/slices.ts';
import { writeEvents } from '../../support/measured.ts';
import { rememberQueries } from '../../support/remembered-queries.ts';
import { makeTenant, one, signIn, type Body, type Tenant } from '../../support/tenants.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

/** Boards with analyses that have rows of their own: compared models, paths, what-if, budget allocation, landing pages. */
const NOW = Date.UTC(2026, 1, 28, 15);
const DAYS = { from: '2026-02-23', to: '2026-03-01' };
let parts: TestParts;
let app: FastifyInstance;
let tenant: Tenant;
type Who = 'admin' | 'user' | 'agency';
const tokens: Partial<Record<Who, string>> = {};

/** Visitors by the places of the ads that they contacted, the first of which belongs to the agency; all bought. */
const PATHS = [[0, 1], [0, 1], [1, 2, 0], [2], [0], []];

beforeAll(async () => {
  parts = await createTestParts({ now: NOW });
  tenant = await makeTenant(parts.db, 'acme');
  const [{ product, ads }] = tenant.shelves;
  const base = { product, ip: '198.51.100.7', bot: false };
  // A contact without a conversion, on a day of its own.
  const idle = { id: 800n, visitor: 80, ts: NOW - 5 * DAY, ad: ads[2], cost: 5000, repeated: false };
  await writeEvents(parts, {
    contacts: [{ ...base, ...idle }],
  });
  await writeEvents(parts, {
    contacts: PATHS.flatMap((path, visitor) =>
      path.map((place, step) => ({
        ...base,
        id: BigInt(visitor * 10 + step + 1),
        visitor: visitor + 1,
        ts: NOW - DAY + step * 60_000,
        ad: ads[place]!,
        cost: 12_300 * (place + 1),
        url: `https://shop.example/É/日本/${place % 2}`,
        repeated: false,
      })),
    ),
    conversions: PATHS.map((_path, visitor) => ({
      ...base,
      id: BigInt(900 + visitor),
      visitor: visitor + 1,
      ts: NOW - DAY + 3_600_000,
      last: true,
      amount: 1000 * (visitor + 1),
    })),
  });
  app = await createApp({
    parts: { ...parts, slices: oneSlice(rememberQueries(parts.columnar)) },
    collector: null,
  });
  for (const who of ['admin', 'user', 'agency'] as const)
    tokens[who] = (await signIn(app, tenant, who)).access;
});
afterAll(async () => {
  await app.close();
  await parts.close();
});

const ask = async (path: string, who: Who | null, payload?: object) => {
  const answer = await app.inject({
    method: payload === undefined ? 'GET' : 'POST',
    url: `/api/v1/${path}`,
    headers: who === null ? {} : { authorization: `Bearer ${tokens[who]}` },
    ...(payload && { payload }),
  });
  return { status: answer.statusCode, body: answer.json<Body>() };
};

const makeView = async (who: Who, search: string, screen = 'attribution'): Promise<number> =>
  one(
    await parts.db
      .insert(savedView)
      .values({
        companyId: tenant.id,
        userId: tenant.users[who],
        screen: `analysis_${screen}`,
        name: '比較 "É"',
        search: search.startsWith('period=') ? search : `period=7&${search}`,
      })
      .returning(),
  ).id;

interface Item {
  readonly kind: 'chart' | 'table' | 'figure';
  readonly metric?: string;
}
const TABLE: Item = { kind: 'table' };

/** What the console shows of a view, for the first product. */
const figuresOf = async (
  who: Who,
  viewId: number,
  { kind, metric }: Item = TABLE,
  product = tenant.shelves[0].product,
) =>
  ask(
    `saved_views/${viewId}/figures/?product_id=${product}&kind=${kind}&locale=en${metric === undefined ? '' : `&metric=${metric}`}`,
    who,
  );

/** What a link of a user to a board with the view answers to a reader without an account. */
const sharedFigures = async (who: Who, viewId: number, item: Item = TABLE) => {
  const board = one(
    await parts.db
      .insert(reportBoard)
      .values({
        companyId: tenant.id,
        userId: tenant.users[who],
        name: '月次',
        items: [{ view_id: viewId, metric: null, wide: false, ...item }],
      })
      .returning(),
  );
  const product_id = tenant.shelves[0].product;
  const { body } = await ask('board_links/', who, { board_id: board.id, product_id, name: '顧客' });
  const token = String(body['link']).split('#token=')[1];
  return ask('shared_boards/item/', null, { token, item: 0, locale: 'en' });
};

type Values = Readonly<Record<string, number | null>>;
type Row = Values & { readonly key: string; readonly label: string };
interface Figures {
  readonly unfinished: boolean;
  readonly absent: string | null;
  readonly chart: string | null;
  readonly title: string;
  readonly conditions: readonly string[];
  readonly columns: readonly {
    readonly metric: string;
    readonly name: string;
    readonly format: string;
    readonly compared: boolean;
  }[];
  readonly rows: readonly {
    readonly key: string;
    readonly label: string;
    readonly values: readonly (number | null)[];
    readonly texts: readonly string[];
  }[];
  readonly totals: readonly (number | null)[] | null;
}
const shown = ({ body }: { readonly body: Body }): Figures => body as unknown as Figures;

const analysis = async (who: Who, path: string, search = '&axis=1') => {
  const query = new URLSearchParams({ product_id: String(tenant.shelves[0].product), ...DAYS });
  const { body } = await ask(`analyses/${path}/?${query.toString()}${search}`, who);
  return body as unknown as { readonly rows: readonly Row[]; readonly totals: Values } & Body;
};

/** The values and texts of each row by its key, as the columns name them. */
const byKey = ({ columns, rows }: Figures) =>
  Object.fromEntries(
    rows.map(({ key, values, texts }) => [
      key,
      Object.fromEntries(
        columns.map(({ metric, format }, index) => [
          metric,
          format === 'text' ? texts[index] : values[index],
        ]),
      ),
    ]),
  );

const VERDICTS: Readonly<Record<string, string>> = { alone: 'Nothing to compare', few: 'Too few', null: '' };

/** The fields of a row. */
const fieldsOfRow = (row: object, fields: readonly string[]) =>
  Object.fromEntries(fields.map(field => [field, (row as Readonly<Record<string, unknown>>)[field]]));

describe.each<Who>(['user', 'agency'])('for the company’s or an agency’s user (%s)', who => {
  it('a comparison of models has the credit of the analysis, and the difference', async () => {
    const view = await makeView(who, 'view=models&models=1,2&measure=amount_division');
    const answer = await analysis(who, 'models');
    const figures = shown(await figuresOf(who, view));
    expect(figures.columns.map(({ metric }) => metric)).toEqual([
      'clicks',
      'amount_division_1',
      'amount_division_2',
      'difference',
    ]);
    expect(byKey(figures)).toEqual(
      Object.fromEntries(
        answer.rows.map(row => [
          row.key,
          {
            clicks: row['clicks'],
            amount_division_1: row['amount_division_1'],
            amount_division_2: row['amount_division_2'],
            difference: row['amount_division_2']! - row['amount_division_1']!,
          },
        ]),
      ),
    );
    expect(figures.totals?.[1]).toBe(answer.totals['amount_division_1']);
    expect(figures.rows.length).toBe(who === 'user' ? 4 : 1);
  });

  it('paths are those of the analysis, and ads of others have no name', async () => {
    const view = await makeView(who, 'view=paths');
    const answer = await analysis(who, 'paths', '&axis=1&fold=true');
    const figures = shown(await figuresOf(who, view));
    expect(figures.rows.map(({ key, values }) => [key, ...values])).toEqual(
      answer.rows.map(row => [
        row.key,
        ...['length', 'cv', 'share', 'amount_sum', 'amount_avg', 'attr_avg'].map(name => row[name]),
      ]),
    );
    const labels = figures.rows.map(({ label }) => label).join();
    expect(labels.includes('Ads you cannot see')).toBe(who === 'agency');
    const transitions = shown(await figuresOf(who, view, { kind: 'chart' }));
    expect(transitions.chart).toBe('bars');
    const links = answer['links'] as unknown as readonly Row[];
    expect(transitions.rows.map(({ values }) => values[0]).toSorted()).toEqual(
      links.map(({ cv }) => cv).toSorted(),
    );
  });

  it('what-if has both sides of the analysis, and their difference', async () => {
    const view = await makeView(who, 'view=what_if&if_model=2&if_term=1&measure=amount_division');
    const answer = await analysis(who, 'what_if', '&axis=1&model=2&term=1');
    const figures = shown(await figuresOf(who, view));
    const sides = answer.rows as unknown as readonly (Record<'today' | 'what_if' | 'difference', Values> &
      Row)[];
    expect(Object.values(byKey(figures)).map(({ change: _change, ...row }) => row)).toEqual(
      expect.arrayContaining(
        sides.map(({ today, what_if: simulated, difference }) => ({
          today: today['amount_division'],
          what_if: simulated['amount_division'],
          difference: difference['amount_division'],
        })),
      ),
    );
    expect(figures.rows.length).toBe(sides.length);
    expect(figures.conditions.at(-1)).toContain('Tracking term 1 (days)');
  });

  it('a budget allocation has the shares, adjustments and expected results of the analysis', async () => {
    const adjust = `${tenant.shelves[0].ads[0]}:2:-40`;
    const view = await makeView(who, `pool=1000&mode=2&adjust=${adjust}&hide=attributed_roas`, 'allocation');
    const answer = await analysis(who, 'allocations', `&pool=1000&mode=2&adjust=${adjust}`);
    const figures = shown(await figuresOf(who, view));
    const fields = figures.columns.map(({ metric }) => metric);
    expect(fields).toEqual([
      'ad_cost',
      'share',
      'allocated_cost',
      'adjusted',
      'adjusted_cost',
      'cv',
      'cv_division',
      'amount_sum',
      'attributed_cpa',
      'expected_cv',
      'expected_amount',
      'response_basis',
    ]);
    expect(byKey(figures)).toEqual(
      Object.fromEntries(
        answer.rows.map(row => [
          row.key,
          {
            ...fieldsOfRow(row, fields),
            adjusted: row['adjustment'] === null ? '' : '-40 yen',
            response_basis: 'Average',
          },
        ]),
      ),
    );
    expect(figures.rows.length).toBe(who === 'user' ? 3 : 1);
    expect(figures.totals?.[2]).toBe(1000);
    expect(figures.conditions).toEqual([
      '2026/02/23 – 2026/03/01',
      'Linear',
      'By sales share',
      '1,000 yen allocated · 960 yen after adjustment (difference -40 yen)',
    ]);
  });

  it('landing pages have the rates of the analysis, and a word for the comparison', async () => {
    const view = await makeView(who, 'sort=label&hide=-', 'lpo');
    const answer = await analysis(who, 'lpo_analysis', '');
    const figures = shown(await figuresOf(who, view));
    const fields = figures.columns.map(({ metric }) => metric);
    expect(byKey(figures)).toEqual(
      Object.fromEntries(
        answer.rows.map(row => [
          row.key,
          {
            ...fieldsOfRow(row, fields),
            verdict: VERDICTS[String(row['verdict'])],
          },
        ]),
      ),
    );
    const places = figures.rows.map(({ label }) => label);
    expect(places[0]).toBe('/É/日本/0');
    expect(places.includes('No contact')).toBe(who === 'user');
  });

  it('a link shows a reader without an account the figures of its maker', async () => {
    const items = [
      ['view=models', 'chart', 'attribution'],
      ['view=paths', 'table', 'attribution'],
      ['view=what_if&if_model=2', 'figure', 'attribution'],
      ['mode=1', 'table', 'allocation'],
      ['mode=1', 'chart', 'allocation'],
      ['', 'table', 'lpo'],
      ['', 'figure', 'lpo'],
    ] as const;
    for (const [search, kind, screen] of items) {
      const view = await makeView(who, search, screen);
      const item = { kind, metric: 'cv' };
      const [shared, own] = [await sharedFigures(who, view, item), await figuresOf(who, view, item)];
      expect(shared.body, screen + search).toEqual(own.body);
      expect(own.body, screen + search).toMatchObject({ absent: null });
    }
  });
});

it('two models are drawn on both sides of zero, all models and the sides of what-if as bars', async () => {
  const chartOf = async (search: string) =>
    shown(await figuresOf('user', await makeView('user', search), { kind: 'chart' }));
  const two = await chartOf('view=models&models=1,2');
  expect([two.chart, two.title]).toEqual([
    'diverging',
    'Attributed CV: Decay minus Linear · 3 largest differences',
  ]);
  const differences = two.rows.map(({ values }) => values[0]!);
  expect(differences).toEqual(differences.toSorted((a, b) => b - a));
  expect(Math.min(...differences)).toBeLessThan(0);
  const all = await chartOf('view=models&models=all');
  expect([all.chart, all.columns.length]).toEqual(['bars', 7]);
  const simulated = await chartOf('view=what_if&if_model=2');
  expect(simulated.columns.map(({ compared }) => compared)).toEqual([true, false]);
  expect(await chartOf('view=what_if')).toMatchObject({ absent: 'rules' });
});

it('what is allocated is drawn beside the costs, and the adjusted cost where something is adjusted', async () => {
  const chartOf = async (search: string, screen: string) =>
    shown(await figuresOf('user', await makeView('user', search, screen), { kind: 'chart' }));
  const [, , ad] = tenant.shelves[0].ads;
  const fieldsOf = ({ columns }: Figures) => columns.map(({ metric }) => metric);
  expect(fieldsOf(await chartOf('', 'allocation'))).toEqual(['ad_cost', 'allocated_cost']);
  const adjusted = await chartOf(`adjust=${ad}:1:1000`, 'allocation');
  expect(fieldsOf(adjusted)).toEqual(['ad_cost', 'allocated_cost', 'adjusted_cost']);
  expect(adjusted.rows[0]?.key, 'the largest adjusted cost is first').toBe(String(ad));
  const costs = await chartOf('period=custom&from=2026-02-24&to=2026-02-24', 'allocation');
  expect(fieldsOf(costs), 'without a conversion nothing divides the budget').toEqual(['ad_cost']);
  expect(costs.conditions.at(-1)).toContain('The budget of 50 yen is not allocated');
  const pages = await chartOf('', 'lpo');
  expect([pages.chart, pages.title]).toEqual(['bars', 'Conversion rates of landing pages · Top 4']);
  expect(pages.rows.map(({ label }) => label)).toContain('/É/日本/0 › ad of 1');
});

it.each([
  ['view=models', 'attribution'],
  ['view=what_if&if_term=1', 'attribution'],
  ['view=paths', 'attribution'],
  ['axis=ad', 'attribution'],
  ['', 'allocation'],
] as const)('the names of deleted ads are marked on boards (%s, %s)', async (search, screen) => {
  const deleted = tenant.shelves[0].ads[1];
  const labels = async () => {
    const { rows } = shown(await sharedFigures('user', await makeView('user', search, screen)));
    return rows.map(({ label }) => label);
  };
  const before = await labels();
  const setStatus = (status: boolean) =>
    parts.db.update(ad).set({ status }).where(eq(ad.id, deleted)).returning();
  const { name } = one(await setStatus(false));
  try {
    expect(before.some(label => label.includes(name))).toBe(true);
    expect(await labels()).toEqual(before.map(label => label.replaceAll(name, `Deleted: ${name}`)));
  } finally {
    await setStatus(true);
  }
});

it('a chart over time ends with today where its period does not: later days have no values yet', async () => {
  const [before, today, after] = [-DAY, 0, 9 * DAY].map(distance => dayText(tokyoDay(NOW + distance)));
  const search = `period=custom&from=${before}&to=${after}&step=day`;
  const { rows, unfinished } = shown(
    await figuresOf('user', await makeView('user', search, 'term'), { kind: 'chart' }),
  );
  expect([rows.map(({ key }) => key), unfinished]).toEqual([[before, today], true]);
});

it('columns that the setting of the product hides are hidden in a view that names none', async () => {
  const [{ product }] = tenant.shelves;
  await parts.db.insert(analyzeSetting).values({
    companyId: tenant.id,
    productId: product,
    page: 'lpo',
    name: 'LPO',
    hiddenMetrics: ['cv', 'cvr'],
  });
  const fieldsOf = async (search: string) =>
    shown(await figuresOf('user', await makeView('user', search, 'lpo'))).columns.map(({ metric }) => metric);
  const all = await fieldsOf('hide=-');
  expect(await fieldsOf('')).toEqual(all.filter(field => field !== 'cv' && field !== 'cvr'));
  await parts.db.delete(analyzeSetting);
});

it('an adjustment of an ad that the user may not see shows nothing', async () => {
  const [, ad] = tenant.shelves[0].ads;
  const view = await makeView('agency', `adjust=${ad}:1:10`, 'allocation');
  expect((await figuresOf('agency', view)).body).toMatchObject({ absent: 'report', rows: [] });
});

it('a figure of what-if is compared with the present rules', async () => {
  const view = await makeView('user', 'view=what_if&if_term=1');
  const figure = shown(await figuresOf('user', view, { kind: 'figure', metric: 'cv' }));
  expect(figure).toMatchObject({ totals: [6, 6], rows: [] });
  expect(figure.columns.map(({ metric, compared }) => [metric, compared])).toEqual([
    ['cv', false],
    ['cv', true],
  ]);
  const other = await figuresOf('user', view, { kind: 'figure', metric: 'cpa' });
  expect(other.body).toMatchObject({ absent: 'metric' });
});

it('filters of conversions are named as not applied, as in the console, and those of ads apply', async () => {
  const [, , ad] = tenant.shelves[0].ads;
  const search = `view=models&f=${encodeURIComponent(`cv_amount__gte=1&ad_id__exact=${ad}`)}`;
  const figures = shown(await figuresOf('user', await makeView('user', search)));
  expect(figures.rows.map(({ key }) => key)).toEqual([String(ad)]);
  expect(figures.conditions).toContain('Active filters: Ad');
  expect(figures.conditions).toContain('Not applied: CV amount (yen)');
});

it('a user sees no figures of views and products that the user may not see', async () => {
  const view = await makeView('admin', 'view=models');
  expect((await figuresOf('user', view)).body.code).toBe('not_found');
  const own = await makeView('agency', 'view=models');
  const { body } = await figuresOf('agency', own, TABLE, tenant.shelves[1].product);
  expect(body.code).toBe('no_permission_for_data');
  expect((await ask(`saved_views/${own}/figures/?product_id=1&kind=table`, null)).status).toBe(401);
});
