import type { FastifyInstance } from 'fastify';
import { writeXlsx } from 'hucre/xlsx';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createApp } from '../../../server/app.ts';
import { ad, adCost } from '../../../server/store/postgres/schema/index.ts';
import { dayText, tokyoDay } from '../../../server/platform/time.ts';
import { completeForm } from '../../support/entity-forms.ts';
import { makeTenant, signIn, type Body, type Tenant } from '../../support/tenants.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

let parts: TestParts;
let app: FastifyInstance;
let mine: Tenant;
let foreign: Tenant;
const tokens: Record<string, string> = {};
beforeAll(async () => {
  parts = await createTestParts();
  mine = await makeTenant(parts.db, 'acme');
  foreign = await makeTenant(parts.db, 'rival');
  app = await createApp({ parts, collector: null });
  for (const who of ['admin', 'user', 'agency'] as const) tokens[who] = (await signIn(app, mine, who)).access;
});
afterAll(async () => {
  await app.close();
  await parts.close();
});
beforeEach(() => parts.db.delete(adCost));

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
interface Options {
  who?: string;
  type?: string;
  product?: number;
  query?: Record<string, string>;
}
const send = async (
  route: string,
  body: string | Buffer,
  { who = 'admin', type = 'text/csv', product = mine.shelves[0].product, query = {} }: Options = {},
) => {
  const address = new URLSearchParams({ product_id: String(product), kind: 'costs', ...query });
  const answer = await app.inject({
    method: 'POST',
    url: `/api/v1/imports/${route}/?${address}`,
    headers: { authorization: `Bearer ${tokens[who]}`, 'content-type': type },
    payload: body,
  });
  return {
    status: answer.statusCode,
    body: answer.json<
      Body & { errors: object[]; rows: { row: number; action: string; values: object }[]; digest: string }
    >(),
  };
};
const preview = (body: string | Buffer, options?: Options) => send('preview', body, options);
const apply = async (body: string | Buffer, options: Options = {}) =>
  send('apply', body, {
    ...options,
    query: { ...options.query, digest: (await preview(body, options)).body.digest ?? 'none' },
  });
const stored = () =>
  parts.db
    .select({ ad: adCost.adId, day: adCost.day, cost: adCost.cost })
    .from(adCost)
    .orderBy(asc(adCost.adId), asc(adCost.day));
const shelf = () => mine.shelves[0];

