import type { Columnar } from '../engine/columnar.ts';
import {
  needsContacts,
  parameters,
  time,
  where,
  withoutLong,
  type EventFilter,
  type EventTable,
  type Place,
} from './event-filter.ts';
import {
  isFew,
  pageKeys,
  sortedKeys,
  stretchOf,
  within,
  type Key,
  type PageRequest,
  type Sort,
  type SortedKey,
} from './event-keys.ts';
import { QUERY_SECONDS } from './event-query.ts';
import { createPacks, readRows, type Packs, type StoredEvent } from './event-rows.ts';

/** Reads events for the logs, newest first: pages, and full logs in slices. */

const rowsByKeys = async <Row extends StoredEvent>(
  columnar: Columnar,
  table: EventTable,
  filter: EventFilter,
  keys: readonly Key[],
): Promise<Row[]> => {
  if (keys.length === 0) return [];
  const times = keys.map(key => Number(key.ms));
  const these = `product_id = {product_id: UInt32} AND visitor_id IN {visitors: Array(UInt64)} AND ts >= ${time('oldest')} AND ts <= ${time('newest')} AND ${table.id} IN {ids: Array(UInt64)}`;
  const newest = times.reduce((one, other) => Math.max(one, other));
  const oldest = times.reduce((one, other) => Math.min(one, other));
  const rows = await readRows<Row>(
    columnar,
    table,
    filter,
    these,
    {
      ...parameters(table, filter, oldest),
      until: newest + 1,
      newest,
      ids: keys.map(key => BigInt(key.event_id)),
      visitors: [...new Set(keys.map(key => BigInt(key.visitor_id)))],
    },
    createPacks(),
  );
  return [...rows].flat();
};

/** A page. `reached`: position at which the search ended early; null: complete. */
interface EventPage<Row> {
  readonly rows: readonly Row[];
  readonly reached: Place | null;
}

/**
 * One page, newest first. Two queries, because some tables are ordered by visitor: the first reads the keys in order of
 * time from a projection, only as far as needed (page 10,000 costs as much as page 1); the second reads the rows by
 * key.
 * @throws {Failure} `timed_out`
 */
export const eventPage = async <Row extends StoredEvent>(
  columnar: Columnar,
  table: EventTable,
  filter: EventFilter,
  page: PageRequest,
): Promise<EventPage<Row>> => {
  const { keys, reached } = await pageKeys(columnar, table, filter, page);
  return { rows: await rowsByKeys<Row>(columnar, table, filter, keys), reached };
};

/**
 * One page in order of a column; each row has its sort value.
 * @throws {Failure} `timed_out`
 */
export const sortedPage = async <Row extends StoredEvent>(
  columnar: Columnar,
  table: EventTable,
  filter: EventFilter,
  sort: Sort,
  page: PageRequest,
): Promise<readonly { readonly row: Row; readonly value: string }[]> => {
  const keys: readonly SortedKey[] = await sortedKeys(columnar, table, filter, sort, page);
  const rows = new Map(
    (await rowsByKeys<Row>(columnar, table, filter, keys)).map(row => [row.event_id, row]),
  );
  return keys.flatMap(({ event_id, value }) => {
    const row = rows.get(event_id);
    return row === undefined ? [] : [{ row, value }];
  });
};

/** Number of rows per slice: about 4 MB in memory. */
export const SLICE = 5_000;

/**
 * The slice after a position, newest first, in chunks, and the position of the next slice; null: the last one. For an
 * agency it may have fewer rows than `limit`. A slice is bound by its first and last position, as the ids of its rows
 * would be a URL of 1 MB. Larger slices read a month less often; smaller ones need less memory.
 * @param packs buffers of the rows, valid until the next slice is read into them
 */
export const eventSlice = async <Row extends StoredEvent>(
  columnar: Columnar,
  table: EventTable,
  filter: EventFilter,
  { after, limit, show }: PageRequest,
  packs: Packs,
): Promise<{ readonly pieces: Iterable<Row[]>; readonly next: Place | null }> => {
  const seconds = QUERY_SECONDS.slice;
  const depends = needsContacts(table, filter);
  const stretch = await stretchOf(columnar, table, depends ? withoutLong(table, filter) : filter, {
    show,
    after,
    size: limit,
    seconds,
  });
  const narrowed = depends ? within(filter, after, stretch) : filter;
  const pieces = await readRows<Row>(
    columnar,
    table,
    narrowed,
    where(table, narrowed, show, stretch.sql, isFew(limit)),
    {
      ...parameters(table, narrowed),
      ...stretch.bound,
      oldest: stretch.end?.ms ?? narrowed.from,
    },
    packs,
  );
  return { pieces, next: stretch.end };
};
