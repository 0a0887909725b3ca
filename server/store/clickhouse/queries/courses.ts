import type { Columnar } from '../engine/columnar.ts';
import { bound, derivedDays, type Scope } from './scope.ts';
import { rowsOf } from '../engine/query.ts';
import { sliceOf, type Slices } from './trends.ts';

/** Contacts and last conversions of one ad by slice of a period. `ad` is 0 for conversions without contact. */
export interface Course {
  readonly ad: number;
  readonly clicks: readonly number[];
  readonly cv: readonly number[];
}

/** The courses of all ads, from the sums of days, in one query. */
export const summedCourses = async (columnar: Columnar, scope: Scope, slices: Slices): Promise<Course[]> => {
  const days = (columns: string, table: string) =>
    `SELECT ad_id, day, ${columns} FROM ${table} WHERE ${derivedDays()}`;
  // Integers far below 2^53: as floating point they need no text in the answer.
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
