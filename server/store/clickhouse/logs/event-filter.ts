import { excluded } from '../events/eligible.ts';
import { followsContacts, type EventColumns, type RowColumn } from './event-columns.ts';
import {
  contactCondition,
  landingCondition,
  rowCondition,
  type ContactCondition,
  type EventCondition,
  type Sql,
} from './event-conditions.ts';
import type { AddressRange } from '../../../attribution/measurement-rules.ts';

/** SQL selection of a table's events. Column names are constants and values are bound. */

/** A position in a log. The rows after it are older, or equally old with a smaller id. */
export interface Place {
  readonly ms: number;
  readonly id: string;
}

export type Show = 'counted' | 'all';

/** The filters of a log. */
export interface EventFilter {
  readonly productId: number;
  /** Period in ms since 1970; `until` is exclusive. */
  readonly from: number;
  readonly until: number;
  readonly conditions: readonly EventCondition[];
  /** Restricts rows to these ads; the table defines the ads of a row. */
  readonly adIds?: readonly number[];
  /** Ads whose values are visible; default: all. */
  readonly visibleAds?: readonly number[];
  /** The product's excluded IP addresses. */
  readonly excluded: readonly AddressRange[];
  /** Tracking term in days: maximum age of a contact at the time of the event. */
  readonly trackingTerm: number;
  /** Ads that can be the performance CV. */
  readonly performanceAds: readonly number[];
}

/** An event type, and the columns that a log reads. */
export interface EventTable {
  readonly table: 'contact' | 'access' | 'conversion';
  readonly id: 'interaction_id' | 'access_id' | 'conversion_id';
  /** Whether the events have a flag `repeated`. */
  readonly repeats: boolean;
  /** Whether a row belongs to the ad of its click, or to the ads that receive a conversion's credit. */
  readonly ads: 'clicked' | 'credited';
  /**
   * Columns besides position, visitor, address and flags. An alias must differ from column names, which it would
   * shadow.
   */
  readonly columns: string;
  /** Aggregates over `c`, the counted contacts before a row and within the tracking term. */
  readonly before: string;
  /** Filter and sort columns. */
  readonly filtered: EventColumns;
}

/** SQL time of a bound parameter in ms. */
export const time = (name: string) => `fromUnixTimestamp64Milli({${name}: Int64}, 'UTC')`;

/** Condition for rows that count in reports. */
export const counts = ({ repeats }: EventTable, filter: EventFilter): string =>
  `bot = 0${repeats ? ' AND repeated = 0' : ''}${filter.excluded.length === 0 ? '' : ` AND NOT ${excluded(filter)}`}`;

/** Conditions for the start of a range (exclusive, `after_…`) and its end (inclusive, `last_…`). */
export const afterPlace = ({ id }: EventTable) =>
  ` AND ts <= ${time('after_ms')} AND (ts < ${time('after_ms')} OR ${id} < {after_id: UInt64})`;
export const downToPlace = ({ id }: EventTable) =>
  ` AND ts >= ${time('last_ms')} AND (ts > ${time('last_ms')} OR ${id} >= {last_id: UInt64})`;
/** Condition for rows newer than a position. */
export const beyondPlace = ({ id }: EventTable) =>
  ` AND ts >= ${time('after_ms')} AND (ts > ${time('after_ms')} OR ${id} > {after_id: UInt64})`;

/** Counted contacts of the visitors of some rows, from one tracking term before `from`. */
const contactsFor = (filter: EventFilter, visitors: string): string => `
  SELECT visitor_id, ts, interaction_id, ad_id FROM contact
  WHERE product_id = {product_id: UInt32} AND bot = 0 AND repeated = 0${filter.excluded.length === 0 ? '' : ` AND NOT ${excluded(filter)}`}
    AND ts >= ${time('oldest')} - toIntervalDay({term: UInt16}) AND ts < ${time('until')} AND visitor_id IN (${visitors})`;

/**
 * Aggregates of the contacts before each row: `of_id`, the row's time `of_ms`, and the columns of `table.before`. Rows
 * without contacts are missing.
 * @param these conditions on the table
 */
export const before = (table: EventTable, filter: EventFilter, these: string): string => `
  SELECT of_id, any(o.of_ts) AS of_ms, ${table.before} FROM (${contactsFor(filter, `SELECT visitor_id FROM ${table.table} WHERE ${these}`)}) AS c
  INNER JOIN (SELECT visitor_id, ts AS of_ts, ${table.id} AS of_id FROM ${table.table} WHERE ${these}) AS o ON c.visitor_id = o.visitor_id
  WHERE c.ts <= o.of_ts AND c.ts >= o.of_ts - toIntervalDay({term: UInt16})
  GROUP BY of_id`;

/** The conditions of a filter on rows and on the contacts before them. Each has its own parameter names. */
interface Parted {
  readonly rows: readonly Sql[];
  readonly contacts: readonly ContactCondition[];
}

/** SQL of a column. */
export const sqlOf = ({ sql }: RowColumn, filter: Pick<EventFilter, 'excluded'>): string =>
  typeof sql === 'string' ? sql : sql(filter);

