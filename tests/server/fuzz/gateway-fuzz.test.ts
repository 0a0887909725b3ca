import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import {
  buildSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLOutputType,
} from 'graphql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp } from '../../../server/app.ts';
import {
  createRandom,
  HOSTILE_NUMBERS,
  HOSTILE_TEXTS,
  OTHER_VALUES,
  type Random,
} from '../../support/generated-values.ts';
import { limit, runs } from '../../support/long.ts';
import { makeTenant, signIn, type Tenant } from '../../support/tenants.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

/**
 * Generated and malformed documents over every query and every mutation of the gateway, with valid and hostile values, by
 * users of a company with its ids and those of another one. No answer is a failure, violates the schema, takes long, or
 * has a word of the other company, whose rows stay as they were. `npm run fuzz` sends 25 times as many.
 */

const MAX_ANSWER_MS = 10_000;
const RIVAL = 'zqrival';
/** Mutations may delete the users that send them, so that a new company follows after this number. */
const MUTATIONS_PER_COMPANY = 1_000;
const SEED = Number(process.env['TEST_SEED'] ?? 20_260_228);
const schema = buildSchema(readFileSync('graphql/schema.graphql', 'utf8'), { assumeValidSDL: true });
type Field = GraphQLField<unknown, unknown>;
const fieldsOf = (type: GraphQLObjectType | null | undefined): readonly Field[] =>
  Object.values(type?.getFields() ?? {});

let parts: TestParts;
let app: FastifyInstance;
let rival: Tenant;

beforeAll(async () => {
  parts = await createTestParts();
  rival = await makeTenant(parts.db, RIVAL);
  app = await createApp({ parts, collector: null });
}, 60_000);
afterAll(async () => {
  await app.close();
  await parts.close();
});

/** A company, the ids of its rows, and the access tokens of its users. */
interface Callers {
  readonly tenant: Tenant;
  readonly ids: readonly number[];
  readonly tokens: readonly (string | null)[];
}

const idsIn = (value: unknown): readonly number[] => {
  if (typeof value === 'number') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(idsIn) : [];
};

const makeCallers = async (code: string): Promise<Callers> => {
  const tenant = await makeTenant(parts.db, code);
  const tokens: (string | null)[] = [null];
  for (const role of ['admin', 'admin', 'user', 'agency'] as const)
    tokens.push((await signIn(app, tenant, role)).access);
  return { tenant, ids: [...idsIn(tenant), ...idsIn(rival)], tokens };
};

const selectionOf = (type: GraphQLOutputType, depth = 0): string => {
  const named = getNamedType(type);
  if (isLeafType(named)) return '';
  if (!isObjectType(named)) return '{ __typename }';
  const inner = fieldsOf(named).flatMap(one => {
    const isLeaf = isLeafType(getNamedType(one.type));
    if (!isLeaf && depth > 0) return [];
    return [`${one.name} ${selectionOf(one.type, depth + 1)}`];
  });
  return `{ __typename ${inner.join(' ')} }`;
};

/** Why a value is not one of the type; null: it is one. */
const violationOf = (type: GraphQLOutputType, value: unknown, path: string): string | null => {
  if (isNonNullType(type)) return value === null ? `${path} is null` : violationOf(type.ofType, value, path);
  if (value === null || value === undefined) return null;
  if (isListType(type)) {
    if (!Array.isArray(value)) return `${path} is no list`;
    return (
      value.map((one, at) => violationOf(type.ofType, one, `${path}[${at}]`)).find(one => one !== null) ??
      null
    );
  }
  if (isEnumType(type))
    return type.getValue(String(value)) === undefined ? `${path} is no ${type.name}` : null;
  if (isObjectType(type)) {
    const found = value as Readonly<Record<string, unknown>>;
    return (
      fieldsOf(type)
        .filter(one => Object.hasOwn(found, one.name))
        .map(one => violationOf(one.type, found[one.name], `${path}.${one.name}`))
        .find(one => one !== null) ?? null
    );
  }
  const expected: Readonly<Record<string, boolean>> = {
    Int: Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 31,
    Float: typeof value === 'number',
    String: typeof value === 'string',
    Boolean: typeof value === 'boolean',
  };
  return expected[getNamedType(type).name] === false ? `${path} is no ${getNamedType(type).name}` : null;
};

interface Answer {
  readonly data?: Readonly<Record<string, unknown>> | null;
}

/** Sends a document, and says what is wrong with its answer; null: nothing. */
const send = async (
  random: Random,
  payload: object,
  token: string | null,
  field: Field | null,
): Promise<{ readonly fault: string | null; readonly isDone: boolean }> => {
  const begun = performance.now();
  const answer = await app.inject({
    method: 'POST',
    url: '/graphql',
    payload,
    remoteAddress: `10.${random.below(200)}.${random.below(200)}.${random.below(200)}`,
    headers: { authorization: `Bearer ${token ?? 'none'}` },
  });
  const { statusCode, body } = answer;
  const shown = `${statusCode} ${body.slice(0, 300)}`;
  const fail = (what: string) => ({ fault: `${what}: ${shown}`, isDone: false });
  if (statusCode >= 500 || /"code":"(unexpected|unavailable)"/.test(body)) return fail('failed');
  if (performance.now() - begun > MAX_ANSWER_MS) return fail('slow');
  if (body.includes(RIVAL)) return fail('leak');
  const data = answer.json<Answer>().data?.[field?.name ?? ''];
  if (field === null || data === null || data === undefined) return { fault: null, isDone: false };
  const violation = violationOf(field.type, data, field.name);
  return violation === null ? { fault: null, isDone: true } : fail(violation);
};

