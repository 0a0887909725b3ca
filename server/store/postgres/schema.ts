import { sql } from 'drizzle-orm';
import {
  bigint, boolean, customType, date, index, integer, jsonb, numeric, pgTable, primaryKey, smallint, text, timestamp,
  unique, uniqueIndex, uuid,
} from 'drizzle-orm/pg-core';

/**
 * The relational model: who uses Touchpath, what is set up, and what was decided.
 *
 * Every table but `company` carries `company_id`, the tenant, and every query names it: a key alone is never enough to read a row.
 * Deleting is marking: `status` false. Enumerated numbers are those of the specification (section 4).
 * Events are not here: they are in the columnar store, keyed by the ids of these tables.
 */

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
/** A 64-bit event id, as text outside the store: JavaScript's numbers end at 2^53. */
const eventId = customType<{ data: string; driverData: string }>({ dataType: () => 'bigint', fromDriver: String });
/** Yen with two decimals, exact. */
const money = (name: string) => numeric(name, { precision: 10, scale: 2, mode: 'number' });

const id = () => integer('id').primaryKey().generatedAlwaysAsIdentity();
const tenant = () => integer('company_id').notNull().references(() => company.id);
const kept = {
  status: boolean('status').notNull().default(true),
  createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull().defaultNow(),
  updatedAt: timestamp('updated_at', { withTimezone: true, precision: 3 }).notNull().defaultNow().$onUpdate(() => new Date()),
};

/** One landing page among up to five of a redirect or an ad; `rate` is its weight. */
export interface LpoEntry { readonly title: string; readonly url: string; readonly rate: number }

export const company = pgTable('company', {
  id: id(),
  code: text('code').notNull().unique(),                        // the company ID of the sign-in form
  name: text('name').notNull(),
  departmentName: text('department_name').notNull().default(''),
  contactName: text('contact_name').notNull().default(''),
  contactMail: text('contact_mail').notNull().default(''),
  loginAllowedIps: text('login_allowed_ips').array().notNull().default(sql`'{}'`), // addresses and CIDR; empty allows every address
  ...kept,
});

export const product = pgTable('product', {
  id: id(), companyId: tenant(),
  name: text('name').notNull(),
  domain: text('domain').notNull(),                             // host without scheme; its subdomains count as the product's
  url: text('url').notNull(),
  trackingTerm: smallint('tracking_term').notNull().default(180), // days
  excludedIps: text('excluded_ips').array().notNull().default(sql`'{}'`),
  weekStart: smallint('week_start').notNull().default(0),       // 0 Sunday, 1 Monday
  attributionModel: smallint('attribution_model').notNull().default(1), // 1 linear .. 5 ending point
  adCostLinkage: boolean('ad_cost_linkage').notNull().default(false),
  adCostAllocationMode: smallint('ad_cost_allocation_mode').notNull().default(1), // 1 CV share, 2 sales share, 3 registered ad cost
  ...kept,
}, t => [index('product_company').on(t.companyId)]);

export const agency = pgTable('agency', {
  id: id(), companyId: tenant(),
  name: text('name').notNull(),
  description: text('description').notNull().default(''),
  ...kept,
}, t => [index('agency_company').on(t.companyId)]);

/** Which products an agency may see. */
export const agencyProduct = pgTable('agency_product', {
  companyId: tenant(),
  agencyId: integer('agency_id').notNull().references(() => agency.id),
  productId: integer('product_id').notNull().references(() => product.id),
}, t => [primaryKey({ columns: [t.agencyId, t.productId] })]);

export type PermissionKey = 'access_log' | 'interaction_log' | 'cv_log' | 'result_notification_log' | 'result_queue' | 'cv_approval';
export type PermissionLevel = 'none' | 'read' | 'write';

export const role = pgTable('role', {
  id: id(), companyId: tenant(),
  name: text('name').notNull(),
  code: text('code').notNull(),                                 // admin, user, agency, or a code of the company's own
  base: text('base', { enum: ['admin', 'user', 'agency'] }).notNull(), // which of the three it starts from
  permissions: jsonb('permissions').$type<Record<PermissionKey, PermissionLevel>>().notNull(),
  ...kept,
  // A deleted role's code may be given again.
}, t => [uniqueIndex('role_code').on(t.companyId, t.code).where(sql`status`)]);

