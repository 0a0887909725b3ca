import { parseAnalysisQuery } from '../../parse/analysis-query.ts';
import { defineAnalysis } from '../analysis.ts';
import { computeTransitions } from './compute.ts';
import { transitionFile } from './download.ts';
import { transitionComponents, TransitionQuery, Transitions } from './schema.ts';

export const monthTransition = defineAnalysis({
  path: 'transitions',
  summary: 'Month transitions: conversions by month of the first contact and by the months that followed',
  query: TransitionQuery,
  answer: Transitions,
  components: transitionComponents,
  compute: (parts, viewer, query, options) =>
    computeTransitions(parts, viewer, parseAnalysisQuery(query), options),
  file: transitionFile,
});
