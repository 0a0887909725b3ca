import { Type } from '@fastify/type-provider-typebox';
import { component, Nullable, Time, words } from '../http/schemas.ts';

export const InstallationVerdict = words(
  'InstallationVerdict',
  ['never', 'seen', 'silent', 'foreign_only'],
  "never: the tag was never seen; seen: seen on the product's domain in the last 24 hours; silent: seen earlier only; foreign_only: seen in the last 90 days on other domains only",
);
export const HostRelation = words(
  'HostRelation',
  ['own', 'sender', 'foreign'],
  'Owner of the host under the current settings. own: the product; sender: a crossdomain sender; foreign: another site',
);

export const InstallationHost = component(
  'InstallationHost',
  Type.Object({
    host: Type.String(),
    relation: HostRelation.ref,
    first_seen: Nullable(Time('Time of the first page view in the last 90 days; null: none')),
    last_seen: Nullable(
      Time('Time of the last page view; null: the host is in the settings but was not seen'),
    ),
    page_views: Type.Integer({ minimum: 0, description: 'Page views in the last 24 hours, without bots' }),
  }),
);

export const ConversionKey = component(
  'ConversionKey',
  Type.Object({
    conversion_key: Type.String({
      description: "Conversion key, which authenticates the product's server to /cv",
    }),
    previous_conversion_key_until: Nullable(
      Time('Time at which the previous key expires; null: no previous key'),
    ),
  }),
);

export const RefusedHost = component(
  'RefusedHost',
  Type.Object({ host: Type.String(), last_seen: Time('Time of the last refused report') }),
);
export const UnknownParameter = component(
  'UnknownParameter',
  Type.Object({ name: Type.String(), last_seen: Time('Time of the last conversion with it') }),
);

export const Installation = component(
  'Installation',
  Type.Object({
    tag: Type.String({ description: 'Measurement tag for every page of the product' }),
    verdict: InstallationVerdict.ref,
    is_sample_data: Type.Boolean({
      description: 'Whether the product is the sample of its company, whose events no tag reported',
    }),
    first_seen: Nullable(Time('Time at which the tag was first seen; null: never')),
    last_seen: Nullable(Time('Time at which the tag was last seen; null: never')),
    page_views: Type.Integer({
      minimum: 0,
      description: "Page views on the product's domain in the last 24 hours, without bots",
    }),
    hosts: Type.Array(InstallationHost.ref),
    unreadable_amounts: Type.Integer({
      minimum: 0,
      description:
        'Conversions by URL or button in the last 7 days whose amount could not be read, without bots: they have the amount 0 and are never approved or rejected for it automatically',
    }),
    unreadable_identifiers: Type.Integer({
      minimum: 0,
      description:
        'Conversions by URL or button in the last 7 days whose result identifier could not be read, without bots: they have none',
    }),
    last_unreadable: Nullable(Time('Time of the latest of these conversions; null: none')),
    refused_hosts: Type.Array(RefusedHost.ref, {
      description:
        "Hosts from whose pages the tag reported in the last 7 days, and that are neither the product's nor its senders', latest first: nothing of them was recorded",
    }),
    unknown_parameters: Type.Array(UnknownParameter.ref, {
      description:
        "Parameters of /cv and touchpath('cv') in the last 7 days that the collector does not know and ignored, latest first",
    }),
    conversion_key: Nullable(
      Type.String({
        description:
          "Conversion key, which authenticates the product's server to /cv; null: the caller may only read settings",
      }),
    ),
    conversion_key_required: Type.Boolean({
      description: 'Whether /cv rejects conversions without the conversion key',
    }),
    unique_result_identifiers: Type.Integer({
      description:
        'Conversions whose result identifier must be unique: 0 none, 1 server calls, 2 server calls and the tag',
    }),
    previous_conversion_key_until: Nullable(
      Time('Time at which the previous key expires; null: no previous key'),
    ),
    conversion_call: Nullable(
      Type.String({
        description:
          'Example call of /cv: a shell command with the ID and the conversion key of the product; null: the caller may only read settings',
      }),
    ),
  }),
);