export const user = pgTable('users', {
  id: id(), companyId: tenant(),
  name: text('name').notNull(),
  email: text('email').notNull(),
  password: text('password').notNull(),                         // argon2id, encoded
  roleId: integer('role_id').notNull().references(() => role.id),
  agencyId: integer('agency_id').references(() => agency.id),   // required where the role's base is agency
  lastLogin: timestamp('last_login', { withTimezone: true, precision: 3 }),
  ...kept,
}, t => [uniqueIndex('users_email').on(t.companyId, sql`lower(${t.email})`)]);

/** One row per refresh token ever issued; a family is the chain that one sign-in started. */
export const refreshToken = pgTable('refresh_token', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  companyId: tenant(),
  userId: integer('user_id').notNull().references(() => user.id),
  family: uuid('family').notNull(),
  hash: bytea('hash').notNull().unique(),                       // sha-256 of the token; the token itself is never stored
  usedAt: timestamp('used_at', { withTimezone: true, precision: 3 }),
  revokedAt: timestamp('revoked_at', { withTimezone: true, precision: 3 }),
  expiresAt: timestamp('expires_at', { withTimezone: true, precision: 3 }).notNull(),
  createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull().defaultNow(),
}, t => [index('refresh_token_family').on(t.family), index('refresh_token_user').on(t.userId)]);

/** Failed sign-ins, counted per account and per address so that guessing slows down. */
export const signinFailure = pgTable('signin_failure', {
  subject: text('subject').primaryKey(),                        // 'account:<company code>/<email>' or 'address:<ip>'
  failures: integer('failures').notNull(),
  lastAt: timestamp('last_at', { withTimezone: true, precision: 3 }).notNull(),
});

/** Links by which a forgotten password is replaced; each is worth one new password. */
export const passwordReset = pgTable('password_reset', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  companyId: tenant(),
  userId: integer('user_id').notNull().references(() => user.id),
  hash: bytea('hash').notNull().unique(),                       // sha-256 of the token; the token itself is never stored
  usedAt: timestamp('used_at', { withTimezone: true, precision: 3 }), // by this or by another change of the password
  expiresAt: timestamp('expires_at', { withTimezone: true, precision: 3 }).notNull(),
  createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull().defaultNow(),
}, t => [index('password_reset_user').on(t.userId)]);

/** What a mail is made of at the time it is sent. For a forgotten password that is what was typed: whether there is such an account is not asked before. */
export interface ResetOrder { readonly kind: 'password_reset'; readonly companyCode: string; readonly email: string; readonly locale: 'ja' | 'en' | 'zh-CN' }
/** A report for one of its recipients; `slot`, in milliseconds, is the time of the schedule that it is for. */
export interface ReportOrder { readonly kind: 'report'; readonly companyId: number; readonly deliveryId: number; readonly slot: number; readonly email: string }
export type MailOrder = ResetOrder | ReportOrder;

/** Mails to be sent: a row is removed when its mail is out. No tenant: an order may name a company that does not exist. */
export const mail = pgTable('mail', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  mailOrder: jsonb('mail_order').$type<MailOrder>().notNull(),
  state: text('state', { enum: ['ready', 'dead'] }).notNull().default('ready'),
  attempts: integer('attempts').notNull().default(0),
  nextAt: timestamp('next_at', { withTimezone: true, precision: 3 }).notNull(), // while it is being sent: when the sender is given up
  createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull(),
}, t => [index('mail_due').on(t.nextAt).where(sql`state = 'ready'`)]);

export const adCategory = pgTable('ad_category', {
  id: id(), companyId: tenant(),
  productId: integer('product_id').notNull().references(() => product.id),
  kind: smallint('kind').notNull().default(0),                  // 0..3
  name: text('name').notNull(),
  ...kept,
}, t => [index('ad_category_product').on(t.companyId, t.productId)]);

/** The titles of the three free groupings of ads; `sequence` is 1, 2 or 3. */
export const adType = pgTable('ad_type', {
  id: id(), companyId: tenant(),
  productId: integer('product_id').notNull().references(() => product.id),
  sequence: smallint('sequence').notNull(),
  title: text('title').notNull(),
  ...kept,
}, t => [index('ad_type_product').on(t.companyId, t.productId, t.sequence)]);

