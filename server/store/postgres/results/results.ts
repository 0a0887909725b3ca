import { and, eq, inArray, sql } from 'drizzle-orm';
import { insertMany, reserveKeys } from '../engine/bulk-insert.ts';
import type { Database } from '../engine/database.ts';
import { ad, asp, decision, product, result } from '../schema/index.ts';

/** Rules of products that decide over paths. */
export const readProductRules = async (db: Database, productIds: readonly number[]) => {
  const products = await db
    .select({
      id: product.id,
      companyId: product.companyId,
      trackingTerm: product.trackingTerm,
      excludedIps: product.excludedIps,
      maxConversionAmount: product.maxConversionAmount,
      maxVisitorConversionsPerHour: product.maxVisitorConversionsPerHour,
      conversionKeyRequired: product.conversionKeyRequired,
    })
    .from(product)
    .where(inArray(product.id, [...productIds]));
  return new Map(products.map(row => [row.id, row]));
};

/**
 * Present rules that decide over the results of products.
 * @param adIds ads on the paths only, since a product may have 100,000 others
 */
export const readResultRules = async (
  db: Database,
  productIds: readonly number[],
  adIds: readonly number[],
) => {
  const products = await readProductRules(db, productIds);
  const networks = await db
    .select({
      id: asp.id,
      productId: asp.productId,
      status: asp.status,
      resultFlag: asp.resultFlag,
      resultMethod: asp.resultMethod,
      webhookUrl: asp.webhookUrl,
      webhookStyle: asp.webhookStyle,
      cvTag: asp.cvTag,
      performanceCvFlag: asp.performanceCvFlag,
      unapprovedValue: asp.unapprovedValue,
      approvedValue: asp.approvedValue,
      rejectedValue: asp.rejectedValue,
      approveAutomatically: asp.approveAutomatically,
      judgeAmount: asp.judgeAmount,
      judgeArgs: asp.judgeArgs,
      excludeDuplicateIps: asp.excludeDuplicateIps,
      excludeDuplicateArgs: asp.excludeDuplicateArgs,
    })
    .from(asp)
    .where(inArray(asp.productId, [...productIds]));
  const ads = await db
    .select({
      id: ad.id,
      aspId: ad.aspId,
      performanceCvFlag: ad.performanceCvFlag,
      cvCost: ad.cvCost,
      ownResultNotice: ad.ownResultNotice,
      resultFlag: ad.resultFlag,
      ownAutoApproval: ad.ownAutoApproval,
      autoApproval: ad.autoApproval,
    })
    .from(ad)
    .where(
      and(
        inArray(ad.productId, [...productIds]),
        sql`${ad.id} = any(${sql.param([...new Set(adIds)])}::int[])`,
      ),
    );
  return {
    products,
    networks: new Map(networks.map(row => [row.id, row])),
    ads: new Map(ads.map(row => [row.id, row])),
  };
};

/**
 * Takes the advisory lock of result creation until the end of the transaction: concurrent processes would each accept
 * the same duplicate as the first.
 */
export const lockResultCreation = async (tx: Database): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('touchpath results'))`);
};

/** Networks and ads of the existing results of these conversions, by the ids of the results. */
export const existingResults = async (
  db: Database,
  conversionIds: readonly string[],
): Promise<Pick<typeof result.$inferSelect, 'conversionId' | 'aspId' | 'cvAdId'>[]> => {
  if (conversionIds.length === 0) return [];
  return db
    .select({ conversionId: result.conversionId, aspId: result.aspId, cvAdId: result.cvAdId })
    .from(result)
    .where(inArray(result.conversionId, [...conversionIds]))
    .orderBy(result.id);
};

/** Results of networks from these IP addresses with conversions in a period: their ids and conversion times. */
export const resultsFrom = async (
  db: Database,
  keys: readonly { readonly aspId: number; readonly ip: string }[],
  from: Date,
  to: Date,
) => {
  if (keys.length === 0) return [];
  const { rows } = await db.execute<{ id: string; asp_id: number; ip_address: string; ms: string }>(sql`
    select id, asp_id, ip_address, floor(extract(epoch from cv_time) * 1000)::bigint as ms from ${result}
    where (asp_id, ip_address) in (select * from unnest(${sql.param(keys.map(k => k.aspId))}::int[], ${sql.param(keys.map(k => k.ip))}::text[]))
      and cv_time between ${from.toISOString()} and ${to.toISOString()}`);
  return rows.map(row => ({ id: Number(row.id), aspId: row.asp_id, ip: row.ip_address, ts: Number(row.ms) }));
};

/** Which of these result identifiers their networks already have, and the id of the first result of each. */
export const resultsWithArgs = async (
  db: Database,
  keys: readonly { readonly aspId: number; readonly args: string }[],
) => {
  if (keys.length === 0) return [];
  const { rows } = await db.execute<{ asp_id: number; args: string; first: string }>(sql`
    select asp_id, args, min(id) as first from ${result}
    where (asp_id, args) in (select * from unnest(${sql.param(keys.map(k => k.aspId))}::int[], ${sql.param(keys.map(k => k.args))}::text[]))
    group by asp_id, args`);
  return rows.map(row => ({ aspId: row.asp_id, args: row.args, first: Number(row.first) }));
};

export type NewResult = Omit<typeof result.$inferInsert, 'id'>;

/** Inserts results with the first lines of their ledgers, in a transaction. @returns their ids, in order */
export const insertResults = async (
  tx: Database,
  rows: readonly NewResult[],
  rules: readonly string[],
): Promise<{ resultId: number; decisionId: number }[]> => {
  if (rows.length === 0) return [];
  const resultKeys = await reserveKeys(tx, 'result', rows.length);
  const decisionKeys = await reserveKeys(tx, 'decision', rows.length);
  await insertMany(
    tx,
    'result',
    rows.map((row, i) => ({ ...row, id: resultKeys[i]! })),
  );
  await insertMany(
    tx,
    'decision',
    rows.map((row, i) => ({
      id: decisionKeys[i]!,
      companyId: row.companyId,
      resultId: resultKeys[i]!,
      version: 1,
      fromStatus: null,
      toStatus: row.approvalStatus,
      rule: rules[i]!,
      userId: null,
      reason: '',
      decidedAt: row.createdAt!,
    })),
  );
  return rows.map((_, i) => ({ resultId: resultKeys[i]!, decisionId: decisionKeys[i]! }));
};

/** The ledger of a result, in order. */
export const readLedger = (db: Database, companyId: number, resultId: number) =>
  db
    .select()
    .from(decision)
    .where(and(eq(decision.companyId, companyId), eq(decision.resultId, resultId)))
    .orderBy(decision.version);
