import { periodOfMonths } from '../rollups/calendar.ts';
import type { Columnar } from '../engine/columnar.ts';
import { NO_CONTACT, type Grouping } from './row-layout.ts';
import { bound, type Scope } from './scope.ts';
import { NO_AD } from '../rollups/daily-credit.ts';
import { contactCounts, contactTable, instant } from '../events/eligible.ts';
import { BEGUN, boundGrouping, CONVERTED, rowInSql } from './journeys.ts';
import { conversionsOf } from '../rollups/paths.ts';
import { rowIndexes } from './row-indexes.ts';
import { rowsOf, type Bound } from '../engine/query.ts';
import { inMonths, type Months } from './whole-months.ts';
import { transitionsOfSummaries, pathSummariesOf } from './path-summaries.ts';

/**
 * The counts for the data-driven models: transitions between rows on paths, and sets of rows that share a
 * path.
 */

/**
 * The number of transitions from one row to each of some others; `BEGUN` precedes the first contact,
 * `CONVERTED` follows the last contact of a conversion's path.
 */
export interface RowTransitions {
  readonly from: number;
  readonly to: readonly number[];
  readonly times: readonly number[];
}

type CvType = 0 | 1;

/**
 * Transitions between rows on the paths of conversions of a type, and in the contacts of visitors with
 * contacts but no such conversion in the period; and the number of journeys of either kind.
 */
export interface TransitionCounts {
  readonly transitions: readonly RowTransitions[];
  readonly conversions: number;
  readonly nonConvertingJourneys: number;
}

/**
 * The columns of transitions by type of conversion: how many are on paths to a conversion (`converting_`) and how many
 * on journeys without one (`nonconverting_`).
 */
const countColumns = (
  cvTypes: readonly CvType[],
  of: 'converting' | 'nonconverting',
  times: (cvType: CvType) => string,
): string =>
  cvTypes
    .map(
      type =>
        `toInt64(${of === 'converting' ? times(type) : 0}) AS converting_${type}, toInt64(${of === 'nonconverting' ? times(type) : 0}) AS nonconverting_${type}`,
    )
    .join(', ');

const convertingTransitions = (scope: Scope, cvTypes: readonly CvType[]): string =>
  `SELECT came_ad, ad_id, ${countColumns(cvTypes, 'converting', type => `times * (cv_type = ${type})`)} FROM (${transitionsOfSummaries(scope, cvTypes, NO_AD)})`;
/** A visitor's last contact of the period has no successor. */
const nonConvertingOfContacts = ({ rules }: Scope, cvTypes: readonly CvType[]): string => {
  const isNonConverting = (type: CvType) =>
    `visitor_id NOT IN (SELECT visitor_id FROM (${conversionsOf(rules, `cv_type = ${type}`)}))`;
  const isNonConvertingOfAny = `(${cvTypes.map(isNonConverting).join(' OR ')})`;
  return `
  SELECT lagInFrame(ad_id, 1, toUInt32(${NO_AD})) OVER (PARTITION BY visitor_id ORDER BY ts, interaction_id ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS came_ad, ad_id, ${countColumns(cvTypes, 'nonconverting', isNonConverting)}
  FROM ${contactTable(rules, isNonConvertingOfAny)} WHERE product_id = {product: UInt32} AND ts >= ${instant('from')} AND ts < ${instant('until')} AND interaction_id <= {watermark: UInt64} AND ${contactCounts(rules)}
    AND ${isNonConvertingOfAny}`;
};

/** Sums the non-converting transitions of the complete months. */
const nonConvertingOfMonths = (months: Months, cvTypes: readonly CvType[]): readonly string[] => {
  const { first, last } = months;
  const spansCondition = `${inMonths(months)} AND sold_before < ${first} AND sold_after > ${last}`;
  const without = (type: CvType) => (type === 1 ? 'without_last' : 'without_middle');
  return [
    `SELECT came_ad, ad_id, ${countColumns(cvTypes, 'nonconverting', without)} FROM monthly_lull WHERE ${spansCondition} AND came_month = 0`,
    // Visitors from before the months have no contact in them.
    `SELECT start AS came_ad, ad_id, ${countColumns(cvTypes, 'nonconverting', type => `sign * ${without(type)}`)} FROM monthly_lull ARRAY JOIN [came_ad, toUInt32(${NO_AD})] AS start, [-1, 1] AS sign
     WHERE ${spansCondition} AND came_month > 0 AND came_month < ${first}`,
  ];
};

/**
 * The difference between a period and its complete months: visitors with contacts or conversions in the
 * remaining days may have other transitions, or converted after all. Their transitions are counted in full,
 * less their part in the months; the remaining days do not affect other visitors.
 */
