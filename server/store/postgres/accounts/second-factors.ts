import { and, count, eq, isNotNull, isNull, lt, or } from 'drizzle-orm';
import { recordChanges, type Author } from '../engine/audit-log.ts';
import type { Database } from '../engine/database.ts';
import { passkey, passkeyChallenge, recoveryCode, secondFactor, user } from '../schema/index.ts';
import { endSecondSteps } from './sign-in-challenges.ts';

/** Second factors of users, and the recovery codes in their place. */

export interface Owner {
  readonly companyId: number;
  readonly userId: number;
}

export interface SecondFactorRow {
  /** Secret of the authenticator app, sealed by a key of the installation; null: there is no app. */
  readonly secret: Buffer | null;
  /** Null: the set-up of the app is not finished. */
  readonly confirmedAt: Date | null;
  /** Salt of the present set of recovery codes. */
  readonly recoverySalt: Buffer | null;
}

/** A set of recovery codes as it is stored. */
export interface StoredRecoveryCodes {
  readonly salt: Buffer;
  readonly hashes: readonly Buffer[];
}

const isFactorOf = ({ companyId, userId }: Owner) =>
  and(eq(secondFactor.companyId, companyId), eq(secondFactor.userId, userId));
const isUnusedCodeOf = ({ companyId, userId }: Owner) =>
  and(eq(recoveryCode.companyId, companyId), eq(recoveryCode.userId, userId), isNull(recoveryCode.usedAt));

/** Reads the app and the salt of a user, also of an app that is not confirmed; null: neither. */
export const findSecondFactor = async (db: Database, who: Owner): Promise<SecondFactorRow | null> => {
  const { secret, confirmedAt, recoverySalt } = secondFactor;
  const [found] = await db
    .select({ secret, confirmedAt, recoverySalt })
    .from(secondFactor)
    .where(isFactorOf(who));
  return found ?? null;
};

/**
 * Stores the secret of a set-up that begins. A set-up that was not finished is replaced.
 * @returns false: the user has an app already
 */
export const beginSecondFactor = async (
  db: Database,
  { companyId, userId }: Owner,
  secret: Buffer,
  at: Date,
): Promise<boolean> => {
  const stored = await db
    .insert(secondFactor)
    .values({ companyId, userId, secret, createdAt: at })
    .onConflictDoUpdate({
      target: secondFactor.userId,
      set: { secret, createdAt: at },
      setWhere: isNull(secondFactor.confirmedAt),
    })
    .returning({ userId: secondFactor.userId });
  return stored.length > 0;
};

/**
 * Spends the code of a step. The update waits for a concurrent one of the same row and then finds its step, so exactly
 * one of several equal codes is accepted.
 * @param step number of the step of 30 s
 * @returns false: this step or a newer one was used before
 */
export const spendStep = async (db: Database, who: Owner, step: number): Promise<boolean> => {
  const spent = await db
    .update(secondFactor)
    .set({ lastStep: step })
    .where(
      and(
        isFactorOf(who),
        isNotNull(secondFactor.confirmedAt),
        or(isNull(secondFactor.lastStep), lt(secondFactor.lastStep, step)),
      ),
    )
    .returning({ userId: secondFactor.userId });
  return spent.length > 0;
};

/** Number of recovery codes that a user has left. */
export const countRecoveryCodes = async (db: Database, who: Owner): Promise<number> => {
  const [found] = await db.select({ left: count() }).from(recoveryCode).where(isUnusedCodeOf(who));
  return found?.left ?? 0;
};

const storeRecoveryCodes = async (
  tx: Database,
  { companyId, userId }: Owner,
  { salt, hashes }: StoredRecoveryCodes,
): Promise<void> => {
  await tx.update(secondFactor).set({ recoverySalt: salt }).where(isFactorOf({ companyId, userId }));
  await tx
    .delete(recoveryCode)
    .where(and(eq(recoveryCode.companyId, companyId), eq(recoveryCode.userId, userId)));
  await tx.insert(recoveryCode).values(hashes.map(hash => ({ companyId, userId, hash })));
};

type Fields = Readonly<Record<string, unknown>>;
/** Adds a line on the second factor of a user to the audit log. */
export const recordFactorUpdate = (
  tx: Database,
  author: Author,
  userId: number,
  before: Fields,
  after: Fields,
): Promise<void> => recordChanges(tx, author, 'users', [{ rowId: userId, action: 'update', before, after }]);

/** Locks the row of a user, as a second step does, so that changes of a second factor wait for each other. */
export const lockFactorsOf = async (tx: Database, { companyId, userId }: Owner): Promise<void> => {
  await tx
    .select({ id: user.id })
    .from(user)
    .where(and(eq(user.id, userId), eq(user.companyId, companyId)))
    .for('no key update');
};

/** Whether a user has a confirmed app or a passkey, as which kinds. */
export const findMethods = async (
  db: Database,
  who: Owner,
): Promise<{ readonly hasApp: boolean; readonly hasPasskey: boolean }> => {
  const [apps, passkeys] = await Promise.all([
    db
      .select({ userId: secondFactor.userId })
      .from(secondFactor)
      .where(and(isFactorOf(who), isNotNull(secondFactor.confirmedAt))),
    db
      .select({ id: passkey.id })
      .from(passkey)
      .where(and(eq(passkey.companyId, who.companyId), eq(passkey.userId, who.userId)))
      .limit(1),
  ]);
  return { hasApp: apps.length > 0, hasPasskey: passkeys.length > 0 };
};

