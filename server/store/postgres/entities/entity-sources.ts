import { inArray, sql } from 'drizzle-orm';
import { lastResultOf, nextDueOf } from './scheduled-reports.ts';
import { analyzeSetting, product, reportDelivery, syncSetting } from '../schema/index.ts';
import { lifecycleColumnsOf, type Source, columnsOf } from './source.ts';
import {
  companies,
  agencies,
  users,
  invitations,
  roles,
  savedViews,
  reportBoards,
  boardLinks,
  dayNotes,
  apiKeys,
  identityProviders,
  groupRoles,
  changes,
} from './account-sources.ts';
import { ads, redirects, asps, adCategories, adTypes } from './ad-sources.ts';
import { siteSettings, crossdomainSettings } from './site-setting-sources.ts';

const products = {
  table: product,
  columns: {
    name: product.name,
    domain: product.domain,
    url: product.url,
    tracking_term: product.trackingTerm,
    excluded_ips: product.excludedIps,
    shorten_ips: product.shortenIps,
    retention_days: product.retentionDays,
    week_start: product.weekStart,
    attribution_model: product.attributionModel,
    ad_cost_linkage: product.adCostLinkage,
    ad_cost_allocation_mode: product.adCostAllocationMode,
    conversion_key: product.conversionKey,
    conversion_key_required: product.conversionKeyRequired,
    max_conversion_amount: product.maxConversionAmount,
    max_visitor_conversions_per_hour: product.maxVisitorConversionsPerHour,
    conversion_addresses: product.conversionAddresses,
    unique_result_identifiers: product.uniqueResultIdentifiers,
    decision_hold_seconds: product.decisionHoldSeconds,
    ...lifecycleColumnsOf(product),
  },
  ofAgency: limit => inArray(product.id, [...limit.products]),
} satisfies Source;

const syncSettings = {
  table: syncSetting,
  columns: columnsOf(syncSetting),
  // The source address may contain a key.
  ofAgency: () => sql`false`,
} satisfies Source;

const analyzeSettings = {
  table: analyzeSetting,
  columns: {
    product_id: analyzeSetting.productId,
    analyze_page: analyzeSetting.page,
    name: analyzeSetting.name,
    metrics: analyzeSetting.metrics,
    axes: analyzeSetting.axes,
    hidden_metrics: analyzeSetting.hiddenMetrics,
    chart: analyzeSetting.chart,
    ...lifecycleColumnsOf(analyzeSetting),
  },
  ofAgency: limit => inArray(analyzeSetting.productId, [...limit.products]),
} satisfies Source;

const reportDeliveries = {
  table: reportDelivery,
  columns: {
    product_id: reportDelivery.productId,
    name: reportDelivery.name,
    analyze_page: reportDelivery.page,
    query: reportDelivery.query,
    address: reportDelivery.address,
    format: reportDelivery.format,
    locale: reportDelivery.locale,
    schedule: reportDelivery.schedule,
    hour: reportDelivery.hour,
    recipients: reportDelivery.recipients,
    next_due: nextDueOf,
    last_due: reportDelivery.lastSlot,
    last_result: lastResultOf,
    last_sent: reportDelivery.lastSent,
    ...lifecycleColumnsOf(reportDelivery),
  },
  // The recipients are internal to the company.
  ofAgency: () => sql`false`,
} satisfies Source;

export const sources = {
  companies,
  agencies,
  products,
  ads,
  redirects,
  asps,
  ...siteSettings,
  crossdomainSettings,
  adCategories,
  adTypes,
  syncSettings,
  analyzeSettings,
  reportDeliveries,
  users,
  invitations,
  roles,
  savedViews,
  reportBoards,
  boardLinks,
  dayNotes,
  apiKeys,
  identityProviders,
  groupRoles,
  changes,
};
export type EntityName = keyof typeof sources;
/** Field names of an entity. */
export type FieldOf<Name extends EntityName> = Extract<keyof (typeof sources)[Name]['columns'], string>;
