import { Type } from '@fastify/type-provider-typebox';
import { Closed, component, Day, Id } from '../../http/schemas.ts';
import { STEPS } from './period.ts';
import { baseQueryFields, common, fields, rules, tokyoDay } from './schemas.ts';
import { SERIES_METRICS } from '../series.ts';

/** The contract of the series. */

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
  TimeSeriesRow,
  TimeSeriesTotals,
  TimeSeriesPrevious,
  TimeSeriesRules,
  TimeSeries,
] as const;
