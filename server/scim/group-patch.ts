import { invalidValue, ScimError } from './errors.ts';
import type { ScimPath } from './filter.ts';
import { isObject, requireWritable, valueOf, type Operation } from './operations.ts';

/** Applies the operations of a PATCH to a group. Pure. */

export interface GroupDocument {
  readonly displayName: unknown;
  readonly externalId: unknown;
  readonly members: ReadonlySet<number>;
}

/** Largest number of members of a group. */
export const MEMBER_LIMIT = 10_000;
/** Largest ID of a row. */
const MAX_ID = 2_147_483_647;

/** The ID of a row in a text; null: it is none. */
export const idIn = (text: unknown): number | null => {
  const stated = typeof text === 'number' ? String(text) : text;
  if (typeof stated !== 'string' || !/^[1-9]\d{0,9}$/.test(stated)) return null;
  const id = Number(stated);
  return id <= MAX_ID ? id : null;
};

const memberIn = (element: unknown): number => {
  const id = idIn(isObject(element) ? valueOf(element, 'value') : element);
  if (id === null) throw invalidValue('A member has no ID of a user as its value.');
  return id;
};

/** The users of a list of members. @throws {ScimError} `invalidValue`, `tooMany` */
export const readMembers = (value: unknown): Set<number> => {
  if (value === undefined || value === null) return new Set();
  const elements: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (elements.length > MEMBER_LIMIT)
    throw new ScimError(400, 'tooMany', `A group may have at most ${MEMBER_LIMIT} members.`);
  return new Set(elements.map(memberIn));
};

/** The member that `members[value eq "…"]` selects. @throws {ScimError} `invalidPath` */
const selectedMember = ({ filter }: ScimPath): number => {
  const isOne = filter?.kind === 'compare' && filter.attribute === 'value' && filter.operator === 'eq';
  if (!isOne) throw new ScimError(400, 'invalidPath', 'Members can be selected by [value eq "…"] only.');
  // An ID that is none selects nobody.
  return idIn(filter.value) ?? 0;
};

const patchSelectedMember = (members: Set<number>, { op, path, value }: Operation): Set<number> => {
  const selected = selectedMember(path);
  // Name and type of a member are derived from the user, so they are ignored like other attributes not stored.
  if (path.part !== null && path.part !== 'value') return members;
  if (op === 'replace' && !members.has(selected))
    throw new ScimError(400, 'noTarget', 'No member matches the path.');
  if (op === 'remove' || op === 'replace') members.delete(selected);
  for (const id of op === 'remove' ? [] : readMembers(value)) members.add(id);
  return members;
};

const patchMembers = (members: Set<number>, operation: Operation): Set<number> => {
  const { op, path, value } = operation;
  if (path.filter !== null) return patchSelectedMember(members, operation);
  if (path.part !== null) throw new ScimError(400, 'invalidPath', 'A part of the members needs a filter.');
  if (op === 'replace') return readMembers(value);
  if (op === 'add') for (const id of readMembers(value)) members.add(id);
  // Entra ID states the members to remove as the value.
  else if (value === undefined || value === null) members.clear();
  else for (const id of readMembers(value)) members.delete(id);
  return members;
};

/** @throws {ScimError} `mutability`, `invalidPath`, `invalidValue`, `noTarget`, `tooMany` */
export const patchGroup = (group: GroupDocument, operations: readonly Operation[]): GroupDocument => {
  let { displayName, externalId } = group;
  let members = new Set(group.members);
  for (const operation of operations) {
    requireWritable(operation);
    const { op, path, value } = operation;
    if (path.attribute === 'members') members = patchMembers(members, operation);
    else if (path.attribute === 'displayname') displayName = op === 'remove' ? undefined : value;
    else if (path.attribute === 'externalid') externalId = op === 'remove' ? undefined : value;
  }
  if (members.size > MEMBER_LIMIT)
    throw new ScimError(400, 'tooMany', `A group may have at most ${MEMBER_LIMIT} members.`);
  return { displayName, externalId, members };
};
