import { inArray } from 'drizzle-orm';
import { print } from 'graphql';
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../../server/app.ts';
import {
  EntrySearchDocument,
  InteractionsDocument,
  MeDocument,
  MyPermissionsDocument,
  SignInDocument,
  StartupListsDocument,
} from '../../../graphql/generated/graphql.ts';
import { agency } from '../../../server/store/postgres/schema/index.ts';
import { makeTenant, PASSWORD, signIn, type Tenant } from '../../support/tenants.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

/** The gateway over the complete REST server, called with the console's own documents. */

let parts: TestParts;
let app: FastifyInstance;
let tenants: readonly [Tenant, Tenant];
const tokens: Record<string, string> = {};
beforeAll(async () => {
  parts = await createTestParts();
  tenants = [await makeTenant(parts.db, 'acme'), await makeTenant(parts.db, 'other')];
  app = await createApp({ parts, collector: null });
  for (const tenant of tenants)
    for (const base of ['admin', 'user', 'agency'] as const)
      tokens[`${base}@${tenant.code}`] = (await signIn(app, tenant, base)).access;
  const [
    {
      shelves: [shelf],
    },
  ] = tenants;
  await parts.columnar.insert({
    table: 'contact',
    format: 'JSONEachRow',
    values: shelf.ads.map((ad, index) => ({
      product_id: shelf.product,
      visitor_id: '18446744073709551615',
      ts: Date.UTC(2026, 1, 28, 15, 0, index),
      interaction_id: `922337203685477580${index}`,
      ad_id: ad,
      redirect_id: shelf.redirects[index],
      lpo_number: 0,
      landing_url: 'https://acme.example/é',
      referrer: '',
      ip: index === 2 ? '::ffff:203.0.113.1' : '::ffff:192.0.2.1',
      bot: 0,
      repeated: 0,
      ua: '',
      device: 'desktop',
      os: '',
      os_ver: '',
      browser: '',
      browser_ver: '',
      xclid: '',
      media_session_id: '',
      media_management1: '',
      media_management2: '',
      media_management3: '',
      click_cost: 1.25,
    })),
  });
});
afterAll(async () => {
  await app.close();
  await parts.close();
});

interface GraphqlResponse<Result> {
  readonly data?: Result;
  readonly errors?: readonly {
    readonly message: string;
    readonly path?: unknown;
    readonly extensions: Record<string, unknown>;
  }[];
}
const ask = async <Result, Variables>(
  document: TypedDocumentNode<Result, Variables>,
  variables: Variables,
  who?: string,
): Promise<GraphqlResponse<Result>> => {
  const answer = await app.inject({
    method: 'POST',
    url: '/graphql',
    payload: { query: print(document), variables: { ...variables, idempotency_key: 'of urql' } },
    headers: who === undefined ? {} : { authorization: `Bearer ${tokens[who] ?? who}` },
  });
  return answer.json<GraphqlResponse<Result>>();
};
const log = (over: object = {}) => ({
  product_id: tenants[0].shelves[0].product,
  from: '2026-03-01',
  to: '2026-03-01',
  ...over,
});

