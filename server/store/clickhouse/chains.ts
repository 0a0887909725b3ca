import type { Columnar } from './columnar.ts';
import { bound, derivedDays, NO_CONTACT, type Grouping, type Scope } from './counts.ts';
import { NOBODY } from './daily-credit.ts';
import { contactCounts, contactTable, DAY, dayOf, instant, monthOf, TOKYO } from './eligible.ts';
import { BEGUN, boundGrouping, CONVERTED, journeysOf, rowInSql } from './journeys.ts';
import { conversionsOf } from './paths.ts';
import { rowsOf } from './query.ts';

/** What the data-driven models count: who follows whom on paths, and which rows stand on a path together. */

/** How often one row came directly after another; `BEGUN` comes before the first, `CONVERTED` after the last contact of a conversion's path. */
export interface Passage { readonly from: number; readonly to: number; readonly times: number }

type CvType = 0 | 1;

/** The passages of the paths of conversions of a type; and those of visitors who had contacts in the period and no such conversion in it. */
export interface Passages { readonly converting: readonly Passage[]; readonly fruitless: readonly Passage[] }

/** Lines come_ad, ad_id, and how often they passed on the way to a conversion of each type (`seen_`) and on ways without one (`missed_`). */
const counted = (cvTypes: readonly CvType[], of: 'seen' | 'missed', times: (cvType: CvType) => string): string =>
  cvTypes.map(type => `toInt64(${of === 'seen' ? times(type) : 0}) AS seen_${type}, toInt64(${of === 'missed' ? times(type) : 0}) AS missed_${type}`).join(', ');

const within = 'at >= {from: Int64} AND at < {until: Int64}';

/** Reads the paths, and the contacts in the order of their table. Where a visitor's contacts of the period end, nothing follows. */
const seenOnPaths = (scope: Scope, cvTypes: readonly CvType[]): string => `
  SELECT came AS came_ad, went AS ad_id, ${counted(cvTypes, 'seen', type => `type = ${type}`)} FROM (SELECT cv_type AS type, ad_ids AS ads FROM (${journeysOf(scope, `cv_type IN (${cvTypes.join(',')})`)}))
  ARRAY JOIN arrayPushFront(ads, toUInt32(${NOBODY})) AS came, arrayPushBack(ads, toUInt32(${NOBODY})) AS went WHERE notEmpty(ads)`;
const missedOfContacts = ({ rules }: Scope, cvTypes: readonly CvType[]): string => {
  const missed = (type: CvType) => `visitor_id NOT IN (SELECT visitor_id FROM (${conversionsOf(rules, `cv_type = ${type}`)}))`;
  return `
  SELECT lagInFrame(ad_id, 1, toUInt32(${NOBODY})) OVER (PARTITION BY visitor_id ORDER BY ts, interaction_id ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS came_ad, ad_id, ${counted(cvTypes, 'missed', missed)}
  FROM ${contactTable(rules)} WHERE product_id = {product: UInt32} AND ts >= ${instant('from')} AND ts < ${instant('until')} AND interaction_id <= {mark: UInt64} AND ${contactCounts(rules)}
    AND (${cvTypes.map(missed).join(' OR ')})`;
};

const ofProduct = 'product_id = {product: UInt32} AND rules = {rules: UInt64}';

