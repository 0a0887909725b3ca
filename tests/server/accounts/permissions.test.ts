import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../../server/app.ts';
import { openCollector } from '../../../server/collector/collector.ts';
import { contractOf } from '../../../server/http/openapi.ts';
import { writeCursor } from '../../../server/event-logs/cursor.ts';
import { agencyProduct } from '../../../server/store/postgres/schema/index.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';
import { requesterOf, makeTenant, signIn, type Body, type Tenant } from '../../support/tenants.ts';

/**
 * The permissions of every route in the contract, so that new routes are covered without a change of the
 * tests.
 */

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly schema: { readonly type?: string; readonly format?: string; readonly enum?: string[] };
}
interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly security: readonly object[];
  readonly parameters?: readonly Parameter[];
}
interface Route extends Operation {
  readonly method: string;
  readonly path: string;
}

/** The only operations that need no token. */
const PUBLIC = new Set([
  'acceptInvitation',
  'answerChallenge',
  'answerChallengeByPasskey',
  'beginPasskeyAnswer',
  'beginSingleSignOn',
  'completeSingleSignOn',
  'forgotPassword',
  'openInvitation',
  'openResetLink',
  'openSharedBoard',
  'refreshTokens',
  'resetPassword',
  'sharedBoardItem',
  'signIn',
  'signOut',
]);

let parts: TestParts;
let app: FastifyInstance;
let routes: Route[];
let mine: Tenant;
let other: Tenant;
type Ask = ReturnType<typeof requesterOf>;
let admin: Ask, user: Ask, agency: Ask, stranger: Ask, strangerAgency: Ask;

beforeAll(async () => {
  parts = await createTestParts();
  mine = await makeTenant(parts.db, 'acme');
  other = await makeTenant(parts.db, 'rival');
  app = await createApp({ parts, collector: null });
  const paths = contractOf(app)['paths'] as Record<string, Record<string, Operation>>;
  routes = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  );
  [admin, user, agency, stranger, strangerAgency] = (await Promise.all([
    signIn(app, mine, 'admin'),
    signIn(app, mine, 'user'),
    signIn(app, mine, 'agency'),
    signIn(app, other, 'admin'),
    signIn(app, other, 'agency'),
  ]).then(tokens => tokens.map(({ access }) => requesterOf(app, access)))) as [Ask, Ask, Ask, Ask, Ask];
});
afterAll(async () => {
  await app.close();
  await parts.close();
});

/** Values of text parameters that accept only a text of a certain form. */
const TEXTS: Readonly<Record<string, string>> = {
  id: '1',
  visitor_id: '1',
  conversion_id: '1',
  key: 'total',
  newer_than: writeCursor({ ms: 0, id: '0' }),
};
const sampleOf = (schema: Parameter['schema']): string | number => {
  if (schema.enum?.[0] !== undefined) return schema.enum[0];
  if (schema.format === 'date') return '2026-02-28';
  return schema.type === 'integer' || schema.type === 'number' ? 1 : 'x';
};
/** The address of a route with its required parameters and the days that a report needs. */
const addressOf = (
  { path, parameters = [] }: Route,
  { id = 1, ...parameterValues }: Record<string, string | number> = {},
) => {
  const query = new URLSearchParams();
  for (const { name, in: place, required, schema } of parameters) {
    if (place !== 'query' || !(required || name in parameterValues || name === 'from' || name === 'to'))
      continue;
    query.set(name, String(parameterValues[name] ?? TEXTS[name] ?? sampleOf(schema)));
  }
  return `${path.replace('{id}', String(id))}${query.size > 0 ? `?${query}` : ''}`;
};
const reads = () => routes.filter(({ method, operationId }) => method === 'GET' && !PUBLIC.has(operationId));
const named = (operationId: string): Route => {
  const route = routes.find(found => found.operationId === operationId);
  if (route === undefined) throw new Error(`no operation ${operationId}`);
  return route;
};

describe('a request without a token', () => {
  it('is answered 401 by every route except those that the contract declares as public', async () => {
    expect(routes.length).toBeGreaterThanOrEqual(22);
    for (const route of routes) {
      const answer = await app.inject({
        method: route.method as 'GET',
        url: addressOf(route),
        // Not valid for any route: some need no field.
        ...(route.method !== 'GET' && { payload: { session: 1 } }),
      });
      const isPublic = PUBLIC.has(route.operationId);
      expect([
        route.operationId,
        answer.statusCode,
        answer.json<Body>().code,
        route.security.length === 0,
      ]).toEqual([
        route.operationId,
        isPublic ? 400 : 401,
        isPublic ? 'invalid' : 'unauthenticated',
        isPublic,
      ]);
    }
  });
});

