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
  product_id: Id('The product'),
  from: Type.Optional(Day('First day, Tokyo')),
  to: Type.Optional(Day('Last day, Tokyo, included; at most five years')),
  display_period: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 2,
      description:
        'In the place of from and to: 1 the last 12 whole months and the present one, 2 the last 24',
    }),
  ),
  step: Type.Optional(
    Type.String({
      enum: [...STEPS],
      description: "The unit of a row; default day. Weeks begin as the product's do",
    }),
  ),
  ...shared,
  where: Type.Optional(
    Type.String({
      maxLength: 8000,
      description: 'Filters by fields of ads, as in the reports',
    }),
  ),
});

const row = {
  key: Type.String({ description: 'First day of the day, week or month' }),
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
    { description: 'The compared period; default the same number of days just before' },
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
      description: 'The same for the compared period, if a comparison is requested',
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