/** Adds up whole months: of paths, of visitors who never had such a conversion, and of those who had theirs at another time. */
const fromMonths = ({ from, until }: Scope, cvTypes: readonly CvType[]): readonly string[] => {
  const [first, last] = [monthOf(String(from)), monthOf(String(until - 1))];
  const months = `${ofProduct} AND month >= ${first} AND month <= ${last}`;
  const missed = (type: CvType) => {
    const sold = type === 1 ? 'lasts' : 'middles';
    return `(notEmpty(${sold}) AND NOT arrayExists(at -> ${within}, ${sold}))`;
  };
  const without = (type: CvType) => (type === 1 ? 'without_last' : 'without_middle');
  return [
    `SELECT came_ad, ad_id, ${counted(cvTypes, 'seen', type => `times * (cv_type = ${type})`)} FROM monthly_step WHERE ${months} AND cv_type IN (${cvTypes.join(',')})`,
    `SELECT came_ad, ad_id, ${counted(cvTypes, 'missed', without)} FROM monthly_sequence WHERE ${months} AND came_month = 0`,
    // Who came before the period has not come in it.
    `SELECT start AS came_ad, ad_id, ${counted(cvTypes, 'missed', type => `sign * ${without(type)}`)} FROM monthly_sequence ARRAY JOIN [came_ad, toUInt32(${NOBODY})] AS start, [-1, 1] AS sign
     WHERE ${months} AND came_month > 0 AND came_month < ${first}`,
    `SELECT come AS came_ad, gone AS ad_id, ${counted(cvTypes, 'missed', type => `none_${type}`)} FROM (
      SELECT ads, arrayPushFront(arrayPopBack(ads), toUInt32(${NOBODY})) AS ads_before, ${cvTypes.map(type => `none_${type}`).join(', ')} FROM (
        SELECT arrayFilter((ad, at) -> ${within}, ad_ids, times) AS ads, ${cvTypes.map(type => `${missed(type)} AS none_${type}`).join(', ')} FROM buyer FINAL
        WHERE ${ofProduct} AND visitor_id IN (SELECT visitor_id FROM buyer FINAL WHERE ${ofProduct} AND (${cvTypes.map(missed).join(' OR ')}))
      ) WHERE notEmpty(ads)
    ) ARRAY JOIN ads AS gone, ads_before AS come`,
  ];
};

const isMidnightOfMonth = (ms: number): boolean => (ms + TOKYO) % DAY === 0 && new Date(ms + TOKYO).getUTCDate() === 1;

/** Whether a period is whole Tokyo months, or nothing happened in what its first and last month have beyond it. */
const isOfMonths = async (columnar: Columnar, scope: Scope): Promise<boolean> => {
  if (isMidnightOfMonth(scope.from) && isMidnightOfMonth(scope.until)) return true;
  const day = (ms: string) => `toDate32(${dayOf(ms)})`;
  const outside = `${ofProduct} AND (day >= toInt32(toStartOfMonth(${day('{from: Int64}')})) AND day < ${dayOf('{from: Int64}')}
    OR day >= ${dayOf('{until: Int64}')} AND day < toInt32(addMonths(toStartOfMonth(${day('{until: Int64} - 1')}), 1)))`;
  const [found] = await rowsOf<{ beyond: string }>(columnar, `
    SELECT sum(amount) AS beyond FROM (SELECT sum(clicks) AS amount FROM daily_contact WHERE ${outside} UNION ALL SELECT sum(cv + cv_middle) AS amount FROM daily_credit WHERE ${outside})`, bound(scope), scope.signal);
  return (found?.beyond ?? '0') === '0';
};

/**
 * The passages by type of conversion, in one reading. Of the times that a row was come to, those that nothing followed are its visits less what went on from it.
 *
 * @param cvTypes last (1) and middle conversions (0)
 */
