import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Draft } from '../../../server/records/entity.ts';
import { change, company, cvSetting } from '../../../server/store/postgres/schema/index.ts';
import { ENTITIES, openEntitySuite, type EntitySuite } from '../../support/entity-suite.ts';
import { PASSWORD } from '../../support/tenants.ts';

/** Rules over several fields of a form. */

let suite: EntitySuite;
beforeAll(async () => {
  suite = await openEntitySuite();
});
afterAll(() => suite.close());

const entityOf = (name: string) => ENTITIES.find(entity => entity.name === name)!;
const page = (rate: number) => ({ title: '', url: 'https://shop.example/', rate });
const PARAMETERS = { own_parameters: true, parameters: { xclid: 'a', media_session: 'b' } };

/** Entity, changed fields, and the expected faults; null: the form is valid. */
const RULES: readonly (readonly [
  name: string,
  over: Draft,
  fields: Readonly<Record<string, readonly string[]>> | null,
])[] = [
  ['ads', { lpo_flag: true, lpo_entries: [page(33.3), page(33.3), page(33.4)] }, null],
  ['ads', { lpo_flag: true, lpo_entries: [page(0.1), page(0.2), page(99.7)] }, null],
  [
    'ads',
    { lpo_flag: true, lpo_entries: [page(33.33), page(33.33), page(33.33)] },
    { lpo_entries: ['rates_sum'] },
  ],
  ['ads', { lpo_flag: true, lpo_entries: [] }, { lpo_entries: ['choose_one'] }],
  ['ads', { lpo_flag: false, lpo_entries: [page(7)] }, null],
  [
    'ads',
    { lpo_entries: [{ title: 'x'.repeat(101), url: 'shop', rate: 100.01 }] },
    {
      'lpo_entries.0.title': ['too_long'],
      'lpo_entries.0.url': ['format_url'],
      'lpo_entries.0.rate': ['maximum'],
    },
  ],
  [
    'ads',
    { lpo_entries: [{ title: '', url: 'https://shop.example/', rate: 1, weight: 2 }] },
    { 'lpo_entries.0.weight': ['unknown_field'] },
  ],
  ['ads', { period_from: '2026-02-28', period_to: '2026-02-28' }, null],
  ['ads', { period_from: '2026-03-01', period_to: '2026-02-28' }, { period_to: ['before_start'] }],
  ['ads', PARAMETERS, null],
  [
    'ads',
    { ...PARAMETERS, parameters: { xclid: 'a', media_session: 'a' } },
    { 'parameters.media_session': ['duplicate'] },
  ],
  ['ads', { ...PARAMETERS, parameters: { xclid: '', media_session: null } }, { parameters: ['choose_one'] }],
  ['ads', { own_auto_approval: true, auto_approval: null }, { auto_approval: ['required'] }],
  ['redirects', { lpo_flag: true, lpo_entries: [page(50)] }, { lpo_entries: ['rates_sum'] }],
  ['asps', { result_flag: 1, result_method: 2, webhook_url: '' }, { webhook_url: ['required'] }],
  ['asps', { result_flag: 2, result_method: 1, cv_tag: ' ' }, { cv_tag: ['required'] }],
  ['asps', { result_flag: 0, webhook_url: '', cv_tag: '' }, null],
  [
    'asps',
    { xclid_flag: true, xclid_name: '', media_session_flag: false, media_session_name: '' },
    { xclid_name: ['required'] },
  ],
  [
    'asps',
    { xclid_flag: true, xclid_name: 'id', media_session_flag: true, media_session_name: 'id' },
    { media_session_name: ['duplicate'] },
  ],
  [
    'cvSettings',
    { cv_condition: 1, cv_page_url: '', route_page_url: '', button_selector: '' },
    { cv_page_url: ['required'] },
  ],
  [
    'cvSettings',
    { cv_condition: 2, cv_page_url: '/thanks', route_page_url: '' },
    { route_page_url: ['required'] },
  ],
  [
    'cvSettings',
    { cv_condition: 3, cv_page_url: '', route_page_url: '', button_selector: '' },
    { button_selector: ['required'] },
  ],
  [
    'cvSettings',
    { cv_condition: 1, cv_page_url: 'https//shop.example/thanks' },
    { cv_page_url: ['page_pattern'] },
  ],
  ['cvSettings', { cv_condition: 1, cv_page_url: 'https://' }, { cv_page_url: ['page_pattern'] }],
  [
    'cvSettings',
    { cv_condition: 2, cv_page_url: 'foo bar', route_page_url: 'https:/shop.example/form' },
    { cv_page_url: ['page_pattern'], route_page_url: ['page_pattern'] },
  ],
  [
    'cvSettings',
    { cv_condition: 3, cv_page_url: 'foo bar', button_selector: '###((' },
    { cv_page_url: ['page_pattern'], button_selector: ['css_selector'] },
  ],
  // A fragment is ignored unless it is a page of its own.
  ['cvSettings', { cv_condition: 1, cv_page_url: '/app#thanks' }, { cv_page_url: ['page_fragment'] }],
  [
    'cvSettings',
    { cv_condition: 2, cv_page_url: '#done', route_page_url: 'shop.example/cart#?step=1' },
    { cv_page_url: ['page_fragment'], route_page_url: ['page_fragment'] },
  ],
  ['cvSettings', { cv_condition: 2, cv_page_url: '/app#/thanks', route_page_url: '/app#!/cart?a=1' }, null],
  ['cvSettings', { cv_condition: 1, cv_page_url: '/thanks#' }, null],
  // Fields that the condition does not use are not checked.
  [
    'cvSettings',
    { cv_condition: 1, cv_page_url: '/thanks', route_page_url: 'foo bar', button_selector: '###((' },
    null,
  ],
  [
    'cvSettings',
    { cv_condition: 2, cv_page_url: '*.お花.example/注文?step=*', route_page_url: '/cart/*' },
    null,
  ],
  [
    'cvSettings',
    { cv_condition: 3, cv_page_url: '', button_selector: ' button.add-to-cart, a[data-x="</script>"] ' },
    null,
  ],
  ['syncSettings', { schedule: 'daily', source_url: '' }, { source_url: ['required'] }],
  ['syncSettings', { source_url: 'http://n.example/' }, { source_url: ['format_url'] }],
  ['syncSettings', { mapping: { ['x'.repeat(101)]: 'a' } }, { mapping: ['too_long'] }],
  [
    'analyzeSettings',
    { analyze_page: 'item_1', name: '', metrics: [] },
    { name: ['required'], metrics: ['choose_one'] },
  ],
  ['analyzeSettings', { analyze_page: 'item_1', metrics: ['cv', 'nothing'] }, { 'metrics.1': ['choice'] }],
  ['analyzeSettings', { analyze_page: 'effect' }, { analyze_page: ['taken'] }],
  ['companies', { login_allowed_ips: ['10.0.0.0/8'] }, { login_allowed_ips: ['locks_out'] }],
  ['companies', { login_allowed_ips: [] }, null],
];

