import { Type } from '@fastify/type-provider-typebox';
import { Closed, component, Day, Id, Nullable } from '../../http/schemas.ts';
import { AXES, AXIS_NAMES, axisOf } from './axes.ts';
import { COMPARISONS } from './comparison.ts';
import { FILTER_FIELDS } from './filters.ts';
import { MODEL_NAMES } from '../models/models.ts';
import { APPROVALS, METRICS, metrics, type MetricKey } from '../../attribution/metrics.ts';
import { Watermark } from '../plan/watermark.ts';

/** The contract of the reports over rows; the series has its own (series-schemas.ts). */

const choices = (names: readonly string[]) => names.map((name, index) => `${index + 1} ${name}`).join(', ');

/** The query fields that every report shares, without its period. */
export const baseQueryFields = {
  compare: Type.Optional(
    Type.String({
      enum: [...COMPARISONS],
      description:
        'The compared period: the same number of days just before, the same days of the year before, or the stated days',
    }),
  ),
  compare_from: Type.Optional(Day('Of a custom comparison: first day')),
  compare_to: Type.Optional(Day('Of a custom comparison: last day, included')),
  where: Type.Optional(
    Type.String({
      maxLength: 8000,
      description: `Further filters as one text, encoded as an address is: device__in=mobile,tablet&cv_amount__gte=1000. Fields: ${Object.keys(FILTER_FIELDS).join(', ')}`,
    }),
  ),
  approval: Type.Optional(
    Type.String({
      enum: [...APPROVALS],
      description: 'Whether pending results count in metrics derived from costs; default approved',
    }),
  ),
  term: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 3650, description: 'What if: the tracking term in days' }),
  ),
  repeat: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 86_400,
      description:
        'What if: seconds within which a contact repeats another of the same visitor and redirect; 0: none does',
    }),
  ),
  decay: Type.Optional(
    Type.Integer({
      minimum: 10,
      maximum: 90,
      description: 'What if: percent by which each contact weighs less than the one after it, under model 2',
    }),
  ),
};

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

/** Metrics are fixed fields, so that the gateway knows them; a division by zero is null. */
export const fields = <Key extends MetricKey>(keys: readonly Key[]) =>
  Object.fromEntries(
    keys.map(key => [key, Nullable(Type.Number({ description: metrics[key].text }))]),
  ) as Record<Key, ReturnType<typeof Nullable<ReturnType<typeof Type.Number>>>>;

const Text = (description: string) => Type.String({ description });
export const tokyoDay = (description = 'Tokyo day') => Text(description);

export const ReportColumn = component(
  'ReportColumn',
  Closed({
    key: Type.String(),
    unit: Type.String({ description: 'count, yen, ratio (a fraction) or seconds' }),
  }),
);
export const ReportLeftOut = component(
  'ReportLeftOut',
  Closed(
    {
      bot: Type.Number({ description: 'Contacts of declared bots' }),
      repeated: Type.Number({ description: 'Contacts repeated within a second' }),
      excluded_ip: Type.Number({ description: "Contacts from the product's excluded addresses" }),
      conversions: Nullable(
        Type.Number({
          description: 'Conversions of bots or from excluded addresses; null where only some ads are shown',
        }),
      ),
    },
    { description: 'What the report leaves out, each contact under the first reason' },
  ),
);
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

/** The rules that every report states. */
export const rules = {
  product_id: Type.Integer(),
  from: tokyoDay(),
  to: tokyoDay(),
  where: Type.String(),
  approval: Type.String(),
  compare: Nullable(Type.String()),
  compare_from: Nullable(tokyoDay()),
  compare_to: Nullable(tokyoDay()),
  tracking_term: Type.Integer({ description: 'Days' }),
  excluded_ips: Type.Array(Type.String()),
  ad_cost_linkage: Type.Boolean({ description: 'Whether imported costs are counted' }),
  repeat: Type.Integer({ description: 'Seconds within which a contact repeats another' }),
  decay: Type.Integer({
    description: 'Percent that a contact weighs less than the one after it, under model 2',
  }),
  overridden: Type.Array(Type.String(), {
    description: "Which rules are not the product's: term, repeat, decay",
  }),
  time_zone: Type.String(),
};
const watermark = Watermark(
  'The last event that counts in this; the same rules and watermark give the same answer',
);
export const common = {
  ...watermark,
  left_out: ReportLeftOut.ref,
  columns: Type.Array(ReportColumn.ref),
  absent: Type.Array(Type.String(), { description: 'Metrics that such rows cannot have; they are null' }),
};

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
