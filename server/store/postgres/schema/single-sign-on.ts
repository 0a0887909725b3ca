import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { role, user } from './accounts.ts';
import { bytea, id, lifecycleColumns } from './columns.ts';
import { tenant } from './company.ts';

/** Single sign-on: the identity provider of a company, roles of its groups, and its users. */

/** The identity provider of a company. A deleted one ends single sign-on. */
export const identityProvider = pgTable(
  'identity_provider',
  {
    id: id(),
    companyId: tenant(),
    name: text('name').notNull(),
    issuer: text('issuer').notNull(),
    clientId: text('client_id').notNull(),
    // Sealed by a key of the installation (server/platform/sealed-secret.ts), in base64; '': a public client.
    clientSecret: text('client_secret').notNull(),
    requestedScopes: text('requested_scopes').notNull(),
    groupClaim: text('group_claim').notNull(),
    emailDomains: text('email_domains').array().notNull(),
    unstatedEmails: boolean('unstated_emails').notNull(), // accepts addresses without email_verified
    defaultRoleId: integer('default_role_id').references(() => role.id), // null: users are not made
    forced: boolean('forced').notNull(),
    emergencyEmails: text('emergency_emails').array().notNull(),
    ...lifecycleColumns,
  },
  t => [
    uniqueIndex('identity_provider_company')
      .on(t.companyId)
      .where(sql`status`),
  ],
);

/** Role of the users who are in a group of the identity provider. */
export const groupRole = pgTable(
  'group_role',
  {
    id: id(),
    companyId: tenant(),
    groupName: text('group_name').notNull(),
    roleId: integer('role_id')
      .notNull()
      .references(() => role.id),
    priority: integer('priority').notNull(), // the smallest one of a user's groups decides
    ...lifecycleColumns,
  },
  t => [
    uniqueIndex('group_role_group')
      .on(t.companyId, t.groupName)
      .where(sql`status`),
  ],
);

/** What an identity provider calls a user. The issuer is stored, because another issuer may use the same subject. */
export const userIdentity = pgTable(
  'user_identity',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    companyId: tenant(),
    userId: integer('user_id')
      .notNull()
      .references(() => user.id),
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    roleFromGroup: boolean('role_from_group').notNull(), // whether a group gave the user's role
    createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull(),
  },
  t => [
    uniqueIndex('user_identity_subject').on(t.companyId, t.issuer, t.subject),
    uniqueIndex('user_identity_user').on(t.companyId, t.userId, t.issuer),
  ],
);

/**
 * Whether a user signs in through the identity provider that the company has now. Its second factor takes the place of
 * the company's.
 */
export const hasIdentity = sql<boolean>`exists (select 1 from ${userIdentity} as known
  inner join ${identityProvider} as provider on provider.company_id = known.company_id
    and provider.issuer = known.issuer and provider.status
  where known.user_id = ${user.id} and known.company_id = ${user.companyId})`;

/** Sign-ins that were sent to an identity provider and have not come back. Nonce and PKCE verifier are derived. */
export const signinRequest = pgTable(
  'signin_request',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    companyId: tenant(),
    providerId: integer('provider_id')
      .notNull()
      .references(() => identityProvider.id),
    state: bytea('state').notNull().unique(), // SHA-256 of the state
    browser: bytea('browser').notNull(), // SHA-256 of the cookie's token
    expiresAt: timestamp('expires_at', { withTimezone: true, precision: 3 }).notNull(),
  },
  t => [index('signin_request_end').on(t.expiresAt)],
);
