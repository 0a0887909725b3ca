import { describe, expect, it, test } from 'vitest';
import {
  createVisitors,
  isVisitor,
  readCookie,
  setVisitorCookie,
  visitorCookie,
} from '../../../server/collector/visitors.ts';

test.each([
  ['1', true],
  ['9007199254740993', true],
  ['9999999999999999999', true],
  ['18446744073709551615', true],
  ['18446744073709551616', false],
  ['99999999999999999999', false],
  ['100000000000000000000', false],
  ['0', false],
  ['01', false],
  ['', false],
  ['-1', false],
  ['1 ', false],
  ['x1', false],
  ['1.5', false],
])('%j is the id of a visitor: %s', (text, is) => {
  expect(isVisitor(text)).toBe(is);
});

it('visitors get the random numbers one after another, without zero, and new ones when all are used', () => {
  let filled = 0;
  const visitorOf = createVisitors(ids => {
    filled += 1;
    for (let at = 0; at < ids.length; at++) ids[at] = at === 1 ? 0n : BigInt(filled * 1_000 + at);
  });
  expect([visitorOf(), visitorOf()]).toEqual(['1000', '1002']);
  const rest = Array.from({ length: 254 }, () => visitorOf());
  expect([rest.at(-2), rest.at(-1), filled]).toEqual(['1255', '2000', 2]);
});

it('visitors are made of 64 random bits', () => {
  const visitorOf = createVisitors();
  const ids = Array.from({ length: 300 }, () => visitorOf());
  expect(new Set(ids).size).toBe(300);
  expect(ids.every(isVisitor)).toBe(true);
  expect(ids.filter(id => BigInt(id) >= 2n ** 63n).length).toBeGreaterThan(80);
});

describe('the cookie of a visitor', () => {
  test.each([
    ['tpv3=7', '7'],
    ['a=1; tpv3=7; b=2', '7'],
    ['a=1;tpv3=7 ;b=2', '7'],
    ['a=1;   tpv3=', ''],
    ['tpv3=7=8', '7=8'],
    ['tpv3=1; tpv3=2', '1'],
    ['xtpv3=7', null],
    ['tpv33=7', null],
    ['a=tpv3=7', null],
    ['tpv3', null],
    [';;', null],
    ['', null],
    [undefined, null],
  ])('of %j is %j', (header, value) => {
    expect(readCookie(header, 'tpv3')).toBe(value);
  });

  it('is one for each company, for a year, and for encrypted connections where there are such', () => {
    expect(visitorCookie(3)).toBe('tpv3');
    expect(setVisitorCookie(3, '7', false)).toBe('tpv3=7; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax');
    expect(setVisitorCookie(3, '7', true)).toBe(
      'tpv3=7; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure',
    );
  });
});
