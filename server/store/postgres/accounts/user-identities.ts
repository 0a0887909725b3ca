import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { RoleBase } from '../../../http/visibility.ts';
import { recordChanges, type Author } from '../engine/audit-log.ts';
import type { Database } from '../engine/database.ts';
import { provisionedUser, role, signinRequest, user, userIdentity } from '../schema/index.ts';

/** Sign-ins at identity providers, and the users whom the providers identify. */

/** A sign-in that was sent to an identity provider. Both hashes are SHA-256. */
export interface SigninRequest {
  readonly companyId: number;
  readonly providerId: number;
  readonly state: Buffer;
  readonly browser: Buffer;
  readonly expiresAt: Date;
}

/** Stores a sign-in that begins, and removes expired ones. */
export const storeRequest = async (db: Database, row: SigninRequest, at: Date): Promise<void> => {
  await db.delete(signinRequest).where(lt(signinRequest.expiresAt, at));
  await db.insert(signinRequest).values(row);
};

/**
 * Ends a sign-in that comes back.
 * @returns null: it is unknown, expired, of another browser, or came back before; for exactly one of several
 *   concurrent requests it is not
 */
export const consumeRequest = async (
  db: Database,
  { state, browser }: Pick<SigninRequest, 'state' | 'browser'>,
  at: Date,
): Promise<Pick<SigninRequest, 'companyId' | 'providerId'> | null> => {
  const [found] = await db
    .delete(signinRequest)
    .where(
      and(
        eq(signinRequest.state, state),
        eq(signinRequest.browser, browser),
        gt(signinRequest.expiresAt, at),
      ),
    )
    .returning({ companyId: signinRequest.companyId, providerId: signinRequest.providerId });
  return found ?? null;
};

/** A user of a company, deleted or not. */
export interface KnownUser {
  readonly userId: number;
  readonly email: string;
  readonly roleId: number;
  readonly base: RoleBase;
  readonly status: boolean;
}

/** What an identity provider calls a user. */
export interface Subject {
  readonly companyId: number;
  readonly issuer: string;
  readonly subject: string;
}

const KNOWN = {
  userId: user.id,
  email: user.email,
  roleId: user.roleId,
  base: role.base,
  status: user.status,
};

/** The user of a subject; null: the subject is not known yet. */
export const userOfSubject = async (
  tx: Database,
  { companyId, issuer, subject }: Subject,
): Promise<(KnownUser & { readonly roleFromGroup: boolean }) | null> => {
  const [found] = await tx
    .select({ ...KNOWN, roleFromGroup: userIdentity.roleFromGroup })
    .from(userIdentity)
    .innerJoin(user, and(eq(user.id, userIdentity.userId), eq(user.companyId, userIdentity.companyId)))
    .innerJoin(role, and(eq(role.id, user.roleId), eq(role.companyId, user.companyId)))
    .where(
      and(
        eq(userIdentity.companyId, companyId),
        eq(userIdentity.issuer, issuer),
        eq(userIdentity.subject, subject),
      ),
    );
  return found ?? null;
};

/** The user with an email address, ignoring its case, and whether the issuer knows the user by some subject. */
export const userOfEmail = async (
  tx: Database,
  { companyId, issuer }: Pick<Subject, 'companyId' | 'issuer'>,
  email: string,
): Promise<(KnownUser & { readonly isLinked: boolean }) | null> => {
  const [found] = await tx
    .select({ ...KNOWN, linked: userIdentity.id })
    .from(user)
    .innerJoin(role, and(eq(role.id, user.roleId), eq(role.companyId, user.companyId)))
    .leftJoin(
      userIdentity,
      and(
        eq(userIdentity.userId, user.id),
        eq(userIdentity.companyId, user.companyId),
        eq(userIdentity.issuer, issuer),
      ),
    )
    .where(and(eq(user.companyId, companyId), sql`lower(${user.email}) = lower(${email})`));
  // PostgreSQL's folding is wider than that of JavaScript, as for accounts.
  if (found === undefined || found.email.toLowerCase() !== email.toLowerCase()) return null;
  const { linked, ...known } = found;
  return { ...known, isLinked: linked !== null };
};

/** Links a user to a subject, once. */
export const linkUser = async (
  tx: Database,
  author: Author,
  { userId, ...subject }: Subject & { readonly userId: number },
): Promise<void> => {
  await tx.insert(userIdentity).values({ ...subject, userId, roleFromGroup: false, createdAt: author.at });
  await recordChanges(tx, author, 'users', [
    {
      rowId: userId,
      action: 'update',
      before: { single_sign_on: false },
      after: { single_sign_on: true },
    },
  ]);
};

/** Notes whether a group gave the role of a user. */
export const noteRoleOrigin = async (
  tx: Database,
  { companyId, userId }: { readonly companyId: number; readonly userId: number },
  roleFromGroup: boolean,
): Promise<void> => {
  for (const table of [userIdentity, provisionedUser])
    await tx
      .update(table)
      .set({ roleFromGroup })
      .where(and(eq(table.companyId, companyId), eq(table.userId, userId)));
};
