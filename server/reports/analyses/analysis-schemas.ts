import { Type, type TProperties } from '@fastify/type-provider-typebox';
import { MODELS } from '../../attribution/models.ts';
import { Closed, component, Day, EventId, Id, Nullable, Time } from '../../http/schemas.ts';
import { Cursor, Limit } from '../../event-logs/log-parameters.ts';
import { ADJUSTMENTS } from './allocation/budget-allocation.ts';
import type { MARKOV, SHAPLEY } from '../models/data-driven-models.ts';
import { AXES, axisOf } from '../parse/axes.ts';
import { CV_INFO_FILTERS } from './cv-info/filters.ts';
import { AD_FILTERS } from '../parse/filters.ts';
import { MODEL_NAMES } from '../models/models.ts';
import { ReportLeftOut } from '../parse/schemas.ts';
import { Watermark } from '../plan/watermark.ts';

/**
 * The contract of the analyses that are not tables of metrics by row. Ratios are fractions, money is yen,
 * times are seconds; unknown values are null.
 */

const choices = (names: readonly string[]) => names.map((name, index) => `${index + 1} ${name}`).join(', ');
const Text = (description?: string) => Type.String(description === undefined ? {} : { description });
const Count = (description: string) => Type.Number({ minimum: 0, description });
const Number_ = (description: string) => Type.Number({ description });
const OrNull = (description: string) => Nullable(Type.Number({ description }));

const period = {
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
const Axis = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: AXES.length,
    description: `What the rows are: ${choices(AXES.map(axis => axisOf(axis).name))}; default 1`,
  }),
);
const Model = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: MODELS.length,
    description: `Attribution model: ${choices(MODELS)}; default the product's`,
  }),
);

const rules = {
  product_id: Type.Integer(),
  from: Text('Tokyo day'),
  to: Text('Tokyo day'),
  where: Text('The filters'),
  tracking_term: Type.Integer({ description: 'Days' }),
  excluded_ips: Type.Array(Type.String()),
  ad_cost_linkage: Type.Boolean({ description: 'Whether imported costs are counted' }),
  time_zone: Text(),
};
const watermark = Watermark(
  'The last event that was loaded when this was counted; the same rules and watermark give the same answer',
);
const counted = { ...watermark, left_out: ReportLeftOut.ref };
const rowKey = {
  key: Text(
    'The number of the ad or group; "none": ads without a group; "no_contact": conversions without a contact',
  ),
  label: Text('Its name; empty where the key is a word'),
};

// Transitions.
export const TransitionQuery = Closed({
  ...period,
  from: Day('A day of the first month, Tokyo'),
  to: Day('A day of the last month, Tokyo; at most five years'),
});
export const TransitionCell = component(
  'TransitionCell',
  Closed({
    month: Type.Integer({
      description: 'How many months after the month of the first contact, 0 to 24; 0 is that month itself',
    }),
    cv: OrNull('Last CVs; null: the month has not begun'),
    amount_sum: OrNull('Their sales'),
    visitors: OrNull('Different visitors who made them'),
  }),
);
export const TransitionLater = component(
  'TransitionLater',
  Closed(
    { cv: Count('Last CVs'), amount_sum: Count('Their sales') },
    { description: 'More than 24 months after' },
  ),
);
const cohort = {
  first_touch_count: Count("Contacts of the month that are their visitor's first within the tracking term"),
  cv: Count('Last CVs whose path began in the month, whenever they came'),
  amount_sum: Count('Their sales'),
  later: TransitionLater.ref,
  cells: Type.Array(TransitionCell.ref, { description: 'Month 0 to 24' }),
};
export const TransitionRow = component(
  'TransitionRow',
  Closed({ key: Text('The month of the first contact, Tokyo: yyyy-MM'), ...cohort }),
);
export const TransitionTotals = component('TransitionTotals', Closed(cohort));
export const TransitionRules = component(
  'TransitionRules',
  Closed({ ...rules, present: Text('The present month: later ones are null') }),
);
export const Transitions = component(
  'Transitions',
  Closed({
    rules: TransitionRules.ref,
    ...counted,
    rows: Type.Array(TransitionRow.ref),
    totals: TransitionTotals.ref,
  }),
);

