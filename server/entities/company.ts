import { Type } from '@fastify/type-provider-typebox';
import { MAX_AMOUNT_YEN } from '../collector/steps.ts';
import { Id } from '../http/schemas.ts';
import {
  code,
  entity,
  flag,
  internal,
  lifecycleFields,
  number,
  shown,
  single,
  text,
  texts,
  integer,
} from '../records/entity.ts';
import { letsIn } from './rules.ts';
import { addresses, LENGTHS, optional, optionalFlag, required } from '../records/writing.ts';

/** Entities of the company, its agencies and its products. */

const MAX_TRACKING_TERM_DAYS = 3650;
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
  description: "One's own company.",
  searched: ['company_name', 'company_code'],
  fields: {
    company_code: text('The company ID of the sign-in form; it does not change'),
    company_name: required(text('Name'), { maxLength: LENGTHS.name }),
    department_name: internal(optional(text('Department'), '', { maxLength: LENGTHS.name })),
    contact_name: internal(optional(text('Whom to turn to'), '', { maxLength: LENGTHS.name })),
    contact_mail: internal(
      optional(text('Email address of the contact'), '', { maxLength: LENGTHS.email, format: 'email' }),
    ),
    login_allowed_ips: internal(
      addresses(texts('Addresses and CIDR ranges from which one may sign in; none: from everywhere')),
    ),
    ...lifecycleFields,
  },
  writing: { verb: 'put', update: 'administration', rules: letsIn },
});

export const agencies = entity({
  name: 'agencies',
  one: 'agency',
  path: 'agencies',
  component: 'Agency',
  label: 'agency_name',
  description: 'Agencies. An agency user sees his own.',
  searched: ['agency_name', 'description'],
  fields: {
    agency_id: number('Its number'),
    agency_name: required(text('Name'), { maxLength: LENGTHS.name }),
    description: internal(optional(text('Description'), '', { maxLength: LENGTHS.text })),
    products: optional(
      shown(Type.Array(Id(), { description: 'Numbers of the products that its users may see' })),
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
  description: 'Measured sites and apps. An agency user sees those granted to his agency.',
  searched: ['name', 'domain', 'url'],
  fields: {
    name: required(text('Name'), { maxLength: LENGTHS.name }),
    domain: required(text("Host of the site; its subdomains count as the product's"), {
      maxLength: LENGTHS.domain,
      format: 'domain',
    }),
    url: required(text('Address of the site'), { maxLength: LENGTHS.url, format: 'url' }),
    tracking_term: optional(integer('Days in which a contact counts for a conversion'), 180, {
      minimum: 1,
      maximum: MAX_TRACKING_TERM_DAYS,
    }),
    excluded_ips: addresses(texts('Addresses and CIDR ranges that reports leave out')),
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
    ad_cost_linkage: optionalFlag(flag('Imported costs are used')),
    decision_hold_seconds: optional(
      integer(
        'Seconds in which a person can take a decision over a result back before its network is notified; 0: none',
      ),
      10,
      { minimum: 0, maximum: MAX_HOLD_SECONDS },
    ),
    ad_cost_allocation_mode: optional(
      code('How the cost is shared', { 1: 'by CV', 2: 'by sales', 3: 'by registered ad cost' }),
      1,
    ),
    conversion_key: single(
      internal(shown(Type.String({ description: "Proves to /cv that a caller is the product's server" }))),
    ),
    conversion_key_required: internal(optionalFlag(flag('/cv refuses conversions without the key'), true)),
    unique_result_identifiers: internal(
      optional(
        code('Conversions whose result identifier (p_resid) is unique', {
          0: 'none',
          1: 'server calls',
          2: "server calls and the tag's",
        }),
        1,
      ),
    ),
    max_conversion_amount: internal(
      optional(integer('Largest plausible amount of a conversion of the tag, in yen; 0: no limit'), 0, {
        minimum: 0,
        maximum: MAX_AMOUNT_YEN,
      }),
    ),
    max_visitor_conversions_per_hour: internal(
      optional(integer('Plausible last conversions of the tag per visitor and hour; 0: no limit'), 0, {
        minimum: 0,
        maximum: HOURLY_CONVERSIONS_LIMIT,
      }),
    ),
    conversion_addresses: internal(
      addresses(texts('Addresses and CIDR ranges from which /cv takes conversions; none: from everywhere')),
    ),
    ...lifecycleFields,
  },
  writing: { verb: 'put', create: 'administration', update: 'settings', remove: 'administration' },
});
