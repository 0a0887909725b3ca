/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
export type AdCategoryChange_Input = {
  /** Kind, 0 to 3 */
  kind?: number | null | undefined;
  /** Name */
  name: string;
  /** The product it belongs to; it does not change */
  product_id?: number | null | undefined;
  /** Of the row as it was when it was read: a later change of somebody else is a conflict */
  updated_at: string;
};

export type AdCategoryForm_Input = {
  /** Kind, 0 to 3 */
  kind?: number | null | undefined;
  /** Name */
  name: string;
  /** The product it belongs to; it does not change */
  product_id: number;
};

export type AdChange_Input = {
  /** Its category */
  ad_category?: number | null | undefined;
  /** Description */
  ad_description?: string | null | undefined;
  /** Fee for the whole period, in yen with up to two decimals */
  ad_fee?: number | null | undefined;
  /** Where it is posted */
  ad_post_url?: string | null | undefined;
  /** Its first type */
  ad_type1?: number | null | undefined;
  /** Its second type */
  ad_type2?: number | null | undefined;
  /** Its third type */
  ad_type3?: number | null | undefined;
  /** Its agency */
  agency?: number | null | undefined;
  /** Result identifier */
  args?: string | null | undefined;
  /** Its ad network */
  asp?: number | null | undefined;
  auto_approval?: MutationInput_UpdateAd_Input_Auto_Approval_Input | null | undefined;
  /** Cost of a contact, in yen with up to two decimals */
  click_cost?: number | null | undefined;
  /** Cost of a result, in yen with up to two decimals */
  cv_cost?: number | null | undefined;
  /** A landing with the ad's parameter counts a contact */
  direct_link?: boolean | null | undefined;
  /** The landing page comes from the request */
  dynamic_lpurl?: boolean | null | undefined;
  /** Up to five landing pages; their rates sum to 100 where lpo_flag is on */
  lpo_entries?: Array<LpoEntryForm_Input | null | undefined> | null | undefined;
  /** Landing pages are chosen by their rates */
  lpo_flag?: boolean | null | undefined;
  /** Name */
  name: string;
  /** Its own auto approval in the place of the network's */
  own_auto_approval?: boolean | null | undefined;
  /** Its own parameter names in the place of the network's */
  own_parameters?: boolean | null | undefined;
  /** Its own result notice in the place of the network's */
  own_result_notice?: boolean | null | undefined;
  parameters?: AdParametersForm_Input | null | undefined;
  /** May be a conversion's performance CV ad */
  performance_cv_flag?: boolean | null | undefined;
  /** First day */
  period_from?: string | null | undefined;
  /** Last day */
  period_to?: string | null | undefined;
  /** The product it belongs to; it does not change */
  product_id?: number | null | undefined;
  /** Plain landing page */
  redirect_url: string;
  /** Result notice: 0 invalid, 1 active, 2 active always */
  result_flag?: number | null | undefined;
  /** Of the row as it was when it was read: a later change of somebody else is a conflict */
  updated_at: string;
};

export type AdForm_Input = {
  /** Its category */
  ad_category?: number | null | undefined;
  /** Description */
  ad_description?: string | null | undefined;
  /** Fee for the whole period, in yen with up to two decimals */
  ad_fee?: number | null | undefined;
  /** Where it is posted */
  ad_post_url?: string | null | undefined;
  /** Its first type */
  ad_type1?: number | null | undefined;
  /** Its second type */
  ad_type2?: number | null | undefined;
  /** Its third type */
  ad_type3?: number | null | undefined;
  /** Its agency */
  agency?: number | null | undefined;
  /** Result identifier */
  args?: string | null | undefined;
  /** Its ad network */
  asp?: number | null | undefined;
  auto_approval?: MutationInput_CreateAd_Input_Auto_Approval_Input | null | undefined;
  /** Cost of a contact, in yen with up to two decimals */
  click_cost?: number | null | undefined;
  /** Cost of a result, in yen with up to two decimals */
  cv_cost?: number | null | undefined;
  /** A landing with the ad's parameter counts a contact */
  direct_link?: boolean | null | undefined;
  /** The landing page comes from the request */
  dynamic_lpurl?: boolean | null | undefined;
  /** Up to five landing pages; their rates sum to 100 where lpo_flag is on */
  lpo_entries?: Array<LpoEntryForm_Input | null | undefined> | null | undefined;
  /** Landing pages are chosen by their rates */
  lpo_flag?: boolean | null | undefined;
  /** Name */
  name: string;
  /** Its own auto approval in the place of the network's */
  own_auto_approval?: boolean | null | undefined;
  /** Its own parameter names in the place of the network's */
  own_parameters?: boolean | null | undefined;
  /** Its own result notice in the place of the network's */
  own_result_notice?: boolean | null | undefined;
  parameters?: AdParametersForm_Input | null | undefined;
  /** May be a conversion's performance CV ad */
  performance_cv_flag?: boolean | null | undefined;
  /** First day */
  period_from?: string | null | undefined;
  /** Last day */
  period_to?: string | null | undefined;
  /** The product it belongs to; it does not change */
  product_id: number;
  /** Plain landing page */
  redirect_url: string;
  /** Result notice: 0 invalid, 1 active, 2 active always */
  result_flag?: number | null | undefined;
};

export type AdParametersForm_Input = {
  /** Name of the parameter in the landing URL */
  media_management1?: string | null | undefined;
  /** Name of the parameter in the landing URL */
  media_management2?: string | null | undefined;
  /** Name of the parameter in the landing URL */
  media_management3?: string | null | undefined;
  /** Name of the parameter in the landing URL */
  media_session?: string | null | undefined;
  /** Name of the parameter in the landing URL */
  xclid?: string | null | undefined;
};

export type AdTypeChange_Input = {
  /** The product it belongs to; it does not change */
  product_id?: number | null | undefined;
  /** Which of the three groupings, 1 to 3; it does not change */
  sequence?: number | null | undefined;
  /** Title */
  title: string;
  /** Of the row as it was when it was read: a later change of somebody else is a conflict */
  updated_at: string;
};

export type AdTypeForm_Input = {
  /** The product it belongs to; it does not change */
  product_id: number;
  /** Which of the three groupings, 1 to 3; it does not change */
  sequence: number;
  /** Title */
  title: string;
};

export type AgencyChange_Input = {
  /** Name */
  agency_name?: string | null | undefined;
  /** Description */
  description?: string | null | undefined;
  /** Numbers of the products that its users may see */
  products?: Array<number | null | undefined> | null | undefined;
  /** Of the row as it was when it was read: a later change of somebody else is a conflict */
  updated_at: string;
};

export type AgencyForm_Input = {
  /** Name */
  agency_name: string;
  /** Description */
  description?: string | null | undefined;
  /** Numbers of the products that its users may see */
  products?: Array<number | null | undefined> | null | undefined;
};

export type AnalyzeSettingChange_Input = {
  /** Which page; it does not change: ad_statistics, allocation, attribution, cv, effect, lpo, term, item_1, item_2, item_3 */
  analyze_page?: string | null | undefined;
  /** What the rows are, the outer first; two at most */
  axes?: Array<string | null | undefined> | null | undefined;
  /** Chart: none, bar, line, pie */
  chart?: string | null | undefined;
  /** Columns that are not shown at first */
  hidden_metrics?: Array<string | null | undefined> | null | undefined;
  /** Metrics of a custom page, in their order */
  metrics?: Array<string | null | undefined> | null | undefined;
  /** Name of a custom page */
  name?: string | null | undefined;
  /** The product it belongs to; it does not change */
  product_id?: number | null | undefined;
  /** Of the row as it was when it was read: a later change of somebody else is a conflict */
  updated_at: string;
};

export type AnalyzeSettingForm_Input = {
  /** Which page; it does not change: ad_statistics, allocation, attribution, cv, effect, lpo, term, item_1, item_2, item_3 */
  analyze_page: string;
  /** What the rows are, the outer first; two at most */
  axes?: Array<string | null | undefined> | null | undefined;
  /** Chart: none, bar, line, pie */
  chart?: string | null | undefined;
  /** Columns that are not shown at first */
  hidden_metrics?: Array<string | null | undefined> | null | undefined;
  /** Metrics of a custom page, in their order */
  metrics?: Array<string | null | undefined> | null | undefined;
  /** Name of a custom page */
  name?: string | null | undefined;
  /** The product it belongs to; it does not change */
  product_id: number;
};

export type AspChange_Input = {
  /** Address */
  address?: string | null | undefined;
  /** Judge the purchase amount */
  approval_amount?: boolean | null | undefined;
  /** Judge the result identifier */
  approval_args?: boolean | null | undefined;
  /** Its word for approved */
  approved_value?: string | null | undefined;
  /** Name */
  asp_name: string;
  /** All judgements passed: approved rather than pending */
  auto_approval?: boolean | null | undefined;
  /** Company */
  company_name?: string | null | undefined;
  /** CV tag */
  cv_tag?: string | null | undefined;
  /** Description */
  description?: string | null | undefined;
  /** An identifier makes one result */
  exclude_duplicate_args?: boolean | null | undefined;
  /** Days in which one address makes one result; 0: off */
  exclude_duplicate_ips?: number | null | undefined;
  /** Measurement tag */
  measurement_tag?: string | null | undefined;
  /** Whether the network sends it */
  media_management1_flag?: boolean | null | undefined;
  /** Name of the parameter */
  media_management1_name?: string | null | undefined;
  /** Whether the network sends it */
  media_management2_flag?: boolean | null | undefined;
  /** Name of the parameter */
  media_management2_name?: string | null | undefined;
  /** Whether the network sends it */
  media_management3_flag?: boolean | null | undefined;
  /** Name of the parameter */
  media_management3_name?: string | null | undefined;
  /** Whether the network sends it */
  media_session_flag?: boolean | null | undefined;
  /** Name of the parameter */
  media_session_name?: string | null | undefined;
  /** Judged by performance CV */
  performance_cv_flag?: boolean | null | undefined;
  /** Phone number */
  phone_number?: string | null | undefined;
  /** The product it belongs to; it does not change */
  product_id?: number | null | undefined;
  /** Its word for rejected */
  rejected_value?: string | null | undefined;
  /** Result notice: 0 invalid, 1 active, 2 active always */
  result_flag?: number | null | undefined;
  /** Result notice by: 1 CV tag, 2 webhook URL */
  result_method?: number | null | undefined;
  /** Its word for unapproved */
  unapproved_value?: string | null | undefined;
  /** Of the row as it was when it was read: a later change of somebody else is a conflict */
  updated_at: string;
  /** What it is signed with, as whsec_ and base64; shown only as whether there is one */
  webhook_secret?: string | null | undefined;
  /** Webhook: 0 GET with macros, 1 signed JSON POST (Standard Webhooks) */
  webhook_style?: number | null | undefined;
  /** Webhook URL with macros */
  webhook_url?: string | null | undefined;
  /** Whether the network sends it */
  xclid_flag?: boolean | null | undefined;
  /** Name of the parameter */
  xclid_name?: string | null | undefined;
};

export type AspForm_Input = {
  /** Address */
  address?: string | null | undefined;
  /** Judge the purchase amount */
  approval_amount?: boolean | null | undefined;
  /** Judge the result identifier */
  approval_args?: boolean | null | undefined;
  /** Its word for approved */
  approved_value?: string | null | undefined;
  /** Name */
  asp_name: string;
  /** All judgements passed: approved rather than pending */
  auto_approval?: boolean | null | undefined;
  /** Company */
  company_name?: string | null | undefined;
  /** CV tag */
  cv_tag?: string | null | undefined;
  /** Description */
  description?: string | null | undefined;
  /** An identifier makes one result */
  exclude_duplicate_args?: boolean | null | undefined;
  /** Days in which one address makes one result; 0: off */
  exclude_duplicate_ips?: number | null | undefined;
  /** Measurement tag */
  measurement_tag?: string | null | undefined;
  /** Whether the network sends it */
  media_management1_flag?: boolean | null | undefined;
  /** Name of the parameter */
  media_management1_name?: string | null | undefined;
  /** Whether the network sends it */
  media_management2_flag?: boolean | null | undefined;
  /** Name of the parameter */
  media_management2_name?: string | null | undefined;
  /** Whether the network sends it */
  media_management3_flag?: boolean | null | undefined;
  /** Name of the parameter */
  media_management3_name?: string | null | undefined;
  /** Whether the network sends it */
  media_session_flag?: boolean | null | undefined;
  /** Name of the parameter */
  media_session_name?: string | null | undefined;
  /** Judged by performance CV */
  performance_cv_flag?: boolean | null | undefined;
  /** Phone number */
  phone_number?: string | null | undefined;
  /** The product it belongs to; it does not change */
  product_id: number;
  /** Its word for rejected */
  rejected_value?: string | null | undefined;
  /** Result notice: 0 invalid, 1 active, 2 active always */
  result_flag?: number | null | undefined;
  /** Result notice by: 1 CV tag, 2 webhook URL */
  result_method?: number | null | undefined;
  /** Its word for unapproved */
  unapproved_value?: string | null | undefined;
  /** What it is signed with, as whsec_ and base64; shown only as whether there is one */
  webhook_secret?: string | null | undefined;
  /** Webhook: 0 GET with macros, 1 signed JSON POST (Standard Webhooks) */
  webhook_style?: number | null | undefined;
  /** Webhook URL with macros */
  webhook_url?: string | null | undefined;
  /** Whether the network sends it */
  xclid_flag?: boolean | null | undefined;
  /** Name of the parameter */
  xclid_name?: string | null | undefined;
};

export type ClickEntryForm_Input = {
  /** null: not typed yet */
  rate?: number | null | undefined;
  title: string;
  url: string;
};

/** counted: to its landing page; uncounted: switched off or deleted, so to the ad's page; lost: nowhere to go */
export type ClickFate =
  | 'counted'
  | 'lost'
  | 'uncounted';

export type ClickParametersForm_Input = {
  /** Name of the parameter in the landing URL */
  media_management1?: string | null | undefined;
  /** Name of the parameter in the landing URL */
  media_management2?: string | null | undefined;
  /** Name of the parameter in the landing URL */
  media_management3?: string | null | undefined;
  /** Name of the parameter in the landing URL */
  media_session?: string | null | undefined;
  /** Name of the parameter in the landing URL */
  xclid?: string | null | undefined;
};

export type CompanyChange_Input = {
  /** Name */
  company_name: string;
  /** Email address of the contact */
  contact_mail?: string | null | undefined;
  /** Whom to turn to */
  contact_name?: string | null | undefined;
  /** Department */
  department_name?: string | null | undefined;
  /** Addresses and CIDR ranges from which one may sign in; none: from everywhere */
  login_allowed_ips?: Array<string | null | undefined> | null | undefined;
  /** Of the row as it was when it was read: a later change of somebody else is a conflict */
  updated_at: string;
};

export type CrossdomainSettingChange_Input = {
  /** The product it belongs to; it does not change */
  product_id?: number | null | undefined;
  /** Host of the sender; its subdomains count as the sender's */
  sender_domain: string;
  /** Name of the sender */
  sender_name: string;
  /** Of the row as it was when it was read: a later change of somebody else is a conflict */
  updated_at: string;
};

export type CrossdomainSettingForm_Input = {
  /** The product it belongs to; it does not change */
  product_id: number;
  /** Host of the sender; its subdomains count as the sender's */
  sender_domain: string;
  /** Name of the sender */
  sender_name: string;
};

export type CvSettingChange_Input = {
  /** What is clicked */
  button_selector?: string | null | undefined;
  /** Condition: 1 URL, 2 URL and referrer, 3 button click */
  cv_condition?: number | null | undefined;
  /** The page of the CV */
  cv_page_url?: string | null | undefined;
  /** Kind of CV: 0 middle, 1 last */
  cv_type?: number | null | undefined;
  /** Name */
  name: string;
  /** The product it belongs to; it does not change */
  product_id?: number | null | undefined;
  /** The page before */
  route_page_url?: string | null | undefined;
  /** Of the row as it was when it was read: a later change of somebody else is a conflict */
  updated_at: string;
};

export type CvSettingForm_Input = {
  /** What is clicked */
  button_selector?: string | null | undefined;
  /** Condition: 1 URL, 2 URL and referrer, 3 button click */
  cv_condition?: number | null | undefined;
  /** The page of the CV */
  cv_page_url?: string | null | undefined;
  /** Kind of CV: 0 middle, 1 last */
  cv_type?: number | null | undefined;
  /** Name */
  name: string;
  /** The product it belongs to; it does not change */
  product_id: number;
  /** The page before */
  route_page_url?: string | null | undefined;
};

export type DecideForm_Input = {
  /** Of this request: sent again, it answers the same and decides nothing twice */
  key: string;
  /** Needed for rejecting, and for taking back what was decided */
  reason?: string | null | undefined;
  results: Array<MutationInput_DecideResults_Input_Results_Items_Input | null | undefined>;
  /** 1 approved, 2 rejected */
  to: number;
};

/** Somebody else decided first; not there or not to be seen; the lifecycle has no such step; this step needs a reason */
export type DecisionRefusal =
  | 'conflict'
  | 'no_step'
  | 'not_found'
  | 'reason_required';

/** What became of the landing page that the request asks for */
export type DynamicVerdict =
  | 'accepted'
  | 'foreign_host'
  | 'no_web_address'
  | 'not_asked'
  | 'off'
  | 'too_long';

/** Whether an entry can be chosen */
export type EntryVerdict =
  | 'no_rate'
  | 'no_web_address'
  | 'used';

/** Whose pages a host serves by the settings of now: the product's, a sender's (crossdomain), somebody else's */
export type HostRelation =
  | 'foreign'
  | 'own'
  | 'sender';

/** never: the tag was never seen; seen: on the product's domain within the last 24 hours; silent: not since; foreign_only: within 90 days on other domains only */
export type InstallationVerdict =
  | 'foreign_only'
  | 'never'
  | 'seen'
  | 'silent';

/** Why this page: the plain one, one of the LPO entries, the one asked for, the ad's for a click that does not count; none: nowhere to go */
export type LandingChoice =
  | 'ad_page'
  | 'dynamic'
  | 'lpo'
  | 'none'
  | 'plain';

export type LpoEntryForm_Input = {
  /** In percent, with up to two decimals; the rates sum to 100 */
  rate: number;
  title: string;
  url: string;
};

/** Of the newest notification: none is sent, on its way, the network has answered, given up */
export type NoticeState =
  | 'failed'
  | 'none'
  | 'told'
  | 'waiting';

/** What a network sends with a click: its own click id, its session, its three keys */
export type ParameterColumn =
  | 'media_management1'
  | 'media_management2'
  | 'media_management3'
  | 'media_session'
  | 'xclid';

/** none: hidden; read: shown and downloaded; write: changed too */
export type PermissionLevel =
  | 'none'
  | 'read'
  | 'write';

export type PermissionMap_Input = {
  access_log: PermissionLevel;
  cv_approval: PermissionLevel;
  cv_log: PermissionLevel;
  interaction_log: PermissionLevel;
  result_notification_log: PermissionLevel;
  result_queue: PermissionLevel;
};

export type PreviewClickForm_Input = {
  /** Whose click addresses are looked at; null: it is not made yet */
  ad_id?: number | null | undefined;
  /** Its network */
  asp?: number | null | undefined;
  dynamic_lpurl: boolean;
  lpo_entries: Array<ClickEntryForm_Input | null | undefined>;
  lpo_flag: boolean;
  own_parameters: boolean;
  parameters: ClickParametersForm_Input;
  /** Number of the row */
  product_id: number;
  /** What else stands behind the ? of the click address */
  query?: string | null | undefined;
  redirect_url: string;
  /** The landing page that the request asks for */
  url?: string | null | undefined;
  /** A visitor who comes again, by an earlier answer; null: a new one */
  visitor_id?: string | null | undefined;
};

export type ProductChange_Input = {
  /** How the cost is shared: 1 by CV, 2 by sales, 3 by registered ad cost */
  ad_cost_allocation_mode?: number | null | undefined;
  /** Imported costs are used */
  ad_cost_linkage?: boolean | null | undefined;
  /** Attribution model: 1 linear, 2 decay, 3 touch point, 4 starting point, 5 ending point */
  attribution_model?: number | null | undefined;
  /** Host of the site; its subdomains count as the product's */
  domain: string;
  /** Addresses and CIDR ranges that reports leave out */
  excluded_ips?: Array<string | null | undefined> | null | undefined;
  /** Name */
  name: string;
  /** Days in which a contact counts for a conversion */
  tracking_term?: number | null | undefined;
  /** Of the row as it was when it was read: a later change of somebody else is a conflict */
  updated_at: string;
  /** Address of the site */
  url: string;
  /** First day of the week: 0 Sunday, 1 Monday */
  week_start?: number | null | undefined;
};

export type ProductForm_Input = {
  /** How the cost is shared: 1 by CV, 2 by sales, 3 by registered ad cost */
  ad_cost_allocation_mode?: number | null | undefined;
  /** Imported costs are used */
  ad_cost_linkage?: boolean | null | undefined;
  /** Attribution model: 1 linear, 2 decay, 3 touch point, 4 starting point, 5 ending point */
  attribution_model?: number | null | undefined;
  /** Host of the site; its subdomains count as the product's */
  domain: string;
  /** Addresses and CIDR ranges that reports leave out */
  excluded_ips?: Array<string | null | undefined> | null | undefined;
  /** Name */
  name: string;
  /** Days in which a contact counts for a conversion */
  tracking_term?: number | null | undefined;
  /** Address of the site */
  url: string;
  /** First day of the week: 0 Sunday, 1 Monday */
  week_start?: number | null | undefined;
};

/** Waiting for its time, or for its network to be resumed; under way; taken; given up */
export type QueueState =
  | 'dead'
  | 'done'
  | 'paused'
  | 'sending'
  | 'waiting';

export type RecomputeForm_Input = {
  /** Of the preview: if anything else would happen now, it is a conflict */
  digest: string;
  /** As previewed */
  from: string;
  /** The product */
  product_id: number;
  /** As previewed */
  to: string;
};

export type RecomputeQuestion_Input = {
  /** First day of the conversions, Tokyo */
  from: string;
  /** The product */
  product_id: number;
  /** Last day, included */
  to: string;
};

export type RedirectChange_Input = {
  /** Its ad */
  ad_id: number;
  /** The landing page comes from the request */
  dynamic_lpurl?: boolean | null | undefined;
  /** Up to five landing pages; their rates sum to 100 where lpo_flag is on */
  lpo_entries?: Array<LpoEntryForm_Input | null | undefined> | null | undefined;
  /** Landing pages are chosen by their rates */
  lpo_flag?: boolean | null | undefined;
  /** The product it belongs to; it does not change */
  product_id?: number | null | undefined;
  /** false: to the ad's plain landing page */
  redirect_flag?: boolean | null | undefined;
  /** Where it leads */
  redirect_url: string;
  /** Of the row as it was when it was read: a later change of somebody else is a conflict */
  updated_at: string;
};

export type RedirectForm_Input = {
  /** Its ad */
  ad_id: number;
  /** The landing page comes from the request */
  dynamic_lpurl?: boolean | null | undefined;
  /** Up to five landing pages; their rates sum to 100 where lpo_flag is on */
  lpo_entries?: Array<LpoEntryForm_Input | null | undefined> | null | undefined;
  /** Landing pages are chosen by their rates */
  lpo_flag?: boolean | null | undefined;
  /** The product it belongs to; it does not change */
  product_id: number;
  /** false: to the ad's plain landing page */
  redirect_flag?: boolean | null | undefined;
  /** Where it leads */
  redirect_url: string;
};

export type ReportDeliveryChange_Input = {
  /** Which analysis: ad_statistics, attribution, effect */
  analyze_page: string;
  /** What the rows are: 1 ad, 2 ad_category, 3 ad_type1, 4 ad_type2, 5 ad_type3, 6 asp */
  axis?: number | null | undefined;
  /** How the file is written: csv, xlsx */
  format?: string | null | undefined;
  /** Hour of the day in Tokyo, 0 to 23 */
  hour?: number | null | undefined;
  /** Language of mail and file: ja, en, zh-CN */
  locale?: string | null | undefined;
  /** Columns, in their order; none: all */
  metrics?: Array<string | null | undefined> | null | undefined;
  /** Attribution model: 0 the product's, 1 linear, 2 decay, 3 touch_point, 4 starting_point, 5 ending_point */
  model?: number | null | undefined;
  /** Name: what the mail is about */
  name: string;
  /** The product it belongs to; it does not change */
  product_id?: number | null | undefined;
  /** Who gets it */
  recipients?: Array<string | null | undefined> | null | undefined;
  /** How often: none, daily, weekly, monthly */
  schedule?: string | null | undefined;
  /** Of the row as it was when it was read: a later change of somebody else is a conflict */
  updated_at: string;
};

export type ReportDeliveryForm_Input = {
  /** Which analysis: ad_statistics, attribution, effect */
  analyze_page: string;
  /** What the rows are: 1 ad, 2 ad_category, 3 ad_type1, 4 ad_type2, 5 ad_type3, 6 asp */
  axis?: number | null | undefined;
  /** How the file is written: csv, xlsx */
  format?: string | null | undefined;
  /** Hour of the day in Tokyo, 0 to 23 */
  hour?: number | null | undefined;
  /** Language of mail and file: ja, en, zh-CN */
  locale?: string | null | undefined;
  /** Columns, in their order; none: all */
  metrics?: Array<string | null | undefined> | null | undefined;
  /** Attribution model: 0 the product's, 1 linear, 2 decay, 3 touch_point, 4 starting_point, 5 ending_point */
  model?: number | null | undefined;
  /** Name: what the mail is about */
  name: string;
  /** The product it belongs to; it does not change */
  product_id: number;
  /** Who gets it */
  recipients?: Array<string | null | undefined> | null | undefined;
  /** How often: none, daily, weekly, monthly */
  schedule?: string | null | undefined;
};

export type ResendForm_Input = {
  /** Or all failed ones of this network */
  asp_id?: number | null | undefined;
  /** These, also such as were taken */
  ids?: Array<number | null | undefined> | null | undefined;
};

export type RoleChange_Input = {
  /** Which role it starts from */
  base: string;
  permissions: PermissionMap_Input;
  /** Lower-case word; unique in the company */
  role_code: string;
  role_name: string;
  /** Of the role as it was when it was read: a later change of somebody else is a conflict */
  updated_at: string;
};

export type RoleForm_Input = {
  /** Which role it starts from */
  base: string;
  permissions: PermissionMap_Input;
  /** Lower-case word; unique in the company */
  role_code: string;
  role_name: string;
};

export type SavedViewChange_Input = {
  /** What the list is asked, as its address says it behind the question mark; without the product */
  address?: string | null | undefined;
  /** Columns that are not shown */
  hidden?: Array<string | null | undefined> | null | undefined;
  /** Name */
  name: string;
  /** Which list it is of: ads, asps, users, .. */
  screen?: string | null | undefined;
  /** Read by everybody of the company */
  shared?: boolean | null | undefined;
  /** Of the row as it was when it was read: a later change of somebody else is a conflict */
  updated_at: string;
};

export type SavedViewForm_Input = {
  /** What the list is asked, as its address says it behind the question mark; without the product */
  address?: string | null | undefined;
  /** Columns that are not shown */
  hidden?: Array<string | null | undefined> | null | undefined;
  /** Name */
  name: string;
  /** Which list it is of: ads, asps, users, .. */
  screen: string;
  /** Read by everybody of the company */
  shared?: boolean | null | undefined;
};

export type SyncSettingChange_Input = {
  /** How the file is written: csv, xlsx, json */
  format?: string | null | undefined;
  /** Hour of the day in Tokyo, 0 to 23 */
  hour?: number | null | undefined;
  /** What is imported: ads, costs */
  kind: string;
  /** Our field: the column's heading there */
  mapping?: unknown;
  /** Name */
  name: string;
  /** The product it belongs to; it does not change */
  product_id?: number | null | undefined;
  /** How often: none, hourly, daily, weekly, monthly */
  schedule?: string | null | undefined;
  /** Where from, by HTTPS; empty: by upload only */
  source_url?: string | null | undefined;
  /** Of the row as it was when it was read: a later change of somebody else is a conflict */
  updated_at: string;
};

export type SyncSettingForm_Input = {
  /** How the file is written: csv, xlsx, json */
  format?: string | null | undefined;
  /** Hour of the day in Tokyo, 0 to 23 */
  hour?: number | null | undefined;
  /** What is imported: ads, costs */
  kind: string;
  /** Our field: the column's heading there */
  mapping?: unknown;
  /** Name */
  name: string;
  /** The product it belongs to; it does not change */
  product_id: number;
  /** How often: none, hourly, daily, weekly, monthly */
  schedule?: string | null | undefined;
  /** Where from, by HTTPS; empty: by upload only */
  source_url?: string | null | undefined;
};

export type TestSendForm_Input = {
  /** approved */
  approved_value?: string | null | undefined;
  cv_tag?: string | null | undefined;
  /** rejected */
  rejected_value?: string | null | undefined;
  /** 1 CV tag, 2 webhook URL */
  result_method: number;
  /** Of the sample result: 0 pending, 1 approved, 2 rejected; 0 unless told */
  status?: number | null | undefined;
  /** What the network calls unapproved */
  unapproved_value?: string | null | undefined;
  /** What it is signed with, as the form says it; the stored one unless told, or where the form only says that there is one */
  webhook_secret?: string | null | undefined;
  /** 0 GET with macros (unless told), 1 signed JSON POST */
  webhook_style?: number | null | undefined;
  webhook_url?: string | null | undefined;
};

export type UserChange_Input = {
  /** Required where the role is of an agency's kind, and only there */
  agency?: number | null | undefined;
  /** Required with a password: of the one who asks, also where he changes somebody else's */
  current_password?: string | null | undefined;
  /** With which he signs in; once in a company, deleted users counted */
  email?: string | null | undefined;
  /** Counted as NFKC; not the name or the email address of its user */
  password?: string | null | undefined;
  /** Another role ends his sessions */
  role?: number | null | undefined;
  /** Required where more than the password changes: of the user as he was when he was read; a later change of somebody else is a conflict */
  updated_at?: string | null | undefined;
  user_name?: string | null | undefined;
};

export type UserForm_Input = {
  /** Required where the role is of an agency's kind, and only there */
  agency?: number | null | undefined;
  /** With which he signs in; once in a company, deleted users counted */
  email: string;
  /** Counted as NFKC; not the name or the email address of its user */
  password: string;
  /** His role */
  role: number;
  user_name: string;
};

export type ForgotPassword_Request_Input = {
  /** The company's code */
  company_id: string;
  email: string;
  /** Language of the mail; ja unless told */
  locale?: string | null | undefined;
};

export type MutationInput_CreateAd_Input_Auto_Approval_Input = {
  /** Judge the purchase amount */
  approval_amount: boolean;
  /** Judge the result identifier */
  approval_args: boolean;
  /** All judgements passed: approved rather than pending */
  auto_approval: boolean;
  /** An identifier makes one result */
  exclude_duplicate_args: boolean;
  /** Days in which one address makes one result; 0: off */
  exclude_duplicate_ips: number;
};

export type MutationInput_DecideResults_Input_Results_Items_Input = {
  /** The result */
  id: number;
  /** As it was read */
  version: number;
};

export type MutationInput_UpdateAd_Input_Auto_Approval_Input = {
  /** Judge the purchase amount */
  approval_amount: boolean;
  /** Judge the result identifier */
  approval_args: boolean;
  /** All judgements passed: approved rather than pending */
  auto_approval: boolean;
  /** An identifier makes one result */
  exclude_duplicate_args: boolean;
  /** Days in which one address makes one result; 0: off */
  exclude_duplicate_ips: number;
};

export type RefreshTokens_Request_Input = {
  refresh: string;
};

export type ResetPassword_Request_Input = {
  /** Counted as NFKC; not the name or the email address of its user */
  password: string;
  /** What stood behind #token= in the mail's link */
  token: string;
};

export type SignIn_Request_Input = {
  /** Where the console keeps the tokens: beyond the browser's session or not. The server treats both alike */
  auto_login?: boolean | null | undefined;
  /** The company's code */
  company_id: string;
  email: string;
  password: string;
};

export type SignOut_Request_Input = {
  refresh: string;
};

export type AccessRowFragment = { access_id: string, access_time: string, ad_id: number | null, ad_name: string, sy_ad: number | null, sy_ad_name: string, interaction_id: string | null, visitor_id: string, ip_address: string, access_url: string, query: string, referrer: string, ua: string, device: string, os: string, os_ver: string, browser: string, browser_ver: string, bot: boolean, excluded: boolean };

export type AccessesQueryVariables = Exact<{
  product_id: number;
  from: string;
  to: string;
  show?: string | null | undefined;
  ad_id__in?: Array<number | null | undefined> | null | undefined;
  after?: string | null | undefined;
  limit?: number | null | undefined;
  visitor_id?: string | null | undefined;
  access_id?: string | null | undefined;
  access_url__contains?: string | null | undefined;
  device?: string | null | undefined;
  os?: string | null | undefined;
  browser?: string | null | undefined;
}>;


export type AccessesQuery = { page: { next: string | null, latest: string | null, total: number | null, left_out: { bot: number, excluded_ip: number } | null, results: Array<{ access_id: string, access_time: string, ad_id: number | null, ad_name: string, sy_ad: number | null, sy_ad_name: string, interaction_id: string | null, visitor_id: string, ip_address: string, access_url: string, query: string, referrer: string, ua: string, device: string, os: string, os_ver: string, browser: string, browser_ver: string, bot: boolean, excluded: boolean } | null> } | null };

export type NewerAccessesQueryVariables = Exact<{
  product_id: number;
  from: string;
  to: string;
  show?: string | null | undefined;
  ad_id__in?: Array<number | null | undefined> | null | undefined;
  than: string;
  visitor_id?: string | null | undefined;
  access_id?: string | null | undefined;
  access_url__contains?: string | null | undefined;
  device?: string | null | undefined;
  os?: string | null | undefined;
  browser?: string | null | undefined;
}>;


export type NewerAccessesQuery = { newer: { count: number } | null };

export type AccessQueryVariables = Exact<{
  product_id: number;
  id: string;
}>;