/**
 * Stores the first recovery codes of a user whose second factor is the first one. Call in a transaction that has locked
 * the user's row and stored the factor.
 *
 * @returns false: the user has a set of recovery codes already
 */
export const beginRecoveryCodes = async (
  tx: Database,
  author: Author & Owner,
  codes: StoredRecoveryCodes,
): Promise<boolean> => {
  const { companyId, userId, at } = author;
  await tx.insert(secondFactor).values({ companyId, userId, createdAt: at }).onConflictDoNothing();
  const factor = await findSecondFactor(tx, author);
  if (factor?.recoverySalt !== null) return false;
  await storeRecoveryCodes(tx, author, codes);
  await recordFactorUpdate(
    tx,
    author,
    userId,
    { second_factor: false, recovery_codes: 0 },
    { second_factor: true, recovery_codes: codes.hashes.length },
  );
  return true;
};

export type Confirmation = 'refused' | 'confirmed' | 'confirmed with recovery codes';

/**
 * Confirms the app of the author, with the step of the first code, and with the first recovery codes if it is the first
 * factor.
 * @returns `refused`: nothing is set up, or it was confirmed before
 */
export const confirmSecondFactor = (
  db: Database,
  author: Author & Owner,
  {
    secret,
    step,
    codes,
  }: { readonly secret: Buffer; readonly step: number; readonly codes: StoredRecoveryCodes },
): Promise<Confirmation> =>
  db.transaction(async tx => {
    await lockFactorsOf(tx, author);
    const confirmed = await tx
      .update(secondFactor)
      .set({ confirmedAt: author.at, lastStep: step })
      .where(and(isFactorOf(author), isNull(secondFactor.confirmedAt), eq(secondFactor.secret, secret)))
      .returning({ userId: secondFactor.userId });
    if (confirmed.length === 0) return 'refused';
    if (await beginRecoveryCodes(tx, author, codes)) return 'confirmed with recovery codes';
    await recordFactorUpdate(
      tx,
      author,
      author.userId,
      { authenticator_app: false },
      { authenticator_app: true },
    );
    return 'confirmed';
  });

/**
 * Removes the app of a user who keeps passkeys. Call in a transaction that has locked the user's row.
 * @returns false: there is no confirmed app
 */
export const removeApp = async (tx: Database, author: Author & Owner): Promise<boolean> => {
  const removed = await tx
    .update(secondFactor)
    .set({ secret: null, confirmedAt: null, lastStep: null })
    .where(and(isFactorOf(author), isNotNull(secondFactor.confirmedAt)))
    .returning({ userId: secondFactor.userId });
  if (removed.length === 0) return false;
  await recordFactorUpdate(
    tx,
    author,
    author.userId,
    { authenticator_app: true },
    { authenticator_app: false },
  );
  return true;
};

/** Replaces the recovery codes of the author. @returns false: the author has no second factor */
export const replaceRecoveryCodes = (
  db: Database,
  author: Author & Owner,
  codes: StoredRecoveryCodes,
): Promise<boolean> =>
  db.transaction(async tx => {
    const [factor] = await tx
      .select({ userId: secondFactor.userId })
      .from(secondFactor)
      .where(and(isFactorOf(author), isNotNull(secondFactor.recoverySalt)))
      .for('update');
    if (factor === undefined) return false;
    const before = await countRecoveryCodes(tx, author);
    await storeRecoveryCodes(tx, author, codes);
    // The set is new even if the former one was complete, so the line states both numbers.
    await recordFactorUpdate(
      tx,
      author,
      author.userId,
      { recovery_codes: before },
      { recovery_codes: codes.hashes.length },
    );
    return true;
  });

/** Spends a recovery code. @returns false: it is unknown or was used before */
export const spendRecoveryCode = async (
  tx: Database,
  author: Author & Owner,
  hash: Buffer,
): Promise<boolean> => {
  const spent = await tx
    .update(recoveryCode)
    .set({ usedAt: author.at })
    .where(and(isUnusedCodeOf(author), eq(recoveryCode.hash, hash)))
    .returning({ id: recoveryCode.id });
  if (spent.length === 0) return false;
  const left = await countRecoveryCodes(tx, author);
  await recordFactorUpdate(
    tx,
    author,
    author.userId,
    { recovery_codes: left + spent.length },
    { recovery_codes: left },
  );
  return true;
};

/**
 * Removes the second factor of a user: app, passkeys, recovery codes, remembered devices and unfinished sign-ins. Call
 * in a transaction.
 * @returns false: there was none
 */
export const removeSecondFactor = async (tx: Database, author: Author, who: Owner): Promise<boolean> => {
  await lockFactorsOf(tx, who);
  const { hasApp, hasPasskey } = await findMethods(tx, who);
  await tx.delete(secondFactor).where(isFactorOf(who));
  for (const table of [passkey, passkeyChallenge, recoveryCode])
    await tx.delete(table).where(and(eq(table.companyId, who.companyId), eq(table.userId, who.userId)));
  await endSecondSteps(tx, who);
  if (!hasApp && !hasPasskey) return false;
  await recordFactorUpdate(tx, author, who.userId, { second_factor: true }, { second_factor: false });
  return true;
};
