import { Type, type Static } from '@fastify/type-provider-typebox';
import { Closed } from '../../../http/schemas.ts';
import { tableFile, type FileRow } from '../../files/analysis-file.ts';
import { axisHeading, rowName } from '../../files/file-words.ts';
import { MODEL_NAMES } from '../../models/models.ts';
import { parseAxis } from '../../parse/analysis-query.ts';
import { axisOf } from '../../parse/axes.ts';
import { computeModelComparison } from './compute.ts';
import { parseModelComparisonQuery } from './query.ts';
import { ModelComparisonQuery } from './schema.ts';

const MEASURES = ['cv_division', 'amount_division'] as const;
/** A measure under a model, or its difference between two models: `cv_division_6`, `cv_division_difference`. */
const SHARE = /^(cv_division|amount_division)_(\d|difference)$/;

const ModelComparisonFileQuery = Closed({
  ...ModelComparisonQuery.properties,
  models: Type.Optional(
    Type.String({
      pattern: '^[1-7],[1-7]$',
      description:
        'Two models, such as 1,6: differences are the credit under the second minus that under the first; without it they are empty',
    }),
  ),
});
type FileQuery = Static<typeof ModelComparisonFileQuery>;

/** Attributed CVs have nine decimals; subtraction of floating-point numbers adds more. */
const CREDIT_DECIMALS = 9;

/** The differences of a row between the two models of a query; null where it names none. */
const differencesOf = (row: FileRow, models: string | undefined): FileRow => {
  const [first, second] = models?.split(',') ?? [];
  return Object.fromEntries(
    MEASURES.map(measure => [
      `${measure}_difference`,
      first === undefined
        ? null
        : Number(
            (Number(row[`${measure}_${second}`]) - Number(row[`${measure}_${first}`])).toFixed(
              CREDIT_DECIMALS,
            ),
          ),
    ]),
  );
};

export const modelComparisonFile = tableFile<FileQuery>({
  name: 'modelsSideBySide',
  path: 'models',
  title: 'analysis.attribution.view.models',
  query: ModelComparisonFileQuery.properties,
  columns: [
    'label',
    'key',
    'clicks',
    'cv',
    'amount_sum',
    'ad_cost',
    ...MEASURES.flatMap(measure => [
      ...MODEL_NAMES.map((_, index) => `${measure}_${index + 1}`),
      `${measure}_difference`,
    ]),
    'removal_effect',
  ],
  ordered: true,
  headingOf: (column, words, { axis }) => {
    if (column === 'label') return axisHeading(words, [axisOf(parseAxis(axis)).name]);
    if (column === 'removal_effect') return words.say('models.removal_effect');
    const [, measure = '', model = ''] = SHARE.exec(column) ?? [];
    return model === ''
      ? null
      : words.say('models.column', {
          name: words.say(`metric.${measure}.name`),
          model: words.say(model === 'difference' ? 'what_if.difference' : `model.${model}`),
        });
  },
  read: async (parts, viewer, { models, ...fileQuery }, { words, signal }) => {
    const { rows, totals, rules } = await computeModelComparison(
      parts,
      viewer,
      parseModelComparisonQuery(fileQuery),
      { signal },
    );
    return {
      rows: rows.map(row => ({ ...row, ...differencesOf(row, models), label: rowName(words, '', row) })),
      totals: { ...totals, ...differencesOf(totals, models) },
      rules,
    };
  },
});
