import {
  and,
  eq,
  exists,
  getTableColumns,
  getTableName,
  inArray,
  isNull,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import { alias, type PgColumn, type PgSelect } from 'drizzle-orm/pg-core';
import { grantsOf, writeGrants } from './agencies.ts';
import type { Database } from '../engine/database.ts';
import { lastResultOf, nextDueOf } from './scheduled-reports.ts';
import type * as schema from '../schema/index.ts';
import {
  ad,
  adCategory,
  adType,
  agency,
  analyzeSetting,
  asp,
  company,
  crossdomainSetting,
  invitation,
  product,
  redirect,
  reportDelivery,
  role,
  savedView,
  siteSettingTables,
  syncSetting,
  user,
} from '../schema/index.ts';

/**
 * Source of each plain entity: its table, joins, columns by API field names, and the rows visible to agencies. The
 * descriptors in `server/entities` define the fields; the types require the same names in both.
 */

/** Restriction of an agency user. */
export interface AgencyLimit {
  readonly agencyId: number;
  readonly products: readonly number[];
  readonly userId: number;
}

/** Tables with a deletion mark and a time of change. */
type Table = Extract<
  (typeof schema)[keyof typeof schema],
  Readonly<Record<'id' | 'status' | 'createdAt' | 'updatedAt', PgColumn>>
>;

/** Writes a field that is stored in another table. Reads use a subquery among the columns. */
export type Link = (tx: Database, companyId: number, id: number, value: unknown) => Promise<void>;

export interface Source {
  readonly table: Table;
  /** Tenant column, if not `company_id`. */
  readonly tenant?: PgColumn;
  readonly columns: Readonly<Record<string, PgColumn | SQL>>;
  readonly links?: Readonly<Record<string, Link>>;
  /** Adds the joins that the columns need, each to at most one row. */
  readonly join?: (query: PgSelect) => PgSelect;
  readonly ofAgency: (limit: AgencyLimit, db: Database) => SQL | undefined;
  /** Restriction for users without an agency; absent: all rows of the company. */
  readonly ofCompany?: (db: Database) => SQL | undefined;
  /** Restriction by user for every role, on the table's own columns; absent: all rows of the company. */
  readonly ofUser?: (userId: number) => SQL | undefined;
}

/** The tenant column of an entity. */
export const tenantOf = (source: Source): PgColumn => source.tenant ?? (source.table as typeof ad).companyId;

const lifecycleColumnsOf = <T extends Table>({ status, createdAt, updatedAt }: T) => ({
  status,
  created_at: createdAt,
  updated_at: updatedAt,
});

/** The columns of a table by their names in the store, without its number and its tenant. */
type FieldColumns<T extends Table> = {
  readonly [
    Key in keyof T as T[Key] extends PgColumn ? Exclude<T[Key]['_']['name'], 'id' | 'company_id'> : never
  ]: T[Key];
};

const columnsOf = <T extends Table>(table: T) =>
  Object.fromEntries(
    Object.values<PgColumn>(getTableColumns(table))
      .filter(({ name }) => name !== 'id' && name !== 'company_id')
      .map(column => [column.name, column]),
  ) as FieldColumns<T>;

type SiteSettingTable = Extract<Table, Readonly<Record<'productId', PgColumn>>>;

/** The number of a row is named after its table, as `cv_setting_id`. */
interface SiteSettingSource<T extends SiteSettingTable> extends Source {
  readonly table: T;
  readonly columns: FieldColumns<T> & Readonly<Record<`${T['_']['name']}_id`, PgColumn>>;
}

/** Agency users see the settings of the products granted to their agency. */
const siteSettingSourceOf = (table: SiteSettingTable): Source => ({
  table,
  columns: { [`${getTableName(table)}_id`]: table.id, ...columnsOf(table) },
  ofAgency: limit => inArray(table.productId, [...limit.products]),
});

const siteSettingSourcesOf = <Tables extends Readonly<Record<string, SiteSettingTable>>>(tables: Tables) =>
  Object.fromEntries(Object.entries(tables).map(([list, table]) => [list, siteSettingSourceOf(table)])) as {
    readonly [List in keyof Tables]: SiteSettingSource<Tables[List]>;
  };

const [adType1, adType2, adType3] = [
  alias(adType, 'ad_type1'),
  alias(adType, 'ad_type2'),
  alias(adType, 'ad_type3'),
];

const companies = {
  table: company,
  tenant: company.id,
  columns: {
    company_code: company.code,
    company_name: company.name,
    department_name: company.departmentName,
    contact_name: company.contactName,
    contact_mail: company.contactMail,
    login_allowed_ips: company.loginAllowedIps,
    ...lifecycleColumnsOf(company),
  },
  // Agencies may see the name of their company; its other fields are internal.
  ofAgency: () => undefined,
} satisfies Source;

const agencies = {
  table: agency,
  columns: {
    agency_id: agency.id,
    agency_name: agency.name,
    description: agency.description,
    products: grantsOf,
    ...lifecycleColumnsOf(agency),
  },
  links: { products: writeGrants },
  ofAgency: ({ agencyId }) => eq(agency.id, agencyId),
} satisfies Source;

const products = {
  table: product,
  columns: {
    name: product.name,
    domain: product.domain,
    url: product.url,
    tracking_term: product.trackingTerm,
    excluded_ips: product.excludedIps,
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

const ads = {
  table: ad,
  columns: {
    product_id: ad.productId,
    name: ad.name,
    ad_post_url: ad.adPostUrl,
    ad_description: ad.adDescription,
    ad_category: ad.adCategoryId,
    ad_category_name: adCategory.name,
    ad_type1: ad.adType1Id,
    ad_type1_title: adType1.title,
    ad_type2: ad.adType2Id,
    ad_type2_title: adType2.title,
    ad_type3: ad.adType3Id,
    ad_type3_title: adType3.title,
    asp: ad.aspId,
    asp_name: asp.name,
    agency: ad.agencyId,
    agency_name: agency.name,
    period_from: ad.periodFrom,
    period_to: ad.periodTo,
    redirect_url: ad.redirectUrl,
    direct_link: ad.directLink,
    lpo_flag: ad.lpoFlag,
    lpo_entries: ad.lpoEntries,
    dynamic_lpurl: ad.dynamicLpUrl,
    performance_cv_flag: ad.performanceCvFlag,
    click_cost: ad.clickCost,
    cv_cost: ad.cvCost,
    ad_fee: ad.adFee,
    args: ad.args,
    own_parameters: ad.ownParameters,
    parameters: ad.parameters,
    own_result_notice: ad.ownResultNotice,
    result_flag: ad.resultFlag,
    own_auto_approval: ad.ownAutoApproval,
    auto_approval: ad.autoApproval,
    ...lifecycleColumnsOf(ad),
  },
  join: query =>
    query
      .leftJoin(adCategory, and(eq(adCategory.id, ad.adCategoryId), eq(adCategory.companyId, ad.companyId)))
      .leftJoin(adType1, and(eq(adType1.id, ad.adType1Id), eq(adType1.companyId, ad.companyId)))
      .leftJoin(adType2, and(eq(adType2.id, ad.adType2Id), eq(adType2.companyId, ad.companyId)))
      .leftJoin(adType3, and(eq(adType3.id, ad.adType3Id), eq(adType3.companyId, ad.companyId)))
      .leftJoin(asp, and(eq(asp.id, ad.aspId), eq(asp.companyId, ad.companyId)))
      .leftJoin(agency, and(eq(agency.id, ad.agencyId), eq(agency.companyId, ad.companyId))),
  ofAgency: limit => and(eq(ad.agencyId, limit.agencyId), inArray(ad.productId, [...limit.products])),
} satisfies Source;

const redirects = {
  table: redirect,
  columns: {
    redirect_id: redirect.id,
    product_id: redirect.productId,
    ad_id: redirect.adId,
    ad_name: ad.name,
    redirect_url: redirect.redirectUrl,
    redirect_flag: redirect.redirectFlag,
    lpo_flag: redirect.lpoFlag,
    lpo_entries: redirect.lpoEntries,
    dynamic_lpurl: redirect.dynamicLpUrl,
    ...lifecycleColumnsOf(redirect),
  },
  join: query => query.innerJoin(ad, and(eq(ad.id, redirect.adId), eq(ad.companyId, redirect.companyId))),
  ofAgency: limit => and(eq(ad.agencyId, limit.agencyId), inArray(redirect.productId, [...limit.products])),
} satisfies Source;

const asps = {
  table: asp,
  columns: {
    asp_id: asp.id,
    product_id: asp.productId,
    asp_name: asp.name,
    company_name: asp.companyName,
    phone_number: asp.phoneNumber,
    address: asp.address,
    description: asp.description,
    xclid_flag: asp.xclidFlag,
    xclid_name: asp.xclidName,
    media_session_flag: asp.mediaSessionFlag,
    media_session_name: asp.mediaSessionName,
    media_management1_flag: asp.mediaManagement1Flag,
    media_management1_name: asp.mediaManagement1Name,
    media_management2_flag: asp.mediaManagement2Flag,
    media_management2_name: asp.mediaManagement2Name,
    media_management3_flag: asp.mediaManagement3Flag,
    media_management3_name: asp.mediaManagement3Name,
    measurement_tag: asp.measurementTag,
    result_flag: asp.resultFlag,
    result_method: asp.resultMethod,
    cv_tag: asp.cvTag,
    webhook_url: asp.webhookUrl,
    webhook_style: asp.webhookStyle,
    webhook_secret: asp.webhookSecret,
    paused_at: asp.pausedAt,
    performance_cv_flag: asp.performanceCvFlag,
    unapproved_value: asp.unapprovedValue,
    approved_value: asp.approvedValue,
    rejected_value: asp.rejectedValue,
    auto_approval: asp.approveAutomatically,
    approval_amount: asp.judgeAmount,
    approval_args: asp.judgeArgs,
    exclude_duplicate_ips: asp.excludeDuplicateIps,
    exclude_duplicate_args: asp.excludeDuplicateArgs,
    ...lifecycleColumnsOf(asp),
  },
  // An agency sees the networks of its ads, because the ad list names them.
  ofAgency: (limit, db) =>
    exists(
      db
        .select({ one: sql`1` })
        .from(ad)
        .where(
          and(
            eq(ad.aspId, asp.id),
            eq(ad.companyId, asp.companyId),
            eq(ad.agencyId, limit.agencyId),
            inArray(ad.productId, [...limit.products]),
          ),
        ),
    ),
} satisfies Source;

const siteSettings = siteSettingSourcesOf(siteSettingTables);

/** Its tag is written from the number of its product. */
const crossdomainSettings = {
  ...siteSettings.crossdomainSettings,
  columns: { ...siteSettings.crossdomainSettings.columns, set_tag: crossdomainSetting.productId },
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
    question: reportDelivery.question,
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

const adCategories = {
  table: adCategory,
  columns: columnsOf(adCategory),
  ofAgency: limit => inArray(adCategory.productId, [...limit.products]),
} satisfies Source;

const adTypes = {
  table: adType,
  columns: columnsOf(adType),
  ofAgency: limit => inArray(adType.productId, [...limit.products]),
} satisfies Source;

const users = {
  table: user,
  columns: {
    user_id: user.id,
    user_name: user.name,
    email: user.email,
    role: user.roleId,
    role_name: role.name,
    role_code: role.code,
    agency: user.agencyId,
    agency_name: agency.name,
    last_login: user.lastLogin,
    ...lifecycleColumnsOf(user),
  },
  join: query =>
    query
      .innerJoin(role, and(eq(role.id, user.roleId), eq(role.companyId, user.companyId)))
      .leftJoin(agency, and(eq(agency.id, user.agencyId), eq(agency.companyId, user.companyId))),
  ofAgency: limit => eq(user.id, limit.userId),
} satisfies Source;

const inviter = alias(user, 'inviter');

/** Accepted invitations are users, and no longer listed. */
const invitations = {
  table: invitation,
  columns: {
    invitation_id: invitation.id,
    email: invitation.email,
    role: invitation.roleId,
    role_name: role.name,
    agency: invitation.agencyId,
    agency_name: agency.name,
    locale: invitation.locale,
    state: sql<string>`case when not ${invitation.status} then 'withdrawn'
      when ${invitation.expiresAt} <= now() then 'expired' else 'open' end`,
    expires_at: invitation.expiresAt,
    invited_by: inviter.name,
    ...lifecycleColumnsOf(invitation),
  },
  join: query =>
    query
      .innerJoin(role, and(eq(role.id, invitation.roleId), eq(role.companyId, invitation.companyId)))
      .leftJoin(agency, and(eq(agency.id, invitation.agencyId), eq(agency.companyId, invitation.companyId)))
      .leftJoin(
        inviter,
        and(eq(inviter.id, invitation.invitedBy), eq(inviter.companyId, invitation.companyId)),
      ),
  // Addresses of people who are not users yet are internal to the company.
  ofAgency: () => sql`false`,
  ofCompany: () => isNull(invitation.acceptedAt),
} satisfies Source;

const roles = {
  table: role,
  columns: {
    role_id: role.id,
    role_name: role.name,
    role_code: role.code,
    base: role.base,
    permissions: role.permissions,
    ...lifecycleColumnsOf(role),
  },
  ofAgency: (limit, db) =>
    exists(
      db
        .select({ one: sql`1` })
        .from(user)
        .where(and(eq(user.roleId, role.id), eq(user.companyId, role.companyId), eq(user.id, limit.userId))),
    ),
} satisfies Source;

const madeBy = (db: Database, whom: SQL) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(user)
      .where(and(eq(user.id, savedView.userId), eq(user.companyId, savedView.companyId), whom)),
  );

const savedViews = {
  table: savedView,
  columns: {
    user_id: savedView.userId,
    user_name: user.name,
    screen: savedView.screen,
    name: savedView.name,
    address: savedView.search,
    hidden: savedView.hidden,
    shared: savedView.shared,
    ...lifecycleColumnsOf(savedView),
  },
  join: query =>
    query.innerJoin(user, and(eq(user.id, savedView.userId), eq(user.companyId, savedView.companyId))),
  // A saved view reveals its author's query, so it is shared only among the company's own users or within one agency.
  ofAgency: ({ agencyId }, db) => madeBy(db, eq(user.agencyId, agencyId)),
  ofCompany: db => madeBy(db, isNull(user.agencyId)),
  ofUser: userId => or(eq(savedView.userId, userId), eq(savedView.shared, true)),
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
};
export type EntityName = keyof typeof sources;
/** Field names of an entity. */
export type FieldOf<Name extends EntityName> = Extract<keyof (typeof sources)[Name]['columns'], string>;
