import { Type } from '@fastify/type-provider-typebox';
import { Closed, component, Day, Id } from '../../../http/schemas.ts';
import { STEPS } from '../../parse/period.ts';
import {
  baseQueryFields,
  common,
  fields,
  rules,
  tokyoDay,
  ReportColumn,
  ReportLeftOut,
} from '../../parse/schemas.ts';
import type { MetricKey } from '../../../attribution/metrics.ts';

/** The contract of the series. */

/**
 * The metrics of a product by day: all but credit, whose total is that of the conversions, and metrics that
 * depend on the row axis.
 */
export const SERIES_METRICS = [
  'impressions',
  'clicks',
  'first_touch_count',
  'cv',
  'cvr',
  'cv_total_middle',
  'amount_sum',
  'amount_avg',
  'ad_cost',
  'ad_cost_unapproved',
  'cpa',
  'roas',
  'roi',
  'profit',
  'ad_touch_1',
  'ad_touch_2',
  'ad_touch_3',
  'ad_touch_4',
  'ad_touch_5',
  'ad_touch_6',
  'ad_touch_avg',
  'attr_avg',
] as const satisfies readonly MetricKey[];
export type SeriesMetric = (typeof SERIES_METRICS)[number];

const { where: _, decay: __, ...shared } = baseQueryFields;

export const TimeSeriesQuery = Closed({
  product_id: Id('ID of the product'),
  from: Type.Optional(Day('First day, Tokyo time')),
  to: Type.Optional(Day('Last day, Tokyo time, included; at most five years')),
  display_period: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 2,
      description:
        'Display period, alternative to from and to: 1 the last 12 full months and the current one, 2 the last 24 and the current one',
    }),
  ),
  step: Type.Optional(
    Type.String({
      enum: [...STEPS],
      description: 'Interval of a row; default day. The first day of the week is that of the product',
    }),
  ),
  ...shared,
  where: Type.Optional(
    Type.String({
      maxLength: 8000,
      description: 'Filters by fields of ads, as one URL-encoded query string',
    }),
  ),
});

const row = {
  key: Type.String({ description: 'First day of the interval, Tokyo time' }),
  label: Type.String(),
  from: tokyoDay(),
  to: tokyoDay(),
  ...fields(SERIES_METRICS),
};
export const TimeSeriesRow = component('TimeSeriesRow', Closed(row));
export const TimeSeriesTotals = component('TimeSeriesTotals', Closed(fields(SERIES_METRICS)));
export const TimeSeriesPrevious = component(
  'TimeSeriesPrevious',
  Closed(
    { from: tokyoDay(), to: tokyoDay(), ...fields(SERIES_METRICS) },
    { description: 'Comparison period; default: the same number of days immediately before' },
  ),
);
export const TimeSeriesRules = component(
  'TimeSeriesRules',
  Closed({ ...rules, step: Type.String(), week_start: Type.Integer() }),
);
export const TimeSeries = component(
  'TimeSeries',
  Closed({
    rules: TimeSeriesRules.ref,
    ...common,
    rows: Type.Array(TimeSeriesRow.ref),
    totals: TimeSeriesTotals.ref,
    previous: TimeSeriesPrevious.ref,
    compared_rows: Type.Array(TimeSeriesRow.ref, {
      description: 'Rows of the comparison period, if a comparison is requested',
    }),
  }),
);

export const seriesComponents = [
  ReportColumn,
  ReportLeftOut,
  TimeSeriesRow,
  TimeSeriesTotals,
  TimeSeriesPrevious,
  TimeSeriesRules,
  TimeSeries,
] as const;
