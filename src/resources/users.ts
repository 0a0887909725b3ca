import { UserForm } from '../../graphql/generated/constraints.ts';
import {
  UserCreateDocument,
  UserDocument,
  UsersDocument,
  UsersRemoveDocument,
  UsersRestoreDocument,
  UserUpdateDocument,
  type UserForm_Input,
} from '../../graphql/generated/graphql.ts';
import type { Lists } from '../../machines/startup.ts';
import { draftFrom } from './draft.ts';
import { defineResource } from './resource.ts';

/** Query of one user, for the page on which a password is changed. */
export const userQuery = UserDocument;
/** Update of a user and the constraint of the name, for the dialog in which users change their own name. */
export const userUpdate = UserUpdateDocument;
export const nameConstraint = UserForm.user_name;

// No role is preselected.
const blank: UserForm_Input & { readonly confirm_password: string } = {
  user_name: '',
  email: '',
  role: null as unknown as number,
  agency: null,
  password: '',
  confirm_password: '',
};
/** Users of an agency must belong to one; other users cannot. */
export const isOfAgency = ({ role }: { readonly role: number | null }, { role: roles }: Lists): boolean =>
  roles.some(({ id, base }) => id === role && base === 'agency');

/** Users of the company. */
export const users = defineResource({
  name: 'users',
  operations: {
    page: UsersDocument,
    one: userQuery,
    create: UserCreateDocument,
    update: userUpdate,
    remove: UsersRemoveDocument,
    restore: UsersRestoreDocument,
  },
  columns: [
    { field: 'user_name', format: 'text', sortable: true, size: 200 },
    { field: 'email', format: 'text', sortable: true, size: 264 },
    { field: 'role_name', format: 'text', sortable: true },
    { field: 'agency_name', format: 'text', sortable: true },
    { field: 'last_login', format: 'time', sortable: true },
    { field: 'second_factor', format: 'choice', sortable: true, size: 144 },
    { field: 'provisioned', format: 'choice', sortable: true, size: 112, hidden: true },
    { field: 'user_id', format: 'id', sortable: true, size: 112 },
    { field: 'updated_at', format: 'time', sortable: true, hidden: true },
    { field: 'created_at', format: 'time', sortable: true, hidden: true },
  ],
  filters: [
    { field: 'user_name', kind: 'text' },
    { field: 'email', kind: 'text' },
    { field: 'role', kind: 'choice', choices: { list: 'role' }, column: 'role_name' },
    { field: 'agency', kind: 'choice', choices: { list: 'agency' }, column: 'agency_name' },
    { field: 'last_login', kind: 'time' },
    { field: 'second_factor', kind: 'flag' },
    { field: 'provisioned', kind: 'flag' },
    { field: 'user_id', kind: 'number' },
    { field: 'updated_at', kind: 'time' },
    { field: 'created_at', kind: 'time' },
  ],
  sort: 'user_name',
  form: {
    blank,
    fields: [
      { field: 'user_name', widget: 'text' },
      { field: 'email', widget: 'email' },
      { field: 'role', widget: 'role', choices: { list: 'role' }, wide: true },
      {
        field: 'agency',
        widget: 'choice',
        choices: { list: 'agency' },
        visible: isOfAgency,
        needed: () => true,
        emptied: true,
      },
      { field: 'password', widget: 'password', only: 'add' },
      { field: 'confirm_password', widget: 'password', only: 'add', repeats: 'password' },
    ],
    constraints: { ...UserForm, confirm_password: { required: true, type: 'string', minLength: 1 } },
    draftOf: draftFrom(blank),
  },
  ofProduct: false,
  page: '/config/user/$id',
  links: [
    { label: 'password.title', to: '/config/user/$id/password', for: 'writers-and-oneself' },
    { label: 'shell.second_factor.reset', to: '/config/user/$id/second-factor', for: 'writers' },
  ],
  write: 'administration',
});
