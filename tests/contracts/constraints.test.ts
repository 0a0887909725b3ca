import { readFile } from 'node:fs/promises';
import { build, transform } from 'esbuild';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { constraintsOf } from '../../scripts/constraints.ts';
import { failureOf } from '../../server/http/error-handler.ts';
import { addFormats } from '../../server/http/formats.ts';
import { check, type Constraints, type Faults } from '../../src/resources/constraints.ts';
import type { JsonObject } from '../support/openapi.ts';

const root = new URL('../../', import.meta.url);
const read = (path: string) => readFile(new URL(path, root), 'utf8');

const contract = JSON.parse(await read('mesh/openapi.json')) as {
  components: { schemas: Record<string, JsonObject> };
};

/** A contract with a POST operation for each of these forms. */
const sending = (schemas: Record<string, JsonObject>, ...names: readonly string[]) => ({
  components: { schemas },
  paths: Object.fromEntries(
    names.map(name => [
      `/${name}/`,
      {
        post: {
          requestBody: {
            content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
          },
        },
      },
    ]),
  ),
});

/**
 * A form with every keyword that a form can have, so that the comparison covers keywords no committed form
 * uses yet.
 */
const EVERYTHING = {
  WholeForm: {
    type: 'object',
    required: ['name', 'kind', 'parts', 'product_id', 'level'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 10 },
      code: { type: 'string', minLength: 2, pattern: '^[a-z]+$' },
      kind: { type: 'integer', enum: [0, 1, 2] },
      word: { type: 'string', enum: ['one', 'two', null], nullable: true },
      url: { type: 'string', maxLength: 30, format: 'url' },
      mail: { type: 'string', minLength: 1, format: 'email' },
      site: { type: 'string', format: 'domain' },
      phone: { type: 'string', maxLength: 20, format: 'phone' },
      big: { type: 'string', format: 'long' },
      day: { type: 'string', format: 'date', nullable: true },
      product_id: { type: 'integer', minimum: 1, maximum: 2_147_483_647 },
      asp: { type: 'integer', minimum: 1, maximum: 2_147_483_647, nullable: true },
      cost: { type: 'number', minimum: 0, format: 'cv-cost' },
      byte: { type: 'integer', minimum: -128, maximum: 127 },
      yen: { type: 'number', minimum: 0, multipleOf: 5 },
      on: { type: 'boolean' },
      updated_at: { type: 'string', format: 'date-time' },
      ips: { type: 'array', maxItems: 2, items: { type: 'string', minLength: 1, format: 'address-range' } },
      axes: { type: 'array', minItems: 1, uniqueItems: true, items: { type: 'string', enum: ['ad', 'os'] } },
      pair: { type: 'array', minItems: 2, items: { type: 'integer' } },
      parts: { type: 'array', maxItems: 3, items: { $ref: '#/components/schemas/PartForm' } },
      level: { $ref: '#/components/schemas/Level' },
      own: { $ref: '#/components/schemas/PartForm' },
      inner: {
        type: 'object',
        nullable: true,
        required: ['deep'],
        properties: { deep: { type: 'boolean' } },
      },
      mapping: { type: 'object', maxProperties: 2, additionalProperties: { type: 'string', maxLength: 3 } },
    },
  },
  PartForm: {
    type: 'object',
    required: ['url'],
    properties: {
      url: { type: 'string', minLength: 1, format: 'url' },
      rate: { type: 'number', minimum: 0, maximum: 100 },
      'a-b': { type: 'integer' },
    },
  },
  Level: { type: 'string', enum: ['none', 'read'] },
  Unwritten: { type: 'object', properties: { anything: { type: 'string', contentMediaType: 'text/html' } } },
} satisfies Record<string, JsonObject>;

/** Schemas with the references that Fastify resolves. */
const forFastify = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(forFastify);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === '$ref' ? `${String(inner).replace('#/components/schemas/', '')}#` : forFastify(inner),
    ]),
  );
};

