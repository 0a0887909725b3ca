import { sql } from 'drizzle-orm';
import { usageCount } from '../schema/index.ts';
import type { Database } from '../engine/database.ts';

/** A subject whose uses are counted: a user, an API key or a company. */
export interface CountedSubject {
  readonly subject: string;
  readonly used: number;
}

/**
 * Counts a use for several subjects in the window that begins at a time, in one statement, so that concurrent uses of all
 * processes are counted one by one. A subject has one row per kind: an earlier window is overwritten.
 * @returns the subjects with the uses of the window, this one included
 */
export const countUse = async (
  db: Database,
  kind: string,
  subjects: readonly string[],
  windowStart: Date,
): Promise<readonly CountedSubject[]> =>
  db
    .insert(usageCount)
    .values(subjects.map(subject => ({ subject, kind, windowStart, used: 1 })))
    .onConflictDoUpdate({
      target: [usageCount.subject, usageCount.kind],
      set: {
        // A clock that is behind must not restart the window.
        used: sql`case when ${usageCount.windowStart} >= excluded.window_start then least(${usageCount.used} + 1, 1000000000) else 1 end`,
        windowStart: sql`greatest(${usageCount.windowStart}, excluded.window_start)`,
      },
    })
    .returning({ subject: usageCount.subject, used: usageCount.used });
