import { excluded } from './eligible.ts';
import type { AddressRange } from './rules.ts';

/** Which events of a table are meant, as SQL and its bound values. Names of columns are ours; values are always bound. */

/** A place in a log: rows after it are older, or as old with a smaller id. */
export interface Place { readonly ms: number; readonly id: string }

export type Show = 'counted' | 'all';

/** One condition: the column's value is this one, is among these, or holds this text, case aside. */
export type Match =
  | { readonly column: string; readonly type: 'UInt8' | 'UInt32' | 'UInt64' | 'String'; readonly is: number | string }
  | { readonly column: string; readonly in: readonly number[] }
  | { readonly column: string; readonly contains: string };

/** What a log can be narrowed by. */
export interface EventFilter {
  readonly productId: number;
  /** Milliseconds since 1970, `until` not included. */
  readonly from: number;
  readonly until: number;
  readonly matches: readonly Match[];
  /** Only rows of these ads; what makes a row an ad's, the table says. */
  readonly adIds?: readonly number[];
  /** The product's excluded addresses. */
  readonly excluded: readonly AddressRange[];
  /** Days that a contact may be older than what it led to. */
  readonly trackingTerm: number;
  /** The ads that may be performance CV ads. */
  readonly performanceAds: readonly number[];
}

/** A kind of event, and what of it a log reads. */
export interface EventTable {
  readonly table: 'contact' | 'access' | 'conversion';
  readonly id: 'interaction_id' | 'access_id' | 'conversion_id';
  /** It knows repeats. */
  readonly repeats: boolean;
  /** A row is of the ad of its click, or of the ads that a conversion is credited to. */
  readonly ads: 'clicked' | 'credited';
  /** What is read of a row beside its place, visitor, address and flags; an alias that is a column's name would shadow the column. */
  readonly columns: string;
  /** What is said of the contacts that count before a row, and are not older than the tracking term: aggregates over `c`. */
  readonly before: string;
}

/** An instant that is a bound number of milliseconds. */
export const time = (name: string) => `fromUnixTimestamp64Milli({${name}: Int64}, 'UTC')`;

/** Whether a row counts in reports. */
export const counts = ({ repeats }: EventTable, filter: EventFilter): string =>
  `bot = 0${repeats ? ' AND repeated = 0' : ''}${filter.excluded.length === 0 ? '' : ` AND NOT ${excluded(filter)}`}`;

const matching = (match: Match, index: number): string => {
  if ('in' in match) return `${match.column} IN {m${index}: Array(UInt32)}`;
  if ('contains' in match) return `positionCaseInsensitiveUTF8(${match.column}, {m${index}: String}) > 0`;
  return `${match.column} = {m${index}: ${match.type}}`;
};

/** Where a stretch begins and ends, the places themselves left out and included: the bound names are `after_…` and `last_…`. */
export const afterPlace = ({ id }: EventTable) => ` AND ts <= ${time('after_ms')} AND (ts < ${time('after_ms')} OR ${id} < {after_id: UInt64})`;
export const downToPlace = ({ id }: EventTable) => ` AND ts >= ${time('last_ms')} AND (ts > ${time('last_ms')} OR ${id} >= {last_id: UInt64})`;
/** What is newer than a place. */
export const beyondPlace = ({ id }: EventTable) => ` AND ts >= ${time('after_ms')} AND (ts > ${time('after_ms')} OR ${id} > {after_id: UInt64})`;

/** The product's contacts that count, of the visitors of some rows, back to a tracking term before `from`. */
const contactsFor = (filter: EventFilter, visitors: string): string => `
  SELECT visitor_id, ts, interaction_id, ad_id FROM contact
  WHERE product_id = {product_id: UInt32} AND bot = 0 AND repeated = 0${filter.excluded.length === 0 ? '' : ` AND NOT ${excluded(filter)}`}
    AND ts >= ${time('oldest')} - toIntervalDay({term: UInt16}) AND ts < ${time('until')} AND visitor_id IN (${visitors})`;

/**
 * For each row that `these` describes, what the table says of the contacts before it, as `of_id`, its time `of_ms` and the aggregates. Rows without any are missing.
 *
 * @param these conditions over the table
 * @param having conditions over the aggregates
 */
export const before = (table: EventTable, filter: EventFilter, these: string, having = ''): string => `
  SELECT of_id, any(o.of_ts) AS of_ms, ${table.before} FROM (${contactsFor(filter, `SELECT visitor_id FROM ${table.table} WHERE ${these}`)}) AS c
  INNER JOIN (SELECT visitor_id, ts AS of_ts, ${table.id} AS of_id FROM ${table.table} WHERE ${these}) AS o ON c.visitor_id = o.visitor_id
  WHERE c.ts <= o.of_ts AND c.ts >= o.of_ts - toIntervalDay({term: UInt16})
  GROUP BY of_id${having}`;

/** Only conversions that are credited to one of the ads; one that does not count is credited to nobody. */
const credited = (table: EventTable, filter: EventFilter, these: string, few: boolean): string => {
  // Of many rows most are nobody's who clicked; of few, looking for the clicks of months would cost more than judging them.
  const clicked = few ? '1' : `visitor_id IN (SELECT visitor_id FROM contact WHERE product_id = {product_id: UInt32} AND ad_id IN {ad_ids: Array(UInt32)}
    AND ts >= ${time('from')} - toIntervalDay({term: UInt16}) AND ts < ${time('until')})`;
  return `${table.id} IN (SELECT of_id FROM (${before(table, filter, `${these} AND ${counts(table, filter)} AND ${clicked}`,
    ' HAVING last_ad IN {ad_ids: Array(UInt32)} OR performance_ad IN {ad_ids: Array(UInt32)}')}))`;
};

/**
 * The conditions of a filter over its table.
 *
 * @param stretch further conditions, such as a place to go on from
 * @param few whether these leave some thousands of rows at most
 */
export const where = (table: EventTable, filter: EventFilter, show: Show, stretch = '', few = false): string => {
  const plain = ['product_id = {product_id: UInt32}', `ts >= ${time('from')}`, `ts < ${time('until')}`, ...filter.matches.map(matching)].join(' AND ') + stretch;
  const own = filter.adIds === undefined ? plain
    : `${plain} AND ${table.ads === 'clicked' ? 'ad_id IN {ad_ids: Array(UInt32)}' : credited(table, filter, plain, few)}`;
  return show === 'counted' ? `${own} AND ${counts(table, filter)}` : own;
};

/** The values that `where` and `before` name; the contacts of every row of the filter are read unless `oldest` is nearer. */
export const parameters = (filter: EventFilter, oldest = filter.from) => ({
  product_id: filter.productId, from: filter.from, until: filter.until, oldest, ad_ids: filter.adIds ?? [], term: filter.trackingTerm, performance_ads: filter.performanceAds,
  ...Object.fromEntries(filter.matches.map((match, index) => [`m${index}`, 'in' in match ? match.in : 'contains' in match ? match.contains : match.is])),
});
