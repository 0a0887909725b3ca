import { Type, type TProperties, type TSchema } from '@fastify/type-provider-typebox';
import { Failure } from './failures.ts';
import { Closed, component } from './schemas.ts';

/**
 * Two styles of paging: `page`/`page_size` answers `count, page, page_size, results`; `pageNo`/`pageSize` answers
 * `total, pageNo, pageSize, results`. Sorting: `ordering=-name`, or `sortName=name` with `sortAsc=false`. The first
 * style is the default.
 */

const PAGE_SIZE_LIMIT = 9999;
const DEFAULT_PAGE_SIZE = 100;
const page = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647, description }));
const size = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: PAGE_SIZE_LIMIT, description }));

/** Query parameters of every paged list. */
export const pagingQuery = {
  page: page('Number of the page, from 1'),
  page_size: size('Rows per page; default 100'),
  pageNo: page('Number of the page, from 1; alternative to page'),
  pageSize: size('Rows per page; alternative to page_size'),
  ordering: Type.Optional(
    Type.String({ maxLength: 100, description: 'Sort field; a leading minus sorts in descending order' }),
  ),
  sortName: Type.Optional(
    Type.String({ maxLength: 100, description: 'Sort field; alternative to ordering' }),
  ),
  sortAsc: Type.Optional(
    Type.Boolean({ description: 'Whether sortName sorts in ascending order; default true' }),
  ),
} satisfies TProperties;

export interface PagingQuery {
  readonly page?: number;
  readonly page_size?: number;
  readonly pageNo?: number;
  readonly pageSize?: number;
  readonly ordering?: string;
  readonly sortName?: string;
  readonly sortAsc?: boolean;
}

/** Page and order of a list query. */
export interface Paging {
  readonly page: number;
  readonly size: number;
  readonly sort: { readonly field: string; readonly ascending: boolean } | null;
  /** Style of paging of the answer. */
  readonly wording: 'page' | 'pageNo';
}

/**
 * Reads the paging of a query that its schema has validated.
 *
 * @param sortable fields by which the list can be sorted
 * @throws {Failure} `invalid`: both styles at once, or a field that cannot be sorted by
 */
export const readPaging = (query: PagingQuery, sortable: ReadonlySet<string>): Paging => {
  const { page: number, page_size: rows, pageNo, pageSize } = query;
  const isPageNo = pageNo !== undefined || pageSize !== undefined;
  if (isPageNo && (number !== undefined || rows !== undefined))
    throw new Failure('invalid', {
      fields: { [pageNo === undefined ? 'pageSize' : 'pageNo']: ['not_together'] },
    });
  const sort = readSort(query);
  if (sort !== null && !sortable.has(sort.field))
    throw new Failure('invalid', { fields: { [query.ordering ? 'ordering' : 'sortName']: ['choice'] } });
  return isPageNo
    ? { page: pageNo ?? 1, size: pageSize ?? DEFAULT_PAGE_SIZE, sort, wording: 'pageNo' }
    : { page: number ?? 1, size: rows ?? DEFAULT_PAGE_SIZE, sort, wording: 'page' };
};

/** Reads the order of a query; null: none. @throws {Failure} `invalid`: both styles at once */
const readSort = ({ ordering, sortName, sortAsc }: PagingQuery): Paging['sort'] => {
  if (ordering && sortName) throw new Failure('invalid', { fields: { sortName: ['not_together'] } });
  const isDescending = ordering?.startsWith('-') ?? false;
  const sort = ordering
    ? { field: ordering.slice(isDescending ? 1 : 0), ascending: !isDescending }
    : { field: sortName ?? '', ascending: sortAsc ?? true };
  return sort.field === '' ? null : sort;
};

/** Builds the answer of a list in the style of its query. @param count rows of all pages */
export const pageOf = <Row>(paging: Paging, count: number, results: Row[]) =>
  paging.wording === 'page'
    ? { count, page: paging.page, page_size: paging.size, results }
    : { total: count, pageNo: paging.page, pageSize: paging.size, results };

/** Component of a list's answer, named after its row: `AdPage`. */
export const pageComponent = <Row extends TSchema>(name: string, row: Row) =>
  component(
    `${name}Page`,
    Closed({
      count: Type.Optional(Type.Integer({ description: 'Number of rows on all pages' })),
      page: Type.Optional(Type.Integer()),
      page_size: Type.Optional(Type.Integer()),
      total: Type.Optional(
        Type.Integer({
          description: 'Number of rows on all pages; only if the query has pageNo or pageSize',
        }),
      ),
      pageNo: Type.Optional(Type.Integer()),
      pageSize: Type.Optional(Type.Integer()),
      results: Type.Array(row),
    }),
  );
