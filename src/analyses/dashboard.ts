import {
  AdSummariesDocument,
  TimeSeriesDocument,
  type AdSummariesQuery,
  type TimeSeriesQuery,
} from '../../graphql/generated/graphql.ts';
import type { Present } from '../resources/row.ts';
import type { MetricOf } from './analysis.ts';

export type SeriesReport = Present<TimeSeriesQuery['report']>;
export type SeriesRow = Present<SeriesReport['rows']>;
export type SummaryRow = Present<Present<AdSummariesQuery['report']>['rows']>;

/** A metric of the dashboard. Its text is `metric.<text>`, as the total of a product has a name of its own. */
export interface Figure {
  readonly metric: MetricOf<SeriesRow>;
  readonly text: string;
  /** Whether a higher value is better; null where it is neither better nor worse. */
  readonly moreIsBetter: boolean | null;
}

/** /dashboard: metrics of a period and of the one before, their trend, the best and the worst ads. */
export const dashboard = {
  series: TimeSeriesDocument,
  summaries: AdSummariesDocument,
  figures: [
    { metric: 'clicks', text: 'contacts', moreIsBetter: true },
    { metric: 'cv', text: 'conversions', moreIsBetter: true },
    { metric: 'amount_sum', text: 'sales', moreIsBetter: true },
    { metric: 'ad_cost', text: 'cost', moreIsBetter: null },
    { metric: 'cpa', text: 'cpa', moreIsBetter: false },
    { metric: 'roas', text: 'roas', moreIsBetter: true },
  ] satisfies readonly Figure[] as readonly Figure[],
  best: ['amount_sum', 'cv', 'roas'] satisfies readonly MetricOf<SummaryRow>[],
  worst: ['profit', 'ad_cost', 'cv'] satisfies readonly MetricOf<SummaryRow>[],
  top: 5,
} as const;

/** The metrics whose change the dashboard explains by ad. */
export const CHANGE_METRICS = ['cv', 'amount_sum', 'cpa'] as const satisfies readonly Figure['metric'][];
export type ChangeMetric = (typeof CHANGE_METRICS)[number];

/** Key of the row of conversions without a contact. */
export const NO_CONTACT_KEY = 'no_contact';

/** The ads with the highest sales. */
export const bestAds = (rows: readonly SummaryRow[]): readonly SummaryRow[] =>
  rows
    .filter(row => row.key !== NO_CONTACT_KEY && (row.amount_sum ?? 0) > 0)
    .sort((a, b) => (b.amount_sum ?? 0) - (a.amount_sum ?? 0))
    .slice(0, dashboard.top);

/** The ads with costs and the lowest profit. */
export const worstAds = (rows: readonly SummaryRow[]): readonly SummaryRow[] =>
  rows
    .filter(row => row.key !== NO_CONTACT_KEY && (row.ad_cost ?? 0) > 0)
    .sort((a, b) => (a.profit ?? 0) - (b.profit ?? 0))
    .slice(0, dashboard.top);
