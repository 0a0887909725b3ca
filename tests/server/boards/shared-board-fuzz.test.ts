import { oneSlice } from '../../../server/slices/slices.ts';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../../server/app.ts';
import { contractOf } from '../../../server/http/openapi.ts';
import { boardLink, reportBoard, savedView } from '../../../server/store/postgres/schema/index.ts';
import { runs } from '../../support/long.ts';
import { rememberQueries } from '../../support/remembered-queries.ts';
import { makeTenant, one, signIn, type Body, type Tenant } from '../../support/tenants.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

/**
 * Whoever has the link of a board finds the items of this board, and nothing else: neither by other tokens, nor by
 * further parameters, nor by any other operation of the API or of the gateway.
 */

let parts: TestParts;
let app: FastifyInstance;
let token: string;
/** What no reader of the link may meet: names of the company, of another board, and of another company. */
const SECRETS = ['secret board', 'secret view', 'rival', '代理店', 'Zoë', 'acme.example', '会社'];
const numbers = {
  board: 0,
  otherBoard: 0,
  view: 0,
  otherView: 0,
  link: 0,
  product: 0,
  otherProduct: 0,
  company: 0,
};

const makeLink = async (tenant: Tenant, name: string) => {
  const owner = { companyId: tenant.id, userId: tenant.users.user };
  const view = one(
    await parts.db
      .insert(savedView)
      .values({
        ...owner,
        screen: 'analysis_adStatistics',
        name: `${name} view`,
        search: 'period=7',
        shared: true,
      })
      .returning(),
  );
  const items = [{ view_id: view.id, kind: 'figure' as const, metric: 'clicks', wide: false }];
  const board = one(
    await parts.db
      .insert(reportBoard)
      .values({ ...owner, name: `${name} board`, items, shared: true })
      .returning(),
  );
  const { access } = await signIn(app, tenant, 'user');
  const made = await app.inject({
    method: 'POST',
    url: '/api/v1/board_links/',
    headers: { authorization: `Bearer ${access}` },
    payload: { board_id: board.id, product_id: tenant.shelves[0].product, name },
  });
  const body = made.json<Body>();
  return { board, view, id: Number(body['id']), token: String(body['link']).split('#token=')[1]! };
};

beforeAll(async () => {
  parts = await createTestParts();
  const [tenant, rival] = [await makeTenant(parts.db, 'acme'), await makeTenant(parts.db, 'rival')];
  app = await createApp({
    parts: { ...parts, slices: oneSlice(rememberQueries(parts.columnar)) },
    collector: null,
  });
  const [own, , foreign] = [
    await makeLink(tenant, 'open'),
    await makeLink(tenant, 'secret'),
    await makeLink(rival, 'secret'),
  ];
  token = own.token;
  Object.assign(numbers, {
    board: own.board.id,
    otherBoard: foreign.board.id,
    view: own.view.id,
    otherView: foreign.view.id,
    link: own.id,
    product: tenant.shelves[0].product,
    otherProduct: rival.shelves[0].product,
    company: rival.id,
  });
});
afterAll(async () => {
  await app.close();
  await parts.close();
});

/** Each request from another network: the limits of requests are not what stops a reader. */
let network = 0;
const send = async (
  method: string,
  url: string,
  { payload, headers = {} }: { payload?: object; headers?: Readonly<Record<string, string>> } = {},
) => {
  network += 1;
  const answer = await app.inject({
    method: method as 'GET',
    url,
    headers,
    remoteAddress: `10.${network >> 16}.${(network >> 8) & 255}.${network & 255}`,
    ...(payload && { payload }),
  });
  return { status: answer.statusCode, text: answer.body };
};
const post = (path: string, payload: object) => send('POST', `/api/v1/shared_boards/${path}/`, { payload });

const expectNoSecrets = (text: string): void => {
  for (const secret of SECRETS) expect(text).not.toContain(secret);
};

