import { Type } from '@fastify/type-provider-typebox';
import { METRICS } from '../../../attribution/metrics.ts';
import { Closed, component, Day, Id, Nullable } from '../../../http/schemas.ts';
import { MODEL_NAMES } from '../../models/models.ts';
import { AXES, AXIS_NAMES, axisOf } from '../../parse/axes.ts';
import {
  baseQueryFields,
  choices,
  common,
  fields,
  ReportColumn,
  ReportLeftOut,
  rules,
  Text,
  tokyoDay,
} from '../../parse/schemas.ts';

/** The contract of reports with a row for each value of an axis. */

export const ReportQuery = Closed({
  product_id: Id('ID of the product'),
  from: Day('First day, Tokyo time'),
  to: Day('Last day, Tokyo time, included; at most five years'),
  axis: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: AXES.length,
      description: `Axis of the rows: ${choices(AXES.map(axis => axisOf(axis).name))}, 0 the parameter axes; default 1`,
    }),
  ),
  axes: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: `Axes for axis 0, separated by commas, outer axis first; one or two of ${AXIS_NAMES.join(', ')}`,
    }),
  ),
  model: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MODEL_NAMES.length,
      description: `Attribution model: ${choices(MODEL_NAMES)}; default: the product's. 6 and 7 support ads and groups of ads only, without filters on events and without evaluation`,
    }),
  ),
  evaluation: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 3,
      description:
        '1: only visitors without an earlier conversion; 2 and 3: rows split by new and existing visitors, as of the last contact (2) or of each contact (3)',
    }),
  ),
  ...baseQueryFields,
});

export const ReportTotals = component(
  'ReportTotals',
  Closed(fields(METRICS), { description: 'Sums of the rows, and metrics that derive from them' }),
);
export const ReportComparedTotals = component(
  'ReportComparedTotals',
  Closed(
    { from: tokyoDay(), to: tokyoDay(), ...fields(METRICS) },
    { description: 'Totals of the comparison period' },
  ),
);

const Trend = (what: string) =>
  Nullable(
    Type.Array(Type.Number(), {
      description: `${what}, per interval of trend_from; null: not requested`,
    }),
  );
export const ReportRow = component(
  'ReportRow',
  Closed({
    key: Text(
      'Key of the row: ID of the ad or group, URL-encoded value of a dimension, "none", "no_contact" (conversions without a contact), or "other"; inner rows: "outer/inner"; the suffix "~new" or "~existing" if visitors are split',
    ),
    label: Text(
      'Name of the row; empty for "none" and "no_contact"; hours 0 to 23 and weekdays 0 (Sunday) to 6 are numbers',
    ),
    parent: Nullable(Text('Key of the outer row; null: this is an outer row')),
    parent_label: Text('Name of the outer row'),
    level: Type.Integer({
      minimum: 0,
      maximum: 1,
      description: 'Level: 0 an outer row with the sums of the inner rows that follow it, 1 an inner row',
    }),
    visitor: Nullable(Text('Visitors of the row: new or existing; null: not split')),
    ...fields(METRICS),
    compared: Type.Optional(ReportTotals.ref),
    trend: Trend('Number of contacts'),
    trend_cv: Trend('Number of last CVs whose last contact belongs to the row'),
  }),
);

export const ReportRules = component(
  'ReportRules',
  Closed({
    ...rules,
    axis: Type.Integer(),
    axes: Type.Array(Type.String(), { description: 'Names of the axes, outer axis first' }),
    model: Type.Integer(),
    evaluation: Nullable(Type.Integer()),
  }),
);
export const Report = component(
  'Report',
  Closed({
    rules: ReportRules.ref,
    ...common,
    trend_from: Type.Array(tokyoDay('First day of an interval of the trends, Tokyo time')),
    rows: Type.Array(ReportRow.ref),
    totals: ReportTotals.ref,
    compared_totals: Type.Optional(ReportComparedTotals.ref),
  }),
);

export const reportComponents = [
  ReportColumn,
  ReportLeftOut,
  ReportTotals,
  ReportComparedTotals,
  ReportRow,
  ReportRules,
  Report,
] as const;
