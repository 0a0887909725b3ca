import { and, desc, eq, inArray, or, sql } from 'drizzle-orm';
import type { Database } from '../engine/database.ts';
import {
  recomputation,
  recomputationBatch,
  result,
  type RecomputationChanges,
  type RecomputationCounts,
} from '../schema/index.ts';

/** Recomputations: started, read, applied and cancelled by users. */

export type Recomputation = typeof recomputation.$inferSelect;
export type RecomputationBatch = typeof recomputationBatch.$inferSelect;

const PLANS = ['planning', 'planned'] as const;
export const NO_CHANGES: RecomputationChanges = { made: 0, moved: 0, rejudged: 0 };
export const NO_COUNTS: RecomputationCounts = { ...NO_CHANGES, irreversible: 0, decided: 0, ineligible: 0 };
const UNCLAIMED = { claimedBy: null, claimedUntil: null } as const;

const ofCompany = (companyId: number, id: number) =>
  and(eq(recomputation.companyId, companyId), eq(recomputation.id, id));

/** Deletes the batches of recomputations that have ended or are planned again. */
export const deleteBatches = async (db: Database, ids: readonly number[]): Promise<void> => {
  if (ids.length > 0)
    await db.delete(recomputationBatch).where(inArray(recomputationBatch.recomputationId, [...ids]));
};

type NewRecomputation = Pick<
  Recomputation,
  | 'companyId'
  | 'productId'
  | 'userId'
  | 'apiKeyId'
  | 'ipAddress'
  | 'firstDay'
  | 'lastDay'
  | 'spanFrom'
  | 'spanUntil'
  | 'createdAt'
>;

/** Inserts a plan that replaces the user's earlier one; null: the user started another one concurrently. */
export const insertRecomputation = async (
  db: Database,
  row: NewRecomputation,
): Promise<Recomputation | null> =>
  db.transaction(async tx => {
    const replaced = await tx
      .update(recomputation)
      .set({ state: 'cancelled', endedAt: row.createdAt, ...UNCLAIMED })
      .where(
        and(
          eq(recomputation.companyId, row.companyId),
          eq(recomputation.userId, row.userId),
          inArray(recomputation.state, [...PLANS]),
        ),
      )
      .returning({ id: recomputation.id });
    await deleteBatches(
      tx,
      replaced.map(({ id }) => id),
    );
    const [inserted] = await tx
      .insert(recomputation)
      .values({ ...row, counts: NO_COUNTS, done: NO_CHANGES })
      .onConflictDoNothing()
      .returning();
    return inserted ?? null;
  });

export const findRecomputation = async (
  db: Database,
  companyId: number,
  id: number,
): Promise<Recomputation | null> =>
  (await db.select().from(recomputation).where(ofCompany(companyId, id)))[0] ?? null;

/** The recomputation of a product that is being applied, by any user; otherwise the latest one of the user. */
export const currentRecomputation = async (
  db: Database,
  { companyId, productId, userId }: Pick<Recomputation, 'companyId' | 'productId' | 'userId'>,
): Promise<Recomputation | null> => {
  const isApplying = eq(recomputation.state, 'applying');
  const rows = await db
    .select()
    .from(recomputation)
    .where(
      and(
        eq(recomputation.companyId, companyId),
        eq(recomputation.productId, productId),
        or(isApplying, eq(recomputation.userId, userId)),
      ),
    )
    .orderBy(desc(isApplying), desc(recomputation.id))
    .limit(1);
  return rows[0] ?? null;
};

/** Whether results that the plan changes or creates have changed or been created since planning. */
const isOutdated = async (db: Database, id: number): Promise<boolean> => {
  const { rows } = await db.execute<{ outdated: boolean }>(sql`
    select exists (
      select 1 from ${recomputationBatch} batch, jsonb_array_elements(batch.results) as planned
      left join ${result} on ${result.id} = (planned ->> 0)::bigint
      where batch.recomputation_id = ${id} and ${result.version} is distinct from (planned ->> 1)::int)
    or exists (
      select 1 from ${recomputationBatch} batch, jsonb_array_elements(batch.made) as planned
      join ${result} on ${result.conversionId} = (planned ->> 0)::bigint and ${result.aspId} = (planned ->> 1)::int
      where batch.recomputation_id = ${id}) as outdated`);
  return rows[0]?.outdated ?? true;
};

interface Applier {
  readonly digest: string;
  readonly rulesDigest: string;
  readonly userId: number;
  readonly apiKeyId: number | null;
  readonly ipAddress: string;
}

/**
 * Starts applying a plan.
 * @returns null: not planned, outdated, or another recomputation of the product is being applied
 */
export const beginApplying = async (
  db: Database,
  { id, companyId, productId }: Pick<Recomputation, 'id' | 'companyId' | 'productId'>,
  { digest, rulesDigest, userId, apiKeyId, ipAddress }: Applier,
): Promise<Recomputation | null> =>
  db.transaction(async tx => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('touchpath recomputation'), ${productId})`);
    const [plan] = await tx.select().from(recomputation).where(ofCompany(companyId, id)).for('update');
    if (plan?.state !== 'planned' || plan.digest !== digest || plan.rulesDigest !== rulesDigest) return null;
    const applying = and(eq(recomputation.productId, productId), eq(recomputation.state, 'applying'));
    if ((await tx.$count(recomputation, applying)) > 0 || (await isOutdated(tx, id))) return null;
    const [begun] = await tx
      .update(recomputation)
      .set({ state: 'applying', userId, apiKeyId, ipAddress, attempts: 0, ...UNCLAIMED })
      .where(ofCompany(companyId, id))
      .returning();
    return begun ?? null;
  });

/**
 * Cancels a recomputation that has not ended; applied changes remain.
 * @returns null: no such recomputation, or it has ended
 */
export const cancelRecomputation = async (
  tx: Database,
  companyId: number,
  id: number,
  endedAt: Date,
): Promise<{ readonly before: Recomputation; readonly after: Recomputation } | null> => {
  const [before] = await tx.select().from(recomputation).where(ofCompany(companyId, id)).for('update');
  if (before === undefined || before.endedAt !== null) return null;
  const [after] = await tx
    .update(recomputation)
    .set({ state: 'cancelled', endedAt, ...UNCLAIMED })
    .where(ofCompany(companyId, id))
    .returning();
  await deleteBatches(tx, [id]);
  return after === undefined ? null : { before, after };
};
