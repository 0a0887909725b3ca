import type { Columnar } from '../engine/columnar.ts';
import { FEW, rowsOf, type Bound } from '../engine/query.ts';
import { journeysOf } from '../queries/path-summaries.ts';
import { bound, type Scope } from '../queries/scope.ts';
import { eventsSource } from '../queries/sources/events-source.ts';
import {
  inPeriod,
  selectionCondition,
  selectionParameters,
  NEWEST_FIRST,
  pageCondition,
  pageParameters,
  restOfPeriod,
  lastMonthOf,
  conversionKeys,
  readsPaths,
  type ConversionSelection,
  type ConversionKey,
  type PageRequest,
} from './conversion-keys.ts';

/** Single conversions with their paths: the columns of the conversions whose keys `conversion-keys.ts` finds. */

/** A conversion without its path. Time in milliseconds, `amount` in yen. */
export interface Conversion extends ConversionKey {
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

/** The first contacts of a path, and the last one. */
interface PathColumns {
  readonly contacts: number;
  readonly ads: readonly number[];
  readonly times: readonly number[];
  readonly lastAd: number | null;
}

/** A conversion with its path. */
export type ConversionLine = Conversion & PathColumns;

/** @param condition on the conversions of the scope, with order and limit */
const readConversions = async (
  columnar: Columnar,
  scope: Scope,
  condition: string,
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
    FROM conversion WHERE ${inPeriod(scope)} AND ${condition}`,
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
const idCondition = (keys: readonly ConversionKey[]): string =>
  `conversion_id IN (${keys.map(({ id }) => BigInt(id)).join(',')})`;
const spanOf = (scope: Scope, keys: readonly ConversionKey[]): Scope => {
  const times = keys.map(({ ms }) => ms);
  return { ...scope, from: Math.min(...times), until: Math.max(...times) + 1 };
};

/** These conversions, in the order of their keys. */
export const conversionsOf = async <Key extends ConversionKey>(
  columnar: Columnar,
  scope: Scope,
  keys: readonly Key[],
): Promise<(Conversion & Key)[]> => {
  if (keys.length === 0) return [];
  const found = new Map(
    (
      await readConversions(
        columnar,
        spanOf(scope, keys),
        `${idCondition(keys)} LIMIT 1 BY conversion_id`,
        {},
      )
    ).map(conversion => [conversion.id, conversion]),
  );
  return keys.flatMap(key => {
    const conversion = found.get(key.id);
    return conversion === undefined ? [] : [{ ...conversion, ...key }];
  });
};

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
  scope: Omit<Scope, 'watermark' | 'source'>,
  selection: ConversionSelection,
  page: PageRequest,
  now: number,
): ((scope: Scope) => Promise<Conversion[]>) => {
  const begin = (): Promise<Conversion[]> => {
    const rest = lastMonthOf(restOfPeriod({ ...scope, watermark: LAST, source: eventsSource }, page), now);
    return readConversions(
      columnar,
      rest,
      `${selectionCondition(selection)}${pageCondition(page, 'toUnixTimestamp64Milli(ts)')} ${NEWEST_FIRST} LIMIT 1 BY conversion_id LIMIT {limit: UInt32}`,
      { ...selectionParameters(selection), ...pageParameters(page) },
    );
  };
  // Paths must be read from one state of the data.
  const begun = readsPaths(selection) ? Promise.resolve([]) : begin();
  // The caller below receives the rejection.
  begun.catch(() => undefined);
  return async known => {
    const found = (await begun).filter(({ id }) => BigInt(id) <= BigInt(known.watermark));
    return found.length === page.limit
      ? found
      : conversionsOf(columnar, known, await conversionKeys(columnar, known, selection, page));
  };
};

/**
 * These conversions with their paths, in the same order.
 *
 * @param shown number of contacts returned per path
 */
export const withPaths = async <Listed extends Conversion>(
  columnar: Columnar,
  scope: Scope,
  conversions: readonly Listed[],
  shown: number,
): Promise<(Listed & PathColumns)[]> => {
  if (conversions.length === 0) return [];
  const span = spanOf(scope, conversions);
  type Raw = { id: string; contacts: string; firsts: number[]; moments: string[]; last: number };
  const found = await rowsOf<Raw>(
    columnar,
    `
    SELECT conversion_id AS id, length(ad_ids) AS contacts, arraySlice(ad_ids, 1, {shown: UInt16}) AS firsts, arraySlice(times, 1, {shown: UInt16}) AS moments, last_ad AS last
    FROM (${journeysOf(span, idCondition(conversions))})`,
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
