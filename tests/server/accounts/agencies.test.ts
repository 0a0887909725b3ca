import { and, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../../server/app.ts';
import { agencyProduct, change, product, user } from '../../../server/store/postgres/schema/index.ts';
import { makeTenant, PASSWORD, signIn, type Body, type Tenant, type Tokens } from '../../support/tenants.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

let parts: TestParts;
let app: FastifyInstance;
let tenant: Tenant;
let other: Tenant;

type Row = Body & { readonly id: number; readonly products: number[]; readonly updated_at: string };
type Ask = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  payload?: object,
) => Promise<{ status: number; body: Row }>;
const createCaller =
  ({ access }: Tokens): Ask =>
  async (method, path, payload) => {
    const answer = await app.inject({
      method,
      url: `/api/v1/${path}`,
      headers: { authorization: `Bearer ${access}` },
      ...(payload && { payload }),
    });
    return { status: answer.statusCode, body: answer.json<Row>() };
  };
let admin: Ask, plain: Ask, ofAgency: Ask, stranger: Ask;
let first: number, second: number;

beforeAll(async () => {
  parts = await createTestParts({ now: Date.UTC(2026, 1, 28, 15) });
  tenant = await makeTenant(parts.db, 'acme');
  other = await makeTenant(parts.db, 'rival');
  [first, second] = [tenant.shelves[0].product, tenant.shelves[1].product];
  app = await createApp({ parts, collector: null });
  [admin, plain, ofAgency, stranger] = (await Promise.all([
    signIn(app, tenant, 'admin'),
    signIn(app, tenant, 'user'),
    signIn(app, tenant, 'agency'),
    signIn(app, other, 'admin'),
  ]).then(tokens => tokens.map(createCaller))) as [Ask, Ask, Ask, Ask];
});
afterAll(async () => {
  await app.close();
  await parts.close();
});

let made = 0;
const make = async (over: object = {}): Promise<Row> => {
  const { status, body } = await admin('POST', 'agencies/', { agency_name: `代理店 é ${++made}`, ...over });
  expect(status).toBe(201);
  return body;
};
const read = async (id: number) => (await admin('GET', `agencies/${id}/`)).body;
/** Creates a user of an agency and signs in. */
const employ = async (agencyId: number) => {
  const form = {
    user_name: '担当',
    email: `of${agencyId}-${++made}@acme.example`,
    role: tenant.roles.agency,
    agency: agencyId,
    password: PASSWORD,
  };
  const { id } = (await admin('POST', 'users/', form)).body;
  const answer = await app.inject({
    method: 'POST',
    url: '/api/v1/auth/signin/',
    payload: { company_id: 'acme', email: form.email, password: PASSWORD },
  });
  return { id, ask: createCaller(answer.json<Tokens>()) };
};
const productsSeen = async (ask: Ask) =>
  (await ask('GET', 'products/?ordering=id')).body.results.map(row => row['id']);