const nonConvertingOutsideMonths = (
  { rules }: Scope,
  { first, last }: Months,
  remainingDays: string,
  cvTypes: readonly CvType[],
): string => {
  const { from, until } = periodOfMonths(first, last);
  const at = (ms: number) => `fromUnixTimestamp64Milli(toInt64(${ms}), 'UTC')`;
  const ofMonths = `ts >= ${at(from)} AND ts < ${at(until)}`;
  const unsold = (type: CvType, which: string) =>
    `visitor_id NOT IN (SELECT visitor_id FROM (${conversionsOf(rules, `cv_type = ${type} AND ${which}`)}))`;
  return `
  SELECT came_ad, ad_id, ${countColumns(cvTypes, 'nonconverting', type => `if(sign = 1, in_all_${type}, - in_months_${type})`)} FROM (
    SELECT ad_id, ts, in_all_${cvTypes.join(', in_all_')}, in_months_${cvTypes.join(', in_months_')}, lagInFrame(ad_id, 1, toUInt32(${NO_AD})) OVER visits AS before_ad, lagInFrame(ts) OVER visits AS before_ts
    FROM (
      SELECT visitor_id, ad_id, ts, interaction_id, ${cvTypes.map(type => `toInt8(${unsold(type, '1')}) AS in_all_${type}, toInt8(${unsold(type, ofMonths)}) AS in_months_${type}`).join(', ')}
      FROM ${contactTable(rules)} WHERE product_id = {product: UInt32} AND ts >= ${instant('from')} AND ts < ${instant('until')} AND interaction_id <= {watermark: UInt64} AND ${contactCounts(rules)} AND visitor_id IN (
        SELECT visitor_id FROM contact WHERE product_id = {product: UInt32} AND ${remainingDays} AND interaction_id <= {watermark: UInt64}
        UNION ALL SELECT visitor_id FROM conversion WHERE product_id = {product: UInt32} AND ${remainingDays} AND conversion_id <= {watermark: UInt64})
    ) WHERE ${cvTypes.map(type => `in_months_${type} = 1`).join(' OR ')} WINDOW visits AS (PARTITION BY visitor_id ORDER BY ts, interaction_id ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)
  ) ARRAY JOIN [1, -1] AS sign, [before_ad, if(before_ts >= ${at(from)}, before_ad, toUInt32(${NO_AD}))] AS came_ad WHERE sign = 1 OR ${ofMonths}`;
};

type TransitionLine = { readonly came: number; readonly went: number[] } & Readonly<
  Record<`times_${CvType}`, number[]>
> &
  Readonly<Record<`converting_${CvType}` | `nonconverting_${CvType}`, number>>;

/**
 * The transitions by type of conversion, in one query. Journeys that end at a row are its visits less the
 * transitions from it.
 *
 * @param cvTypes last (1) and middle conversions (0)
 */
export const readTransitions = async (
  columnar: Columnar,
  scope: Scope,
  grouping: Grouping,
  cvTypes: readonly CvType[],
): Promise<(cvType: CvType) => TransitionCounts> => {
  const months = await scope.source.wholeMonths(columnar, scope);
  const nonConverting =
    months === null
      ? [nonConvertingOfContacts(scope, cvTypes)]
      : [
          ...nonConvertingOfMonths(months, cvTypes),
          ...(months.remainingDays === null
            ? []
            : [nonConvertingOutsideMonths(scope, months, months.remainingDays, cvTypes)]),
        ];
  const lines = [convertingTransitions(scope, cvTypes), ...nonConverting];
  const columns = cvTypes.flatMap(type => [`converting_${type}`, `nonconverting_${type}`]);
  const sums = columns.map(column => `sum(${column}) AS n_${column}`).join(', ');
  const [came, went] = ['came_ad', 'ad_id'].map(
    (column, end) =>
      `if(${column} = ${NO_AD}, toInt32(${[BEGUN, CONVERTED][end]}), ${rowInSql(grouping, column)})`,
  );
  const byAd = `SELECT came_ad, ad_id, ${sums} FROM (${lines.join(' UNION ALL ')}) GROUP BY came_ad, ad_id`;
  // Sums by ad come first: there are far fewer pairs of ads than lines. The answer has one line for each row
  // that transitions leave, because names of columns would otherwise be the largest part of it.
  const found = await rowsOf<TransitionLine>(
    columnar,
    `
    SELECT came, groupArray(went) AS went, ${cvTypes.map(type => `groupArray(toFloat64(all_converting_${type} + all_nonconverting_${type})) AS times_${type}`).join(', ')},
      ${columns.map(column => `toFloat64(sum(all_${column})) AS ${column}`).join(', ')} FROM (
      SELECT ${came} AS came, ${went} AS went, ${columns.map(column => (grouping === null ? `n_${column} AS all_${column}` : `sum(n_${column}) AS all_${column}`)).join(', ')}
      FROM (${byAd})${grouping === null ? '' : ' GROUP BY came, went'} ORDER BY came, went
    ) GROUP BY came ORDER BY came`,
    { ...bound(scope), ...boundGrouping(grouping) },
    scope.signal,
  );
  const begun = found.find(({ came }) => came === BEGUN);
  return cvType => ({
    transitions: found.map(line => ({ from: line.came, to: line.went, times: line[`times_${cvType}`] })),
    conversions: begun?.[`converting_${cvType}`] ?? 0,
    nonConvertingJourneys: begun?.[`nonconverting_${cvType}`] ?? 0,
  });
};

