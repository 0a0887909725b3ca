import type { Columnar } from './columnar.ts';
import { excluded } from './eligible.ts';
import { createPack, type Pack } from '../pack.ts';
import { shownAddress } from '../../event-address.ts';
import { afterPlace, before, beyondPlace, counts, downToPlace, parameters, time, where, type EventFilter, type EventTable, type Place, type Show } from './event-filter.ts';

/** Reads events for the logs, newest first: pages that begin where the last one ended, whole logs slice by slice, and counts. */

/** What every event has. 64-bit ids are decimal strings, `ms` is milliseconds since 1970. */
export interface StoredEvent {
  readonly event_id: string; readonly visitor_id: string; readonly ms: number; readonly ip: string;
  readonly bot: number; readonly repeated: number; readonly excluded: number;
}

/** How many events match, each told under the first reason that keeps it out of reports. */
export interface EventCounts { readonly counted: number; readonly bot: number; readonly repeated: number; readonly excluded: number }

/** Bounds of each query: a log page is looked at, so it must not hold the store up. */
const SETTINGS = { max_execution_time: 30, max_memory_usage: '1000000000' } as const;

const rowsOf = async <Row>(columnar: Columnar, query: string, query_params: Record<string, unknown>): Promise<Row[]> =>
  (await (await columnar.query({ query, query_params, format: 'JSON', clickhouse_settings: SETTINGS })).json<Row>()).data;

interface Key { readonly visitor_id: string; readonly ms: string; readonly event_id: string }
type Raw = Record<string, unknown> & { readonly ms: string; readonly address: string; readonly event_id: string };

type Said = Readonly<Record<string, unknown>> & { readonly of_id: string; readonly of_ms: string };

/** Rows of a slice and what is said of them, beside the heap. */
export interface Packs { readonly rows: Pack; readonly said: Pack }
export const createPacks = (): Packs => ({ rows: createPack(), said: createPack() });

const fill = async (pack: Pack, columnar: Columnar, query: string, query_params: Record<string, unknown>): Promise<void> => {
  pack.clear();
  const answer = await columnar.query({ query, query_params, format: 'JSONEachRow', clickhouse_settings: SETTINGS });
  for await (const rows of answer.stream()) for (const row of rows) pack.add(row.text);
};

/** Gives each row what is said of it; both come in the order of the log. What arrived between the two questions is passed over. */
const telling = (said: Pack) => {
  const pieces = said.read<Said>();
  let piece: Said[] = [];
  let at = 0;
  return (id: bigint, ms: number): Said | null => {
    for (;;) {
      if (at === piece.length) {
        const next = pieces.next();
        if (next.done) return null;
        [piece, at] = [next.value, 0];
      }
      const one = piece[at]!;
      const of = BigInt(one.of_id);
      const newer = Number(one.of_ms) - ms || (of > id ? 1 : of < id ? -1 : 0);
      if (newer < 0) return null;
      at += 1;
      if (newer === 0) return one;
    }
  };
};

/** The rows that `these` describes, whole, with what is said of the contacts before each, some at a time; they can be read more than once. */
const readRows = async <Row extends StoredEvent>(
  columnar: Columnar, table: EventTable, filter: EventFilter, these: string, bound: Record<string, unknown>, packs: Packs,
): Promise<Iterable<Row[]>> => {
  // Who does not count is credited with nothing, and a contact that does not count is nobody's.
  const credited = table.ads === 'credited' ? `${these} AND ${counts(table, filter)}` : these;
  await Promise.all([
    fill(packs.rows, columnar, `
      SELECT toUnixTimestamp64Milli(ts) AS ms, ${table.id} AS event_id, visitor_id, toString(ip) AS address, bot, ${table.repeats ? 'repeated' : '0 AS repeated'}, ${excluded(filter)} AS excluded, ${table.columns}
      FROM ${table.table} WHERE ${these} ORDER BY ts DESC, ${table.id} DESC LIMIT 1 BY ${table.id}`, bound),
    fill(packs.said, columnar, `SELECT * REPLACE (toUnixTimestamp64Milli(of_ms) AS of_ms) FROM (${before(table, filter, credited)}) ORDER BY of_ms DESC, of_id DESC`, bound),
  ]);
  return { * [Symbol.iterator]() {
    const tell = telling(packs.said);
    for (const piece of packs.rows.read<Raw>()) {
      for (const row of piece) {
        const ms = Number(row.ms);
        // Into the row that there is: copies of objects with so many fields are several times as large, and slow to make.
        Object.assign(row, tell(BigInt(row.event_id), ms), { ms, ip: shownAddress(row.address) });
      }
      yield piece as unknown as Row[];
    }
  } };
};

