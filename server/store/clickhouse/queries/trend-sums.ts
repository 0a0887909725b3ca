import type { Columnar } from '../engine/columnar.ts';
import { bound, type Scope } from './scope.ts';
import { rowsOf } from '../engine/query.ts';
import { sliceOf, type Slices } from './trends.ts';

/** Contacts and last conversions of one ad by slice of a period. `ad` is 0 for conversions without contact. */
export interface AdTrends {
  readonly ad: number;
  readonly clicks: readonly number[];
  readonly cv: readonly number[];
}

/** The trends of all ads, from the sums of days, in one query; null: there are no sums. */
export const trendsFromSums = async (
  columnar: Columnar,
  scope: Scope,
  slices: Slices,
): Promise<AdTrends[] | null> => {
  const credit = scope.source.dailyCredit(scope);
  if (credit === null) return null;
  const contacts = `SELECT ad_id, day, clicks AS contacts, toInt64(0) AS sales FROM (${scope.source.dailyContacts(scope)})`;
  const sales = `SELECT ad_id, day, toInt64(0), cv FROM ${credit.days}`;
  // Integers far below 2^53: as floating point they need no text in the answer.
  const sliced = (column: string) =>
    `CAST(sumResample(0, ${slices.count}, 1)(${column}, ${sliceOf('day', slices)}), 'Array(Float64)')`;
  return rowsOf<AdTrends>(
    columnar,
    `
    SELECT ad_id AS ad, ${sliced('contacts')} AS clicks, ${sliced('sales')} AS cv FROM (${contacts} UNION ALL ${sales})
    GROUP BY ad ORDER BY ad`,
    bound(scope),
    scope.signal,
  );
};
