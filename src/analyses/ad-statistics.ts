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
    { metric: 'first_touch_count', hidden: true },
    { metric: 'cv' },
    { metric: 'cvr' },
    { metric: 'cv_total_middle', hidden: true },
    { metric: 'amount_sum' },
    { metric: 'cpa' },
    { metric: 'roas' },
    { metric: 'amount_avg', hidden: true },
    { metric: 'ad_cost' },
    { metric: 'ad_cost_unapproved', hidden: true },
    { metric: 'roi', hidden: true },
    { metric: 'profit' },
    { metric: 'cv_division' },
    { metric: 'cvr_division', hidden: true },
    { metric: 'cv_middle_division', hidden: true },
    { metric: 'amount_division', hidden: true },
    { metric: 'attributed_cpa', hidden: true },
    { metric: 'attributed_roas', hidden: true },
    { metric: 'indirect_cv', hidden: true },
    { metric: 'indirect_ratio', hidden: true },
    { metric: 'indirect_cost', hidden: true },
    { metric: 'indirect_cost_unapproved', hidden: true },
    { metric: 'ad_touch_1', hidden: true },
    { metric: 'ad_touch_2', hidden: true },
    { metric: 'ad_touch_3', hidden: true },
    { metric: 'ad_touch_4', hidden: true },
    { metric: 'ad_touch_5', hidden: true },
    { metric: 'ad_touch_6', hidden: true },
    { metric: 'ad_touch_avg', hidden: true },
    { metric: 'attr_avg', hidden: true },
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