/**
 * Conversions whose path contains a row: the row is number `i` (from 1) of its `n` different rows, which share
 * the credit equally; without contact n = 0. `firsts`: last conversions whose set has the row first.
 */
export interface Member {
  readonly row: number;
  readonly n: number;
  readonly i: number;
  readonly lasts: bigint;
  readonly middles: bigint;
  readonly sales: bigint;
  readonly firsts: bigint;
}

/** Number of rows in a bit set of one integer. */
const BITS = 64;

/**
 * The sets of different rows of paths: `members` in order, and lasts, middles and sales of their conversions. A
 * set may have several lines.
 */
const coalitions = (
  pathsSql: string,
  grouping: Grouping,
): { readonly sql: string; readonly params: Bound } => {
  const indexes = grouping === null ? null : rowIndexes(grouping);
  if (indexes === null || indexes.rows.length > BITS) {
    return {
      sql: `SELECT arraySort(arrayDistinct(arrayMap(x -> ${rowInSql(grouping, 'x')}, ad_ids))) AS members, times * (cv_type = 1) AS lasts, times * (cv_type = 0) AS middles, amount * (cv_type = 1) AS sales FROM (${pathsSql})`,
      params: boundGrouping(grouping),
    };
  }
  // There are far fewer sets than paths, and an integer key is found faster than a list.
  return {
    sql: `SELECT arrayMap(index -> {members: Array(Int32)}[index + 1], bitPositionsToArray(mask)) AS members, lasts, middles, sales FROM (
      SELECT arrayReduce('groupBitOr', arrayMap(x -> bitShiftLeft(toUInt64(1), ${indexes.indexInSql('x')}), ad_ids)) AS mask,
        sumIf(times, cv_type = 1) AS lasts, sumIf(times, cv_type = 0) AS middles, sumIf(amount, cv_type = 1) AS sales FROM (${pathsSql}) GROUP BY mask)`,
    params: { ...indexes.params, members: indexes.rows },
  };
};

/**
 * The sets of different rows of paths, as sums over their members.
 *
 * @param units credit units of one conversion, divided as by the linear model
 */
export const coalitionMembers = async (
  columnar: Columnar,
  scope: Scope,
  grouping: Grouping,
  cvTypes: readonly CvType[],
  units: number,
): Promise<Member[]> => {
  const { sql, params } = coalitions(pathSummariesOf(scope, cvTypes), grouping);
  // A share is the whole quotient, or one more where the remainder times the place passes a multiple of n.
  const [part, over] = ['greatest(n, 1)', `toUInt64(${units} % greatest(n, 1))`];
  return (
    await rowsOf<{
      row: number;
      n: number;
      one: number;
      all_lasts: string;
      all_middles: string;
      all_sales: string;
      all_firsts: string;
    }>(
      columnar,
      `
    SELECT if(n = 0, toInt32(${NO_CONTACT}), key) AS row, n, ${over} * i % ${part} < ${over} AS more, min(i) AS one, sum(lasts) AS all_lasts, sum(middles) AS all_middles, sum(sales) AS all_sales, sumIf(lasts, i = 1) AS all_firsts
    FROM (SELECT *, toUInt32(length(members)) AS n FROM (${sql})) LEFT ARRAY JOIN members AS key, arrayEnumerate(members) AS i
    GROUP BY row, n, more HAVING all_lasts != 0 OR all_middles != 0 ORDER BY row, n, more`,
      { ...bound(scope), ...params },
      scope.signal,
    )
  ).map(line => ({
    row: line.row,
    n: line.n,
    i: line.one,
    lasts: BigInt(line.all_lasts),
    middles: BigInt(line.all_middles),
    sales: BigInt(line.all_sales),
    firsts: BigInt(line.all_firsts),
  }));
};
