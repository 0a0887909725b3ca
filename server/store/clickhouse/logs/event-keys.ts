import { Failure } from '../../../http/failures.ts';
import type { Columnar } from '../engine/columnar.ts';
import { followsContacts, type EventColumn, type RowColumn } from './event-columns.ts';
import {
  afterPlace,
  downToPlace,
  needsContacts,
  parameters,
  readsPeriod,
  sqlOf,
  where,
  withoutLong,
  type EventFilter,
  type EventTable,
  type Place,
  type Show,
} from './event-filter.ts';
import { rowsOf, type Bounds } from './event-query.ts';

/**
 * Finds the rows of a page of a log by their keys: in the order of time, looking only as far as the page
 * needs, or in the order of a column.
 */

export interface Key {
  readonly visitor_id: string;
  readonly ms: string;
  readonly event_id: string;
}

/** A column that a log is sorted by; ties are in the order of time, the newest first. */
export interface Sort {
  readonly column: RowColumn;
  readonly descending: boolean;
  /** What the column's SQL binds. */
  readonly params?: Readonly<Record<string, unknown>>;
  /** The row after which the page begins. */
  readonly after: SortedPlace | null;
}
/** A place among sorted rows: the row's value as text, cut as it is sorted by. */
export interface SortedPlace extends Place {
  readonly value: string;
}

export interface PageRequest {
  readonly after: Place | null;
  readonly limit: number;
  readonly show: Show;
  /** How long rows are looked for, in milliseconds, before the answer says how far it came. */
  readonly searchMs?: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * The keys of a page, and where looking for more of them ended before its time; null: the page is full, or
 * there are no more.
 */
export interface FoundKeys {
  readonly keys: readonly Key[];
  readonly reached: Place | null;
}

const SEARCH = {
  budgetMs: 8_000,
  /** A span that took less makes the next one twice as long. */
  quickMs: 250,
} as const;

interface Within extends Bounds {
  readonly stretch: string;
  readonly bound: Record<string, unknown>;
  readonly limit: number;
  readonly few?: boolean;
}

/** The keys of the rows of a stretch, the newest first. */
const keysOf = (
  columnar: Columnar,
  table: EventTable,
  filter: EventFilter,
  show: Show,
  { stretch, bound, limit, few = false, ...bounds }: Within,
): Promise<Key[]> =>
  rowsOf<Key>(
    columnar,
    `
    SELECT visitor_id, toUnixTimestamp64Milli(ts) AS ms, ${table.id} AS event_id FROM ${table.table} WHERE ${where(table, filter, show, stretch, few)}
    ORDER BY ts DESC, ${table.id} DESC LIMIT {limit: UInt32}`,
    { ...parameters(table, filter), ...bound, limit },
    bounds,
  );

interface End {
  readonly ms: string;
  readonly event_id: string;
}
/** The stretch after a place that has so many rows; without an end where there are not so many. */
export interface Stretch {
  readonly sql: string;
  readonly bound: Record<string, unknown>;
  readonly end: Place | null;
}

const boundPlace = (after: Place | null) => ({ after_ms: after?.ms ?? 0, after_id: after?.id ?? '0' });

export const stretchOf = async (
  columnar: Columnar,
  table: EventTable,
  filter: EventFilter,
  {
    show,
    after,
    size,
    ...bounds
  }: { readonly show: Show; readonly after: Place | null; readonly size: number } & Bounds,
): Promise<Stretch> => {
  const begins = after === null ? '' : afterPlace(table);
  const bound = boundPlace(after);
  const [last] = await rowsOf<End>(
    columnar,
    `
    SELECT toUnixTimestamp64Milli(ts) AS ms, ${table.id} AS event_id FROM ${table.table} WHERE ${where(table, filter, show, begins)}
    ORDER BY ts DESC, ${table.id} DESC LIMIT 1 OFFSET {size: UInt32} - 1`,
    { ...parameters(table, filter), ...bound, size },
    bounds,
  );
  if (last === undefined) return { sql: begins, bound, end: null };
  const end = { ms: Number(last.ms), id: last.event_id };
  return {
    sql: `${begins}${downToPlace(table)}`,
    bound: { ...bound, last_ms: end.ms, last_id: end.id },
    end,
  };
};

/** Nothing outside of a stretch has to be looked at for what is inside. */
export const within = (filter: EventFilter, after: Place | null, { end }: Stretch): EventFilter => ({
  ...filter,
  from: Math.max(filter.from, end?.ms ?? filter.from),
  until: after === null ? filter.until : Math.min(filter.until, after.ms + 1),
});

/**
 * Rows of a stretch: it grows where the one before it had too few rows. Of few rows the contacts are looked
 * at without a search for the visitors who clicked.
 */
const STRETCH = { grows: 4, mostRows: 50_000, fewRows: 5_000 } as const;
export const isFew = (rows: number): boolean => rows <= STRETCH.fewRows;

/**
 * Rows that depend on the contacts before them are taken stretch by stretch until there are enough: a page
 * costs what it shows, not what the period holds.
 */
const byStretches = async (
  columnar: Columnar,
  table: EventTable,
  filter: EventFilter,
  { after, limit, show, searchMs = SEARCH.budgetMs, signal }: PageRequest,
): Promise<FoundKeys> => {
  const others = withoutLong(table, filter);
  const deadline = performance.now() + searchMs;
  const keys: Key[] = [];
  let place = after;
  for (let size = 2 * limit; ; size = Math.min(STRETCH.mostRows, STRETCH.grows * size)) {
    const stretch = await stretchOf(columnar, table, others, { show, after: place, size, signal });
    keys.push(
      ...(await keysOf(columnar, table, within(filter, place, stretch), show, {
        stretch: stretch.sql,
        bound: stretch.bound,
        limit: limit - keys.length,
        few: isFew(size),
        signal,
      })),
    );
    if (stretch.end === null || keys.length === limit) return { keys, reached: null };
    if (performance.now() > deadline) return { keys, reached: stretch.end };
    place = stretch.end;
  }
};

/**
 * The beginning of the month so many months before that of an instant: tables are partitioned by the months
 * of UTC.
 */
const monthsBefore = (ms: number, months: number): number => {
  const at = new Date(ms);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - months, 1);
};

