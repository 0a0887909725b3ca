import { and, asc, count, eq, gt, lt, lte, or, sql } from 'drizzle-orm';
import type { Author } from '../engine/audit-log.ts';
import type { Database } from '../engine/database.ts';
import { passkey, passkeyChallenge } from '../schema/index.ts';
import { recordFactorUpdate, type Owner } from './second-factors.ts';

/** Passkeys of users, and the challenges that their authenticators sign. */

export interface Passkey {
  readonly id: number;
  readonly name: string;
  readonly credentialId: Buffer;
  /** In the COSE format. */
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly createdAt: Date;
  /** Null: never. */
  readonly lastUsedAt: Date | null;
}

export type NewPasskey = Pick<Passkey, 'name' | 'credentialId' | 'publicKey' | 'counter' | 'transports'>;

const isOf = ({ companyId, userId }: Owner) =>
  and(eq(passkey.companyId, companyId), eq(passkey.userId, userId));

/** Lists the passkeys of a user, the oldest first. */
export const listPasskeys = (db: Database, who: Owner): Promise<Passkey[]> => {
  const { id, name, credentialId, publicKey, counter, transports, createdAt, lastUsedAt } = passkey;
  return db
    .select({ id, name, credentialId, publicKey, counter, transports, createdAt, lastUsedAt })
    .from(passkey)
    .where(isOf(who))
    .orderBy(asc(passkey.id));
};

/** Number of passkeys that a user has. */
export const countPasskeys = async (db: Database, who: Owner): Promise<number> => {
  const [found] = await db.select({ count: count() }).from(passkey).where(isOf(who));
  return found?.count ?? 0;
};

/**
 * Stores a passkey of the author. Call in a transaction that has locked the user's row.
 *
 * @returns false: the credential is registered already, by whatever user
 */
export const storePasskey = async (
  tx: Database,
  author: Author & Owner,
  made: NewPasskey,
): Promise<boolean> => {
  const { companyId, userId, at } = author;
  const stored = await tx
    .insert(passkey)
    .values({ ...made, transports: [...made.transports], companyId, userId, createdAt: at })
    .onConflictDoNothing({ target: passkey.credentialId })
    .returning({ id: passkey.id });
  if (stored.length === 0) return false;
  await recordFactorUpdate(tx, author, userId, { passkey: null }, { passkey: made.name });
  return true;
};

/** Deletes a passkey of the author. Call in a transaction. @returns false: the author has no such passkey */
export const deletePasskey = async (tx: Database, author: Author & Owner, id: number): Promise<boolean> => {
  const [deleted] = await tx
    .delete(passkey)
    .where(and(isOf(author), eq(passkey.id, id)))
    .returning({ name: passkey.name });
  if (deleted === undefined) return false;
  await recordFactorUpdate(tx, author, author.userId, { passkey: deleted.name }, { passkey: null });
  return true;
};

/**
 * Notes a use of a passkey. The update waits for a concurrent one of the same row and then finds its counter, so exactly
 * one of several equal signatures of an authenticator that counts is accepted.
 *
 * @param counter number of signatures that the authenticator states; 0: it does not count
 * @returns false: the passkey was removed, or a signature with this or a higher counter was accepted before
 */
export const notePasskeyUse = async (
  tx: Database,
  who: Owner,
  { id, counter, at }: { readonly id: number; readonly counter: number; readonly at: Date },
): Promise<boolean> => {
  const noted = await tx
    .update(passkey)
    .set({ counter, lastUsedAt: at })
    .where(
      and(
        isOf(who),
        eq(passkey.id, id),
        or(lt(passkey.counter, counter), and(eq(passkey.counter, 0), sql`${counter} = 0`)),
      ),
    )
    .returning({ id: passkey.id });
  return noted.length > 0;
};

/** Stores the challenge of a session or sign-in in place of its former one, and removes the user's expired ones. */
export const storePasskeyChallenge = async (
  db: Database,
  {
    at,
    ...row
  }: Owner & {
    readonly boundTo: string;
    readonly challenge: string;
    readonly at: Date;
    readonly expiresAt: Date;
  },
): Promise<void> => {
  const { companyId, userId, challenge, expiresAt } = row;
  await db
    .delete(passkeyChallenge)
    .where(and(eq(passkeyChallenge.userId, userId), lte(passkeyChallenge.expiresAt, at)));
  await db.insert(passkeyChallenge).values(row).onConflictDoUpdate({
    target: passkeyChallenge.boundTo,
    set: { companyId, userId, challenge, expiresAt },
  });
};

/**
 * Takes the challenge of a session or sign-in out of the store, so that it serves one answer.
 *
 * @returns null: there is none, it was taken before, or it has expired
 */
export const takePasskeyChallenge = async (
  db: Database,
  { companyId, userId, boundTo, at }: Owner & { readonly boundTo: string; readonly at: Date },
): Promise<string | null> => {
  const [taken] = await db
    .delete(passkeyChallenge)
    .where(
      and(
        eq(passkeyChallenge.companyId, companyId),
        eq(passkeyChallenge.userId, userId),
        eq(passkeyChallenge.boundTo, boundTo),
        gt(passkeyChallenge.expiresAt, at),
      ),
    )
    .returning({ challenge: passkeyChallenge.challenge });
  return taken?.challenge ?? null;
};
