import { Type } from '@fastify/type-provider-typebox';
import { describe, expect, it } from 'vitest';
import {
  Byte,
  Closed,
  component,
  Day,
  EventId,
  Id,
  Int,
  Long,
  Nullable,
  Short,
  Time,
  words,
} from '../../../server/http/schemas.ts';
import { shareParameters } from '../../../server/http/shared.ts';

describe('a schema of the contract', () => {
  it('states the bounds of the stores’ types', () => {
    expect(Byte('x')).toMatchObject({ type: 'integer', minimum: -128, maximum: 127, description: 'x' });
    expect(Short('x')).toMatchObject({ type: 'integer', minimum: -32_768, maximum: 32_767 });
    expect(Int('x')).toMatchObject({ minimum: -(2 ** 31), maximum: 2 ** 31 - 1, description: 'x' });
    expect(Id()).toMatchObject({ type: 'integer', minimum: 1, maximum: 2 ** 31 - 1 });
    expect(Long('x')).toMatchObject({ type: 'string', minLength: 1, format: 'long' });
    expect(EventId()).toMatchObject({ type: 'string', pattern: '^[0-9]{1,20}$' });
    expect(Time('x')).toMatchObject({ type: 'string', format: 'date-time' });
    expect(Day('x')).toMatchObject({ type: 'string', format: 'date' });
  });

  it('allows null where it is no reference, and no unknown property where it is closed', () => {
    expect(Nullable(Type.String({ maxLength: 3 }))).toMatchObject({
      type: 'string',
      maxLength: 3,
      nullable: true,
    });
    expect(() => Nullable(component('Ad', Type.Object({})).ref)).toThrow('Ad# cannot be nullable');
    expect(Closed({ a: Type.String() }, { description: 'x' })).toMatchObject({
      type: 'object',
      required: ['a'],
      additionalProperties: false,
      description: 'x',
    });
  });

  it('is a component under its name', () => {
    expect(words('Colour', ['red', 'blue'], 'x')).toEqual({
      schema: { $id: 'Colour', type: 'string', enum: ['red', 'blue'], description: 'x' },
      ref: { $ref: 'Colour#' },
    });
  });
});

describe('parameters of several operations', () => {
  const page = { name: 'page', in: 'query' };
  const id = { name: 'id', in: 'path', required: true };
  const contract = {
    openapi: '3.0.3',
    paths: {
      '/ads/': {
        get: { tags: ['ads'], parameters: [page, { name: 'ad', in: 'query' }] },
        post: { tags: ['ads'] },
        put: { tags: ['ads'] },
      },
      '/ads/files/': { get: { tags: ['ads'], parameters: [page, { ...id, schema: 1 }] } },
      '/cvs/{id}/': { get: { tags: ['cvs'], parameters: [id, { ...page, schema: 2 }] } },
      '/logs/{id}/': {
        get: { tags: ['logs'], parameters: [id, { ...page, schema: 2 }, { ...id, schema: 1 }] },
      },
      '/logs/files/': { get: { parameters: [{ name: 'x', in: 'query', schema: 3 }] } },
      '/logs/other/': { get: { parameters: [{ name: 'x', in: 'query', schema: 3 }] } },
    },
    components: { schemas: { Ad: {} } },
  };

  it('are shared under their name, or that of their one list; others stay where they are', () => {
    const shared = shareParameters(contract);
    const ref = (name: string) => ({ $ref: `#/components/parameters/${name}` });
    expect(shared).toEqual({
      openapi: '3.0.3',
      paths: {
        '/ads/': {
          get: { tags: ['ads'], parameters: [ref('ads.page'), { name: 'ad', in: 'query' }] },
          post: { tags: ['ads'] },
          put: { tags: ['ads'] },
        },
        '/ads/files/': { get: { tags: ['ads'], parameters: [ref('ads.page'), ref('id')] } },
        '/cvs/{id}/': { get: { tags: ['cvs'], parameters: [ref('id.2'), ref('page')] } },
        '/logs/{id}/': { get: { tags: ['logs'], parameters: [ref('id.2'), ref('page'), ref('id')] } },
        '/logs/files/': { get: { parameters: [ref('x')] } },
        '/logs/other/': { get: { parameters: [ref('x')] } },
      },
      components: {
        schemas: { Ad: {} },
        parameters: {
          'ads.page': page,
          id: { ...id, schema: 1 },
          'id.2': id,
          page: { ...page, schema: 2 },
          x: { name: 'x', in: 'query', schema: 3 },
        },
      },
    });
    expect(Object.keys((shared['components'] as { parameters: object }).parameters)).toEqual([
      'ads.page',
      'id',
      'id.2',
      'page',
      'x',
    ]);
  });

  it('have the same names in any order of the operations, and one each', () => {
    const variants = [3, 1, 2].map(schema => ({ ...id, schema }));
    const paths = (order: typeof variants) =>
      Object.fromEntries(
        order.flatMap(one =>
          ['a', 'b'].map(tag => [`/${tag}/${one.schema}/`, { get: { tags: [tag], parameters: [one] } }]),
        ),
      );
    for (const order of [variants, variants.toReversed()])
      expect(shareParameters({ paths: paths(order), components: {} })['components']).toEqual({
        parameters: {
          id: { ...id, schema: 1 },
          'id.2': { ...id, schema: 2 },
          'id.3': { ...id, schema: 3 },
        },
      });
  });

  it('leave no list of components where there are none', () => {
    expect(shareParameters({ paths: { '/': { get: { parameters: [page] } } }, components: {} })).toEqual({
      paths: { '/': { get: { parameters: [page] } } },
      components: {},
    });
  });
});
