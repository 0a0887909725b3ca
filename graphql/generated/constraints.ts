/* Written by `npm run contract` from mesh/openapi.json: the constraints of forms and queries. Each is a constant, so that a page contains only its own. */
const adFee = {"of":"number","pattern":"^-?(?:0|[1-9]\\d{0,7})(?:\\.\\d{1,2})?$","fault":"ad_fee"} as const;

const addressRange = {"of":"string","pattern":"^(?:(?:(?:(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)\\.){3}(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)(?:\\/(?:3[0-2]|[12]?\\d))?|(?:(?:[\\dA-Fa-f]{1,4}:){7}(?:[\\dA-Fa-f]{1,4}|:)|(?:[\\dA-Fa-f]{1,4}:){6}(?:(?:(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)\\.){3}(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)|:[\\dA-Fa-f]{1,4}|:)|(?:[\\dA-Fa-f]{1,4}:){5}(?:(?::[\\dA-Fa-f]{1,4}){0,0}:(?:(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)\\.){3}(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)|(?::[\\dA-Fa-f]{1,4}){1,2}|:)|(?:[\\dA-Fa-f]{1,4}:){4}(?:(?::[\\dA-Fa-f]{1,4}){0,1}:(?:(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)\\.){3}(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)|(?::[\\dA-Fa-f]{1,4}){1,3}|:)|(?:[\\dA-Fa-f]{1,4}:){3}(?:(?::[\\dA-Fa-f]{1,4}){0,2}:(?:(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)\\.){3}(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)|(?::[\\dA-Fa-f]{1,4}){1,4}|:)|(?:[\\dA-Fa-f]{1,4}:){2}(?:(?::[\\dA-Fa-f]{1,4}){0,3}:(?:(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)\\.){3}(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)|(?::[\\dA-Fa-f]{1,4}){1,5}|:)|(?:[\\dA-Fa-f]{1,4}:){1}(?:(?::[\\dA-Fa-f]{1,4}){0,4}:(?:(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)\\.){3}(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)|(?::[\\dA-Fa-f]{1,4}){1,6}|:)|:(?:(?::[\\dA-Fa-f]{1,4}){0,5}:(?:(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)\\.){3}(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)|(?::[\\dA-Fa-f]{1,4}){1,7}|:))(?:\\/(?:12[0-8]|1[01]\\d|[1-9]?\\d))?))?$","fault":"format_ip"} as const;

const clickCost = {"of":"number","pattern":"^-?(?:0|[1-9]\\d{0,7})(?:\\.\\d{1,2})?$","fault":"click_cost"} as const;

const cvCost = {"of":"number","pattern":"^-?(?:0|[1-9]\\d{0,7})(?:\\.\\d{1,2})?$","fault":"cv_cost"} as const;

const date = {"of":"string","pattern":"^(?!0000)(?:\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|02-(?:0[1-9]|1\\d|2[0-8]))|(?:\\d{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)$","fault":"format_date"} as const;

const domain = {"of":"string","pattern":"^(?:(?=[^]{1,253}$)(?:[A-Za-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u024f\\u3005\\u3007\\u3041-\\u3096\\u309d\\u309e\\u30a1-\\u30fa\\u30fc-\\u30fe\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7a3\\d](?:[A-Za-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u024f\\u3005\\u3007\\u3041-\\u3096\\u309d\\u309e\\u30a1-\\u30fa\\u30fc-\\u30fe\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7a3\\d-]{0,61}[A-Za-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u024f\\u3005\\u3007\\u3041-\\u3096\\u309d\\u309e\\u30a1-\\u30fa\\u30fc-\\u30fe\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7a3\\d])?\\.)+[A-Za-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u024f\\u3005\\u3007\\u3041-\\u3096\\u309d\\u309e\\u30a1-\\u30fa\\u30fc-\\u30fe\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7a3](?:[A-Za-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u024f\\u3005\\u3007\\u3041-\\u3096\\u309d\\u309e\\u30a1-\\u30fa\\u30fc-\\u30fe\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7a3\\d-]{0,61}[A-Za-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u024f\\u3005\\u3007\\u3041-\\u3096\\u309d\\u309e\\u30a1-\\u30fa\\u30fc-\\u30fe\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7a3\\d])?)?$","fault":"format_domain"} as const;

const email = {"of":"string","pattern":"^(?:[A-Za-z\\d.!#$%&'*+\\/=?^_`\\{\\|\\}~\\-]{1,64}@(?=[^@]{1,253}$)(?:[A-Za-z\\d](?:[A-Za-z\\d-]{0,61}[A-Za-z\\d])?\\.)+[A-Za-z](?:[A-Za-z\\d-]{0,61}[A-Za-z\\d])?)?$","fault":"format_email"} as const;

const phone = {"of":"string","pattern":"^(?:(?=(?:\\D*\\d){5,15}\\D*$)\\+?(?:\\d|\\(\\d{1,5}\\))(?:[ .\\-]?(?:\\d|\\(\\d{1,5}\\)))*)?$","fault":"format_phone"} as const;

const rate = {"of":"number","pattern":"^-?(?:0|[1-9]\\d{0,2})(?:\\.\\d{1,2})?$","fault":"rate"} as const;

const url = {"of":"string","pattern":"^(?:[Hh][Tt][Tt][Pp][Ss]?:\\/\\/(?:(?:(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)\\.){3}(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)|\\[(?:(?:[\\dA-Fa-f]{1,4}:){7}(?:[\\dA-Fa-f]{1,4}|:)|(?:[\\dA-Fa-f]{1,4}:){6}(?:(?:(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)\\.){3}(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)|:[\\dA-Fa-f]{1,4}|:)|(?:[\\dA-Fa-f]{1,4}:){5}(?:(?::[\\dA-Fa-f]{1,4}){0,0}:(?:(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)\\.){3}(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)|(?::[\\dA-Fa-f]{1,4}){1,2}|:)|(?:[\\dA-Fa-f]{1,4}:){4}(?:(?::[\\dA-Fa-f]{1,4}){0,1}:(?:(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)\\.){3}(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)|(?::[\\dA-Fa-f]{1,4}){1,3}|:)|(?:[\\dA-Fa-f]{1,4}:){3}(?:(?::[\\dA-Fa-f]{1,4}){0,2}:(?:(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)\\.){3}(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)|(?::[\\dA-Fa-f]{1,4}){1,4}|:)|(?:[\\dA-Fa-f]{1,4}:){2}(?:(?::[\\dA-Fa-f]{1,4}){0,3}:(?:(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)\\.){3}(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)|(?::[\\dA-Fa-f]{1,4}){1,5}|:)|(?:[\\dA-Fa-f]{1,4}:){1}(?:(?::[\\dA-Fa-f]{1,4}){0,4}:(?:(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)\\.){3}(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)|(?::[\\dA-Fa-f]{1,4}){1,6}|:)|:(?:(?::[\\dA-Fa-f]{1,4}){0,5}:(?:(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)\\.){3}(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)|(?::[\\dA-Fa-f]{1,4}){1,7}|:))\\]|(?:[A-Za-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u024f\\u3005\\u3007\\u3041-\\u3096\\u309d\\u309e\\u30a1-\\u30fa\\u30fc-\\u30fe\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7a3\\d](?:[A-Za-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u024f\\u3005\\u3007\\u3041-\\u3096\\u309d\\u309e\\u30a1-\\u30fa\\u30fc-\\u30fe\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7a3\\d_-]{0,61}[A-Za-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u024f\\u3005\\u3007\\u3041-\\u3096\\u309d\\u309e\\u30a1-\\u30fa\\u30fc-\\u30fe\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7a3\\d])?\\.)*[A-Za-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u024f\\u3005\\u3007\\u3041-\\u3096\\u309d\\u309e\\u30a1-\\u30fa\\u30fc-\\u30fe\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7a3](?:[A-Za-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u024f\\u3005\\u3007\\u3041-\\u3096\\u309d\\u309e\\u30a1-\\u30fa\\u30fc-\\u30fe\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7a3\\d-]{0,61}[A-Za-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u024f\\u3005\\u3007\\u3041-\\u3096\\u309d\\u309e\\u30a1-\\u30fa\\u30fc-\\u30fe\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7a3\\d])?\\.?)(?::(?:6553[0-5]|655[0-2]\\d|65[0-4]\\d{2}|6[0-4]\\d{3}|[1-5]\\d{4}|\\d{1,4}))?(?:[\\/?#][^\\s\\p{Cc}\\\\]*)?)?$","fault":"format_url"} as const;

