import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { Writable } from 'node:stream';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { createApp } from '../../../server/app.ts';
import { sha256 } from '../../../server/accounts/tokens.ts';
import { newApiKeySecret } from '../../../server/http/api-key.ts';
import { KEY_REQUESTS_PER_MINUTE } from '../../../server/http/rates.ts';
import { API_KEY_SCOPES } from '../../../server/http/visibility.ts';
import {
  apiKey,
  apiKeySecret,
  change,
  company,
  result,
  role,
  user,
} from '../../../server/store/postgres/schema/index.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';
import { makeTenant, one, signIn, type Tenant } from '../../support/tenants.ts';

let parts: TestParts;
let app: FastifyInstance;
let mine: Tenant;
let theirs: Tenant;
let admin: string;
/** Everything that the server logged. */
let logged = '';

const START = Date.UTC(2026, 1, 28, 15, 0, 0);
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const ADDRESS = '192.0.2.1';

beforeAll(async () => {
  const log = pino(
    { level: 'trace' },
    new Writable({
      write(line, _encoding, done) {
        logged += String(line);
        done();
      },
    }),
  );
  parts = await createTestParts({ now: START, log });
  mine = await makeTenant(parts.db, 'acme');
  theirs = await makeTenant(parts.db, 'other');
  app = await createApp({ parts, collector: null });
});
afterAll(async () => {
  await app.close();
  await parts.close();
});
beforeEach(async () => {
  // Longer than a caller is cached.
  parts.clock.advance(MINUTE_MS);
  admin = (await signIn(app, mine, 'admin')).access;
});

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>> & {
    readonly results: readonly Readonly<Record<string, unknown>>[];
  };
}

const send = async (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  bearer: string,
  payload?: object,
  address = ADDRESS,
): Promise<Answer> => {
  const answer = await app.inject({
    method,
    url: `/api/v1/${path}`,
    remoteAddress: address,
    headers: { authorization: `Bearer ${bearer}` },
    ...(payload && { payload }),
  });
  return {
    status: answer.statusCode,
    headers: answer.headers,
    text: answer.body,
    body: String(answer.headers['content-type']).startsWith('application/json')
      ? answer.json<Answer['body']>()
      : { results: [] },
  };
};

type Levels = Partial<Record<(typeof API_KEY_SCOPES)[number], 'none' | 'read' | 'write'>>;
const scopesOf = (levels: Levels) => ({
  ...Object.fromEntries(API_KEY_SCOPES.map(scope => [scope, 'none'])),
  ...levels,
});
let count = 0;
const create = (levels: Levels, over: object = {}) =>
  send('POST', 'api_keys/', admin, { name: `key ${(count += 1)}`, scopes: scopesOf(levels), ...over });
const createKey = async (levels: Levels, over: object = {}) => {
  const { status, body } = await create(levels, over);
  expect(status).toBe(201);
  return { id: Number(body['id']), secret: String(body['secret']) };
};
const rotate = async (id: number, hours: number) =>
  (await send('POST', `api_keys/${id}/rotate/`, admin, { overlap_hours: hours })).body;
/** Today in Tokyo, or a day before or after it. */
const dayInTokyo = (days: number) =>
  new Date(parts.clock.now() + 9 * HOUR_MS + days * 24 * HOUR_MS).toISOString().slice(0, 10);
const rowOf = async (id: number) => (await send('GET', `api_keys/${id}/`, admin)).body;
/** Status of a list that every key with the scope `settings` may read. */
const use = async (secret: string, address = ADDRESS) =>
  (await send('GET', 'products/', secret, undefined, address)).status;

