import fastify from 'fastify';
import { describe, expect, it, test } from 'vitest';
import { creationOf, creationQuery } from '../../../server/http/idempotency.ts';
import { flagIn, numberIn, readAll, readText, refuseUnstorable } from '../../../server/http/query.ts';
import { validationOptions } from '../../../server/http/validation.ts';

test.each([
  ['7', 7],
  ['1234567890', 1_234_567_890],
  ['1e-10', 1e-10],
  ['-1.50', -1.5],
  ['+3', 3],
  ['2e3', 2_000],
  ['2.5E-1', 0.25],
  ['1e+2', 100],
  ['', undefined],
  [' 7', undefined],
  ['7 ', undefined],
  ['.5', undefined],
  ['5.', undefined],
  ['0x10', undefined],
  ['1e', undefined],
  ['Infinity', undefined],
  ['--1', undefined],
])('%j is the number %s', (text, number) => {
  expect(numberIn(text)).toBe(number);
});

test.each([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
  ['', undefined],
  ['True', undefined],
])('%j is the flag %s', (text, flag) => {
  expect(flagIn(text)).toBe(flag);
});

describe('a query', () => {
  const schema = {
    properties: {
      id: { type: 'integer' },
      cost: { type: 'number' },
      flag: { type: 'boolean' },
      name: { type: 'string' },
      ids: { type: 'array', items: { type: 'integer' } },
      any: { type: 'array' },
    },
  };
  const read = (values: object) => {
    readAll(schema, values);
    return values;
  };

  it('is converted to the types of its schema', () => {
    expect(read({ id: '7', cost: '1.5', flag: '0', name: '7', ids: '1,2', any: 'a,b' })).toEqual({
      id: 7,
      cost: 1.5,
      flag: false,
      name: '7',
      ids: [1, 2],
      any: ['a', 'b'],
    });
    expect(read({ ids: ['1', '2,x'] })).toEqual({ ids: [1, 2, 'x'] });
    expect(read({ ids: ['1', 2], id: 7, flag: true })).toEqual({ ids: [1, 2], id: 7, flag: true });
  });

  it('keeps what cannot be converted, and what its schema does not name', () => {
    const values = { id: 'x', flag: 'yes', cost: ['1', '2'], other: '7', toString: '8' };
    expect(read({ ...values })).toEqual(values);
    expect(() => readAll(undefined, { id: '7' })).not.toThrow();
    expect(() => readAll({}, { id: '7' })).not.toThrow();
    expect(() => readAll(schema, null)).not.toThrow();
    expect(() => readAll(schema, 'id')).not.toThrow();
  });
});

describe('a request', () => {
  const answerTo = async (url: string, payload?: object) => {
    const app = fastify({ ajv: validationOptions });
    readText(app);
    refuseUnstorable(app);
    app.setErrorHandler((error, _request, reply) =>
      reply.code(400).send({ fields: (error as unknown as { fields: unknown }).fields }),
    );
    const integer = { type: 'integer' };
    const schema = {
      querystring: { type: 'object', properties: { page: integer } },
      params: { type: 'object', properties: { id: integer } },
    };
    app.post('/ads/:id/:name', { schema }, request => [request.params, request.query]);
    app.post('/open/:id', request => [request.params, request.query]);
    const answer = await app.inject({ method: 'POST', url, ...(payload && { payload }) });
    await app.close();
    return answer.json<unknown>();
  };

  it('has its query and its path converted before they are validated', async () => {
    expect(await answerTo('/ads/7/x?page=2')).toEqual([{ id: 7, name: 'x' }, { page: 2 }]);
    expect(await answerTo('/open/7?page=2')).toEqual([{ id: '7' }, { page: '2' }]);
  });

  it('is refused for a text that cannot be stored, in its path, its query or its body', async () => {
    const fault = [{ code: 'text' }];
    expect(await answerTo('/ads/7/a%00b')).toEqual({ fields: { name: fault } });
    expect(await answerTo('/ads/7/x?q=%00')).toEqual({ fields: { q: fault } });
    expect(await answerTo('/ads/7/x', { a: ['\0'] })).toEqual({ fields: { 'a.0': fault } });
    expect(await answerTo('/ads/7/x', { '': '\0' })).toEqual({ fields: { body: fault } });
  });
});

test.each([
  ['12345678', true],
  ['Aa0_-'.repeat(13).slice(1), true],
  ['1234567', false],
  ['Aa0_-'.repeat(13), false],
  ['12345678 ', false],
  ['é2345678', false],
])('%j may be an idempotency key: %s', async (key, isKey) => {
  const app = fastify({ ajv: validationOptions });
  app.post('/', { schema: { querystring: creationQuery } }, () => 'created');
  const { statusCode } = await app.inject({ method: 'POST', url: '/', query: { idempotency_key: key } });
  expect(statusCode).toBe(isKey ? 200 : 400);
  await app.close();
});

it('a form with an idempotency key has a digest of its content and its entity', () => {
  const made = (key: string | undefined, entity: string, body: object) =>
    creationOf({ ...(key !== undefined && { idempotency_key: key }) }, entity, body);
  expect(made(undefined, 'ad', { name: 'é' })).toBeNull();
  const first = made('key-1234', 'ad', { name: 'é' });
  expect(first).toEqual({ key: 'key-1234', digest: expect.stringMatching(/^[\w+/]{43}=$/) });
  expect(made('key-1234', 'ad', { name: 'é' })).toEqual(first);
  expect(made('key-5678', 'ad', { name: 'é' })?.digest).toBe(first?.digest);
  expect(made('key-1234', 'ad', { name: 'e' })?.digest).not.toBe(first?.digest);
  expect(made('key-1234', 'product', { name: 'é' })?.digest).not.toBe(first?.digest);
});