export const AdCategoryChange = {
  product_id: { type: "integer", minimum: 1, maximum: 2147483647 },
  kind: { type: "integer", minimum: 0, maximum: 3 },
  name: { required: true, type: "string", minLength: 1, maxLength: 100 },
  updated_at: { required: true, type: "string" },
} as const;

export const AdCategoryForm = {
  product_id: { required: true, type: "integer", minimum: 1, maximum: 2147483647 },
  kind: { type: "integer", minimum: 0, maximum: 3 },
  name: { required: true, type: "string", minLength: 1, maxLength: 100 },
} as const;

export const LpoEntryForm = {
  title: { required: true, type: "string", maxLength: 100 },
  url: { required: true, type: "string", minLength: 1, maxLength: 2000, format: url },
  rate: { required: true, type: "number", minimum: 0, maximum: 100, format: rate },
} as const;

export const AdParametersForm = {
  xclid: { type: "string", nullable: true, maxLength: 100 },
  media_session: { type: "string", nullable: true, maxLength: 100 },
  media_management1: { type: "string", nullable: true, maxLength: 100 },
  media_management2: { type: "string", nullable: true, maxLength: 100 },
  media_management3: { type: "string", nullable: true, maxLength: 100 },
} as const;

export const AdChange = {
  product_id: { type: "integer", minimum: 1, maximum: 2147483647 },
  name: { required: true, type: "string", minLength: 1, maxLength: 100 },
  ad_post_url: { type: "string", maxLength: 2000, format: url },
  ad_description: { type: "string", maxLength: 1000 },
  ad_category: { type: "integer", nullable: true, minimum: 1, maximum: 2147483647 },
  ad_type1: { type: "integer", nullable: true, minimum: 1, maximum: 2147483647 },
  ad_type2: { type: "integer", nullable: true, minimum: 1, maximum: 2147483647 },
  ad_type3: { type: "integer", nullable: true, minimum: 1, maximum: 2147483647 },
  asp: { type: "integer", nullable: true, minimum: 1, maximum: 2147483647 },
  agency: { type: "integer", nullable: true, minimum: 1, maximum: 2147483647 },
  period_from: { type: "string", nullable: true, format: date },
  period_to: { type: "string", nullable: true, format: date },
  redirect_url: { required: true, type: "string", minLength: 1, maxLength: 2000, format: url },
  direct_link: { type: "boolean" },
  lpo_flag: { type: "boolean" },
  lpo_entries: { type: "array", maxItems: 5, items: { type: "object", fields: LpoEntryForm } },
  dynamic_lpurl: { type: "boolean" },
  performance_cv_flag: { type: "boolean" },
  click_cost: { type: "number", minimum: 0, maximum: 99999999.99, format: clickCost },
  cv_cost: { type: "number", minimum: 0, maximum: 99999999.99, format: cvCost },
  ad_fee: { type: "number", minimum: 0, maximum: 99999999.99, format: adFee },
  args: { type: "string", maxLength: 100 },
  own_parameters: { type: "boolean" },
  parameters: { type: "object", fields: AdParametersForm },
  own_result_notice: { type: "boolean" },
  result_flag: { type: "integer", enum: [0,1,2] },
  own_auto_approval: { type: "boolean" },
  auto_approval: { type: "object", fields: {
  auto_approval: { required: true, type: "boolean" },
  approval_amount: { required: true, type: "boolean" },
  approval_args: { required: true, type: "boolean" },
  exclude_duplicate_ips: { required: true, type: "integer", minimum: 0, maximum: 32767 },
  exclude_duplicate_args: { required: true, type: "boolean" },
} },
  updated_at: { required: true, type: "string" },
} as const;

export const AdForm = {
  product_id: { required: true, type: "integer", minimum: 1, maximum: 2147483647 },
  name: { required: true, type: "string", minLength: 1, maxLength: 100 },
  ad_post_url: { type: "string", maxLength: 2000, format: url },
  ad_description: { type: "string", maxLength: 1000 },
  ad_category: { type: "integer", nullable: true, minimum: 1, maximum: 2147483647 },
  ad_type1: { type: "integer", nullable: true, minimum: 1, maximum: 2147483647 },
  ad_type2: { type: "integer", nullable: true, minimum: 1, maximum: 2147483647 },
  ad_type3: { type: "integer", nullable: true, minimum: 1, maximum: 2147483647 },
  asp: { type: "integer", nullable: true, minimum: 1, maximum: 2147483647 },
  agency: { type: "integer", nullable: true, minimum: 1, maximum: 2147483647 },
  period_from: { type: "string", nullable: true, format: date },
  period_to: { type: "string", nullable: true, format: date },
  redirect_url: { required: true, type: "string", minLength: 1, maxLength: 2000, format: url },
  direct_link: { type: "boolean" },
  lpo_flag: { type: "boolean" },
  lpo_entries: { type: "array", maxItems: 5, items: { type: "object", fields: LpoEntryForm } },
  dynamic_lpurl: { type: "boolean" },
  performance_cv_flag: { type: "boolean" },
  click_cost: { type: "number", minimum: 0, maximum: 99999999.99, format: clickCost },
  cv_cost: { type: "number", minimum: 0, maximum: 99999999.99, format: cvCost },
  ad_fee: { type: "number", minimum: 0, maximum: 99999999.99, format: adFee },
  args: { type: "string", maxLength: 100 },
  own_parameters: { type: "boolean" },
  parameters: { type: "object", fields: AdParametersForm },
  own_result_notice: { type: "boolean" },
  result_flag: { type: "integer", enum: [0,1,2] },
  own_auto_approval: { type: "boolean" },
  auto_approval: { type: "object", fields: {
  auto_approval: { required: true, type: "boolean" },
  approval_amount: { required: true, type: "boolean" },
  approval_args: { required: true, type: "boolean" },
  exclude_duplicate_ips: { required: true, type: "integer", minimum: 0, maximum: 32767 },
  exclude_duplicate_args: { required: true, type: "boolean" },
} },
} as const;

