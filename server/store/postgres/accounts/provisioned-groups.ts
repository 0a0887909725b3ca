import { and, asc, count, eq, inArray, ne, sql, type SQL } from 'drizzle-orm';
import { recordChanges, type Author } from '../engine/audit-log.ts';
import type { Database } from '../engine/database.ts';
import { provisionedGroup, provisionedGroupMember, user } from '../schema/index.ts';

/** Groups that the identity provider of a company provisions, and their members. */

export interface GroupValues {
  readonly displayName: string;
  readonly externalId: string | null;
}

export interface ScimGroup extends GroupValues {
  readonly id: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const FIELDS = {
  id: provisionedGroup.id,
  displayName: provisionedGroup.displayName,
  externalId: provisionedGroup.externalId,
  createdAt: provisionedGroup.createdAt,
  updatedAt: provisionedGroup.updatedAt,
};

/** @param condition null: all */
export const listScimGroups = async (
  db: Database,
  companyId: number,
  condition: SQL | null,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<{ readonly total: number; readonly groups: readonly ScimGroup[] }> => {
  const where = and(eq(provisionedGroup.companyId, companyId), condition ?? undefined);
  const [counted] = await db.select({ total: count() }).from(provisionedGroup).where(where);
  const groups =
    limit === 0
      ? []
      : await db
          .select(FIELDS)
          .from(provisionedGroup)
          .where(where)
          .orderBy(asc(provisionedGroup.id))
          .limit(limit)
          .offset(offset);
  return { total: counted?.total ?? 0, groups };
};

export const findScimGroup = async (
  db: Database,
  companyId: number,
  id: number,
): Promise<ScimGroup | null> => {
  const [found] = await db
    .select(FIELDS)
    .from(provisionedGroup)
    .where(and(eq(provisionedGroup.companyId, companyId), eq(provisionedGroup.id, id)));
  return found ?? null;
};

/** Whether another group has a name, ignoring case. */
export const isGroupNameTaken = async (
  db: Database,
  companyId: number,
  displayName: string,
  exceptId: number,
): Promise<boolean> => {
  const [found] = await db
    .select({ id: provisionedGroup.id })
    .from(provisionedGroup)
    .where(
      and(
        eq(provisionedGroup.companyId, companyId),
        ne(provisionedGroup.id, exceptId),
        sql`lower(${provisionedGroup.displayName}) = lower(${displayName})`,
      ),
    );
  return found !== undefined;
};

/** A member of a group, with the name of the user. */
export interface GroupMember {
  readonly groupId: number;
  readonly userId: number;
  readonly display: string;
}

/** The members of groups, in the order of their IDs. */
export const membersOfGroups = (
  db: Database,
  companyId: number,
  groupIds: readonly number[],
): Promise<readonly GroupMember[]> =>
  db
    .select({
      groupId: provisionedGroupMember.groupId,
      userId: provisionedGroupMember.userId,
      display: user.name,
    })
    .from(provisionedGroupMember)
    .innerJoin(
      user,
      and(eq(user.id, provisionedGroupMember.userId), eq(user.companyId, provisionedGroupMember.companyId)),
    )
    .where(
      and(
        eq(provisionedGroupMember.companyId, companyId),
        inArray(provisionedGroupMember.groupId, [...groupIds]),
      ),
    )
    .orderBy(asc(provisionedGroupMember.userId));

/** The groups of users, in the order of their IDs. */
export const groupsOfUsers = (
  db: Database,
  companyId: number,
  userIds: readonly number[],
): Promise<readonly { readonly groupId: number; readonly userId: number; readonly display: string }[]> =>
  db
    .select({
      groupId: provisionedGroup.id,
      userId: provisionedGroupMember.userId,
      display: provisionedGroup.displayName,
    })
    .from(provisionedGroupMember)
    .innerJoin(
      provisionedGroup,
      and(
        eq(provisionedGroup.id, provisionedGroupMember.groupId),
        eq(provisionedGroup.companyId, provisionedGroupMember.companyId),
      ),
    )
    .where(
      and(
        eq(provisionedGroupMember.companyId, companyId),
        inArray(provisionedGroupMember.userId, [...userIds]),
      ),
    )
    .orderBy(asc(provisionedGroup.id));

const recordedValues = ({ displayName, externalId }: GroupValues) => ({
  display_name: displayName,
  external_id: externalId,
});

export const insertScimGroup = async (tx: Database, author: Author, values: GroupValues): Promise<number> => {
  const { companyId, at } = author;
  const [made] = await tx
    .insert(provisionedGroup)
    .values({ ...values, companyId, createdAt: at, updatedAt: at })
    .returning({ id: provisionedGroup.id });
  if (made === undefined) throw new Error('the group was not stored');
  await recordChanges(tx, author, 'provisionedGroups', [
    { rowId: made.id, action: 'create', before: null, after: recordedValues(values) },
  ]);
  return made.id;
};

/** Changes the values of a group. @returns whether they differ from those before */
export const updateScimGroup = async (
  tx: Database,
  author: Author,
  before: ScimGroup,
  after: GroupValues,
): Promise<boolean> => {
  if (before.displayName === after.displayName && before.externalId === after.externalId) return false;
  await tx
    .update(provisionedGroup)
    .set({ ...after, updatedAt: author.at })
    .where(and(eq(provisionedGroup.companyId, author.companyId), eq(provisionedGroup.id, before.id)));
  await recordChanges(tx, author, 'provisionedGroups', [
    { rowId: before.id, action: 'update', before: recordedValues(before), after: recordedValues(after) },
  ]);
  return true;
};

/** Members per statement. */
const BATCH_MEMBERS = 1000;

/** Users who enter and leave a group. */
export interface MemberChange {
  readonly added: readonly number[];
  readonly removed: readonly number[];
}

export const changeMembers = async (
  tx: Database,
  author: Author,
  groupId: number,
  { added, removed }: MemberChange,
): Promise<void> => {
  const { companyId, at } = author;
  if (added.length + removed.length === 0) return;
  if (removed.length > 0) {
    await tx
      .delete(provisionedGroupMember)
      .where(
        and(
          eq(provisionedGroupMember.companyId, companyId),
          eq(provisionedGroupMember.groupId, groupId),
          inArray(provisionedGroupMember.userId, [...removed]),
        ),
      );
  }
  for (let from = 0; from < added.length; from += BATCH_MEMBERS) {
    await tx
      .insert(provisionedGroupMember)
      .values(added.slice(from, from + BATCH_MEMBERS).map(userId => ({ groupId, userId, companyId })));
  }
  await tx
    .update(provisionedGroup)
    .set({ updatedAt: at })
    .where(and(eq(provisionedGroup.companyId, companyId), eq(provisionedGroup.id, groupId)));
  await recordChanges(tx, author, 'provisionedGroups', [
    {
      rowId: groupId,
      action: 'update',
      before: { added_members: [], removed_members: [] },
      after: { added_members: added, removed_members: removed },
    },
  ]);
};

/** Removes a user, whom the provider deleted, from all groups. */
export const leaveGroups = async (tx: Database, author: Author, userId: number): Promise<void> => {
  const left = await groupsOfUsers(tx, author.companyId, [userId]);
  for (const { groupId } of left) await changeMembers(tx, author, groupId, { added: [], removed: [userId] });
};

/** Deletes a group without members. */
export const deleteScimGroup = async (
  tx: Database,
  author: Author,
  { id, ...values }: ScimGroup,
): Promise<void> => {
  await tx
    .delete(provisionedGroup)
    .where(and(eq(provisionedGroup.companyId, author.companyId), eq(provisionedGroup.id, id)));
  await recordChanges(tx, author, 'provisionedGroups', [
    {
      rowId: id,
      action: 'remove',
      before: recordedValues(values),
      after: { display_name: null, external_id: null },
    },
  ]);
};
