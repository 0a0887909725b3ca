/** A recorded answer; `text` of an error answer has its codes only. */
export interface Answer {
  readonly status: number;
  readonly text: string;
}
/** Answers by request URL. */
export type Answers = Readonly<Record<string, Answer>>;

/** First difference of two texts, with the surrounding characters. */
export const firstDifference = (expected: string, found: string): string => {
  let at = 0;
  while (at < expected.length && expected[at] === found[at]) at += 1;
  const from = Math.max(0, at - 60);
  return `  recorded: …${expected.slice(from, at + 100)}\n  now:      …${found.slice(from, at + 100)}`;
};

/** Maximum number of different lines that are printed per answer. */
const MAX_LINES_PER_ANSWER = 20;
const MAX_LINE_LENGTH = 160;

/** JSON as one value per line; other texts by their lines. */
const linesOf = (text: string): readonly string[] => {
  try {
    return JSON.stringify(JSON.parse(text), null, 1).split('\n');
  } catch {
    return text.split('\n');
  }
};

/**
 * Lines in which two texts differ. After inserted or removed lines the comparison resumes where both are equal again.
 * @returns at most 20 lines, and the number of the others
 */
export const listDifferences = (recorded: string, found: string): string => {
  const [before, now] = [linesOf(recorded), linesOf(found)];
  if (before.length === now.length && before.every((line, at) => line === now[at]))
    return firstDifference(recorded, found);
  const lines: string[] = [];
  const list = (sign: string, from: readonly string[]): void => {
    for (const line of from) lines.push(`  ${sign} ${line.trim().slice(0, MAX_LINE_LENGTH)}`);
  };
  let [a, b] = [0, 0];
  while (a < before.length || b < now.length) {
    if (a < before.length && before[a] === now[b]) {
      a += 1;
      b += 1;
      continue;
    }
    const [skipped, added] = nextEqual(before, now, a, b);
    list('-', before.slice(a, skipped));
    list('+', now.slice(b, added));
    [a, b] = [skipped, added];
  }
  const more = lines.length - MAX_LINES_PER_ANSWER;
  return [...lines.slice(0, MAX_LINES_PER_ANSWER), ...(more > 0 ? [`  and ${more} more lines`] : [])].join(
    '\n',
  );
};

/** Number of lines in which the next equal line is searched. */
const SEARCHED_LINES = 200;

/** Next position at which two lists of lines are equal, with the fewest skipped lines. */
const nextEqual = (
  before: readonly string[],
  now: readonly string[],
  a: number,
  b: number,
): readonly [number, number] => {
  for (let distance = 1; distance <= SEARCHED_LINES; distance += 1)
    for (let skipped = 0; skipped <= distance; skipped += 1) {
      const [left, right] = [a + skipped, b + distance - skipped];
      if (left < before.length && right < now.length && before[left] === now[right]) return [left, right];
    }
  return [before.length, now.length];
};

/** One text for each request whose answer differs from the recorded one. */
export const differencesOf = (recorded: Answers, found: Answers): readonly string[] =>
  Object.entries(recorded).flatMap(([request, { status, text }]) => {
    const now = found[request]!;
    if (now.status !== status) return [`${request}\n  answered ${now.status} instead of ${status}`];
    return now.text === text ? [] : [`${request}\n${listDifferences(text, now.text)}`];
  });

/** An OpenAPI document in the form that is compared: without descriptions, and with its paths in order. */
export const comparableContract = (text: string): string => {
  const { paths, ...rest } = withoutDescriptions(JSON.parse(text)) as { readonly paths: object };
  const sorted = Object.entries(paths).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify({ ...rest, paths: Object.fromEntries(sorted) }, null, 1);
};

/** A document without its descriptions, whose changes are no difference. */
const withoutDescriptions = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutDescriptions);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, one]) => !((name === 'description' || name === 'summary') && typeof one === 'string'))
      .map(([name, one]) => [name, withoutDescriptions(one)]),
  );
};
