import { UserDocument, UsersDocument, type UsersQuery } from '../../graphql/generated/graphql.ts';
import type { Column } from './column.ts';
import type { Present } from './row.ts';

export type UserRow = Present<Present<UsersQuery['page']>['results']>;

export const userOperations = { page: UsersDocument, one: UserDocument } as const;

/** The first names the row. */
export const USER_COLUMNS: readonly Column<UserRow>[] = [
  { field: 'user_name', format: 'text', sortable: true, size: 200 },
  { field: 'email', format: 'text', sortable: true, size: 264 },
  { field: 'role_name', format: 'text', sortable: true },
  { field: 'agency_name', format: 'text', sortable: true },
  { field: 'last_login', format: 'time', sortable: true },
  { field: 'user_id', format: 'id', sortable: true, size: 112 },
  { field: 'created_at', format: 'time', sortable: true, hidden: true },
  { field: 'updated_at', format: 'time', sortable: true, hidden: true },
];
