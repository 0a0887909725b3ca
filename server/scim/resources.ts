import type { GroupMember, ScimGroup } from '../store/postgres/accounts/provisioned-groups.ts';
import type { ScimUser } from '../store/postgres/accounts/provisioned-users.ts';
import { SCIM_PATH as SCIM } from '../entities/single-sign-on.ts';
import type { ScimObject } from './operations.ts';
import { nameOf, provisioningOf } from './user-document.ts';

/** Resources as SCIM answers them. Pure. */

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';

const locationOf = (publicUrl: string, kind: 'Users' | 'Groups', id: number): string =>
  `${publicUrl}${SCIM}/${kind}/${id}`;

const metaOf = (
  publicUrl: string,
  kind: 'User' | 'Group',
  { id, createdAt, updatedAt }: { readonly id: number; readonly createdAt: Date; readonly updatedAt: Date },
) => ({
  resourceType: kind,
  created: createdAt.toISOString(),
  lastModified: updatedAt.toISOString(),
  location: locationOf(publicUrl, `${kind}s`, id),
});

/** A group of a user, or a user of a group. */
export interface Reference {
  readonly id: number;
  readonly display: string;
}

export const userResource = (publicUrl: string, user: ScimUser, groups: readonly Reference[]): ScimObject => {
  const { userName, externalId, names } = provisioningOf(user);
  const { displayName, ...parts } = names;
  // An administrator may have changed the name here.
  const isAsStated = nameOf(names) === user.name;
  return {
    schemas: [USER_SCHEMA],
    id: String(user.id),
    ...(externalId !== null && { externalId }),
    userName,
    name: { ...parts, formatted: (isAsStated ? parts.formatted : undefined) ?? user.name },
    displayName: (isAsStated ? displayName : undefined) ?? user.name,
    emails: [{ value: user.email, type: 'work', primary: true }],
    active: user.active,
    groups: groups.map(({ id, display }) => ({
      value: String(id),
      display,
      type: 'direct',
      $ref: locationOf(publicUrl, 'Groups', id),
    })),
    meta: metaOf(publicUrl, 'User', user),
  };
};

/** @param members null: they are not asked for */
export const groupResource = (
  publicUrl: string,
  group: ScimGroup,
  members: readonly GroupMember[] | null,
): ScimObject => ({
  schemas: [GROUP_SCHEMA],
  id: String(group.id),
  ...(group.externalId !== null && { externalId: group.externalId }),
  displayName: group.displayName,
  ...(members !== null && {
    members: members.map(({ userId, display }) => ({
      value: String(userId),
      display,
      type: 'User',
      $ref: locationOf(publicUrl, 'Users', userId),
    })),
  }),
  meta: metaOf(publicUrl, 'Group', group),
});
