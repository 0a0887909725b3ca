import { readdirSync, readFileSync } from 'node:fs';
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { describe, expect, test } from 'vitest';
import type { Guide, GuideLine } from '../../machines/help.ts';
import { parseGuide } from '../../scripts/parse-guide.ts';
import { COMMON_GUIDES, entryGuide, guideNames, hasOwnGuide } from '../../src/layout/guide-names.ts';
import { blockTexts } from '../../src/layout/guide-text.ts';
import { NAVIGATION } from '../../src/layout/navigation.ts';
import { LANGUAGES, readGlossary, type Language } from '../support/glossary.ts';

/** Checks the guides of docs/help against the menu, the messages and the glossary. */

const SECTIONS: Readonly<Record<Language, readonly string[]>> = {
  ja: ['使い方', '画面の見方', 'うまくいかないとき', '関連するガイド'],
  en: ['Tasks', 'Reading the screen', 'Troubleshooting', 'Related guides'],
  'zh-CN': ['操作步骤', '页面说明', '常见问题', '相关指南'],
};
/** Several menu entries have this guide. */
const SHARED = 'analyze-custom';

const guidesIn = (language: Language): ReadonlyMap<string, Guide> =>
  new Map(
    readdirSync(`docs/help/${language}`)
      .map(file => file.replace(/\.md$/, ''))
      .map(name => [name, parseGuide(name, readFileSync(`docs/help/${language}/${name}.md`, 'utf8'))]),
  );
const guides = Object.fromEntries(LANGUAGES.map(language => [language, guidesIn(language)])) as Record<
  Language,
  ReadonlyMap<string, Guide>
>;
const linesOf = ({ blocks }: Guide): readonly GuideLine[] =>
  blocks.flatMap(block => ('lines' in block ? block.lines : [block.line]));

const messagesOf = (language: Language): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(`src/messages/${language}.json`, 'utf8')) as Record<string, string>;

/** Patterns of the texts that have values, which are names of other things on the screen. */
const patternOf = (text: string): RegExp | null => {
  const elements = parse(text);
  const isPlain = elements.every(({ type }) => type === TYPE.literal || type === TYPE.argument);
  if (!isPlain || !elements.some(({ type }) => type === TYPE.literal)) return null;
  const source = elements
    .map(element =>
      element.type === TYPE.literal
        ? element.value.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)
        : '(.+)',
    )
    .join('');
  return new RegExp(`^${source}$`);
};

/** @returns whether a name is a text of the console in this language */
const createIsShown = (language: Language): ((name: string) => boolean) => {
  const texts = Object.values(messagesOf(language));
  const names = new Set(texts.map(text => text.toLowerCase()));
  const patterns = texts.filter(text => text.includes('{')).flatMap(text => patternOf(text) ?? []);
  return name =>
    texts.includes(name) ||
    patterns.some(pattern =>
      pattern
        .exec(name)
        ?.slice(1)
        .every(value => names.has(value.toLowerCase())),
    );
};

/** The order and number of a guide's blocks and lines, which is the same in every language. */
const shapeOf = ({ blocks }: Guide): readonly string[] =>
  blocks.map(block => {
    if (block.kind === 'heading') return `heading ${block.level}`;
    return 'lines' in block ? `${block.kind} ${block.lines.length}` : block.kind;
  });

test('every screen of the menu has a guide in every language, and there is no other file', () => {
  const names = guideNames().toSorted();
  expect(names.length).toBeGreaterThan(30);
  for (const language of LANGUAGES)
    expect(readdirSync(`docs/help/${language}`).toSorted(), language).toEqual(
      names.map(name => `${name}.md`).toSorted(),
    );
});

test('a screen without a guide of its own opens one that is common to many screens', () => {
  expect(entryGuide({ to: '/ad/coupon', guide: 'records' })).toBe('records');
  const borrowed = NAVIGATION.flatMap(({ entries }) => entries).filter(entry => !hasOwnGuide(entry));
  expect(borrowed.map(entryGuide).filter(name => !COMMON_GUIDES.includes(name))).toEqual([]);
});

test.each(guideNames())('the guide %s has the same tasks and lines in every language', name => {
  const [first, ...others] = LANGUAGES.map(language => shapeOf(guides[language].get(name)!));
  for (const other of others) expect(other).toEqual(first);
});

describe.each(LANGUAGES)('the guides in %s', language => {
  const isShown = createIsShown(language);
  const own = guides[language];

  test('have a purpose and the same sections', () => {
    for (const [name, { blocks }] of own) {
      const headings = blocks.flatMap(block =>
        block.kind === 'heading' && block.level === 2 ? blockTexts(block) : [],
      );
      expect(headings, name).toEqual(SECTIONS[language]);
      expect(blocks[0]?.kind, name).toBe('paragraph');
    }
  });

  test('have the title of their screen', () => {
    const messages = messagesOf(language);
    const wrong = NAVIGATION.flatMap(({ entries }) => entries)
      .filter(entry => hasOwnGuide(entry) && entryGuide(entry) !== SHARED)
      .map(entry => [own.get(entryGuide(entry))!.title, messages[entry.label]])
      .filter(([title, label]) => title !== label);
    expect(wrong).toEqual([]);
  });

  test('name only what the console shows', () => {
    const unknown = [...own].flatMap(([name, guide]) =>
      linesOf(guide)
        .flat()
        .flatMap(span =>
          typeof span === 'object' && 'ui' in span && !isShown(span.ui) ? [`${name}: ${span.ui}`] : [],
        ),
    );
    expect(unknown).toEqual([]);
  });

  test('link to other guides by their titles', () => {
    const wrong = [...own].flatMap(([name, guide]) =>
      linesOf(guide)
        .flat()
        .flatMap(span =>
          typeof span === 'object' &&
          'guide' in span &&
          (span.guide === name || own.get(span.guide)?.title !== span.text)
            ? [`${name}: ${span.text} (${span.guide})`]
            : [],
        ),
    );
    expect(wrong).toEqual([]);
  });

  test('use no word that the glossary bans', () => {
    const banned = readGlossary().terms.flatMap(({ not }) => not[language]);
    expect(banned.length).toBeGreaterThan(20);
    const found = [...own].flatMap(([name, guide]) => {
      const text = linesOf(guide)
        .flat()
        .map(span => (typeof span === 'string' ? span : ' '))
        .join('\n');
      return banned
        .filter(word =>
          language === 'en'
            ? new RegExp(String.raw`(?<![\w-])${word}s?(?![\w-])`, 'i').test(text)
            : text.includes(word),
        )
        .map(word => `${name}: ${word}`);
    });
    expect(found).toEqual([]);
  });
});

test('the name of something that the console does not show is found', () => {
  const isShown = createIsShown('en');
  expect(['Save', 'Add ad', 'Add', 'Add banana', 'Save all'].map(isShown)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
