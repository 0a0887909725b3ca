import { FORMER_WORDS } from '../wording/former-words.ts';
import words from '../wording/words.json' with { type: 'json' };

/**
 * What the console calls things and has called them, in each of its languages: headings and coded values of
 * our own downloads are understood by them.
 */
const languages: readonly Readonly<Record<string, string>>[] = Object.values(words);

/** The words of these messages in all languages, the former ones after the present ones. */
export const wordsOf = (...ids: readonly string[]): string[] => [
  ...new Set([
    ...languages.flatMap(texts => ids.flatMap(id => texts[id] ?? [])),
    ...FORMER_WORDS.flatMap(({ id, word }) => (ids.includes(id) ? [word] : [])),
  ]),
];
