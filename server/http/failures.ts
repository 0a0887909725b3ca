/**
 * Table of failures: codes, HTTP status and English text. Codes are stable; the console translates them
 * (`failure.<code>`, and `fault.<code>` for a field). Placeholders such as `{seconds}` are filled from the failure's
 * `values`.
 */
export const failures = {
  invalid: { status: 400, text: 'Some fields are not valid.' },
  period_too_long: { status: 400, text: 'Choose a period of at most {most} days.' },
  malformed: { status: 400, text: 'The request could not be read.' },
  unauthenticated: { status: 401, text: 'Please sign in.' },
  signin_refused: { status: 401, text: 'Login failed, please check login information.' },
  challenge_ended: { status: 401, text: 'The sign-in took too long, please sign in again.' },
  code_refused: { status: 401, text: 'This code is wrong or was used before.' },
  passkey_refused: { status: 401, text: 'This passkey was not accepted.' },
  single_sign_on_ended: {
    status: 401,
    text: 'This sign-in took too long or was used before, please sign in again.',
  },
  single_sign_on_refused: {
    status: 401,
    text: "Your company's identity provider did not confirm the sign-in. Please try again, or ask your administrator.",
  },
  single_sign_on_required: {
    status: 401,
    text: 'Your company uses single sign-on. Please sign in with it instead of a password.',
  },
  session_ended: { status: 401, text: 'The session has ended, please sign in again.' },
  session_replaced: {
    status: 401,
    text: 'Someone else has signed in in this browser since. Please sign in again.',
  },
  key_refused: {
    status: 401,
    text: 'This API key is unknown, revoked or expired, or may not be used from this address.',
  },
  forbidden: { status: 403, text: "You don't have permission to do this." },
  single_sign_on_email: {
    status: 403,
    text: 'The identity provider did not state a verified email address of your company. Please ask your administrator.',
  },
  single_sign_on_no_account: {
    status: 403,
    text: 'You have no account here that you may use. Please ask your administrator.',
  },
  second_factor_required: {
    status: 403,
    text: 'Your company requires a second factor. Reload the page to set it up.',
  },
  person_required: {
    status: 403,
    text: "This belongs to a person's account, so API keys can't call it. Sign in instead.",
  },
  key_scope_missing: {
    status: 403,
    text: 'The scopes of this API key do not allow this: it needs {level} of {scope}.',
  },
  no_permission_for_data: {
    status: 403,
    text: 'No permission to view the data for the specified conditions.',
  },
  not_found: { status: 404, text: 'Not Found' },
  single_sign_on_unavailable: {
    status: 404,
    text: 'There is no single sign-on for this company ID. Check the company ID, or sign in with your password.',
  },
  conflict: { status: 409, text: 'Another user changed this in the meantime.' },
  already_made: {
    status: 409,
    text: 'This was already added by an earlier request with other values (ID {id}).',
  },
  ad_deleted: { status: 409, text: 'The ad has been deleted. Restore the ad first.' },
  role_fixed: {
    status: 409,
    text: "The system roles (admin, user and agency) can't be deleted, and their code and base role can't be changed.",
  },
  second_factor_exists: {
    status: 409,
    text: 'An authenticator app is already set up. Remove it first.',
  },
  second_factor_absent: { status: 409, text: 'No second factor is set up.' },
  passkeys_unavailable: {
    status: 409,
    text: 'Passkeys need an address with a host name over https (PUBLIC_URL), or localhost.',
  },
  passkey_not_registered: {
    status: 409,
    text: 'The passkey was not registered: the browser took too long, or its answer was not valid.',
  },
  passkey_exists: { status: 409, text: 'This passkey is already registered.' },
  too_many_passkeys: { status: 409, text: 'You have as many passkeys as possible. Remove one first.' },
  role_in_use: { status: 409, text: 'Users still have this role. Assign them another one first.' },
  last_administrator: {
    status: 409,
    text: 'The company needs an administrator. Make another user an administrator first.',
  },
  last_emergency_administrator: {
    status: 409,
    text: 'Single sign-on is required, and only this administrator can sign in with a password in an emergency. Name another emergency administrator in the settings of single sign-on first.',
  },
  agency_in_use: {
    status: 409,
    text: 'Users still belong to this agency. Move or delete them first.',
  },
  provider_exists: {
    status: 409,
    text: 'The company has an identity provider already. Change that one, or delete it first.',
  },
  key_ended: { status: 409, text: 'This API key is revoked or has expired. Create another one.' },
  previous_key_valid: {
    status: 409,
    text: 'The previous key still works. Revoke it before you create another one.',
  },
  erasure_waiting: {
    status: 409,
    text: 'The erasure of this visitor was already requested. Wait until it has finished.',
  },
  sample_busy: {
    status: 409,
    text: 'Sample data is being loaded or removed. Try again when it has finished.',
  },
  sample_refused: {
    status: 409,
    text: 'Sample data can be loaded only while the company has no events.',
  },
  sync_running: { status: 409, text: 'This import is already running. Try again when it has finished.' },
  reset_refused: { status: 410, text: 'This link has been used or has expired. Please request a new one.' },
  invitation_refused: {
    status: 410,
    text: 'This invitation has been used or withdrawn, or has expired. Please ask for a new one.',
  },
  shared_board_ended: {
    status: 410,
    text: 'This link is no longer valid. Please ask the person who sent it for a new one.',
  },
  too_large: { status: 413, text: 'The request is too large.' },
  address_too_long: { status: 414, text: 'The address is too long.' },
  unsupported_media_type: { status: 415, text: 'The body must be JSON.' },
  too_many_requests: { status: 429, text: 'Too many requests, please try again in {seconds} s.' },
  usage_exceeded: {
    status: 429,
    text: 'You have reached the limit of {most} an hour. Try again in {seconds} s.',
  },
  company_usage_exceeded: {
    status: 429,
    text: 'Your company has reached the limit of {most} an hour. Try again in {seconds} s.',
  },
  too_many_company_downloads: {
    status: 429,
    text: 'Your company can run up to {most} downloads at once. Wait until one has finished.',
  },
  too_many_downloads: {
    status: 429,
    text: 'You can run up to {most} downloads at once. Wait for one to finish, or cancel it.',
  },
  unexpected: { status: 500, text: 'Something went wrong on our side (request {request}).' },
  overloaded: { status: 503, text: 'The system is busy. Try again in {seconds} s.' },
  provider_unreachable: {
    status: 503,
    text: "Your company's identity provider cannot be reached. Try again in a moment, or ask your administrator.",
  },
  unavailable: { status: 503, text: 'Part of the system is unavailable. Try again in a moment.' },
  timed_out: { status: 504, text: 'This took too long; a shorter period or fewer conditions may help.' },
} as const satisfies Record<string, { status: number; text: string }>;
export type FailureCode = keyof typeof failures;