export type AccessQuery = { one: { access_id: string, access_time: string, ad_id: number | null, ad_name: string, sy_ad: number | null, sy_ad_name: string, interaction_id: string | null, visitor_id: string, ip_address: string, access_url: string, query: string, referrer: string, ua: string, device: string, os: string, os_ver: string, browser: string, browser_ver: string, bot: boolean, excluded: boolean } | null };

export type AdCategoriesQueryVariables = Exact<{
  page?: number | null | undefined;
  page_size?: number | null | undefined;
  ordering?: string | null | undefined;
  show_deleted?: boolean | null | undefined;
  where?: string | null | undefined;
  search?: string | null | undefined;
}>;


export type AdCategoriesQuery = { page: { count: number | null, page: number | null, page_size: number | null, results: Array<{ id: number, label: string, product_id: number, kind: number, name: string, status: boolean, created_at: string, updated_at: string } | null> } | null };

export type AdCategoryQueryVariables = Exact<{
  id: number;
}>;


export type AdCategoryQuery = { one: { id: number, label: string, product_id: number, kind: number, name: string, status: boolean, created_at: string, updated_at: string } | null };

export type AdCategoryCreateMutationVariables = Exact<{
  input: AdCategoryForm_Input;
  idempotency_key?: string | null | undefined;
}>;


export type AdCategoryCreateMutation = { saved: { id: number, updated_at: string } | null };

export type AdCategoryUpdateMutationVariables = Exact<{
  id: number;
  input: AdCategoryChange_Input;
}>;


export type AdCategoryUpdateMutation = { saved: { id: number, updated_at: string } | null };

export type AdCategoriesRemoveMutationVariables = Exact<{
  ids: Array<number | null | undefined>;
}>;


export type AdCategoriesRemoveMutation = { removed: { ids: Array<number | null> } | null };

export type AdCategoriesRestoreMutationVariables = Exact<{
  ids: Array<number | null | undefined>;
}>;


export type AdCategoriesRestoreMutation = { restored: { ids: Array<number | null> } | null };

export type AdTypesQueryVariables = Exact<{
  page?: number | null | undefined;
  page_size?: number | null | undefined;
  ordering?: string | null | undefined;
  show_deleted?: boolean | null | undefined;
  where?: string | null | undefined;
  search?: string | null | undefined;
}>;


export type AdTypesQuery = { page: { count: number | null, page: number | null, page_size: number | null, results: Array<{ id: number, label: string, product_id: number, sequence: number, title: string, status: boolean, created_at: string, updated_at: string } | null> } | null };

export type AdTypeQueryVariables = Exact<{
  id: number;
}>;


export type AdTypeQuery = { one: { id: number, label: string, product_id: number, sequence: number, title: string, status: boolean, created_at: string, updated_at: string } | null };

export type AdTypeCreateMutationVariables = Exact<{
  input: AdTypeForm_Input;
  idempotency_key?: string | null | undefined;
}>;


export type AdTypeCreateMutation = { saved: { id: number, updated_at: string } | null };

export type AdTypeUpdateMutationVariables = Exact<{
  id: number;
  input: AdTypeChange_Input;
}>;


export type AdTypeUpdateMutation = { saved: { id: number, updated_at: string } | null };

export type AdTypesRemoveMutationVariables = Exact<{
  ids: Array<number | null | undefined>;
}>;


export type AdTypesRemoveMutation = { removed: { ids: Array<number | null> } | null };

export type AdTypesRestoreMutationVariables = Exact<{
  ids: Array<number | null | undefined>;
}>;


export type AdTypesRestoreMutation = { restored: { ids: Array<number | null> } | null };

export type AdsQueryVariables = Exact<{
  page?: number | null | undefined;
  page_size?: number | null | undefined;
  ordering?: string | null | undefined;
  show_deleted?: boolean | null | undefined;
  where?: string | null | undefined;
  search?: string | null | undefined;
}>;


export type AdsQuery = { page: { count: number | null, page: number | null, page_size: number | null, results: Array<{ id: number, label: string, product_id: number, name: string, ad_post_url: string, ad_description: string, ad_category: number | null, ad_category_name: string | null, ad_type1: number | null, ad_type1_title: string | null, ad_type2: number | null, ad_type2_title: string | null, ad_type3: number | null, ad_type3_title: string | null, asp: number | null, asp_name: string | null, agency: number | null, agency_name: string | null, period_from: string | null, period_to: string | null, redirect_url: string, direct_link: boolean, lpo_flag: boolean, dynamic_lpurl: boolean, performance_cv_flag: boolean, click_cost: number, cv_cost: number, ad_fee: number, args: string, own_parameters: boolean, own_result_notice: boolean, result_flag: number, own_auto_approval: boolean, status: boolean, created_at: string, updated_at: string, lpo_entries: Array<{ rate: number, title: string, url: string } | null>, parameters: { media_management1: string | null, media_management2: string | null, media_management3: string | null, media_session: string | null, xclid: string | null }, auto_approval: { approval_amount: boolean, approval_args: boolean, auto_approval: boolean, exclude_duplicate_args: boolean, exclude_duplicate_ips: number } | null } | null> } | null };

export type AdQueryVariables = Exact<{
  id: number;
}>;


export type AdQuery = { one: { id: number, label: string, product_id: number, name: string, ad_post_url: string, ad_description: string, ad_category: number | null, ad_category_name: string | null, ad_type1: number | null, ad_type1_title: string | null, ad_type2: number | null, ad_type2_title: string | null, ad_type3: number | null, ad_type3_title: string | null, asp: number | null, asp_name: string | null, agency: number | null, agency_name: string | null, period_from: string | null, period_to: string | null, redirect_url: string, direct_link: boolean, lpo_flag: boolean, dynamic_lpurl: boolean, performance_cv_flag: boolean, click_cost: number, cv_cost: number, ad_fee: number, args: string, own_parameters: boolean, own_result_notice: boolean, result_flag: number, own_auto_approval: boolean, status: boolean, created_at: string, updated_at: string, lpo_entries: Array<{ rate: number, title: string, url: string } | null>, parameters: { media_management1: string | null, media_management2: string | null, media_management3: string | null, media_session: string | null, xclid: string | null }, auto_approval: { approval_amount: boolean, approval_args: boolean, auto_approval: boolean, exclude_duplicate_args: boolean, exclude_duplicate_ips: number } | null } | null };

export type AdCreateMutationVariables = Exact<{
  input: AdForm_Input;
  idempotency_key?: string | null | undefined;
}>;


export type AdCreateMutation = { saved: { id: number, updated_at: string } | null };

export type AdUpdateMutationVariables = Exact<{
  id: number;
  input: AdChange_Input;
}>;


export type AdUpdateMutation = { saved: { id: number, updated_at: string } | null };

export type AdsRemoveMutationVariables = Exact<{
  ids: Array<number | null | undefined>;
}>;


export type AdsRemoveMutation = { removed: { ids: Array<number | null> } | null };

export type AdsRestoreMutationVariables = Exact<{
  ids: Array<number | null | undefined>;
}>;


export type AdsRestoreMutation = { restored: { ids: Array<number | null> } | null };

export type AgenciesQueryVariables = Exact<{
  page?: number | null | undefined;
  page_size?: number | null | undefined;
  ordering?: string | null | undefined;
  show_deleted?: boolean | null | undefined;
  where?: string | null | undefined;
  search?: string | null | undefined;
}>;


export type AgenciesQuery = { page: { count: number | null, page: number | null, page_size: number | null, results: Array<{ id: number, label: string, agency_id: number, agency_name: string, description: string | null, products: Array<number | null>, status: boolean, created_at: string, updated_at: string } | null> } | null };

export type AgencyQueryVariables = Exact<{
  id: number;
}>;


export type AgencyQuery = { one: { id: number, label: string, agency_id: number, agency_name: string, description: string | null, products: Array<number | null>, status: boolean, created_at: string, updated_at: string } | null };

export type AgencyCreateMutationVariables = Exact<{
  input: AgencyForm_Input;
  idempotency_key?: string | null | undefined;
}>;


export type AgencyCreateMutation = { saved: { id: number, updated_at: string } | null };

export type AgencyUpdateMutationVariables = Exact<{
  id: number;
  input: AgencyChange_Input;
}>;


export type AgencyUpdateMutation = { saved: { id: number, updated_at: string } | null };

export type AgenciesRemoveMutationVariables = Exact<{
  ids: Array<number | null | undefined>;
}>;


export type AgenciesRemoveMutation = { removed: { ids: Array<number | null> } | null };

export type AgenciesRestoreMutationVariables = Exact<{
  ids: Array<number | null | undefined>;
}>;


export type AgenciesRestoreMutation = { restored: { ids: Array<number | null> } | null };

export type AllocationsQueryVariables = Exact<{
  product_id: number;
  from: string;
  to: string;
  where?: string | null | undefined;
  model?: number | null | undefined;
  mode?: number | null | undefined;
  pool?: number | null | undefined;
  adjust?: string | null | undefined;
}>;


export type AllocationsQuery = { report: { watermark: string, pool: number, pool_told: boolean, unallocated: number, rules: { product_id: number, from: string, to: string, where: string, tracking_term: number, excluded_ips: Array<string | null>, ad_cost_linkage: boolean, time_zone: string, model: number, mode: number, response_from: string, response_to: string }, left_out: { bot: number, repeated: number, excluded_ip: number, conversions: number | null }, rows: Array<{ key: string, label: string, ad_cost: number | null, cv: number | null, cv_division: number | null, amount_sum: number | null, amount_division: number | null, attributed_cpa: number | null, attributed_roas: number | null, allocated_cost: number | null, adjusted_cost: number | null, expected_cv: number | null, expected_amount: number | null, share: number | null, adjustment_unit: number | null, adjustment: number | null, cv_per_yen: number, amount_per_yen: number, response_days: number, response_basis: string } | null>, totals: { ad_cost: number | null, cv: number | null, cv_division: number | null, amount_sum: number | null, amount_division: number | null, attributed_cpa: number | null, attributed_roas: number | null, allocated_cost: number | null, adjusted_cost: number | null, expected_cv: number | null, expected_amount: number | null, difference: number | null } } | null };

export type CvInfoQueryVariables = Exact<{
  product_id: number;
  from: string;
  to: string;
  where?: string | null | undefined;
  cv_type?: number | null | undefined;
  after?: string | null | undefined;
  limit?: number | null | undefined;
}>;


export type CvInfoQuery = { page: { watermark: string, total: number | null, next: string | null, rules: { product_id: number, from: string, to: string, where: string, tracking_term: number, excluded_ips: Array<string | null>, ad_cost_linkage: boolean, time_zone: string }, results: Array<{ conversion_id: string, cv_time: string, cv_type: number, cv_setting_id: number | null, cv_setting_name: string, p_resid: string, p_userid: string, p_key1: string, p_key2: string, p_key3: string, amount: number, visitor_id: string, ad_type1: string, ad_type2: string, ad_type3: string, contacts: number, elapsed: number | null, first_ad: { ad_id: number | null, ad_name: string, hidden: boolean }, last_ad: { ad_id: number | null, ad_name: string, hidden: boolean }, path: Array<{ ad_id: number | null, ad_name: string, hidden: boolean, at: string } | null> } | null> } | null };

export type LpoAnalysisQueryVariables = Exact<{
  product_id: number;
  from: string;
  to: string;
  where?: string | null | undefined;
  model?: number | null | undefined;
}>;


export type LpoAnalysisQuery = { report: { watermark: string, rules: { product_id: number, from: string, to: string, where: string, tracking_term: number, excluded_ips: Array<string | null>, ad_cost_linkage: boolean, time_zone: string, model: number }, left_out: { bot: number, repeated: number, excluded_ip: number, conversions: number | null }, rows: Array<{ key: string, ad_id: number | null, ad_name: string, redirect_id: number | null, lpo_number: number | null, title: string, url: string, clicks: number, cv: number, cvr: number | null, cv_division: number, attr_cvr: number | null, amount_sum: number, amount_division: number, other_key: string | null, difference: number | null, z: number | null, p_value: number | null, enough: boolean } | null>, totals: { clicks: number, cv: number, cvr: number | null, cv_division: number, attr_cvr: number | null, amount_sum: number, amount_division: number } } | null };

export type ModelsSideBySideQueryVariables = Exact<{
  product_id: number;
  from: string;
  to: string;
  where?: string | null | undefined;
  axis?: number | null | undefined;
}>;


export type ModelsSideBySideQuery = { report: { watermark: string, rules: { product_id: number, from: string, to: string, where: string, tracking_term: number, excluded_ips: Array<string | null>, ad_cost_linkage: boolean, time_zone: string, axis: number }, left_out: { bot: number, repeated: number, excluded_ip: number, conversions: number | null }, rows: Array<{ key: string, label: string, clicks: number, cv: number, amount_sum: number, ad_cost: number, removal_effect: number | null, cv_division_1: number, cv_division_2: number, cv_division_3: number, cv_division_4: number, cv_division_5: number, cv_division_6: number, cv_division_7: number, amount_division_1: number, amount_division_2: number, amount_division_3: number, amount_division_4: number, amount_division_5: number, amount_division_6: number, amount_division_7: number } | null>, totals: { clicks: number, cv: number, amount_sum: number, ad_cost: number, cv_division_1: number, cv_division_2: number, cv_division_3: number, cv_division_4: number, cv_division_5: number, cv_division_6: number, cv_division_7: number, amount_division_1: number, amount_division_2: number, amount_division_3: number, amount_division_4: number, amount_division_5: number, amount_division_6: number, amount_division_7: number }, basis: { conversions: number, journeys_without: number, states: number, gathered_from: number } } | null };

export type ConversionPathsQueryVariables = Exact<{
  product_id: number;
  from: string;
  to: string;
  where?: string | null | undefined;
  axis?: number | null | undefined;
  fold?: boolean | null | undefined;
  limit?: number | null | undefined;
  nodes?: number | null | undefined;
}>;


export type ConversionPathsQuery = { report: { watermark: string, rules: { product_id: number, from: string, to: string, where: string, tracking_term: number, excluded_ips: Array<string | null>, ad_cost_linkage: boolean, time_zone: string, axis: number, fold: boolean, limit: number, steps: number }, left_out: { bot: number, repeated: number, excluded_ip: number, conversions: number | null }, rows: Array<{ key: string, length: number, cv: number, share: number | null, amount_sum: number, amount_avg: number | null, attr_avg: number | null, steps: Array<{ key: string, label: string } | null> } | null>, others: { paths: number, cv: number, share: number | null, amount_sum: number, amount_avg: number | null, attr_avg: number | null }, totals: { paths: number, cv: number, share: number | null, amount_sum: number, amount_avg: number | null, attr_avg: number | null }, nodes: Array<{ key: string, label: string } | null>, links: Array<{ step: number, from: string, to: string, cv: number, amount_sum: number } | null> } | null };

export type TransitionsQueryVariables = Exact<{
  product_id: number;
  from: string;
  to: string;
  where?: string | null | undefined;
}>;


export type TransitionsQuery = { report: { watermark: string, rules: { product_id: number, from: string, to: string, where: string, tracking_term: number, excluded_ips: Array<string | null>, ad_cost_linkage: boolean, time_zone: string, present: string }, left_out: { bot: number, repeated: number, excluded_ip: number, conversions: number | null }, rows: Array<{ key: string, first_touch_count: number, cv: number, amount_sum: number, later: { cv: number, amount_sum: number }, cells: Array<{ month: number, cv: number | null, amount_sum: number | null, visitors: number | null } | null> } | null>, totals: { first_touch_count: number, cv: number, amount_sum: number, later: { cv: number, amount_sum: number }, cells: Array<{ month: number, cv: number | null, amount_sum: number | null, visitors: number | null } | null> } } | null };

export type AnalyzeSettingsQueryVariables = Exact<{
  page?: number | null | undefined;
  page_size?: number | null | undefined;
  ordering?: string | null | undefined;
  show_deleted?: boolean | null | undefined;
  where?: string | null | undefined;
  search?: string | null | undefined;
}>;


export type AnalyzeSettingsQuery = { page: { count: number | null, page: number | null, page_size: number | null, results: Array<{ id: number, label: string, product_id: number, analyze_page: string, name: string, metrics: Array<string | null>, axes: Array<string | null>, hidden_metrics: Array<string | null>, chart: string, status: boolean, created_at: string, updated_at: string } | null> } | null };

export type AnalyzeSettingQueryVariables = Exact<{
  id: number;
}>;


export type AnalyzeSettingQuery = { one: { id: number, label: string, product_id: number, analyze_page: string, name: string, metrics: Array<string | null>, axes: Array<string | null>, hidden_metrics: Array<string | null>, chart: string, status: boolean, created_at: string, updated_at: string } | null };

export type AnalyzeSettingCreateMutationVariables = Exact<{
  input: AnalyzeSettingForm_Input;
  idempotency_key?: string | null | undefined;
}>;


export type AnalyzeSettingCreateMutation = { saved: { id: number, updated_at: string } | null };

export type AnalyzeSettingUpdateMutationVariables = Exact<{
  id: number;
  input: AnalyzeSettingChange_Input;
}>;


export type AnalyzeSettingUpdateMutation = { saved: { id: number, updated_at: string } | null };

export type AnalyzeSettingsRemoveMutationVariables = Exact<{
  ids: Array<number | null | undefined>;
}>;


export type AnalyzeSettingsRemoveMutation = { removed: { ids: Array<number | null> } | null };

export type AnalyzeSettingsRestoreMutationVariables = Exact<{
  ids: Array<number | null | undefined>;
}>;


export type AnalyzeSettingsRestoreMutation = { restored: { ids: Array<number | null> } | null };

export type AspsQueryVariables = Exact<{
  page?: number | null | undefined;
  page_size?: number | null | undefined;
  ordering?: string | null | undefined;
  show_deleted?: boolean | null | undefined;
  where?: string | null | undefined;
  search?: string | null | undefined;
}>;


export type AspsQuery = { page: { count: number | null, page: number | null, page_size: number | null, results: Array<{ id: number, label: string, asp_id: number, product_id: number, asp_name: string, company_name: string | null, phone_number: string | null, address: string | null, description: string | null, xclid_flag: boolean | null, xclid_name: string | null, media_session_flag: boolean | null, media_session_name: string | null, media_management1_flag: boolean | null, media_management1_name: string | null, media_management2_flag: boolean | null, media_management2_name: string | null, media_management3_flag: boolean | null, media_management3_name: string | null, measurement_tag: string | null, result_flag: number | null, result_method: number | null, cv_tag: string | null, webhook_url: string | null, webhook_style: number | null, webhook_secret: string | null, paused_at: string | null, performance_cv_flag: boolean | null, unapproved_value: string | null, approved_value: string | null, rejected_value: string | null, auto_approval: boolean | null, approval_amount: boolean | null, approval_args: boolean | null, exclude_duplicate_ips: number | null, exclude_duplicate_args: boolean | null, status: boolean, created_at: string, updated_at: string } | null> } | null };

export type AspQueryVariables = Exact<{
  id: number;
}>;


export type AspQuery = { one: { id: number, label: string, asp_id: number, product_id: number, asp_name: string, company_name: string | null, phone_number: string | null, address: string | null, description: string | null, xclid_flag: boolean | null, xclid_name: string | null, media_session_flag: boolean | null, media_session_name: string | null, media_management1_flag: boolean | null, media_management1_name: string | null, media_management2_flag: boolean | null, media_management2_name: string | null, media_management3_flag: boolean | null, media_management3_name: string | null, measurement_tag: string | null, result_flag: number | null, result_method: number | null, cv_tag: string | null, webhook_url: string | null, webhook_style: number | null, webhook_secret: string | null, paused_at: string | null, performance_cv_flag: boolean | null, unapproved_value: string | null, approved_value: string | null, rejected_value: string | null, auto_approval: boolean | null, approval_amount: boolean | null, approval_args: boolean | null, exclude_duplicate_ips: number | null, exclude_duplicate_args: boolean | null, status: boolean, created_at: string, updated_at: string } | null };

export type AspCreateMutationVariables = Exact<{
  input: AspForm_Input;
  idempotency_key?: string | null | undefined;
}>;


export type AspCreateMutation = { saved: { id: number, updated_at: string } | null };

export type AspUpdateMutationVariables = Exact<{
  id: number;
  input: AspChange_Input;
}>;


export type AspUpdateMutation = { saved: { id: number, updated_at: string } | null };

export type AspsRemoveMutationVariables = Exact<{
  ids: Array<number | null | undefined>;
}>;


export type AspsRemoveMutation = { removed: { ids: Array<number | null> } | null };

export type AspsRestoreMutationVariables = Exact<{
  ids: Array<number | null | undefined>;
}>;


export type AspsRestoreMutation = { restored: { ids: Array<number | null> } | null };

export type ChangesQueryVariables = Exact<{
  page?: number | null | undefined;
  page_size?: number | null | undefined;
  entity?: string | null | undefined;
  row_id?: number | null | undefined;
}>;


export type ChangesQuery = { page: { count: number | null, page: number | null, page_size: number | null, results: Array<{ id: number, entity: string, row_id: number, action: string, user_id: number | null, user_name: string | null, ip_address: string, changed_at: string, fields: Array<{ field: string, before: string | null, after: string | null } | null> } | null> } | null };

export type AdLinksQueryVariables = Exact<{
  id: number;
}>;


export type AdLinksQuery = { one: { id: number, impression_url: string, impression_tag: string, direct_link: boolean, direct_parameter: string, direct_url: string | null, redirects: Array<{ redirect_id: number, url: string, tracking_url: string, fate: ClickFate } | null>, parameters: Array<{ column: ParameterColumn, name: string, macro: string } | null> } | null };

export type ClickPreviewMutationVariables = Exact<{
  input: PreviewClickForm_Input;
}>;


export type ClickPreviewMutation = { one: { visitor_id: string, clicks: Array<{ redirect_id: number | null, fate: ClickFate, location: string | null, choice: LandingChoice, dynamic: DynamicVerdict, entries: Array<{ number: number, title: string, url: string, verdict: EntryVerdict, share: number, chosen: boolean } | null>, values: Array<{ column: ParameterColumn, name: string, value: string } | null> } | null> } | null };

export type CompaniesQueryVariables = Exact<{
  page?: number | null | undefined;
  page_size?: number | null | undefined;
  ordering?: string | null | undefined;
  show_deleted?: boolean | null | undefined;
  where?: string | null | undefined;
  search?: string | null | undefined;
}>;


export type CompaniesQuery = { page: { count: number | null, page: number | null, page_size: number | null, results: Array<{ id: number, label: string, company_code: string, company_name: string, department_name: string | null, contact_name: string | null, contact_mail: string | null, login_allowed_ips: Array<string | null> | null, status: boolean, created_at: string, updated_at: string } | null> } | null };

export type CompanyQueryVariables = Exact<{
  id: number;
}>;


export type CompanyQuery = { one: { id: number, label: string, company_code: string, company_name: string, department_name: string | null, contact_name: string | null, contact_mail: string | null, login_allowed_ips: Array<string | null> | null, status: boolean, created_at: string, updated_at: string } | null };

export type CompanyUpdateMutationVariables = Exact<{
  id: number;
  input: CompanyChange_Input;
}>;


export type CompanyUpdateMutation = { saved: { id: number, updated_at: string } | null };

export type ConversionRowFragment = { conversion_id: string, cv_time: string, cv_type: number, cv_setting_id: number | null, cv_setting_name: string, origin: string, last_cv_ad_id: number | null, last_cv_ad_name: string, last_cv_interaction_id: string | null, performance_cv_ad_id: number | null, performance_cv_ad_name: string, performance_cv_interaction_id: string | null, contacts: number, args: string, user_id: string, other_key1: string, other_key2: string, other_key3: string, amount: number, visitor_id: string, ip_address: string, url: string, referrer: string, ua: string, device: string, os: string, os_ver: string, browser: string, browser_ver: string, bot: boolean, excluded: boolean };

export type ConversionsQueryVariables = Exact<{
  product_id: number;
  from: string;
  to: string;
  show?: string | null | undefined;
  ad_id__in?: Array<number | null | undefined> | null | undefined;
  after?: string | null | undefined;
  limit?: number | null | undefined;
  visitor_id?: string | null | undefined;
  conversion_id?: string | null | undefined;
  cv_type?: number | null | undefined;
  cv_setting_id?: number | null | undefined;
  args?: string | null | undefined;
  user_id?: string | null | undefined;
  device?: string | null | undefined;
  os?: string | null | undefined;
  browser?: string | null | undefined;
}>;


export type ConversionsQuery = { page: { next: string | null, latest: string | null, total: number | null, left_out: { bot: number, excluded_ip: number } | null, results: Array<{ conversion_id: string, cv_time: string, cv_type: number, cv_setting_id: number | null, cv_setting_name: string, origin: string, last_cv_ad_id: number | null, last_cv_ad_name: string, last_cv_interaction_id: string | null, performance_cv_ad_id: number | null, performance_cv_ad_name: string, performance_cv_interaction_id: string | null, contacts: number, args: string, user_id: string, other_key1: string, other_key2: string, other_key3: string, amount: number, visitor_id: string, ip_address: string, url: string, referrer: string, ua: string, device: string, os: string, os_ver: string, browser: string, browser_ver: string, bot: boolean, excluded: boolean } | null> } | null };

export type NewerConversionsQueryVariables = Exact<{
  product_id: number;
  from: string;
  to: string;
  show?: string | null | undefined;
  ad_id__in?: Array<number | null | undefined> | null | undefined;
  than: string;
  visitor_id?: string | null | undefined;
  conversion_id?: string | null | undefined;
  cv_type?: number | null | undefined;
  cv_setting_id?: number | null | undefined;
  args?: string | null | undefined;
  user_id?: string | null | undefined;
  device?: string | null | undefined;
  os?: string | null | undefined;
  browser?: string | null | undefined;
}>;


export type NewerConversionsQuery = { newer: { count: number } | null };

export type ConversionQueryVariables = Exact<{
  product_id: number;
  id: string;
}>;


export type ConversionQuery = { one: { conversion_id: string, cv_time: string, cv_type: number, cv_setting_id: number | null, cv_setting_name: string, origin: string, last_cv_ad_id: number | null, last_cv_ad_name: string, last_cv_interaction_id: string | null, performance_cv_ad_id: number | null, performance_cv_ad_name: string, performance_cv_interaction_id: string | null, contacts: number, args: string, user_id: string, other_key1: string, other_key2: string, other_key3: string, amount: number, visitor_id: string, ip_address: string, url: string, referrer: string, ua: string, device: string, os: string, os_ver: string, browser: string, browser_ver: string, bot: boolean, excluded: boolean } | null };

export type CreditQueryVariables = Exact<{
  product_id: number;
  conversion_id: string;
}>;


export type CreditQuery = { one: { watermark: string, contacts: number, conversion: { conversion_id: string, cv_time: string, cv_type: number, cv_setting_id: number | null, cv_setting_name: string, origin: string, args: string, user_id: string, other_key1: string, other_key2: string, other_key3: string, amount: number, visitor_id: string, ip_address: string, url: string, referrer: string, device: string, os: string, browser: string, bot: boolean, excluded: boolean, left_out_because: string | null }, rules: { product_id: number, tracking_term: number, excluded_ips: Array<string | null>, model: number, ad_cost_linkage: boolean, window_from: string }, path: Array<{ place: number, interaction_id: string | null, ad_id: number | null, ad_name: string, hidden: boolean, reference_time: string, click_cost: number | null, landing_url: string, referrer: string, device: string, os: string, browser: string, first: boolean, last: boolean, performance: boolean, billed: boolean, weights: Array<{ model: number, units: number, share: number, yen: number } | null> } | null>, folded: { contacts: number, weights: Array<{ model: number, units: number, share: number, yen: number } | null> } | null, no_contact: Array<{ model: number, units: number, share: number, yen: number } | null>, left_out: Array<{ interaction_id: string | null, ad_id: number | null, ad_name: string, reference_time: string, click_cost: number | null, device: string, os: string, browser: string, reason: string } | null>, left_out_counts: { bot: number, repeated: number, excluded_ip: number, after: number, too_old: number, other_product: number | null }, results: Array<{ result_id: number, asp_id: number, asp_name: string, result_type: number, cv_ad_id: number | null, cv_ad_name: string, interaction_id: string | null, interaction_number: number, approval_status: number, version: number, cv_cost: number, rule: string, reason: string, decided_by: string, decided_at: string, judgements: Array<{ name: string, said: number | null, value: string, rule: string, days: number | null } | null> } | null>, costs: { click_cost: number, cv_cost: number, cv_cost_pending: number, fee: number, total: number, total_unapproved: number, fees: Array<{ ad_id: number, ad_name: string, fee: number } | null> } } | null };

export type ConversionsBehindQueryVariables = Exact<{
  product_id: number;
  from: string;
  to: string;
  axis?: number | null | undefined;
  key: string;
  metric: string;
  model?: number | null | undefined;
  after?: string | null | undefined;
  limit?: number | null | undefined;
}>;


export type ConversionsBehindQuery = { page: { next: string | null, figure: { metric: string, key: string, axis: number, model: number, from: string, to: string, unit: string, value: number, parts: string, parts_of_one: number, conversions: number | null, watermark: string }, results: Array<{ conversion_id: string, cv_time: string, cv_type: number, amount: number, args: string, user_id: string, visitor_id: string, contacts: number, elapsed: number, last_cv_ad_id: number | null, last_cv_ad_name: string, last_cv_ad_hidden: boolean, share: number, share_parts: string } | null> } | null };

export type CrossdomainSettingsQueryVariables = Exact<{
  page?: number | null | undefined;
  page_size?: number | null | undefined;
  ordering?: string | null | undefined;
  show_deleted?: boolean | null | undefined;
  where?: string | null | undefined;
  search?: string | null | undefined;
}>;


export type CrossdomainSettingsQuery = { page: { count: number | null, page: number | null, page_size: number | null, results: Array<{ id: number, label: string, crossdomain_setting_id: number, product_id: number, sender_name: string, sender_domain: string, set_tag: string, status: boolean, created_at: string, updated_at: string } | null> } | null };

export type CrossdomainSettingQueryVariables = Exact<{
  id: number;
}>;


export type CrossdomainSettingQuery = { one: { id: number, label: string, crossdomain_setting_id: number, product_id: number, sender_name: string, sender_domain: string, set_tag: string, status: boolean, created_at: string, updated_at: string } | null };

export type CrossdomainSettingCreateMutationVariables = Exact<{
  input: CrossdomainSettingForm_Input;
  idempotency_key?: string | null | undefined;
}>;


export type CrossdomainSettingCreateMutation = { saved: { id: number, updated_at: string } | null };

export type CrossdomainSettingUpdateMutationVariables = Exact<{
  id: number;
  input: CrossdomainSettingChange_Input;
}>;


export type CrossdomainSettingUpdateMutation = { saved: { id: number, updated_at: string } | null };

export type CrossdomainSettingsRemoveMutationVariables = Exact<{
  ids: Array<number | null | undefined>;
}>;


export type CrossdomainSettingsRemoveMutation = { removed: { ids: Array<number | null> } | null };

export type CrossdomainSettingsRestoreMutationVariables = Exact<{
  ids: Array<number | null | undefined>;
}>;


export type CrossdomainSettingsRestoreMutation = { restored: { ids: Array<number | null> } | null };

export type CvSettingsQueryVariables = Exact<{
  page?: number | null | undefined;
  page_size?: number | null | undefined;
  ordering?: string | null | undefined;
  show_deleted?: boolean | null | undefined;
  where?: string | null | undefined;
  search?: string | null | undefined;
}>;


export type CvSettingsQuery = { page: { count: number | null, page: number | null, page_size: number | null, results: Array<{ id: number, label: string, cv_setting_id: number, product_id: number, name: string, cv_type: number, cv_condition: number | null, route_page_url: string | null, cv_page_url: string | null, button_selector: string | null, status: boolean, created_at: string, updated_at: string } | null> } | null };

export type CvSettingQueryVariables = Exact<{
  id: number;
}>;


export type CvSettingQuery = { one: { id: number, label: string, cv_setting_id: number, product_id: number, name: string, cv_type: number, cv_condition: number | null, route_page_url: string | null, cv_page_url: string | null, button_selector: string | null, status: boolean, created_at: string, updated_at: string } | null };

export type CvSettingCreateMutationVariables = Exact<{
  input: CvSettingForm_Input;
  idempotency_key?: string | null | undefined;
}>;


export type CvSettingCreateMutation = { saved: { id: number, updated_at: string } | null };

export type CvSettingUpdateMutationVariables = Exact<{
  id: number;
  input: CvSettingChange_Input;
}>;


export type CvSettingUpdateMutation = { saved: { id: number, updated_at: string } | null };

export type CvSettingsRemoveMutationVariables = Exact<{
  ids: Array<number | null | undefined>;
}>;


export type CvSettingsRemoveMutation = { removed: { ids: Array<number | null> } | null };

export type CvSettingsRestoreMutationVariables = Exact<{
  ids: Array<number | null | undefined>;
}>;


export type CvSettingsRestoreMutation = { restored: { ids: Array<number | null> } | null };

export type InstallationQueryVariables = Exact<{
  id: number;
}>;


export type InstallationQuery = { one: { tag: string, verdict: InstallationVerdict, first_seen: string | null, last_seen: string | null, page_views: number, hosts: Array<{ host: string, relation: HostRelation, first_seen: string | null, last_seen: string | null, page_views: number } | null> } | null };

export type InteractionRowFragment = { reference_id: string, interaction_id: string, first_reference_time: string, reference_time: string, ad_id: number, ad_name: string, visitor_id: string, ip_address: string, landing_url: string, referrer: string, ua: string, device: string, os: string, os_ver: string, browser: string, browser_ver: string, redirect_id: number | null, lpo_number: number | null, lpo_title: string, xclid: string, media_session_id: string, media_management1: string, media_management2: string, media_management3: string, click_cost: number, bot: boolean, repeated: boolean, excluded: boolean };

