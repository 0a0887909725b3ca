import { LpoAnalysisDocument, type LpoAnalysisQuery } from '../../graphql/generated/graphql.ts';
import type { Present } from '../resources/row.ts';
import { AD_FILTERS } from './filters.ts';

export type LpoReport = Present<LpoAnalysisQuery['report']>;
export type LpoRow = Present<LpoReport['rows']>;

/** By how much chance alone would have to be stretched before a difference is called one. */
const SIGNIFICANT = 0.05;

/** What can be said of a page beside the best other one of its redirect; `alone`: there is no other. */
export type Verdict = 'better' | 'worse' | 'even' | 'few' | 'alone';
export const verdictOf = ({ other_key: other, enough, p_value: p, difference }: Pick<LpoRow, 'other_key' | 'enough' | 'p_value' | 'difference'>): Verdict => {
  if (other === null) return 'alone';
  if (!enough || p === null || difference === null) return 'few';
  return p >= SIGNIFICANT ? 'even' : difference > 0 ? 'better' : 'worse';
};

/** /analyze/lpo: how landing pages convert, beside the others of the same redirect. */
export const lpo = {
  name: 'lpo',
  operation: LpoAnalysisDocument,
  axes: [],
  nested: false,
  models: 'rules',
  controls: ['filters'],
  filters: AD_FILTERS,
  columns: [
    { metric: 'clicks' }, { metric: 'cv' }, { metric: 'cvr' }, { metric: 'amount_sum' }, { metric: 'cv_division' }, { metric: 'attr_cvr' }, { metric: 'amount_division' },
  ],
  chart: { over: 'items', kind: 'bars', items: [['cvr', 'attr_cvr']], top: 10 },
  sort: 'clicks',
  views: [],
} as const;
