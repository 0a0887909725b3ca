import { readdir, readFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import {
  buildSchema,
  getIntrospectionQuery,
  getOperationAST,
  parse,
  separateOperations,
  type GraphQLField,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { costOf } from '../../../mesh/cost.ts';
import { limits } from '../../../mesh/limits.ts';
import { compressAnswers } from '../../../server/http/compression.ts';
import { mountGateway } from '../../../mesh/host.ts';
import { processorTimeOf } from '../../support/processor-time.ts';

/** A REST server with a few controllable routes, so that only the gateway is tested. */
const createRest = async (introspection = false) => {
  const app = Fastify();
  const seen: { url: string; authorization: string | undefined; ip: string; forwarded: unknown }[] = [];
  let ends = 0;
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.url.startsWith('/api/'))
      seen.push({
        url: request.url,
        authorization: request.headers.authorization,
        ip: request.ip,
        forwarded: request.headers['x-forwarded-for'],
      });
    done();
  });
  app.get('/api/v1/ads/', () => ({
    count: 1,
    page: 1,
    page_size: 100,
    results: [{ id: 7, name: '広告é', label: '7' }],
  }));
  app.get<{ Params: { id: string } }>('/api/v1/ads/:id/', async (request, reply) => {
    switch (request.params.id) {
      case '400':
        return reply
          .code(400)
          .header('x-secret', 's')
          .send({
            code: 'invalid',
            _message: ['Some fields', 'are not valid.'],
            fields: { name: ['too_long'] },
            limits: { name: { max: 3 } },
            name: ['The maximum length is 3 characters.'],
          });
      case '401':
        return reply.code(401).send({ code: 'unauthenticated', _message: ['Please sign in.'] });
      case '409':
        return reply
          .code(409)
          .send({ code: 'conflict', _message: ['Another user changed this in the meantime.'] });
      case '429':
        return reply
          .code(429)
          .send({ code: 'too_many_requests', _message: ['Too many requests.'], values: { seconds: 30 } });
      case '500':
        return reply
          .code(500)
          .send({ code: 'unexpected', _message: ['Something went wrong on our side (request x).'] });
      case '502':
        return reply.code(502).type('text/html').send('<h1>Bad gateway at 10.0.0.7</h1>');
      case '499':
        return new Promise(() => {
          request.raw.once('close', () => {
            ends += 1;
          });
        });
      case '666':
        throw new Error('SELECT secret FROM users');
      default:
        return { id: Number(request.params.id), name: request.headers.authorization ?? 'nobody', label: '' };
    }
  });
  app.get<{ Querystring: { title?: string } }>(
    '/api/v1/ad_types/',
    async ({ query: { title: sources } }, reply) => {
      if (sources !== undefined) void reply.header('x-report-source', sources);
      return { count: 0, page: 1, page_size: 100, results: [] };
    },
  );
  app.post('/api/v1/auth/signin/', request => ({
    access: JSON.stringify(request.body),
    refresh: 'r',
    lifetime: 9e9,
  }));
  await mountGateway(app, { introspection, log: app.log, compress: compressAnswers });
  await app.ready();
  return { app, seen, ends: () => ends };
};

let rest: Awaited<ReturnType<typeof createRest>>;
let app: FastifyInstance;
beforeAll(async () => {
  rest = await createRest();
  app = rest.app;
});
afterAll(() => app.close());