export interface PageAsked { readonly after: Place | null; readonly limit: number; readonly show: Show }

/** The keys of the rows after a place, the newest first. */
const keysOf = (columnar: Columnar, table: EventTable, filter: EventFilter, show: Show, { stretch, bound, limit, few = false }: { readonly stretch: string; readonly bound: Record<string, unknown>; readonly limit: number; readonly few?: boolean }): Promise<Key[]> =>
  rowsOf<Key>(columnar, `
    SELECT visitor_id, toUnixTimestamp64Milli(ts) AS ms, ${table.id} AS event_id FROM ${table.table} WHERE ${where(table, filter, show, stretch, few)}
    ORDER BY ts DESC, ${table.id} DESC LIMIT {limit: UInt32}`, { ...parameters(filter), ...bound, limit });

/** The stretch after a place that has so many rows; without an end where there are not so many. */
interface Stretch { readonly sql: string; readonly bound: Record<string, unknown>; readonly end: Place | null }

const stretchOf = async (columnar: Columnar, table: EventTable, filter: EventFilter, show: Show, after: Place | null, size: number): Promise<Stretch> => {
  const begins = after === null ? '' : afterPlace(table);
  const bound = { after_ms: after?.ms ?? 0, after_id: after?.id ?? '0' };
  const [last] = await rowsOf<End>(columnar, `
    SELECT toUnixTimestamp64Milli(ts) AS ms, ${table.id} AS event_id FROM ${table.table} WHERE ${where(table, filter, show, begins)}
    ORDER BY ts DESC, ${table.id} DESC LIMIT 1 OFFSET {size: UInt32} - 1`, { ...parameters(filter), ...bound, size });
  if (last === undefined) return { sql: begins, bound, end: null };
  const end = { ms: Number(last.ms), id: last.event_id };
  return { sql: `${begins}${downToPlace(table)}`, bound: { ...bound, last_ms: end.ms, last_id: end.id }, end };
};

/** Whether rows have to be judged to know whose they are: a conversion is of the ads that it is credited to. */
const isJudged = (table: EventTable, { adIds }: EventFilter): boolean => table.ads === 'credited' && adIds !== undefined;
const ofEverybody = ({ adIds: _ads, ...filter }: EventFilter): EventFilter => filter;
/** Nothing outside of a stretch has to be looked at for what is inside. */
const within = (filter: EventFilter, after: Place | null, { end }: Stretch): EventFilter =>
  ({ ...filter, from: Math.max(filter.from, end?.ms ?? filter.from), until: after === null ? filter.until : Math.min(filter.until, after.ms + 1) });

/** A stretch grows by so much where the one before it had too few rows, and up to so many. */
const GROWS = 4;
const LONGEST_STRETCH = 50_000;
const FEW = 5_000;

/** The keys of a page. Where rows are judged, those of everybody are taken stretch by stretch until there are enough: a page costs what it shows, not what the period holds. */
const pageKeys = async (columnar: Columnar, table: EventTable, filter: EventFilter, { after, limit, show }: PageAsked): Promise<Key[]> => {
  if (!isJudged(table, filter)) {
    return keysOf(columnar, table, filter, show, { stretch: after === null ? '' : afterPlace(table), bound: { after_ms: after?.ms ?? 0, after_id: after?.id ?? '0' }, limit });
  }
  const found: Key[] = [];
  let place = after;
  for (let size = 2 * limit; found.length < limit; size = Math.min(LONGEST_STRETCH, GROWS * size)) {
    const stretch = await stretchOf(columnar, table, ofEverybody(filter), 'counted', place, size);
    found.push(...await keysOf(columnar, table, within(filter, place, stretch), show, { stretch: stretch.sql, bound: stretch.bound, limit: limit - found.length, few: size <= FEW }));
    if (stretch.end === null) break;
    place = stretch.end;
  }
  return found;
};

/**
 * One page, newest first.
 *
 * Two steps, because some tables are ordered by visitor: the keys of the page come in the order of time, from a projection where there is one, which
 * the engine reads backwards and only as far as the page needs (page 10,000 costs what page 1 costs), and the rows then by their keys.
 */