it.each(RULES)('a form of %s is checked as a whole: %j', async (name, over, fields) => {
  const entity = entityOf(name);
  const { status, body } =
    entity.writing?.create === undefined
      ? await suite.change(entity, await suite.make(entity), over)
      : await suite.ask('POST', `${entity.path}/`, { ...suite.form(entity), ...over });
  expect([body.fields, status]).toEqual(
    fields === null ? [undefined, status < 300 ? status : 201] : [fields, 400],
  );
});

describe('a row', () => {
  it('keeps the fields that a change omits, and its rules apply to the complete row', async () => {
    const ads = entityOf('ads');
    const row = await suite.make(ads, { period_from: '2026-03-01', period_to: '2026-03-31' });
    const form = { name: '新', redirect_url: row['redirect_url'], updated_at: row['updated_at'] };
    expect(
      (await suite.ask('PUT', `ads/${String(row['id'])}/`, { ...form, period_to: '2026-02-01' })).body.fields,
    ).toEqual({ period_to: ['before_start'] });
    expect(
      (await suite.ask('PUT', `ads/${String(row['id'])}/`, { updated_at: row['updated_at'] })).body.fields,
    ).toEqual({ name: ['required'], redirect_url: ['required'] });
    const { body } = await suite.ask('PUT', `ads/${String(row['id'])}/`, form);
    expect({ ...body, updated_at: '' }).toEqual({ ...row, label: '新', name: '新', updated_at: '' });
  });

  it.each([
    ['https//shop.example/thanks', 'https//shop.example/done', 'page_pattern'],
    ['shop.example/thanks#top', 'shop.example/done#top', 'page_fragment'],
  ])(
    'of a CV setting that was stored before its pattern %s was refused can still be changed in other fields',
    async (storedPage, otherPage, code) => {
      const settings = entityOf('cvSettings');
      const row = await suite.make(settings);
      const stored = { condition: 1, page: storedPage };
      await suite.parts.db
        .update(cvSetting)
        .set({ cvCondition: stored.condition, cvPageUrl: stored.page })
        .where(eq(cvSetting.id, Number(row['id'])));
      const old = (await suite.ask('GET', `cv_settings/${String(row['id'])}/`)).body;
      const renamed = await suite.change(settings, old, { name: '改名' });
      expect([renamed.status, renamed.body['name'], renamed.body['cv_page_url']]).toEqual([
        200,
        '改名',
        stored.page,
      ]);
      expect((await suite.change(settings, renamed.body, { cv_page_url: otherPage })).body.fields).toEqual({
        cv_page_url: [code],
      });
      expect(
        (await suite.change(settings, renamed.body, { cv_condition: 2, route_page_url: '/cart' })).body
          .fields,
      ).toEqual({ cv_page_url: [code] });
      expect((await suite.ask('DELETE', `cv_settings/${String(row['id'])}/`)).status).toBe(200);
      expect((await suite.ask('POST', 'cv_settings/restore/', { ids: [row['id']] })).status).toBe(200);
    },
  );

  it('cannot be restored if its page was taken meanwhile', async () => {
    const settings = entityOf('analyzeSettings');
    const first = await suite.make(settings, { analyze_page: 'cv' });
    await suite.ask('DELETE', `analyze_settings/${String(first['id'])}/`);
    const second = await suite.make(settings, { analyze_page: 'cv' });
    const { status, body } = await suite.ask('POST', 'analyze_settings/restore/', { ids: [first['id']] });
    expect([status, body.fields]).toEqual([400, { analyze_page: ['taken'] }]);
    await suite.ask('DELETE', `analyze_settings/${String(second['id'])}/`);
    expect((await suite.ask('POST', 'analyze_settings/restore/', { ids: [first['id']] })).status).toBe(200);
  });

  it('of a crossdomain sender contains the tag for its pages', async () => {
    const row = await suite.make(entityOf('crossdomainSettings'));
    expect(row['set_tag']).toBe(
      `<script async src="http://localhost:3000/t/${suite.tenant.shelves[0].product}.js"></script>`,
    );
  });

  it('can be used at once by its creator', async () => {
    const product = await suite.make(entityOf('products'));
    const made = await suite.ask('POST', 'ad_categories/', { product_id: product['id'], name: '新' });
    expect(made.status).toBe(201);
    await suite.ask('DELETE', `products/${String(product['id'])}/`);
    expect(
      (await suite.ask('POST', 'ad_categories/', { product_id: product['id'], name: '新' })).body.fields,
    ).toEqual({ product_id: ['absent'] });
  });
});

