import { AdSummariesReportDocument, type AdSummariesReportQuery } from '../../graphql/generated/graphql.ts';
import type { Present } from '../resources/row.ts';
import { defineAnalysis } from './analysis.ts';
import { ALL_AXES } from './axes.ts';
import { REPORT_FILTERS } from './filters.ts';

export type AdStatisticsRow = Present<Present<AdSummariesReportQuery['report']>['rows']>;

/** /analyze/ad-statistics: every metric of each ad, with the trend of its contacts. */
export const analysis = defineAnalysis<AdStatisticsRow>({
  name: 'adStatistics',
  operation: AdSummariesReportDocument,
  path: 'analyses/ad_summaries',
  axes: ALL_AXES,
  nested: true,
  models: 'all',
  controls: ['compare', 'filters', 'approval', 'evaluation'],
  filters: REPORT_FILTERS,
  columns: [
    { metric: 'impressions' },
    { metric: 'clicks' },
    { metric: 'first_touch_count' },
    { metric: 'cv' },
    { metric: 'cvr' },
    { metric: 'cv_total_middle' },
    { metric: 'amount_sum' },
    { metric: 'amount_avg' },
    { metric: 'cv_division' },
    { metric: 'cvr_division' },
    { metric: 'cv_middle_division' },
    { metric: 'amount_division', hidden: true },
    { metric: 'attributed_cpa', hidden: true },
    { metric: 'attributed_roas', hidden: true },
    { metric: 'indirect_cv', hidden: true },
    { metric: 'indirect_ratio' },
    { metric: 'indirect_cost' },
    { metric: 'indirect_cost_unapproved' },
    { metric: 'ad_cost' },
    { metric: 'ad_cost_unapproved' },
    { metric: 'cpa' },
    { metric: 'roas' },
    { metric: 'roi', hidden: true },
    { metric: 'profit' },
    { metric: 'ad_touch_1' },
    { metric: 'ad_touch_2' },
    { metric: 'ad_touch_3' },
    { metric: 'ad_touch_4' },
    { metric: 'ad_touch_5' },
    { metric: 'ad_touch_6' },
    { metric: 'ad_touch_avg' },
    { metric: 'attr_avg' },
  ],
  summary: ['clicks', 'cv', 'cvr', 'amount_sum', 'ad_cost', 'cpa', 'roas'],
  trend: true,
  chart: {
    over: 'items',
    kind: 'bars',
    top: 8,
    items: [
      ['cv', 'cv_division'],
      ['clicks'],
      ['amount_sum', 'amount_division'],
      ['ad_cost', 'ad_cost_unapproved'],
      ['cpa', 'attributed_cpa'],
      ['roas', 'attributed_roas'],
      ['profit'],
    ],
  },
  sort: 'cv',
  views: [],
});
