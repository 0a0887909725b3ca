import { readFileSync } from 'node:fs';
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { expect, test } from 'vitest';
import { namesDeclaredIn } from '../support/declared-names.ts';
import { LANGUAGES, readGlossary, type Language } from '../support/glossary.ts';
import { sourcesOf } from '../support/sources.ts';
import { wireNames } from '../support/wire-names.ts';

const { terms, wireWords } = readGlossary();
const wire = wireNames();

const messagesOf = (language: Language): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(`src/messages/${language}.json`, 'utf8')) as Record<string, string>;

/** The displayed text of a message, without the names of its values. */
const textOf = (elements: readonly MessageFormatElement[]): string =>
  elements
    .map(element => {
      switch (element.type) {
        case TYPE.literal:
          return element.value;
        case TYPE.select:
        case TYPE.plural:
          return Object.values(element.options)
            .map(({ value }) => textOf(value))
            .join(' ');
        case TYPE.tag:
          return textOf(element.children);
        default:
          return '';
      }
    })
    .join('');

const texts = Object.fromEntries(
  LANGUAGES.map(language => [
    language,
    Object.entries(messagesOf(language)).map(([id, message]) => ({ id, text: textOf(parse(message)) })),
  ]),
) as Record<Language, { readonly id: string; readonly text: string }[]>;

/** Messages that may use a banned word, with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'failure.signin_refused': 'this text is required word for word',
};

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);

/**
 * English words are compared as whole words. Japanese and Chinese words are searched as substrings, since the
 * text has no spaces.
 */
const findsWord = (language: Language, word: string): ((text: string) => boolean) => {
  const pattern =
    language === 'en'
      ? new RegExp(String.raw`(?<![\w-])${escaped(word)}s?(?![\w-])`, 'i')
      : new RegExp(escaped(word));
  return text => pattern.test(text);
};

/** Words that users type to find a screen by, which are not shown. */
const isSynonym = (id: string): boolean => id.startsWith('synonym.');

test.each(LANGUAGES)('no message in %s uses a word that the glossary bans', language => {
  const banned = terms.flatMap(({ term, not }) =>
    not[language].map(word => ({ term, word, isIn: findsWord(language, word) })),
  );
  expect(banned.length).toBeGreaterThan(20);
  const found = texts[language].flatMap(({ id, text }) =>
    banned
      .filter(({ isIn }) => !(id in EXCEPTIONS) && !isSynonym(id) && isIn(text))
      .map(({ term, word }) => `${id}: “${word}” (${term})`),
  );
  expect(found).toEqual([]);
});

test('every exception of the glossary law is needed', () => {
  const uses = (id: string) =>
    LANGUAGES.some(language =>
      terms.some(({ not }) =>
        not[language].some(word =>
          texts[language].some(message => message.id === id && findsWord(language, word)(message.text)),
        ),
      ),
    );
  expect(Object.keys(EXCEPTIONS).filter(id => !uses(id))).toEqual([]);
});

test.each(LANGUAGES)(
  'every label of the glossary occurs on a screen in %s, and no term bans it',
  language => {
    const shown = terms.filter(({ isOnScreens }) => isOnScreens);
    const absent = shown.filter(
      ({ labels }) =>
        !texts[language].some(({ text }) => text.toLowerCase().includes(labels[language].toLowerCase())),
    );
    expect(absent.map(({ term, labels }) => `${term}: ${labels[language]}`)).toEqual([]);
    const banned = terms.flatMap(({ not }) => not[language]);
    expect(
      shown
        .filter(({ labels }) => banned.some(word => findsWord(language, word)(labels[language])))
        .map(({ term }) => term),
    ).toEqual([]);
  },
);

/** The words of a name: split at `_`, capitals and digits. */
const wordsIn = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(word => word !== '');

/** A word and its possible singulars. */
const spellingsOf = (word: string): string[] => [
  word,
  word.replace(/s$/, ''),
  word.replace(/ies$/, 'y'),
  word.replace(/es$/, ''),
  word.replace(/es$/, 'is'),
];

const listed = wireWords.flatMap(({ words }) => words);

test('every name on the wire consists of words that the glossary lists', () => {
  const known = new Set(listed);
  const unknown = new Map(
    [...wire.fields].flatMap(name =>
      wordsIn(name)
        .filter(word => !spellingsOf(word).some(spelling => known.has(spelling)))
        .map(word => [word, name] as const),
    ),
  );
  expect(Object.fromEntries(unknown)).toEqual({});
});

test('the glossary lists each word of the wire once, and no unused word', () => {
  const used = new Set([...wire.fields].flatMap(wordsIn).flatMap(spellingsOf));
  expect({
    twice: listed.filter((word, index) => listed.indexOf(word) !== index),
    unused: listed.filter(word => !used.has(word)),
  }).toEqual({ twice: [], unused: [] });
});

test('the terms of the glossary are unique', () => {
  expect(terms.length).toBeGreaterThan(100);
  expect(
    terms
      .filter(({ term }, index) => terms.findIndex(other => other.term === term) !== index)
      .map(({ term }) => term),
  ).toEqual([]);
});

test('every wire name in the glossary exists in the contract', () => {
  expect(
    terms.flatMap(term =>
      term.wire
        .filter(name => !wire.fields.has(name) && !wire.schemas.has(name))
        .map(name => `${term.term}: ${name}`),
    ),
  ).toEqual([]);
});

test('every code name in the glossary is declared', () => {
  const declared = new Set(
    sourcesOf(['server', 'src', 'machines', 'mesh']).flatMap(file => namesDeclaredIn(file)),
  );
  expect(
    terms.flatMap(({ term, code }) =>
      code.filter(name => !declared.has(name)).map(name => `${term}: ${name}`),
    ),
  ).toEqual([]);
});

test('the glossary is refused if a row lacks a column or a banned word lacks its language', () => {
  const row = (cells: string) =>
    readGlossary(
      `# Glossary\n\n## Costs\n\n| Term | Meaning | ja | en | zh-CN | Wire | Code | Not |\n|---|---|---|---|---|---|---|---|\n| ${cells} |\n`,
    );
  expect(
    row('fee | A sum. | 固定費 | Fee | 固定费 | `fee` | – | ja 定額; en flat fee').terms[0]?.not,
  ).toEqual({ ja: ['定額'], en: ['flat fee'], 'zh-CN': [] });
  expect(() => row('fee | A sum. | 固定費 |  | 固定费 | `fee` | – | –')).toThrow('filled columns');
  expect(() => row('fee | A sum. | 固定費 | Fee | 固定费 | `fee` | –')).toThrow('filled columns');
  expect(() => row('fee | A sum. | 固定費 | Fee | 固定费 | `fee` | – | flat fee')).toThrow(
    'names no language',
  );
});
