import { and, eq, gt, inArray, isNull, lt, ne, sql, type SQL } from 'drizzle-orm';
import type { Permissions, RoleBase, Viewer } from '../../../http/visibility.ts';
import type { Database } from '../engine/database.ts';
import {
  ad,
  agency,
  agencyProduct,
  company,
  product,
  refreshToken,
  role,
  signinFailure,
  user,
} from '../schema/index.ts';

/** Accounts, what their users may see, and the sessions that sign-ins start. */

/** Resolves when the database answers a query; rejects otherwise. */
export const pingDatabase = async (db: Database): Promise<void> => {
  await db.execute(sql`select 1`);
};

/** The properties of an account that a sign-in reads. */
export interface Account {
  readonly userId: number;
  readonly companyId: number;
  /** argon2id, encoded. */
  readonly password: string;
  /** False if the user, the user's role or company is deleted. */
  readonly active: boolean;
  /** IP addresses and CIDR ranges; empty allows every address. */
  readonly loginAllowedIps: readonly string[];
}

const accountFields = {
  userId: user.id,
  companyId: user.companyId,
  password: user.password,
  loginAllowedIps: company.loginAllowedIps,
  active: sql<boolean>`${user.status} and ${role.status} and ${company.status}`,
};

/** Company code and email address of a sign-in. */
interface Named {
  readonly companyCode: string;
  readonly email: string;
}

/**
 * Accounts with this company code and email address by the database's case folding. Callers must also check {@link
 * isNamed}, which is stricter.
 */
export const named = ({ companyCode, email }: Named): SQL =>
  sql`lower(${company.code}) = lower(${companyCode}) and lower(${user.email}) = lower(${email})`;

/**
 * Whether an account has exactly this company code and email address, ignoring case as JavaScript does. The failure
 * counter uses the same folding: PostgreSQL's is wider (`admİn` equals `admin`), and each spelling would get its own
 * free attempts.
 */
export const isNamed = (stored: Named, typed: Named): boolean =>
  stored.companyCode.toLowerCase() === typed.companyCode.toLowerCase() &&
  stored.email.toLowerCase() === typed.email.toLowerCase();

/** Finds an account by company code and email address, ignoring the case of both; null: none. */
export const findAccount = async (db: Database, typed: Named): Promise<Account | null> => {
  const [found] = await db
    .select({ ...accountFields, companyCode: company.code, email: user.email })
    .from(user)
    .innerJoin(company, eq(company.id, user.companyId))
    .innerJoin(role, and(eq(role.id, user.roleId), eq(role.companyId, user.companyId)))
    .where(named(typed));
  if (found === undefined || !isNamed(found, typed)) return null;
  const { companyCode: _code, email: _email, ...account } = found;
  return account;
};

/** Finds the account of a user in a company; null: none. */
export const accountOf = async (
  db: Database,
  who: { userId: number; companyId: number },
): Promise<Account | null> => {
  const [found] = await db
    .select(accountFields)
    .from(user)
    .innerJoin(company, eq(company.id, user.companyId))
    .innerJoin(role, and(eq(role.id, user.roleId), eq(role.companyId, user.companyId)))
    .where(and(eq(user.id, who.userId), eq(user.companyId, who.companyId)));
  return found ?? null;
};

export const noteSignIn = async (db: Database, userId: number, at: Date): Promise<void> => {
  // A sign-in is no change of the record, so `updated_at` is preserved.
  await db
    .update(user)
    .set({ lastLogin: at, updatedAt: sql`${user.updatedAt}` })
    .where(eq(user.id, userId));
};

/** Ids of a company's products, including deleted ones. */
const companyProducts = async (db: Database, companyId: number): Promise<number[]> => {
  const products = await db
    .select({ id: product.id })
    .from(product)
    .where(eq(product.companyId, companyId))
    .orderBy(product.id);
  return products.map(({ id }) => id);
};