export const AdTypeChange = {
  product_id: { type: "integer", minimum: 1, maximum: 2147483647 },
  sequence: { type: "integer", minimum: 1, maximum: 3 },
  title: { required: true, type: "string", minLength: 1, maxLength: 100 },
  updated_at: { required: true, type: "string" },
} as const;

export const AdTypeForm = {
  product_id: { required: true, type: "integer", minimum: 1, maximum: 2147483647 },
  sequence: { required: true, type: "integer", minimum: 1, maximum: 3 },
  title: { required: true, type: "string", minLength: 1, maxLength: 100 },
} as const;

export const AgencyChange = {
  agency_name: { type: "string", minLength: 1, maxLength: 100 },
  description: { type: "string", maxLength: 1000 },
  products: { type: "array", maxItems: 1000, uniqueItems: true, items: { type: "integer", minimum: 1, maximum: 2147483647 } },
  updated_at: { required: true, type: "string" },
} as const;

export const AgencyForm = {
  agency_name: { required: true, type: "string", minLength: 1, maxLength: 100 },
  description: { type: "string", maxLength: 1000 },
  products: { type: "array", maxItems: 1000, uniqueItems: true, items: { type: "integer", minimum: 1, maximum: 2147483647 } },
} as const;

export const AnalyzeSettingChange = {
  product_id: { type: "integer", minimum: 1, maximum: 2147483647 },
  analyze_page: { type: "string", enum: ["ad_statistics","allocation","attribution","cv","effect","lpo","term","item_1","item_2","item_3"] },
  name: { type: "string", maxLength: 100 },
  metrics: { type: "array", maxItems: 34, uniqueItems: true, items: { type: "string", enum: ["impressions","clicks","first_touch_count","cv","cvr","cv_total_middle","cv_division","cv_middle_division","cvr_division","amount_sum","amount_avg","amount_division","ad_cost","ad_cost_unapproved","cpa","roas","roi","profit","indirect_cv","indirect_first","indirect_ratio","indirect_cost","indirect_cost_unapproved","ad_touch_1","ad_touch_2","ad_touch_3","ad_touch_4","ad_touch_5","ad_touch_6","ad_touch_avg","attr_avg","attr_cvr","attributed_cpa","attributed_roas"] } },
  axes: { type: "array", maxItems: 2, uniqueItems: true, items: { type: "string", enum: ["ad","ad_category","ad_type1","ad_type2","ad_type3","asp","agency","device","os","browser","landing_page","hour","weekday"] } },
  hidden_metrics: { type: "array", maxItems: 34, uniqueItems: true, items: { type: "string", enum: ["impressions","clicks","first_touch_count","cv","cvr","cv_total_middle","cv_division","cv_middle_division","cvr_division","amount_sum","amount_avg","amount_division","ad_cost","ad_cost_unapproved","cpa","roas","roi","profit","indirect_cv","indirect_first","indirect_ratio","indirect_cost","indirect_cost_unapproved","ad_touch_1","ad_touch_2","ad_touch_3","ad_touch_4","ad_touch_5","ad_touch_6","ad_touch_avg","attr_avg","attr_cvr","attributed_cpa","attributed_roas"] } },
  chart: { type: "string", enum: ["none","bar","stacked"] },
  updated_at: { required: true, type: "string" },
} as const;

export const AnalyzeSettingForm = {
  product_id: { required: true, type: "integer", minimum: 1, maximum: 2147483647 },
  analyze_page: { required: true, type: "string", enum: ["ad_statistics","allocation","attribution","cv","effect","lpo","term","item_1","item_2","item_3"] },
  name: { type: "string", maxLength: 100 },
  metrics: { type: "array", maxItems: 34, uniqueItems: true, items: { type: "string", enum: ["impressions","clicks","first_touch_count","cv","cvr","cv_total_middle","cv_division","cv_middle_division","cvr_division","amount_sum","amount_avg","amount_division","ad_cost","ad_cost_unapproved","cpa","roas","roi","profit","indirect_cv","indirect_first","indirect_ratio","indirect_cost","indirect_cost_unapproved","ad_touch_1","ad_touch_2","ad_touch_3","ad_touch_4","ad_touch_5","ad_touch_6","ad_touch_avg","attr_avg","attr_cvr","attributed_cpa","attributed_roas"] } },
  axes: { type: "array", maxItems: 2, uniqueItems: true, items: { type: "string", enum: ["ad","ad_category","ad_type1","ad_type2","ad_type3","asp","agency","device","os","browser","landing_page","hour","weekday"] } },
  hidden_metrics: { type: "array", maxItems: 34, uniqueItems: true, items: { type: "string", enum: ["impressions","clicks","first_touch_count","cv","cvr","cv_total_middle","cv_division","cv_middle_division","cvr_division","amount_sum","amount_avg","amount_division","ad_cost","ad_cost_unapproved","cpa","roas","roi","profit","indirect_cv","indirect_first","indirect_ratio","indirect_cost","indirect_cost_unapproved","ad_touch_1","ad_touch_2","ad_touch_3","ad_touch_4","ad_touch_5","ad_touch_6","ad_touch_avg","attr_avg","attr_cvr","attributed_cpa","attributed_roas"] } },
  chart: { type: "string", enum: ["none","bar","stacked"] },
} as const;

export const ApiKeyScopeMap = {
  access_log: { required: true, type: "string", enum: ["none","read","write"] },
  interaction_log: { required: true, type: "string", enum: ["none","read","write"] },
  cv_log: { required: true, type: "string", enum: ["none","read","write"] },
  result_notification_log: { required: true, type: "string", enum: ["none","read","write"] },
  result_queue: { required: true, type: "string", enum: ["none","read","write"] },
  cv_approval: { required: true, type: "string", enum: ["none","read","write"] },
  reports: { required: true, type: "string", enum: ["none","read","write"] },
  settings: { required: true, type: "string", enum: ["none","read","write"] },
  administration: { required: true, type: "string", enum: ["none","read","write"] },
  provisioning: { required: true, type: "string", enum: ["none","read","write"] },
} as const;

export const ApiKeyForm = {
  name: { required: true, type: "string", minLength: 1, maxLength: 100 },
  scopes: { required: true, type: "object", fields: ApiKeyScopeMap },
  products: { type: "array", nullable: true, minItems: 1, maxItems: 1000, uniqueItems: true, items: { type: "integer", minimum: 1, maximum: 2147483647 } },
  last_day: { type: "string", nullable: true, format: date },
} as const;

export const ApiKeyRotation = {
  overlap_hours: { required: true, type: "integer", minimum: 0, maximum: 720 },
} as const;

