import { eq, sql } from 'drizzle-orm';
import type { Database } from '../engine/database.ts';
import { signinFailure } from '../schema/index.ts';

/** The attempts of a subject (an account, an address) that slow its next ones down. */

/** Throttle of sign-in attempts for one kind of subject. */
export interface ThrottleLimits {
  /** Number of failures without a wait. */
  readonly free: number;
  /** Maximum wait in seconds. */
  readonly maxWaitSeconds: number;
}

/**
 * Counts a sign-in attempt of a subject, unless the subject has to wait. The wait in seconds doubles with each failure
 * beyond the free ones; the count restarts after an hour without an attempt. Counting precedes the password check, in
 * one statement, so concurrent guesses count separately; a success is taken back by {@link discountAttempt}.
 * @returns seconds to wait; 0: the attempt may proceed
 */
export const countAttempt = async (
  db: Database,
  subject: string,
  at: Date,
  { free, maxWaitSeconds }: ThrottleLimits,
): Promise<number> => {
  const wait = sql`least(${maxWaitSeconds}::float8, power(2, least(${signinFailure.failures} - ${free}::int, 30)))`;
  // A last attempt further in the future than the maximum wait was recorded with a wrong clock, and does not block.
  const blocked = sql`${signinFailure.failures} >= ${free}::int and ${signinFailure.lastAt} + ${wait} * interval '1 second' > ${at}
    and ${signinFailure.lastAt} <= ${at}::timestamptz + ${maxWaitSeconds} * interval '1 second'`;
  const counted = await db
    .insert(signinFailure)
    .values({ subject, failures: 1, lastAt: at })
    .onConflictDoUpdate({
      target: signinFailure.subject,
      set: {
        failures: sql`case when ${signinFailure.lastAt} < ${at}::timestamptz - interval '1 hour' then 1 else least(${signinFailure.failures} + 1, 1000000) end`,
        lastAt: at,
      },
      setWhere: sql`not (${blocked})`,
    })
    .returning({ failures: signinFailure.failures });
  if (counted.length > 0) return 0;
  const [left] = await db
    .select({
      seconds: sql<number>`extract(epoch from ${signinFailure.lastAt} + ${wait} * interval '1 second' - ${at}::timestamptz)::float8`,
    })
    .from(signinFailure)
    .where(eq(signinFailure.subject, subject));
  return Math.max(1, Math.ceil(left?.seconds ?? 1));
};

/** Removes the attempt of a successful sign-in from the count. */
export const discountAttempt = async (db: Database, subject: string): Promise<void> => {
  await db
    .update(signinFailure)
    .set({ failures: sql`greatest(${signinFailure.failures} - 1, 0)` })
    .where(eq(signinFailure.subject, subject));
};

/** Removes the failure count of a subject. */
export const removeAttempts = async (db: Database, subject: string): Promise<void> => {
  await db.delete(signinFailure).where(eq(signinFailure.subject, subject));
};

/** Removes the failure counts of all subjects that are older than an hour. */
export const removeOldAttempts = async (db: Database, at: Date): Promise<void> => {
  await db.delete(signinFailure).where(sql`${signinFailure.lastAt} < ${at}::timestamptz - interval '1 hour'`);
};
