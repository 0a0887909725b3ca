import type { Columnar } from '../engine/columnar.ts';
import { bound, derivedDays, type Scope } from './scope.ts';
import { rowsOf } from '../engine/query.ts';
import { sliceOf, type Slices } from './trends.ts';

/**
 * How contacts and last conversions of one ad lie over a period: an amount for each slice. `ad` is 0 for
 * conversions without contact.
 */
export interface Course {
  readonly ad: number;
  readonly clicks: readonly number[];
  readonly cv: readonly number[];
}

/** Both of each ad, from what is summed by day, in one question. */
export const summedCourses = async (columnar: Columnar, scope: Scope, slices: Slices): Promise<Course[]> => {
  const days = (columns: string, table: string) =>
    `SELECT ad_id, day, ${columns} FROM ${table} WHERE ${derivedDays()}`;
  // Whole numbers far below 2^53: as such they need not be told as text.
  const sliced = (column: string) =>
    `CAST(sumResample(0, ${slices.count}, 1)(${column}, ${sliceOf('day', slices)}), 'Array(Float64)')`;
  return rowsOf<Course>(
    columnar,
    `
    SELECT ad_id AS ad, ${sliced('contacts')} AS clicks, ${sliced('sales')} AS cv FROM (${days('clicks AS contacts, toInt64(0) AS sales', 'daily_contact')} UNION ALL ${days('toInt64(0), cv', 'daily_credit')})
    GROUP BY ad ORDER BY ad`,
    bound(scope),
    scope.signal,
  );
};
