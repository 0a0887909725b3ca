import { and, eq, sql, type SQL } from 'drizzle-orm';
import {
  isSecondFactorRequired,
  type Permissions,
  type RoleBase,
  type Viewer,
} from '../../../http/visibility.ts';
import type { Database } from '../engine/database.ts';
import {
  ad,
  agency,
  agencyProduct,
  company,
  product,
  refreshToken,
  role,
  hasIdentity,
  hasSecondFactor,
  user,
} from '../schema/index.ts';

/** Accounts, and what their users may see. */

export interface Account {
  readonly userId: number;
  readonly companyId: number;
  /** argon2id, encoded. */
  readonly password: string;
  /** False if the user, the user's role or company is deleted. */
  readonly active: boolean;
  readonly base: RoleBase;
  /** IP addresses and CIDR ranges; empty allows every address. */
  readonly loginAllowedIps: readonly string[];
}

const accountFields = {
  userId: user.id,
  companyId: user.companyId,
  password: user.password,
  base: role.base,
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
export const companyProducts = async (db: Database, companyId: number): Promise<number[]> => {
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

/**
 * Loads what a user may see, if a condition holds; null: it does not, or the user, role or company is deleted.
 * @param isExternal whether an identity provider signs the user in, whose second factor replaces the company's
 */
const loadViewerWhere = async (
  db: Database,
  who: { userId: number; companyId: number },
  condition: SQL | undefined,
  isExternal: SQL<boolean>,
): Promise<Viewer | null> => {
  const [found] = await db
    .select({
      roleCode: role.code,
      base: role.base,
      permissions: role.permissions,
      agencyId: user.agencyId,
      policy: company.secondFactor,
      isEnabled: hasSecondFactor,
      isExternal,
    })
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
        condition,
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
    secondFactor: {
      isRequired: isSecondFactorRequired(found.policy, base) && !found.isExternal,
      isEnabled: found.isEnabled,
    },
  };
  if (base !== 'agency')
    return { ...common, agencyId: null, products: await companyProducts(db, who.companyId), ads: null };
  // An agency user without an agency sees nothing instead of everything.
  const agencyId = found.agencyId ?? 0;
  return { ...common, agencyId, ...(await agencyScope(db, who.companyId, agencyId)) };
};

/** Loads what a session may see; null: its user, role or company is deleted, or the session has ended. */
export const loadViewer = (
  db: Database,
  { family, ...who }: { userId: number; companyId: number; family: string },
): Promise<Viewer | null> =>
  loadViewerWhere(
    db,
    who,
    sql`exists (select 1 from ${refreshToken} where ${refreshToken.family} = ${family}::uuid
        and ${refreshToken.userId} = ${user.id} and ${refreshToken.revokedAt} is null)`,
    sql`exists (select 1 from ${refreshToken} where ${refreshToken.family} = ${family}::uuid
        and ${refreshToken.singleSignOn})`,
  );

/** Loads what a user may see now, without a session; null: the user, role or company is deleted. */
export const loadUserViewer = (
  db: Database,
  who: { userId: number; companyId: number },
): Promise<Viewer | null> => loadViewerWhere(db, who, undefined, hasIdentity);

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
