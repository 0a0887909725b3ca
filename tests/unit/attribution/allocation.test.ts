import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  adjusted,
  allocateBudget,
  readAdjustments,
} from '../../../server/reports/analyses/allocation/budget-allocation.ts';
import {
  expectedAt,
  FEWEST_DAYS,
  marginalResponse,
  PRIOR_DAYS,
} from '../../../server/reports/analyses/allocation/marginal-response.ts';

const sum = (list: readonly bigint[]) => list.reduce((a, b) => a + b, 0n);

describe('the shares of a budget', () => {
  it('sum to the pool to the yen, and each is less than a yen from its exact value', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 12n }),
        fc.array(fc.bigInt({ min: 0n, max: 10n ** 15n }), { minLength: 1, maxLength: 40 }),
        (pool, basis) => {
          const shares = allocateBudget(pool, basis);
          const total = sum(basis);
          if (total === 0n) {
            expect(shares).toBeNull();
            return;
          }
          expect(sum(shares ?? [])).toBe(pool);
          for (const [index, share] of (shares ?? []).entries()) {
            const away = share * total - pool * (basis[index] ?? 0n);
            expect(away < total && away > -total).toBe(true);
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  it('get the remaining yen by the largest remainders, equal ones in order', () => {
    expect(allocateBudget(100n, [1n, 1n, 1n])).toEqual([34n, 33n, 33n]);
    expect(allocateBudget(10n, [1n, 2n, 4n])).toEqual([1n, 3n, 6n]);
    expect(allocateBudget(0n, [3n, 0n])).toEqual([0n, 0n]);
    expect(allocateBudget(100n, [0n, 0n])).toBeNull();
  });

  it('are adjusted by percent (rounded half up) or by yen, never below zero', () => {
    const of = (text: string) => readAdjustments(text)?.get(1);
    expect(adjusted(1005n, of('1:1:10'))).toBe(1106n);
    expect(adjusted(1005n, of('1:1:-10'))).toBe(905n);
    expect(adjusted(100n, of('1:1:0.5'))).toBe(101n);
    expect(adjusted(100n, of('1:1:-100'))).toBe(0n);
    expect(adjusted(100n, of('1:2:-101'))).toBe(0n);
    expect(adjusted(100n, of('1:2:+50'))).toBe(150n);
    expect(adjusted(100n, undefined)).toBe(100n);
  });

  it('have adjustments that are read from a text or refused', () => {
    expect([...(readAdjustments('1:1:-12.5,22:2:5000') ?? [])]).toEqual([
      [1, { unit: 'percent', hundredths: -1250n }],
      [22, { unit: 'yen', yen: 5000n }],
    ]);
    expect(readAdjustments('')?.size).toBe(0);
    for (const wrong of [
      '1',
      '1:3:5',
      '1:2:0.5',
      '1:1:0.125',
      '1:1:5,1:2:7',
      'x:1:1',
      '1:1:1e9',
      '1:1:NaN',
      '-1:1:1',
    ])
      expect([wrong, readAdjustments(wrong)]).toEqual([wrong, null]);
  });
});

describe('the marginal response', () => {
  const responseTo = (days: readonly { readonly cost: number; readonly value: number }[]) =>
    marginalResponse(
      days.map(({ cost }) => cost),
      days.map(({ value }) => value),
    );
  const line = (days: number) =>
    Array.from({ length: days }, (_, day) => ({
      cost: 1000 + 100 * day,
      value: 3 + (1000 + 100 * day) / 500,
    }));

  it('is close to the regression line for many days and to the average for few', () => {
    const { slope, basis, days } = responseTo(line(90));
    const average =
      line(90).reduce((all, day) => all + day.value, 0) / line(90).reduce((all, day) => all + day.cost, 0);
    expect([basis, days]).toEqual(['regression', 90]);
    expect(slope).toBeCloseTo((90 / 104) * (1 / 500) + (14 / 104) * average, 12);
    expect(responseTo(line(FEWEST_DAYS - 1)).basis).toBe('average');
    expect(responseTo(Array.from({ length: 30 }, () => ({ cost: 100, value: 2 })))).toEqual({
      slope: 0.02,
      days: 30,
      basis: 'average',
    });
    expect(responseTo([{ cost: 0, value: 5 }])).toEqual({ slope: 0, days: 0, basis: 'none' });
    expect(responseTo([])).toEqual({ slope: 0, days: 0, basis: 'none' });
  });

  it('is that of the least squares, shrunk by the days with cost, from the fewest days on', () => {
    const day = fc.record({ cost: fc.nat(1000), value: fc.nat(100) });
    const costly = fc.record({ cost: fc.integer({ min: 1, max: 1000 }), value: fc.nat(100) });
    const noisy = fc
      .tuple(
        fc.array(costly, { minLength: FEWEST_DAYS, maxLength: FEWEST_DAYS }),
        fc.array(day, { maxLength: 40 }),
      )
      .map(([first, more]) => [...first, ...more]);
    fc.assert(
      fc.property(noisy, all => {
        const total = (of: (day: { readonly cost: number; readonly value: number }) => number) =>
          all.reduce((so, one) => so + of(one), 0);
        const [costs, values] = [total(one => one.cost), total(one => one.value)];
        // The normal equations in whole numbers, which a double represents exactly.
        const below = all.length * total(({ cost }) => cost * cost) - costs * costs;
        fc.pre(below > 0);
        const above = all.length * total(({ cost, value }) => cost * value) - costs * values;
        const days = all.filter(({ cost }) => cost > 0).length;
        const found = responseTo(all);
        expect([found.basis, found.days]).toEqual(['regression', days]);
        expect(found.slope).toBeCloseTo(
          (days * Math.max(0, above / below) + PRIOR_DAYS * (values / costs)) / (days + PRIOR_DAYS),
          9,
        );
      }),
      { examples: [[line(FEWEST_DAYS)], [[...line(FEWEST_DAYS), { cost: 0, value: 4 }]]] },
    );
    expect([expectedAt(3, 2, 500, 501), expectedAt(3, 2, 500, 499), expectedAt(3, 2, 500, 498)]).toEqual([
      5, 1, 0,
    ]);
  });

  it('is never below zero, nor is the expected number of conversions', () => {
    const days = fc.array(
      fc.record({ cost: fc.nat(10 ** 8).map(cents => cents / 100), value: fc.nat(1000) }),
      { maxLength: 90 },
    );
    fc.assert(
      fc.property(days, fc.double({ min: 0, max: 1e9, noNaN: true }), (all, cost) => {
        const { slope } = responseTo(all);
        expect(slope).toBeGreaterThanOrEqual(0);
        expect(expectedAt(3, slope, 500, cost)).toBeGreaterThanOrEqual(0);
        expect(expectedAt(3, slope, cost, cost)).toBe(3);
      }),
      { numRuns: 100 },
    );
  });
});