// CV information.
export const CvInfoQuery = Closed({
  ...period,
  where: Type.Optional(
    Type.String({
      maxLength: 8000,
      description: `Filters as one text, encoded as an address is: p_resid=A-1&amount__gte=1000. By the ads of the path: ${Object.keys(AD_FILTERS).join(', ')}; by the conversion: ${Object.keys(CV_INFO_FILTERS).join(', ')}`,
    }),
  ),
  cv_type: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 1, description: 'Only last CVs (1) or middle CVs (0)' }),
  ),
  after: Type.Optional(Cursor('`next` of the page before')),
  limit: Limit,
});
const toldAd = {
  ad_id: Nullable(Id('Null: of another agency')),
  ad_name: Text(),
  hidden: Type.Boolean({ description: 'Of another agency' }),
};
/**
 * Inline and not by `$ref`: a reference in OpenAPI 3.0 cannot be nullable, and the gateway would return none
 * of the rows.
 */
const maybeAd = (description: string) => Nullable(Type.Object(toldAd, { description }));
export const CvInfoContact = component(
  'CvInfoContact',
  Closed({ ...toldAd, at: Time('When the contact was made') }),
);
export const CvInfo = component(
  'CvInfo',
  Closed({
    conversion_id: EventId(),
    cv_time: Time('When it was made'),
    cv_type: Type.Integer({ description: '1 last CV, 0 middle CV' }),
    cv_setting_id: Nullable(Id('Null: none')),
    cv_setting_name: Text(),
    p_resid: Text('The result identifier; empty for users who may not read the CV log'),
    p_userid: Text(),
    p_key1: Text(),
    p_key2: Text(),
    p_key3: Text(),
    amount: Number_('Sales'),
    visitor_id: EventId(),
    first_ad: maybeAd('Of the first contact'),
    last_ad: maybeAd('Of the last contact'),
    ad_type1: Text("Of the last contact's ad"),
    ad_type2: Text(),
    ad_type3: Text(),
    contacts: Type.Integer({ minimum: 0, description: 'Length of the path' }),
    elapsed: OrNull('Seconds from the first contact; null: no contact'),
    path: Type.Array(CvInfoContact.ref, { description: 'In order of time, the first 20' }),
  }),
);
export const CvInfoRules = component('CvInfoRules', Closed(rules));
export const CvInfoPage = component(
  'CvInfoPage',
  Closed({
    rules: CvInfoRules.ref,
    ...watermark,
    total: OrNull('Rows of all pages; with the first page only'),
    results: Type.Array(CvInfo.ref, { description: 'Newest first' }),
    next: Nullable(Type.String({ description: '`after` of the next page; null: this was the last' })),
  }),
);

// Landing pages.
export const LpoQuery = Closed({ ...period, model: Model });
const landed = {
  clicks: Count('Contacts that landed here'),
  cv: Count('Last CVs whose last contact landed here'),
  cvr: OrNull('cv / clicks'),
  cv_division: Count('Distributed last CVs'),
  attr_cvr: OrNull('cv_division / clicks'),
  amount_sum: Count('Sales of cv'),
  amount_division: Count('Distributed sales, whole yen that sum to the sales'),
};
export const LpoRow = component(
  'LpoRow',
  Closed({
    key: Text('ad:redirect:entry:address, or "no_contact"'),
    ad_id: Nullable(Id('Null: no contact')),
    ad_name: Text(),
    redirect_id: Nullable(Id('Null: a direct link')),
    lpo_number: Nullable(Type.Integer({ description: 'Which LPO entry; null: none was chosen' })),
    title: Text("The entry's present title"),
    url: Text("The entry's present address, or where the contacts landed, without the query"),
    ...landed,
    other_key: Nullable(Text('The best converting other page of the same redirect; null: there is none')),
    difference: OrNull('cvr less that of the other page'),
    z: OrNull('The same in standard errors'),
    p_value: OrNull(
      'How likely chance alone makes such a difference: two-sided z test of two proportions, pooled (Fleiss, Levin, Paik 2003, 2.4); null: not enough',
    ),
    enough: Type.Boolean({ description: 'Each of the four expected counts is at least 5' }),
    verdict: Nullable(
      Text(
        'Beside that other page: better or worse where p_value is below 0.05, even, few (not enough to tell), alone (no other page); null: no contact',
      ),
    ),
  }),
);
export const LpoTotals = component('LpoTotals', Closed(landed));
export const LpoRules = component('LpoRules', Closed({ ...rules, model: Type.Integer() }));
export const Lpo = component(
  'Lpo',
  Closed({ rules: LpoRules.ref, ...counted, rows: Type.Array(LpoRow.ref), totals: LpoTotals.ref }),
);

