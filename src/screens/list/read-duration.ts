/** Words for units in any language of the console, in lower case, with their seconds. */
const WORDS: readonly (readonly [seconds: number, words: string])[] = [
  [86_400, '日 日間 天 d day days'],
  [3_600, '時間 时 小时 小時 h hr hrs hour hours'],
  [60, '分 分間 分钟 分鐘 m min mins minute minutes'],
  [1, '秒 秒間 秒钟 s sec secs second seconds'],
];
const SECONDS_OF: ReadonlyMap<string, number> = new Map(
  WORDS.flatMap(([seconds, words]) => words.split(' ').map((word): [string, number] => [word, seconds])),
);

/** A number with its unit. */
const PART = /(\d{1,9}(?:\.\d{1,3})?)([^\d.]{1,8})/y;

/**
 * Reads a typed duration such as `2日`, `1.5 h` or `1日12時間`; blanks do not matter.
 *
 * @param text with half-width digits
 * @returns seconds, exact to a thousandth; null: it is none, or a number lacks its unit
 */
export const readDuration = (text: string): number | null => {
  const plain = text.replace(/\s/g, '').toLowerCase();
  let sum = 0;
  let at = 0;
  while (at < plain.length) {
    PART.lastIndex = at;
    const [part, count, word = ''] = PART.exec(plain) ?? [];
    const seconds = SECONDS_OF.get(word);
    if (part === undefined || seconds === undefined) return null;
    sum += Number(count) * seconds;
    at += part.length;
  }
  return at === 0 ? null : Math.round(sum * 1000) / 1000;
};