export const passages = async (columnar: Columnar, scope: Scope, grouping: Grouping, cvTypes: readonly CvType[]): Promise<(cvType: CvType) => Passages> => {
  const lines = scope.source === 'derived' && await isOfMonths(columnar, scope) ? fromMonths(scope, cvTypes) : [seenOnPaths(scope, cvTypes), missedOfContacts(scope, cvTypes)];
  const columns = cvTypes.flatMap(type => [`seen_${type}`, `missed_${type}`]);
  const sums = columns.map(column => `sum(${column}) AS n_${column}`).join(', ');
  // By ad first: there are far fewer pairs of ads than lines. One row a place that was left: names of columns would be most of the answer.
  const found = await rowsOf<{ came: number; went: number[] } & Record<string, number | number[]>>(columnar, `
    SELECT came, groupArray(went) AS went, ${columns.map(column => `groupArray(toFloat64(times_${column})) AS ${column}`).join(', ')} FROM (
      SELECT if(came_ad = ${NOBODY}, toInt32(${BEGUN}), ${rowInSql(grouping, 'came_ad')}) AS came, if(ad_id = ${NOBODY}, toInt32(${CONVERTED}), ${rowInSql(grouping, 'ad_id')}) AS went,
        ${columns.map(column => `sum(n_${column}) AS times_${column}`).join(', ')}
      FROM (SELECT came_ad, ad_id, ${sums} FROM (${lines.join(' UNION ALL ')}) GROUP BY came_ad, ad_id) GROUP BY came, went ORDER BY came, went
    ) GROUP BY came ORDER BY came`, { ...bound(scope), ...boundGrouping(grouping) }, scope.signal);
  const of = (column: string): Passage[] => found.flatMap(({ came, went, [column]: times }) =>
    went.map((to, index) => ({ from: came, to, times: Array.isArray(times) ? times[index] ?? 0 : 0 })).filter(passage => passage.times !== 0));
  return cvType => ({ converting: of(`seen_${cvType}`), fruitless: of(`missed_${cvType}`) });
};

/** Conversions by a row, how many different rows their path has, and which of these it is by number, from 1; without contact: n = 0. */
export interface Member { readonly row: number; readonly n: number; readonly i: number; readonly lasts: bigint; readonly middles: bigint; readonly sales: bigint }

/** The sets of rows that stand on paths together, as sums over the members. */
export const coalitionMembers = async (columnar: Columnar, scope: Scope, grouping: Grouping, cvTypes: readonly CvType[]): Promise<Member[]> =>
  (await rowsOf<{ row: number; n: number; i: number; lasts: string; middles: string; sales: string }>(columnar, `
    SELECT if(n = 0, toInt32(${NO_CONTACT}), key) AS row, n, i, countIf(cv_type = 1) AS lasts, countIf(cv_type = 0) AS middles, sumIf(amount, cv_type = 1) AS sales FROM (
      SELECT cv_type, amount, arraySort(arrayDistinct(arrayMap(x -> ${rowInSql(grouping, 'x')}, ad_ids))) AS members, toUInt32(length(members)) AS n FROM (${journeysOf(scope, `cv_type IN (${cvTypes.join(',')})`)})
    ) LEFT ARRAY JOIN members AS key, arrayEnumerate(members) AS i
    GROUP BY row, n, i ORDER BY row, n, i`, { ...bound(scope), ...boundGrouping(grouping) }, scope.signal))
    .map(line => ({ row: line.row, n: line.n, i: line.i, lasts: BigInt(line.lasts), middles: BigInt(line.middles), sales: BigInt(line.sales) }));

/** What conversions with and without a contact sum to, as if all rows were one: all that a chain has to share. */
export const conversionMembers = async (columnar: Columnar, scope: Scope): Promise<Omit<Member, 'row'>[]> => {
  const sums = scope.source === 'derived' ? `SELECT toUInt32(d.ad_id != 0) AS n, sum(d.cv) AS lasts, sum(d.cv_middle) AS middles, sum(d.amount) AS sales FROM daily_credit AS d WHERE ${derivedDays()}`
    : `SELECT toUInt32(notEmpty(ad_ids)) AS n, countIf(cv_type = 1) AS lasts, countIf(cv_type = 0) AS middles, sumIf(amount, cv_type = 1) AS sales FROM (${journeysOf(scope)})`;
  return (await rowsOf<{ n: number; lasts: string; middles: string; sales: string }>(columnar, `${sums} GROUP BY n ORDER BY n`, bound(scope), scope.signal))
    .map(line => ({ n: line.n, i: line.n, lasts: BigInt(line.lasts), middles: BigInt(line.middles), sales: BigInt(line.sales) }));
};
