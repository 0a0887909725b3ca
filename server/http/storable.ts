/** What a store can hold of what is sent. */

/**
 * NUL, which PostgreSQL refuses, and halves of surrogate pairs, which are no text and would change on their
 * way.
 */
const UNSTORABLE = /[\0\p{Surrogate}]/u;
const EACH = new RegExp(UNSTORABLE, 'gu');
/**
 * Nothing that is meant nests deeper, and whoever walks through it, or writes it as JSON, would run out of
 * stack.
 */
const MAX_DEPTH = 32;
const MAX_NAME_LENGTH = 100;

export const isStorable = (text: string): boolean => !UNSTORABLE.test(text);

export const isTooDeep = (value: unknown, depth = 0): boolean =>
  depth > MAX_DEPTH ||
  (typeof value === 'object' &&
    value !== null &&
    Object.values(value).some(inner => isTooDeep(inner, depth + 1)));

/** The name of a field as an answer may say it, whatever was sent. */
export const shownName = (name: string): string => name.replaceAll(EACH, '\uFFFD').slice(0, MAX_NAME_LENGTH);

/**
 * Where something is that cannot be stored, as the path of its field in dots; null: nowhere. Files, which are
 * bytes and no text yet, are for whoever reads them.
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
