import { createHash } from 'node:crypto';
import { and, like, lt, sql } from 'drizzle-orm';
import { usageCount } from '../schema/index.ts';
import type { Database } from '../engine/database.ts';

/**
 * Adds uses of several subjects (users, API keys, companies) in the window that begins at a time, in one statement, so
 * that concurrent uses of all processes are counted one by one. A subject has one row per kind: an earlier window is
 * overwritten. Another process may be a window ahead; a later window was stored before the clock was set back, and is
 * replaced.
 *
 * @returns the uses of the window by subject, the added ones included
 */
export const addUses = async (
  db: Database,
  kind: string,
  added: readonly { readonly subject: string; readonly uses: number }[],
  windowStart: Date,
  windowMs: number,
): Promise<ReadonlyMap<string, number>> => {
  // In one order in every process, so that no two of them wait for each other.
  const rows = added
    .toSorted((a, b) => (a.subject < b.subject ? -1 : 1))
    .map(({ subject, uses }) => ({ subject, kind, windowStart, used: uses }));
  const isPresent = sql`${usageCount.windowStart} between excluded.window_start and excluded.window_start + make_interval(secs => ${windowMs / 1000})`;
  const counted = await db
    .insert(usageCount)
    .values(rows)
    .onConflictDoUpdate({
      target: [usageCount.subject, usageCount.kind],
      set: {
        used: sql`case when ${isPresent} then least(${usageCount.used}::bigint + excluded.used, 1000000000)::int else excluded.used end`,
        windowStart: sql`case when ${isPresent} then ${usageCount.windowStart} else excluded.window_start end`,
      },
    })
    .returning({ subject: usageCount.subject, used: usageCount.used });
  return new Map(counted.map(({ subject, used }) => [subject, used]));
};

/** Kinds of {@link countCalls} begin with it. */
const CALL = 'call ';
/** Windows of calls that ended longer ago are deleted, at most once a minute by a process. */
const FORGOTTEN_AFTER = sql`interval '1 hour'`;
const FORGET_EVERY_MS = 60_000;

/** Calls in a window, the present one included, and the ms until the window ends. */
export interface CountedCalls {
  readonly calls: number;
  readonly leftMs: number;
}

/**
 * Counts calls by subject in windows that begin with the first call, for all processes together. The time is that of
 * PostgreSQL. Subjects, such as networks, are stored as digests.
 */
export const countCalls = (
  db: Database,
): ((kind: string, subject: string, windowMs: number) => Promise<CountedCalls>) => {
  let forgotAtMs = Number.NEGATIVE_INFINITY;
  const forget = async (): Promise<void> => {
    if (performance.now() - forgotAtMs < FORGET_EVERY_MS) return;
    forgotAtMs = performance.now();
    await db
      .delete(usageCount)
      .where(
        and(
          like(usageCount.kind, `${CALL}%`),
          lt(usageCount.windowStart, sql`clock_timestamp() - ${FORGOTTEN_AFTER}`),
        ),
      );
  };
  return async (kind, subject, windowMs) => {
    const windowLength = sql`make_interval(secs => ${windowMs / 1000})`;
    // A window in the future was stored while the clock was ahead.
    const isPresent = sql`${usageCount.windowStart} > excluded.window_start - ${windowLength} and ${usageCount.windowStart} < excluded.window_start + ${windowLength}`;
    const [counted] = await db
      .insert(usageCount)
      .values({
        subject: createHash('sha256').update(subject).digest('base64url'),
        kind: `${CALL}${kind}`,
        windowStart: sql`clock_timestamp()`,
        used: 1,
      })
      .onConflictDoUpdate({
        target: [usageCount.subject, usageCount.kind],
        set: {
          used: sql`case when ${isPresent} then least(${usageCount.used} + 1, 1000000000) else 1 end`,
          windowStart: sql`case when ${isPresent} then ${usageCount.windowStart} else excluded.window_start end`,
        },
      })
      .returning({
        calls: usageCount.used,
        leftMs:
          sql`extract(epoch from ${usageCount.windowStart} + ${windowLength} - clock_timestamp()) * 1000`.mapWith(
            Number,
          ),
      });
    await forget();
    if (counted === undefined) throw new TypeError('an upsert returned no row');
    return { calls: counted.calls, leftMs: Math.max(0, Math.ceil(counted.leftMs)) };
  };
};