describe('a zero parameter', () => {
  it('is passed on as a value: cv_type 0 selects middle conversions only', async () => {
    const product = tenants[0].shelves[0].product;
    await parts.columnar.insert({
      table: 'conversion',
      format: 'JSONEachRow',
      values: [0, 1, 0].map((type, at) => ({
        product_id: product,
        visitor_id: '5',
        ts: Date.UTC(2026, 2, 28, 15, 0, at),
        conversion_id: `822337203685477580${at}`,
        cv_type: type,
        cv_setting_id: 0,
        origin: 'server',
        args: '',
        user_id: '',
        other_key1: '',
        other_key2: '',
        other_key3: '',
        amount: '0',
        url: '',
        referrer: '',
        ip: '::ffff:192.0.2.1',
        bot: 0,
        ua: '',
        device: 'desktop',
        os: '',
        os_ver: '',
        browser: '',
        browser_ver: '',
      })),
    });
    const typesOf = async (cvType: string): Promise<unknown> =>
      (
        await app.inject({
          method: 'POST',
          url: '/graphql',
          headers: { authorization: `Bearer ${tokens['admin@acme']}` },
          payload: {
            query: `{ conversions(product_id: ${product}, from: "2026-03-29", to: "2026-03-29"${cvType}) { results { cv_type } } }`,
          },
        })
      ).json<{ data: { conversions: { results: unknown } } }>().data.conversions.results;
    expect(await typesOf(', cv_type: 0')).toEqual([{ cv_type: 0 }, { cv_type: 0 }]);
    expect(await typesOf(', cv_type: 1')).toEqual([{ cv_type: 1 }]);
    expect(await typesOf('')).toHaveLength(3);
  });
});

describe('a session over GraphQL', () => {
  it('begins and puts its refresh token into a cookie', async () => {
    const input = { company_id: 'acme', email: 'admin@acme.example', password: PASSWORD, cookie: true };
    const query = 'mutation($input: signIn_request_Input!) { signIn(input: $input) { access refresh } }';
    const answer = await app.inject({
      method: 'POST',
      url: '/graphql',
      payload: { query, variables: { input } },
    });
    const { access, refresh } = answer.json<{ data: { signIn: Record<string, string | null> } }>().data
      .signIn;
    expect(refresh).toBeNull();
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^touchpath-refresh=passing\.[\w-]{43}; Path=\/api\/v1\/auth\/; HttpOnly; SameSite=Strict$/,
      ),
      'touchpath-signed-in=true; Path=/; SameSite=Lax',
    ]);
    expect((await ask(MeDocument, {}, access ?? '')).data?.one?.email).toBe('admin@acme.example');
  });

  it('is refused with one code, whichever part of the form was wrong', async () => {
    for (const over of [{ password: 'x' }, { email: 'nobody@acme.example' }, { company_id: 'nowhere' }]) {
      const input = { company_id: 'acme', email: 'user@acme.example', password: PASSWORD, ...over };
      expect(await ask(SignInDocument, { input })).toEqual({
        data: { saved: null },
        errors: [
          expect.objectContaining({ path: ['saved'], extensions: { code: 'signin_refused', status: 401 } }),
        ],
      });
    }
  });

  it('returns the faults of each field', async () => {
    const { errors } = await ask(SignInDocument, {
      input: { company_id: '', email: 'x'.repeat(255), password: 'p' },
    });
    expect(errors?.[0]?.extensions).toEqual({
      code: 'invalid',
      status: 400,
      fields: { company_id: ['required'], email: ['too_long'] },
      limits: { email: { max: 254 } },
    });
  });

  it.each([undefined, 'nonsense', 'a.b.c'])('is required: %s is refused', async who => {
    expect((await ask(MeDocument, {}, who)).errors?.[0]?.extensions).toEqual({
      code: 'unauthenticated',
      status: 401,
    });
  });
});

const PAGE = { page_size: 9999 };
const ALL_LISTS = {
  agency: true,
  product: true,
  ad: true,
  redirect: true,
  asp: true,
  cvSetting: true,
  adCategory: true,
  adType: true,
  role: true,
  analysis: true,
  columns: true,
};

