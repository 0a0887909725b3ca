import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { importsOf } from '../support/sources.ts';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};

/** Node runs a file of plain JavaScript: a fresh clone has no program of a package. */
const COMMAND = /^exec node (?:--max-semi-space-size=\d+ )?(scripts\/[a-z]+\.mjs)((?: \S+)*)$/;

/** The files that a file loads, at once or later, itself included. */
const loadedBy = (file: string, found = new Set<string>()): ReadonlySet<string> => {
  if (found.has(file)) return found;
  found.add(file);
  const imported = importsOf(file).filter(
    ({ own, typesOnly, of }) => own && !typesOnly && /\.(?:ts|mjs)$/.test(of),
  );
  for (const { of } of imported) loadedBy(of, found);
  return found;
};

test.each(Object.entries(scripts))('npm run %s sets up what it needs on a fresh clone', (name, command) => {
  const [, file = '', rest = ''] = COMMAND.exec(command) ?? [];
  expect(file, command).not.toBe('');
  const needs = [...loadedBy(file)].filter(one => one.startsWith('scripts/')).flatMap(importsOf);
  expect(
    needs.filter(({ own, of }) => own && of === 'scripts/prepare.mjs'),
    'it knows how to install and build',
  ).not.toEqual([]);
  const before = importsOf(file).filter(({ own, of }) => !own && !of.startsWith('node:'));
  expect(
    before.map(({ of }) => of).filter(one => !['tsx', 'vite'].includes(one)),
    'no package is loaded before all are installed',
  ).toEqual([]);
  if (file !== 'scripts/run.mjs') return;
  const [first = '', second = ''] = rest.trim().split(' ');
  const isGatewayBuilt = first === '--gateway';
  const target = isGatewayBuilt ? second : first;
  const isGatewayNeeded =
    !target.startsWith('node_modules/') &&
    loadedBy(target).has('mesh/engine.ts') &&
    !loadedBy(target).has('scripts/prepare.mjs');
  expect(isGatewayBuilt, `${name} uses the GraphQL gateway: --gateway`).toBe(isGatewayNeeded);
});
