import { asc, eq, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../../server/app.ts';
import { ads as adFields } from '../../../server/entities/ads.ts';
import { ad, adCategory, adType, change } from '../../../server/store/postgres/schema/index.ts';
import { makeTenant, one, signIn, type Body, type Tenant } from '../../support/tenants.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

let parts: TestParts;
let app: FastifyInstance;
let mine: Tenant;
let foreign: Tenant;
let token: string;
beforeAll(async () => {
  parts = await createTestParts();
  mine = await makeTenant(parts.db, 'acme');
  foreign = await makeTenant(parts.db, 'rival');
  app = await createApp({ parts, collector: null });
  token = (await signIn(app, mine, 'user')).access;
});
afterAll(async () => {
  await app.close();
  await parts.close();
});

interface Options {
  type?: string;
  query?: Record<string, string>;
}
const send = async (
  route: string,
  body: string | Buffer,
  { type = 'text/csv', query = {} }: Options = {},
) => {
  const address = new URLSearchParams({ product_id: String(mine.shelves[0].product), kind: 'ads', ...query });
  const answer = await app.inject({
    method: 'POST',
    url: `/api/v1/imports/${route}/?${address}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': type },
    payload: body,
  });
  return {
    status: answer.statusCode,
    body: answer.json<
      Body & {
        errors: object[];
        rows: { row: number; action: string; values: Record<string, unknown> }[];
        digest: string;
      }
    >(),
  };
};
const preview = (body: string, options?: Options) => send('preview', body, options);
const apply = async (body: string, options: Options = {}) =>
  send('apply', body, {
    ...options,
    query: { ...options.query, digest: (await preview(body, options)).body.digest ?? 'none' },
  });
const JSON_FILE = { type: 'application/json' };
const shelf = () => mine.shelves[0];
const adOf = async (id: number) => one(await parts.db.select().from(ad).where(eq(ad.id, id)));
const newest = async () =>
  (await parts.db.select().from(ad).where(eq(ad.productId, shelf().product)).orderBy(asc(ad.id))).at(-1)!;
const count = () => parts.db.$count(ad);

describe('imported ads without an id', () => {
  test("are created like by the form, with the form's defaults", async () => {
    const file =
      '広告名,遷移先URL,広告カテゴリ,広告タイプ1,広告媒体,代理店,掲載開始日,クリック単価（円）,成果通知,成果通知を個別設定,広告の説明\n' +
      `=1+1 é 🎯,https://shop.example/lp?q=é,分類 50%_\\,媒体,ｒéＳＥＡＵ,"代理店 ""A""",2026/1/31,"1,234.5",有効（常に通知）,する,"二行\nの説明"\n`;
    const { body } = await preview(file);
    expect(body.errors).toEqual([]);
    expect(body).toMatchObject({
      total: 1,
      counts: { create: 1, update: 0, same: 0 },
      rows: [
        {
          row: 2,
          action: 'create',
          values: { name: '=1+1 é 🎯', click_cost: 1234.5, result_flag: 2, ad_category: shelf().category },
          names: {
            ad_category: '分類 50%_\\',
            ad_type1: '媒体',
            asp: expect.stringMatching(/^réseau$/i) as string,
            agency: '代理店 "A"',
          },
        },
      ],
    });
    expect((await apply(file)).status).toBe(200);
    expect(await newest()).toMatchObject({
      name: '=1+1 é 🎯',
      redirectUrl: 'https://shop.example/lp?q=é',
      adCategoryId: shelf().category,
      adType1Id: shelf().type,
      aspId: shelf().asp,
      agencyId: mine.agencies[0],
      periodFrom: '2026-01-31',
      periodTo: null,
      clickCost: 1234.5,
      resultFlag: 2,
      ownResultNotice: true,
      adDescription: '二行\nの説明',
      performanceCvFlag: true,
      directLink: false,
      lpoEntries: [],
      status: true,
      companyId: mine.id,
    });
    const made = await newest();
    const [line] = await parts.db.select().from(change).where(eq(change.rowId, made.id));
    expect(line).toMatchObject({
      entity: 'ads',
      action: 'create',
      userId: mine.users.user,
      before: null,
      after: { name: '=1+1 é 🎯' },
    });
  });

  test('need the required fields of the form', async () => {
    const refused = (await preview('名称\nx')).body;
    expect(refused.fields).toEqual({ redirect_url: ['heading_missing'], file: ['file_headings'] });
    expect(refused.limits).toEqual({ file: { headings: '名称' } });
    expect((await preview('name,redirect_url\n,https://a.example\nx,ftp://a.example\n')).body.errors).toEqual(
      [
        { row: 2, field: 'name', code: 'required' },
        { row: 3, field: 'redirect_url', code: 'format_url' },
      ],
    );
  });

  test('are validated like the form, row by row, and none is created if one is invalid', async () => {
    const before = await count();
    const rows = [
      { name: 'right', redirect_url: 'https://a.example/' },
      { name: 'x'.repeat(101), redirect_url: 'https://a.example/' },
      { name: 'nul\u0000', redirect_url: 'https://a.example/' },
      {
        name: 'cost',
        redirect_url: 'https://a.example/',
        click_cost: 0.001,
        cv_cost: '100000000',
        ad_fee: -1,
      },
      {
        name: 'period',
        redirect_url: 'https://a.example/',
        period_from: '2026-02-01',
        period_to: '2026-01-31',
      },
      {
        name: 'rates',
        redirect_url: 'https://a.example/',
        lpo_flag: true,
        lpo_entries: [{ title: 'a', url: 'https://a.example/', rate: 99 }],
      },
      {
        name: 'entries',
        redirect_url: 'https://a.example/',
        lpo_entries: [{ title: 'a', url: 'javascript:alert(1)', rate: 100 }],
      },
      {
        name: 'words',
        redirect_url: 'https://a.example/',
        result_flag: 'いつでも',
        direct_link: 'maybe',
        period_from: '2026-02-30',
      },
      { name: 'long', redirect_url: 'https://a.example/', ad_description: '長'.repeat(10_000) },
      { name: 'object', redirect_url: 'https://a.example/', parameters: '{"xclid":', auto_approval: 3 },
      {
        name: 'deep',
        redirect_url: 'https://a.example/',
        parameters: `${'['.repeat(16_000)}${']'.repeat(16_000)}`,
        lpo_entries: '[{"title":"\\ud800"}]',
      },
    ];
    const { body } = await preview(JSON.stringify(rows), JSON_FILE);
    expect(
      (body.errors as { row: number; field: string; code: string }[]).map(
        ({ row, field, code }) => `${row} ${field} ${code}`,
      ),
    ).toEqual([
      '2 name too_long',
      '3 name text',
      '4 click_cost click_cost',
      '4 cv_cost cv_cost',
      '4 ad_fee minimum',
      '5 period_to before_start',
      '6 lpo_entries rates_sum',
      '7 lpo_entries.0.url format_url',
      '8 period_from format_date',
      '8 direct_link type',
      '8 result_flag choice',
      '9 ad_description too_long',
      '10 parameters format',
      '10 auto_approval type',
      '11 lpo_entries text',
      '11 parameters text',
    ]);
    const refused = await apply(JSON.stringify(rows), JSON_FILE);
    expect([refused.status, refused.body.fields['rows.5.period_to']]).toEqual([400, ['before_start']]);
    expect(await count()).toBe(before);
  });

  test('can refer only to existing rows of the product', async () => {
    const { db } = parts;
    const insert = async (over: object) =>
      one(
        await db
          .insert(adCategory)
          .values({ companyId: mine.id, productId: shelf().product, name: 'x', ...over })
          .returning(),
      ).id;
    const [deletedAd, twiceA] = [
      await insert({ name: 'gone', status: false }),
      await insert({ name: '2026' }),
    ];
    await insert({ name: 'twice' });
    await insert({ name: 'twice' });
    const second = one(
      await db
        .insert(adType)
        .values({ companyId: mine.id, productId: shelf().product, sequence: 2, title: '二' })
        .returning(),
    ).id;
    const of = (ad_category: unknown, more: object = {}) => ({
      name: 'n',
      redirect_url: 'https://a.example/',
      ad_category,
      ...more,
    });
    const { body } = await preview(
      JSON.stringify([
        of(shelf().category),
        of(String(shelf().category)),
        of('2026'),
        of(null),
        of(deletedAd),
        of(mine.shelves[1].category),
        of(foreign.shelves[0].category),
        of('gone'),
        of('twice'),
        of(null, { ad_type1: second }),
        of(null, { ad_type2: '二' }),
        of(null, { agency: foreign.agencies[0] }),
      ]),
      JSON_FILE,
    );
    expect(body.errors).toEqual([
      { row: 5, field: 'ad_category', code: 'no_such' },
      { row: 6, field: 'ad_category', code: 'no_such' },
      { row: 7, field: 'ad_category', code: 'no_such' },
      { row: 8, field: 'ad_category', code: 'no_such' },
      { row: 9, field: 'ad_category', code: 'several' },
      { row: 10, field: 'ad_type1', code: 'no_such' },
      { row: 12, field: 'agency', code: 'no_such' },
    ]);
    expect(body.rows.map(({ values }) => values['ad_category'] ?? values['ad_type2'] ?? null)).toEqual([
      shelf().category,
      shelf().category,
      twiceA,
      null,
      second,
    ]);
  });
});