export const AspChange = {
  product_id: { type: "integer", minimum: 1, maximum: 2147483647 },
  asp_name: { required: true, type: "string", minLength: 1, maxLength: 100 },
  company_name: { type: "string", maxLength: 100 },
  phone_number: { type: "string", maxLength: 20, format: phone },
  address: { type: "string", maxLength: 1000 },
  description: { type: "string", maxLength: 1000 },
  xclid_flag: { type: "boolean" },
  xclid_name: { type: "string", maxLength: 100 },
  media_session_flag: { type: "boolean" },
  media_session_name: { type: "string", maxLength: 100 },
  media_management1_flag: { type: "boolean" },
  media_management1_name: { type: "string", maxLength: 100 },
  media_management2_flag: { type: "boolean" },
  media_management2_name: { type: "string", maxLength: 100 },
  media_management3_flag: { type: "boolean" },
  media_management3_name: { type: "string", maxLength: 100 },
  measurement_tag: { type: "string", maxLength: 10000 },
  result_flag: { type: "integer", enum: [0,1,2] },
  result_method: { type: "integer", enum: [1,2] },
  cv_tag: { type: "string", maxLength: 10000 },
  webhook_url: { type: "string", maxLength: 2000, format: url },
  webhook_style: { type: "integer", enum: [0,1] },
  webhook_secret: { type: "string", pattern: "^(whsec_[A-Za-z0-9+/]{32,88}={0,2}|\\*{8})?$" },
  performance_cv_flag: { type: "boolean" },
  unapproved_value: { type: "string", maxLength: 100 },
  approved_value: { type: "string", maxLength: 100 },
  rejected_value: { type: "string", maxLength: 100 },
  auto_approval: { type: "boolean" },
  approval_amount: { type: "boolean" },
  approval_args: { type: "boolean" },
  exclude_duplicate_ips: { type: "integer", minimum: 0, maximum: 32767 },
  exclude_duplicate_args: { type: "boolean" },
  updated_at: { required: true, type: "string" },
} as const;

export const AspForm = {
  product_id: { required: true, type: "integer", minimum: 1, maximum: 2147483647 },
  asp_name: { required: true, type: "string", minLength: 1, maxLength: 100 },
  company_name: { type: "string", maxLength: 100 },
  phone_number: { type: "string", maxLength: 20, format: phone },
  address: { type: "string", maxLength: 1000 },
  description: { type: "string", maxLength: 1000 },
  xclid_flag: { type: "boolean" },
  xclid_name: { type: "string", maxLength: 100 },
  media_session_flag: { type: "boolean" },
  media_session_name: { type: "string", maxLength: 100 },
  media_management1_flag: { type: "boolean" },
  media_management1_name: { type: "string", maxLength: 100 },
  media_management2_flag: { type: "boolean" },
  media_management2_name: { type: "string", maxLength: 100 },
  media_management3_flag: { type: "boolean" },
  media_management3_name: { type: "string", maxLength: 100 },
  measurement_tag: { type: "string", maxLength: 10000 },
  result_flag: { type: "integer", enum: [0,1,2] },
  result_method: { type: "integer", enum: [1,2] },
  cv_tag: { type: "string", maxLength: 10000 },
  webhook_url: { type: "string", maxLength: 2000, format: url },
  webhook_style: { type: "integer", enum: [0,1] },
  webhook_secret: { type: "string", pattern: "^(whsec_[A-Za-z0-9+/]{32,88}={0,2}|\\*{8})?$" },
  performance_cv_flag: { type: "boolean" },
  unapproved_value: { type: "string", maxLength: 100 },
  approved_value: { type: "string", maxLength: 100 },
  rejected_value: { type: "string", maxLength: 100 },
  auto_approval: { type: "boolean" },
  approval_amount: { type: "boolean" },
  approval_args: { type: "boolean" },
  exclude_duplicate_ips: { type: "integer", minimum: 0, maximum: 32767 },
  exclude_duplicate_args: { type: "boolean" },
} as const;

export const BoardLinkForm = {
  board_id: { required: true, type: "integer", minimum: 1, maximum: 2147483647 },
  product_id: { required: true, type: "integer", minimum: 1, maximum: 2147483647 },
  name: { required: true, type: "string", minLength: 1, maxLength: 100 },
  days: { type: "integer", minimum: 1, maximum: 90 },
  title: { type: "string", minLength: 0, maxLength: 100 },
  brand: { type: "string", minLength: 0, maxLength: 100 },
  locale: { type: "string", nullable: true, enum: ["ja","en","zh-CN",null] },
} as const;

export const ColumnChoiceForm = {
  screen: { required: true, type: "string", minLength: 1, maxLength: 100 },
  hidden: { type: "array", nullable: true, maxItems: 200, items: { type: "string", minLength: 1, maxLength: 100 } },
  order: { type: "array", nullable: true, maxItems: 200, items: { type: "string", minLength: 1, maxLength: 100 } },
  pinned: { type: "string", nullable: true, minLength: 1, maxLength: 100 },
} as const;

export const CompanyChange = {
  company_name: { required: true, type: "string", minLength: 1, maxLength: 100 },
  department_name: { type: "string", maxLength: 100 },
  contact_name: { type: "string", maxLength: 100 },
  contact_mail: { type: "string", maxLength: 254, format: email },
  login_allowed_ips: { type: "array", maxItems: 1000, items: { type: "string", minLength: 1, maxLength: 50, format: addressRange } },
  second_factor: { type: "integer", enum: [0,1,2] },
  updated_at: { required: true, type: "string" },
} as const;

export const CrossdomainSettingChange = {
  product_id: { type: "integer", minimum: 1, maximum: 2147483647 },
  sender_name: { required: true, type: "string", minLength: 1, maxLength: 100 },
  sender_domain: { required: true, type: "string", minLength: 1, maxLength: 253, format: domain },
  updated_at: { required: true, type: "string" },
} as const;

export const CrossdomainSettingForm = {
  product_id: { required: true, type: "integer", minimum: 1, maximum: 2147483647 },
  sender_name: { required: true, type: "string", minLength: 1, maxLength: 100 },
  sender_domain: { required: true, type: "string", minLength: 1, maxLength: 253, format: domain },
} as const;

export const CvSettingChange = {
  product_id: { type: "integer", minimum: 1, maximum: 2147483647 },
  name: { required: true, type: "string", minLength: 1, maxLength: 100 },
  cv_type: { type: "integer", enum: [0,1] },
  cv_condition: { type: "integer", enum: [1,2,3] },
  route_page_url: { type: "string", maxLength: 2000 },
  cv_page_url: { type: "string", maxLength: 2000 },
  button_selector: { type: "string", maxLength: 1000 },
  updated_at: { required: true, type: "string" },
} as const;

export const CvSettingForm = {
  product_id: { required: true, type: "integer", minimum: 1, maximum: 2147483647 },
  name: { required: true, type: "string", minLength: 1, maxLength: 100 },
  cv_type: { type: "integer", enum: [0,1] },
  cv_condition: { type: "integer", enum: [1,2,3] },
  route_page_url: { type: "string", maxLength: 2000 },
  cv_page_url: { type: "string", maxLength: 2000 },
  button_selector: { type: "string", maxLength: 1000 },
} as const;

