import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { id, lifecycleColumns } from './columns.ts';

/** Companies, and the products that they measure. */

export const company = pgTable(
  'company',
  {
    id: id(),
    code: text('code').notNull(), // the company ID of the sign-in form, case-insensitive
    name: text('name').notNull(),
    departmentName: text('department_name').notNull().default(''),
    contactName: text('contact_name').notNull().default(''),
    contactMail: text('contact_mail').notNull().default(''),
    loginAllowedIps: text('login_allowed_ips')
      .array()
      .notNull()
      .default(sql`'{}'`), // IP addresses and CIDR ranges; empty allows every address
    secondFactor: smallint('second_factor').notNull().default(0), // who must have one: 0 nobody, 1 administrators, 2 everybody
    ...lifecycleColumns,
  },
  t => [uniqueIndex('company_code').on(sql`lower(${t.code})`)],
);

/** Column of the company to which a row belongs. */
export const tenant = () =>
  integer('company_id')
    .notNull()
    .references(() => company.id);

export const product = pgTable(
  'product',
  {
    id: id(),
    companyId: tenant(),
    name: text('name').notNull(),
    domain: text('domain').notNull(), // host without scheme; its subdomains count as the product's
    url: text('url').notNull(),
    trackingTerm: smallint('tracking_term').notNull().default(180), // days
    excludedIps: text('excluded_ips')
      .array()
      .notNull()
      .default(sql`'{}'`),
    shortenIps: boolean('shorten_ips').notNull().default(false), // events store IPv4 as /24 and IPv6 as /48
    retentionDays: smallint('retention_days').notNull().default(0), // days until identifiers of events are removed; 0: never
    weekStart: smallint('week_start').notNull().default(0), // 0 Sunday, 1 Monday
    attributionModel: smallint('attribution_model').notNull().default(1), // 1 linear .. 5 ending point
    adCostLinkage: boolean('ad_cost_linkage').notNull().default(false),
    // Seconds before the network is notified of a person's decision.
    decisionHoldSeconds: integer('decision_hold_seconds').notNull().default(10),
    adCostAllocationMode: smallint('ad_cost_allocation_mode').notNull().default(1), // 1 CV share, 2 sales share, 3 registered ad cost
    // PostgreSQL generates the key: each UUID has 122 bits of a cryptographic random source.
    conversionKey: text('conversion_key')
      .notNull()
      .default(sql`'cvk_' || replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')`),
    previousConversionKey: text('previous_conversion_key'), // null: never rotated, or the previous key was removed
    previousConversionKeyUntil: timestamp('previous_conversion_key_until', {
      withTimezone: true,
      precision: 3,
    }),
    conversionKeyRequired: boolean('conversion_key_required').notNull().default(true),
    conversionAddresses: text('conversion_addresses')
      .array()
      .notNull()
      .default(sql`'{}'`), // callers of /cv: IP addresses and CIDR ranges; empty allows every address
    uniqueResultIdentifiers: smallint('unique_result_identifiers').notNull().default(1), // 0 none, 1 of server calls, 2 of server calls and the tag
    maxConversionAmount: bigint('max_conversion_amount', { mode: 'number' }).notNull().default(0), // yen; 0: no limit
    maxVisitorConversionsPerHour: integer('max_visitor_conversions_per_hour').notNull().default(0), // 0: no limit
    // A trigger writes these when the term or the addresses change: the values before the first change that rollups lack.
    previousTrackingTerm: smallint('previous_tracking_term'), // null: rollups follow the present values
    previousExcludedIps: text('previous_excluded_ips').array(),
    rulesChangedAt: timestamp('rules_changed_at', { withTimezone: true, precision: 3 }),
    ...lifecycleColumns,
  },
  t => [index('product_company').on(t.companyId)],
);

export const agency = pgTable(
  'agency',
  {
    id: id(),
    companyId: tenant(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    ...lifecycleColumns,
  },
  t => [index('agency_company').on(t.companyId)],
);

/** Products granted to an agency. */
export const agencyProduct = pgTable(
  'agency_product',
  {
    companyId: tenant(),
    agencyId: integer('agency_id')
      .notNull()
      .references(() => agency.id),
    productId: integer('product_id')
      .notNull()
      .references(() => product.id),
  },
  t => [primaryKey({ columns: [t.agencyId, t.productId] })],
);
