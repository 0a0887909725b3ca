import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sourcesOf } from '../support/sources.ts';

const DISABLED =
  /(?:ox|es)lint-disable(?!-next-line)|(?:ox|es)lint-disable-next-line(?! [\w/, -]+ -- \S)|@ts-(?:ignore|nocheck)/;

test('a lint rule is disabled for a single line only, with a reason', () => {
  const files = sourcesOf([
    'bench',
    'graphql/operations',
    'machines',
    'mesh',
    'scripts',
    'server',
    'src',
    'tests',
  ]).filter(file => !/node_modules|\/generated\/|laws\/exceptions/.test(file));
  expect(files.length).toBeGreaterThan(500);
  expect(
    files.flatMap(file =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line, index) => (DISABLED.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
    ),
  ).toEqual([]);
});

test('a module is replaced only by tests with a process of their own', () => {
  const files = sourcesOf(['tests']).filter(
    file =>
      !/^tests\/(?:isolated|laws)\//.test(file) && /\bvi\.(?:do)?[mM]ock\(/.test(readFileSync(file, 'utf8')),
  );
  expect(files).toEqual([]);
});
