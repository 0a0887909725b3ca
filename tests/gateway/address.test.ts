import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseSearch, safeTarget, stringifySearch } from '../../src/console/address.ts';
import { productOf } from '../../src/console/product.ts';

const text = fc.string({ minLength: 1, unit: 'grapheme' }).filter(value => !/\p{Surrogate}/u.test(value));
const name = text.filter(value => value !== '__proto__');

describe('the query of an address', () => {
  test('reads back byte for byte as written', () =>
    fc.assert(
      fc.property(fc.dictionary(name, text, { noNullPrototype: true }), search => {
        const written = stringifySearch(search);
        expect(parseSearch(written)).toEqual(search);
        expect(stringifySearch(parseSearch(written))).toBe(written);
      }),
    ));

  test('keeps ids as text', () => {
    expect(parseSearch('?ad=662E41&visitor=18446744073709551615&n=007&flag=true')).toEqual({
      ad: '662E41',
      visitor: '18446744073709551615',
      n: '007',
      flag: 'true',
    });
  });

  test('joins arrays by commas, and reads a repeated name as one array', () => {
    expect(stringifySearch({ ad_id: [1, 2, 30], from: '2026-02-28' })).toBe('?ad_id=1,2,30&from=2026-02-28');
    expect(parseSearch('?a=1&a=2,3')).toEqual({ a: '1,2,3' });
  });

  test('omits empty values and values that are not numeric', () => {
    expect(stringifySearch({ a: '', b: undefined, c: null, d: Number.NaN, e: [], f: 0, g: {} })).toBe('?f=0');
  });
});

describe('the page after signing in', () => {
  const origin = 'https://console.example';
  test.each([
    '/analyze/attribution?product_id=2&model=4#row-3',
    '/log/reference?q=%E6%97%A5%E6%9C%AC',
    '/dashboard',
  ])('is %s if the address names it', target => {
    expect(safeTarget(target, origin)).toBe(target);
  });

  test.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    'javascript:alert(1)',
    'dashboard',
    '',
    undefined,
    null,
    7,
    '/login?to=/login',
    '/..//evil.example',
  ])('is never %j', target => {
    const safe = safeTarget(target, origin);
    expect(new URL(safe, origin).origin).toBe(origin);
    expect(safe.startsWith('/') && !safe.startsWith('//') && !safe.startsWith('/login')).toBe(true);
  });

  test('is on this origin for any address', () =>
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webUrl(),
          fc
            .array(fc.constantFrom('/', '\\', '.', 'evil.example', '\t', '@', ':', '%2f'))
            .map(parts => parts.join('')),
        ),
        target => {
          const safe = safeTarget(target, origin);
          return safe.startsWith('/') && new URL(safe, origin).origin === origin;
        },
      ),
      { numRuns: 500 },
    ));
});

describe('the product of a screen', () => {
  const products = [
    { id: 1, title: '本店' },
    { id: 2, title: 'é' },
  ];
  test('is that of the address, else the last one chosen, else the first', () => {
    expect(productOf('2', 1, products)?.id).toBe(2);
    expect(productOf(undefined, 2, products)?.id).toBe(2);
    expect(productOf(undefined, 9, products)?.id).toBe(1);
    expect(productOf(undefined, null, [])).toBeNull();
  });
  test('is none if the address names an unknown id, never another product', () => {
    for (const address of ['3', '', '02', '1e0', '-1', '１'])
      expect(productOf(address, 1, products)).toBeNull();
  });
});
