import { addTallies, countedOf, type Tally } from '../../../attribution/counted.ts';
import { measure } from '../../../attribution/metrics.ts';
import { NO_CONTACT } from '../../../store/clickhouse/queries/row-layout.ts';
import type { AdDays } from '../../count/daily.ts';
import { keyOf, type Row } from '../../count/rows.ts';
import { adjusted, type Adjustment } from './budget-allocation.ts';
import { expectedAt, marginalResponse } from './marginal-response.ts';

/** The rows and totals of an allocation, from counted ads. Pure. */

const FIGURES = [
  'ad_cost',
  'cv',
  'cv_division',
  'amount_sum',
  'amount_division',
  'attributed_cpa',
  'attributed_roas',
] as const;
const NO_DAYS: AdDays = { cost: [], cv: [], amount: [] };
const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/** Counted ads with their allocation basis and their cost. */
export interface TalliedRow {
  readonly ad: number;
  readonly row: Row;
  readonly tally: Tally;
}

/** The allocation basis of an ad under the mode. @param corrections what network bills add to costs, by ad */
export const basisOf = (
  mode: number,
  rows: readonly TalliedRow[],
  corrections: ReadonlyMap<number, bigint> | undefined,
): bigint[] => {
  if (mode === 1) return rows.map(({ tally }) => tally.cv);
  if (mode === 2) return rows.map(({ tally }) => tally.amount);
  // The registered cost is the cost of an ad without any network bill.
  return rows.map(({ ad, tally }) => larger(0n, tally.cost - (corrections?.get(ad) ?? 0n)));
};

/** An adjustment as answers represent it: unit 1 is percent, unit 2 is yen. */
const showAdjustment = (adjustment: Adjustment | undefined) => {
  if (adjustment === undefined) return { adjustment_unit: null, adjustment: null };
  return adjustment.unit === 'percent'
    ? { adjustment_unit: 1, adjustment: Number(adjustment.hundredths) / 100 }
    : { adjustment_unit: 2, adjustment: Number(adjustment.yen) };
};

/** The share of an ad in the pool, which is divided in proportion to the basis. */
interface Allocated {
  readonly basis: bigint;
  readonly totalBasis: bigint;
  readonly allocated: bigint | null;
  readonly adjustment: Adjustment | undefined;
}

/** The row of an ad, with the expected outcome of its adjusted cost. */
const allocationRow = (
  { row, tally }: TalliedRow,
  { basis, totalBasis, allocated, adjustment }: Allocated,
  { cost: cents, cv: cvs, amount: yen }: AdDays,
  labelOf: (row: Row) => string,
) => {
  const figures = measure(countedOf(tally), FIGURES);
  const cost = allocated === null ? null : adjusted(allocated, adjustment);
  const costs = cents.map(one => one / 100);
  const [cv, amount] = [marginalResponse(costs, cvs), marginalResponse(costs, yen)];
  const expected = (present: number | null, slope: number) =>
    cost === null ? null : expectedAt(present ?? 0, slope, figures.ad_cost ?? 0, Number(cost));
  return {
    key: keyOf(row),
    label: labelOf(row),
    ...figures,
    share: totalBasis === 0n ? null : Number(basis) / Number(totalBasis),
    allocated_cost: allocated === null ? null : Number(allocated),
    ...showAdjustment(adjustment),
    adjusted_cost: cost === null ? null : Number(cost),
    expected_cv: expected(figures.cv, cv.slope),
    expected_amount: expected(figures.amount_sum, amount.slope),
    cv_per_yen: cv.slope,
    amount_per_yen: amount.slope,
    response_days: cv.days,
    response_basis: cv.basis,
  };
};
type AllocationRow = ReturnType<typeof allocationRow>;

/** The totals of an allocation. Conversions without contact belong to no ad and stay unchanged. */
export const allocationTotals = (
  shown: readonly TalliedRow[],
  rows: readonly AllocationRow[],
  isShared: boolean,
) => {
  const sum = (valueOf: (row: AllocationRow) => number | null) =>
    isShared ? rows.reduce((total, row) => total + (valueOf(row) ?? 0), 0) : null;
  const unshared = shown.filter(({ ad }) => ad === NO_CONTACT).map(({ tally }) => countedOf(tally));
  const expected = (
    valueOf: (row: AllocationRow) => number | null,
    rest: (counted: ReturnType<typeof countedOf>) => number,
  ) => {
    const value = sum(valueOf);
    return value === null ? null : value + unshared.reduce((total, one) => total + rest(one), 0);
  };
  const allocated = sum(row => row.allocated_cost);
  const after = sum(row => row.adjusted_cost);
  return {
    ...measure(countedOf(addTallies(shown.map(({ tally }) => tally))), FIGURES),
    allocated_cost: allocated,
    adjusted_cost: after,
    difference: after === null || allocated === null ? null : after - allocated,
    expected_cv: expected(
      row => row.expected_cv,
      ({ cv }) => cv,
    ),
    expected_amount: expected(
      row => row.expected_amount,
      ({ amount }) => amount,
    ),
  };
};

/** The rows that divide the pool, with the share of each. */
interface Shared {
  readonly rows: readonly TalliedRow[];
  readonly basis: readonly bigint[];
  /** Null: no row has a basis above zero. */
  readonly shares: readonly bigint[] | null;
}

/** The rows of ads, ordered by ad: totals add fractions in this order, so that they are always the same bytes. */
export const allocationRows = (
  { rows, basis, shares }: Shared,
  adjustments: ReadonlyMap<number, Adjustment>,
  days: ReadonlyMap<number, AdDays>,
  labelOf: (row: Row) => string,
): readonly AllocationRow[] => {
  const totalBasis = basis.reduce((a, b) => a + b, 0n);
  return rows.map((tallied, index) =>
    allocationRow(
      tallied,
      {
        basis: basis[index] ?? 0n,
        totalBasis,
        allocated: shares?.[index] ?? null,
        adjustment: adjustments.get(tallied.ad),
      },
      days.get(tallied.ad) ?? NO_DAYS,
      labelOf,
    ),
  );
};

/** The order of the answer: the largest share first. */
export const byShare = (a: AllocationRow, b: AllocationRow): number =>
  (b.allocated_cost ?? 0) - (a.allocated_cost ?? 0) || Number(a.key) - Number(b.key);
