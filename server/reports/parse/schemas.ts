import { Type } from '@fastify/type-provider-typebox';
import { Closed, component, Day, Nullable, Time } from '../../http/schemas.ts';
import { COMPARISONS } from './comparison.ts';
import { FILTER_FIELDS } from './filters.ts';
import { APPROVALS } from '../../attribution/counted.ts';
import { metrics, type MetricKey } from '../../attribution/metrics.ts';
import { Watermark } from './watermark.ts';

/** Schemas that the contracts of several analyses share. */

export const choices = (names: readonly string[]) =>
  names.map((name, index) => `${index + 1} ${name}`).join(', ');

/** Rules for one answer that differ from those of the product. */
export const ruleOverrides = {
  term: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 3650, description: 'What-if: tracking term in days' }),
  ),
  repeat: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 86_400,
      description:
        'What-if: seconds within which a contact of the same visitor and redirect is a repeated one; 0: no contact is repeated',
    }),
  ),
  decay: Type.Optional(
    Type.Integer({
      minimum: 10,
      maximum: 90,
      description: 'What-if: percent by which each contact gets less credit than the next one, under model 2',
    }),
  ),
};

/** The query fields that every report shares, without its period. */
export const baseQueryFields = {
  compare: Type.Optional(
    Type.String({
      enum: [...COMPARISONS],
      description:
        'Comparison period: the same number of days immediately before, the same days of the previous year, or compare_from to compare_to',
    }),
  ),
  compare_from: Type.Optional(Day('First day of a custom comparison period')),
  compare_to: Type.Optional(Day('Last day of a custom comparison period, included')),
  where: Type.Optional(
    Type.String({
      maxLength: 8000,
      description: `Additional filters as one URL-encoded query string: device__in=mobile,tablet&cv_amount__gte=1000. Fields: ${Object.keys(FILTER_FIELDS).join(', ')}`,
    }),
  ),
  approval: Type.Optional(
    Type.String({
      enum: [...APPROVALS],
      description:
        'Whether metrics that derive from costs include pending results (unapproved) or not (approved, default)',
    }),
  ),
  ...ruleOverrides,
};

/** Metrics are fixed fields, so that the gateway knows them; a division by zero is null. */
export const fields = <Key extends MetricKey>(keys: readonly Key[]) =>
  Object.fromEntries(
    keys.map(key => [key, Nullable(Type.Number({ description: metrics[key].text }))]),
  ) as Record<Key, ReturnType<typeof Nullable<ReturnType<typeof Type.Number>>>>;

export const Text = (description?: string) => Type.String(description === undefined ? {} : { description });
export const tokyoDay = (description = 'Day in Tokyo time') => Text(description);

export const ReportColumn = component(
  'ReportColumn',
  Closed({
    key: Type.String(),
    unit: Type.String({ description: 'Unit of the values: count, yen, ratio (a fraction) or seconds' }),
  }),
);
export const ReportLeftOut = component(
  'ReportLeftOut',
  Closed(
    {
      bot: Type.Number({ description: 'Number of contacts of declared bots' }),
      repeated: Type.Number({ description: 'Number of contacts repeated within a second' }),
      excluded_ip: Type.Number({
        description: 'Number of contacts from excluded IP addresses of the product',
      }),
      conversions: Nullable(
        Type.Number({
          description:
            'Number of conversions of bots or from excluded IP addresses; null: the report shows only some ads',
        }),
      ),
    },
    {
      description: 'Events that the report leaves out; a contact counts under the first reason that applies',
    },
  ),
);
export const RebuildingSince = Nullable(
  Time(
    'When the tracking term or the excluded addresses of the product changed, where the answer follows the previous ones until rollups of the new ones are made; null: it follows the present ones',
  ),
);
/** The rules beside the tracking term that a query may override, and which it did. */
export const overridableRules = {
  repeat: Type.Integer({ description: 'Seconds within which a contact is a repeated one' }),
  decay: Type.Integer({
    description: 'Percent by which a contact gets less credit than the next one, under model 2',
  }),
  overridden: Type.Array(Type.String(), {
    description: 'Rules that differ from those of the product: term, repeat, decay',
  }),
};
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
  tracking_term: Type.Integer({ description: 'Tracking term in days' }),
  excluded_ips: Type.Array(Type.String()),
  ad_cost_linkage: Type.Boolean({ description: 'Whether imported costs are counted' }),
  rebuilding_since: RebuildingSince,
  ...overridableRules,
  time_zone: Type.String(),
};
const watermark = Watermark(
  'Watermark: the last event that counts in the answer; the same rules and watermark give the same answer',
);
export const common = {
  ...watermark,
  left_out: ReportLeftOut.ref,
  columns: Type.Array(ReportColumn.ref),
  absent: Type.Array(Type.String(), {
    description: 'Metrics that these axes do not support; their values are null',
  }),
};
