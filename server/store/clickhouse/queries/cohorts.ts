import type { Columnar } from '../engine/columnar.ts';
import { bound, type Scope } from './scope.ts';
import { monthOf } from '../events/eligible.ts';
import { rowsOf } from '../engine/query.ts';
import { journeysOf } from './path-summaries.ts';

/** Conversions by the Tokyo month in which their path began. A month is its number: year * 12 + month - 1. */

export interface CohortCount {
  readonly begun: number;
  readonly converted: number;
  readonly cv: number;
  readonly amount: number;
  readonly visitors: number;
}
/**
 * Different visitors with a conversion, by the number of months between the first contact and the
 * conversion.
 */
interface CohortColumn {
  readonly later: number;
  readonly visitors: number;
}

/**
 * The months in which paths begin, and the last month in which they may end, for the number of different
 * visitors by months until the conversion.
 */
interface CohortRows {
  readonly first: number;
  readonly last: number;
  readonly ended: number;
}

/**
 * Last conversions with a path, by the months in which the path began and ended; and the number of
 * different visitors by the months in between.
 *
 * @param ads only conversions whose last contact is of one of these ads; null: all
 */
export const cohortCounts = async (
  columnar: Columnar,
  scope: Scope,
  ads: readonly number[] | null,
  { first, last, ended }: CohortRows,
): Promise<{ readonly cells: readonly CohortCount[]; readonly columns: readonly CohortColumn[] }> => {
  const found = await rowsOf<{
    later: string;
    began_in: number[];
    ended_in: number[];
    cvs: string[];
    yens: string[];
    people: string[];
    of_rows: string;
  }>(
    columnar,
    `
    SELECT ended - began AS later, groupArray(began) AS began_in, groupArray(ended) AS ended_in, groupArray(cv) AS cvs, groupArray(yen) AS yens, groupArray(finalizeAggregation(who)) AS people,
      uniqExactMergeIf(who, began >= {first: Int32} AND began <= {last: Int32} AND ended <= {present: Int32}) AS of_rows
    FROM (
      SELECT began, ended, count() AS cv, sum(amount) AS yen, uniqExactState(visitor) AS who FROM (
        SELECT visitor, amount, ${monthOf('converted - elapsed')} AS began, ${monthOf('converted')} AS ended FROM (${journeysOf(scope, 'cv_type = 1')})
        WHERE last_ad != 0${ads === null ? '' : ' AND has({shown: Array(UInt32)}, last_ad)'}
      ) GROUP BY began, ended
    ) GROUP BY later ORDER BY later`,
    { ...bound(scope), shown: ads ?? [], first, last, present: ended },
    scope.signal,
  );
  return {
    cells: found.flatMap(({ began_in: began, ended_in: converted, cvs, yens, people }) =>
      began.map((begun, at) => ({
        begun,
        converted: converted[at] ?? 0,
        cv: Number(cvs[at]),
        amount: Number(yens[at]),
        visitors: Number(people[at]),
      })),
    ),
    columns: found.map(({ later, of_rows: visitors }) => ({
      later: Number(later),
      visitors: Number(visitors),
    })),
  };
};

/**
 * First contacts within the tracking term, by month.
 *
 * @param scope consists of whole months
 * @param ads only contacts of these ads; null: all
 */
export const firstTouches = async (
  columnar: Columnar,
  scope: Scope,
  ads: readonly number[] | null,
): Promise<{ readonly month: number; readonly contacts: number }[]> => {
  return (
    await rowsOf<{ month: number; contacts: string }>(
      columnar,
      `
    SELECT month, sum(first_touches) AS contacts FROM (${scope.source.monthlyFirstTouches(scope)})${ads === null ? '' : ' WHERE has({shown: Array(UInt32)}, ad_id)'}
    GROUP BY month ORDER BY month`,
      { ...bound(scope), shown: ads ?? [] },
      scope.signal,
    )
  ).map(line => ({ month: line.month, contacts: Number(line.contacts) }));
};