describe('the audit log', () => {
  it('is visible to administrators of the company, newest first, in pages', async () => {
    const newest = Number((await suite.ask('GET', 'changes/?page_size=1')).body.results[0]?.['id']);
    for (const path of ['changes/', `changes/${newest}/`, 'changes/download/csv/'])
      expect([path, (await suite.ask('GET', path, undefined, 'user')).status]).toEqual([path, 403]);
    expect((await suite.ask('GET', `changes/${newest}/`, undefined, 'rival')).status).toBe(404);
    expect((await suite.ask('GET', 'changes/?action__ne=sign_in', undefined, 'rival')).body).toMatchObject({
      count: 0,
      results: [],
    });
    const all = (await suite.ask('GET', 'changes/?page_size=9999')).body;
    const ids = all.results.map(row => Number(row['id']));
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    expect([all.count, ids.length > 5]).toEqual([ids.length, true]);
    const second = (await suite.ask('GET', 'changes/?page=2&page_size=2')).body;
    expect([second.count, second.results]).toEqual([all.count, all.results.slice(2, 4)]);
    expect((await suite.ask('GET', 'changes/?pageNo=2&pageSize=2')).body.results).toEqual(second.results);
    expect((await suite.ask('GET', 'changes/?entity=ads&row_id=x')).body.fields).toEqual({
      row_id: ['integer'],
    });
    expect((await suite.ask('GET', 'changes/?entity=nothing')).body.count).toBe(0);
  });

  it('has no line for refused changes', async () => {
    const lines = async () => (await suite.parts.db.select({ id: change.id }).from(change)).length;
    const before = await lines();
    await suite.ask('POST', 'ads/', { ...suite.form(entityOf('ads')), asp: 2_000_000_000 });
    await suite.ask('POST', 'ads/remove/', { ids: [suite.tenant.shelves[0].ads[0], 2_000_000_000] });
    await suite.ask('DELETE', `ads/${suite.tenant.shelves[0].ads[0]}/`, undefined, 'rival');
    expect(await lines()).toBe(before);
  });
});

