import { Type } from '@fastify/type-provider-typebox';
import { MODELS, UNITS } from '../../attribution/models.ts';
import { Closed, component, EventId, Id, Nullable, Time } from '../../http/schemas.ts';
import { ReportQuery } from '../analyses/row-report/schema.ts';
import { LEFT_OUT_REASONS } from '../../store/clickhouse/drilldown/credit.ts';
import { BEHIND_METRICS } from './figures.ts';
import { Watermark } from '../plan/watermark.ts';

const Text = (description?: string) => Type.String(description === undefined ? {} : { description });
const Count = (description: string) => Type.Integer({ minimum: 0, description });
const Yen = (description: string) => Type.Number({ description });
const choices = (names: readonly string[]) => names.map((name, index) => `${index + 1} ${name}`).join(', ');

export const CreditQuery = Closed({
  product_id: Id('The product'),
  conversion_id: EventId('The conversion'),
});

export const CreditWeight = component(
  'CreditWeight',
  Closed({
    model: Type.Integer({ description: `Attribution model: ${choices(MODELS)}` }),
    units: Type.Integer({ description: `Credit units of ${UNITS}; those of a path sum to it exactly` }),
    share: Type.Number({ description: 'The same as a fraction' }),
    yen: Yen('Whole yen of the amount; those of a path sum to it exactly. Middle CVs have no sales'),
  }),
);
const weights = Type.Array(CreditWeight.ref);

const contact = {
  interaction_id: Nullable(EventId("null: another agency's contact")),
  ad_id: Nullable(Id("null: another agency's ad")),
  ad_name: Text('Empty where the ad may not be seen'),
  reference_time: Time('When the contact was made'),
  click_cost: Nullable(Type.Number({ description: 'Yen, as it was at the click' })),
  landing_url: Text(),
  referrer: Text(),
  device: Text(),
  os: Text(),
  browser: Text(),
};
export const CreditContact = component(
  'CreditContact',
  Closed({
    place: Type.Integer({ minimum: 1, description: 'From 1, in order of time' }),
    ...contact,
    hidden: Type.Boolean({ description: 'Of another agency: only position, time and weight are answered' }),
    first: Type.Boolean(),
    last: Type.Boolean({ description: "Direct effect: the last CV ad's" }),
    performance: Type.Boolean({ description: "The performance CV ad's" }),
    billed: Type.Boolean({
      description: 'Its day is billed by the network, which counts in the place of its click cost',
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
      description: 'The first rule that excludes it from the path',
    }),
  }),
);
export const CreditLeftOutCounts = component(
  'CreditLeftOutCounts',
  Closed(
    {
      ...(Object.fromEntries(LEFT_OUT_REASONS.map(reason => [reason, Count('')])) as Record<
        (typeof LEFT_OUT_REASONS)[number],
        ReturnType<typeof Count>
      >),
      other_product: Nullable(
        Count(
          "The visitor's contacts with other products in the window; null where only some ads may be seen",
        ),
      ),
    },
    { description: 'From one term before the window to one term after the conversion' },
  ),
);

export const CreditJudgement = component(
  'CreditJudgement',
  Closed({
    name: Text('amount, args, duplicate_ips or duplicate_args'),
    said: Nullable(
      Type.Integer({
        description: '0 APPROVED_OK, 1 APPROVED_NG, 2 UNAPPROVED_OK; null: not required',
      }),
    ),
    value: Text('What was judged'),
    rule: Text('amount_above_zero, args_present, no_other_from_address or no_other_with_args'),
    days: Nullable(Type.Integer({ description: 'In which an address made one result, as it was judged' })),
  }),
);
export const CreditResult = component(
  'CreditResult',
  Closed({
    result_id: Type.Number(),
    asp_id: Id(),
    asp_name: Text(),
    result_type: Type.Integer({ description: '1 last CV, 2 performance last CV, 3 constant output' }),
    cv_ad_id: Nullable(Id()),
    cv_ad_name: Text(),
    interaction_id: Nullable(EventId()),
    interaction_number: Count("Its contact's place on the path; 0: none"),
    approval_status: Type.Integer({ description: '0 pending, 1 approved, 2 rejected' }),
    version: Type.Integer(),
    cv_cost: Yen('As it was when the result was made'),
    rule: Text('Which rule decided last; empty: a person did'),
    reason: Text(),
    decided_by: Text(),
    decided_at: Time('When it was decided last'),
    judgements: Type.Array(CreditJudgement.ref),
  }),
);
export const CreditFee = component(
  'CreditFee',
  Closed({ ad_id: Id(), ad_name: Text(), fee: Yen("Of the conversion's Tokyo day") }),
);
export const CreditCosts = component(
  'CreditCosts',
  Closed({
    click_cost: Yen('Of the listed contacts, without those of days with imported costs'),
    cv_cost: Yen('Of approved results'),
    cv_cost_pending: Yen('Of pending results'),
    fees: Type.Array(CreditFee.ref),
    fee: Yen("Fixed fees of the path's ads on the conversion's Tokyo day"),
    total: Yen('click_cost + cv_cost + fee'),
    total_unapproved: Yen('The same with pending results'),
  }),
);
export const CreditConversion = component(
  'CreditConversion',
  Closed({
    conversion_id: EventId(),
    cv_time: Time('When it was made'),
    cv_type: Type.Integer({ description: '1 last CV, 0 middle CV' }),
    cv_setting_id: Nullable(Id()),
    cv_setting_name: Text(),
    origin: Text('url, route, button, call or server'),
    args: Text(),
    user_id: Text(),
    other_key1: Text(),
    other_key2: Text(),
    other_key3: Text(),
    amount: Yen('Sales'),
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
          'bot or excluded_ip: reports leave the conversion out, and nothing has credit; null: it counts',
      }),
    ),
  }),
);
export const CreditRules = component(
  'CreditRules',
  Closed({
    product_id: Type.Integer(),
    tracking_term: Type.Integer({ description: 'Days' }),
    excluded_ips: Type.Array(Type.String()),
    model: Type.Integer({ description: "The product's" }),
    ad_cost_linkage: Type.Boolean(),
    window_from: Time('The earliest contact that can be on the path'),
    time_zone: Text(),
  }),
);
export const Credit = component(
  'Credit',
  Closed({
    conversion: CreditConversion.ref,
    rules: CreditRules.ref,
    ...Watermark('The last event that was loaded when this was read'),
    contacts: Count('Length of the path'),
    path: Type.Array(CreditContact.ref),
    folded: Nullable(
      Closed(
        { contacts: Count(''), weights },
        { description: 'Contacts in the middle of a very long path, together' },
      ),
    ),
    no_contact: Type.Array(CreditWeight.ref, {
      description: 'What stays in the row of conversions without contact; empty where there is a path',
    }),
    left_out: Type.Array(CreditLeftOut.ref, {
      description: 'In order of time; of many those nearest to the conversion',
    }),
    left_out_counts: CreditLeftOutCounts.ref,
    results: Type.Array(CreditResult.ref),
    costs: CreditCosts.ref,
  }),
);

