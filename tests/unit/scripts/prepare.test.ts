import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

interface Locked {
  readonly version: string;
  readonly optional?: boolean;
  readonly dev?: boolean;
}
const { digest, isCurrent, matchesLock } = (await import(
  new URL('../../../scripts/prepare.mjs', import.meta.url).href
)) as {
  readonly digest: (inputs: readonly string[], folder: string) => string;
  readonly isCurrent: (
    build: { readonly inputs: readonly string[]; readonly output: string; readonly stamp: string },
    folder: string,
  ) => boolean;
  readonly matchesLock: (
    locked: Readonly<Record<string, Partial<Locked>>>,
    installed: Readonly<Record<string, Locked>>,
    needsDevelopment: boolean,
  ) => boolean;
};

const a: Locked = { version: '1.0.0' };
const optional: Locked = { version: '1.0.0', optional: true };
const dev: Locked = { version: '1.0.0', dev: true };

test.each([
  ['all packages are there', { '': {}, a, dev }, { a, dev }, true, true],
  ['a package is missing', { a, b: a }, { a }, true, false],
  ['a package has another version', { a }, { a: { version: '1.0.1' } }, false, false],
  ['an optional package is missing', { a, optional }, { a }, true, true],
  ['an optional package has another version', { optional }, { optional: { version: '2.0.0' } }, true, false],
  ['a package for development is missing and needed', { a, dev }, { a }, true, false],
  ['a package for development is missing and not needed', { a, dev }, { a }, false, true],
  ['a package for development has another version', { dev }, { dev: { version: '2.0.0' } }, false, false],
] as const)('whether packages are installed: %s', (_, locked, installed, needsDevelopment, expected) => {
  expect(matchesLock(locked, installed, needsDevelopment)).toBe(expected);
});

test('a build is current until the content of its inputs changes, and not without its output or its stamp', () => {
  const folder = mkdtempSync(join(tmpdir(), 'touchpath-build-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const write = (path: string, text: string) => writeFileSync(join(folder, path), text);
  const build = { inputs: ['src', 'lock.json'], output: 'dist/index.html', stamp: 'dist/.inputs' };
  for (const name of ['src', 'dist']) mkdirSync(join(folder, name));
  write('src/é.ts', 'first');
  write('lock.json', '{}');
  write('dist/index.html', 'built');
  expect(isCurrent(build, folder), 'without a stamp').toBe(false);
  write('dist/.inputs', digest(build.inputs, folder));
  expect(isCurrent(build, folder)).toBe(true);
  write('src/é.ts', 'after git pull');
  expect(isCurrent(build, folder), 'with another source').toBe(false);
  write('src/é.ts', 'first');
  rmSync(join(folder, 'dist/index.html'));
  expect(isCurrent(build, folder), 'without its output').toBe(false);
});
