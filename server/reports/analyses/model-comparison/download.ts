import type { Static } from '@fastify/type-provider-typebox';
import { tableFile } from '../../files/analysis-file.ts';
import { axisHeading, rowName } from '../../files/file-words.ts';
import { MODEL_NAMES } from '../../models/models.ts';
import { parseAxis } from '../../parse/analysis-query.ts';
import { axisOf } from '../../parse/axes.ts';
import { computeModelComparison } from './compute.ts';
import { parseModelComparisonQuery } from './query.ts';
import { ModelComparisonQuery } from './schema.ts';

/** A measure under a model: `cv_division_6`. */
const SHARE = /^(cv_division|amount_division)_(\d)$/;
export const modelComparisonFile = tableFile<Static<typeof ModelComparisonQuery>>({
  name: 'modelsSideBySide',
  path: 'models',
  title: 'analysis.attribution.view.models',
  query: ModelComparisonQuery.properties,
  columns: [
    'label',
    'key',
    'clicks',
    'cv',
    'amount_sum',
    'ad_cost',
    ...['cv_division', 'amount_division'].flatMap(measure =>
      MODEL_NAMES.map((_, index) => `${measure}_${index + 1}`),
    ),
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
          model: words.say(`model.${model}`),
        });
  },
  read: async (parts, viewer, fileQuery, { words, signal }) => {
    const { rows, totals } = await computeModelComparison(
      parts,
      viewer,
      parseModelComparisonQuery(fileQuery),
      { signal },
    );
    return { rows: rows.map(row => ({ ...row, label: rowName(words, '', row) })), totals };
  },
});