export type InteractionsQueryVariables = Exact<{
  product_id: number;
  from: string;
  to: string;
  show?: string | null | undefined;
  ad_id__in?: Array<number | null | undefined> | null | undefined;
  after?: string | null | undefined;
  limit?: number | null | undefined;
  visitor_id?: string | null | undefined;
  interaction_id?: string | null | undefined;
  device?: string | null | undefined;
  os?: string | null | undefined;
  browser?: string | null | undefined;
}>;


export type InteractionsQuery = { page: { next: string | null, latest: string | null, total: number | null, left_out: { bot: number, repeated: number, excluded_ip: number } | null, results: Array<{ reference_id: string, interaction_id: string, first_reference_time: string, reference_time: string, ad_id: number, ad_name: string, visitor_id: string, ip_address: string, landing_url: string, referrer: string, ua: string, device: string, os: string, os_ver: string, browser: string, browser_ver: string, redirect_id: number | null, lpo_number: number | null, lpo_title: string, xclid: string, media_session_id: string, media_management1: string, media_management2: string, media_management3: string, click_cost: number, bot: boolean, repeated: boolean, excluded: boolean } | null> } | null };

export type NewerInteractionsQueryVariables = Exact<{
  product_id: number;
  from: string;
  to: string;
  show?: string | null | undefined;
  ad_id__in?: Array<number | null | undefined> | null | undefined;
  than: string;
  visitor_id?: string | null | undefined;
  interaction_id?: string | null | undefined;
  device?: string | null | undefined;
  os?: string | null | undefined;
  browser?: string | null | undefined;
}>;


export type NewerInteractionsQuery = { newer: { count: number } | null };

export type InteractionQueryVariables = Exact<{
  product_id: number;
  id: string;
}>;


export type InteractionQuery = { one: { reference_id: string, interaction_id: string, first_reference_time: string, reference_time: string, ad_id: number, ad_name: string, visitor_id: string, ip_address: string, landing_url: string, referrer: string, ua: string, device: string, os: string, os_ver: string, browser: string, browser_ver: string, redirect_id: number | null, lpo_number: number | null, lpo_title: string, xclid: string, media_session_id: string, media_management1: string, media_management2: string, media_management3: string, click_cost: number, bot: boolean, repeated: boolean, excluded: boolean } | null };

export type ForgotPasswordMutationVariables = Exact<{
  input: ForgotPassword_Request_Input;
}>;


export type ForgotPasswordMutation = { saved: { accepted: boolean } | null };

export type ResetPasswordMutationVariables = Exact<{
  input: ResetPassword_Request_Input;
}>;


export type ResetPasswordMutation = { saved: { changed: boolean } | null };

export type ChangePasswordMutationVariables = Exact<{
  id: number;
  input: UserChange_Input;
}>;


export type ChangePasswordMutation = { saved: { id: number } | null };

export type ProductsQueryVariables = Exact<{
  page?: number | null | undefined;
  page_size?: number | null | undefined;
  ordering?: string | null | undefined;
  show_deleted?: boolean | null | undefined;
  where?: string | null | undefined;
  search?: string | null | undefined;
}>;


export type ProductsQuery = { page: { count: number | null, page: number | null, page_size: number | null, results: Array<{ id: number, label: string, name: string, domain: string, url: string, tracking_term: number, excluded_ips: Array<string | null>, week_start: number, attribution_model: number, ad_cost_linkage: boolean, ad_cost_allocation_mode: number, status: boolean, created_at: string, updated_at: string } | null> } | null };

export type ProductQueryVariables = Exact<{
  id: number;
}>;


export type ProductQuery = { one: { id: number, label: string, name: string, domain: string, url: string, tracking_term: number, excluded_ips: Array<string | null>, week_start: number, attribution_model: number, ad_cost_linkage: boolean, ad_cost_allocation_mode: number, status: boolean, created_at: string, updated_at: string } | null };

export type ProductCreateMutationVariables = Exact<{
  input: ProductForm_Input;
  idempotency_key?: string | null | undefined;
}>;


export type ProductCreateMutation = { saved: { id: number, updated_at: string } | null };

export type ProductUpdateMutationVariables = Exact<{
  id: number;
  input: ProductChange_Input;
}>;


export type ProductUpdateMutation = { saved: { id: number, updated_at: string } | null };

export type ProductsRemoveMutationVariables = Exact<{
  ids: Array<number | null | undefined>;
}>;


export type ProductsRemoveMutation = { removed: { ids: Array<number | null> } | null };

export type ProductsRestoreMutationVariables = Exact<{
  ids: Array<number | null | undefined>;
}>;


export type ProductsRestoreMutation = { restored: { ids: Array<number | null> } | null };

export type QueueCountsQueryVariables = Exact<{
  product_id: number;
  from?: string | null | undefined;
  to?: string | null | undefined;
  limit?: number | null | undefined;
  where?: string | null | undefined;
  search?: string | null | undefined;
}>;


export type QueueCountsQuery = { page: { counts: { success: number, failure: number, pending: number } | null } | null };

export type RedirectsQueryVariables = Exact<{
  page?: number | null | undefined;
  page_size?: number | null | undefined;
  ordering?: string | null | undefined;
  show_deleted?: boolean | null | undefined;
  where?: string | null | undefined;
  search?: string | null | undefined;
}>;


export type RedirectsQuery = { page: { count: number | null, page: number | null, page_size: number | null, results: Array<{ id: number, label: string, redirect_id: number, product_id: number, ad_id: number, ad_name: string, redirect_url: string, redirect_flag: boolean, lpo_flag: boolean, dynamic_lpurl: boolean, status: boolean, created_at: string, updated_at: string, lpo_entries: Array<{ rate: number, title: string, url: string } | null> } | null> } | null };

export type RedirectQueryVariables = Exact<{
  id: number;
}>;


export type RedirectQuery = { one: { id: number, label: string, redirect_id: number, product_id: number, ad_id: number, ad_name: string, redirect_url: string, redirect_flag: boolean, lpo_flag: boolean, dynamic_lpurl: boolean, status: boolean, created_at: string, updated_at: string, lpo_entries: Array<{ rate: number, title: string, url: string } | null> } | null };

export type RedirectCreateMutationVariables = Exact<{
  input: RedirectForm_Input;
  idempotency_key?: string | null | undefined;
}>;


export type RedirectCreateMutation = { saved: { id: number, updated_at: string } | null };

export type RedirectUpdateMutationVariables = Exact<{
  id: number;
  input: RedirectChange_Input;
}>;


export type RedirectUpdateMutation = { saved: { id: number, updated_at: string } | null };

export type RedirectsRemoveMutationVariables = Exact<{
  ids: Array<number | null | undefined>;
}>;


export type RedirectsRemoveMutation = { removed: { ids: Array<number | null> } | null };

export type RedirectsRestoreMutationVariables = Exact<{
  ids: Array<number | null | undefined>;
}>;


export type RedirectsRestoreMutation = { restored: { ids: Array<number | null> } | null };

export type ReportDeliveriesQueryVariables = Exact<{
  page?: number | null | undefined;
  page_size?: number | null | undefined;
  ordering?: string | null | undefined;
  show_deleted?: boolean | null | undefined;
  where?: string | null | undefined;
  search?: string | null | undefined;
}>;


export type ReportDeliveriesQuery = { page: { count: number | null, page: number | null, page_size: number | null, results: Array<{ id: number, label: string, product_id: number, name: string, analyze_page: string, axis: number, model: number, metrics: Array<string | null>, format: string, locale: string, schedule: string, hour: number, recipients: Array<string | null>, last_sent: string | null, status: boolean, created_at: string, updated_at: string } | null> } | null };

export type ReportDeliveryQueryVariables = Exact<{
  id: number;
}>;


export type ReportDeliveryQuery = { one: { id: number, label: string, product_id: number, name: string, analyze_page: string, axis: number, model: number, metrics: Array<string | null>, format: string, locale: string, schedule: string, hour: number, recipients: Array<string | null>, last_sent: string | null, status: boolean, created_at: string, updated_at: string } | null };

export type ReportDeliveryCreateMutationVariables = Exact<{
  input: ReportDeliveryForm_Input;
  idempotency_key?: string | null | undefined;
}>;


export type ReportDeliveryCreateMutation = { saved: { id: number, updated_at: string } | null };

export type ReportDeliveryUpdateMutationVariables = Exact<{
  id: number;
  input: ReportDeliveryChange_Input;
}>;


export type ReportDeliveryUpdateMutation = { saved: { id: number, updated_at: string } | null };

export type ReportDeliveriesRemoveMutationVariables = Exact<{
  ids: Array<number | null | undefined>;
}>;


export type ReportDeliveriesRemoveMutation = { removed: { ids: Array<number | null> } | null };

export type ReportDeliveriesRestoreMutationVariables = Exact<{
  ids: Array<number | null | undefined>;
}>;


export type ReportDeliveriesRestoreMutation = { restored: { ids: Array<number | null> } | null };

export type AttributionsQueryVariables = Exact<{
  product_id: number;
  from: string;
  to: string;
  axis?: number | null | undefined;
  model?: number | null | undefined;
}>;


export type AttributionsQuery = { report: { watermark: string, rules: { product_id: number, from: string, to: string, axis: number, model: number, tracking_term: number, excluded_ips: Array<string | null>, time_zone: string }, left_out: { bot: number, repeated: number, excluded_ip: number, conversions: number | null }, columns: Array<{ key: string, unit: string } | null>, rows: Array<{ key: string, label: string, impressions: number | null, clicks: number | null, first_touch_count: number | null, cv: number | null, cvr: number | null, cv_total_middle: number | null, cv_division: number | null, cv_middle_division: number | null, cvr_division: number | null, amount_sum: number | null, amount_avg: number | null, amount_division: number | null, ad_cost: number | null, ad_cost_unapproved: number | null, cpa: number | null, roas: number | null, roi: number | null, profit: number | null, attributed_cpa: number | null, attributed_roas: number | null, indirect_cv: number | null, indirect_first: number | null, indirect_ratio: number | null, indirect_cost: number | null, indirect_cost_unapproved: number | null, ad_touch_1: number | null, ad_touch_2: number | null, ad_touch_3: number | null, ad_touch_4: number | null, ad_touch_5: number | null, ad_touch_6: number | null, ad_touch_avg: number | null, attr_avg: number | null, attr_cvr: number | null } | null>, totals: { impressions: number | null, clicks: number | null, first_touch_count: number | null, cv: number | null, cvr: number | null, cv_total_middle: number | null, cv_division: number | null, cv_middle_division: number | null, cvr_division: number | null, amount_sum: number | null, amount_avg: number | null, amount_division: number | null, ad_cost: number | null, ad_cost_unapproved: number | null, cpa: number | null, roas: number | null, roi: number | null, profit: number | null, attributed_cpa: number | null, attributed_roas: number | null, indirect_cv: number | null, indirect_first: number | null, indirect_ratio: number | null, indirect_cost: number | null, indirect_cost_unapproved: number | null, ad_touch_1: number | null, ad_touch_2: number | null, ad_touch_3: number | null, ad_touch_4: number | null, ad_touch_5: number | null, ad_touch_6: number | null, ad_touch_avg: number | null, attr_avg: number | null, attr_cvr: number | null } } | null };

export type AdSummariesQueryVariables = Exact<{
  product_id: number;
  from: string;
  to: string;
  model?: number | null | undefined;
}>;


export type AdSummariesQuery = { report: { watermark: string, rules: { product_id: number, from: string, to: string, model: number, tracking_term: number, excluded_ips: Array<string | null>, time_zone: string }, left_out: { bot: number, repeated: number, excluded_ip: number, conversions: number | null }, rows: Array<{ key: string, label: string, clicks: number | null, cv: number | null, cvr: number | null, cv_division: number | null, amount_sum: number | null, amount_division: number | null, ad_cost: number | null, cpa: number | null, roas: number | null, profit: number | null } | null>, totals: { clicks: number | null, cv: number | null, cvr: number | null, cv_division: number | null, amount_sum: number | null, amount_division: number | null, ad_cost: number | null, cpa: number | null, roas: number | null, profit: number | null } } | null };

export type TimeSeriesQueryVariables = Exact<{
  product_id: number;
  from: string;
  to: string;
  step?: string | null | undefined;
}>;


export type TimeSeriesQuery = { report: { watermark: string, rules: { product_id: number, from: string, to: string, step: string, week_start: number, tracking_term: number, excluded_ips: Array<string | null>, time_zone: string }, left_out: { bot: number, repeated: number, excluded_ip: number, conversions: number | null }, columns: Array<{ key: string, unit: string } | null>, rows: Array<{ key: string, label: string, from: string, to: string, clicks: number | null, cv: number | null, cvr: number | null, amount_sum: number | null, ad_cost: number | null, ad_cost_unapproved: number | null, cpa: number | null, roas: number | null, profit: number | null } | null>, totals: { clicks: number | null, cv: number | null, cvr: number | null, amount_sum: number | null, ad_cost: number | null, ad_cost_unapproved: number | null, cpa: number | null, roas: number | null, profit: number | null }, previous: { from: string, to: string, clicks: number | null, cv: number | null, cvr: number | null, amount_sum: number | null, ad_cost: number | null, ad_cost_unapproved: number | null, cpa: number | null, roas: number | null, profit: number | null } } | null };

export type AdStatisticsQueryVariables = Exact<{
  product_id: number;
  from: string;
  to: string;
  model?: number | null | undefined;
}>;


export type AdStatisticsQuery = { report: { watermark: string, rules: { product_id: number, from: string, to: string, model: number, tracking_term: number, excluded_ips: Array<string | null>, time_zone: string }, left_out: { bot: number, repeated: number, excluded_ip: number, conversions: number | null }, columns: Array<{ key: string, unit: string } | null>, rows: Array<{ key: string, label: string, impressions: number | null, clicks: number | null, first_touch_count: number | null, cv: number | null, cvr: number | null, cv_total_middle: number | null, cv_division: number | null, cv_middle_division: number | null, cvr_division: number | null, amount_sum: number | null, amount_avg: number | null, amount_division: number | null, ad_cost: number | null, ad_cost_unapproved: number | null, cpa: number | null, roas: number | null, roi: number | null, profit: number | null, attributed_cpa: number | null, attributed_roas: number | null, indirect_cv: number | null, indirect_first: number | null, indirect_ratio: number | null, indirect_cost: number | null, indirect_cost_unapproved: number | null, ad_touch_1: number | null, ad_touch_2: number | null, ad_touch_3: number | null, ad_touch_4: number | null, ad_touch_5: number | null, ad_touch_6: number | null, ad_touch_avg: number | null, attr_avg: number | null, attr_cvr: number | null } | null>, totals: { impressions: number | null, clicks: number | null, first_touch_count: number | null, cv: number | null, cvr: number | null, cv_total_middle: number | null, cv_division: number | null, cv_middle_division: number | null, cvr_division: number | null, amount_sum: number | null, amount_avg: number | null, amount_division: number | null, ad_cost: number | null, ad_cost_unapproved: number | null, cpa: number | null, roas: number | null, roi: number | null, profit: number | null, attributed_cpa: number | null, attributed_roas: number | null, indirect_cv: number | null, indirect_first: number | null, indirect_ratio: number | null, indirect_cost: number | null, indirect_cost_unapproved: number | null, ad_touch_1: number | null, ad_touch_2: number | null, ad_touch_3: number | null, ad_touch_4: number | null, ad_touch_5: number | null, ad_touch_6: number | null, ad_touch_avg: number | null, attr_avg: number | null, attr_cvr: number | null } } | null };

export type TermQueryVariables = Exact<{
  product_id: number;
  from: string;
  to: string;
  step?: string | null | undefined;
}>;


export type TermQuery = { report: { watermark: string, rules: { product_id: number, from: string, to: string, step: string, week_start: number, tracking_term: number, excluded_ips: Array<string | null>, time_zone: string }, left_out: { bot: number, repeated: number, excluded_ip: number, conversions: number | null }, columns: Array<{ key: string, unit: string } | null>, rows: Array<{ key: string, label: string, from: string, to: string, clicks: number | null, cv: number | null, cvr: number | null, amount_sum: number | null, ad_cost: number | null, ad_cost_unapproved: number | null, cpa: number | null, roas: number | null, profit: number | null } | null>, totals: { clicks: number | null, cv: number | null, cvr: number | null, amount_sum: number | null, ad_cost: number | null, ad_cost_unapproved: number | null, cpa: number | null, roas: number | null, profit: number | null } } | null };

export type ResultCandidatesQueryVariables = Exact<{
  product_id: number;
  from?: string | null | undefined;
  to?: string | null | undefined;
  after?: string | null | undefined;
  limit?: number | null | undefined;
  where?: string | null | undefined;
  search?: string | null | undefined;
}>;


export type ResultCandidatesQuery = { page: { next: string | null, counts: { pending: number, approved: number, rejected: number } | null, results: Array<{ result_id: number, version: number, approval_status: number, next_statuses: Array<number | null> } | null> } | null };

export type ResultQueueQueryVariables = Exact<{
  product_id: number;
  from?: string | null | undefined;
  to?: string | null | undefined;
  after?: string | null | undefined;
  limit?: number | null | undefined;
  where?: string | null | undefined;
  search?: string | null | undefined;
}>;


export type ResultQueueQuery = { page: { next: string | null, latest: string | null, total: number | null, counts: { success: number, failure: number, pending: number } | null, results: Array<{ result_queue_id: number, result_id: number, version: number, asp_id: number, asp_name: string, cv_ad_id: number | null, cv_ad_name: string, approval_status: number, method: string, url: string, body: string | null, queue_result: boolean | null, state: QueueState, attempts: number, http_status: number | null, answer: string, executed_time: string | null, next_time: string | null, created_at: string } | null> } | null };

export type NewerNoticesQueryVariables = Exact<{
  product_id: number;
  from?: string | null | undefined;
  to?: string | null | undefined;
  where?: string | null | undefined;
  search?: string | null | undefined;
  than: string;
}>;


export type NewerNoticesQuery = { newer: { count: number } | null };

export type QueueAttemptsQueryVariables = Exact<{
  id: number;
}>;


export type QueueAttemptsQuery = { lines: { results: Array<{ number: number, success: boolean, http_status: number | null, answer: string, executed_time: string } | null> } | null };

export type NotificationsResendMutationVariables = Exact<{
  input: ResendForm_Input;
}>;


export type NotificationsResendMutation = { done: { resent: number } | null };

export type NetworkPauseMutationVariables = Exact<{
  id: number;
}>;


export type NetworkPauseMutation = { done: { asp_id: number, paused_at: string | null } | null };

export type NetworkResumeMutationVariables = Exact<{
  id: number;
}>;


export type NetworkResumeMutation = { done: { asp_id: number, paused_at: string | null } | null };

export type ResultsQueryVariables = Exact<{
  product_id: number;
  from?: string | null | undefined;
  to?: string | null | undefined;
  after?: string | null | undefined;
  limit?: number | null | undefined;
  where?: string | null | undefined;
  search?: string | null | undefined;
}>;


export type ResultsQuery = { page: { next: string | null, latest: string | null, total: number | null, counts: { pending: number, approved: number, rejected: number } | null, results: Array<{ result_id: number, conversion_id: string, visitor_id: string | null, cv_time: string, asp_id: number, asp_name: string, cv_ad_id: number | null, cv_ad_name: string, ad_category: number | null, ad_category_name: string | null, ad_type1: number | null, ad_type1_title: string | null, ad_type2: number | null, ad_type2_title: string | null, ad_type3: number | null, ad_type3_title: string | null, result_type: number, interaction_number: number, interaction_id: string | null, xclid: string, media_session_id: string, media_management1: string, media_management2: string, media_management3: string, args: string, user_id: string, other_key1: string, other_key2: string, other_key3: string, amount: number, approval_status: number, approval_status_enum: string, approval_amount_result: number | null, approval_args_result: number | null, exclude_duplicate_ips_result: number | null, exclude_duplicate_args_result: number | null, exclude_duplicate_ips_days: number | null, cv_cost: number, version: number, next_statuses: Array<number | null>, decided_by: string, rule: string, reason: string, decided_at: string, notice_state: NoticeState, created_at: string, updated_at: string } | null> } | null };

export type NewerResultsQueryVariables = Exact<{
  product_id: number;
  from?: string | null | undefined;
  to?: string | null | undefined;
  where?: string | null | undefined;
  search?: string | null | undefined;
  than: string;
}>;


export type NewerResultsQuery = { newer: { count: number } | null };

export type DecisionsQueryVariables = Exact<{
  id: number;
}>;


export type DecisionsQuery = { lines: { results: Array<{ version: number, from_status: number | null, to_status: number, rule: string | null, user_id: number | null, user_name: string | null, reason: string, decided_at: string, notice_state: NoticeState } | null> } | null };

export type ResultsDecideMutationVariables = Exact<{
  input: DecideForm_Input;
}>;


export type ResultsDecideMutation = { done: { decided: number, refused: Array<{ id: number, code: DecisionRefusal, status: number | null, version: number | null } | null> } | null };

export type PreviewRecomputeMutationVariables = Exact<{
  input: RecomputeQuestion_Input;
}>;


export type PreviewRecomputeMutation = { preview: { made: number, moved: number, rejudged: number, kept: number, decided: number, unearned: number, digest: string, examples: Array<{ conversion_id: string, result_id: number | null, asp_id: number, asp_name: string, cv_ad_id: number | null, cv_ad_name: string, from_status: number | null, to_status: number, rule: string } | null> } | null };

export type RecomputeMutationVariables = Exact<{
  input: RecomputeForm_Input;
}>;


export type RecomputeMutation = { done: { made: number, moved: number, rejudged: number } | null };

export type RolesQueryVariables = Exact<{
  page?: number | null | undefined;
  page_size?: number | null | undefined;
  ordering?: string | null | undefined;
  show_deleted?: boolean | null | undefined;
  where?: string | null | undefined;
  search?: string | null | undefined;
}>;


export type RolesQuery = { page: { count: number | null, page: number | null, page_size: number | null, results: Array<{ id: number, label: string, role_id: number, role_name: string, role_code: string, base: string, status: boolean, created_at: string, updated_at: string, permissions: { access_log: PermissionLevel, interaction_log: PermissionLevel, cv_log: PermissionLevel, result_notification_log: PermissionLevel, result_queue: PermissionLevel, cv_approval: PermissionLevel } } | null> } | null };

export type RoleCreateMutationVariables = Exact<{
  input: RoleForm_Input;
  idempotency_key?: string | null | undefined;
}>;


export type RoleCreateMutation = { saved: { id: number, updated_at: string } | null };

export type RoleUpdateMutationVariables = Exact<{
  id: number;
  input: RoleChange_Input;
}>;


export type RoleUpdateMutation = { saved: { id: number, updated_at: string } | null };

export type RoleRemoveMutationVariables = Exact<{
  id: number;
}>;


export type RoleRemoveMutation = { removed: { id: number } | null };

export type RolesRestoreMutationVariables = Exact<{
  ids: Array<number | null | undefined>;
}>;


export type RolesRestoreMutation = { restored: { ids: Array<number | null> } | null };

export type SavedViewsQueryVariables = Exact<{
  page?: number | null | undefined;
  page_size?: number | null | undefined;
  ordering?: string | null | undefined;
  show_deleted?: boolean | null | undefined;
  where?: string | null | undefined;
  search?: string | null | undefined;
}>;


export type SavedViewsQuery = { page: { count: number | null, page: number | null, page_size: number | null, results: Array<{ id: number, label: string, user_id: number, user_name: string | null, screen: string, name: string, address: string, hidden: Array<string | null>, shared: boolean, status: boolean, created_at: string, updated_at: string } | null> } | null };

export type SavedViewCreateMutationVariables = Exact<{
  input: SavedViewForm_Input;
  idempotency_key?: string | null | undefined;
}>;


export type SavedViewCreateMutation = { saved: { id: number, updated_at: string } | null };

export type SavedViewUpdateMutationVariables = Exact<{
  id: number;
  input: SavedViewChange_Input;
}>;


export type SavedViewUpdateMutation = { saved: { id: number, updated_at: string } | null };

export type SavedViewsRemoveMutationVariables = Exact<{
  ids: Array<number | null | undefined>;
}>;


export type SavedViewsRemoveMutation = { removed: { ids: Array<number | null> } | null };

export type SavedViewsRestoreMutationVariables = Exact<{
  ids: Array<number | null | undefined>;
}>;


export type SavedViewsRestoreMutation = { restored: { ids: Array<number | null> } | null };

export type SignInMutationVariables = Exact<{
  input: SignIn_Request_Input;
}>;


export type SignInMutation = { saved: { access: string, refresh: string, lifetime: number } | null };

export type RefreshTokensMutationVariables = Exact<{
  input: RefreshTokens_Request_Input;
}>;


export type RefreshTokensMutation = { saved: { access: string, refresh: string, lifetime: number } | null };

export type SignOutMutationVariables = Exact<{
  input: SignOut_Request_Input;
}>;


export type SignOutMutation = { removed: { ended: boolean } | null };

export type MeQueryVariables = Exact<{ [key: string]: never; }>;


export type MeQuery = { one: { id: number, name: string, email: string, role_name: string, role_code: string, company_id: number, company_name: string, last_login: string | null, agency: { id: number, name: string } | null } | null };

export type MyPermissionsQueryVariables = Exact<{ [key: string]: never; }>;


export type MyPermissionsQuery = { one: { role_name: string, role_code: string, base: string, permissions: { access_log: PermissionLevel, interaction_log: PermissionLevel, cv_log: PermissionLevel, result_notification_log: PermissionLevel, result_queue: PermissionLevel, cv_approval: PermissionLevel } } | null };

export type StartupListsQueryVariables = Exact<{
  agency: boolean;
  product: boolean;
  ad: boolean;
  redirect: boolean;
  asp: boolean;
  cvSetting: boolean;
  adCategory: boolean;
  adType: boolean;
  role: boolean;
}>;


export type StartupListsQuery = { agency?: { results: Array<{ id: number, label: string } | null> } | null, product?: { results: Array<{ id: number, label: string } | null> } | null, ad?: { results: Array<{ id: number, label: string, product_id: number } | null> } | null, redirect?: { results: Array<{ id: number, label: string, product_id: number } | null> } | null, asp?: { results: Array<{ id: number, label: string, product_id: number } | null> } | null, cvSetting?: { results: Array<{ id: number, label: string, product_id: number } | null> } | null, adCategory?: { results: Array<{ id: number, label: string, product_id: number } | null> } | null, role?: { results: Array<{ id: number, label: string, base: string } | null> } | null, adType?: { results: Array<{ id: number, label: string, product_id: number, sequence: number } | null> } | null };

export type SyncRunsQueryVariables = Exact<{
  id: number;
}>;


export type SyncRunsQuery = { page: { count: number | null, page: number | null, page_size: number | null, results: Array<{ id: number, sync_setting_id: number, state: string, user_id: number | null, user_name: string | null, rows: number, applied: number, failure: string, http_status: number | null, started_at: string, ended_at: string | null, errors: Array<{ row: number, field: string, code: string, values: unknown } | null> } | null> } | null };

export type SyncRunNowMutationVariables = Exact<{
  id: number;
}>;


export type SyncRunNowMutation = { saved: { id: number, state: string, started_at: string } | null };

export type SyncSettingsQueryVariables = Exact<{
  page?: number | null | undefined;
  page_size?: number | null | undefined;
  ordering?: string | null | undefined;
  show_deleted?: boolean | null | undefined;
  where?: string | null | undefined;
  search?: string | null | undefined;
}>;


export type SyncSettingsQuery = { page: { count: number | null, page: number | null, page_size: number | null, results: Array<{ id: number, label: string, product_id: number, name: string, kind: string, source_url: string, format: string, mapping: unknown, schedule: string, hour: number, status: boolean, created_at: string, updated_at: string } | null> } | null };

export type SyncSettingQueryVariables = Exact<{
  id: number;
}>;


export type SyncSettingQuery = { one: { id: number, label: string, product_id: number, name: string, kind: string, source_url: string, format: string, mapping: unknown, schedule: string, hour: number, status: boolean, created_at: string, updated_at: string } | null };

export type SyncSettingCreateMutationVariables = Exact<{
  input: SyncSettingForm_Input;
  idempotency_key?: string | null | undefined;
}>;


export type SyncSettingCreateMutation = { saved: { id: number, updated_at: string } | null };

export type SyncSettingUpdateMutationVariables = Exact<{
  id: number;
  input: SyncSettingChange_Input;
}>;


export type SyncSettingUpdateMutation = { saved: { id: number, updated_at: string } | null };

export type SyncSettingsRemoveMutationVariables = Exact<{
  ids: Array<number | null | undefined>;
}>;


export type SyncSettingsRemoveMutation = { removed: { ids: Array<number | null> } | null };

export type SyncSettingsRestoreMutationVariables = Exact<{
  ids: Array<number | null | undefined>;
}>;


export type SyncSettingsRestoreMutation = { restored: { ids: Array<number | null> } | null };

export type TestSendMutationVariables = Exact<{
  id: number;
  input: TestSendForm_Input;
}>;


export type TestSendMutation = { one: { url: string | null, body: string | null, tag: string | null, success: boolean, failure: string | null, http_status: number | null, answer: string, duration_ms: number } | null };

export type UsersQueryVariables = Exact<{
  page?: number | null | undefined;
  page_size?: number | null | undefined;
  ordering?: string | null | undefined;
  show_deleted?: boolean | null | undefined;
  where?: string | null | undefined;
  search?: string | null | undefined;
}>;


export type UsersQuery = { page: { count: number | null, page: number | null, page_size: number | null, results: Array<{ id: number, label: string, user_id: number, user_name: string, email: string, role: number, role_name: string, role_code: string, agency: number | null, agency_name: string | null, last_login: string | null, status: boolean, created_at: string, updated_at: string } | null> } | null };

export type UserQueryVariables = Exact<{
  id: number;
}>;


export type UserQuery = { one: { id: number, label: string, user_id: number, user_name: string, email: string, role: number, role_name: string, role_code: string, agency: number | null, agency_name: string | null, last_login: string | null, status: boolean, created_at: string, updated_at: string } | null };

export type UserCreateMutationVariables = Exact<{
  input: UserForm_Input;
  idempotency_key?: string | null | undefined;
}>;


export type UserCreateMutation = { saved: { id: number, updated_at: string } | null };

export type UserUpdateMutationVariables = Exact<{
  id: number;
  input: UserChange_Input;
}>;


export type UserUpdateMutation = { saved: { id: number, updated_at: string } | null };

export type UsersRemoveMutationVariables = Exact<{
  ids: Array<number | null | undefined>;
}>;


export type UsersRemoveMutation = { removed: { ids: Array<number | null> } | null };

export type UsersRestoreMutationVariables = Exact<{
  ids: Array<number | null | undefined>;
}>;


export type UsersRestoreMutation = { restored: { ids: Array<number | null> } | null };

export type VisitorPathQueryVariables = Exact<{
  product_id: number;
  visitor_id: string;
  after?: string | null | undefined;
  limit?: number | null | undefined;
  show?: string | null | undefined;
}>;


export type VisitorPathQuery = { page: { next: string | null, results: Array<{ kind: string, id: string, time: string, ad_id: number | null, ad_name: string, interaction_id: string | null, url: string, referrer: string, ip_address: string, device: string, os: string, browser: string, cv_type: number | null, cv_setting_name: string, args: string, amount: number | null, contacts: number | null, bot: boolean, repeated: boolean, excluded: boolean } | null> } | null };

