import { AttributionsReportDocument, type AttributionsReportQuery } from '../../graphql/generated/graphql.ts';
import type { Present } from '../resources/row.ts';
import { defineAnalysis } from './analysis.ts';
import { ALL_AXES } from './axes.ts';
import { REPORT_FILTERS } from './filters.ts';

export type AttributionRow = Present<Present<AttributionsReportQuery['report']>['rows']>;

/** /analyze/attribution: the credit of each ad under one model, under all models, and the paths. */
export const analysis = defineAnalysis<AttributionRow>({
  name: 'attribution',
  operation: AttributionsReportDocument,
  path: 'analyses/attributions',
  axes: ALL_AXES,
  nested: true,
  models: 'all',
  controls: ['compare', 'filters', 'approval', 'evaluation'],
  filters: REPORT_FILTERS,
  columns: [
    { metric: 'impressions', hidden: true },
    { metric: 'clicks' },
    { metric: 'first_touch_count', hidden: true },
    { metric: 'cv_division' },
    { metric: 'cvr_division', hidden: true },
    { metric: 'amount_division' },
    { metric: 'attributed_cpa' },
    { metric: 'attributed_roas' },
    { metric: 'cv_middle_division', hidden: true },
    { metric: 'cv' },
    { metric: 'cvr', hidden: true },
    { metric: 'amount_sum', hidden: true },
    { metric: 'cpa', hidden: true },
    { metric: 'roas', hidden: true },
    { metric: 'amount_avg', hidden: true },
    { metric: 'cv_total_middle', hidden: true },
    { metric: 'indirect_cv' },
    { metric: 'indirect_first' },
    { metric: 'indirect_ratio' },
    { metric: 'indirect_cost', hidden: true },
    { metric: 'indirect_cost_unapproved', hidden: true },
    { metric: 'ad_cost' },
    { metric: 'ad_cost_unapproved', hidden: true },
    { metric: 'roi', hidden: true },
    { metric: 'profit', hidden: true },
    { metric: 'ad_touch_avg', hidden: true },
    { metric: 'attr_avg', hidden: true },
    { metric: 'ad_touch_1', hidden: true },
    { metric: 'ad_touch_2', hidden: true },
    { metric: 'ad_touch_3', hidden: true },
    { metric: 'ad_touch_4', hidden: true },
    { metric: 'ad_touch_5', hidden: true },
    { metric: 'ad_touch_6', hidden: true },
  ],
  summary: [
    'clicks',
    'cv_division',
    'amount_division',
    'indirect_cv',
    'ad_cost',
    'attributed_cpa',
    'attributed_roas',
  ],
  trend: false,
  // Attribution items 1 to 5.
  chart: {
    over: 'items',
    kind: 'bars',
    top: 6,
    items: [
      ['cv_division', 'cv', 'indirect_cv'],
      ['amount_division', 'amount_sum'],
      ['attributed_cpa', 'cpa'],
      ['attributed_roas', 'roas'],
      ['indirect_ratio'],
    ],
  },
  sort: 'cv_division',
  views: ['report', 'models', 'paths', 'what_if'],
});
