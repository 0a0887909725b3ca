import { ApiKeyForm } from '../../graphql/generated/constraints.ts';
import {
  ApiKeyCreateDocument,
  ApiKeyDocument,
  ApiKeyRevokeDocument,
  ApiKeyRotateDocument,
  ApiKeysDocument,
  type ApiKeyForm_Input,
  type ApiKeysQuery,
} from '../../graphql/generated/graphql.ts';
import { defineResource } from './resource.ts';
import type { Present } from './row.ts';

export type ApiKeyRow = Present<Present<ApiKeysQuery['page']>['results']>;

/** Query of one key, for its detail. */
export const apiKeyQuery = ApiKeyDocument;

/** Work on a key besides its creation. */
export const apiKeyOperations = { rotate: ApiKeyRotateDocument, revoke: ApiKeyRevokeDocument } as const;

/** The scopes in the order of the form: the wide ones first, then the permissions of roles. */
export const SCOPES = [
  'reports',
  'settings',
  'administration',
  'provisioning',
  'access_log',
  'interaction_log',
  'cv_log',
  'result_notification_log',
  'result_queue',
  'cv_approval',
] as const satisfies readonly (keyof ApiKeyForm_Input['scopes'])[];

const blank: ApiKeyForm_Input = {
  name: '',
  scopes: {
    reports: 'none',
    settings: 'none',
    administration: 'none',
    provisioning: 'none',
    access_log: 'none',
    interaction_log: 'none',
    cv_log: 'none',
    result_notification_log: 'none',
    result_queue: 'none',
    cv_approval: 'none',
  },
  products: null,
  last_day: null,
};
const STATES = { values: ['active', 'expired', 'suspended', 'revoked'] };

/** API keys, with which programs call the API. A key is made, rotated and revoked, and never changed. */
export const apiKeys = defineResource({
  name: 'apiKeys',
  path: 'api_keys',
  operations: { page: ApiKeysDocument, one: apiKeyQuery, create: ApiKeyCreateDocument },
  columns: [
    { field: 'name', format: 'text', sortable: true, size: 240 },
    { field: 'prefix', format: 'text', sortable: true, size: 128 },
    { field: 'state', format: 'choice', sortable: true, size: 104 },
    { field: 'last_used_at', format: 'time', sortable: true },
    { field: 'last_used_address', format: 'address', sortable: true, size: 168 },
    { field: 'expires_at', format: 'time', sortable: true },
    { field: 'previous_secret_until', format: 'time', sortable: true, hidden: true },
    { field: 'user_name', format: 'text', sortable: true, size: 160 },
    { field: 'created_at', format: 'time', sortable: true },
    { field: 'api_key_id', format: 'id', sortable: true, size: 112, hidden: true },
    { field: 'user_id', format: 'id', sortable: true, size: 112, hidden: true },
    { field: 'updated_at', format: 'time', sortable: true, hidden: true },
  ],
  filters: [
    { field: 'name', kind: 'text' },
    { field: 'prefix', kind: 'text' },
    { field: 'state', kind: 'choice', choices: STATES },
    { field: 'last_used_at', kind: 'time' },
    { field: 'last_used_address', kind: 'text' },
    { field: 'expires_at', kind: 'time' },
    { field: 'user_name', kind: 'text' },
    { field: 'created_at', kind: 'time' },
  ],
  sort: '-created_at',
  form: {
    blank,
    fields: [
      { field: 'name', widget: 'text', wide: true },
      { field: 'scopes', widget: 'scopes', wide: true },
      { field: 'products', widget: 'limiting_products', choices: { list: 'product' }, wide: true },
      { field: 'last_day', widget: 'day' },
    ],
    constraints: ApiKeyForm,
    // A key is never changed, so that the form has no row.
    draftOf: () => blank,
  },
  ofProduct: false,
  write: 'administration',
});