describe('imported costs', () => {
  test('of further sheets of a workbook are not read, which the preview says', async () => {
    const sheetOf = (name: string, rows: (string | number)[][]) => ({ name, rows });
    const [one] = shelf().ads;
    const rows = [
      ['ad_id', 'day', 'cost'],
      [one, '2026-01-02', 1],
    ];
    const unreadOf = async (...others: (string | number)[][][]) => {
      const sheets = [rows, ...others].map((each, index) => sheetOf(`${index + 1}月`, each));
      const { body } = await preview(Buffer.from(await writeXlsx({ sheets })), { type: XLSX });
      return [body['total'], body['unread_sheets']];
    };
    expect(await unreadOf()).toEqual([1, 0]);
    expect(await unreadOf([])).toEqual([1, 0]);
    expect(await unreadOf([], rows, [[7]])).toEqual([1, 2]);
  });

  test('of days that have not come in Tokyo are named by the preview, and can be applied', async () => {
    const [one, two] = shelf().ads;
    const today = tokyoDay(parts.clock.now());
    const file = `ad_id,day,cost\n${one},${dayText(today)},1\n`;
    expect((await preview(file)).body['future_days']).toBeNull();
    const later = `${file}${two},${dayText(today + 1)},2\n${one},${dayText(today + 40)},3\n`;
    expect((await preview(later)).body).toMatchObject({
      error_total: 0,
      future_days: { total: 2, row: 3, day: dayText(today + 1) },
    });
    expect((await apply(later)).status).toBe(200);
  });

  test('are previewed without writing, and applied as previewed', async () => {
    const [one, two] = shelf().ads;
    const file = `広告ID,日付,費用,メモ\n${one},2026-01-02,"1,234.50",あ\n${two},2026/1/2,¥5,\n${one},20260103,１２,い\n`;
    const { status, body } = await preview(file);
    expect([status, body]).toMatchObject([
      200,
      {
        total: 3,
        error_total: 0,
        errors: [],
        counts: { create: 3, update: 0, replace: 0 },
        unknown: ['メモ'],
        columns: [
          { field: 'ad_id', heading: '広告ID' },
          { field: 'day', heading: '日付' },
          { field: 'cost', heading: '費用' },
        ],
      },
    ]);
    expect(body.rows[0]).toEqual({
      row: 2,
      action: 'create',
      values: { ad_id: one, ad_name: `ad of ${mine.agencies[0]}`, day: '2026-01-02', cost: 1234.5 },
      names: {},
    });
    expect(await stored()).toEqual([]);
    expect((await apply(file)).body).toEqual({
      total: 3,
      counts: { create: 3, update: 0, replace: 0, same: 0 },
      costs_unused: true,
    });
    expect(await stored()).toEqual([
      { ad: one, day: '2026-01-02', cost: 1234.5 },
      { ad: one, day: '2026-01-03', cost: 12 },
      { ad: two, day: '2026-01-02', cost: 5 },
    ]);
  });

  test('replace those of the same ad and day, and keep the others', async () => {
    const [one] = shelf().ads;
    await apply(`ad_id,day,cost\n${one},2026-01-02,1\n${one},2026-01-03,2\n`);
    const { body } = await preview(`ad_id,day,cost\n${one},2026-01-03,0\n`);
    expect(body.rows).toEqual([
      {
        row: 2,
        action: 'replace',
        values: { ad_id: one, ad_name: `ad of ${mine.agencies[0]}`, day: '2026-01-03', cost: 0 },
        names: {},
      },
    ]);
    const same = `ad_id,day,cost\n${one},2026-01-02,1\n${one},2026-01-03,2.00\n`;
    expect((await preview(same)).body).toMatchObject({ counts: { same: 2 } });
    await apply(`ad_id,day,cost\n${one},2026-01-03,0\n`);
    expect(await stored()).toEqual([
      { ad: one, day: '2026-01-02', cost: 1 },
      { ad: one, day: '2026-01-03', cost: 0 },
    ]);
  });

  test('refer to ads also by name, exactly or else in any width and case', async () => {
    const [one] = shelf().ads;
    await parts.db.update(ad).set({ name: 'ＡＤ １' }).where(eq(ad.id, one));
    expect((await apply('Ad name;Date;Spend\nad 1;2026-02-28;3\n')).status).toBe(200);
    expect(await stored()).toEqual([{ ad: one, day: '2026-02-28', cost: 3 }]);
    await parts.db.update(ad).set({ name: 'twice' }).where(eq(ad.productId, shelf().product));
    expect((await preview('ad_name,day,cost\ntwice,2026-02-28,3\n')).body.errors).toEqual([
      { row: 2, field: 'ad_name', code: 'several' },
    ]);
  });

  test.each([
    '広告ID,日付,広告費（円）',
    '広告番号,計測日,広告費\u200B（円）',
    '広告ID,日,費用(円)',
    'Ad ID,Day,Ad cost (yen)',
    'ad_id,Date,Ad costs (JPY)',
    '广告ID,日期,广告费（日元）',
    '广告编号,日,费用 \u200B（日元）',
  ])(
    'are recognised by headings with their unit, as the console and its files write them: %s',
    async head => {
      const [one] = shelf().ads;
      expect((await apply(`${head}\n${one},2026-01-02,"1,234"\n`)).body).toMatchObject({
        counts: { create: 1 },
      });
      expect(await stored()).toEqual([{ ad: one, day: '2026-01-02', cost: 1234 }]);
    },
  );

  test("are not read from amounts in other currencies or that include a tax, and the file's headings are stated", async () => {
    const [one] = shelf().ads;
    for (const heading of ['Ad cost (USD)', '広告費（税込）', '広告費（未承認含む）（円）']) {
      const { body } = await preview(`ad_id,day,${heading}\n${one},2026-01-02,1\n`);
      expect(body.fields).toEqual({ cost: ['heading_missing'], file: ['file_headings'] });
      expect(body.limits).toEqual({ file: { headings: `ad_id / day / ${heading}` } });
    }
    const long = Array.from({ length: 30 }, (_, index) => `${index}${'🎯'.repeat(60)}`);
    const { headings } = (await preview(`${long.join(',')}\n1\n`)).body.limits['file']!;
    expect(String(headings).split(' / ')).toEqual([
      ...long.slice(0, 20).map(heading => `${Array.from(heading).slice(0, 40).join('')}…`),
      '…',
    ]);
  });

  test('are read from Excel with its dates, and from JSON', async () => {
    const [one] = shelf().ads;
    const book = Buffer.from(
      await writeXlsx({
        sheets: [
          {
            name: 's',
            rows: [
              ['広告ID', '日付', '費用'],
              [one, new Date('2026-03-31T00:00:00Z'), 0.1 + 0.2],
              [one, 46113, 7],
            ],
          },
        ],
      }),
    );
    expect((await apply(book, { type: XLSX })).body).toMatchObject({ total: 2 });
    await apply(JSON.stringify({ results: [{ ad_id: one, day: '2026-04-02', cost: '9.99' }] }), {
      type: 'application/json',
    });
    expect(await stored()).toEqual([
      { ad: one, day: '2026-03-31', cost: 0.3 },
      { ad: one, day: '2026-04-01', cost: 7 },
      { ad: one, day: '2026-04-02', cost: 9.99 },
    ]);
  });

  test('are all refused if one row is invalid, with the faults of each row', async () => {
    const [one, two] = shelf().ads;
    const file = [
      'ad_id,day,cost',
      `${one},2026-01-02,1`,
      '999999,2026-01-02,1',
      `${foreign.shelves[0].ads[0]},2026-01-02,1`,
      `${mine.shelves[1].ads[0]},2026-01-02,1`,
      `${two},2026-02-29,1`,
      `${two},2026-01-02,-1`,
      `${two},2026-01-02,1.005`,
      `${two},2026-01-02,1e20`,
      `${two},2026-01-02,x\0`,
      `${two},,`,
      `${one},2026/01/02,2`,
      ',2026-01-02,1',
      `${two},2026-01-02`,
      `=1+1,2026-01-02,1`,
    ].join('\n');
    const { body } = await preview(file);
    const errors = [
      { row: 3, field: 'ad_id', code: 'no_such' },
      { row: 4, field: 'ad_id', code: 'no_such' },
      { row: 5, field: 'ad_id', code: 'no_such' },
      { row: 6, field: 'day', code: 'format_date' },
      { row: 7, field: 'cost', code: 'minimum', values: { min: 0 } },
      { row: 8, field: 'cost', code: 'multiple' },
      { row: 9, field: 'cost', code: 'maximum', values: { max: 9_999_999_999.99 } },
      { row: 10, field: 'cost', code: 'type' },
      { row: 11, field: 'day', code: 'required' },
      { row: 11, field: 'cost', code: 'required' },
      { row: 12, field: 'day', code: 'row_twice', values: { row: 2 } },
      { row: 13, field: 'ad_id', code: 'required' },
      { row: 14, field: 'row', code: 'file_cells', values: { found: 2, expected: 3 } },
      { row: 15, field: 'ad_id', code: 'type' },
    ];
    expect(body).toMatchObject({ total: 14, error_total: errors.length, counts: { create: 1 } });
    expect(body.errors).toEqual(errors);
    const refused = await apply(file);
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid']);
    expect(refused.body.fields).toMatchObject({ 'rows.3.ad_id': ['no_such'], 'rows.12.day': ['row_twice'] });
    expect(refused.body.limits['rows.12.day']).toEqual({ row: 2 });
    expect(await stored()).toEqual([]);
  });

  test('may belong to a deleted ad, given by its id', async () => {
    const [one] = shelf().ads;
    await parts.db.update(ad).set({ name: 'gone', status: false }).where(eq(ad.id, one));
    expect((await preview('ad_name,day,cost\ngone,2026-01-02,1')).body.errors).toMatchObject([
      { code: 'no_such' },
    ]);
    expect((await apply(`ad_id,day,cost\n${one},2026-01-02,1`)).status).toBe(200);
    await parts.db.update(ad).set({ status: true }).where(eq(ad.id, one));
  });

  test('follow a mapping before the headings, and an invalid mapping is refused', async () => {
    const [one] = shelf().ads;
    const file = `番号,日付,費用,請求額\n${one},2026-01-02,1,2\n`;
    const refused = (await preview(file)).body;
    expect(refused.fields).toEqual({ ad_id: ['heading_missing'], file: ['file_headings'] });
    expect(refused.limits, 'the headings that a mapping could name').toEqual({
      file: { headings: '番号 / 日付 / 費用 / 請求額' },
    });
    const mapping = JSON.stringify({ ad_id: '番号', cost: '請求額' });
    expect((await apply(file, { query: { mapping } })).status).toBe(200);
    expect(await stored()).toEqual([{ ad: one, day: '2026-01-02', cost: 2 }]);
    expect((await preview(file, { query: { mapping: '{"cost":"none","x":"日付"}' } })).body.fields).toEqual({
      cost: ['heading_missing'],
      x: ['unknown_field'],
      file: ['file_headings'],
    });
    for (const wrong of ['{', '[]', '{"cost":1}', 'null'])
      expect((await preview(file, { query: { mapping: wrong } })).body.fields).toEqual({ mapping: ['type'] });
    expect((await preview(`ad_id,日付,Date,cost\n${one},2026-01-02,,1`)).body.fields).toEqual({
      day: ['heading_twice'],
    });
  });

  test("are reported as unused while the product's cost linkage is off; a user who may import may turn it on, and reports count them then", async () => {
    const call = async (method: 'GET' | 'PUT', path: string, payload?: object) => {
      const answer = await app.inject({
        method,
        url: `/api/v1/${path}`,
        headers: { authorization: `Bearer ${tokens['user']}` },
        ...(payload && { payload }),
      });
      return {
        status: answer.statusCode,
        body: answer.json<Body & { updated_at: string; totals: { ad_cost: number } }>(),
      };
    };
    const {
      product,
      ads: [one],
    } = shelf();
    const file = (cost: number) => `ad_id,day,cost\n${one},2026-01-02,${cost}\n`;
    const importAs = async (who: string, cost: number) =>
      [await preview(file(cost), { who }), await apply(file(cost), { who })].map(({ status, body }) => [
        status,
        body['costs_unused'],
      ]);
    const linkCosts = async (isLinked: boolean) => {
      const {
        body: { updated_at },
      } = await call('GET', `products/${product}/`);
      return (
        await call('PUT', `products/${product}/`, {
          ...completeForm('products', mine, shelf()),
          ad_cost_linkage: isLinked,
          updated_at,
        })
      ).status;
    };
    const reportedCost = async () =>
      (await call('GET', `analyses/ad_summaries/?product_id=${product}&from=2026-01-01&to=2026-01-31`)).body
        .totals.ad_cost;

    expect(await importAs('user', 1234)).toEqual([
      [200, true],
      [200, true],
    ]);
    expect(await reportedCost()).toBe(0);
    expect(await linkCosts(true)).toBe(200);
    expect(await reportedCost()).toBe(1234);
    expect(await importAs('user', 56)).toEqual([
      [200, false],
      [200, false],
    ]);
    expect(await reportedCost()).toBe(56);
    expect(await linkCosts(false)).toBe(200);
    expect(
      (await preview('ad_name,redirect_url\nx,https://shop.example/', { query: { kind: 'ads' } })).body[
        'costs_unused'
      ],
      'ads have no costs to be unused',
    ).toBe(false);
  });

  test('of more rows than a statement takes are all stored, in any order of the file', async () => {
    const [one] = shelf().ads;
    const costs = Array.from({ length: 2_001 }, (_, n) => ({
      ad: one,
      day: new Date(Date.UTC(2020, 0, 1 + n)).toISOString().slice(0, 10),
      cost: n,
    }));
    const lines = costs.toReversed().map(({ ad: id, day, cost }) => `${id},${day},${cost}`);
    expect((await apply(`ad_id,day,cost\n${lines.join('\n')}\n`)).body).toMatchObject({
      counts: { create: 2_001 },
    });
    expect(await stored()).toEqual(costs);
  });

  test('of concurrent files are applied one after the other', async () => {
    const [one, two, three] = shelf().ads;
    const file = (cost: number, ads: readonly number[]) =>
      `ad_id,day,cost\n${ads.map(id => `${id},2026-01-02,${cost}\n`).join('')}`;
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => apply(file(n + 1, n % 2 ? [one, two, three] : [three, two, one]))),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    expect(new Set((await stored()).map(({ cost }) => cost)).size, 'the costs are those of one file').toBe(1);
  });
});

