import { ModelsSideBySideDocument, type ModelsSideBySideQuery } from '../../graphql/generated/graphql.ts';
import type { Present } from '../resources/row.ts';
import { ALL_MODELS, DATA_MODELS, type Model } from './analysis.ts';

export type ModelsReport = Present<ModelsSideBySideQuery['report']>;
export type ModelsRow = Present<ModelsReport['rows']>;
export type ModelsBasis = Present<ModelsReport['basis']>;

/** What is shared out: conversions, or their sales. */
export const MEASURES = ['cv_division', 'amount_division'] as const;
export type Measure = (typeof MEASURES)[number];

/** The field of a row that holds its share under a model. */
export const shareField = (measure: Measure, model: Model): keyof ModelsRow & `${Measure}_${Model}` =>
  `${measure}_${model}`;

/** Every model side by side: the same conversions, shared out seven ways. */
export const modelsAside = {
  operation: ModelsSideBySideDocument,
  path: 'analyses/models',
  models: ALL_MODELS,
  fromData: (model: Model): boolean => DATA_MODELS.some(one => one === model),
  /** Rows of the chart, the largest under the product's own model. */
  top: 5,
} as const;
