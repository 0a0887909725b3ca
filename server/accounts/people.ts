import { PermissionMap } from './schemas.ts';
import { PERMISSION_KEYS } from '../http/visibility.ts';
import { LOCALES } from '../wording/words.ts';
import {
  entity,
  flag,
  lifecycleFields,
  number,
  numberOrNone,
  shown,
  text,
  textOrNone,
  time,
  timeOrNone,
  word,
} from '../records/entity.ts';

/** Entities of users, invitations and roles. Their writes are in `server/accounts`, not in the generic routes. */

export const users = entity({
  name: 'users',
  one: 'user',
  path: 'users',
  component: 'User',
  label: 'user_name',
  description: 'Users. Agency users see only themselves.',
  searched: ['user_name', 'email', 'agency_name', 'user_id'],
  keyScope: 'administration',
  fields: {
    user_id: number('ID of the user'),
    user_name: text('Name of the user'),
    email: text('Email address for sign-in'),
    role: number('Role of the user'),
    role_name: text("Name of the user's role"),
    role_code: text("Code of the user's role"),
    agency: numberOrNone('Agency of the user; null: not an agency user'),
    agency_name: textOrNone("Name of the user's agency"),
    last_login: timeOrNone("Time of the user's last sign-in; null: never"),
    second_factor: flag('Whether the user has a second factor'),
    provisioned: flag('Whether the identity provider provisions the user by SCIM'),
    ...lifecycleFields,
  },
});

export const INVITATION_STATES = ['open', 'undelivered', 'expired', 'withdrawn'] as const;

export const invitations = entity({
  name: 'invitations',
  one: 'invitation',
  path: 'invitations',
  component: 'Invitation',
  label: 'email',
  description: 'Invitations that are not accepted yet. Agency users see none.',
  searched: ['email', 'agency_name', 'invitation_id'],
  keyScope: 'administration',
  fields: {
    invitation_id: number('ID of the invitation'),
    email: text('Email address to which the invitation is sent, and with which the new user signs in'),
    role: number('Role of the new user'),
    role_name: text("Name of the new user's role"),
    agency: numberOrNone('Agency of the new user; null: not an agency user'),
    agency_name: textOrNone("Name of the new user's agency"),
    locale: word('Language of the email', LOCALES),
    state: word(
      'Whether the invitation can be accepted; undelivered: its email was refused, or given up after a day',
      INVITATION_STATES,
    ),
    expires_at: time('Time until which the invitation can be accepted'),
    invited_by: textOrNone('Name of the user who invited; null: the operator of the installation'),
    ...lifecycleFields,
  },
});

export const roles = entity({
  name: 'roles',
  one: 'role',
  path: 'roles',
  component: 'Role',
  label: 'role_name',
  description: 'Roles. Agency users see only their own role.',
  searched: ['role_name', 'role_code'],
  keyScope: 'administration',
  fields: {
    role_id: number('ID of the role'),
    role_name: text('Name of the role'),
    role_code: text('Code of the role: admin, user, agency or a code of the company'),
    base: {
      ...text(
        'Base of the role: admin, user or agency. The base determines everything except the six permissions',
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
