import { and, eq, gt, lt } from 'drizzle-orm';
import type { Database } from '../engine/database.ts';
import { rememberedDevice, signinChallenge } from '../schema/index.ts';
import type { Owner } from './second-factors.ts';

/** Sign-ins whose password was right and whose second step is not done. */

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
