import { Type, type Static } from '@fastify/type-provider-typebox';
import { PARAMETERS } from '../collector/tracking.ts';
import { Closed, component, Id, Nullable, words } from '../http/schemas.ts';

/** Schemas of an ad's links and of the click preview. */

export const ParameterColumn = words(
  'ParameterColumn',
  PARAMETERS,
  'Parameter that an ad network sends with a click: its click ID, its session ID, or one of its three keys',
);

/** How the collector treats a click on an address. */
export const ClickVerdict = words(
  'ClickVerdict',
  ['counted', 'uncounted', 'lost'],
  "counted: the click leads to its landing page; uncounted: the redirect is inactive or deleted, and the click leads to the ad's page; lost: no page exists",
);

export const LinkParameter = component(
  'LinkParameter',
  Type.Object({
    column: ParameterColumn.ref,
    name: Type.String({ description: 'Name of the parameter' }),
    macro: Type.String({
      description: "Macro in these URLs, to be replaced by the ad network's own",
    }),
  }),
);

export const AdLink = component(
  'AdLink',
  Type.Object({
    redirect_id: Id(),
    url: Type.String({ description: 'Click URL' }),
    tracking_url: Type.String({ description: 'Click URL with the parameters of the ad network' }),
    verdict: ClickVerdict.ref,
  }),
);

export const AdLinks = component(
  'AdLinks',
  Type.Object({
    id: Id('ID of the ad'),
    redirects: Type.Array(AdLink.ref, { description: 'Click URLs of the redirects that are not deleted' }),
    impression_url: Type.String(),
    impression_tag: Type.String({ description: 'Tag that counts an impression when it is displayed' }),
    direct_link: Type.Boolean({ description: 'Whether a landing with the parameter counts as a contact' }),
    direct_parameter: Type.String({
      description: 'Query parameter to add to the URL of any page of the product',
    }),
    direct_url: Nullable(
      Type.String({ description: "URL of the ad's page with the parameter; null: the ad has no page" }),
    ),
    parameters: Type.Array(LinkParameter.ref, {
      description:
        'Parameters of the ad if it has its own, otherwise of its network; agency users see only those of the ad',
    }),
  }),
);

export const ClickEntryForm = component(
  'ClickEntryForm',
  Closed({
    title: Type.String({ maxLength: 100 }),
    url: Type.String({ maxLength: 2000 }),
    rate: Nullable(Type.Number({ description: 'Rate in percent; null: no input yet' })),
  }),
);

const Name = (description: string) => Type.Optional(Nullable(Type.String({ maxLength: 100, description })));
export const ClickParametersForm = component(
  'ClickParametersForm',
  Closed(
    Object.fromEntries(
      PARAMETERS.map(name => [name, Name('Name of the parameter in the landing URL')]),
    ) as Record<(typeof PARAMETERS)[number], ReturnType<typeof Name>>,
  ),
);

/** The form is previewed while it is edited, so invalid values are no faults; the answer reports their effect. */
export const PreviewClickForm = component(
  'PreviewClickForm',
  Closed({
    product_id: Id(),
    ad_id: Type.Optional(Nullable(Id('Ad whose click URLs are previewed; null: not created yet'))),
    redirect_url: Type.String({ maxLength: 2000 }),
    lpo_flag: Type.Boolean(),
    lpo_entries: Type.Array(ClickEntryForm.ref, { maxItems: 5 }),
    dynamic_lpurl: Type.Boolean(),
    asp: Type.Optional(Nullable(Id('Ad network of the ad'))),
    own_parameters: Type.Boolean(),
    parameters: ClickParametersForm.ref,
    visitor_id: Type.Optional(
      Nullable(
        Type.String({
          pattern: '^[1-9][0-9]{0,19}$',
          description: 'Visitor of an earlier answer, who returns; null: a new visitor',
        }),
      ),
    ),
    url: Type.Optional(
      Nullable(Type.String({ maxLength: 4000, description: 'Requested landing page (dynamic landing URL)' })),
    ),
    query: Type.Optional(
      Nullable(Type.String({ maxLength: 4000, description: 'Additional query parameters of the click URL' })),
    ),
  }),
);
export type PreviewParameters = Static<typeof PreviewClickForm.ref>;

export const LandingChoice = words(
  'LandingChoice',
  ['plain', 'lpo', 'dynamic', 'ad_page', 'none'],
  "Source of the landing page. plain: the plain landing page; lpo: an LPO entry; dynamic: the requested page; ad_page: the ad's page, because the click does not count; none: no page exists",
);
export const DynamicVerdict = words(
  'DynamicVerdict',
  ['not_asked', 'off', 'accepted', 'no_web_address', 'foreign_host', 'too_long'],
  'Outcome for the requested landing page',
);
export const EntryVerdict = words(
  'EntryVerdict',
  ['used', 'no_web_address', 'no_rate'],
  'Whether an entry can be chosen',
);

export const ClickEntry = component(
  'ClickEntry',
  Type.Object({
    number: Type.Integer({ description: 'Number of the entry, 1 to 5' }),
    title: Type.String(),
    url: Type.String(),
    verdict: EntryVerdict.ref,
    share: Type.Number({ description: 'Share of the visitors, as a fraction' }),
    chosen: Type.Boolean(),
  }),
);
export const ClickValue = component(
  'ClickValue',
  Type.Object({
    column: ParameterColumn.ref,
    name: Type.String(),
    value: Type.String({ description: 'Stored value; empty: not sent' }),
  }),
);

export const ClickOutcome = component(
  'ClickOutcome',
  Type.Object({
    redirect_id: Nullable(Id('Redirect of the click; null: the ad has no redirect yet')),
    verdict: ClickVerdict.ref,
    location: Nullable(
      Type.String({
        description:
          'Destination URL, with a placeholder for the click token in `xclid`; null: no destination',
      }),
    ),
    choice: LandingChoice.ref,
    entries: Type.Array(ClickEntry.ref, {
      description: 'LPO entries of the redirect if it has its own, otherwise of the ad',
    }),
    dynamic: DynamicVerdict.ref,
    values: Type.Array(ClickValue.ref, { description: "Values of the ad network's parameters" }),
    unmeasured_hosts: Type.Array(Type.String(), {
      description:
        "Hosts of possible destinations outside of the product's domain and its crossdomain senders, where page views and conversions are not measured",
    }),
  }),
);

export const ClickPreview = component(
  'ClickPreview',
  Type.Object({
    visitor_id: Type.String({
      description: 'Visitor who clicked; send this ID again to preview a returning visitor',
    }),
    clicks: Type.Array(ClickOutcome.ref, { description: 'Outcome per click URL of the ad' }),
  }),
);

export const clickComponents = [
  ParameterColumn,
  ClickVerdict,
  LinkParameter,
  AdLink,
  AdLinks,
  ClickEntryForm,
  ClickParametersForm,
  PreviewClickForm,
  LandingChoice,
  DynamicVerdict,
  EntryVerdict,
  ClickEntry,
  ClickValue,
  ClickOutcome,
  ClickPreview,
];