export const DayNoteChange = {
  product_id: { type: "integer", minimum: 1, maximum: 2147483647 },
  day: { required: true, type: "string", format: date },
  text: { required: true, type: "string", minLength: 1, maxLength: 300 },
  updated_at: { required: true, type: "string" },
} as const;

export const DayNoteForm = {
  product_id: { required: true, type: "integer", minimum: 1, maximum: 2147483647 },
  day: { required: true, type: "string", format: date },
  text: { required: true, type: "string", minLength: 1, maxLength: 300 },
} as const;

export const DecideForm = {
  to: { required: true, type: "integer", enum: [1,2] },
  reason: { type: "string", maxLength: 500 },
  key: { required: true, type: "string", minLength: 8, maxLength: 64, pattern: "^[A-Za-z0-9_-]+$" },
  results: { required: true, type: "array", minItems: 1, maxItems: 10000, items: { type: "object", fields: {
  id: { required: true, type: "number", minimum: 1, maximum: 9007199254740991 },
  version: { required: true, type: "integer", minimum: 1, maximum: 2147483647 },
} } },
} as const;

export const ErrorReportForm = {
  place: { required: true, type: "string", maxLength: 200, pattern: "^/" },
  code: { required: true, type: "string", pattern: "^[a-z_]{1,40}$" },
  message: { required: true, type: "string", maxLength: 500 },
  http_status: { type: "integer", nullable: true, minimum: 100, maximum: 599 },
  request_id: { type: "string", nullable: true, pattern: "^[\\w.-]{1,64}$" },
} as const;

export const GroupRoleChange = {
  group_name: { required: true, type: "string", minLength: 1, maxLength: 300 },
  role: { required: true, type: "integer", minimum: 1, maximum: 2147483647 },
  priority: { type: "integer", minimum: 1, maximum: 10000 },
  updated_at: { required: true, type: "string" },
} as const;

export const GroupRoleForm = {
  group_name: { required: true, type: "string", minLength: 1, maxLength: 300 },
  role: { required: true, type: "integer", minimum: 1, maximum: 2147483647 },
  priority: { type: "integer", minimum: 1, maximum: 10000 },
} as const;

export const IdentityProviderChange = {
  name: { required: true, type: "string", minLength: 1, maxLength: 100 },
  issuer: { required: true, type: "string", minLength: 1, maxLength: 2000, format: url },
  client_id: { required: true, type: "string", minLength: 1, maxLength: 300 },
  client_secret: { type: "string", pattern: "^([!-~]{1,500}|\\*{8})?$" },
  requested_scopes: { type: "string", minLength: 1, maxLength: 500, pattern: "^[!-~]+( [!-~]+)*$" },
  email_domains: { type: "array", maxItems: 50, items: { type: "string", minLength: 1, maxLength: 253, format: domain } },
  unstated_emails: { type: "boolean" },
  group_claim: { type: "string", minLength: 1, maxLength: 100, pattern: "^[!-~]+$" },
  default_role: { type: "integer", nullable: true, minimum: 1, maximum: 2147483647 },
  forced: { type: "boolean" },
  emergency_emails: { type: "array", maxItems: 10, items: { type: "string", minLength: 1, maxLength: 254, format: email } },
  updated_at: { required: true, type: "string" },
} as const;

export const IdentityProviderForm = {
  name: { required: true, type: "string", minLength: 1, maxLength: 100 },
  issuer: { required: true, type: "string", minLength: 1, maxLength: 2000, format: url },
  client_id: { required: true, type: "string", minLength: 1, maxLength: 300 },
  client_secret: { type: "string", pattern: "^([!-~]{1,500}|\\*{8})?$" },
  requested_scopes: { type: "string", minLength: 1, maxLength: 500, pattern: "^[!-~]+( [!-~]+)*$" },
  email_domains: { type: "array", maxItems: 50, items: { type: "string", minLength: 1, maxLength: 253, format: domain } },
  unstated_emails: { type: "boolean" },
  group_claim: { type: "string", minLength: 1, maxLength: 100, pattern: "^[!-~]+$" },
  default_role: { type: "integer", nullable: true, minimum: 1, maximum: 2147483647 },
  forced: { type: "boolean" },
  emergency_emails: { type: "array", maxItems: 10, items: { type: "string", minLength: 1, maxLength: 254, format: email } },
} as const;

export const InvitationForm = {
  email: { required: true, type: "string", minLength: 1, maxLength: 254, format: email },
  role: { required: true, type: "integer", minimum: 1, maximum: 2147483647 },
  agency: { type: "integer", nullable: true, minimum: 1, maximum: 2147483647 },
  locale: { type: "string", enum: ["ja","en","zh-CN"] },
} as const;

export const ClickEntryForm = {
  title: { required: true, type: "string", maxLength: 100 },
  url: { required: true, type: "string", maxLength: 2000 },
  rate: { required: true, type: "number", nullable: true },
} as const;

export const ClickParametersForm = {
  xclid: { type: "string", nullable: true, maxLength: 100 },
  media_session: { type: "string", nullable: true, maxLength: 100 },
  media_management1: { type: "string", nullable: true, maxLength: 100 },
  media_management2: { type: "string", nullable: true, maxLength: 100 },
  media_management3: { type: "string", nullable: true, maxLength: 100 },
} as const;

export const PreviewClickForm = {
  product_id: { required: true, type: "integer", minimum: 1, maximum: 2147483647 },
  ad_id: { type: "integer", nullable: true, minimum: 1, maximum: 2147483647 },
  redirect_url: { required: true, type: "string", maxLength: 2000 },
  lpo_flag: { required: true, type: "boolean" },
  lpo_entries: { required: true, type: "array", maxItems: 5, items: { type: "object", fields: ClickEntryForm } },
  dynamic_lpurl: { required: true, type: "boolean" },
  asp: { type: "integer", nullable: true, minimum: 1, maximum: 2147483647 },
  own_parameters: { required: true, type: "boolean" },
  parameters: { required: true, type: "object", fields: ClickParametersForm },
  visitor_id: { type: "string", nullable: true, pattern: "^[1-9][0-9]{0,19}$" },
  url: { type: "string", nullable: true, maxLength: 4000 },
  query: { type: "string", nullable: true, maxLength: 4000 },
} as const;

export const PreviewCvSettingForm = {
  product_id: { required: true, type: "integer", minimum: 1, maximum: 2147483647 },
  cv_condition: { required: true, type: "integer", minimum: 1, maximum: 3 },
  cv_page_url: { required: true, type: "string", maxLength: 2000 },
  route_page_url: { required: true, type: "string", maxLength: 2000 },
  button_selector: { required: true, type: "string", maxLength: 1000 },
} as const;

