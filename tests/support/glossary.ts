import { readFileSync } from 'node:fs';

/** The languages of the labels in the glossary, named as its columns. */
export const LANGUAGES = ['ja', 'en', 'zh-CN'] as const;
export type Language = (typeof LANGUAGES)[number];

export interface Term {
  readonly term: string;
  readonly meaning: string;
  readonly labels: Readonly<Record<Language, string>>;
  readonly wire: readonly string[];
  readonly code: readonly string[];
  /** Words that messages must not use for the term, by language. */
  readonly not: Readonly<Record<Language, readonly string[]>>;
  /** Terms of the inside of the program appear on no screen. */
  readonly isOnScreens: boolean;
}

/** Words in names of the API that share a meaning. */
export interface WireWords {
  readonly words: readonly string[];
  readonly meaning: string;
}

const NOTHING = '–';
const TERM_COLUMNS = ['Term', 'Meaning', ...LANGUAGES, 'Wire', 'Code', 'Not'];
const WORD_COLUMNS = ['Words', 'Meaning'];

const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map(cell => cell.trim());
const namesIn = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);

/** The rows of all tables in a section that have these columns. */
const rowsUnder = (section: string, columns: readonly string[]): string[][] => {
  const [heading, , ...rows] = section
    .split('\n')
    .filter(line => line.startsWith('|'))
    .map(cellsOf);
  if (heading === undefined || heading.join() !== columns.join()) return [];
  const wrong = rows.find(row => row.length !== columns.length || row.includes(''));
  if (wrong !== undefined)
    throw new Error(
      `A row of the glossary does not have ${columns.length} filled columns: ${wrong.join(' | ')}`,
    );
  return rows;
};

/** @throws {Error} when a part of the cell does not start with a language */
const bannedIn = (term: string, cell: string): Term['not'] => {
  const parts =
    cell === NOTHING
      ? []
      : cell.split('; ').map(part => {
          const [, language, words] = /^(ja|en|zh-CN) (.+)$/.exec(part) ?? [];
          if (language === undefined || words === undefined)
            throw new Error(`“Not” of the term “${term}” names no language: ${part}`);
          return { language, words: words.split(', ') };
        });
  const wordsOf = (language: Language): string[] =>
    parts.filter(part => part.language === language).flatMap(({ words }) => words);
  return { ja: wordsOf('ja'), en: wordsOf('en'), 'zh-CN': wordsOf('zh-CN') };
};

const termOf = (row: readonly string[], isOnScreens: boolean): Term => {
  const [term, meaning, ja, en, zh, wire, code, not] = row as [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  return {
    term,
    meaning,
    labels: { ja, en, 'zh-CN': zh },
    wire: namesIn(wire),
    code: namesIn(code),
    not: bannedIn(term, not),
    isOnScreens,
  };
};

/**
 * Reads the terms and the words of the API from the tables of the glossary.
 *
 * @throws {Error} when a row lacks a column
 */
export const readGlossary = (
  text = readFileSync('docs/glossary.md', 'utf8'),
): { readonly terms: readonly Term[]; readonly wireWords: readonly WireWords[] } => {
  const sections = text.split(/^## /m).slice(1);
  return {
    terms: sections.flatMap(section =>
      rowsUnder(section, TERM_COLUMNS).map(row => termOf(row, !section.startsWith('Inside the program'))),
    ),
    wireWords: sections.flatMap(section =>
      rowsUnder(section, WORD_COLUMNS).map(([words, meaning]) => ({
        words: namesIn(words!),
        meaning: meaning!,
      })),
    ),
  };
};
