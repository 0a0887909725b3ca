import snapshot from './words.json' with { type: 'json' };

/**
 * The words of the console that stand in files, in one language: `words.json` is the committed snapshot of
 * its messages.
 */

export const LOCALES = ['ja', 'en', 'zh-CN'] as const;
export type Locale = (typeof LOCALES)[number];

export interface Words {
  /** The heading of a column: the list's own, else the one that all share, else the field's name. */
  heading(list: string, field: string): string;
  /** What the coded values of a field are called, by the value as text; empty: they have no words. */
  choices(list: string, field: string): ReadonlyMap<string, string>;
  /** The messages `<prefix>.<value>`, by the value. */
  valuesUnder(prefix: string): ReadonlyMap<string, string>;
  /** What a yes or no is called where the field has no words of its own. */
  readonly flags: ReadonlyMap<string, string>;
  /** A message of the console, its values put in. */
  say(id: string, values?: Readonly<Record<string, string | number>>): string;
  /** A word of ours, as the log's tags are. */
  tag(word: string): string;
  /** The title of a list, by the id of its message; null: it has none. */
  title(id: string): string | null;
}

/**
 * Puts values into a message that has no choices in it. What keeps a screen from breaking a line is of no use
 * in a cell.
 */
const filled = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text
    .replaceAll('\u200B', '')
    .replaceAll(/\{(\w+)(?:, number)?\}/g, (match, name: string) =>
      Object.hasOwn(values, name) ? String(values[name]) : match,
    );

const wordsOf = (texts: Readonly<Record<string, string>>): Words => {
  const ids = Object.keys(texts);
  const under = (prefix: string) =>
    new Map(
      ids
        .filter(id => id.startsWith(prefix) && !id.includes('.', prefix.length))
        .map(id => [id.slice(prefix.length), texts[id]!]),
    );
  return {
    heading: (list, field) => {
      const own =
        texts[`column.${list}.${field}`] ?? texts[`column.${field}`] ?? texts[`metric.${field}.name`];
      if (own !== undefined) return own;
      // A metric of the period that is compared with.
      const metric = texts[`metric.${field.replace(/_compared$/, '')}.name`];
      return metric === undefined
        ? field
        : (texts['analysis.compared_series']?.replace('{name}', metric) ?? field);
    },
    choices: (list, field) => {
      const own = under(`choice.${list}.${field}.`);
      return own.size > 0 ? own : under(`choice.${field}.`);
    },
    say: (id, values = {}) => filled(texts[id] ?? id, values),
    valuesUnder: prefix => under(`${prefix}.`),
    flags: under('choice.flag.'),
    tag: word => texts[`tag.${word}`] ?? word,
    title: id => texts[id] ?? null,
  };
};

const all: Readonly<Record<Locale, Words>> = {
  ja: wordsOf(snapshot.ja),
  en: wordsOf(snapshot.en),
  'zh-CN': wordsOf(snapshot['zh-CN']),
};

export const wordsIn = (locale: Locale): Words => all[locale];
