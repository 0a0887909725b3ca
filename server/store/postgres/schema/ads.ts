import {
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';
import { id, lifecycleColumns, money } from './columns.ts';
import { agency, product, tenant } from './company.ts';

/** Ads, their groups and ad networks. */

/** One landing page among up to five of a redirect or an ad; `rate` is its weight. */
export interface LpoEntry {
  readonly title: string;
  readonly url: string;
  readonly rate: number;
}

export const adCategory = pgTable(
  'ad_category',
  {
    id: id(),
    companyId: tenant(),
    productId: integer('product_id')
      .notNull()
      .references(() => product.id),
    kind: smallint('kind').notNull().default(0), // 0..3
    name: text('name').notNull(),
    ...lifecycleColumns,
  },
  t => [index('ad_category_product').on(t.companyId, t.productId)],
);

/** The titles of the three free groupings of ads; `sequence` is 1, 2 or 3. */
export const adType = pgTable(
  'ad_type',
  {
    id: id(),
    companyId: tenant(),
    productId: integer('product_id')
      .notNull()
      .references(() => product.id),
    sequence: smallint('sequence').notNull(),
    title: text('title').notNull(),
    ...lifecycleColumns,
  },
  t => [index('ad_type_product').on(t.companyId, t.productId, t.sequence)],
);

export type AutoApprovalSwitches = {
  readonly approveAutomatically: boolean; // if all checks pass: APPROVED instead of PENDING
  readonly judgeAmount: boolean; // purchase amount present and above zero
  readonly judgeArgs: boolean; // result identifier present
  readonly excludeDuplicateIps: number; // days in which one IP address earns one result; 0: off
  readonly excludeDuplicateArgs: boolean; // an identifier earns one result, without a time limit
};

export const asp = pgTable(
  'asp',
  {
    id: id(),
    companyId: tenant(),
    productId: integer('product_id')
      .notNull()
      .references(() => product.id),
    name: text('name').notNull(),
    companyName: text('company_name').notNull().default(''),
    phoneNumber: text('phone_number').notNull().default(''),
    address: text('address').notNull().default(''),
    description: text('description').notNull().default(''),
    // Parameters that the network sends with a click: whether it sends each, and its name.
    xclidFlag: boolean('xclid_flag').notNull().default(false),
    xclidName: text('xclid_name').notNull().default('a_xclid'),
    mediaSessionFlag: boolean('media_session_flag').notNull().default(false),
    mediaSessionName: text('media_session_name').notNull().default('a_ses'),
    mediaManagement1Flag: boolean('media_management1_flag').notNull().default(false),
    mediaManagement1Name: text('media_management1_name').notNull().default('a_key1'),
    mediaManagement2Flag: boolean('media_management2_flag').notNull().default(false),
    mediaManagement2Name: text('media_management2_name').notNull().default('a_key2'),
    mediaManagement3Flag: boolean('media_management3_flag').notNull().default(false),
    mediaManagement3Name: text('media_management3_name').notNull().default('a_key3'),
    measurementTag: text('measurement_tag').notNull().default(''),
    // Notification of results to the network.
    resultFlag: smallint('result_flag').notNull().default(0), // 0 invalid, 1 active, 2 active always
    resultMethod: smallint('result_method').notNull().default(2), // 1 CV tag, 2 webhook URL
    cvTag: text('cv_tag').notNull().default(''),
    webhookUrl: text('webhook_url').notNull().default(''),
    webhookStyle: smallint('webhook_style').notNull().default(0), // 0 GET with macros, 1 signed JSON POST
    webhookSecret: text('webhook_secret').notNull().default(''), // whsec_ and base64; never included in answers
    pausedAt: timestamp('paused_at', { withTimezone: true, precision: 3 }), // start of the pause; null: not paused
    performanceCvFlag: boolean('performance_cv_flag').notNull().default(false),
    unapprovedValue: text('unapproved_value').notNull().default('0'),
    approvedValue: text('approved_value').notNull().default('1'),
    rejectedValue: text('rejected_value').notNull().default('2'),
    approveAutomatically: boolean('auto_approval').notNull().default(false),
    judgeAmount: boolean('approval_amount').notNull().default(false),
    judgeArgs: boolean('approval_args').notNull().default(false),
    excludeDuplicateIps: smallint('exclude_duplicate_ips').notNull().default(0), // days; 0: off
    excludeDuplicateArgs: boolean('exclude_duplicate_args').notNull().default(false),
    ...lifecycleColumns,
  },
  t => [index('asp_product').on(t.companyId, t.productId)],
);

export const ad = pgTable(
  'ad',
  {
    id: id(),
    companyId: tenant(),
    productId: integer('product_id')
      .notNull()
      .references(() => product.id),
    name: text('name').notNull(),
    adPostUrl: text('ad_post_url').notNull().default(''),
    adDescription: text('ad_description').notNull().default(''),
    adCategoryId: integer('ad_category_id').references(() => adCategory.id),
    adType1Id: integer('ad_type1_id').references(() => adType.id),
    adType2Id: integer('ad_type2_id').references(() => adType.id),
    adType3Id: integer('ad_type3_id').references(() => adType.id),
    aspId: integer('asp_id').references(() => asp.id),
    agencyId: integer('agency_id').references(() => agency.id),
    periodFrom: date('period_from'),
    periodTo: date('period_to'), // days in Tokyo, inclusive
    redirectUrl: text('redirect_url').notNull(), // the plain landing page
    directLink: boolean('direct_link').notNull().default(false), // the ad parameter on the landing page counts a contact
    lpoFlag: boolean('lpo_flag').notNull().default(false),
    lpoEntries: jsonb('lpo_entries').$type<LpoEntry[]>().notNull().default([]),
    dynamicLpUrl: boolean('dynamic_lpurl').notNull().default(false),
    // Can be the performance CV of a conversion.
    performanceCvFlag: boolean('performance_cv_flag').notNull().default(true),
    clickCost: money('click_cost').notNull().default(0), // yen per contact
    cvCost: money('cv_cost').notNull().default(0), // yen per result
    adFee: money('ad_fee').notNull().default(0), // yen for the full period of the ad, spread over its days
    args: text('args').notNull().default(''),
    // Individual settings: each switch replaces the network's values by the ad's own.
    ownParameters: boolean('own_parameters').notNull().default(false),
    parameters: jsonb('parameters')
      .$type<
        Partial<
          Record<
            'xclid' | 'media_session' | 'media_management1' | 'media_management2' | 'media_management3',
            string
          >
        >
      >()
      .notNull()
      .default({}),
    ownResultNotice: boolean('own_result_notice').notNull().default(false),
    resultFlag: smallint('result_flag').notNull().default(0),
    ownAutoApproval: boolean('own_auto_approval').notNull().default(false),
    autoApproval: jsonb('auto_approval').$type<AutoApprovalSwitches>().notNull().default({
      approveAutomatically: false,
      judgeAmount: false,
      judgeArgs: false,
      excludeDuplicateIps: 0,
      excludeDuplicateArgs: false,
    }),
    ...lifecycleColumns,
  },
  t => [
    index('ad_product').on(t.companyId, t.productId),
    index('ad_asp').on(t.aspId),
    index('ad_agency').on(t.agencyId),
  ],
);

export const redirect = pgTable(
  'redirect',
  {
    id: id(),
    companyId: tenant(),
    productId: integer('product_id')
      .notNull()
      .references(() => product.id),
    adId: integer('ad_id')
      .notNull()
      .references(() => ad.id),
    redirectUrl: text('redirect_url').notNull(),
    // False: the redirect leads to the ad's plain landing page.
    redirectFlag: boolean('redirect_flag').notNull().default(true),
    lpoFlag: boolean('lpo_flag').notNull().default(false),
    lpoEntries: jsonb('lpo_entries').$type<LpoEntry[]>().notNull().default([]),
    dynamicLpUrl: boolean('dynamic_lpurl').notNull().default(false),
    ...lifecycleColumns,
  },
  t => [index('redirect_ad').on(t.adId), index('redirect_product').on(t.companyId, t.productId)],
);
