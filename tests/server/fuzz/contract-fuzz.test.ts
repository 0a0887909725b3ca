import { AjvCompiler } from '@fastify/ajv-compiler';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp } from '../../../server/app.ts';
import { contractOf } from '../../../server/http/openapi.ts';
import {
  createRandom,
  HOSTILE_TEXTS,
  HOSTILE_NUMBERS,
  OTHER_VALUES,
  type Random,
} from '../../support/generated-values.ts';
import { limit, runs } from '../../support/long.ts';
import { makeTenant, signIn, type Tenant } from '../../support/tenants.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

/**
 * Generated requests over every operation of the contract, with values that are valid, at a boundary, invalid or
 * hostile, by users of two companies with the ids of both. No answer is a failure of the server, violates its schema,
 * takes 5 s, or has a word of the other company. `npm run fuzz` sends 25 times as many.
 */

const MAX_ANSWER_MS = 5_000;
const RIVAL = 'zqrival';

type Json = Readonly<Record<string, unknown>>;
interface Schema extends Json {
  readonly $ref?: string;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly format?: string;
}
interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
}
interface Media {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}
interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Media;
  readonly responses: Readonly<Record<string, Media>>;
}

let parts: TestParts;
let app: FastifyInstance;
let tenants: readonly Tenant[];
let tokens: Map<string, string>;
let operations: readonly (Operation & { readonly method: string; readonly path: string })[];
let components: Json;
type Validator = ((value: unknown) => boolean) & { readonly errors?: unknown };
let compile: (route: { readonly schema: unknown }) => Validator;
const validators = new Map<string, Validator>();

/** Replaces `nullable`, which JSON Schema does not have. */
const withoutNullable = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(withoutNullable);
  if (typeof node !== 'object' || node === null) return node;
  const { nullable, ...rest } = node as Json;
  const plain = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, withoutNullable(value)]));
  return nullable === true ? { anyOf: [plain, { type: 'null' }] } : plain;
};

beforeAll(async () => {
  parts = await createTestParts();
  tenants = [await makeTenant(parts.db, 'acme'), await makeTenant(parts.db, RIVAL)];
  app = await createApp({ parts, collector: null });
  const contract = contractOf(app) as unknown as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
    readonly components: { readonly schemas: Json };
  };
  operations = Object.entries(contract.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method, path })),
  );
  components = contract.components.schemas;
  const contractSchema = withoutNullable({ $id: 'contract', components: contract.components });
  compile = AjvCompiler()(
    { contract: contractSchema as object },
    { customOptions: { strict: false, validateFormats: false, coerceTypes: false, removeAdditional: false } },
  ) as unknown as typeof compile;
  tokens = new Map();
  await renewTokens();
}, 60_000);
afterAll(async () => {
  await app.close();
  await parts.close();
});

const ROLES = ['admin', 'user', 'agency'] as const;
/** Signs all users in: a generated request may have ended sessions or deleted a user. */
const renewTokens = async (): Promise<void> => {
  for (const tenant of tenants)
    for (const role of ROLES) {
      const signedIn = await signIn(app, tenant, role).catch(() => null);
      if (signedIn !== null) tokens.set(`${tenant.code} ${role}`, signedIn.access);
    }
};

const resolve = (schema: Schema): Schema =>
  schema.$ref === undefined
    ? schema
    : ((components[schema.$ref.split('/').at(-1) ?? ''] as Schema | undefined) ?? {});

const textFor = (random: Random, { format, maxLength }: Schema): unknown => {
  if (format === 'date') return random.pick(['2026-02-28', '2026-02-01', '2024-02-29']);
  if (format === 'date-time') return '2026-02-28T15:00:00.000Z';
  return random.pick([
    'a',
    '1',
    'name é',
    'x'.repeat(Math.min(maxLength ?? 20, 2_000)),
    'https://acme.example/',
  ]);
};

/** A value of a schema, or one that it does not allow. */
const valueFor = (random: Random, schema: Schema, depth = 0): unknown => {
  const found = resolve(schema);
  if (random.next() < 0.12)
    return random.pick<unknown>([...HOSTILE_TEXTS, ...HOSTILE_NUMBERS, ...OTHER_VALUES]);
  if (found.enum !== undefined) return random.pick(found.enum);
  switch (found.type) {
    case 'integer':
    case 'number':
      return random.next() < 0.3
        ? random.pick([found.minimum ?? 0, found.maximum ?? 100, (found.maximum ?? 100) + 1])
        : 1 + random.below(40);
    case 'boolean':
      return random.next() < 0.5;
    case 'array':
      return Array.from({ length: random.below(3) }, () => valueFor(random, found.items ?? {}, depth + 1));
    case 'object':
      return depth > 4
        ? {}
        : Object.fromEntries(
            Object.entries(found.properties ?? {})
              .filter(([name]) => found.required?.includes(name) === true || random.next() < 0.6)
              .map(([name, property]) => [name, valueFor(random, property, depth + 1)]),
          );
    default:
      return textFor(random, found);
  }
};
const inAddress = (value: unknown): string => {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '?'));
};

