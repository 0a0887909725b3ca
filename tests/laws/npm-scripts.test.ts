import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { importsOf } from '../support/sources.ts';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};

/**
 * Every script starts Node with a plain JavaScript file, since a fresh clone has no executable of a package.
 */
const COMMAND = /^exec node (?:--max-semi-space-size=\d+ )?(scripts\/[a-z]+\.mjs)((?: \S+)*)$/;

/** A file and all files that it imports, statically or dynamically. */
const loadedBy = (file: string, found = new Set<string>()): ReadonlySet<string> => {
  if (found.has(file)) return found;
  found.add(file);
  const imported = importsOf(file).filter(
    ({ own, typesOnly, of }) => own && !typesOnly && /\.(?:ts|mjs)$/.test(of),
  );
  for (const { of } of imported) loadedBy(of, found);
  return found;
};

/** Commands of npm itself, which read the lockfile and need no package. */
const OF_NPM = /^exec npm (?:sbom|audit) /;

const ofNode = Object.entries(scripts).filter(([, command]) => !OF_NPM.test(command));
test.each(ofNode)('npm run %s prepares what it needs on a fresh clone', (name, command) => {
  const [, file = '', rest = ''] = COMMAND.exec(command) ?? [];
  expect(file, command).not.toBe('');
  const needs = [...loadedBy(file)].filter(one => one.startsWith('scripts/')).flatMap(importsOf);
  expect(
    needs.filter(({ own, of }) => own && of === 'scripts/prepare.mjs'),
    'the script imports scripts/prepare.mjs',
  ).not.toEqual([]);
  const before = importsOf(file).filter(({ own, of }) => !own && !of.startsWith('node:'));
  expect(
    before.map(({ of }) => of).filter(one => !['tsx', 'vite'].includes(one)),
    'the script imports no package before all are installed',
  ).toEqual([]);
  if (file !== 'scripts/run.mjs') return;
  const [first = '', second = ''] = rest.trim().split(' ');
  const isGatewayBuilt = first === '--gateway';
  const target = isGatewayBuilt ? second : first;
  const isGatewayNeeded =
    !target.startsWith('node_modules/') &&
    loadedBy(target).has('mesh/engine.ts') &&
    !loadedBy(target).has('scripts/prepare.mjs');
  expect(isGatewayBuilt, `${name} has the flag --gateway if it uses the GraphQL gateway`).toBe(
    isGatewayNeeded,
  );
});
