import type { Viewer } from '../accounts/visibility.ts';
import { contactsByDay, leftOut, salesByDay, type LeftOut, type Scope } from '../store/clickhouse/counts.ts';
import { importedCosts, resultCosts } from '../store/postgres/costs.ts';
import { billedDays } from './billed.ts';
import { feeShare } from './fees.ts';
import { addTallies, columnsOf, countedOf, emptyTally, measure, type CountedKey, type Measured, type MetricKey, type Tally } from './metrics.ts';
import { bucketOf, dayText, previousOf, type StepName } from './period.ts';
import { check, type Checked, type Options, type ReportParts } from './report.ts';
import { countAt } from './source.ts';

/** What can be told by the day without looking at every contact of every path. */
export const SERIES_METRICS = ['clicks', 'cv', 'cvr', 'amount_sum', 'ad_cost', 'ad_cost_unapproved', 'cpa', 'roas', 'profit'] as const satisfies readonly MetricKey[];
type SeriesMetric = (typeof SERIES_METRICS)[number];

export interface SeriesQuestion { readonly productId: number; readonly from: string; readonly to: string; readonly step: StepName }
interface Days { readonly from: string; readonly to: string }
export interface Series {
  readonly rules: { readonly product_id: number; readonly from: string; readonly to: string; readonly step: StepName; readonly week_start: number; readonly tracking_term: number; readonly excluded_ips: string[]; readonly ad_cost_linkage: boolean; readonly time_zone: 'Asia/Tokyo' };
  readonly watermark: string;
  readonly left_out: LeftOut;
  readonly columns: ReturnType<typeof columnsOf>;
  /** Every day, week or month of the period, empty ones too; `key` is its first day, `from` and `to` what of it lies in the period. */
  readonly rows: (Measured<SeriesMetric> & Days & { readonly key: string; readonly label: string })[];
  readonly totals: Measured<SeriesMetric>;
  /** The same over as many days just before. */
  readonly previous: Measured<SeriesMetric> & Days;
}

/** Counts by Tokyo day, from the first day of the period before. */
const tallyDays = async ({ columnar, db }: ReportParts, scope: Scope, { companyId, ads, visible, period, rules }: Checked): Promise<(from: number, until: number) => Tally> => {
  const before = previousOf(period);
  const whole = { ...scope, from: before.from };
  const [contacts, sales, results, bills] = await Promise.all([
    contactsByDay(columnar, whole), salesByDay(columnar, whole, visible !== 'all'), resultCosts(db, companyId, scope.rules.productId, { from: before.from, until: period.until }),
    rules.adCostLinkage ? importedCosts(db, companyId, scope.rules.productId, { fromDay: before.fromDay, untilDay: period.untilDay }) : [],
  ]);
  const isBilled = billedDays(bills);
  const days = Array.from({ length: period.untilDay - before.fromDay }, emptyTally);
  const add = (day: number, ad: number | null, counts: Partial<Record<CountedKey, bigint>>) => {
    if (visible !== 'all' && (ad === null || !visible.has(ad))) return;
    const tally = days[day - before.fromDay];
    if (tally === undefined) throw new RangeError(`day ${day} is outside of what was asked`);
    for (const [key, value] of Object.entries(counts) as [CountedKey, bigint][]) tally[key] += value;
  };
  for (const { day, ad_id, clicks, cost } of contacts) add(day, ad_id, isBilled(day, ad_id) ? { clicks } : { clicks, cost, cost_unapproved: cost });
  for (const { day, adId, cost } of bills) add(day, adId, { cost, cost_unapproved: cost });
  for (const { day, ad_id, cv, amount } of sales) add(day, ad_id, { cv, amount });
  for (const { day, adId, approved, pending } of results) add(day, adId, { cost: approved, cost_unapproved: approved + pending });
  for (const ad of ads.filter(one => one.adFee !== 0)) {
    for (let day = before.fromDay; day < period.untilDay; day += 1) {
      const fee = feeShare(ad, day, day + 1);
      if (fee !== 0n) add(day, ad.id, { cost: fee, cost_unapproved: fee });
    }
  }
  return (from, until) => addTallies(days.slice(from - before.fromDay, until - before.fromDay));
};

/**
 * The course of a product's figures over a period, with the period before to compare with.
 *
 * @throws {Failure} `invalid`, `no_permission_for_data`, `timed_out`
 */
export const askSeries = async (parts: ReportParts, viewer: Viewer, question: SeriesQuestion, { signal, source }: Options = {}): Promise<Series> => {
  const checked = await check(parts, viewer, question);
  const { rules, period, visible } = checked;
  const { answer: [between, out], mark } = await countAt(parts, rules, period, signal, scope => Promise.all([
    tallyDays(parts, scope, checked), leftOut(parts.columnar, scope, visible === 'all' ? null : [...visible]),
  ]), source);
  const measured = (from: number, until: number) => measure(countedOf(between(from, until)), SERIES_METRICS);
  const daysOf = (from: number, until: number): Days => ({ from: dayText(from), to: dayText(until - 1) });

  const buckets = new Map<number, { from: number; until: number }>();
  for (let day = period.fromDay; day < period.untilDay; day += 1) {
    const bucket = bucketOf(day, question.step, rules.weekStart);
    buckets.set(bucket, { from: buckets.get(bucket)?.from ?? day, until: day + 1 });
  }
  const before = previousOf(period);
  return {
    rules: {
      product_id: rules.id, ...daysOf(period.fromDay, period.untilDay), step: question.step, week_start: rules.weekStart,
      tracking_term: rules.trackingTerm, excluded_ips: [...rules.excludedIps], ad_cost_linkage: rules.adCostLinkage, time_zone: 'Asia/Tokyo',
    },
    watermark: mark, left_out: out, columns: columnsOf(SERIES_METRICS),
    rows: [...buckets].map(([bucket, { from, until }]) => ({ key: dayText(bucket), label: dayText(bucket), ...daysOf(from, until), ...measured(from, until) })),
    totals: measured(period.fromDay, period.untilDay),
    previous: { ...daysOf(before.fromDay, before.untilDay), ...measured(before.fromDay, before.untilDay) },
  };
};
