import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { user } from './accounts.ts';
import { bytea } from './columns.ts';
import { tenant } from './company.ts';

/**
 * Second factors of users: authenticator apps, passkeys, recovery codes, and what belongs to the second step of a
 * sign-in.
 */

const userId = () =>
  integer('user_id')
    .notNull()
    .references(() => user.id);
const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/**
 * The authenticator app of a user, and the salt of the recovery codes. A row with a secret and without `confirmed_at` is
 * a set-up that is not finished; a row without a secret belongs to a user with passkeys only.
 */
export const secondFactor = pgTable('second_factor', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => user.id),
  companyId: tenant(),
  secret: bytea('secret'), // sealed by a key of the installation (server/platform/sealed-secret.ts)
  confirmedAt: moment('confirmed_at'),
  lastStep: bigint('last_step', { mode: 'number' }), // newest step of 30 s whose code was used; null: none
  recoverySalt: bytea('recovery_salt'), // of the present set of recovery codes; null: there is none
  createdAt: moment('created_at').notNull(),
});

/** Passkeys of users: WebAuthn credentials that their authenticators hold. */
export const passkey = pgTable(
  'passkey',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    companyId: tenant(),
    userId: userId(),
    name: text('name').notNull(), // by which the user recognises it
    credentialId: bytea('credential_id').notNull().unique(),
    publicKey: bytea('public_key').notNull(), // in the COSE format
    counter: bigint('counter', { mode: 'number' }).notNull(), // of signatures; 0: the authenticator does not count
    transports: text('transports').array().notNull(), // how the browser reaches the authenticator
    createdAt: moment('created_at').notNull(),
    lastUsedAt: moment('last_used_at'), // null: never
  },
  t => [index('passkey_user').on(t.userId)],
);

/** Challenges of passkeys. Each serves one answer of one session or sign-in, and only the last one of it is stored. */
export const passkeyChallenge = pgTable('passkey_challenge', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  companyId: tenant(),
  userId: userId(),
  boundTo: text('bound_to').notNull().unique(), // the session or the sign-in (server/accounts/passkeys.ts)
  challenge: text('challenge').notNull(), // in base64url
  expiresAt: moment('expires_at').notNull(),
});

/** Whether a user has a second factor: a confirmed authenticator app, or a passkey. */
export const hasSecondFactor = sql<boolean>`(exists (select 1 from ${secondFactor} as own
  where own.user_id = ${user.id} and own.company_id = ${user.companyId} and own.confirmed_at is not null)
  or exists (select 1 from ${passkey} as own
  where own.user_id = ${user.id} and own.company_id = ${user.companyId}))`;

/** Recovery codes. Each can be used once in place of a code of the app or a passkey. */
export const recoveryCode = pgTable(
  'recovery_code',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    companyId: tenant(),
    userId: userId(),
    hash: bytea('hash').notNull(), // SHA-256 of the set's salt and the code, which is never stored
    usedAt: moment('used_at'),
  },
  t => [index('recovery_code_user').on(t.userId)],
);

/** Sign-ins whose password was right and whose second step is not done. */
export const signinChallenge = pgTable(
  'signin_challenge',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    companyId: tenant(),
    userId: userId(),
    hash: bytea('hash').notNull().unique(), // SHA-256 of the token; the token itself is never stored
    expiresAt: moment('expires_at').notNull(),
  },
  t => [index('signin_challenge_user').on(t.userId)],
);

/** Browsers from which a user signs in without the second step. */
export const rememberedDevice = pgTable(
  'remembered_device',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    companyId: tenant(),
    userId: userId(),
    hash: bytea('hash').notNull().unique(), // SHA-256 of the cookie's token; the token itself is never stored
    address: text('address').notNull(), // IP address of the last sign-in
    userAgent: text('user_agent').notNull(), // User-Agent header of that request; '': none
    createdAt: moment('created_at').notNull(),
    lastUsedAt: moment('last_used_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  t => [index('remembered_device_user').on(t.userId)],
);