describe('the products granted to an agency', () => {
  it('are listed in order, and are none by default', async () => {
    expect((await make()).products).toEqual([]);
    const both = await make({ products: [second, first] });
    expect(both.products).toEqual([first, second]);
    expect((await read(both.id)).products).toEqual([first, second]);
    expect(
      (await admin('GET', `agencies/?agency_name=${encodeURIComponent(String(both['agency_name']))}`)).body
        .results[0]?.['products'],
    ).toEqual([first, second]);
  });

  it('are what its users see, from their next request on', async () => {
    const house = await make({ products: [first] });
    const { ask } = await employ(house.id);
    expect(await productsSeen(ask)).toEqual([first]);
    const more = await admin('PATCH', `agencies/${house.id}/`, {
      products: [first, second],
      updated_at: house.updated_at,
    });
    expect(await productsSeen(ask)).toEqual([first, second]);
    const report = `analyses/time_series/?product_id=${first}&from=2026-02-01&to=2026-02-28`;
    expect((await ask('GET', report)).status).toBe(200);
    const fewer = await admin('PATCH', `agencies/${house.id}/`, {
      products: [second],
      updated_at: more.body.updated_at,
    });
    expect(await productsSeen(ask)).toEqual([second]);
    expect((await ask('GET', report)).body.code).toBe('no_permission_for_data');
    await admin('PATCH', `agencies/${house.id}/`, { products: [], updated_at: fewer.body.updated_at });
    expect(await productsSeen(ask)).toEqual([]);
    expect(await parts.db.$count(agencyProduct, eq(agencyProduct.agencyId, house.id))).toBe(0);
  });

  it('are refused at their field if foreign, unknown or duplicate, without a change of the old grants', async () => {
    const house = await make({ products: [first] });
    for (const [products, fault] of [
      [[other.shelves[0].product], 'absent'],
      [[first, 2_000_000_000], 'absent'],
      [[second, second], 'duplicate'],
      [[0], 'positive'],
      [null, null],
    ] as const) {
      const { status, body } = await admin('PATCH', `agencies/${house.id}/`, {
        products,
        updated_at: house.updated_at,
      });
      expect([products, status, JSON.stringify(body.fields).includes(fault ?? 'products')]).toEqual([
        products,
        400,
        true,
      ]);
    }
    expect(await read(house.id)).toEqual(house);
    expect(
      (await admin('POST', 'agencies/', { agency_name: 'x', products: [other.shelves[0].product] })).body
        .fields,
    ).toEqual({ products: ['absent'] });
  });

  it('stay granted after a product is deleted, but a deleted product cannot be granted', async () => {
    const house = await make({ products: [first] });
    await parts.db.update(product).set({ status: false }).where(eq(product.id, first));
    try {
      expect(
        (
          await admin('PATCH', `agencies/${house.id}/`, {
            products: [first, second],
            updated_at: house.updated_at,
          })
        ).body.products,
      ).toEqual([first, second]);
      expect((await admin('POST', 'agencies/', { agency_name: 'x', products: [first] })).body.fields).toEqual(
        { products: ['absent'] },
      );
    } finally {
      await parts.db.update(product).set({ status: true }).where(eq(product.id, first));
    }
  });

  it('in another order are no change; a change is logged and conflicts with an outdated version', async () => {
    const house = await make({ products: [first, second] });
    const same = await admin('PATCH', `agencies/${house.id}/`, {
      products: [second, first],
      updated_at: house.updated_at,
    });
    expect(same.body).toEqual(house);
    await admin('PATCH', `agencies/${house.id}/`, { products: [second], updated_at: house.updated_at });
    expect(
      (await admin('PATCH', `agencies/${house.id}/`, { products: [], updated_at: house.updated_at })).body
        .code,
    ).toBe('conflict');
    const lines = await parts.db
      .select()
      .from(change)
      .where(and(eq(change.entity, 'agencies'), eq(change.rowId, house.id)))
      .orderBy(change.id);
    expect(lines.map(({ action, before, after }) => [action, before, after])).toEqual([
      ['create', null, { agency_name: house['agency_name'], description: '', products: [first, second] }],
      ['update', { products: [first, second] }, { products: [second] }],
    ]);
  });

  it('are granted by administrators only; an agency user sees his own agency and its grants', async () => {
    const house = await make({ products: [first] });
    const { ask } = await employ(house.id);
    for (const who of [plain, ofAgency, ask])
      expect(
        (await who('PATCH', `agencies/${house.id}/`, { products: [second], updated_at: house.updated_at }))
          .body.code,
      ).toBe('forbidden');
    expect(
      (await stranger('PATCH', `agencies/${house.id}/`, { products: [], updated_at: house.updated_at }))
        .status,
    ).toBe(404);
    const { body } = await ask('GET', 'agencies/');
    expect(body.results.map(row => [row['id'], row['products'], row['description']])).toEqual([
      [house.id, [first], null],
    ]);
  });
});

describe('an agency', () => {
  it('with users cannot be deleted, with deleted users it can, and its grants end', async () => {
    const house = await make({ products: [first] });
    const { id, ask } = await employ(house.id);
    const refused = await admin('DELETE', `agencies/${house.id}/`);
    expect([refused.status, refused.body.code]).toEqual([409, 'agency_in_use']);
    const free = await make();
    expect((await admin('POST', 'agencies/remove/', { ids: [free.id, house.id] })).body.code).toBe(
      'agency_in_use',
    );
    expect((await read(free.id))['status']).toBe(true);
    await admin('DELETE', `users/${id}/`);
    expect((await admin('DELETE', `agencies/${house.id}/`)).status).toBe(200);
    expect(
      (await admin('POST', 'users/restore/', { ids: [id] })).body.fields,
      'a user of the deleted agency cannot be restored',
    ).toEqual({ agency: ['absent'] });
    // A value that the forms cannot store.
    await parts.db.update(user).set({ status: true }).where(eq(user.id, id));
    expect((await ask('GET', 'users/me/')).status, 'session of the user').toBe(401);
    await admin('POST', 'agencies/restore/', { ids: [house.id] });
    expect((await read(house.id)).products).toEqual([first]);
  });

  it('that is being assigned cannot be deleted, in each of 6 races', async () => {
    for (let race = 0; race < 6; race++) {
      const house = await make();
      const form = {
        user_name: 'x',
        email: `race${++made}@acme.example`,
        role: tenant.roles.agency,
        agency: house.id,
        password: PASSWORD,
      };
      const [removed, hired] = await Promise.all([
        admin('DELETE', `agencies/${house.id}/`),
        admin('POST', 'users/', form),
      ]);
      expect([
        [200, 400],
        [409, 201],
      ]).toContainEqual([removed.status, hired.status]);
    }
  });
});
