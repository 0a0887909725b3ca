import { Type } from '@fastify/type-provider-typebox';
import { MODELS } from '../../attribution/models.ts';
import { Day, Id, Nullable } from '../../http/schemas.ts';
import { AXES, axisOf } from '../parse/axes.ts';
import { AD_FILTERS } from '../parse/filters.ts';
import { choices, RebuildingSince, ReportLeftOut, Text } from '../parse/schemas.ts';
import { Watermark } from '../parse/watermark.ts';

/**
 * Fields that the contracts of analyses other than reports of metrics share. Ratios are fractions, money is
 * yen, times are seconds; unknown values are null.
 */

export const Count = (description: string) => Type.Number({ minimum: 0, description });
export const Figure = (description: string) => Type.Number({ description });
export const OrNull = (description: string) => Nullable(Type.Number({ description }));

export const period = {
  product_id: Id('ID of the product'),
  from: Day('First day, Tokyo time'),
  to: Day('Last day, Tokyo time, included; at most five years'),
  where: Type.Optional(
    Type.String({
      maxLength: 8000,
      description: `Filters by ads as one URL-encoded query string: ad_id__in=1,2&ad_name__contains=foo. Fields: ${Object.keys(AD_FILTERS).join(', ')}`,
    }),
  ),
};
export const Axis = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: AXES.length,
    description: `Axis of the rows: ${choices(AXES.map(axis => axisOf(axis).name))}; default 1`,
  }),
);
export const Model = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: MODELS.length,
    description: `Attribution model: ${choices(MODELS)}; default: the product's`,
  }),
);

export const rules = {
  product_id: Type.Integer(),
  from: Text('Day in Tokyo time'),
  to: Text('Day in Tokyo time'),
  where: Text('Filters of the query'),
  tracking_term: Type.Integer({ description: 'Tracking term in days' }),
  excluded_ips: Type.Array(Type.String()),
  ad_cost_linkage: Type.Boolean({ description: 'Whether imported costs are counted' }),
  rebuilding_since: RebuildingSince,
  time_zone: Text(),
};
export const watermark = Watermark(
  'Watermark: the last event that counts in the answer; the same rules and watermark give the same answer',
);
export const counted = { ...watermark, left_out: ReportLeftOut.ref };
export const rowKey = {
  key: Text(
    'ID of the ad or group; "none": ads without a group; "no_contact": conversions without a contact',
  ),
  label: Text('Name of the row; empty if the key is a word'),
};