describe('a fuzz of the link of a board', () => {
  it('opens its own board only', async () => {
    const [opened, read] = [await post('open', { token }), await post('item', { token, item: 0 })];
    expect([opened.status, read.status]).toEqual([200, 200]);
    expect(JSON.parse(opened.text)).toMatchObject({ title: 'open board', items: [{ name: 'open view' }] });
    expectNoSecrets(opened.text + read.text);
  });

  it('finds nothing by a changed token', async () => {
    const place = fc.nat({ max: 42 });
    const sign = fc.constantFrom(...'ABCxyz019-_=+/ é\u0000%');
    const mutated = fc.oneof(
      fc.tuple(place, sign).map(([at, other]) => token.slice(0, at) + other + token.slice(at + 1)),
      place.map(at => token.slice(0, at)),
      sign.map(other => token + other),
      sign.map(other => other + token),
      fc.tuple(place, place).map(([a, b]) => token.slice(Math.min(a, b)) + token.slice(0, Math.min(a, b))),
      fc.constantFrom(
        token.toUpperCase(),
        token.toLowerCase(),
        createHash('sha256').update(token).digest('base64url'),
        createHash('sha256').update(token).digest('hex'),
        Buffer.from(token).toString('base64url'),
        Buffer.from(token, 'base64url').toString('latin1'),
        String(numbers.link),
        "' or ''='",
        '%',
        'null',
      ),
      fc.base64String({ minLength: 40, maxLength: 48 }),
    );
    await fc.assert(
      fc.asyncProperty(mutated, fc.constantFrom('open', 'item'), async (other, path) => {
        fc.pre(other !== token && other !== '');
        const { status, text } = await post(path, { token: other, ...(path === 'item' && { item: 0 }) });
        expect([400, 410]).toContain(status);
        expectNoSecrets(text);
      }),
      { numRuns: runs(150) },
    );
  });

  it('takes no further parameters, and shows no other item, whatever they name', async () => {
    const name = fc.constantFrom(
      'board_id',
      'product_id',
      'view_id',
      'company_id',
      'user_id',
      'id',
      'where',
      'axis',
      'from',
      'to',
      'model',
      'kind',
      'metric',
      'columns',
      'maxRows',
      'link',
      '__proto__',
      'constructor',
    );
    const value = fc.oneof(
      fc.constantFrom(...Object.values(numbers), -1, 0, 2 ** 31),
      fc.constantFrom('', '1', 'ad_id=1', 'secret board'),
    );
    const items = fc.constantFrom<unknown>(0, 1, 2, -1, 1000, 1001, 0.5, '0', '1', null, 'x', [0], {});
    await fc.assert(
      fc.asyncProperty(fc.dictionary(name, value, { maxKeys: 3 }), items, async (extra, item) => {
        const { status, text } = await post('item', { ...extra, token, item });
        expectNoSecrets(text);
        if (Object.keys(extra).length > 0 || ![0, '0'].includes(item as number))
          expect([400, 404]).toContain(status);
        else expect([200, 400]).toContain(status);
      }),
      { numRuns: runs(100) },
    );
    for (const query of ['board_id', 'product_id', 'token', 'item'].map(
      word => `?${word}=${numbers.otherBoard}`,
    ))
      expect(
        (await send('POST', `/api/v1/shared_boards/open/${query}`, { payload: { token } })).text,
      ).not.toContain('secret');
  });

  it('has no rights in any other operation of the API', async () => {
    const paths = contractOf(app)['paths'] as Record<
      string,
      Record<string, { operationId: string; security: object[] }>
    >;
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId, security }]) => ({
        path,
        method,
        operationId,
        security,
      })),
    );
    expect(operations.length).toBeGreaterThan(150);
    const isPublic = ({ security }: (typeof operations)[number]) => security.length === 0;
    const reached: string[] = [];
    for (const operation of operations.filter(one_ => !isPublic(one_))) {
      const url = operation.path.replace(/\{\w+\}/g, String(numbers.board));
      const attempts: Parameters<typeof send>[2][] = [
        { headers: { authorization: `Bearer ${token}` } },
        { headers: { cookie: `token=${token}; access=${token}`, 'x-token': token } },
        ...(operation.method === 'get' ? [] : [{ payload: { token, access: token } }]),
      ];
      for (const attempt of attempts) {
        const { status, text } = await send(operation.method.toUpperCase(), `${url}?token=${token}`, attempt);
        if (status !== 401) reached.push(`${operation.operationId} ${status}`);
        expectNoSecrets(text);
      }
    }
    expect(reached).toEqual([]);
    for (const { path, method, operationId } of operations.filter(isPublic)) {
      if (['openSharedBoard', 'sharedBoardItem'].includes(operationId)) continue;
      const { status, text } = await send(method.toUpperCase(), path, {
        payload: {
          token,
          refresh: token,
          user_name: 'x',
          password: '新しい合言葉は銀河 2026',
          company_id: 'acme',
          email: 'x@acme.example',
        },
        headers: { authorization: `Bearer ${token}` },
      });
      expect(text).not.toContain('"access"');
      // Signing out and asking for a reset answer alike to everybody.
      if (!['signOut', 'forgotPassword'].includes(operationId)) expect([400, 401, 410]).toContain(status);
    }
  }, 120_000);

  it('is not a token of the gateway, which passes it on to the two operations only', async () => {
    const query = async (text: string): Promise<Body> =>
      JSON.parse(
        (
          await send('POST', '/graphql', {
            payload: { query: text },
            headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
          })
        ).text,
      ) as Body;
    const opened = await query(
      `mutation { openSharedBoard(input: { token: "${token}" }) { title items { name } } }`,
    );
    expect(opened['data']).toEqual({
      openSharedBoard: { title: 'open board', items: [{ name: 'open view' }] },
    });
    for (const field of [
      'reportBoards { results { name } }',
      `reportBoard(id: ${numbers.board}) { name }`,
      `savedView(id: ${numbers.view}) { address }`,
      'boardLinks { results { name } }',
      'users { results { email } }',
      `attributions(product_id: ${numbers.product}, from: "2026-02-01", to: "2026-02-28") { watermark }`,
    ]) {
      const { data, errors } = await query(`{ found: ${field} }`);
      expect(data === null || (data as { found: unknown }).found === null).toBe(true);
      expect(JSON.stringify(errors)).toContain('unauthenticated');
    }
  });

  it('changes nothing but its count of openings', async () => {
    const rows = await parts.db.select().from(boardLink);
    expect(rows.every(({ status, hash }) => status && hash !== null)).toBe(true);
  });
});
