import { ModelsSideBySideDocument, type ModelsSideBySideQuery } from '../../graphql/generated/graphql.ts';
import type { Present } from '../resources/row.ts';
import { ALL_MODELS, DATA_MODELS, type Model } from './analysis.ts';

export type ModelsReport = Present<ModelsSideBySideQuery['report']>;
export type ModelsRow = Present<ModelsReport['rows']>;
export type ModelsBasis = Present<ModelsReport['basis']>;

/** The credited quantity: conversions, or their sales. */
export const MEASURES = ['cv_division', 'amount_division'] as const;
export type Measure = (typeof MEASURES)[number];

/** The field of a row with its credit under a model. */
export const shareField = (measure: Measure, model: Model): keyof ModelsRow & `${Measure}_${Model}` =>
  `${measure}_${model}`;

/** The comparison of models: the same conversions credited by seven models. */
export const modelComparison = {
  operation: ModelsSideBySideDocument,
  path: 'analyses/models',
  models: ALL_MODELS,
  fromData: (model: Model): boolean => DATA_MODELS.some(one => one === model),
  /** Number of rows in the chart, the largest under the model of the product. */
  top: 5,
} as const;
