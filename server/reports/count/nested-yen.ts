import { UNITS } from '../../attribution/models.ts';
import { isFiner, NO_CONTACT } from '../../store/clickhouse/queries/row-layout.ts';
import { apportion, apportionTo } from '../../attribution/largest-remainder.ts';
import { HIDDEN, keyOf, outerOf, UNGROUPED, type Rows } from './rows.ts';

/**
 * Distributed yen of nested reports: an outer row has the yen that the flat report on the outer axis shows.
 */

/** Distributed sales of one row, in yen times credit units, with its outer row. */
export interface SalesShare {
  readonly outer: number;
  readonly sales: bigint;
}

/** The relation of a nested report's rows to those of the flat report on its outer axis. */
export interface Nesting {
  /** The outer row of an inner one, by its number in the flat report. */
  readonly outerOf: (row: number) => number;
  /** The order of the outer rows in which the flat report serves equal remainders. */
  readonly roundingRankOf: (outer: number) => number;
  /** The outer row of an ad (null: no contact), where the flat report has a row for each ad; else null. */
  readonly outerOfAd: ((ad: number | null) => number) | null;
}

/** @param inner the rows of the nested report; @param outer those of its outer axis alone */
export const nestingOf = (inner: Rows, outer: Rows, outerAxis: string): Nesting => {
  const { roundingRank = (row: number) => row } = outer;
  const outerByKey = (number: number): number => {
    const row = inner.read(number);
    return row.kind === 'hidden' ? HIDDEN : (outer.numberOf(keyOf(outerOf(row) ?? row)) ?? UNGROUPED);
  };
  const isByAd = outerAxis === 'ad' && !isFiner(outer.grouping);
  return {
    outerOf: isFiner(outer.grouping) && inner.outerOf ? inner.outerOf : outerByKey,
    roundingRankOf: roundingRank,
    outerOfAd: isByAd ? outer.rowOf : null,
  };
};

/**
 * Whether the flat report distinguishes rows that are one outer row of the nested one: it has a row for each
 * hidden ad and each unregistered ad.
 *
 * @param rows those of the nested report in which something was counted
 */
export const needsFlatCounts = (
  { outerOf: outerOfRow, outerOfAd }: Nesting,
  rows: readonly number[],
): boolean => outerOfAd !== null && rows.some(row => [HIDDEN, UNGROUPED].includes(outerOfRow(row)));

/** The shares of the flat report's rows, one for each ad, in its order. */
export const sharesByAd = (
  { outerOfAd }: Nesting,
  counts: readonly { readonly row: number; readonly sales: bigint }[],
): SalesShare[] =>
  counts.map(({ row, sales }) => ({
    outer: outerOfAd?.(row === NO_CONTACT ? null : row) ?? UNGROUPED,
    sales,
  }));

const sumByOuter = (
  shares: readonly { readonly outer: number; readonly value: bigint }[],
): ReadonlyMap<number, bigint> => {
  const sums = new Map<number, bigint>();
  for (const { outer, value } of shares) sums.set(outer, (sums.get(outer) ?? 0n) + value);
  return sums;
};

/** The shares of the outer rows as sums of the inner ones, in the flat report's order. */
export const sharesByOuter = ({ roundingRankOf }: Nesting, inner: readonly SalesShare[]): SalesShare[] =>
  [...sumByOuter(inner.map(({ outer, sales }) => ({ outer, value: sales })))]
    .map(([outer, sales]) => ({ outer, sales }))
    .toSorted((a, b) => roundingRankOf(a.outer) - roundingRankOf(b.outer));

/**
 * Allocates whole yen by largest remainder, first over the rows of the flat report, then inside each outer
 * row over its inner rows.
 *
 * @param inner shares in the order in which equal remainders are served
 * @param flat shares of the flat report's rows in its order; they sum to whole yen
 * @returns the yen of each inner row, in their order; the inner rows of an outer row sum to its yen in the
 *   flat report
 */
export const allocateNestedYen = (inner: readonly SalesShare[], flat: readonly SalesShare[]): bigint[] => {
  const flatYen = apportion(
    flat.map(({ sales }) => sales),
    BigInt(UNITS),
  );
  const outerYen = sumByOuter(flat.map(({ outer }, index) => ({ outer, value: flatYen[index] ?? 0n })));
  const members = new Map<number, number[]>();
  for (const [index, { outer }] of inner.entries()) {
    const known = members.get(outer);
    if (known === undefined) members.set(outer, [index]);
    else known.push(index);
  }
  const yen = inner.map(() => 0n);
  for (const [outer, indexes] of members) {
    const allocated = apportionTo(
      indexes.map(index => inner[index]?.sales ?? 0n),
      BigInt(UNITS),
      outerYen.get(outer) ?? 0n,
    );
    for (const [at, index] of indexes.entries()) yen[index] = allocated[at] ?? 0n;
  }
  return yen;
};
