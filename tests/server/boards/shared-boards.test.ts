import { oneSlice } from '../../../server/slices/slices.ts';
import { and, eq, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../../../server/app.ts';
import {
  ad,
  agencyProduct,
  boardLink,
  change,
  company,
  product,
  reportBoard,
  role,
  savedView,
  user,
} from '../../../server/store/postgres/schema/index.ts';
import { DAY } from '../../../server/platform/time.ts';
import { writeEvents } from '../../support/measured.ts';
import { rememberQueries } from '../../support/remembered-queries.ts';
import { makeTenant, one, signIn, type Body, type Tenant } from '../../support/tenants.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

const NOW = Date.UTC(2026, 1, 28, 15);
let parts: TestParts;
let app: FastifyInstance;
let tenant: Tenant;
type Who = 'admin' | 'user' | 'agency';
const tokens: Partial<Record<Who, string>> = {};

/** Contacts by ad of the first product: of the first agency, of the second, and of none. */
const CLICKS = [3, 5, 7] as const;

beforeAll(async () => {
  parts = await createTestParts({ now: NOW });
  tenant = await makeTenant(parts.db, 'acme');
  const contactsOf = (shelf: Tenant['shelves'][number], from: bigint) =>
    shelf.ads.flatMap((adId, place) =>
      Array.from({ length: CLICKS[place]! }, (_, index) => ({
        id: from + BigInt(place * 100 + index),
        product: shelf.product,
        visitor: place * 100 + index + 1,
        ts: NOW - DAY - index * 60_000,
        ip: '198.51.100.7',
        bot: false,
        ad: adId,
        cost: 0,
        repeated: false,
      })),
    );
  await writeEvents(parts, { contacts: contactsOf(tenant.shelves[0], 1n) });
  app = await createApp({
    parts: { ...parts, slices: oneSlice(rememberQueries(parts.columnar)) },
    collector: null,
  });
  for (const who of ['admin', 'user', 'agency'] as const)
    tokens[who] = (await signIn(app, tenant, who)).access;
});
beforeEach(() => parts.clock.set(NOW));
afterAll(async () => {
  await app.close();
  await parts.close();
});

const ask = async (method: 'GET' | 'POST', path: string, payload?: object, who?: Who) => {
  const answer = await app.inject({
    method,
    url: `/api/v1/${path}`,
    headers: who === undefined ? {} : { authorization: `Bearer ${tokens[who]}` },
    ...(payload && { payload }),
  });
  return { status: answer.statusCode, headers: answer.headers, body: answer.json<Body>() };
};
const open = (token: string) => ask('POST', 'shared_boards/open/', { token });
const read = (token: string, item = 0, locale = 'en') =>
  ask('POST', 'shared_boards/item/', { token, item, locale });

const FIGURE = { kind: 'figure', metric: 'clicks', wide: false } as const;

interface MadeBoard {
  readonly boardId: number;
  readonly viewId: number;
}
/** A board of a user with an item of a view of their own. */
const makeBoard = async (
  who: Who,
  over: object = {},
  items: readonly object[] = [FIGURE],
): Promise<MadeBoard> => {
  const owner = { companyId: tenant.id, userId: tenant.users[who] };
  const view = one(
    await parts.db
      .insert(savedView)
      .values({ ...owner, screen: 'analysis_adStatistics', name: '週次 é', search: 'period=7', ...over })
      .returning(),
  );
  const board = one(
    await parts.db
      .insert(reportBoard)
      .values({
        ...owner,
        name: '月次 "É"',
        items: items.map(item => ({ view_id: view.id, ...item })) as never,
      })
      .returning(),
  );
  return { boardId: board.id, viewId: view.id };
};
const make = (who: Who, boardId: number, over: object = {}) =>
  ask(
    'POST',
    'board_links/',
    { board_id: boardId, product_id: tenant.shelves[0].product, name: '顧客 <b>', ...over },
    who,
  );
/** The state of a link in a user's list, which compares with the clock of the store. */
const stateOf = async (id: number, who: Who) => {
  await parts.db
    .update(boardLink)
    .set({ expiresAt: sql`now() + interval '1 day'` })
    .where(eq(boardLink.id, id));
  return (await ask('GET', `board_links/${id}/`, undefined, who)).body['state'];
};
const tokenOf = ({ body }: { readonly body: Body }): string =>
  /#token=([\w-]{43})$/.exec(String(body['link']))![1]!;
const makeLink = async (who: Who, over: object = {}) => {
  const board = await makeBoard(who);
  const made = await make(who, board.boardId, over);
  expect(made.status).toBe(201);
  return { ...board, id: Number(made.body['id']), token: tokenOf(made) };
};
const setTo = async <Row>(
  change_: () => Promise<unknown>,
  undo: () => Promise<unknown>,
  test: () => Promise<Row>,
) => {
  await change_();
  try {
    return await test();
  } finally {
    await undo();
  }
};

describe('a link to a board', () => {
  it('shows the items of the board without sign-in, under its own title and brand, and counts its openings', async () => {
    const unopened = await makeLink('user');
    const { token, id, boardId } = await makeLink('user', {
      title: 'ご報告',
      brand: '代理店 É',
      locale: 'en',
    });
    const opened = await open(token);
    expect(opened.body).toEqual({
      title: 'ご報告',
      brand: '代理店 É',
      locale: 'en',
      expires_at: new Date(NOW + 30 * DAY).toISOString(),
      items: [{ name: '週次 é', kind: 'figure', wide: false, over: 'items' }],
    });
    expect(opened.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    });
    const { body } = await read(token);
    expect(body).toMatchObject({ absent: null, heading: 'Ad', totals: [15], rows: [] });
    expect(body['columns']).toEqual([
      { metric: 'clicks', name: 'Contacts', format: 'count', compared: false },
    ]);
    expect(body['conditions']).toEqual(['2026/02/23 – 2026/03/01', 'Ad', expect.any(String)]);
    await open(token);
    const listed = (await ask('GET', `board_links/?where=board_id%3D${boardId}`, undefined, 'user')).body;
    expect(listed.results).toMatchObject([
      { id, openings: 2, last_opened_at: new Date(NOW).toISOString(), name: '顧客 <b>' },
    ]);
    expect(JSON.stringify(listed)).not.toContain(token);
    expect((await ask('GET', `board_links/${unopened.id}/`, undefined, 'user')).body).toMatchObject({
      openings: 0,
      last_opened_at: null,
    });
  });

  it('stores only the hash of its token, and never writes the token to the audit log', async () => {
    const { token, id } = await makeLink('user');
    const stored = JSON.stringify(await parts.db.select().from(boardLink).where(eq(boardLink.id, id)));
    const lines = await parts.db
      .select()
      .from(change)
      .where(and(eq(change.entity, 'boardLinks'), eq(change.rowId, id)));
    expect(stored + JSON.stringify(lines)).not.toContain(token);
    expect(lines.map(({ action, userId }) => [action, userId])).toEqual([['create', tenant.users.user]]);
  });

  it('ends at the very instant of its expiry', async () => {
    const { token } = await makeLink('user', { days: 1 });
    parts.clock.set(NOW + DAY - 1);
    expect((await open(token)).status).toBe(200);
    parts.clock.set(NOW + DAY);
    for (const { status, body } of [await open(token), await read(token)])
      expect([status, body.code]).toEqual([410, 'shared_board_ended']);
  });

  it.each([0, 91, 1.5])('is refused with %s days', async days => {
    const { boardId } = await makeBoard('user');
    expect((await make('user', boardId, { days })).status).toBe(400);
  });

  it('ends when it is revoked, for good, with a line in the audit log', async () => {
    const { token, id } = await makeLink('user');
    const revoked = await ask('POST', `board_links/${id}/revoke/`, undefined, 'user');
    expect(revoked.body).toMatchObject({ state: 'revoked', status: false });
    expect((await open(token)).status).toBe(410);
    await parts.db.update(boardLink).set({ status: true }).where(eq(boardLink.id, id));
    expect((await open(token)).status, 'also if the row is restored').toBe(410);
    const lines = await parts.db
      .select()
      .from(change)
      .where(and(eq(change.entity, 'boardLinks'), eq(change.rowId, id)))
      .orderBy(change.id);
    expect(lines.map(({ action }) => action)).toEqual(['create', 'remove']);
  });

  it('is revoked by its maker, the owner of the board or an administrator, and by nobody else', async () => {
    const { boardId } = await makeBoard('user');
    await parts.db.update(reportBoard).set({ shared: true }).where(eq(reportBoard.id, boardId));
    const ofAdmin = Number((await make('admin', boardId)).body['id']);
    const ofUser = Number((await make('user', boardId)).body['id']);
    const revoke = async (who: Who, id: number) =>
      (await ask('POST', `board_links/${id}/revoke/`, undefined, who)).status;
    expect(await revoke('agency', ofUser)).toBe(404);
    const other = await makeBoard('admin');
    await parts.db.update(reportBoard).set({ shared: true }).where(eq(reportBoard.id, other.boardId));
    const ofOther = Number((await make('admin', other.boardId)).body['id']);
    const ofMaker = Number((await make('user', other.boardId)).body['id']);
    expect(await revoke('user', ofOther), 'neither maker nor owner').toBe(403);
    expect(await revoke('user', ofMaker), 'the maker').toBe(200);
    expect(await revoke('user', ofAdmin), 'the owner of the board').toBe(200);
    expect(await revoke('admin', ofUser), 'an administrator').toBe(200);
  });

  it('is made only for boards and products that its maker sees', async () => {
    const [ofUser, ofAgency] = [await makeBoard('user'), await makeBoard('agency')];
    expect((await make('agency', ofUser.boardId)).body.fields).toEqual({ board_id: ['absent'] });
    expect((await make('admin', ofUser.boardId)).body.fields).toEqual({ board_id: ['absent'] });
    const second = { product_id: tenant.shelves[1].product };
    expect((await make('agency', ofAgency.boardId, second)).body.code).toBe('no_permission_for_data');
    expect((await make('agency', ofAgency.boardId)).status).toBe(201);
  });
});

