import { Type } from '@fastify/type-provider-typebox';
import { component, Nullable, Time, words } from '../http/schemas.ts';

export const InstallationVerdict = words(
  'InstallationVerdict',
  ['never', 'seen', 'silent', 'foreign_only'],
  "never: the tag was never seen; seen: on the product's domain within the last 24 hours; silent: not since; foreign_only: within 90 days on other domains only",
);
export const HostRelation = words(
  'HostRelation',
  ['own', 'sender', 'foreign'],
  "Whose pages a host serves under the present settings: the product's, a sender's (crossdomain), another site's",
);

export const InstallationHost = component(
  'InstallationHost',
  Type.Object({
    host: Type.String(),
    relation: HostRelation.ref,
    first_seen: Nullable(Time('Within the past 90 days')),
    last_seen: Nullable(Time('Null: it is set, but was not seen')),
    page_views: Type.Integer({ minimum: 0, description: 'In the last 24 hours, without bots' }),
  }),
);

export const ConversionKey = component(
  'ConversionKey',
  Type.Object({
    conversion_key: Type.String({ description: "Proves to /cv that a caller is the product's server" }),
    previous_conversion_key_until: Nullable(Time('Until when the previous key works; null: there is none')),
  }),
);

export const Installation = component(
  'Installation',
  Type.Object({
    tag: Type.String({ description: 'To be set on every page' }),
    verdict: InstallationVerdict.ref,
    first_seen: Nullable(Time('When the tag was first seen')),
    last_seen: Nullable(Time('When it was last seen')),
    page_views: Type.Integer({
      minimum: 0,
      description: "On the product's domain in the last 24 hours, without bots",
    }),
    hosts: Type.Array(InstallationHost.ref),
    conversion_key: Type.String({ description: "Proves to /cv that a caller is the product's server" }),
    conversion_key_required: Type.Boolean({ description: '/cv refuses conversions without the key' }),
    unique_result_identifiers: Type.Integer({
      description:
        "Conversions whose result identifier is unique: 0 none, 1 server calls, 2 server calls and the tag's",
    }),
    previous_conversion_key_until: Nullable(Time('Until when the previous key works; null: there is none')),
    conversion_call: Type.String({
      description: "A call of /cv to be adapted: a shell command with the product's number and key",
    }),
  }),
);
