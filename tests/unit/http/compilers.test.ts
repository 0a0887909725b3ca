import { createRequire } from 'node:module';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { compileOnUse } from '../../../server/http/compilers.ts';

const here = createRequire(import.meta.url);
const fromFastify = createRequire(here.resolve('fastify'));

test.each(['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler'])(
  'schemas are compiled by the copy of %s that Fastify itself would load',
  name => {
    expect(here.resolve(name)).toBe(fromFastify.resolve(name));
  },
);

test('a schema is compiled at its first use, so an invalid one fails its own requests only', async () => {
  const app = fastify({ schemaController: { compilersFactory: compileOnUse } });
  const body = { type: 'object', required: ['size'], properties: { size: { type: 'integer' } } };
  const answer = { 200: { type: 'object', properties: { size: { type: 'integer' } } } };
  app.post('/right', { schema: { body, response: answer } }, () => ({ size: 1, other: 2 }));
  app.post('/wrong', { schema: { body: { type: 'no such type' } } }, () => ({}));
  await app.ready();
  const post = (url: string, payload: object) => app.inject({ method: 'POST', url, payload });
  expect((await post('/right', { size: 1 })).json()).toEqual({ size: 1 });
  expect((await post('/right', { size: 'x' })).statusCode).toBe(400);
  expect((await post('/right', { size: 2 })).statusCode).toBe(200);
  expect((await post('/wrong', {})).statusCode).toBe(500);
  await app.close();
});
