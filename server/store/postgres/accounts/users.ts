import { and, count, eq } from 'drizzle-orm';
import type { RoleBase } from '../../../http/visibility.ts';
import { Failure } from '../../../http/failures.ts';
import { endSessionsOf } from './accounts.ts';
import { withCompanyLock } from '../engine/advisory-lock.ts';
import type { Author } from '../engine/audit-log.ts';
import type { Creation } from '../../../http/idempotency.ts';
import { makeOnce } from '../engine/idempotency.ts';
import type { Database } from '../engine/database.ts';
import {
  insertEntity,
  markEntities,
  updateEntity,
  type Guard,
  type Plan,
  type Referred,
  type StoredRow,
} from '../entities/entity-writes.ts';
import { setPassword } from './passwords.ts';
import { agency, role, user } from '../schema/index.ts';

/**
 * Users and their changes. After each change the company has an administrator, and exactly the users with a
 * role of an agency's kind have an agency.
 */

/** A user as in a form: role and agency by their numbers. */
export interface UserValues {
  readonly user_name: string;
  readonly email: string;
  readonly role: number;
  readonly agency: number | null;
}

const FIELDS = ['user_name', 'email', 'role', 'agency'] as const;
/** An address belongs to its user permanently, deleted or not: a deleted user with it is restored. */
const UNIQUE = { users_email: 'email' } as const;

const baseOf = async (tx: Database, companyId: number, roleId: number): Promise<RoleBase | null> => {
  const [found] = await tx
    .select({ base: role.base })
    .from(role)
    .where(and(eq(role.companyId, companyId), eq(role.id, roleId)));
  return found?.base ?? null;
};

/**
 * @throws {Failure} `invalid`: an agency's role without an agency, or another with one; a role that is not
 *   there is found out when it is referred to
 */
const requireFit = (base: RoleBase | null, agencyId: number | null): void => {
  if (base === 'agency' && agencyId === null)
    throw new Failure('invalid', { fields: { agency: ['required'] } });
  if (base !== 'agency' && base !== null && agencyId !== null)
    throw new Failure('invalid', { fields: { agency: ['choice'] } });
};

const referredOf = ({ role: roleId, agency: agencyId }: Partial<UserValues>): Referred[] => [
  ...(roleId === undefined ? [] : [{ field: 'role', to: 'roles', ids: [roleId], productId: null } as const]),
  ...(agencyId === undefined || agencyId === null
    ? []
    : [{ field: 'agency', to: 'agencies', ids: [agencyId], productId: null } as const]),
];

/** @throws {Failure} `last_administrator`: the change would leave the company without an administrator */
const requireAdministrator = async (tx: Database, companyId: number): Promise<void> => {
  const [left] = await tx
    .select({ count: count() })
    .from(user)
    .innerJoin(
      role,
      and(eq(role.id, user.roleId), eq(role.companyId, user.companyId), eq(role.base, 'admin'), role.status),
    )
    .where(and(eq(user.companyId, companyId), user.status));
  if (left?.count === 0) throw new Failure('last_administrator');
};

/**
 * Makes a user, once of one form.
 *
 * @param password as it is kept
 * @returns his number; @throws {Failure} `invalid`: the address is taken, or role and agency are not the
 *   company's or do not fit
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
      requireFit(await baseOf(tx, author.companyId, values.role), values.agency);
      const plan: Plan = {
        values: { ...values },
        referred: referredOf(values),
        before: null,
        after: { ...values },
      };
      return insertEntity(tx, 'users', author, plan, { unique: UNIQUE, hidden: { password } });
    }),
  );

export interface UserChange {
  /** The given fields; an omitted agency is cleared where the role has none. */
  readonly values: Partial<UserValues>;
  /** `updated_at` as it was read; null: any, where only the password changes. */
  readonly seen: Date | null;
  /** The password's hash; null: unchanged. */
  readonly password: string | null;
  /** The session of a user who changes his own account: it remains valid. */
  readonly keep: string | null;
}

const currentOf = ({ user_name, email, role: roleId, agency: agencyId }: StoredRow): UserValues => ({
  user_name: String(user_name),
  email: String(email),
  role: Number(roleId),
  agency: agencyId === null ? null : Number(agencyId),
});

const pick = (values: UserValues, fields: readonly (keyof UserValues)[]): Partial<UserValues> =>
  Object.fromEntries(fields.map(field => [field, values[field]]));

/**
 * Changes a user. Another role, agency or password ends his sessions.
 *
 * @throws {Failure} `not_found`; `conflict`: he was changed since; `invalid`; `last_administrator`
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
      if (changed.length === 0) return null;
      const written = pick(after, changed);
      return {
        values: written,
        referred: referredOf(written),
        before: pick(before, changed),
        after: written,
      };
    };
    await updateEntity(tx, 'users', author, id, { seen, plan }, { unique: UNIQUE });
    if (moved) {
      await requireAdministrator(tx, companyId);
      await endSessionsOf(tx, [id], author.at, keep);
    }
    if (password !== null) await setPassword(tx, { userId: id, companyId }, { password, author, keep });
  });

/**
 * Marks users as deleted, all or none. Their sessions end.
 *
 * @throws {Failure} `not_found`; `last_administrator`
 */
export const removeUsers = (db: Database, author: Author, ids: readonly number[]): Promise<void> =>
  withCompanyLock(db, author.companyId, async tx => {
    await markEntities(tx, 'users', author, ids, false);
    await requireAdministrator(tx, author.companyId);
    await endSessionsOf(tx, ids, author.at, null);
  });

/** The role or agency of a deleted user may be deleted too: the user is restored with both or not at all. */
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
 * Brings deleted users back, all or none.
 *
 * @throws {Failure} `not_found`; `invalid`: the role or agency of one of them is deleted or of another kind
 *   by now
 */
export const restoreUsers = (db: Database, author: Author, ids: readonly number[]): Promise<void> =>
  withCompanyLock(db, author.companyId, tx =>
    markEntities(tx, 'users', author, ids, true, { guard: requireSameAccess }),
  );
