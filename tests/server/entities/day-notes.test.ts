import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { change, user } from '../../../server/store/postgres/schema/index.ts';
import { type Call, type CalledServer, type Row, startCalledServer } from '../../support/callers.ts';
import { STORED_PASSWORD, type Tenant } from '../../support/tenants.ts';
import type { TestParts } from '../../support/test-parts.ts';

let server: CalledServer;
let parts: TestParts;
let tenant: Tenant;
let admin: Call, plain: Call, ofAgency: Call, stranger: Call, colleague: Call, otherAgency: Call;

/** A further agency user: a colleague of the first one, or a user of the second agency, which sees both products. */
const makeAgencyUser = async (name: string, agencyId: number): Promise<Call> => {
  const email = `${name}@acme.example`;
  await server.parts.db.insert(user).values({
    companyId: server.tenant.id,
    name,
    email,
    password: STORED_PASSWORD,
    roleId: server.tenant.roles.agency,
    agencyId,
  });
  return server.signedIn({ ...server.tenant, emails: { ...server.tenant.emails, agency: email } }, 'agency');
};

beforeAll(async () => {
  server = await startCalledServer();
  ({ parts, tenant, admin, plain, ofAgency, stranger } = server);
  colleague = await makeAgencyUser('colleague', server.tenant.agencies[0]);
  otherAgency = await makeAgencyUser('other', server.tenant.agencies[1]);
});
afterAll(() => server.close());

/** The product of the first agency, and the one that it may not see. */
const products = () => tenant.shelves.map(({ product }) => product) as [number, number];
const form = (over: object = {}) => ({
  product_id: products()[0],
  day: '2026-02-28',
  text: 'テレビCM <b>é</b>',
  ...over,
});
const make = async (who: Call, over: object = {}): Promise<Row> => {
  const { status, body } = await who('POST', 'day_notes/', form(over));
  expect(status).toBe(201);
  return body;
};
const idsSeen = async (who: Call, query = '') =>
  (await who('GET', `day_notes/?page_size=9999${query}`)).body.results.map(row => row['id']);
const put = (who: Call, { id, updated_at }: Row, over: object = {}) =>
  who('PUT', `day_notes/${id}/`, { day: '2026-03-01', text: '終了', updated_at, ...over });

