import { and, eq, gt, inArray, or, sql } from 'drizzle-orm';
import type { Database } from '../engine/database.ts';
import { refreshToken, rememberedDevice, signinFailure, user } from '../schema/index.ts';

const MAX_KNOWN_ADDRESSES = 1000;

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

/** Counts an attempt that was refused without a check of its password or code. */
export const noteUncheckedAttempt = async (db: Database, subject: string): Promise<void> => {
  await db
    .update(signinFailure)
    .set({ unchecked: sql`least(${signinFailure.unchecked} + 1, 1000000000)` })
    .where(eq(signinFailure.subject, subject));
};

/** Takes the number of unchecked attempts of a user for the audit log, in the transaction of its line. */
export const takeUncheckedAttempts = async (
  tx: Database,
  subject: string,
  userId: number,
): Promise<number> => {
  const [found] = await tx
    .select({ unchecked: signinFailure.unchecked })
    .from(signinFailure)
    .where(eq(signinFailure.subject, subject))
    .for('update');
  if (found === undefined) return 0;
  await tx.update(signinFailure).set({ unchecked: 0, userId }).where(eq(signinFailure.subject, subject));
  return found.unchecked;
};

/** Removes the failure count of a subject. @returns the number of its unchecked attempts */
export const removeAttempts = async (db: Database, subject: string): Promise<number> => {
  const removed = await db
    .delete(signinFailure)
    .where(eq(signinFailure.subject, subject))
    .returning({ unchecked: signinFailure.unchecked });
  return removed[0]?.unchecked ?? 0;
};

/** Removes the failure counts of an account, also those of clients that its owner uses (login-throttle.ts). */
export const removeAttemptsOfAccount = async (db: Database, account: string): Promise<void> => {
  await db
    .delete(signinFailure)
    .where(
      or(
        eq(signinFailure.subject, account),
        sql`starts_with(${signinFailure.subject}, ${`known:${account}:`})`,
      ),
    );
};

/** A user, with the number of attempts that were refused unchecked. */
export interface UncheckedAttempts {
  readonly companyId: number;
  readonly userId: number;
  readonly unchecked: number;
}

/**
 * Removes the failure counts of all subjects that are older than an hour.
 *
 * @returns the users with unchecked attempts that the audit log does not name yet
 */
export const removeOldAttempts = async (db: Database, at: Date): Promise<readonly UncheckedAttempts[]> => {
  const removed = await db
    .delete(signinFailure)
    .where(sql`${signinFailure.lastAt} < ${at}::timestamptz - interval '1 hour'`)
    .returning({ userId: signinFailure.userId, unchecked: signinFailure.unchecked });
  const unchecked = removed.filter(
    (row): row is { userId: number; unchecked: number } => row.userId !== null && row.unchecked > 0,
  );
  if (unchecked.length === 0) return [];
  const owners = await db
    .select({ userId: user.id, companyId: user.companyId })
    .from(user)
    .where(
      inArray(
        user.id,
        unchecked.map(({ userId }) => userId),
      ),
    );
  const companyOf = new Map(owners.map(({ userId, companyId }) => [userId, companyId]));
  return unchecked.flatMap(row => {
    const companyId = companyOf.get(row.userId);
    return companyId === undefined ? [] : [{ ...row, companyId }];
  });
};

/** Addresses from which a user's sessions of the last 30 days were used, and whether a browser is remembered. */
export const knownClients = async (
  db: Database,
  userId: number,
  { at, device }: { readonly at: Date; readonly device: Buffer | null },
): Promise<{ readonly addresses: readonly string[]; readonly isRemembered: boolean }> => {
  const [sessions, devices] = await Promise.all([
    db
      .selectDistinct({ address: refreshToken.address })
      .from(refreshToken)
      .where(and(eq(refreshToken.userId, userId), gt(refreshToken.expiresAt, at)))
      .limit(MAX_KNOWN_ADDRESSES),
    device === null
      ? []
      : db
          .select({ id: rememberedDevice.id })
          .from(rememberedDevice)
          .where(
            and(
              eq(rememberedDevice.userId, userId),
              eq(rememberedDevice.hash, device),
              gt(rememberedDevice.expiresAt, at),
            ),
          ),
  ]);
  return { addresses: sessions.flatMap(({ address }) => address ?? []), isRemembered: devices.length > 0 };
};