export type JudgementSwitches = {
  readonly approveAutomatically: boolean;   // all judgements passed: APPROVED rather than PENDING
  readonly judgeAmount: boolean;            // purchase amount present and above zero
  readonly judgeArgs: boolean;              // result identifier present
  readonly excludeDuplicateIps: number;     // days in which one address makes one result; 0 is off
  readonly excludeDuplicateArgs: boolean;   // an identifier makes one result, ever
};

export const asp = pgTable('asp', {
  id: id(), companyId: tenant(),
  productId: integer('product_id').notNull().references(() => product.id),
  name: text('name').notNull(),
  companyName: text('company_name').notNull().default(''),
  phoneNumber: text('phone_number').notNull().default(''),
  address: text('address').notNull().default(''),
  description: text('description').notNull().default(''),
  // Inbound parameters: whether the network sends one, and under which name.
  xclidFlag: boolean('xclid_flag').notNull().default(false), xclidName: text('xclid_name').notNull().default('a_xclid'),
  mediaSessionFlag: boolean('media_session_flag').notNull().default(false), mediaSessionName: text('media_session_name').notNull().default('a_ses'),
  mediaManagement1Flag: boolean('media_management1_flag').notNull().default(false), mediaManagement1Name: text('media_management1_name').notNull().default('a_key1'),
  mediaManagement2Flag: boolean('media_management2_flag').notNull().default(false), mediaManagement2Name: text('media_management2_name').notNull().default('a_key2'),
  mediaManagement3Flag: boolean('media_management3_flag').notNull().default(false), mediaManagement3Name: text('media_management3_name').notNull().default('a_key3'),
  measurementTag: text('measurement_tag').notNull().default(''),
  // Telling the network about results.
  resultFlag: smallint('result_flag').notNull().default(0),     // 0 invalid, 1 active, 2 active always
  resultMethod: smallint('result_method').notNull().default(2), // 1 CV tag, 2 webhook URL
  cvTag: text('cv_tag').notNull().default(''),
  webhookUrl: text('webhook_url').notNull().default(''),
  webhookStyle: smallint('webhook_style').notNull().default(0), // 0 GET with macros, 1 signed JSON POST
  webhookSecret: text('webhook_secret').notNull().default(''),  // whsec_ and base64; written, never shown
  pausedAt: timestamp('paused_at', { withTimezone: true, precision: 3 }), // since when nothing is sent to it; null: it is sent to
  performanceCvFlag: boolean('performance_cv_flag').notNull().default(false),
  unapprovedValue: text('unapproved_value').notNull().default('0'),
  approvedValue: text('approved_value').notNull().default('1'),
  rejectedValue: text('rejected_value').notNull().default('2'),
  approveAutomatically: boolean('auto_approval').notNull().default(false),
  judgeAmount: boolean('approval_amount').notNull().default(false),
  judgeArgs: boolean('approval_args').notNull().default(false),
  excludeDuplicateIps: smallint('exclude_duplicate_ips').notNull().default(0), // days; 0 is off
  excludeDuplicateArgs: boolean('exclude_duplicate_args').notNull().default(false),
  ...kept,
}, t => [index('asp_product').on(t.companyId, t.productId)]);

