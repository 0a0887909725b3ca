import { sql } from 'drizzle-orm';
import {
  boolean,
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
import { id } from './columns.ts';
import { tenant } from './company.ts';

/** Users and groups that the identity provider of a company provisions by SCIM. */

/** The parts of a name as the provider states them; the name of the user is one text. */
export interface ProvisionedNames {
  readonly displayName?: string;
  readonly formatted?: string;
  readonly givenName?: string;
  readonly familyName?: string;
}

const times = {
  createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true, precision: 3 }).notNull(),
};

/** What the provider states of a user besides name, email address and status. */
export const provisionedUser = pgTable(
  'provisioned_user',
  {
    userId: integer('user_id')
      .primaryKey()
      .references(() => user.id),
    companyId: tenant(),
    userName: text('user_name').notNull(), // of the provider; often the email address
    externalId: text('external_id'), // the provider's own ID; null: none
    names: jsonb('names').$type<ProvisionedNames>().notNull(),
    roleFromGroup: boolean('role_from_group').notNull(), // whether a group gave the user's role
    // The provider deleted the user: SCIM answers 404, and a new user of the same name takes the row again.
    isRemoved: boolean('is_removed').notNull(),
    ...times,
  },
  t => [uniqueIndex('provisioned_user_name').on(t.companyId, sql`lower(${t.userName})`)],
);

/** A group of the provider. A deleted group has no row. */
export const provisionedGroup = pgTable(
  'provisioned_group',
  {
    id: id(),
    companyId: tenant(),
    displayName: text('display_name').notNull(),
    externalId: text('external_id'),
    ...times,
  },
  t => [uniqueIndex('provisioned_group_name').on(t.companyId, sql`lower(${t.displayName})`)],
);

export const provisionedGroupMember = pgTable(
  'provisioned_group_member',
  {
    groupId: integer('group_id')
      .notNull()
      .references(() => provisionedGroup.id),
    userId: integer('user_id')
      .notNull()
      .references(() => user.id),
    companyId: tenant(),
  },
  t => [primaryKey({ columns: [t.groupId, t.userId] }), index('provisioned_group_member_user').on(t.userId)],
);

/** Whether the identity provider provisions a user. */
export const isProvisioned = sql<boolean>`exists (select 1 from ${provisionedUser} as provisioned
  where provisioned.user_id = ${user.id} and provisioned.company_id = ${user.companyId} and not provisioned.is_removed)`;
