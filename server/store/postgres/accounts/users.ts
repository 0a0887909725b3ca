import { and, eq, inArray, isNull, not, sql } from 'drizzle-orm';
import type { RoleBase } from '../../../http/visibility.ts';
import { Failure } from '../../../http/failures.ts';
import { endSessionsOf } from './refresh-tokens.ts';
import { withCompanyLock } from '../engine/advisory-lock.ts';
import { recordChanges, type Author } from '../engine/audit-log.ts';
import type { Creation } from '../../../http/idempotency.ts';
import { makeOnce } from '../engine/idempotency.ts';
import type { Database } from '../engine/database.ts';
import { insertEntity, markEntities, updateEntity } from '../entities/entity-writes.ts';
import type { Guard, Plan, Referred, StoredRow } from '../entities/entity-write-plan.ts';
import { setPassword } from './passwords.ts';
import { agency, identityProvider, invitation, role, user } from '../schema/index.ts';

/**
 * Users and their changes. After each change the company has an administrator, and exactly the users with an agency
 * role have an agency.
 */

/** A user in the form of the API: role and agency by id. */
export interface UserValues {
  readonly user_name: string;
  readonly email: string;
  readonly role: number;
  readonly agency: number | null;
}

const FIELDS = ['user_name', 'email', 'role', 'agency'] as const;
/** An email address stays reserved for a deleted user, who is restored instead. */
const UNIQUE = { users_email: 'email' } as const;

/** Base of a role; null: the company has no such role. */
export const baseOf = async (tx: Database, companyId: number, roleId: number): Promise<RoleBase | null> => {
  const [found] = await tx
    .select({ base: role.base })
    .from(role)
    .where(and(eq(role.companyId, companyId), eq(role.id, roleId)));
  return found?.base ?? null;
};

/**
 * @throws {Failure} `invalid`: an agency role without an agency, or another role with one. A role that does not exist
 * is rejected later, with the other references
 */
export const requireFit = (base: RoleBase | null, agencyId: number | null): void => {
  if (base === 'agency' && agencyId === null)
    throw new Failure('invalid', { fields: { agency: ['required'] } });
  if (base !== 'agency' && base !== null && agencyId !== null)
    throw new Failure('invalid', { fields: { agency: ['choice'] } });
};

/** The role and agency that a user or an invitation refers to. */
export const referredOf = ({
  role: roleId,
  agency: agencyId,
}: Partial<Pick<UserValues, 'role' | 'agency'>>): Referred[] => [
  ...(roleId === undefined ? [] : [{ field: 'role', to: 'roles', ids: [roleId], productId: null } as const]),
  ...(agencyId === undefined || agencyId === null
    ? []
    : [{ field: 'agency', to: 'agencies', ids: [agencyId], productId: null } as const]),
];

/** Email addresses, in lower case, of a company's administrators who can sign in. */
export const administratorEmails = async (tx: Database, companyId: number): Promise<ReadonlySet<string>> => {
  const found = await tx
    .select({ email: user.email })
    .from(user)
    .innerJoin(
      role,
      and(eq(role.id, user.roleId), eq(role.companyId, user.companyId), eq(role.base, 'admin'), role.status),
    )
    .where(and(eq(user.companyId, companyId), user.status));
  return new Set(found.map(({ email }) => email.toLowerCase()));
};

/**
 * Requires an administrator, and one for emergencies where single sign-on is forced and such a one was changed.
 *
 * @param formerEmails addresses of the changed users before the change
 * @throws {Failure} `last_administrator`, `last_emergency_administrator`: the company would have none
 */
const requireAdministrators = async (
  tx: Database,
  companyId: number,
  formerEmails: readonly string[],
): Promise<void> => {
  const left = await administratorEmails(tx, companyId);
  if (left.size === 0) throw new Failure('last_administrator');
  const [forced] = await tx
    .select({ emails: identityProvider.emergencyEmails })
    .from(identityProvider)
    .where(and(eq(identityProvider.companyId, companyId), identityProvider.status, identityProvider.forced));
  const listed = new Set(forced?.emails);
  if (!formerEmails.some(email => listed.has(email.toLowerCase()))) return;
  if ([...listed].every(email => !left.has(email))) throw new Failure('last_emergency_administrator');
};

/** @throws {Failure} `invalid`: an unaccepted invitation of the company has this address */
export const requireUninvited = async (tx: Database, companyId: number, email: string): Promise<void> => {
  const [invited] = await tx
    .select({ id: invitation.id })
    .from(invitation)
    .where(
      and(
        eq(invitation.companyId, companyId),
        sql`lower(${invitation.email}) = lower(${email})`,
        invitation.status,
        isNull(invitation.acceptedAt),
      ),
    );
  if (invited !== undefined) throw new Failure('invalid', { fields: { email: ['invited'] } });
};

/** Inserts a user in the caller's transaction, which has the company's lock. @throws {Failure} `invalid` */
export const insertUserIn = async (
  tx: Database,
  author: Author,
  values: UserValues,
  password: string,
): Promise<number> => {
  requireFit(await baseOf(tx, author.companyId, values.role), values.agency);
  const plan: Plan = {
    values: { ...values },
    referred: referredOf(values),
    before: null,
    after: { ...values },
  };
  return insertEntity(tx, 'users', author, plan, { unique: UNIQUE, hidden: { password } });
};

/**
 * Inserts a user, once per idempotency key.
 * @param password password hash
 * @returns the user's id
 * @throws {Failure} `invalid`: the address is in use or invited, or role and agency do not exist or do not match
 */
