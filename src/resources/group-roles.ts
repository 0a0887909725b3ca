import { GroupRoleForm } from '../../graphql/generated/constraints.ts';
import {
  GroupRoleCreateDocument,
  GroupRoleDocument,
  GroupRolesDocument,
  GroupRolesRemoveDocument,
  GroupRolesRestoreDocument,
  GroupRoleUpdateDocument,
} from '../../graphql/generated/graphql.ts';
import { draftFrom } from './draft.ts';
import { defineResource } from './resource.ts';

// No role is preselected.
const blank = { group_name: '', role: null as unknown as number, priority: 100 };

/** Roles that the groups of the identity provider give. */
export const groupRoles = defineResource({
  name: 'groupRoles',
  path: 'group_roles',
  operations: {
    page: GroupRolesDocument,
    one: GroupRoleDocument,
    create: GroupRoleCreateDocument,
    update: GroupRoleUpdateDocument,
    remove: GroupRolesRemoveDocument,
    restore: GroupRolesRestoreDocument,
  },
  columns: [
    { field: 'group_name', format: 'text', sortable: true, size: 280 },
    { field: 'role_name', format: 'text', sortable: true, size: 200 },
    { field: 'priority', format: 'count', sortable: true, size: 112 },
    { field: 'updated_at', format: 'time', sortable: true },
    { field: 'created_at', format: 'time', sortable: true, hidden: true },
  ],
  filters: [
    { field: 'group_name', kind: 'text' },
    { field: 'role', kind: 'choice', choices: { list: 'role' }, column: 'role_name' },
    { field: 'priority', kind: 'number' },
    { field: 'updated_at', kind: 'time' },
  ],
  sort: 'priority',
  form: {
    blank,
    fields: [
      { field: 'group_name', widget: 'text', wide: true },
      { field: 'role', widget: 'choice', choices: { list: 'role' } },
      { field: 'priority', widget: 'integer' },
    ],
    constraints: GroupRoleForm,
    draftOf: draftFrom(blank),
  },
  ofProduct: false,
  write: 'administration',
});
