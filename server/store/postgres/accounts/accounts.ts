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

/** Who may sign in, what he is, and the sessions that sign-ins begin. */

/** Resolves when the database answers. */
export const pingDatabase = async (db: Database): Promise<void> => {
  await db.execute(sql`select 1`);
};

/** What signing in must know of an account. */
export interface Account {
  readonly userId: number;
  readonly companyId: number;
  /** argon2id, encoded. */
  readonly password: string;
  /** False when the user, his role or his company is deleted. */
  readonly active: boolean;
  /** Addresses and CIDR; empty allows every address. */
  readonly loginAllowedIps: readonly string[];
}

const accountFields = {
  userId: user.id,
  companyId: user.companyId,
  password: user.password,
  loginAllowedIps: company.loginAllowedIps,
  active: sql<boolean>`${user.status} and ${role.status} and ${company.status}`,
};

/** What somebody types to say who he is. */
interface Named {
  readonly companyCode: string;
  readonly email: string;
}

/**
 * The accounts that the database takes for the one named. Whoever asks by it looks at {@link isNamed} as
 * well.
 */
export const named = ({ companyCode, email }: Named): SQL =>
  sql`lower(${company.code}) = lower(${companyCode}) and lower(${user.email}) = lower(${email})`;

/**
 * Whether an account is the one named, case ignored, as tries against it are counted. The database's own idea
 * of small letters is wider: there `admİn` is
 * `admin`, and each such spelling would have had guesses of its own.
 */
export const isNamed = (stored: Named, typed: Named): boolean =>
  stored.companyCode.toLowerCase() === typed.companyCode.toLowerCase() &&
  stored.email.toLowerCase() === typed.email.toLowerCase();

/** The account of a company's code and an e-mail address (case ignored in both), or null. */
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

/** The account of a user of a company, or null. */
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
  // Not a change of the record: `updated_at` stays.
  await db
    .update(user)
    .set({ lastLogin: at, updatedAt: sql`${user.updatedAt}` })
    .where(eq(user.id, userId));
};

/** The products of a company; deleted ones included. */
const companyProducts = async (db: Database, companyId: number): Promise<number[]> => {
  const products = await db
    .select({ id: product.id })
    .from(product)
    .where(eq(product.companyId, companyId))
    .orderBy(product.id);
  return products.map(({ id }) => id);
};

/** The products that an agency may see, and which of their ads are its own. */
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

/** What a session may see, or null when its user, role or company is gone or the session was ended. */
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
  // An agency user without an agency sees nothing, rather than everything.
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

/** Everything that a user is told about himself. */
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
  /** sha-256 of the token. */
  readonly hash: Buffer;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/**
 * Keeps the first refresh token of a session that a sign-in begins; false when the password was changed since
 * it was looked at.
 *
 * The user's row is held meanwhile: a change of the password waits and then ends this session, or came first
 * and is seen.
 *
 * @param password as it was kept when it was found right
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
  /** It was used before: somebody has a copy, so the whole family was ended. */
  | { readonly kind: 'reused'; readonly userId: number; readonly companyId: number; readonly family: string }
  /** Not ours, ended, or too old. */
  | { readonly kind: 'unknown' };

/**
 * Spends a refresh token and keeps the next of its family, in one transaction.
 *
 * Spending is one guarded update, so of any number of requests that present the same token exactly one wins;
 * the others wait for its row
 * and then find it used. @param spent sha-256 of the token presented, @param next of the one to be given
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
 * Ends sessions: none of their refresh tokens is worth anything any more.
 *
 * Again and again until none is left: a refresh under way may turn a token into another that the statement
 * before has not seen.
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

/** Ends all sessions of users, but `keep` where one changes oneself. */
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

/** Ends one session. */
export const endFamily = (db: Database, family: string, at: Date): Promise<void> =>
  endSessions(db, eq(refreshToken.family, family), at);

/** Ends the session of the token of this hash; whose it was, or null for a foreign one. */
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

/** How guessing slows down for one kind of subject. */
export interface Slowness {
  /** Failures that cost nothing. */
  readonly free: number;
  /** Longest wait in seconds. */
  readonly maxWaitSeconds: number;
}

/**
 * Counts a try against a subject, unless it has to wait; the wait doubles with each failure beyond the free
 * ones.
 *
 * The try is counted before the password is looked at, in one statement: a hundred guesses sent at once are a
 * hundred failures in a row,
 * not one. A success takes its try back ({@link forgiveTry}). After an hour without a try the count begins
 * anew.
 *
 * @returns seconds to wait, 0 when the try may go ahead
 */
export const countTry = async (
  db: Database,
  subject: string,
  at: Date,
  { free, maxWaitSeconds }: Slowness,
): Promise<number> => {
  const wait = sql`least(${maxWaitSeconds}::float8, power(2, least(${signinFailure.failures} - ${free}::int, 30)))`;
  // A try that is further ahead than the longest wait was counted by a clock that was wrong: it would keep
  // the subject waiting until that time comes.
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

/** Takes back the try of a sign-in that succeeded. */
export const forgiveTry = async (db: Database, subject: string): Promise<void> => {
  await db
    .update(signinFailure)
    .set({ failures: sql`greatest(${signinFailure.failures} - 1, 0)` })
    .where(eq(signinFailure.subject, subject));
};

/** Removes what nobody asks for any more: expired tokens of a user, and failures too old to count. */
export const forgetOld = async (db: Database, userId: number, at: Date): Promise<void> => {
  await db.delete(refreshToken).where(and(eq(refreshToken.userId, userId), lt(refreshToken.expiresAt, at)));
  await db.delete(signinFailure).where(sql`${signinFailure.lastAt} < ${at}::timestamptz - interval '1 hour'`);
};

/** Forgets a subject's failures. */
export const forgetTries = async (db: Database, subject: string): Promise<void> => {
  await db.delete(signinFailure).where(eq(signinFailure.subject, subject));
};