/**
 * Where no order leads to the rows they are looked for month by month, the newest first: the page comes as
 * soon as it is full.
 */
const byMonths = async (
  columnar: Columnar,
  table: EventTable,
  filter: EventFilter,
  { after, limit, show, searchMs = SEARCH.budgetMs, signal }: PageRequest,
): Promise<FoundKeys> => {
  const deadline = performance.now() + searchMs;
  const keys: Key[] = [];
  // No row of that millisecond follows the smallest id: a search that ended before its time goes on below it.
  const newest =
    after === null ? filter.until : Math.min(filter.until, after.id === '0' ? after.ms : after.ms + 1);
  let until = newest;
  for (let months = 0; ;) {
    const begun = performance.now();
    const from = Math.max(filter.from, monthsBefore(until - 1, months));
    const found = await keysOf(columnar, table, { ...filter, from, until }, show, {
      stretch: after === null ? '' : afterPlace(table),
      bound: boundPlace(after),
      limit: limit - keys.length,
      signal,
    }).catch((error: unknown) =>
      until < newest && error instanceof Failure && error.code === 'timed_out' ? null : Promise.reject(error),
    );
    // What was found before the span that takes too long is an answer.
    if (found === null) return { keys, reached: { ms: until, id: '0' } };
    keys.push(...found);
    if (keys.length === limit || from <= filter.from) return { keys, reached: null };
    const now = performance.now();
    if (now > deadline) return { keys, reached: { ms: from, id: '0' } };
    if (now - begun < SEARCH.quickMs) months = 2 * months + 1;
    until = from;
  }
};

/** The keys of a page in the order of time. */
export const pageKeys = async (
  columnar: Columnar,
  table: EventTable,
  filter: EventFilter,
  page: PageRequest,
): Promise<FoundKeys> => {
  if (needsContacts(table, filter)) return byStretches(columnar, table, filter, page);
  if (readsPeriod(filter)) return byMonths(columnar, table, filter, page);
  const { after, limit, show, signal } = page;
  return {
    keys: await keysOf(columnar, table, filter, show, {
      stretch: after === null ? '' : afterPlace(table),
      bound: boundPlace(after),
      limit,
      signal,
    }),
    reached: null,
  };
};

/** Texts are sorted by so many of their letters, case aside. */
const SORTED_LETTERS = 100;

/** How a column is sorted: what of it, and the type by which that is bound. */
const orderOf = ({ kind, as }: EventColumn, sql: string): { readonly sql: string; readonly type: string } => {
  if (as === 'id') return { sql, type: 'UInt64' };
  if (as === 'address') return { sql, type: 'IPv6' };
  switch (kind) {
    case 'text':
      return { sql: `substringUTF8(lowerUTF8(${sql}), 1, ${SORTED_LETTERS})`, type: 'String' };
    case 'decimal':
      return { sql, type: 'Float64' };
    default:
      return { sql: `toInt64(${sql})`, type: 'Int64' };
  }
};

/** Whether a log can be sorted by a column: not by what follows from the contacts before each row. */
export const isSortable = (column: EventColumn): column is RowColumn => !followsContacts(column);

export interface SortedKey extends Key {
  readonly value: string;
}

/** The keys of a page in the order of a column. Reads all rows of the filter. */
export const sortedKeys = (
  columnar: Columnar,
  table: EventTable,
  filter: EventFilter,
  { column, descending, params = {}, after }: Sort,
  { limit, show, signal }: PageRequest,
): Promise<SortedKey[]> => {
  const { sql, type } = orderOf(column, sqlOf(column, filter));
  const place =
    after === null
      ? ''
      : ` AND (${sql} ${descending ? '<' : '>'} {sorted_value: ${type}} OR (${sql} = {sorted_value: ${type}}${afterPlace(table)}))`;
  return rowsOf<SortedKey>(
    columnar,
    `
    SELECT visitor_id, toUnixTimestamp64Milli(ts) AS ms, ${table.id} AS event_id, toString(${sql}) AS value FROM ${table.table} WHERE ${where(table, filter, show)}${place}
    ORDER BY ${sql} ${descending ? 'DESC' : 'ASC'}, ts DESC, ${table.id} DESC LIMIT {limit: UInt32}`,
    {
      ...parameters(table, filter),
      ...params,
      ...boundPlace(after),
      sorted_value: after?.value ?? '',
      limit,
    },
    { signal },
  );
};
