const fold = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replaceAll(/[\u3041-\u3096]/g, kana => String.fromCharCode(kana.charCodeAt(0) + 0x60));

/** Folded texts of the last searches, as each key searches the same texts and folding takes most of its time. */
const known = new Map<string, string>();
const MAX_KNOWN = 5_000;

/**
 * Normalises width, letter case, accents, and hiragana to katakana, so that a search ignores their
 * differences.
 */
export const folded = (text: string): string => {
  const before = known.get(text);
  if (before !== undefined) return before;
  if (known.size >= MAX_KNOWN) known.clear();
  const made = fold(text);
  known.set(text, made);
  return made;
};

const EXACT = 100;
const WORD_START_SCORE = 80;
const WITHIN = 60;
const SCATTERED = 30;
/** Maximum distance between matched letters, beyond which matches are mostly by chance. */
const WIDEST_GAP = 6;

const startsWord = (text: string, at: number): boolean =>
  at === 0 || /[\s/_.\-・「（(]/u.test(text[at - 1] ?? '');

/** Score of a normalised word in a normalised text; 0: no match. */
const scoreOfWord = (word: string, text: string): number => {
  const at = text.indexOf(word);
  if (text === word) return EXACT;
  if (at >= 0) return (startsWord(text, at) ? WORD_START_SCORE : WITHIN) - Math.min(at, 20) / 10;
  // Letters in their order with gaps: "dshb" matches "dashboard".
  let from = -1;
  let gaps = 0;
  for (const letter of word) {
    const next = text.indexOf(letter, from + 1);
    if (next < 0 || (from >= 0 && next - from > WIDEST_GAP)) return 0;
    if (from >= 0) gaps += next - from - 1;
    from = next;
  }
  return Math.max(1, SCATTERED - gaps);
};

/** Score of a query against a text; every word must match. 0: no match. */
export const score = (query: string, text: string): number => {
  const words = folded(query).split(/\s+/).filter(Boolean);
  const target = folded(text);
  let sum = 0;
  for (const word of words) {
    const one = scoreOfWord(word, target);
    if (one === 0) return 0;
    sum += one;
  }
  return words.length === 0 ? 1 : sum / words.length;
};
