import { and, eq } from 'drizzle-orm';
import type { Database } from '../engine/database.ts';
import { asp, cvSetting, decision, result, user } from '../schema/index.ts';

/** Results of a conversion by id, each with the latest line of its ledger. */
export const resultsOfConversion = (
  db: Database,
  companyId: number,
  productId: number,
  conversionId: string,
) =>
  db
    .select({
      result,
      aspName: asp.name,
      rule: decision.rule,
      reason: decision.reason,
      decidedAt: decision.decidedAt,
      decidedBy: user.name,
    })
    .from(result)
    .innerJoin(asp, and(eq(asp.id, result.aspId), eq(asp.companyId, result.companyId)))
    .leftJoin(decision, and(eq(decision.resultId, result.id), eq(decision.version, result.version)))
    .leftJoin(user, and(eq(user.id, decision.userId), eq(user.companyId, result.companyId)))
    .where(
      and(
        eq(result.companyId, companyId),
        eq(result.productId, productId),
        eq(result.conversionId, conversionId),
      ),
    )
    .orderBy(result.id);

/** Name of a CV setting; null: the company has no such setting. */
export const cvSettingName = async (db: Database, companyId: number, id: number): Promise<string | null> =>
  (
    await db
      .select({ name: cvSetting.name })
      .from(cvSetting)
      .where(and(eq(cvSetting.companyId, companyId), eq(cvSetting.id, id)))
  )[0]?.name ?? null;
