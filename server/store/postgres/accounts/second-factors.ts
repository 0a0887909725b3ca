import { and, count, eq, gt, isNotNull, isNull, lt, or } from 'drizzle-orm';
import { recordChanges, type Author } from '../engine/audit-log.ts';
import type { Database } from '../engine/database.ts';
import { recoveryCode, rememberedDevice, secondFactor, signinChallenge, user } from '../schema/index.ts';

/** Second factors of users, and the recovery codes in their place. */

export interface Owner {
  readonly companyId: number;
  readonly userId: number;
}

export interface SecondFactorRow {
  /** Sealed by a key of the installation. */
  readonly secret: Buffer;
  /** Null: the set-up is not finished. */
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

/** Reads the second factor of a user, also one that is not confirmed; null: none. */
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
 * @returns false: the user has a second factor already
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
const recordUpdate = (tx: Database, author: Author, userId: number, before: Fields, after: Fields) =>
  recordChanges(tx, author, 'users', [{ rowId: userId, action: 'update', before, after }]);

/**
 * Confirms the second factor of the author, with the step of the first code and the first recovery codes.
 * @returns false: nothing is set up, or it was confirmed before
 */
export const confirmSecondFactor = (
  db: Database,
  author: Author & Owner,
  {
    secret,
    step,
    codes,
  }: { readonly secret: Buffer; readonly step: number; readonly codes: StoredRecoveryCodes },
): Promise<boolean> =>
  db.transaction(async tx => {
    const confirmed = await tx
      .update(secondFactor)
      .set({ confirmedAt: author.at, lastStep: step })
      .where(and(isFactorOf(author), isNull(secondFactor.confirmedAt), eq(secondFactor.secret, secret)))
      .returning({ userId: secondFactor.userId });
    if (confirmed.length === 0) return false;
    await storeRecoveryCodes(tx, author, codes);
    await recordUpdate(
      tx,
      author,
      author.userId,
      { second_factor: false, recovery_codes: 0 },
      { second_factor: true, recovery_codes: codes.hashes.length },
    );
    return true;
  });

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
      .where(and(isFactorOf(author), isNotNull(secondFactor.confirmedAt)))
      .for('update');
    if (factor === undefined) return false;
    const before = await countRecoveryCodes(tx, author);
    await storeRecoveryCodes(tx, author, codes);
    // The set is new even if the former one was complete, so the line states both numbers.
    await recordUpdate(
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
  await recordUpdate(
    tx,
    author,
    author.userId,
    { recovery_codes: left + spent.length },
    { recovery_codes: left },
  );
  return true;
};

/**
 * Removes the second factor of a user with its recovery codes, remembered devices and unfinished sign-ins. Call in a
 * transaction.
 * @returns false: there was none
 */
export const removeSecondFactor = async (tx: Database, author: Author, who: Owner): Promise<boolean> => {
  // The user's row is locked first, as a second step does, so that the two do not wait for each other.
  await tx
    .select({ id: user.id })
    .from(user)
    .where(and(eq(user.id, who.userId), eq(user.companyId, who.companyId)))
    .for('no key update');
  const [removed] = await tx
    .delete(secondFactor)
    .where(isFactorOf(who))
    .returning({ confirmedAt: secondFactor.confirmedAt });
  await tx
    .delete(recoveryCode)
    .where(and(eq(recoveryCode.companyId, who.companyId), eq(recoveryCode.userId, who.userId)));
  await endSecondSteps(tx, who);
  if (removed === undefined || removed.confirmedAt === null) return false;
  await recordUpdate(tx, author, who.userId, { second_factor: true }, { second_factor: false });
  return true;
};

/** Stores a sign-in whose second step follows, and removes the user's expired ones. */
export const storeChallenge = async (
  db: Database,
  { at, ...row }: Owner & { readonly hash: Buffer; readonly at: Date; readonly expiresAt: Date },
): Promise<void> => {
  await db
    .delete(signinChallenge)
    .where(and(eq(signinChallenge.userId, row.userId), lt(signinChallenge.expiresAt, at)));
  await db.insert(signinChallenge).values(row);
};

const isOpen = (hash: Buffer, at: Date) =>
  and(eq(signinChallenge.hash, hash), gt(signinChallenge.expiresAt, at));

/** Finds the user of an open challenge; null: it is unknown, used or expired. */
export const findChallenge = async (db: Database, hash: Buffer, at: Date): Promise<Owner | null> => {
  const { companyId, userId } = signinChallenge;
  const [found] = await db.select({ companyId, userId }).from(signinChallenge).where(isOpen(hash, at));
  return found ?? null;
};

/** Ends a challenge whose second step is done. @returns true for exactly one of several concurrent requests */
export const consumeChallenge = async (tx: Database, hash: Buffer, at: Date): Promise<boolean> =>
  (await tx.delete(signinChallenge).where(isOpen(hash, at)).returning({ id: signinChallenge.id })).length > 0;

/** Ends the remembered devices and the unfinished sign-ins of a user. */
export const endSecondSteps = async (tx: Database, { companyId, userId }: Owner): Promise<void> => {
  await tx
    .delete(signinChallenge)
    .where(and(eq(signinChallenge.companyId, companyId), eq(signinChallenge.userId, userId)));
  await tx
    .delete(rememberedDevice)
    .where(and(eq(rememberedDevice.companyId, companyId), eq(rememberedDevice.userId, userId)));
};
