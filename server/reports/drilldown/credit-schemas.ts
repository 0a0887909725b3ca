import { Type } from '@fastify/type-provider-typebox';
import { MODELS, UNITS } from '../../attribution/models.ts';
import { Closed, component, EventId, Id, Nullable, Time } from '../../http/schemas.ts';
import { LEFT_OUT_REASONS } from '../../store/clickhouse/drilldown/credit.ts';
import { overridableRules, ruleOverrides } from '../parse/schemas.ts';
import { Watermark } from '../parse/watermark.ts';
import { Yen, Text, Count } from './schema-parts.ts';

const choices = (names: readonly string[]) => names.map((name, index) => `${index + 1} ${name}`).join(', ');

export const CreditQuery = Closed({
  product_id: Id('ID of the product'),
  conversion_id: EventId('ID of the conversion'),
  ...ruleOverrides,
});

export const CreditWeight = component(
  'CreditWeight',
  Closed({
    model: Type.Integer({ description: `Attribution model: ${choices(MODELS)}` }),
    units: Type.Integer({ description: `Credit in units; the units of a path sum to exactly ${UNITS}` }),
    share: Type.Number({ description: 'Credit as a fraction' }),
    yen: Yen(
      'Attributed part of the amount in whole yen; the parts of a path sum to the amount; 0 for middle CVs',
    ),
  }),
);
const weights = Type.Array(CreditWeight.ref);

const contact = {
  interaction_id: Nullable(EventId('ID of the contact; null: a contact of another agency')),
  ad_id: Nullable(Id('ID of the ad; null: an ad of another agency')),
  ad_name: Text('Name of the ad; empty if the user may not see the ad'),
  reference_time: Time('Time of the contact'),
  click_cost: Nullable(Type.Number({ description: 'Click cost in yen at the time of the click' })),
  landing_url: Text(),
  referrer: Text(),
  device: Text(),
  os: Text(),
  browser: Text(),
};
export const CreditContact = component(
  'CreditContact',
  Closed({
    place: Type.Integer({ minimum: 1, description: 'Position on the path, from 1' }),
    ...contact,
    hidden: Type.Boolean({
      description:
        'Whether the contact belongs to another agency; then only position, time and credit are answered',
    }),
    first: Type.Boolean(),
    last: Type.Boolean({ description: 'Whether this is the last contact of the path (direct effect)' }),
    performance: Type.Boolean({ description: 'Whether this is the performance CV contact' }),
    billed: Type.Boolean({
      description: "Whether an imported cost of the contact's day replaces its click cost",
    }),
    weights,
  }),
);
export const CreditLeftOut = component(
  'CreditLeftOut',
  Closed({
    ...contact,
    reason: Type.String({
      enum: [...LEFT_OUT_REASONS],
      description: 'First rule that excludes the contact from the path',
    }),
  }),
);
export const CreditLeftOutCounts = component(
  'CreditLeftOutCounts',
  Closed(
    {
      ...(Object.fromEntries(
        LEFT_OUT_REASONS.map(reason => [reason, Count('Number of contacts excluded for this reason')]),
      ) as Record<(typeof LEFT_OUT_REASONS)[number], ReturnType<typeof Count>>),
      other_product: Nullable(
        Count(
          "Number of the visitor's contacts with other products in the window; null: the user may see only some ads",
        ),
      ),
    },
    {
      description:
        'Number of excluded contacts by reason, from one tracking term before the window to one tracking term after the conversion',
    },
  ),
);