const literalOf = (random: Random, type: string): string => {
  if (random.next() < 0.1) return random.pick(['null', '"x"', '-1', '[]', '{}', '1e400', '"\\u0000"']);
  if (type.startsWith('[')) return '[]';
  if (/Int|Float|BigInt/.test(type)) return String(1 + random.below(40));
  return type.startsWith('Boolean') ? 'true' : '"2026-02-28"';
};

it(
  'answers generated and malformed queries to every field without a failure, a leak or a delay',
  async () => {
    const random = createRandom(SEED + 1);
    const { tokens } = await makeCallers('acme');
    const fields = fieldsOf(schema.getQueryType());
    const faults: string[] = [];
    const count = Math.max(runs(160), fields.length);
    for (let sent = 0; sent < count; sent++) {
      const field = fields[sent % fields.length]!;
      const literals = field.args
        .filter(one => isNonNullType(one.type) || random.next() < 0.1)
        .map(one => `${one.name}: ${literalOf(random, String(one.type))}`);
      let query = `{ ${field.name}${literals.length > 0 ? `(${literals.join(', ')})` : ''} ${selectionOf(field.type)} }`;
      const isBroken = random.next() < 0.3;
      if (isBroken) {
        const at = random.below(query.length);
        query =
          query.slice(0, at) +
          random.pick(['{', '}', '(', '"', '\\', '…', '@', '$x', '#']) +
          query.slice(at + 1);
      }
      const { fault } = await send(random, { query }, random.pick(tokens), isBroken ? null : field);
      if (fault !== null) faults.push(`${query.slice(0, 300)}: ${fault}`);
    }
    expect(faults).toEqual([]);
  },
  limit(120_000),
);

/** A value of an input type, as JSON, or one that the type does not allow. */
interface Inputs {
  readonly ids: readonly number[];
  /** Share of values that the type does not allow, or that break careless code. */
  readonly hostility: number;
}
const inputOf = (random: Random, type: GraphQLInputType, inputs: Inputs, depth = 0): unknown => {
  const { ids, hostility } = inputs;
  if (random.next() < hostility)
    return random.pick<unknown>([...HOSTILE_TEXTS, ...HOSTILE_NUMBERS, ...OTHER_VALUES]);
  if (isNonNullType(type)) return inputOf(random, type.ofType, inputs, depth);
  if (isListType(type))
    return Array.from({ length: random.below(3) }, () => inputOf(random, type.ofType, inputs, depth + 1));
  if (isEnumType(type)) return random.pick(type.getValues()).name;
  if (isInputObjectType(type))
    return Object.fromEntries(
      Object.values(type.getFields())
        .filter(one => isNonNullType(one.type) || (depth < 4 && random.next() < 0.5))
        .map(one => [one.name, inputOf(random, one.type, inputs, depth + 1)]),
    );
  switch (getNamedType(type).name) {
    case 'Int':
      return random.next() < 0.8 ? random.pick(ids) : random.pick([0, 1, 5, 100, 2_147_483_647]);
    case 'Float':
      return random.pick([0, 1, 12.5, 100]);
    case 'Boolean':
      return random.next() < 0.5;
    default:
      return random.pick(['a', '名前 é', '1', '2026-02-28', 'https://acme.example/', 'x'.repeat(300)]);
  }
};

/** A digest of the rows of the other company, by table. */
const rivalRows = async (): Promise<Readonly<Record<string, string>>> => {
  const tables = await parts.db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'company_id' order by 1`,
  );
  const digests: Record<string, string> = {};
  for (const { name } of tables.rows) {
    const found = await parts.db.execute<{ digest: string | null }>(
      sql`select md5(string_agg(t::text, ',' order by t::text)) as digest from ${sql.identifier(name)} t where company_id = ${rival.id}`,
    );
    digests[name] = found.rows[0]?.digest ?? '';
  }
  return digests;
};

// Sample data needs a collector, which this app does not have.
const MUTATIONS = fieldsOf(schema.getMutationType()).filter(one => !one.name.endsWith('SampleData'));

it(
  'answers generated mutations likewise, and changes nothing of another company',
  async () => {
    const random = createRandom(SEED + 2);
    const before = await rivalRows();
    const faults: string[] = [];
    const count = runs(300);
    let done = 0;
    let callers = await makeCallers('acme-0');
    for (let sent = 0; sent < count; sent++) {
      if (sent > 0 && sent % MUTATIONS_PER_COMPANY === 0) callers = await makeCallers(`acme-${sent}`);
      const hostility = random.pick([0, 0, 0.1]);
      const field = MUTATIONS[sent % MUTATIONS.length]!;
      const used = field.args.filter(one => isNonNullType(one.type) || random.next() < 0.9);
      const declared = used.map(one => `$${one.name}: ${String(one.type)}`).join(', ');
      const passed = used.map(one => `${one.name}: $${one.name}`).join(', ');
      const query = `mutation${used.length > 0 ? `(${declared})` : ''} { ${field.name}${used.length > 0 ? `(${passed})` : ''} ${selectionOf(field.type)} }`;
      const variables = Object.fromEntries(
        used.map(one => [one.name, inputOf(random, one.type, { ids: callers.ids, hostility })]),
      );
      const answer = await send(random, { query, variables }, random.pick(callers.tokens), field);
      if (answer.fault !== null)
        faults.push(`${field.name} ${JSON.stringify(variables).slice(0, 300)}: ${answer.fault}`);
      if (answer.isDone) done++;
    }
    expect(faults).toEqual([]);
    expect(await rivalRows()).toEqual(before);
    // The mutations are not all refused.
    expect(done).toBeGreaterThan(0);
  },
  limit(120_000),
);
