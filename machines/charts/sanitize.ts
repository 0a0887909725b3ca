import { isCodeMissing } from '../cause.ts';

/** The common replacement of browser messages about missing code files, whose exact texts are not needed. */
const MISSING_CODE_MESSAGE = 'Failed to fetch dynamically imported module';
/** Keys whose texts are defined by the machines, at any depth. */
const OURS = new Set([
  'type',
  'kind',
  'locale',
  'base',
  'side',
  'field',
  'format',
  'scene',
  'requestId',
  'status',
  'step',
  'steps',
  'skipped',
  'view',
]);
/** Keys of message ids. They hold ids in the events of the banner only. */
const MESSAGES = new Set(['message', 'label']);
const OF_BANNER = new Set(['notice', 'queue', 'past', 'action']);
/**
 * Keys of a failure. `code` is the program's own word only next to these: codes of companies and roles are user input.
 */
const OF_FAILURE = new Set(['kind', 'code', 'fields', 'values', 'requestId', 'id', 'status', 'version']);
const WORD = /^[\w.-]{1,80}$/;
const KEY = /^[\w.$-]{1,60}$/;
/** Fields of rows that are retained from long lists: those that machines read. */
const OF_ROWS = new Set(['id', 'version', 'status', 'next']);
const MAX_COMPLETE_ROWS = 20;
/** Maximum number of properties of a recorded object: a larger one is a lookup table, and is recorded as empty. */
const MAX_TABLE_ROWS = 200;
const MAX_DEPTH = 14;

type Json = unknown;
const isActor = (value: object): boolean => 'getSnapshot' in value && 'send' in value;
const isSnapshot = (
  value: object,
): value is {
  readonly value: unknown;
  readonly context: unknown;
  readonly hasTag?: (tag: string) => boolean;
} => 'matches' in value && 'value' in value && 'context' in value;
const isPlain = (value: object): boolean =>
  [Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null);

/** Whether a text is one of the program's own words. @param key key of the object that contains `name` */
const isOurs = (name: string, key: string, siblings: readonly string[]): boolean =>
  OURS.has(name) ||
  (MESSAGES.has(name) && OF_BANNER.has(key)) ||
  (name === 'code' && siblings.every(sibling => OF_FAILURE.has(sibling)));

/**
 * Creates a function that makes contexts and events of machines safe to send to a third party. Texts that are not the
 * program's own words become placeholders (`#1`, `#2`), equal ones for equal texts; functions, actors, files and errors
 * become placeholders of their kind. Numbers, booleans and empty texts are unchanged.
 */
export const createSanitizer = (): ((value: unknown) => Json) => {
  const signs = new Map<string, string>();
  const signOf = (text: string): string => {
    if (text.trim() === '') return text === '' ? '' : ' ';
    const sign = signs.get(text) ?? `#${signs.size + 1}`;
    signs.set(text, sign);
    return sign;
  };
  const textOf = (text: string, isWordOfOurs: boolean): string => {
    if (isWordOfOurs && WORD.test(text)) return text;
    return isCodeMissing(text) ? MISSING_CODE_MESSAGE : signOf(text);
  };
  const entriesOf = (value: object, key: string, depth: number): Json => {
    const names = Object.keys(value);
    // Console texts are omitted: they are many, and equal for all users.
    return Object.fromEntries(
      key === 'texts' || names.length > MAX_TABLE_ROWS
        ? []
        : Object.entries(value).map(([name, inner]: readonly [string, unknown]) => [
            KEY.test(name) ? name : signOf(name),
            typeof inner === 'string' ? textOf(inner, isOurs(name, key, names)) : clean(inner, name, depth),
          ]),
    );
  };

  const clean = (value: unknown, key: string, depth: number): Json => {
    if (typeof value === 'string') return textOf(value, OURS.has(key));
    if (typeof value === 'function') return { $mark: 'function' };
    if (typeof value === 'bigint' || typeof value === 'symbol') return { $mark: typeof value };
    if (typeof value !== 'object' || value === null) return value;
    if (depth > MAX_DEPTH) return { $mark: 'depth' };
    if (Array.isArray(value)) {
      return value.map((one: unknown) =>
        value.length > MAX_COMPLETE_ROWS && typeof one === 'object' && one !== null
          ? clean(
              Object.fromEntries(Object.entries(one).filter(([name]) => OF_ROWS.has(name))),
              key,
              depth + 1,
            )
          : clean(one, key, depth + 1),
      );
    }
    if (value instanceof Error)
      return {
        $mark: 'error',
        name: textOf(value.name, value.name.endsWith('Error')),
        text: isCodeMissing(value) ? MISSING_CODE_MESSAGE : signOf(value.message),
      };
    if (isActor(value)) return { $mark: 'actor' };
    if (isSnapshot(value))
      return {
        $mark: 'snapshot',
        value: value.value,
        tags: ['busy', 'out', 'inside', 'open'].filter(tag => value.hasTag?.(tag) ?? false),
        context: clean(value.context, '', depth + 1),
      };
    return isPlain(value) ? entriesOf(value, key, depth + 1) : { $mark: 'object' };
  };
  return value => clean(value, '', 0);
};

type Marked = {
  readonly $mark: string;
  readonly value?: unknown;
  readonly tags?: readonly string[];
  readonly context?: unknown;
  readonly name?: string;
  readonly text?: string;
};
const isMarked = (value: object): value is Marked => '$mark' in value && typeof value.$mark === 'string';

/** Whether a state value contains another one, which may be less specific. */
const isWithin = (container: unknown, part: unknown): boolean => {
  if (typeof part === 'string')
    return container === part || (typeof container === 'object' && container !== null && part in container);
  return (
    typeof part === 'object' &&
    part !== null &&
    typeof container === 'object' &&
    container !== null &&
    Object.entries(part).every(
      ([key, inner]) =>
        key in container && isWithin((container as Readonly<Record<string, unknown>>)[key], inner),
    )
  );
};

/**
 * Restores a sanitized value so that a machine can process it: placeholders become inert objects of their kind.
 * @param functionOf the replacement of a function under a key
 */
export const revived = (
  value: unknown,
  functionOf: (key: string) => unknown = () => () => undefined,
  key = '',
): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(one => revived(one, functionOf, key));
  if (!isMarked(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, revived(inner, functionOf, name)]),
    );
  if (value.$mark === 'function') return functionOf(key);
  if (value.$mark === 'error') return Object.assign(new Error(value.text), { name: value.name });
  if (value.$mark === 'snapshot') {
    return {
      value: value.value,
      context: revived(value.context, functionOf),
      matches: (part: unknown) => isWithin(value.value, part),
      hasTag: (tag: string) => value.tags?.includes(tag) ?? false,
    };
  }
  return value.$mark === 'actor' ? { send: () => undefined, getSnapshot: () => undefined } : {};
};
