import type { Columnar } from './columnar.ts';
import { bound, NO_CONTACT, type Grouping, type Scope } from './counts.ts';
import { monthOf } from './cohorts.ts';
import { contactCounts, contactTable, dayOf, instant } from './eligible.ts';
import { BEGUN, boundGrouping, CONVERTED, journeysOf, rowInSql } from './journeys.ts';
import { conversionsOf } from './paths.ts';
import { rowsOf } from './query.ts';

/** What the data-driven models count: who follows whom on paths, and which rows stand on a path together. */

/** How often one row came directly after another; `BEGUN` comes before the first, `CONVERTED` after the last contact of a conversion's path. */
export interface Passage { readonly from: number; readonly to: number; readonly times: number }

interface Raw { readonly came: number; readonly went: number; readonly times: string }
const passageOf = ({ came, went, times }: Raw): Passage => ({ from: came, to: went, times: Number(times) });

/** The passages of the paths of conversions, last (1) and middle ones (0) each by themselves, in one reading. */
export const convertingPassages = async (columnar: Columnar, scope: Scope, grouping: Grouping, cvTypes: readonly (0 | 1)[]): Promise<(cvType: 0 | 1) => Passage[]> => {
  const found = await rowsOf<Raw & { cv_type: number }>(columnar, `
    SELECT cv_type, came, went, count() AS times FROM (
      SELECT cv_type, arrayMap(x -> ${rowInSql(grouping, 'x')}, ad_ids) AS keys FROM (${journeysOf(scope, `cv_type IN (${cvTypes.join(',')})`)}) WHERE notEmpty(ad_ids)
    ) ARRAY JOIN arrayPushFront(keys, toInt32(${BEGUN})) AS came, arrayPushBack(keys, toInt32(${CONVERTED})) AS went
    GROUP BY cv_type, came, went ORDER BY came, went`, { ...bound(scope), ...boundGrouping(grouping) }, scope.signal);
  return cvType => found.filter(({ cv_type }) => cv_type === cvType).map(passageOf);
};

/** In the place of the ad before the first contact. */
const NOBODY = 2 ** 32 - 1;

/** Reads the contacts in the order of their table. */
const fruitlessFromContacts = ({ rules }: Scope, cvType: 0 | 1): string => `
  SELECT lagInFrame(ad_id, 1, toUInt32(${NOBODY})) OVER (PARTITION BY visitor_id ORDER BY ts, interaction_id ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS came_ad, ad_id, 1 AS amount
  FROM ${contactTable(rules)} WHERE product_id = {product: UInt32} AND ts >= ${instant('from')} AND ts < ${instant('until')} AND interaction_id <= {mark: UInt64} AND ${contactCounts(rules)}
    AND visitor_id NOT IN (SELECT visitor_id FROM (${conversionsOf(rules, `cv_type = ${cvType}`)}))`;

/** Adds up whole months of those who never converted, and looks at those who did at another time. */
const fruitlessFromMonths = ({ from, until }: Scope, cvType: 0 | 1): string => {
  const [first, last] = [monthOf(String(from)), monthOf(String(until - 1))];
  return `
  SELECT if(came_month < ${first}, ${NOBODY}, came_ad) AS came_ad, ad_id, times AS amount FROM (
    SELECT came_month, came_ad, ad_id, times FROM monthly_passage WHERE product_id = {product: UInt32} AND rules = {rules: UInt64} AND month >= ${first} AND month <= ${last})
  UNION ALL SELECT came_ad, ad_id, toInt64(1) FROM (
    SELECT ads AS gone, arrayPushFront(arrayPopBack(ads), toUInt32(${NOBODY})) AS come FROM (
      SELECT arrayFilter((ad, at) -> at >= {from: Int64} AND at < {until: Int64}, ad_ids, times) AS ads FROM buyer FINAL
      WHERE product_id = {product: UInt32} AND rules = {rules: UInt64} AND NOT arrayExists(at -> at >= {from: Int64} AND at < {until: Int64}, ${cvType === 1 ? 'lasts' : 'middles'})
    ) WHERE notEmpty(ads)
  ) ARRAY JOIN gone AS ad_id, come AS came_ad`;
};