/** Products granted to an agency, and the agency's own ads. */
const agencyScope = async (
  db: Database,
  companyId: number,
  agencyId: number,
): Promise<Pick<Viewer, 'products' | 'ads'>> => {
  const [products, ads] = await Promise.all([
    db
      .select({ id: product.id })
      .from(agencyProduct)
      .innerJoin(
        product,
        and(eq(product.id, agencyProduct.productId), eq(product.companyId, agencyProduct.companyId)),
      )
      .innerJoin(
        agency,
        and(
          eq(agency.id, agencyProduct.agencyId),
          eq(agency.companyId, agencyProduct.companyId),
          agency.status,
        ),
      )
      .where(and(eq(agencyProduct.companyId, companyId), eq(agencyProduct.agencyId, agencyId)))
      .orderBy(product.id),
    db
      .select({ id: ad.id, productId: ad.productId })
      .from(ad)
      .where(and(eq(ad.companyId, companyId), eq(ad.agencyId, agencyId)))
      .orderBy(ad.id),
  ]);
  const productIds = products.map(({ id }) => id);
  return {
    products: productIds,
    ads: new Map(
      productIds.map(id => [id, ads.filter(found => found.productId === id).map(found => found.id)]),
    ),
  };
};

/** Loads what a session may see; null: its user, role or company is deleted, or the session has ended. */
export const loadViewer = async (
  db: Database,
  who: { userId: number; companyId: number; family: string },
): Promise<Viewer | null> => {
  const [found] = await db
    .select({ roleCode: role.code, base: role.base, permissions: role.permissions, agencyId: user.agencyId })
    .from(user)
    .innerJoin(company, eq(company.id, user.companyId))
    .innerJoin(role, and(eq(role.id, user.roleId), eq(role.companyId, user.companyId)))
    .where(
      and(
        eq(user.id, who.userId),
        eq(user.companyId, who.companyId),
        user.status,
        role.status,
        company.status,
        sql`exists (select 1 from ${refreshToken} where ${refreshToken.family} = ${who.family}::uuid
        and ${refreshToken.userId} = ${user.id} and ${refreshToken.revokedAt} is null)`,
      ),
    );
  if (found === undefined) return null;
  const base: RoleBase = found.base;
  const common = {
    userId: who.userId,
    companyId: who.companyId,
    roleCode: found.roleCode,
    base,
    permissions: found.permissions,
  };
  if (base !== 'agency')
    return { ...common, agencyId: null, products: await companyProducts(db, who.companyId), ads: null };
  // An agency user without an agency sees nothing instead of everything.
  const agencyId = found.agencyId ?? 0;
  return { ...common, agencyId, ...(await agencyScope(db, who.companyId, agencyId)) };
};

export interface Profile {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly roleName: string;
  readonly roleCode: string;
  readonly base: RoleBase;
  readonly permissions: Permissions;
  readonly companyId: number;
  readonly companyName: string;
  readonly agency: { readonly id: number; readonly name: string } | null;
  readonly lastLogin: Date | null;
}

/** Loads the profile that a user reads about the own account; null: no such user. */
export const loadProfile = async (
  db: Database,
  who: { userId: number; companyId: number },
): Promise<Profile | null> => {
  const [found] = await db
    .select({
      id: user.id,
      name: user.name,
      email: user.email,
      roleName: role.name,
      roleCode: role.code,
      base: role.base,
      permissions: role.permissions,
      companyId: company.id,
      companyName: company.name,
      lastLogin: user.lastLogin,
      agencyId: agency.id,
      agencyName: agency.name,
    })
    .from(user)
    .innerJoin(company, eq(company.id, user.companyId))
    .innerJoin(role, and(eq(role.id, user.roleId), eq(role.companyId, user.companyId)))
    .leftJoin(agency, and(eq(agency.id, user.agencyId), eq(agency.companyId, user.companyId)))
    .where(and(eq(user.id, who.userId), eq(user.companyId, who.companyId)));
  if (found === undefined) return null;
  const { agencyId, agencyName, ...rest } = found;
  return {
    ...rest,
    agency: agencyId === null || agencyName === null ? null : { id: agencyId, name: agencyName },
  };
};