describe('an import file', () => {
  const right = () => `ad_id,day,cost\n${shelf().ads[0]},2026-01-02,1\n`;

  test('is refused if it differs from the preview', async () => {
    const { digest } = (await preview(right())).body;
    expect((await send('apply', right().replace(',1\n', ',2\n'), { query: { digest } })).body.fields).toEqual(
      { digest: ['file_changed'] },
    );
    expect(
      (await send('apply', right(), { query: { digest }, product: mine.shelves[1].product })).body.fields,
    ).toEqual({ digest: ['file_changed'] });
    expect(await stored()).toEqual([]);
  });

  test('is accepted from users who may write settings, for visible products', async () => {
    expect((await preview(right(), { who: 'user' })).status).toBe(200);
    expect((await preview(right(), { who: 'agency' })).body.code).toBe('forbidden');
    expect((await preview(right(), { product: foreign.shelves[0].product })).body.code).toBe(
      'no_permission_for_data',
    );
  });

  test('is refused as a whole if it cannot be read', async () => {
    expect((await preview('')).body.fields).toEqual({ file: ['file_empty'] });
    expect((await preview('{', { type: 'application/json' })).body.fields).toEqual({ file: ['file_format'] });
    expect((await preview('ad_id,day,cost\n1,2,3', { type: XLSX })).body.fields).toEqual({
      file: ['file_format'],
    });
    expect((await preview(right(), { type: 'text/plain' })).status).toBe(415);
    expect((await preview(Buffer.alloc(10 * 1024 * 1024 + 1, 0x20))).status).toBe(413);
    expect((await preview(`ad_id,day,cost\n${'1,2,3\n'.repeat(20_001)}`)).body).toMatchObject({
      fields: { file: ['file_rows'] },
      limits: { file: { max: 20_000 } },
    });
  });

  test('waits while another file of the company is imported, and is refused beyond the limit of waiting files', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => preview(right())));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]));
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(9);
    expect((await preview(right())).status, 'the slots are free again').toBe(200);
  });

  test('with 20,000 faulty rows is answered with the first thousand faults', async () => {
    const { body } = await preview(`ad_id,day,cost\n${'1x,2026-01-01,3\n'.repeat(20_000)}`);
    expect([body['total'], body['error_total'], body.errors.length]).toEqual([20_000, 20_000, 1_000]);
  });
});
