/**
 * The parts in which the texts are loaded: those of the pages before the sign-in, those of every screen
 * behind it, and those of its kinds.
 */
export const PARTS = ['door', 'house', 'report', 'log', 'setting', 'demo'] as const;
export type Part = (typeof PARTS)[number];

/**
 * Why a page outside the shell may fail, and what may be wrong with its few fields: a company, an address, a
 * password.
 */
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

/** The texts of one kind of screen only, by the first word of the id. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  report: [
    'adStatistics',
    'allocation',
    'attribution',
    'axis',
    'behind',
    'chart',
    'compare',
    'custom',
    'dashboard',
    'delta',
    'display',
    'drill',
    'effect',
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
/** The title of a screen is needed where links to it are shown: in the menu, the breadcrumb, the palette. */
const NAMED = /^\w+\.(?:title|way)$/;

/** The part that contains a text. */
export const partOf = (id: string): Part => {
  if (DOOR.test(id)) return 'door';
  const word = id.split('.')[0]!;
  return (NAMED.test(id) ? undefined : PARTS.find(part => KINDS[part]?.includes(word))) ?? 'house';
};