const ids = (tenant: Tenant): Record<string, readonly number[]> => {
  const all = <Key extends 'product' | 'category' | 'type' | 'asp' | 'cvSetting'>(key: Key) =>
    tenant.shelves.map(shelf => shelf[key]);
  return {
    agency: tenant.agencies,
    product: all('product'),
    adCategory: all('category'),
    adType: all('type'),
    asp: all('asp'),
    cvSetting: all('cvSetting'),
    ad: tenant.shelves.flatMap(({ ads }) => ads),
    redirect: tenant.shelves.flatMap(({ redirects }) => redirects),
  };
};

describe('another company', () => {
  it('cannot find a foreign row by its id, nor distinguish it from a missing one', async () => {
    for (const [operationId, numbers] of Object.entries(ids(mine))) {
      const route = named(operationId);
      for (const id of numbers) {
        expect([operationId, (await admin(addressOf(route, { id }))).status]).toEqual([operationId, 200]);
        for (const ask of [stranger, strangerAgency]) {
          const [foreign, missing] = await Promise.all([
            ask(addressOf(route, { id })),
            ask(addressOf(route, { id: 2_000_000_000 })),
          ]);
          expect([operationId, foreign.status]).toEqual([operationId, 404]);
          expect(foreign.body).toEqual(missing.body);
        }
      }
    }
  });

  it('sees no foreign rows in a list under any filter', async () => {
    for (const [operationId, numbers] of Object.entries(ids(mine))) {
      const list = named(operationId).path.replace('{id}/', '');
      for (const query of [
        '',
        '?show_deleted=true&page_size=9999',
        `?id__in=${numbers.join(',')}`,
        '?id__ne=0',
        '?status__ne=false',
        '?id__gt=0&ordering=-id',
      ]) {
        const { status, body } = await stranger(`${list}${query}`);
        expect(status).toBe(200);
        expect(
          body.results.map(row => row['id']).filter(id => numbers.includes(id as number)),
          `${list}${query}`,
        ).toEqual([]);
      }
    }
  });

  it('is refused for every foreign product', async () => {
    const productReads = reads().filter(({ parameters }) =>
      parameters?.some(({ name }) => name === 'product_id'),
    );
    expect(productReads.map(({ operationId }) => operationId)).toEqual(
      expect.arrayContaining(['ads', 'interactions', 'redirects']),
    );
    for (const route of productReads) {
      for (const product of [mine.shelves[0].product, 2_000_000_000]) {
        const { status, body } = await stranger(addressOf(route, { product_id: product }));
        expect([route.operationId, status, body.code, body._message]).toEqual([
          route.operationId,
          403,
          'no_permission_for_data',
          ['No permission to view the data for the specified conditions.'],
        ]);
      }
    }
    for (const query of [
      `product_id__exact=${mine.shelves[0].product}`,
      `product_id__in=${other.shelves[0].product},${mine.shelves[0].product}`,
    ]) {
      expect((await stranger(`ads/?${query}`)).status).toBe(403);
    }
  });
});

const idsOf = async (ask: Ask, list: string) =>
  (await ask(`${list}?show_deleted=true&ordering=id&page_size=9999`)).body.results.map(row => row['id']);

