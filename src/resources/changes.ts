import { ChangeDocument, ChangesDocument, type ChangesQuery } from '../../graphql/generated/graphql.ts';
import { defineResource } from './resource.ts';
import type { Present } from './row.ts';

export type Change = Present<Present<ChangesQuery['page']>['results']>;

/** Query of one entry, for its detail. */
export const changeQuery = ChangeDocument;

const ACTIONS = {
  values: [
    'create',
    'update',
    'remove',
    'restore',
    'sign_in',
    'sign_in_refused',
    'sign_out',
    'download',
    'mail',
    'key_use',
  ],
};
const LISTS = {
  values: [
    'ads',
    'redirects',
    'cvSettings',
    'asps',
    'crossdomainSettings',
    'adCategories',
    'adTypes',
    'syncSettings',
    'analyzeSettings',
    'reportDeliveries',
    'savedViews',
    'reportBoards',
    'boardLinks',
    'dayNotes',
    'apiKeys',
    'identityProviders',
    'groupRoles',
    'provisionedGroups',
    'companies',
    'products',
    'users',
    'invitations',
    'agencies',
    'roles',
    'recomputations',
    'erasures',
    'files',
  ],
};

/** The audit log: every change of a settings row, sign-in, download and first use of an API key in a day. */
export const changes = defineResource({
  name: 'changes',
  operations: { page: ChangesDocument, one: changeQuery },
  columns: [
    { field: 'changed_at', format: 'time', sortable: true },
    { field: 'user_name', format: 'text', sortable: true, size: 176 },
    { field: 'action', format: 'choice', sortable: true, size: 120 },
    { field: 'entity', format: 'choice', sortable: true, size: 168 },
    { field: 'row_id', format: 'id', sortable: true, size: 96 },
    { field: 'difference', format: 'text', sortable: true, size: 480 },
    { field: 'ip_address', format: 'address', sortable: true, size: 152 },
    { field: 'api_key_name', format: 'text', sortable: true, size: 144 },
    { field: 'ua', format: 'text', sortable: true, size: 240, hidden: true },
    { field: 'user_id', format: 'id', sortable: true, size: 112, hidden: true },
    { field: 'api_key_id', format: 'id', sortable: true, size: 112, hidden: true },
  ],
  filters: [
    { field: 'changed_at', kind: 'time' },
    { field: 'user_name', kind: 'text' },
    { field: 'api_key_name', kind: 'text' },
    { field: 'action', kind: 'choice', choices: ACTIONS },
    { field: 'entity', kind: 'choice', choices: LISTS },
    { field: 'row_id', kind: 'number' },
    { field: 'difference', kind: 'text' },
    { field: 'ip_address', kind: 'text' },
    { field: 'ua', kind: 'text' },
  ],
  sort: '-changed_at',
  ofProduct: false,
});
