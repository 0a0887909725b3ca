import { and, eq, ne, sql } from 'drizzle-orm';
import { Failure, type FaultCode } from '../../../http/failures.ts';
import { recordChanges, type Author } from '../engine/audit-log.ts';
import type { Database } from '../engine/database.ts';
import type { Guard, StoredRow } from '../entities/entity-write-plan.ts';
import { company, groupRole, identityProvider, role } from '../schema/index.ts';
import { endPasswordSessions } from './refresh-tokens.ts';
import { administratorEmails, baseOf } from './users.ts';

/** Identity providers of companies, and the checks of their changes. */

export interface IdentityProvider {
  readonly id: number;
  readonly companyId: number;
  readonly issuer: string;
  readonly clientId: string;
  /** Sealed (server/platform/sealed-secret.ts). */
  readonly clientSecret: string;
  readonly requestedScopes: string;
  readonly groupClaim: string;
  readonly emailDomains: readonly string[];
  readonly unstatedEmails: boolean;
  readonly defaultRoleId: number | null;
  readonly forced: boolean;
  /** In lower case. */
  readonly emergencyEmails: readonly string[];
}

const FIELDS = {
  id: identityProvider.id,
  companyId: identityProvider.companyId,
  issuer: identityProvider.issuer,
  clientId: identityProvider.clientId,
  clientSecret: identityProvider.clientSecret,
  requestedScopes: identityProvider.requestedScopes,
  groupClaim: identityProvider.groupClaim,
  emailDomains: identityProvider.emailDomains,
  unstatedEmails: identityProvider.unstatedEmails,
  // A role that was deleted is none: no user can be given it.
  defaultRoleId: sql<number | null>`(select new_role.id from ${role} as new_role
    where new_role.id = ${identityProvider.defaultRoleId} and new_role.status)`,
  forced: identityProvider.forced,
  emergencyEmails: identityProvider.emergencyEmails,
};

/** The identity provider of a company by the code of the sign-in form, ignoring case; null: none. */
export const providerOfCode = async (db: Database, companyCode: string): Promise<IdentityProvider | null> => {
  const [found] = await db
    .select({ ...FIELDS, code: company.code })
    .from(identityProvider)
    .innerJoin(company, and(eq(company.id, identityProvider.companyId), company.status))
    .where(and(sql`lower(${company.code}) = lower(${companyCode})`, identityProvider.status));
  // PostgreSQL's folding is wider than that of JavaScript, as for accounts.
  if (found === undefined || found.code.toLowerCase() !== companyCode.toLowerCase()) return null;
  const { code: _, ...provider } = found;
  return provider;
};

/** An identity provider that is not deleted; null: none. */
export const findProvider = async (
  db: Database,
  { companyId, id }: { readonly companyId: number; readonly id: number },
): Promise<IdentityProvider | null> => {
  const [found] = await db
    .select(FIELDS)
    .from(identityProvider)
    .innerJoin(company, and(eq(company.id, identityProvider.companyId), company.status))
    .where(
      and(eq(identityProvider.companyId, companyId), eq(identityProvider.id, id), identityProvider.status),
    );
  return found ?? null;
};

/** The identity provider of a company; null: none. */
export const providerOfCompany = async (
  db: Database,
  companyId: number,
): Promise<IdentityProvider | null> => {
  const [found] = await db
    .select(FIELDS)
    .from(identityProvider)
    .where(and(eq(identityProvider.companyId, companyId), identityProvider.status));
  return found ?? null;
};

/** Whether a user may still sign in by password although the company forces single sign-on. */
export const isEmergencyUser = (
  { emergencyEmails }: Pick<IdentityProvider, 'emergencyEmails'>,
  email: string,
): boolean => emergencyEmails.includes(email.toLowerCase());

/** The roles of a company's groups, of roles that are not deleted. */
export const rolesOfGroups = (db: Database, companyId: number) =>
  db
    .select({ groupName: groupRole.groupName, roleId: groupRole.roleId, priority: groupRole.priority })
    .from(groupRole)
    .innerJoin(role, and(eq(role.id, groupRole.roleId), eq(role.companyId, groupRole.companyId), role.status))
    .where(and(eq(groupRole.companyId, companyId), groupRole.status));

