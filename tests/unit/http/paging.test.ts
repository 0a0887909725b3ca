import { describe, expect, it, test } from 'vitest';
import { Failure } from '../../../server/http/failures.ts';
import { pageOf, readPaging, type PagingQuery } from '../../../server/http/paging.ts';

const read = (query: PagingQuery) => readPaging(query, new Set(['name', 'ad_id']));

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
