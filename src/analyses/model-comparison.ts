import { ModelsSideBySideDocument, type ModelsSideBySideQuery } from '../../graphql/generated/graphql.ts';
import type { Present } from '../resources/row.ts';
import { ALL_MODELS, DATA_MODELS, defineAnalysis, type Model, type SharedParameters } from './analysis.ts';
import { OVER_ADS } from './over-ads.ts';

export type ModelsReport = Present<ModelsSideBySideQuery['report']>;
type Row = Present<ModelsReport['rows']>;
/** A row of the answer. @property difference credit under the second of two models minus that under the first */
export type ModelsRow = Row & { readonly difference: number | null };
export type ModelsBasis = Present<ModelsReport['basis']>;

/** The credited quantity: conversions, or their sales. */
export const MEASURES = ['cv_division', 'amount_division'] as const;
export type Measure = (typeof MEASURES)[number];

/** The field of a row with its credit under a model. */
export const shareField = (measure: Measure, model: Model): keyof Row & `${Measure}_${Model}` =>
  `${measure}_${model}`;

/** The models that the comparison shows: two with their difference, or all. */
export type ShownModels = readonly [Model, Model] | 'all';

/** Linear, and Markov from the data. */
export const DEFAULT_MODELS: ShownModels = ['1', '6'];

const isModel = (text: string | undefined): text is Model => ALL_MODELS.some(model => model === text);

/** Parses the shown models of an address: `all`, or two different models such as `1,6`. */
export const readShownModels = (text: string | undefined): ShownModels => {
  if (text === 'all') return 'all';
  const [first, second, ...rest] = text?.split(',') ?? [];
  return isModel(first) && isModel(second) && first !== second && rest.length === 0
    ? [first, second]
    : DEFAULT_MODELS;
};

/** The address parameter of the shown models; undefined for the default. */
export const writeShownModels = (shown: ShownModels): string | undefined => {
  const text = String(shown);
  return text === String(DEFAULT_MODELS) ? undefined : text;
};

/** Replaces the first or the second of two models; choosing the other one exchanges them. */
export const replaceModel = (
  [first, second]: readonly [Model, Model],
  place: 'first' | 'second',
  model: Model,
): readonly [Model, Model] => {
  if (place === 'first') return [model, model === second ? first : second];
  return [model === first ? second : first, model];
};

/** Attributed CVs have nine decimals; subtraction of floating-point numbers adds more. */
const CREDIT_DECIMALS = 9;

/** The rows with the difference between the shown models in a measure; null where all are shown. */
export const withDifference = <Figures extends Pick<Row, `${Measure}_${Model}`>>(
  row: Figures,
  measure: Measure,
  shown: ShownModels,
): Figures & Pick<ModelsRow, 'difference'> => ({
  ...row,
  difference:
    shown === 'all'
      ? null
      : Number(
          (row[shareField(measure, shown[1])] - row[shareField(measure, shown[0])]).toFixed(CREDIT_DECIMALS),
        ),
});

export const isFromData = (model: Model): boolean => DATA_MODELS.some(one => one === model);

const readOwn = (raw: Readonly<Record<string, string | undefined>>) => ({
  measure: MEASURES.find(one => one === raw['measure']) ?? MEASURES[0],
  shown: readShownModels(raw['models']),
});
/** What the view compares. */
export type Compared = ReturnType<typeof readOwn>;

const OWN_COLUMNS: readonly string[] = [
  ...MEASURES.flatMap(measure => ALL_MODELS.map(model => shareField(measure, model))),
  'difference',
  'removal_effect',
];

/** The comparison of models: the same conversions credited by seven models. */
export const modelComparison = defineAnalysis({
  ...OVER_ADS,
  name: 'models',
  operation: ModelsSideBySideDocument,
  path: 'analyses/models',
  columns: [{ metric: 'clicks' }],
  ownColumns: OWN_COLUMNS,
  // All models side by side; of two models, their difference.
  chart: { over: 'items', kind: 'bars', items: [], top: 5, topDifferences: 10 },
  sort: null,
  views: [],
  readOwn,
  parametersOf: (shared: SharedParameters) => shared,
});
