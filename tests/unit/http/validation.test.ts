import fastify from 'fastify';
import { describe, expect, it, test } from 'vitest';
import { faultsOf, validationOptions } from '../../../server/http/validation.ts';

/** Reads the faults of a value by field, as a route with this schema would answer them. */
const checking = (schema: object) => async (payload: unknown) => {
  const app = fastify({ ajv: validationOptions });
  app.post('/', { schema: { body: schema }, attachValidation: true }, request => ({
    faults: faultsOf(request.validationError?.validation ?? [], 'body', request.body),
  }));
  const answer = await app.inject({
    method: 'POST',
    url: '/',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(payload),
  });
  await app.close();
  return answer.json<{ faults: Record<string, unknown> }>().faults;
};
const field = (schema: object) => checking({ type: 'object', properties: { it: schema } });

const CHECKS = [
  ['a choice', { enum: ['a', 'b'] }, 'c', { code: 'choice' }],
  ['a constant', { const: 1 }, 2, { code: 'choice' }],
  ['a missing text', { type: 'string', minLength: 1 }, '', { code: 'required' }],
  ['a missing long text', { type: 'string', minLength: 3 }, '', { code: 'required' }],
  ['a short text', { type: 'string', minLength: 3 }, 'é', { code: 'too_short', values: { min: 3 } }],
  ['a long text', { type: 'string', maxLength: 2 }, 'abc', { code: 'too_long', values: { max: 2 } }],
  ['no entry', { type: 'array', minItems: 1 }, [], { code: 'choose_one' }],
  ['few entries', { type: 'array', minItems: 2 }, [1], { code: 'too_few', values: { min: 2 } }],
  ['many entries', { type: 'array', maxItems: 1 }, [1, 2], { code: 'too_many', values: { max: 1 } }],
  ['many fields', { type: 'object', maxProperties: 0 }, { a: 1 }, { code: 'too_many', values: { max: 0 } }],
  ['a repeated entry', { type: 'array', uniqueItems: true }, [1, 1], { code: 'duplicate' }],
  ['zero', { type: 'integer', minimum: 1 }, 0, { code: 'positive' }],
  ['a small number', { type: 'number', minimum: 2 }, 1, { code: 'minimum', values: { min: 2 } }],
  ['a bound', { type: 'number', exclusiveMinimum: 1 }, 1, { code: 'minimum', values: { min: 1 } }],
  ['a large number', { type: 'number', maximum: 2 }, 3, { code: 'maximum', values: { max: 2 } }],
  ['an upper bound', { type: 'number', exclusiveMaximum: 2 }, 2, { code: 'maximum', values: { max: 2 } }],
  ['a fraction', { type: 'number', multipleOf: 5 }, 7, { code: 'multiple' }],
  ['another form', { type: 'string', pattern: '^a$' }, 'b', { code: 'format' }],
  ['an empty text of another form', { type: 'string', pattern: '^a$' }, '', { code: 'format' }],
  ['a wrong time', { type: 'string', format: 'date-time' }, 'soon', { code: 'format_date' }],
  ['a wrong email', { type: 'string', format: 'email' }, 'x', { code: 'format_email' }],
  ['a text for a number', { type: 'integer' }, '1', { code: 'integer' }],
  ['a number for a text', { type: 'string' }, 1, { code: 'type' }],
  ['null', { type: 'string' }, null, { code: 'required' }],
] as const;

describe('a refused value', () => {
  test.each(CHECKS)('%s names its fault', async (_, schema, value, fault) => {
    expect(await field(schema)({ it: value })).toEqual({ it: [fault] });
  });

  it('is reported under its path with dots, and a missing or unknown field under its own name', async () => {
    const check = checking({
      type: 'object',
      required: ['name'],
      additionalProperties: false,
      properties: {
        name: { type: 'string' },
        'a/b~c': { type: 'array', items: { type: 'object', required: ['id'], properties: { id: {} } } },
      },
    });
    expect(await check({ 'a/b~c': [{ id: 1 }, {}], other: 1 })).toEqual({
      name: [{ code: 'required' }],
      other: [{ code: 'unknown_field' }],
      'a/b~c.1.id': [{ code: 'required' }],
    });
    for (const other of [[], null]) expect(await check(other)).toEqual({ body: [{ code: 'type' }] });
    expect(await check({ name: 'x', ['é'.repeat(200)]: 1 })).toEqual({
      ['é'.repeat(100)]: [{ code: 'unknown_field' }],
    });
  });

  it('has the same fault where only the errors are known, as in rows of files', () => {
    const short = (limit: number) => ({ keyword: 'minLength', instancePath: '/name', params: { limit } });
    const errors = (limit: number) => [short(limit)] as unknown as Parameters<typeof faultsOf>[0];
    expect(faultsOf(errors(1), 'row')).toEqual({ name: [{ code: 'required' }] });
    expect(faultsOf(errors(2), 'row')).toEqual({ name: [{ code: 'too_short', values: { min: 2 } }] });
  });

  it('has each of its faults, and each of them once', async () => {
    const check = field({ type: 'string', minLength: 5, pattern: '^a', allOf: [{ minLength: 6 }] });
    expect(await check({ it: 'b' })).toEqual({
      it: [{ code: 'too_short', values: { min: 6 } }, { code: 'format' }],
    });
  });

  it('with too many digits has the fault of its format, without that of its maximum', async () => {
    const check = field({ type: 'number', format: 'rate', maximum: 10, multipleOf: 7 });
    const tooLarge = { code: 'maximum', values: { max: 10 } };
    expect(await check({ it: 20 })).toEqual({ it: [tooLarge, { code: 'multiple' }] });
    const { it: faults } = await check({ it: 20.123 });
    expect(faults).toHaveLength(2);
    expect(faults).toEqual(expect.arrayContaining([{ code: 'rate' }, { code: 'multiple' }]));
  });

  it('reports at most 50 faults of a request', async () => {
    const check = checking({ type: 'array', items: { type: 'string' } });
    const faults = await check(Array.from({ length: 60 }, () => 1));
    expect(Object.keys(faults)).toEqual(Array.from({ length: 50 }, (_, at) => String(at)));
  });
});

it('the style of a list in a query, which the contract states, is no unknown keyword', async () => {
  const check = checking({
    type: 'object',
    style: 'form',
    explode: false,
    properties: { it: { enum: [1] } },
  });
  expect(await check({ it: 2 })).toEqual({ it: [{ code: 'choice' }] });
});

it('nothing is changed to fit the schema', async () => {
  const check = checking({
    type: 'object',
    properties: { a: { type: 'integer' } },
    additionalProperties: false,
  });
  expect(await check({ a: '7' })).toEqual({ a: [{ code: 'integer' }] });
  expect(await check({ b: 7 })).toEqual({ b: [{ code: 'unknown_field' }] });
});
