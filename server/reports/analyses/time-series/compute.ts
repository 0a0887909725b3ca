import type { Viewer } from '../../../http/visibility.ts';
import { leftOut, type LeftOut } from '../../../store/clickhouse/queries/counts.ts';
import type { Scope } from '../../../store/clickhouse/queries/scope.ts';
import { contactsByDay, salesByDay } from '../../../store/clickhouse/queries/days.ts';
import { impressionsByDay } from '../../../store/clickhouse/queries/impressions.ts';
import { importedCosts, type ReportAd } from '../../../store/postgres/reports/costs.ts';
import { resultCosts } from '../../../store/postgres/results/result-sums.ts';
import { dayText } from '../../../platform/time.ts';
import { metricRules, type MetricRules } from '../../shape/answer-rules.ts';
import { importedCostDays } from '../../count/imported-costs.ts';
import { eachFee } from '../../count/fees.ts';
import { AD_FILTERS } from '../../parse/filters.ts';
import {
  addTallies,
  countedOf,
  emptyTally,
  type CountedKey,
  type Tally,
} from '../../../attribution/counted.ts';
import { columnsOf, measure, type Measured, type MetricKey } from '../../../attribution/metrics.ts';
import { bucketOf, periodOf, previousOf, type Period, type StepName } from '../../parse/period.ts';
import { resolveQuery, type ResolvedQuery, type ReportParts } from '../../parse/query.ts';
import { analysisOf, type CountPlan } from '../../plan/stages.ts';
import { watermarkFields } from '../../parse/watermark.ts';
import type { SeriesParameters } from './query.ts';
import { SERIES_METRICS, type SeriesMetric } from './schema.ts';

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

interface SeriesPlan extends CountPlan {
  readonly query: ResolvedQuery;
  readonly parameters: SeriesParameters;
  /** The comparison period; default: as many days just before. */
  readonly before: Period;
  /** The stretches to count: adjacent periods are counted in one query. */
  readonly stretches: readonly [Period, Period | null];
}

/** @throws {Failure} `invalid`, `no_permission_for_data` */
const planSeries = async (
  parts: ReportParts,
  viewer: Viewer,
  parameters: SeriesParameters,
): Promise<SeriesPlan> => {
  const query = await resolveQuery(parts, viewer, parameters, AD_FILTERS);
  const { rules, period } = query;
  const before = query.compared ?? previousOf(period);
  const isAdjacent = before.untilDay >= period.fromDay && before.fromDay <= period.untilDay;
  return {
    rules,
    span: period,
    query,
    parameters,
    before,
    stretches: isAdjacent
      ? [periodOf(Math.min(before.fromDay, period.fromDay), Math.max(before.untilDay, period.untilDay)), null]
      : [period, before],
  };
};

/** What the stores return for the Tokyo days of a stretch. */
const countDays = async (
  { columnar, db }: ReportParts,
  scope: Scope,
  { companyId, filters: { shown }, rules }: ResolvedQuery,
  period: Period,
) => {
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
  return { period, bills, contacts, impressions, sales, results };
};
type DayCounts = Awaited<ReturnType<typeof countDays>>;

const countSeries = async (parts: ReportParts, scope: Scope, { query, stretches }: SeriesPlan) => {
  const { shown } = query.filters;
  const [stretch, other] = stretches;
  const [counts, otherCounts, out] = await Promise.all([
    countDays(parts, scope, query, stretch),
    other && countDays(parts, scope, query, other),
    leftOut(parts.columnar, scope, shown === 'all' ? null : [...shown]),
  ]);
  return { current: counts, previous: otherCounts ?? counts, out };
};

/** The fees of some ads by day of a stretch, in 1/100 yen. */
const feesByDay = (ads: readonly ReportAd[], { fromDay, untilDay }: Period): number[] => {
  const fees = Array.from({ length: untilDay - fromDay }, () => 0);
  for (const ad of ads)
    eachFee(ad, fromDay, untilDay, (day, share) => {
      fees[day - fromDay] = (fees[day - fromDay] ?? 0) + share;
    });
  return fees;
};