// Journeys.
export const JourneyQuery = Closed({
  ...period,
  axis: Axis,
  fold: Type.Optional(Type.Boolean({ description: 'Repeated neighbours are one step; default false' })),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 200, description: 'Paths listed singly; default 20' }),
  ),
  nodes: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 50,
      description: 'Rows with nodes of their own, those on the largest number of paths; default 15',
    }),
  ),
});
const walked = {
  cv: Count('Last CVs'),
  share: OrNull('Of all last CVs with a path'),
  amount_sum: Count('Their sales'),
  amount_avg: OrNull('amount_sum / cv'),
  attr_avg: OrNull('Mean time from the first contact to the conversion'),
};
export const JourneyNode = component(
  'JourneyNode',
  Closed({
    key: Text(
      'The number of the ad or group; "none"; "hidden": of other agencies; "others": rows that the flow does not tell apart; "conversion"',
    ),
    label: Text('Its name; empty where the key is a word'),
  }),
);
export const JourneyRow = component(
  'JourneyRow',
  Closed({
    key: Text('The same for the same path'),
    steps: Type.Array(JourneyNode.ref, { description: 'In order of time, the first 20' }),
    length: Type.Integer({ description: 'How many steps' }),
    ...walked,
  }),
);
export const JourneyOthers = component(
  'JourneyOthers',
  Closed({ paths: Count('Different paths'), ...walked }),
);
export const JourneyLink = component(
  'JourneyLink',
  Closed({
    step: Type.Integer({
      description:
        'Position of `from`, 1 to 6; of longer paths the last contact is at position 6, and those between are omitted',
    }),
    from: Text('Key of a node at this step'),
    to: Text('Key of a node at the next step, or "conversion"'),
    cv: Count('Last CVs that went this way'),
    amount_sum: Count('Their sales'),
  }),
);
export const JourneyRules = component(
  'JourneyRules',
  Closed({
    ...rules,
    axis: Type.Integer(),
    fold: Type.Boolean(),
    limit: Type.Integer(),
    steps: Type.Integer(),
  }),
);
export const ConversionPaths = component(
  'ConversionPaths',
  Closed({
    rules: JourneyRules.ref,
    ...counted,
    rows: Type.Array(JourneyRow.ref),
    others: JourneyOthers.ref,
    totals: JourneyOthers.ref,
    nodes: Type.Array(JourneyNode.ref),
    links: Type.Array(JourneyLink.ref),
  }),
);

// Models side by side.
export const AsideQuery = Closed({ ...period, axis: Axis });
const seven = Object.fromEntries(
  MODEL_NAMES.flatMap((name, index) => [
    [`cv_division_${index + 1}`, Count(`Distributed last CVs: ${name}`)],
    [`amount_division_${index + 1}`, Count(`Distributed sales, whole yen that sum to the sales: ${name}`)],
  ]),
) as Record<
  `${'cv' | 'amount'}_division_${1 | 2 | 3 | 4 | 5 | typeof MARKOV | typeof SHAPLEY}`,
  ReturnType<typeof Count>
>;
const own = {
  clicks: Count('Contacts'),
  cv: Count('Last CVs whose last contact is the row'),
  amount_sum: Count('Sales of cv'),
  ad_cost: Number_('As in the other reports'),
};
export const ModelsRow = component(
  'ModelsRow',
  Closed({
    ...rowKey,
    ...own,
    ...seven,
    removal_effect: OrNull(
      'The part of the conversions with a path that would be lost without the row (Markov); null: no journey passes it',
    ),
  }),
);
export const ModelsTotals = component('ModelsTotals', Closed({ ...own, ...seven }));
export const ModelsBasis = component(
  'ModelsBasis',
  Closed({
    conversions: Count('Last CVs with a path: the journeys that end with a conversion'),
    journeys_without: Count(
      'Visitors with contacts in the period and no last CV: the journeys that end with nothing',
    ),
    states: Count('Rows that the Markov chain knows'),
    gathered_from: Count(
      'With more rows than this the least visited are one state and share its credit by their visits',
    ),
  }),
);
export const ModelsRules = component('ModelsRules', Closed({ ...rules, axis: Type.Integer() }));
export const ModelsSideBySide = component(
  'ModelsSideBySide',
  Closed({
    rules: ModelsRules.ref,
    ...counted,
    rows: Type.Array(ModelsRow.ref),
    totals: ModelsTotals.ref,
    basis: ModelsBasis.ref,
  }),
);