describe('the secret of a key', () => {
  it('is answered once, stored as a hash, and in no list, file, audit log or log of the server', async () => {
    const { id, secret } = await createKey({ settings: 'read', administration: 'read' });
    const next = String((await rotate(id, 1))['secret']);
    await use(secret);
    await use(next);
    await use(newApiKeySecret());
    const stored = await parts.db.select().from(apiKeySecret).where(eq(apiKeySecret.apiKeyId, id));
    expect(stored.map(({ hash }) => hash)).toEqual([sha256(secret), sha256(next)]);
    const answers = await Promise.all(
      [
        'api_keys/',
        `api_keys/${id}/`,
        'api_keys/download/csv/',
        'changes/?page_size=100',
        'changes/download/csv/',
      ].map(
        async path =>
          [(await send('GET', path, admin)).status, (await send('GET', path, admin)).text] as const,
      ),
    );
    const audit = JSON.stringify(await parts.db.select().from(change));
    for (const hidden of [secret, next, sha256(secret).toString('hex'), sha256(next).toString('base64')])
      for (const text of [...answers.map(([, body]) => body), audit, logged])
        expect(text).not.toContain(hidden);
    expect((await rowOf(id))['prefix']).toBe(next.slice(0, 9));
    expect(answers.map(([status]) => status)).toEqual([200, 200, 200, 200, 200]);
  });

  it('is replaced when the request that created the key is repeated, since its answer may be lost', async () => {
    const form = { name: 'repeated', scopes: scopesOf({ settings: 'read' }) };
    const request = () => send('POST', 'api_keys/?idempotency_key=abcdefgh', admin, form);
    const first = (await request()).body;
    expect(await use(String(first['secret']))).toBe(200);
    const second = (await request()).body;
    expect(second['id']).toBe(first['id']);
    expect([await use(String(first['secret'])), await use(String(second['secret']))]).toEqual([401, 200]);
  });
});

