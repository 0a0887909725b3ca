import type { Viewer } from '../../../http/visibility.ts';
import { Failure } from '../../../http/failures.ts';
import { leftOut } from '../../../store/clickhouse/queries/counts.ts';
import { NO_CONTACT } from '../../../store/clickhouse/queries/row-layout.ts';
import { allocationMode } from '../../../store/postgres/reports/allocation.ts';
import { dayText } from '../../../platform/time.ts';
import { allocationRows, allocationTotals, basisOf, byShare, type TalliedRow } from './allocation-rows.ts';
import { allocateBudget, readAdjustments, type Adjustment } from './budget-allocation.ts';
import { billed } from '../../count/imported-costs.ts';
import { adDays } from '../../count/daily.ts';
import { authorizeAnalysis, type AnalysisContext } from '../../parse/analysis-query.ts';
import { COUNTED, type Tally } from '../../../attribution/counted.ts';
import { parseAnyModel, numberOfModel, type AnyModel } from '../../models/models.ts';
import { periodOf, type Period } from '../../parse/period.ts';
import type { ReportParts } from '../../parse/query.ts';
import { labelsOf } from '../../count/labels.ts';
import { isShown, rowsOfAds, type AdRows } from '../../count/rows.ts';
import { analysisRules } from '../../shape/answer-rules.ts';
import { analysisOf, type CountPlan } from '../../plan/stages.ts';
import type { Scope } from '../../../store/clickhouse/queries/scope.ts';
import { tallyRows } from '../../count/aggregate.ts';
import type { AllocationParameters } from './query.ts';
import { watermarkFields } from '../../parse/watermark.ts';

/** Allocation of a period's budget over ads, with manual adjustments and the expected outcome of each. */

/** Number of days in the sample of the simulation. */
export const RESPONSE_DAYS = 90;

const yenOf = (cents: bigint): bigint => (cents + 50n) / 100n;

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
    leftOut(parts.columnar, scope, shown === 'all' ? null : [...shown], plan.rowsOfAxis.grouping),
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
  const shares = allocateBudget(pool, basis);
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
  watermark: string,
) => ({
  rules: {
    ...analysisRules(plan, plan.where),
    model: numberOfModel(plan.model),
    mode,
    response_from: dayText(plan.sample.fromDay),
    response_to: dayText(plan.sample.untilDay - 1),
  },
  ...watermarkFields(watermark),
  left_out: out,
  pool,
  pool_set: plan.query.pool !== undefined,
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
