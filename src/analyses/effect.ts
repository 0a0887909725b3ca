import { EffectsReportDocument, type EffectsReportQuery } from '../../graphql/generated/graphql.ts';
import type { Present } from '../resources/row.ts';
import { defineAnalysis } from './analysis.ts';
import { ALL_AXES } from './axes.ts';
import { REPORT_FILTERS } from './filters.ts';

export type EffectRow = Present<Present<EffectsReportQuery['report']>['rows']>;

/** /analyze/effect: the direct and the indirect results of ads. */
export const analysis = defineAnalysis<EffectRow>({
  name: 'effect',
  operation: EffectsReportDocument,
  path: 'analyses/effects',
  axes: ALL_AXES,
  nested: true,
  models: 'all',
  controls: ['compare', 'filters', 'approval', 'evaluation'],
  filters: REPORT_FILTERS,
  columns: [
    { metric: 'clicks' },
    { metric: 'cv' },
    { metric: 'cvr' },
    { metric: 'amount_sum' },
    { metric: 'cpa' },
    { metric: 'roas' },
    { metric: 'indirect_cv' },
    { metric: 'indirect_first', hidden: true },
    { metric: 'indirect_ratio' },
    { metric: 'indirect_cost', hidden: true },
    { metric: 'indirect_cost_unapproved', hidden: true },
    { metric: 'cv_division' },
    { metric: 'amount_division', hidden: true },
    { metric: 'ad_cost' },
    { metric: 'ad_touch_1', hidden: true },
    { metric: 'ad_touch_2', hidden: true },
    { metric: 'ad_touch_3', hidden: true },
    { metric: 'ad_touch_4', hidden: true },
    { metric: 'ad_touch_5', hidden: true },
    { metric: 'ad_touch_6', hidden: true },
    { metric: 'ad_touch_avg', hidden: true },
    { metric: 'attr_avg', hidden: true },
  ],
  summary: ['clicks', 'cv', 'indirect_cv', 'indirect_ratio', 'amount_sum', 'ad_cost', 'cpa'],
  trend: false,
  chart: {
    over: 'items',
    kind: 'stacked',
    top: 10,
    items: [
      ['cv', 'indirect_cv'],
      ['ad_touch_1', 'ad_touch_2', 'ad_touch_3', 'ad_touch_4', 'ad_touch_5', 'ad_touch_6'],
    ],
  },
  sort: 'cv',
  views: [],
});
