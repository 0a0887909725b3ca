import type { Static } from '@fastify/type-provider-typebox';
import { codedCell, textCell } from '../../../downloads/cells.ts';
import { headings, tableFile } from '../../files/analysis-file.ts';
import { computeLandingPages } from './compute.ts';
import { pageName } from './page-name.ts';
import { parseLandingPageQuery } from './query.ts';
import { LpoQuery } from './schema.ts';

export const landingPageFile = tableFile<Static<typeof LpoQuery>>({
  name: 'lpoAnalysis',
  path: 'lpo_analysis',
  title: 'analysis.lpo.title',
  query: LpoQuery.properties,
  columns: [
    'label',
    'ad_name',
    'url',
    'clicks',
    'cv',
    'cvr',
    'amount_sum',
    'cv_division',
    'attr_cvr',
    'amount_division',
    'verdict',
    'difference',
    'p_value',
  ],
  ordered: true,
  headingOf: headings({
    label: 'axis.landing',
    ad_name: 'axis.ad',
    url: 'lpo.url',
    verdict: 'lpo.verdict',
    difference: 'lpo.difference',
    p_value: 'lpo.p_value',
  }),
  cellOf: (column, words) => (column === 'verdict' ? codedCell(words.choices('', 'verdict')) : textCell),
  read: async (parts, viewer, fileQuery, { words, signal }) => {
    const { rows, totals, rules } = await computeLandingPages(
      parts,
      viewer,
      parseLandingPageQuery(fileQuery),
      {
        signal,
      },
    );
    return { rows: rows.map(row => ({ ...row, label: pageName(row, words) })), totals, rules };
  },
});
