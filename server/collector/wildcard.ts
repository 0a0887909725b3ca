/**
 * `indexOf` may take time proportional to the product of the lengths, which is small for segments up to this
 * length.
 */
const SHORT_SEGMENT = 16;

/** As `indexOf`, in time proportional to the sum of the lengths (Knuth, Morris, Pratt). */
const indexOfLong = (text: string, part: string, from: number): number => {
  const borders = new Uint16Array(part.length);
  for (let [at, length] = [1, 0]; at < part.length; at += 1) {
    while (length > 0 && part[at] !== part[length]) length = borders[length - 1]!;
    if (part[at] === part[length]) length += 1;
    borders[at] = length;
  }
  for (let [at, length] = [from, 0]; at < text.length; at += 1) {
    while (length > 0 && text[at] !== part[length]) length = borders[length - 1]!;
    if (text[at] === part[length]) length += 1;
    if (length === part.length) return at + 1 - length;
  }
  return -1;
};

const indexOf = (text: string, part: string, from: number): number =>
  part.length <= SHORT_SEGMENT ? text.indexOf(part, from) : indexOfLong(text, part, from);

/**
 * Whether a text matches a pattern in which `*` matches any characters.
 *
 * Time is linear in the sum of the lengths for any input: each part between two asterisks matches at its
 * first occurrence, which leaves most of the text for the remaining parts.
 *
 * @param pattern at most 65,535 characters
 */
export const matchesWildcard = (pattern: string, text: string): boolean => {
  if (!pattern.includes('*')) return pattern === text;
  const [first = '', ...others] = pattern.split('*');
  const last = others.pop() ?? '';
  const end = text.length - last.length;
  if (!text.startsWith(first) || !text.endsWith(last) || end < first.length) return false;
  let at = first.length;
  for (const part of others) {
    if (part === '') continue;
    const found = indexOf(text, part, at);
    if (found < 0 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
};
