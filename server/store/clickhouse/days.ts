import type { Columnar } from './columnar.ts';
import { bound, derivedDays, period, type Scope } from './counts.ts';
import { contactDays } from './contact-days.ts';
import { dayOf, eventCounts } from './eligible.ts';
import { pathsFromEvents } from './paths.ts';
import { rowsOf } from './query.ts';

/** What reports count by Tokyo day (days since 1970) and ad, from the events or from what is derived of them. */

/** Whose events: those of each ad by itself, or of all ads or some together, whose `ad_id` is 0 then. */
export type Whose = 'each' | 'all' | readonly number[];

const adOf = (whose: Whose, column: string): string => (whose === 'each' ? column : 'toUInt32(0)');
const among = (whose: Whose, column: string): string => (typeof whose === 'string' ? '1' : whose.length === 0 ? '0' : `${column} IN (${whose.join(',')})`);

/** Contacts; cost in 1/100 yen. */
export interface DayContacts { readonly day: number; readonly ad_id: number; readonly clicks: bigint; readonly first_touches: bigint; readonly cost: bigint }

const contactsFrom = (scope: Scope): string => (scope.source === 'events' ? `(${contactDays(scope.rules)})`
  : `(SELECT day, ad_id, clicks, first_touches, cost FROM daily_contact WHERE ${derivedDays()})`);

export const contactsByDay = async (columnar: Columnar, scope: Scope, whose: Whose = 'each'): Promise<DayContacts[]> => {
  const query = `SELECT day, ${adOf(whose, 'd.ad_id')} AS ad, sum(clicks) AS n_clicks, sum(first_touches) AS n_first, sum(cost) AS n_cost FROM ${contactsFrom(scope)} AS d
    WHERE ${among(whose, 'd.ad_id')} GROUP BY day, ad ORDER BY day, ad`;
  const found = await rowsOf<{ day: number; ad: number; n_clicks: string; n_first: string; n_cost: string }>(columnar, query, bound(scope), scope.signal);
  return found.map(({ day, ad, n_clicks, n_first, n_cost }) => ({ day, ad_id: ad, clicks: BigInt(n_clicks), first_touches: BigInt(n_first), cost: BigInt(n_cost) }));
};

export interface DayImpressions { readonly day: number; readonly ad_id: number; readonly impressions: bigint }

export const impressionsByDay = async (columnar: Columnar, scope: Scope, whose: Whose = 'each'): Promise<DayImpressions[]> =>
  (await rowsOf<{ day: number; ad: number; amount: string }>(columnar, `
    SELECT ${dayOf('toUnixTimestamp64Milli(ts)')} AS day, ${adOf(whose, 'ad_id')} AS ad, count() AS amount FROM impression
    WHERE product_id = {product: UInt32} AND ${period} AND impression_id <= {mark: UInt64} AND ${eventCounts(scope.rules)} AND ${among(whose, 'ad_id')} GROUP BY day, ad ORDER BY day, ad`, bound(scope), scope.signal))
    .map(({ day, ad, amount }) => ({ day, ad_id: ad, impressions: BigInt(amount) }));

const SUMS = ['cv', 'cv_middle', 'amount', 'elapsed', 'touches', 'length_1', 'length_2', 'length_3', 'length_4', 'length_5', 'length_6'] as const;

/** Conversions by the ad of their last contact, 0 where there is none; what is not of middle ones alone is of last ones. Times in milliseconds. */
export type DaySales = { readonly day: number; readonly ad_id: number } & Readonly<Record<(typeof SUMS)[number], bigint>>;

/** The same of single conversions: converted (ms), cv_type, yen, ad (of the last contact), n (contacts), waited (ms). */
const soldByDay = (conversions: string): string => `
  SELECT ${dayOf('converted')} AS day, ad AS ad_id, countIf(cv_type = 1) AS cv, countIf(cv_type = 0) AS cv_middle, sumIf(yen, cv_type = 1) AS amount, sumIf(waited, cv_type = 1) AS elapsed,
    sumIf(toUInt64(n), cv_type = 1) AS touches, ${[1, 2, 3, 4, 5].map(length => `countIf(cv_type = 1 AND n = ${length}) AS length_${length}`).join(', ')}, countIf(cv_type = 1 AND n >= 6) AS length_6
  FROM (${conversions}) GROUP BY day, ad_id`;

const salesFrom = (scope: Scope): string => (scope.source === 'events'
  ? `(${soldByDay(`SELECT converted, cv_type, amount AS yen, ad_ids[-1] AS ad, toUInt32(length(ad_ids)) AS n, if(empty(times), 0, converted - times[1]) AS waited FROM (${pathsFromEvents(scope.rules, scope, scope.made?.sql)})`)})`
  : `(SELECT day, ad_id, ${SUMS.join(', ')} FROM daily_credit WHERE ${derivedDays()})`);

export const salesByDay = async (columnar: Columnar, scope: Scope, whose: Whose = 'each'): Promise<DaySales[]> => {
  const found = await rowsOf<{ day: number; ad: number } & Record<string, string | number>>(columnar, `
    SELECT day, ${adOf(whose, 'd.ad_id')} AS ad, ${SUMS.map(key => `sum(d.${key}) AS n_${key}`).join(', ')} FROM ${salesFrom(scope)} AS d WHERE ${among(whose, 'd.ad_id')}
    GROUP BY day, ad HAVING n_cv != 0 OR n_cv_middle != 0 ORDER BY day, ad`, bound(scope), scope.signal);
  return found.map(line => ({ day: line.day, ad_id: line.ad, ...Object.fromEntries(SUMS.map(key => [key, BigInt(line[`n_${key}`] ?? 0)])) as Record<(typeof SUMS)[number], bigint> }));
};

/** The days of an ad on which something was, and what on each: thousands of lines that are read as a few long ones. */
export type AdCourse<Key extends string> = { readonly ad_id: number; readonly days: readonly number[] } & Readonly<Record<Key, readonly number[]>>;

const courses = async <Key extends string>(columnar: Columnar, scope: Scope, from: string, keys: readonly Key[]): Promise<AdCourse<Key>[]> => {
  const found = await rowsOf<{ ad: number; days: number[] } & Record<string, readonly string[]>>(columnar, `
    SELECT ad, groupArray(day) AS days, ${keys.map(key => `groupArray(n_${key}) AS all_${key}`).join(', ')} FROM (
      SELECT d.ad_id AS ad, day, ${keys.map(key => `sum(d.${key}) AS n_${key}`).join(', ')} FROM ${from} AS d GROUP BY ad, day ORDER BY ad, day
    ) GROUP BY ad ORDER BY ad`, bound(scope), scope.signal);
  return found.map(line => ({ ad_id: line.ad, days: line.days, ...Object.fromEntries(keys.map(key => [key, (line[`all_${key}`] ?? []).map(Number)])) as Record<Key, number[]> }));
};

/** What contacts cost by ad and day, in 1/100 yen. */
export const costCourses = (columnar: Columnar, scope: Scope): Promise<AdCourse<'cost'>[]> => courses(columnar, scope, contactsFrom(scope), ['cost']);
/** Last conversions and their yen by the ad of the last contact, 0 where there is none, and day. */
export const saleCourses = (columnar: Columnar, scope: Scope): Promise<AdCourse<'cv' | 'amount'>[]> => courses(columnar, scope, salesFrom(scope), ['cv', 'amount']);
