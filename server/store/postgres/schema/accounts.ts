import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Permissions } from '../../../http/visibility.ts';
import { bytea, id, lifecycleColumns } from './columns.ts';
import { agency, tenant } from './company.ts';

/** Users, their roles, and the proofs of their identity. */

export const role = pgTable(
  'role',
  {
    id: id(),
    companyId: tenant(),
    name: text('name').notNull(),
    code: text('code').notNull(), // admin, user, agency, or a code chosen by the company
    base: text('base', { enum: ['admin', 'user', 'agency'] }).notNull(), // the built-in role that it is based on
    permissions: jsonb('permissions').$type<Permissions>().notNull(),
    ...lifecycleColumns,
    // The code of a deleted role can be used again.
  },
  t => [
    uniqueIndex('role_code')
      .on(t.companyId, t.code)
      .where(sql`status`),
  ],
);

export const user = pgTable(
  'users',
  {
    id: id(),
    companyId: tenant(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    password: text('password').notNull(), // argon2id, encoded
    roleId: integer('role_id')
      .notNull()
      .references(() => role.id),
    agencyId: integer('agency_id').references(() => agency.id), // required where the role's base is agency
    lastLogin: timestamp('last_login', { withTimezone: true, precision: 3 }),
    ...lifecycleColumns,
  },
  t => [uniqueIndex('users_email').on(t.companyId, sql`lower(${t.email})`)],
);

/**
 * One row per issued refresh token. A family is the chain of tokens of one sign-in, which is a session. Tokens of
 * sessions that began before the last three columns were added have null there.
 */
export const refreshToken = pgTable(
  'refresh_token',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    companyId: tenant(),
    userId: integer('user_id')
      .notNull()
      .references(() => user.id),
    family: uuid('family').notNull(),
    hash: bytea('hash').notNull().unique(), // SHA-256 of the token; the token itself is never stored
    usedAt: timestamp('used_at', { withTimezone: true, precision: 3 }),
    revokedAt: timestamp('revoked_at', { withTimezone: true, precision: 3 }),
    expiresAt: timestamp('expires_at', { withTimezone: true, precision: 3 }).notNull(),
    createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull().defaultNow(),
    startedAt: timestamp('started_at', { withTimezone: true, precision: 3 }), // of the sign-in
    address: text('address'), // IP address from which the token was requested
    userAgent: text('user_agent'), // User-Agent header of that request; '': none
    singleSignOn: boolean('single_sign_on').notNull().default(false), // the session began through an identity provider
  },
  t => [index('refresh_token_family').on(t.family), index('refresh_token_user').on(t.userId)],
);

/** Attempt counters that throttle guessing: of sign-ins, forgotten passwords, and password changes. */
export const signinFailure = pgTable('signin_failure', {
  // 'account:<hash of company and address>', 'address:<network>' .. (server/accounts/login-throttle.ts).
  subject: text('subject').primaryKey(),
  failures: integer('failures').notNull(),
  lastAt: timestamp('last_at', { withTimezone: true, precision: 3 }).notNull(),
  // Attempts that were refused unchecked since the last line of the audit log, and the user whom it names; null: none yet.
  unchecked: integer('unchecked').notNull().default(0),
  userId: integer('user_id'),
});

/** Password reset links. Each can be used once. */
export const passwordReset = pgTable(
  'password_reset',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    companyId: tenant(),
    userId: integer('user_id')
      .notNull()
      .references(() => user.id),
    hash: bytea('hash').notNull().unique(), // SHA-256 of the token; the token itself is never stored
    // By this link or another change of the password.
    usedAt: timestamp('used_at', { withTimezone: true, precision: 3 }),
    expiresAt: timestamp('expires_at', { withTimezone: true, precision: 3 }).notNull(),
    createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull().defaultNow(),
  },
  t => [index('password_reset_user').on(t.userId)],
);

/**
 * Invitations of people to a company. The user is made when the invitation is accepted, and not before. `status` false:
 * withdrawn.
 */
export const invitation = pgTable(
  'invitation',
  {
    id: id(),
    companyId: tenant(),
    email: text('email').notNull(),
    roleId: integer('role_id')
      .notNull()
      .references(() => role.id),
    agencyId: integer('agency_id').references(() => agency.id), // required where the role's base is agency
    locale: text('locale', { enum: ['ja', 'en', 'zh-CN'] }).notNull(), // of the mail and the page that it leads to
    invitedBy: integer('invited_by').references(() => user.id), // null: the operator of the installation
    // SHA-256 of the newest link's token, which is never stored; null: no link works.
    hash: bytea('hash').unique(),
    expiresAt: timestamp('expires_at', { withTimezone: true, precision: 3 }).notNull(),
    acceptedAt: timestamp('accepted_at', { withTimezone: true, precision: 3 }),
    ...lifecycleColumns,
  },
  t => [
    uniqueIndex('invitation_email')
      .on(t.companyId, sql`lower(${t.email})`)
      .where(sql`status and accepted_at is null`),
  ],
);

/** Uses of what is limited by the hour or minute: one row per subject and kind, overwritten by each later window. */
export const usageCount = pgTable(
  'usage_count',
  {
    subject: text('subject').notNull(), // 'user:<id>', 'key:<id>', 'company:<id>'; of calls the digest of a network or user
    kind: text('kind').notNull(),
    windowStart: timestamp('window_start', { withTimezone: true, precision: 3 }).notNull(),
    used: integer('used').notNull(),
  },
  t => [primaryKey({ columns: [t.subject, t.kind] })],
);