const partedOf = (table: EventTable, filter: EventFilter): Parted => {
  const rows: Sql[] = [];
  const contacts: ContactCondition[] = [];
  for (const [index, eventCondition] of filter.conditions.entries()) {
    const name = `c${index}`;
    if ('landing' in eventCondition) rows.push(landingCondition(eventCondition.landing, name));
    else if (followsContacts(eventCondition.column))
      contacts.push(contactCondition(eventCondition.column, eventCondition, filter.visibleAds, name));
    else
      rows.push(
        rowCondition(eventCondition.column, sqlOf(eventCondition.column, filter), eventCondition, name),
      );
  }
  // A row belongs to the ads that receive its credit; a row that does not count has none.
  if (isOfCredit(table, filter))
    contacts.push({
      having: {
        sql: 'last_ad IN {ad_ids: Array(UInt32)} OR performance_ad IN {ad_ids: Array(UInt32)}',
        params: {},
      },
      absent: { sql: '0', params: {} },
    });
  return { rows, contacts };
};

const isOfCredit = ({ ads }: EventTable, { adIds }: EventFilter): boolean =>
  ads === 'credited' && adIds !== undefined;
/** Whether the selection of rows must read the contacts before them. */
export const needsContacts = (table: EventTable, filter: EventFilter): boolean =>
  partedOf(table, filter).contacts.length > 0;
/** Whether matching rows are found without reading the full period. */
const isFound = (eventCondition: EventCondition): boolean => {
  if ('landing' in eventCondition || followsContacts(eventCondition.column)) return false;
  const { projected = false, indexed = false } = eventCondition.column;
  return (
    projected ||
    (indexed &&
      'condition' in eventCondition &&
      (eventCondition.condition.op === 'exact' || eventCondition.condition.op === 'in'))
  );
};
/** Whether a page reads the rows of the full period, because no index or order finds the matching rows. */
export const readsPeriod = ({ conditions }: EventFilter): boolean =>
  conditions.some(
    eventCondition =>
      !('column' in eventCondition && followsContacts(eventCondition.column)) && !isFound(eventCondition),
  );
/** The filter without slow conditions: it selects a superset, on which the slow conditions are then evaluated. */
export const withoutLong = (table: EventTable, filter: EventFilter): EventFilter => {
  const { adIds, ...others } = filter;
  return {
    ...others,
    ...(table.ads === 'clicked' && adIds !== undefined && { adIds }),
    conditions: filter.conditions.filter(isFound),
  };
};

/**
 * Restricts rows by conditions on the contacts before them.
 * @param these conditions on the rows
 * @param few whether these conditions select at most a few thousand rows
 */
const ofContacts = (
  table: EventTable,
  filter: EventFilter,
  these: string,
  contacts: readonly ContactCondition[],
  few: boolean,
): string => {
  const having = contacts.map(condition => `(${condition.having.sql})`).join(' AND ');
  const absent = contacts.some(condition => condition.absent.sql === '0')
    ? '0'
    : contacts
        .map(condition => condition.absent.sql)
        .filter(sql => sql !== '1')
        .join(' AND ') || '1';
  // Most rows belong to visitors without a click, whom this condition excludes. For few rows a search in months of
  // clicks would cost more.
  const clicked =
    !isOfCredit(table, filter) || few
      ? '1'
      : `visitor_id IN (SELECT visitor_id FROM contact WHERE product_id = {product_id: UInt32} AND ad_id IN {ad_ids: Array(UInt32)}
    AND ts >= ${time('from')} - toIntervalDay({term: UInt16}) AND ts < ${time('until')})`;
  const judged = before(table, filter, `${credited(table, filter, these)} AND ${clicked}`);
  const those = (condition: string) => `${table.id} IN (SELECT of_id FROM (${judged}) WHERE ${condition})`;
  if (absent === '0') return those(having);
  if (absent === '1') return `NOT ${those(`NOT (${having})`)}`;
  return `(${those(having)} OR (NOT ${those('1')} AND ${absent}))`;
};

/** Conditions for rows that receive credit: events that count. */
export const credited = (table: EventTable, filter: EventFilter, these: string): string =>
  table.ads === 'credited' ? `${these} AND ${counts(table, filter)}` : these;

/**
 * The conditions of a filter as SQL.
 * @param stretch additional conditions, such as a range of positions
 * @param few whether these conditions select at most a few thousand rows
 */
export const where = (
  table: EventTable,
  filter: EventFilter,
  show: Show,
  stretch = '',
  few = false,
): string => {
  const { rows, contacts } = partedOf(table, filter);
  const own =
    filter.adIds !== undefined && table.ads === 'clicked' ? ['ad_id IN {ad_ids: Array(UInt32)}'] : [];
  const plain =
    [
      'product_id = {product_id: UInt32}',
      `ts >= ${time('from')}`,
      `ts < ${time('until')}`,
      ...own,
      ...rows.map(({ sql }) => sql),
    ].join(' AND ') + stretch;
  const all =
    contacts.length === 0 ? plain : `${plain} AND ${ofContacts(table, filter, plain, contacts, few)}`;
  return show === 'counted' ? `${all} AND ${counts(table, filter)}` : all;
};

/**
 * Bound values of `where` and `before`.
 * @param oldest time in ms from which contacts are read; default: that of the filter
 */
export const parameters = (
  table: EventTable,
  filter: EventFilter,
  oldest = filter.from,
): Record<string, unknown> => {
  const { rows, contacts } = partedOf(table, filter);
  return {
    product_id: filter.productId,
    from: filter.from,
    until: filter.until,
    oldest,
    ad_ids: filter.adIds ?? [],
    visible_ads: filter.visibleAds ?? [],
    term: filter.trackingTerm,
    performance_ads: filter.performanceAds,
    ...(Object.assign(
      {},
      ...rows.map(({ params }) => params),
      ...contacts.flatMap(({ having, absent }) => [having.params, absent.params]),
    ) as Record<string, unknown>),
  };
};
