import { and, eq, exists, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { ad, adCategory, adType, agency, asp, redirect } from '../schema/index.ts';
import { lifecycleColumnsOf, type Source, columnsOf } from './source.ts';

const [adType1, adType2, adType3] = [
  alias(adType, 'ad_type1'),
  alias(adType, 'ad_type2'),
  alias(adType, 'ad_type3'),
];

export const ads = {
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

export const redirects = {
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

export const asps = {
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

export const adCategories = {
  table: adCategory,
  columns: columnsOf(adCategory),
  ofAgency: limit => inArray(adCategory.productId, [...limit.products]),
} satisfies Source;

export const adTypes = {
  table: adType,
  columns: columnsOf(adType),
  ofAgency: limit => inArray(adType.productId, [...limit.products]),
} satisfies Source;