/** Rows of the largest page that the REST routes answer. */
const LARGEST_PAGE = 9_999;
const NEW = 'application/graphql-response+json';
const OLD = 'application/json';
interface GraphqlResponse {
  data?: Record<string, unknown> | null;
  errors?: { message: string; path?: unknown; extensions: Record<string, unknown> }[];
}
const post = async (body: unknown, headers: Record<string, string> = {}, to = app) => {
  const answer = await to.inject({
    method: 'POST',
    url: '/graphql',
    headers: { 'content-type': OLD, accept: NEW, ...headers },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return {
    status: answer.statusCode,
    type: answer.headers['content-type'],
    allow: answer.headers['allow'],
    text: answer.body,
    ...answer.json<GraphqlResponse>(),
  };
};
const get = async (query: Record<string, string>, headers: Record<string, string> = { accept: NEW }) => {
  const answer = await app.inject({ url: '/graphql', query, headers });
  return {
    status: answer.statusCode,
    allow: answer.headers['allow'],
    type: answer.headers['content-type'],
    ...answer.json<GraphqlResponse>(),
  };
};
const codeOf = (response: GraphqlResponse) => response.errors?.[0]?.extensions['code'];
const ad = (id: number) => ({
  query: 'query Ad($id: Int!) { one: ad(id: $id) { id name } }',
  variables: { id },
});

describe('GraphQL over HTTP', () => {
  it('answers POST and GET equally', async () => {
    const answers = [
      await post({ query: '{ page: ads { results { name } } }' }),
      await get({ query: '{ page: ads { results { name } } }' }),
    ];
    for (const { status, data } of answers)
      expect([status, data]).toEqual([200, { page: { results: [{ name: '広告é' }] } }]);
  });

  it('states in a header what the reports of all its fields were read from, each source once', async () => {
    const sourcesOf = async (...fields: readonly string[]) => {
      const { headers, statusCode } = await app.inject({
        method: 'POST',
        url: '/graphql',
        headers: { 'content-type': OLD, accept: NEW },
        payload: {
          query: `{ ${fields.map((sources, n) => `f${n}: adTypes(title: "${sources}") { count }`).join(' ')} ads { count } }`,
        },
      });
      expect(statusCode).toBe(200);
      const stated = headers['x-report-source'];
      return typeof stated === 'string' ? stated.split(', ').toSorted() : stated;
    };
    expect(
      await sourcesOf(
        'rollups; reason=current',
        'events; reason=missing, rollups; reason=current',
        'rollups; reason=current',
      ),
    ).toEqual(['events; reason=missing', 'rollups; reason=current']);
    expect(await sourcesOf()).toBeUndefined();
  });

  it('reads variables and the operation name from the address of a GET', async () => {
    const { data } = await get({
      query: 'query A($id: Int!) { one: ad(id: $id) { id } } query B { page: ads { count } }',
      variables: '{"id":5}',
      operationName: 'A',
    });
    expect(data).toEqual({ one: { id: 5 } });
  });

  it.each([
    [undefined, OLD],
    ['*/*', OLD],
    ['application/*', OLD],
    [OLD, OLD],
    [NEW, NEW],
    [`${OLD}, ${NEW}`, OLD],
    [`${NEW}, ${OLD};q=0.9`, NEW],
    [`${OLD};q=0.5, ${NEW}`, NEW],
    [
      'application/graphql-response+json, application/graphql+json, application/json, text/event-stream, multipart/mixed',
      NEW,
    ],
    [`text/html, ${NEW.toUpperCase()}`, NEW],
  ])('answers a client that accepts %s in %s', async (accept, type) => {
    const answer = await app.inject({
      method: 'POST',
      url: '/graphql',
      headers: { 'content-type': OLD, ...(accept !== undefined && { accept }) },
      payload: { query: '{ ads { count } }' },
    });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, `${type}; charset=utf-8`]);
  });

  it.each(['text/html', 'image/png, text/plain', `${NEW};q=0`])(
    'refuses a client that accepts only %s',
    async accept => {
      expect(await post({ query: '{ ads { count } }' }, { accept })).toMatchObject({
        status: 406,
        errors: [{ extensions: { code: 'NOT_ACCEPTABLE', status: 406 } }],
      });
    },
  );

  it.each<[string, unknown, string, number, number]>([
    ['a body that is not JSON', '{"query": "{ ads', 'BAD_REQUEST', 400, 400],
    ['an empty body', '', 'BAD_REQUEST', 400, 400],
    ['a list of requests', [{ query: '{ ads { count } }' }], 'BAD_REQUEST', 400, 400],
    ['a body that is a text', '"{ ads { count } }"', 'BAD_REQUEST', 400, 400],
    ['no query', { variables: {} }, 'BAD_REQUEST', 400, 400],
    ['a query that is not a text', { query: { ads: 1 } }, 'BAD_REQUEST', 400, 400],
    ['variables that are a list', { query: '{ ads { count } }', variables: [] }, 'BAD_REQUEST', 400, 400],
    ['variables that are a text', { query: '{ ads { count } }', variables: '{}' }, 'BAD_REQUEST', 400, 400],
    [
      'an operation name that is a number',
      { query: '{ ads { count } }', operationName: 7 },
      'BAD_REQUEST',
      400,
      400,
    ],
    ['extensions that are a text', { query: '{ ads { count } }', extensions: 'x' }, 'BAD_REQUEST', 400, 400],
    ['an invalid document', { query: '{ ads {' }, 'GRAPHQL_PARSE_FAILED', 400, 200],
    ['a field that does not exist', { query: '{ adz { count } }' }, 'GRAPHQL_VALIDATION_FAILED', 400, 200],
    [
      'a variable of the wrong type',
      { query: 'query ($p: Int) { ads(page: $p) { count } }', variables: { p: 'x' } },
      'BAD_USER_INPUT',
      400,
      200,
    ],
    [
      'a variable above 2^31',
      { query: 'query ($p: Int) { ads(page: $p) { count } }', variables: { p: 2 ** 31 } },
      'BAD_USER_INPUT',
      400,
      200,
    ],
    [
      'a variable that is missing',
      { query: 'query ($id: Int!) { ad(id: $id) { id } }' },
      'BAD_USER_INPUT',
      400,
      200,
    ],
    [
      'an ambiguous operation',
      { query: 'query A { ads { count } } query B { ads { count } }' },
      'OPERATION_RESOLUTION_FAILURE',
      400,
      200,
    ],
    [
      'an unknown operation',
      { query: 'query A { ads { count } }', operationName: 'B' },
      'OPERATION_RESOLUTION_FAILURE',
      400,
      200,
    ],
  ])('refuses %s', async (_what, body, code, status, legacy) => {
    const response = await post(body);
    expect([response.status, codeOf(response), 'data' in response, response.type]).toEqual([
      status,
      code,
      false,
      `${NEW}; charset=utf-8`,
    ]);
    expect((await post(body, { accept: OLD })).status).toBe(legacy);
    // A cached document is refused again.
    expect((await post(body)).status).toBe(status);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/graphql',
  ])('refuses a body of the type %s', async type => {
    expect(await post('query={ads{count}}', { 'content-type': type })).toMatchObject({
      status: 415,
      errors: [{ extensions: { code: 'UNSUPPORTED_MEDIA_TYPE' } }],
    });
  });

  it.each(['application/json; charset=utf-8', 'application/json;charset="UTF-8"', 'Application/JSON'])(
    'reads a body of the type %s',
    async type => {
      expect((await post({ query: '{ ads { count } }' }, { 'content-type': type })).data).toEqual({
        ads: { count: 1 },
      });
    },
  );

  it('survives deeply nested brackets, and does not pollute prototypes', async () => {
    const nested = '['.repeat(60_000) + ']'.repeat(60_000);
    expect((await post(`{"query":"{ ads { count } }","variables":{"x":${nested}}}`)).status).toBe(200);
    expect((await post(nested)).status).toBe(400);
    await post(
      '{"query":"{ ads { count } }","__proto__":{"polluted":1},"variables":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}}',
    );
    expect({}).not.toHaveProperty('polluted');
  });

  it.each(['PUT', 'PATCH', 'DELETE'] as const)('refuses the method %s', async method => {
    const answer = await app.inject({ method, url: '/graphql', headers: { accept: NEW } });
    expect([answer.statusCode, answer.headers['allow'], codeOf(answer.json())]).toEqual([
      405,
      'GET, POST',
      'METHOD_NOT_ALLOWED',
    ]);
  });

  it('runs no mutation by GET, also not together with a query', async () => {
    const mutation =
      'mutation M { saved: signIn(input: {company_id: "a", email: "b", password: "c"}) { access } }';
    const before = rest.seen.length;
    expect(await get({ query: mutation })).toMatchObject({
      status: 405,
      allow: 'POST',
      errors: [{ extensions: { code: 'METHOD_NOT_ALLOWED' } }],
    });
    expect((await get({ query: `query Q { ads { count } } ${mutation}`, operationName: 'M' })).status).toBe(
      405,
    );
    expect(rest.seen.length).toBe(before);
  });

  it.each([
    ['variables', '{"id":'],
    ['variables', '[1]'],
    ['extensions', 'x'],
    ['query', ''],
  ])('refuses a GET with the %s %s', async (name, value) => {
    expect(await get({ query: '{ ads { count } }', [name]: value })).toMatchObject({
      status: 400,
      errors: [{ extensions: { code: 'BAD_REQUEST' } }],
    });
  });
});

