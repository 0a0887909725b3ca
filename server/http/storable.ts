/** Checks of texts and nesting that the stores cannot hold. */

/** NUL, which PostgreSQL refuses, and lone surrogates, which are not valid text and would be replaced. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;
const EACH = new RegExp(UNSTORABLE, 'gu');
/** Maximum nesting of a body: deeper values could exhaust the stack of recursive code and of JSON.stringify. */
const MAX_DEPTH = 32;
const MAX_NAME_LENGTH = 100;

export const isStorable = (text: string): boolean => !UNSTORABLE.test(text);

export const isTooDeep = (value: unknown, depth = 0): boolean =>
  depth > MAX_DEPTH ||
  (typeof value === 'object' &&
    value !== null &&
    Object.values(value).some(inner => isTooDeep(inner, depth + 1)));

/** Name of a field for an answer: shortened, and without characters that cannot be stored. */
export const shownName = (name: string): string => name.replaceAll(EACH, '\uFFFD').slice(0, MAX_NAME_LENGTH);

/**
 * Finds the first text that cannot be stored, as the path of its field with dots; null: none. Bytes (files) are
 * skipped, because their reader checks them.
 */
export const findUnstorable = (value: unknown, path = '', depth = 0): string | null => {
  if (typeof value === 'string') return isStorable(value) ? null : path;
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return null;
  if (depth > MAX_DEPTH) return path;
  for (const [key, inner] of Object.entries(value)) {
    const place = path === '' ? key : `${path}.${key}`;
    if (!isStorable(key)) return shownName(place);
    const found = findUnstorable(inner, place, depth + 1);
    if (found !== null) return found;
  }
  return null;
};