export const ProductChange = {
  name: { required: true, type: "string", minLength: 1, maxLength: 100 },
  domain: { required: true, type: "string", minLength: 1, maxLength: 253, format: domain },
  url: { required: true, type: "string", minLength: 1, maxLength: 2000, format: url },
  tracking_term: { type: "integer", minimum: 1, maximum: 3650 },
  excluded_ips: { type: "array", maxItems: 1000, items: { type: "string", minLength: 1, maxLength: 50, format: addressRange } },
  shorten_ips: { type: "boolean" },
  retention_days: { type: "integer", minimum: 0, maximum: 3650 },
  week_start: { type: "integer", enum: [0,1] },
  attribution_model: { type: "integer", enum: [1,2,3,4,5] },
  ad_cost_linkage: { type: "boolean" },
  decision_hold_seconds: { type: "integer", minimum: 0, maximum: 600 },
  ad_cost_allocation_mode: { type: "integer", enum: [1,2,3] },
  conversion_key_required: { type: "boolean" },
  unique_result_identifiers: { type: "integer", enum: [0,1,2] },
  max_conversion_amount: { type: "integer", minimum: 0, maximum: 999999999999 },
  max_visitor_conversions_per_hour: { type: "integer", minimum: 0, maximum: 100000 },
  conversion_addresses: { type: "array", maxItems: 1000, items: { type: "string", minLength: 1, maxLength: 50, format: addressRange } },
  updated_at: { required: true, type: "string" },
} as const;

export const ProductForm = {
  name: { required: true, type: "string", minLength: 1, maxLength: 100 },
  domain: { required: true, type: "string", minLength: 1, maxLength: 253, format: domain },
  url: { required: true, type: "string", minLength: 1, maxLength: 2000, format: url },
  tracking_term: { type: "integer", minimum: 1, maximum: 3650 },
  excluded_ips: { type: "array", maxItems: 1000, items: { type: "string", minLength: 1, maxLength: 50, format: addressRange } },
  shorten_ips: { type: "boolean" },
  retention_days: { type: "integer", minimum: 0, maximum: 3650 },
  week_start: { type: "integer", enum: [0,1] },
  attribution_model: { type: "integer", enum: [1,2,3,4,5] },
  ad_cost_linkage: { type: "boolean" },
  decision_hold_seconds: { type: "integer", minimum: 0, maximum: 600 },
  ad_cost_allocation_mode: { type: "integer", enum: [1,2,3] },
  conversion_key_required: { type: "boolean" },
  unique_result_identifiers: { type: "integer", enum: [0,1,2] },
  max_conversion_amount: { type: "integer", minimum: 0, maximum: 999999999999 },
  max_visitor_conversions_per_hour: { type: "integer", minimum: 0, maximum: 100000 },
  conversion_addresses: { type: "array", maxItems: 1000, items: { type: "string", minLength: 1, maxLength: 50, format: addressRange } },
} as const;

export const RecomputationForm = {
  product_id: { required: true, type: "integer", minimum: 1, maximum: 2147483647 },
  from: { required: true, type: "string", format: date },
  to: { required: true, type: "string", format: date },
} as const;

export const RecomputationPlan = {
  digest: { required: true, type: "string", minLength: 1, maxLength: 64 },
} as const;

export const RedirectChange = {
  product_id: { type: "integer", minimum: 1, maximum: 2147483647 },
  ad_id: { required: true, type: "integer", minimum: 1, maximum: 2147483647 },
  redirect_url: { required: true, type: "string", minLength: 1, maxLength: 2000, format: url },
  redirect_flag: { type: "boolean" },
  lpo_flag: { type: "boolean" },
  lpo_entries: { type: "array", maxItems: 5, items: { type: "object", fields: LpoEntryForm } },
  dynamic_lpurl: { type: "boolean" },
  updated_at: { required: true, type: "string" },
} as const;

export const RedirectForm = {
  product_id: { required: true, type: "integer", minimum: 1, maximum: 2147483647 },
  ad_id: { required: true, type: "integer", minimum: 1, maximum: 2147483647 },
  redirect_url: { required: true, type: "string", minLength: 1, maxLength: 2000, format: url },
  redirect_flag: { type: "boolean" },
  lpo_flag: { type: "boolean" },
  lpo_entries: { type: "array", maxItems: 5, items: { type: "object", fields: LpoEntryForm } },
  dynamic_lpurl: { type: "boolean" },
} as const;

export const ReportBoardItemForm = {
  view_id: { required: true, type: "integer", minimum: 1, maximum: 2147483647 },
  kind: { required: true, type: "string", enum: ["chart","table","figure"] },
  metric: { type: "string", nullable: true, enum: ["impressions","clicks","first_touch_count","cv","cvr","cv_total_middle","cv_division","cv_middle_division","cvr_division","amount_sum","amount_avg","amount_division","ad_cost","ad_cost_unapproved","cpa","roas","roi","profit","indirect_cv","indirect_first","indirect_ratio","indirect_cost","indirect_cost_unapproved","ad_touch_1","ad_touch_2","ad_touch_3","ad_touch_4","ad_touch_5","ad_touch_6","ad_touch_avg","attr_avg","attr_cvr","attributed_cpa","attributed_roas",null] },
  wide: { type: "boolean" },
} as const;

export const ReportBoardChange = {
  name: { required: true, type: "string", minLength: 1, maxLength: 100 },
  items: { type: "array", maxItems: 20, items: { type: "object", fields: ReportBoardItemForm } },
  shared: { type: "boolean" },
  updated_at: { required: true, type: "string" },
} as const;

export const ReportBoardForm = {
  name: { required: true, type: "string", minLength: 1, maxLength: 100 },
  items: { type: "array", maxItems: 20, items: { type: "object", fields: ReportBoardItemForm } },
  shared: { type: "boolean" },
} as const;

export const ReportDeliveryChange = {
  product_id: { type: "integer", minimum: 1, maximum: 2147483647 },
  name: { required: true, type: "string", minLength: 1, maxLength: 100 },
  analyze_page: { required: true, type: "string", enum: ["ad_statistics","term","transitions","attribution","models","paths","what_if","effect","allocation","lpo","item_1","item_2","item_3","board"] },
  query: { type: "string", maxLength: 8000, pattern: "^[\\w%=&+,:.*-]*$" },
  address: { type: "string", maxLength: 8000, pattern: "^(/analyze/[\\w%=&+,:.*/?-]*)?$" },
  format: { type: "string", enum: ["csv","xlsx"] },
  locale: { type: "string", enum: ["ja","en","zh-CN"] },
  schedule: { type: "string", enum: ["none","daily","weekly","monthly"] },
  hour: { type: "integer", minimum: 0, maximum: 23 },
  recipients: { type: "array", maxItems: 20, uniqueItems: true, items: { type: "string", minLength: 1, maxLength: 254, format: email } },
  updated_at: { required: true, type: "string" },
} as const;

export const ReportDeliveryForm = {
  product_id: { required: true, type: "integer", minimum: 1, maximum: 2147483647 },
  name: { required: true, type: "string", minLength: 1, maxLength: 100 },
  analyze_page: { required: true, type: "string", enum: ["ad_statistics","term","transitions","attribution","models","paths","what_if","effect","allocation","lpo","item_1","item_2","item_3","board"] },
  query: { type: "string", maxLength: 8000, pattern: "^[\\w%=&+,:.*-]*$" },
  address: { type: "string", maxLength: 8000, pattern: "^(/analyze/[\\w%=&+,:.*/?-]*)?$" },
  format: { type: "string", enum: ["csv","xlsx"] },
  locale: { type: "string", enum: ["ja","en","zh-CN"] },
  schedule: { type: "string", enum: ["none","daily","weekly","monthly"] },
  hour: { type: "integer", minimum: 0, maximum: 23 },
  recipients: { type: "array", maxItems: 20, uniqueItems: true, items: { type: "string", minLength: 1, maxLength: 254, format: email } },
} as const;

