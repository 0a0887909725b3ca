import { and, eq, gt, inArray, isNull, lt, ne, notInArray, sql, type SQL } from 'drizzle-orm';
import { recordChanges, type Author } from '../engine/audit-log.ts';
import type { Database } from '../engine/database.ts';
import { refreshToken, user } from '../schema/index.ts';

/** The refresh tokens of sessions. A session is a family of tokens, each of which replaces the one before. */

export interface RefreshRow {
  readonly companyId: number;
  readonly userId: number;
  readonly family: string;
  /** SHA-256 of the token. */
  readonly hash: Buffer;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly startedAt: Date;
  readonly address: string;
  readonly userAgent: string;
  /** Whether the session began through an identity provider; absent: no. */
  readonly singleSignOn?: boolean;
}

/**
 * Locks a user's row until the end of a transaction, so that a password change and the removal of a second factor wait
 * and then end what the transaction began.
 * @param password password hash that was verified; null: another proof takes its place
 * @returns false: the user is deleted, or the password has changed since it was verified
 */
export const lockUser = async (
  tx: Database,
  { userId, companyId }: Pick<RefreshRow, 'userId' | 'companyId'>,
  password: string | null,
): Promise<boolean> => {
  const [same] = await tx
    .select({ id: user.id })
    .from(user)
    .where(
      and(
        eq(user.id, userId),
        eq(user.companyId, companyId),
        password === null ? undefined : eq(user.password, password),
        user.status,
      ),
    )
    .for('share');
  return same !== undefined;
};

/** How a user proved the identity at a sign-in, as the audit log states it: words that ', ' separates. */
export const SIGN_IN_METHODS = [
  'password',
  'password, remembered_device',
  'password, code',
  'password, recovery_code',
  'password, passkey',
  'single_sign_on',
] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

/**
 * Stores the first refresh token of a new session, and its line of the audit log. The user's row is locked meanwhile.
 * @param password password hash that was verified; null: `prove` proves the identity
 * @param prove called in the transaction; throws to refuse the session
 * @returns false: the user is deleted, or the password has changed since it was verified
 */
export const beginSession = (
  db: Database,
  { method, ...row }: RefreshRow & { readonly method: SignInMethod },
  password: string | null,
  prove: (tx: Database) => Promise<void> = () => Promise.resolve(),
): Promise<boolean> =>
  db.transaction(async tx => {
    if (!(await lockUser(tx, row, password))) return false;
    await prove(tx);
    await tx.insert(refreshToken).values(row);
    const { userId, address: ip, startedAt: at } = row;
    await recordChanges(tx, { ...row, ip, at }, 'users', [
      { rowId: userId, action: 'sign_in', before: null, after: { method } },
    ]);
    return true;
  });

export type Rotation =
  | { readonly kind: 'rotated'; readonly userId: number; readonly companyId: number; readonly family: string }
  /** The token was used before, so another party has a copy: all sessions of its family were ended. */
  | { readonly kind: 'reused'; readonly userId: number; readonly companyId: number; readonly family: string }
  /** The token was used just now, and the next one is unused: the answer with it may have been lost. */
  | {
      readonly kind: 'repeated';
      readonly userId: number;
      readonly companyId: number;
      readonly family: string;
    }
  /** The token is of another session than the expected one. */
  | { readonly kind: 'other' }
  /** The token is unknown, revoked or expired. */
  | { readonly kind: 'unknown' };

/** A refresh token that is presented. */
export interface PresentedToken {
  /** SHA-256 of the token. */
  readonly hash: Buffer;
  /** Family that is expected; null: any. */
  readonly session: string | null;
  /** A token used since then is not taken as stolen if its next token, which must be the same, is unused. */
  readonly repeatableSince: Date;
}

const ownerFields = {
  userId: refreshToken.userId,
  companyId: refreshToken.companyId,
  family: refreshToken.family,
};

/** Whether a token is neither spent nor ended. */
const isUnspent = (hash: Buffer, at: Date) =>
  and(
    eq(refreshToken.hash, hash),
    isNull(refreshToken.usedAt),
    isNull(refreshToken.revokedAt),
    gt(refreshToken.expiresAt, at),
  );

/** Judges a token that could not be spent. Ends its session if it was used before. */
const judgeUnspendable = async (
  tx: Database,
  spent: PresentedToken,
  next: EndingClient & { readonly hash: Buffer },
): Promise<Rotation> => {
  const [known] = await tx
    .select({ ...ownerFields, usedAt: refreshToken.usedAt })
    .from(refreshToken)
    .where(eq(refreshToken.hash, spent.hash));
  if (known === undefined) return { kind: 'unknown' };
  const { usedAt, ...owner } = known;
  if (spent.session !== null && owner.family !== spent.session) return { kind: 'other' };
  if (usedAt === null) return { kind: 'unknown' };
  if (usedAt >= spent.repeatableSince) {
    const unspent = await tx.select({}).from(refreshToken).where(isUnspent(next.hash, next.at));
    if (unspent.length > 0) return { kind: 'repeated', ...owner };
  }
  await endSessionFor(tx, owner, next, 'token_reused');
  return { kind: 'reused', ...owner };
};

/**
 * Replaces a refresh token by the next one of its family, in one transaction. A guarded update spends the token, so
 * exactly one of several concurrent requests succeeds; the others wait for the row and then find the token used.
 * @param next SHA-256 and lifetime of the new token, and the client that requested it
 */