const evaluated = async (source: string): Promise<Record<string, Constraints>> => {
  const { code } = await transform(source, { loader: 'ts', format: 'esm' });
  return (await import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`)) as Record<
    string,
    Constraints
  >;
};

const emoji = (count: number) => '🍣'.repeat(count);
/** Values that users, programs and attackers put into a field. */
const VALUES: readonly unknown[] = [
  undefined,
  null,
  true,
  false,
  0,
  1,
  -1,
  1.5,
  3,
  101,
  0.125,
  128,
  -129,
  2 ** 31,
  1e9,
  1e21,
  '',
  ' ',
  'a',
  'ad',
  'none',
  'A1',
  emoji(10),
  emoji(11),
  'x'.repeat(20),
  'x'.repeat(101),
  emoji(254),
  'x'.repeat(2001),
  'x'.repeat(10_001),
  'https://花.jp/é',
  'https://a b',
  'javascript:alert(1)',
  'a@b.jp',
  'a@b',
  'shop.example',
  '03-1234-5678',
  '2026-02-28',
  '2026-02-29',
  '2024-02-29',
  '2026-13-01',
  '10.0.0.0/8',
  '::/129',
  '9223372036854775808',
  '\u0000',
  '=1+1',
  '\u202e',
  [],
  [1, 2],
  ['a'],
  ['ad', 'ad'],
  ['ad', 'os'],
  ['::1', '10.0.0.0/33', ''],
  [null],
  [{}],
  [
    { url: '', rate: -1, 'a-b': 1.5, title: null },
    { url: 'https://a.example', rate: 101, title: emoji(101) },
  ],
  Array.from({ length: 6 }, () => ({ url: 'x', rate: 20, title: '' })),
  {},
  { url: 'x' },
  { deep: 1 },
  { deep: null },
  { a: 'long', b: 1 },
  { a: 'a', b: 'b', c: null },
];

/**
 * Codes by field, sorted, since the order of two faults of one field carries no meaning. Unknown fields are
 * left out: the console does not report them.
 */
const codesByField = (faults: Faults): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(faults)
      .map(
        ([field, found]) =>
          [
            field,
            found
              .map(({ code, values }) => `${code} ${JSON.stringify(values ?? {})}`)
              .filter(code => !code.startsWith('unknown_field'))
              .toSorted(),
          ] as const,
      )
      .filter(([, found]) => found.length > 0),
  );

/** The faults that Fastify's own validator finds in each form. */
const judges = async (schemas: Record<string, JsonObject>, names: readonly string[]) => {
  const app: FastifyInstance = Fastify({
    ajv: {
      customOptions: { coerceTypes: false, removeAdditional: false, allErrors: true },
      onCreate: addFormats,
    },
  });
  for (const [name, schema] of Object.entries(schemas))
    app.addSchema({ ...(forFastify(schema) as object), $id: name });
  const failures: Record<string, (draft: object) => Faults> = {};
  for (const name of names) {
    app.post(`/${name}`, { schema: { body: { $ref: `${name}#` } } }, () => ({}));
  }
  await app.ready();
  for (const name of names) {
    const validate = app.validatorCompiler?.({
      schema: { $ref: `${name}#` },
      method: 'POST',
      url: `/${name}`,
      httpPart: 'body',
    }) as ((draft: unknown) => boolean) & { errors?: unknown };
    failures[name] = draft =>
      validate(draft)
        ? {}
        : failureOf({ validation: validate.errors, validationContext: 'body' }, draft).fields;
  }
  return { app, failures };
};

const same = (constraints: Constraints, judge: (draft: object) => Faults) => {
  // updated_at, the version of a row, is never typed.
  for (const field of Object.keys(constraints).filter(name => name !== 'updated_at')) {
    for (const value of VALUES) {
      // Through JSON, as a request sends it: an undefined value disappears.
      const draft = JSON.parse(JSON.stringify({ [field]: value })) as object;
      expect(
        codesByField(check(draft, constraints)),
        `${field}: ${JSON.stringify(value)?.slice(0, 80)}`,
      ).toEqual(codesByField(judge(draft)));
    }
  }
};

const source = constraintsOf(contract);
const generated = await evaluated(source);
const forms = Object.keys(generated).filter(name => name in contract.components.schemas);

