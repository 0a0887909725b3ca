import { isDeepStrictEqual } from 'node:util';
import { and, count, eq, ne, sql } from 'drizzle-orm';
import type { Permissions, RoleBase } from '../../../http/visibility.ts';
import { Failure } from '../../../http/failures.ts';
import { withCompanyLock } from '../engine/advisory-lock.ts';
import { recordChanges, type Author } from '../engine/audit-log.ts';
import type { Creation } from '../../../http/idempotency.ts';
import { makeOnce } from '../engine/idempotency.ts';
import type { Database } from '../engine/database.ts';
import { markEntities } from '../entities/entity-writes.ts';
import type { Guard } from '../entities/entity-write-plan.ts';
import { role, user } from '../schema/index.ts';

/** Roles and their changes. */

export interface RoleRow {
  readonly id: number;
  readonly name: string;
  readonly code: string;
  readonly base: RoleBase;
  readonly permissions: Permissions;
}
export type RoleValues = Omit<RoleRow, 'id'>;

/** Roles of a company that are not deleted. `ofUser`: only the role of this user; null: all. */
export const listRoles = (db: Database, companyId: number, ofUser: number | null): Promise<RoleRow[]> => {
  const ownRoleId = db
    .select({ id: user.roleId })
    .from(user)
    .where(and(eq(user.companyId, companyId), eq(user.id, ofUser ?? 0)));
  return db
    .select({ id: role.id, name: role.name, code: role.code, base: role.base, permissions: role.permissions })
    .from(role)
    .where(
      and(eq(role.companyId, companyId), role.status, ofUser === null ? undefined : eq(role.id, ownRoleId)),
    )
    .orderBy(role.id);
};

/** @throws {Failure} `invalid`: another role of the company has this code */
const requireFreeCode = async (
  tx: Database,
  companyId: number,
  code: string,
  except: number,
): Promise<void> => {
  const [taken] = await tx
    .select({ id: role.id })
    .from(role)
    .where(and(eq(role.companyId, companyId), eq(role.code, code), role.status, ne(role.id, except)));
  if (taken !== undefined) throw new Failure('invalid', { fields: { role_code: ['taken'] } });
};

/** A role in the form of the audit log. */
const shownOf = ({ name, code, base, permissions }: RoleValues) => ({
  role_name: name,
  role_code: code,
  base,
  permissions,
});

/**
 * Inserts a role, once per idempotency key.
 * @returns its id
 * @throws {Failure} `invalid`: the code is in use
 */
export const insertRole = (
  db: Database,
  author: Author,
  values: RoleValues,
  creation: Creation | null,
): Promise<number> =>
  withCompanyLock(db, author.companyId, tx =>
    makeOnce(tx, author, creation, async () => {
      const { companyId, at } = author;
      await requireFreeCode(tx, companyId, values.code, 0);
      const [made] = await tx
        .insert(role)
        .values({ ...values, companyId, createdAt: at, updatedAt: at })
        .returning({ id: role.id });
      if (made === undefined) throw new Error('the role was not stored');
      await recordChanges(tx, author, 'roles', [
        { rowId: made.id, action: 'create', before: null, after: shownOf(values) },
      ]);
      return made.id;
    }),
  );

/** Number of users with a role. */
const usersOf = async (tx: Database, id: number): Promise<number> => {
  const [assigned] = await tx
    .select({ users: count() })
    .from(user)
    .where(and(eq(user.roleId, id), user.status));
  return assigned?.users ?? 0;
};

/**
 * Loads a role and locks its row until the end of the transaction.
 * @throws {Failure} `not_found`
 */
const holdRole = async (tx: Database, companyId: number, id: number) => {
  const [found] = await tx
    .select()
    .from(role)
    .where(and(eq(role.companyId, companyId), eq(role.id, id), role.status))
    .for('update');
  if (found === undefined) throw new Failure('not_found');
  return { ...found, users: await usersOf(tx, id) };
};

/** Whether a role is one of the built-in roles of every company, whose code equals their base. */
const isBuiltIn = ({ code, base }: { code: string; base: RoleBase }) => code === base;

/** A time later than the previous `updated_at`, also within one millisecond: clients use it as the row's version. */
const next = (at: Date) =>
  sql`greatest(${at.toISOString()}::timestamptz, ${role.updatedAt} + interval '1 millisecond')`;

/**
 * Updates a role.
 * @param change.seen `updated_at` of the role as it was read
 * @throws {Failure} `not_found`; `conflict`: changed since `seen`; `role_fixed`; `role_in_use`: the base of a role with
 * users cannot change; `invalid`
 */
export const updateRole = (
  db: Database,
  author: Author,
  id: number,
  change: { values: RoleValues; seen: Date },
): Promise<void> =>
  withCompanyLock(db, author.companyId, async tx => {
    const { values, seen } = change;
    const { companyId, at } = author;
    const found = await holdRole(tx, companyId, id);
    if (found.updatedAt.getTime() !== seen.getTime()) throw new Failure('conflict');
    if (isBuiltIn(found) && (values.code !== found.code || values.base !== found.base))
      throw new Failure('role_fixed');
    // Exactly the users with an agency role have an agency, and the last administrator must remain one, so the base of
    // a role in use cannot change.
    if (values.base !== found.base && found.users > 0) throw new Failure('role_in_use');
    await requireFreeCode(tx, companyId, values.code, id);
    const [before, after] = [shownOf(found), shownOf(values)];
    const changed = (Object.keys(after) as (keyof typeof after)[]).filter(
      field => !isDeepStrictEqual(before[field], after[field]),
    );
    if (changed.length === 0) return;
    await tx
      .update(role)
      .set({ ...values, updatedAt: next(at) })
      .where(eq(role.id, id));
    const only = (shown: typeof after) => Object.fromEntries(changed.map(field => [field, shown[field]]));
    await recordChanges(tx, author, 'roles', [
      { rowId: id, action: 'update', before: only(before), after: only(after) },
    ]);
  });

/** Rejects the removal of built-in roles and of roles with users. */
const removable: Guard = async (tx, { id, before }) => {
  if (before === null || before['status'] !== true) return;
  if (before['role_code'] === before['base']) throw new Failure('role_fixed');
  if ((await usersOf(tx, id)) > 0) throw new Failure('role_in_use');
};

/**
 * Marks roles as deleted, all or none.
 * @throws {Failure} `not_found`; `role_fixed`; `role_in_use`
 */
export const removeRoles = (db: Database, author: Author, ids: readonly number[]): Promise<void> =>
  withCompanyLock(db, author.companyId, tx =>
    markEntities(tx, 'roles', author, ids, false, { guard: removable }),
  );

/**
 * Restores deleted roles, all or none.
 * @throws {Failure} `not_found`; `invalid`: another role has the code of one of them
 */
export const restoreRoles = (db: Database, author: Author, ids: readonly number[]): Promise<void> =>
  withCompanyLock(db, author.companyId, tx =>
    markEntities(tx, 'roles', author, ids, true, { unique: { role_code: 'role_code' } }),
  );