describe('a note on a day', () => {
  it('has the day, the text and its author', async () => {
    const note = await make(plain);
    expect(note).toMatchObject({
      ...form(),
      user_id: tenant.users.user,
      user_name: 'Zoë user',
      label: 'テレビCM <b>é</b>',
      status: true,
    });
    expect((await plain('GET', `day_notes/${note.id}/`)).body).toEqual(note);
    expect((await plain('POST', 'day_notes/', form({ user_id: tenant.users.admin }))).body.fields).toEqual({
      user_id: ['unknown_field'],
    });
  });

  it('is found by product and days, the first and the last day included', async () => {
    const made: number[] = [];
    for (const day of ['2025-12-31', '2026-01-01', '2026-01-31', '2026-02-01'])
      made.push((await make(admin, { day })).id);
    await make(admin, { day: '2026-01-15', product_id: products()[1] });
    const query = `&product_id=${products()[0]}&day__gte=2026-01-01&day__lte=2026-01-31&ordering=day`;
    expect(await idsSeen(admin, query)).toEqual([made[1], made[2]]);
  });

  it('is seen by the users of its company, and of an agency only by the users of its author', async () => {
    const [internal, ofAnAgency] = [await make(plain), await make(ofAgency)];
    for (const who of [admin, plain])
      expect(await idsSeen(who)).toEqual(expect.arrayContaining([internal.id, ofAnAgency.id]));
    for (const who of [ofAgency, colleague]) {
      expect(await idsSeen(who)).toContain(ofAnAgency.id);
      expect(await idsSeen(who), "the company's notes are internal").not.toContain(internal.id);
      expect((await who('GET', `day_notes/${internal.id}/`)).status).toBe(404);
      expect((await who('GET', `day_notes/${ofAnAgency.id}/`)).body['user_name']).toBeNull();
    }
    expect(await idsSeen(otherAgency), 'another agency has the product, too').toEqual([]);
    expect(await idsSeen(stranger)).toEqual([]);
    expect((await stranger('GET', `day_notes/${internal.id}/`)).status).toBe(404);
  });

  it('is written on products that the user sees only', async () => {
    const [, hidden] = products();
    expect((await ofAgency('POST', 'day_notes/', form({ product_id: hidden }))).status).toBe(403);
    expect((await stranger('POST', 'day_notes/', form())).status).toBe(403);
    expect((await ofAgency('GET', `day_notes/?product_id=${hidden}`)).status).toBe(403);
    expect((await put(plain, await make(plain), { product_id: hidden })).body.fields).toEqual({
      product_id: ['fixed'],
    });
  });

  it('is changed and deleted by its author and by users who may change settings', async () => {
    const internal = await make(plain);
    const byAdmin = await put(admin, internal);
    expect(byAdmin.body).toMatchObject({ day: '2026-03-01', text: '終了', user_id: tenant.users.user });
    expect((await put(plain, internal)).body.code, 'the version is outdated').toBe('conflict');
    for (const who of [ofAgency, stranger]) expect((await put(who, internal)).status).toBe(404);

    const ofAnAgency = await make(ofAgency);
    expect((await put(colleague, ofAnAgency)).body.code).toBe('forbidden');
    expect((await put(otherAgency, ofAnAgency)).status).toBe(404);
    const byAuthor = await put(ofAgency, ofAnAgency);
    expect(byAuthor.status).toBe(200);
    expect((await put(plain, byAuthor.body, { text: '中止' })).status).toBe(200);

    for (const path of ['remove', 'restore']) {
      const ids = [ofAnAgency.id];
      expect((await colleague('POST', `day_notes/${path}/`, { ids })).status).toBe(403);
      for (const who of [otherAgency, stranger])
        expect((await who('POST', `day_notes/${path}/`, { ids })).status).toBe(404);
      expect((await ofAgency('POST', `day_notes/${path}/`, { ids })).status).toBe(200);
    }
    await admin('DELETE', `day_notes/${ofAnAgency.id}/`);
    expect(await idsSeen(ofAgency)).not.toContain(ofAnAgency.id);
    const lines = await parts.db
      .select()
      .from(change)
      .where(eq(change.rowId, ofAnAgency.id))
      .orderBy(change.id);
    expect(
      lines.filter(({ entity }) => entity === 'dayNotes').map(({ action, userId }) => [action, userId]),
    ).toEqual([
      ['create', tenant.users.agency],
      ['update', tenant.users.agency],
      ['update', tenant.users.user],
      ['remove', tenant.users.agency],
      ['restore', tenant.users.agency],
      ['remove', tenant.users.admin],
    ]);
  });

  it('is out of reach for its author once the product is withdrawn from the agency', async () => {
    const note = await make(otherAgency);
    expect((await put(otherAgency, note)).status).toBe(200);
    const path = `agencies/${tenant.agencies[1]}/`;
    const { updated_at: seen } = (await admin('GET', path)).body;
    const change = { agency_name: 'é', products: [products()[1]], updated_at: seen };
    expect((await admin('PATCH', path, change)).status).toBe(200);
    expect((await put(otherAgency, note)).status).toBe(404);
    expect((await otherAgency('DELETE', `day_notes/${note.id}/`)).status).toBe(404);
    expect(await idsSeen(otherAgency)).toEqual([]);
  });

  it.each<[string, object, Record<string, string[]>]>([
    ['no text', { text: '' }, { text: ['required'] }],
    ['a text of spaces', { text: '　' }, { text: ['required'] }],
    ['a text that is too long', { text: '長'.repeat(301) }, { text: ['too_long'] }],
    ['no day', { day: undefined }, { day: ['required'] }],
    ['a day that does not exist', { day: '2026-02-29' }, { day: ['format_date'] }],
  ])('is refused with %s', async (_what, over, fields) => {
    const { status, body } = await plain('POST', 'day_notes/', form(over));
    expect([status, body.fields]).toEqual([400, fields]);
  });

  it('may have 300 characters', async () => {
    expect((await make(plain, { text: '長'.repeat(300) }))['text']).toHaveLength(300);
  });
});