const requireOnlyProvider = async (tx: Database, companyId: number, id: number): Promise<void> => {
  const [other] = await tx
    .select({ id: identityProvider.id })
    .from(identityProvider)
    .where(
      and(eq(identityProvider.companyId, companyId), identityProvider.status, ne(identityProvider.id, id)),
    );
  if (other !== undefined) throw new Failure('provider_exists');
};

/** Whether an issuer is an address of the standard: https, without user, query and fragment. */
const isIssuer = (address: string, allowPlain: boolean): boolean => {
  if (!URL.canParse(address)) return false;
  const { protocol, username, password, search, hash } = new URL(address);
  const isSecure = protocol === 'https:' || (allowPlain && protocol === 'http:');
  return isSecure && username + password + search + hash === '' && !/[?#]/.test(address);
};

const isAgencyRole = async (tx: Database, companyId: number, roleId: unknown): Promise<boolean> =>
  typeof roleId === 'number' && (await baseOf(tx, companyId, roleId)) === 'agency';

/** Faults of a provider between its fields and other rows. */
const faultsOfProvider = async (
  tx: Database,
  companyId: number,
  after: StoredRow,
  provider: StoredRow,
  allowPlain: boolean,
): Promise<Record<string, FaultCode[]>> => {
  const faults: Record<string, FaultCode[]> = {};
  if (typeof after['issuer'] === 'string' && !isIssuer(after['issuer'], allowPlain))
    faults['issuer'] = ['format_url'];
  // Users of an agency need an agency, which no group states.
  if (await isAgencyRole(tx, companyId, after['default_role'])) faults['default_role'] = ['choice'];
  const emails = provider['emergency_emails'] as string[];
  const administrators = await administratorEmails(tx, companyId);
  if (emails.some(email => !administrators.has(email))) faults['emergency_emails'] = ['not_administrator'];
  return faults;
};

/**
 * Checks a change of an identity provider, and ends the sessions that began by password when single sign-on becomes
 * forced; that of the author goes on, so that a wrong setting can be changed back.
 *
 * @param options.allowPlain whether issuers without TLS are allowed
 */
export const guardProvider =
  (author: Author, { allowPlain }: { readonly allowPlain: boolean }): Guard =>
  async (tx, { id, action, before, after }) => {
    if (action === 'remove') return;
    const { companyId } = author;
    if (action !== 'update') await requireOnlyProvider(tx, companyId, id);
    const provider: StoredRow = { ...before, ...after };
    const faults = await faultsOfProvider(tx, companyId, after, provider, allowPlain);
    if (Object.keys(faults).length > 0) throw new Failure('invalid', { fields: faults });
    const becomesForced = provider['forced'] === true && (action !== 'update' || before?.['forced'] !== true);
    if (becomesForced)
      await endPasswordSessions(tx, author, (provider['emergency_emails'] as string[]) ?? []);
  };

/** Refuses agency roles of groups. */
export const guardGroupRole =
  ({ companyId }: { readonly companyId: number }): Guard =>
  async (tx, { action, after }) => {
    if (action !== 'remove' && (await isAgencyRole(tx, companyId, after['role'])))
      throw new Failure('invalid', { fields: { role: ['choice'] } });
  };

/** Ends forced single sign-on of a company, so that passwords work again. */
export const endForcedSignOn = async (tx: Database, author: Author): Promise<void> => {
  const changed = await tx
    .update(identityProvider)
    .set({ forced: false, updatedAt: author.at })
    .where(
      and(eq(identityProvider.companyId, author.companyId), identityProvider.status, identityProvider.forced),
    )
    .returning({ id: identityProvider.id });
  await recordChanges(
    tx,
    author,
    'identityProviders',
    changed.map(({ id }) => ({
      rowId: id,
      action: 'update',
      before: { forced: true },
      after: { forced: false },
    })),
  );
};