describe('a failure of REST', () => {
  it.each([
    [
      400,
      { code: 'invalid', status: 400, fields: { name: ['too_long'] }, limits: { name: { max: 3 } } },
      'Some fields are not valid.',
    ],
    [401, { code: 'unauthenticated', status: 401 }, 'Please sign in.'],
    [409, { code: 'conflict', status: 409 }, 'Another user changed this in the meantime.'],
    [429, { code: 'too_many_requests', status: 429, values: { seconds: 30 } }, 'Too many requests.'],
    [
      500,
      { code: 'unexpected', status: 500, requestId: expect.any(String) },
      'Something went wrong on our side (request x).',
    ],
    [502, { code: 'unexpected', status: 502, requestId: expect.any(String) }, 'The answer was 502.'],
  ])(
    'of status %i is a GraphQL error with its code in an answer of status 200',
    async (id, extensions, message) => {
      // Repeated, since the document is compiled on its second run.
      for (let run = 0; run < 3; run++) {
        const { status, data, errors } = await post(ad(id));
        expect([status, data]).toEqual([200, { one: null }]);
        expect(errors).toEqual([{ message, path: ['one'], locations: expect.any(Array), extensions }]);
      }
    },
  );

  it('reveals nothing of the REST server', async () => {
    for (const id of [400, 500, 502, 666])
      expect((await post(ad(id))).text, String(id)).not.toMatch(
        /rest\.invalid|x-secret|10\.0\.0\.7|stack|secret|node_modules|DOWNSTREAM/,
      );
  });

  it('in one field leaves the data of other fields', async () => {
    const { data, errors } = await post({ query: '{ a: ad(id: 400) { id } b: ad(id: 8) { id } }' });
    expect([data, errors?.length]).toEqual([{ a: null, b: { id: 8 } }, 1]);
  });
});

