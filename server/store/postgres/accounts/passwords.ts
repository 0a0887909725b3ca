import { and, eq, gt, isNull, lt, sql, type SQL } from 'drizzle-orm';
import { isNamed, named } from './accounts.ts';
import { endSessionsOf } from './refresh-tokens.ts';
import { endSecondSteps } from './sign-in-challenges.ts';
import { recordChanges, type Author } from '../engine/audit-log.ts';
import type { Database } from '../engine/database.ts';
import { company, passwordReset, role, user } from '../schema/index.ts';

/** Password changes, and the sessions and reset links that end with the old password. */

/** A user whose password may be replaced. */
export interface PasswordOwner {
  readonly userId: number;
  readonly companyId: number;
  readonly companyCode: string;
  readonly name: string;
  readonly email: string;
  /** argon2id, encoded. */
  readonly password: string;
}

const owner = {
  userId: user.id,
  companyId: user.companyId,
  companyCode: company.code,
  name: user.name,
  email: user.email,
  password: user.password,
};
const alive = sql`${user.status} and ${role.status} and ${company.status}`;

const findOwner = async (db: Database, where: SQL | undefined): Promise<PasswordOwner | null> => {
  const [found] = await db
    .select(owner)
    .from(user)
    .innerJoin(company, eq(company.id, user.companyId))
    .innerJoin(role, and(eq(role.id, user.roleId), eq(role.companyId, user.companyId)))
    .where(where);
  return found ?? null;
};

/** Finds an active account by company code and email address, ignoring the case of both; null: none. */
export const ownerByEmail = async (
  db: Database,
  typed: Pick<PasswordOwner, 'companyCode' | 'email'>,
): Promise<PasswordOwner | null> => {
  const found = await findOwner(db, and(named(typed), alive));
  return found !== null && isNamed(found, typed) ? found : null;
};

/** Finds a user of a company who is not deleted; null: none. */
export const ownerById = (
  db: Database,
  who: { userId: number; companyId: number },
): Promise<PasswordOwner | null> =>
  findOwner(db, and(eq(user.id, who.userId), eq(user.companyId, who.companyId), user.status));

/**
 * Stores a password reset link, and removes the user's expired ones.
 * @param row.hash SHA-256 of the link's token
 */
export const storeReset = async (
  db: Database,
  row: { userId: number; companyId: number; hash: Buffer; createdAt: Date; expiresAt: Date },
): Promise<void> => {
  await db
    .delete(passwordReset)
    .where(and(eq(passwordReset.userId, row.userId), lt(passwordReset.expiresAt, row.createdAt)));
  await db.insert(passwordReset).values(row);
};

const isOpen = (hash: Buffer, at: Date) =>
  and(eq(passwordReset.hash, hash), isNull(passwordReset.usedAt), gt(passwordReset.expiresAt, at));

/** Finds the user of an open reset link; null: the link is used, expired or unknown, or the user is inactive. */
export const ownerOfReset = async (db: Database, hash: Buffer, at: Date): Promise<PasswordOwner | null> => {
  const [found] = await db
    .select({ userId: passwordReset.userId, companyId: passwordReset.companyId })
    .from(passwordReset)
    .where(isOpen(hash, at));
  return found === undefined
    ? null
    : findOwner(db, and(eq(user.id, found.userId), eq(user.companyId, found.companyId), alive));
};

/**
 * Marks a reset link as used. Call in the transaction that sets the password.
 * @returns true for exactly one of several concurrent requests
 */
export const consumeReset = async (tx: Database, hash: Buffer, at: Date): Promise<boolean> =>
  (
    await tx
      .update(passwordReset)
      .set({ usedAt: at })
      .where(isOpen(hash, at))
      .returning({ id: passwordReset.id })
  ).length > 0;

/** The audit log's mask of old and new passwords. */
const HUSHED = { password: '********' } as const;

/**
 * Sets a user's password, and ends the user's reset links, remembered devices and sessions except `keep`. Call in a
 * transaction.
 * @param change.password password hash
 */
export const setPassword = async (
  tx: Database,
  who: { userId: number; companyId: number },
  change: { password: string; author: Author; keep: string | null },
): Promise<void> => {
  const { password, author, keep } = change;
  const { at } = author;
  // The user's row is updated first: a concurrent sign-in with the old password has either stored its session before
  // this update, or is refused after it.
  await tx
    .update(user)
    .set({
      password,
      updatedAt: sql`greatest(${at.toISOString()}::timestamptz, ${user.updatedAt} + interval '1 millisecond')`,
    })
    .where(and(eq(user.id, who.userId), eq(user.companyId, who.companyId)));
  await endSessionsOf(tx, [who.userId], at, keep);
  await endSecondSteps(tx, who);
  await tx
    .update(passwordReset)
    .set({ usedAt: at })
    .where(and(eq(passwordReset.userId, who.userId), isNull(passwordReset.usedAt)));
  await recordChanges(tx, author, 'users', [
    { rowId: who.userId, action: 'update', before: HUSHED, after: HUSHED },
  ]);
};
