import { and, asc, count, eq, inArray, ne, or, sql, type SQL } from 'drizzle-orm';
import type { RoleBase } from '../../../http/visibility.ts';
import { recordChanges, type Author } from '../engine/audit-log.ts';
import type { Database } from '../engine/database.ts';
import { uniquely } from '../entities/entity-write-plan.ts';
import {
  identityProvider,
  provisionedGroup,
  provisionedGroupMember,
  provisionedUser,
  role,
  user,
  userIdentity,
  type ProvisionedNames,
} from '../schema/index.ts';
import { scimUserName } from './scim-conditions.ts';

/** Users as the identity provider sees them by SCIM: all of the company that the provider did not delete. */

/** What the provider states of a user and `users` has no column for. */
export interface Provisioning {
  readonly userName: string;
  readonly externalId: string | null;
  readonly names: ProvisionedNames;
}

export interface ScimUser {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly active: boolean;
  /** Null: the provider has not written the user yet. */
  readonly provisioning: Provisioning | null;
  readonly isRemoved: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const FIELDS = {
  id: user.id,
  name: user.name,
  email: user.email,
  active: user.status,
  userName: provisionedUser.userName,
  externalId: provisionedUser.externalId,
  names: provisionedUser.names,
  isRemoved: sql<boolean>`coalesce(${provisionedUser.isRemoved}, false)`,
  createdAt: user.createdAt,
  updatedAt: sql`greatest(${user.updatedAt}, ${provisionedUser.updatedAt})`.mapWith(user.updatedAt),
};

interface FoundUser extends Omit<ScimUser, 'provisioning'> {
  readonly userName: string | null;
  readonly externalId: string | null;
  readonly names: ProvisionedNames | null;
}

const scimUserOf = ({ userName, externalId, names, ...found }: FoundUser): ScimUser => ({
  ...found,
  provisioning: userName === null ? null : { userName, externalId, names: names ?? {} },
});

const ofUser = and(eq(provisionedUser.userId, user.id), eq(provisionedUser.companyId, user.companyId));
const isVisible = sql`not coalesce(${provisionedUser.isRemoved}, false)`;

const selectUsers = (db: Database, where: SQL | undefined) =>
  db.select(FIELDS).from(user).leftJoin(provisionedUser, ofUser).where(where);

/** @param condition null: all */
export const listScimUsers = async (
  db: Database,
  companyId: number,
  condition: SQL | null,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<{ readonly total: number; readonly users: readonly ScimUser[] }> => {
  const where = and(eq(user.companyId, companyId), isVisible, condition ?? undefined);
  const [counted] = await db
    .select({ total: count() })
    .from(user)
    .leftJoin(provisionedUser, ofUser)
    .where(where);
  const rows =
    limit === 0 ? [] : await selectUsers(db, where).orderBy(asc(user.id)).limit(limit).offset(offset);
  return { total: counted?.total ?? 0, users: rows.map(scimUserOf) };
};

/** Null: the company has no such user, or the provider deleted the user. */
export const findScimUser = async (db: Database, companyId: number, id: number): Promise<ScimUser | null> => {
  const [found] = await selectUsers(db, and(eq(user.companyId, companyId), eq(user.id, id), isVisible));
  return found === undefined ? null : scimUserOf(found);
};

/** Users with a user name or an email address, ignoring case, also those whom the provider deleted. */
export const scimUsersNamed = async (
  db: Database,
  companyId: number,
  { userName, email }: { readonly userName: string; readonly email: string },
  exceptId = 0,
): Promise<readonly ScimUser[]> => {
  const rows = await selectUsers(
    db,
    and(
      eq(user.companyId, companyId),
      ne(user.id, exceptId),
      or(sql`lower(${scimUserName}) = lower(${userName})`, sql`lower(${user.email}) = lower(${email})`),
    ),
  ).orderBy(asc(user.id));
  return rows.map(scimUserOf);
};

const NAMES = ['displayName', 'formatted', 'givenName', 'familyName'] as const;

const isSame = (one: Provisioning, other: Provisioning): boolean =>
  one.userName === other.userName &&
  one.externalId === other.externalId &&
  NAMES.every(name => one.names[name] === other.names[name]);

const auditOf = ({ userName, externalId }: Provisioning, isRemoved: boolean) => ({
  provisioned: !isRemoved,
  scim_user_name: userName,
  external_id: externalId,
});

/**
 * Stores what the provider states of a user, with a line of the audit log if it differs.
 *
 * @throws {Failure} `invalid`: another user has the name
 */
export const storeProvisioning = async (
  tx: Database,
  author: Author,
  { id, provisioning: before, isRemoved: wasRemoved }: ScimUser,
  after: Provisioning,
  isRemoved = false,
): Promise<void> => {
  if (before !== null && wasRemoved === isRemoved && isSame(before, after)) return;
  const stated = { ...after, isRemoved, updatedAt: author.at };
  // The address of a user whom the provider has not written may be the name of another.
  await uniquely({ provisioned_user_name: 'userName' }, () =>
    tx
      .insert(provisionedUser)
      .values({
        ...stated,
        userId: id,
        companyId: author.companyId,
        roleFromGroup: false,
        createdAt: author.at,
      })
      .onConflictDoUpdate({ target: provisionedUser.userId, set: stated }),
  );
  await recordChanges(tx, author, 'users', [
    {
      rowId: id,
      action: 'update',
      before:
        before === null
          ? { provisioned: false, scim_user_name: null, external_id: null }
          : auditOf(before, wasRemoved),
      after: auditOf(after, isRemoved),
    },
  ]);
};

/** Makes provisioned users of those that have no row yet: the provider put them into a group. */
export const provisionMembers = async (
  tx: Database,
  author: Author,
  users: readonly ScimUser[],
): Promise<void> => {
  for (const one of users)
    if (one.provisioning === null)
      await storeProvisioning(tx, author, one, {
        userName: one.email,
        externalId: null,
        names: { displayName: one.name },
      });
};

/** Users of a company by ID, without those whom the provider deleted. */
export const scimUsersOf = async (
  db: Database,
  companyId: number,
  ids: readonly number[],
): Promise<readonly ScimUser[]> =>
  (await selectUsers(db, and(eq(user.companyId, companyId), inArray(user.id, [...ids]), isVisible))).map(
    scimUserOf,
  );

/** A user with the groups that the provider provisions. */
export interface UserWithGroups {
  readonly userId: number;
  readonly email: string;
  readonly roleId: number;
  readonly base: RoleBase;
  readonly status: boolean;
  readonly roleFromGroup: boolean;
  /** Names and IDs of the groups. */
  readonly groups: readonly string[];
}

/**
 * Provisioned users with their groups. Empty, if the company has no provisioned groups: then the claim of a sign-in states
 * the groups.
 */
export const usersWithGroups = async (
  tx: Database,
  companyId: number,
  ids: readonly number[],
): Promise<readonly UserWithGroups[]> => {
  const namesOf = (column: SQL) => sql<string[]>`array(select ${column} from ${provisionedGroupMember}
    inner join ${provisionedGroup} on ${provisionedGroup.id} = ${provisionedGroupMember.groupId}
    where ${provisionedGroupMember.userId} = ${user.id} and ${provisionedGroupMember.companyId} = ${user.companyId}
      and ${column} is not null)`;
  const rows = await tx
    .select({
      userId: user.id,
      email: user.email,
      roleId: user.roleId,
      base: role.base,
      status: user.status,
      roleFromGroup: sql<boolean>`${provisionedUser.roleFromGroup} or exists (select 1 from ${userIdentity} as known
        inner join ${identityProvider} as provider on provider.company_id = known.company_id
          and provider.issuer = known.issuer and provider.status
        where known.user_id = ${user.id} and known.company_id = ${user.companyId} and known.role_from_group)`,
      displayNames: namesOf(sql`${provisionedGroup.displayName}`),
      externalIds: namesOf(sql`${provisionedGroup.externalId}`),
    })
    .from(user)
    .innerJoin(role, and(eq(role.id, user.roleId), eq(role.companyId, user.companyId)))
    .innerJoin(provisionedUser, and(ofUser, isVisible))
    .where(
      and(
        eq(user.companyId, companyId),
        inArray(user.id, [...ids]),
        sql`exists (select 1 from ${provisionedGroup} as any_group where any_group.company_id = ${user.companyId})`,
      ),
    )
    .orderBy(asc(user.id));
  return rows.map(({ displayNames, externalIds, ...found }) => ({
    ...found,
    groups: [...displayNames, ...externalIds],
  }));
};