export const eventPage = async <Row extends StoredEvent>(columnar: Columnar, table: EventTable, filter: EventFilter, asked: PageAsked): Promise<Row[]> => {
  const keys = await pageKeys(columnar, table, filter, asked);
  if (keys.length === 0) return [];
  const times = keys.map(key => Number(key.ms));
  const these = `product_id = {product_id: UInt32} AND visitor_id IN {visitors: Array(UInt64)} AND ts >= ${time('oldest')} AND ts <= ${time('newest')} AND ${table.id} IN {ids: Array(UInt64)}`;
  const newest = Math.max(...times);
  const rows = await readRows<Row>(columnar, table, filter, these, {
    ...parameters(filter, Math.min(...times)), until: newest + 1, newest, ids: keys.map(key => BigInt(key.event_id)), visitors: [...new Set(keys.map(key => BigInt(key.visitor_id)))],
  }, createPacks());
  return [...rows].flat();
};

/** Rows of a slice: some 4 MB while they are in hand. */
export const SLICE = 5_000;

interface End { readonly ms: string; readonly event_id: string }

/**
 * The slice after a place, newest first, some rows at a time, and where the next one begins; null: this was the last. The same rows as the pages'; of an agency
 * fewer than `limit`, where not all that stand there are its own.
 *
 * A page names its rows one by one, which would be an address of a megabyte here; a slice is named by where it begins and ends. Where the table is
 * ordered by visitor each reads the month: larger slices read it less often, smaller ones hold less in memory.
 *
 * @param packs where its rows lie until they are read: they are good until the next slice is asked for with the same
 */
export const eventSlice = async <Row extends StoredEvent>(
  columnar: Columnar, table: EventTable, filter: EventFilter, { after, limit, show }: PageAsked, packs: Packs,
): Promise<{ readonly pieces: Iterable<Row[]>; readonly next: Place | null }> => {
  const judged = isJudged(table, filter);
  const stretch = await stretchOf(columnar, table, judged ? ofEverybody(filter) : filter, judged ? 'counted' : show, after, limit);
  const narrowed = judged ? within(filter, after, stretch) : filter;
  const pieces = await readRows<Row>(columnar, table, narrowed, where(table, narrowed, show, stretch.sql, limit <= FEW), {
    ...parameters(narrowed), ...stretch.bound, oldest: stretch.end?.ms ?? narrowed.from,
  }, packs);
  return { pieces, next: stretch.end };
};

/** Counts what matches, counted or not. Reads the whole period: 20 ms a million rows. */
export const countEvents = async (columnar: Columnar, table: EventTable, filter: EventFilter): Promise<EventCounts> => {
  const once = table.repeats ? ' AND repeated = 0' : '';
  const [found] = await rowsOf<{ n_bot: string; n_repeated: string; n_excluded: string; n_counted: string }>(columnar, `
    SELECT countIf(bot = 1) AS n_bot, ${table.repeats ? 'countIf(bot = 0 AND repeated = 1)' : '0'} AS n_repeated,
      countIf(bot = 0${once} AND ${excluded(filter)}) AS n_excluded, countIf(${counts(table, filter)}) AS n_counted
    FROM ${table.table} WHERE ${where(table, filter, 'all')}`, parameters(filter));
  const { n_bot = 0, n_repeated = 0, n_excluded = 0, n_counted = 0 } = found ?? {};
  return { counted: Number(n_counted), bot: Number(n_bot), repeated: Number(n_repeated), excluded: Number(n_excluded) };
};

/** So many rows are judged for a number above a page; more would be waited for by whoever wants to see the page. */
const MOST_JUDGED = 200_000;

/** The same, of a page that is looked at; null: it would take too long to tell. */
export const countForPage = async (columnar: Columnar, table: EventTable, filter: EventFilter, most = MOST_JUDGED): Promise<EventCounts | null> => {
  const long = isJudged(table, filter) && (await countEvents(columnar, table, ofEverybody(filter))).counted > most;
  return long ? null : countEvents(columnar, table, filter);
};

/** How many rows are newer than a place: reads what came since. */
export const countNewer = async (columnar: Columnar, table: EventTable, filter: EventFilter, than: Place, show: Show): Promise<number> => {
  const [found] = await rowsOf<{ amount: string }>(columnar, `SELECT count() AS amount FROM ${table.table} WHERE ${where(table, filter, show, beyondPlace(table))}`,
    { ...parameters(filter), after_ms: than.ms, after_id: than.id });
  return Number(found?.amount ?? 0);
};
