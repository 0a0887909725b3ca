import { FORMER_WORDS } from '../wording/former-words.ts';
import words from '../wording/words.json' with { type: 'json' };

/**
 * Present and former messages of the console in all languages, so that imports understand headings and coded values
 * of downloads.
 */
const languages: readonly Readonly<Record<string, string>>[] = Object.values(words);

/** Texts of messages in all languages, former texts after present ones. */
export const wordsOf = (...ids: readonly string[]): string[] => [
  ...new Set([
    ...languages.flatMap(texts => ids.flatMap(id => texts[id] ?? [])),
    ...FORMER_WORDS.flatMap(({ id, word }) => (ids.includes(id) ? [word] : [])),
  ]),
];
