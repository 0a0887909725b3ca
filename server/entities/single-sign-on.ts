import { Type } from '@fastify/type-provider-typebox';
import {
  entity,
  flag,
  integer,
  lifecycleFields,
  number,
  numberOrNone,
  shown,
  text,
  texts,
  UNCHANGED_SECRET,
} from '../records/entity.ts';
import {
  LENGTHS,
  optional,
  optionalFlag,
  optionalRow,
  required,
  requiredRow,
  sealed,
  secret,
} from '../records/writing.ts';
import { all } from './rules.ts';
import type { Draft, DraftFaults } from '../records/entity.ts';

/** Entities of single sign-on: the identity provider of a company, and the roles of its groups. */

const MAX_EMAIL_DOMAINS = 50;
const MAX_EMERGENCY_EMAILS = 10;
const MAX_PRIORITY = 10_000;
const MAX_SCOPES_LENGTH = 500;
const MAX_CLIENT_ID_LENGTH = 300;
const MAX_GROUP_LENGTH = 300;

/** Path of the console to which identity providers send the browser back. */
export const CALLBACK_PATH = '/login/single-sign-on';
/** Path below which the program serves SCIM. */
export const SCIM_PATH = '/scim/v2';

const lowered = (input: unknown): string[] => (input as string[]).map(one => one.trim().toLowerCase());

/** A stored secret must not be sent to another issuer than the one for which it was typed. */
const secretOfIssuer = (draft: Draft, _requester: unknown, before: Draft): DraftFaults =>
  before['issuer'] !== undefined &&
  before['issuer'] !== draft['issuer'] &&
  draft['client_secret'] === UNCHANGED_SECRET
    ? { client_secret: ['required'] }
    : {};

const scopesHaveOpenid = ({ requested_scopes: scopes }: Draft): DraftFaults =>
  String(scopes).split(' ').includes('openid') ? {} : { requested_scopes: ['format'] };

const domainsStated = ({ email_domains: domains }: Draft): DraftFaults =>
  (domains as string[]).length === 0 ? { email_domains: ['required'] } : {};

/** Forced single sign-on needs a way in while the identity provider is down. */
const emergencyStated = ({ forced, emergency_emails: emails }: Draft): DraftFaults =>
  forced === true && (emails as string[]).length === 0 ? { emergency_emails: ['required'] } : {};

export const identityProviders = entity({
  name: 'identityProviders',
  one: 'identityProvider',
  path: 'identity_providers',
  component: 'IdentityProvider',
  label: 'name',
  description:
    'The identity provider (OpenID Connect) through which users of the company sign in; at most one that is not deleted. For administrators.',
  searched: ['name', 'issuer', 'client_id'],
  readers: 'accounts',
  fields: {
    name: required(text('Name of the provider'), { maxLength: LENGTHS.name }),
    issuer: required(text('Issuer: address of the provider as its discovery document states it'), {
      maxLength: LENGTHS.url,
      format: 'url',
    }),
    client_id: required(text('Client ID that the provider gave to this installation'), {
      maxLength: MAX_CLIENT_ID_LENGTH,
    }),
    client_secret: sealed(secret(text('Client secret; empty: none'), '^[!-~]{1,500}$')),
    requested_scopes: optional(text('Scopes to be requested, separated by blanks'), 'openid email profile', {
      minLength: 1,
      maxLength: MAX_SCOPES_LENGTH,
      pattern: '^[!-~]+( [!-~]+)*$',
    }),
    email_domains: optional(
      texts('Domains of the email addresses that the provider may state; others cannot sign in'),
      [],
      {
        maxItems: MAX_EMAIL_DOMAINS,
        items: Type.String({ minLength: 1, maxLength: LENGTHS.domain, format: 'domain' }),
      },
      { store: lowered },
    ),
    unstated_emails: optionalFlag(
      flag('Whether addresses are accepted of which the provider does not state that they are verified'),
    ),
    group_claim: optional(text('Claim that contains the groups of a user'), 'groups', {
      minLength: 1,
      maxLength: LENGTHS.name,
      pattern: '^[!-~]+$',
    }),
    default_role: optionalRow(
      numberOrNone('Role of users who are made at their first sign-in; null: no users are made'),
    ),
    forced: optionalFlag(flag('Whether users must sign in through the provider')),
    emergency_emails: optional(
      texts('Email addresses of administrators who can still sign in by password if users must not'),
      [],
      {
        maxItems: MAX_EMERGENCY_EMAILS,
        items: Type.String({ minLength: 1, maxLength: LENGTHS.email, format: 'email' }),
      },
      { store: lowered },
    ),
    callback_url: {
      ...shown(Type.String({ description: 'Address to be registered with the provider' })),
      read: (_stored, { publicUrl }) => `${publicUrl}${CALLBACK_PATH}`,
    },
    scim_url: {
      ...shown(
        Type.String({
          description: 'Base address of SCIM, by which the provider provisions users and groups',
        }),
      ),
      read: (_stored, { publicUrl }) => `${publicUrl}${SCIM_PATH}`,
    },
    ...lifecycleFields,
  },
  writing: {
    verb: 'put',
    create: 'accounts',
    update: 'accounts',
    remove: 'accounts',
    references: { default_role: { to: 'roles' } },
    rules: all(secretOfIssuer, scopesHaveOpenid, domainsStated, emergencyStated),
  },
});

export const groupRoles = entity({
  name: 'groupRoles',
  one: 'groupRole',
  path: 'group_roles',
  component: 'GroupRole',
  label: 'group_name',
  description:
    'Roles of the groups of the identity provider, which users get at each sign-in, and at once where the provider provisions groups. For administrators.',
  searched: ['group_name', 'role_name'],
  readers: 'accounts',
  fields: {
    group_name: required(text('Name or ID of the group as the provider states it'), {
      maxLength: MAX_GROUP_LENGTH,
    }),
    role: requiredRow(number('Role of the users in the group')),
    role_name: text('Name of the role'),
    priority: optional(integer('The group with the smallest number decides about a user in several'), 100, {
      minimum: 1,
      maximum: MAX_PRIORITY,
    }),
    ...lifecycleFields,
  },
  writing: {
    verb: 'put',
    create: 'accounts',
    update: 'accounts',
    remove: 'accounts',
    references: { role: { to: 'roles' } },
    unique: { group_role_group: 'group_name' },
  },
});
