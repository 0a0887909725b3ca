import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { apportion, apportionTo } from '../../../server/attribution/largest-remainder.ts';

describe('apportioning', () => {
  it('keeps the sum and moves no share by a full unit', () => {
    fc.assert(
      fc.property(
        fc.array(fc.bigInt({ min: 0n, max: 10n ** 18n }), { maxLength: 20 }),
        fc.bigInt({ min: 1n, max: 10n ** 9n }),
        (shares, unit) => {
          const rest = shares.reduce((a, b) => a + b, 0n) % unit;
          const even = rest === 0n ? shares : [...shares, unit - rest];
          const found = apportion(even, unit);
          expect(found.reduce((a, b) => a + b, 0n) * unit).toBe(even.reduce((a, b) => a + b, 0n));
          found.forEach((value, index) => {
            const off = value * unit - (even[index] ?? 0n);
            expect(off > -unit && off < unit).toBe(true);
          });
        },
      ),
    );
  });

  it('gives the remainder to the first of equal shares', () => {
    expect(apportion([5n, 5n, 5n, 5n], 10n)).toEqual([1n, 1n, 0n, 0n]);
  });

  it('gives it to the largest remainders, and refuses shares that are no whole together', () => {
    expect(apportion([15n, 18n, 17n], 10n)).toEqual([1n, 2n, 2n]);
    expect(apportion([9n, 30n, 1n], 10n)).toEqual([1n, 3n, 0n]);
    expect(() => apportion([5n, 4n], 10n)).toThrow(RangeError);
  });

  it('rounds shares with a sum less than a unit from the total, and scales others to it', () => {
    expect(apportionTo([0n, 1n, 10n], 10n, 2n)).toEqual([0n, 1n, 1n]);
    expect(apportionTo([0n, 0n, 10n], 10n, 2n)).toEqual([0n, 0n, 2n]);
    expect(apportionTo([0n, 8n, 21n], 10n, 2n)).toEqual([0n, 0n, 2n]);
    expect(apportionTo([0n, 0n, 10n], 10n, 0n)).toEqual([0n, 0n, 0n]);
  });

  it('sums to any total, however far it is from the sum of the shares', () => {
    fc.assert(
      fc.property(
        fc.array(fc.bigInt({ min: 1n, max: 9n }), { minLength: 1, maxLength: 9 }),
        fc.bigInt({ min: 0n, max: 200n }),
        (shares, total) => {
          const found = apportionTo(shares, 10n, total);
          expect(found.reduce((a, b) => a + b, 0n)).toBe(total);
          expect(found.every(value => value >= 0n)).toBe(true);
        },
      ),
    );
  });
});
