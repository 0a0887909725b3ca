import { Type } from '@fastify/type-provider-typebox';
import { MAX_AMOUNT_YEN } from '../collector/conversion-values.ts';
import { Id } from '../http/schemas.ts';
import {
  code,
  entity,
  flag,
  forWriters,
  internal,
  lifecycleFields,
  number,
  shown,
  single,
  text,
  texts,
  integer,
} from '../records/entity.ts';
import { all, allowsAuthorAddress, authorHasSecondFactor } from './rules.ts';
import { addresses, LENGTHS, optional, optionalFlag, required } from '../records/writing.ts';

/** Entities of the company, its agencies and its products. */

const MAX_TRACKING_TERM_DAYS = 3650;
const MAX_RETENTION_DAYS = 3650;
const MAX_GRANTS = 1000;
/** Limit of the hold in seconds, because ad networks expect decisions soon. */
const MAX_HOLD_SECONDS = 600;
/** Sorts grants as the store does, so that another order is no change. */
const inOrder = (numbers: unknown) => (numbers as readonly number[]).toSorted((a, b) => a - b);

export const companies = entity({
  name: 'companies',
  one: 'company',
  path: 'companies',
  component: 'Company',
  label: 'company_name',
  description: 'Companies. Users see only their own company.',
  searched: ['company_name', 'company_code'],
  keyScope: 'administration',
  fields: {
    company_code: text('Company ID of the sign-in form; immutable'),
    company_name: required(text('Name of the company'), { maxLength: LENGTHS.name }),
    department_name: internal(optional(text('Name of the department'), '', { maxLength: LENGTHS.name })),
    contact_name: internal(optional(text('Name of the contact person'), '', { maxLength: LENGTHS.name })),
    contact_mail: internal(
      optional(text('Email address of the contact person'), '', {
        maxLength: LENGTHS.email,
        format: 'email',
      }),
    ),
    login_allowed_ips: internal(
      addresses(texts('IP addresses and CIDR ranges from which users may sign in; empty: all addresses')),
    ),
    second_factor: internal(
      optional(
        code('Users who must have a second factor', { 0: 'nobody', 1: 'administrators', 2: 'everybody' }),
        0,
      ),
    ),
    ...lifecycleFields,
  },
  writing: { verb: 'put', update: 'administration', rules: all(allowsAuthorAddress, authorHasSecondFactor) },
});

export const agencies = entity({
  name: 'agencies',
  one: 'agency',
  path: 'agencies',
  component: 'Agency',
  label: 'agency_name',
  description: 'Agencies. Agency users see only their own agency.',
  searched: ['agency_name', 'description'],
  keyScope: 'administration',
  fields: {
    agency_id: number('ID of the agency'),
    agency_name: required(text('Name of the agency'), { maxLength: LENGTHS.name }),
    description: internal(optional(text('Description'), '', { maxLength: LENGTHS.text })),
    products: optional(
      shown(Type.Array(Id(), { description: "IDs of the products that the agency's users may see" })),
      [],
      { maxItems: MAX_GRANTS, uniqueItems: true },
      { store: inOrder },
    ),
    ...lifecycleFields,
  },
  writing: {
    verb: 'patch',
    create: 'administration',
    update: 'administration',
    remove: 'administration',
    references: { products: { to: 'products' } },
  },
});

const HOURLY_CONVERSIONS_LIMIT = 100_000;

export const products = entity({
  name: 'products',
  one: 'product',
  path: 'products',
  component: 'Product',
  label: 'name',
  description: 'Products: measured sites and apps. Agency users see the products granted to their agency.',
  searched: ['name', 'domain', 'url'],
  fields: {
    name: required(text('Name of the product'), { maxLength: LENGTHS.name }),
    domain: required(text('Host name of the site; subdomains are included'), {
      maxLength: LENGTHS.domain,
      format: 'domain',
    }),
    url: required(text('URL of the site'), { maxLength: LENGTHS.url, format: 'url' }),
    tracking_term: optional(
      integer('Tracking term: days before a conversion in which a contact belongs to its path'),
      180,
      {
        minimum: 1,
        maximum: MAX_TRACKING_TERM_DAYS,
      },
    ),
    excluded_ips: addresses(texts('IP addresses and CIDR ranges whose events reports leave out')),
    shorten_ips: optionalFlag(
      flag(
        'Whether events store IP addresses shortened: IPv4 to /24, IPv6 to /48; excluded IPs stay in full',
      ),
    ),
    retention_days: internal(
      optional(
        integer(
          'Retention period: days after which the identifiers of events and results are removed; 0: never',
        ),
        0,
        { minimum: 0, maximum: MAX_RETENTION_DAYS },
      ),
    ),
    week_start: optional(code('First day of the week', { 0: 'Sunday', 1: 'Monday' }), 0),
    attribution_model: optional(
      code('Attribution model', {
        1: 'linear',
        2: 'decay',
        3: 'touch point',
        4: 'starting point',
        5: 'ending point',
      }),
      1,
    ),
    ad_cost_linkage: optionalFlag(flag('Whether imported costs replace the click costs of their ad and day')),
    decision_hold_seconds: optional(
      integer(
        "Hold: seconds in which a person's decision on a result can be undone before the ad network is notified; 0: no hold",
      ),
      10,
      { minimum: 0, maximum: MAX_HOLD_SECONDS },
    ),
    ad_cost_allocation_mode: optional(
      code('Basis of the ad cost allocation', { 1: 'by CV', 2: 'by sales', 3: 'by registered ad cost' }),
      1,
    ),
    conversion_key: single(
      forWriters(
        'settings',
        internal(
          shown(
            Type.String({
              description:
                "Conversion key, which authenticates the product's server to /cv; null: the caller may not change settings",
            }),
          ),
        ),
      ),
    ),
    conversion_key_required: internal(
      optionalFlag(flag('Whether /cv rejects conversions without the conversion key'), true),
    ),
    unique_result_identifiers: internal(
      optional(
        code('Conversions whose result identifier (p_resid) must be unique', {
          0: 'none',
          1: 'server calls',
          2: 'server calls and the tag',
        }),
        1,
      ),
    ),
    max_conversion_amount: internal(
      optional(
        integer('Plausibility limit: amount in yen of a conversion that anyone may report; 0: no limit'),
        0,
        {
          minimum: 0,
          maximum: MAX_AMOUNT_YEN,
        },
      ),
    ),
    max_visitor_conversions_per_hour: internal(
      optional(
        integer(
          'Plausibility limit: last conversions per visitor and hour that anyone may report; 0: no limit',
        ),
        0,
        {
          minimum: 0,
          maximum: HOURLY_CONVERSIONS_LIMIT,
        },
      ),
    ),
    conversion_addresses: internal(
      addresses(
        texts('IP addresses and CIDR ranges from which /cv accepts conversions; empty: all addresses'),
      ),
    ),
    ...lifecycleFields,
  },
  writing: { verb: 'put', create: 'administration', update: 'settings', remove: 'administration' },
});