describe('the GraphQL gateway', () => {
  it('writes rows and returns the faults of their fields', async () => {
    await suite.parts.db.update(company).set({ loginAllowedIps: [] }).where(eq(company.id, suite.tenant.id));
    const { access } = (
      await suite.app.inject({
        method: 'POST',
        url: '/api/v1/auth/signin/',
        payload: { company_id: 'acme', email: suite.tenant.emails.admin, password: PASSWORD },
      })
    ).json<{ access: string }>();
    interface Written {
      readonly data: { saved: { id: number; updated_at: string } } | null;
      readonly errors?: { extensions: Record<string, unknown> }[];
    }
    const send = async (query: string, variables: object) =>
      (
        await suite.app.inject({
          method: 'POST',
          url: '/graphql',
          headers: { authorization: `Bearer ${access}` },
          payload: { query, variables },
        })
      ).json<Written>();
    const create =
      'mutation SyncSettingCreate($input: SyncSettingForm_Input!) { saved: createSyncSetting(input: $input) { id updated_at } }';
    const { data } = await send(create, {
      input: { ...suite.form(entityOf('syncSettings')), mapping: { day: '日付', 'cost & more': '費用' } },
    });
    expect((await suite.ask('GET', `sync_settings/${String(data?.saved.id)}/`)).body['mapping']).toEqual({
      day: '日付',
      'cost & more': '費用',
    });
    const wrong = await send(
      'mutation AdCreate($input: AdForm_Input!) { saved: createAd(input: $input) { id updated_at } }',
      {
        input: { ...suite.form(entityOf('ads')), name: '', lpo_entries: [{ title: '', url: 'x', rate: 1 }] },
      },
    );
    expect(wrong.errors?.[0]?.extensions).toMatchObject({
      fields: { name: ['required'], 'lpo_entries.0.url': ['format_url'] },
    });
    const change_ =
      'mutation AdTypeUpdate($id: Int!, $input: AdTypeChange_Input!) { saved: updateAdType(id: $id, input: $input) { id updated_at } }';
    const stale = await send(change_, {
      id: suite.tenant.shelves[0].type,
      input: { title: '新', updated_at: '2020-01-01T00:00:00.000Z' },
    });
    expect(stale.errors?.[0]?.extensions).toMatchObject({ code: 'conflict' });
  });
});

it('a redirect can be restored only while its ad is not deleted', async () => {
  const made = await suite.make(entityOf('ads'));
  const redirect = await suite.make(entityOf('redirects'), { ad_id: made['id'] });
  const mark = (word: string, path: string, row: Draft) =>
    suite.ask('POST', `${path}/${word}/`, { ids: [row['id']] });
  await mark('remove', 'redirects', redirect);
  await mark('remove', 'ads', made);
  const refused = await mark('restore', 'redirects', redirect);
  expect([refused.status, refused.body.code]).toEqual([409, 'ad_deleted']);
  await mark('restore', 'ads', made);
  expect((await mark('restore', 'redirects', redirect)).status).toBe(200);
});
