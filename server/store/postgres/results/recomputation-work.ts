import { and, asc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Database } from '../engine/database.ts';
import type { Recomputation, RecomputationBatch } from './recomputations.ts';
import { recomputation, recomputationBatch, type RecomputationChanges } from '../schema/index.ts';

/** Recomputations as a program works on them: claims, and the batches of a plan. */

const RUNNING = ['planning', 'applying'] as const;

/** Takes up to 50 running recomputations that no program works on. @param claimedBy the program's name */
export const claimRecomputations = async (
  db: Database,
  claimedBy: string,
  now: Date,
  claimedUntil: Date,
): Promise<Recomputation[]> => {
  const isFree = or(isNull(recomputation.claimedUntil), lt(recomputation.claimedUntil, now));
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

/** Claims are kept while their program works, and shortened to a moment when it stops or has to try again. */
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

/** Removes plans that nobody applied and recomputations that have ended, some time after. */
export const deleteOldRecomputations = async (
  db: Database,
  plannedBefore: Date,
  endedBefore: Date,
): Promise<void> => {
  const isStale = and(eq(recomputation.state, 'planned'), lt(recomputation.createdAt, plannedBefore));
  await db.delete(recomputation).where(or(isStale, lt(recomputation.endedAt, endedBefore)));
};

/**
 * A recomputation as its program took it: nothing is written once another program has it, or it was
 * cancelled.
 */
export type Claim = Pick<Recomputation, 'id' | 'claimedBy' | 'state'>;

const isClaimed = ({ id, claimedBy, state }: Claim) =>
  and(eq(recomputation.id, id), eq(recomputation.claimedBy, claimedBy ?? ''), eq(recomputation.state, state));

/**
 * Locks a recomputation until the end of the transaction.
 *
 * @returns false: it was cancelled, or another program has it
 */
export const lockRecomputation = async (tx: Database, claim: Claim): Promise<boolean> =>
  (await tx.select({ id: recomputation.id }).from(recomputation).where(isClaimed(claim)).for('update'))
    .length > 0;

/** @returns false: it was cancelled, or another program has it */
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

/** The first batch of a plan that is not applied; null: all are. */
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

/** Records an applied batch and what it changed, in the transaction that changed it. */
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
