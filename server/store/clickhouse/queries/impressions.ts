import { timeOfId } from '../../../platform/ids.ts';
import { dayAt } from '../rollups/calendar.ts';
import type { Columnar } from '../engine/columnar.ts';
import { bound, period, type Scope } from './scope.ts';
import { adOf, adCondition, type AdSelection } from './days.ts';
import { dayOf, eventCounts } from '../events/eligible.ts';
import { FEW, rowsOf } from '../engine/query.ts';

/**
 * Impressions by ad and by day (days since 1970 in Tokyo), from the counts of the projection `by_day`. Single events
 * are read only for the watermark's day, of which some may not count yet, and if IP addresses are excluded, which the
 * projection does not contain.
 */

const ON = dayOf('toUnixTimestamp64Milli(ts)');

interface Line {
  readonly day_of: number;
  readonly ad_of: number;
  readonly seen: string;
  readonly latest: string;
}
/** Grouping expressions of a line, and the condition on ads. */
interface Shape {
  readonly day: string;
  readonly ad: string;
  readonly which: string;
}

const counted = (scope: Scope, { day, ad, which }: Shape, when: string): string => `
  SELECT ${day} AS day_of, ${ad} AS ad_of, count() AS seen, max(impression_id) AS latest FROM impression
  WHERE product_id = {product: UInt32} AND ${eventCounts(scope.rules)} AND ${when} AND ${which} GROUP BY day_of, ad_of`;

const read = async (columnar: Columnar, scope: Scope, shape: Shape): Promise<Line[]> => {
  if (scope.impressions === false) return [];
  const ask = (parts: readonly string[], size?: typeof FEW) =>
    parts.length === 0
      ? []
      : rowsOf<Line>(
          columnar,
          parts.length === 1
            ? `${parts[0]} ORDER BY day_of, ad_of`
            : `
    SELECT day_of, ad_of, sum(p.seen) AS seen, max(p.latest) AS latest FROM (${parts.join(' UNION ALL ')}) AS p GROUP BY day_of, ad_of ORDER BY day_of, ad_of`,
          bound(scope),
          scope.signal,
          size,
        );
  const singly = `${period} AND impression_id <= {watermark: UInt64}`;
  if (scope.rules.excluded.length > 0) return ask([counted(scope, shape, singly)]);
  const [from, until, open] = [
    dayAt(scope.from),
    dayAt(scope.until),
    dayAt(timeOfId(BigInt(scope.watermark))),
  ];
  const found = await ask(
    [
      ...(from < open
        ? [counted(scope, shape, `${ON} >= ${from} AND ${ON} < ${Math.min(until, open)}`)]
        : []),
      ...(open < until ? [counted(scope, shape, `${singly} AND ${ON} >= ${open}`)] : []),
    ],
    FEW,
  );
  // An id starts with the time of its event, so no event of an earlier day exceeds the watermark. If one does, single
  // events are read.
  return found.every(({ latest }) => BigInt(latest) <= BigInt(scope.watermark))
    ? found
    : ask([counted(scope, shape, singly)]);
};

export interface DayImpressions {
  readonly day: number;
  readonly ad_id: number;
  readonly impressions: bigint;
}

/** Impressions by ad. */
export const impressionTotals = async (
  columnar: Columnar,
  scope: Scope,
): Promise<Omit<DayImpressions, 'day'>[]> =>
  (await read(columnar, scope, { day: 'toInt32(0)', ad: 'ad_id', which: '1' })).map(({ ad_of, seen }) => ({
    ad_id: ad_of,
    impressions: BigInt(seen),
  }));

/** Impressions by day. */
export const impressionsByDay = async (
  columnar: Columnar,
  scope: Scope,
  whose: AdSelection = 'each',
): Promise<DayImpressions[]> =>
  (
    await read(columnar, scope, { day: ON, ad: adOf(whose, 'ad_id'), which: adCondition(whose, 'ad_id') })
  ).map(({ day_of, ad_of, seen }) => ({ day: day_of, ad_id: ad_of, impressions: BigInt(seen) }));
