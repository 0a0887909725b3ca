import { and, eq, sql, type SQL } from 'drizzle-orm';
import { alias, type PgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../engine/database.ts';
import { namedBy, pagedLog, sortedAs, type OneProduct } from '../engine/paged-log.ts';
import { resultCounts } from './result-counts.ts';
import {
  ad,
  adCategory,
  adType,
  apiKey,
  asp,
  decision,
  notification,
  result,
  user,
} from '../schema/index.ts';
import { isInReach, type ResultReach } from './result-reach.ts';

/** The result log: results with their latest decision and the state of their notification, newest conversion first. */

const [adType1, adType2, adType3] = [
  alias(adType, 'ad_type1'),
  alias(adType, 'ad_type2'),
  alias(adType, 'ad_type3'),
];
const last = alias(decision, 'last_decision');

/** State of a result's newest notification. */
const noticeState = sql<'none' | 'waiting' | 'told' | 'failed'>`coalesce((
  select case when ${notification.state} = 'done' then 'told' when ${notification.state} in ('dead', 'superseded') then 'failed' else 'waiting' end
  from ${notification} where ${notification.resultId} = ${result.id} order by ${notification.id} desc limit 1), 'none')`;

/** 64-bit ids are texts in the API. */
const asText = (column: PgColumn): SQL => sql`${column}::text`;
/** A column of the latest ledger line, whose version is that of the result. */
const ofLast = (column: PgColumn): SQL =>
  sql`(select ${column} from ${decision} where ${decision.resultId} = ${result.id} and ${decision.version} = ${result.version})`;
const decidedBy = sql`coalesce((select ${user.name} from ${user} where ${user.companyId} = ${result.companyId} and ${user.id} = ${ofLast(decision.userId)}), '')`;
const decidedAt = sql`coalesce(${ofLast(decision.decidedAt)}, ${result.updatedAt})`;
/** The present name of a settings row. */
const nameOf = (name: PgColumn, id: PgColumn, of: PgColumn | SQL): SQL =>
  sql`(select ${name} from ${id.table} where ${id} = ${of})`;
const ofAdRow = (column: PgColumn): SQL => nameOf(column, ad.id, result.cvAdId);

/** Filter columns by API field name. */
const filtered = (scope: OneProduct) => {
  const [ofAd, ofNetwork] = [namedBy(result.cvAdId, ad, scope), namedBy(result.aspId, asp, scope)];
  return {
    result_id: result.id,
    conversion_id: { numbered: result.conversionId },
    visitor_id: result.visitorId,
    interaction_id: { numbered: result.interactionId },
    asp_id: result.aspId,
    asp_name: ofNetwork(asp.name),
    cv_ad_id: result.cvAdId,
    cv_ad_name: ofAd(ad.name),
    ad_category: ofAd(ad.adCategoryId),
    ad_type1: ofAd(ad.adType1Id),
    ad_type2: ofAd(ad.adType2Id),
    ad_type3: ofAd(ad.adType3Id),
    result_type: result.resultType,
    interaction_number: result.interactionNumber,
    xclid: result.xclid,
    media_session_id: result.mediaSessionId,
    media_management1: result.mediaManagement1,
    media_management2: result.mediaManagement2,
    media_management3: result.mediaManagement3,
    args: result.args,
    user_id: result.userId,
    other_key1: result.otherKey1,
    other_key2: result.otherKey2,
    other_key3: result.otherKey3,
    amount: result.amount,
    cv_cost: result.cvCost,
    approval_status: result.approvalStatus,
    approval_amount_result: result.approvalAmountResult,
    approval_args_result: result.approvalArgsResult,
    exclude_duplicate_ips_result: result.excludeDuplicateIpsResult,
    exclude_duplicate_args_result: result.excludeDuplicateArgsResult,
    exclude_duplicate_ips_days: result.excludeDuplicateIpsDays,
    exceeded_limits: result.exceededLimits,
    version: result.version,
    notice_state: noticeState,
    decided_by: decidedBy,
    rule: sql`coalesce(${ofLast(decision.rule)}, '')`,
    reason: sql`coalesce(${ofLast(decision.reason)}, '')`,
    decided_at: decidedAt,
    cv_time: result.cvTime,
    created_at: result.createdAt,
    updated_at: result.updatedAt,
  };
};
export type ResultFilter = keyof ReturnType<typeof filtered>;

const orEmpty = (column: PgColumn): SQL => sql`coalesce(${column}, '')`;
const ofStatus = (status: number): SQL => sql`${result.approvalStatus} = ${status}`;

const paged = pagedLog({
  table: result,
  time: result.cvTime,
  adId: result.cvAdId,
  filtered,
  searched: [
    'result_id',
    'conversion_id',
    'args',
    'user_id',
    'xclid',
    'media_session_id',
    'other_key1',
    'other_key2',
    'other_key3',
    'cv_ad_name',
    'asp_name',
  ],
  counted: { pending: ofStatus(0), approved: ofStatus(1), rejected: ofStatus(2) },
  shown: {
    result_id: result.id,
    conversion_id: asText(result.conversionId),
    visitor_id: result.visitorId,
    cv_time: result.cvTime,
    asp_id: result.aspId,
    asp_name: asp.name,
    cv_ad_id: result.cvAdId,
    cv_ad_name: orEmpty(ad.name),
    ad_category: ad.adCategoryId,
    ad_category_name: adCategory.name,
    ad_type1: ad.adType1Id,
    ad_type1_title: adType1.title,
    ad_type2: ad.adType2Id,
    ad_type2_title: adType2.title,
    ad_type3: ad.adType3Id,
    ad_type3_title: adType3.title,
    result_type: result.resultType,
    interaction_number: result.interactionNumber,
    interaction_id: asText(result.interactionId),
    xclid: result.xclid,
    media_session_id: result.mediaSessionId,
    media_management1: result.mediaManagement1,
    media_management2: result.mediaManagement2,
    media_management3: result.mediaManagement3,
    args: result.args,
    user_id: result.userId,
    other_key1: result.otherKey1,
    other_key2: result.otherKey2,
    other_key3: result.otherKey3,
    amount: result.amount,
    approval_status: result.approvalStatus,
    approval_amount_result: result.approvalAmountResult,
    approval_args_result: result.approvalArgsResult,
    exclude_duplicate_ips_result: result.excludeDuplicateIpsResult,
    exclude_duplicate_args_result: result.excludeDuplicateArgsResult,
    exclude_duplicate_ips_days: result.excludeDuplicateIpsDays,
    exceeded_limits: result.exceededLimits,
    cv_cost: result.cvCost,
    version: result.version,
    decided_by: orEmpty(user.name),
    rule: orEmpty(last.rule),
    reason: orEmpty(last.reason),
    decided_at: sql`coalesce(${last.decidedAt}, ${result.updatedAt})`,
    notice_state: noticeState,
    created_at: result.createdAt,
    updated_at: result.updatedAt,
  },
  sorted: {
    ...sortedAs('number', {
      result_id: result.id,
      conversion_id: result.conversionId,
      interaction_id: result.interactionId,
      asp_id: result.aspId,
      cv_ad_id: result.cvAdId,
      result_type: result.resultType,
      interaction_number: result.interactionNumber,
      amount: result.amount,
      cv_cost: result.cvCost,
      approval_status: result.approvalStatus,
      approval_amount_result: result.approvalAmountResult,
      approval_args_result: result.approvalArgsResult,
      exclude_duplicate_ips_result: result.excludeDuplicateIpsResult,
      exclude_duplicate_args_result: result.excludeDuplicateArgsResult,
      exceeded_limits: result.exceededLimits,
      version: result.version,
    }),
    ...sortedAs('text', {
      visitor_id: result.visitorId,
      asp_name: nameOf(asp.name, asp.id, result.aspId),
      cv_ad_name: ofAdRow(ad.name),
      ad_category_name: nameOf(adCategory.name, adCategory.id, ofAdRow(ad.adCategoryId)),
      ad_type1_title: nameOf(adType.title, adType.id, ofAdRow(ad.adType1Id)),
      ad_type2_title: nameOf(adType.title, adType.id, ofAdRow(ad.adType2Id)),
      ad_type3_title: nameOf(adType.title, adType.id, ofAdRow(ad.adType3Id)),
      xclid: result.xclid,
      media_session_id: result.mediaSessionId,
      media_management1: result.mediaManagement1,
      media_management2: result.mediaManagement2,
      media_management3: result.mediaManagement3,
      args: result.args,
      user_id: result.userId,
      other_key1: result.otherKey1,
      other_key2: result.otherKey2,
      other_key3: result.otherKey3,
      notice_state: noticeState,
      decided_by: decidedBy,
      reason: ofLast(decision.reason),
    }),
    ...sortedAs('time', {
      cv_time: result.cvTime,
      decided_at: decidedAt,
      created_at: result.createdAt,
      updated_at: result.updatedAt,
    }),
  },
  always: ['result_id', 'cv_time', 'approval_status'],
  joined: (db, fields) =>
    db
      .select(fields)
      .from(result)
      .innerJoin(asp, and(eq(asp.id, result.aspId), eq(asp.companyId, result.companyId)))
      .leftJoin(last, and(eq(last.resultId, result.id), eq(last.version, result.version)))
      .leftJoin(user, and(eq(user.id, last.userId), eq(user.companyId, result.companyId)))
      .leftJoin(ad, and(eq(ad.id, result.cvAdId), eq(ad.companyId, result.companyId)))
      .leftJoin(adCategory, eq(adCategory.id, ad.adCategoryId))
      .leftJoin(adType1, eq(adType1.id, ad.adType1Id))
      .leftJoin(adType2, eq(adType2.id, ad.adType2Id))
      .leftJoin(adType3, eq(adType3.id, ad.adType3Id))
      .$dynamic(),
});

/** Counts restricted to days, ads and statuses are read from sums; others count rows. */
export const resultLog: typeof paged = {
  ...paged,
  counts: async (db, scope) => (await resultCounts(db, scope)) ?? paged.counts(db, scope),
};

/** The ledger of a result in order, with deciders and notifications; empty: no such result is visible. */
export const ledgerLines = (db: Database, key: ResultReach & { readonly resultId: number }) =>
  db
    .select({
      version: decision.version,
      from_status: decision.fromStatus,
      to_status: decision.toStatus,
      rule: decision.rule,
      user_id: decision.userId,
      user_name: user.name,
      api_key_name: apiKey.name,
      reason: decision.reason,
      decided_at: decision.decidedAt,
      takes_back: decision.takesBack,
      notice_state: sql<
        'none' | 'waiting' | 'told' | 'failed'
      >`case when ${notification.state} is null then 'none' when ${notification.state} = 'done' then 'told' when ${notification.state} in ('dead', 'superseded') then 'failed' else 'waiting' end`,
    })
    .from(decision)
    .innerJoin(result, and(eq(result.id, decision.resultId), eq(result.companyId, decision.companyId)))
    .leftJoin(user, and(eq(user.id, decision.userId), eq(user.companyId, decision.companyId)))
    .leftJoin(apiKey, and(eq(apiKey.id, decision.apiKeyId), eq(apiKey.companyId, decision.companyId)))
    .leftJoin(notification, eq(notification.decisionId, decision.id))
    .where(and(eq(decision.companyId, key.companyId), eq(decision.resultId, key.resultId), isInReach(key)))
    .orderBy(decision.version);
