import type { Viewer } from '../../../http/visibility.ts';
import { Failure } from '../../../http/failures.ts';
import { leftOut } from '../../../store/clickhouse/queries/counts.ts';
import { NO_CONTACT } from '../../../store/clickhouse/queries/row-layout.ts';
import { allocationMode } from '../../../store/postgres/reports/allocation.ts';
import { dayText } from '../../../platform/time.ts';
import { adjusted, allot, readAdjustments, type Adjustment } from './budget-allocation.ts';
import { billed } from '../../count/imported-costs.ts';
import { adDays, type AdDays } from '../../count/daily.ts';
import { authorizeAnalysis, type AnalysisContext } from '../../parse/analysis-query.ts';
import { addTallies, COUNTED, countedOf, measure, type Tally } from '../../../attribution/metrics.ts';
import { parseAnyModel, numberOfModel, type AnyModel } from '../../models/models.ts';
import { periodOf, type Period } from '../../parse/period.ts';
import type { ReportParts } from '../../parse/query.ts';
import { labelsOf } from '../../count/labels.ts';
import { isShown, keyOf, rowsOfAds, type AdRows, type Row } from '../../count/rows.ts';
import { analysisRules } from '../../shape/answer-rules.ts';
import { expectedAt, marginalResponse } from './marginal-response.ts';
import { analysisOf, type CountPlan } from '../../stages.ts';
import type { Scope } from '../../../store/clickhouse/queries/scope.ts';
import { tallyRows } from '../../count/aggregate.ts';
import type { AllocationParameters } from './query.ts';
import { upTo } from '../../plan/watermark.ts';

/** Allocation of a period's budget over ads, with manual adjustments and the expected outcome of each. */

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

interface AllocationPlan extends AnalysisContext, CountPlan {
  readonly viewer: Viewer;
  readonly query: AllocationParameters;
  readonly model: AnyModel;
  readonly adjustments: ReadonlyMap<number, Adjustment>;
  readonly rowsOfAxis: AdRows;
  /** The days that marginal responses are learnt from. */
  readonly sample: Period;
}

const planAllocation = async (
  parts: ReportParts,
  viewer: Viewer,
  query: AllocationParameters,
): Promise<AllocationPlan> => {
  const context = await authorizeAnalysis(parts, viewer, query);
  const { rules, period, visible } = context;
  return {
    ...context,
    span: period,
    viewer,
    query,
    model: parseAnyModel(query.model ?? rules.attributionModel),
    adjustments: readAdjust(query.adjust, visible),
    rowsOfAxis: rowsOfAds(['ad'], context),
    sample: periodOf(period.untilDay - RESPONSE_DAYS, period.untilDay),
  };
};

const countAllocation = async (parts: ReportParts, scope: Scope, plan: AllocationPlan) => {
  const { companyId, rules, period, shown, ads } = plan;
  const linked = rules.adCostLinkage;
  const [tallies, bills, days, mode, out, labelOf] = await Promise.all([
    tallyRows(parts, scope, plan, plan.rowsOfAxis, [plan.model]),
    linked ? billed(parts, scope, companyId, period) : null,
    adDays(parts, scope, { companyId, ads, linked, period: plan.sample }),
    plan.query.mode ?? allocationMode(parts.db, companyId, rules.id),
    leftOut(parts.columnar, scope, shown === 'all' ? null : [...shown]),
    labelsOf(parts, plan.viewer, plan, ['ad']),
  ]);
  return { tallies: tallies[plan.model], bills, days, mode, out, labelOf };
};

/** The shown rows with any activity, in the order of their ads; conversions without a contact are one. */
const activeRows = (
  { rowsOfAxis, shown }: AllocationPlan,
  tallies: ReadonlyMap<number, Tally>,
): TalliedRow[] =>
  [...tallies]
    .map(([ad, tally]) => ({ ad, row: rowsOfAxis.read(ad), tally }))
    .filter(({ row, tally }) => isShown(row, shown === 'all') && COUNTED.some(key => tally[key] !== 0n))
    .toSorted((a, b) => a.ad - b.ad);

const deriveAllocation = (
  plan: AllocationPlan,
  { tallies, bills, days, mode, out, labelOf }: Awaited<ReturnType<typeof countAllocation>>,
) => {
  const active = activeRows(plan, tallies);
  const rows = active.filter(({ ad }) => ad !== NO_CONTACT);
  const basis = basisOf(mode, rows, bills?.corrections);
  const spent = active.reduce((sum, { tally }) => sum + tally.cost, 0n);
  const pool = plan.query.pool === undefined ? yenOf(spent) : BigInt(plan.query.pool);
  const shares = allot(pool, basis);
  const answered = allocationRows({ rows, basis, shares }, plan.adjustments, days, labelOf);
  return {
    out,
    mode,
    pool: Number(pool),
    isShared: shares !== null,
    rows: answered.toSorted(byShare),
    totals: allocationTotals(active, answered, shares !== null),
  };
};

const shapeAllocation = (
  plan: AllocationPlan,
  { out, mode, pool, isShared, rows, totals }: ReturnType<typeof deriveAllocation>,
  mark: string,
) => ({
  rules: {
    ...analysisRules(plan, plan.where),
    model: numberOfModel(plan.model),
    mode,
    response_from: dayText(plan.sample.fromDay),
    response_to: dayText(plan.sample.untilDay - 1),
  },
  ...upTo(mark),
  left_out: out,
  pool,
  pool_told: plan.query.pool !== undefined,
  unallocated: isShared ? 0 : pool,
  rows,
  totals,
});

/**
 * Rows are the ads with any activity in the period. The pool is divided among them by the mode's basis, to
 * the yen.
 * Adjusted costs are not divided again: `difference` is their excess over the pool. A viewer limited to some
 * ads divides only the cost of these.
 *
 * @throws {Failure} `invalid`, `no_permission_for_data`, `timed_out`
 */
export const computeAllocation = analysisOf(planAllocation, {
  count: countAllocation,
  derive: deriveAllocation,
  shape: shapeAllocation,
});
