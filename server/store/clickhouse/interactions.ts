import type { Columnar } from './columnar.ts';
import { contactCounts, excluded } from './eligible.ts';
import type { AddressRange } from './rules.ts';

/** Reads the contacts of a product for the reference log, newest first, in pages that begin where the last one ended. */

/** A place in the log: rows after it are older, or as old with a smaller id. */
export interface Place { readonly ms: number; readonly id: string }

/** What the log can be narrowed by. Everything that is left out does not narrow. */
export interface ContactFilter {
  readonly productId: number;
  /** Milliseconds since 1970, `until` not included. */
  readonly from: number;
  readonly until: number;
  readonly adIds?: readonly number[];
  readonly visitorId?: string;
  readonly interactionId?: string;
  readonly device?: string;
  readonly os?: string;
  readonly browser?: string;
  /** The product's excluded addresses. */
  readonly excluded: readonly AddressRange[];
}

/** One contact as it is stored. 64-bit ids are decimal strings, `ts` is milliseconds since 1970. */
export interface ContactRow {
  readonly interaction_id: string; readonly visitor_id: string; readonly ms: number; readonly first_ms: number;
  readonly ad_id: number; readonly redirect_id: number; readonly lpo_number: number;
  readonly landing_url: string; readonly referrer: string; readonly ip: string; readonly ua: string;
  readonly device: string; readonly os: string; readonly os_ver: string; readonly browser: string; readonly browser_ver: string;
  readonly xclid: string; readonly media_session_id: string;
  readonly media_management1: string; readonly media_management2: string; readonly media_management3: string;
  readonly click_cost: number; readonly bot: number; readonly repeated: number; readonly excluded: number;
}

/** How many contacts match, each told under the first reason that keeps it out of reports. */
export interface ContactCounts { readonly counted: number; readonly bot: number; readonly repeated: number; readonly excluded: number }

/** Bounds of each query: a log page is looked at, so it must not hold the store up. */
const SETTINGS = { max_execution_time: 30, max_memory_usage: '1000000000' } as const;

/** An instant that is a bound number of milliseconds. */
export const time = (name: string) => `fromUnixTimestamp64Milli({${name}: Int64}, 'UTC')`;

/** The conditions of a filter, over a table or projection of contacts. */
export const where = (filter: ContactFilter): string => [
  'product_id = {product_id: UInt32}', `ts >= ${time('from')}`, `ts < ${time('until')}`,
  filter.adIds !== undefined && 'ad_id IN {ad_ids: Array(UInt32)}',
  filter.visitorId !== undefined && 'visitor_id = {visitor_id: UInt64}',
  filter.interactionId !== undefined && 'interaction_id = {interaction_id: UInt64}',
  ...(['device', 'os', 'browser'] as const).map(name => filter[name] !== undefined && `${name} = {${name}: String}`),
].filter(Boolean).join(' AND ');

/** The values that `where` names. */
export const parameters = (filter: ContactFilter) => ({
  product_id: filter.productId, from: filter.from, until: filter.until, ad_ids: filter.adIds ?? [],
  visitor_id: filter.visitorId ?? '0', interaction_id: filter.interactionId ?? '0', device: filter.device ?? '', os: filter.os ?? '', browser: filter.browser ?? '',
});

export const rowsOf = async <Row>(columnar: Columnar, query: string, query_params: Record<string, unknown>): Promise<Row[]> =>
  (await columnar.query({ query, query_params, format: 'JSONEachRow', clickhouse_settings: SETTINGS })).json<Row>();

/** A contact as the engine answers it. */
export interface StoredContact extends Omit<ContactRow, 'ms' | 'first_ms' | 'ip'> { readonly ms: string; readonly address: string }

/** What is read of a contact; an alias that is a column's name would shadow the column. */
export const contactColumns = (filter: ContactFilter): string => `
  toUnixTimestamp64Milli(ts) AS ms, interaction_id, visitor_id, ad_id, redirect_id, lpo_number, landing_url, referrer, toString(ip) AS address, ua,
  device, os, os_ver, browser, browser_ver, xclid, media_session_id, media_management1, media_management2, media_management3,
  toFloat64(click_cost) AS click_cost, bot, repeated, ${excluded(filter)} AS excluded`;

export const contactOf = ({ address, ms, ...row }: StoredContact, first: number): ContactRow =>
  ({ ...row, ms: Number(ms), first_ms: first, ip: address.replace(/^::ffff:(?=\d+\.)/, '') });

interface Key { readonly visitor_id: string; readonly ms: string; readonly interaction_id: string }