export const ad = pgTable('ad', {
  id: id(), companyId: tenant(),
  productId: integer('product_id').notNull().references(() => product.id),
  name: text('name').notNull(),
  adPostUrl: text('ad_post_url').notNull().default(''),
  adDescription: text('ad_description').notNull().default(''),
  adCategoryId: integer('ad_category_id').references(() => adCategory.id),
  adType1Id: integer('ad_type1_id').references(() => adType.id),
  adType2Id: integer('ad_type2_id').references(() => adType.id),
  adType3Id: integer('ad_type3_id').references(() => adType.id),
  aspId: integer('asp_id').references(() => asp.id),
  agencyId: integer('agency_id').references(() => agency.id),
  periodFrom: date('period_from'), periodTo: date('period_to'), // Tokyo days, both included
  redirectUrl: text('redirect_url').notNull(),                  // the plain landing page
  directLink: boolean('direct_link').notNull().default(false),  // the ad parameter on the landing page counts a contact
  lpoFlag: boolean('lpo_flag').notNull().default(false),
  lpoEntries: jsonb('lpo_entries').$type<LpoEntry[]>().notNull().default([]),
  dynamicLpUrl: boolean('dynamic_lpurl').notNull().default(false),
  performanceCvFlag: boolean('performance_cv_flag').notNull().default(true), // may be a conversion's performance CV ad
  clickCost: money('click_cost').notNull().default(0),          // yen a contact
  cvCost: money('cv_cost').notNull().default(0),                // yen a result
  adFee: money('ad_fee').notNull().default(0),                  // yen for the whole of the ad's period, spread over its days
  args: text('args').notNull().default(''),
  // Individual settings: each switch puts the ad's own values in the place of the network's.
  ownParameters: boolean('own_parameters').notNull().default(false),
  parameters: jsonb('parameters').$type<Partial<Record<'xclid' | 'media_session' | 'media_management1' | 'media_management2' | 'media_management3', string>>>().notNull().default({}),
  ownResultNotice: boolean('own_result_notice').notNull().default(false),
  resultFlag: smallint('result_flag').notNull().default(0),
  ownAutoApproval: boolean('own_auto_approval').notNull().default(false),
  autoApproval: jsonb('auto_approval').$type<JudgementSwitches | null>(),
  ...kept,
}, t => [index('ad_product').on(t.companyId, t.productId), index('ad_asp').on(t.aspId), index('ad_agency').on(t.agencyId)]);

export const redirect = pgTable('redirect', {
  id: id(), companyId: tenant(),
  productId: integer('product_id').notNull().references(() => product.id),
  adId: integer('ad_id').notNull().references(() => ad.id),
  redirectUrl: text('redirect_url').notNull(),
  redirectFlag: boolean('redirect_flag').notNull().default(true), // off: to the ad's plain landing page
  lpoFlag: boolean('lpo_flag').notNull().default(false),
  lpoEntries: jsonb('lpo_entries').$type<LpoEntry[]>().notNull().default([]),
  dynamicLpUrl: boolean('dynamic_lpurl').notNull().default(false),
  ...kept,
}, t => [index('redirect_ad').on(t.adId), index('redirect_product').on(t.companyId, t.productId)]);

export const cvSetting = pgTable('cv_setting', {
  id: id(), companyId: tenant(),
  productId: integer('product_id').notNull().references(() => product.id),
  name: text('name').notNull(),
  cvType: smallint('cv_type').notNull().default(1),             // 1 last CV, 0 middle CV
  cvCondition: smallint('cv_condition').notNull().default(1),   // 1 URL, 2 URL and referrer, 3 button click
  cvPageUrl: text('cv_page_url').notNull().default(''),
  routePageUrl: text('route_page_url').notNull().default(''),   // the page before, where the condition is 2
  buttonSelector: text('button_selector').notNull().default(''), // what is clicked, where the condition is 3
  ...kept,
}, t => [index('cv_setting_product').on(t.companyId, t.productId)]);

export const crossdomainSetting = pgTable('crossdomain_setting', {
  id: id(), companyId: tenant(),
  productId: integer('product_id').notNull().references(() => product.id),
  senderName: text('sender_name').notNull(),
  senderDomain: text('sender_domain').notNull(),
  ...kept,
}, t => [index('crossdomain_product').on(t.companyId, t.productId)]);