type DayCounted = Partial<Record<CountedKey, bigint>>;

/** The counts of each day of a stretch. */
const tallyDays = (
  { ads, filters: { shown } }: ResolvedQuery,
  { period, bills, contacts, impressions, sales, results }: DayCounts,
): readonly Tally[] => {
  const days = Array.from({ length: period.untilDay - period.fromDay }, emptyTally);
  const sum = (day: number, counts: DayCounted) => {
    const tally = days[day - period.fromDay];
    if (tally === undefined) throw new RangeError(`day ${day} is outside of the stretch`);
    for (const [key, value] of Object.entries(counts) as [CountedKey, bigint][]) tally[key] += value;
  };
  const isShown = (ad: number | null) => shown === 'all' || (ad !== null && shown.has(ad));
  const hasImportedCost = importedCostDays(bills);
  // Lines of ad 0 are sums over the shown ads.
  for (const { day, ad_id, clicks, first_touches, cost } of contacts)
    if (ad_id === 0 || isShown(ad_id))
      sum(day, {
        clicks,
        first_touches,
        ...(!hasImportedCost(day, ad_id) && { cost, cost_unapproved: cost }),
      });
  for (const { day, impressions: seen } of impressions) sum(day, { impressions: seen });
  for (const { day, adId, cost } of bills) if (isShown(adId)) sum(day, { cost, cost_unapproved: cost });
  for (const { day, ad_id: _, ...counts } of sales) sum(day, counts);
  for (const { day, approved, pending } of results)
    sum(day, { cost: approved, cost_unapproved: approved + pending });
  const shownAds = ads.filter(({ id }) => isShown(id));
  for (const [index, fee] of feesByDay(shownAds, period).entries())
    sum(period.fromDay + index, { cost: BigInt(fee), cost_unapproved: BigInt(fee) });
  return days;
};

/** Sums of the days from one up to but without another. */
type Between = (from: number, until: number) => Tally;

const sumsOf = (query: ResolvedQuery, counts: DayCounts): Between => {
  const days = tallyDays(query, counts);
  const { fromDay } = counts.period;
  return (from, until) => addTallies(days.slice(from - fromDay, until - fromDay));
};

const deriveSeries = (
  { query }: SeriesPlan,
  { current, previous, out }: Awaited<ReturnType<typeof countSeries>>,
) => {
  const sums = sumsOf(query, current);
  return { current: sums, previous: previous === current ? sums : sumsOf(query, previous), out };
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

const shapeSeries = (
  { query, parameters, before }: SeriesPlan,
  { current, previous, out }: ReturnType<typeof deriveSeries>,
  watermark: string,
): Series => {
  const { rules, period, approval } = query;
  const measured = (tally: Tally) => measure(countedOf(tally, approval), SERIES_METRICS);
  const rowsOf = (within: Period, between: Between): SeriesRow[] =>
    [...bucketsOf(within, parameters.step, rules.weekStart)].map(([bucket, { from, until }]) => ({
      key: dayText(bucket),
      label: dayText(bucket),
      ...daysOf(from, until),
      ...measured(between(from, until)),
    }));
  return {
    rules: { ...metricRules(query, parameters), step: parameters.step, week_start: rules.weekStart },
    ...watermarkFields(watermark),
    left_out: out,
    columns: columnsOf(SERIES_METRICS),
    absent: [],
    rows: rowsOf(period, current),
    totals: measured(current(period.fromDay, period.untilDay)),
    previous: {
      ...daysOf(before.fromDay, before.untilDay),
      ...measured(previous(before.fromDay, before.untilDay)),
    },
    compared_rows: query.compared === null ? [] : rowsOf(before, previous),
  };
};

/**
 * The series of a product's figures over a period, with a comparison period.
 *
 * @throws {Failure} `invalid`, `no_permission_for_data`, `timed_out`
 */
export const computeSeries = analysisOf(planSeries, {
  count: countSeries,
  derive: deriveSeries,
  shape: shapeSeries,
});
