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
  product_id: Id('The product'),
  from: Day('First day, Tokyo'),
  to: Day('Last day, Tokyo, included; at most five years'),
  axis: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: AXES.length,
      description: `What the rows are: ${choices(AXES.map(axis => axisOf(axis).name))}, 0 those of axes; default 1`,
    }),
  ),
  axes: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: `With axis 0: one or two of ${AXIS_NAMES.join(', ')}, comma separated, the first the outer`,
    }),
  ),
  model: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MODEL_NAMES.length,
      description: `Attribution model: ${choices(MODEL_NAMES)}; default the product's. 6 and 7 share the conversions of ads and their groups, without filters by event, and without evaluation`,
    }),
  ),
  evaluation: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 3,
      description:
        '1 only visitors without an earlier conversion; rows divided by new and existing visitors: 2 at the last contact, 3 at each contact',
    }),
  ),
  ...baseQueryFields,
});

export const ReportTotals = component(
  'ReportTotals',
  Closed(fields(METRICS), { description: 'Sums of the rows, and what derives from them' }),
);
export const ReportComparedTotals = component(
  'ReportComparedTotals',
  Closed(
    { from: tokyoDay(), to: tokyoDay(), ...fields(METRICS) },
    { description: 'The same of the period that is compared with' },
  ),
);

const Trend = (what: string) =>
  Nullable(
    Type.Array(Type.Number(), {
      description: `${what}, over the intervals of trend_from; null where they are not requested`,
    }),
  );
export const ReportRow = component(
  'ReportRow',
  Closed({
    key: Text(
      'Its own: the number of the ad or group, the word of a dimension as an address writes it, "none", "no_contact" (conversions without a contact), "other"; of an inner row "outer/inner"; "~new" or "~existing" ends it where visitors are divided',
    ),
    label: Text(
      'Its name; empty for "none" and "no_contact"; hours 0 to 23 and weekdays 0 (Sunday) to 6 are numbers',
    ),
    parent: Nullable(Text('The key of the outer row; null: this is an outer row')),
    parent_label: Text('Its name'),
    level: Type.Integer({
      minimum: 0,
      maximum: 1,
      description: '0 outer, with the sums of its inner rows, which follow it; 1 inner',
    }),
    visitor: Nullable(Text('new or existing; null: not divided')),
    ...fields(METRICS),
    compared: Type.Optional(ReportTotals.ref),
    trend: Trend('Contacts'),
    trend_cv: Trend('Last CVs whose last contact is the row'),
  }),
);

export const ReportRules = component(
  'ReportRules',
  Closed({
    ...rules,
    axis: Type.Integer(),
    axes: Type.Array(Type.String(), { description: 'Their names, the outer first' }),
    model: Type.Integer(),
    evaluation: Nullable(Type.Integer()),
  }),
);
export const Report = component(
  'Report',
  Closed({
    rules: ReportRules.ref,
    ...common,
    trend_from: Type.Array(tokyoDay('First day of a stretch of the trends')),
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