/** One result per conversion and network. What was judged at its making is kept with it; its status is the last line of the ledger. */
export const result = pgTable('result', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  companyId: tenant(),
  productId: integer('product_id').notNull().references(() => product.id),
  aspId: integer('asp_id').notNull().references(() => asp.id),
  cvAdId: integer('cv_ad_id').references(() => ad.id),          // null: constant output for a conversion with no contact
  resultType: smallint('result_type').notNull(),                // 1 last CV, 2 performance last CV, 3 constant output
  conversionId: eventId('conversion_id').notNull(),
  interactionId: eventId('interaction_id'),
  visitorId: text('visitor_id'),                                // 64 bits without a sign, so text; null: made before it was kept
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
  otherKey1: text('other_key1').notNull().default(''), otherKey2: text('other_key2').notNull().default(''), otherKey3: text('other_key3').notNull().default(''),
  amount: bigint('amount', { mode: 'number' }).notNull().default(0), // yen
  cvCost: money('cv_cost').notNull().default(0),                // yen, as it was when the result was made
  // 0 APPROVED_OK, 1 APPROVED_NG, 2 UNAPPROVED_OK; null where the judgement was not asked for.
  approvalAmountResult: smallint('approval_amount_result'),
  approvalArgsResult: smallint('approval_args_result'),
  excludeDuplicateIpsResult: smallint('exclude_duplicate_ips_result'),
  excludeDuplicateArgsResult: smallint('exclude_duplicate_args_result'),
  excludeDuplicateIpsDays: smallint('exclude_duplicate_ips_days'), // the window that the address was judged by; null: it was not, or before this was kept
  approvalStatus: smallint('approval_status').notNull(),        // 0 pending, 1 approved, 2 rejected
  version: integer('version').notNull().default(1),             // decisions so far; whoever decides names the one he saw
  createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull().defaultNow(),
  updatedAt: timestamp('updated_at', { withTimezone: true, precision: 3 }).notNull().defaultNow().$onUpdate(() => new Date()),
}, t => [
  unique('result_once').on(t.conversionId, t.aspId),
  index('result_cost').on(t.productId, t.cvTime, t.id),
  index('result_ip').on(t.aspId, t.ipAddress, t.cvTime),
  index('result_args').on(t.aspId, t.args),
]);

/** The approval ledger: one line a decision. Append-only, which the database sees to itself: a trigger refuses to change or delete a line. */
export const decision = pgTable('decision', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  companyId: tenant(),
  resultId: bigint('result_id', { mode: 'number' }).notNull().references(() => result.id),
  version: integer('version').notNull(),
  fromStatus: smallint('from_status'),                          // null: the result's making
  toStatus: smallint('to_status').notNull(),
  rule: text('rule'),                                           // which rule decided, or
  userId: integer('user_id').references(() => user.id),         // who
  reason: text('reason').notNull().default(''),
  decidedAt: timestamp('decided_at', { withTimezone: true, precision: 3 }).notNull().defaultNow(),
}, t => [unique('decision_once').on(t.resultId, t.version)]);

/** What a part of a decision over many results came to, by the key that its asker gave it: asked again, it answers the same and decides nothing. */
export const decisionRequest = pgTable('decision_request', {
  companyId: tenant(),
  userId: integer('user_id').notNull().references(() => user.id),
  key: text('key').notNull(),
  part: integer('part').notNull(),                              // from 0: each part is a transaction of its own
  digest: text('digest').notNull(),                             // of what was asked: a key is for one request only
  answer: jsonb('answer').$type<{ readonly decided: number; readonly refused: readonly { readonly id: number; readonly code: string; readonly status: number | null; readonly version: number | null }[] }>(),
  createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull(),
}, t => [primaryKey({ columns: [t.companyId, t.userId, t.key, t.part] })]);

/** Which row a form made, by the key that its asker gave it: sent again, since the answer was lost, it answers that row and makes none. Kept for a day. */
export const creationRequest = pgTable('creation_request', {
  companyId: tenant(),
  userId: integer('user_id').notNull().references(() => user.id),
  key: text('key').notNull(),
  digest: text('digest').notNull(),                             // of what was said: a key is for one form only
  rowId: integer('row_id'),                                     // null inside of the transaction that makes it
  createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull(),
}, t => [primaryKey({ columns: [t.companyId, t.userId, t.key] })]);

