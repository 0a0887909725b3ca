import type { Viewer } from '../http/visibility.ts';
import { leftOut, type LeftOut } from '../store/clickhouse/queries/counts.ts';
import type { Scope } from '../store/clickhouse/queries/scope.ts';
import { contactsByDay, salesByDay } from '../store/clickhouse/queries/days.ts';
import { impressionsByDay } from '../store/clickhouse/events/impressions.ts';
import { importedCosts } from '../store/postgres/reports/costs.ts';
import { resultCosts } from '../store/postgres/results/result-sums.ts';
import { dayText } from '../platform/time.ts';
import { metricRules, type MetricRules } from './shape/answer-rules.ts';
import { billedDays } from './count/imported-costs.ts';
import { eachFee } from './count/fees.ts';
import { AD_FILTERS } from './parse/filters.ts';
import {
  addTallies,
  columnsOf,
  countedOf,
  emptyTally,
  measure,
  type CountedKey,
  type Measured,
  type MetricKey,
  type Tally,
} from '../attribution/metrics.ts';
import { bucketOf, periodOf, previousOf, type Period, type StepName } from './parse/period.ts';
import {
  readBaseQuery,
  type BaseReportQuery,
  type Options,
  type Read,
  type ReportParts,
} from './parse/query.ts';
import { countAt } from './plan/snapshot.ts';
import { upTo } from './plan/watermark.ts';

/**
 * The metrics of a product by day: all but credit, whose total is that of the conversions, and metrics that
 * depend on the row axis.
 */
export const SERIES_METRICS = [
  'impressions',
  'clicks',
  'first_touch_count',
  'cv',
  'cvr',
  'cv_total_middle',
  'amount_sum',
  'amount_avg',
  'ad_cost',
  'ad_cost_unapproved',
  'cpa',
  'roas',
  'roi',
  'profit',
  'ad_touch_1',
  'ad_touch_2',
  'ad_touch_3',
  'ad_touch_4',
  'ad_touch_5',
  'ad_touch_6',
  'ad_touch_avg',
  'attr_avg',
] as const satisfies readonly MetricKey[];
type SeriesMetric = (typeof SERIES_METRICS)[number];

export interface SeriesParameters extends BaseReportQuery {
  readonly step: StepName;
}
interface Days {
  readonly from: string;
  readonly to: string;
}
export type SeriesRow = Measured<SeriesMetric> & Days & { readonly key: string; readonly label: string };
export interface Series {
  readonly rules: MetricRules & { readonly step: StepName; readonly week_start: number };
  readonly watermark: string;
  readonly watermark_at: string | null;
  readonly left_out: LeftOut;
  readonly columns: ReturnType<typeof columnsOf>;
  readonly absent: MetricKey[];
  /**
   * Every day, week or month of the period, including empty ones; `key` is its first day, `from` and `to` its
   * part within the period.
   */
  readonly rows: SeriesRow[];
  readonly totals: Measured<SeriesMetric>;
  /** The same over the comparison period; default: as many days just before. */
  readonly previous: Measured<SeriesMetric> & Days;
  readonly compared_rows: SeriesRow[];
}

/** Sums of the days from one up to but without another. */
type Between = (from: number, until: number) => Tally;

