import { describe, expect, it } from 'vitest';
import { storedTime } from '../../../server/collector/rows.ts';
import {
  hasControl,
  sanitized,
  sanitizedReferrer,
  URL_LIMIT,
  wellFormed,
} from '../../../server/collector/text.ts';

const REPLACED = '\ufffd';

describe('a stored text', () => {
  it.each([
    ['a\ud800b\udc00', `a${REPLACED}b${REPLACED}`],
    ['\ud83d\ude00', '\ud83d\ude00'],
    ['\ude00\ud83d', REPLACED.repeat(2)],
    ['注文', '注文'],
  ])('from %j has no unpaired surrogate', (text, formed) => {
    expect(wellFormed(text)).toBe(formed);
  });

  it.each([
    ['\u0000', true],
    ['\u001f', true],
    ['\u007f', true],
    [' ', false],
    ['~', false],
    ['\u0080', false],
    ['a\nb', true],
    ['', false],
  ])('from %j has a control character: %s', (text, has) => {
    expect([hasControl(text), sanitized(text, 10)]).toEqual([has, text.replace(/[^ ~\u0080ab]/g, REPLACED)]);
  });

  it.each<[string, number, string]>([
    ['a\u0000\u0001b', 4, `a${REPLACED}${REPLACED}b`],
    ['abcde', 4, 'abcd'],
    ['abcd', 4, 'abcd'],
    ['abc\ud83d\ude00', 4, `abc${REPLACED}`],
    ['abc\ud83d', 4, 'abc\ud83d'],
    ['\r\nabc', 3, `${REPLACED}${REPLACED}a`],
  ])('from %j fits into %i characters', (text, limit, stored) => {
    expect(sanitized(text, limit)).toBe(stored);
  });

  const address = (length: number) => 'https://shop.example/'.padEnd(length, 'p');
  it.each<[string, string, string]>([
    ['at the limit is kept', address(URL_LIMIT), address(URL_LIMIT)],
    ['beyond the limit is cut to its origin', address(URL_LIMIT + 1), 'https://shop.example/'],
    ['beyond the limit without an origin is empty', 'p'.repeat(URL_LIMIT + 1), ''],
    ['within the limit is kept in storable form if it is no address', 'p\n', `p${REPLACED}`],
  ])('of a referrer %s', (_, text, stored) => {
    expect(sanitizedReferrer(text)).toBe(stored);
  });
});

it('a time is stored in UTC to the millisecond, also after another one', () => {
  const at = Date.UTC(2026, 1, 28, 23, 59, 59, 999);
  expect([at, at, at + 1, at].map(storedTime)).toEqual([
    '2026-02-28 23:59:59.999',
    '2026-02-28 23:59:59.999',
    '2026-03-01 00:00:00.000',
    '2026-02-28 23:59:59.999',
  ]);
});
