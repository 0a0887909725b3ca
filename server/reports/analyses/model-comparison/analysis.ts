import { defineAnalysis } from '../analysis.ts';
import { computeModelComparison } from './compute.ts';
import { modelComparisonFile } from './download.ts';
import { parseModelComparisonQuery } from './query.ts';
import { ModelComparisonQuery, modelComparisonComponents, ModelsSideBySide } from './schema.ts';

export const modelComparison = defineAnalysis({
  path: 'models',
  summary: 'Comparison of seven attribution models: the five rules, Markov and Shapley',
  query: ModelComparisonQuery,
  answer: ModelsSideBySide,
  components: modelComparisonComponents,
  compute: (parts, viewer, query, options) =>
    computeModelComparison(parts, viewer, parseModelComparisonQuery(query), options),
  file: modelComparisonFile,
});
