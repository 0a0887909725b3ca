/** What the server answered; of a refusal `text` has the codes only. */
export interface Answer {
  readonly status: number;
  readonly text: string;
}
/** By the address that was asked. */
export type Answers = Readonly<Record<string, Answer>>;

/** The places at which two texts differ first, with what is around them. */
export const firstDifference = (expected: string, found: string): string => {
  let at = 0;
  while (at < expected.length && expected[at] === found[at]) at += 1;
  const from = Math.max(0, at - 60);
  return `  recorded: …${expected.slice(from, at + 100)}\n  now:      …${found.slice(from, at + 100)}`;
};

/** One text for each question whose answer is another than the recorded one. */
export const differencesOf = (recorded: Answers, found: Answers): readonly string[] =>
  Object.entries(recorded).flatMap(([question, { status, text }]) => {
    const now = found[question]!;
    if (now.status !== status) return [`${question}\n  answered ${now.status} instead of ${status}`];
    return now.text === text ? [] : [`${question}\n${firstDifference(text, now.text)}`];
  });

/** The document without what describes it, so that other words are no difference. */
export const withoutDescriptions = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutDescriptions);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, one]) => !((name === 'description' || name === 'summary') && typeof one === 'string'))
      .map(([name, one]) => [name, withoutDescriptions(one)]),
  );
};
