import { Type } from '@fastify/type-provider-typebox';
import { Closed, component, Day, EventId, Id, Nullable, Time } from '../http/schemas.ts';

const Word = (description: string) => Type.Optional(Type.String({ minLength: 1, maxLength: 100, description }));

export const InteractionQuery = Closed({
  product_id: Id('The product'),
  from: Day('First day, Tokyo'),
  to: Day('Last day, Tokyo, included'),
  after: Type.Optional(Type.String({ minLength: 1, maxLength: 60, description: '`next` of the page before' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, description: 'Rows a page; 100 unless told' })),
  show: Type.Optional(Type.String({ enum: ['counted', 'all'], description: 'counted (unless told): without bots, repeats and excluded addresses, as in reports' })),
  ad_id__in: Type.Optional(Type.Array(Id(), { minItems: 1, maxItems: 1000, description: 'Only these ads' })),
  visitor_id: Type.Optional(EventId('Only this visitor')),
  interaction_id: Type.Optional(EventId('Only this contact')),
  device: Word('Only this kind of device'),
  os: Word('Only this operating system'),
  browser: Word('Only this browser'),
});

const DeviceText = Type.String({ description: 'desktop, mobile, tablet …; empty: not known' });

export const Interaction = component('Interaction', Closed({
  reference_id: EventId('The same as interaction_id'),
  interaction_id: EventId(),
  first_reference_time: Time('The visitor\'s first contact within the product\'s tracking term, seen from this one'),
  reference_time: Time('When the contact was made'),
  ad_id: Id(),
  ad_name: Type.String(),
  visitor_id: EventId(),
  ip_address: Type.String(),
  landing_url: Type.String(),
  referrer: Type.String(),
  ua: Type.String(),
  device: DeviceText,
  os: Type.String(),
  os_ver: Type.String(),
  browser: Type.String(),
  browser_ver: Type.String(),
  redirect_id: Nullable(Id('Null: a direct link')),
  lpo_number: Nullable(Type.Integer({ minimum: 1, maximum: 5, description: 'Which landing page was chosen; null: none was' })),
  lpo_title: Type.String({ description: 'Its present title; empty: none' }),
  xclid: Type.String({ description: 'The network\'s own click id' }),
  media_session_id: Type.String(),
  media_management1: Type.String(),
  media_management2: Type.String(),
  media_management3: Type.String(),
  click_cost: Type.Number({ description: 'Yen, as it was at the click' }),
  bot: Type.Boolean(),
  repeated: Type.Boolean({ description: 'The same visitor and redirect within 1 s' }),
  excluded: Type.Boolean({ description: 'Its address is excluded by the product\'s present rule' }),
}));

export const InteractionPage = component('InteractionPage', Closed({
  results: Type.Array(Interaction.ref),
  next: Nullable(Type.String({ description: '`after` of the next page; null: this was the last' })),
  total: Nullable(Type.Number({ description: 'Rows of all pages; told with the first page only' })),
  left_out: Nullable(Closed({
    bot: Type.Number(), repeated: Type.Number(), excluded_ip: Type.Number(),
  }, { description: 'What reports leave out, each contact under the first of these reasons; told with the first page only' })),
}));

