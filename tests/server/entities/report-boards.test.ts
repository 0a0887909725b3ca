import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { change } from '../../../server/store/postgres/schema/index.ts';
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

const makeView = async (who: Call, over: object = {}): Promise<number> => {
  const { status, body } = await who('POST', 'saved_views/', {
    screen: 'analysis_effect',
    name: 'é',
    address: 'period=30',
    ...over,
  });
  expect(status).toBe(201);
  return body.id;
};
const item = (viewId: number, over: object = {}) => ({
  view_id: viewId,
  kind: 'figure',
  metric: 'cv',
  wide: true,
  ...over,
});
const make = async (who: Call, over: object = {}): Promise<Row> => {
  const { status, body } = await who('POST', 'report_boards/', { name: '週次 "É"', ...over });
  expect(status).toBe(201);
  return body;
};
const put = (who: Call, { id, updated_at }: Row, over: object = {}) =>
  who('PUT', `report_boards/${id}/`, { name: '月次', updated_at, ...over });
const idsSeen = async (who: Call) =>
  (await who('GET', 'report_boards/?page_size=9999')).body.results.map(row => row['id']);

describe('a board', () => {
  it('keeps its items in their order, with all their fields', async () => {
    const [first, second] = [await makeView(plain), await makeView(plain)];
    const board = await make(plain, {
      items: [item(second), { view_id: first, kind: 'chart' }, item(second, { kind: 'table', metric: null })],
    });
    expect(board).toMatchObject({
      name: '週次 "É"',
      label: '週次 "É"',
      shared: false,
      user_id: tenant.users.user,
      user_name: 'Zoë user',
      items: [
        item(second),
        { view_id: first, kind: 'chart', metric: null, wide: false },
        item(second, { kind: 'table', metric: null }),
      ],
    });
    expect((await plain('GET', `report_boards/${board.id}/`)).body).toEqual(board);
    const arranged = await put(plain, board, { items: [item(first)] });
    expect(arranged.body).toMatchObject({ name: '月次', items: [item(first)] });
    expect((await put(plain, arranged.body)).body['items'], 'items that are not sent stay').toEqual([
      item(first),
    ]);
  });

  it("is visible to its owner only, or if shared to the company's own users, and never to agencies", async () => {
    const [own, shared, ofTheAgency] = [
      await make(plain),
      await make(plain, { shared: true }),
      await make(ofAgency, { shared: true }),
    ];
    expect(await idsSeen(admin)).toContain(shared.id);
    for (const hidden of [own.id, ofTheAgency.id]) expect(await idsSeen(admin)).not.toContain(hidden);
    expect(await idsSeen(ofAgency)).toEqual([ofTheAgency.id]);
    expect(await idsSeen(stranger)).toEqual([]);
    for (const [who, id] of [
      [admin, own.id],
      [ofAgency, shared.id],
      [stranger, shared.id],
    ] as const)
      expect((await who('GET', `report_boards/${id}/`)).status).toBe(404);
  });

  it('takes only saved views of reports that its author may read', async () => {
    const [ofAdmin, sharedOne, ofLists] = [
      await makeView(admin),
      await makeView(admin, { shared: true }),
      await makeView(plain, { screen: 'ads' }),
    ];
    const foreign = await makeView(stranger, { shared: true });
    const deleted = await makeView(plain);
    await plain('DELETE', `saved_views/${deleted}/`);
    for (const id of [ofAdmin, ofLists, foreign, deleted, 2_000_000_000]) {
      const refused = await plain('POST', 'report_boards/', { name: 'x', items: [item(id)] });
      expect([refused.status, refused.body.fields]).toEqual([400, { items: ['absent'] }]);
    }
    expect((await ofAgency('POST', 'report_boards/', { name: 'x', items: [item(sharedOne)] })).status).toBe(
      400,
    );
    const board = await make(plain, { items: [item(sharedOne)] });
    const refused = await put(plain, board, { items: [item(sharedOne), item(ofAdmin)] });
    expect(refused.body.fields).toEqual({ items: ['absent'] });
  });

  it('can be arranged after a view of it was deleted or made private', async () => {
    const [deleted, own] = [await makeView(plain), await makeView(plain)];
    const board = await make(plain, { items: [item(deleted), item(own)] });
    await plain('DELETE', `saved_views/${deleted}/`);
    const moved = await put(plain, board, { items: [item(own), item(deleted)] });
    expect(moved.body['items']).toEqual([item(own), item(deleted)]);
    const without = await put(plain, moved.body, { items: [item(own)] });
    expect((await put(plain, without.body, { items: [item(deleted)] })).body.fields).toEqual({
      items: ['absent'],
    });
  });

  it('is changed by its owner, and if shared also by administrators; for other users it does not exist', async () => {
    const [own, shared] = [await make(plain), await make(plain, { shared: true })];
    for (const who of [admin, ofAgency, stranger]) {
      expect((await put(who, own)).status).toBe(404);
      expect((await who('DELETE', `report_boards/${own.id}/`)).status).toBe(404);
    }
    for (const who of [ofAgency, stranger]) expect((await put(who, shared)).status).toBe(404);
    const renamed = await put(admin, shared);
    expect(renamed.body).toMatchObject({ name: '月次', user_id: tenant.users.user, shared: true });
    expect((await put(plain, shared)).body.code, 'the version is outdated').toBe('conflict');
    expect((await put(admin, renamed.body, { shared: false })).body.code).toBe('forbidden');
    expect((await plain('DELETE', `report_boards/${shared.id}/`)).status).toBe(200);
    expect((await admin('POST', 'report_boards/restore/', { ids: [shared.id] })).status).toBe(200);
    const lines = await parts.db.select().from(change).where(eq(change.rowId, shared.id)).orderBy(change.id);
    expect(
      lines.filter(({ entity }) => entity === 'reportBoards').map(({ action, userId }) => [action, userId]),
    ).toEqual([
      ['create', tenant.users.user],
      ['update', tenant.users.admin],
      ['remove', tenant.users.user],
      ['restore', tenant.users.admin],
    ]);
  });

  it('has at most 20 items', async () => {
    const view = await makeView(plain);
    const items = (count: number) => Array.from({ length: count }, () => item(view));
    expect(((await make(plain, { items: items(20) }))['items'] as unknown as object[]).length).toBe(20);
    const refused = await plain('POST', 'report_boards/', { name: 'x', items: items(21) });
    expect([refused.status, refused.body.fields]).toEqual([400, { items: ['too_many'] }]);
  });

  it.each<[string, object]>([
    ['another kind', { kind: 'map' }],
    ['an unknown metric', { metric: 'luck' }],
    ['no view', { view_id: undefined }],
    ['a further field', { product_id: 1 }],
  ])('is refused with an item of %s', async (_what, over) => {
    const view = await makeView(plain);
    const { status } = await plain('POST', 'report_boards/', { name: 'x', items: [item(view, over)] });
    expect(status).toBe(400);
  });
});
