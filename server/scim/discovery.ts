import { SCIM_PATH as SCIM } from '../entities/single-sign-on.ts';
import type { ScimObject } from './operations.ts';
import { MAX_PAGE_SIZE } from './list-query.ts';
import { GROUP_SCHEMA, USER_SCHEMA } from './resources.ts';

/** What this service provider can do (RFC 7643, 5 to 7). */

const SCHEMA_OF_SCHEMAS = 'urn:ietf:params:scim:schemas:core:2.0:Schema';

export const serviceProviderConfig = (publicUrl: string): ScimObject => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MAX_PAGE_SIZE },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'API key',
      description: 'An API key of Touchpath with the scope "provisioning", as a bearer token',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${publicUrl}${SCIM}/ServiceProviderConfig` },
});

const resourceType = (publicUrl: string, id: 'User' | 'Group', schema: string, description: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
  id,
  name: id,
  endpoint: `/${id}s`,
  description,
  schema,
  schemaExtensions: [],
  meta: { resourceType: 'ResourceType', location: `${publicUrl}${SCIM}/ResourceTypes/${id}` },
});

export const resourceTypes = (publicUrl: string): readonly (ScimObject & { readonly id: string })[] => [
  resourceType(publicUrl, 'User', USER_SCHEMA, 'Users of the company'),
  resourceType(publicUrl, 'Group', GROUP_SCHEMA, 'Groups that give roles'),
];

interface AttributeOptions {
  readonly type?: 'string' | 'boolean' | 'complex' | 'reference';
  readonly required?: true;
  readonly multiValued?: true;
  readonly caseExact?: true;
  readonly mutability?: 'readOnly' | 'immutable';
  readonly uniqueness?: 'server';
  readonly subAttributes?: readonly object[];
}

const attribute = (name: string, description: string, options: AttributeOptions = {}) => ({
  name,
  type: 'string',
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...options,
});

const reference = (name: string, description: string, mutability: 'readOnly' | 'immutable') => [
  attribute('value', 'ID', { mutability }),
  attribute('display', name, { mutability: 'readOnly' }),
  attribute('$ref', description, { type: 'reference', caseExact: true, mutability: 'readOnly' }),
  attribute('type', 'Kind', { mutability: 'readOnly' }),
];

const USER_ATTRIBUTES = [
  attribute('userName', 'Name of the user at the identity provider', {
    required: true,
    uniqueness: 'server',
  }),
  attribute('name', 'Parts of the name', {
    type: 'complex',
    subAttributes: [
      attribute('formatted', 'Full name'),
      attribute('familyName', 'Family name'),
      attribute('givenName', 'Given name'),
    ],
  }),
  attribute('displayName', 'Name that the screens show'),
  attribute('emails', 'Email address for sign-in: the primary one, else that of work, else the first', {
    type: 'complex',
    multiValued: true,
    subAttributes: [
      attribute('value', 'Email address'),
      attribute('type', 'Kind'),
      attribute('primary', 'Whether the address is the primary one', { type: 'boolean' }),
    ],
  }),
  attribute('active', 'Whether the user can sign in', { type: 'boolean' }),
  attribute('groups', 'Groups of the user', {
    type: 'complex',
    multiValued: true,
    mutability: 'readOnly',
    subAttributes: reference('Name of the group', 'Address of the group', 'readOnly'),
  }),
];

const GROUP_ATTRIBUTES = [
  attribute('displayName', 'Name of the group', { required: true, uniqueness: 'server' }),
  attribute('members', 'Users of the group', {
    type: 'complex',
    multiValued: true,
    subAttributes: reference('Name of the user', 'Address of the user', 'immutable'),
  }),
];

const schemaOf = (publicUrl: string, id: string, name: string, attributes: readonly object[]) => ({
  schemas: [SCHEMA_OF_SCHEMAS],
  id,
  name,
  description: name,
  attributes,
  meta: { resourceType: 'Schema', location: `${publicUrl}${SCIM}/Schemas/${id}` },
});

export const schemas = (publicUrl: string): readonly (ScimObject & { readonly id: string })[] => [
  schemaOf(publicUrl, USER_SCHEMA, 'User', USER_ATTRIBUTES),
  schemaOf(publicUrl, GROUP_SCHEMA, 'Group', GROUP_ATTRIBUTES),
];
