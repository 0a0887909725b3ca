import snapshot from './words.json' with { type: 'json' };

/** Texts of the console in files, by language; `words.json` is the committed snapshot of the console's messages. */

export const LOCALES = ['ja', 'en', 'zh-CN'] as const;
export type Locale = (typeof LOCALES)[number];

export interface Words {
  /**
   * Heading of a column: the message of files where a screen shows the column otherwise or not at all, else that of
   * the screens; the list's own one first. Without a message: the field's name.
   */
  heading(list: string, field: string): string;
  /** Labels of a field's coded values, by the value as text; empty: the field has no labels. */
  choices(list: string, field: string): ReadonlyMap<string, string>;
  /** Messages `<prefix>.<value>`, by the value. */
  valuesUnder(prefix: string): ReadonlyMap<string, string>;
  /** Labels of true and false, for fields without their own. */
  readonly flags: ReadonlyMap<string, string>;
  /** A message with its placeholders filled. */
  say(id: string, values?: Readonly<Record<string, string | number>>): string;
  /** Label of a tag, such as the reasons in logs. */
  tag(word: string): string;
  /** Title of a list by the id of its message; null: none. */
  title(id: string): string | null;
}

/** A plural form by a number, `{count, plural, one {# path} other {# paths}}`, as the English messages have them. */
const PLURAL = /\{(\w+), plural, one \{([^{}]*)\} other \{([^{}]*)\}\}/g;

/** Fills the placeholders of a message, and removes its zero-width spaces. */
const filled = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text
    .replaceAll('\u200B', '')
    .replaceAll(PLURAL, (_match, name: string, one: string, other: string) =>
      (values[name] === 1 ? one : other).replaceAll('#', String(values[name])),
    )
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
      const nameOf = (column: string) =>
        texts[`file_column.${list}.${column}`] ??
        texts[`column.${list}.${column}`] ??
        texts[`file_column.${column}`] ??
        texts[`column.${column}`] ??
        texts[`metric.${column}.name`];
      const own = nameOf(field);
      if (own !== undefined) return own;
      // A column of the comparison period.
      const name = nameOf(field.replace(/_compared$/, ''));
      return name === undefined
        ? field
        : (texts['analysis.compared_series']?.replace('{name}', name) ?? field);
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
