import type { Static } from '@fastify/type-provider-typebox';
import type { Words } from '../../../wording/words.ts';
import { tableFile, type FileRow } from '../../files/analysis-file.ts';
import { parseAnalysisQuery } from '../../parse/analysis-query.ts';
import { computeTransitions, MAX_MONTHS } from './compute.ts';
import { TransitionQuery } from './schema.ts';

const MEASURES = ['cv', 'amount_sum', 'visitors'] as const;
const MONTHS = Array.from({ length: MAX_MONTHS + 1 }, (_, month) => month);

const monthHeading = (words: Words, month: string): string => {
  if (month === 'later') return words.say('transitions.later', { month: MAX_MONTHS + 1 });
  return month === '0' ? words.say('transitions.same_month') : words.say('transitions.month', { month });
};
export const transitionFile = tableFile<Static<typeof TransitionQuery>>({
  name: 'transitions',
  path: 'transitions',
  title: 'transitions.title',
  query: TransitionQuery.properties,
  columns: [
    'label',
    'first_touch_count',
    'cv',
    'amount_sum',
    ...MEASURES.flatMap(measure => MONTHS.map(month => `${measure}_${month}`)),
    'cv_later',
    'amount_sum_later',
  ],
  headingOf: (column, words) => {
    if (column === 'label') return words.say('transitions.first_month');
    const [, measure, month = ''] = /^(\w+)_(\d+|later)$/.exec(column) ?? [];
    if (measure === undefined) return null;
    // The figure comes first: in English the month begins with a plus sign, like a formula.
    return words.say('unit.named', {
      name: words.say(`transitions.measure.${measure}`),
      unit: monthHeading(words, month),
    });
  },
  read: async (parts, viewer, fileQuery, { signal }) => {
    const { rows, totals, rules } = await computeTransitions(parts, viewer, parseAnalysisQuery(fileQuery), {
      signal,
    });
    const line = ({ first_touch_count, cv, amount_sum, later, cells }: typeof totals): FileRow => ({
      first_touch_count,
      cv,
      amount_sum,
      cv_later: later.cv,
      amount_sum_later: later.amount_sum,
      ...Object.fromEntries(
        cells.flatMap(cell => MEASURES.map(measure => [`${measure}_${cell.month}`, cell[measure]])),
      ),
    });
    return {
      rows: rows.map(row => ({ ...line(row), label: row.key.replace('-', '/') })),
      totals: line(totals),
      rules,
    };
  },
});
