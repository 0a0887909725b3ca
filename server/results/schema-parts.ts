import { Type } from '@fastify/type-provider-typebox';
import { Closed, Id, Nullable, words } from '../http/schemas.ts';
import { whereQuery } from '../http/where.ts';
import { MAX_SORTED_CURSOR } from '../event-logs/cursor.ts';
import { Cursor, Limit } from '../event-logs/log-parameters.ts';
import type { SortType } from '../store/postgres/engine/paged-log.ts';
import { orderingQuery } from './sorting.ts';

/** Parts of the schemas of results, decisions and notifications. */

/**
 * Id of a result, a ledger line or a notification. These exceed 32 bits, so the contract declares them as numbers.
 */
export const RowNumber = (description: string) =>
  Type.Number({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description });
export const Yen = (description: string) => Type.Number({ description: `${description}, in yen` });
const OPTIONAL_DAY = { format: 'date' };
const STATUS = '0 pending, 1 approved, 2 rejected';
export const Status = (description: string) =>
  Type.Integer({ minimum: 0, maximum: 2, description: `${description}: ${STATUS}` });

/** Query of both logs: a product, days in Tokyo time, and filters. */
const rowQuery = (day: string) => ({
  product_id: Id('ID of the product'),
  from: Type.Optional(
    Type.String({
      ...OPTIONAL_DAY,
      description: `First day of ${day}, Tokyo time; default: no start`,
    }),
  ),
  to: Type.Optional(
    Type.String({
      ...OPTIONAL_DAY,
      description: `Last day of ${day}, Tokyo time, included; default: no end`,
    }),
  ),
  ...whereQuery,
});
/** Query of a page: the rows, their order, and the position of the page. */
export const logQuery = (
  day: string,
  { sortable }: { readonly sortable: Readonly<Record<string, SortType>> },
) => ({
  ...rowQuery(day),
  ordering: orderingQuery(sortable),
  after: Type.Optional(Cursor('Value of `next` from the previous page', MAX_SORTED_CURSOR)),
  limit: Limit,
});
/** Query of the count of newer rows. */
export const newerQuery = (day: string) => ({
  ...rowQuery(day),
  newer_than: Cursor('Value of `latest` from the first page'),
});

export const NoticeState = words(
  'NoticeState',
  ['none', 'waiting', 'told', 'failed'],
  'State of the newest notification. none: no notification is sent; waiting: not yet delivered; told: the ad network accepted it; failed: all attempts failed',
);

export const page = <Row extends ReturnType<typeof Type.Unsafe>>(row: Row, counts: Record<string, string>) =>
  Closed({
    results: Type.Array(row),
    next: Nullable(
      Type.String({ description: 'Value of `after` for the next page; null: this is the last page' }),
    ),
    latest: Nullable(
      Type.String({
        description:
          'Position of the newest row, for `newer_than` of the request for newer rows; on the first page only',
      }),
    ),
    total: Nullable(Type.Number({ description: 'Number of rows on all pages; on the first page only' })),
    counts: Nullable(
      Closed(
        Object.fromEntries(
          Object.entries(counts).map(([name, description]) => [name, Type.Number({ description })]),
        ),
        { description: 'Counts over all pages; on the first page only' },
      ),
    ),
  });