/** Faults of a single field. */
export const faults = {
  required: 'Required.',
  unknown_field: 'Unknown field.',
  unknown_operator: 'This condition is not available for this field.',
  not_together: 'This cannot be combined with the other way of paging or sorting.',
  type: 'Wrong type.',
  integer: 'Must be an integer.',
  positive: 'Must be a positive integer.',
  long: 'Must be an integer of at most 64 bits.',
  text: "Contains characters that can't be stored.",
  choice: 'Not a valid choice.',
  too_short: 'The minimum length is {min} characters.',
  too_long: 'The maximum length is {max} characters.',
  choose_one: 'Choose at least one.',
  too_few: 'Choose at least {min}.',
  too_many: 'Choose at most {max}.',
  too_many_rows: 'More than {max} rows cannot be sorted. Filter the log, or request it in order of time.',
  minimum: 'Minimum value is {min}.',
  maximum: 'Maximum value is {max}.',
  multiple: 'Too many decimals.',
  cv_cost: 'Invalid cv cost format: integer part at most 8 digits, decimals at most 2.',
  click_cost: 'Invalid click cost format: integer part at most 8 digits, decimals at most 2.',
  ad_fee: 'Invalid ad fee format: integer part at most 8 digits, decimals at most 2.',
  rate: 'Invalid rate format: a number from 0 to 100, decimals at most 2.',
  duplicate: 'Duplicate value.',
  taken: 'Already in use.',
  invited: 'This address already has an invitation. Resend that one instead.',
  absent: "This record doesn't exist or has been deleted.",
  rates_sum: 'The shares must add up to 100.',
  whole_company: 'A key for administration or provisioning needs all products.',
  past: 'Must be in the future.',
  before_start: 'Must be on or after the start date.',
  fixed: "Can't be changed after creation.",
  locks_out: 'Your own IP address is not in this list, so you would not be able to sign in.',
  mismatch: 'Not Match.',
  password_mismatch: 'Does not match password.',
  wrong_password: 'This is not your current password.',
  wrong_code: 'This code is wrong or was used before.',
  not_administrator: 'Not the address of an administrator of the company.',
  without_second_factor:
    'You have no second factor yourself, so you would not be able to go on. Set up your own first.',
  too_personal: 'This must not be the name or the email address.',
  too_common: 'This is easy to guess. Choose another, for example several unrelated words.',
  format: 'Invalid format.',
  format_email: 'Invalid email address format.',
  format_url: 'Invalid URL format.',
  format_ip: 'Invalid IP address format.',
  format_domain: 'Invalid domain format.',
  format_phone: 'Invalid phone number format.',
  format_date: 'Invalid date.',
  day_written: 'Write the date with the year first, such as 2026-11-02 or 2026/11/2.',
  page_fragment:
    'The part after # is not compared, so that other pages would count too: remove it. Only a page of its own (shop.example/#/thanks) is compared.',
  page_pattern:
    'No page can have this address: enter a host and a path (shop.example/thanks), or a path that begins with / (/thanks).',
  css_selector: 'No element can match this: enter a CSS selector, for example #buy-button or a.order.',
  file_headings: 'The headings of the file are: {headings}.',
  file_empty: 'The file has no rows.',
  file_format: 'The file cannot be read in this format.',
  file_encoding: 'The text of the file is neither UTF-8 nor Shift_JIS.',
  file_row: 'The file cannot be read at row {row}.',
  file_quote: 'A quotation mark (") at row {row} is not closed. Close it or remove it.',
  file_rows: 'A file may have at most {max} rows.',
  file_columns: 'A file may have at most {max} columns.',
  file_size: 'A file may have at most {max} MB.',
  file_unfolded: 'The file expands to more than {max} MB.',
  file_sheets: 'A workbook may have at most {max} sheets.',
  file_strings: 'A workbook may have at most {max} different texts.',
  file_cell: 'A cell may have at most {max} characters.',
  file_time: 'The file could not be read within {seconds} s: split it into smaller files.',
  file_memory: 'Reading the file takes more than {max} MB of memory: split it into smaller files.',
  file_cells: 'This row has {found} cells, but there are {expected} headings.',
  file_changed: 'This is not the file that was previewed. Preview it again.',
  row_twice: 'Duplicate of row {row}.',
  heading_missing: 'The file has no column for this field.',
  heading_twice: 'The file has two columns for this field.',
  no_such: 'Not found in this product.',
  several: 'More than one match. Use the ID.',
} as const satisfies Record<string, string>;
export type FaultCode = keyof typeof faults;

