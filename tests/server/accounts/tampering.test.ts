import { createHmac } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../../server/app.ts';
import { contractOf } from '../../../server/http/openapi.ts';
import { makeTenant, signIn, type Body, type Tenant } from '../../support/tenants.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

/** Manipulated tokens and bodies, sent to every operation that accepts them. */

interface Operation {
  readonly operationId: string;
  readonly security: readonly object[];
  readonly requestBody?: { readonly content: object };
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
}

let parts: TestParts;
let app: FastifyInstance;
let tenant: Tenant;
let access: string;
let operations: (Operation & {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
})[];

beforeAll(async () => {
  parts = await createTestParts({ now: Date.UTC(2026, 1, 28, 15) });
  tenant = await makeTenant(parts.db, 'acme');
  app = await createApp({ parts, collector: null });
  access = (await signIn(app, tenant, 'admin')).access;
  const paths = contractOf(app)['paths'] as Record<string, Record<string, Operation>>;
  operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase() as 'GET',
      url: path.replace('{id}', '1'),
    })),
  );
});
afterAll(async () => {
  await app.close();
  await parts.close();
});

const b64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const sign = (claims: object, secret: string) => {
  const text = `${b64({ alg: 'HS256', typ: 'JWT' })}.${b64(claims)}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
};

describe('a token that the server did not issue', () => {
  it('is refused by every operation with authentication, before any other check', async () => {
    const other = await createTestParts({ now: Date.UTC(2026, 1, 28, 15) });
    const elsewhere = await createApp({ parts: other, collector: null });
    const foreign = (await signIn(elsewhere, await makeTenant(other.db, 'acme'), 'admin')).access;
    await elsewhere.close();
    await other.close();

    const claims = JSON.parse(Buffer.from(access.split('.')[1] ?? '', 'base64url').toString()) as Record<
      string,
      unknown
    >;
    const bad = {
      'of another installation': foreign,
      expired: sign({ ...claims, exp: Math.floor(parts.clock.now() / 1000) }, parts.secrets.jwt.current()),
      'with another key of ours': sign(claims, parts.secrets.click.current()),
      truncated: access.slice(0, -1),
      'without a signature': `${access.split('.').slice(0, 2).join('.')}.`,
      'with a claim changed': [
        access.split('.')[0],
        b64({ ...claims, company: Number(claims['company']) + 1 }),
        access.split('.')[2],
      ].join('.'),
      'with a claim that is an object': sign(
        { ...claims, sub: { toString: 'x' } },
        parts.secrets.jwt.current(),
      ),
      'with polluting claims': sign(
        { ...claims, sub: undefined, ['__proto__']: { sub: claims['sub'] } },
        parts.secrets.jwt.current(),
      ),
    };
    const guarded = operations.filter(({ security }) => security.length > 0);
    expect(guarded.length).toBeGreaterThan(25);
    for (const [what, token] of Object.entries(bad)) {
      for (const { method, url, operationId } of guarded) {
        const answer = await app.inject({
          method,
          url,
          headers: { authorization: `Bearer ${token}` },
          ...(method !== 'GET' && { payload: { nonsense: true } }),
        });
        expect([what, operationId, answer.statusCode, answer.json<Body>().code]).toEqual([
          what,
          operationId,
          401,
          'unauthenticated',
        ]);
      }
    }
  });

  it('is ignored in a URL, a cookie, another scheme, or twice', async () => {
    const headers: Record<string, string>[] = [
      { cookie: `access=${access}; token=${access}` },
      { authorization: `Basic ${access}` },
      { authorization: access },
      { authorization: `Bearer ${access}, Bearer ${access}` },
      { authorization: `Bearer ${access} x` },
      { 'x-authorization': `Bearer ${access}` },
    ];
    for (const header of headers)
      expect([header, (await app.inject({ url: '/api/v1/users/me/', headers: header })).statusCode]).toEqual([
        header,
        401,
      ]);
    expect((await app.inject(`/api/v1/users/me/?access_token=${access}`)).statusCode).toBe(401);
  });
});

describe('a body that reaches for prototypes', () => {
  const BODIES = [
    ['{"__proto__":{"base":"admin","polluted":1}}', 'malformed'],
    ['{"a":{"__proto__":{"polluted":1}}}', 'malformed'],
    ['{"\\u005f_proto__":{"polluted":1}}', 'malformed'],
    ['{"constructor":{"prototype":{"polluted":1}}}', 'malformed'],
    ['{"permissions":{"__proto__":{"cv_log":"write"}}}', 'malformed'],
    ['{"constructor":1,"toString":2,"hasOwnProperty":3,"valueOf":4}', 'invalid'],
    ['{"prototype":{"polluted":1}}', 'invalid'],
  ] as const;

  it('is refused by every operation with a body, and pollutes no prototype', async () => {
    // tests/server/imports/files.test.ts covers files, which have rules of their own.
    const taking = operations.filter(
      ({ requestBody }) =>
        requestBody !== undefined && Object.keys(requestBody.content).join() === 'application/json',
    );
    expect(taking.map(({ operationId }) => operationId)).toEqual(
      expect.arrayContaining(['signIn', 'resetPassword', 'updateUser', 'createRole', 'updateRole']),
    );
    for (const { method, url, operationId } of taking) {
      for (const [n, [payload, code]] of BODIES.entries()) {
        const answer = await app.inject({
          method,
          url,
          payload,
          remoteAddress: `198.51.100.${n + 1}`,
          headers: { 'content-type': 'application/json', authorization: `Bearer ${access}` },
        });
        expect([operationId, payload, answer.statusCode, answer.json<Body>().code]).toEqual([
          operationId,
          payload,
          400,
          code,
        ]);
      }
    }
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(Object.prototype).not.toHaveProperty('base');
  });

  it('is refused over GraphQL alike', async () => {
    const mutation = 'mutation($input: RoleForm_Input!) { saved: createRole(input: $input) { id } }';
    for (const input of [
      '{"__proto__":{"base":"admin"}}',
      '{"constructor":{"prototype":{"polluted":1}}}',
      '{"role_name":"x","role_code":"x","base":"user","permissions":{"__proto__":{"cv_log":"write"}}}',
    ]) {
      const answer = await app.inject({
        method: 'POST',
        url: '/graphql',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${access}`,
          accept: 'application/graphql-response+json',
        },
        payload: `{"query":${JSON.stringify(mutation)},"variables":{"input":${input}}}`,
      });
      expect([input, answer.statusCode]).toEqual([input, 400]);
      const { errors } = answer.json<{ errors: { extensions: object }[] }>();
      expect(new Set(errors.map(({ extensions }) => JSON.stringify(extensions)))).toEqual(
        new Set([JSON.stringify({ code: 'BAD_USER_INPUT', status: 400 })]),
      );
    }
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

describe('a query that reaches for prototypes', () => {
  it.each([
    '__proto__=1',
    '__proto__[polluted]=1',
    'constructor=1',
    'constructor__ne=1',
    '__proto____ne=1',
    'hasOwnProperty__in=1',
    'toString__exact=1',
    'id__constructor=1',
    'ordering=__proto__',
    'sortName=constructor',
  ])('%s is an unknown field', async query => {
    for (const list of ['ads', 'users', 'roles']) {
      const answer = await app.inject({
        url: `/api/v1/${list}/?${query}`,
        headers: { authorization: `Bearer ${access}` },
      });
      expect([list, answer.statusCode, answer.json<Body>().code]).toEqual([list, 400, 'invalid']);
    }
  });
});