describe('an answer over GraphQL', () => {
  it('belongs to its own caller among many concurrent ones', async () => {
    const who = Array.from({ length: 8 }, () => Object.keys(tokens)).flat();
    const answers = await Promise.all(who.map(name => ask(MeDocument, {}, name)));
    expect(answers.map(answer => `${answer.data?.one?.role_code}@${answer.data?.one?.company_name}`)).toEqual(
      who.map(name => `${name.split('@')[0]}@会社 ${name.split('@')[1]} <b>é</b>`),
    );
  });

  it('of the start-up contains the eleven lists that the caller may see', async () => {
    const lists = (await ask(StartupListsDocument, { ...PAGE, ...ALL_LISTS }, 'admin@acme')).data;
    expect(
      Object.fromEntries(
        Object.entries(lists ?? {}).map(([name, list]) => [
          name,
          (list as { results: unknown[] } | null)?.results.length,
        ]),
      ),
    ).toEqual({
      agency: 2,
      product: 2,
      ad: 6,
      redirect: 6,
      asp: 2,
      cvSetting: 2,
      adCategory: 2,
      adType: 2,
      role: 3,
      analysis: 2,
      columns: 0,
    });
    expect(lists?.product?.results[0]).toEqual({
      id: tenants[0].shelves[0].product,
      label: '商品 é',
      week_start: 0,
    });
    expect(
      (await ask(StartupListsDocument, { ...PAGE, ...ALL_LISTS }, 'agency@acme')).data?.ad?.results,
    ).toHaveLength(1);
  });

  it('of a reload contains the named lists only', async () => {
    const none = Object.fromEntries(Object.keys(ALL_LISTS).map(name => [name, false])) as Record<
      keyof typeof ALL_LISTS,
      boolean
    >;
    const { data } = await ask(StartupListsDocument, { ...PAGE, ...none, asp: true }, 'admin@acme');
    expect(Object.keys(data ?? {})).toEqual(['asp']);
    expect(data?.asp?.results).toMatchObject(
      tenants[0].shelves.map(({ asp }) => ({ id: asp, label: 'Réseau' })),
    );
  });

  it('of a list of more than 9,999 entries has its length, and further entries are found by ids and by search', async () => {
    const [
      {
        id: companyId,
        shelves: [shelf],
      },
    ] = tenants;
    const names = Array.from({ length: 10_050 }, (_, n) => `代理店 é ${String(n).padStart(5, '0')}`);
    const rows = await parts.db
      .insert(agency)
      .values(names.map(name => ({ companyId, name })))
      .returning({ id: agency.id });
    try {
      const none = {
        agency: false,
        ad: false,
        redirect: false,
        asp: false,
        cvSetting: false,
        adCategory: false,
        adType: false,
      };
      const noFullLists = { ...none, product: false, role: false, analysis: false, columns: false };
      const found = async (
        list: 'agency' | 'ad',
        variables: { page_size: number; where: string; search: string },
      ) =>
        (
          await ask(
            EntrySearchDocument,
            { ...none, show_deleted: false, [list]: true, ...variables },
            'admin@acme',
          )
        ).data?.[list];
      const last = rows.slice(-500).map(({ id }) => id);
      const first = (await ask(StartupListsDocument, { ...PAGE, ...noFullLists, agency: true }, 'admin@acme'))
        .data?.agency;
      expect([
        first?.count,
        first?.results.length,
        first?.results.some(row => row?.id === last.at(-1)),
      ]).toEqual([10_052, 9999, false]);
      const second = await ask(
        StartupListsDocument,
        { ...noFullLists, product: true, page: 2, page_size: 1 },
        'admin@acme',
      );
      expect(second.data?.product).toMatchObject({
        count: 2,
        results: [{ id: tenants[0].shelves[1].product }],
      });
      expect(
        (
          await found('agency', { page_size: 500, where: `id__in=${last.join(',')}`, search: '' })
        )?.results.map(row => row?.id),
      ).toEqual(last);
      const named = await found('agency', { page_size: 3, where: '', search: 'é 1004' });
      expect([named?.count, named?.results.map(row => row?.label)]).toEqual([
        11,
        [names[1004], names[10_040], names[10_041]],
      ]);
      expect(
        await found('ad', { page_size: 1, where: `product_id=${shelf.product}`, search: '' }),
      ).toMatchObject({ count: shelf.ads.length, results: [{ id: shelf.ads[0] }] });
    } finally {
      await parts.db.delete(agency).where(
        inArray(
          agency.id,
          rows.map(({ id }) => id),
        ),
      );
    }
  });

  it('of permissions contains the six levels and the base of the role', async () => {
    expect((await ask(MyPermissionsDocument, {}, 'user@acme')).data?.one).toMatchObject({
      base: 'user',
      permissions: { interaction_log: 'read' },
    });
    expect((await ask(MyPermissionsDocument, {}, 'agency@acme')).data?.one?.permissions.interaction_log).toBe(
      'none',
    );
  });
});

