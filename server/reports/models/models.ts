import { MODELS, modelOf, numberOf, type Model } from '../../attribution/models.ts';
import { Failure } from '../../http/failures.ts';
import { MARKOV, SHAPLEY } from './data-driven-models.ts';

/** Every model that a report can be asked for: the five by place and length, and those that look at the data. */

const DRIVEN = { markov: MARKOV, shapley: SHAPLEY } as const;
export type DrivenModel = keyof typeof DRIVEN;
export type AnyModel = Model | DrivenModel;

const driven = Object.entries(DRIVEN) as readonly (readonly [DrivenModel, (typeof DRIVEN)[DrivenModel]])[];
export const MODEL_NAMES: readonly string[] = [...MODELS, ...driven.map(([name]) => name)];

/** The number of a model that looks at the data; null: it does not. */
export const drivenNumber = (model: AnyModel): (typeof DRIVEN)[DrivenModel] | null => driven.find(([name]) => name === model)?.[1] ?? null;
export const isPlaced = (model: AnyModel): model is Model => drivenNumber(model) === null;
export const numberOfModel = (model: AnyModel): number => (isPlaced(model) ? numberOf(model) : drivenNumber(model) ?? 0);

/** The model that a question asks for, 1..7. @throws {Failure} `invalid` */
export const anyModelAsked = (number: number): AnyModel => {
  const model = modelOf(number) ?? driven.find(([, known]) => known === number)?.[0];
  if (model === undefined) throw new Failure('invalid', { fields: { model: ['choice'] } });
  return model;
};
