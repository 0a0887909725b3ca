import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { change, savedView } from '../../../server/store/postgres/schema/index.ts';
import { DAY } from '../../../server/platform/time.ts';
import { type Call, type CalledServer, type Row, startCalledServer } from '../../support/callers.ts';
import type { Tenant } from '../../support/tenants.ts';
import type { TestParts } from '../../support/test-parts.ts';

let server: CalledServer;
let parts: TestParts;
let tenant: Tenant;
let admin: Call, plain: Call, ofAgency: Call, stranger: Call;

beforeAll(async () => {
  server = await startCalledServer();
  ({ parts, tenant, admin, plain, ofAgency, stranger } = server);
});
afterAll(() => server.close());

const ADDRESS = 'sort=-name&f=name__contains%3D%E5%BA%83%E5%91%8A+%22%C3%A9%22&f=click_cost__gte%3D0&size=20';
const form = (over: object = {}) => ({
  screen: 'ads',
  name: '今月の広告 "É"',
  address: ADDRESS,
  hidden: ['args', 'created_at'],
  ...over,
});
const make = async (who: Call, over: object = {}): Promise<Row> => {
  const { status, body } = await who('POST', 'saved_views/', form(over));
  expect(status).toBe(201);
  return body;
};
const idsSeen = async (who: Call, query = '') =>
  (await who('GET', `saved_views/?page_size=9999${query}`)).body.results.map(row => row['id']);

describe('a saved view', () => {
  it('is stored byte for byte and owned by its creator', async () => {
    const view = await make(plain);
    expect(view).toMatchObject({
      ...form(),
      shared: false,
      label: '今月の広告 "É"',
      user_id: tenant.users.user,
      user_name: 'Zoë user',
      status: true,
    });
    expect((await plain('GET', `saved_views/${view.id}/`)).body).toEqual(view);
    expect((await plain('POST', 'saved_views/', form({ user_id: tenant.users.admin }))).body.fields).toEqual({
      user_id: ['unknown_field'],
    });
  });

  it("is visible to its owner only, or if shared to the company's own users, and never to agencies", async () => {
    const [own, shared, ofTheAgency] = [
      await make(plain),
      await make(plain, { shared: true }),
      await make(ofAgency, { shared: true }),
    ];
    expect(await idsSeen(admin)).toContain(shared.id);
    expect(await idsSeen(admin)).not.toContain(own.id);
    expect([
      (await admin('GET', `saved_views/${own.id}/`)).status,
      (await admin('GET', `saved_views/${shared.id}/`)).status,
    ]).toEqual([404, 200]);
    expect(await idsSeen(ofAgency), 'shared views of the company are hidden from agencies').toEqual([
      ofTheAgency.id,
    ]);
    expect((await ofAgency('GET', `saved_views/${shared.id}/`)).status).toBe(404);
    expect(await idsSeen(admin), 'shared views of an agency are hidden from the company').not.toContain(
      ofTheAgency.id,
    );
    expect(await idsSeen(plain)).toEqual(expect.arrayContaining([own.id, shared.id]));
    expect(await idsSeen(stranger)).toEqual([]);
    expect((await stranger('GET', `saved_views/${shared.id}/`)).status).toBe(404);
    expect(
      (await ofAgency('GET', `saved_views/${ofTheAgency.id}/`)).body['user_name'],
      'names of users are hidden from agencies',
    ).toBeNull();
  });

  it('is listed by its screen and found by its name', async () => {
    const view = await make(ofAgency, { screen: 'asps', name: 'Réseaux' });
    expect(await idsSeen(ofAgency, '&screen=asps')).toEqual([view.id]);
    expect(await idsSeen(ofAgency, `&search=${encodeURIComponent('réseau')}`)).toEqual([view.id]);
    expect(await idsSeen(ofAgency, `&user_id=${tenant.users.user}&shared=false`)).toEqual([]);
  });

  it('is changed by its owner, and if shared also by administrators; for other users it does not exist', async () => {
    const [own, shared] = [await make(plain), await make(plain, { shared: true })];
    const put = (who: Call, { id, updated_at }: Row, over: object = {}) =>
      who('PUT', `saved_views/${id}/`, { screen: 'ads', name: '新しい名前', updated_at, ...over });
    expect((await put(plain, own)).body).toMatchObject({
      name: '新しい名前',
      address: ADDRESS,
      hidden: ['args', 'created_at'],
    });
    expect((await put(plain, own)).body.code, 'the version is outdated').toBe('conflict');
    for (const seen of [own.updated_at, '2020-01-01T00:00:00.000Z']) {
      expect((await put(admin, { ...own, updated_at: seen })).status).toBe(404);
      expect((await put(stranger, { ...shared, updated_at: seen })).status).toBe(404);
    }
    expect((await put(ofAgency, shared)).body.code).toBe('not_found');
    const renamed = await put(admin, shared);
    expect(renamed.body).toMatchObject({ name: '新しい名前', user_id: tenant.users.user, shared: true });
    expect((await put(plain, renamed.body, { screen: 'asps' })).body.fields).toEqual({ screen: ['fixed'] });
    expect(
      (await put(admin, renamed.body, { shared: false })).body.code,
      "an administrator cannot make another user's view private",
    ).toBe('forbidden');
    expect((await put(plain, renamed.body, { shared: false })).body['shared']).toBe(false);
    expect((await admin('GET', `saved_views/${shared.id}/`)).status).toBe(404);
  });

  it('is deleted and restored by the users who may change it', async () => {
    const [own, shared] = [await make(plain), await make(plain, { shared: true })];
    expect((await ofAgency('DELETE', `saved_views/${shared.id}/`)).body.code).toBe('not_found');
    for (const who of [admin, ofAgency, stranger]) {
      for (const path of ['remove', 'restore'])
        expect((await who('POST', `saved_views/${path}/`, { ids: [own.id] })).status).toBe(404);
    }
    expect((await plain('POST', 'saved_views/remove/', { ids: [own.id, shared.id] })).body).toEqual({
      ids: [own.id, shared.id],
    });
    expect(await idsSeen(plain)).not.toContain(own.id);
    expect((await plain('POST', 'saved_views/restore/', { ids: [own.id] })).status).toBe(200);
    expect((await admin('POST', 'saved_views/restore/', { ids: [shared.id] })).status).toBe(200);
    expect((await admin('DELETE', `saved_views/${shared.id}/`)).body).toEqual({ id: shared.id });
    expect(await idsSeen(plain, '&show_deleted=true')).toContain(shared.id);
  });

  it.each<[string, object, Record<string, string[]>]>([
    ['no name', { name: '' }, { name: ['required'] }],
    ['a name of spaces', { name: '　' }, { name: ['required'] }],
    ['a name that is too long', { name: '長'.repeat(101) }, { name: ['too_long'] }],
    ['no screen', { screen: undefined }, { screen: ['required'] }],
    ['an address that is too long', { address: 'f='.repeat(1001) }, { address: ['too_long'] }],
    [
      'too many columns',
      { hidden: Array.from({ length: 201 }, (_, n) => `c${n}`) },
      { hidden: ['too_many'] },
    ],
    ['a column without a name', { hidden: [''] }, { 'hidden.0': ['required'] }],
    ['a byte that cannot be stored', { name: 'a\u0000b' }, { name: ['text'] }],
  ])('refuses %s at its field', async (_what, over, fields) => {
    const { status, body } = await plain('POST', 'saved_views/', form(over));
    expect([status, body.fields]).toEqual([400, fields]);
  });

  it('has lines in the audit log', async () => {
    const view = await make(plain, { shared: true });
    await admin('DELETE', `saved_views/${view.id}/`);
    const lines = await parts.db.select().from(change).where(eq(change.rowId, view.id)).orderBy(change.id);
    expect(
      lines.filter(({ entity }) => entity === 'savedViews').map(({ action, userId }) => [action, userId]),
    ).toEqual([
      ['create', tenant.users.user],
      ['remove', tenant.users.admin],
    ]);
    expect(await parts.db.$count(savedView, eq(savedView.companyId, tenant.id))).toBeGreaterThan(0);
  });
});

