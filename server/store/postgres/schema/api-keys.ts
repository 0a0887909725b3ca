import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import type { ApiKeyScopes } from '../../../http/visibility.ts';
import { user } from './accounts.ts';
import { bytea, id, lifecycleColumns } from './columns.ts';
import { tenant } from './company.ts';

/** Keys with which programs call the API. */

/** `status` false: revoked. Scopes, products and expiry are never changed: another key is made instead. */
export const apiKey = pgTable(
  'api_key',
  {
    id: id(),
    companyId: tenant(),
    name: text('name').notNull(),
    scopes: jsonb('scopes').$type<ApiKeyScopes>().notNull(),
    products: integer('products').array(), // null: every product, also future ones
    expiresAt: timestamp('expires_at', { withTimezone: true, precision: 3 }), // null: never
    lastUsedAt: timestamp('last_used_at', { withTimezone: true, precision: 3 }), // exact to a minute
    lastUsedAddress: text('last_used_address'), // IP address
    ...lifecycleColumns,
    // The name of a revoked key can be used again.
  },
  t => [
    uniqueIndex('api_key_name')
      .on(t.companyId, sql`lower(${t.name})`)
      .where(sql`status`),
  ],
);

/** The secrets of a key: the newest one, and after a rotation earlier ones until the end of the overlap. */
export const apiKeySecret = pgTable(
  'api_key_secret',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    companyId: tenant(),
    apiKeyId: integer('api_key_id')
      .notNull()
      .references(() => apiKey.id),
    userId: integer('user_id')
      .notNull()
      .references(() => user.id), // the administrator to whom it was shown
    hash: bytea('hash').notNull().unique(), // SHA-256 of the secret; the secret itself is never stored
    prefix: text('prefix').notNull(), // first characters of the secret, by which people recognise it
    // End of the overlap after a rotation; null: the newest secret of its key.
    expiresAt: timestamp('expires_at', { withTimezone: true, precision: 3 }),
    createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull(),
  },
  t => [
    index('api_key_secret_key').on(t.apiKeyId),
    uniqueIndex('api_key_secret_newest')
      .on(t.apiKeyId)
      .where(sql`expires_at is null`),
  ],
);
