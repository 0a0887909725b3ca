import { Type, type Static } from '@fastify/type-provider-typebox';
import { PARAMETERS } from '../collector/tracking.ts';
import { Closed, component, Id, Nullable, words } from '../http/schemas.ts';

/** Schemas of an ad's links and of the click preview. */

export const ParameterColumn = words(
  'ParameterColumn',
  PARAMETERS,
  'What a network sends with a click: its own click id, its session, its three keys',
);

/** How the collector treats a click on an address. */
export const ClickFate = words(
  'ClickFate',
  ['counted', 'uncounted', 'lost'],
  "counted: to its landing page; uncounted: switched off or deleted, so to the ad's page; lost: nowhere to go",
);

export const LinkParameter = component(
  'LinkParameter',
  Type.Object({
    column: ParameterColumn.ref,
    name: Type.String({ description: 'Under which it comes' }),
    macro: Type.String({
      description: "The macro in these addresses, to be replaced by the network's own",
    }),
  }),
);

export const AdLink = component(
  'AdLink',
  Type.Object({
    redirect_id: Id(),
    url: Type.String({ description: 'The click address' }),
    tracking_url: Type.String({ description: "The same with the network's parameters" }),
    fate: ClickFate.ref,
  }),
);

export const AdLinks = component(
  'AdLinks',
  Type.Object({
    id: Id('Number of the ad'),
    redirects: Type.Array(AdLink.ref, { description: 'Its click addresses that are not deleted' }),
    impression_url: Type.String(),
    impression_tag: Type.String({ description: 'Counts an impression where it is shown' }),
    direct_link: Type.Boolean({ description: 'Whether a landing with the parameter counts' }),
    direct_parameter: Type.String({ description: 'What to add to any page of the product' }),
    direct_url: Nullable(
      Type.String({ description: "The ad's page with it; null: it has no page to go to" }),
    ),
    parameters: Type.Array(LinkParameter.ref, {
      description: "Of the ad where it has its own, else of its network; agencies see only the ad's",
    }),
  }),
);

export const ClickEntryForm = component(
  'ClickEntryForm',
  Closed({
    title: Type.String({ maxLength: 100 }),
    url: Type.String({ maxLength: 2000 }),
    rate: Nullable(Type.Number({ description: 'null: not typed yet' })),
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
    ad_id: Type.Optional(Nullable(Id('Whose click addresses are looked at; null: it is not made yet'))),
    redirect_url: Type.String({ maxLength: 2000 }),
    lpo_flag: Type.Boolean(),
    lpo_entries: Type.Array(ClickEntryForm.ref, { maxItems: 5 }),
    dynamic_lpurl: Type.Boolean(),
    asp: Type.Optional(Nullable(Id('Its network'))),
    own_parameters: Type.Boolean(),
    parameters: ClickParametersForm.ref,
    visitor_id: Type.Optional(
      Nullable(
        Type.String({
          pattern: '^[1-9][0-9]{0,19}$',
          description: 'A visitor who comes again, by an earlier answer; null: a new one',
        }),
      ),
    ),
    url: Type.Optional(Nullable(Type.String({ maxLength: 4000, description: 'The requested landing page' }))),
    query: Type.Optional(
      Nullable(Type.String({ maxLength: 4000, description: 'Further parameters of the click address' })),
    ),
  }),
);
export type PreviewParameters = Static<typeof PreviewClickForm.ref>;

export const LandingChoice = words(
  'LandingChoice',
  ['plain', 'lpo', 'dynamic', 'ad_page', 'none'],
  "Why this page: the plain one, one of the LPO entries, the requested one, the ad's for a click that does not count; none: no page to go to",
);
export const DynamicVerdict = words(
  'DynamicVerdict',
  ['not_asked', 'off', 'accepted', 'no_web_address', 'foreign_host', 'too_long'],
  'What became of the requested landing page',
);
export const EntryVerdict = words(
  'EntryVerdict',
  ['used', 'no_web_address', 'no_rate'],
  'Whether an entry can be chosen',
);

export const ClickEntry = component(
  'ClickEntry',
  Type.Object({
    number: Type.Integer({ description: '1 to 5' }),
    title: Type.String(),
    url: Type.String(),
    verdict: EntryVerdict.ref,
    share: Type.Number({ description: 'Of the visitors, as a fraction' }),
    chosen: Type.Boolean(),
  }),
);
export const ClickValue = component(
  'ClickValue',
  Type.Object({
    column: ParameterColumn.ref,
    name: Type.String(),
    value: Type.String({ description: 'As it is stored; empty: not sent' }),
  }),
);

export const ClickOutcome = component(
  'ClickOutcome',
  Type.Object({
    redirect_id: Nullable(Id('null: the ad has no click address yet')),
    fate: ClickFate.ref,
    location: Nullable(
      Type.String({
        description:
          'Where the visitor is sent, `xclid` with a word in the place of the click token; null: nowhere',
      }),
    ),
    choice: LandingChoice.ref,
    entries: Type.Array(ClickEntry.ref, { description: 'LPO entries, of the redirect where it has its own' }),
    dynamic: DynamicVerdict.ref,
    values: Type.Array(ClickValue.ref, { description: "What is read of the network's parameters" }),
  }),
);

export const ClickPreview = component(
  'ClickPreview',
  Type.Object({
    visitor_id: Type.String({ description: 'Who clicked; given again, he is a visitor who returns' }),
    clicks: Type.Array(ClickOutcome.ref, { description: 'One for each click address of the ad' }),
  }),
);

export const clickComponents = [
  ParameterColumn,
  ClickFate,
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