export const insertUser = (
  db: Database,
  author: Author,
  values: UserValues,
  password: string,
  creation: Creation | null = null,
): Promise<number> =>
  withCompanyLock(db, author.companyId, tx =>
    makeOnce(tx, author, creation, async () => {
      await requireUninvited(tx, author.companyId, values.email);
      return insertUserIn(tx, author, values, password);
    }),
  );

export interface UserChange {
  /** The changed fields. An omitted agency is cleared if the role has none. */
  readonly values: Partial<UserValues>;
  /** `updated_at` as it was read; null: any version, if only the password changes. */
  readonly seen: Date | null;
  /** Hash of the new password; null: unchanged. */
  readonly password: string | null;
  /** Session family that stays valid when users change their own account. */
  readonly keep: string | null;
}

const currentOf = ({ user_name, email, role: roleId, agency: agencyId }: StoredRow): UserValues => ({
  user_name: String(user_name),
  email: String(email),
  role: Number(roleId),
  agency: agencyId === null ? null : Number(agencyId),
});

const valuesOf = (values: UserValues, fields: readonly (keyof UserValues)[]): Partial<UserValues> =>
  Object.fromEntries(fields.map(field => [field, values[field]]));

/**
 * Updates a user. A change of role, agency or password ends the user's sessions.
 * @throws {Failure} `not_found`; `conflict`: changed since `seen`; `invalid`; `last_administrator`;
 *   `last_emergency_administrator`
 */
export const updateUser = (db: Database, author: Author, id: number, change: UserChange): Promise<void> =>
  withCompanyLock(db, author.companyId, async tx => {
    const { values, seen, password, keep } = change;
    const { companyId } = author;
    const [current] = await tx
      .select({ role: user.roleId })
      .from(user)
      .where(and(eq(user.companyId, companyId), eq(user.id, id)));
    const base = await baseOf(tx, companyId, values.role ?? current?.role ?? 0);
    let moved = false;
    let formerEmail: string | null = null;
    const plan = (stored: StoredRow): Plan | null => {
      const before = currentOf(stored);
      const after = {
        ...before,
        ...(base !== 'agency' && values.role !== undefined && { agency: null }),
        ...values,
      };
      requireFit(base, after.agency);
      const changed = FIELDS.filter(field => before[field] !== after[field]);
      moved = changed.some(field => field === 'role' || field === 'agency');
      if (moved || changed.includes('email')) formerEmail = before.email;
      if (changed.length === 0) return null;
      const written = valuesOf(after, changed);
      return {
        values: written,
        referred: referredOf(written),
        before: valuesOf(before, changed),
        after: written,
      };
    };
    await updateEntity(tx, 'users', author, id, { seen, plan }, { unique: UNIQUE });
    if (formerEmail !== null) await requireAdministrators(tx, companyId, [formerEmail]);
    if (moved) await endSessionsOf(tx, [id], author.at, keep);
    if (password !== null) await setPassword(tx, { userId: id, companyId }, { password, author, keep });
  });

/**
 * Marks users as deleted, all or none, and ends their sessions.
 * @throws {Failure} `not_found`; `last_administrator`; `last_emergency_administrator`
 */
export const removeUsers = (db: Database, author: Author, ids: readonly number[]): Promise<void> =>
  withCompanyLock(db, author.companyId, async tx => {
    await markEntities(tx, 'users', author, ids, false);
    const removed = await tx
      .select({ email: user.email })
      .from(user)
      .where(and(eq(user.companyId, author.companyId), inArray(user.id, [...ids])));
    await requireAdministrators(
      tx,
      author.companyId,
      removed.map(({ email }) => email),
    );
    await endSessionsOf(tx, ids, author.at, null);
  });

/** Gives a deleted user another role if the present one was deleted, too. The new role has no agency. */
export const replaceDeletedRole = async (
  tx: Database,
  author: Author,
  id: number,
  roleId: number,
): Promise<void> => {
  const { companyId } = author;
  const ofUser = and(eq(user.companyId, companyId), eq(user.id, id));
  const [before] = await tx
    .select({ role: user.roleId, agency: user.agencyId })
    .from(user)
    .innerJoin(role, and(eq(role.id, user.roleId), eq(role.companyId, user.companyId), not(role.status)))
    .where(and(ofUser, not(user.status)));
  if (before === undefined) return;
  await tx.update(user).set({ roleId, agencyId: null }).where(ofUser);
  await recordChanges(tx, author, 'users', [
    { rowId: id, action: 'update', before, after: { role: roleId, agency: null } },
  ]);
};

/** Rejects restoring a user whose role or agency is deleted or no longer matches. */
const requireSameAccess: Guard = async (tx, { before }) => {
  if (before === null) return;
  const { role: roleId, agency: agencyId } = currentOf(before);
  const [found] = await tx
    .select({ base: role.base, status: role.status })
    .from(role)
    .where(eq(role.id, roleId))
    .for('share');
  if (found?.status !== true) throw new Failure('invalid', { fields: { role: ['absent'] } });
  requireFit(found.base, agencyId);
  if (agencyId === null) return;
  const [his] = await tx
    .select({ status: agency.status })
    .from(agency)
    .where(eq(agency.id, agencyId))
    .for('share');
  if (his?.status !== true) throw new Failure('invalid', { fields: { agency: ['absent'] } });
};

/**
 * Restores deleted users, all or none.
 * @throws {Failure} `not_found`; `invalid`: the role or agency of a user is deleted or no longer matches
 */
export const restoreUsers = (db: Database, author: Author, ids: readonly number[]): Promise<void> =>
  withCompanyLock(db, author.companyId, tx =>
    markEntities(tx, 'users', author, ids, true, { guard: requireSameAccess }),
  );