describe('a key', () => {
  it('is refused from the very instant of its expiry', async () => {
    const last_day = dayInTokyo(0);
    const { id, secret } = await createKey({ settings: 'read' }, { last_day });
    const end = Date.parse(`${last_day}T15:00:00.000Z`);
    expect((await rowOf(id))['expires_at']).toBe(new Date(end).toISOString());
    parts.clock.advance(end - 1 - parts.clock.now());
    expect(await use(secret)).toBe(200);
    parts.clock.advance(1);
    const refused = await send('GET', 'products/', secret);
    expect([refused.status, refused.body['code']]).toEqual([401, 'key_refused']);
    admin = (await signIn(app, mine, 'admin')).access;
    expect((await rotate(id, 1))['code']).toBe('key_ended');
  });

  it('has its former secret until the very end of the overlap, which a second rotation does not extend', async () => {
    const { id, secret } = await createKey({ settings: 'read' });
    const { secret: second, previous_secret_until: until } = await rotate(id, 2);
    expect(until).toBe(new Date(parts.clock.now() + 2 * HOUR_MS).toISOString());
    const { secret: third } = await rotate(id, 3);
    parts.clock.advance(2 * HOUR_MS - 1);
    expect([await use(secret), await use(String(second)), await use(String(third))]).toEqual([200, 200, 200]);
    parts.clock.advance(1);
    expect([await use(secret), await use(String(second)), await use(String(third))]).toEqual([401, 200, 200]);
    admin = (await signIn(app, mine, 'admin')).access;
    const { secret: fourth, previous_secret_until: none } = await rotate(id, 0);
    expect(none).toBeNull();
    expect([await use(String(third)), await use(String(fourth))]).toEqual([401, 200]);
  });

  it('is refused from its revocation, and is neither rotated nor listed as active any more', async () => {
    const { id, secret } = await createKey({ settings: 'read' });
    expect(await use(secret)).toBe(200);
    const revoked = await send('POST', `api_keys/${id}/revoke/`, admin);
    expect([revoked.status, revoked.body['state']]).toEqual([200, 'revoked']);
    expect(await use(secret)).toBe(401);
    expect((await rotate(id, 1))['code']).toBe('key_ended');
    // Its name can be used again.
    expect((await create({ settings: 'read' }, { name: `key ${count}` })).status).toBe(201);
  });

  it('works only while its administrator is one, and again after another administrator has rotated it', async () => {
    const { id, secret } = await createKey({ settings: 'read' });
    const makeAdministrator = (roleId: number) =>
      parts.db.update(user).set({ roleId }).where(eq(user.id, mine.users.admin));
    await makeAdministrator(mine.roles.user);
    parts.clock.advance(5000);
    expect(await use(secret)).toBe(401);
    await makeAdministrator(mine.roles.admin);
    const second = one(
      await parts.db
        .insert(user)
        .values({
          companyId: mine.id,
          name: 'two',
          email: 'two@acme.example',
          password: '',
          roleId: mine.roles.admin,
        })
        .returning(),
    );
    const byOther = newApiKeySecret();
    await parts.db.update(apiKeySecret).set({ userId: second.id }).where(eq(apiKeySecret.apiKeyId, id));
    await parts.db.update(user).set({ status: false }).where(eq(user.id, second.id));
    parts.clock.advance(5000);
    expect([await use(secret), (await rowOf(id))['state']]).toEqual([401, 'suspended']);
    const { secret: rotated } = await rotate(id, 24);
    expect([await use(secret), await use(String(rotated)), await use(byOther)]).toEqual([401, 200, 401]);
    expect((await rowOf(id))['state']).toBe('active');
  });

  it('is refused while its company is disabled, and from addresses from which nobody may sign in', async () => {
    const { secret } = await createKey({ settings: 'read' });
    const change = async (values: Partial<typeof company.$inferInsert>) => {
      await parts.db.update(company).set(values).where(eq(company.id, mine.id));
      parts.clock.advance(5000);
    };
    await change({ loginAllowedIps: ['192.0.2.0/24'] });
    expect([await use(secret, '192.0.2.77'), await use(secret, '198.51.100.1')]).toEqual([200, 401]);
    await change({ loginAllowedIps: [], status: false });
    expect(await use(secret)).toBe(401);
    await change({ status: true });
    expect(await use(secret)).toBe(200);
  });

  it('notes its use with time and address, at most once a minute and without a change of the row', async () => {
    const { id, secret } = await createKey({ settings: 'read' });
    const { updated_at: before, last_used_at: never } = await rowOf(id);
    expect(never).toBeNull();
    const first = parts.clock.now();
    await use(secret, '2001:db8::7');
    parts.clock.advance(MINUTE_MS - 1);
    await use(secret, '198.51.100.1');
    const noted = async () => {
      const { last_used_at, last_used_address, updated_at } = await rowOf(id);
      return [last_used_at, last_used_address, updated_at];
    };
    expect(await noted()).toEqual([new Date(first).toISOString(), '2001:db8::7', before]);
    parts.clock.advance(1);
    await use(secret, '198.51.100.1');
    expect(await noted()).toEqual([new Date(first + MINUTE_MS).toISOString(), '198.51.100.1', before]);
  });

  it('may send a number of requests a minute, which headers state', async () => {
    const { secret } = await createKey({ settings: 'read' });
    const first = await send('GET', 'products/', secret);
    expect([first.headers['x-ratelimit-limit'], first.headers['x-ratelimit-remaining']]).toEqual([
      String(KEY_REQUESTS_PER_MINUTE),
      String(KEY_REQUESTS_PER_MINUTE - 1),
    ]);
    for (let sent = 1; sent < KEY_REQUESTS_PER_MINUTE; sent++) await send('GET', 'users/me/', secret);
    const refused = await send('GET', 'products/', secret);
    expect([refused.status, refused.body['code']]).toEqual([429, 'too_many_requests']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    const { secret: other } = await createKey({ settings: 'read' });
    expect(await use(other)).toBe(200);
  });
});

describe('the scopes of a key', () => {
  const note = () => ({ product_id: mine.shelves[0].product, day: '2026-02-28', text: 'release' });

  it('distinguish reading from writing, and name what is missing', async () => {
    const { secret: reading } = await createKey({ reports: 'read' });
    const { secret: writing } = await createKey({ reports: 'write' });
    expect((await send('GET', 'day_notes/', reading)).status).toBe(200);
    const { status, body } = await send('POST', 'day_notes/', reading, note());
    expect([status, body['code'], body['values']]).toEqual([
      403,
      'key_scope_missing',
      { scope: 'reports', level: 'write' },
    ]);
    expect((await send('POST', 'day_notes/', writing, note())).status).toBe(201);
    expect(await use(writing)).toBe(403);
  });

  it('never exceed the permissions of the administrator', async () => {
    const { secret } = await createKey({ cv_log: 'write', access_log: 'read' });
    const path = (log: string) =>
      `logs/${log}/?product_id=${mine.shelves[0].product}&from=2026-02-27&to=2026-02-28`;
    expect((await send('GET', path('conversions'), secret)).status).toBe(200);
    const own = eq(role.id, mine.roles.admin);
    const [{ permissions }] = (await parts.db.select().from(role).where(own)) as [typeof role.$inferSelect];
    await parts.db
      .update(role)
      .set({ permissions: { ...permissions, cv_log: 'none' } })
      .where(own);
    parts.clock.advance(5000);
    expect((await send('GET', path('conversions'), secret)).body['code']).toBe('forbidden');
    expect((await send('GET', path('accesses'), secret)).status).toBe(200);
    await parts.db.update(role).set({ permissions }).where(own);
  });

  it('include no account of a person and no key', async () => {
    const { secret } = await createKey({ administration: 'write', settings: 'write' });
    for (const [method, path] of [
      ['GET', 'users/me/'],
      ['GET', 'users/me/sessions/'],
      ['PATCH', `users/${mine.users.admin}/`],
      ['GET', 'saved_views/'],
      ['GET', 'api_keys/'],
      ['POST', 'api_keys/'],
    ] as const)
      expect([
        path,
        (await send(method, path, secret, method === 'GET' ? undefined : {})).body['code'],
      ]).toEqual([path, 'person_required']);
  });
});

describe('a key that is limited to products', () => {
  const LEVELS = { settings: 'write', reports: 'write', cv_log: 'write', cv_approval: 'write' } as const;

  it('sees the rows of these products only, in lists, files, logs and reports', async () => {
    const [first, second] = mine.shelves;
    const { secret } = await createKey(LEVELS, { products: [second.product] });
    const ids = async (path: string, field: string) => [
      ...new Set((await send('GET', path, secret)).body.results.map(row => row[field])),
    ];
    expect(await ids('products/', 'id')).toEqual([second.product]);
    expect(await ids('ads/?page_size=100', 'product_id')).toEqual([second.product]);
    expect(await ids('report_deliveries/', 'product_id')).toEqual([second.product]);
    const file = (await send('GET', 'cv_settings/download/csv/?columns=product_id&locale=en', secret)).text;
    expect(file.match(/\d+/g)).toEqual([String(second.product)]);
    const codeFor = async (path: string) => (await send('GET', path, secret)).body['code'];
    const span = 'from=2026-02-27&to=2026-02-28';
    expect(await codeFor(`logs/conversions/?product_id=${first.product}&${span}`)).toBe(
      'no_permission_for_data',
    );
    expect(await codeFor(`analyses/effects/?product_id=${first.product}&${span}`)).toBe(
      'no_permission_for_data',
    );
    expect(await codeFor(`analyses/effects/?product_id=${second.product}&${span}`)).toBeUndefined();
    expect(await codeFor(`ads/${first.ads[0]}/`)).toBe('not_found');
  });

  it('changes no row and decides over no result of another product', async () => {
    const [first, second] = mine.shelves;
    const { secret } = await createKey(LEVELS, { products: [second.product] });
    const makeResult = async (shelf: Tenant['shelves'][0], conversionId: string) =>
      one(
        await parts.db
          .insert(result)
          .values({
            companyId: mine.id,
            productId: shelf.product,
            aspId: shelf.asp,
            resultType: 1,
            conversionId,
            cvTime: new Date(START),
            ipAddress: '::1',
            approvalStatus: 0,
          })
          .returning(),
      ).id;
    const [hidden, visible] = [await makeResult(first, '1'), await makeResult(second, '2')];
    const results = [hidden, visible].map(id => ({ id, version: 1 }));
    const { body } = await send('POST', 'results/decide/', secret, { to: 1, key: 'of-a-key', results });
    expect(body['decided']).toBe(1);
    expect(body['refused']).toEqual([expect.objectContaining({ id: hidden, code: 'not_found' })]);

    const delivery = await send('GET', `report_deliveries/${first.delivery}/`, admin);
    const { updated_at } = delivery.body;
    const codes = [
      await send('PUT', `report_deliveries/${first.delivery}/`, secret, {
        name: 'mine',
        analyze_page: 'attribution',
        recipients: ['thief@example.com'],
        product_id: first.product,
        updated_at,
      }),
      await send('POST', 'report_deliveries/remove/', secret, { ids: [second.delivery, first.delivery] }),
      await send('DELETE', `cv_settings/${first.cvSetting}/`, secret),
      await send('POST', `products/${first.product}/conversion_key/`, secret),
      await send('POST', `sync_settings/${first.sync}/run/`, secret),
      await send('POST', 'report_deliveries/', secret, {
        name: 'other',
        analyze_page: 'attribution',
        product_id: first.product,
      }),
    ].map(({ body: refused }) => refused['code']);
    expect(codes).toEqual([
      'not_found',
      'not_found',
      'not_found',
      'not_found',
      'not_found',
      'no_permission_for_data',
    ]);
  });
});

describe('the form of a key', () => {
  test.each([
    ['no scope', { scopes: scopesOf({}) }, { scopes: ['choose_one'] }],
    ['yesterday as the last day', { last_day: 'yesterday' }, { last_day: ['past'] }],
    ['a blank name', { name: ' ' }, { name: ['required'] }],
    ['a product of another company', { products: 'theirs' }, { products: ['absent'] }],
    [
      'the whole company, limited to products',
      { products: 'mine', scopes: scopesOf({ administration: 'read' }) },
      { products: ['whole_company'] },
    ],
    ['a name that is in use', { name: 'TAKEN' }, { name: ['taken'] }],
  ])('is refused with %s', async (_what, over: Readonly<Record<string, unknown>>, fields) => {
    await create({ settings: 'read' }, { name: 'taken' });
    const products = { theirs: [theirs.shelves[0].product], mine: [mine.shelves[0].product] };
    const form = {
      ...over,
      ...(over['last_day'] === 'yesterday' && { last_day: dayInTokyo(-1) }),
      ...(typeof over['products'] === 'string' && { products: products[over['products'] as 'mine'] }),
    };
    const { status, body } = await create({ settings: 'read' }, form);
    expect([status, body['fields']]).toEqual([400, fields]);
  });
});

describe('the audit log', () => {
  it('has every change of a key, and names the key and its administrator as authors of a change', async () => {
    const { id, secret } = await createKey({ reports: 'write', administration: 'read' }, { name: 'robot' });
    await rotate(id, 1);
    const note = await send('POST', 'day_notes/', secret, {
      product_id: mine.shelves[0].product,
      day: '2026-02-28',
      text: 'by a key',
    });
    await send('POST', `api_keys/${id}/revoke/`, admin);
    const lines = async (entity: string, row: unknown) =>
      (
        await send('GET', `changes/?entity=${entity}&row_id=${String(row)}&ordering=id`, admin)
      ).body.results.map(({ action, user_name, api_key_name }) => [action, user_name, api_key_name]);
    expect(await lines('apiKeys', id)).toEqual([
      ['create', 'Zoë admin', null],
      ['update', 'Zoë admin', null],
      ['key_use', 'Zoë admin', 'robot'],
      ['remove', 'Zoë admin', null],
    ]);
    expect(await lines('dayNotes', note.body['id'])).toEqual([['create', 'Zoë admin', 'robot']]);
  });

  it('shows no key of another company', async () => {
    const { id } = await createKey({ settings: 'read' });
    const other = (await signIn(app, theirs, 'admin')).access;
    for (const [method, path] of [
      ['GET', ''],
      ['POST', 'rotate/'],
      ['POST', 'revoke/'],
    ] as const)
      expect(
        (
          await send(
            method,
            `api_keys/${id}/${path}`,
            other,
            method === 'GET' ? undefined : { overlap_hours: 0 },
          )
        ).status,
      ).toBe(404);
    const [stored] = await parts.db.select().from(apiKey).where(eq(apiKey.id, id));
    expect(stored?.status).toBe(true);
  });
});
