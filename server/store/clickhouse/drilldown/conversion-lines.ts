import type { Condition } from '../../../http/filters.ts';
import { timeOfId } from '../../../platform/ids.ts';
import { derivedSpans } from '../rollups/calendar.ts';
import type { Columnar } from '../engine/columnar.ts';
import { eventCounts, instant } from '../events/eligible.ts';
import type { RowColumn } from '../logs/event-columns.ts';
import { rowCondition } from '../logs/event-conditions.ts';
import { sqlOf } from '../logs/event-filter.ts';
import { bound, type Scope } from '../queries/scope.ts';
import { eventsSource } from '../queries/sources/events-source.ts';
import { FEW, rowsOf, type Bound } from '../engine/query.ts';
import { journeysOf } from '../queries/path-summaries.ts';

/** Single conversions with their paths, newest first: first which conversions, then their columns. */

/** A condition on a column of conversions. */
export interface ConversionCondition {
  readonly column: RowColumn;
  readonly condition: Condition;
}

/** The selected conversions: those of the period that count and meet these conditions. */
export interface Which {
  readonly cvType: 0 | 1 | null;
  /** The path contains a contact of one of these ads; null: any path. */
  readonly adIds: readonly number[] | null;
  readonly conditions: readonly ConversionCondition[];
}

/** The position of a conversion in the list. */
export interface ConversionKey {
  readonly id: string;
  readonly ms: number;
}

/** A conversion without its path. Time in milliseconds, `amount` in yen. */
interface Conversion extends ConversionKey {
  readonly cvType: 0 | 1;
  readonly cvSettingId: number;
  readonly visitorId: string;
  readonly amount: number;
  readonly args: string;
  readonly userId: string;
  readonly key1: string;
  readonly key2: string;
  readonly key3: string;
}

/** A conversion with the first contacts of its path, and the last one. */
export interface ConversionLine extends Conversion {
  readonly contacts: number;
  readonly ads: readonly number[];
  readonly times: readonly number[];
  readonly lastAd: number | null;
}

const inPeriod = (scope: Scope): string =>
  `product_id = {product: UInt32} AND ts >= ${instant('from')} AND ts < ${instant('until')} AND conversion_id <= {mark: UInt64} AND ${eventCounts(scope.rules)}`;
const typed = ({ cvType }: Which): string => (cvType === null ? '1' : `cv_type = ${cvType}`);
const conditionsOf = ({ conditions }: Which) =>
  conditions.map(({ column, condition }, index) =>
    rowCondition(column, sqlOf(column, { excluded: [] }), { condition }, `n${index}`),
  );
/** The columns in the table of conversions. */
const chosen = (which: Which): string =>
  [typed(which), ...conditionsOf(which).map(({ sql }) => sql)].join(' AND ');
/** The columns in the paths, which lack the other columns of conversions. */
const chosenPaths = (scope: Scope, which: Which): string =>
  which.conditions.length === 0
    ? typed(which)
    : `${typed(which)} AND conversion_id IN (SELECT conversion_id FROM conversion WHERE ${inPeriod(scope)} AND ${chosen(which)})`;
const touching = (adIds: readonly number[] | null): string =>
  adIds === null ? '1' : 'hasAny(ad_ids, {touching: Array(UInt32)})';
const bindings = (which: Which): Bound =>
  Object.assign({}, ...conditionsOf(which).map(condition => condition.params)) as Bound;
const boundValues = (scope: Scope, which: Which): Bound => ({
  ...bound(scope),
  ...bindings(which),
  touching: which.adIds ?? [],
});

/** The columns of the sums that count conversions of a type. */
const countColumn = (cvType: Which['cvType']): string => {
  if (cvType === null) return 'cv + cv_middle';
  return cvType === 1 ? 'cv' : 'cv_middle';
};

const totalOf = (scope: Scope, which: Which): string => {
  if (which.adIds !== null)
    return `SELECT count() AS amount_of FROM (${journeysOf(scope, chosenPaths(scope, which))}) WHERE ${touching(which.adIds)}`;
  if (!scope.source.hasSummedCredit(scope) || which.conditions.length > 0)
    return `SELECT count() AS amount_of FROM conversion WHERE ${inPeriod(scope)} AND ${chosen(which)}`;
  // Each conversion is in the sums once, with the ad of its last contact.
  return `SELECT sum(${countColumn(which.cvType)}) AS amount_of FROM daily_credit WHERE ${derivedSpans(scope)}`;
};

