import { MODELS, modelOf, numberOf, type Model } from '../../attribution/models.ts';
import { Failure } from '../../http/failures.ts';
import { MARKOV, SHAPLEY } from './data-driven-models.ts';

/** Every model that a report supports: the five by position and path length, and the data-driven ones. */

const DATA_DRIVEN_MODELS = { markov: MARKOV, shapley: SHAPLEY } as const;
export type DataDrivenModel = keyof typeof DATA_DRIVEN_MODELS;
export type AnyModel = Model | DataDrivenModel;

const dataDrivenEntries = Object.entries(DATA_DRIVEN_MODELS) as readonly (readonly [
  DataDrivenModel,
  (typeof DATA_DRIVEN_MODELS)[DataDrivenModel],
])[];
export const MODEL_NAMES: readonly string[] = [...MODELS, ...dataDrivenEntries.map(([name]) => name)];

/** The number of a data-driven model; null: it is not one. */
export const dataDrivenNumber = (model: AnyModel): (typeof DATA_DRIVEN_MODELS)[DataDrivenModel] | null =>
  dataDrivenEntries.find(([name]) => name === model)?.[1] ?? null;
export const isPlaced = (model: AnyModel): model is Model => dataDrivenNumber(model) === null;
export const numberOfModel = (model: AnyModel): number =>
  isPlaced(model) ? numberOf(model) : (dataDrivenNumber(model) ?? 0);

/** The model that a query names, 1..7. @throws {Failure} `invalid` */
export const parseAnyModel = (number: number): AnyModel => {
  const model = modelOf(number) ?? dataDrivenEntries.find(([, known]) => known === number)?.[0];
  if (model === undefined) throw new Failure('invalid', { fields: { model: ['choice'] } });
  return model;
};
