import { UNITS, unitsOf } from '../../attribution/models.ts';
import type { Member } from '../../store/clickhouse/queries/transition-counts.ts';
import type { Division } from '../../store/clickhouse/queries/path-counts.ts';

/**
 * The Shapley value of rows (ads or groups) for conversions: pure, exact and without sampling.
 *
 * The game: a set of rows is worth the conversions whose path holds no row outside of the set. It is the sum
 * of one unanimity game a conversion, which is worth 1
 * where the whole set of its path is there. In a unanimity game of n members each member's value is 1/n (the
 * members are alike, together they have the 1, and nobody else
 * changes anything), and the value of a sum of games is the sum of their values. So each conversion gives
 * each of the n different rows of its path 1/n, however often
 * and in whatever order they stand there.
 *
 * Source: L. S. Shapley, "A Value for n-Person Games", Contributions to the Theory of Games II (1953),
 * 307-317: the axioms, and the value of unanimity games.
 *
 * A conversion's credit units are shared as the linear model shares them, in the order of the rows' numbers,
 * so that they sum to the conversion.
 *
 * @returns divisions in credit units and yen times credit units, by row; conversions without contact keep
 *   theirs
 */
export const shapleyDivisions = (
  members: readonly Omit<Member, 'firsts'>[],
): ReadonlyMap<number, Division> => {
  const rows = new Map<number, Division>();
  for (const { row, n, i, lasts, middles, sales } of members) {
    const units = BigInt(n === 0 ? UNITS : unitsOf('linear', n, i));
    const before = rows.get(row) ?? { cv: 0n, middle: 0n, sales: 0n };
    rows.set(row, {
      cv: before.cv + units * lasts,
      middle: before.middle + units * middles,
      sales: before.sales + units * sales,
    });
  }
  return rows;
};
