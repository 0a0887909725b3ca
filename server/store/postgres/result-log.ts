import { and, desc, eq, gte, inArray, lt, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Condition } from '../../http/filters.ts';
import { conditionsOf, searchOf } from './conditions.ts';
import type { Database } from './database.ts';
import { linesOf, named, type InLine } from './lines.ts';
import { ad, adCategory, adType, asp, decision, notification, result, user } from './schema.ts';

/** The result log: results with what decided them last and how their networks were told, the newest conversion first. */

/** Which results, or notifications of them, are looked at. Times in milliseconds since 1970; `until` is not included. */
export interface LogScope {
  readonly companyId: number;
  readonly productId: number;
  /** undefined: those of every ad, and of none. */
  readonly adIds?: readonly number[] | undefined;
  readonly from?: number | undefined;
  readonly until?: number | undefined;
  readonly conditions: readonly Condition[];
  /** Words of a quick search, in the form NFKC. */
  readonly words: readonly string[];
}

/** Where a page ended. */
export interface LogPlace { readonly ms: number; readonly id: string }
/** Null: from the newest on. */
export interface PageAsked { readonly after: LogPlace | null; readonly limit: number }

const [adType1, adType2, adType3] = [alias(adType, 'ad_type1'), alias(adType, 'ad_type2'), alias(adType, 'ad_type3')];
const last = alias(decision, 'last_decision');

/** Of the newest notification of a result. */
const noticeState = sql<'none' | 'waiting' | 'told' | 'failed'>`coalesce((
  select case ${notification.state} when 'done' then 'told' when 'dead' then 'failed' else 'waiting' end
  from ${notification} where ${notification.resultId} = ${result.id} order by ${notification.id} desc limit 1), 'none')`;

/** 64-bit ids are filtered as the texts that they are outside. */
const asText = (column: SQL | typeof result.conversionId): SQL => sql`${column}::text`;

/** What can be filtered by; the same names as in answers. */
const filtered = {
  result_id: result.id, conversion_id: asText(result.conversionId), visitor_id: result.visitorId, interaction_id: asText(sql`${result.interactionId}`), asp_id: result.aspId, asp_name: asp.name,
  cv_ad_id: result.cvAdId, cv_ad_name: ad.name, ad_category: ad.adCategoryId, ad_type1: ad.adType1Id, ad_type2: ad.adType2Id, ad_type3: ad.adType3Id,
  result_type: result.resultType, interaction_number: result.interactionNumber, xclid: result.xclid, media_session_id: result.mediaSessionId,
  media_management1: result.mediaManagement1, media_management2: result.mediaManagement2, media_management3: result.mediaManagement3,
  args: result.args, user_id: result.userId, other_key1: result.otherKey1, other_key2: result.otherKey2, other_key3: result.otherKey3, amount: result.amount, cv_cost: result.cvCost,
  approval_status: result.approvalStatus, approval_amount_result: result.approvalAmountResult, approval_args_result: result.approvalArgsResult,
  exclude_duplicate_ips_result: result.excludeDuplicateIpsResult, exclude_duplicate_args_result: result.excludeDuplicateArgsResult,
  version: result.version, notice_state: noticeState, reason: last.reason, cv_time: result.cvTime, created_at: result.createdAt, updated_at: result.updatedAt,
} as const;
export type ResultFilter = keyof typeof filtered;
const SEARCHED = ['result_id', 'conversion_id', 'args', 'user_id', 'xclid', 'media_session_id', 'other_key1', 'other_key2', 'other_key3', 'cv_ad_name', 'asp_name'] as const;

const conversionId = sql<string>`${result.conversionId}::text`;
const interactionId = sql<string | null>`${result.interactionId}::text`;
const shown = {
  result_id: result.id, conversion_id: conversionId, visitor_id: result.visitorId, cv_time: result.cvTime, asp_id: result.aspId, asp_name: asp.name, cv_ad_id: result.cvAdId, cv_ad_name: ad.name,
  ad_category: ad.adCategoryId, ad_category_name: adCategory.name, ad_type1: ad.adType1Id, ad_type1_title: adType1.title, ad_type2: ad.adType2Id, ad_type2_title: adType2.title,
  ad_type3: ad.adType3Id, ad_type3_title: adType3.title, result_type: result.resultType, interaction_number: result.interactionNumber, interaction_id: interactionId,
  xclid: result.xclid, media_session_id: result.mediaSessionId, media_management1: result.mediaManagement1, media_management2: result.mediaManagement2,
  media_management3: result.mediaManagement3, args: result.args, user_id: result.userId, other_key1: result.otherKey1, other_key2: result.otherKey2, other_key3: result.otherKey3,
  amount: result.amount, approval_status: result.approvalStatus, approval_amount_result: result.approvalAmountResult, approval_args_result: result.approvalArgsResult,
  exclude_duplicate_ips_result: result.excludeDuplicateIpsResult, exclude_duplicate_args_result: result.excludeDuplicateArgsResult,
  exclude_duplicate_ips_days: result.excludeDuplicateIpsDays, cv_cost: result.cvCost, version: result.version,
  decided_by: user.name, rule: last.rule, reason: last.reason, decided_at: last.decidedAt, notice_state: noticeState, created_at: result.createdAt, updated_at: result.updatedAt,
} as const;

