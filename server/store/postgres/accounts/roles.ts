import { isDeepStrictEqual } from 'node:util';
import { and, count, eq, ne, sql } from 'drizzle-orm';
import type { Permissions, RoleBase } from '../../../http/visibility.ts';
import { Failure } from '../../../http/failures.ts';
import { withCompanyLock } from '../engine/advisory-lock.ts';
import { recordChanges, type Author } from '../engine/audit-log.ts';
import type { Creation } from '../../../http/idempotency.ts';
import { makeOnce } from '../engine/idempotency.ts';
import type { Database } from '../engine/database.ts';
import { markEntities, type Guard } from '../entities/entity-writes.ts';
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

/** The roles of a company that are not deleted; with `heldBy` only the one that this user has. */
export const listRoles = (db: Database, companyId: number, heldBy: number | null): Promise<RoleRow[]> => {
  const ownRoleId = db
    .select({ id: user.roleId })
    .from(user)
    .where(and(eq(user.companyId, companyId), eq(user.id, heldBy ?? 0)));
  return db
    .select({ id: role.id, name: role.name, code: role.code, base: role.base, permissions: role.permissions })
    .from(role)
    .where(
      and(eq(role.companyId, companyId), role.status, heldBy === null ? undefined : eq(role.id, ownRoleId)),
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

/** As the audit log shows a role. */
const shownOf = ({ name, code, base, permissions }: RoleValues) => ({
  role_name: name,
  role_code: code,
  base,
  permissions,
});

/**
 * Makes a role, once of one form.
 *
 * @returns its number;
 * @throws {Failure} `invalid` for a code that is taken
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

/** How many have a role. */
const usersOf = async (tx: Database, id: number): Promise<number> => {
  const [assigned] = await tx
    .select({ users: count() })
    .from(user)
    .where(and(eq(user.roleId, id), user.status));
  return assigned?.users ?? 0;
};

/**
 * A role that is about to be changed, held until the end of the transaction.
 *
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

/** The roles that every company has. Their code is their base's. */
const isBuiltIn = ({ code, base }: { code: string; base: RoleBase }) => code === base;

/**
 * Later than the time before, also within a millisecond: by this time people tell one state of the row from
 * the next.
 */
const next = (at: Date) =>
  sql`greatest(${at.toISOString()}::timestamptz, ${role.updatedAt} + interval '1 millisecond')`;

/**
 * Changes a role.
 *
 * @param change.seen `updated_at` of the role as it was read
 * @throws {Failure} `not_found`; `conflict`: it was changed since; `role_fixed`; `role_in_use`: what a role
 *   that people have starts from stays; `invalid`
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
    // An agency's user has an agency and others have none. It also keeps the last administrator one.
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

/** A role that every company has, or that users have, stays. */
const removable: Guard = async (tx, { id, before }) => {
  if (before === null || before['status'] !== true) return;
  if (before['role_code'] === before['base']) throw new Failure('role_fixed');
  if ((await usersOf(tx, id)) > 0) throw new Failure('role_in_use');
};

/**
 * Marks roles as deleted: all of them or none.
 *
 * @throws {Failure} `not_found`; `role_fixed`; `role_in_use`
 */
export const removeRoles = (db: Database, author: Author, ids: readonly number[]): Promise<void> =>
  withCompanyLock(db, author.companyId, tx =>
    markEntities(tx, 'roles', author, ids, false, { guard: removable }),
  );

/**
 * Brings deleted roles back: all of them or none.
 *
 * @throws {Failure} `not_found`; `invalid`: the code of one of them was given to another since
 */
export const restoreRoles = (db: Database, author: Author, ids: readonly number[]): Promise<void> =>
  withCompanyLock(db, author.companyId, tx =>
    markEntities(tx, 'roles', author, ids, true, { unique: { role_code: 'role_code' } }),
  );
