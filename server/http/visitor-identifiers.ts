import { filterNamed } from './filters.ts';

/**
 * Fields whose values refer to a visitor, and queries without these values. What an erasure removes from the stores must
 * not stay in the audit log, which is append-only and sent to other systems.
 */

/** Takes the place of a value. */
export const IDENTIFIER_MASK = '********';

/** The fields by their names in the contract. An erasure empties the same columns, which a test compares. */
export const VISITOR_IDENTIFIERS: ReadonlySet<string> = new Set([
  'visitor_id',
  'ip_address',
  'ua',
  'os_ver',
  'browser_ver',
  'referrer',
  'landing_url',
  'access_url',
  'query',
  'url',
  'args',
  'user_id',
  'other_key1',
  'other_key2',
  'other_key3',
  'xclid',
  'media_session_id',
  'media_management1',
  'media_management2',
  'media_management3',
  // What an ad network answered to a notification.
  'answer',
  // CV information names the values of conversions as the tag does.
  'p_resid',
  'p_userid',
  'p_key1',
  'p_key2',
  'p_key3',
]);

/** Parameters with words that are searched in several fields: those of the API and of the console's addresses. */
const SEARCHES: ReadonlySet<string> = new Set(['search', 'q']);
/** Parameters whose value is a query itself. */
const NESTED: ReadonlySet<string> = new Set(['where', 'f']);

const isIdentifying = (name: string): boolean =>
  SEARCHES.has(name) || VISITOR_IDENTIFIERS.has(filterNamed(name, {}).field);

/** Fields and operators stay, and so do values that refer to nobody. */
const withoutValue = (name: string, value: unknown): unknown => {
  if (NESTED.has(name) && typeof value === 'string') return maskEncodedQuery(value);
  return isIdentifying(name) && value !== '' ? IDENTIFIER_MASK : value;
};

/** A query string without values that refer to a visitor. Without such values it stays as it is written. */
const maskEncodedQuery = (text: string): string => {
  const pairs = [...new URLSearchParams(text)];
  const masked = pairs.map(([name, value]): [string, string] => [name, String(withoutValue(name, value))]);
  return masked.every(([, value], index) => value === pairs[index]?.[1])
    ? text
    : new URLSearchParams(masked).toString();
};

/** Parsed parameters of a query, without values that refer to a visitor. */
export const maskQuery = (query: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, withoutValue(name, value)]));

/**
 * The address of a page or report without values that refer to a visitor.
 *
 * @param address a path with or without a query, or a query alone
 */
export const maskAddress = (address: string): string => {
  const [path, query] = address.startsWith('/') ? address.split(/\?(.*)/s) : [null, address];
  if (query === undefined) return address;
  return `${path === null ? '' : `${path}?`}${maskEncodedQuery(query)}`;
};
