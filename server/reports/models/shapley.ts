import { UNITS, unitsOf } from '../../attribution/models.ts';
import type { Member } from '../../store/clickhouse/queries/transition-counts.ts';
import type { Division } from '../../store/clickhouse/queries/path-counts.ts';

/**
 * The Shapley value of rows (ads or groups) for conversions: pure, exact and without sampling.
 *
 * The game: the value of a set of rows is the number of conversions whose path has no row outside of the set.
 * It is the sum of one unanimity game per conversion, worth 1 where all rows of its path are present. By
 * symmetry, efficiency and the null-player axiom each of the n members of a unanimity game has the value 1/n,
 * and the value of a sum of games is the sum of their values. Each conversion therefore gives 1/n to each of
 * the n distinct rows of its path, whatever their frequency and order.
 *
 * Source: L. S. Shapley, "A Value for n-Person Games", Contributions to the Theory of Games II (1953),
 * 307-317: the axioms, and the value of unanimity games.
 *
 * A conversion's credit units are divided as in the linear model, in the order of the rows' numbers, so that
 * they sum to the conversion.
 *
 * @returns divisions in credit units and yen times credit units, by row; conversions without contact keep
 *   their own
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
