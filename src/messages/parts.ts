/**
 * Parts in which messages are loaded: `signIn` for the pages before sign-in, `shell` for all screens, the
 * others for kinds of screens.
 */
export const PARTS = ['signIn', 'shell', 'report', 'log', 'setting', 'demo', 'palette'] as const;
export type Part = (typeof PARTS)[number];

/** Failures and validation errors that can occur on pages before sign-in. */
const SIGN_IN_FAILURES = [
  'cancelled',
  'challenge_ended',
  'code_refused',
  'invalid',
  'invitation_refused',
  'malformed',
  'offline',
  'overloaded',
  'passkey_address',
  'passkey_cancelled',
  'passkey_refused',
  'passkeys_unavailable',
  'passkeys_unsupported',
  'provider_unreachable',
  'reset_refused',
  'session_ended',
  'session_replaced',
  'shared_board_ended',
  'signin_refused',
  'single_sign_on_email',
  'single_sign_on_ended',
  'single_sign_on_no_account',
  'single_sign_on_refused',
  'single_sign_on_required',
  'single_sign_on_unavailable',
  'timed_out',
  'too_many_requests',
  'unauthenticated',
  'unavailable',
  'unexpected',
];
const SIGN_IN_FAULTS = [
  'format',
  'format_email',
  'required',
  'taken',
  'text',
  'too_common',
  'too_long',
  'too_personal',
  'too_short',
];
const SIGN_IN_IDS = new RegExp(
  String.raw`^(?:(?:app|login|startup|notFound|crash)\.|failure\.(?:${SIGN_IN_FAILURES.join('|')})$|fault\.(?:${SIGN_IN_FAULTS.join('|')})$|shell\.(?:language|theme|signOut))`,
);

/** First words of the ids of messages that only one kind of screen needs. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  report: [
    'allocation',
    'axis',
    'board_link',
    'drilldown',
    'chart',
    'compare',
    'custom',
    'dashboard',
    'day_note',
    'delta',
    'display',
    'log_link',
    'evaluation',
    'example',
    'group',
    'lpo',
    'metric',
    'models',
    'paths',
    'report_board',
    'shared_board',
    'step',
    'term',
    'transitions',
    'visitor',
    'what_if',
  ],
  log: ['approval', 'board', 'credit', 'queue', 'recompute', 'result'],
  setting: [
    'access_line',
    'api_key',
    'bulk',
    'errorReport',
    // Headings of columns that only files have; no screen shows them.
    'file_column',
    'invitation',
    'level',
    'macro',
    'new_ad',
    'permission',
    'role',
    'second_factor',
    'session',
    'side_panel',
    'sync',
  ],
  demo: ['demo'],
  palette: ['guide', 'synonym'],
};
/** The texts of one analysis in addition to its title. */
const ANALYSIS = /^analysis\.\w+\.(?:item|lead|view)\b/;
/** Titles of screens are needed wherever links to them are shown: menu, breadcrumbs, palette. */
const NAMED = /^\w+\.(?:title|link)$/;

/** The part that contains a message. */
export const partOf = (id: string): Part => {
  if (SIGN_IN_IDS.test(id)) return 'signIn';
  if (ANALYSIS.test(id)) return 'report';
  const word = id.split('.')[0]!;
  return (NAMED.test(id) ? undefined : PARTS.find(part => KINDS[part]?.includes(word))) ?? 'shell';
};
