import { inArray } from 'drizzle-orm';
import type { Database } from '../engine/database.ts';
import { lateConversion } from '../schema/index.ts';

/** Ids in one statement: PostgreSQL takes 65,535 values. */
const IDS_PER_STATEMENT = 10_000;

/**
 * Notes conversions (decimal ids) that arrived behind the bookmark of results. One that is noted already
 * stays noted once.
 */
export const addLateConversions = async (db: Database, ids: readonly string[]): Promise<void> => {
  for (let at = 0; at < ids.length; at += IDS_PER_STATEMENT) {
    await db
      .insert(lateConversion)
      .values(ids.slice(at, at + IDS_PER_STATEMENT).map(conversionId => ({ conversionId })))
      .onConflictDoNothing();
  }
};

/**
 * Takes at most `limit` of them, the oldest first. To be called inside the transaction that makes their
 * results: those that another program has taken are left to it.
 */
export const takeLateConversions = async (tx: Database, limit: number): Promise<string[]> => {
  const ids = await tx
    .select()
    .from(lateConversion)
    .orderBy(lateConversion.conversionId)
    .limit(limit)
    .for('update', { skipLocked: true });
  const taken = ids.map(({ conversionId }) => conversionId);
  if (taken.length > 0) await tx.delete(lateConversion).where(inArray(lateConversion.conversionId, taken));
  return taken;
};
