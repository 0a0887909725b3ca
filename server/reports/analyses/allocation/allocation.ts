import type { Viewer } from '../../../http/visibility.ts';
import { Failure } from '../../../http/failures.ts';
import { leftOut } from '../../../store/clickhouse/queries/counts.ts';
import { NO_CONTACT } from '../../../store/clickhouse/queries/row-layout.ts';
import { allocationMode } from '../../../store/postgres/reports/allocation.ts';
import { dayText } from '../../../platform/time.ts';
import { adjusted, allot, readAdjustments, type Adjustment } from './budget-allocation.ts';
import { billed } from '../../count/imported-costs.ts';
import { adDays, type AdDays } from '../../count/daily.ts';
import { authorizeAnalysis, type AnalysisQuery } from '../analysis.ts';
import { addTallies, COUNTED, countedOf, measure, type Tally } from '../../../attribution/metrics.ts';
import { anyModelAsked, numberOfModel } from '../../models/models.ts';
import { periodOf } from '../../parse/period.ts';
import type { Options, ReportParts } from '../../parse/query.ts';
import { labelsOf } from '../../count/labels.ts';
import { isShown, keyOf, rowsOfAds, type Row } from '../../count/rows.ts';
import { analysisRules } from '../../shape/answer-rules.ts';
import { expectedAt, marginalResponse } from './marginal-response.ts';
import { countAt } from '../../plan/snapshot.ts';
import { tallyRows } from '../../count/aggregate.ts';
import { upTo } from '../../plan/watermark.ts';

/** Allocation of a period's budget over ads, with manual adjustments and the expected outcome of each. */

export interface AllocationParameters extends AnalysisQuery {
  /**
   * Basis code: 1 CV share, 2 sales share, 3 share of the ads' registered costs. Default: the product's
   * setting.
   */
  readonly mode?: number;
  /** Whole yen. Default: the ad cost of the period, rounded. */
  readonly pool?: number;
  /** `adId:1:percent,adId:2:yen`. */
  readonly adjust?: string;
  readonly model?: number;
}

/** Number of days in the sample of the simulation. */
export const RESPONSE_DAYS = 90;

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
const yenOf = (cents: bigint): bigint => (cents + 50n) / 100n;
const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b);

const readAdjust = (
  text: string | undefined,
  visible: 'all' | ReadonlySet<number>,
): ReadonlyMap<number, Adjustment> => {
  const found = readAdjustments(text ?? '');
  if (found === null) throw new Failure('invalid', { fields: { adjust: ['format'] } });
  if (visible !== 'all' && [...found.keys()].some(id => !visible.has(id)))
    throw new Failure('no_permission_for_data');
  return found;
};

/** Counted ads with their allocation basis and their cost. */
interface TalliedRow {
  readonly ad: number;
  readonly row: Row;
  readonly tally: Tally;
}

/** The allocation basis of an ad under the mode. @param corrections what network bills add to costs, by ad */
const basisOf = (
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
const allocationTotals = (
  shown: readonly TalliedRow[],
  rows: readonly AllocationRow[],
  isShared: boolean,
) => {
  const sum = (pick: (row: AllocationRow) => number | null) =>
    isShared ? rows.reduce((total, row) => total + (pick(row) ?? 0), 0) : null;
  const unshared = shown.filter(({ ad }) => ad === NO_CONTACT).map(({ tally }) => countedOf(tally));
  const expected = (
    pick: (row: AllocationRow) => number | null,
    rest: (counted: ReturnType<typeof countedOf>) => number,
  ) => {
    const value = sum(pick);
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
const allocationRows = (
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
const byShare = (a: AllocationRow, b: AllocationRow): number =>
  (b.allocated_cost ?? 0) - (a.allocated_cost ?? 0) || Number(a.key) - Number(b.key);

/**
 * Rows are the ads with any activity in the period. The pool is divided among them by the mode's basis, to
 * the yen.
 * Adjusted costs are not divided again: `difference` is their excess over the pool. A viewer limited to some
 * ads divides only the cost of these.
 *
 * @throws {Failure} `invalid`, `no_permission_for_data`, `timed_out`
 */
export const askAllocation = async (
  parts: ReportParts,
  viewer: Viewer,
  question: AllocationParameters,
  { signal, source }: Options = {},
) => {
  const checked = await authorizeAnalysis(parts, viewer, question);
  const { companyId, rules, period, visible, shown: seen, ads } = checked;
  const model = anyModelAsked(question.model ?? rules.attributionModel);
  const adjustments = readAdjust(question.adjust, visible);
  const adRows = rowsOfAds(['ad'], { ads, shown: seen });
  const labelOf = await labelsOf(parts, viewer, checked, ['ad']);
  const learnt = periodOf(period.untilDay - RESPONSE_DAYS, period.untilDay);
  const [
    {
      answer: [tallies, bills, days, out],
      mark,
    },
    mode,
  ] = await Promise.all([
    countAt(
      parts,
      rules,
      period,
      signal,
      scope =>
        Promise.all([
          tallyRows(parts, scope, checked, adRows, [model]),
          rules.adCostLinkage ? billed(parts, scope, companyId, period) : null,
          adDays(parts, scope, { companyId, ads, linked: rules.adCostLinkage, period: learnt }),
          leftOut(parts.columnar, scope, seen === 'all' ? null : [...seen]),
        ]),
      { source },
    ),
    question.mode ?? allocationMode(parts.db, companyId, question.productId),
  ]);

  const shown = [...tallies[model]]
    .map(([ad, tally]) => ({ ad, row: adRows.read(ad), tally }))
    .filter(({ row, tally }) => isShown(row, seen === 'all') && COUNTED.some(key => tally[key] !== 0n))
    .toSorted((a, b) => a.ad - b.ad);
  const rows = shown.filter(({ ad }) => ad !== NO_CONTACT);
  const basis = basisOf(mode, rows, bills?.corrections);
  const spent = shown.reduce((sum, { tally }) => sum + tally.cost, 0n);
  const pool = question.pool === undefined ? yenOf(spent) : BigInt(question.pool);
  const shares = allot(pool, basis);
  const answered = allocationRows({ rows, basis, shares }, adjustments, days, labelOf);
  return {
    rules: {
      ...analysisRules(checked, checked.where),
      model: numberOfModel(model),
      mode,
      response_from: dayText(learnt.fromDay),
      response_to: dayText(learnt.untilDay - 1),
    },
    ...upTo(mark),
    left_out: out,
    pool: Number(pool),
    pool_told: question.pool !== undefined,
    unallocated: shares === null ? Number(pool) : 0,
    rows: answered.toSorted(byShare),
    totals: allocationTotals(shown, answered, shares !== null),
  };
};
