import { and, eq, gt, isNull, lt, sql, type SQL } from 'drizzle-orm';
import { endSessionsOf, isNamed, named } from './accounts.ts';
import { recordChanges, type Author } from '../engine/audit-log.ts';
import type { Database } from '../engine/database.ts';
import { company, passwordReset, role, user } from '../schema/index.ts';

/** Passwords being replaced, and the sessions and links that end with the old one. */

/** The user whose password it is. */
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

/** The account of a company's code and an e-mail address (case ignored in both) that may sign in, or null. */
export const ownerByEmail = async (
  db: Database,
  typed: Pick<PasswordOwner, 'companyCode' | 'email'>,
): Promise<PasswordOwner | null> => {
  const found = await findOwner(db, and(named(typed), alive));
  return found !== null && isNamed(found, typed) ? found : null;
};

/** A user of a company who is not deleted, or null. */
export const ownerById = (
  db: Database,
  who: { userId: number; companyId: number },
): Promise<PasswordOwner | null> =>
  findOwner(db, and(eq(user.id, who.userId), eq(user.companyId, who.companyId), user.status));

/**
 * Keeps a link for a new password, and forgets those of the user that are too old.
 *
 * @param row.hash sha-256 of its token
 */
export const keepReset = async (
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

/** Whose password an open link replaces; null: used, too old, not ours, or he may not sign in any more. */
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
 * Spends a link: of any number of requests that bring it exactly one is told true. To be called in the
 * transaction that sets the password.
 */
export const spendReset = async (tx: Database, hash: Buffer, at: Date): Promise<boolean> =>
  (
    await tx
      .update(passwordReset)
      .set({ usedAt: at })
      .where(isOpen(hash, at))
      .returning({ id: passwordReset.id })
  ).length > 0;

/** What the audit log has for a password, old or new: that there is one. */
const HUSHED = { password: '********' } as const;

/**
 * Gives a user a new password. His open links end, and his sessions but `keep`. To be called in a
 * transaction.
 *
 * @param change.password as it is kept
 */
export const setPassword = async (
  tx: Database,
  who: { userId: number; companyId: number },
  change: { password: string; author: Author; keep: string | null },
): Promise<void> => {
  const { password, author, keep } = change;
  const { at } = author;
  // First the user: a sign-in with the old password that is under way has either stored its session before
  // this, or is refused after it.
  await tx
    .update(user)
    .set({
      password,
      updatedAt: sql`greatest(${at.toISOString()}::timestamptz, ${user.updatedAt} + interval '1 millisecond')`,
    })
    .where(and(eq(user.id, who.userId), eq(user.companyId, who.companyId)));
  await endSessionsOf(tx, [who.userId], at, keep);
  await tx
    .update(passwordReset)
    .set({ usedAt: at })
    .where(and(eq(passwordReset.userId, who.userId), isNull(passwordReset.usedAt)));
  await recordChanges(tx, author, 'users', [
    { rowId: who.userId, action: 'update', before: HUSHED, after: HUSHED },
  ]);
};
