import { isIP } from 'node:net';
import { Type } from '@fastify/type-provider-typebox';
import { Failure, type Fault } from '../http/failures.ts';
import type { Kind } from '../http/filters.ts';
import { isStorable } from '../http/storable.ts';
import type { Dependencies } from '../dependencies.ts';
import type { StoredAs } from '../store/clickhouse/logs/event-columns.ts';
import { nameOrder } from '../store/clickhouse/drilldown/path-columns.ts';
import { isSortable, type Sort, type SortedPlace } from '../store/clickhouse/logs/event-keys.ts';
import { adsByName, cvSettingsByName } from '../store/postgres/reports/event-log-rules.ts';
import { readSortedCursor } from './cursor.ts';
import type { EventLog } from './log.ts';

/**
 * Sorting of a log by a column. In order of time a page reads only its rows; any other order reads all rows
 * of the filter, so their number is bounded.
 */

/** Limit of rows that can be sorted by a column. */
export const SORTED_ROWS_LIMIT = 10_000;

const NUMBER = /^-?\d{1,20}(?:\.\d{1,20})?(?:e[+-]?\d{1,3})?$/;

/** Whether a value of a cursor can be one of a column. */
const isValue = (kind: Kind, as: StoredAs | undefined, value: string): boolean => {
  if (as === 'id') return /^\d{1,20}$/.test(value) && BigInt(value) < 2n ** 64n;
  if (as === 'address') return isIP(value) > 0;
  if (kind === 'text') return isStorable(value);
  return kind === 'decimal' ? NUMBER.test(value) : /^-?\d{1,18}$/.test(value);
};

/** The position that a cursor of sorted rows names. @throws {Failure} `invalid`: the cursor is malformed */
export const placeAfter = (
  kind: Kind,
  as: StoredAs | undefined,
  after: string | undefined,
): SortedPlace | null => {
  const place = after === undefined ? null : readSortedCursor(after);
  if (after !== undefined && (place === null || !isValue(kind, as, place.value)))
    throw new Failure('invalid', { fields: { after: ['format'] } });
  return place;
};

/** The sort fields of a log: fields of its rows, and the names of the ad and the CV setting that they refer to. */
export const sortableFields = ({
  table,
  named,
}: Pick<EventLog<never, object>, 'table' | 'named'>): readonly string[] => [
  ...Object.entries(table.filtered)
    .filter(([, column]) => isSortable(column))
    .map(([field]) => field),
  ...Object.entries(named)
    .filter(([, name]) => 'column' in name && isSortable(table.filtered[name.column]!))
    .map(([field]) => field),
];

/** The parameter by which a log is sorted. */
export const orderingQuery = (log: Pick<EventLog<never, object>, 'table' | 'named'>) =>
  Type.Optional(
    Type.String({
      enum: sortableFields(log).flatMap(field => [field, `-${field}`]),
      description: `Sort field; a leading minus sorts in descending order. Default: newest first. Fails if more than ${SORTED_ROWS_LIMIT.toLocaleString('en')} rows match`,
    }),
  );

/**
 * The order that a query names; null: by time, the newest first.
 *
 * @throws {Failure} `invalid`
 */
export const readSort = async (
  db: Dependencies['db'],
  log: Pick<EventLog<never, object>, 'table' | 'named'>,
  product: { readonly companyId: number; readonly productId: number },
  { ordering, after }: { readonly ordering?: string | undefined; readonly after?: string | undefined },
): Promise<Sort | null> => {
  if (ordering === undefined) return null;
  const descending = ordering.startsWith('-');
  const field = descending ? ordering.slice(1) : ordering;
  const name = log.named[field];
  const column = log.table.filtered[name !== undefined && 'column' in name ? name.column : field];
  if (column === undefined || !isSortable(column))
    throw new Failure('invalid', { fields: { ordering: ['choice'] } });
  if (name === undefined) return { column, descending, after: placeAfter(column.kind, column.as, after) };
  const byName = name.of === 'ad' ? adsByName : cvSettingsByName;
  return {
    column: nameOrder(String(column.sql), descending),
    descending,
    params: { ids_by_name: await byName(db, product) },
    after: placeAfter('integer', undefined, after),
  };
};

/** @throws {Failure} `invalid` with `too_many_rows`: more rows match than can be sorted */
export const requireSortable = (total: number): void => {
  const fault: Fault = { code: 'too_many_rows', values: { max: SORTED_ROWS_LIMIT } };
  if (total > SORTED_ROWS_LIMIT) throw new Failure('invalid', { fields: { ordering: [fault] } });
};