describe('the reference log over GraphQL', () => {
  it('has 64-bit ids as text, and pages by its cursor', async () => {
    const first = (await ask(InteractionsDocument, log({ limit: 1 }), 'user@acme')).data?.page;
    expect(first).toMatchObject({
      total: 2,
      left_out: { bot: 0, repeated: 0, excluded_ip: 1 },
      results: [
        { interaction_id: '9223372036854775801', visitor_id: '18446744073709551615', click_cost: 1.25 },
      ],
    });
    const second = (await ask(InteractionsDocument, log({ limit: 1, after: first?.next }), 'user@acme')).data
      ?.page;
    expect(second).toMatchObject({
      total: null,
      left_out: null,
      next: null,
      results: [{ interaction_id: '9223372036854775800' }],
    });
  });

  it('accepts a filter by ads, and shows left-out contacts on request', async () => {
    const { ads } = tenants[0].shelves[0];
    const shown = (
      await ask(
        InteractionsDocument,
        log({ where: `ad_id__in=${ads[0]},${ads[2]}`, show: 'all' }),
        'admin@acme',
      )
    ).data?.page;
    expect(shown?.results.map(row => [row?.ad_id, row?.excluded])).toEqual([
      [ads[2], true],
      [ads[0], false],
    ]);
  });

  it.each([
    ['agency@acme', {}, { code: 'forbidden', status: 403 }],
    ['user@other', {}, { code: 'no_permission_for_data', status: 403 }],
    [
      'user@acme',
      { limit: 501 },
      { code: 'invalid', status: 400, fields: { limit: ['maximum'] }, limits: { limit: { max: 500 } } },
    ],
    [
      'user@acme',
      { from: '2026-02-30' },
      { code: 'invalid', status: 400, fields: { from: ['format_date'] } },
    ],
    ['user@acme', { show: 'hidden' }, { code: 'invalid', status: 400, fields: { show: ['choice'] } }],
    [
      'user@acme',
      { where: 'nothing=1' },
      { code: 'invalid', status: 400, fields: { nothing: ['unknown_field'] } },
    ],
    ['user@acme', { after: '!' }, { code: 'invalid', status: 400, fields: { after: ['format'] } }],
    ['user@acme', { where: 'browser=\ud800' }, { code: 'invalid', status: 400, fields: { where: ['text'] } }],
    ['user@acme', { where: 'os=a\0b' }, { code: 'invalid', status: 400, fields: { where: ['text'] } }],
  ])('refuses %s with %j', async (who, over, extensions) => {
    expect((await ask(InteractionsDocument, log(over), who)).errors?.[0]?.extensions).toEqual(extensions);
  });

  it('equals the REST answer, where an unknown parameter is a fault', async () => {
    const get = (query: string) =>
      app.inject({
        url: `/api/v1/logs/interactions/?product_id=${tenants[0].shelves[0].product}&from=2026-03-01&to=2026-03-01${query}`,
        headers: { authorization: `Bearer ${tokens['user@acme']}` },
      });
    expect((await get('&ad_id__in=1,2')).statusCode).toBe(200);
    expect((await get('&limit=2')).json()).toMatchObject({ total: 2 });
    expect((await get('&nothing=1')).json()).toMatchObject({
      code: 'invalid',
      fields: { nothing: ['unknown_field'] },
    });
    expect(
      (await app.inject('/api/v1/logs/interactions/?product_id=1&from=2026-03-01&to=2026-03-01')).statusCode,
    ).toBe(401);
  });
});