/** Counts the Tokyo days of a stretch. */
const tallyDays = async (
  { columnar, db }: ReportParts,
  scope: Scope,
  { companyId, ads, filters: { shown }, rules }: Read,
  period: Period,
): Promise<Between> => {
  const within = { ...scope, from: period.from, until: period.until };
  const whose = shown === 'all' ? 'all' : [...shown];
  const billing = async () => {
    const bills = rules.adCostLinkage
      ? await importedCosts(db, companyId, scope.rules.productId, period)
      : [];
    // Bills replace the click costs of single ads.
    return { bills, contacts: await contactsByDay(columnar, within, bills.length === 0 ? whose : 'each') };
  };
  const [{ bills, contacts }, impressions, sales, results] = await Promise.all([
    billing(),
    impressionsByDay(columnar, within, whose),
    salesByDay(columnar, within, whose),
    resultCosts(db, companyId, scope.rules.productId, period, whose),
  ]);
  const isBilled = billedDays(bills);
  const days = Array.from({ length: period.untilDay - period.fromDay }, emptyTally);
  const sum = (day: number, counts: Partial<Record<CountedKey, bigint>>) => {
    const tally = days[day - period.fromDay];
    if (tally === undefined) throw new RangeError(`day ${day} is outside of what was asked`);
    for (const [key, value] of Object.entries(counts) as [CountedKey, bigint][]) tally[key] += value;
  };
  const add = (day: number, ad: number | null, counts: Partial<Record<CountedKey, bigint>>) => {
    if (shown === 'all' || (ad !== null && shown.has(ad))) sum(day, counts);
  };
  for (const { day, ad_id, clicks, first_touches, cost } of contacts) {
    const counts = { clicks, first_touches, ...(!isBilled(day, ad_id) && { cost, cost_unapproved: cost }) };
    if (ad_id === 0) sum(day, counts);
    else add(day, ad_id, counts);
  }
  for (const { day, impressions: seen } of impressions) sum(day, { impressions: seen });
  for (const { day, adId, cost } of bills) add(day, adId, { cost, cost_unapproved: cost });
  for (const { day, ad_id: _, ...counts } of sales) sum(day, counts);
  for (const { day, approved, pending } of results)
    sum(day, { cost: approved, cost_unapproved: approved + pending });
  const fees = days.map(() => 0);
  for (const ad of ads.filter(({ id }) => shown === 'all' || shown.has(id)))
    eachFee(ad, period.fromDay, period.untilDay, (day, share) => {
      fees[day - period.fromDay] = (fees[day - period.fromDay] ?? 0) + share;
    });
  for (const [index, fee] of fees.entries())
    sum(period.fromDay + index, { cost: BigInt(fee), cost_unapproved: BigInt(fee) });
  return (from, until) => addTallies(days.slice(from - period.fromDay, until - period.fromDay));
};

const daysOf = (from: number, until: number): Days => ({ from: dayText(from), to: dayText(until - 1) });

/** The days, weeks or months of a period, by their first day, with the part of each within the period. */
const bucketsOf = (
  { fromDay, untilDay }: Period,
  step: StepName,
  weekStart: number,
): ReadonlyMap<number, { readonly from: number; readonly until: number }> => {
  const buckets = new Map<number, { from: number; until: number }>();
  for (let day = fromDay; day < untilDay; day += 1) {
    const bucket = bucketOf(day, step, weekStart);
    buckets.set(bucket, { from: buckets.get(bucket)?.from ?? day, until: day + 1 });
  }
  return buckets;
};

/**
 * The series of a product's figures over a period, with a comparison period.
 *
 * @throws {Failure} `invalid`, `no_permission_for_data`, `timed_out`
 */
export const askSeries = async (
  parts: ReportParts,
  viewer: Viewer,
  question: SeriesParameters,
  { signal, source }: Options = {},
): Promise<Series> => {
  const read = await readBaseQuery(parts, viewer, question, AD_FILTERS);
  const {
    rules,
    period,
    approval,
    filters: { shown },
  } = read;
  const before = read.compared ?? previousOf(period);
  // Adjacent periods are counted in one query.
  const both =
    before.untilDay >= period.fromDay && before.fromDay <= period.untilDay
      ? periodOf(Math.min(before.fromDay, period.fromDay), Math.max(before.untilDay, period.untilDay))
      : null;
  const tallied = async (scope: Scope): Promise<readonly [Between, Between]> => {
    const [first, second] = await Promise.all([
      tallyDays(parts, scope, read, both ?? period),
      both === null ? tallyDays(parts, scope, read, before) : null,
    ]);
    return [first, second ?? first];
  };
  const {
    answer: [[now, then], out],
    mark,
  } = await countAt(
    parts,
    rules,
    period,
    signal,
    scope =>
      Promise.all([tallied(scope), leftOut(parts.columnar, scope, shown === 'all' ? null : [...shown])]),
    { source },
  );
  const measured = (tally: Tally) => measure(countedOf(tally, approval), SERIES_METRICS);
  const rowsOf = (within: Period, between: Between): SeriesRow[] =>
    [...bucketsOf(within, question.step, rules.weekStart)].map(([bucket, { from, until }]) => ({
      key: dayText(bucket),
      label: dayText(bucket),
      ...daysOf(from, until),
      ...measured(between(from, until)),
    }));
  return {
    rules: { ...metricRules(read, question), step: question.step, week_start: rules.weekStart },
    ...upTo(mark),
    left_out: out,
    columns: columnsOf(SERIES_METRICS),
    absent: [],
    rows: rowsOf(period, now),
    totals: measured(now(period.fromDay, period.untilDay)),
    previous: {
      ...daysOf(before.fromDay, before.untilDay),
      ...measured(then(before.fromDay, before.untilDay)),
    },
    compared_rows: read.compared === null ? [] : rowsOf(before, then),
  };
};
