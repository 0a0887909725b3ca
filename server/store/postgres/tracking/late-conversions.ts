import { and, eq, inArray } from 'drizzle-orm';
import type { Database } from '../engine/database.ts';
import { lateConversion } from '../schema/index.ts';

/** Ids per statement: PostgreSQL accepts at most 65,535 parameters. */
const IDS_PER_STATEMENT = 10_000;

/**
 * Stores conversions (decimal ids) that arrived in a slice after its results bookmark had passed them. Stored ones are
 * skipped.
 */
export const addLateConversions = async (
  db: Database,
  slice: string,
  ids: readonly string[],
): Promise<void> => {
  for (let at = 0; at < ids.length; at += IDS_PER_STATEMENT) {
    await db
      .insert(lateConversion)
      .values(ids.slice(at, at + IDS_PER_STATEMENT).map(conversionId => ({ conversionId, slice })))
      .onConflictDoNothing();
  }
};

/**
 * Takes at most `limit` late conversions of a slice, oldest first, in the transaction that creates their results. Rows locked by
 * another process are skipped.
 */
export const takeLateConversions = async (tx: Database, slice: string, limit: number): Promise<string[]> => {
  const ids = await tx
    .select()
    .from(lateConversion)
    .where(eq(lateConversion.slice, slice))
    .orderBy(lateConversion.conversionId)
    .limit(limit)
    .for('update', { skipLocked: true });
  const taken = ids.map(({ conversionId }) => conversionId);
  if (taken.length > 0)
    await tx
      .delete(lateConversion)
      .where(and(eq(lateConversion.slice, slice), inArray(lateConversion.conversionId, taken)));
  return taken;
};
