/**
 * The reason why a signal did not become an event. A closed list: every step names one of these, and every
 * counter and answer is keyed by it.
 *
 * `drop`: the signal is valid but not counted; the caller receives a normal answer.
 * `refuse`: the caller receives the status and the sentence below. The readers are developers of sites and
 * partners, so the sentence is English.
 */
export const REASONS = {
  prefetch: { outcome: 'drop' },
  head: { outcome: 'drop' },
  retired: { outcome: 'drop' },
  company_disabled: { outcome: 'drop' },
  malformed: { outcome: 'refuse', status: 400, message: 'The body is not a JSON object.' },
  unknown_kind: { outcome: 'refuse', status: 400, message: 't must be "view", "click" or "cv".' },
  wrong_type: {
    outcome: 'refuse',
    status: 400,
    message: 'A value has the wrong type: texts are strings, amounts numbers.',
  },
  unknown_product: { outcome: 'refuse', status: 404, message: 'There is no such product.' },
  product_disabled: {
    outcome: 'refuse',
    status: 403,
    message: 'Nothing was recorded: the company of this product is disabled.',
  },
  unknown_ad: { outcome: 'refuse', status: 404, message: 'There is no such ad.' },
  unknown_setting: {
    outcome: 'refuse',
    status: 404,
    message: 'There is no such button conversion on this page.',
  },
  foreign_origin: {
    outcome: 'refuse',
    status: 403,
    message: "This origin is not one of the product's domains or its sender domains.",
  },
  foreign_page: {
    outcome: 'refuse',
    status: 403,
    message: "u is not a page of the product's domains or its sender domains.",
  },
  invalid_url: {
    outcome: 'refuse',
    status: 400,
    message: 'u must be an absolute http or https URL without control characters.',
  },
  url_too_long: {
    outcome: 'refuse',
    status: 414,
    message: 'The address of the request may have at most 8,192 characters.',
  },
  text_too_long: { outcome: 'refuse', status: 400, message: 'A text may have at most 255 characters.' },
  control_character: {
    outcome: 'refuse',
    status: 400,
    message: 'Texts may not contain control characters such as NUL, CR or LF.',
  },
  invalid_amount: {
    outcome: 'refuse',
    status: 400,
    message: 'amount must be a number from 0 to 999999999999 (yen).',
  },
  invalid_type: { outcome: 'refuse', status: 400, message: 'type must be 1 (last) or 0 (middle).' },
  invalid_visitor: {
    outcome: 'refuse',
    status: 400,
    message: 'visitor must be a decimal number of 1 to 20 digits, above 0 and below 2^64.',
  },
  invalid_token: { outcome: 'refuse', status: 400, message: 'xclid is not a click token of this product.' },
  invalid_tag_token: {
    outcome: 'refuse',
    status: 400,
    message: 'c must be what /e answered for a conversion of this product.',
  },
  asked_too_often: {
    outcome: 'refuse',
    status: 429,
    message: 'The tags of this conversion were requested too often.',
  },
  conversion_key_missing: {
    outcome: 'refuse',
    status: 401,
    message:
      'This product takes conversions only with its conversion key: send it as the header x-conversion-key or the parameter key.',
  },
  conversion_key_wrong: {
    outcome: 'refuse',
    status: 403,
    message:
      "The conversion key is not this product's. The console shows the current one at the product's installation.",
  },
  caller_address_not_allowed: {
    outcome: 'refuse',
    status: 403,
    message:
      'Conversions of this product are taken from certain addresses only, and this is not one of them.',
  },
  visitor_needs_key: {
    outcome: 'refuse',
    status: 401,
    message:
      "visitor without a valid xclid is taken only with the product's conversion key: send it as the header x-conversion-key or the parameter key.",
  },
  click_too_old: {
    outcome: 'refuse',
    status: 400,
    message: "The click of xclid is older than the product's tracking term.",
  },
  visitor_missing: {
    outcome: 'refuse',
    status: 400,
    message: 'Name the visitor: xclid (the click token) or visitor.',
  },
  invalid_address: { outcome: 'refuse', status: 400, message: 'ip must be an IPv4 or IPv6 address.' },
  invalid_time: {
    outcome: 'refuse',
    status: 400,
    message: 'cv_time must be an RFC 3339 time with its offset, or milliseconds since 1970.',
  },
  time_out_of_range: {
    outcome: 'refuse',
    status: 400,
    message:
      'cv_time must lie within the past tracking term and at most 5 minutes ahead; a number is read as milliseconds since 1970.',
  },
  payload_too_large: { outcome: 'refuse', status: 413, message: 'The body may have at most 8,192 bytes.' },
  unsupported_media_type: {
    outcome: 'refuse',
    status: 415,
    message: 'Send text/plain or application/json; /cv also takes application/x-www-form-urlencoded.',
  },
  overloaded: {
    outcome: 'refuse',
    status: 503,
    message: 'Nothing was recorded: too much at once. Try again shortly.',
  },
  store_unavailable: {
    outcome: 'refuse',
    status: 503,
    message:
      'Nothing was recorded: whether this exists cannot be looked up at the moment. Try again shortly.',
  },
  claims_unavailable: {
    outcome: 'refuse',
    status: 503,
    message:
      'Nothing was recorded: whether p_resid was reported before cannot be looked up. Try again shortly.',
  },
  unavailable: {
    outcome: 'refuse',
    status: 503,
    message: 'Nothing was recorded: the journal cannot be written. Try again shortly.',
  },
} as const satisfies Readonly<
  Record<string, { outcome: 'drop' } | { outcome: 'refuse'; status: number; message: string }>
>;

export type Reason = keyof typeof REASONS;

/**
 * A refusal as an exception, for failures outside the pipeline (parsing a body, writing the journal).
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly reason: Reason;

  constructor(reason: Reason, options?: ErrorOptions) {
    super(reason, options);
    this.reason = reason;
  }
}
