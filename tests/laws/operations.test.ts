import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sourcesOf } from '../support/sources.ts';

/** The queries of reports, with every field: several analyses may show one report. */
const REPORTS = 'graphql/reports.graphql';
const files = [
  ...readdirSync('graphql/operations').map(file => `graphql/operations/${file}`),
  'graphql/entities.graphql',
  REPORTS,
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

test('every operation belongs to exactly one user in the console, and that of a report to analyses', () => {
  const sources = sourcesOf(['src']).map(file => ({
    file,
    text: readFileSync(file, 'utf8').replace(/^import[^;]+;$/gm, ''),
  }));
  const wrong = operations
    .map(({ file: source, name }) => ({
      name,
      isReport: source === REPORTS,
      users: sources
        .filter(({ text }) => new RegExp(`\\b${name}Document\\b`).test(text))
        .map(({ file }) => file),
    }))
    .filter(({ name, isReport, users }) =>
      isReport
        ? users.length === 0 || users.some(file => !file.startsWith('src/analyses/'))
        : users.length !== (WAITING.has(name) ? 0 : 1),
    );
  expect(wrong).toEqual([]);
});