const makeRequest = (
  random: Random,
  { method, path, parameters = [], requestBody }: (typeof operations)[number],
) => {
  const addressOf = (name: string): string =>
    inAddress(random.next() < 0.8 ? 1 + random.below(40) : valueFor(random, { type: name }));
  const query = parameters
    .filter(one => one.in === 'query' && (one.required === true || random.next() < 0.15))
    .map(one => `${one.name}=${inAddress(valueFor(random, one.schema))}`);
  if (random.next() < 0.03) query.push('unknown__field=1', '__proto__[x]=1');
  const body = requestBody?.content?.['application/json']?.schema;
  return {
    method: method.toUpperCase() as 'GET',
    url: `${path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => addressOf(name))}?${query.join('&')}`,
    ...(body !== undefined && { payload: JSON.stringify(valueFor(random, body)) }),
    ...(body === undefined && requestBody !== undefined && { payload: random.pick(HOSTILE_TEXTS) }),
  };
};

/** What is wrong with an answer; null: nothing. */
const faultOf = (
  { operationId, responses }: Operation,
  answer: { readonly statusCode: number; readonly body: string; readonly type: string },
  caller: string,
  ms: number,
): string | null => {
  const { statusCode, body, type } = answer;
  if (statusCode >= 500) return `status ${statusCode}: ${body.slice(0, 200)}`;
  if (ms > MAX_ANSWER_MS) return `took ${Math.round(ms)} ms`;
  if (!caller.startsWith(RIVAL) && body.includes(RIVAL)) return `tells ${caller} of ${RIVAL}`;
  if (!type.startsWith('application/json')) return null;
  const parsed: unknown = JSON.parse(body);
  if (statusCode >= 400)
    return typeof (parsed as Json)['code'] === 'string'
      ? null
      : `an error without a code: ${body.slice(0, 200)}`;
  const schema = responses[String(statusCode)]?.content?.['application/json']?.schema;
  if (schema === undefined) return null;
  const key = `${operationId} ${statusCode}`;
  const text = JSON.stringify(withoutNullable(schema)).replaceAll('"#/', '"contract#/');
  const validate = validators.get(key) ?? compile({ schema: JSON.parse(text) as object });
  validators.set(key, validate);
  return validate(parsed) ? null : `violates its schema: ${JSON.stringify(validate.errors).slice(0, 300)}`;
};

const SEED = Number(process.env['TEST_SEED'] ?? 20_260_228);

it(
  'answers generated requests to every operation without a failure, a leak or a delay',
  async () => {
    const random = createRandom(SEED);
    const faults: string[] = [];
    const count = Math.max(runs(300), operations.length);
    const statuses = new Map<number, number>();
    for (let sent = 0; sent < count; sent++) {
      if (sent % 300 === 299) await renewTokens();
      const operation = operations[sent % operations.length]!;
      const caller = random.pick([...tokens.keys(), 'nobody']);
      const request = makeRequest(random, operation);
      const bearer = tokens.get(caller);
      const begun = performance.now();
      const answer = await app.inject({
        ...request,
        remoteAddress: `10.${random.below(200)}.${random.below(200)}.${random.below(200)}`,
        headers: {
          ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
          ...(request.payload !== undefined && { 'content-type': 'application/json' }),
        },
      });
      statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1);
      const received = {
        statusCode: answer.statusCode,
        body: answer.body,
        type: String(answer.headers['content-type']),
      };
      const fault = faultOf(operation, received, caller, performance.now() - begun);
      // Sample data needs a collector, which this app does not have.
      if (fault !== null && !operation.operationId.endsWith('SampleData'))
        faults.push(
          `${operation.operationId} by ${caller}: ${fault}\n${request.url.slice(0, 300)} ${request.payload?.slice(0, 300) ?? ''}`,
        );
    }
    expect(faults).toEqual([]);
    // The requests reach the operations, and are not all refused.
    expect(statuses.get(200) ?? 0).toBeGreaterThan(count / 50);
  },
  limit(120_000),
);
