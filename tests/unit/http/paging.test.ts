import { Type } from '@fastify/type-provider-typebox';
import fastify from 'fastify';
import { describe, expect, it, test } from 'vitest';
import { Failure } from '../../../server/http/failures.ts';
import {
  pageComponent,
  pageOf,
  pagingQuery,
  readPaging,
  type PagingQuery,
} from '../../../server/http/paging.ts';
import { readText } from '../../../server/http/query.ts';
import { Closed } from '../../../server/http/schemas.ts';
import { validationOptions } from '../../../server/http/validation.ts';
import { whereQuery } from '../../../server/http/where.ts';

const read = (query: PagingQuery) => readPaging(query, new Set(['name', 'ad_id']));

/** The statuses of lists with these values of a parameter. */
const statusesOf = async (name: string, values: readonly unknown[]): Promise<number[]> => {
  const app = fastify({ ajv: validationOptions });
  readText(app);
  app.get('/', { schema: { querystring: Closed({ ...pagingQuery, ...whereQuery }) } }, () => 'a list');
  const answers = await Promise.all(
    values.map(value => app.inject({ url: '/', query: { [name]: String(value) } })),
  );
  await app.close();
  return answers.map(({ statusCode }) => statusCode);
};

describe('the page of a list', () => {
  test.each<[PagingQuery, object]>([
    [{}, { page: 1, size: 100, sort: null, wording: 'page' }],
    [{ page: 3 }, { page: 3, size: 100, wording: 'page' }],
    [{ page_size: 7 }, { page: 1, size: 7, wording: 'page' }],
    [{ pageNo: 3 }, { page: 3, size: 100, wording: 'pageNo' }],
    [{ pageSize: 7 }, { page: 1, size: 7, wording: 'pageNo' }],
    [{ ordering: 'name' }, { sort: { field: 'name', ascending: true } }],
    [{ ordering: '-ad_id' }, { sort: { field: 'ad_id', ascending: false } }],
    [{ sortName: 'name' }, { sort: { field: 'name', ascending: true } }],
    [{ sortName: 'name', sortAsc: false }, { sort: { field: 'name', ascending: false } }],
    [{ ordering: '', sortName: '' }, { sort: null }],
    [{ ordering: '-' }, { sort: null }],
  ])('%j is %j', (query, paging) => {
    expect(read(query)).toMatchObject(paging);
  });

  test.each<[PagingQuery, object]>([
    [{ page: 1, pageNo: 1 }, { pageNo: [{ code: 'not_together' }] }],
    [{ page_size: 1, pageNo: 1 }, { pageNo: [{ code: 'not_together' }] }],
    [{ page: 1, pageSize: 1 }, { pageSize: [{ code: 'not_together' }] }],
    [{ page_size: 1, pageSize: 1 }, { pageSize: [{ code: 'not_together' }] }],
    [{ ordering: 'name', sortName: 'name' }, { sortName: [{ code: 'not_together' }] }],
    [{ ordering: 'other' }, { ordering: [{ code: 'choice' }] }],
    [{ ordering: '--name' }, { ordering: [{ code: 'choice' }] }],
    [{ sortName: 'other' }, { sortName: [{ code: 'choice' }] }],
    [{ sortName: '-name' }, { sortName: [{ code: 'choice' }] }],
  ])('%j is refused: %j', (query, fields) => {
    const refused = () => read(query);
    expect(refused).toThrow(Failure);
    expect(refused).toThrow(expect.objectContaining({ code: 'invalid', fields }));
  });

  it('is answered in the words of its question', () => {
    expect(pageOf(read({ page: 2, page_size: 3 }), 8, ['d'])).toEqual({
      count: 8,
      page: 2,
      page_size: 3,
      results: ['d'],
    });
    expect(pageOf(read({ pageNo: 2, pageSize: 3 }), 8, ['d'])).toEqual({
      total: 8,
      pageNo: 2,
      pageSize: 3,
      results: ['d'],
    });
  });
});

test.each([
  ['page', 2 ** 31 - 1],
  ['pageNo', 2 ** 31 - 1],
  ['page_size', 9_999],
  ['pageSize', 9_999],
])('the parameter %s may be from 1 to %i', async (name, last) => {
  expect(await statusesOf(name, [0, 1, last, last + 1, 1.5])).toEqual([400, 200, 200, 400, 400]);
});

test.each([
  ['ordering', 100],
  ['sortName', 100],
  ['search', 200],
  ['where', 8_000],
])('the parameter %s may have %i characters', async (name, length) => {
  expect(await statusesOf(name, ['é'.repeat(length), 'é'.repeat(length + 1)])).toEqual([200, 400]);
});

test('the direction of an order is a flag, and a list has no other parameters', async () => {
  expect(await statusesOf('sortAsc', ['true', '0', 'up'])).toEqual([200, 200, 400]);
  expect(await statusesOf('size', [1])).toEqual([400]);
});

test('the answer of a list is named after its rows, and has either style of numbers', () => {
  const { schema } = pageComponent('Ad', Type.Integer());
  expect([schema.$id, Object.keys(schema.properties), schema.required]).toEqual([
    'AdPage',
    ['count', 'page', 'page_size', 'total', 'pageNo', 'pageSize', 'results'],
    ['results'],
  ]);
  expect(schema).toMatchObject({ additionalProperties: false });
});