/**
 * One page, newest first.
 *
 * Two steps, because the table is ordered by visitor: the keys of the page come from the projection by time, which the engine reads backwards
 * and only as far as the page needs (page 10,000 costs what page 1 costs), and the rows then by their keys.
 *
 * @param after where the page before ended; null: the first page
 * @param show `counted` leaves out what reports leave out
 */
export const contactPage = async (
  columnar: Columnar, filter: ContactFilter, page: { readonly after: Place | null; readonly limit: number; readonly show: 'counted' | 'all'; readonly trackingTerm: number },
): Promise<ContactRow[]> => {
  const { after, limit, show, trackingTerm } = page;
  const given = parameters(filter);
  const keys = await rowsOf<Key>(columnar, `
    SELECT visitor_id, toUnixTimestamp64Milli(ts) AS ms, interaction_id FROM contact WHERE ${where(filter)}
    ${after === null ? '' : `AND ts <= ${time('after_ms')} AND (ts < ${time('after_ms')} OR interaction_id < {after_id: UInt64})`}
    ${show === 'counted' ? `AND ${contactCounts(filter)}` : ''} ORDER BY ts DESC, interaction_id DESC LIMIT {limit: UInt32}`,
  { ...given, after_ms: after?.ms ?? 0, after_id: after?.id ?? '0', limit });
  if (keys.length === 0) return [];

  const of = { ...given, ids: keys.map(key => BigInt(key.interaction_id)), visitors: [...new Set(keys.map(key => BigInt(key.visitor_id)))], times: keys.map(key => Number(key.ms)), term: trackingTerm };
  const [rows, firsts] = await Promise.all([
    rowsOf<StoredContact>(columnar, `
      SELECT ${contactColumns(filter)}
      FROM contact WHERE product_id = {product_id: UInt32} AND visitor_id IN {visitors: Array(UInt64)}
        AND ts >= fromUnixTimestamp64Milli(arrayMin({times: Array(Int64)}), 'UTC') AND ts <= fromUnixTimestamp64Milli(arrayMax({times: Array(Int64)}), 'UTC')
        AND interaction_id IN {ids: Array(UInt64)}
      ORDER BY ts DESC, interaction_id DESC LIMIT 1 BY interaction_id`, of),
    // The first contact inside the tracking term, seen from each row: only contacts that count can be the first.
    rowsOf<{ interaction_id: string; first_ms: string }>(columnar, `
      SELECT k.2 AS interaction_id, toUnixTimestamp64Milli(min(ts)) AS first_ms
      FROM (
        SELECT visitor_id, ts FROM contact WHERE product_id = {product_id: UInt32} AND visitor_id IN {visitors: Array(UInt64)} AND ${contactCounts(filter)}
          AND ts >= fromUnixTimestamp64Milli(arrayMin({times: Array(Int64)}), 'UTC') - toIntervalDay({term: UInt16})
          AND ts <= fromUnixTimestamp64Milli(arrayMax({times: Array(Int64)}), 'UTC')
      ) AS c
      INNER JOIN (
        SELECT arrayJoin(arrayZip({key_visitors: Array(UInt64)}, {ids: Array(UInt64)}, {times: Array(Int64)})) AS k, k.1 AS of_visitor
      ) AS page ON c.visitor_id = page.of_visitor
      WHERE ts <= fromUnixTimestamp64Milli(k.3, 'UTC') AND ts >= fromUnixTimestamp64Milli(k.3, 'UTC') - toIntervalDay({term: UInt16})
      GROUP BY interaction_id`, { ...of, key_visitors: keys.map(key => BigInt(key.visitor_id)) }),
  ]);
  const first = new Map(firsts.map(row => [row.interaction_id, Number(row.first_ms)]));
  // A contact that does not count and has none before it is its visitor's first all the same.
  return rows.map(row => contactOf(row, first.get(row.interaction_id) ?? Number(row.ms)));
};

/** Counts what matches, counted or not. Reads the whole period from the projection: 20 ms a million contacts. */
export const countContacts = async (columnar: Columnar, filter: ContactFilter): Promise<ContactCounts> => {
  // An alias that is a column's name would shadow the column.
  const [found] = await rowsOf<{ n_bot: string; n_repeated: string; n_excluded: string; n_counted: string }>(columnar, `
    SELECT countIf(bot = 1) AS n_bot, countIf(bot = 0 AND repeated = 1) AS n_repeated,
      countIf(bot = 0 AND repeated = 0 AND ${excluded(filter)}) AS n_excluded, countIf(${contactCounts(filter)}) AS n_counted
    FROM contact WHERE ${where(filter)}`, parameters(filter));
  const { n_bot = 0, n_repeated = 0, n_excluded = 0, n_counted = 0 } = found ?? {};
  return { counted: Number(n_counted), bot: Number(n_bot), repeated: Number(n_repeated), excluded: Number(n_excluded) };
};