describe('the rights of a link are those of its maker at the moment of reading', () => {
  it('shows an agency user the figures of the agency’s own ads only', async () => {
    const { token } = await makeLink('agency');
    expect((await read(token)).body['totals']).toEqual([CLICKS[0]]);
    const [, second] = tenant.shelves[0].ads;
    await setTo(
      () => parts.db.update(ad).set({ agencyId: tenant.agencies[0] }).where(eq(ad.id, second)),
      () => parts.db.update(ad).set({ agencyId: tenant.agencies[1] }).where(eq(ad.id, second)),
      async () => expect((await read(token)).body['totals']).toEqual([CLICKS[0] + CLICKS[1]]),
    );
    expect((await read(token)).body['totals'], 'without a cache').toEqual([CLICKS[0]]);
  });

  it('ends when the agency loses the product, and works again when it is granted', async () => {
    const { token } = await makeLink('agency');
    const grant = {
      companyId: tenant.id,
      agencyId: tenant.agencies[0],
      productId: tenant.shelves[0].product,
    };
    await setTo(
      () =>
        parts.db
          .delete(agencyProduct)
          .where(
            and(eq(agencyProduct.agencyId, grant.agencyId), eq(agencyProduct.productId, grant.productId)),
          ),
      () => parts.db.insert(agencyProduct).values(grant),
      async () => {
        expect((await open(token)).status).toBe(410);
        expect((await read(token)).status).toBe(410);
      },
    );
    expect((await read(token)).status).toBe(200);
  });

  it.each<[string, (status: boolean) => Promise<unknown>]>([
    ['its maker', status => parts.db.update(user).set({ status }).where(eq(user.id, tenant.users.user))],
    [
      'the role of its maker',
      status => parts.db.update(role).set({ status }).where(eq(role.id, tenant.roles.user)),
    ],
    ['the company', status => parts.db.update(company).set({ status }).where(eq(company.id, tenant.id))],
    [
      'the product',
      status => parts.db.update(product).set({ status }).where(eq(product.id, tenant.shelves[0].product)),
    ],
  ])('ends while %s is deleted', async (what, set) => {
    const { id, token, boardId } = await makeLink('user');
    await parts.db.update(reportBoard).set({ shared: true }).where(eq(reportBoard.id, boardId));
    await setTo(
      () => set(false),
      () => set(true),
      async () => {
        for (const { status, body } of [await open(token), await read(token)])
          expect([status, body.code]).toEqual([410, 'shared_board_ended']);
        if (what !== 'the company') expect(await stateOf(id, 'admin')).toBe('suspended');
      },
    );
    expect((await open(token)).status).toBe(200);
    expect(await stateOf(id, 'admin')).toBe('open');
  });

  it('ends while its maker lacks the second factor that the company requires, and is listed as suspended', async () => {
    const { id: ofUser, token, boardId } = await makeLink('user');
    await parts.db.update(reportBoard).set({ shared: true }).where(eq(reportBoard.id, boardId));
    const made = await make('admin', boardId);
    const set = (secondFactor: 0 | 1 | 2) =>
      parts.db.update(company).set({ secondFactor }).where(eq(company.id, tenant.id));
    await setTo(
      () => set(2),
      () => set(0),
      async () => expect((await open(token)).status).toBe(410),
    );
    // It is required of administrators only, so the user still reads the list.
    await setTo(
      () => set(1),
      () => set(0),
      async () => {
        expect((await open(tokenOf(made))).status).toBe(410);
        expect(await stateOf(Number(made.body['id']), 'user')).toBe('suspended');
        expect((await open(token)).status).toBe(200);
        expect(await stateOf(ofUser, 'user')).toBe('open');
      },
    );
    expect((await open(token)).status).toBe(200);
  });

  it('ends when the board is deleted, or no longer shared with its maker', async () => {
    const { boardId } = await makeBoard('user');
    const set = (values: object) =>
      parts.db.update(reportBoard).set(values).where(eq(reportBoard.id, boardId));
    await set({ shared: true });
    const made = await make('admin', boardId);
    const token = tokenOf(made);
    expect((await open(token)).status).toBe(200);
    await set({ shared: false });
    expect((await open(token)).status).toBe(410);
    // The list of the board's owner does not call it open either.
    expect(await stateOf(Number(made.body['id']), 'user')).toBe('suspended');
    await set({ shared: true, status: false });
    expect((await open(token)).status).toBe(410);
  });

  it('shows an item no longer whose view was deleted or is not shared with the maker of the link', async () => {
    const { boardId, viewId } = await makeBoard('user');
    await parts.db.update(reportBoard).set({ shared: true }).where(eq(reportBoard.id, boardId));
    const [own, ofAdmin] = [tokenOf(await make('user', boardId)), tokenOf(await make('admin', boardId))];
    const setView = (values: object) =>
      parts.db.update(savedView).set(values).where(eq(savedView.id, viewId));
    expect((await read(ofAdmin)).body).toMatchObject({ absent: 'view', totals: null, conditions: [] });
    expect((await open(ofAdmin)).body).toMatchObject({
      title: '月次 "É"',
      items: [{ name: '', kind: 'figure', wide: false, over: 'items' }],
    });
    expect((await read(own)).body).toMatchObject({ absent: null, totals: [15] });
    await setView({ shared: true });
    expect((await read(ofAdmin)).body['totals']).toEqual([15]);
    await setView({ status: false });
    for (const token of [own, ofAdmin]) expect((await read(token)).body).toMatchObject({ absent: 'view' });
  });
});