describe('the constraints of forms', () => {
  it('in the repository are generated from the contract (else: npm run contract)', async () => {
    expect(await read('graphql/generated/constraints.ts')).toBe(source);
  });

  it('fail at generation for a keyword that only the server can check', () => {
    expect(() =>
      constraintsOf(
        sending(
          { AForm: { type: 'object', properties: { a: { type: 'string', contentMediaType: 'x' } } } },
          'AForm',
        ),
      ),
    ).toThrow('AForm.a: the console cannot check contentMediaType');
    expect(() =>
      constraintsOf(
        sending(
          { AForm: { type: 'object', properties: { a: { type: 'string', format: 'iban' } } } },
          'AForm',
        ),
      ),
    ).toThrow('AForm.a: there is no format iban');
  });

  it('of a report are generated from its parameters', async () => {
    const text = constraintsOf({
      components: {
        schemas: {},
        parameters: {
          term: {
            in: 'query',
            name: 'term',
            schema: { type: 'integer', minimum: 1, maximum: 9, description: 'Days' },
          },
        },
      },
      paths: {
        '/api/v1/analyses/some/': {
          get: {
            operationId: 'someReport',
            parameters: [
              { $ref: '#/components/parameters/term' },
              { in: 'query', name: 'to', required: true, schema: { type: 'string', format: 'date' } },
            ],
          },
        },
        '/api/v1/analyses/some/download/csv/': { get: { operationId: 'someReportCsv', parameters: [] } },
        '/api/v1/ads/': { get: { operationId: 'ads', parameters: [] } },
      },
    });
    const { SomeReportParameters, ...others } = await evaluated(text);
    expect(Object.keys(others)).toEqual([]);
    expect(SomeReportParameters).toMatchObject({
      term: { type: 'integer', minimum: 1, maximum: 9 },
      to: { required: true, type: 'string' },
    });
    expect(check({ term: 10 }, SomeReportParameters!)).toEqual({
      to: [{ code: 'required' }],
      term: [{ code: 'maximum', values: { max: 9 } }],
    });
  });

  it('are bundled for a page by form', async () => {
    const text = constraintsOf(
      sending(
        {
          ...EVERYTHING,
          OtherForm: { type: 'object', properties: { only_other: { type: 'string', format: 'phone' } } },
        },
        'WholeForm',
        'OtherForm',
      ),
    );
    const { outputFiles } = await build({
      stdin: { contents: `import { PartForm } from 'all'; console.log(PartForm);`, resolveDir: '.' },
      bundle: true,
      write: false,
      format: 'esm',
      plugins: [
        {
          name: 'all',
          setup: ({ onResolve, onLoad }) => {
            onResolve({ filter: /^all$/ }, () => ({ path: 'all', namespace: 'all' }));
            onLoad({ filter: /.*/, namespace: 'all' }, () => ({ contents: text, loader: 'ts' }));
          },
        },
      ],
    });
    expect(outputFiles[0]?.text).toContain('a-b');
    expect(outputFiles[0]?.text).not.toMatch(/only_other|WholeForm|format_phone/);
  });

  it('find the same faults as the server in a form with every keyword', async () => {
    const { app, failures } = await judges(EVERYTHING, ['WholeForm', 'PartForm']);
    const constraintsByForm = await evaluated(constraintsOf(sending(EVERYTHING, 'WholeForm')));
    expect(Object.keys(constraintsByForm).toSorted()).toEqual(['PartForm', 'WholeForm']);
    for (const name of Object.keys(constraintsByForm)) same(constraintsByForm[name]!, failures[name]!);
    await app.close();
  });
});

describe('the validation of the console and of the server', () => {
  let judged: Awaited<ReturnType<typeof judges>>;
  beforeAll(async () => {
    judged = await judges(contract.components.schemas, forms);
  });
  afterAll(() => judged.app.close());

  it('covers every form of a request by name', () => {
    expect(forms).toContain('AdForm');
    expect(forms).toContain('LpoEntryForm');
  });

  it.each(forms)('finds the same faults in the same values of %s', name => {
    same(generated[name]!, judged.failures[name]!);
  });
});
