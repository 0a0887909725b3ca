import type { Static } from '@fastify/type-provider-typebox';
import { tableFile, type FileRow } from '../../files/analysis-file.ts';
import { metricHeading } from '../../files/file-words.ts';
import { columnsOfFlat, labelHeading, namesOf } from '../row-report/download.ts';
import { parseReportQuery } from '../row-report/query.ts';
import { computeWhatIf } from './compute.ts';
import { WHAT_IF_METRICS, WhatIfQuery } from './schema.ts';

const SIDES = ['today', 'what_if', 'difference'] as const;
/** A metric under one of the rule sets: `cv_today`, `cv_what_if`. */
const SIDE = /^(\w+?)_(today|what_if|difference)$/;
const COLUMNS = [
  'parent_label',
  'label',
  'visitor',
  'key',
  ...WHAT_IF_METRICS.flatMap(metric => SIDES.map(side => `${metric}_${side}`)),
];

export const whatIfFile = tableFile<Static<typeof WhatIfQuery>>({
  name: 'whatIf',
  path: 'what_if',
  title: 'analysis.attribution.view.what_if',
  query: WhatIfQuery.properties,
  columns: COLUMNS,
  columnsOfQuery: columnsOfFlat(COLUMNS),
  ordered: true,
  headingOf: (column, words, fileQuery) => {
    const [, metric = '', side = ''] = SIDE.exec(column) ?? [];
    return side === ''
      ? labelHeading(words, column, fileQuery)
      : words.say('unit.named', {
          name: metricHeading(words, metric) ?? metric,
          unit: words.say(`what_if.${side}`),
        });
  },
  read: async (parts, viewer, fileQuery, { words, signal }) => {
    const { rows, totals, rules } = await computeWhatIf(parts, viewer, parseReportQuery(fileQuery), {
      signal,
    });
    const sides = (row: typeof totals): FileRow =>
      Object.fromEntries(
        SIDES.flatMap(side => WHAT_IF_METRICS.map(metric => [`${metric}_${side}`, row[side][metric]])),
      );
    const names = namesOf(words, rules.axes, rows);
    return {
      rows: rows.map((row, index) => ({
        key: row.key,
        parent: row.parent,
        visitor: row.visitor,
        ...names[index],
        ...sides(row),
      })),
      totals: { ...sides(totals), parent_label: '', visitor: null },
      rules,
    };
  },
});
