import { Type } from '@fastify/type-provider-typebox';
import { Closed, component, EventId, Id, Nullable, Time } from '../../../http/schemas.ts';
import { MAX_SORTED_CURSOR } from '../../../event-logs/cursor.ts';
import { Cursor, Limit } from '../../../event-logs/log-parameters.ts';
import { AD_FILTERS } from '../../parse/filters.ts';
import { Text } from '../../parse/schemas.ts';
import { Figure, OrNull, period, watermark, rules } from '../schema-fields.ts';
import { CV_INFO_FILTERS } from './filters.ts';
import { orderingQuery } from './sorting.ts';

/** The contract of CV information. */

export const CvInfoQuery = Closed({
  ...period,
  where: Type.Optional(
    Type.String({
      maxLength: 8000,
      description: `Filters as one URL-encoded query string: p_resid=A-1&amount__gte=1000. Fields of the ads of the path: ${Object.keys(AD_FILTERS).join(', ')}; fields of the conversion and its path: ${Object.keys(CV_INFO_FILTERS).join(', ')}`,
    }),
  ),
  cv_type: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 1, description: 'Only last CVs (1) or middle CVs (0)' }),
  ),
  ordering: orderingQuery,
  after: Type.Optional(Cursor('Value of `next` from the previous page', MAX_SORTED_CURSOR)),
  limit: Limit,
});
const adProperties = {
  ad_id: Nullable(Id('ID of the ad; null: an ad of another agency')),
  ad_name: Text(),
  hidden: Type.Boolean({ description: 'Whether the ad belongs to another agency' }),
};
/**
 * Inline and not by `$ref`: a reference in OpenAPI 3.0 cannot be nullable, and the gateway would return none
 * of the rows.
 */
const maybeAd = (description: string) => Nullable(Type.Object(adProperties, { description }));
export const CvInfoContact = component(
  'CvInfoContact',
  Closed({ ...adProperties, at: Time('Time of the contact') }),
);
export const CvInfo = component(
  'CvInfo',
  Closed({
    conversion_id: EventId(),
    cv_time: Time('Time of the conversion'),
    cv_type: Type.Integer({ description: 'Type of the conversion: 1 last CV, 0 middle CV' }),
    cv_setting_id: Nullable(Id('CV setting that measured the conversion; null: none')),
    cv_setting_name: Text(),
    p_resid: Text('Result identifier; empty for users who may not read the CV log'),
    p_userid: Text(),
    p_key1: Text(),
    p_key2: Text(),
    p_key3: Text(),
    amount: Figure('Amount of the conversion in yen'),
    visitor_id: EventId(),
    first_ad: maybeAd('Ad of the first contact'),
    last_ad: maybeAd('Ad of the last contact'),
    ad_type1: Text("First ad type of the last contact's ad"),
    ad_type2: Text(),
    ad_type3: Text(),
    contacts: Type.Integer({ minimum: 0, description: 'Number of contacts on the path' }),
    elapsed: OrNull('Seconds from the first contact to the conversion; null: no contact'),
    path: Type.Array(CvInfoContact.ref, { description: 'Contacts of the path, oldest first; the first 20' }),
  }),
);
export const CvInfoRules = component('CvInfoRules', Closed(rules));
export const CvInfoPage = component(
  'CvInfoPage',
  Closed({
    rules: CvInfoRules.ref,
    ...watermark,
    total: OrNull('Number of rows on all pages; on the first page only'),
    results: Type.Array(CvInfo.ref, { description: 'Conversions, newest first or in the requested order' }),
    next: Nullable(
      Type.String({ description: 'Value of `after` for the next page; null: this is the last page' }),
    ),
  }),
);

/** The components that its answer refers to, in the order of the contract. */
export const cvInfoComponents = [CvInfoContact, CvInfo, CvInfoRules, CvInfoPage] as const;