export const conversionTotal = async (columnar: Columnar, scope: Scope, which: Which): Promise<number> => {
  const [found] = await rowsOf<{ amount_of: string }>(
    columnar,
    totalOf(scope, which),
    boundValues(scope, which),
    scope.signal,
  );
  return Number(found?.amount_of ?? 0);
};

/**
 * The newest conversions usually fill a page, so the last month is read before the complete period: the
 * cost grows with the number of months.
 */
const RECENT_MS = 31 * 86_400_000;

/** A page of the selected conversions: `limit` after the position `after`; null: from the first. */
interface Stretch {
  readonly after: ConversionKey | null;
  readonly limit: number;
}

const NEWEST_FIRST = 'ORDER BY ts DESC, conversion_id DESC';
/** The position as a condition, and its bound values. @param time of a conversion, in ms */
const below = ({ after }: Stretch, time: string): string =>
  after === null ? '' : ` AND (${time} < {after_ms: Int64} OR conversion_id < {after_id: UInt64})`;
const place = ({ after, limit }: Stretch): Bound => ({
  after_ms: after?.ms ?? 0,
  after_id: after?.id ?? '0',
  limit,
});

/** The conversions of a scope in the order of a list. */
const keysOf = async (
  columnar: Columnar,
  within: Scope,
  which: Which,
  stretch: Stretch,
): Promise<ConversionKey[]> =>
  (
    await rowsOf<{ id: string; ms: string }>(
      columnar,
      which.adIds === null
        ? // Where the path does not matter, the table's own order finds the page without looking at any path.
          `SELECT conversion_id AS id, toUnixTimestamp64Milli(ts) AS ms FROM conversion WHERE ${inPeriod(within)} AND ${chosen(which)}${below(stretch, 'toUnixTimestamp64Milli(ts)')} ${NEWEST_FIRST} LIMIT {limit: UInt32}`
        : `SELECT conversion_id AS id, converted AS ms FROM (${journeysOf(within, chosenPaths(within, which))}) WHERE ${touching(which.adIds)}${below(stretch, 'converted')} ORDER BY converted DESC, conversion_id DESC LIMIT {limit: UInt32}`,
      { ...boundValues(within, which), ...place(stretch) },
      within.signal,
    )
  ).map(({ id, ms }) => ({ id, ms: Number(ms) }));

const restOf = (scope: Scope, { after }: Stretch): Scope =>
  after === null ? scope : { ...scope, until: Math.min(scope.until, after.ms + 1) };
/** The last month of a scope before an instant. */
const recentOf = (rest: Scope, ms: number): Scope => ({
  ...rest,
  from: Math.max(rest.from, Math.min(rest.until, ms) - RECENT_MS),
});

/** The next conversions, newest first. */
export const conversionKeys = async (
  columnar: Columnar,
  scope: Scope,
  which: Which,
  stretch: Stretch,
): Promise<ConversionKey[]> => {
  const rest = restOf(scope, stretch);
  const recent = recentOf(rest, timeOfId(BigInt(scope.mark)));
  const newest = await keysOf(columnar, recent, which, stretch);
  return newest.length === stretch.limit || recent.from === rest.from
    ? newest
    : keysOf(columnar, rest, which, stretch);
};

/**  @param which condition on the conversions of the scope, with order and limit */
const conversionsWhich = async (
  columnar: Columnar,
  scope: Scope,
  which: string,
  more: Bound,
): Promise<Conversion[]> => {
  type Raw = {
    id: string;
    ms: string;
    cv_type: 0 | 1;
    cv_setting_id: number;
    visitor_id: string;
    amount: string;
    args: string;
    user_id: string;
    other_key1: string;
    other_key2: string;
    other_key3: string;
  };
  const found = await rowsOf<Raw>(
    columnar,
    `
    SELECT conversion_id AS id, toUnixTimestamp64Milli(ts) AS ms, cv_type, cv_setting_id, visitor_id, amount, args, user_id, other_key1, other_key2, other_key3
    FROM conversion WHERE ${inPeriod(scope)} AND ${which}`,
    { ...bound(scope), ...more },
    scope.signal,
    FEW,
  );
  return found.map(line => ({
    id: line.id,
    ms: Number(line.ms),
    cvType: line.cv_type,
    cvSettingId: line.cv_setting_id,
    visitorId: line.visitor_id,
    amount: Number(line.amount),
    args: line.args,
    userId: line.user_id,
    key1: line.other_key1,
    key2: line.other_key2,
    key3: line.other_key3,
  }));
};

