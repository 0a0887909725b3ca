import { IdentityProviderForm } from '../../graphql/generated/constraints.ts';
import {
  IdentityProviderCreateDocument,
  IdentityProviderDocument,
  IdentityProvidersDocument,
  IdentityProvidersRemoveDocument,
  IdentityProvidersRestoreDocument,
  IdentityProviderUpdateDocument,
} from '../../graphql/generated/graphql.ts';
import { draftFrom } from './draft.ts';
import { defineResource } from './resource.ts';

const blank = {
  name: '',
  issuer: '',
  client_id: '',
  client_secret: '',
  requested_scopes: 'openid email profile',
  email_domains: [] as string[],
  unstated_emails: false,
  default_role: null as number | null,
  group_claim: 'groups',
  forced: false,
  emergency_emails: [] as string[],
};

/** The identity provider through which users of the company sign in. */
export const identityProviders = defineResource({
  name: 'identityProviders',
  path: 'identity_providers',
  operations: {
    page: IdentityProvidersDocument,
    one: IdentityProviderDocument,
    create: IdentityProviderCreateDocument,
    update: IdentityProviderUpdateDocument,
    remove: IdentityProvidersRemoveDocument,
    restore: IdentityProvidersRestoreDocument,
  },
  columns: [
    { field: 'name', format: 'text', sortable: true, size: 200 },
    { field: 'issuer', format: 'address', sortable: true, size: 320 },
    { field: 'forced', format: 'choice', sortable: true, size: 176 },
    { field: 'client_id', format: 'text', sortable: true, size: 200, hidden: true },
    { field: 'updated_at', format: 'time', sortable: true },
    { field: 'created_at', format: 'time', sortable: true, hidden: true },
  ],
  filters: [
    { field: 'name', kind: 'text' },
    { field: 'issuer', kind: 'text' },
    { field: 'forced', kind: 'flag' },
    { field: 'updated_at', kind: 'time' },
  ],
  sort: 'name',
  form: {
    blank,
    fields: [
      { field: 'name', widget: 'text', section: 'connection' },
      { field: 'issuer', widget: 'url', section: 'connection' },
      { field: 'client_id', widget: 'code', section: 'connection' },
      { field: 'client_secret', widget: 'password', section: 'connection', secret: true },
      { field: 'requested_scopes', widget: 'code', section: 'connection', wide: true },
      { field: 'email_domains', widget: 'addresses', section: 'users', wide: true, needed: () => true },
      { field: 'unstated_emails', widget: 'switch', section: 'users', wide: true },
      { field: 'default_role', widget: 'choice', choices: { list: 'role' }, section: 'users' },
      { field: 'group_claim', widget: 'code', section: 'users' },
      { field: 'forced', widget: 'switch', section: 'forced', wide: true },
      {
        field: 'emergency_emails',
        widget: 'addresses',
        section: 'forced',
        wide: true,
        needed: ({ forced }) => forced,
      },
    ],
    constraints: IdentityProviderForm,
    draftOf: draftFrom(blank),
    panel: 'identity_provider',
  },
  ofProduct: false,
  page: '/config/identity-provider/$id',
  write: 'administration',
});
