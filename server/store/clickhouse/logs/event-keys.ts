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
 * Finds the keys of a page's rows: in order of time, reading only as far as the page needs, or in order of a column.
 */

export interface Key {
  readonly visitor_id: string;
  readonly ms: string;
  readonly event_id: string;
}

/** Sort order by a column, with ties in order of time, newest first. */
export interface Sort {
  readonly column: RowColumn;
  readonly descending: boolean;
  /** Values that the column's SQL binds. */
  readonly params?: Readonly<Record<string, unknown>>;
  /** The last row of the previous page. */
  readonly after: SortedPlace | null;
}
/** A position among sorted rows. `value`: the row's sort value as text. */
export interface SortedPlace extends Place {
  readonly value: string;
}

export interface PageRequest {
  readonly after: Place | null;
  readonly limit: number;
  readonly show: Show;
  /** Time in ms after which the search ends early and reports its position. */
  readonly searchMs?: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Keys of a page. `reached`: position at which the search ended early; null: the page is full or there are no more
 * rows.
 */
export interface FoundKeys {
  readonly keys: readonly Key[];
  readonly reached: Place | null;
}

const SEARCH = {
  budgetMs: 8_000,
  /** A span that took less time, in ms, is doubled for the next query. */
  quickMs: 250,
} as const;

interface Within extends Bounds {
  readonly stretch: string;
  readonly bound: Record<string, unknown>;
  readonly limit: number;
  readonly few?: boolean;
}

/** Keys of the rows of a range, newest first. */
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
/** A range of a given number of rows after a position; `end` null: fewer rows remain. */
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

/** The filter with its period reduced to a range. */
export const within = (filter: EventFilter, after: Place | null, { end }: Stretch): EventFilter => ({
  ...filter,
  from: Math.max(filter.from, end?.ms ?? filter.from),
  until: after === null ? filter.until : Math.min(filter.until, after.ms + 1),
});

/**
 * Number of rows per range, which grows while ranges yield too few rows. For few rows the visitors' clicks are not
 * searched first.
 */
const STRETCH = { grows: 4, mostRows: 50_000, fewRows: 5_000 } as const;
export const isFew = (rows: number): boolean => rows <= STRETCH.fewRows;

/**
 * Evaluates rows that depend on earlier contacts in ranges until the page is full, so a page costs what it shows and
 * not what the period has.
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

/** Start of the UTC month `months` before that of a time, in ms: tables are partitioned by UTC month. */
const monthsBefore = (ms: number, months: number): number => {
  const at = new Date(ms);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - months, 1);
};

/** Searches month by month, newest first, if no index or order finds the rows; ends as soon as the page is full. */
const byMonths = async (
  columnar: Columnar,
  table: EventTable,
  filter: EventFilter,
  { after, limit, show, searchMs = SEARCH.budgetMs, signal }: PageRequest,
): Promise<FoundKeys> => {
  const deadline = performance.now() + searchMs;
  const keys: Key[] = [];
  // No row of this millisecond follows id 0: a search that ended early continues below it.
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
    // Keys found before a query timed out are a valid answer.
    if (found === null) return { keys, reached: { ms: until, id: '0' } };
    keys.push(...found);
    if (keys.length === limit || from <= filter.from) return { keys, reached: null };
    const now = performance.now();
    if (now > deadline) return { keys, reached: { ms: from, id: '0' } };
    if (now - begun < SEARCH.quickMs) months = 2 * months + 1;
    until = from;
  }
};

/** Keys of a page in order of time. */
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

/** Number of leading letters by which texts are sorted, ignoring case. */
const SORTED_LETTERS = 100;

/** Sort expression of a column, and the type of its bound value. */
export const orderOf = (
  { kind, as }: EventColumn,
  sql: string,
): { readonly sql: string; readonly type: string } => {
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

/** Whether a log can be sorted by a column: columns computed from earlier contacts are excluded. */
export const isSortable = (column: EventColumn): column is RowColumn => !followsContacts(column);

export interface SortedKey extends Key {
  readonly value: string;
}

/** Keys of a page in order of a column. Reads all rows of the filter. */
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