export interface RefreshRow {
  readonly companyId: number;
  readonly userId: number;
  readonly family: string;
  /** SHA-256 of the token. */
  readonly hash: Buffer;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/**
 * Stores the first refresh token of a new session. The user's row is locked meanwhile: a password change waits and then
 * ends this session, or is detected here.
 * @param password password hash that was verified
 * @returns false if the password has changed since it was verified
 */
export const beginSession = (db: Database, row: RefreshRow, password: string): Promise<boolean> =>
  db.transaction(async tx => {
    const [same] = await tx
      .select({ id: user.id })
      .from(user)
      .where(
        and(
          eq(user.id, row.userId),
          eq(user.companyId, row.companyId),
          eq(user.password, password),
          user.status,
        ),
      )
      .for('share');
    if (same === undefined) return false;
    await tx.insert(refreshToken).values(row);
    return true;
  });

export type Rotation =
  | { readonly kind: 'rotated'; readonly userId: number; readonly companyId: number; readonly family: string }
  /** The token was used before, so another party has a copy: all sessions of its family were ended. */
  | { readonly kind: 'reused'; readonly userId: number; readonly companyId: number; readonly family: string }
  /** The token is unknown, revoked or expired. */
  | { readonly kind: 'unknown' };

/**
 * Replaces a refresh token by the next one of its family, in one transaction. A guarded update spends the token, so
 * exactly one of several concurrent requests succeeds; the others wait for the row and then find the token used.
 * @param spent SHA-256 of the presented token
 * @param next SHA-256 and lifetime of the new token
 */
export const rotateRefreshToken = (
  db: Database,
  spent: Buffer,
  next: { hash: Buffer; at: Date; expiresAt: Date },
): Promise<Rotation> =>
  db.transaction(async tx => {
    const fields = {
      userId: refreshToken.userId,
      companyId: refreshToken.companyId,
      family: refreshToken.family,
    };
    const [won] = await tx
      .update(refreshToken)
      .set({ usedAt: next.at })
      .where(
        and(
          eq(refreshToken.hash, spent),
          isNull(refreshToken.usedAt),
          isNull(refreshToken.revokedAt),
          gt(refreshToken.expiresAt, next.at),
        ),
      )
      .returning(fields);
    if (won !== undefined) {
      await tx
        .insert(refreshToken)
        .values({ ...won, hash: next.hash, createdAt: next.at, expiresAt: next.expiresAt });
      return { kind: 'rotated', ...won };
    }
    const [known] = await tx
      .select({ ...fields, usedAt: refreshToken.usedAt })
      .from(refreshToken)
      .where(eq(refreshToken.hash, spent));
    if (known === undefined || known.usedAt === null) return { kind: 'unknown' };
    const { usedAt: _, ...owner } = known;
    await endFamily(tx, owner.family, next.at);
    return { kind: 'reused', ...owner };
  });

/**
 * Ends sessions by revoking all their refresh tokens. The update repeats until no row matches, because a concurrent
 * rotation may insert a token that the previous statement did not see.
 */
const endSessions = async (db: Database, which: SQL | undefined, at: Date): Promise<void> => {
  for (;;) {
    const { rowCount } = await db
      .update(refreshToken)
      .set({ revokedAt: at })
      .where(and(which, isNull(refreshToken.revokedAt)));
    if (rowCount === 0) return;
  }
};

/** Ends all sessions of users, except the family `keep` when users change their own account. */
export const endSessionsOf = (
  db: Database,
  userIds: readonly number[],
  at: Date,
  keep: string | null,
): Promise<void> =>
  endSessions(
    db,
    and(
      inArray(refreshToken.userId, [...userIds]),
      keep === null ? undefined : ne(refreshToken.family, keep),
    ),
    at,
  );

/** Ends the session of one token family. */
export const endFamily = (db: Database, family: string, at: Date): Promise<void> =>
  endSessions(db, eq(refreshToken.family, family), at);

/**
 * Ends the session of the token with this hash.
 * @returns the session's company and family; null: unknown token
 */
export const endSessionOf = async (
  db: Database,
  hash: Buffer,
  at: Date,
): Promise<{ companyId: number; family: string } | null> => {
  const [found] = await db
    .select({ companyId: refreshToken.companyId, family: refreshToken.family })
    .from(refreshToken)
    .where(eq(refreshToken.hash, hash));
  if (found === undefined) return null;
  await endFamily(db, found.family, at);
  return found;
};

/** Throttle of sign-in attempts for one kind of subject. */
export interface ThrottleLimits {
  /** Number of failures without a wait. */
  readonly free: number;
  /** Maximum wait in seconds. */
  readonly maxWaitSeconds: number;
}

/**
 * Counts a sign-in attempt of a subject, unless the subject has to wait. The wait in seconds doubles with each failure
 * beyond the free ones; the count restarts after an hour without an attempt. Counting precedes the password check, in
 * one statement, so concurrent guesses count separately; a success is taken back by {@link discountAttempt}.
 * @returns seconds to wait; 0: the attempt may proceed
 */
export const countAttempt = async (
  db: Database,
  subject: string,
  at: Date,
  { free, maxWaitSeconds }: ThrottleLimits,
): Promise<number> => {
  const wait = sql`least(${maxWaitSeconds}::float8, power(2, least(${signinFailure.failures} - ${free}::int, 30)))`;
  // A last attempt further in the future than the maximum wait was recorded with a wrong clock, and does not block.
  const blocked = sql`${signinFailure.failures} >= ${free}::int and ${signinFailure.lastAt} + ${wait} * interval '1 second' > ${at}
    and ${signinFailure.lastAt} <= ${at}::timestamptz + ${maxWaitSeconds} * interval '1 second'`;
  const counted = await db
    .insert(signinFailure)
    .values({ subject, failures: 1, lastAt: at })
    .onConflictDoUpdate({
      target: signinFailure.subject,
      set: {
        failures: sql`case when ${signinFailure.lastAt} < ${at}::timestamptz - interval '1 hour' then 1 else least(${signinFailure.failures} + 1, 1000000) end`,
        lastAt: at,
      },
      setWhere: sql`not (${blocked})`,
    })
    .returning({ failures: signinFailure.failures });
  if (counted.length > 0) return 0;
  const [left] = await db
    .select({
      seconds: sql<number>`extract(epoch from ${signinFailure.lastAt} + ${wait} * interval '1 second' - ${at}::timestamptz)::float8`,
    })
    .from(signinFailure)
    .where(eq(signinFailure.subject, subject));
  return Math.max(1, Math.ceil(left?.seconds ?? 1));
};

/** Removes the attempt of a successful sign-in from the count. */
export const discountAttempt = async (db: Database, subject: string): Promise<void> => {
  await db
    .update(signinFailure)
    .set({ failures: sql`greatest(${signinFailure.failures} - 1, 0)` })
    .where(eq(signinFailure.subject, subject));
};

/** Removes a user's expired refresh tokens, and failure counts older than an hour. */
export const removeExpired = async (db: Database, userId: number, at: Date): Promise<void> => {
  await db.delete(refreshToken).where(and(eq(refreshToken.userId, userId), lt(refreshToken.expiresAt, at)));
  await db.delete(signinFailure).where(sql`${signinFailure.lastAt} < ${at}::timestamptz - interval '1 hour'`);
};

/** Removes the failure count of a subject. */
export const removeAttempts = async (db: Database, subject: string): Promise<void> => {
  await db.delete(signinFailure).where(eq(signinFailure.subject, subject));
};