export const rotateRefreshToken = (
  db: Database,
  spent: PresentedToken,
  next: { hash: Buffer; at: Date; expiresAt: Date; address: string; userAgent: string },
): Promise<Rotation> =>
  db.transaction(async tx => {
    const [won] = await tx
      .update(refreshToken)
      .set({ usedAt: next.at })
      .where(
        and(
          isUnspent(spent.hash, next.at),
          spent.session === null ? undefined : eq(refreshToken.family, spent.session),
        ),
      )
      .returning({
        ...ownerFields,
        startedAt: refreshToken.startedAt,
        singleSignOn: refreshToken.singleSignOn,
      });
    if (won !== undefined) {
      const { at, ...token } = next;
      await tx.insert(refreshToken).values({ ...won, ...token, createdAt: at });
      const { startedAt: _, singleSignOn: _kind, ...owner } = won;
      return { kind: 'rotated', ...owner };
    }
    return judgeUnspendable(tx, spent, next);
  });

/**
 * Ends sessions by revoking all their refresh tokens. The update repeats until no row matches, because a concurrent
 * rotation may insert a token that the previous statement did not see. Locking in order of id prevents deadlocks: the
 * deletion of a user and the end of one of his sessions update the same rows.
 * @returns the number of ended sessions: each has one token that is neither spent nor expired
 */
const endSessions = async (db: Database, condition: SQL | undefined, at: Date): Promise<number> => {
  for (let ended = 0; ;) {
    const current = db
      .select({ id: refreshToken.id })
      .from(refreshToken)
      .where(and(condition, isNull(refreshToken.revokedAt)))
      .orderBy(refreshToken.id)
      .for('update');
    const revoked = await db
      .update(refreshToken)
      .set({ revokedAt: at })
      .where(inArray(refreshToken.id, current))
      .returning({ usedAt: refreshToken.usedAt, expiresAt: refreshToken.expiresAt });
    if (revoked.length === 0) return ended;
    ended += revoked.filter(({ usedAt, expiresAt }) => usedAt === null && expiresAt > at).length;
  }
};

/**
 * Ends all sessions of users, except the family `keep` when users change their own account.
 * @returns the number of ended sessions
 */
export const endSessionsOf = (
  db: Database,
  userIds: readonly number[],
  at: Date,
  keep: string | null,
): Promise<number> =>
  endSessions(
    db,
    and(
      inArray(refreshToken.userId, [...userIds]),
      keep === null ? undefined : ne(refreshToken.family, keep),
    ),
    at,
  );

/**
 * Ends the sessions of a company that began by password.
 * @param exempt email addresses in lower case of users whose sessions go on, besides those of the author
 */
export const endPasswordSessions = (
  db: Database,
  { companyId, userId, at }: Pick<Author, 'companyId' | 'userId' | 'at'>,
  exempt: readonly string[],
): Promise<number> =>
  endSessions(
    db,
    and(
      eq(refreshToken.companyId, companyId),
      eq(refreshToken.singleSignOn, false),
      userId === null ? undefined : ne(refreshToken.userId, userId),
      notInArray(
        refreshToken.userId,
        db
          .select({ id: user.id })
          .from(user)
          .where(
            and(
              eq(user.companyId, companyId),
              exempt.length === 0 ? sql`false` : inArray(sql`lower(${user.email})`, [...exempt]),
            ),
          ),
      ),
    ),
    at,
  );

/** Ends the session of one token family. @returns 1; 0: it had ended */
export const endFamily = (db: Database, family: string, at: Date): Promise<number> =>
  endSessions(db, eq(refreshToken.family, family), at);

type SessionOwner = Pick<RefreshRow, 'companyId' | 'userId' | 'family'>;
type EndingClient = Pick<RefreshRow, 'address' | 'userAgent'> & { readonly at: Date };

/** Why a session ended, as the audit log states it. */
export const SIGN_OUT_REASONS = ['signed_out', 'token_reused', 'access_ended'] as const;

/** Ends a session, with its line of the audit log unless it had ended. Call in a transaction. */
export const endSessionFor = async (
  tx: Database,
  { companyId, userId, family }: SessionOwner,
  { address: ip, userAgent, at }: EndingClient,
  reason: (typeof SIGN_OUT_REASONS)[number],
): Promise<void> => {
  if ((await endFamily(tx, family, at)) === 0) return;
  await recordChanges(tx, { companyId, userId, ip, userAgent, at }, 'users', [
    { rowId: userId, action: 'sign_out', before: null, after: { reason } },
  ]);
};

/**
 * Ends the session of the token with this hash, as its user signs out.
 * @param session family that is expected; null: any
 * @returns the session's company; null: unknown token; `other`: it is of another session, which goes on
 */
export const endSessionOf = (
  db: Database,
  { hash, session }: { readonly hash: Buffer; readonly session: string | null },
  client: EndingClient,
): Promise<{ companyId: number } | 'other' | null> =>
  db.transaction(async tx => {
    const { companyId, userId, family } = refreshToken;
    const [found] = await tx
      .select({ companyId, userId, family })
      .from(refreshToken)
      .where(eq(refreshToken.hash, hash));
    if (found === undefined) return null;
    if (session !== null && found.family !== session) return 'other';
    await endSessionFor(tx, found, client, 'signed_out');
    return found;
  });

/** Removes a user's expired refresh tokens. */
export const removeExpiredTokens = async (db: Database, userId: number, at: Date): Promise<void> => {
  await db.delete(refreshToken).where(and(eq(refreshToken.userId, userId), lt(refreshToken.expiresAt, at)));
};
