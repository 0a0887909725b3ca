import { describe, expect, it, test } from 'vitest';
import { createNames } from '../../../server/imports/names.ts';
import type { Cell } from '../../../server/imports/sheet.ts';
import {
  isMoney,
  readDay,
  readFlag,
  readMoney,
  readNumber,
  readObject,
  readText,
  wordOf,
  type Read,
} from '../../../server/imports/values.ts';

/** The value of a cell, or the code of its fault. */
const outcome = <Value>(read: Read<Value>): Value | string =>
  'value' in read ? read.value : read.fault.code;

describe('a day', () => {
  test.each<[Cell, string]>([
    ['2026-01-02', '2026-01-02'],
    ['2026/1/2', '2026-01-02'],
    ['2026.12.31', '2026-12-31'],
    ['2026年1月2日', '2026-01-02'],
    ['2026年1月2', '2026-01-02'],
    ['20260102', '2026-01-02'],
    [' ２０２６/１/２ ', '2026-01-02'],
    // A number of a JSON file, which is no day number of Excel.
    [20_260_102, '2026-01-02'],
    [46_024, '2026-01-02'],
    [46_024.999, '2026-01-02'],
    [new Date('2026-01-02T23:59:59.999Z'), '2026-01-02'],
    ['2028-02-29', '2028-02-29'],
    ['2000-01-01', '2000-01-01'],
    ['2199-12-31', '2199-12-31'],
    [36_526, '2000-01-01'],
    [109_574, '2199-12-31'],
  ])('is read from %s', (cell, day) => {
    expect(readDay(cell)).toEqual({ value: day });
  });

  test.each<[Cell]>([
    ['2027-02-29'],
    ['2026-00-10'],
    ['2026-13-01'],
    ['2026-01-00'],
    ['2026-04-31'],
    ['1999-12-31'],
    ['2200-01-01'],
    [36_525],
    [109_575],
    [-1],
    [-1e300],
    ['2026-13-00'],
    ['2026-01-99'],
    [999_999],
    [new Date(NaN)],
    [new Date('1999-12-31')],
  ])('is none in %s', cell => {
    expect(outcome(readDay(cell))).toBe('format_date');
  });

  test.each<[Cell]>([
    ['11/2/2026'],
    ['2.11.2026'],
    [1_000_000],
    [Infinity],
    ['2026-01-02 10:00'],
    ['x2026-01-02'],
    ['2026-1-2-3'],
    ['202601'],
    ['26-01-02'],
    ['46024'],
    [true],
  ])('is in none of the forms that are read: %s', cell => {
    expect(outcome(readDay(cell))).toBe('day_written');
  });
});

describe('a number', () => {
  test.each<[Cell, number]>([
    [0, 0],
    [-1.5, -1.5],
    ['１,２３４', 1234],
    ['+5', 5],
    ['-0.25', -0.25],
    ['1e3', 1000],
    ['1E-2', 0.01],
    ['1e10', 1e10],
    ['¥1,200', 1200],
    ['3円', 3],
  ])('is read from %s', (cell, value) => {
    expect(readNumber(cell)).toEqual({ value });
  });

  test.each<[Cell]>([
    [NaN],
    [Infinity],
    [true],
    [new Date('2026-01-02')],
    [{}],
    [''],
    ['1,23'],
    ['1.'],
    ['.5'],
    ['1e'],
    ['1e1000'],
    ['0x10'],
    ['1 2'],
    ['12x'],
    ['x12'],
    ['=1+1'],
  ])('is none in %s', cell => {
    expect(outcome(readNumber(cell))).toBe('type');
  });
});

describe('an amount', () => {
  const MAXIMUM = 99.99;
  it('is not negative, at most the maximum, and has at most two decimals', () => {
    for (const [cell, read] of [
      ['0', 0],
      ['12.34', 12.34],
      ['99.99', 99.99],
      ['100', 'maximum'],
      ['99.995', 'maximum'],
      ['-0.01', 'minimum'],
      ['1.005', 'multiple'],
      ['0.001', 'multiple'],
      ['x', 'type'],
    ] as const)
      expect([cell, outcome(readMoney(cell, MAXIMUM))]).toEqual([cell, read]);
    expect(readMoney('-1', MAXIMUM)).toEqual({ fault: { code: 'minimum', values: { min: 0 } } });
    expect(readMoney('100', MAXIMUM)).toEqual({ fault: { code: 'maximum', values: { max: MAXIMUM } } });
    // Minus zero would be another cost than the stored zero.
    expect(Object.is(outcome(readMoney('-0', MAXIMUM)), 0)).toBe(true);
    expect([1, 1.1, 1.11, 1.111, 1.005].map(isMoney)).toEqual([true, true, true, false, false]);
  });
});

test('a flag is read from words of the three languages, in any width and case', () => {
  const words = ['TRUE', ' Ｙｅｓ ', '有効', 'オン', '是', '1', 'FALSE', 'Ｎ', '無効', '停用', '-', '0'];
  expect(words.map(word => outcome(readFlag(word)))).toEqual([
    ...Array.from({ length: 6 }, () => true),
    ...Array.from({ length: 6 }, () => false),
  ]);
  expect([true, false].map(flag => outcome(readFlag(flag)))).toEqual([true, false]);
  expect([1, 0, 2, '', 'maybe', '10'].map(cell => outcome(readFlag(cell)))).toEqual([
    true,
    false,
    'type',
    'type',
    'type',
    'type',
  ]);
});

test('a text is read unchanged, unless it cannot be stored', () => {
  expect(
    [' a\r\nb ', '=1', 12, true, new Date('2026-01-02T10:00:00Z')].map(cell => outcome(readText(cell))),
  ).toEqual([' a\r\nb ', '=1', '12', 'true', '2026-01-02']);
  expect(outcome(readText('a\0b'))).toBe('text');
  expect(wordOf({ a: [1] })).toBe('{"a":[1]}');
});

test('an object is read from JSON in a cell, or from a JSON file', () => {
  expect(outcome(readObject('{"a":[1]}'))).toEqual({ a: [1] });
  expect(outcome(readObject({ a: 1 }))).toEqual({ a: 1 });
  expect(outcome(readObject('null'))).toBeNull();
  expect(
    ['{', '"a"', '1', 5, true, new Date('2026-01-02'), '{"a":"b\\u0000"}'].map(cell =>
      outcome(readObject(cell)),
    ),
  ).toEqual(['format', 'type', 'type', 'type', 'type', 'type', 'text']);
});

test('a name is found exactly, or else in any width and case, and only if it is one', () => {
  const find = createNames([
    { id: 1, name: 'Ad' },
    { id: 2, name: 'ＡＤ' },
    { id: 3, name: 'Other ' },
    { id: 4, name: 'twice' },
    { id: 5, name: 'twice' },
  ]);
  expect(['Ad', 'ＡＤ', 'ad', 'other', 'twice', 'none'].map(name => outcome(find(name)))).toEqual([
    1,
    2,
    'several',
    3,
    'several',
    'no_such',
  ]);
});
