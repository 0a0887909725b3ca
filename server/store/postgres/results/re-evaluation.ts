import { and, eq, gte, inArray, isNull, lt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../engine/database.ts';
import { ad, asp, decision, result } from '../schema/index.ts';

/** Re-evaluation of results: present results, and the new outcomes of their checks. */

const undone = alias(decision, 'undone');

/**
 * Results of conversions with their networks, and whether a person's decision is in effect. `hold`: the results are
 * locked until the end of the transaction.
 */
export const resultsOfConversions = async (
  db: Database,
  companyId: number,
  conversionIds: readonly string[],
  hold: boolean,
) => {
  if (conversionIds.length === 0) return [];
  const query = db
    .select({ result, network: asp })
    .from(result)
    .innerJoin(asp, eq(asp.id, result.aspId))
    .where(and(eq(result.companyId, companyId), inArray(result.conversionId, [...conversionIds])))
    .orderBy(result.id);
  const rows = await (hold ? query.for('no key update', { of: result }) : query);
  // Read after locking, so that a concurrent decision is seen.
  const byHand = new Set(
    (
      await db
        .selectDistinct({ id: decision.resultId })
        .from(decision)
        .leftJoin(undone, and(eq(undone.resultId, decision.resultId), eq(undone.takesBack, decision.version)))
        .where(
          and(
            eq(decision.companyId, companyId),
            inArray(
              decision.resultId,
              rows.map(row => row.result.id),
            ),
            isNull(decision.rule),
            isNull(decision.takesBack),
            isNull(undone.id),
          ),
        )
    ).map(({ id }) => id),
  );
  return rows.map(row => ({ ...row, byHand: byHand.has(row.result.id) }));
};

/** Number of results of a product's conversions in a period. */
export const countResultsOf = (
  db: Database,
  companyId: number,
  { productId, from, until }: { readonly productId: number; readonly from: number; readonly until: number },
): Promise<number> =>
  db.$count(
    result,
    and(
      eq(result.companyId, companyId),
      eq(result.productId, productId),
      gte(result.cvTime, new Date(from)),
      lt(result.cvTime, new Date(until)),
    ),
  );

/** Present outcomes of the four checks of a result, and the exceeded plausibility limits. */
export interface NewEvaluation {
  readonly id: number;
  readonly amount: number | null;
  readonly args: number | null;
  readonly ips: number | null;
  readonly same_args: number | null;
  readonly days: number | null;
  readonly limits: number | null;
}

/** Stores outcomes of checks. Approval statuses change only through the ledger. */
export const storeEvaluations = async (
  tx: Database,
  companyId: number,
  evaluated: readonly NewEvaluation[],
): Promise<void> => {
  if (evaluated.length === 0) return;
  await tx.execute(sql`
    update ${result} set approval_amount_result = said.amount, approval_args_result = said.args, exclude_duplicate_ips_result = said.ips, exclude_duplicate_args_result = said.same_args,
      exclude_duplicate_ips_days = said.days, exceeded_limits = said.limits
    from jsonb_to_recordset(${JSON.stringify(evaluated)}::jsonb) as said(id bigint, amount smallint, args smallint, ips smallint, same_args smallint, days smallint, limits smallint)
    where ${result}.id = said.id and ${result}.company_id = ${companyId}`);
};

/** Names of networks and ads, for the examples of a plan. */
export const namesOf = async (
  db: Database,
  companyId: number,
  aspIds: readonly number[],
  adIds: readonly number[],
) => {
  const networks =
    aspIds.length === 0
      ? []
      : await db
          .select({ id: asp.id, name: asp.name })
          .from(asp)
          .where(and(eq(asp.companyId, companyId), inArray(asp.id, [...aspIds])));
  const ads =
    adIds.length === 0
      ? []
      : await db
          .select({ id: ad.id, name: ad.name })
          .from(ad)
          .where(and(eq(ad.companyId, companyId), inArray(ad.id, [...adIds])));
  return {
    networks: new Map(networks.map(({ id, name }) => [id, name])),
    ads: new Map(ads.map(({ id, name }) => [id, name])),
  };
};