describe('an agency user', () => {
  it('sees his agency, its granted products, and inside them its own ads, their redirects and networks', async () => {
    const [shelf] = mine.shelves;
    expect(await idsOf(agency, 'agencies/')).toEqual([mine.agencies[0]]);
    expect(await idsOf(agency, 'products/')).toEqual([shelf.product]);
    expect(await idsOf(agency, 'ads/')).toEqual([shelf.ads[0]]);
    expect(await idsOf(agency, 'redirects/')).toEqual([shelf.redirects[0]]);
    expect(await idsOf(agency, 'asps/')).toEqual([shelf.asp]);
    expect(await idsOf(agency, 'cv_settings/')).toEqual([shelf.cvSetting]);
    expect(await idsOf(agency, 'ad_categories/')).toEqual([shelf.category]);
    expect(await idsOf(agency, 'ad_types/')).toEqual([shelf.type]);
    for (const ask of [admin, user])
      expect(await idsOf(ask, 'ads/')).toEqual(mine.shelves.flatMap(({ ads }) => ads));
  });

  it('gets 404 for foreign rows and 403 for a product that is not granted', async () => {
    const [shelf, hidden] = mine.shelves;
    for (const path of [
      `ads/${shelf.ads[1]}/`,
      `ads/${shelf.ads[2]}/`,
      `ads/${hidden.ads[0]}/`,
      `redirects/${shelf.redirects[1]}/`,
      `products/${hidden.product}/`,
      `agencies/${mine.agencies[1]}/`,
      `asps/${hidden.asp}/`,
      `cv_settings/${hidden.cvSetting}/`,
    ]) {
      expect([path, (await agency(path)).status]).toEqual([path, 404]);
      expect([path, (await user(path)).status]).toEqual([path, 200]);
    }
    expect((await agency(`ads/?product_id=${hidden.product}`)).status).toBe(403);
  });

  it('does not see hidden fields of networks and settings, nor filter or sort by them', async () => {
    const [shelf] = mine.shelves;
    const { body: seen } = await agency(`asps/${shelf.asp}/`);
    expect(seen).toMatchObject({
      asp_name: 'Réseau',
      label: 'Réseau',
      webhook_url: null,
      approval_args: null,
      description: null,
    });
    expect((await user(`asps/${shelf.asp}/`)).body['webhook_url']).toBe('https://secret.example/{xclid}');
    expect(
      (await agency(`products/${shelf.product}/`)).body['excluded_ips'],
      'excluded addresses of the product',
    ).toEqual(['203.0.113.0/24']);
    const guess = await agency('asps/?webhook_url__startswith=https://s');
    expect([guess.status, guess.body.fields]).toEqual([400, { webhook_url: ['unknown_field'] }]);
    expect((await agency('asps/?ordering=webhook_url')).body.fields).toEqual({ ordering: ['choice'] });
    expect((await user('asps/?webhook_url__startswith=HTTPS://S&ordering=webhook_url')).body.count).toBe(2);
  });

  it('is refused the logs for which his role has no level, without details', async () => {
    for (const route of routes.filter(({ tags }) => tags.includes('logs'))) {
      const { status, body } = await agency(addressOf(route, { product_id: mine.shelves[0].product }));
      expect([route.operationId, status, body.code]).toEqual([route.operationId, 403, 'forbidden']);
    }
  });

  it('gains a product within seconds of its grant', async () => {
    const before = await idsOf(agency, 'products/');
    await parts.db
      .insert(agencyProduct)
      .values({ companyId: mine.id, agencyId: mine.agencies[0], productId: mine.shelves[1].product });
    parts.clock.advance(6_000);
    expect(await idsOf(agency, 'products/')).toEqual([...before, mine.shelves[1].product]);
  });
});

describe('a route', () => {
  it('of every module declares its permission: the full app starts with the collector and a console', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'touchpath-console-'));
    await writeFile(join(dir, 'index.html'), '<!doctype html><title>console</title>');
    await mkdir(join(dir, '.vite'));
    await writeFile(join(dir, '.vite/pages.json'), '[]');
    const collector = await openCollector(parts);
    const fullApp = await createApp({ parts, collector, consoleDir: dir });
    try {
      const page = await fullApp.inject({ url: '/analyze/attribution', headers: { accept: 'text/html' } });
      expect([page.statusCode, page.body]).toEqual([200, '<!doctype html><title>console</title>']);
      // Each part of the app answers its own unknown addresses in its own way.
      for (const [url, status] of [
        ['/api/v1/nothing/', 404],
        ['/api/v1/ads/', 401],
        ['/nothing.png', 404],
        ['/i/0.gif', 404],
        ['/healthz', 200],
      ] as const) {
        expect([url, (await fullApp.inject({ url, headers: { accept: '*/*' } })).statusCode]).toEqual([
          url,
          status,
        ]);
      }
    } finally {
      await fullApp.close();
      await collector.close();
      await rm(dir, { recursive: true });
    }
  });

  it('without a declared permission fails the start', async () => {
    const { default: Fastify } = await import('fastify');
    const { requireDeclaredAccess } = await import('../../../server/http/access.ts');
    const silent = Fastify();
    requireDeclaredAccess(silent);
    silent.register((scope, _options, done) => {
      scope.get('/told', { config: { access: 'person' } }, () => 'x');
      scope.get('/untold', () => 'x');
      done();
    });
    await expect(silent.ready()).rejects.toThrow(/GET \/untold/);
  });
});
