import { Type } from '@fastify/type-provider-typebox';
import { Failure } from '../http/failures.ts';
import { isStorable } from '../http/storable.ts';
import { readSortedCursor, writeSortedCursor } from '../event-logs/cursor.ts';
import { SORTED_ROWS_LIMIT } from '../event-logs/sorting.ts';
import type { LogPlace, LogSort, SortType } from '../store/postgres/engine/paged-log.ts';

/** Sorting of the result log and the result queue by a column, with the row limit of the event logs. */

/** The `ordering` parameter of a log. */
export const orderingQuery = (sortable: Readonly<Record<string, SortType>>) =>
  Type.Optional(
    Type.String({
      enum: Object.keys(sortable).flatMap(field => [field, `-${field}`]),
      description: `Sort field; a leading minus sorts in descending order. Default: newest first. Fails if more than ${SORTED_ROWS_LIMIT.toLocaleString('en')} rows match`,
    }),
  );

/** Parses a validated `ordering` parameter. @returns null: by time, the newest first */
export const readLogSort = <Sorted extends string>(
  ordering: string | undefined,
  sortable: Readonly<Record<Sorted, SortType>>,
): LogSort<Sorted> | null => {
  const descending = ordering?.startsWith('-') ?? false;
  const name = descending ? ordering?.slice(1) : ordering;
  const field = (Object.keys(sortable) as Sorted[]).find(known => known === name);
  return field === undefined ? null : { field, descending };
};

/** Prefix of a value in a cursor, which distinguishes an empty value from null. */
const VALUE = '=';

interface SortedPlace extends LogPlace {
  readonly value: string | null;
}
export const writeSortedPlace = ({ value, ms, id }: SortedPlace): string =>
  writeSortedCursor({ ms, id, value: value === null ? '' : `${VALUE}${value}` });

const isValue = (type: SortType, value: string): boolean => {
  switch (type) {
    case 'text':
      return isStorable(value);
    case 'number':
    case 'flag':
      return /^-?\d{1,20}(?:\.\d{1,20})?$/.test(value);
    case 'time':
      return /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(?:\.\d{1,6})?[+-]\d{2}(?::\d{2})?$/.test(value);
  }
};

/** @throws {Failure} `invalid`: not a cursor of a sorted log */
export const readSortedPlace = (cursor: string, type: SortType): SortedPlace => {
  const place = readSortedCursor(cursor);
  const value = place?.value.startsWith(VALUE) === true ? place.value.slice(VALUE.length) : null;
  if (
    place === null ||
    (value === null ? place.value !== '' : !isValue(type, value)) ||
    BigInt(place.id) >= 2n ** 63n
  )
    throw new Failure('invalid', { fields: { after: ['format'] } });
  return { ms: place.ms, id: place.id, value };
};
