import { and, asc, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Database } from '../engine/database.ts';
import type { Recomputation, RecomputationBatch } from './recomputations.ts';
import { recomputation, recomputationBatch, type RecomputationChanges } from '../schema/index.ts';

/** Recomputations as background work: claims, and the batches of a plan. */

const RUNNING = ['planning', 'applying'] as const;

/** Claims up to 50 running recomputations without a valid claim. @param claimedBy name of this process */
export const claimRecomputations = async (
  db: Database,
  claimedBy: string,
  now: Date,
  claimedUntil: Date,
): Promise<Recomputation[]> => {
  // A claim that ends much later was made before the clock was set back.
  const lastEnd = new Date(2 * claimedUntil.getTime() - now.getTime());
  const until = recomputation.claimedUntil;
  const isFree = or(isNull(until), lt(until, now), gt(until, lastEnd));
  const due = db
    .select({ id: recomputation.id })
    .from(recomputation)
    .where(and(inArray(recomputation.state, [...RUNNING]), isFree))
    .orderBy(asc(recomputation.id))
    .limit(50)
    .for('update', { skipLocked: true });
  return db
    .update(recomputation)
    .set({ claimedBy, claimedUntil, attempts: sql`${recomputation.attempts} + 1` })
    .where(inArray(recomputation.id, due))
    .returning();
};

/** Extends claims while this process works, and shortens them when it stops or retries. */
export const setClaimsUntil = async (
  db: Database,
  claimedBy: string,
  ids: readonly number[],
  claimedUntil: Date,
): Promise<void> => {
  if (ids.length === 0) return;
  const claimed = and(eq(recomputation.claimedBy, claimedBy), inArray(recomputation.id, [...ids]));
  await db.update(recomputation).set({ claimedUntil }).where(claimed);
};

/** Deletes plans that were not applied and recomputations that ended before the given times. */
export const deleteOldRecomputations = async (
  db: Database,
  plannedBefore: Date,
  endedBefore: Date,
): Promise<void> => {
  const isStale = and(eq(recomputation.state, 'planned'), lt(recomputation.createdAt, plannedBefore));
  await db.delete(recomputation).where(or(isStale, lt(recomputation.endedAt, endedBefore)));
};

/** A claimed recomputation. Writes have no effect after it was cancelled or claimed by another process. */
export type Claim = Pick<Recomputation, 'id' | 'claimedBy' | 'state'>;

const isClaimed = ({ id, claimedBy, state }: Claim) =>
  and(eq(recomputation.id, id), eq(recomputation.claimedBy, claimedBy ?? ''), eq(recomputation.state, state));

/**
 * Locks a recomputation until the end of the transaction.
 * @returns false: it was cancelled, or another process has claimed it
 */
export const lockRecomputation = async (tx: Database, claim: Claim): Promise<boolean> =>
  (await tx.select({ id: recomputation.id }).from(recomputation).where(isClaimed(claim)).for('update'))
    .length > 0;

/** @returns false: the recomputation was cancelled, or another process has claimed it */
export const updateRecomputation = async (
  db: Database,
  claim: Claim,
  values: PgUpdateSetSource<typeof recomputation>,
): Promise<boolean> =>
  ((await db.update(recomputation).set(values).where(isClaimed(claim))).rowCount ?? 0) > 0;

export const insertBatch = async (
  tx: Database,
  batch: typeof recomputationBatch.$inferInsert,
): Promise<void> => {
  await tx.insert(recomputationBatch).values(batch);
};

/** The first batch of a plan that is not applied; null: all are applied. */
export const nextBatch = async (db: Database, { id }: Claim): Promise<RecomputationBatch | null> => {
  const left = and(eq(recomputationBatch.recomputationId, id), eq(recomputationBatch.isApplied, false));
  const rows = await db
    .select()
    .from(recomputationBatch)
    .where(left)
    .orderBy(asc(recomputationBatch.position))
    .limit(1);
  return rows[0] ?? null;
};

/** Records an applied batch and its counts, in the transaction of its changes. */
export const recordApplied = async (
  tx: Database,
  claim: Claim,
  { recomputationId, position, conversions }: RecomputationBatch,
  changes: RecomputationChanges,
): Promise<void> => {
  const sum = (name: keyof RecomputationChanges) =>
    sql`(${recomputation.done} ->> ${sql.raw(`'${name}'`)})::int + ${changes[name]}::int`;
  await tx
    .update(recomputationBatch)
    .set({ isApplied: true })
    .where(
      and(eq(recomputationBatch.recomputationId, recomputationId), eq(recomputationBatch.position, position)),
    );
  await updateRecomputation(tx, claim, {
    attempts: 0,
    applied: sql`${recomputation.applied} + ${conversions}`,
    done: sql`jsonb_build_object('made', ${sum('made')}, 'moved', ${sum('moved')}, 'rejudged', ${sum('rejudged')})`,
  });
};
