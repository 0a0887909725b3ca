import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { namesDeclaredIn } from '../support/declared-names.ts';
import { sourcesOf } from '../support/sources.ts';

/** Everyday words that stood for many things each. A name says what it means in the field's word. */
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
const isBanned = (name: string): boolean => BANNED.has(name.toLowerCase());

/**
 * Declarations and files that still have such a name. The numbers only go down: whoever renames one lowers
 * its number.
 */
const LEFT = {
  server: { names: 0, files: 0 },
  src: { names: 44, files: 0 },
  machines: { names: 0, files: 0 },
  mesh: { names: 0, files: 0 },
  scripts: { names: 0, files: 0 },
  bench: { names: 0, files: 0 },
  tests: { names: 0, files: 0 },
} as const;

test.each(Object.entries(LEFT))('no new declaration or file of %s has a banned name', (folder, left) => {
  const files = sourcesOf([folder]);
  const names = files.flatMap(file => namesDeclaredIn(file).filter(isBanned));
  const banned = {
    names: names.length,
    files: files.filter(file => isBanned(basename(file).replace(/(?:\.test)?\.\w+$/, ''))).length,
  };
  expect(banned).toEqual(left);
});

test('names are found wherever they are declared', () => {
  const text = `
    const told = 1, { asked, b: [said = 2, ...kept], ...gone } = x;
    function whole(held: number) {} class Lane { marks = 1; room() {} } type Most = { readonly news: 1; further(alone: 1): (longest: 2) => void }; interface Driven {}
    try { y((laid, { given }) => told); } catch (trouble) {}
    uses.patience = lulls.turns;`;
  expect(namesDeclaredIn('example.ts', text).filter(isBanned).sort()).toEqual([
    'Driven',
    'Lane',
    'Most',
    'alone',
    'asked',
    'further',
    'given',
    'gone',
    'held',
    'kept',
    'laid',
    'longest',
    'marks',
    'news',
    'room',
    'said',
    'told',
    'trouble',
    'whole',
  ]);
});
