import { Type } from '@fastify/type-provider-typebox';
import { Closed, component, Day, Nullable } from '../../http/schemas.ts';
import { COMPARISONS } from './comparison.ts';
import { FILTER_FIELDS } from './filters.ts';
import { APPROVALS, metrics, type MetricKey } from '../../attribution/metrics.ts';
import { Watermark } from '../plan/watermark.ts';

/** Schemas that the contracts of several analyses share. */

export const choices = (names: readonly string[]) =>
  names.map((name, index) => `${index + 1} ${name}`).join(', ');

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

/** Metrics are fixed fields, so that the gateway knows them; a division by zero is null. */
export const fields = <Key extends MetricKey>(keys: readonly Key[]) =>
  Object.fromEntries(
    keys.map(key => [key, Nullable(Type.Number({ description: metrics[key].text }))]),
  ) as Record<Key, ReturnType<typeof Nullable<ReturnType<typeof Type.Number>>>>;

export const Text = (description?: string) => Type.String(description === undefined ? {} : { description });
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