describe('a GraphQL caller', () => {
  it('is the caller of the REST requests, also among many concurrent callers', async () => {
    const callers = Array.from({ length: 60 }, (_, n) => (n % 6 === 0 ? undefined : `Bearer token-${n}`));
    const answers = await Promise.all(
      callers.map(authorization => post(ad(5), authorization === undefined ? {} : { authorization })),
    );
    expect(answers.map(answer => answer.data)).toEqual(
      callers.map(authorization => ({ one: { id: 5, name: authorization ?? 'nobody' } })),
    );
  });

  it('has the same address and forwarding headers for REST', async () => {
    await app.inject({
      method: 'POST',
      url: '/graphql',
      headers: { 'content-type': OLD, 'x-forwarded-for': '198.51.100.1, 192.0.2.2' },
      payload: ad(5),
      remoteAddress: '203.0.113.77',
    });
    expect(rest.seen.at(-1)).toMatchObject({ ip: '203.0.113.77', forwarded: '198.51.100.1, 192.0.2.2' });
  });

  it('cannot inject values into the authorization header', async () => {
    await post(ad(5), { authorization: 'Bearer {env.HOME}{context.headers.host}' });
    expect(rest.seen.at(-1)?.authorization).toBe('Bearer {env.HOME}{context.headers.host}');
  });

  it('that disconnects ends its REST requests', async () => {
    await app.listen({ port: 0, host: '127.0.0.1' });
    const before = rest.ends();
    const call = httpRequest({
      port: (app.server.address() as AddressInfo).port,
      path: '/graphql',
      method: 'POST',
      headers: { 'content-type': OLD },
    });
    call.on('error', () => undefined); // the destroyed request reports an error
    call.end(JSON.stringify(ad(499)));
    await expect.poll(() => rest.seen.at(-1)?.url).toBe('/api/v1/ads/499/');
    call.destroy();
    await expect.poll(rest.ends).toBe(before + 1);
  });
});

