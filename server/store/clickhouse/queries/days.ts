import type { Columnar } from '../engine/columnar.ts';
import { bound, type Scope } from './scope.ts';
import { dayOf } from '../events/eligible.ts';
import { rowsOf } from '../engine/query.ts';

/** Counts by Tokyo day (days since 1970) and ad. */

/** Which events are counted: by ad, or of all or several ads in one row whose `ad_id` is 0. */
export type AdSelection = 'each' | 'all' | readonly number[];

export const adOf = (whose: AdSelection, column: string): string =>
  whose === 'each' ? column : 'toUInt32(0)';
export const adCondition = (whose: AdSelection, column: string): string => {
  if (typeof whose === 'string') return '1';
  return whose.length === 0 ? '0' : `${column} IN (${whose.join(',')})`;
};

/** Contacts; cost in 1/100 yen. */
export interface DayContacts {
  readonly day: number;
  readonly ad_id: number;
  readonly clicks: bigint;
  readonly first_touches: bigint;
  readonly cost: bigint;
}

const contactsFrom = (scope: Scope): string => `(${scope.source.dailyContacts(scope)})`;

export const contactsByDay = async (
  columnar: Columnar,
  scope: Scope,
  whose: AdSelection = 'each',
): Promise<DayContacts[]> => {
  const query = `SELECT day, ${adOf(whose, 'd.ad_id')} AS ad, sum(clicks) AS n_clicks, sum(first_touches) AS n_first, sum(cost) AS n_cost FROM ${contactsFrom(scope)} AS d
    WHERE ${adCondition(whose, 'd.ad_id')} GROUP BY day, ad ORDER BY day, ad`;
  const found = await rowsOf<{ day: number; ad: number; n_clicks: string; n_first: string; n_cost: string }>(
    columnar,
    query,
    bound(scope),
    scope.signal,
  );
  return found.map(({ day, ad, n_clicks, n_first, n_cost }) => ({
    day,
    ad_id: ad,
    clicks: BigInt(n_clicks),
    first_touches: BigInt(n_first),
    cost: BigInt(n_cost),
  }));
};

/** The columns of conversions by day and ad. */
export const DAILY_SALES = [
  'cv',
  'cv_middle',
  'amount',
  'elapsed',
  'touches',
  'length_1',
  'length_2',
  'length_3',
  'length_4',
  'length_5',
  'length_6',
] as const;

/**
 * Conversions by the ad of their last contact (0: no contact). Columns without `middle` in their name
 * count last conversions. Times in milliseconds.
 */
export type DaySales = { readonly day: number; readonly ad_id: number } & Readonly<
  Record<(typeof DAILY_SALES)[number], bigint>
>;

/**
 * Conversions by day and ad.
 *
 * @param conversions converted (ms), cv_type, yen, ad (of the last contact), n (contacts), waited (ms)
 */
export const salesOfDays = (conversions: string): string => `
  SELECT ${dayOf('converted')} AS day, ad AS ad_id, countIf(cv_type = 1) AS cv, countIf(cv_type = 0) AS cv_middle, sumIf(yen, cv_type = 1) AS amount, sumIf(waited, cv_type = 1) AS elapsed,
    sumIf(toUInt64(n), cv_type = 1) AS touches, ${[1, 2, 3, 4, 5].map(length => `countIf(cv_type = 1 AND n = ${length}) AS length_${length}`).join(', ')}, countIf(cv_type = 1 AND n >= 6) AS length_6
  FROM (${conversions}) GROUP BY day, ad_id`;

const salesFrom = (scope: Scope): string => `(${scope.source.dailySales(scope)})`;

export const salesByDay = async (
  columnar: Columnar,
  scope: Scope,
  whose: AdSelection = 'each',
): Promise<DaySales[]> => {
  const found = await rowsOf<{ day: number; ad: number } & Record<string, string | number>>(
    columnar,
    `
    SELECT day, ${adOf(whose, 'd.ad_id')} AS ad, ${DAILY_SALES.map(key => `sum(d.${key}) AS n_${key}`).join(', ')} FROM ${salesFrom(scope)} AS d WHERE ${adCondition(whose, 'd.ad_id')}
    GROUP BY day, ad HAVING n_cv != 0 OR n_cv_middle != 0 ORDER BY day, ad`,
    bound(scope),
    scope.signal,
  );
  return found.map(line => ({
    day: line.day,
    ad_id: line.ad,
    ...(Object.fromEntries(DAILY_SALES.map(key => [key, BigInt(line[`n_${key}`] ?? 0)])) as Record<
      (typeof DAILY_SALES)[number],
      bigint
    >),
  }));
};

/**
 * The cost of contacts by ad and day, in 1/100 yen: the days of an ad that have contacts, and the cost of
 * each.
 *
 * @param which contacts of all visitors, or of new ones only
 */
export const dailyCostsByAd = async (
  columnar: Columnar,
  scope: Scope,
  which: 'all' | 'new' = 'all',
): Promise<
  { readonly ad_id: number; readonly days: readonly number[]; readonly cost: readonly number[] }[]
> => {
  const found = await rowsOf<{ ad: number; days: number[]; costs: string[] }>(
    columnar,
    `
    SELECT ad, groupArray(day) AS days, groupArray(n_cost) AS costs FROM (
      SELECT d.ad_id AS ad, day, sum(d.cost) AS n_cost FROM ${which === 'new' ? `(${scope.source.newVisitorCosts(scope)})` : contactsFrom(scope)} AS d GROUP BY ad, day ORDER BY ad, day
    ) GROUP BY ad ORDER BY ad`,
    bound(scope),
    scope.signal,
  );
  return found.map(({ ad, days, costs }) => ({ ad_id: ad, days, cost: costs.map(Number) }));
};

/**
 * The cost of the contacts of an ad (1/100 yen) on each day of a period; and the last conversions and
 * their yen by the ad of the last contact (0: no contact).
 */
export interface AdDailySums {
  readonly ad_id: number;
  readonly cost: readonly number[];
  readonly cv: readonly number[];
  readonly amount: readonly number[];
}

/** The daily values of each ad that has any: thousands of numbers, returned as a few long rows. */
export const dailySumsByAd = (
  columnar: Columnar,
  scope: Scope,
  { fromDay, untilDay }: { readonly fromDay: number; readonly untilDay: number },
): Promise<AdDailySums[]> => {
  // Integers far below 2^53: they can be returned as numbers instead of texts.
  const daily = (column: string) =>
    `CAST(sumResample(0, ${untilDay - fromDay}, 1)(${column}, toUInt32(day - ${fromDay})), 'Array(Float64)')`;
  return rowsOf<AdDailySums>(
    columnar,
    `
    SELECT ad_id, ${daily('costs')} AS cost, ${daily('sales')} AS cv, ${daily('yen')} AS amount FROM (
      SELECT ad_id, day, toInt64(cost) AS costs, toInt64(0) AS sales, toInt64(0) AS yen FROM ${contactsFrom(scope)}
      UNION ALL SELECT ad_id, day, toInt64(0), toInt64(cv), toInt64(amount) FROM ${salesFrom(scope)}
    ) GROUP BY ad_id ORDER BY ad_id`,
    bound(scope),
    scope.signal,
  );
};