/** What is to be told to a network: written in the transaction of the decision it tells. */
export const notification = pgTable('notification', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  companyId: tenant(),
  productId: integer('product_id').notNull().references(() => product.id),
  aspId: integer('asp_id').notNull().references(() => asp.id),
  resultId: bigint('result_id', { mode: 'number' }).notNull().references(() => result.id),
  decisionId: bigint('decision_id', { mode: 'number' }).notNull().references(() => decision.id),
  method: smallint('method').notNull().default(2),              // 1 CV tag, 2 webhook
  url: text('url').notNull(),                                   // macros filled in; of a tag: the page that it was given to, '' before
  body: text('body'),                                           // of a signed POST, null: a GET; of a tag: its HTML, macros filled in
  takenBy: text('taken_by'),                                    // the page that the tag was given to, by the key that it made for itself
  state: text('state', { enum: ['ready', 'sending', 'done', 'dead'] }).notNull().default('ready'),
  attempts: integer('attempts').notNull().default(0),
  attemptsBefore: integer('attempts_before').notNull().default(0), // those before it was last sent again by hand: the waits begin anew
  nextAt: timestamp('next_at', { withTimezone: true, precision: 3 }).notNull().defaultNow(),
  leaseUntil: timestamp('lease_until', { withTimezone: true, precision: 3 }),
  createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull().defaultNow(),
}, t => [
  unique('notification_once').on(t.decisionId),
  index('notification_due').on(t.aspId, t.nextAt).where(sql`state in ('ready', 'sending')`),
  index('notification_dead').on(t.aspId).where(sql`state = 'dead'`),
  index('notification_tag').on(t.nextAt).where(sql`state = 'ready' and method = 1`),
  index('notification_result').on(t.resultId, t.id),
  index('notification_log').on(t.productId, t.createdAt, t.id),
]);

/** One line per try to tell a network. */
export const notificationAttempt = pgTable('notification_attempt', {
  notificationId: bigint('notification_id', { mode: 'number' }).notNull().references(() => notification.id),
  number: integer('number').notNull(),
  companyId: tenant(),
  httpStatus: smallint('http_status'),                          // null: no answer
  failure: text('failure'),                                     // why it did not succeed, by a word of ATTEMPT_FAILURES; null: it did
  answer: text('answer').notNull().default(''),                 // the first characters of the body, or what the system said
  success: boolean('success').notNull(),
  executedAt: timestamp('executed_at', { withTimezone: true, precision: 3 }).notNull().defaultNow(),
}, t => [primaryKey({ columns: [t.notificationId, t.number] })]);

/** How far the maker of results has read the conversions: it starts again where it stopped. */
export const bookmark = pgTable('bookmark', {
  name: text('name').primaryKey(),
  position: text('position').notNull(),
});

/** Who changed what, from where: append-only, one line a change of a row of the settings. Passwords and tokens are never in it. */
export const change = pgTable('change', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  companyId: tenant(),
  entity: text('entity').notNull(),                             // the name of the entity's list: `ads`
  rowId: integer('row_id').notNull(),
  action: text('action', { enum: ['create', 'update', 'remove', 'restore'] }).notNull(),
  userId: integer('user_id').references(() => user.id),         // null: an import by schedule
  ipAddress: text('ip_address').notNull().default(''),
  // The fields that changed, by their names outside; null where there was no row before.
  before: jsonb('before').$type<Record<string, unknown> | null>(),
  after: jsonb('after').$type<Record<string, unknown>>().notNull(),
  changedAt: timestamp('changed_at', { withTimezone: true, precision: 3 }).notNull(),
}, t => [index('change_row').on(t.companyId, t.entity, t.rowId, t.id)]);

/** What an ad cost on a Tokyo day, as imported from its network; counted where the product links costs. */
export const adCost = pgTable('ad_cost', {
  companyId: tenant(),
  productId: integer('product_id').notNull().references(() => product.id),
  adId: integer('ad_id').notNull().references(() => ad.id),
  day: date('day').notNull(),
  cost: numeric('cost', { precision: 12, scale: 2, mode: 'number' }).notNull(), // yen
  updatedAt: timestamp('updated_at', { withTimezone: true, precision: 3 }).notNull(),
}, t => [primaryKey({ columns: [t.adId, t.day] }), index('ad_cost_product').on(t.productId, t.day)]);

/** A scheduled import of a product: where from, what its columns mean, and when. */
export const syncSetting = pgTable('sync_setting', {
  id: id(), companyId: tenant(),
  productId: integer('product_id').notNull().references(() => product.id),
  name: text('name').notNull(),
  kind: text('kind', { enum: ['ads', 'costs'] }).notNull(),
  sourceUrl: text('source_url').notNull().default(''),          // HTTPS; empty: by upload only
  format: text('format', { enum: ['csv', 'xlsx', 'json'] }).notNull().default('csv'),
  mapping: jsonb('mapping').$type<Record<string, string>>().notNull().default({}), // our field: the column's heading there
  schedule: text('schedule', { enum: ['none', 'hourly', 'daily', 'weekly', 'monthly'] }).notNull().default('none'),
  hour: smallint('hour').notNull().default(6),                  // 0..23 in Tokyo
  ...kept,
}, t => [index('sync_setting_product').on(t.companyId, t.productId)]);

