import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { namesDeclaredIn } from '../support/declared-names.ts';
import { sourcesOf } from '../support/sources.ts';

/**
 * Everyday words that were used for several different things each. A name uses the term of the field instead.
 */
const BANNED = new Set([
  'told',
  'asked',
  'asking',
  'standing',
  'behind',
  'beneath',
  'whole',
  'lane',
  'turns',
  'together',
  'kept',
  'held',
  'said',
  'gone',
  'deeds',
  'ways',
  'whichever',
  'breathe',
  'looking',
  'endings',
  'patience',
  'lives',
  'lulls',
  'further',
  'driven',
  'alone',
  'marks',
  'news',
  'trouble',
  'aside',
  'footing',
  'room',
  'given',
  'laid',
  'most',
  'longest',
]);
/** Words that say nothing in compound names either: `askedBy`, `CHANGES_KEPT_MS`. */
const BANNED_PARTS = new Set([
  'told',
  'asked',
  'asking',
  'standing',
  'beneath',
  'kept',
  'said',
  'gone',
  'deeds',
  'whichever',
  'breathe',
  'endings',
  'patience',
  'lulls',
  'footing',
  'laid',
  'heard',
  'happening',
  'pick',
  'picks',
  'picked',
  'picking',
]);
/** In the console `site` stood for the context of a screen; elsewhere it is a measured website. */
const BANNED_IN_CONSOLE = new Set(['site']);
const partsOf = (name: string): readonly string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split('_');
const isBanned = (name: string, file = ''): boolean =>
  BANNED.has(name.toLowerCase()) ||
  (file.startsWith('src/') && BANNED_IN_CONSOLE.has(name.toLowerCase())) ||
  partsOf(name).some(part => BANNED_PARTS.has(part));

const CONFIGURATION = readdirSync('.').filter(file => /\.(?:ts|mjs)$/.test(file));
const SOURCES = ['server', 'src', 'machines', 'mesh', 'scripts', 'bench', 'tests'].map(
  folder => [folder, sourcesOf([folder])] as const,
);

test.each([...SOURCES, ['the configuration', CONFIGURATION] as const])(
  'no declaration or file of %s has a banned name',
  (_, files) => {
    const named = (file: string, names: readonly string[]) =>
      names.filter(name => isBanned(name, file)).map(name => `${file}: ${name}`);
    expect(
      files.flatMap(file => [
        ...named(file, namesDeclaredIn(file)),
        ...named(file, [basename(file).replace(/(?:\.test)?\.\w+$/, '')]),
      ]),
    ).toEqual([]);
  },
);

test('the names of every kind of declaration are found', () => {
  const text = `
    const told = 1, { asked, b: [said = 2, ...kept], ...gone } = x;
    function whole(held: number) {} class Lane { marks = 1; room() {} } type Most = { readonly news: 1; further(alone: 1): (longest: 2) => void }; interface Driven {}
    try { y((laid, { given }) => told); } catch (trouble) {}
    uses.patience = lulls.turns; const askedBy = 1, CHANGES_KEPT_MS = 2, tasked = 3, askew = 4, onPick = 5, picker = 6, site = 7;`;
  expect(
    namesDeclaredIn('example.ts', text)
      .filter(name => isBanned(name, 'src/example.ts'))
      .sort(),
  ).toEqual([
    'CHANGES_KEPT_MS',
    'Driven',
    'Lane',
    'Most',
    'alone',
    'asked',
    'askedBy',
    'further',
    'given',
    'gone',
    'held',
    'kept',
    'laid',
    'longest',
    'marks',
    'news',
    'onPick',
    'room',
    'said',
    'site',
    'told',
    'trouble',
    'whole',
  ]);
});
