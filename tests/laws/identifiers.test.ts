import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import en from '../../src/messages/en.json' with { type: 'json' };
import { namesDeclaredIn } from '../support/declared-names.ts';
import { sourcesOf } from '../support/sources.ts';
import { wireNames } from '../support/wire-names.ts';

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
  'asides',
  'twin',
  'grave',
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
/** Scripts that browsers run as they are: the measurement tag and the theme before the first paint. */
const OF_BROWSERS = ['server/collector/tag', 'public'].flatMap(folder =>
  readdirSync(folder)
    .filter(file => file.endsWith('.js'))
    .map(file => `${folder}/${file}`),
);
const SOURCES = ['server', 'src', 'machines', 'mesh', 'scripts', 'bench', 'tests'].map(
  folder => [folder, sourcesOf([folder])] as const,
);

test('the scripts of browsers are found', () => {
  expect(OF_BROWSERS.length).toBeGreaterThanOrEqual(3);
});

test.each([
  ...SOURCES,
  ['the configuration', CONFIGURATION] as const,
  ['the scripts of browsers', OF_BROWSERS] as const,
])('no declaration or file of %s has a banned name', (_, files) => {
  const named = (file: string, names: readonly string[]) =>
    names.filter(name => isBanned(name, file)).map(name => `${file}: ${name}`);
  expect(
    files.flatMap(file => [
      ...named(file, namesDeclaredIn(file)),
      ...named(file, [basename(file).replace(/(?:\.test)?\.\w+$/, '')]),
    ]),
  ).toEqual([]);
});

const banned = new Set([...BANNED, ...BANNED_PARTS]);
const bannedIn = (names: Iterable<string>): string[] =>
  [...new Set(names)].filter(name => name.split(/[._-]|(?<=[a-z])(?=[A-Z])/).some(word => banned.has(word)));

/** Ids of messages about values and errors of the contract end with these values. */
const OF_CONTRACT = /^(?:choice|column|failure|fault|field|hint|metric|section|unit)\./;

test('no id of a message has a banned word', () => {
  const ids = Object.keys(en).filter(id => !OF_CONTRACT.test(id));
  expect(bannedIn(ids)).toEqual([]);
  expect(bannedIn(['approval.told', 'record.along', 'credit.judgement.said', 'list.waysOf'])).toHaveLength(3);
});

test('no name on the wire has a banned word', () => {
  const { fields, schemas } = wireNames();
  expect(fields.size).toBeGreaterThan(500);
  expect(bannedIn([...fields, ...schemas])).toEqual([]);
  expect(bannedIn(['asked_watermark', 'keptRows', 'basked'])).toEqual(['asked_watermark', 'keptRows']);
});

test('no class of a style sheet has a banned word', () => {
  const sheets = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(file =>
    file.endsWith('.css'),
  );
  const classes = sheets.flatMap(file =>
    [...readFileSync(`src/${file}`, 'utf8').matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name),
  );
  expect(classes.length).toBeGreaterThan(500);
  expect(bannedIn(classes)).toEqual([]);
});

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
