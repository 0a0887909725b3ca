import { sql } from 'drizzle-orm';
import {
  bigint,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { user } from './accounts.ts';
import { apiKey } from './api-keys.ts';
import { tenant } from './company.ts';

/** Logs of changes, and idempotency keys. */

/**
 * The row created by a form, by idempotency key: the repeated form gets this row and creates none. Retained for a day.
 */
export const creationRequest = pgTable(
  'creation_request',
  {
    companyId: tenant(),
    userId: integer('user_id')
      .notNull()
      .references(() => user.id),
    key: text('key').notNull(),
    digest: text('digest').notNull(), // digest of the form: a key is valid for one form only
    rowId: integer('row_id'), // null until the creating transaction sets it
    createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull(),
  },
  t => [primaryKey({ columns: [t.companyId, t.userId, t.key] })],
);

export const CHANGE_ACTIONS = [
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
] as const;
export type ChangeAction = (typeof CHANGE_ACTIONS)[number];

/**
 * Audit log: one line per change of a settings row, sign-in, download and first use of an API key in a day. Passwords and tokens are never included. A trigger rejects changes
 * and deletions. When a transaction commits, another one numbers its lines in their company and chains them: each hash
 * covers its line and the hash before it, so that a line that was changed, inserted or removed later is found.
 */
export const change = pgTable(
  'change',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    companyId: tenant(),
    entity: text('entity').notNull(), // name of the entity's list: `ads`
    rowId: integer('row_id').notNull(),
    action: text('action').$type<ChangeAction>().notNull(),
    userId: integer('user_id').references(() => user.id), // null: see Author
    // The key with which the change was made, on behalf of the user; null: the user made it.
    apiKeyId: integer('api_key_id').references(() => apiKey.id),
    ipAddress: text('ip_address').notNull().default(''),
    userAgent: text('user_agent').notNull().default(''), // User-Agent header of the request; '': none
    // The changed fields by API name; null: the row was created.
    before: jsonb('before').$type<Record<string, unknown> | null>(),
    after: jsonb('after').$type<Record<string, unknown>>().notNull(),
    changedAt: timestamp('changed_at', { withTimezone: true, precision: 3 }).notNull(),
    // Null only within the transaction of the change.
    chainPosition: bigint('chain_position', { mode: 'number' }), // from 1, without gaps
    hash: text('hash'), // SHA-256, hexadecimal
  },
  t => [
    index('change_row').on(t.companyId, t.entity, t.rowId, t.id),
    index('change_unchained')
      .on(t.companyId, t.id)
      .where(sql`${t.hash} is null`),
    uniqueIndex('change_chain').on(t.companyId, t.chainPosition),
  ],
);

export type OperatorActionName =
  | 'company_create'
  | 'company_disable'
  | 'company_enable'
  | 'company_delete'
  | 'administrator_reset';

/**
 * Operator actions of the command line: append-only. Companies are named by code without a reference, because the log
 * outlives them. `detail.product_ids` of a deletion: products whose late events are removed too.
 */
export const operatorAction = pgTable('operator_action', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  action: text('action').$type<OperatorActionName>().notNull(),
  companyCode: text('company_code').notNull(),
  operator: text('operator').notNull(), // account and machine of the command line
  detail: jsonb('detail').$type<Readonly<Record<string, unknown>>>().notNull(),
  doneAt: timestamp('done_at', { withTimezone: true, precision: 3 }).notNull(),
});

/**
 * How far the audit log of a company is streamed to the receiver of the installation (server/audit-stream): the position
 * in the chain of the last line that the receiver has taken.
 */
export const auditStreamPosition = pgTable('audit_stream_position', {
  companyId: tenant().primaryKey(),
  position: bigint('position', { mode: 'number' }).notNull(),
  movedAt: timestamp('moved_at', { withTimezone: true, precision: 3 }).notNull(),
});
