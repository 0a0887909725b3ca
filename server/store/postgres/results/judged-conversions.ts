import { and, eq, inArray, lt } from 'drizzle-orm';
import type { Database } from '../engine/database.ts';
import { judgedConversion } from '../schema/index.ts';

/**
 * Notes that the results of conversions (decimal ids) are made in this transaction. Waits for another transaction that
 * notes the same ones.
 *
 * @returns those that had not been noted
 */
export const noteJudged = async (
  tx: Database,
  slice: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (ids.length === 0) return new Set();
  const noted = await tx
    .insert(judgedConversion)
    .values(ids.map(conversionId => ({ conversionId, slice })))
    .onConflictDoNothing()
    .returning({ id: judgedConversion.conversionId });
  return new Set(noted.map(({ id }) => id));
};

/** Those of the conversions whose results were made. */
export const findJudged = async (db: Database, ids: readonly string[]): Promise<ReadonlySet<string>> => {
  const found =
    ids.length === 0
      ? []
      : await db
          .select({ id: judgedConversion.conversionId })
          .from(judgedConversion)
          .where(inArray(judgedConversion.conversionId, [...ids]));
  return new Set(found.map(({ id }) => id));
};

/** Removes what was noted of conversions of a slice before an id (decimal), which are not read again. */
export const forgetJudged = async (db: Database, slice: string, before: string): Promise<void> => {
  await db
    .delete(judgedConversion)
    .where(and(eq(judgedConversion.slice, slice), lt(judgedConversion.conversionId, before)));
};
