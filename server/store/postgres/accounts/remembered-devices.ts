import { and, desc, eq, gt, lte, type SQL } from 'drizzle-orm';
import { recordChanges, type Author } from '../engine/audit-log.ts';
import type { Database } from '../engine/database.ts';
import { rememberedDevice } from '../schema/index.ts';
import type { Owner } from './second-factors.ts';

/** Browsers from which users sign in without the second step. */

export interface RememberedDevice {
  readonly id: number;
  readonly address: string;
  readonly userAgent: string;
  readonly lastUsedAt: Date;
  readonly expiresAt: Date;
}

interface NewDevice extends Owner {
  /** SHA-256 of the cookie's token. */
  readonly hash: Buffer;
  readonly address: string;
  readonly userAgent: string;
  readonly expiresAt: Date;
}

const isOf = ({ companyId, userId }: Owner, ...conditions: readonly SQL[]) =>
  and(eq(rememberedDevice.companyId, companyId), eq(rememberedDevice.userId, userId), ...conditions);

/** Remembers a browser, and removes the user's expired ones. */
export const rememberDevice = async (db: Database, device: NewDevice, at: Date): Promise<void> => {
  await db.delete(rememberedDevice).where(isOf(device, lte(rememberedDevice.expiresAt, at)));
  await db.insert(rememberedDevice).values({ ...device, createdAt: at, lastUsedAt: at });
};

/** Notes a sign-in from a remembered browser. @returns false: the browser is not remembered, or no longer */
export const useRememberedDevice = async (
  db: Database,
  who: Owner,
  device: { readonly hash: Buffer; readonly at: Date; readonly address: string; readonly userAgent: string },
): Promise<boolean> => {
  const { hash, at, address, userAgent } = device;
  const used = await db
    .update(rememberedDevice)
    .set({ lastUsedAt: at, address, userAgent })
    .where(isOf(who, eq(rememberedDevice.hash, hash), gt(rememberedDevice.expiresAt, at)))
    .returning({ id: rememberedDevice.id });
  return used.length > 0;
};

/** Lists the remembered browsers of a user, those used last first. */
export const listRememberedDevices = (
  db: Database,
  who: Owner,
  { at, limit }: { readonly at: Date; readonly limit: number },
): Promise<RememberedDevice[]> => {
  const { id, address, userAgent, lastUsedAt, expiresAt } = rememberedDevice;
  return db
    .select({ id, address, userAgent, lastUsedAt, expiresAt })
    .from(rememberedDevice)
    .where(isOf(who, gt(rememberedDevice.expiresAt, at)))
    .orderBy(desc(rememberedDevice.lastUsedAt), desc(rememberedDevice.id))
    .limit(limit);
};

/** Forgets one remembered browser of the author. @returns false: the author has no such browser */
export const forgetDevice = (db: Database, author: Author & Owner, id: number): Promise<boolean> =>
  db.transaction(async tx => {
    const removed = await tx
      .delete(rememberedDevice)
      .where(isOf(author, eq(rememberedDevice.id, id)))
      .returning({ id: rememberedDevice.id });
    if (removed.length === 0) return false;
    await recordChanges(tx, author, 'users', [
      {
        rowId: author.userId,
        action: 'update',
        before: { remembered_device: true },
        after: { remembered_device: false },
      },
    ]);
    return true;
  });