export const CreditJudgement = component(
  'CreditJudgement',
  Closed({
    name: Text('Name of the check: amount, args, duplicate_ips or duplicate_args'),
    verdict: Nullable(
      Type.Integer({
        description:
          'Outcome of the check: 0 APPROVED_OK, 1 APPROVED_NG, 2 UNAPPROVED_OK; null: not required',
      }),
    ),
    value: Text('Value that was checked'),
    rule: Text(
      'Rule of the check: amount_above_zero, args_present, no_other_from_address or no_other_with_args',
    ),
    days: Nullable(
      Type.Integer({
        description: 'Days in which an IP address may yield only one result, at the time of the check',
      }),
    ),
  }),
);
export const CreditResult = component(
  'CreditResult',
  Closed({
    result_id: Type.Number(),
    asp_id: Id(),
    asp_name: Text(),
    result_type: Type.Integer({
      description: 'Type of the result: 1 last CV, 2 performance CV, 3 constant output',
    }),
    cv_ad_id: Nullable(Id()),
    cv_ad_name: Text(),
    interaction_id: Nullable(EventId()),
    interaction_number: Count("Position of the result's contact on the path, from 1; 0: no contact"),
    approval_status: Type.Integer({ description: 'Status of the result: 0 pending, 1 approved, 2 rejected' }),
    version: Type.Integer(),
    cv_cost: Yen('CV cost of the ad in yen at the creation of the result'),
    rule: Text('Rule that decided last; empty: a person decided'),
    reason: Text(),
    decided_by: Text(),
    decided_at: Time('Time of the last decision'),
    judgements: Type.Array(CreditJudgement.ref),
  }),
);
export const CreditFee = component(
  'CreditFee',
  Closed({
    ad_id: Id(),
    ad_name: Text(),
    fee: Yen('Fixed fee of the ad for the day of the conversion (Tokyo time), in yen'),
  }),
);
export const CreditCosts = component(
  'CreditCosts',
  Closed({
    click_cost: Yen('Click costs of the listed contacts in yen, except on days with imported costs'),
    cv_cost: Yen('CV costs of approved results, in yen'),
    cv_cost_pending: Yen('CV costs of pending results, in yen'),
    fees: Type.Array(CreditFee.ref),
    fee: Yen('Fixed fees of the ads of the path for the day of the conversion (Tokyo time), in yen'),
    total: Yen('click_cost + cv_cost + fee'),
    total_unapproved: Yen('total + cv_cost_pending'),
  }),
);
export const CreditConversion = component(
  'CreditConversion',
  Closed({
    conversion_id: EventId(),
    cv_time: Time('Time of the conversion'),
    cv_type: Type.Integer({ description: 'Type of the conversion: 1 last CV, 0 middle CV' }),
    cv_setting_id: Nullable(Id()),
    cv_setting_name: Text(),
    origin: Text('Origin of the report: url, route, button, call or server'),
    args: Text(),
    user_id: Text(),
    other_key1: Text(),
    other_key2: Text(),
    other_key3: Text(),
    amount: Yen('Amount of the conversion in yen'),
    visitor_id: EventId(),
    ip_address: Text(),
    url: Text(),
    referrer: Text(),
    device: Text(),
    os: Text(),
    browser: Text(),
    bot: Type.Boolean(),
    excluded: Type.Boolean(),
    left_out_because: Nullable(
      Type.String({
        description:
          'Reason why reports leave the conversion out, so that no contact gets credit: bot or excluded_ip; null: the conversion counts',
      }),
    ),
  }),
);
export const CreditRules = component(
  'CreditRules',
  Closed({
    product_id: Type.Integer(),
    tracking_term: Type.Integer({ description: 'Tracking term in days' }),
    excluded_ips: Type.Array(Type.String()),
    model: Type.Integer({ description: 'Attribution model of the product' }),
    ad_cost_linkage: Type.Boolean(),
    ...overridableRules,
    window_from: Time('Start of the tracking term: earliest time of a contact on the path'),
    time_zone: Text(),
  }),
);
export const Credit = component(
  'Credit',
  Closed({
    conversion: CreditConversion.ref,
    rules: CreditRules.ref,
    ...Watermark('Watermark: the last event that was loaded when the answer was read'),
    contacts: Count('Number of contacts on the path'),
    path: Type.Array(CreditContact.ref),
    folded: Nullable(
      Closed(
        { contacts: Count('Number of contacts'), weights },
        { description: 'Sum of the contacts in the middle of a very long path that are not listed' },
      ),
    ),
    no_contact: Type.Array(CreditWeight.ref, {
      description: 'Credit of the row of conversions without contact; empty if the path has a contact',
    }),
    left_out: Type.Array(CreditLeftOut.ref, {
      description:
        'Contacts that are not on the path, oldest first; if there are many, those nearest to the conversion',
    }),
    left_out_counts: CreditLeftOutCounts.ref,
    results: Type.Array(CreditResult.ref),
    costs: CreditCosts.ref,
  }),
);