const deep = (n: number) => `{ ads { ${'results { '.repeat(n)} id ${'} '.repeat(n)} } }`;

describe('a GraphQL limit', () => {
  it.each([
    ['depth', { query: deep(limits.depth) }, 'GRAPHQL_VALIDATION_FAILED', 400],
    [
      'aliases',
      {
        query: `{ ${Array.from({ length: limits.aliases + 1 }, (_, n) => `a${n}: ads { count }`).join(' ')} }`,
      },
      'GRAPHQL_VALIDATION_FAILED',
      400,
    ],
    [
      'aliases inside a fragment',
      {
        query: `{ ads { ...F } } fragment F on AdPage { ${Array.from({ length: limits.aliases + 1 }, (_, n) => `a${n}: count`).join(' ')} }`,
      },
      'GRAPHQL_VALIDATION_FAILED',
      400,
    ],
    ['tokens', { query: `{ ads { ${'count '.repeat(limits.tokens)} } }` }, 'GRAPHQL_PARSE_FAILED', 400],
    [
      'repeated names',
      { query: `{ ${'ads { count } '.repeat(limits.repeats + 1)} }` },
      'GRAPHQL_VALIDATION_FAILED',
      400,
    ],
    [
      'repeated names in fragments',
      {
        query: `{ ${'...on Query { ads { ...F } } '.repeat(limits.repeats)} } fragment F on AdPage { x: count ...on AdPage { ads: count } }`,
      },
      'GRAPHQL_VALIDATION_FAILED',
      400,
    ],
    ['characters', { query: `{ ads { count } } #${'x'.repeat(limits.document)}` }, 'PAYLOAD_TOO_LARGE', 413],
    [
      'the body',
      `{"query":"{ ads { count } }","variables":{"x":"${'x'.repeat(limits.body)}"}}`,
      'PAYLOAD_TOO_LARGE',
      413,
    ],
    [
      'circular fragments',
      { query: '{ ads { ...A } } fragment A on AdPage { ...B } fragment B on AdPage { ...A }' },
      'GRAPHQL_VALIDATION_FAILED',
      400,
    ],
  ])('of %s is enforced', async (_what, body, code, status) => {
    const before = rest.seen.length;
    const response = await post(body);
    expect([response.status, codeOf(response)]).toEqual([status, code]);
    expect(rest.seen.length).toBe(before);
  });

  it('of cost counts the values of pages of any size, sent or declared, and is told in headers', async () => {
    const costOfAnswer = async (query: string, variables: object = {}) => {
      const { headers, statusCode, body } = await app.inject({
        method: 'POST',
        url: '/graphql',
        payload: { query, variables },
        headers: { 'content-type': OLD, accept: NEW },
      });
      const code = /COST_LIMIT_EXCEEDED/.exec(body)?.[0] ?? null;
      expect(headers['graphql-cost-limit']).toBe(String(limits.cost));
      return [Number(headers['graphql-cost']), statusCode, code];
    };
    // A request costs 100; then the values: one count, and two values a row.
    const rows = 'count results { id label }';
    expect(await costOfAnswer(`{ ads { ${rows} } }`)).toEqual([100 + 1 + 2 * 100, 200, null]);
    expect(await costOfAnswer(`{ ads(page_size: 7) { ${rows} } }`)).toEqual([100 + 1 + 2 * 7, 200, null]);
    expect(await costOfAnswer('{ ad(id: 8) { id } }')).toEqual([101, 200, null]);
    const query = `query($size: Int = 9, $all: Boolean = false) { ads(pageSize: $size) { ...Page } ... on Query { more: ads @include(if: $all) { count } } } fragment Page on AdPage { ${rows} }`;
    expect(await costOfAnswer(query)).toEqual([100 + 1 + 2 * 9, 200, null]);
    expect(await costOfAnswer(query, { size: 50, all: true })).toEqual([100 + 1 + 2 * 50 + 101, 200, null]);

    // One value more than the limit is refused before any request.
    const repeated = (count: number, size: number) =>
      `{ ${Array.from({ length: count }, (_, n) => `a${n}: ads(page_size: ${size}) { results { id label name } }`).join(' ')} }`;
    const at = (size: number) => 40 * (100 + 3 * size);
    const before = rest.seen.length;
    expect(await costOfAnswer(repeated(40, 8_300))).toEqual([at(8_300), 200, null]);
    expect(rest.seen.length).toBe(before + 40);
    expect(await costOfAnswer(repeated(40, 8_301))).toEqual([at(8_301), 400, 'COST_LIMIT_EXCEEDED']);
    expect(rest.seen.length).toBe(before + 40);
  });

  it('of cost takes no time with fragments that contain each other many times', async () => {
    const chain = Array.from(
      { length: 40 },
      (_, n) => `fragment F${n} on AdPage { ...F${n + 1} ... on AdPage { ...F${n + 1} } }`,
    );
    const query = `{ ads { ...F0 } } ${chain.join(' ')} fragment F40 on AdPage { count }`;
    const took = await processorTimeOf(async () => expect((await post({ query })).status).toBe(400));
    expect(took).toBeLessThan(1_000);
  });

  it('of cost permits every operation of the console with its largest page', async () => {
    const folder = 'graphql/';
    const names = [
      'entities.graphql',
      'reports.graphql',
      ...(await readdir(`${folder}operations`)).map(name => `operations/${name}`),
    ];
    const texts = await Promise.all(names.map(name => readFile(folder + name, 'utf8')));
    const schema = buildSchema(await readFile('graphql/schema.graphql', 'utf8'), { assumeValidSDL: true });
    const costs = Object.entries(separateOperations(parse(texts.join('\n')))).map(([name, document]) => {
      const operation = getOperationAST(document)!;
      return [name, costOf(schema, document, operation, { page_size: LARGEST_PAGE })] as const;
    });
    expect(costs.length).toBeGreaterThan(100);
    expect(costs.filter(([, cost]) => cost > limits.cost)).toEqual([]);
  });

  it('permits a document of exactly its size without a warning of leaking listeners', async () => {
    const warned: string[] = [];
    const hear = (warning: Error) => {
      warned.push(warning.name);
    };
    process.on('warning', hear);
    const response = await post({
      query: `{ ${Array.from({ length: limits.aliases }, (_, n) => `a${n}: ads { count }`).join(' ')} }`,
    });
    await new Promise(resolve => setTimeout(resolve, 10));
    process.off('warning', hear);
    expect([response.status, Object.keys(response.data ?? {}).length, warned]).toEqual([
      200,
      limits.aliases,
      [],
    ]);
  });

  it('of revealing the schema excludes suggestions', async () => {
    expect((await post({ query: '{ adz { count } }' })).text).not.toMatch(/Did you mean/);
  });

  it.each(['{ __schema { types { name } } }', '{ __type(name: "Ad") { name } }', getIntrospectionQuery()])(
    'of revealing the schema refuses %s',
    async query => {
      expect(await post({ query })).toMatchObject({
        status: 400,
        errors: expect.arrayContaining([
          expect.objectContaining({ extensions: { code: 'GRAPHQL_VALIDATION_FAILED', status: 400 } }),
        ]),
      });
    },
  );

  it('of revealing the schema permits __typename', async () => {
    expect((await post({ query: '{ __typename ads { __typename } }' })).data).toEqual({
      __typename: 'Query',
      ads: { __typename: 'AdPage' },
    });
  });

  it('of revealing the schema is lifted if introspection is allowed', async () => {
    const open = await createRest(true);
    expect((await post({ query: getIntrospectionQuery() }, {}, open.app)).data).toHaveProperty(
      '__schema.queryType.name',
      'Query',
    );
    await open.app.close();
  });
});