/** One run of an import, with what was wrong in its rows; a run with errors changed nothing. */
export const syncRun = pgTable('sync_run', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  companyId: tenant(),
  syncSettingId: integer('sync_setting_id').notNull().references(() => syncSetting.id),
  userId: integer('user_id').references(() => user.id),         // who ran it; null: the schedule
  state: text('state', { enum: ['running', 'done', 'failed'] }).notNull().default('running'),
  rows: integer('rows').notNull().default(0),
  applied: integer('applied').notNull().default(0),
  errors: jsonb('errors').$type<{ readonly row: number; readonly field: string; readonly code: string; readonly values?: Record<string, string | number> }[]>().notNull().default([]),
  failure: text('failure').notNull().default(''),               // why the whole could not be read: a failure code
  startedAt: timestamp('started_at', { withTimezone: true, precision: 3 }).notNull(),
  endedAt: timestamp('ended_at', { withTimezone: true, precision: 3 }),
}, t => [index('sync_run_setting').on(t.syncSettingId, t.id)]);

/** What an analysis page shows of a product unless its user chooses otherwise, and what the custom pages are made of. */
export const analyzeSetting = pgTable('analyze_setting', {
  id: id(), companyId: tenant(),
  productId: integer('product_id').notNull().references(() => product.id),
  page: text('page').notNull(),                                 // ad_statistics, term, .., item_1, item_2, item_3
  name: text('name').notNull().default(''),                     // of a custom page
  metrics: text('metrics').array().notNull().default(sql`'{}'`),
  axes: text('axes').array().notNull().default(sql`'{}'`),      // at most two, the outer first
  hiddenMetrics: text('hidden_metrics').array().notNull().default(sql`'{}'`),
  chart: text('chart', { enum: ['none', 'bar', 'stacked'] }).notNull().default('none'),
  ...kept,
}, t => [uniqueIndex('analyze_setting_page').on(t.productId, t.page).where(sql`status`)]);

/** A report that is sent by mail, as a file: what it asks, when and to whom. */
export const reportDelivery = pgTable('report_delivery', {
  id: id(), companyId: tenant(),
  productId: integer('product_id').notNull().references(() => product.id),
  name: text('name').notNull(),
  page: text('page').notNull(),                                 // ad_statistics, attribution, effect
  axis: smallint('axis').notNull().default(1),                  // 1..6
  model: smallint('model').notNull().default(0),                // 1..7; 0: the product's
  metrics: text('metrics').array().notNull().default(sql`'{}'`), // none: all of the page
  format: text('format', { enum: ['csv', 'xlsx'] }).notNull().default('xlsx'),
  locale: text('locale', { enum: ['ja', 'en', 'zh-CN'] }).notNull().default('ja'),
  schedule: text('schedule', { enum: ['none', 'daily', 'weekly', 'monthly'] }).notNull().default('weekly'),
  hour: smallint('hour').notNull().default(8),                  // 0..23 in Tokyo
  recipients: text('recipients').array().notNull().default(sql`'{}'`),
  lastSlot: timestamp('last_slot', { withTimezone: true, precision: 3 }), // the time of the schedule for which mails were last ordered
  lastSent: timestamp('last_sent', { withTimezone: true, precision: 3 }), // when a mail of it was last handed over
  ...kept,
}, t => [index('report_delivery_product').on(t.companyId, t.productId)]);

/** A list as somebody left it, by name: its address without the product. */
export const savedView = pgTable('saved_view', {
  id: id(), companyId: tenant(),
  userId: integer('user_id').notNull().references(() => user.id),
  screen: text('screen').notNull(),
  name: text('name').notNull(),
  search: text('search').notNull(),
  hidden: text('hidden').array().notNull().default(sql`'{}'`),  // columns not shown
  shared: boolean('shared').notNull().default(false),           // with everybody of the company
  ...kept,
}, t => [index('saved_view_screen').on(t.companyId, t.screen)]);
