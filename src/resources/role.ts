import {
  RoleCreateDocument,
  RoleRemoveDocument,
  RolesDocument,
  RolesRestoreDocument,
  RoleUpdateDocument,
  type RolesQuery,
} from '../../graphql/generated/graphql.ts';
import type { Level, PermissionKey } from '../../machines/startup.ts';
import type { Present } from './row.ts';

export type RoleRow = Present<Present<RolesQuery['page']>['results']>;
export const ROLE_BASES = ['admin', 'user', 'agency'] as const;
export type RoleBase = (typeof ROLE_BASES)[number];

/** Editable fields of a role; `updated_at` is the version that was read, which the server compares. */
export interface RoleDraft extends Readonly<Record<PermissionKey, Level>> {
  readonly role_name: string;
  readonly role_code: string;
  readonly base: RoleBase;
  readonly updated_at: string;
}

export const BLANK_ROLE: RoleDraft = {
  role_name: '',
  role_code: '',
  base: 'user',
  updated_at: '',
  access_log: 'none',
  interaction_log: 'none',
  cv_log: 'none',
  result_notification_log: 'none',
  result_queue: 'none',
  cv_approval: 'none',
};

export const isBase = (base: string): base is RoleBase => ROLE_BASES.some(one => one === base);

/** The roles that every company has. Their code equals their base, and neither can be changed. */
export const isSystemRole = ({ role_code, base }: Pick<RoleRow, 'role_code' | 'base'>): boolean =>
  role_code === base;

export const draftOfRole = ({ role_name, role_code, base, updated_at, permissions }: RoleRow): RoleDraft => ({
  role_name,
  role_code,
  base: isBase(base) ? base : 'agency',
  updated_at,
  ...permissions,
});

/** Converts a draft to the input of the API. */
export const roleInput = ({ role_name, role_code, base, updated_at: _, ...permissions }: RoleDraft) => ({
  role_name: role_name.trim(),
  role_code: role_code.trim(),
  base,
  permissions,
});

export const roleOperations = {
  page: RolesDocument,
  create: RoleCreateDocument,
  update: RoleUpdateDocument,
  remove: RoleRemoveDocument,
  restore: RolesRestoreDocument,
} as const;
