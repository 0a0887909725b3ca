import type { Guide } from '../../machines/help.ts';
import { blockTexts } from './guide-text.ts';
import { folded } from './palette-search.ts';

/** A guide that matches a search, and the line of it that matches best; null: its title does. */
export interface FoundGuide {
  readonly guide: Guide;
  readonly line: string | null;
}

interface FoldedGuide {
  readonly guide: Guide;
  readonly title: string;
  readonly headings: string;
  readonly all: string;
  readonly lines: readonly (readonly [line: string, folded: string])[];
}

/** Folded texts by guide, as folding all guides takes longer than searching them. */
const foldedGuides = new WeakMap<Guide, FoldedGuide>();

const foldGuide = (guide: Guide): FoldedGuide => {
  const known = foldedGuides.get(guide);
  if (known !== undefined) return known;
  const lines = guide.blocks.flatMap(blockTexts).map(line => [line, folded(line)] as const);
  const title = folded(guide.title);
  const made = {
    guide,
    title,
    headings: guide.blocks
      .filter(({ kind }) => kind === 'heading')
      .flatMap(blockTexts)
      .map(folded)
      .join('\n'),
    all: [title, ...lines.map(([, text]) => text)].join('\n'),
    lines,
  };
  foldedGuides.set(guide, made);
  return made;
};

/** Number of the words that a text contains. */
const countIn = (words: readonly string[], text: string): number =>
  words.filter(word => text.includes(word)).length;

/**
 * Searches guides for all words of a query, regardless of width, case, accents and kana. Guides whose title matches
 * come first, then those whose headings match, then those with the most words in one line.
 */
export const findGuides = (guides: readonly Guide[], query: string): readonly FoundGuide[] => {
  const words = folded(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return guides
    .map(foldGuide)
    .filter(({ all }) => countIn(words, all) === words.length)
    .map(({ guide, title, headings, lines }) => {
      const counts = lines.map(([, text]) => countIn(words, text));
      const best = Math.max(0, ...counts);
      return {
        guide,
        line: best === 0 ? null : lines[counts.indexOf(best)]![0],
        rank: countIn(words, title) * 100 + countIn(words, headings) * 10 + best,
      };
    })
    .toSorted((a, b) => b.rank - a.rank)
    .map(({ guide, line }) => ({ guide, line }));
};