// Allocation.
export const AllocationQuery = Closed({
  ...period,
  model: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MODEL_NAMES.length,
      description: `Attribution model: ${choices(MODEL_NAMES)}; default the product's`,
    }),
  ),
  mode: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 3,
      description:
        "How the pool is shared: 1 by CV, 2 by sales, 3 by the costs registered with the ads; default the product's",
    }),
  ),
  pool: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1_000_000_000_000,
      multipleOf: 1,
      description: 'Yen; default the ad cost of the period',
    }),
  ),
  adjust: Type.Optional(
    Type.String({
      maxLength: 20_000,
      pattern: ADJUSTMENTS,
      description: 'Adjustments by ad, separated by commas: adId:1:percent or adId:2:yen',
    }),
  ),
});
const budget = {
  ad_cost: OrNull('As in the other reports'),
  cv: OrNull('Last CVs whose last contact is the row'),
  cv_division: OrNull('Distributed last CVs'),
  amount_sum: OrNull('Sales of cv'),
  amount_division: OrNull('Distributed sales'),
  attributed_cpa: OrNull('ad_cost / cv_division'),
  attributed_roas: OrNull('amount_division / ad_cost'),
  allocated_cost: OrNull('Its share of the pool, whole yen; null: the pool is not shared'),
  adjusted_cost: OrNull('After its adjustment, whole yen'),
  expected_cv: OrNull('At the adjusted cost'),
  expected_amount: OrNull('Sales at the adjusted cost'),
} satisfies TProperties;
export const AllocationRow = component(
  'AllocationRow',
  Closed({
    key: Text('The number of the ad'),
    label: Text('Its name'),
    ...budget,
    share: OrNull('Its part of the basis; null: all of the basis is zero'),
    adjustment_unit: Nullable(Type.Integer({ description: '1 percent, 2 yen; null: not adjusted' })),
    adjustment: OrNull('Percent or yen, more or less'),
    cv_per_yen: Count('Marginal response: CVs that one yen a day more brings'),
    amount_per_yen: Count('Sales that it brings'),
    response_days: Count('Days with cost of the 90 that this was learnt from'),
    response_basis: Text('regression; average: too few days, or all of the same cost; none: no cost'),
  }),
);
export const AllocationTotals = component(
  'AllocationTotals',
  Closed({ ...budget, difference: OrNull('adjusted_cost less allocated_cost') }),
);
export const AllocationRules = component(
  'AllocationRules',
  Closed({
    ...rules,
    model: Type.Integer(),
    mode: Type.Integer(),
    response_from: Text('Tokyo day'),
    response_to: Text('Tokyo day'),
  }),
);
export const Allocations = component(
  'Allocations',
  Closed({
    rules: AllocationRules.ref,
    ...counted,
    pool: Number_('Yen that are shared'),
    pool_told: Type.Boolean({ description: 'The query stated it' }),
    unallocated: Number_('Yen that are not shared, because all of the basis is zero'),
    rows: Type.Array(AllocationRow.ref),
    totals: AllocationTotals.ref,
  }),
);

export const analysisComponents = [
  TransitionCell,
  TransitionLater,
  TransitionRow,
  TransitionTotals,
  TransitionRules,
  Transitions,
  CvInfoContact,
  CvInfo,
  CvInfoRules,
  CvInfoPage,
  LpoRow,
  LpoTotals,
  LpoRules,
  Lpo,
  JourneyNode,
  JourneyRow,
  JourneyOthers,
  JourneyLink,
  JourneyRules,
  ConversionPaths,
  ModelsRow,
  ModelsTotals,
  ModelsBasis,
  ModelsRules,
  ModelsSideBySide,
  AllocationRow,
  AllocationTotals,
  AllocationRules,
  Allocations,
] as const;
