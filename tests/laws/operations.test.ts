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

test('every operation has a unique name', () => {
  const names = operations.map(({ name }) => name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

/** Operations without a screen yet. The change that adds the screen removes the name here. */
const WAITING = new Set<string>();

test('every operation is used by exactly one file of the console, and the operation of a report by analyses', () => {
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
