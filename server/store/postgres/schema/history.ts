import { bigint, index, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { user } from './accounts.ts';
import { tenant } from './company.ts';

/** What was done, by whom. */

/**
 * Which row a form made, by the key that its asker gave it: sent again, since the answer was lost, it answers
 * that row and makes none. Kept for a day.
 */
export const creationRequest = pgTable(
  'creation_request',
  {
    companyId: tenant(),
    userId: integer('user_id')
      .notNull()
      .references(() => user.id),
    key: text('key').notNull(),
    digest: text('digest').notNull(), // of what was said: a key is for one form only
    rowId: integer('row_id'), // null inside of the transaction that makes it
    createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull(),
  },
  t => [primaryKey({ columns: [t.companyId, t.userId, t.key] })],
);

/**
 * Who changed what, from where: append-only, one line a change of a row of the settings. Passwords and tokens
 * are never in it.
 */
export const change = pgTable(
  'change',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    companyId: tenant(),
    entity: text('entity').notNull(), // the name of the entity's list: `ads`
    rowId: integer('row_id').notNull(),
    action: text('action', { enum: ['create', 'update', 'remove', 'restore'] }).notNull(),
    userId: integer('user_id').references(() => user.id), // null: an import by schedule
    ipAddress: text('ip_address').notNull().default(''),
    // The fields that changed, by their names outside; null where there was no row before.
    before: jsonb('before').$type<Record<string, unknown> | null>(),
    after: jsonb('after').$type<Record<string, unknown>>().notNull(),
    changedAt: timestamp('changed_at', { withTimezone: true, precision: 3 }).notNull(),
  },
  t => [index('change_row').on(t.companyId, t.entity, t.rowId, t.id)],
);

export type OperatorActionName =
  | 'company_create'
  | 'company_disable'
  | 'company_enable'
  | 'company_delete'
  | 'administrator_reset';

/**
 * What the person who runs the installation did from the command line: append-only. It names companies by
 * their code and not by a reference, because it
 * outlives them. `detail.product_ids` of a deletion are the products whose events are removed again should
 * any arrive later.
 */
export const operatorAction = pgTable('operator_action', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  action: text('action').$type<OperatorActionName>().notNull(),
  companyCode: text('company_code').notNull(),
  operator: text('operator').notNull(), // the account and the machine of the command line
  detail: jsonb('detail').$type<Readonly<Record<string, unknown>>>().notNull(),
  doneAt: timestamp('done_at', { withTimezone: true, precision: 3 }).notNull(),
});