describe('the figures of an item', () => {
  it('are those of the report of its view: conditions, columns, order and the largest rows of the chart', async () => {
    const over = { search: 'period=7&axis=ad&hide=impressions,cv,cvr&sort=clicks' };
    const { boardId } = await makeBoard('user', over, [
      { kind: 'table', metric: null, wide: true },
      { kind: 'chart', metric: null, wide: false },
      { kind: 'figure', metric: 'luck', wide: false },
    ]);
    const token = tokenOf(await make('user', boardId));
    const [table, chart, unknown] = [await read(token, 0), await read(token, 1), await read(token, 2)];
    const report = await ask(
      'GET',
      `analyses/ad_summaries/?product_id=${tenant.shelves[0].product}&from=2026-02-23&to=2026-03-01&axis=1`,
      undefined,
      'user',
    );
    type Shown = { metric: string; values: number[]; key: string; label: string };
    const columns = (table.body['columns'] as Shown[]).map(({ metric }) => metric);
    expect(columns).not.toContain('cv');
    expect(columns[0]).toBe('clicks');
    const rows = report.body['rows'] as (Record<string, number> & { key: string; label: string })[];
    expect(table.body['rows']).toEqual(
      rows
        .toSorted((a, b) => a['clicks']! - b['clicks']!)
        .map(row => ({
          key: row.key,
          label: row.label,
          values: columns.map(metric => row[metric] ?? null),
          texts: [],
        })),
    );
    expect(table.body['totals']).toEqual(
      columns.map(metric => (report.body['totals'] as Record<string, number>)[metric] ?? null),
    );
    expect(chart.body).toMatchObject({ chart: 'bars', totals: null, title: 'CV / Attributed CV · Top 3' });
    expect(unknown.body).toMatchObject({ absent: 'metric' });
    expect((await read(token, 3)).body.code).toBe('not_found');
  });

  it('are null where the comparison has no contacts, and name the compared days', async () => {
    const { boardId } = await makeBoard('user', { search: 'period=7&compare=previous_period' });
    const token = tokenOf(await make('user', boardId));
    const { body } = await read(token, 0, 'ja');
    expect(body['totals']).toEqual([15, 0]);
    expect(body['conditions']).toContain('比較期間：2026/02/16 – 2026/02/22');
  });

  it('are of weeks that begin on the weekday of the product', async () => {
    const { boardId } = await makeBoard('user', { search: 'period=this-week' });
    const token = tokenOf(await make('user', boardId));
    const set = (weekStart: number) =>
      parts.db.update(product).set({ weekStart }).where(eq(product.id, tenant.shelves[0].product));
    const daysOf = async () => ((await read(token)).body['conditions'] as readonly string[])[0];
    await setTo(
      () => set(1),
      () => set(0),
      async () => expect(await daysOf()).toBe('2026/02/23 – 2026/03/01'),
    );
    expect(await daysOf()).toBe('2026/03/01 – 2026/03/01');
  });

  it('are absent for a filter by an ad that the maker of the link does not see', async () => {
    const search = `period=7&f=ad_id%3D${tenant.shelves[0].ads[1]}`;
    const { boardId } = await makeBoard('agency', { search });
    const token = tokenOf(await make('agency', boardId));
    expect((await read(token)).body).toMatchObject({ absent: 'report', rows: [], totals: null });
  });

  it.each([
    ['a screen that is no report', 'analysis_cv', ''],
    ['a list', 'ads', ''],
    ['a filter that the report does not know', 'analysis_adStatistics', 'f=luck%3D1'],
    ['a filter of an ad that does not exist', 'analysis_adStatistics', 'f=ad_id%3Dx'],
  ])('are absent for a view of %s', async (_what, screen, search) => {
    const { boardId } = await makeBoard('user', { screen, search });
    const token = tokenOf(await make('user', boardId));
    expect((await read(token)).body).toMatchObject({ absent: 'report', rows: [], totals: null });
  });
});