const whereOf = ({ companyId, productId, adIds, from, until, conditions, words }: LogScope): SQL | undefined => and(
  eq(result.companyId, companyId), eq(result.productId, productId), adIds === undefined ? undefined : inArray(result.cvAdId, [...adIds]),
  from === undefined ? undefined : gte(result.cvTime, new Date(from)), until === undefined ? undefined : lt(result.cvTime, new Date(until)),
  conditionsOf(conditions, filtered), searchOf(words, SEARCHED, filtered),
);

/** Without filters nothing of other tables is needed to find results, and a million of them are counted from their own. */
const isPlain = ({ conditions, words }: LogScope): boolean => conditions.length === 0 && words.length === 0;

/** The last line of the ledger is the one of the result's version; every other join is to one row at most, too. */
const joined = (db: Database, fields: object) => db.select(fields as typeof shown).from(result)
  .innerJoin(asp, and(eq(asp.id, result.aspId), eq(asp.companyId, result.companyId)))
  .leftJoin(last, and(eq(last.resultId, result.id), eq(last.version, result.version)))
  .leftJoin(user, and(eq(user.id, last.userId), eq(user.companyId, result.companyId)))
  .leftJoin(ad, and(eq(ad.id, result.cvAdId), eq(ad.companyId, result.companyId)))
  .leftJoin(adCategory, eq(adCategory.id, ad.adCategoryId))
  .leftJoin(adType1, eq(adType1.id, ad.adType1Id)).leftJoin(adType2, eq(adType2.id, ad.adType2Id)).leftJoin(adType3, eq(adType3.id, ad.adType3Id));

export type ResultLogRow = InLine<Awaited<ReturnType<typeof joined>>[number]>;

/** Up to `limit` results after a place, by the time of their conversions and then by number, the newest first: a {@link ResultLogRow} in each line. */
export const resultLines = (db: Database, scope: LogScope, { after, limit }: PageAsked): Promise<string[]> => {
  const order = [desc(result.cvTime), desc(result.id)];
  const found = and(whereOf(scope), after === null ? undefined : sql`(${result.cvTime}, ${result.id}) < (${new Date(after.ms).toISOString()}::timestamptz, ${after.id}::bigint)`);
  // The planner would join all that follows and sort it; which rows the page has is known from their index, and as an array it comes first.
  const which = isPlain(scope) ? sql`${result.id} = any(array(${db.select({ id: result.id }).from(result).where(found).orderBy(...order).limit(limit)}))` : found;
  return linesOf(db, joined(db, named(shown)).where(which).orderBy(...order).limit(limit));
};

/** How many results there are of each status. */
export const countResults = async (db: Database, scope: LogScope): Promise<{ pending: number; approved: number; rejected: number }> => {
  const of = (status: number) => sql<number>`count(*) filter (where ${result.approvalStatus} = ${status})::integer`;
  const fields = { pending: of(0), approved: of(1), rejected: of(2) };
  const asked = isPlain(scope) ? db.select(fields).from(result).where(whereOf(scope)) : joined(db, fields).where(whereOf(scope));
  const [counts] = await asked as unknown as { pending: number; approved: number; rejected: number }[];
  return counts ?? { pending: 0, approved: 0, rejected: 0 };
};

/** How many results of newer conversions there are than at a place. */
export const countNewerResults = async (db: Database, scope: LogScope, than: LogPlace): Promise<number> => {
  const newer = and(whereOf(scope), sql`(${result.cvTime}, ${result.id}) > (${new Date(than.ms).toISOString()}::timestamptz, ${than.id}::bigint)`);
  const [found] = await joined(db, { amount: sql`count(*)::integer` }).where(newer) as unknown as { amount: number }[];
  return found?.amount ?? 0;
};

/** The ledger of a result with who decided and how it was told, in order; empty where there is none to be seen. */
export const ledgerLines = (db: Database, key: { readonly companyId: number; readonly resultId: number; readonly adIds?: readonly number[] | undefined }) =>
  db.select({
    version: decision.version, from_status: decision.fromStatus, to_status: decision.toStatus, rule: decision.rule, user_id: decision.userId, user_name: user.name,
    reason: decision.reason, decided_at: decision.decidedAt,
    notice_state: sql<'none' | 'waiting' | 'told' | 'failed'>`case when ${notification.state} is null then 'none' when ${notification.state} = 'done' then 'told' when ${notification.state} = 'dead' then 'failed' else 'waiting' end`,
  }).from(decision).innerJoin(result, and(eq(result.id, decision.resultId), eq(result.companyId, decision.companyId)))
    .leftJoin(user, and(eq(user.id, decision.userId), eq(user.companyId, decision.companyId)))
    .leftJoin(notification, eq(notification.decisionId, decision.id))
    .where(and(eq(decision.companyId, key.companyId), eq(decision.resultId, key.resultId), key.adIds === undefined ? undefined : inArray(result.cvAdId, [...key.adIds])))
    .orderBy(decision.version);