export const AccessRowFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AccessRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Access"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"access_id"}},{"kind":"Field","name":{"kind":"Name","value":"access_time"}},{"kind":"Field","name":{"kind":"Name","value":"ad_id"}},{"kind":"Field","name":{"kind":"Name","value":"ad_name"}},{"kind":"Field","name":{"kind":"Name","value":"sy_ad"}},{"kind":"Field","name":{"kind":"Name","value":"sy_ad_name"}},{"kind":"Field","name":{"kind":"Name","value":"interaction_id"}},{"kind":"Field","name":{"kind":"Name","value":"visitor_id"}},{"kind":"Field","name":{"kind":"Name","value":"ip_address"}},{"kind":"Field","name":{"kind":"Name","value":"access_url"}},{"kind":"Field","name":{"kind":"Name","value":"query"}},{"kind":"Field","name":{"kind":"Name","value":"referrer"}},{"kind":"Field","name":{"kind":"Name","value":"ua"}},{"kind":"Field","name":{"kind":"Name","value":"device"}},{"kind":"Field","name":{"kind":"Name","value":"os"}},{"kind":"Field","name":{"kind":"Name","value":"os_ver"}},{"kind":"Field","name":{"kind":"Name","value":"browser"}},{"kind":"Field","name":{"kind":"Name","value":"browser_ver"}},{"kind":"Field","name":{"kind":"Name","value":"bot"}},{"kind":"Field","name":{"kind":"Name","value":"excluded"}}]}}]} as unknown as DocumentNode<AccessRowFragment, unknown>;
export const ConversionRowFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ConversionRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Conversion"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"conversion_id"}},{"kind":"Field","name":{"kind":"Name","value":"cv_time"}},{"kind":"Field","name":{"kind":"Name","value":"cv_type"}},{"kind":"Field","name":{"kind":"Name","value":"cv_setting_id"}},{"kind":"Field","name":{"kind":"Name","value":"cv_setting_name"}},{"kind":"Field","name":{"kind":"Name","value":"origin"}},{"kind":"Field","name":{"kind":"Name","value":"last_cv_ad_id"}},{"kind":"Field","name":{"kind":"Name","value":"last_cv_ad_name"}},{"kind":"Field","name":{"kind":"Name","value":"last_cv_interaction_id"}},{"kind":"Field","name":{"kind":"Name","value":"performance_cv_ad_id"}},{"kind":"Field","name":{"kind":"Name","value":"performance_cv_ad_name"}},{"kind":"Field","name":{"kind":"Name","value":"performance_cv_interaction_id"}},{"kind":"Field","name":{"kind":"Name","value":"contacts"}},{"kind":"Field","name":{"kind":"Name","value":"args"}},{"kind":"Field","name":{"kind":"Name","value":"user_id"}},{"kind":"Field","name":{"kind":"Name","value":"other_key1"}},{"kind":"Field","name":{"kind":"Name","value":"other_key2"}},{"kind":"Field","name":{"kind":"Name","value":"other_key3"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"visitor_id"}},{"kind":"Field","name":{"kind":"Name","value":"ip_address"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"referrer"}},{"kind":"Field","name":{"kind":"Name","value":"ua"}},{"kind":"Field","name":{"kind":"Name","value":"device"}},{"kind":"Field","name":{"kind":"Name","value":"os"}},{"kind":"Field","name":{"kind":"Name","value":"os_ver"}},{"kind":"Field","name":{"kind":"Name","value":"browser"}},{"kind":"Field","name":{"kind":"Name","value":"browser_ver"}},{"kind":"Field","name":{"kind":"Name","value":"bot"}},{"kind":"Field","name":{"kind":"Name","value":"excluded"}}]}}]} as unknown as DocumentNode<ConversionRowFragment, unknown>;
export const InteractionRowFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"InteractionRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Interaction"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reference_id"}},{"kind":"Field","name":{"kind":"Name","value":"interaction_id"}},{"kind":"Field","name":{"kind":"Name","value":"first_reference_time"}},{"kind":"Field","name":{"kind":"Name","value":"reference_time"}},{"kind":"Field","name":{"kind":"Name","value":"ad_id"}},{"kind":"Field","name":{"kind":"Name","value":"ad_name"}},{"kind":"Field","name":{"kind":"Name","value":"visitor_id"}},{"kind":"Field","name":{"kind":"Name","value":"ip_address"}},{"kind":"Field","name":{"kind":"Name","value":"landing_url"}},{"kind":"Field","name":{"kind":"Name","value":"referrer"}},{"kind":"Field","name":{"kind":"Name","value":"ua"}},{"kind":"Field","name":{"kind":"Name","value":"device"}},{"kind":"Field","name":{"kind":"Name","value":"os"}},{"kind":"Field","name":{"kind":"Name","value":"os_ver"}},{"kind":"Field","name":{"kind":"Name","value":"browser"}},{"kind":"Field","name":{"kind":"Name","value":"browser_ver"}},{"kind":"Field","name":{"kind":"Name","value":"redirect_id"}},{"kind":"Field","name":{"kind":"Name","value":"lpo_number"}},{"kind":"Field","name":{"kind":"Name","value":"lpo_title"}},{"kind":"Field","name":{"kind":"Name","value":"xclid"}},{"kind":"Field","name":{"kind":"Name","value":"media_session_id"}},{"kind":"Field","name":{"kind":"Name","value":"media_management1"}},{"kind":"Field","name":{"kind":"Name","value":"media_management2"}},{"kind":"Field","name":{"kind":"Name","value":"media_management3"}},{"kind":"Field","name":{"kind":"Name","value":"click_cost"}},{"kind":"Field","name":{"kind":"Name","value":"bot"}},{"kind":"Field","name":{"kind":"Name","value":"repeated"}},{"kind":"Field","name":{"kind":"Name","value":"excluded"}}]}}]} as unknown as DocumentNode<InteractionRowFragment, unknown>;
export const AccessesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Accesses"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"product_id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"from"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"to"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"show"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ad_id__in"}},"type":{"kind":"ListType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"limit"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"visitor_id"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"access_id"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"access_url__contains"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"device"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"os"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"browser"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"page"},"name":{"kind":"Name","value":"accesses"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"product_id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"product_id"}}},{"kind":"Argument","name":{"kind":"Name","value":"from"},"value":{"kind":"Variable","name":{"kind":"Name","value":"from"}}},{"kind":"Argument","name":{"kind":"Name","value":"to"},"value":{"kind":"Variable","name":{"kind":"Name","value":"to"}}},{"kind":"Argument","name":{"kind":"Name","value":"show"},"value":{"kind":"Variable","name":{"kind":"Name","value":"show"}}},{"kind":"Argument","name":{"kind":"Name","value":"ad_id__in"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ad_id__in"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"Variable","name":{"kind":"Name","value":"limit"}}},{"kind":"Argument","name":{"kind":"Name","value":"visitor_id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"visitor_id"}}},{"kind":"Argument","name":{"kind":"Name","value":"access_id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"access_id"}}},{"kind":"Argument","name":{"kind":"Name","value":"access_url__contains"},"value":{"kind":"Variable","name":{"kind":"Name","value":"access_url__contains"}}},{"kind":"Argument","name":{"kind":"Name","value":"device"},"value":{"kind":"Variable","name":{"kind":"Name","value":"device"}}},{"kind":"Argument","name":{"kind":"Name","value":"os"},"value":{"kind":"Variable","name":{"kind":"Name","value":"os"}}},{"kind":"Argument","name":{"kind":"Name","value":"browser"},"value":{"kind":"Variable","name":{"kind":"Name","value":"browser"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"next"}},{"kind":"Field","name":{"kind":"Name","value":"latest"}},{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"left_out"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bot"}},{"kind":"Field","name":{"kind":"Name","value":"excluded_ip"}}]}},{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AccessRow"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AccessRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Access"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"access_id"}},{"kind":"Field","name":{"kind":"Name","value":"access_time"}},{"kind":"Field","name":{"kind":"Name","value":"ad_id"}},{"kind":"Field","name":{"kind":"Name","value":"ad_name"}},{"kind":"Field","name":{"kind":"Name","value":"sy_ad"}},{"kind":"Field","name":{"kind":"Name","value":"sy_ad_name"}},{"kind":"Field","name":{"kind":"Name","value":"interaction_id"}},{"kind":"Field","name":{"kind":"Name","value":"visitor_id"}},{"kind":"Field","name":{"kind":"Name","value":"ip_address"}},{"kind":"Field","name":{"kind":"Name","value":"access_url"}},{"kind":"Field","name":{"kind":"Name","value":"query"}},{"kind":"Field","name":{"kind":"Name","value":"referrer"}},{"kind":"Field","name":{"kind":"Name","value":"ua"}},{"kind":"Field","name":{"kind":"Name","value":"device"}},{"kind":"Field","name":{"kind":"Name","value":"os"}},{"kind":"Field","name":{"kind":"Name","value":"os_ver"}},{"kind":"Field","name":{"kind":"Name","value":"browser"}},{"kind":"Field","name":{"kind":"Name","value":"browser_ver"}},{"kind":"Field","name":{"kind":"Name","value":"bot"}},{"kind":"Field","name":{"kind":"Name","value":"excluded"}}]}}]} as unknown as DocumentNode<AccessesQuery, AccessesQueryVariables>;
export const NewerAccessesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"NewerAccesses"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"product_id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"from"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"to"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"show"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ad_id__in"}},"type":{"kind":"ListType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"than"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"visitor_id"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"access_id"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"access_url__contains"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"device"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"os"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"browser"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"newer"},"name":{"kind":"Name","value":"newerAccesses"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"product_id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"product_id"}}},{"kind":"Argument","name":{"kind":"Name","value":"from"},"value":{"kind":"Variable","name":{"kind":"Name","value":"from"}}},{"kind":"Argument","name":{"kind":"Name","value":"to"},"value":{"kind":"Variable","name":{"kind":"Name","value":"to"}}},{"kind":"Argument","name":{"kind":"Name","value":"show"},"value":{"kind":"Variable","name":{"kind":"Name","value":"show"}}},{"kind":"Argument","name":{"kind":"Name","value":"ad_id__in"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ad_id__in"}}},{"kind":"Argument","name":{"kind":"Name","value":"than"},"value":{"kind":"Variable","name":{"kind":"Name","value":"than"}}},{"kind":"Argument","name":{"kind":"Name","value":"visitor_id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"visitor_id"}}},{"kind":"Argument","name":{"kind":"Name","value":"access_id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"access_id"}}},{"kind":"Argument","name":{"kind":"Name","value":"access_url__contains"},"value":{"kind":"Variable","name":{"kind":"Name","value":"access_url__contains"}}},{"kind":"Argument","name":{"kind":"Name","value":"device"},"value":{"kind":"Variable","name":{"kind":"Name","value":"device"}}},{"kind":"Argument","name":{"kind":"Name","value":"os"},"value":{"kind":"Variable","name":{"kind":"Name","value":"os"}}},{"kind":"Argument","name":{"kind":"Name","value":"browser"},"value":{"kind":"Variable","name":{"kind":"Name","value":"browser"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}}]}}]}}]} as unknown as DocumentNode<NewerAccessesQuery, NewerAccessesQueryVariables>;
export const AccessDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Access"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"product_id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"one"},"name":{"kind":"Name","value":"access"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"product_id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"product_id"}}},{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AccessRow"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AccessRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Access"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"access_id"}},{"kind":"Field","name":{"kind":"Name","value":"access_time"}},{"kind":"Field","name":{"kind":"Name","value":"ad_id"}},{"kind":"Field","name":{"kind":"Name","value":"ad_name"}},{"kind":"Field","name":{"kind":"Name","value":"sy_ad"}},{"kind":"Field","name":{"kind":"Name","value":"sy_ad_name"}},{"kind":"Field","name":{"kind":"Name","value":"interaction_id"}},{"kind":"Field","name":{"kind":"Name","value":"visitor_id"}},{"kind":"Field","name":{"kind":"Name","value":"ip_address"}},{"kind":"Field","name":{"kind":"Name","value":"access_url"}},{"kind":"Field","name":{"kind":"Name","value":"query"}},{"kind":"Field","name":{"kind":"Name","value":"referrer"}},{"kind":"Field","name":{"kind":"Name","value":"ua"}},{"kind":"Field","name":{"kind":"Name","value":"device"}},{"kind":"Field","name":{"kind":"Name","value":"os"}},{"kind":"Field","name":{"kind":"Name","value":"os_ver"}},{"kind":"Field","name":{"kind":"Name","value":"browser"}},{"kind":"Field","name":{"kind":"Name","value":"browser_ver"}},{"kind":"Field","name":{"kind":"Name","value":"bot"}},{"kind":"Field","name":{"kind":"Name","value":"excluded"}}]}}]} as unknown as DocumentNode<AccessQuery, AccessQueryVariables>;
export const AdCategoriesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"AdCategories"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"page"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"page_size"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ordering"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"show_deleted"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"where"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"search"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"page"},"name":{"kind":"Name","value":"adCategories"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"page"},"value":{"kind":"Variable","name":{"kind":"Name","value":"page"}}},{"kind":"Argument","name":{"kind":"Name","value":"page_size"},"value":{"kind":"Variable","name":{"kind":"Name","value":"page_size"}}},{"kind":"Argument","name":{"kind":"Name","value":"ordering"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ordering"}}},{"kind":"Argument","name":{"kind":"Name","value":"show_deleted"},"value":{"kind":"Variable","name":{"kind":"Name","value":"show_deleted"}}},{"kind":"Argument","name":{"kind":"Name","value":"where"},"value":{"kind":"Variable","name":{"kind":"Name","value":"where"}}},{"kind":"Argument","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"search"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"page"}},{"kind":"Field","name":{"kind":"Name","value":"page_size"}},{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"product_id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"created_at"}},{"kind":"Field","name":{"kind":"Name","value":"updated_at"}}]}}]}}]}}]} as unknown as DocumentNode<AdCategoriesQuery, AdCategoriesQueryVariables>;
export const AdCategoryDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"AdCategory"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"one"},"name":{"kind":"Name","value":"adCategory"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"product_id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"created_at"}},{"kind":"Field","name":{"kind":"Name","value":"updated_at"}}]}}]}}]} as unknown as DocumentNode<AdCategoryQuery, AdCategoryQueryVariables>;
export const AdCategoryCreateDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AdCategoryCreate"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AdCategoryForm_Input"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"idempotency_key"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"saved"},"name":{"kind":"Name","value":"createAdCategory"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}},{"kind":"Argument","name":{"kind":"Name","value":"idempotency_key"},"value":{"kind":"Variable","name":{"kind":"Name","value":"idempotency_key"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"updated_at"}}]}}]}}]} as unknown as DocumentNode<AdCategoryCreateMutation, AdCategoryCreateMutationVariables>;
export const AdCategoryUpdateDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AdCategoryUpdate"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AdCategoryChange_Input"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"saved"},"name":{"kind":"Name","value":"updateAdCategory"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"updated_at"}}]}}]}}]} as unknown as DocumentNode<AdCategoryUpdateMutation, AdCategoryUpdateMutationVariables>;
export const AdCategoriesRemoveDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AdCategoriesRemove"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"removed"},"name":{"kind":"Name","value":"removeAdCategories"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"ids"}}]}}]}}]} as unknown as DocumentNode<AdCategoriesRemoveMutation, AdCategoriesRemoveMutationVariables>;
export const AdCategoriesRestoreDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AdCategoriesRestore"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"restored"},"name":{"kind":"Name","value":"restoreAdCategories"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"ids"}}]}}]}}]} as unknown as DocumentNode<AdCategoriesRestoreMutation, AdCategoriesRestoreMutationVariables>;
export const AdTypesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"AdTypes"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"page"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"page_size"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ordering"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"show_deleted"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"where"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"search"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"page"},"name":{"kind":"Name","value":"adTypes"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"page"},"value":{"kind":"Variable","name":{"kind":"Name","value":"page"}}},{"kind":"Argument","name":{"kind":"Name","value":"page_size"},"value":{"kind":"Variable","name":{"kind":"Name","value":"page_size"}}},{"kind":"Argument","name":{"kind":"Name","value":"ordering"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ordering"}}},{"kind":"Argument","name":{"kind":"Name","value":"show_deleted"},"value":{"kind":"Variable","name":{"kind":"Name","value":"show_deleted"}}},{"kind":"Argument","name":{"kind":"Name","value":"where"},"value":{"kind":"Variable","name":{"kind":"Name","value":"where"}}},{"kind":"Argument","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"search"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"page"}},{"kind":"Field","name":{"kind":"Name","value":"page_size"}},{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"product_id"}},{"kind":"Field","name":{"kind":"Name","value":"sequence"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"created_at"}},{"kind":"Field","name":{"kind":"Name","value":"updated_at"}}]}}]}}]}}]} as unknown as DocumentNode<AdTypesQuery, AdTypesQueryVariables>;
export const AdTypeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"AdType"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"one"},"name":{"kind":"Name","value":"adType"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"product_id"}},{"kind":"Field","name":{"kind":"Name","value":"sequence"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"created_at"}},{"kind":"Field","name":{"kind":"Name","value":"updated_at"}}]}}]}}]} as unknown as DocumentNode<AdTypeQuery, AdTypeQueryVariables>;
export const AdTypeCreateDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AdTypeCreate"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AdTypeForm_Input"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"idempotency_key"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"saved"},"name":{"kind":"Name","value":"createAdType"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}},{"kind":"Argument","name":{"kind":"Name","value":"idempotency_key"},"value":{"kind":"Variable","name":{"kind":"Name","value":"idempotency_key"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"updated_at"}}]}}]}}]} as unknown as DocumentNode<AdTypeCreateMutation, AdTypeCreateMutationVariables>;
export const AdTypeUpdateDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AdTypeUpdate"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AdTypeChange_Input"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"saved"},"name":{"kind":"Name","value":"updateAdType"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"updated_at"}}]}}]}}]} as unknown as DocumentNode<AdTypeUpdateMutation, AdTypeUpdateMutationVariables>;
export const AdTypesRemoveDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AdTypesRemove"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"removed"},"name":{"kind":"Name","value":"removeAdTypes"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"ids"}}]}}]}}]} as unknown as DocumentNode<AdTypesRemoveMutation, AdTypesRemoveMutationVariables>;
export const AdTypesRestoreDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AdTypesRestore"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"restored"},"name":{"kind":"Name","value":"restoreAdTypes"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"ids"}}]}}]}}]} as unknown as DocumentNode<AdTypesRestoreMutation, AdTypesRestoreMutationVariables>;
export const AdsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Ads"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"page"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"page_size"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ordering"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"show_deleted"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"where"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"search"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"page"},"name":{"kind":"Name","value":"ads"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"page"},"value":{"kind":"Variable","name":{"kind":"Name","value":"page"}}},{"kind":"Argument","name":{"kind":"Name","value":"page_size"},"value":{"kind":"Variable","name":{"kind":"Name","value":"page_size"}}},{"kind":"Argument","name":{"kind":"Name","value":"ordering"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ordering"}}},{"kind":"Argument","name":{"kind":"Name","value":"show_deleted"},"value":{"kind":"Variable","name":{"kind":"Name","value":"show_deleted"}}},{"kind":"Argument","name":{"kind":"Name","value":"where"},"value":{"kind":"Variable","name":{"kind":"Name","value":"where"}}},{"kind":"Argument","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"search"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"page"}},{"kind":"Field","name":{"kind":"Name","value":"page_size"}},{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"product_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"ad_post_url"}},{"kind":"Field","name":{"kind":"Name","value":"ad_description"}},{"kind":"Field","name":{"kind":"Name","value":"ad_category"}},{"kind":"Field","name":{"kind":"Name","value":"ad_category_name"}},{"kind":"Field","name":{"kind":"Name","value":"ad_type1"}},{"kind":"Field","name":{"kind":"Name","value":"ad_type1_title"}},{"kind":"Field","name":{"kind":"Name","value":"ad_type2"}},{"kind":"Field","name":{"kind":"Name","value":"ad_type2_title"}},{"kind":"Field","name":{"kind":"Name","value":"ad_type3"}},{"kind":"Field","name":{"kind":"Name","value":"ad_type3_title"}},{"kind":"Field","name":{"kind":"Name","value":"asp"}},{"kind":"Field","name":{"kind":"Name","value":"asp_name"}},{"kind":"Field","name":{"kind":"Name","value":"agency"}},{"kind":"Field","name":{"kind":"Name","value":"agency_name"}},{"kind":"Field","name":{"kind":"Name","value":"period_from"}},{"kind":"Field","name":{"kind":"Name","value":"period_to"}},{"kind":"Field","name":{"kind":"Name","value":"redirect_url"}},{"kind":"Field","name":{"kind":"Name","value":"direct_link"}},{"kind":"Field","name":{"kind":"Name","value":"lpo_flag"}},{"kind":"Field","name":{"kind":"Name","value":"lpo_entries"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rate"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"url"}}]}},{"kind":"Field","name":{"kind":"Name","value":"dynamic_lpurl"}},{"kind":"Field","name":{"kind":"Name","value":"performance_cv_flag"}},{"kind":"Field","name":{"kind":"Name","value":"click_cost"}},{"kind":"Field","name":{"kind":"Name","value":"cv_cost"}},{"kind":"Field","name":{"kind":"Name","value":"ad_fee"}},{"kind":"Field","name":{"kind":"Name","value":"args"}},{"kind":"Field","name":{"kind":"Name","value":"own_parameters"}},{"kind":"Field","name":{"kind":"Name","value":"parameters"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"media_management1"}},{"kind":"Field","name":{"kind":"Name","value":"media_management2"}},{"kind":"Field","name":{"kind":"Name","value":"media_management3"}},{"kind":"Field","name":{"kind":"Name","value":"media_session"}},{"kind":"Field","name":{"kind":"Name","value":"xclid"}}]}},{"kind":"Field","name":{"kind":"Name","value":"own_result_notice"}},{"kind":"Field","name":{"kind":"Name","value":"result_flag"}},{"kind":"Field","name":{"kind":"Name","value":"own_auto_approval"}},{"kind":"Field","name":{"kind":"Name","value":"auto_approval"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"approval_amount"}},{"kind":"Field","name":{"kind":"Name","value":"approval_args"}},{"kind":"Field","name":{"kind":"Name","value":"auto_approval"}},{"kind":"Field","name":{"kind":"Name","value":"exclude_duplicate_args"}},{"kind":"Field","name":{"kind":"Name","value":"exclude_duplicate_ips"}}]}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"created_at"}},{"kind":"Field","name":{"kind":"Name","value":"updated_at"}}]}}]}}]}}]} as unknown as DocumentNode<AdsQuery, AdsQueryVariables>;
export const AdDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Ad"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"one"},"name":{"kind":"Name","value":"ad"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"product_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"ad_post_url"}},{"kind":"Field","name":{"kind":"Name","value":"ad_description"}},{"kind":"Field","name":{"kind":"Name","value":"ad_category"}},{"kind":"Field","name":{"kind":"Name","value":"ad_category_name"}},{"kind":"Field","name":{"kind":"Name","value":"ad_type1"}},{"kind":"Field","name":{"kind":"Name","value":"ad_type1_title"}},{"kind":"Field","name":{"kind":"Name","value":"ad_type2"}},{"kind":"Field","name":{"kind":"Name","value":"ad_type2_title"}},{"kind":"Field","name":{"kind":"Name","value":"ad_type3"}},{"kind":"Field","name":{"kind":"Name","value":"ad_type3_title"}},{"kind":"Field","name":{"kind":"Name","value":"asp"}},{"kind":"Field","name":{"kind":"Name","value":"asp_name"}},{"kind":"Field","name":{"kind":"Name","value":"agency"}},{"kind":"Field","name":{"kind":"Name","value":"agency_name"}},{"kind":"Field","name":{"kind":"Name","value":"period_from"}},{"kind":"Field","name":{"kind":"Name","value":"period_to"}},{"kind":"Field","name":{"kind":"Name","value":"redirect_url"}},{"kind":"Field","name":{"kind":"Name","value":"direct_link"}},{"kind":"Field","name":{"kind":"Name","value":"lpo_flag"}},{"kind":"Field","name":{"kind":"Name","value":"lpo_entries"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rate"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"url"}}]}},{"kind":"Field","name":{"kind":"Name","value":"dynamic_lpurl"}},{"kind":"Field","name":{"kind":"Name","value":"performance_cv_flag"}},{"kind":"Field","name":{"kind":"Name","value":"click_cost"}},{"kind":"Field","name":{"kind":"Name","value":"cv_cost"}},{"kind":"Field","name":{"kind":"Name","value":"ad_fee"}},{"kind":"Field","name":{"kind":"Name","value":"args"}},{"kind":"Field","name":{"kind":"Name","value":"own_parameters"}},{"kind":"Field","name":{"kind":"Name","value":"parameters"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"media_management1"}},{"kind":"Field","name":{"kind":"Name","value":"media_management2"}},{"kind":"Field","name":{"kind":"Name","value":"media_management3"}},{"kind":"Field","name":{"kind":"Name","value":"media_session"}},{"kind":"Field","name":{"kind":"Name","value":"xclid"}}]}},{"kind":"Field","name":{"kind":"Name","value":"own_result_notice"}},{"kind":"Field","name":{"kind":"Name","value":"result_flag"}},{"kind":"Field","name":{"kind":"Name","value":"own_auto_approval"}},{"kind":"Field","name":{"kind":"Name","value":"auto_approval"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"approval_amount"}},{"kind":"Field","name":{"kind":"Name","value":"approval_args"}},{"kind":"Field","name":{"kind":"Name","value":"auto_approval"}},{"kind":"Field","name":{"kind":"Name","value":"exclude_duplicate_args"}},{"kind":"Field","name":{"kind":"Name","value":"exclude_duplicate_ips"}}]}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"created_at"}},{"kind":"Field","name":{"kind":"Name","value":"updated_at"}}]}}]}}]} as unknown as DocumentNode<AdQuery, AdQueryVariables>;
export const AdCreateDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AdCreate"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AdForm_Input"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"idempotency_key"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"saved"},"name":{"kind":"Name","value":"createAd"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}},{"kind":"Argument","name":{"kind":"Name","value":"idempotency_key"},"value":{"kind":"Variable","name":{"kind":"Name","value":"idempotency_key"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"updated_at"}}]}}]}}]} as unknown as DocumentNode<AdCreateMutation, AdCreateMutationVariables>;
export const AdUpdateDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AdUpdate"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AdChange_Input"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"saved"},"name":{"kind":"Name","value":"updateAd"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"updated_at"}}]}}]}}]} as unknown as DocumentNode<AdUpdateMutation, AdUpdateMutationVariables>;
export const AdsRemoveDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AdsRemove"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"removed"},"name":{"kind":"Name","value":"removeAds"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"ids"}}]}}]}}]} as unknown as DocumentNode<AdsRemoveMutation, AdsRemoveMutationVariables>;
export const AdsRestoreDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AdsRestore"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"restored"},"name":{"kind":"Name","value":"restoreAds"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"ids"}}]}}]}}]} as unknown as DocumentNode<AdsRestoreMutation, AdsRestoreMutationVariables>;
export const AgenciesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Agencies"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"page"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"page_size"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ordering"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"show_deleted"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"where"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"search"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"page"},"name":{"kind":"Name","value":"agencies"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"page"},"value":{"kind":"Variable","name":{"kind":"Name","value":"page"}}},{"kind":"Argument","name":{"kind":"Name","value":"page_size"},"value":{"kind":"Variable","name":{"kind":"Name","value":"page_size"}}},{"kind":"Argument","name":{"kind":"Name","value":"ordering"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ordering"}}},{"kind":"Argument","name":{"kind":"Name","value":"show_deleted"},"value":{"kind":"Variable","name":{"kind":"Name","value":"show_deleted"}}},{"kind":"Argument","name":{"kind":"Name","value":"where"},"value":{"kind":"Variable","name":{"kind":"Name","value":"where"}}},{"kind":"Argument","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"search"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"page"}},{"kind":"Field","name":{"kind":"Name","value":"page_size"}},{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"agency_id"}},{"kind":"Field","name":{"kind":"Name","value":"agency_name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"products"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"created_at"}},{"kind":"Field","name":{"kind":"Name","value":"updated_at"}}]}}]}}]}}]} as unknown as DocumentNode<AgenciesQuery, AgenciesQueryVariables>;
export const AgencyDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Agency"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"one"},"name":{"kind":"Name","value":"agency"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"agency_id"}},{"kind":"Field","name":{"kind":"Name","value":"agency_name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"products"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"created_at"}},{"kind":"Field","name":{"kind":"Name","value":"updated_at"}}]}}]}}]} as unknown as DocumentNode<AgencyQuery, AgencyQueryVariables>;
export const AgencyCreateDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AgencyCreate"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AgencyForm_Input"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"idempotency_key"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"saved"},"name":{"kind":"Name","value":"createAgency"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}},{"kind":"Argument","name":{"kind":"Name","value":"idempotency_key"},"value":{"kind":"Variable","name":{"kind":"Name","value":"idempotency_key"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"updated_at"}}]}}]}}]} as unknown as DocumentNode<AgencyCreateMutation, AgencyCreateMutationVariables>;
export const AgencyUpdateDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AgencyUpdate"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AgencyChange_Input"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"saved"},"name":{"kind":"Name","value":"updateAgency"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"updated_at"}}]}}]}}]} as unknown as DocumentNode<AgencyUpdateMutation, AgencyUpdateMutationVariables>;
export const AgenciesRemoveDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AgenciesRemove"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"removed"},"name":{"kind":"Name","value":"removeAgencies"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"ids"}}]}}]}}]} as unknown as DocumentNode<AgenciesRemoveMutation, AgenciesRemoveMutationVariables>;
export const AgenciesRestoreDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AgenciesRestore"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"restored"},"name":{"kind":"Name","value":"restoreAgencies"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"ids"}}]}}]}}]} as unknown as DocumentNode<AgenciesRestoreMutation, AgenciesRestoreMutationVariables>;
export const AllocationsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Allocations"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"product_id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"from"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"to"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"where"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"model"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"mode"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"pool"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Float"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"adjust"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"report"},"name":{"kind":"Name","value":"allocations"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"product_id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"product_id"}}},{"kind":"Argument","name":{"kind":"Name","value":"from"},"value":{"kind":"Variable","name":{"kind":"Name","value":"from"}}},{"kind":"Argument","name":{"kind":"Name","value":"to"},"value":{"kind":"Variable","name":{"kind":"Name","value":"to"}}},{"kind":"Argument","name":{"kind":"Name","value":"where"},"value":{"kind":"Variable","name":{"kind":"Name","value":"where"}}},{"kind":"Argument","name":{"kind":"Name","value":"model"},"value":{"kind":"Variable","name":{"kind":"Name","value":"model"}}},{"kind":"Argument","name":{"kind":"Name","value":"mode"},"value":{"kind":"Variable","name":{"kind":"Name","value":"mode"}}},{"kind":"Argument","name":{"kind":"Name","value":"pool"},"value":{"kind":"Variable","name":{"kind":"Name","value":"pool"}}},{"kind":"Argument","name":{"kind":"Name","value":"adjust"},"value":{"kind":"Variable","name":{"kind":"Name","value":"adjust"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rules"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"product_id"}},{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}},{"kind":"Field","name":{"kind":"Name","value":"where"}},{"kind":"Field","name":{"kind":"Name","value":"tracking_term"}},{"kind":"Field","name":{"kind":"Name","value":"excluded_ips"}},{"kind":"Field","name":{"kind":"Name","value":"ad_cost_linkage"}},{"kind":"Field","name":{"kind":"Name","value":"time_zone"}},{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"mode"}},{"kind":"Field","name":{"kind":"Name","value":"response_from"}},{"kind":"Field","name":{"kind":"Name","value":"response_to"}}]}},{"kind":"Field","name":{"kind":"Name","value":"watermark"}},{"kind":"Field","name":{"kind":"Name","value":"left_out"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bot"}},{"kind":"Field","name":{"kind":"Name","value":"repeated"}},{"kind":"Field","name":{"kind":"Name","value":"excluded_ip"}},{"kind":"Field","name":{"kind":"Name","value":"conversions"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pool"}},{"kind":"Field","name":{"kind":"Name","value":"pool_told"}},{"kind":"Field","name":{"kind":"Name","value":"unallocated"}},{"kind":"Field","name":{"kind":"Name","value":"rows"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"ad_cost"}},{"kind":"Field","name":{"kind":"Name","value":"cv"}},{"kind":"Field","name":{"kind":"Name","value":"cv_division"}},{"kind":"Field","name":{"kind":"Name","value":"amount_sum"}},{"kind":"Field","name":{"kind":"Name","value":"amount_division"}},{"kind":"Field","name":{"kind":"Name","value":"attributed_cpa"}},{"kind":"Field","name":{"kind":"Name","value":"attributed_roas"}},{"kind":"Field","name":{"kind":"Name","value":"allocated_cost"}},{"kind":"Field","name":{"kind":"Name","value":"adjusted_cost"}},{"kind":"Field","name":{"kind":"Name","value":"expected_cv"}},{"kind":"Field","name":{"kind":"Name","value":"expected_amount"}},{"kind":"Field","name":{"kind":"Name","value":"share"}},{"kind":"Field","name":{"kind":"Name","value":"adjustment_unit"}},{"kind":"Field","name":{"kind":"Name","value":"adjustment"}},{"kind":"Field","name":{"kind":"Name","value":"cv_per_yen"}},{"kind":"Field","name":{"kind":"Name","value":"amount_per_yen"}},{"kind":"Field","name":{"kind":"Name","value":"response_days"}},{"kind":"Field","name":{"kind":"Name","value":"response_basis"}}]}},{"kind":"Field","name":{"kind":"Name","value":"totals"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"ad_cost"}},{"kind":"Field","name":{"kind":"Name","value":"cv"}},{"kind":"Field","name":{"kind":"Name","value":"cv_division"}},{"kind":"Field","name":{"kind":"Name","value":"amount_sum"}},{"kind":"Field","name":{"kind":"Name","value":"amount_division"}},{"kind":"Field","name":{"kind":"Name","value":"attributed_cpa"}},{"kind":"Field","name":{"kind":"Name","value":"attributed_roas"}},{"kind":"Field","name":{"kind":"Name","value":"allocated_cost"}},{"kind":"Field","name":{"kind":"Name","value":"adjusted_cost"}},{"kind":"Field","name":{"kind":"Name","value":"expected_cv"}},{"kind":"Field","name":{"kind":"Name","value":"expected_amount"}},{"kind":"Field","name":{"kind":"Name","value":"difference"}}]}}]}}]}}]} as unknown as DocumentNode<AllocationsQuery, AllocationsQueryVariables>;
export const CvInfoDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"CvInfo"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"product_id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"from"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"to"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"where"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"cv_type"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"limit"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"page"},"name":{"kind":"Name","value":"cvInfo"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"product_id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"product_id"}}},{"kind":"Argument","name":{"kind":"Name","value":"from"},"value":{"kind":"Variable","name":{"kind":"Name","value":"from"}}},{"kind":"Argument","name":{"kind":"Name","value":"to"},"value":{"kind":"Variable","name":{"kind":"Name","value":"to"}}},{"kind":"Argument","name":{"kind":"Name","value":"where"},"value":{"kind":"Variable","name":{"kind":"Name","value":"where"}}},{"kind":"Argument","name":{"kind":"Name","value":"cv_type"},"value":{"kind":"Variable","name":{"kind":"Name","value":"cv_type"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"Variable","name":{"kind":"Name","value":"limit"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rules"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"product_id"}},{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}},{"kind":"Field","name":{"kind":"Name","value":"where"}},{"kind":"Field","name":{"kind":"Name","value":"tracking_term"}},{"kind":"Field","name":{"kind":"Name","value":"excluded_ips"}},{"kind":"Field","name":{"kind":"Name","value":"ad_cost_linkage"}},{"kind":"Field","name":{"kind":"Name","value":"time_zone"}}]}},{"kind":"Field","name":{"kind":"Name","value":"watermark"}},{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"conversion_id"}},{"kind":"Field","name":{"kind":"Name","value":"cv_time"}},{"kind":"Field","name":{"kind":"Name","value":"cv_type"}},{"kind":"Field","name":{"kind":"Name","value":"cv_setting_id"}},{"kind":"Field","name":{"kind":"Name","value":"cv_setting_name"}},{"kind":"Field","name":{"kind":"Name","value":"p_resid"}},{"kind":"Field","name":{"kind":"Name","value":"p_userid"}},{"kind":"Field","name":{"kind":"Name","value":"p_key1"}},{"kind":"Field","name":{"kind":"Name","value":"p_key2"}},{"kind":"Field","name":{"kind":"Name","value":"p_key3"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"visitor_id"}},{"kind":"Field","name":{"kind":"Name","value":"first_ad"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"ad_id"}},{"kind":"Field","name":{"kind":"Name","value":"ad_name"}},{"kind":"Field","name":{"kind":"Name","value":"hidden"}}]}},{"kind":"Field","name":{"kind":"Name","value":"last_ad"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"ad_id"}},{"kind":"Field","name":{"kind":"Name","value":"ad_name"}},{"kind":"Field","name":{"kind":"Name","value":"hidden"}}]}},{"kind":"Field","name":{"kind":"Name","value":"ad_type1"}},{"kind":"Field","name":{"kind":"Name","value":"ad_type2"}},{"kind":"Field","name":{"kind":"Name","value":"ad_type3"}},{"kind":"Field","name":{"kind":"Name","value":"contacts"}},{"kind":"Field","name":{"kind":"Name","value":"elapsed"}},{"kind":"Field","name":{"kind":"Name","value":"path"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"ad_id"}},{"kind":"Field","name":{"kind":"Name","value":"ad_name"}},{"kind":"Field","name":{"kind":"Name","value":"hidden"}},{"kind":"Field","name":{"kind":"Name","value":"at"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"next"}}]}}]}}]} as unknown as DocumentNode<CvInfoQuery, CvInfoQueryVariables>;
export const LpoAnalysisDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"LpoAnalysis"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"product_id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"from"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"to"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"where"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"model"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"report"},"name":{"kind":"Name","value":"lpoAnalysis"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"product_id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"product_id"}}},{"kind":"Argument","name":{"kind":"Name","value":"from"},"value":{"kind":"Variable","name":{"kind":"Name","value":"from"}}},{"kind":"Argument","name":{"kind":"Name","value":"to"},"value":{"kind":"Variable","name":{"kind":"Name","value":"to"}}},{"kind":"Argument","name":{"kind":"Name","value":"where"},"value":{"kind":"Variable","name":{"kind":"Name","value":"where"}}},{"kind":"Argument","name":{"kind":"Name","value":"model"},"value":{"kind":"Variable","name":{"kind":"Name","value":"model"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rules"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"product_id"}},{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}},{"kind":"Field","name":{"kind":"Name","value":"where"}},{"kind":"Field","name":{"kind":"Name","value":"tracking_term"}},{"kind":"Field","name":{"kind":"Name","value":"excluded_ips"}},{"kind":"Field","name":{"kind":"Name","value":"ad_cost_linkage"}},{"kind":"Field","name":{"kind":"Name","value":"time_zone"}},{"kind":"Field","name":{"kind":"Name","value":"model"}}]}},{"kind":"Field","name":{"kind":"Name","value":"watermark"}},{"kind":"Field","name":{"kind":"Name","value":"left_out"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bot"}},{"kind":"Field","name":{"kind":"Name","value":"repeated"}},{"kind":"Field","name":{"kind":"Name","value":"excluded_ip"}},{"kind":"Field","name":{"kind":"Name","value":"conversions"}}]}},{"kind":"Field","name":{"kind":"Name","value":"rows"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"ad_id"}},{"kind":"Field","name":{"kind":"Name","value":"ad_name"}},{"kind":"Field","name":{"kind":"Name","value":"redirect_id"}},{"kind":"Field","name":{"kind":"Name","value":"lpo_number"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"clicks"}},{"kind":"Field","name":{"kind":"Name","value":"cv"}},{"kind":"Field","name":{"kind":"Name","value":"cvr"}},{"kind":"Field","name":{"kind":"Name","value":"cv_division"}},{"kind":"Field","name":{"kind":"Name","value":"attr_cvr"}},{"kind":"Field","name":{"kind":"Name","value":"amount_sum"}},{"kind":"Field","name":{"kind":"Name","value":"amount_division"}},{"kind":"Field","name":{"kind":"Name","value":"other_key"}},{"kind":"Field","name":{"kind":"Name","value":"difference"}},{"kind":"Field","name":{"kind":"Name","value":"z"}},{"kind":"Field","name":{"kind":"Name","value":"p_value"}},{"kind":"Field","name":{"kind":"Name","value":"enough"}}]}},{"kind":"Field","name":{"kind":"Name","value":"totals"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"clicks"}},{"kind":"Field","name":{"kind":"Name","value":"cv"}},{"kind":"Field","name":{"kind":"Name","value":"cvr"}},{"kind":"Field","name":{"kind":"Name","value":"cv_division"}},{"kind":"Field","name":{"kind":"Name","value":"attr_cvr"}},{"kind":"Field","name":{"kind":"Name","value":"amount_sum"}},{"kind":"Field","name":{"kind":"Name","value":"amount_division"}}]}}]}}]}}]} as unknown as DocumentNode<LpoAnalysisQuery, LpoAnalysisQueryVariables>;
export const ModelsSideBySideDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ModelsSideBySide"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"product_id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"from"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"to"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"where"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"axis"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"report"},"name":{"kind":"Name","value":"modelsSideBySide"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"product_id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"product_id"}}},{"kind":"Argument","name":{"kind":"Name","value":"from"},"value":{"kind":"Variable","name":{"kind":"Name","value":"from"}}},{"kind":"Argument","name":{"kind":"Name","value":"to"},"value":{"kind":"Variable","name":{"kind":"Name","value":"to"}}},{"kind":"Argument","name":{"kind":"Name","value":"where"},"value":{"kind":"Variable","name":{"kind":"Name","value":"where"}}},{"kind":"Argument","name":{"kind":"Name","value":"axis"},"value":{"kind":"Variable","name":{"kind":"Name","value":"axis"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rules"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"product_id"}},{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}},{"kind":"Field","name":{"kind":"Name","value":"where"}},{"kind":"Field","name":{"kind":"Name","value":"tracking_term"}},{"kind":"Field","name":{"kind":"Name","value":"excluded_ips"}},{"kind":"Field","name":{"kind":"Name","value":"ad_cost_linkage"}},{"kind":"Field","name":{"kind":"Name","value":"time_zone"}},{"kind":"Field","name":{"kind":"Name","value":"axis"}}]}},{"kind":"Field","name":{"kind":"Name","value":"watermark"}},{"kind":"Field","name":{"kind":"Name","value":"left_out"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bot"}},{"kind":"Field","name":{"kind":"Name","value":"repeated"}},{"kind":"Field","name":{"kind":"Name","value":"excluded_ip"}},{"kind":"Field","name":{"kind":"Name","value":"conversions"}}]}},{"kind":"Field","name":{"kind":"Name","value":"rows"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"clicks"}},{"kind":"Field","name":{"kind":"Name","value":"cv"}},{"kind":"Field","name":{"kind":"Name","value":"amount_sum"}},{"kind":"Field","name":{"kind":"Name","value":"ad_cost"}},{"kind":"Field","name":{"kind":"Name","value":"removal_effect"}},{"kind":"Field","name":{"kind":"Name","value":"cv_division_1"}},{"kind":"Field","name":{"kind":"Name","value":"cv_division_2"}},{"kind":"Field","name":{"kind":"Name","value":"cv_division_3"}},{"kind":"Field","name":{"kind":"Name","value":"cv_division_4"}},{"kind":"Field","name":{"kind":"Name","value":"cv_division_5"}},{"kind":"Field","name":{"kind":"Name","value":"cv_division_6"}},{"kind":"Field","name":{"kind":"Name","value":"cv_division_7"}},{"kind":"Field","name":{"kind":"Name","value":"amount_division_1"}},{"kind":"Field","name":{"kind":"Name","value":"amount_division_2"}},{"kind":"Field","name":{"kind":"Name","value":"amount_division_3"}},{"kind":"Field","name":{"kind":"Name","value":"amount_division_4"}},{"kind":"Field","name":{"kind":"Name","value":"amount_division_5"}},{"kind":"Field","name":{"kind":"Name","value":"amount_division_6"}},{"kind":"Field","name":{"kind":"Name","value":"amount_division_7"}}]}},{"kind":"Field","name":{"kind":"Name","value":"totals"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"clicks"}},{"kind":"Field","name":{"kind":"Name","value":"cv"}},{"kind":"Field","name":{"kind":"Name","value":"amount_sum"}},{"kind":"Field","name":{"kind":"Name","value":"ad_cost"}},{"kind":"Field","name":{"kind":"Name","value":"cv_division_1"}},{"kind":"Field","name":{"kind":"Name","value":"cv_division_2"}},{"kind":"Field","name":{"kind":"Name","value":"cv_division_3"}},{"kind":"Field","name":{"kind":"Name","value":"cv_division_4"}},{"kind":"Field","name":{"kind":"Name","value":"cv_division_5"}},{"kind":"Field","name":{"kind":"Name","value":"cv_division_6"}},{"kind":"Field","name":{"kind":"Name","value":"cv_division_7"}},{"kind":"Field","name":{"kind":"Name","value":"amount_division_1"}},{"kind":"Field","name":{"kind":"Name","value":"amount_division_2"}},{"kind":"Field","name":{"kind":"Name","value":"amount_division_3"}},{"kind":"Field","name":{"kind":"Name","value":"amount_division_4"}},{"kind":"Field","name":{"kind":"Name","value":"amount_division_5"}},{"kind":"Field","name":{"kind":"Name","value":"amount_division_6"}},{"kind":"Field","name":{"kind":"Name","value":"amount_division_7"}}]}},{"kind":"Field","name":{"kind":"Name","value":"basis"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"conversions"}},{"kind":"Field","name":{"kind":"Name","value":"journeys_without"}},{"kind":"Field","name":{"kind":"Name","value":"states"}},{"kind":"Field","name":{"kind":"Name","value":"gathered_from"}}]}}]}}]}}]} as unknown as DocumentNode<ModelsSideBySideQuery, ModelsSideBySideQueryVariables>;
export const ConversionPathsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ConversionPaths"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"product_id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"from"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"to"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"where"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"axis"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"fold"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"limit"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"nodes"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"report"},"name":{"kind":"Name","value":"conversionPaths"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"product_id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"product_id"}}},{"kind":"Argument","name":{"kind":"Name","value":"from"},"value":{"kind":"Variable","name":{"kind":"Name","value":"from"}}},{"kind":"Argument","name":{"kind":"Name","value":"to"},"value":{"kind":"Variable","name":{"kind":"Name","value":"to"}}},{"kind":"Argument","name":{"kind":"Name","value":"where"},"value":{"kind":"Variable","name":{"kind":"Name","value":"where"}}},{"kind":"Argument","name":{"kind":"Name","value":"axis"},"value":{"kind":"Variable","name":{"kind":"Name","value":"axis"}}},{"kind":"Argument","name":{"kind":"Name","value":"fold"},"value":{"kind":"Variable","name":{"kind":"Name","value":"fold"}}},{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"Variable","name":{"kind":"Name","value":"limit"}}},{"kind":"Argument","name":{"kind":"Name","value":"nodes"},"value":{"kind":"Variable","name":{"kind":"Name","value":"nodes"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rules"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"product_id"}},{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}},{"kind":"Field","name":{"kind":"Name","value":"where"}},{"kind":"Field","name":{"kind":"Name","value":"tracking_term"}},{"kind":"Field","name":{"kind":"Name","value":"excluded_ips"}},{"kind":"Field","name":{"kind":"Name","value":"ad_cost_linkage"}},{"kind":"Field","name":{"kind":"Name","value":"time_zone"}},{"kind":"Field","name":{"kind":"Name","value":"axis"}},{"kind":"Field","name":{"kind":"Name","value":"fold"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"steps"}}]}},{"kind":"Field","name":{"kind":"Name","value":"watermark"}},{"kind":"Field","name":{"kind":"Name","value":"left_out"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bot"}},{"kind":"Field","name":{"kind":"Name","value":"repeated"}},{"kind":"Field","name":{"kind":"Name","value":"excluded_ip"}},{"kind":"Field","name":{"kind":"Name","value":"conversions"}}]}},{"kind":"Field","name":{"kind":"Name","value":"rows"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"steps"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"label"}}]}},{"kind":"Field","name":{"kind":"Name","value":"length"}},{"kind":"Field","name":{"kind":"Name","value":"cv"}},{"kind":"Field","name":{"kind":"Name","value":"share"}},{"kind":"Field","name":{"kind":"Name","value":"amount_sum"}},{"kind":"Field","name":{"kind":"Name","value":"amount_avg"}},{"kind":"Field","name":{"kind":"Name","value":"attr_avg"}}]}},{"kind":"Field","name":{"kind":"Name","value":"others"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"paths"}},{"kind":"Field","name":{"kind":"Name","value":"cv"}},{"kind":"Field","name":{"kind":"Name","value":"share"}},{"kind":"Field","name":{"kind":"Name","value":"amount_sum"}},{"kind":"Field","name":{"kind":"Name","value":"amount_avg"}},{"kind":"Field","name":{"kind":"Name","value":"attr_avg"}}]}},{"kind":"Field","name":{"kind":"Name","value":"totals"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"paths"}},{"kind":"Field","name":{"kind":"Name","value":"cv"}},{"kind":"Field","name":{"kind":"Name","value":"share"}},{"kind":"Field","name":{"kind":"Name","value":"amount_sum"}},{"kind":"Field","name":{"kind":"Name","value":"amount_avg"}},{"kind":"Field","name":{"kind":"Name","value":"attr_avg"}}]}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"label"}}]}},{"kind":"Field","name":{"kind":"Name","value":"links"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"step"}},{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}},{"kind":"Field","name":{"kind":"Name","value":"cv"}},{"kind":"Field","name":{"kind":"Name","value":"amount_sum"}}]}}]}}]}}]} as unknown as DocumentNode<ConversionPathsQuery, ConversionPathsQueryVariables>;
export const TransitionsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Transitions"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"product_id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"from"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"to"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"where"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"report"},"name":{"kind":"Name","value":"transitions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"product_id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"product_id"}}},{"kind":"Argument","name":{"kind":"Name","value":"from"},"value":{"kind":"Variable","name":{"kind":"Name","value":"from"}}},{"kind":"Argument","name":{"kind":"Name","value":"to"},"value":{"kind":"Variable","name":{"kind":"Name","value":"to"}}},{"kind":"Argument","name":{"kind":"Name","value":"where"},"value":{"kind":"Variable","name":{"kind":"Name","value":"where"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rules"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"product_id"}},{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}},{"kind":"Field","name":{"kind":"Name","value":"where"}},{"kind":"Field","name":{"kind":"Name","value":"tracking_term"}},{"kind":"Field","name":{"kind":"Name","value":"excluded_ips"}},{"kind":"Field","name":{"kind":"Name","value":"ad_cost_linkage"}},{"kind":"Field","name":{"kind":"Name","value":"time_zone"}},{"kind":"Field","name":{"kind":"Name","value":"present"}}]}},{"kind":"Field","name":{"kind":"Name","value":"watermark"}},{"kind":"Field","name":{"kind":"Name","value":"left_out"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bot"}},{"kind":"Field","name":{"kind":"Name","value":"repeated"}},{"kind":"Field","name":{"kind":"Name","value":"excluded_ip"}},{"kind":"Field","name":{"kind":"Name","value":"conversions"}}]}},{"kind":"Field","name":{"kind":"Name","value":"rows"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"first_touch_count"}},{"kind":"Field","name":{"kind":"Name","value":"cv"}},{"kind":"Field","name":{"kind":"Name","value":"amount_sum"}},{"kind":"Field","name":{"kind":"Name","value":"later"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cv"}},{"kind":"Field","name":{"kind":"Name","value":"amount_sum"}}]}},{"kind":"Field","name":{"kind":"Name","value":"cells"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"month"}},{"kind":"Field","name":{"kind":"Name","value":"cv"}},{"kind":"Field","name":{"kind":"Name","value":"amount_sum"}},{"kind":"Field","name":{"kind":"Name","value":"visitors"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"totals"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"first_touch_count"}},{"kind":"Field","name":{"kind":"Name","value":"cv"}},{"kind":"Field","name":{"kind":"Name","value":"amount_sum"}},{"kind":"Field","name":{"kind":"Name","value":"later"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cv"}},{"kind":"Field","name":{"kind":"Name","value":"amount_sum"}}]}},{"kind":"Field","name":{"kind":"Name","value":"cells"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"month"}},{"kind":"Field","name":{"kind":"Name","value":"cv"}},{"kind":"Field","name":{"kind":"Name","value":"amount_sum"}},{"kind":"Field","name":{"kind":"Name","value":"visitors"}}]}}]}}]}}]}}]} as unknown as DocumentNode<TransitionsQuery, TransitionsQueryVariables>;
export const AnalyzeSettingsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"AnalyzeSettings"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"page"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"page_size"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ordering"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"show_deleted"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"where"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"search"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"page"},"name":{"kind":"Name","value":"analyzeSettings"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"page"},"value":{"kind":"Variable","name":{"kind":"Name","value":"page"}}},{"kind":"Argument","name":{"kind":"Name","value":"page_size"},"value":{"kind":"Variable","name":{"kind":"Name","value":"page_size"}}},{"kind":"Argument","name":{"kind":"Name","value":"ordering"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ordering"}}},{"kind":"Argument","name":{"kind":"Name","value":"show_deleted"},"value":{"kind":"Variable","name":{"kind":"Name","value":"show_deleted"}}},{"kind":"Argument","name":{"kind":"Name","value":"where"},"value":{"kind":"Variable","name":{"kind":"Name","value":"where"}}},{"kind":"Argument","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"search"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"page"}},{"kind":"Field","name":{"kind":"Name","value":"page_size"}},{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"product_id"}},{"kind":"Field","name":{"kind":"Name","value":"analyze_page"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"metrics"}},{"kind":"Field","name":{"kind":"Name","value":"axes"}},{"kind":"Field","name":{"kind":"Name","value":"hidden_metrics"}},{"kind":"Field","name":{"kind":"Name","value":"chart"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"created_at"}},{"kind":"Field","name":{"kind":"Name","value":"updated_at"}}]}}]}}]}}]} as unknown as DocumentNode<AnalyzeSettingsQuery, AnalyzeSettingsQueryVariables>;
export const AnalyzeSettingDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"AnalyzeSetting"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"one"},"name":{"kind":"Name","value":"analyzeSetting"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"product_id"}},{"kind":"Field","name":{"kind":"Name","value":"analyze_page"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"metrics"}},{"kind":"Field","name":{"kind":"Name","value":"axes"}},{"kind":"Field","name":{"kind":"Name","value":"hidden_metrics"}},{"kind":"Field","name":{"kind":"Name","value":"chart"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"created_at"}},{"kind":"Field","name":{"kind":"Name","value":"updated_at"}}]}}]}}]} as unknown as DocumentNode<AnalyzeSettingQuery, AnalyzeSettingQueryVariables>;
export const AnalyzeSettingCreateDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AnalyzeSettingCreate"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AnalyzeSettingForm_Input"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"idempotency_key"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"saved"},"name":{"kind":"Name","value":"createAnalyzeSetting"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}},{"kind":"Argument","name":{"kind":"Name","value":"idempotency_key"},"value":{"kind":"Variable","name":{"kind":"Name","value":"idempotency_key"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"updated_at"}}]}}]}}]} as unknown as DocumentNode<AnalyzeSettingCreateMutation, AnalyzeSettingCreateMutationVariables>;
export const AnalyzeSettingUpdateDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AnalyzeSettingUpdate"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AnalyzeSettingChange_Input"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"saved"},"name":{"kind":"Name","value":"updateAnalyzeSetting"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"updated_at"}}]}}]}}]} as unknown as DocumentNode<AnalyzeSettingUpdateMutation, AnalyzeSettingUpdateMutationVariables>;
export const AnalyzeSettingsRemoveDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AnalyzeSettingsRemove"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"removed"},"name":{"kind":"Name","value":"removeAnalyzeSettings"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"ids"}}]}}]}}]} as unknown as DocumentNode<AnalyzeSettingsRemoveMutation, AnalyzeSettingsRemoveMutationVariables>;
export const AnalyzeSettingsRestoreDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AnalyzeSettingsRestore"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"restored"},"name":{"kind":"Name","value":"restoreAnalyzeSettings"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"ids"}}]}}]}}]} as unknown as DocumentNode<AnalyzeSettingsRestoreMutation, AnalyzeSettingsRestoreMutationVariables>;
export const AspsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Asps"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"page"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"page_size"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ordering"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"show_deleted"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"where"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"search"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"page"},"name":{"kind":"Name","value":"asps"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"page"},"value":{"kind":"Variable","name":{"kind":"Name","value":"page"}}},{"kind":"Argument","name":{"kind":"Name","value":"page_size"},"value":{"kind":"Variable","name":{"kind":"Name","value":"page_size"}}},{"kind":"Argument","name":{"kind":"Name","value":"ordering"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ordering"}}},{"kind":"Argument","name":{"kind":"Name","value":"show_deleted"},"value":{"kind":"Variable","name":{"kind":"Name","value":"show_deleted"}}},{"kind":"Argument","name":{"kind":"Name","value":"where"},"value":{"kind":"Variable","name":{"kind":"Name","value":"where"}}},{"kind":"Argument","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"search"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"page"}},{"kind":"Field","name":{"kind":"Name","value":"page_size"}},{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"asp_id"}},{"kind":"Field","name":{"kind":"Name","value":"product_id"}},{"kind":"Field","name":{"kind":"Name","value":"asp_name"}},{"kind":"Field","name":{"kind":"Name","value":"company_name"}},{"kind":"Field","name":{"kind":"Name","value":"phone_number"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"xclid_flag"}},{"kind":"Field","name":{"kind":"Name","value":"xclid_name"}},{"kind":"Field","name":{"kind":"Name","value":"media_session_flag"}},{"kind":"Field","name":{"kind":"Name","value":"media_session_name"}},{"kind":"Field","name":{"kind":"Name","value":"media_management1_flag"}},{"kind":"Field","name":{"kind":"Name","value":"media_management1_name"}},{"kind":"Field","name":{"kind":"Name","value":"media_management2_flag"}},{"kind":"Field","name":{"kind":"Name","value":"media_management2_name"}},{"kind":"Field","name":{"kind":"Name","value":"media_management3_flag"}},{"kind":"Field","name":{"kind":"Name","value":"media_management3_name"}},{"kind":"Field","name":{"kind":"Name","value":"measurement_tag"}},{"kind":"Field","name":{"kind":"Name","value":"result_flag"}},{"kind":"Field","name":{"kind":"Name","value":"result_method"}},{"kind":"Field","name":{"kind":"Name","value":"cv_tag"}},{"kind":"Field","name":{"kind":"Name","value":"webhook_url"}},{"kind":"Field","name":{"kind":"Name","value":"webhook_style"}},{"kind":"Field","name":{"kind":"Name","value":"webhook_secret"}},{"kind":"Field","name":{"kind":"Name","value":"paused_at"}},{"kind":"Field","name":{"kind":"Name","value":"performance_cv_flag"}},{"kind":"Field","name":{"kind":"Name","value":"unapproved_value"}},{"kind":"Field","name":{"kind":"Name","value":"approved_value"}},{"kind":"Field","name":{"kind":"Name","value":"rejected_value"}},{"kind":"Field","name":{"kind":"Name","value":"auto_approval"}},{"kind":"Field","name":{"kind":"Name","value":"approval_amount"}},{"kind":"Field","name":{"kind":"Name","value":"approval_args"}},{"kind":"Field","name":{"kind":"Name","value":"exclude_duplicate_ips"}},{"kind":"Field","name":{"kind":"Name","value":"exclude_duplicate_args"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"created_at"}},{"kind":"Field","name":{"kind":"Name","value":"updated_at"}}]}}]}}]}}]} as unknown as DocumentNode<AspsQuery, AspsQueryVariables>;
export const AspDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Asp"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"one"},"name":{"kind":"Name","value":"asp"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"asp_id"}},{"kind":"Field","name":{"kind":"Name","value":"product_id"}},{"kind":"Field","name":{"kind":"Name","value":"asp_name"}},{"kind":"Field","name":{"kind":"Name","value":"company_name"}},{"kind":"Field","name":{"kind":"Name","value":"phone_number"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"xclid_flag"}},{"kind":"Field","name":{"kind":"Name","value":"xclid_name"}},{"kind":"Field","name":{"kind":"Name","value":"media_session_flag"}},{"kind":"Field","name":{"kind":"Name","value":"media_session_name"}},{"kind":"Field","name":{"kind":"Name","value":"media_management1_flag"}},{"kind":"Field","name":{"kind":"Name","value":"media_management1_name"}},{"kind":"Field","name":{"kind":"Name","value":"media_management2_flag"}},{"kind":"Field","name":{"kind":"Name","value":"media_management2_name"}},{"kind":"Field","name":{"kind":"Name","value":"media_management3_flag"}},{"kind":"Field","name":{"kind":"Name","value":"media_management3_name"}},{"kind":"Field","name":{"kind":"Name","value":"measurement_tag"}},{"kind":"Field","name":{"kind":"Name","value":"result_flag"}},{"kind":"Field","name":{"kind":"Name","value":"result_method"}},{"kind":"Field","name":{"kind":"Name","value":"cv_tag"}},{"kind":"Field","name":{"kind":"Name","value":"webhook_url"}},{"kind":"Field","name":{"kind":"Name","value":"webhook_style"}},{"kind":"Field","name":{"kind":"Name","value":"webhook_secret"}},{"kind":"Field","name":{"kind":"Name","value":"paused_at"}},{"kind":"Field","name":{"kind":"Name","value":"performance_cv_flag"}},{"kind":"Field","name":{"kind":"Name","value":"unapproved_value"}},{"kind":"Field","name":{"kind":"Name","value":"approved_value"}},{"kind":"Field","name":{"kind":"Name","value":"rejected_value"}},{"kind":"Field","name":{"kind":"Name","value":"auto_approval"}},{"kind":"Field","name":{"kind":"Name","value":"approval_amount"}},{"kind":"Field","name":{"kind":"Name","value":"approval_args"}},{"kind":"Field","name":{"kind":"Name","value":"exclude_duplicate_ips"}},{"kind":"Field","name":{"kind":"Name","value":"exclude_duplicate_args"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"created_at"}},{"kind":"Field","name":{"kind":"Name","value":"updated_at"}}]}}]}}]} as unknown as DocumentNode<AspQuery, AspQueryVariables>;
export const AspCreateDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AspCreate"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AspForm_Input"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"idempotency_key"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"saved"},"name":{"kind":"Name","value":"createAsp"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}},{"kind":"Argument","name":{"kind":"Name","value":"idempotency_key"},"value":{"kind":"Variable","name":{"kind":"Name","value":"idempotency_key"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"updated_at"}}]}}]}}]} as unknown as DocumentNode<AspCreateMutation, AspCreateMutationVariables>;
export const AspUpdateDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AspUpdate"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AspChange_Input"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"saved"},"name":{"kind":"Name","value":"updateAsp"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"updated_at"}}]}}]}}]} as unknown as DocumentNode<AspUpdateMutation, AspUpdateMutationVariables>;
export const AspsRemoveDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AspsRemove"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"removed"},"name":{"kind":"Name","value":"removeAsps"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"ids"}}]}}]}}]} as unknown as DocumentNode<AspsRemoveMutation, AspsRemoveMutationVariables>;
export const AspsRestoreDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AspsRestore"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"restored"},"name":{"kind":"Name","value":"restoreAsps"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"ids"}}]}}]}}]} as unknown as DocumentNode<AspsRestoreMutation, AspsRestoreMutationVariables>;
export const ChangesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Changes"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"page"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"page_size"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"entity"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"row_id"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"page"},"name":{"kind":"Name","value":"changes"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"page"},"value":{"kind":"Variable","name":{"kind":"Name","value":"page"}}},{"kind":"Argument","name":{"kind":"Name","value":"page_size"},"value":{"kind":"Variable","name":{"kind":"Name","value":"page_size"}}},{"kind":"Argument","name":{"kind":"Name","value":"entity"},"value":{"kind":"Variable","name":{"kind":"Name","value":"entity"}}},{"kind":"Argument","name":{"kind":"Name","value":"row_id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"row_id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"page"}},{"kind":"Field","name":{"kind":"Name","value":"page_size"}},{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"entity"}},{"kind":"Field","name":{"kind":"Name","value":"row_id"}},{"kind":"Field","name":{"kind":"Name","value":"action"}},{"kind":"Field","name":{"kind":"Name","value":"user_id"}},{"kind":"Field","name":{"kind":"Name","value":"user_name"}},{"kind":"Field","name":{"kind":"Name","value":"ip_address"}},{"kind":"Field","name":{"kind":"Name","value":"changed_at"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"before"}},{"kind":"Field","name":{"kind":"Name","value":"after"}}]}}]}}]}}]}}]} as unknown as DocumentNode<ChangesQuery, ChangesQueryVariables>;
export const AdLinksDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"AdLinks"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"one"},"name":{"kind":"Name","value":"adLinks"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"impression_url"}},{"kind":"Field","name":{"kind":"Name","value":"impression_tag"}},{"kind":"Field","name":{"kind":"Name","value":"direct_link"}},{"kind":"Field","name":{"kind":"Name","value":"direct_parameter"}},{"kind":"Field","name":{"kind":"Name","value":"direct_url"}},{"kind":"Field","name":{"kind":"Name","value":"redirects"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"redirect_id"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"tracking_url"}},{"kind":"Field","name":{"kind":"Name","value":"fate"}}]}},{"kind":"Field","name":{"kind":"Name","value":"parameters"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"column"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"macro"}}]}}]}}]}}]} as unknown as DocumentNode<AdLinksQuery, AdLinksQueryVariables>;
export const ClickPreviewDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ClickPreview"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"PreviewClickForm_Input"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"one"},"name":{"kind":"Name","value":"previewClick"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"visitor_id"}},{"kind":"Field","name":{"kind":"Name","value":"clicks"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"redirect_id"}},{"kind":"Field","name":{"kind":"Name","value":"fate"}},{"kind":"Field","name":{"kind":"Name","value":"location"}},{"kind":"Field","name":{"kind":"Name","value":"choice"}},{"kind":"Field","name":{"kind":"Name","value":"dynamic"}},{"kind":"Field","name":{"kind":"Name","value":"entries"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"number"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"verdict"}},{"kind":"Field","name":{"kind":"Name","value":"share"}},{"kind":"Field","name":{"kind":"Name","value":"chosen"}}]}},{"kind":"Field","name":{"kind":"Name","value":"values"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"column"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}}]}}]}}]}}]} as unknown as DocumentNode<ClickPreviewMutation, ClickPreviewMutationVariables>;
export const CompaniesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Companies"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"page"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"page_size"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ordering"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"show_deleted"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"where"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"search"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"page"},"name":{"kind":"Name","value":"companies"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"page"},"value":{"kind":"Variable","name":{"kind":"Name","value":"page"}}},{"kind":"Argument","name":{"kind":"Name","value":"page_size"},"value":{"kind":"Variable","name":{"kind":"Name","value":"page_size"}}},{"kind":"Argument","name":{"kind":"Name","value":"ordering"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ordering"}}},{"kind":"Argument","name":{"kind":"Name","value":"show_deleted"},"value":{"kind":"Variable","name":{"kind":"Name","value":"show_deleted"}}},{"kind":"Argument","name":{"kind":"Name","value":"where"},"value":{"kind":"Variable","name":{"kind":"Name","value":"where"}}},{"kind":"Argument","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"search"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"page"}},{"kind":"Field","name":{"kind":"Name","value":"page_size"}},{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"company_code"}},{"kind":"Field","name":{"kind":"Name","value":"company_name"}},{"kind":"Field","name":{"kind":"Name","value":"department_name"}},{"kind":"Field","name":{"kind":"Name","value":"contact_name"}},{"kind":"Field","name":{"kind":"Name","value":"contact_mail"}},{"kind":"Field","name":{"kind":"Name","value":"login_allowed_ips"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"created_at"}},{"kind":"Field","name":{"kind":"Name","value":"updated_at"}}]}}]}}]}}]} as unknown as DocumentNode<CompaniesQuery, CompaniesQueryVariables>;
export const CompanyDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Company"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"one"},"name":{"kind":"Name","value":"company"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"company_code"}},{"kind":"Field","name":{"kind":"Name","value":"company_name"}},{"kind":"Field","name":{"kind":"Name","value":"department_name"}},{"kind":"Field","name":{"kind":"Name","value":"contact_name"}},{"kind":"Field","name":{"kind":"Name","value":"contact_mail"}},{"kind":"Field","name":{"kind":"Name","value":"login_allowed_ips"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"created_at"}},{"kind":"Field","name":{"kind":"Name","value":"updated_at"}}]}}]}}]} as unknown as DocumentNode<CompanyQuery, CompanyQueryVariables>;
export const CompanyUpdateDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CompanyUpdate"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CompanyChange_Input"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"saved"},"name":{"kind":"Name","value":"updateCompany"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"updated_at"}}]}}]}}]} as unknown as DocumentNode<CompanyUpdateMutation, CompanyUpdateMutationVariables>;
export const ConversionsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Conversions"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"product_id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"from"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"to"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"show"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ad_id__in"}},"type":{"kind":"ListType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"limit"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"visitor_id"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"conversion_id"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"cv_type"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"cv_setting_id"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"args"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"user_id"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"device"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"os"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"browser"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"page"},"name":{"kind":"Name","value":"conversions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"product_id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"product_id"}}},{"kind":"Argument","name":{"kind":"Name","value":"from"},"value":{"kind":"Variable","name":{"kind":"Name","value":"from"}}},{"kind":"Argument","name":{"kind":"Name","value":"to"},"value":{"kind":"Variable","name":{"kind":"Name","value":"to"}}},{"kind":"Argument","name":{"kind":"Name","value":"show"},"value":{"kind":"Variable","name":{"kind":"Name","value":"show"}}},{"kind":"Argument","name":{"kind":"Name","value":"ad_id__in"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ad_id__in"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"Variable","name":{"kind":"Name","value":"limit"}}},{"kind":"Argument","name":{"kind":"Name","value":"visitor_id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"visitor_id"}}},{"kind":"Argument","name":{"kind":"Name","value":"conversion_id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"conversion_id"}}},{"kind":"Argument","name":{"kind":"Name","value":"cv_type"},"value":{"kind":"Variable","name":{"kind":"Name","value":"cv_type"}}},{"kind":"Argument","name":{"kind":"Name","value":"cv_setting_id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"cv_setting_id"}}},{"kind":"Argument","name":{"kind":"Name","value":"args"},"value":{"kind":"Variable","name":{"kind":"Name","value":"args"}}},{"kind":"Argument","name":{"kind":"Name","value":"user_id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"user_id"}}},{"kind":"Argument","name":{"kind":"Name","value":"device"},"value":{"kind":"Variable","name":{"kind":"Name","value":"device"}}},{"kind":"Argument","name":{"kind":"Name","value":"os"},"value":{"kind":"Variable","name":{"kind":"Name","value":"os"}}},{"kind":"Argument","name":{"kind":"Name","value":"browser"},"value":{"kind":"Variable","name":{"kind":"Name","value":"browser"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"next"}},{"kind":"Field","name":{"kind":"Name","value":"latest"}},{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"left_out"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bot"}},{"kind":"Field","name":{"kind":"Name","value":"excluded_ip"}}]}},{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ConversionRow"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ConversionRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Conversion"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"conversion_id"}},{"kind":"Field","name":{"kind":"Name","value":"cv_time"}},{"kind":"Field","name":{"kind":"Name","value":"cv_type"}},{"kind":"Field","name":{"kind":"Name","value":"cv_setting_id"}},{"kind":"Field","name":{"kind":"Name","value":"cv_setting_name"}},{"kind":"Field","name":{"kind":"Name","value":"origin"}},{"kind":"Field","name":{"kind":"Name","value":"last_cv_ad_id"}},{"kind":"Field","name":{"kind":"Name","value":"last_cv_ad_name"}},{"kind":"Field","name":{"kind":"Name","value":"last_cv_interaction_id"}},{"kind":"Field","name":{"kind":"Name","value":"performance_cv_ad_id"}},{"kind":"Field","name":{"kind":"Name","value":"performance_cv_ad_name"}},{"kind":"Field","name":{"kind":"Name","value":"performance_cv_interaction_id"}},{"kind":"Field","name":{"kind":"Name","value":"contacts"}},{"kind":"Field","name":{"kind":"Name","value":"args"}},{"kind":"Field","name":{"kind":"Name","value":"user_id"}},{"kind":"Field","name":{"kind":"Name","value":"other_key1"}},{"kind":"Field","name":{"kind":"Name","value":"other_key2"}},{"kind":"Field","name":{"kind":"Name","value":"other_key3"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"visitor_id"}},{"kind":"Field","name":{"kind":"Name","value":"ip_address"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"referrer"}},{"kind":"Field","name":{"kind":"Name","value":"ua"}},{"kind":"Field","name":{"kind":"Name","value":"device"}},{"kind":"Field","name":{"kind":"Name","value":"os"}},{"kind":"Field","name":{"kind":"Name","value":"os_ver"}},{"kind":"Field","name":{"kind":"Name","value":"browser"}},{"kind":"Field","name":{"kind":"Name","value":"browser_ver"}},{"kind":"Field","name":{"kind":"Name","value":"bot"}},{"kind":"Field","name":{"kind":"Name","value":"excluded"}}]}}]} as unknown as DocumentNode<ConversionsQuery, ConversionsQueryVariables>;
export const NewerConversionsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"NewerConversions"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"product_id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"from"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"to"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"show"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ad_id__in"}},"type":{"kind":"ListType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"than"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"visitor_id"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"conversion_id"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"cv_type"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"cv_setting_id"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"args"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"user_id"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"device"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"os"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"browser"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"newer"},"name":{"kind":"Name","value":"newerConversions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"product_id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"product_id"}}},{"kind":"Argument","name":{"kind":"Name","value":"from"},"value":{"kind":"Variable","name":{"kind":"Name","value":"from"}}},{"kind":"Argument","name":{"kind":"Name","value":"to"},"value":{"kind":"Variable","name":{"kind":"Name","value":"to"}}},{"kind":"Argument","name":{"kind":"Name","value":"show"},"value":{"kind":"Variable","name":{"kind":"Name","value":"show"}}},{"kind":"Argument","name":{"kind":"Name","value":"ad_id__in"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ad_id__in"}}},{"kind":"Argument","name":{"kind":"Name","value":"than"},"value":{"kind":"Variable","name":{"kind":"Name","value":"than"}}},{"kind":"Argument","name":{"kind":"Name","value":"visitor_id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"visitor_id"}}},{"kind":"Argument","name":{"kind":"Name","value":"conversion_id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"conversion_id"}}},{"kind":"Argument","name":{"kind":"Name","value":"cv_type"},"value":{"kind":"Variable","name":{"kind":"Name","value":"cv_type"}}},{"kind":"Argument","name":{"kind":"Name","value":"cv_setting_id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"cv_setting_id"}}},{"kind":"Argument","name":{"kind":"Name","value":"args"},"value":{"kind":"Variable","name":{"kind":"Name","value":"args"}}},{"kind":"Argument","name":{"kind":"Name","value":"user_id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"user_id"}}},{"kind":"Argument","name":{"kind":"Name","value":"device"},"value":{"kind":"Variable","name":{"kind":"Name","value":"device"}}},{"kind":"Argument","name":{"kind":"Name","value":"os"},"value":{"kind":"Variable","name":{"kind":"Name","value":"os"}}},{"kind":"Argument","name":{"kind":"Name","value":"browser"},"value":{"kind":"Variable","name":{"kind":"Name","value":"browser"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}}]}}]}}]} as unknown as DocumentNode<NewerConversionsQuery, NewerConversionsQueryVariables>;
export const ConversionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Conversion"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"product_id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"one"},"name":{"kind":"Name","value":"conversion"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"product_id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"product_id"}}},{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ConversionRow"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ConversionRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Conversion"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"conversion_id"}},{"kind":"Field","name":{"kind":"Name","value":"cv_time"}},{"kind":"Field","name":{"kind":"Name","value":"cv_type"}},{"kind":"Field","name":{"kind":"Name","value":"cv_setting_id"}},{"kind":"Field","name":{"kind":"Name","value":"cv_setting_name"}},{"kind":"Field","name":{"kind":"Name","value":"origin"}},{"kind":"Field","name":{"kind":"Name","value":"last_cv_ad_id"}},{"kind":"Field","name":{"kind":"Name","value":"last_cv_ad_name"}},{"kind":"Field","name":{"kind":"Name","value":"last_cv_interaction_id"}},{"kind":"Field","name":{"kind":"Name","value":"performance_cv_ad_id"}},{"kind":"Field","name":{"kind":"Name","value":"performance_cv_ad_name"}},{"kind":"Field","name":{"kind":"Name","value":"performance_cv_interaction_id"}},{"kind":"Field","name":{"kind":"Name","value":"contacts"}},{"kind":"Field","name":{"kind":"Name","value":"args"}},{"kind":"Field","name":{"kind":"Name","value":"user_id"}},{"kind":"Field","name":{"kind":"Name","value":"other_key1"}},{"kind":"Field","name":{"kind":"Name","value":"other_key2"}},{"kind":"Field","name":{"kind":"Name","value":"other_key3"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"visitor_id"}},{"kind":"Field","name":{"kind":"Name","value":"ip_address"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"referrer"}},{"kind":"Field","name":{"kind":"Name","value":"ua"}},{"kind":"Field","name":{"kind":"Name","value":"device"}},{"kind":"Field","name":{"kind":"Name","value":"os"}},{"kind":"Field","name":{"kind":"Name","value":"os_ver"}},{"kind":"Field","name":{"kind":"Name","value":"browser"}},{"kind":"Field","name":{"kind":"Name","value":"browser_ver"}},{"kind":"Field","name":{"kind":"Name","value":"bot"}},{"kind":"Field","name":{"kind":"Name","value":"excluded"}}]}}]} as unknown as DocumentNode<ConversionQuery, ConversionQueryVariables>;
export const CreditDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Credit"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"product_id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"conversion_id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"one"},"name":{"kind":"Name","value":"credit"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"product_id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"product_id"}}},{"kind":"Argument","name":{"kind":"Name","value":"conversion_id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"conversion_id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"conversion"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"conversion_id"}},{"kind":"Field","name":{"kind":"Name","value":"cv_time"}},{"kind":"Field","name":{"kind":"Name","value":"cv_type"}},{"kind":"Field","name":{"kind":"Name","value":"cv_setting_id"}},{"kind":"Field","name":{"kind":"Name","value":"cv_setting_name"}},{"kind":"Field","name":{"kind":"Name","value":"origin"}},{"kind":"Field","name":{"kind":"Name","value":"args"}},{"kind":"Field","name":{"kind":"Name","value":"user_id"}},{"kind":"Field","name":{"kind":"Name","value":"other_key1"}},{"kind":"Field","name":{"kind":"Name","value":"other_key2"}},{"kind":"Field","name":{"kind":"Name","value":"other_key3"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"visitor_id"}},{"kind":"Field","name":{"kind":"Name","value":"ip_address"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"referrer"}},{"kind":"Field","name":{"kind":"Name","value":"device"}},{"kind":"Field","name":{"kind":"Name","value":"os"}},{"kind":"Field","name":{"kind":"Name","value":"browser"}},{"kind":"Field","name":{"kind":"Name","value":"bot"}},{"kind":"Field","name":{"kind":"Name","value":"excluded"}},{"kind":"Field","name":{"kind":"Name","value":"left_out_because"}}]}},{"kind":"Field","name":{"kind":"Name","value":"rules"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"product_id"}},{"kind":"Field","name":{"kind":"Name","value":"tracking_term"}},{"kind":"Field","name":{"kind":"Name","value":"excluded_ips"}},{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"ad_cost_linkage"}},{"kind":"Field","name":{"kind":"Name","value":"window_from"}}]}},{"kind":"Field","name":{"kind":"Name","value":"watermark"}},{"kind":"Field","name":{"kind":"Name","value":"contacts"}},{"kind":"Field","name":{"kind":"Name","value":"path"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"place"}},{"kind":"Field","name":{"kind":"Name","value":"interaction_id"}},{"kind":"Field","name":{"kind":"Name","value":"ad_id"}},{"kind":"Field","name":{"kind":"Name","value":"ad_name"}},{"kind":"Field","name":{"kind":"Name","value":"hidden"}},{"kind":"Field","name":{"kind":"Name","value":"reference_time"}},{"kind":"Field","name":{"kind":"Name","value":"click_cost"}},{"kind":"Field","name":{"kind":"Name","value":"landing_url"}},{"kind":"Field","name":{"kind":"Name","value":"referrer"}},{"kind":"Field","name":{"kind":"Name","value":"device"}},{"kind":"Field","name":{"kind":"Name","value":"os"}},{"kind":"Field","name":{"kind":"Name","value":"browser"}},{"kind":"Field","name":{"kind":"Name","value":"first"}},{"kind":"Field","name":{"kind":"Name","value":"last"}},{"kind":"Field","name":{"kind":"Name","value":"performance"}},{"kind":"Field","name":{"kind":"Name","value":"billed"}},{"kind":"Field","name":{"kind":"Name","value":"weights"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"units"}},{"kind":"Field","name":{"kind":"Name","value":"share"}},{"kind":"Field","name":{"kind":"Name","value":"yen"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"folded"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"contacts"}},{"kind":"Field","name":{"kind":"Name","value":"weights"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"units"}},{"kind":"Field","name":{"kind":"Name","value":"share"}},{"kind":"Field","name":{"kind":"Name","value":"yen"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"no_contact"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"units"}},{"kind":"Field","name":{"kind":"Name","value":"share"}},{"kind":"Field","name":{"kind":"Name","value":"yen"}}]}},{"kind":"Field","name":{"kind":"Name","value":"left_out"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"interaction_id"}},{"kind":"Field","name":{"kind":"Name","value":"ad_id"}},{"kind":"Field","name":{"kind":"Name","value":"ad_name"}},{"kind":"Field","name":{"kind":"Name","value":"reference_time"}},{"kind":"Field","name":{"kind":"Name","value":"click_cost"}},{"kind":"Field","name":{"kind":"Name","value":"device"}},{"kind":"Field","name":{"kind":"Name","value":"os"}},{"kind":"Field","name":{"kind":"Name","value":"browser"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}},{"kind":"Field","name":{"kind":"Name","value":"left_out_counts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bot"}},{"kind":"Field","name":{"kind":"Name","value":"repeated"}},{"kind":"Field","name":{"kind":"Name","value":"excluded_ip"}},{"kind":"Field","name":{"kind":"Name","value":"after"}},{"kind":"Field","name":{"kind":"Name","value":"too_old"}},{"kind":"Field","name":{"kind":"Name","value":"other_product"}}]}},{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"result_id"}},{"kind":"Field","name":{"kind":"Name","value":"asp_id"}},{"kind":"Field","name":{"kind":"Name","value":"asp_name"}},{"kind":"Field","name":{"kind":"Name","value":"result_type"}},{"kind":"Field","name":{"kind":"Name","value":"cv_ad_id"}},{"kind":"Field","name":{"kind":"Name","value":"cv_ad_name"}},{"kind":"Field","name":{"kind":"Name","value":"interaction_id"}},{"kind":"Field","name":{"kind":"Name","value":"interaction_number"}},{"kind":"Field","name":{"kind":"Name","value":"approval_status"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"cv_cost"}},{"kind":"Field","name":{"kind":"Name","value":"rule"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"decided_by"}},{"kind":"Field","name":{"kind":"Name","value":"decided_at"}},{"kind":"Field","name":{"kind":"Name","value":"judgements"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"said"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"rule"}},{"kind":"Field","name":{"kind":"Name","value":"days"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"costs"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"click_cost"}},{"kind":"Field","name":{"kind":"Name","value":"cv_cost"}},{"kind":"Field","name":{"kind":"Name","value":"cv_cost_pending"}},{"kind":"Field","name":{"kind":"Name","value":"fees"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"ad_id"}},{"kind":"Field","name":{"kind":"Name","value":"ad_name"}},{"kind":"Field","name":{"kind":"Name","value":"fee"}}]}},{"kind":"Field","name":{"kind":"Name","value":"fee"}},{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"total_unapproved"}}]}}]}}]}}]} as unknown as DocumentNode<CreditQuery, CreditQueryVariables>;
export const ConversionsBehindDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ConversionsBehind"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"product_id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"from"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"to"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"axis"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"key"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"metric"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"model"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"limit"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"page"},"name":{"kind":"Name","value":"conversionsBehind"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"product_id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"product_id"}}},{"kind":"Argument","name":{"kind":"Name","value":"from"},"value":{"kind":"Variable","name":{"kind":"Name","value":"from"}}},{"kind":"Argument","name":{"kind":"Name","value":"to"},"value":{"kind":"Variable","name":{"kind":"Name","value":"to"}}},{"kind":"Argument","name":{"kind":"Name","value":"axis"},"value":{"kind":"Variable","name":{"kind":"Name","value":"axis"}}},{"kind":"Argument","name":{"kind":"Name","value":"key"},"value":{"kind":"Variable","name":{"kind":"Name","value":"key"}}},{"kind":"Argument","name":{"kind":"Name","value":"metric"},"value":{"kind":"Variable","name":{"kind":"Name","value":"metric"}}},{"kind":"Argument","name":{"kind":"Name","value":"model"},"value":{"kind":"Variable","name":{"kind":"Name","value":"model"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"Variable","name":{"kind":"Name","value":"limit"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"figure"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"metric"}},{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"axis"}},{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}},{"kind":"Field","name":{"kind":"Name","value":"unit"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"parts"}},{"kind":"Field","name":{"kind":"Name","value":"parts_of_one"}},{"kind":"Field","name":{"kind":"Name","value":"conversions"}},{"kind":"Field","name":{"kind":"Name","value":"watermark"}}]}},{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"conversion_id"}},{"kind":"Field","name":{"kind":"Name","value":"cv_time"}},{"kind":"Field","name":{"kind":"Name","value":"cv_type"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"args"}},{"kind":"Field","name":{"kind":"Name","value":"user_id"}},{"kind":"Field","name":{"kind":"Name","value":"visitor_id"}},{"kind":"Field","name":{"kind":"Name","value":"contacts"}},{"kind":"Field","name":{"kind":"Name","value":"elapsed"}},{"kind":"Field","name":{"kind":"Name","value":"last_cv_ad_id"}},{"kind":"Field","name":{"kind":"Name","value":"last_cv_ad_name"}},{"kind":"Field","name":{"kind":"Name","value":"last_cv_ad_hidden"}},{"kind":"Field","name":{"kind":"Name","value":"share"}},{"kind":"Field","name":{"kind":"Name","value":"share_parts"}}]}},{"kind":"Field","name":{"kind":"Name","value":"next"}}]}}]}}]} as unknown as DocumentNode<ConversionsBehindQuery, ConversionsBehindQueryVariables>;
export const CrossdomainSettingsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"CrossdomainSettings"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"page"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"page_size"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ordering"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"show_deleted"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"where"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"search"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"page"},"name":{"kind":"Name","value":"crossdomainSettings"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"page"},"value":{"kind":"Variable","name":{"kind":"Name","value":"page"}}},{"kind":"Argument","name":{"kind":"Name","value":"page_size"},"value":{"kind":"Variable","name":{"kind":"Name","value":"page_size"}}},{"kind":"Argument","name":{"kind":"Name","value":"ordering"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ordering"}}},{"kind":"Argument","name":{"kind":"Name","value":"show_deleted"},"value":{"kind":"Variable","name":{"kind":"Name","value":"show_deleted"}}},{"kind":"Argument","name":{"kind":"Name","value":"where"},"value":{"kind":"Variable","name":{"kind":"Name","value":"where"}}},{"kind":"Argument","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"search"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"page"}},{"kind":"Field","name":{"kind":"Name","value":"page_size"}},{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"crossdomain_setting_id"}},{"kind":"Field","name":{"kind":"Name","value":"product_id"}},{"kind":"Field","name":{"kind":"Name","value":"sender_name"}},{"kind":"Field","name":{"kind":"Name","value":"sender_domain"}},{"kind":"Field","name":{"kind":"Name","value":"set_tag"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"created_at"}},{"kind":"Field","name":{"kind":"Name","value":"updated_at"}}]}}]}}]}}]} as unknown as DocumentNode<CrossdomainSettingsQuery, CrossdomainSettingsQueryVariables>;
export const CrossdomainSettingDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"CrossdomainSetting"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"one"},"name":{"kind":"Name","value":"crossdomainSetting"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"crossdomain_setting_id"}},{"kind":"Field","name":{"kind":"Name","value":"product_id"}},{"kind":"Field","name":{"kind":"Name","value":"sender_name"}},{"kind":"Field","name":{"kind":"Name","value":"sender_domain"}},{"kind":"Field","name":{"kind":"Name","value":"set_tag"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"created_at"}},{"kind":"Field","name":{"kind":"Name","value":"updated_at"}}]}}]}}]} as unknown as DocumentNode<CrossdomainSettingQuery, CrossdomainSettingQueryVariables>;
export const CrossdomainSettingCreateDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CrossdomainSettingCreate"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CrossdomainSettingForm_Input"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"idempotency_key"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"saved"},"name":{"kind":"Name","value":"createCrossdomainSetting"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}},{"kind":"Argument","name":{"kind":"Name","value":"idempotency_key"},"value":{"kind":"Variable","name":{"kind":"Name","value":"idempotency_key"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"updated_at"}}]}}]}}]} as unknown as DocumentNode<CrossdomainSettingCreateMutation, CrossdomainSettingCreateMutationVariables>;
export const CrossdomainSettingUpdateDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CrossdomainSettingUpdate"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CrossdomainSettingChange_Input"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"saved"},"name":{"kind":"Name","value":"updateCrossdomainSetting"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"updated_at"}}]}}]}}]} as unknown as DocumentNode<CrossdomainSettingUpdateMutation, CrossdomainSettingUpdateMutationVariables>;
export const CrossdomainSettingsRemoveDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CrossdomainSettingsRemove"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"removed"},"name":{"kind":"Name","value":"removeCrossdomainSettings"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"ids"}}]}}]}}]} as unknown as DocumentNode<CrossdomainSettingsRemoveMutation, CrossdomainSettingsRemoveMutationVariables>;
export const CrossdomainSettingsRestoreDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CrossdomainSettingsRestore"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"restored"},"name":{"kind":"Name","value":"restoreCrossdomainSettings"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"ids"}}]}}]}}]} as unknown as DocumentNode<CrossdomainSettingsRestoreMutation, CrossdomainSettingsRestoreMutationVariables>;
export const CvSettingsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"CvSettings"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"page"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"page_size"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ordering"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"show_deleted"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"where"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"search"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"page"},"name":{"kind":"Name","value":"cvSettings"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"page"},"value":{"kind":"Variable","name":{"kind":"Name","value":"page"}}},{"kind":"Argument","name":{"kind":"Name","value":"page_size"},"value":{"kind":"Variable","name":{"kind":"Name","value":"page_size"}}},{"kind":"Argument","name":{"kind":"Name","value":"ordering"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ordering"}}},{"kind":"Argument","name":{"kind":"Name","value":"show_deleted"},"value":{"kind":"Variable","name":{"kind":"Name","value":"show_deleted"}}},{"kind":"Argument","name":{"kind":"Name","value":"where"},"value":{"kind":"Variable","name":{"kind":"Name","value":"where"}}},{"kind":"Argument","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"search"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"page"}},{"kind":"Field","name":{"kind":"Name","value":"page_size"}},{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"cv_setting_id"}},{"kind":"Field","name":{"kind":"Name","value":"product_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"cv_type"}},{"kind":"Field","name":{"kind":"Name","value":"cv_condition"}},{"kind":"Field","name":{"kind":"Name","value":"route_page_url"}},{"kind":"Field","name":{"kind":"Name","value":"cv_page_url"}},{"kind":"Field","name":{"kind":"Name","value":"button_selector"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"created_at"}},{"kind":"Field","name":{"kind":"Name","value":"updated_at"}}]}}]}}]}}]} as unknown as DocumentNode<CvSettingsQuery, CvSettingsQueryVariables>;
export const CvSettingDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"CvSetting"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"one"},"name":{"kind":"Name","value":"cvSetting"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"cv_setting_id"}},{"kind":"Field","name":{"kind":"Name","value":"product_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"cv_type"}},{"kind":"Field","name":{"kind":"Name","value":"cv_condition"}},{"kind":"Field","name":{"kind":"Name","value":"route_page_url"}},{"kind":"Field","name":{"kind":"Name","value":"cv_page_url"}},{"kind":"Field","name":{"kind":"Name","value":"button_selector"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"created_at"}},{"kind":"Field","name":{"kind":"Name","value":"updated_at"}}]}}]}}]} as unknown as DocumentNode<CvSettingQuery, CvSettingQueryVariables>;
export const CvSettingCreateDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CvSettingCreate"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CvSettingForm_Input"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"idempotency_key"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"saved"},"name":{"kind":"Name","value":"createCvSetting"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}},{"kind":"Argument","name":{"kind":"Name","value":"idempotency_key"},"value":{"kind":"Variable","name":{"kind":"Name","value":"idempotency_key"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"updated_at"}}]}}]}}]} as unknown as DocumentNode<CvSettingCreateMutation, CvSettingCreateMutationVariables>;
export const CvSettingUpdateDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CvSettingUpdate"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CvSettingChange_Input"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"saved"},"name":{"kind":"Name","value":"updateCvSetting"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"updated_at"}}]}}]}}]} as unknown as DocumentNode<CvSettingUpdateMutation, CvSettingUpdateMutationVariables>;
export const CvSettingsRemoveDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CvSettingsRemove"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"removed"},"name":{"kind":"Name","value":"removeCvSettings"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"ids"}}]}}]}}]} as unknown as DocumentNode<CvSettingsRemoveMutation, CvSettingsRemoveMutationVariables>;
export const CvSettingsRestoreDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CvSettingsRestore"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"restored"},"name":{"kind":"Name","value":"restoreCvSettings"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"ids"}}]}}]}}]} as unknown as DocumentNode<CvSettingsRestoreMutation, CvSettingsRestoreMutationVariables>;
export const InstallationDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Installation"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"one"},"name":{"kind":"Name","value":"installation"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tag"}},{"kind":"Field","name":{"kind":"Name","value":"verdict"}},{"kind":"Field","name":{"kind":"Name","value":"first_seen"}},{"kind":"Field","name":{"kind":"Name","value":"last_seen"}},{"kind":"Field","name":{"kind":"Name","value":"page_views"}},{"kind":"Field","name":{"kind":"Name","value":"hosts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"host"}},{"kind":"Field","name":{"kind":"Name","value":"relation"}},{"kind":"Field","name":{"kind":"Name","value":"first_seen"}},{"kind":"Field","name":{"kind":"Name","value":"last_seen"}},{"kind":"Field","name":{"kind":"Name","value":"page_views"}}]}}]}}]}}]} as unknown as DocumentNode<InstallationQuery, InstallationQueryVariables>;
export const InteractionsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Interactions"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"product_id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"from"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"to"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"show"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ad_id__in"}},"type":{"kind":"ListType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"limit"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"visitor_id"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"interaction_id"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"device"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"os"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"browser"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"page"},"name":{"kind":"Name","value":"interactions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"product_id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"product_id"}}},{"kind":"Argument","name":{"kind":"Name","value":"from"},"value":{"kind":"Variable","name":{"kind":"Name","value":"from"}}},{"kind":"Argument","name":{"kind":"Name","value":"to"},"value":{"kind":"Variable","name":{"kind":"Name","value":"to"}}},{"kind":"Argument","name":{"kind":"Name","value":"show"},"value":{"kind":"Variable","name":{"kind":"Name","value":"show"}}},{"kind":"Argument","name":{"kind":"Name","value":"ad_id__in"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ad_id__in"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"Variable","name":{"kind":"Name","value":"limit"}}},{"kind":"Argument","name":{"kind":"Name","value":"visitor_id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"visitor_id"}}},{"kind":"Argument","name":{"kind":"Name","value":"interaction_id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"interaction_id"}}},{"kind":"Argument","name":{"kind":"Name","value":"device"},"value":{"kind":"Variable","name":{"kind":"Name","value":"device"}}},{"kind":"Argument","name":{"kind":"Name","value":"os"},"value":{"kind":"Variable","name":{"kind":"Name","value":"os"}}},{"kind":"Argument","name":{"kind":"Name","value":"browser"},"value":{"kind":"Variable","name":{"kind":"Name","value":"browser"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"next"}},{"kind":"Field","name":{"kind":"Name","value":"latest"}},{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"left_out"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bot"}},{"kind":"Field","name":{"kind":"Name","value":"repeated"}},{"kind":"Field","name":{"kind":"Name","value":"excluded_ip"}}]}},{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"InteractionRow"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"InteractionRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Interaction"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reference_id"}},{"kind":"Field","name":{"kind":"Name","value":"interaction_id"}},{"kind":"Field","name":{"kind":"Name","value":"first_reference_time"}},{"kind":"Field","name":{"kind":"Name","value":"reference_time"}},{"kind":"Field","name":{"kind":"Name","value":"ad_id"}},{"kind":"Field","name":{"kind":"Name","value":"ad_name"}},{"kind":"Field","name":{"kind":"Name","value":"visitor_id"}},{"kind":"Field","name":{"kind":"Name","value":"ip_address"}},{"kind":"Field","name":{"kind":"Name","value":"landing_url"}},{"kind":"Field","name":{"kind":"Name","value":"referrer"}},{"kind":"Field","name":{"kind":"Name","value":"ua"}},{"kind":"Field","name":{"kind":"Name","value":"device"}},{"kind":"Field","name":{"kind":"Name","value":"os"}},{"kind":"Field","name":{"kind":"Name","value":"os_ver"}},{"kind":"Field","name":{"kind":"Name","value":"browser"}},{"kind":"Field","name":{"kind":"Name","value":"browser_ver"}},{"kind":"Field","name":{"kind":"Name","value":"redirect_id"}},{"kind":"Field","name":{"kind":"Name","value":"lpo_number"}},{"kind":"Field","name":{"kind":"Name","value":"lpo_title"}},{"kind":"Field","name":{"kind":"Name","value":"xclid"}},{"kind":"Field","name":{"kind":"Name","value":"media_session_id"}},{"kind":"Field","name":{"kind":"Name","value":"media_management1"}},{"kind":"Field","name":{"kind":"Name","value":"media_management2"}},{"kind":"Field","name":{"kind":"Name","value":"media_management3"}},{"kind":"Field","name":{"kind":"Name","value":"click_cost"}},{"kind":"Field","name":{"kind":"Name","value":"bot"}},{"kind":"Field","name":{"kind":"Name","value":"repeated"}},{"kind":"Field","name":{"kind":"Name","value":"excluded"}}]}}]} as unknown as DocumentNode<InteractionsQuery, InteractionsQueryVariables>;
export const NewerInteractionsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"NewerInteractions"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"product_id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"from"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"to"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"show"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ad_id__in"}},"type":{"kind":"ListType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"than"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"visitor_id"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"interaction_id"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"device"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"os"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"browser"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"newer"},"name":{"kind":"Name","value":"newerInteractions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"product_id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"product_id"}}},{"kind":"Argument","name":{"kind":"Name","value":"from"},"value":{"kind":"Variable","name":{"kind":"Name","value":"from"}}},{"kind":"Argument","name":{"kind":"Name","value":"to"},"value":{"kind":"Variable","name":{"kind":"Name","value":"to"}}},{"kind":"Argument","name":{"kind":"Name","value":"show"},"value":{"kind":"Variable","name":{"kind":"Name","value":"show"}}},{"kind":"Argument","name":{"kind":"Name","value":"ad_id__in"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ad_id__in"}}},{"kind":"Argument","name":{"kind":"Name","value":"than"},"value":{"kind":"Variable","name":{"kind":"Name","value":"than"}}},{"kind":"Argument","name":{"kind":"Name","value":"visitor_id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"visitor_id"}}},{"kind":"Argument","name":{"kind":"Name","value":"interaction_id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"interaction_id"}}},{"kind":"Argument","name":{"kind":"Name","value":"device"},"value":{"kind":"Variable","name":{"kind":"Name","value":"device"}}},{"kind":"Argument","name":{"kind":"Name","value":"os"},"value":{"kind":"Variable","name":{"kind":"Name","value":"os"}}},{"kind":"Argument","name":{"kind":"Name","value":"browser"},"value":{"kind":"Variable","name":{"kind":"Name","value":"browser"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}}]}}]}}]} as unknown as DocumentNode<NewerInteractionsQuery, NewerInteractionsQueryVariables>;
export const InteractionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Interaction"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"product_id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"one"},"name":{"kind":"Name","value":"interaction"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"product_id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"product_id"}}},{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"InteractionRow"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"InteractionRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Interaction"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reference_id"}},{"kind":"Field","name":{"kind":"Name","value":"interaction_id"}},{"kind":"Field","name":{"kind":"Name","value":"first_reference_time"}},{"kind":"Field","name":{"kind":"Name","value":"reference_time"}},{"kind":"Field","name":{"kind":"Name","value":"ad_id"}},{"kind":"Field","name":{"kind":"Name","value":"ad_name"}},{"kind":"Field","name":{"kind":"Name","value":"visitor_id"}},{"kind":"Field","name":{"kind":"Name","value":"ip_address"}},{"kind":"Field","name":{"kind":"Name","value":"landing_url"}},{"kind":"Field","name":{"kind":"Name","value":"referrer"}},{"kind":"Field","name":{"kind":"Name","value":"ua"}},{"kind":"Field","name":{"kind":"Name","value":"device"}},{"kind":"Field","name":{"kind":"Name","value":"os"}},{"kind":"Field","name":{"kind":"Name","value":"os_ver"}},{"kind":"Field","name":{"kind":"Name","value":"browser"}},{"kind":"Field","name":{"kind":"Name","value":"browser_ver"}},{"kind":"Field","name":{"kind":"Name","value":"redirect_id"}},{"kind":"Field","name":{"kind":"Name","value":"lpo_number"}},{"kind":"Field","name":{"kind":"Name","value":"lpo_title"}},{"kind":"Field","name":{"kind":"Name","value":"xclid"}},{"kind":"Field","name":{"kind":"Name","value":"media_session_id"}},{"kind":"Field","name":{"kind":"Name","value":"media_management1"}},{"kind":"Field","name":{"kind":"Name","value":"media_management2"}},{"kind":"Field","name":{"kind":"Name","value":"media_management3"}},{"kind":"Field","name":{"kind":"Name","value":"click_cost"}},{"kind":"Field","name":{"kind":"Name","value":"bot"}},{"kind":"Field","name":{"kind":"Name","value":"repeated"}},{"kind":"Field","name":{"kind":"Name","value":"excluded"}}]}}]} as unknown as DocumentNode<InteractionQuery, InteractionQueryVariables>;
export const ForgotPasswordDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ForgotPassword"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"forgotPassword_request_Input"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"saved"},"name":{"kind":"Name","value":"forgotPassword"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"accepted"}}]}}]}}]} as unknown as DocumentNode<ForgotPasswordMutation, ForgotPasswordMutationVariables>;
export const ResetPasswordDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ResetPassword"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"resetPassword_request_Input"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"saved"},"name":{"kind":"Name","value":"resetPassword"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"changed"}}]}}]}}]} as unknown as DocumentNode<ResetPasswordMutation, ResetPasswordMutationVariables>;
export const ChangePasswordDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ChangePassword"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UserChange_Input"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"saved"},"name":{"kind":"Name","value":"updateUser"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]} as unknown as DocumentNode<ChangePasswordMutation, ChangePasswordMutationVariables>;
export const ProductsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Products"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"page"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"page_size"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ordering"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"show_deleted"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"where"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"search"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"page"},"name":{"kind":"Name","value":"products"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"page"},"value":{"kind":"Variable","name":{"kind":"Name","value":"page"}}},{"kind":"Argument","name":{"kind":"Name","value":"page_size"},"value":{"kind":"Variable","name":{"kind":"Name","value":"page_size"}}},{"kind":"Argument","name":{"kind":"Name","value":"ordering"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ordering"}}},{"kind":"Argument","name":{"kind":"Name","value":"show_deleted"},"value":{"kind":"Variable","name":{"kind":"Name","value":"show_deleted"}}},{"kind":"Argument","name":{"kind":"Name","value":"where"},"value":{"kind":"Variable","name":{"kind":"Name","value":"where"}}},{"kind":"Argument","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"search"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"page"}},{"kind":"Field","name":{"kind":"Name","value":"page_size"}},{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"domain"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"tracking_term"}},{"kind":"Field","name":{"kind":"Name","value":"excluded_ips"}},{"kind":"Field","name":{"kind":"Name","value":"week_start"}},{"kind":"Field","name":{"kind":"Name","value":"attribution_model"}},{"kind":"Field","name":{"kind":"Name","value":"ad_cost_linkage"}},{"kind":"Field","name":{"kind":"Name","value":"ad_cost_allocation_mode"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"created_at"}},{"kind":"Field","name":{"kind":"Name","value":"updated_at"}}]}}]}}]}}]} as unknown as DocumentNode<ProductsQuery, ProductsQueryVariables>;
export const ProductDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Product"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"one"},"name":{"kind":"Name","value":"product"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"domain"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"tracking_term"}},{"kind":"Field","name":{"kind":"Name","value":"excluded_ips"}},{"kind":"Field","name":{"kind":"Name","value":"week_start"}},{"kind":"Field","name":{"kind":"Name","value":"attribution_model"}},{"kind":"Field","name":{"kind":"Name","value":"ad_cost_linkage"}},{"kind":"Field","name":{"kind":"Name","value":"ad_cost_allocation_mode"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"created_at"}},{"kind":"Field","name":{"kind":"Name","value":"updated_at"}}]}}]}}]} as unknown as DocumentNode<ProductQuery, ProductQueryVariables>;
export const ProductCreateDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ProductCreate"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ProductForm_Input"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"idempotency_key"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"saved"},"name":{"kind":"Name","value":"createProduct"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}},{"kind":"Argument","name":{"kind":"Name","value":"idempotency_key"},"value":{"kind":"Variable","name":{"kind":"Name","value":"idempotency_key"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"updated_at"}}]}}]}}]} as unknown as DocumentNode<ProductCreateMutation, ProductCreateMutationVariables>;
export const ProductUpdateDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ProductUpdate"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ProductChange_Input"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"saved"},"name":{"kind":"Name","value":"updateProduct"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"updated_at"}}]}}]}}]} as unknown as DocumentNode<ProductUpdateMutation, ProductUpdateMutationVariables>;
export const ProductsRemoveDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ProductsRemove"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"removed"},"name":{"kind":"Name","value":"removeProducts"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"ids"}}]}}]}}]} as unknown as DocumentNode<ProductsRemoveMutation, ProductsRemoveMutationVariables>;
export const ProductsRestoreDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ProductsRestore"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"restored"},"name":{"kind":"Name","value":"restoreProducts"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"ids"}}]}}]}}]} as unknown as DocumentNode<ProductsRestoreMutation, ProductsRestoreMutationVariables>;
export const QueueCountsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"QueueCounts"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"product_id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"from"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"to"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"limit"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"where"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"search"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"page"},"name":{"kind":"Name","value":"resultQueue"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"product_id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"product_id"}}},{"kind":"Argument","name":{"kind":"Name","value":"from"},"value":{"kind":"Variable","name":{"kind":"Name","value":"from"}}},{"kind":"Argument","name":{"kind":"Name","value":"to"},"value":{"kind":"Variable","name":{"kind":"Name","value":"to"}}},{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"Variable","name":{"kind":"Name","value":"limit"}}},{"kind":"Argument","name":{"kind":"Name","value":"where"},"value":{"kind":"Variable","name":{"kind":"Name","value":"where"}}},{"kind":"Argument","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"search"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"counts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"success"}},{"kind":"Field","name":{"kind":"Name","value":"failure"}},{"kind":"Field","name":{"kind":"Name","value":"pending"}}]}}]}}]}}]} as unknown as DocumentNode<QueueCountsQuery, QueueCountsQueryVariables>;
export const RedirectsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Redirects"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"page"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"page_size"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ordering"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"show_deleted"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"where"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"search"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"page"},"name":{"kind":"Name","value":"redirects"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"page"},"value":{"kind":"Variable","name":{"kind":"Name","value":"page"}}},{"kind":"Argument","name":{"kind":"Name","value":"page_size"},"value":{"kind":"Variable","name":{"kind":"Name","value":"page_size"}}},{"kind":"Argument","name":{"kind":"Name","value":"ordering"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ordering"}}},{"kind":"Argument","name":{"kind":"Name","value":"show_deleted"},"value":{"kind":"Variable","name":{"kind":"Name","value":"show_deleted"}}},{"kind":"Argument","name":{"kind":"Name","value":"where"},"value":{"kind":"Variable","name":{"kind":"Name","value":"where"}}},{"kind":"Argument","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"search"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"page"}},{"kind":"Field","name":{"kind":"Name","value":"page_size"}},{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"redirect_id"}},{"kind":"Field","name":{"kind":"Name","value":"product_id"}},{"kind":"Field","name":{"kind":"Name","value":"ad_id"}},{"kind":"Field","name":{"kind":"Name","value":"ad_name"}},{"kind":"Field","name":{"kind":"Name","value":"redirect_url"}},{"kind":"Field","name":{"kind":"Name","value":"redirect_flag"}},{"kind":"Field","name":{"kind":"Name","value":"lpo_flag"}},{"kind":"Field","name":{"kind":"Name","value":"lpo_entries"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rate"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"url"}}]}},{"kind":"Field","name":{"kind":"Name","value":"dynamic_lpurl"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"created_at"}},{"kind":"Field","name":{"kind":"Name","value":"updated_at"}}]}}]}}]}}]} as unknown as DocumentNode<RedirectsQuery, RedirectsQueryVariables>;
export const RedirectDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Redirect"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"one"},"name":{"kind":"Name","value":"redirect"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"redirect_id"}},{"kind":"Field","name":{"kind":"Name","value":"product_id"}},{"kind":"Field","name":{"kind":"Name","value":"ad_id"}},{"kind":"Field","name":{"kind":"Name","value":"ad_name"}},{"kind":"Field","name":{"kind":"Name","value":"redirect_url"}},{"kind":"Field","name":{"kind":"Name","value":"redirect_flag"}},{"kind":"Field","name":{"kind":"Name","value":"lpo_flag"}},{"kind":"Field","name":{"kind":"Name","value":"lpo_entries"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rate"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"url"}}]}},{"kind":"Field","name":{"kind":"Name","value":"dynamic_lpurl"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"created_at"}},{"kind":"Field","name":{"kind":"Name","value":"updated_at"}}]}}]}}]} as unknown as DocumentNode<RedirectQuery, RedirectQueryVariables>;
export const RedirectCreateDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RedirectCreate"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RedirectForm_Input"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"idempotency_key"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"saved"},"name":{"kind":"Name","value":"createRedirect"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}},{"kind":"Argument","name":{"kind":"Name","value":"idempotency_key"},"value":{"kind":"Variable","name":{"kind":"Name","value":"idempotency_key"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"updated_at"}}]}}]}}]} as unknown as DocumentNode<RedirectCreateMutation, RedirectCreateMutationVariables>;
export const RedirectUpdateDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RedirectUpdate"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RedirectChange_Input"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"saved"},"name":{"kind":"Name","value":"updateRedirect"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"updated_at"}}]}}]}}]} as unknown as DocumentNode<RedirectUpdateMutation, RedirectUpdateMutationVariables>;
export const RedirectsRemoveDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RedirectsRemove"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"removed"},"name":{"kind":"Name","value":"removeRedirects"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"ids"}}]}}]}}]} as unknown as DocumentNode<RedirectsRemoveMutation, RedirectsRemoveMutationVariables>;
export const RedirectsRestoreDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RedirectsRestore"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"restored"},"name":{"kind":"Name","value":"restoreRedirects"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"ids"}}]}}]}}]} as unknown as DocumentNode<RedirectsRestoreMutation, RedirectsRestoreMutationVariables>;
export const ReportDeliveriesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ReportDeliveries"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"page"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"page_size"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ordering"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"show_deleted"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"where"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"search"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"page"},"name":{"kind":"Name","value":"reportDeliveries"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"page"},"value":{"kind":"Variable","name":{"kind":"Name","value":"page"}}},{"kind":"Argument","name":{"kind":"Name","value":"page_size"},"value":{"kind":"Variable","name":{"kind":"Name","value":"page_size"}}},{"kind":"Argument","name":{"kind":"Name","value":"ordering"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ordering"}}},{"kind":"Argument","name":{"kind":"Name","value":"show_deleted"},"value":{"kind":"Variable","name":{"kind":"Name","value":"show_deleted"}}},{"kind":"Argument","name":{"kind":"Name","value":"where"},"value":{"kind":"Variable","name":{"kind":"Name","value":"where"}}},{"kind":"Argument","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"search"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"page"}},{"kind":"Field","name":{"kind":"Name","value":"page_size"}},{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"product_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"analyze_page"}},{"kind":"Field","name":{"kind":"Name","value":"axis"}},{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"metrics"}},{"kind":"Field","name":{"kind":"Name","value":"format"}},{"kind":"Field","name":{"kind":"Name","value":"locale"}},{"kind":"Field","name":{"kind":"Name","value":"schedule"}},{"kind":"Field","name":{"kind":"Name","value":"hour"}},{"kind":"Field","name":{"kind":"Name","value":"recipients"}},{"kind":"Field","name":{"kind":"Name","value":"last_sent"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"created_at"}},{"kind":"Field","name":{"kind":"Name","value":"updated_at"}}]}}]}}]}}]} as unknown as DocumentNode<ReportDeliveriesQuery, ReportDeliveriesQueryVariables>;
export const ReportDeliveryDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ReportDelivery"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"one"},"name":{"kind":"Name","value":"reportDelivery"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"product_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"analyze_page"}},{"kind":"Field","name":{"kind":"Name","value":"axis"}},{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"metrics"}},{"kind":"Field","name":{"kind":"Name","value":"format"}},{"kind":"Field","name":{"kind":"Name","value":"locale"}},{"kind":"Field","name":{"kind":"Name","value":"schedule"}},{"kind":"Field","name":{"kind":"Name","value":"hour"}},{"kind":"Field","name":{"kind":"Name","value":"recipients"}},{"kind":"Field","name":{"kind":"Name","value":"last_sent"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"created_at"}},{"kind":"Field","name":{"kind":"Name","value":"updated_at"}}]}}]}}]} as unknown as DocumentNode<ReportDeliveryQuery, ReportDeliveryQueryVariables>;
export const ReportDeliveryCreateDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ReportDeliveryCreate"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ReportDeliveryForm_Input"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"idempotency_key"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"saved"},"name":{"kind":"Name","value":"createReportDelivery"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}},{"kind":"Argument","name":{"kind":"Name","value":"idempotency_key"},"value":{"kind":"Variable","name":{"kind":"Name","value":"idempotency_key"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"updated_at"}}]}}]}}]} as unknown as DocumentNode<ReportDeliveryCreateMutation, ReportDeliveryCreateMutationVariables>;
export const ReportDeliveryUpdateDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ReportDeliveryUpdate"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ReportDeliveryChange_Input"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"saved"},"name":{"kind":"Name","value":"updateReportDelivery"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"updated_at"}}]}}]}}]} as unknown as DocumentNode<ReportDeliveryUpdateMutation, ReportDeliveryUpdateMutationVariables>;
export const ReportDeliveriesRemoveDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ReportDeliveriesRemove"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"removed"},"name":{"kind":"Name","value":"removeReportDeliveries"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"ids"}}]}}]}}]} as unknown as DocumentNode<ReportDeliveriesRemoveMutation, ReportDeliveriesRemoveMutationVariables>;
export const ReportDeliveriesRestoreDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ReportDeliveriesRestore"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"restored"},"name":{"kind":"Name","value":"restoreReportDeliveries"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"ids"}}]}}]}}]} as unknown as DocumentNode<ReportDeliveriesRestoreMutation, ReportDeliveriesRestoreMutationVariables>;
export const AttributionsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Attributions"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"product_id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"from"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"to"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"axis"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"model"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"report"},"name":{"kind":"Name","value":"attributions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"product_id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"product_id"}}},{"kind":"Argument","name":{"kind":"Name","value":"from"},"value":{"kind":"Variable","name":{"kind":"Name","value":"from"}}},{"kind":"Argument","name":{"kind":"Name","value":"to"},"value":{"kind":"Variable","name":{"kind":"Name","value":"to"}}},{"kind":"Argument","name":{"kind":"Name","value":"axis"},"value":{"kind":"Variable","name":{"kind":"Name","value":"axis"}}},{"kind":"Argument","name":{"kind":"Name","value":"model"},"value":{"kind":"Variable","name":{"kind":"Name","value":"model"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rules"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"product_id"}},{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}},{"kind":"Field","name":{"kind":"Name","value":"axis"}},{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"tracking_term"}},{"kind":"Field","name":{"kind":"Name","value":"excluded_ips"}},{"kind":"Field","name":{"kind":"Name","value":"time_zone"}}]}},{"kind":"Field","name":{"kind":"Name","value":"watermark"}},{"kind":"Field","name":{"kind":"Name","value":"left_out"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bot"}},{"kind":"Field","name":{"kind":"Name","value":"repeated"}},{"kind":"Field","name":{"kind":"Name","value":"excluded_ip"}},{"kind":"Field","name":{"kind":"Name","value":"conversions"}}]}},{"kind":"Field","name":{"kind":"Name","value":"columns"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"unit"}}]}},{"kind":"Field","name":{"kind":"Name","value":"rows"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"impressions"}},{"kind":"Field","name":{"kind":"Name","value":"clicks"}},{"kind":"Field","name":{"kind":"Name","value":"first_touch_count"}},{"kind":"Field","name":{"kind":"Name","value":"cv"}},{"kind":"Field","name":{"kind":"Name","value":"cvr"}},{"kind":"Field","name":{"kind":"Name","value":"cv_total_middle"}},{"kind":"Field","name":{"kind":"Name","value":"cv_division"}},{"kind":"Field","name":{"kind":"Name","value":"cv_middle_division"}},{"kind":"Field","name":{"kind":"Name","value":"cvr_division"}},{"kind":"Field","name":{"kind":"Name","value":"amount_sum"}},{"kind":"Field","name":{"kind":"Name","value":"amount_avg"}},{"kind":"Field","name":{"kind":"Name","value":"amount_division"}},{"kind":"Field","name":{"kind":"Name","value":"ad_cost"}},{"kind":"Field","name":{"kind":"Name","value":"ad_cost_unapproved"}},{"kind":"Field","name":{"kind":"Name","value":"cpa"}},{"kind":"Field","name":{"kind":"Name","value":"roas"}},{"kind":"Field","name":{"kind":"Name","value":"roi"}},{"kind":"Field","name":{"kind":"Name","value":"profit"}},{"kind":"Field","name":{"kind":"Name","value":"attributed_cpa"}},{"kind":"Field","name":{"kind":"Name","value":"attributed_roas"}},{"kind":"Field","name":{"kind":"Name","value":"indirect_cv"}},{"kind":"Field","name":{"kind":"Name","value":"indirect_first"}},{"kind":"Field","name":{"kind":"Name","value":"indirect_ratio"}},{"kind":"Field","name":{"kind":"Name","value":"indirect_cost"}},{"kind":"Field","name":{"kind":"Name","value":"indirect_cost_unapproved"}},{"kind":"Field","name":{"kind":"Name","value":"ad_touch_1"}},{"kind":"Field","name":{"kind":"Name","value":"ad_touch_2"}},{"kind":"Field","name":{"kind":"Name","value":"ad_touch_3"}},{"kind":"Field","name":{"kind":"Name","value":"ad_touch_4"}},{"kind":"Field","name":{"kind":"Name","value":"ad_touch_5"}},{"kind":"Field","name":{"kind":"Name","value":"ad_touch_6"}},{"kind":"Field","name":{"kind":"Name","value":"ad_touch_avg"}},{"kind":"Field","name":{"kind":"Name","value":"attr_avg"}},{"kind":"Field","name":{"kind":"Name","value":"attr_cvr"}}]}},{"kind":"Field","name":{"kind":"Name","value":"totals"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"impressions"}},{"kind":"Field","name":{"kind":"Name","value":"clicks"}},{"kind":"Field","name":{"kind":"Name","value":"first_touch_count"}},{"kind":"Field","name":{"kind":"Name","value":"cv"}},{"kind":"Field","name":{"kind":"Name","value":"cvr"}},{"kind":"Field","name":{"kind":"Name","value":"cv_total_middle"}},{"kind":"Field","name":{"kind":"Name","value":"cv_division"}},{"kind":"Field","name":{"kind":"Name","value":"cv_middle_division"}},{"kind":"Field","name":{"kind":"Name","value":"cvr_division"}},{"kind":"Field","name":{"kind":"Name","value":"amount_sum"}},{"kind":"Field","name":{"kind":"Name","value":"amount_avg"}},{"kind":"Field","name":{"kind":"Name","value":"amount_division"}},{"kind":"Field","name":{"kind":"Name","value":"ad_cost"}},{"kind":"Field","name":{"kind":"Name","value":"ad_cost_unapproved"}},{"kind":"Field","name":{"kind":"Name","value":"cpa"}},{"kind":"Field","name":{"kind":"Name","value":"roas"}},{"kind":"Field","name":{"kind":"Name","value":"roi"}},{"kind":"Field","name":{"kind":"Name","value":"profit"}},{"kind":"Field","name":{"kind":"Name","value":"attributed_cpa"}},{"kind":"Field","name":{"kind":"Name","value":"attributed_roas"}},{"kind":"Field","name":{"kind":"Name","value":"indirect_cv"}},{"kind":"Field","name":{"kind":"Name","value":"indirect_first"}},{"kind":"Field","name":{"kind":"Name","value":"indirect_ratio"}},{"kind":"Field","name":{"kind":"Name","value":"indirect_cost"}},{"kind":"Field","name":{"kind":"Name","value":"indirect_cost_unapproved"}},{"kind":"Field","name":{"kind":"Name","value":"ad_touch_1"}},{"kind":"Field","name":{"kind":"Name","value":"ad_touch_2"}},{"kind":"Field","name":{"kind":"Name","value":"ad_touch_3"}},{"kind":"Field","name":{"kind":"Name","value":"ad_touch_4"}},{"kind":"Field","name":{"kind":"Name","value":"ad_touch_5"}},{"kind":"Field","name":{"kind":"Name","value":"ad_touch_6"}},{"kind":"Field","name":{"kind":"Name","value":"ad_touch_avg"}},{"kind":"Field","name":{"kind":"Name","value":"attr_avg"}},{"kind":"Field","name":{"kind":"Name","value":"attr_cvr"}}]}}]}}]}}]} as unknown as DocumentNode<AttributionsQuery, AttributionsQueryVariables>;
export const AdSummariesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"AdSummaries"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"product_id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"from"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"to"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"model"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"report"},"name":{"kind":"Name","value":"adSummaries"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"product_id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"product_id"}}},{"kind":"Argument","name":{"kind":"Name","value":"from"},"value":{"kind":"Variable","name":{"kind":"Name","value":"from"}}},{"kind":"Argument","name":{"kind":"Name","value":"to"},"value":{"kind":"Variable","name":{"kind":"Name","value":"to"}}},{"kind":"Argument","name":{"kind":"Name","value":"model"},"value":{"kind":"Variable","name":{"kind":"Name","value":"model"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rules"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"product_id"}},{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}},{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"tracking_term"}},{"kind":"Field","name":{"kind":"Name","value":"excluded_ips"}},{"kind":"Field","name":{"kind":"Name","value":"time_zone"}}]}},{"kind":"Field","name":{"kind":"Name","value":"watermark"}},{"kind":"Field","name":{"kind":"Name","value":"left_out"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bot"}},{"kind":"Field","name":{"kind":"Name","value":"repeated"}},{"kind":"Field","name":{"kind":"Name","value":"excluded_ip"}},{"kind":"Field","name":{"kind":"Name","value":"conversions"}}]}},{"kind":"Field","name":{"kind":"Name","value":"rows"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"clicks"}},{"kind":"Field","name":{"kind":"Name","value":"cv"}},{"kind":"Field","name":{"kind":"Name","value":"cvr"}},{"kind":"Field","name":{"kind":"Name","value":"cv_division"}},{"kind":"Field","name":{"kind":"Name","value":"amount_sum"}},{"kind":"Field","name":{"kind":"Name","value":"amount_division"}},{"kind":"Field","name":{"kind":"Name","value":"ad_cost"}},{"kind":"Field","name":{"kind":"Name","value":"cpa"}},{"kind":"Field","name":{"kind":"Name","value":"roas"}},{"kind":"Field","name":{"kind":"Name","value":"profit"}}]}},{"kind":"Field","name":{"kind":"Name","value":"totals"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"clicks"}},{"kind":"Field","name":{"kind":"Name","value":"cv"}},{"kind":"Field","name":{"kind":"Name","value":"cvr"}},{"kind":"Field","name":{"kind":"Name","value":"cv_division"}},{"kind":"Field","name":{"kind":"Name","value":"amount_sum"}},{"kind":"Field","name":{"kind":"Name","value":"amount_division"}},{"kind":"Field","name":{"kind":"Name","value":"ad_cost"}},{"kind":"Field","name":{"kind":"Name","value":"cpa"}},{"kind":"Field","name":{"kind":"Name","value":"roas"}},{"kind":"Field","name":{"kind":"Name","value":"profit"}}]}}]}}]}}]} as unknown as DocumentNode<AdSummariesQuery, AdSummariesQueryVariables>;
export const TimeSeriesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"TimeSeries"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"product_id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"from"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"to"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"step"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"report"},"name":{"kind":"Name","value":"timeSeries"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"product_id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"product_id"}}},{"kind":"Argument","name":{"kind":"Name","value":"from"},"value":{"kind":"Variable","name":{"kind":"Name","value":"from"}}},{"kind":"Argument","name":{"kind":"Name","value":"to"},"value":{"kind":"Variable","name":{"kind":"Name","value":"to"}}},{"kind":"Argument","name":{"kind":"Name","value":"step"},"value":{"kind":"Variable","name":{"kind":"Name","value":"step"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rules"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"product_id"}},{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}},{"kind":"Field","name":{"kind":"Name","value":"step"}},{"kind":"Field","name":{"kind":"Name","value":"week_start"}},{"kind":"Field","name":{"kind":"Name","value":"tracking_term"}},{"kind":"Field","name":{"kind":"Name","value":"excluded_ips"}},{"kind":"Field","name":{"kind":"Name","value":"time_zone"}}]}},{"kind":"Field","name":{"kind":"Name","value":"watermark"}},{"kind":"Field","name":{"kind":"Name","value":"left_out"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bot"}},{"kind":"Field","name":{"kind":"Name","value":"repeated"}},{"kind":"Field","name":{"kind":"Name","value":"excluded_ip"}},{"kind":"Field","name":{"kind":"Name","value":"conversions"}}]}},{"kind":"Field","name":{"kind":"Name","value":"columns"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"unit"}}]}},{"kind":"Field","name":{"kind":"Name","value":"rows"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}},{"kind":"Field","name":{"kind":"Name","value":"clicks"}},{"kind":"Field","name":{"kind":"Name","value":"cv"}},{"kind":"Field","name":{"kind":"Name","value":"cvr"}},{"kind":"Field","name":{"kind":"Name","value":"amount_sum"}},{"kind":"Field","name":{"kind":"Name","value":"ad_cost"}},{"kind":"Field","name":{"kind":"Name","value":"ad_cost_unapproved"}},{"kind":"Field","name":{"kind":"Name","value":"cpa"}},{"kind":"Field","name":{"kind":"Name","value":"roas"}},{"kind":"Field","name":{"kind":"Name","value":"profit"}}]}},{"kind":"Field","name":{"kind":"Name","value":"totals"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"clicks"}},{"kind":"Field","name":{"kind":"Name","value":"cv"}},{"kind":"Field","name":{"kind":"Name","value":"cvr"}},{"kind":"Field","name":{"kind":"Name","value":"amount_sum"}},{"kind":"Field","name":{"kind":"Name","value":"ad_cost"}},{"kind":"Field","name":{"kind":"Name","value":"ad_cost_unapproved"}},{"kind":"Field","name":{"kind":"Name","value":"cpa"}},{"kind":"Field","name":{"kind":"Name","value":"roas"}},{"kind":"Field","name":{"kind":"Name","value":"profit"}}]}},{"kind":"Field","name":{"kind":"Name","value":"previous"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}},{"kind":"Field","name":{"kind":"Name","value":"clicks"}},{"kind":"Field","name":{"kind":"Name","value":"cv"}},{"kind":"Field","name":{"kind":"Name","value":"cvr"}},{"kind":"Field","name":{"kind":"Name","value":"amount_sum"}},{"kind":"Field","name":{"kind":"Name","value":"ad_cost"}},{"kind":"Field","name":{"kind":"Name","value":"ad_cost_unapproved"}},{"kind":"Field","name":{"kind":"Name","value":"cpa"}},{"kind":"Field","name":{"kind":"Name","value":"roas"}},{"kind":"Field","name":{"kind":"Name","value":"profit"}}]}}]}}]}}]} as unknown as DocumentNode<TimeSeriesQuery, TimeSeriesQueryVariables>;
export const AdStatisticsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"AdStatistics"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"product_id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"from"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"to"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"model"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"report"},"name":{"kind":"Name","value":"adSummaries"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"product_id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"product_id"}}},{"kind":"Argument","name":{"kind":"Name","value":"from"},"value":{"kind":"Variable","name":{"kind":"Name","value":"from"}}},{"kind":"Argument","name":{"kind":"Name","value":"to"},"value":{"kind":"Variable","name":{"kind":"Name","value":"to"}}},{"kind":"Argument","name":{"kind":"Name","value":"model"},"value":{"kind":"Variable","name":{"kind":"Name","value":"model"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rules"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"product_id"}},{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}},{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"tracking_term"}},{"kind":"Field","name":{"kind":"Name","value":"excluded_ips"}},{"kind":"Field","name":{"kind":"Name","value":"time_zone"}}]}},{"kind":"Field","name":{"kind":"Name","value":"watermark"}},{"kind":"Field","name":{"kind":"Name","value":"left_out"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bot"}},{"kind":"Field","name":{"kind":"Name","value":"repeated"}},{"kind":"Field","name":{"kind":"Name","value":"excluded_ip"}},{"kind":"Field","name":{"kind":"Name","value":"conversions"}}]}},{"kind":"Field","name":{"kind":"Name","value":"columns"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"unit"}}]}},{"kind":"Field","name":{"kind":"Name","value":"rows"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"impressions"}},{"kind":"Field","name":{"kind":"Name","value":"clicks"}},{"kind":"Field","name":{"kind":"Name","value":"first_touch_count"}},{"kind":"Field","name":{"kind":"Name","value":"cv"}},{"kind":"Field","name":{"kind":"Name","value":"cvr"}},{"kind":"Field","name":{"kind":"Name","value":"cv_total_middle"}},{"kind":"Field","name":{"kind":"Name","value":"cv_division"}},{"kind":"Field","name":{"kind":"Name","value":"cv_middle_division"}},{"kind":"Field","name":{"kind":"Name","value":"cvr_division"}},{"kind":"Field","name":{"kind":"Name","value":"amount_sum"}},{"kind":"Field","name":{"kind":"Name","value":"amount_avg"}},{"kind":"Field","name":{"kind":"Name","value":"amount_division"}},{"kind":"Field","name":{"kind":"Name","value":"ad_cost"}},{"kind":"Field","name":{"kind":"Name","value":"ad_cost_unapproved"}},{"kind":"Field","name":{"kind":"Name","value":"cpa"}},{"kind":"Field","name":{"kind":"Name","value":"roas"}},{"kind":"Field","name":{"kind":"Name","value":"roi"}},{"kind":"Field","name":{"kind":"Name","value":"profit"}},{"kind":"Field","name":{"kind":"Name","value":"attributed_cpa"}},{"kind":"Field","name":{"kind":"Name","value":"attributed_roas"}},{"kind":"Field","name":{"kind":"Name","value":"indirect_cv"}},{"kind":"Field","name":{"kind":"Name","value":"indirect_first"}},{"kind":"Field","name":{"kind":"Name","value":"indirect_ratio"}},{"kind":"Field","name":{"kind":"Name","value":"indirect_cost"}},{"kind":"Field","name":{"kind":"Name","value":"indirect_cost_unapproved"}},{"kind":"Field","name":{"kind":"Name","value":"ad_touch_1"}},{"kind":"Field","name":{"kind":"Name","value":"ad_touch_2"}},{"kind":"Field","name":{"kind":"Name","value":"ad_touch_3"}},{"kind":"Field","name":{"kind":"Name","value":"ad_touch_4"}},{"kind":"Field","name":{"kind":"Name","value":"ad_touch_5"}},{"kind":"Field","name":{"kind":"Name","value":"ad_touch_6"}},{"kind":"Field","name":{"kind":"Name","value":"ad_touch_avg"}},{"kind":"Field","name":{"kind":"Name","value":"attr_avg"}},{"kind":"Field","name":{"kind":"Name","value":"attr_cvr"}}]}},{"kind":"Field","name":{"kind":"Name","value":"totals"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"impressions"}},{"kind":"Field","name":{"kind":"Name","value":"clicks"}},{"kind":"Field","name":{"kind":"Name","value":"first_touch_count"}},{"kind":"Field","name":{"kind":"Name","value":"cv"}},{"kind":"Field","name":{"kind":"Name","value":"cvr"}},{"kind":"Field","name":{"kind":"Name","value":"cv_total_middle"}},{"kind":"Field","name":{"kind":"Name","value":"cv_division"}},{"kind":"Field","name":{"kind":"Name","value":"cv_middle_division"}},{"kind":"Field","name":{"kind":"Name","value":"cvr_division"}},{"kind":"Field","name":{"kind":"Name","value":"amount_sum"}},{"kind":"Field","name":{"kind":"Name","value":"amount_avg"}},{"kind":"Field","name":{"kind":"Name","value":"amount_division"}},{"kind":"Field","name":{"kind":"Name","value":"ad_cost"}},{"kind":"Field","name":{"kind":"Name","value":"ad_cost_unapproved"}},{"kind":"Field","name":{"kind":"Name","value":"cpa"}},{"kind":"Field","name":{"kind":"Name","value":"roas"}},{"kind":"Field","name":{"kind":"Name","value":"roi"}},{"kind":"Field","name":{"kind":"Name","value":"profit"}},{"kind":"Field","name":{"kind":"Name","value":"attributed_cpa"}},{"kind":"Field","name":{"kind":"Name","value":"attributed_roas"}},{"kind":"Field","name":{"kind":"Name","value":"indirect_cv"}},{"kind":"Field","name":{"kind":"Name","value":"indirect_first"}},{"kind":"Field","name":{"kind":"Name","value":"indirect_ratio"}},{"kind":"Field","name":{"kind":"Name","value":"indirect_cost"}},{"kind":"Field","name":{"kind":"Name","value":"indirect_cost_unapproved"}},{"kind":"Field","name":{"kind":"Name","value":"ad_touch_1"}},{"kind":"Field","name":{"kind":"Name","value":"ad_touch_2"}},{"kind":"Field","name":{"kind":"Name","value":"ad_touch_3"}},{"kind":"Field","name":{"kind":"Name","value":"ad_touch_4"}},{"kind":"Field","name":{"kind":"Name","value":"ad_touch_5"}},{"kind":"Field","name":{"kind":"Name","value":"ad_touch_6"}},{"kind":"Field","name":{"kind":"Name","value":"ad_touch_avg"}},{"kind":"Field","name":{"kind":"Name","value":"attr_avg"}},{"kind":"Field","name":{"kind":"Name","value":"attr_cvr"}}]}}]}}]}}]} as unknown as DocumentNode<AdStatisticsQuery, AdStatisticsQueryVariables>;
export const TermDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Term"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"product_id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"from"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"to"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"step"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"report"},"name":{"kind":"Name","value":"timeSeries"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"product_id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"product_id"}}},{"kind":"Argument","name":{"kind":"Name","value":"from"},"value":{"kind":"Variable","name":{"kind":"Name","value":"from"}}},{"kind":"Argument","name":{"kind":"Name","value":"to"},"value":{"kind":"Variable","name":{"kind":"Name","value":"to"}}},{"kind":"Argument","name":{"kind":"Name","value":"step"},"value":{"kind":"Variable","name":{"kind":"Name","value":"step"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rules"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"product_id"}},{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}},{"kind":"Field","name":{"kind":"Name","value":"step"}},{"kind":"Field","name":{"kind":"Name","value":"week_start"}},{"kind":"Field","name":{"kind":"Name","value":"tracking_term"}},{"kind":"Field","name":{"kind":"Name","value":"excluded_ips"}},{"kind":"Field","name":{"kind":"Name","value":"time_zone"}}]}},{"kind":"Field","name":{"kind":"Name","value":"watermark"}},{"kind":"Field","name":{"kind":"Name","value":"left_out"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bot"}},{"kind":"Field","name":{"kind":"Name","value":"repeated"}},{"kind":"Field","name":{"kind":"Name","value":"excluded_ip"}},{"kind":"Field","name":{"kind":"Name","value":"conversions"}}]}},{"kind":"Field","name":{"kind":"Name","value":"columns"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"unit"}}]}},{"kind":"Field","name":{"kind":"Name","value":"rows"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}},{"kind":"Field","name":{"kind":"Name","value":"clicks"}},{"kind":"Field","name":{"kind":"Name","value":"cv"}},{"kind":"Field","name":{"kind":"Name","value":"cvr"}},{"kind":"Field","name":{"kind":"Name","value":"amount_sum"}},{"kind":"Field","name":{"kind":"Name","value":"ad_cost"}},{"kind":"Field","name":{"kind":"Name","value":"ad_cost_unapproved"}},{"kind":"Field","name":{"kind":"Name","value":"cpa"}},{"kind":"Field","name":{"kind":"Name","value":"roas"}},{"kind":"Field","name":{"kind":"Name","value":"profit"}}]}},{"kind":"Field","name":{"kind":"Name","value":"totals"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"clicks"}},{"kind":"Field","name":{"kind":"Name","value":"cv"}},{"kind":"Field","name":{"kind":"Name","value":"cvr"}},{"kind":"Field","name":{"kind":"Name","value":"amount_sum"}},{"kind":"Field","name":{"kind":"Name","value":"ad_cost"}},{"kind":"Field","name":{"kind":"Name","value":"ad_cost_unapproved"}},{"kind":"Field","name":{"kind":"Name","value":"cpa"}},{"kind":"Field","name":{"kind":"Name","value":"roas"}},{"kind":"Field","name":{"kind":"Name","value":"profit"}}]}}]}}]}}]} as unknown as DocumentNode<TermQuery, TermQueryVariables>;
export const ResultCandidatesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ResultCandidates"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"product_id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"from"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"to"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"limit"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"where"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"search"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"page"},"name":{"kind":"Name","value":"results"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"product_id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"product_id"}}},{"kind":"Argument","name":{"kind":"Name","value":"from"},"value":{"kind":"Variable","name":{"kind":"Name","value":"from"}}},{"kind":"Argument","name":{"kind":"Name","value":"to"},"value":{"kind":"Variable","name":{"kind":"Name","value":"to"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"Variable","name":{"kind":"Name","value":"limit"}}},{"kind":"Argument","name":{"kind":"Name","value":"where"},"value":{"kind":"Variable","name":{"kind":"Name","value":"where"}}},{"kind":"Argument","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"search"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"next"}},{"kind":"Field","name":{"kind":"Name","value":"counts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"pending"}},{"kind":"Field","name":{"kind":"Name","value":"approved"}},{"kind":"Field","name":{"kind":"Name","value":"rejected"}}]}},{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"result_id"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"approval_status"}},{"kind":"Field","name":{"kind":"Name","value":"next_statuses"}}]}}]}}]}}]} as unknown as DocumentNode<ResultCandidatesQuery, ResultCandidatesQueryVariables>;
export const ResultQueueDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ResultQueue"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"product_id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"from"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"to"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"limit"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"where"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"search"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"page"},"name":{"kind":"Name","value":"resultQueue"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"product_id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"product_id"}}},{"kind":"Argument","name":{"kind":"Name","value":"from"},"value":{"kind":"Variable","name":{"kind":"Name","value":"from"}}},{"kind":"Argument","name":{"kind":"Name","value":"to"},"value":{"kind":"Variable","name":{"kind":"Name","value":"to"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"Variable","name":{"kind":"Name","value":"limit"}}},{"kind":"Argument","name":{"kind":"Name","value":"where"},"value":{"kind":"Variable","name":{"kind":"Name","value":"where"}}},{"kind":"Argument","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"search"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"next"}},{"kind":"Field","name":{"kind":"Name","value":"latest"}},{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"counts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"success"}},{"kind":"Field","name":{"kind":"Name","value":"failure"}},{"kind":"Field","name":{"kind":"Name","value":"pending"}}]}},{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"result_queue_id"}},{"kind":"Field","name":{"kind":"Name","value":"result_id"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"asp_id"}},{"kind":"Field","name":{"kind":"Name","value":"asp_name"}},{"kind":"Field","name":{"kind":"Name","value":"cv_ad_id"}},{"kind":"Field","name":{"kind":"Name","value":"cv_ad_name"}},{"kind":"Field","name":{"kind":"Name","value":"approval_status"}},{"kind":"Field","name":{"kind":"Name","value":"method"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"body"}},{"kind":"Field","name":{"kind":"Name","value":"queue_result"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"attempts"}},{"kind":"Field","name":{"kind":"Name","value":"http_status"}},{"kind":"Field","name":{"kind":"Name","value":"answer"}},{"kind":"Field","name":{"kind":"Name","value":"executed_time"}},{"kind":"Field","name":{"kind":"Name","value":"next_time"}},{"kind":"Field","name":{"kind":"Name","value":"created_at"}}]}}]}}]}}]} as unknown as DocumentNode<ResultQueueQuery, ResultQueueQueryVariables>;
export const NewerNoticesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"NewerNotices"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"product_id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"from"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"to"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"where"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"search"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"than"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"newer"},"name":{"kind":"Name","value":"newerResultQueue"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"product_id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"product_id"}}},{"kind":"Argument","name":{"kind":"Name","value":"from"},"value":{"kind":"Variable","name":{"kind":"Name","value":"from"}}},{"kind":"Argument","name":{"kind":"Name","value":"to"},"value":{"kind":"Variable","name":{"kind":"Name","value":"to"}}},{"kind":"Argument","name":{"kind":"Name","value":"where"},"value":{"kind":"Variable","name":{"kind":"Name","value":"where"}}},{"kind":"Argument","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"search"}}},{"kind":"Argument","name":{"kind":"Name","value":"than"},"value":{"kind":"Variable","name":{"kind":"Name","value":"than"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}}]}}]}}]} as unknown as DocumentNode<NewerNoticesQuery, NewerNoticesQueryVariables>;
export const QueueAttemptsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"QueueAttempts"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"lines"},"name":{"kind":"Name","value":"queueAttempts"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"number"}},{"kind":"Field","name":{"kind":"Name","value":"success"}},{"kind":"Field","name":{"kind":"Name","value":"http_status"}},{"kind":"Field","name":{"kind":"Name","value":"answer"}},{"kind":"Field","name":{"kind":"Name","value":"executed_time"}}]}}]}}]}}]} as unknown as DocumentNode<QueueAttemptsQuery, QueueAttemptsQueryVariables>;
export const NotificationsResendDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"NotificationsResend"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ResendForm_Input"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"done"},"name":{"kind":"Name","value":"resendNotifications"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resent"}}]}}]}}]} as unknown as DocumentNode<NotificationsResendMutation, NotificationsResendMutationVariables>;
export const NetworkPauseDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"NetworkPause"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"done"},"name":{"kind":"Name","value":"pauseNetwork"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"asp_id"}},{"kind":"Field","name":{"kind":"Name","value":"paused_at"}}]}}]}}]} as unknown as DocumentNode<NetworkPauseMutation, NetworkPauseMutationVariables>;
export const NetworkResumeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"NetworkResume"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"done"},"name":{"kind":"Name","value":"resumeNetwork"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"asp_id"}},{"kind":"Field","name":{"kind":"Name","value":"paused_at"}}]}}]}}]} as unknown as DocumentNode<NetworkResumeMutation, NetworkResumeMutationVariables>;
export const ResultsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Results"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"product_id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"from"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"to"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"limit"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"where"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"search"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"page"},"name":{"kind":"Name","value":"results"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"product_id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"product_id"}}},{"kind":"Argument","name":{"kind":"Name","value":"from"},"value":{"kind":"Variable","name":{"kind":"Name","value":"from"}}},{"kind":"Argument","name":{"kind":"Name","value":"to"},"value":{"kind":"Variable","name":{"kind":"Name","value":"to"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"Variable","name":{"kind":"Name","value":"limit"}}},{"kind":"Argument","name":{"kind":"Name","value":"where"},"value":{"kind":"Variable","name":{"kind":"Name","value":"where"}}},{"kind":"Argument","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"search"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"next"}},{"kind":"Field","name":{"kind":"Name","value":"latest"}},{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"counts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"pending"}},{"kind":"Field","name":{"kind":"Name","value":"approved"}},{"kind":"Field","name":{"kind":"Name","value":"rejected"}}]}},{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"result_id"}},{"kind":"Field","name":{"kind":"Name","value":"conversion_id"}},{"kind":"Field","name":{"kind":"Name","value":"visitor_id"}},{"kind":"Field","name":{"kind":"Name","value":"cv_time"}},{"kind":"Field","name":{"kind":"Name","value":"asp_id"}},{"kind":"Field","name":{"kind":"Name","value":"asp_name"}},{"kind":"Field","name":{"kind":"Name","value":"cv_ad_id"}},{"kind":"Field","name":{"kind":"Name","value":"cv_ad_name"}},{"kind":"Field","name":{"kind":"Name","value":"ad_category"}},{"kind":"Field","name":{"kind":"Name","value":"ad_category_name"}},{"kind":"Field","name":{"kind":"Name","value":"ad_type1"}},{"kind":"Field","name":{"kind":"Name","value":"ad_type1_title"}},{"kind":"Field","name":{"kind":"Name","value":"ad_type2"}},{"kind":"Field","name":{"kind":"Name","value":"ad_type2_title"}},{"kind":"Field","name":{"kind":"Name","value":"ad_type3"}},{"kind":"Field","name":{"kind":"Name","value":"ad_type3_title"}},{"kind":"Field","name":{"kind":"Name","value":"result_type"}},{"kind":"Field","name":{"kind":"Name","value":"interaction_number"}},{"kind":"Field","name":{"kind":"Name","value":"interaction_id"}},{"kind":"Field","name":{"kind":"Name","value":"xclid"}},{"kind":"Field","name":{"kind":"Name","value":"media_session_id"}},{"kind":"Field","name":{"kind":"Name","value":"media_management1"}},{"kind":"Field","name":{"kind":"Name","value":"media_management2"}},{"kind":"Field","name":{"kind":"Name","value":"media_management3"}},{"kind":"Field","name":{"kind":"Name","value":"args"}},{"kind":"Field","name":{"kind":"Name","value":"user_id"}},{"kind":"Field","name":{"kind":"Name","value":"other_key1"}},{"kind":"Field","name":{"kind":"Name","value":"other_key2"}},{"kind":"Field","name":{"kind":"Name","value":"other_key3"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"approval_status"}},{"kind":"Field","name":{"kind":"Name","value":"approval_status_enum"}},{"kind":"Field","name":{"kind":"Name","value":"approval_amount_result"}},{"kind":"Field","name":{"kind":"Name","value":"approval_args_result"}},{"kind":"Field","name":{"kind":"Name","value":"exclude_duplicate_ips_result"}},{"kind":"Field","name":{"kind":"Name","value":"exclude_duplicate_args_result"}},{"kind":"Field","name":{"kind":"Name","value":"exclude_duplicate_ips_days"}},{"kind":"Field","name":{"kind":"Name","value":"cv_cost"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"next_statuses"}},{"kind":"Field","name":{"kind":"Name","value":"decided_by"}},{"kind":"Field","name":{"kind":"Name","value":"rule"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"decided_at"}},{"kind":"Field","name":{"kind":"Name","value":"notice_state"}},{"kind":"Field","name":{"kind":"Name","value":"created_at"}},{"kind":"Field","name":{"kind":"Name","value":"updated_at"}}]}}]}}]}}]} as unknown as DocumentNode<ResultsQuery, ResultsQueryVariables>;
export const NewerResultsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"NewerResults"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"product_id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"from"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"to"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"where"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"search"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"than"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"newer"},"name":{"kind":"Name","value":"newerResults"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"product_id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"product_id"}}},{"kind":"Argument","name":{"kind":"Name","value":"from"},"value":{"kind":"Variable","name":{"kind":"Name","value":"from"}}},{"kind":"Argument","name":{"kind":"Name","value":"to"},"value":{"kind":"Variable","name":{"kind":"Name","value":"to"}}},{"kind":"Argument","name":{"kind":"Name","value":"where"},"value":{"kind":"Variable","name":{"kind":"Name","value":"where"}}},{"kind":"Argument","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"search"}}},{"kind":"Argument","name":{"kind":"Name","value":"than"},"value":{"kind":"Variable","name":{"kind":"Name","value":"than"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}}]}}]}}]} as unknown as DocumentNode<NewerResultsQuery, NewerResultsQueryVariables>;
export const DecisionsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Decisions"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"lines"},"name":{"kind":"Name","value":"decisions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"from_status"}},{"kind":"Field","name":{"kind":"Name","value":"to_status"}},{"kind":"Field","name":{"kind":"Name","value":"rule"}},{"kind":"Field","name":{"kind":"Name","value":"user_id"}},{"kind":"Field","name":{"kind":"Name","value":"user_name"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"decided_at"}},{"kind":"Field","name":{"kind":"Name","value":"notice_state"}}]}}]}}]}}]} as unknown as DocumentNode<DecisionsQuery, DecisionsQueryVariables>;
export const ResultsDecideDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ResultsDecide"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DecideForm_Input"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"done"},"name":{"kind":"Name","value":"decideResults"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"decided"}},{"kind":"Field","name":{"kind":"Name","value":"refused"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]}}]}}]} as unknown as DocumentNode<ResultsDecideMutation, ResultsDecideMutationVariables>;
export const PreviewRecomputeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"PreviewRecompute"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RecomputeQuestion_Input"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"preview"},"name":{"kind":"Name","value":"previewRecompute"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"made"}},{"kind":"Field","name":{"kind":"Name","value":"moved"}},{"kind":"Field","name":{"kind":"Name","value":"rejudged"}},{"kind":"Field","name":{"kind":"Name","value":"kept"}},{"kind":"Field","name":{"kind":"Name","value":"decided"}},{"kind":"Field","name":{"kind":"Name","value":"unearned"}},{"kind":"Field","name":{"kind":"Name","value":"digest"}},{"kind":"Field","name":{"kind":"Name","value":"examples"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"conversion_id"}},{"kind":"Field","name":{"kind":"Name","value":"result_id"}},{"kind":"Field","name":{"kind":"Name","value":"asp_id"}},{"kind":"Field","name":{"kind":"Name","value":"asp_name"}},{"kind":"Field","name":{"kind":"Name","value":"cv_ad_id"}},{"kind":"Field","name":{"kind":"Name","value":"cv_ad_name"}},{"kind":"Field","name":{"kind":"Name","value":"from_status"}},{"kind":"Field","name":{"kind":"Name","value":"to_status"}},{"kind":"Field","name":{"kind":"Name","value":"rule"}}]}}]}}]}}]} as unknown as DocumentNode<PreviewRecomputeMutation, PreviewRecomputeMutationVariables>;
export const RecomputeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Recompute"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RecomputeForm_Input"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"done"},"name":{"kind":"Name","value":"recompute"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"made"}},{"kind":"Field","name":{"kind":"Name","value":"moved"}},{"kind":"Field","name":{"kind":"Name","value":"rejudged"}}]}}]}}]} as unknown as DocumentNode<RecomputeMutation, RecomputeMutationVariables>;
export const RolesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Roles"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"page"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"page_size"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ordering"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"show_deleted"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"where"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"search"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"page"},"name":{"kind":"Name","value":"roles"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"page"},"value":{"kind":"Variable","name":{"kind":"Name","value":"page"}}},{"kind":"Argument","name":{"kind":"Name","value":"page_size"},"value":{"kind":"Variable","name":{"kind":"Name","value":"page_size"}}},{"kind":"Argument","name":{"kind":"Name","value":"ordering"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ordering"}}},{"kind":"Argument","name":{"kind":"Name","value":"show_deleted"},"value":{"kind":"Variable","name":{"kind":"Name","value":"show_deleted"}}},{"kind":"Argument","name":{"kind":"Name","value":"where"},"value":{"kind":"Variable","name":{"kind":"Name","value":"where"}}},{"kind":"Argument","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"search"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"page"}},{"kind":"Field","name":{"kind":"Name","value":"page_size"}},{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"role_id"}},{"kind":"Field","name":{"kind":"Name","value":"role_name"}},{"kind":"Field","name":{"kind":"Name","value":"role_code"}},{"kind":"Field","name":{"kind":"Name","value":"base"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"created_at"}},{"kind":"Field","name":{"kind":"Name","value":"updated_at"}},{"kind":"Field","name":{"kind":"Name","value":"permissions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"access_log"}},{"kind":"Field","name":{"kind":"Name","value":"interaction_log"}},{"kind":"Field","name":{"kind":"Name","value":"cv_log"}},{"kind":"Field","name":{"kind":"Name","value":"result_notification_log"}},{"kind":"Field","name":{"kind":"Name","value":"result_queue"}},{"kind":"Field","name":{"kind":"Name","value":"cv_approval"}}]}}]}}]}}]}}]} as unknown as DocumentNode<RolesQuery, RolesQueryVariables>;
export const RoleCreateDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RoleCreate"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RoleForm_Input"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"idempotency_key"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"saved"},"name":{"kind":"Name","value":"createRole"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}},{"kind":"Argument","name":{"kind":"Name","value":"idempotency_key"},"value":{"kind":"Variable","name":{"kind":"Name","value":"idempotency_key"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"updated_at"}}]}}]}}]} as unknown as DocumentNode<RoleCreateMutation, RoleCreateMutationVariables>;
export const RoleUpdateDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RoleUpdate"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RoleChange_Input"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"saved"},"name":{"kind":"Name","value":"updateRole"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"updated_at"}}]}}]}}]} as unknown as DocumentNode<RoleUpdateMutation, RoleUpdateMutationVariables>;
export const RoleRemoveDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RoleRemove"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"removed"},"name":{"kind":"Name","value":"removeRole"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]} as unknown as DocumentNode<RoleRemoveMutation, RoleRemoveMutationVariables>;
export const RolesRestoreDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RolesRestore"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"restored"},"name":{"kind":"Name","value":"restoreRoles"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"ids"}}]}}]}}]} as unknown as DocumentNode<RolesRestoreMutation, RolesRestoreMutationVariables>;
export const SavedViewsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"SavedViews"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"page"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"page_size"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ordering"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"show_deleted"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"where"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"search"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"page"},"name":{"kind":"Name","value":"savedViews"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"page"},"value":{"kind":"Variable","name":{"kind":"Name","value":"page"}}},{"kind":"Argument","name":{"kind":"Name","value":"page_size"},"value":{"kind":"Variable","name":{"kind":"Name","value":"page_size"}}},{"kind":"Argument","name":{"kind":"Name","value":"ordering"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ordering"}}},{"kind":"Argument","name":{"kind":"Name","value":"show_deleted"},"value":{"kind":"Variable","name":{"kind":"Name","value":"show_deleted"}}},{"kind":"Argument","name":{"kind":"Name","value":"where"},"value":{"kind":"Variable","name":{"kind":"Name","value":"where"}}},{"kind":"Argument","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"search"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"page"}},{"kind":"Field","name":{"kind":"Name","value":"page_size"}},{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"user_id"}},{"kind":"Field","name":{"kind":"Name","value":"user_name"}},{"kind":"Field","name":{"kind":"Name","value":"screen"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"hidden"}},{"kind":"Field","name":{"kind":"Name","value":"shared"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"created_at"}},{"kind":"Field","name":{"kind":"Name","value":"updated_at"}}]}}]}}]}}]} as unknown as DocumentNode<SavedViewsQuery, SavedViewsQueryVariables>;
export const SavedViewCreateDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SavedViewCreate"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SavedViewForm_Input"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"idempotency_key"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"saved"},"name":{"kind":"Name","value":"createSavedView"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}},{"kind":"Argument","name":{"kind":"Name","value":"idempotency_key"},"value":{"kind":"Variable","name":{"kind":"Name","value":"idempotency_key"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"updated_at"}}]}}]}}]} as unknown as DocumentNode<SavedViewCreateMutation, SavedViewCreateMutationVariables>;
export const SavedViewUpdateDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SavedViewUpdate"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SavedViewChange_Input"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"saved"},"name":{"kind":"Name","value":"updateSavedView"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"updated_at"}}]}}]}}]} as unknown as DocumentNode<SavedViewUpdateMutation, SavedViewUpdateMutationVariables>;
export const SavedViewsRemoveDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SavedViewsRemove"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"removed"},"name":{"kind":"Name","value":"removeSavedViews"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"ids"}}]}}]}}]} as unknown as DocumentNode<SavedViewsRemoveMutation, SavedViewsRemoveMutationVariables>;
export const SavedViewsRestoreDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SavedViewsRestore"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"restored"},"name":{"kind":"Name","value":"restoreSavedViews"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"ids"}}]}}]}}]} as unknown as DocumentNode<SavedViewsRestoreMutation, SavedViewsRestoreMutationVariables>;
export const SignInDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SignIn"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"signIn_request_Input"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"saved"},"name":{"kind":"Name","value":"signIn"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"access"}},{"kind":"Field","name":{"kind":"Name","value":"refresh"}},{"kind":"Field","name":{"kind":"Name","value":"lifetime"}}]}}]}}]} as unknown as DocumentNode<SignInMutation, SignInMutationVariables>;
export const RefreshTokensDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RefreshTokens"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"refreshTokens_request_Input"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"saved"},"name":{"kind":"Name","value":"refreshTokens"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"access"}},{"kind":"Field","name":{"kind":"Name","value":"refresh"}},{"kind":"Field","name":{"kind":"Name","value":"lifetime"}}]}}]}}]} as unknown as DocumentNode<RefreshTokensMutation, RefreshTokensMutationVariables>;
export const SignOutDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SignOut"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"signOut_request_Input"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"removed"},"name":{"kind":"Name","value":"signOut"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"ended"}}]}}]}}]} as unknown as DocumentNode<SignOutMutation, SignOutMutationVariables>;
export const MeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Me"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"one"},"name":{"kind":"Name","value":"me"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"role_name"}},{"kind":"Field","name":{"kind":"Name","value":"role_code"}},{"kind":"Field","name":{"kind":"Name","value":"company_id"}},{"kind":"Field","name":{"kind":"Name","value":"company_name"}},{"kind":"Field","name":{"kind":"Name","value":"agency"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"last_login"}}]}}]}}]} as unknown as DocumentNode<MeQuery, MeQueryVariables>;
export const MyPermissionsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"MyPermissions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"one"},"name":{"kind":"Name","value":"myPermissions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"role_name"}},{"kind":"Field","name":{"kind":"Name","value":"role_code"}},{"kind":"Field","name":{"kind":"Name","value":"base"}},{"kind":"Field","name":{"kind":"Name","value":"permissions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"access_log"}},{"kind":"Field","name":{"kind":"Name","value":"interaction_log"}},{"kind":"Field","name":{"kind":"Name","value":"cv_log"}},{"kind":"Field","name":{"kind":"Name","value":"result_notification_log"}},{"kind":"Field","name":{"kind":"Name","value":"result_queue"}},{"kind":"Field","name":{"kind":"Name","value":"cv_approval"}}]}}]}}]}}]} as unknown as DocumentNode<MyPermissionsQuery, MyPermissionsQueryVariables>;
export const StartupListsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"StartupLists"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"agency"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"product"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ad"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"redirect"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"asp"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"cvSetting"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"adCategory"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"adType"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"role"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"agency"},"name":{"kind":"Name","value":"agencies"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"page_size"},"value":{"kind":"IntValue","value":"9999"}}],"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"agency"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"label"}}]}}]}},{"kind":"Field","alias":{"kind":"Name","value":"product"},"name":{"kind":"Name","value":"products"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"page_size"},"value":{"kind":"IntValue","value":"9999"}}],"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"product"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"label"}}]}}]}},{"kind":"Field","alias":{"kind":"Name","value":"ad"},"name":{"kind":"Name","value":"ads"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"page_size"},"value":{"kind":"IntValue","value":"9999"}}],"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ad"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"product_id"}}]}}]}},{"kind":"Field","alias":{"kind":"Name","value":"redirect"},"name":{"kind":"Name","value":"redirects"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"page_size"},"value":{"kind":"IntValue","value":"9999"}}],"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"redirect"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"product_id"}}]}}]}},{"kind":"Field","alias":{"kind":"Name","value":"asp"},"name":{"kind":"Name","value":"asps"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"page_size"},"value":{"kind":"IntValue","value":"9999"}}],"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"asp"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"product_id"}}]}}]}},{"kind":"Field","alias":{"kind":"Name","value":"cvSetting"},"name":{"kind":"Name","value":"cvSettings"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"page_size"},"value":{"kind":"IntValue","value":"9999"}}],"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"cvSetting"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"product_id"}}]}}]}},{"kind":"Field","alias":{"kind":"Name","value":"adCategory"},"name":{"kind":"Name","value":"adCategories"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"page_size"},"value":{"kind":"IntValue","value":"9999"}}],"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"adCategory"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"product_id"}}]}}]}},{"kind":"Field","alias":{"kind":"Name","value":"role"},"name":{"kind":"Name","value":"roles"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"page_size"},"value":{"kind":"IntValue","value":"9999"}}],"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"role"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"base"}}]}}]}},{"kind":"Field","alias":{"kind":"Name","value":"adType"},"name":{"kind":"Name","value":"adTypes"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"page_size"},"value":{"kind":"IntValue","value":"9999"}}],"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"adType"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"product_id"}},{"kind":"Field","name":{"kind":"Name","value":"sequence"}}]}}]}}]}}]} as unknown as DocumentNode<StartupListsQuery, StartupListsQueryVariables>;
export const SyncRunsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"SyncRuns"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"page"},"name":{"kind":"Name","value":"syncRuns"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"page"}},{"kind":"Field","name":{"kind":"Name","value":"page_size"}},{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"sync_setting_id"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"user_id"}},{"kind":"Field","name":{"kind":"Name","value":"user_name"}},{"kind":"Field","name":{"kind":"Name","value":"rows"}},{"kind":"Field","name":{"kind":"Name","value":"applied"}},{"kind":"Field","name":{"kind":"Name","value":"failure"}},{"kind":"Field","name":{"kind":"Name","value":"http_status"}},{"kind":"Field","name":{"kind":"Name","value":"started_at"}},{"kind":"Field","name":{"kind":"Name","value":"ended_at"}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"row"}},{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"values"}}]}}]}}]}}]}}]} as unknown as DocumentNode<SyncRunsQuery, SyncRunsQueryVariables>;
export const SyncRunNowDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SyncRunNow"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"saved"},"name":{"kind":"Name","value":"runSync"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"started_at"}}]}}]}}]} as unknown as DocumentNode<SyncRunNowMutation, SyncRunNowMutationVariables>;
export const SyncSettingsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"SyncSettings"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"page"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"page_size"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ordering"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"show_deleted"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"where"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"search"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"page"},"name":{"kind":"Name","value":"syncSettings"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"page"},"value":{"kind":"Variable","name":{"kind":"Name","value":"page"}}},{"kind":"Argument","name":{"kind":"Name","value":"page_size"},"value":{"kind":"Variable","name":{"kind":"Name","value":"page_size"}}},{"kind":"Argument","name":{"kind":"Name","value":"ordering"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ordering"}}},{"kind":"Argument","name":{"kind":"Name","value":"show_deleted"},"value":{"kind":"Variable","name":{"kind":"Name","value":"show_deleted"}}},{"kind":"Argument","name":{"kind":"Name","value":"where"},"value":{"kind":"Variable","name":{"kind":"Name","value":"where"}}},{"kind":"Argument","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"search"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"page"}},{"kind":"Field","name":{"kind":"Name","value":"page_size"}},{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"product_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"source_url"}},{"kind":"Field","name":{"kind":"Name","value":"format"}},{"kind":"Field","name":{"kind":"Name","value":"mapping"}},{"kind":"Field","name":{"kind":"Name","value":"schedule"}},{"kind":"Field","name":{"kind":"Name","value":"hour"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"created_at"}},{"kind":"Field","name":{"kind":"Name","value":"updated_at"}}]}}]}}]}}]} as unknown as DocumentNode<SyncSettingsQuery, SyncSettingsQueryVariables>;
export const SyncSettingDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"SyncSetting"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"one"},"name":{"kind":"Name","value":"syncSetting"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"product_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"source_url"}},{"kind":"Field","name":{"kind":"Name","value":"format"}},{"kind":"Field","name":{"kind":"Name","value":"mapping"}},{"kind":"Field","name":{"kind":"Name","value":"schedule"}},{"kind":"Field","name":{"kind":"Name","value":"hour"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"created_at"}},{"kind":"Field","name":{"kind":"Name","value":"updated_at"}}]}}]}}]} as unknown as DocumentNode<SyncSettingQuery, SyncSettingQueryVariables>;
export const SyncSettingCreateDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SyncSettingCreate"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SyncSettingForm_Input"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"idempotency_key"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"saved"},"name":{"kind":"Name","value":"createSyncSetting"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}},{"kind":"Argument","name":{"kind":"Name","value":"idempotency_key"},"value":{"kind":"Variable","name":{"kind":"Name","value":"idempotency_key"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"updated_at"}}]}}]}}]} as unknown as DocumentNode<SyncSettingCreateMutation, SyncSettingCreateMutationVariables>;
export const SyncSettingUpdateDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SyncSettingUpdate"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SyncSettingChange_Input"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"saved"},"name":{"kind":"Name","value":"updateSyncSetting"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"updated_at"}}]}}]}}]} as unknown as DocumentNode<SyncSettingUpdateMutation, SyncSettingUpdateMutationVariables>;
export const SyncSettingsRemoveDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SyncSettingsRemove"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"removed"},"name":{"kind":"Name","value":"removeSyncSettings"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"ids"}}]}}]}}]} as unknown as DocumentNode<SyncSettingsRemoveMutation, SyncSettingsRemoveMutationVariables>;
export const SyncSettingsRestoreDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SyncSettingsRestore"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"restored"},"name":{"kind":"Name","value":"restoreSyncSettings"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"ids"}}]}}]}}]} as unknown as DocumentNode<SyncSettingsRestoreMutation, SyncSettingsRestoreMutationVariables>;
export const TestSendDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"TestSend"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"TestSendForm_Input"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"one"},"name":{"kind":"Name","value":"testSend"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"body"}},{"kind":"Field","name":{"kind":"Name","value":"tag"}},{"kind":"Field","name":{"kind":"Name","value":"success"}},{"kind":"Field","name":{"kind":"Name","value":"failure"}},{"kind":"Field","name":{"kind":"Name","value":"http_status"}},{"kind":"Field","name":{"kind":"Name","value":"answer"}},{"kind":"Field","name":{"kind":"Name","value":"duration_ms"}}]}}]}}]} as unknown as DocumentNode<TestSendMutation, TestSendMutationVariables>;
export const UsersDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Users"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"page"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"page_size"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ordering"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"show_deleted"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"where"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"search"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"page"},"name":{"kind":"Name","value":"users"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"page"},"value":{"kind":"Variable","name":{"kind":"Name","value":"page"}}},{"kind":"Argument","name":{"kind":"Name","value":"page_size"},"value":{"kind":"Variable","name":{"kind":"Name","value":"page_size"}}},{"kind":"Argument","name":{"kind":"Name","value":"ordering"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ordering"}}},{"kind":"Argument","name":{"kind":"Name","value":"show_deleted"},"value":{"kind":"Variable","name":{"kind":"Name","value":"show_deleted"}}},{"kind":"Argument","name":{"kind":"Name","value":"where"},"value":{"kind":"Variable","name":{"kind":"Name","value":"where"}}},{"kind":"Argument","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"search"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"page"}},{"kind":"Field","name":{"kind":"Name","value":"page_size"}},{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"user_id"}},{"kind":"Field","name":{"kind":"Name","value":"user_name"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"role_name"}},{"kind":"Field","name":{"kind":"Name","value":"role_code"}},{"kind":"Field","name":{"kind":"Name","value":"agency"}},{"kind":"Field","name":{"kind":"Name","value":"agency_name"}},{"kind":"Field","name":{"kind":"Name","value":"last_login"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"created_at"}},{"kind":"Field","name":{"kind":"Name","value":"updated_at"}}]}}]}}]}}]} as unknown as DocumentNode<UsersQuery, UsersQueryVariables>;
export const UserDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"User"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"one"},"name":{"kind":"Name","value":"user"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"user_id"}},{"kind":"Field","name":{"kind":"Name","value":"user_name"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"role_name"}},{"kind":"Field","name":{"kind":"Name","value":"role_code"}},{"kind":"Field","name":{"kind":"Name","value":"agency"}},{"kind":"Field","name":{"kind":"Name","value":"agency_name"}},{"kind":"Field","name":{"kind":"Name","value":"last_login"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"created_at"}},{"kind":"Field","name":{"kind":"Name","value":"updated_at"}}]}}]}}]} as unknown as DocumentNode<UserQuery, UserQueryVariables>;
export const UserCreateDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UserCreate"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UserForm_Input"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"idempotency_key"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"saved"},"name":{"kind":"Name","value":"createUser"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}},{"kind":"Argument","name":{"kind":"Name","value":"idempotency_key"},"value":{"kind":"Variable","name":{"kind":"Name","value":"idempotency_key"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"updated_at"}}]}}]}}]} as unknown as DocumentNode<UserCreateMutation, UserCreateMutationVariables>;
export const UserUpdateDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UserUpdate"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UserChange_Input"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"saved"},"name":{"kind":"Name","value":"updateUser"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"updated_at"}}]}}]}}]} as unknown as DocumentNode<UserUpdateMutation, UserUpdateMutationVariables>;
export const UsersRemoveDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UsersRemove"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"removed"},"name":{"kind":"Name","value":"removeUsers"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"ids"}}]}}]}}]} as unknown as DocumentNode<UsersRemoveMutation, UsersRemoveMutationVariables>;
export const UsersRestoreDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UsersRestore"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"restored"},"name":{"kind":"Name","value":"restoreUsers"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"ids"}}]}}]}}]} as unknown as DocumentNode<UsersRestoreMutation, UsersRestoreMutationVariables>;
export const VisitorPathDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"VisitorPath"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"product_id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"visitor_id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"limit"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"show"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"page"},"name":{"kind":"Name","value":"visitorPath"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"product_id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"product_id"}}},{"kind":"Argument","name":{"kind":"Name","value":"visitor_id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"visitor_id"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"Variable","name":{"kind":"Name","value":"limit"}}},{"kind":"Argument","name":{"kind":"Name","value":"show"},"value":{"kind":"Variable","name":{"kind":"Name","value":"show"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"next"}},{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"time"}},{"kind":"Field","name":{"kind":"Name","value":"ad_id"}},{"kind":"Field","name":{"kind":"Name","value":"ad_name"}},{"kind":"Field","name":{"kind":"Name","value":"interaction_id"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"referrer"}},{"kind":"Field","name":{"kind":"Name","value":"ip_address"}},{"kind":"Field","name":{"kind":"Name","value":"device"}},{"kind":"Field","name":{"kind":"Name","value":"os"}},{"kind":"Field","name":{"kind":"Name","value":"browser"}},{"kind":"Field","name":{"kind":"Name","value":"cv_type"}},{"kind":"Field","name":{"kind":"Name","value":"cv_setting_name"}},{"kind":"Field","name":{"kind":"Name","value":"args"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"contacts"}},{"kind":"Field","name":{"kind":"Name","value":"bot"}},{"kind":"Field","name":{"kind":"Name","value":"repeated"}},{"kind":"Field","name":{"kind":"Name","value":"excluded"}}]}}]}}]}}]} as unknown as DocumentNode<VisitorPathQuery, VisitorPathQueryVariables>;