export type Values = Readonly<Record<string, string | number>>;
/** A fault of a field, with the values of its text. */
export interface Fault {
  readonly code: FaultCode;
  readonly values?: Values;
}
/** Faults by the name of the field as sent; a path with dots in nested bodies (`lpo_entries.0.url`). */
export type Faults = Readonly<Record<string, readonly Fault[]>>;

export interface FailureDetail {
  readonly fields?: Readonly<Record<string, readonly (Fault | FaultCode)[]>>;
  /** Values of the placeholders, also sent to the client for its translation. */
  readonly values?: Values;
  /** Cause of the failure for the log; not sent to the client. */
  readonly cause?: unknown;
}

/** Body of every unsuccessful answer. */
export interface FailureBody {
  readonly code: FailureCode;
  readonly _message: readonly string[];
  readonly values?: Values;
  readonly fields?: Readonly<Record<string, readonly FaultCode[]>>;
  /** Values of the faults by field: `{name: {max: 100}}`. */
  readonly limits?: Readonly<Record<string, Values>>;
  /** At the top level, the texts of each field: `{name: ['The maximum length is 100 characters.']}`. */
  readonly [field: string]: unknown;
}

const fill = (text: string, values: Values = {}) =>
  text.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));

/** Error that any module may throw; the error handler converts it to an answer. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly code: FailureCode;
  readonly status: number;
  readonly values: Values;
  readonly fields: Faults;

  constructor(code: FailureCode, detail: FailureDetail = {}) {
    const { text, status } = failures[code];
    super(fill(text, detail.values), detail.cause === undefined ? {} : { cause: detail.cause });
    this.code = code;
    this.status = status;
    this.values = detail.values ?? {};
    this.fields = Object.fromEntries(
      Object.entries(detail.fields ?? {}).map(([field, found]) => [
        field,
        found.map(fault => (typeof fault === 'string' ? { code: fault } : fault)),
      ]),
    );
  }
}

/** Names of the body's own properties: faults of a field with such a name are under `fields` only. */
const RESERVED = new Set(['code', '_message', 'values', 'fields', 'limits', '__proto__']);

/** Default of Retry-After in seconds. */
export const SOON = 1;

/** Builds the body of an answer. @param request id of the request in the log */
export const bodyOf = (failure: Failure, request: string): FailureBody => {
  const fields = Object.entries(failure.fields);
  const limits = fields.flatMap(([field, found]) => {
    const values = Object.assign({}, ...found.map(fault => fault.values ?? {})) as Values;
    return Object.keys(values).length === 0 ? [] : [[field, values] as const];
  });
  const { text } = failures[failure.code];
  // The values contain the seconds of the text, so that translations state the same time.
  const values: Values = { ...(text.includes('{seconds}') && { seconds: SOON }), ...failure.values };
  return {
    ...Object.fromEntries(
      fields
        .filter(([field]) => !RESERVED.has(field))
        .map(([field, found]) => [field, found.map(fault => fill(faults[fault.code], fault.values))]),
    ),
    code: failure.code,
    _message: [fill(text, { request, ...values })],
    ...(Object.keys(values).length > 0 && { values }),
    ...(fields.length > 0 && {
      fields: Object.fromEntries(fields.map(([field, found]) => [field, found.map(fault => fault.code)])),
    }),
    ...(limits.length > 0 && { limits: Object.fromEntries(limits) }),
  };
};
