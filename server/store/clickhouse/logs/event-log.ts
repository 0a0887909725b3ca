import { Failure } from '../../../http/failures.ts';
import type { Columnar } from '../engine/columnar.ts';
import { excluded } from '../events/eligible.ts';
import { createPack, type Pack } from '../../../platform/packed-lines.ts';
import { shownAddress } from '../../../platform/event-address.ts';
import {
  before,
  beyondPlace,
  counts,
  credited,
  needsContacts,
  parameters,
  time,
  where,
  withoutLong,
  type EventFilter,
  type EventTable,
  type Place,
  type Show,
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
import { bounded, QUERY_SECONDS, rowsOf, settingsOf, type Bounds } from './event-query.ts';

/** Reads events for the logs, newest first: pages, full logs in slices, and counts. */

/** Columns of every event. 64-bit ids are decimal strings; `ms` is ms since 1970. */
export interface StoredEvent {
  readonly event_id: string;
  readonly visitor_id: string;
  readonly ms: number;
  readonly ip: string;
  readonly bot: number;
  readonly repeated: number;
  readonly excluded: number;
}

/** Numbers of matching events, each under the first reason that excludes it from reports. */
export interface EventCounts {
  readonly counted: number;
  readonly bot: number;
  readonly repeated: number;
  readonly excluded: number;
}

type Raw = Record<string, unknown> & {
  readonly ms: string;
  readonly address: string;
  readonly event_id: string;
};

type ContactFacts = Readonly<Record<string, unknown>> & { readonly of_id: string; readonly of_ms: string };

/** Rows of a slice and their contact facts, outside the JavaScript heap. */
export interface Packs {
  readonly rows: Pack;
  readonly contactFacts: Pack;
}
export const createPacks = (): Packs => ({ rows: createPack(), contactFacts: createPack() });

const fill = async (
  pack: Pack,
  columnar: Columnar,
  query: string,
  query_params: Record<string, unknown>,
): Promise<void> => {
  pack.clear();
  await bounded(async () => {
    const answer = await columnar.query({
      query,
      query_params,
      format: 'JSONEachRow',
      clickhouse_settings: settingsOf(QUERY_SECONDS.slice),
    });
    for await (const rows of answer.stream()) for (const row of rows) pack.add(row.text);
  });
};

/**
 * Matches rows with their contact facts, both in order of the log. Rows inserted between the two queries are skipped.
 */
const telling = (pack: Pack) => {
  const pieces = pack.read<ContactFacts>();
  let piece: ContactFacts[] = [];
  let at = 0;
  return (id: bigint, ms: number): ContactFacts | null => {
    for (;;) {
      if (at === piece.length) {
        const next = pieces.next();
        if (next.done) return null;
        [piece, at] = [next.value, 0];
      }
      const one = piece[at]!;
      const of = BigInt(one.of_id);
      const msNewer = Number(one.of_ms) - ms;
      if (msNewer < 0 || (msNewer === 0 && of < id)) return null;
      at += 1;
      if (msNewer === 0 && of === id) return one;
    }
  };
};

/**
 * Reads the rows that satisfy `these`, with the facts of the contacts before each, in chunks. They can be read
 * repeatedly.
 */
const readRows = async <Row extends StoredEvent>(
  columnar: Columnar,
  table: EventTable,
  filter: EventFilter,
  these: string,
  bound: Record<string, unknown>,
  packs: Packs,
): Promise<Iterable<Row[]>> => {
  await Promise.all([
    fill(
      packs.rows,
      columnar,
      `
      SELECT toUnixTimestamp64Milli(ts) AS ms, ${table.id} AS event_id, visitor_id, toString(ip) AS address, bot, ${table.repeats ? 'repeated' : '0 AS repeated'}, ${excluded(filter)} AS excluded, ${table.columns}
      FROM ${table.table} WHERE ${these} ORDER BY ts DESC, ${table.id} DESC LIMIT 1 BY ${table.id}`,
      bound,
    ),
    fill(
      packs.contactFacts,
      columnar,
      `SELECT * REPLACE (toUnixTimestamp64Milli(of_ms) AS of_ms) FROM (${before(table, filter, credited(table, filter, these))}) ORDER BY of_ms DESC, of_id DESC`,
      bound,
    ),
  ]);
  return {
    *[Symbol.iterator]() {
      const tell = telling(packs.contactFacts);
      for (const piece of packs.rows.read<Raw>()) {
        for (const row of piece) {
          const ms = Number(row.ms);
          // The row is mutated: copies of objects with so many fields are several times larger and slow to create.
          Object.assign(row, tell(BigInt(row.event_id), ms), { ms, ip: shownAddress(row.address) });
        }
        yield piece as unknown as Row[];
      }
    },
  };
};

export type { PageRequest, Sort } from './event-keys.ts';

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

/** Counts the matching events, including excluded ones. Reads the full period: 20 ms per million rows. */
export const countEvents = (
  columnar: Columnar,
  table: EventTable,
  filter: EventFilter,
  bounds: Bounds = { seconds: QUERY_SECONDS.slice },
): Promise<EventCounts> => countSample(columnar, table, filter, 1, bounds);

/** Counts the events of one in `rate` visitors. */
const countSample = async (
  columnar: Columnar,
  table: EventTable,
  filter: EventFilter,
  rate: number,
  bounds: Bounds,
): Promise<EventCounts> => {
  const once = table.repeats ? ' AND repeated = 0' : '';
  const [found] = await rowsOf<{ n_bot: string; n_repeated: string; n_excluded: string; n_counted: string }>(
    columnar,
    `
    SELECT countIf(bot = 1) AS n_bot, ${table.repeats ? 'countIf(bot = 0 AND repeated = 1)' : '0'} AS n_repeated,
      countIf(bot = 0${once} AND ${excluded(filter)}) AS n_excluded, countIf(${counts(table, filter)}) AS n_counted
    FROM ${table.table} WHERE ${where(table, filter, 'all', rate === 1 ? '' : ' AND cityHash64(visitor_id) % {rate: UInt64} = 0')}`,
    { ...parameters(table, filter), rate },
    bounds,
  );
  const { n_bot = 0, n_repeated = 0, n_excluded = 0, n_counted = 0 } = found ?? {};
  return {
    counted: Number(n_counted),
    bot: Number(n_bot),
    repeated: Number(n_repeated),
    excluded: Number(n_excluded),
  };
};

/** Counts for a displayed page. */
export interface PageCounts extends EventCounts {
  /** Whether the counts are estimates, rounded to three significant digits. */
  readonly estimated: boolean;
}

/** Maximum number of rows evaluated for the counts of a page; more would delay the page. */
const MAX_ROWS_JUDGED = 200_000;
/** Sampling rate: one in this number of visitors, if counting all takes too long. */
const COARSE_RATE = 64;

/** Extrapolates the counts of one in `rate` visitors to all visitors. */
const estimateOf = (counted: EventCounts, rate: number): PageCounts => {
  const scaled = (count: number) => Number((count * rate).toPrecision(3));
  return {
    counted: scaled(counted.counted),
    bot: scaled(counted.bot),
    repeated: scaled(counted.repeated),
    excluded: scaled(counted.excluded),
    estimated: true,
  };
};

/**
 * Counts for a displayed page. A sample of visitors is counted if too many rows would be evaluated, or time runs out.
 * @returns null: even the sample takes too long
 */
export const countForPage = async (
  columnar: Columnar,
  table: EventTable,
  filter: EventFilter,
  { maxRows = MAX_ROWS_JUDGED, ...bounds }: { readonly maxRows?: number } & Bounds = {},
): Promise<PageCounts | null> => {
  const bound = { seconds: QUERY_SECONDS.count, ...bounds };
  const inTime = async <Counted>(counting: () => Promise<Counted>): Promise<Counted | null> => {
    try {
      return await counting();
    } catch (error) {
      if (error instanceof Failure && error.code === 'timed_out') return null;
      throw error;
    }
  };
  const judged = needsContacts(table, filter)
    ? await inTime(() => countEvents(columnar, table, withoutLong(table, filter), bound))
    : { counted: 0 };
  const rate = judged === null ? COARSE_RATE : Math.max(1, Math.ceil(judged.counted / maxRows));
  for (const one of rate < COARSE_RATE ? [rate, COARSE_RATE] : [rate]) {
    const counted = await inTime(() => countSample(columnar, table, filter, one, bound));
    if (counted !== null) return one === 1 ? { ...counted, estimated: false } : estimateOf(counted, one);
  }
  return null;
};

/** Number of matching rows, up to a maximum. @throws {Failure} `timed_out` */
export const countUpTo = async (
  columnar: Columnar,
  table: EventTable,
  filter: EventFilter,
  show: Show,
  bound: number,
): Promise<number> => {
  const [found] = await rowsOf<{ amount: string }>(
    columnar,
    `SELECT count() AS amount FROM (SELECT 1 FROM ${table.table} WHERE ${where(table, filter, show)} LIMIT {bound: UInt32})`,
    { ...parameters(table, filter), bound },
  );
  return Number(found?.amount ?? 0);
};

/** Number of rows newer than a position; reads only those. */
export const countNewer = async (
  columnar: Columnar,
  table: EventTable,
  filter: EventFilter,
  than: Place,
  show: Show,
): Promise<number> => {
  const [found] = await rowsOf<{ amount: string }>(
    columnar,
    `SELECT count() AS amount FROM ${table.table} WHERE ${where(table, filter, show, beyondPlace(table))}`,
    { ...parameters(table, filter), after_ms: than.ms, after_id: than.id },
  );
  return Number(found?.amount ?? 0);
};
