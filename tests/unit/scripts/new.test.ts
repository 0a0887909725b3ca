import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOCALES } from '../../../machines/language.ts';
import { draftIn, type Draft } from '../../../scripts/new/draft.ts';
import { KINDS } from '../../../scripts/new/kinds.ts';
import { GeneratorError } from '../../../scripts/new/names.ts';

/** A name for each kind, from words of the glossary. */
const NAMES: Readonly<Record<string, string>> = {
  entity: 'visitor-setting',
  analysis: 'visitor-cost',
  metric: 'visitor-cost',
  machine: 'visitor-cost',
  log: 'visitor-page',
};
/** The project itself, which the test reads and never writes. */
const ROOT = resolve('.');

/** The files that a generator would write in the project's tree. */
const draftedFiles = (kind: string, name: string): readonly string[] => {
  const files = new Set<string>();
  const draft = draftIn(ROOT);
  const noting: Draft = {
    ...draft,
    create: (path, text) => {
      draft.create(path, text);
      files.add(path);
    },
    insert: (path, ...change) => {
      draft.insert(path, ...change);
      files.add(path);
    },
    append: (path, text) => {
      draft.append(path, text);
      files.add(path);
    },
    addMessages: messages => {
      draft.addMessages(messages);
      for (const locale of LOCALES) files.add(`src/messages/${locale}.json`);
    },
  };
  KINDS[kind]!(noting, name);
  return [...files];
};

describe.each(Object.keys(KINDS))('npm run new -- %s', kind => {
  it('finds every place that it edits', () => {
    expect(draftedFiles(kind, NAMES[kind]!).length).toBeGreaterThan(2);
  });

  it.each(['Visitor', 'visitor_cost', '1st', '', '-a', 'a--b', 'a'.repeat(41), '../x', 'class', 'é'])(
    'refuses the name %j and states what to do',
    name => {
      expect(() => draftedFiles(kind, name)).toThrow(GeneratorError);
    },
  );
});

it('npm run new writes an entity in nine files at most', () => {
  expect(draftedFiles('entity', NAMES['entity']!).length).toBeLessThanOrEqual(9);
});

it('npm run new writes an analysis in five files', () => {
  expect(draftedFiles('analysis', 'visitor-cost').toSorted()).toEqual([
    'src/analyses/pages.ts',
    'src/analyses/visitor-cost.ts',
    'src/messages/en.json',
    'src/messages/ja.json',
    'src/messages/zh-CN.json',
  ]);
});

it('npm run new refuses existing names, and a plural where the singular is needed', () => {
  expect(() => draftedFiles('entity', 'cv-setting')).toThrow(/already has .+: choose another name/);
  expect(() => draftedFiles('analysis', 'effect')).toThrow(/already (?:exists|has)/);
  expect(() => draftedFiles('metric', 'cpa')).toThrow(/already (?:exists|has)/);
  expect(() => draftedFiles('machine', 'session')).toThrow(/already (?:exists|has)/);
  expect(() => draftedFiles('log', 'access')).toThrow(/already (?:exists|has)/);
  expect(() => draftedFiles('entity', 'coupons')).toThrow(/give the singular/);
});

it('npm run new names the missing place when a registry was moved', () => {
  const draft = draftIn(ROOT);
  expect(() => draft.insert('src/routes/index.ts', 'after', /^nowhere$/m, 'x')).toThrow(
    /src\/routes\/index\.ts has no .*add the line by hand/,
  );
  expect(() => draft.append('src/nowhere.ts', 'x')).toThrow(/does not exist: if it was moved/);
});

/** The long form: each generator runs in a copy of the tree, which must then pass types, lint and laws. */
describe.runIf(process.env['TEST_LONG'])('npm run new in a copy of the tree', () => {
  let copy = '';
  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), 'touchpath-new-'));
    const { stdout } = spawnSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' });
    for (const file of stdout.split('\n').filter(path => path !== '' && existsSync(path)))
      cpSync(file, join(copy, file), { recursive: true });
    symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
  }, 60_000);
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  const run = (...args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' });
    return { status, text: `${stdout}${stderr}` };
  };

  it.each(Object.entries(NAMES))(
    'writes the %s %s',
    (kind, name) => {
      const written = run('scripts/run.mjs', 'scripts/new.ts', kind, name);
      expect([written.status, written.text]).toEqual([0, expect.stringContaining('Written:')]);
      const messages = join(copy, 'src/messages/ja.json');
      const before = readFileSync(messages, 'utf8');
      const again = run('scripts/run.mjs', 'scripts/new.ts', kind, name);
      expect([again.status, again.text]).toEqual([2, expect.stringMatching(/already (?:exists|has)/)]);
      expect(readFileSync(messages, 'utf8')).toBe(before);
    },
    1_800_000,
  );

  it.each([
    ...['tests', 'server', 'src', 'machines'].map(folder => [
      'node_modules/typescript/bin/tsc',
      '-p',
      folder,
    ]),
    ['node_modules/oxlint/bin/oxlint', '--type-aware', '--deny-warnings', '--quiet'],
    ['node_modules/oxfmt/bin/oxfmt', '--check'],
    // Five new screens and metrics load more than the pages' budgets leave: CONTRIBUTING.md says to raise these.
    'node_modules/vitest/vitest.mjs run --project unit tests/laws tests/resources --exclude tests/laws/sizes.test.ts'.split(
      ' ',
    ),
  ])(
    'yields a tree in which %s %s passes',
    (...args) => {
      const { status, text } = run(...args);
      expect(status, text).toBe(0);
    },
    1_800_000,
  );
});