/** 64-bit numbers in lists cannot be bound. */
const among = (keys: readonly ConversionKey[]): string =>
  `conversion_id IN (${keys.map(({ id }) => BigInt(id)).join(',')})`;
const spanOf = (scope: Scope, keys: readonly ConversionKey[]): Scope => {
  const times = keys.map(({ ms }) => ms);
  return { ...scope, from: Math.min(...times), until: Math.max(...times) + 1 };
};

/** These conversions, newest first. */
export const conversionsOf = async (
  columnar: Columnar,
  scope: Scope,
  keys: readonly ConversionKey[],
): Promise<Conversion[]> =>
  keys.length === 0
    ? []
    : conversionsWhich(
        columnar,
        spanOf(scope, keys),
        `${among(keys)} ${NEWEST_FIRST} LIMIT 1 BY conversion_id`,
        {},
      );

/** No event has a higher id. */
const LAST = String(2n ** 64n - 1n);

/**
 * The next conversions, newest first, read before it is known up to which event to count. Later
 * conversions are then removed; if too few remain, the conversions are read again.
 *
 * @param now ms since 1970
 */
export const conversionsAhead = (
  columnar: Columnar,
  scope: Omit<Scope, 'mark' | 'source'>,
  which: Which,
  stretch: Stretch,
  now: number,
): ((scope: Scope) => Promise<Conversion[]>) => {
  const begin = (): Promise<Conversion[]> => {
    const rest = recentOf(restOf({ ...scope, mark: LAST, source: eventsSource }, stretch), now);
    return conversionsWhich(
      columnar,
      rest,
      `${chosen(which)}${below(stretch, 'toUnixTimestamp64Milli(ts)')} ${NEWEST_FIRST} LIMIT 1 BY conversion_id LIMIT {limit: UInt32}`,
      { ...bindings(which), ...place(stretch) },
    );
  };
  // Paths must be read from one state of the data.
  const begun = which.adIds === null ? begin() : Promise.resolve([]);
  // The caller below receives the rejection.
  begun.catch(() => undefined);
  return async known => {
    const found = (await begun).filter(({ id }) => BigInt(id) <= BigInt(known.mark));
    return found.length === stretch.limit
      ? found
      : conversionsOf(columnar, known, await conversionKeys(columnar, known, which, stretch));
  };
};

/**
 * These conversions with their paths, in the same order.
 *
 * @param shown number of contacts returned per path
 */
export const withPaths = async (
  columnar: Columnar,
  scope: Scope,
  conversions: readonly Conversion[],
  shown: number,
): Promise<ConversionLine[]> => {
  if (conversions.length === 0) return [];
  const span = spanOf(scope, conversions);
  type Raw = { id: string; contacts: string; firsts: number[]; moments: string[]; last: number };
  const found = await rowsOf<Raw>(
    columnar,
    `
    SELECT conversion_id AS id, length(ad_ids) AS contacts, arraySlice(ad_ids, 1, {shown: UInt16}) AS firsts, arraySlice(times, 1, {shown: UInt16}) AS moments, last_ad AS last
    FROM (${journeysOf(span, among(conversions))})`,
    { ...bound(span), shown },
    scope.signal,
    scope.source.fewPaths,
  );
  const paths = new Map(found.map(path => [path.id, path]));
  return conversions.flatMap(conversion => {
    const path = paths.get(conversion.id);
    if (path === undefined) return [];
    return [
      {
        ...conversion,
        contacts: Number(path.contacts),
        ads: path.firsts,
        times: path.moments.map(Number),
        lastAd: path.contacts === '0' ? null : path.last,
      },
    ];
  });
};
