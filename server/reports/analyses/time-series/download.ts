import type { Static } from '@fastify/type-provider-typebox';
import { tableFile } from '../../files/analysis-file.ts';
import { compared, comparedColumns } from '../../files/compared-columns.ts';
import { computeSeries } from './compute.ts';
import { parseSeriesQuery } from './query.ts';
import { SERIES_METRICS, TimeSeriesQuery } from './schema.ts';

/** A period as the screen labels it: a month needs no day. */
const stretchName = (day: string, step: string | undefined): string =>
  (step === 'month' ? day.slice(0, 7) : day).replaceAll('-', '/');

export const timeSeriesFile = tableFile<Static<typeof TimeSeriesQuery>>({
  name: 'timeSeries',
  path: 'time_series',
  title: 'analysis.term.title',
  query: TimeSeriesQuery.properties,
  columns: ['label', 'from', 'to', ...SERIES_METRICS, ...SERIES_METRICS.map(compared)],
  ordered: true,
  headingOf: (column, words, { step = 'day' }) => (column === 'label' ? words.say(`step.${step}`) : null),
  read: async (parts, viewer, fileQuery, { signal }) => {
    const { rows, totals, previous, compared_rows, rules } = await computeSeries(
      parts,
      viewer,
      parseSeriesQuery(fileQuery, parts.clock.now()),
      { signal },
    );
    return {
      rules,
      rows: rows.map((row, index) => ({
        ...row,
        label: stretchName(row.key, rules.step),
        ...comparedColumns(SERIES_METRICS, compared_rows[index]),
      })),
      totals: {
        from: rules.from,
        to: rules.to,
        ...totals,
        ...comparedColumns(SERIES_METRICS, rules.compare === null ? undefined : previous),
      },
    };
  },
});
