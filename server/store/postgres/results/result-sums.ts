import { and, eq, gte, inArray, lt, sql, type SQL } from 'drizzle-orm';
import { DAY, dayText } from '../../../platform/time.ts';
import type { Database } from '../engine/database.ts';
import { resultChange, resultSum } from '../schema/index.ts';

/**
 * Costs of results from the sums by day in Tokyo and ad: a year takes some ms, whatever the number of results. The sums
 * are always exact, because a trigger writes each change to `result_change` in the same transaction.
 */

/** Days in Tokyo, counted from 1970; `untilDay` is exclusive. */
interface Days {
  readonly fromDay: number;
  readonly untilDay: number;
}
type Span = (typeof resultSum.$inferSelect)['span'];

/** First day of the month `months` after the month of `day`. */
const monthAfter = (day: number, months: number): number => {
  const date = new Date(day * DAY);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months) / DAY;
};

type Stretch = Days & { readonly span: Span };
/** Divides days into full months and the days before and after them. */
const stretchesOf = ({ fromDay, untilDay }: Days): readonly Stretch[] => {
  const first = monthAfter(fromDay - 1, 1);
  const last = monthAfter(untilDay, 0);
  if (first >= last) return [{ span: 'ad_day', fromDay, untilDay }];
  const all: readonly Stretch[] = [
    { span: 'ad_day', fromDay, untilDay: first },
    { span: 'ad_month', fromDay: first, untilDay: last },
    { span: 'ad_day', fromDay: last, untilDay },
  ];
  return all.filter(one => one.fromDay < one.untilDay);
};

/** Sums of these spans, and the changes that are not folded yet. */
const linesOf = (
  companyId: number,
  productId: number,
  days: Days,
  stretches: readonly Stretch[],
  adIds?: readonly number[],
): SQL => {
  const within = (
    table: typeof resultChange | typeof resultSum,
    { fromDay, untilDay }: Days,
    span?: SQL,
  ): SQL => sql`
    select ${table.day}, ${table.adId}, ${table.pendingCost}, ${table.approvedCost} from ${table} where ${and(
      eq(table.companyId, companyId),
      eq(table.productId, productId),
      span,
      gte(table.day, dayText(fromDay)),
      lt(table.day, dayText(untilDay)),
      adIds === undefined ? undefined : inArray(table.adId, [...adIds]),
    )}`;
  return sql.join(
    [
      within(resultChange, days),
      ...stretches.map(one => within(resultSum, one, eq(resultSum.span, one.span))),
    ],
    sql` union all `,
  );
};

const COSTS = sql`sum(approved_cost)::bigint as approved, sum(pending_cost)::bigint as pending`;
/** Costs in 1/100 yen. Rejected results cost nothing. */
interface Costs {
  readonly approved: bigint;
  readonly pending: bigint;
}
const costsOf = ({ approved, pending }: Readonly<Record<keyof Costs, string>>): Costs => ({
  approved: BigInt(approved),
  pending: BigInt(pending),
});

/** Costs of results by ad, for conversions in a period. Ad 0: conversions without contact. */
export const resultTotals = async (
  db: Database,
  companyId: number,
  productId: number,
  days: Days,
): Promise<(Costs & { readonly adId: number | null })[]> => {
  const { rows } = await db.execute<Record<keyof Costs, string> & { ad_id: number }>(sql`
    select ad_id, ${COSTS} from (${linesOf(companyId, productId, days, stretchesOf(days))}) as line group by ad_id order by ad_id`);
  return rows.map(row => ({ adId: row.ad_id === 0 ? null : row.ad_id, ...costsOf(row) }));
};

/** Costs of results by day (days since 1970 in Tokyo), of all ads or of some. */
export const resultCosts = async (
  db: Database,
  companyId: number,
  productId: number,
  days: Days,
  whose: 'all' | readonly number[],
): Promise<(Costs & { readonly day: number })[]> => {
  const lines =
    whose === 'all'
      ? linesOf(companyId, productId, days, [{ ...days, span: 'day' }])
      : linesOf(companyId, productId, days, [{ ...days, span: 'ad_day' }], whose);
  const { rows } = await db.execute<Record<keyof Costs, string> & { since: number }>(sql`
    select day - date '1970-01-01' as since, ${COSTS} from (${lines}) as line group by day order by day`);
  return rows.map(row => ({ day: row.since, ...costsOf(row) }));
};

/** Costs of an ad's approved results: days in any order, some repeatedly, each with 1/100 yen to add. */
interface DailyApprovedCosts {
  readonly adId: number;
  readonly days: readonly number[];
  readonly costs: readonly number[];
}

/** Costs of approved results by ad and day, without those that have no ad. */
export const dailyApprovedCosts = async (
  db: Database,
  companyId: number,
  productId: number,
  days: Days,
): Promise<DailyApprovedCosts[]> => {
  // Two texts per ad: a year of 200 ads has so many rows that the driver would take longer than the query.
  const { rows } = await db.execute<{ ad_id: number; days: string; costs: string }>(sql`
    select ad_id, string_agg((day - date '1970-01-01')::text, ',') as days, string_agg(approved_cost::text, ',') as costs
    from (${linesOf(companyId, productId, days, [{ ...days, span: 'ad_day' }])}) as line where approved_cost <> 0 and ad_id <> 0 group by ad_id order by ad_id`);
  const numbers = (text: string): number[] => text.split(',').map(Number);
  return rows.map(row => ({ adId: row.ad_id, days: numbers(row.days), costs: numbers(row.costs) }));
};
