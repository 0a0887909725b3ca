/**
 * Parts in which messages are loaded: `door` for the pages before sign-in, `house` for all screens, the
 * others for kinds of screens.
 */
export const PARTS = ['door', 'house', 'report', 'log', 'setting', 'demo'] as const;
export type Part = (typeof PARTS)[number];

/** Failures and validation errors that can occur on pages before sign-in. */
const DOOR_FAILURES = [
  'cancelled',
  'invalid',
  'malformed',
  'offline',
  'overloaded',
  'reset_refused',
  'session_ended',
  'signin_refused',
  'timed_out',
  'too_many_requests',
  'unauthenticated',
  'unavailable',
  'unexpected',
];
const DOOR_FAULTS = ['format', 'format_email', 'required', 'text', 'too_long', 'too_personal', 'too_short'];
const DOOR = new RegExp(
  String.raw`^(?:(?:app|login|startup|notFound|crash)\.|failure\.(?:${DOOR_FAILURES.join('|')})$|fault\.(?:${DOOR_FAULTS.join('|')})$|shell\.(?:language|theme|signOut))`,
);

/** First words of the ids of messages that only one kind of screen needs. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  report: [
    'allocation',
    'axis',
    'behind',
    'chart',
    'compare',
    'custom',
    'dashboard',
    'delta',
    'display',
    'drill',
    'evaluation',
    'example',
    'group',
    'lpo',
    'metric',
    'models',
    'paths',
    'step',
    'term',
    'transitions',
    'visitor',
    'what_if',
  ],
  log: ['approval', 'board', 'credit', 'queue', 'recompute', 'result'],
  setting: ['aside', 'bulk', 'errorReport', 'level', 'macro', 'permission', 'role', 'sync'],
  demo: ['demo'],
};
/** The texts of one analysis in addition to its title. */
const ANALYSIS = /^analysis\.\w+\.(?:item|lead|view)\b/;
/** Titles of screens are needed wherever links to them are shown: menu, breadcrumbs, palette. */
const NAMED = /^\w+\.(?:title|way)$/;

/** The part that contains a message. */
export const partOf = (id: string): Part => {
  if (DOOR.test(id)) return 'door';
  if (ANALYSIS.test(id)) return 'report';
  const word = id.split('.')[0]!;
  return (NAMED.test(id) ? undefined : PARTS.find(part => KINDS[part]?.includes(word))) ?? 'house';
};