describe('imported ads with an id', () => {
  test('are changed in the columns of the file, and keep the others', async () => {
    const [id] = shelf().ads;
    const before = await adOf(id);
    const file = `id,name,cv_cost\n${id},新しい名前,99.5\n`;
    expect((await preview(file)).body.rows).toEqual([
      { row: 2, action: 'update', values: { id, name: '新しい名前', cv_cost: 99.5 }, names: {} },
    ]);
    expect((await apply(file)).body).toEqual({
      total: 1,
      counts: { create: 0, update: 1, replace: 0, same: 0 },
      costs_unused: false,
    });
    const { updatedAt, ...after } = await adOf(id);
    expect(after).toEqual({ ...after, ...before, name: '新しい名前', cvCost: 99.5, updatedAt: undefined });
    expect(updatedAt.getTime()).toBeGreaterThan(before.updatedAt.getTime());
    expect((await apply(file)).body, 'the same file changes nothing').toMatchObject({
      counts: { update: 0, same: 1 },
    });
    expect((await adOf(id)).updatedAt).toEqual(updatedAt);
    expect(
      await parts.db
        .select({ before: change.before, after: change.after })
        .from(change)
        .where(eq(change.rowId, id)),
    ).toEqual([{ before: { name: before.name, cv_cost: 0 }, after: { name: '新しい名前', cv_cost: 99.5 } }]);
  });

  test('are cleared by an empty cell where a field may be empty, and keep other fields', async () => {
    const [, id] = shelf().ads;
    await parts.db
      .update(ad)
      .set({ adDescription: 'd', periodFrom: '2026-01-31', clickCost: 5, directLink: true })
      .where(eq(ad.id, id));
    expect(
      (await apply(`id,ad_description,period_from,ad_category,click_cost,direct_link\n${id},,,,,\n`)).body,
    ).toMatchObject({ counts: { update: 1 } });
    expect(await adOf(id)).toMatchObject({
      adDescription: '',
      periodFrom: null,
      adCategoryId: null,
      clickCost: 5,
      directLink: true,
    });
    expect((await preview(`id,name\n${id},\n`)).body.errors).toEqual([
      { row: 2, field: 'name', code: 'required' },
    ]);
  });

  test('must be existing ads of the product, each once', async () => {
    const [one_, , deletedAd] = shelf().ads;
    await parts.db.update(ad).set({ status: false }).where(eq(ad.id, deletedAd));
    const file = `id,name\n${one_},a\n${deletedAd},b\n${foreign.shelves[0].ads[0]},c\n${mine.shelves[1].ads[0]},d\n999999,e\nx,f\n${one_},g\n1.5,h\n`;
    expect((await preview(file)).body.errors).toEqual([
      { row: 3, field: 'id', code: 'no_such' },
      { row: 4, field: 'id', code: 'no_such' },
      { row: 5, field: 'id', code: 'no_such' },
      { row: 6, field: 'id', code: 'no_such' },
      { row: 7, field: 'id', code: 'type' },
      { row: 8, field: 'id', code: 'row_twice', values: { row: 2 } },
      { row: 9, field: 'id', code: 'no_such' },
    ]);
    expect((await apply(file)).status).toBe(400);
    expect((await parts.db.select().from(ad).where(eq(ad.name, 'c'))).length).toBe(0);
    await parts.db.update(ad).set({ status: true }).where(eq(ad.id, deletedAd));
  });

  test('keep a reference to a deleted row if the file repeats it', async () => {
    const [id] = shelf().ads;
    const category = one(
      await parts.db
        .insert(adCategory)
        .values({ companyId: mine.id, productId: shelf().product, name: '消えた' })
        .returning(),
    ).id;
    await parts.db.update(ad).set({ adCategoryId: category }).where(eq(ad.id, id));
    await parts.db.update(adCategory).set({ status: false }).where(eq(adCategory.id, category));
    expect((await apply(`id,ad_category,cv_cost\n${id},${category},7\n`)).status).toBe(200);
    expect(await adOf(id)).toMatchObject({ adCategoryId: category, cvCost: 7 });
  });

  test('are changed by concurrent files one after the other', async () => {
    const ids = shelf().ads;
    const file = (name: string, order: readonly number[]) =>
      `id,name\n${order.map(id => `${id},${name}\n`).join('')}`;
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => apply(file(`n${n}`, n % 2 ? ids : ids.toReversed()))),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200));
    expect(
      new Set(await Promise.all(ids.map(async id => (await adOf(id)).name))).size,
      'the ads have the values of one file',
    ).toBe(1);
  });

  test('are not created at all where what one refers to is deleted while they are written', async () => {
    const category = one(
      await parts.db
        .insert(adCategory)
        .values({ companyId: mine.id, productId: shelf().product, name: 'leaving' })
        .returning(),
    ).id;
    const file =
      'name,redirect_url,ad_category\nfirst,https://a.example/,\nsecond,https://a.example/,leaving\n';
    const { digest } = (await preview(file)).body;
    const before = await count();
    const applied = await parts.db.transaction(async tx => {
      await tx.update(adCategory).set({ status: false }).where(eq(adCategory.id, category));
      const answer = send('apply', file, { query: { digest } });
      await expect
        .poll(() =>
          parts.db.execute(
            sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          ),
        )
        .toMatchObject({ rowCount: 1 });
      return { answer };
    });
    expect((await applied.answer).body.fields).toMatchObject({ 'rows.3.ad_category': expect.anything() });
    expect(await count()).toBe(before);
  });

  test("are unchanged after importing the list's answer", async () => {
    const list = await app.inject({
      url: `/api/v1/ads/?product_id=${shelf().product}&page_size=9999`,
      headers: { authorization: `Bearer ${token}` },
    });
    const { body } = await preview(list.body, JSON_FILE);
    expect(body.errors).toEqual([]);
    expect(body).toMatchObject({ counts: { create: 0, update: 0, same: list.json<Body>().count } });
  });

  test.each(['csv', 'xlsx'])(
    'are unchanged after importing a download as %s in any language, also with texts that begin formulas',
    async format => {
      const [id] = shelf().ads;
      await parts.db
        .update(ad)
        .set({
          name: '=1+1',
          adDescription: "'@quoted\n-2",
          args: '＝全角',
          periodTo: '2026-12-31',
          lpoFlag: true,
          lpoEntries: [{ title: '', url: 'https://a.example/', rate: 100 }],
          ownParameters: true,
          parameters: { xclid: 'é' },
          clickCost: 1234.56,
        })
        .where(eq(ad.id, id));
      const columns = Object.keys(adFields.fields).filter(
        name => !['product_id', 'status', 'created_at', 'updated_at'].includes(name),
      );
      for (const locale of ['ja', 'en', 'zh-CN']) {
        const address = new URLSearchParams({
          product_id: String(shelf().product),
          columns: ['id', ...columns].join(','),
          locale,
        });
        const file = await app.inject({
          url: `/api/v1/logs/ads/download/${format}/?${address}`,
          headers: { authorization: `Bearer ${token}` },
        });
        expect(file.statusCode).toBe(200);
        const { body } = await send('preview', file.rawPayload, {
          type: String(file.headers['content-type']).split(';')[0]!,
        });
        expect([locale, body.errors]).toEqual([locale, []]);
        expect(body['counts']).toEqual({ create: 0, update: 0, replace: 0, same: body['total'] });
      }
    },
  );

  const headings = {
    en: 'Ad ID,Ad name,Click cost (yen),CV cost (yen),Own result notice,Result notice,Counts for performance CV',
    'zh-CN': '广告ID,广告名称,点击单价（日元）,转化单价（日元）,单独设置成果通知,成果通知,计入绩效转化',
    'zh-CN of the first release':
      '广告ID,广告名称,点击单价（日元）,CV单价（日元）,单独设置成果通知,成果通知,计入绩效CV',
  };
  test.each(Object.entries(headings))('are recognised by former headings: %s', async (_, row) => {
    const [id] = shelf().ads;
    const flags = row.startsWith('Ad') ? 'On,2,Off' : '开启,2,关闭';
    await parts.db
      .update(ad)
      .set({ ownResultNotice: false, resultFlag: 0, performanceCvFlag: true, cvCost: 1 })
      .where(eq(ad.id, id));
    const { status, body } = await apply(`${row}\n${id},older,12,34,${flags}\n`);
    expect([status, body]).toMatchObject([200, { counts: { update: 1 } }]);
    expect(await adOf(id)).toMatchObject({
      name: 'older',
      clickCost: 12,
      cvCost: 34,
      ownResultNotice: true,
      resultFlag: 2,
      performanceCvFlag: false,
    });
  });
});
