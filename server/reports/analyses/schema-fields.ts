import { Type } from '@fastify/type-provider-typebox';
import { MODELS } from '../../attribution/models.ts';
import { Day, Id, Nullable } from '../../http/schemas.ts';
import { AXES, axisOf } from '../parse/axes.ts';
import { AD_FILTERS } from '../parse/filters.ts';
import { choices, ReportLeftOut, Text } from '../parse/schemas.ts';
import { Watermark } from '../plan/watermark.ts';

/**
 * Fields that the contracts of analyses other than reports of metrics share. Ratios are fractions, money is
 * yen, times are seconds; unknown values are null.
 */

export const Count = (description: string) => Type.Number({ minimum: 0, description });
export const Figure = (description: string) => Type.Number({ description });
export const OrNull = (description: string) => Nullable(Type.Number({ description }));

export const period = {
  product_id: Id('The product'),
  from: Day('First day, Tokyo'),
  to: Day('Last day, Tokyo, included; at most five years'),
  where: Type.Optional(
    Type.String({
      maxLength: 8000,
      description: `Filters by ads as one text, encoded as an address is: ad_id__in=1,2&ad_name__contains=foo. Fields: ${Object.keys(AD_FILTERS).join(', ')}`,
    }),
  ),
};
export const Axis = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: AXES.length,
    description: `What the rows are: ${choices(AXES.map(axis => axisOf(axis).name))}; default 1`,
  }),
);
export const Model = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: MODELS.length,
    description: `Attribution model: ${choices(MODELS)}; default the product's`,
  }),
);

export const rules = {
  product_id: Type.Integer(),
  from: Text('Tokyo day'),
  to: Text('Tokyo day'),
  where: Text('The filters'),
  tracking_term: Type.Integer({ description: 'Days' }),
  excluded_ips: Type.Array(Type.String()),
  ad_cost_linkage: Type.Boolean({ description: 'Whether imported costs are counted' }),
  time_zone: Text(),
};
export const watermark = Watermark(
  'The last event that was loaded when this was counted; the same rules and watermark give the same answer',
);
export const counted = { ...watermark, left_out: ReportLeftOut.ref };
export const rowKey = {
  key: Text(
    'The number of the ad or group; "none": ads without a group; "no_contact": conversions without a contact',
  ),
  label: Text('Its name; empty where the key is a word'),
};
