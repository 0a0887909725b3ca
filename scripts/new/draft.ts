import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { GeneratorError } from './names.ts';

/** New files and edits of a tree, written all or none. */
export interface Draft {
  /** @throws {GeneratorError} when the file exists */
  create(path: string, text: string): void;
  /** @throws {GeneratorError} when the file has a matching line */
  refuse(path: string, pattern: RegExp, what: string): void;
  /** Inserts before or after the first match of the anchor. @throws {GeneratorError} without a match */
  insert(path: string, where: 'before' | 'after', anchor: RegExp, text: string): void;
  append(path: string, text: string): void;
  /** Adds messages in every language; existing ones are unchanged. */
  addMessages(messages: Readonly<Record<string, string>>): void;
  /** Appends the texts of a machine's test plans to the file of every language. */
  addChartWords(words: Readonly<Record<string, string>>): void;
  /** Writes the draft. @returns the paths, sorted */
  write(): readonly string[];
}

const LOCALES = ['ja', 'en', 'zh-CN'] as const;
type Texts = Readonly<Record<string, string>>;

const jsonOf = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;
const sortKeys = (texts: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** Writes each text to its path below the root. */
const writeTexts = (root: string, texts: ReadonlyMap<string, string>): readonly string[] => {
  for (const [path, text] of texts) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return [...texts.keys()].toSorted();
};

/** @param root folder of the tree */
export const draftIn = (root: string): Draft => {
  const texts = new Map<string, string>();
  const read = (path: string): string => {
    const drafted = texts.get(path);
    if (drafted !== undefined) return drafted;
    if (!existsSync(join(root, path)))
      throw new GeneratorError(`${path} does not exist: if it was moved, update its path in scripts/new.`);
    return readFileSync(join(root, path), 'utf8');
  };
  const addTexts = (path: string, added: Texts, arrange: (all: Texts) => Texts): void => {
    const before = JSON.parse(read(path)) as Texts;
    texts.set(path, jsonOf(arrange({ ...added, ...before })));
  };
  return {
    create: (path, text) => {
      if (texts.has(path) || existsSync(join(root, path)))
        throw new GeneratorError(`${path} already exists: choose another name, or edit that file.`);
      texts.set(path, text);
    },
    refuse: (path, pattern, what) => {
      if (pattern.test(read(path)))
        throw new GeneratorError(`${path} already has ${what}: choose another name.`);
    },
    insert: (path, where, anchor, text) => {
      const before = read(path);
      const found = anchor.exec(before);
      if (found === null)
        throw new GeneratorError(
          `${path} has no ${String(anchor)}, the anchor of a generated line: add the line by hand as in CONTRIBUTING.md, and fix the anchor in scripts/new.`,
        );
      const at = where === 'before' ? found.index : found.index + found[0].length;
      texts.set(path, before.slice(0, at) + text + before.slice(at));
    },
    append: (path, text) => {
      texts.set(path, read(path) + text);
    },
    addMessages: messages => {
      for (const locale of LOCALES) addTexts(`src/messages/${locale}.json`, messages, sortKeys);
    },
    addChartWords: words => {
      for (const locale of LOCALES)
        addTexts(`machines/charts/words/${locale}.json`, words, all => {
          const before = Object.entries(all).filter(([id]) => !(id in words));
          return Object.fromEntries([...before, ...Object.entries(words)]);
        });
    },
    write: () => writeTexts(root, texts),
  };
};

/** Follow-up work of a draft. */
export interface Drafted {
  /** Name of the PostgreSQL migration that the change needs. */
  readonly migration?: string;
  /** Whether generated files derive from the contract or from the machines. */
  readonly generated: 'contract' | 'machines';
  /** Manual steps that remain, one sentence each. */
  readonly remaining: readonly string[];
}