describe('a column choice', () => {
  const PATH = 'column_choices/';
  const save = async (who: Call, choice: object): Promise<void> => {
    expect(await who('PUT', PATH, choice)).toEqual({ status: 200, body: { saved: true } });
  };
  const choicesOf = async (who: Call) =>
    Object.fromEntries(
      (await who('GET', PATH)).body.results.map(({ screen, hidden, order, pinned }) => [
        String(screen),
        { hidden, order, pinned },
      ]),
    );

  it('belongs to one user and one screen, and saving changes the named parts only', async () => {
    await save(plain, { screen: 'ads', hidden: ['asp', 'クリック é'], order: ['name', 'id'] });
    await save(plain, { screen: 'log_accesses', hidden: [] });
    await save(plain, { screen: 'ads', hidden: null, pinned: 'id' });
    expect(await choicesOf(plain)).toEqual({
      ads: { hidden: null, order: ['name', 'id'], pinned: 'id' },
      log_accesses: { hidden: [], order: null, pinned: null },
    });
    for (const other of [admin, ofAgency, stranger]) expect(await choicesOf(other)).toEqual({});
  });

  it.each<[string, object, Record<string, string[]>]>([
    ['no screen', { screen: undefined }, { screen: ['required'] }],
    ['201 columns', { hidden: Array.from({ length: 201 }, (_, n) => `c${n}`) }, { hidden: ['too_many'] }],
    ['a column without a name', { order: [''] }, { 'order.0': ['required'] }],
    ['the user of somebody else', { user_id: 1 }, { user_id: ['unknown_field'] }],
  ])('is refused with %s', async (_what, over, fields) => {
    const { status, body } = await plain('PUT', PATH, { screen: 'ads', hidden: [], ...over });
    expect([status, body.fields]).toEqual([400, fields]);
  });

  it('is stored for 200 screens of a user; the least recently used one is dropped', async () => {
    for (let n = 0; n <= 200; n++) {
      parts.clock.advance(1);
      await save(stranger, { screen: `screen${n}`, pinned: 'name' });
    }
    const screens = Object.keys(await choicesOf(stranger));
    expect([screens.length, screens.includes('screen0'), screens.includes('screen1')]).toEqual([
      200,
      false,
      true,
    ]);
  });

  it("expires 30 days after its last use, after which saving starts from the screen's defaults", async () => {
    const signInAgain = async (): Promise<Call> => server.signedIn(tenant, 'admin');
    await save(admin, { screen: 'used', hidden: ['asp'] });
    await save(admin, { screen: 'unused', hidden: ['asp'], order: ['id'] });
    parts.clock.advance(29 * DAY);
    await save(await signInAgain(), { screen: 'used' });
    parts.clock.advance(DAY - 1);
    expect(Object.keys(await choicesOf(await signInAgain()))).toEqual(['unused', 'used']);
    parts.clock.advance(1);
    const later = await signInAgain();
    expect(await choicesOf(later)).toEqual({ used: { hidden: ['asp'], order: null, pinned: null } });
    await save(later, { screen: 'unused', pinned: 'id' });
    expect((await choicesOf(later))['unused']).toEqual({ hidden: null, order: null, pinned: 'id' });
  });
});
