import { PermissionMap } from './schemas.ts';
import { PERMISSION_KEYS } from '../http/visibility.ts';
import {
  entity,
  lifecycleFields,
  number,
  numberOrNone,
  shown,
  text,
  textOrNone,
  timeOrNone,
} from '../records/entity.ts';

/** Entities of users and roles. Their writes are in `server/accounts`, not in the generic routes. */

export const users = entity({
  name: 'users',
  one: 'user',
  path: 'users',
  component: 'User',
  label: 'user_name',
  description: 'Users. An agency user sees himself.',
  searched: ['user_name', 'email', 'agency_name', 'user_id'],
  fields: {
    user_id: number('Its number'),
    user_name: text('Name'),
    email: text('Email address, with which he signs in'),
    role: number('His role'),
    role_name: text('Name of his role'),
    role_code: text('Code of his role'),
    agency: numberOrNone('His agency'),
    agency_name: textOrNone('Name of his agency'),
    last_login: timeOrNone('When he last signed in'),
    ...lifecycleFields,
  },
});

export const roles = entity({
  name: 'roles',
  one: 'role',
  path: 'roles',
  component: 'Role',
  label: 'role_name',
  description: 'Roles. An agency user sees his own.',
  searched: ['role_name', 'role_code'],
  fields: {
    role_id: number('Its number'),
    role_name: text('Name'),
    role_code: text("Code, one of the company's own or admin, user, agency"),
    base: {
      ...text(
        'Which of admin, user and agency it starts from: that decides everything except the six permissions',
      ),
      file: { heading: 'role.base', words: 'role.base' },
    },
    permissions: {
      ...shown(PermissionMap.ref),
      file: { parts: PERMISSION_KEYS, heading: 'permission', words: 'level' },
    },
    ...lifecycleFields,
  },
});
