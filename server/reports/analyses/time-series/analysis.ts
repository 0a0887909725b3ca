import { defineAnalysis } from '../analysis.ts';
import { computeSeries } from './compute.ts';
import { timeSeriesFile } from './download.ts';
import { parseSeriesQuery } from './query.ts';
import { seriesComponents, TimeSeries, TimeSeriesQuery } from './schema.ts';

export const timeSeries = defineAnalysis({
  path: 'time_series',
  summary: 'The course of a period by day, week or month, with a period to compare with',
  query: TimeSeriesQuery,
  answer: TimeSeries,
  components: seriesComponents,
  compute: (parts, viewer, query, options) =>
    computeSeries(parts, viewer, parseSeriesQuery(query, parts.clock.now()), options),
  file: timeSeriesFile,
});