/** Whether there are no contacts in what its first and last Tokyo month have beyond a period: then whole months are the period. */
const isOfMonths = async (columnar: Columnar, scope: Scope): Promise<boolean> => {
  const day = (ms: string) => `toDate32(${dayOf(ms)})`;
  const [found] = await rowsOf<{ outside: string }>(columnar, `
    SELECT sum(clicks) AS outside FROM daily_contact WHERE product_id = {product: UInt32} AND rules = {rules: UInt64}
      AND (day >= toInt32(toStartOfMonth(${day('{from: Int64}')})) AND day < ${dayOf('{from: Int64}')} OR day >= ${dayOf('{until: Int64}')} AND day < toInt32(addMonths(toStartOfMonth(${day('{until: Int64} - 1')}), 1)))`, bound(scope), scope.signal);
  return (found?.outside ?? '0') === '0';
};

/**
 * The passages of visitors who had contacts in the period and no such conversion: where a visitor's contacts of the period end, nothing follows. So of the
 * times that a row was come to, those that nothing followed are its visits less what went on from it.
 */
export const fruitlessPassages = async (columnar: Columnar, scope: Scope, grouping: Grouping, cvType: 0 | 1): Promise<Passage[]> => {
  const lines = scope.source === 'derived' && await isOfMonths(columnar, scope) ? fruitlessFromMonths(scope, cvType) : fruitlessFromContacts(scope, cvType);
  // By ad first: there are far fewer pairs of ads than contacts.
  return (await rowsOf<Raw>(columnar, `
    SELECT if(came_ad = ${NOBODY}, toInt32(${BEGUN}), ${rowInSql(grouping, 'came_ad')}) AS came, ${rowInSql(grouping, 'ad_id')} AS went, sum(pairs) AS times
    FROM (SELECT came_ad, ad_id, sum(amount) AS pairs FROM (${lines}) GROUP BY came_ad, ad_id) GROUP BY came, went HAVING times != 0 ORDER BY came, went`,
  { ...bound(scope), ...boundGrouping(grouping) }, scope.signal)).map(passageOf);
};

/** Conversions by a row, how many different rows their path has, and which of these it is by number, from 1; without contact: n = 0. */
export interface Member { readonly row: number; readonly n: number; readonly i: number; readonly lasts: bigint; readonly middles: bigint; readonly sales: bigint }

/** The sets of rows that stand on paths together, as sums over the members. */
export const coalitionMembers = async (columnar: Columnar, scope: Scope, grouping: Grouping): Promise<Member[]> =>
  (await rowsOf<{ row: number; n: number; i: number; lasts: string; middles: string; sales: string }>(columnar, `
    SELECT if(n = 0, toInt32(${NO_CONTACT}), key) AS row, n, i, countIf(cv_type = 1) AS lasts, countIf(cv_type = 0) AS middles, sumIf(amount, cv_type = 1) AS sales FROM (
      SELECT cv_type, amount, arraySort(arrayDistinct(arrayMap(x -> ${rowInSql(grouping, 'x')}, ad_ids))) AS members, toUInt32(length(members)) AS n FROM (${journeysOf(scope)})
    ) LEFT ARRAY JOIN members AS key, arrayEnumerate(members) AS i
    GROUP BY row, n, i ORDER BY row, n, i`, { ...bound(scope), ...boundGrouping(grouping) }, scope.signal))
    .map(line => ({ row: line.row, n: line.n, i: line.i, lasts: BigInt(line.lasts), middles: BigInt(line.middles), sales: BigInt(line.sales) }));

/** What conversions with and without a contact sum to, as if all rows were one: all that a chain has to share. */
export const conversionMembers = async (columnar: Columnar, scope: Scope): Promise<Omit<Member, 'row'>[]> =>
  (await rowsOf<{ n: number; lasts: string; middles: string; sales: string }>(columnar, `
    SELECT toUInt32(notEmpty(ad_ids)) AS n, countIf(cv_type = 1) AS lasts, countIf(cv_type = 0) AS middles, sumIf(amount, cv_type = 1) AS sales FROM (${journeysOf(scope)}) GROUP BY n ORDER BY n`,
  bound(scope), scope.signal)).map(line => ({ n: line.n, i: line.n, lasts: BigInt(line.lasts), middles: BigInt(line.middles), sales: BigInt(line.sales) }));
