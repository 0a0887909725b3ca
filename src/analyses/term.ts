import { TermDocument, type TermQuery } from '../../graphql/generated/graphql.ts';
import type { Present } from '../resources/row.ts';
import { defineAnalysis } from './analysis.ts';
import { AD_FILTERS } from './filters.ts';

export type TermRow = Present<Present<TermQuery['report']>['rows']>;

/** /analyze/term: the development of a product's totals by month, week or day. */
export const analysis = defineAnalysis<TermRow>({
  name: 'term',
  operation: TermDocument,
  path: 'analyses/time_series',
  axes: [],
  nested: false,
  models: null,
  controls: ['step', 'compare', 'filters', 'approval'],
  filters: AD_FILTERS,
  columns: [
    { metric: 'impressions', hidden: true },
    { metric: 'clicks' },
    { metric: 'first_touch_count' },
    { metric: 'cv' },
    { metric: 'cvr' },
    { metric: 'cv_total_middle', hidden: true },
    { metric: 'amount_sum' },
    { metric: 'amount_avg' },
    { metric: 'ad_cost' },
    { metric: 'ad_cost_unapproved', hidden: true },
    { metric: 'cpa' },
    { metric: 'roas' },
    { metric: 'roi', hidden: true },
    { metric: 'profit' },
    { metric: 'ad_touch_avg', hidden: true },
    { metric: 'attr_avg', hidden: true },
  ],
  summary: ['clicks', 'cv', 'cvr', 'amount_sum', 'ad_cost', 'cpa', 'roas'],
  trend: false,
  chart: {
    over: 'time',
    kind: 'line',
    top: Infinity,
    items: [['cv'], ['clicks'], ['amount_sum', 'ad_cost'], ['cpa'], ['roas'], ['profit']],
  },
  // The newest first: a display period of years often begins before the data.
  sort: 'label',
  views: [],
  below: 'transitions',
});
