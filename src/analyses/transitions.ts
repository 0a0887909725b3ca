import { TransitionsDocument, type TransitionsQuery } from '../../graphql/generated/graphql.ts';
import type { Present } from '../resources/row.ts';
import { defineAnalysis, type SharedParameters } from './analysis.ts';
import { AD_FILTERS } from './filters.ts';

export type TransitionsReport = Present<TransitionsQuery['report']>;
export type TransitionRow = Present<TransitionsReport['rows']>;
export type TransitionCell = Present<TransitionRow['cells']>;

/** Number of months after the month of the first contact. */
export const TRANSITION_MONTHS = 24;
/** The values that a cell can show. */
export const TRANSITION_MEASURES = ['cv', 'amount_sum', 'visitors'] as const;
export type TransitionMeasure = (typeof TRANSITION_MEASURES)[number];

/** Conversions by the month of the first contact and the number of months after it. */
export const transitions = defineAnalysis({
  name: 'transitions',
  operation: TransitionsDocument,
  path: 'analyses/transitions',
  axes: [],
  nested: false,
  models: null,
  controls: ['filters'],
  filters: AD_FILTERS,
  columns: [{ metric: 'first_touch_count' }, { metric: 'cv' }, { metric: 'amount_sum' }],
  chart: { over: 'time', items: [] },
  sort: null,
  views: [],
  readOwn: (raw: Readonly<Record<string, string | undefined>>) => ({
    measure: TRANSITION_MEASURES.find(one => one === raw['cell']) ?? TRANSITION_MEASURES[0],
  }),
  parametersOf: (shared: SharedParameters) => shared,
});