export const ResendForm = {
  ids: { type: "array", minItems: 1, maxItems: 1000, items: { type: "number", minimum: 1, maximum: 9007199254740991 } },
  asp_id: { type: "integer", minimum: 1, maximum: 2147483647 },
} as const;

export const PermissionMap = {
  access_log: { required: true, type: "string", enum: ["none","read","write"] },
  interaction_log: { required: true, type: "string", enum: ["none","read","write"] },
  cv_log: { required: true, type: "string", enum: ["none","read","write"] },
  result_notification_log: { required: true, type: "string", enum: ["none","read","write"] },
  result_queue: { required: true, type: "string", enum: ["none","read","write"] },
  cv_approval: { required: true, type: "string", enum: ["none","read","write"] },
} as const;

export const RoleChange = {
  role_name: { required: true, type: "string", minLength: 1, maxLength: 100 },
  role_code: { required: true, type: "string", minLength: 1, maxLength: 30, pattern: "^[a-z][a-z0-9_]*$" },
  base: { required: true, type: "string", enum: ["admin","user","agency"] },
  permissions: { required: true, type: "object", fields: PermissionMap },
  updated_at: { required: true, type: "string" },
} as const;

export const RoleForm = {
  role_name: { required: true, type: "string", minLength: 1, maxLength: 100 },
  role_code: { required: true, type: "string", minLength: 1, maxLength: 30, pattern: "^[a-z][a-z0-9_]*$" },
  base: { required: true, type: "string", enum: ["admin","user","agency"] },
  permissions: { required: true, type: "object", fields: PermissionMap },
} as const;

export const RowIds = {
  ids: { required: true, type: "array", minItems: 1, maxItems: 1000, uniqueItems: true, items: { type: "integer", minimum: 1, maximum: 2147483647 } },
} as const;

export const SavedViewChange = {
  screen: { type: "string", minLength: 1, maxLength: 100 },
  name: { required: true, type: "string", minLength: 1, maxLength: 100 },
  address: { type: "string", maxLength: 2000 },
  hidden: { type: "array", maxItems: 200, items: { type: "string", minLength: 1, maxLength: 100 } },
  shared: { type: "boolean" },
  updated_at: { required: true, type: "string" },
} as const;

export const SavedViewForm = {
  screen: { required: true, type: "string", minLength: 1, maxLength: 100 },
  name: { required: true, type: "string", minLength: 1, maxLength: 100 },
  address: { type: "string", maxLength: 2000 },
  hidden: { type: "array", maxItems: 200, items: { type: "string", minLength: 1, maxLength: 100 } },
  shared: { type: "boolean" },
} as const;

export const SyncSettingChange = {
  product_id: { type: "integer", minimum: 1, maximum: 2147483647 },
  name: { required: true, type: "string", minLength: 1, maxLength: 100 },
  kind: { required: true, type: "string", enum: ["ads","costs"] },
  source_url: { type: "string", maxLength: 2000, format: url },
  format: { type: "string", enum: ["csv","xlsx","json"] },
  mapping: { type: "object", maxProperties: 50, values: { type: "string", maxLength: 100 } },
  schedule: { type: "string", enum: ["none","hourly","daily","weekly","monthly"] },
  hour: { type: "integer", minimum: 0, maximum: 23 },
  updated_at: { required: true, type: "string" },
} as const;

export const SyncSettingForm = {
  product_id: { required: true, type: "integer", minimum: 1, maximum: 2147483647 },
  name: { required: true, type: "string", minLength: 1, maxLength: 100 },
  kind: { required: true, type: "string", enum: ["ads","costs"] },
  source_url: { type: "string", maxLength: 2000, format: url },
  format: { type: "string", enum: ["csv","xlsx","json"] },
  mapping: { type: "object", maxProperties: 50, values: { type: "string", maxLength: 100 } },
  schedule: { type: "string", enum: ["none","hourly","daily","weekly","monthly"] },
  hour: { type: "integer", minimum: 0, maximum: 23 },
} as const;

export const TakeBackForm = {
  key: { required: true, type: "string", minLength: 8, maxLength: 64, pattern: "^[A-Za-z0-9_-]+$" },
  results: { required: true, type: "array", minItems: 1, maxItems: 10000, items: { type: "object", fields: {
  id: { required: true, type: "number", minimum: 1, maximum: 9007199254740991 },
  version: { required: true, type: "integer", minimum: 1, maximum: 2147483647 },
} } },
} as const;

export const TestSendForm = {
  result_method: { required: true, type: "integer", enum: [1,2] },
  webhook_url: { type: "string", maxLength: 2000 },
  webhook_style: { type: "integer", enum: [0,1] },
  webhook_secret: { type: "string", maxLength: 100 },
  cv_tag: { type: "string", maxLength: 10000 },
  unapproved_value: { type: "string", maxLength: 100 },
  approved_value: { type: "string", maxLength: 100 },
  rejected_value: { type: "string", maxLength: 100 },
  status: { type: "integer", enum: [0,1,2] },
} as const;

export const UserChange = {
  user_name: { type: "string", minLength: 1, maxLength: 100 },
  email: { type: "string", minLength: 1, maxLength: 254, format: email },
  role: { type: "integer", minimum: 1, maximum: 2147483647 },
  agency: { type: "integer", nullable: true, minimum: 1, maximum: 2147483647 },
  password: { type: "string", minLength: 12, maxLength: 128 },
  current_password: { type: "string", minLength: 1, maxLength: 256 },
  updated_at: { type: "string" },
} as const;

export const UserForm = {
  user_name: { required: true, type: "string", minLength: 1, maxLength: 100 },
  email: { required: true, type: "string", minLength: 1, maxLength: 254, format: email },
  role: { required: true, type: "integer", minimum: 1, maximum: 2147483647 },
  agency: { type: "integer", nullable: true, minimum: 1, maximum: 2147483647 },
  password: { required: true, type: "string", minLength: 12, maxLength: 128 },
} as const;

export const AdSummariesParameters = {
  product_id: { required: true, type: "integer", minimum: 1, maximum: 2147483647 },
  from: { required: true, type: "string", format: date },
  to: { required: true, type: "string", format: date },
  axis: { type: "integer", minimum: 0, maximum: 6 },
  axes: { type: "string", minLength: 1, maxLength: 100 },
  model: { type: "integer", minimum: 1, maximum: 7 },
  evaluation: { type: "integer", minimum: 1, maximum: 3 },
  compare: { type: "string", enum: ["previous_period","previous_year","custom"] },
  compare_from: { type: "string", format: date },
  compare_to: { type: "string", format: date },
  where: { type: "string", maxLength: 8000 },
  approval: { type: "string", enum: ["approved","unapproved"] },
  term: { type: "integer", minimum: 1, maximum: 3650 },
  repeat: { type: "integer", minimum: 0, maximum: 86400 },
  decay: { type: "integer", minimum: 10, maximum: 90 },
} as const;

