import { defineAnalysis } from '../analysis.ts';
import { computeSeries } from './compute.ts';
import { timeSeriesFile } from './download.ts';
import { parseSeriesQuery } from './query.ts';
import { seriesComponents, TimeSeries, TimeSeriesQuery } from './schema.ts';

export const timeSeries = defineAnalysis({
  path: 'time_series',
  summary: 'Metrics of a period by day, week or month, optionally with a comparison period',
  query: TimeSeriesQuery,
  answer: TimeSeries,
  components: seriesComponents,
  compute: (parts, viewer, query, options) =>
    computeSeries(parts, viewer, parseSeriesQuery(query, parts.clock.now()), options),
  file: timeSeriesFile,
});
