import {
  changeMembers,
  deleteScimGroup,
  findScimGroup,
  insertScimGroup,
  isGroupNameTaken,
  membersOfGroups,
  updateScimGroup,
  type GroupValues,
  type ScimGroup,
} from '../store/postgres/accounts/provisioned-groups.ts';
import { provisionMembers, scimUsersOf } from '../store/postgres/accounts/provisioned-users.ts';
import { invalidValue, notFound, ScimError } from './errors.ts';
import { patchGroup, readMembers, type GroupDocument } from './group-patch.ts';
import { isObject, valueOf, type Operation } from './operations.ts';
import { alignRoles, type ProvisioningWork } from './provision.ts';
import { readText } from './user-document.ts';

/** Changes of groups by SCIM. The members get the roles of their groups in the same transaction. */

/** Longest name and ID: as of the group roles. */
const MAX_GROUP_LENGTH = 300;

const valuesOf = ({ displayName: name, externalId }: Omit<GroupDocument, 'members'>): GroupValues => {
  const displayName = readText(name, 'displayName', MAX_GROUP_LENGTH);
  if (displayName === null) throw invalidValue('"displayName" is required.');
  return { displayName, externalId: readText(externalId, 'externalId', MAX_GROUP_LENGTH) };
};

const requireGroup = async ({ tx, author }: ProvisioningWork, id: number | null): Promise<ScimGroup> => {
  const found = id === null ? null : await findScimGroup(tx, author.companyId, id);
  if (found === null) throw notFound();
  return found;
};

const requireName = async (work: ProvisioningWork, name: string, exceptId: number): Promise<void> => {
  if (await isGroupNameTaken(work.tx, work.author.companyId, name, exceptId))
    throw new ScimError(409, 'uniqueness', 'Another group has this name.');
};

const membersOf = async ({ tx, author }: ProvisioningWork, id: number): Promise<ReadonlySet<number>> =>
  new Set((await membersOfGroups(tx, author.companyId, [id])).map(({ userId }) => userId));

/** Brings the members of a group to a set. @returns the users who entered or left */
const applyMembers = async (
  work: ProvisioningWork,
  id: number,
  before: ReadonlySet<number>,
  after: ReadonlySet<number>,
): Promise<readonly number[]> => {
  const { tx, author } = work;
  const added = [...after].filter(member => !before.has(member));
  const removed = [...before].filter(member => !after.has(member));
  const users = added.length === 0 ? [] : await scimUsersOf(tx, author.companyId, added);
  if (users.length < added.length) {
    const known = new Set(users.map(user => user.id));
    const absent = added.filter(member => !known.has(member)).slice(0, 5);
    throw invalidValue(`There are no users with these IDs: ${absent.join(', ')}.`);
  }
  await provisionMembers(tx, author, users);
  await changeMembers(tx, author, id, { added, removed });
  return [...added, ...removed];
};

const applyGroup = async (
  work: ProvisioningWork,
  group: ScimGroup,
  membersBefore: ReadonlySet<number>,
  after: GroupDocument,
): Promise<number> => {
  const values = valuesOf(after);
  await requireName(work, values.displayName, group.id);
  // Another name may give another role.
  const isRenamed = await updateScimGroup(work.tx, work.author, group, values);
  const moved = await applyMembers(work, group.id, membersBefore, after.members);
  await alignRoles(work, isRenamed ? [...new Set([...moved, ...after.members])] : moved);
  return group.id;
};

const readGroup = (body: unknown): GroupDocument => {
  if (!isObject(body)) throw invalidValue('The group is no object.');
  return {
    displayName: valueOf(body, 'displayName'),
    externalId: valueOf(body, 'externalId'),
    members: readMembers(valueOf(body, 'members')),
  };
};

/** @returns the group's id @throws {ScimError} `uniqueness`, `invalidValue`, `tooMany` */
export const createGroup = async (work: ProvisioningWork, body: unknown): Promise<number> => {
  const stated = readGroup(body);
  const values = valuesOf(stated);
  await requireName(work, values.displayName, 0);
  const id = await insertScimGroup(work.tx, work.author, values);
  await alignRoles(work, await applyMembers(work, id, new Set(), stated.members));
  return id;
};

/** @throws {ScimError} */
export const replaceGroup = async (
  work: ProvisioningWork,
  id: number | null,
  body: unknown,
): Promise<number> => {
  const group = await requireGroup(work, id);
  return applyGroup(work, group, await membersOf(work, group.id), readGroup(body));
};

/** @throws {ScimError} */
export const changeGroup = async (
  work: ProvisioningWork,
  id: number | null,
  operations: readonly Operation[],
): Promise<number> => {
  const group = await requireGroup(work, id);
  const members = await membersOf(work, group.id);
  return applyGroup(work, group, members, patchGroup({ ...group, members }, operations));
};

/** @throws {ScimError} */
export const deleteGroup = async (work: ProvisioningWork, id: number | null): Promise<void> => {
  const group = await requireGroup(work, id);
  const left = await applyMembers(work, group.id, await membersOf(work, group.id), new Set());
  await alignRoles(work, left);
  await deleteScimGroup(work.tx, work.author, group);
};