export const AllocationsParameters = {
  product_id: { required: true, type: "integer", minimum: 1, maximum: 2147483647 },
  from: { required: true, type: "string", format: date },
  to: { required: true, type: "string", format: date },
  where: { type: "string", maxLength: 8000 },
  model: { type: "integer", minimum: 1, maximum: 7 },
  mode: { type: "integer", minimum: 1, maximum: 3 },
  pool: { type: "number", minimum: 0, maximum: 1000000000000, multipleOf: 1 },
  adjust: { type: "string", maxLength: 20000, pattern: "^(?:\\d{1,10}:(?:1:[+-]?\\d{1,12}(?:\\.\\d{1,2})?|2:[+-]?\\d{1,12})(?:,\\d{1,10}:(?:1:[+-]?\\d{1,12}(?:\\.\\d{1,2})?|2:[+-]?\\d{1,12}))*)?$" },
} as const;

export const AttributionsParameters = {
  product_id: { required: true, type: "integer", minimum: 1, maximum: 2147483647 },
  from: { required: true, type: "string", format: date },
  to: { required: true, type: "string", format: date },
  axis: { type: "integer", minimum: 0, maximum: 6 },
  axes: { type: "string", minLength: 1, maxLength: 100 },
  model: { type: "integer", minimum: 1, maximum: 7 },
  evaluation: { type: "integer", minimum: 1, maximum: 3 },
  compare: { type: "string", enum: ["previous_period","previous_year","custom"] },
  compare_from: { type: "string", format: date },
  compare_to: { type: "string", format: date },
  where: { type: "string", maxLength: 8000 },
  approval: { type: "string", enum: ["approved","unapproved"] },
  term: { type: "integer", minimum: 1, maximum: 3650 },
  repeat: { type: "integer", minimum: 0, maximum: 86400 },
  decay: { type: "integer", minimum: 10, maximum: 90 },
} as const;

export const CvInfoParameters = {
  product_id: { required: true, type: "integer", minimum: 1, maximum: 2147483647 },
  from: { required: true, type: "string", format: date },
  to: { required: true, type: "string", format: date },
  where: { type: "string", maxLength: 8000 },
  cv_type: { type: "integer", minimum: 0, maximum: 1 },
  ordering: { type: "string", enum: ["conversion_id","-conversion_id","cv_time","-cv_time","cv_type","-cv_type","cv_setting_id","-cv_setting_id","amount","-amount","visitor_id","-visitor_id","p_resid","-p_resid","p_userid","-p_userid","p_key1","-p_key1","p_key2","-p_key2","p_key3","-p_key3","contacts","-contacts","elapsed","-elapsed","first_ad_name","-first_ad_name","last_ad_name","-last_ad_name","cv_setting_name","-cv_setting_name"] },
  after: { type: "string", minLength: 1, maxLength: 1200 },
  limit: { type: "integer", minimum: 1, maximum: 500 },
} as const;

export const EffectsParameters = {
  product_id: { required: true, type: "integer", minimum: 1, maximum: 2147483647 },
  from: { required: true, type: "string", format: date },
  to: { required: true, type: "string", format: date },
  axis: { type: "integer", minimum: 0, maximum: 6 },
  axes: { type: "string", minLength: 1, maxLength: 100 },
  model: { type: "integer", minimum: 1, maximum: 7 },
  evaluation: { type: "integer", minimum: 1, maximum: 3 },
  compare: { type: "string", enum: ["previous_period","previous_year","custom"] },
  compare_from: { type: "string", format: date },
  compare_to: { type: "string", format: date },
  where: { type: "string", maxLength: 8000 },
  approval: { type: "string", enum: ["approved","unapproved"] },
  term: { type: "integer", minimum: 1, maximum: 3650 },
  repeat: { type: "integer", minimum: 0, maximum: 86400 },
  decay: { type: "integer", minimum: 10, maximum: 90 },
} as const;

export const LpoAnalysisParameters = {
  product_id: { required: true, type: "integer", minimum: 1, maximum: 2147483647 },
  from: { required: true, type: "string", format: date },
  to: { required: true, type: "string", format: date },
  where: { type: "string", maxLength: 8000 },
  model: { type: "integer", minimum: 1, maximum: 5 },
} as const;

export const ModelsSideBySideParameters = {
  product_id: { required: true, type: "integer", minimum: 1, maximum: 2147483647 },
  from: { required: true, type: "string", format: date },
  to: { required: true, type: "string", format: date },
  where: { type: "string", maxLength: 8000 },
  axis: { type: "integer", minimum: 1, maximum: 6 },
} as const;

export const ConversionPathsParameters = {
  product_id: { required: true, type: "integer", minimum: 1, maximum: 2147483647 },
  from: { required: true, type: "string", format: date },
  to: { required: true, type: "string", format: date },
  where: { type: "string", maxLength: 8000 },
  axis: { type: "integer", minimum: 1, maximum: 6 },
  fold: { type: "boolean" },
  length_from: { type: "integer", minimum: 1, maximum: 20 },
  limit: { type: "integer", minimum: 1, maximum: 200 },
  nodes: { type: "integer", minimum: 1, maximum: 50 },
} as const;

export const ReportProgressParameters = {

} as const;

export const TimeSeriesParameters = {
  product_id: { required: true, type: "integer", minimum: 1, maximum: 2147483647 },
  from: { type: "string", format: date },
  to: { type: "string", format: date },
  display_period: { type: "integer", minimum: 1, maximum: 2 },
  step: { type: "string", enum: ["day","week","month"] },
  compare: { type: "string", enum: ["previous_period","previous_year","custom"] },
  compare_from: { type: "string", format: date },
  compare_to: { type: "string", format: date },
  approval: { type: "string", enum: ["approved","unapproved"] },
  term: { type: "integer", minimum: 1, maximum: 3650 },
  repeat: { type: "integer", minimum: 0, maximum: 86400 },
  where: { type: "string", maxLength: 8000 },
} as const;

export const TransitionsParameters = {
  product_id: { required: true, type: "integer", minimum: 1, maximum: 2147483647 },
  from: { required: true, type: "string", format: date },
  to: { required: true, type: "string", format: date },
  where: { type: "string", maxLength: 8000 },
} as const;

export const WhatIfParameters = {
  product_id: { required: true, type: "integer", minimum: 1, maximum: 2147483647 },
  from: { required: true, type: "string", format: date },
  to: { required: true, type: "string", format: date },
  axis: { type: "integer", minimum: 0, maximum: 6 },
  axes: { type: "string", minLength: 1, maxLength: 100 },
  model: { type: "integer", minimum: 1, maximum: 7 },
  evaluation: { type: "integer", minimum: 1, maximum: 3 },
  where: { type: "string", maxLength: 8000 },
  approval: { type: "string", enum: ["approved","unapproved"] },
  term: { type: "integer", minimum: 1, maximum: 3650 },
  repeat: { type: "integer", minimum: 0, maximum: 86400 },
  decay: { type: "integer", minimum: 10, maximum: 90 },
} as const;