/** The analyses whose figures have a drill-down: the reports over rows, and the others. */
export const BEHIND_ANALYSES = ['report', 'transitions', 'paths', 'lpo'] as const;

export const BehindQuery = Closed({
  ...ReportQuery.properties,
  analysis: Type.Optional(
    Type.String({
      enum: [...BEHIND_ANALYSES],
      description: 'The analysis; the other parameters are its own; default report',
    }),
  ),
  key: Type.String({
    minLength: 1,
    maxLength: 4000,
    description:
      'Which row: its key in the report, or total. Of transitions a month, or 2026-03/2 or 2026-03/later of it; of paths a path, others, or from a stop to the next one, 1>12>conversion',
  }),
  metric: Type.String({ enum: [...BEHIND_METRICS], description: 'Which figure of it' }),
  compared: Type.Optional(Type.Boolean({ description: 'The figure of the period that is compared with' })),
  fold: Type.Optional(Type.Boolean({ description: 'Of paths: repeated neighbours are one step' })),
  top: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 200,
      description: 'Of paths: number of paths listed singly; default 20',
    }),
  ),
  nodes: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 50,
      description: 'Of paths: rows with nodes of their own; default 15',
    }),
  ),
  after: Type.Optional(
    Type.String({ minLength: 1, maxLength: 300, description: '`next` of the page before' }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, description: 'Rows per page; default 100' })),
});
export const BehindFigure = component(
  'BehindFigure',
  Closed({
    model: Nullable(Type.Integer({ description: 'null: the figure depends on none' })),
    from: Text('Tokyo day'),
    to: Text('Tokyo day'),
    unit: Text('count or yen'),
    value: Type.Number({ description: 'As in the report' }),
    parts: Text('The same in smallest parts, a whole number'),
    parts_of_one: Type.Integer({ description: 'How many of them make one' }),
    conversions: Nullable(Type.Number({ description: 'Rows of all pages; with the first page only' })),
    ...Watermark('The event up to which all pages count'),
  }),
);
export const BehindConversion = component(
  'BehindConversion',
  Closed({
    conversion_id: EventId(),
    cv_time: Time('When it was made'),
    cv_type: Type.Integer({ description: '1 last CV, 0 middle CV' }),
    amount: Yen('Sales'),
    args: Text(),
    user_id: Text(),
    visitor_id: EventId(),
    contacts: Count('Length of its path'),
    elapsed: Type.Number({ description: 'Seconds from the first contact' }),
    last_cv_ad_id: Nullable(Id()),
    last_cv_ad_name: Text(),
    last_cv_ad_hidden: Type.Boolean({ description: 'Of another agency' }),
    share: Type.Number({ description: 'What it gives to the figure' }),
    share_parts: Text("The same in smallest parts; those of all pages sum to the figure's"),
  }),
);
export const BehindPage = component(
  'BehindPage',
  Closed({
    figure: BehindFigure.ref,
    results: Type.Array(BehindConversion.ref),
    next: Nullable(Type.String({ description: '`after` of the next page; null: this was the last' })),
  }),
);

export const creditComponents = [
  CreditWeight,
  CreditContact,
  CreditLeftOut,
  CreditLeftOutCounts,
  CreditJudgement,
  CreditResult,
  CreditFee,
  CreditCosts,
  CreditConversion,
  CreditRules,
  Credit,
  BehindFigure,
  BehindConversion,
  BehindPage,
] as const;
