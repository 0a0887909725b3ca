import {
  bigint,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
} from 'drizzle-orm/pg-core';
import { user } from './accounts.ts';
import { apiKey } from './api-keys.ts';
import { ad, asp } from './ads.ts';
import { eventId, money } from './columns.ts';
import { product, tenant } from './company.ts';

/** Results of conversions for ad networks, and the decisions over them. */

/**
 * One result per conversion and ad network, with the outcomes of the checks at its creation. Its status is that of the
 * latest ledger line.
 */
export const result = pgTable(
  'result',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    companyId: tenant(),
    productId: integer('product_id')
      .notNull()
      .references(() => product.id),
    aspId: integer('asp_id')
      .notNull()
      .references(() => asp.id),
    cvAdId: integer('cv_ad_id').references(() => ad.id), // null: constant output for a conversion with no contact
    resultType: smallint('result_type').notNull(), // 1 last CV, 2 performance last CV, 3 constant output
    conversionId: eventId('conversion_id').notNull(),
    interactionId: eventId('interaction_id'),
    visitorId: text('visitor_id'), // 64 bits unsigned, so text; null: created before the column existed
    // Number of contacts on the path up to this one.
    interactionNumber: integer('interaction_number').notNull().default(0),
    cvTime: timestamp('cv_time', { withTimezone: true, precision: 3 }).notNull(),
    ipAddress: text('ip_address').notNull(),
    xclid: text('xclid').notNull().default(''),
    mediaSessionId: text('media_session_id').notNull().default(''),
    mediaManagement1: text('media_management1').notNull().default(''),
    mediaManagement2: text('media_management2').notNull().default(''),
    mediaManagement3: text('media_management3').notNull().default(''),
    args: text('args').notNull().default(''),
    userId: text('user_id').notNull().default(''),
    otherKey1: text('other_key1').notNull().default(''),
    otherKey2: text('other_key2').notNull().default(''),
    otherKey3: text('other_key3').notNull().default(''),
    amount: bigint('amount', { mode: 'number' }).notNull().default(0), // yen
    cvCost: money('cv_cost').notNull().default(0), // yen, at the creation of the result
    // 0 APPROVED_OK, 1 APPROVED_NG, 2 UNAPPROVED_OK; null: the check was off.
    approvalAmountResult: smallint('approval_amount_result'),
    approvalArgsResult: smallint('approval_args_result'),
    excludeDuplicateIpsResult: smallint('exclude_duplicate_ips_result'),
    excludeDuplicateArgsResult: smallint('exclude_duplicate_args_result'),
    // Window of the check in days; null: not checked, or created before the column existed.
    excludeDuplicateIpsDays: smallint('exclude_duplicate_ips_days'),
    // Plausibility limits: 1 amount, 2 number per visitor and hour, 3 both; null: none.
    exceededLimits: smallint('exceeded_limits'),
    approvalStatus: smallint('approval_status').notNull(), // 0 pending, 1 approved, 2 rejected
    // Number of decisions so far; a decision names the version that it is based on.
    version: integer('version').notNull().default(1),
    // When its conversion was erased: the checks of the result are not made again; null: it was not.
    erasedAt: timestamp('erased_at', { withTimezone: true, precision: 3 }),
    createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true, precision: 3 })
      .notNull()
      .defaultNow()
      .$onUpdate(() => new Date()),
  },
  t => [
    unique('result_once').on(t.conversionId, t.aspId),
    index('result_cost').on(t.productId, t.cvTime, t.id),
    index('result_ip').on(t.aspId, t.ipAddress, t.cvTime),
    index('result_args').on(t.aspId, t.args),
    // Indexes for searches: identifier, click ID, media session, visitor, contact, and customer ID.
    index('result_by_args').on(t.productId, t.args),
    index('result_by_xclid').on(t.productId, t.xclid),
    index('result_by_session').on(t.productId, t.mediaSessionId),
    index('result_by_visitor').on(t.productId, t.visitorId),
    index('result_by_interaction').on(t.productId, t.interactionId),
    index('result_by_user').on(t.productId, t.userId),
  ],
);

/** The approval ledger: append-only, one line per decision. A trigger rejects changes and deletions. */
export const decision = pgTable(
  'decision',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    companyId: tenant(),
    resultId: bigint('result_id', { mode: 'number' })
      .notNull()
      .references(() => result.id),
    version: integer('version').notNull(),
    fromStatus: smallint('from_status'), // null: the creation of the result
    toStatus: smallint('to_status').notNull(),
    rule: text('rule'), // the rule that decided, or
    userId: integer('user_id').references(() => user.id), // the user who decided
    // The key with which the user's rights were used; null: the user decided in person.
    apiKeyId: integer('api_key_id').references(() => apiKey.id),
    reason: text('reason').notNull().default(''),
    decidedAt: timestamp('decided_at', { withTimezone: true, precision: 3 }).notNull().defaultNow(),
    // Time until which the decider can take it back; null: never.
    heldUntil: timestamp('held_until', { withTimezone: true, precision: 3 }),
    takesBack: integer('takes_back'), // the version that this line takes back; null: the line is a decision
  },
  t => [unique('decision_once').on(t.resultId, t.version)],
);

/**
 * Answer to a part of a decision request by idempotency key: a repeated part gets the same answer and decides nothing.
 */
export const decisionRequest = pgTable(
  'decision_request',
  {
    companyId: tenant(),
    userId: integer('user_id')
      .notNull()
      .references(() => user.id),
    key: text('key').notNull(),
    part: integer('part').notNull(), // from 0; each part has its own transaction
    digest: text('digest').notNull(), // digest of the request: a key is valid for one request only
    answer: jsonb('answer').$type<{
      readonly decided: number;
      readonly refused: readonly {
        readonly id: number;
        readonly code: string;
        readonly status: number | null;
        readonly version: number | null;
      }[];
      /** Time in ms since 1970 until which all decisions can be taken back; null or missing: never. */
      readonly heldUntil?: number | null;
    }>(),
    createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull(),
  },
  t => [primaryKey({ columns: [t.companyId, t.userId, t.key, t.part] })],
);
