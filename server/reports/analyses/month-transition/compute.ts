import type { Viewer } from '../../../http/visibility.ts';
import { cohortCounts, firstTouches, type CohortCount } from '../../../store/clickhouse/queries/cohorts.ts';
import { leftOut } from '../../../store/clickhouse/queries/counts.ts';
import { dayNumber, TOKYO } from '../../../platform/time.ts';
import { authorizeAnalysis, type AnalysisContext, type AnalysisQuery } from '../../parse/analysis-query.ts';
import { periodOf, type Period } from '../../parse/period.ts';
import type { ReportParts } from '../../parse/query.ts';
import { analysisRules } from '../../shape/answer-rules.ts';
import { analysisOf, type CountPlan } from '../../plan/stages.ts';
import type { Scope } from '../../../store/clickhouse/queries/scope.ts';
import { watermarkFields } from '../../parse/watermark.ts';

/**
 * The month transition: conversions by the Tokyo month in which their path began (its first contact within
 * the tracking term) and by the number of months until the conversion.
 * Month 0 is the month of the first contact, months 1 to 24 those after it; all later conversions are one
 * sum, so that the total is complete.
 */

export const MAX_MONTHS = 24;

interface Cell {
  readonly cv: number;
  readonly amount_sum: number;
  readonly visitors: number;
}
const NONE: Cell = { cv: 0, amount_sum: 0, visitors: 0 };

const monthOf = (ms: number): number => {
  const date = new Date(ms + TOKYO);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
};
const monthText = (month: number): string =>
  `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}`;
const firstDay = (month: number): number => dayNumber(`${monthText(month)}-01`);

interface TransitionPlan extends AnalysisContext, CountPlan {
  /** The months of the first and of the last row, and the present one: numbers of months since year 0. */
  readonly first: number;
  readonly last: number;
  readonly present: number;
  /** The days of the rows: complete months. */
  readonly begun: Period;
}

/**
 * The rows are complete months. Conversions are searched until one term after the last of them: a conversion
 * is at most one term later than its first contact.
 *
 * @throws {Failure} `invalid`, `no_permission_for_data`
 */
export const planTransitions = async (
  parts: ReportParts,
  viewer: Viewer,
  query: AnalysisQuery,
): Promise<TransitionPlan> => {
  const context = await authorizeAnalysis(parts, viewer, query);
  const { period, rules } = context;
  const [first, last] = [monthOf(period.from), monthOf(period.until - 1)];
  const begun = periodOf(firstDay(first), firstDay(last + 1));
  const { until } = periodOf(begun.fromDay, begun.untilDay + rules.trackingTerm + 1);
  return {
    ...context,
    span: { from: begun.from, until },
    first,
    last,
    present: monthOf(parts.clock.now()),
    begun,
  };
};

const addCells = (cells: readonly Cell[]): Cell =>
  cells.reduce(
    (a, b) => ({
      cv: a.cv + b.cv,
      amount_sum: a.amount_sum + b.amount_sum,
      visitors: a.visitors + b.visitors,
    }),
    NONE,
  );

/** The row of the conversions whose path began in `month`. @param present months after it are null */
const monthRow = (month: number, present: number, counts: readonly CohortCount[], contacts: number) => {
  const byMonthsLater = new Map(
    counts
      .filter(({ begun }) => begun === month)
      .map(({ converted, cv, amount, visitors }): [number, Cell] => [
        converted - month,
        { cv, amount_sum: amount, visitors },
      ]),
  );
  const { cv, amount_sum } = addCells([...byMonthsLater.values()]);
  const later = addCells(
    [...byMonthsLater].filter(([months]) => months > MAX_MONTHS).map(([, cell]) => cell),
  );
  return {
    key: monthText(month),
    first_touch_count: contacts,
    cv,
    amount_sum,
    later: { cv: later.cv, amount_sum: later.amount_sum },
    cells: Array.from({ length: MAX_MONTHS + 1 }, (_, months) => {
      const { cv: cvs, amount_sum: yen, visitors } = byMonthsLater.get(months) ?? NONE;
      return month + months > present
        ? { month: months, cv: null, amount_sum: null, visitors: null }
        : { month: months, cv: cvs, amount_sum: yen, visitors };
    }),
  };
};
type MonthRow = ReturnType<typeof monthRow>;

/** The sums of the rows by months later. @param visitors of each, as one visitor may be in several rows */
const columnTotal = (months: number, rows: readonly MonthRow[], visitors: number) => {
  const begun = rows.flatMap(({ cells }) => cells.filter(cell => cell.month === months && cell.cv !== null));
  const sum = (valueOf: (cell: (typeof begun)[number]) => number | null) =>
    begun.length === 0 ? null : begun.reduce((total, cell) => total + (valueOf(cell) ?? 0), 0);
  return {
    month: months,
    cv: sum(cell => cell.cv),
    amount_sum: sum(cell => cell.amount_sum),
    visitors: begun.length === 0 ? null : visitors,
  };
};

const countTransitions = async (
  { columnar }: ReportParts,
  scope: Scope,
  { shown, first, last, present, begun }: TransitionPlan,
) => {
  const ads = shown === 'all' ? null : [...shown];
  const withinMonths = { ...scope, until: begun.until };
  const [cohorts, touches, out] = await Promise.all([
    cohortCounts(columnar, scope, ads, { first, last, ended: present }),
    firstTouches(columnar, withinMonths, ads),
    leftOut(columnar, withinMonths, ads),
  ]);
  return { ...cohorts, touches, out };
};

const deriveTransitions = (
  { first, last, present }: TransitionPlan,
  { cells, columns, touches, out }: Awaited<ReturnType<typeof countTransitions>>,
) => {
  const touchesOf = new Map(touches.map(({ month, contacts }) => [month, contacts]));
  const rows = Array.from({ length: last - first + 1 }, (_, index) =>
    monthRow(first + index, present, cells, touchesOf.get(first + index) ?? 0),
  );
  const visitorsOf = new Map(columns.map(({ later, visitors }) => [later, visitors]));
  const total = (valueOf: (row: MonthRow) => number) => rows.reduce((sum, row) => sum + valueOf(row), 0);
  return {
    out,
    rows,
    totals: {
      first_touch_count: total(row => row.first_touch_count),
      cv: total(row => row.cv),
      amount_sum: total(row => row.amount_sum),
      later: { cv: total(row => row.later.cv), amount_sum: total(row => row.later.amount_sum) },
      cells: Array.from({ length: MAX_MONTHS + 1 }, (_, months) =>
        columnTotal(months, rows, visitorsOf.get(months) ?? 0),
      ),
    },
  };
};

const shapeTransitions = (
  plan: TransitionPlan,
  { out, rows, totals }: ReturnType<typeof deriveTransitions>,
  watermark: string,
) => ({
  rules: { ...analysisRules(plan, plan.where, plan.begun), present: monthText(plan.present) },
  ...watermarkFields(watermark),
  left_out: out,
  rows,
  totals,
});

/**
 * The rows are complete months: those that contain `from` and `to`, and all between. Conversions count until
 * the present month. Months that have not begun are null.
 *
 * @throws {Failure} `invalid`, `no_permission_for_data`, `timed_out`
 */
export const computeTransitions = analysisOf(planTransitions, {
  count: countTransitions,
  derive: deriveTransitions,
  shape: shapeTransitions,
});
