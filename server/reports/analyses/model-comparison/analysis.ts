import { defineAnalysis } from '../analysis.ts';
import { computeModelComparison } from './compute.ts';
import { modelComparisonFile } from './download.ts';
import { parseModelComparisonQuery } from './query.ts';
import { AsideQuery, modelComparisonComponents, ModelsSideBySide } from './schema.ts';

export const modelComparison = defineAnalysis({
  path: 'models',
  summary: 'The same conversions shared by seven models: the five, a Markov chain and the Shapley value',
  query: AsideQuery,
  answer: ModelsSideBySide,
  components: modelComparisonComponents,
  compute: (parts, viewer, query, options) =>
    computeModelComparison(parts, viewer, parseModelComparisonQuery(query), options),
  file: modelComparisonFile,
});
