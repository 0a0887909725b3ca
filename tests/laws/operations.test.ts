import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sourcesOf } from '../support/sources.ts';

const files = [
  ...readdirSync('graphql/operations').map(file => `graphql/operations/${file}`),
  'graphql/entities.graphql',
];
const operations = files.flatMap(file =>
  [...readFileSync(file, 'utf8').matchAll(/^\s*(?:query|mutation)\s+(\w+)/gm)].map(([, name]) => ({
    file,
    name: name!,
  })),
);

test('every operation has one name, and it is its own', () => {
  const names = operations.map(({ name }) => name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

/**
 * What the server does already and no screen asks for yet: whoever builds the screen takes the name out of
 * here.
 */
const WAITING = new Set<string>();

test('every operation belongs to exactly one user in the console', () => {
  const sources = sourcesOf(['src']).map(file => ({
    file,
    text: readFileSync(file, 'utf8').replace(/^import[^;]+;$/gm, ''),
  }));
  const wrong = operations
    .map(({ name }) => ({
      name,
      users: sources
        .filter(({ text }) => new RegExp(`\\b${name}Document\\b`).test(text))
        .map(({ file }) => file),
    }))
    .filter(({ name, users }) => users.length !== (WAITING.has(name) ? 0 : 1));
  expect(wrong).toEqual([]);
});
