import { describe, expect, it, test } from 'vitest';
import { findUnstorable, isStorable, isTooDeep, shownName } from '../../../server/http/storable.ts';

/** An object with this many objects inside each other. */
const nested = (levels: number, leaf: unknown = 1): unknown =>
  Array.from({ length: levels }).reduce<unknown>(inner => ({ in: inner }), leaf);

describe('a text that the stores cannot hold', () => {
  test.each([
    ['a\0b', false],
    ['\ud800', false],
    ['x\udfff', false],
    ['😀 é 日本語', true],
    ['\ud83d\ude00', true],
    ['', true],
    ['\u0001\ufffd', true],
  ])('%j: storable %s', (text, storable) => {
    expect(isStorable(text)).toBe(storable);
  });

  it('is found by the path of its field, in lists and objects, as a value or as a name', () => {
    expect(findUnstorable({ a: 'x', b: { c: ['y', { d: '\0' }] } })).toBe('b.c.1.d');
    expect(findUnstorable(['x', '\0'])).toBe('1');
    expect(findUnstorable('\0')).toBe('');
    expect(findUnstorable({ a: { 'b\0c': 1 } })).toBe('a.b\ufffdc');
    expect(findUnstorable({ a: { b: 'x' }, c: [1, null, true, undefined] })).toBeNull();
    expect(findUnstorable(null)).toBeNull();
    expect(findUnstorable(undefined)).toBeNull();
    expect(findUnstorable(3)).toBeNull();
  });

  it('is not looked for in files, which are bytes', () => {
    expect(findUnstorable({ file: new TextEncoder().encode('\0') })).toBeNull();
  });

  it('is reported for what is nested too deeply to be searched', () => {
    expect(findUnstorable(nested(33))).toBeNull();
    expect(findUnstorable(nested(34))).toBe(Array.from({ length: 33 }, () => 'in').join('.'));
    expect(findUnstorable(nested(33, '\0'))).toBe(Array.from({ length: 33 }, () => 'in').join('.'));
  });
});

it('32 levels of nesting are accepted, 33 are too deep', () => {
  expect(isTooDeep(nested(32))).toBe(false);
  expect(isTooDeep(nested(33))).toBe(true);
  expect(isTooDeep([1, nested(32)])).toBe(true);
  expect(isTooDeep({ shallow: 1, deep: nested(32) })).toBe(true);
  for (const leaf of [null, 'é']) expect(isTooDeep(nested(32, leaf))).toBe(false);
});

it('the name of a field is shown with at most 100 characters, and without those that cannot be stored', () => {
  expect(shownName('a\0b\ud800\0')).toBe('a\ufffdb\ufffd\ufffd');
  expect(shownName('é'.repeat(101))).toBe('é'.repeat(100));
});
