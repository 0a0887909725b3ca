import { expect, test } from 'vitest';

interface Locked {
  readonly version: string;
  readonly optional?: boolean;
  readonly dev?: boolean;
}
const { matchesLock } = (await import(new URL('../../../scripts/prepare.mjs', import.meta.url).href)) as {
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
