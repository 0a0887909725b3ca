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
import { ad, asp } from './ads.ts';
import { eventId, money } from './columns.ts';
import { product, tenant } from './company.ts';

/** What conversions were worth to networks, and who decided so. */

/**
 * One result per conversion and network. What was judged at its making is kept with it; its status is the
 * last line of the ledger.
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
    visitorId: text('visitor_id'), // 64 bits without a sign, so text; null: made before it was kept
    interactionNumber: integer('interaction_number').notNull().default(0), // contacts on the path, up to and with this one
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
    cvCost: money('cv_cost').notNull().default(0), // yen, as it was when the result was made
    // 0 APPROVED_OK, 1 APPROVED_NG, 2 UNAPPROVED_OK; null where the judgement was not asked for.
    approvalAmountResult: smallint('approval_amount_result'),
    approvalArgsResult: smallint('approval_args_result'),
    excludeDuplicateIpsResult: smallint('exclude_duplicate_ips_result'),
    excludeDuplicateArgsResult: smallint('exclude_duplicate_args_result'),
    excludeDuplicateIpsDays: smallint('exclude_duplicate_ips_days'), // the window that the address was judged by; null: it was not, or before this was kept
    exceededLimits: smallint('exceeded_limits'), // of plausibility: 1 amount, 2 number per visitor and hour, 3 both; null: none
    approvalStatus: smallint('approval_status').notNull(), // 0 pending, 1 approved, 2 rejected
    version: integer('version').notNull().default(1), // decisions so far; whoever decides names the one he saw
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
    // What results are looked for by: the identifier, the network's own click and session, the visitor, the
    // contact, the user of the site.
    index('result_by_args').on(t.productId, t.args),
    index('result_by_xclid').on(t.productId, t.xclid),
    index('result_by_session').on(t.productId, t.mediaSessionId),
    index('result_by_visitor').on(t.productId, t.visitorId),
    index('result_by_interaction').on(t.productId, t.interactionId),
    index('result_by_user').on(t.productId, t.userId),
  ],
);

/**
 * The approval ledger: one line a decision. Append-only, which the database sees to itself: a trigger refuses
 * to change or delete a line.
 */
export const decision = pgTable(
  'decision',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    companyId: tenant(),
    resultId: bigint('result_id', { mode: 'number' })
      .notNull()
      .references(() => result.id),
    version: integer('version').notNull(),
    fromStatus: smallint('from_status'), // null: the result's making
    toStatus: smallint('to_status').notNull(),
    rule: text('rule'), // which rule decided, or
    userId: integer('user_id').references(() => user.id), // who
    reason: text('reason').notNull().default(''),
    decidedAt: timestamp('decided_at', { withTimezone: true, precision: 3 }).notNull().defaultNow(),
    heldUntil: timestamp('held_until', { withTimezone: true, precision: 3 }), // before this its decider may take it back; null: never
    takesBack: integer('takes_back'), // the version that this line takes back; null: a decision
  },
  t => [unique('decision_once').on(t.resultId, t.version)],
);

/**
 * What a part of a decision over many results came to, by the key that its asker gave it: asked again, it
 * answers the same and decides nothing.
 */
export const decisionRequest = pgTable(
  'decision_request',
  {
    companyId: tenant(),
    userId: integer('user_id')
      .notNull()
      .references(() => user.id),
    key: text('key').notNull(),
    part: integer('part').notNull(), // from 0: each part is a transaction of its own
    digest: text('digest').notNull(), // of what was asked: a key is for one request only
    answer: jsonb('answer').$type<{
      readonly decided: number;
      readonly refused: readonly {
        readonly id: number;
        readonly code: string;
        readonly status: number | null;
        readonly version: number | null;
      }[];
      /**
       * Milliseconds since 1970 until which all that was decided can be taken back; null or missing: it cannot.
       */
      readonly heldUntil?: number | null;
    }>(),
    createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull(),
  },
  t => [primaryKey({ columns: [t.companyId, t.userId, t.key, t.part] })],
);