describe('a path parameter', () => {
  /** Covers every operation with a text in its address, also later ones. */
  it('must be an id or a word to reach REST', async () => {
    const before = rest.seen.length;
    for (const id of ['"a/../b"', '"7?x=1"', '"7#"', '-1.5', '1e3', '"../../users/me"', '"%2e%2e"'])
      expect((await post({ query: `{ ad(id: ${id}) { id } }` })).status, id).toBe(400);
    expect(rest.seen.length).toBe(before);
  });

  it('with a pattern in the contract is checked by the gateway itself', async () => {
    const schema = buildSchema(
      await readFile(new URL('../../../.mesh/schema.graphql', import.meta.url), 'utf8'),
      { assumeValidSDL: true },
    );
    const pathOf = ({ astNode }: GraphQLField<unknown, unknown>): string => {
      const text = astNode?.loc?.source.body.slice(astNode.loc.start, astNode.loc.end) ?? '';
      return /path: "([^"]*)"/.exec(text)?.[1] ?? '';
    };
    for (const [kind, field] of [
      ...Object.values(schema.getQueryType()?.getFields() ?? {}).map(one => ['query', one] as const),
      ...Object.values(schema.getMutationType()?.getFields() ?? {}).map(one => ['mutation', one] as const),
    ]) {
      for (const [, name] of pathOf(field).matchAll(/\{args\.(\w+)\}/g)) {
        const argument = field.args.find(arg => arg.name === name);
        if (String(argument?.type) !== 'String!') continue;
        const response = await post({
          query: `${kind} { ${field.name}(${name}: "a/../b") { __typename } }`,
        });
        expect(response.errors?.[0]?.extensions, field.name).toMatchObject({ code: 'invalid', status: 400 });
      }
    }
  });
});

describe('a text over GraphQL', () => {
  it.each([
    '日本語 é 😀',
    'a&b=c#d?e/f',
    '"; DROP TABLE ad; --',
    'line\r\nx-injected: 1',
    '{args.page}{env.HOME}',
    '\\',
    '%00%2f',
  ])('is passed unchanged in a filter: %j', async text => {
    await post({ query: 'query ($n: String) { ads(name__contains: $n) { count } }', variables: { n: text } });
    expect(new URL(rest.seen.at(-1)?.url ?? '', 'http://x').searchParams.get('name__contains')).toBe(text);
  });

  it('is passed unchanged in a body', async () => {
    const input = { company_id: '{env.HOME}', email: 'é@日本', password: '"\u2028\\ud800' };
    const { data } = await post({
      query: 'mutation S($input: signIn_request_Input!) { saved: signIn(input: $input) { access lifetime } }',
      variables: { input },
    });
    expect(data).toEqual({ saved: { access: JSON.stringify(input), lifetime: 9e9 } });
  });
});
