import { eq, isNotNull, ne } from 'drizzle-orm';
import type { Database } from '../engine/database.ts';
import { identityProvider, secondFactor } from '../schema/index.ts';
import type { Owner } from './second-factors.ts';

/** How sealed secrets are sealed anew; null: the secret cannot be opened, and stays as it is. */
export interface Reseal {
  /** Of an authenticator app. */
  readonly app: (owner: Owner, sealed: Buffer) => Buffer | null;
  /** Of an identity provider. */
  readonly clientSecret: (sealed: string) => string | null;
}

/**
 * Seals all sealed secrets anew, in one transaction.
 *
 * @returns number of secrets that were sealed, and of those that cannot be opened
 */
export const resealSecrets = (
  db: Database,
  reseal: Reseal,
): Promise<{ readonly resealed: number; readonly unreadable: number }> =>
  db.transaction(async tx => {
    let resealed = 0;
    let unreadable = 0;
    const count = (secret: unknown) => {
      if (secret === null) unreadable += 1;
      else resealed += 1;
    };
    const { companyId, userId } = secondFactor;
    const apps = await tx
      .select({ companyId, userId, sealed: secondFactor.secret })
      .from(secondFactor)
      .where(isNotNull(secondFactor.secret))
      .for('update');
    for (const { sealed, ...owner } of apps) {
      const secret = reseal.app(owner, sealed!);
      count(secret);
      if (secret !== null)
        await tx.update(secondFactor).set({ secret }).where(eq(secondFactor.userId, owner.userId));
    }
    const providers = await tx
      .select({ id: identityProvider.id, sealed: identityProvider.clientSecret })
      .from(identityProvider)
      .where(ne(identityProvider.clientSecret, ''))
      .for('update');
    for (const { id, sealed } of providers) {
      const clientSecret = reseal.clientSecret(sealed);
      count(clientSecret);
      if (clientSecret !== null)
        await tx.update(identityProvider).set({ clientSecret }).where(eq(identityProvider.id, id));
    }
    return { resealed, unreadable };
  });
