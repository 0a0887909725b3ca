import type { Static } from '@fastify/type-provider-typebox';
import { tableFile } from '../../files/analysis-file.ts';
import { compared, comparedColumns } from '../../files/compared-columns.ts';
import { computeSeries, type SeriesRow } from './compute.ts';
import { parseSeriesQuery } from './query.ts';
import { SERIES_METRICS, TimeSeriesQuery } from './schema.ts';

/** A period as the screen labels it: a month needs no day. */
const stretchName = (day: string, step: string | undefined): string =>
  (step === 'month' ? day.slice(0, 7) : day).replaceAll('-', '/');

const DAYS = ['from', 'to'] as const;
/** The days of the interval with which one is compared; undefined: there is none. */
const comparedDays = (interval: Pick<SeriesRow, (typeof DAYS)[number]> | undefined) =>
  Object.fromEntries(DAYS.map(day => [compared(day), interval?.[day] ?? null]));

export const timeSeriesFile = tableFile<Static<typeof TimeSeriesQuery>>({
  name: 'timeSeries',
  path: 'time_series',
  title: 'analysis.term.title',
  query: TimeSeriesQuery.properties,
  columns: ['label', ...DAYS, ...DAYS.map(compared), ...SERIES_METRICS, ...SERIES_METRICS.map(compared)],
  ordered: true,
  headingOf: (column, words, { step = 'day' }) => (column === 'label' ? words.say(`step.${step}`) : null),
  read: async (parts, viewer, fileQuery, { signal }) => {
    const { rows, totals, previous, compared_rows, rules } = await computeSeries(
      parts,
      viewer,
      parseSeriesQuery(fileQuery, parts.clock.now()),
      { signal },
    );
    const before = rules.compare === null ? undefined : previous;
    return {
      rules,
      rows: rows.map((row, index) => ({
        ...row,
        label: stretchName(row.key, rules.step),
        ...comparedDays(compared_rows[index]),
        ...comparedColumns(SERIES_METRICS, compared_rows[index]),
      })),
      totals: {
        from: rules.from,
        to: rules.to,
        ...totals,
        ...comparedDays(before),
        ...comparedColumns(SERIES_METRICS, before),
      },
    };
  },
});
