import { describe, expect, it } from 'vitest';
import {
  bestOthers,
  compareRates,
  erfc,
} from '../../../server/reports/analyses/landing-pages/proportions.ts';

describe('whether two rates differ', () => {
  it('is decided by the pooled z test, as computed by hand', () => {
    // 120 of 1000 against 90 of 1000: pooled 0.105, standard error sqrt(0.105 * 0.895 * 2 / 1000) = 0.013710,
    // z = 0.03 / 0.013710 = 2.1882, p = 0.02865.
    const { enough, z, p } = compareRates({ successes: 120, trials: 1000 }, { successes: 90, trials: 1000 });
    expect(enough).toBe(true);
    expect(z).toBeCloseTo(2.1882, 3);
    expect(p).toBeCloseTo(0.02865, 4);
    expect(compareRates({ successes: 90, trials: 1000 }, { successes: 120, trials: 1000 })).toMatchObject({
      z: -(z ?? 0),
      p,
    });
    expect(compareRates({ successes: 50, trials: 1000 }, { successes: 50, trials: 1000 }).p).toBeCloseTo(
      1,
      6,
    );
  });

  it('is undecided for few or no contacts, or for more conversions than contacts', () => {
    for (const [one, other] of [
      [
        [4, 100],
        [4, 100],
      ],
      [
        [0, 0],
        [0, 0],
      ],
      [
        [0, 1000],
        [0, 1000],
      ],
      [
        [30, 20],
        [10, 20],
      ],
      [
        [1000, 1000],
        [1000, 1000],
      ],
    ] as const) {
      expect(
        compareRates({ successes: one[0], trials: one[1] }, { successes: other[0], trials: other[1] }),
      ).toEqual({ enough: false, z: null, p: null });
    }
  });

  it('is correct in the tails of the normal distribution', () => {
    for (const [x, value] of [
      [0, 1],
      [0.5, 0.4795001222],
      [1, 0.157299207],
      [2, 0.004677735],
      [-1, 1.8427007929],
      [3.5, 7.431e-7],
    ] as const)
      expect(Math.abs(erfc(x) / value - 1)).toBeLessThan(2e-7 + (x === 3.5 ? 1e-4 : 0));
  });
});

describe('the page to compare with', () => {
  it('is the best other page with visits', () => {
    const rate = (key: string, successes: number, trials: number) => ({ key, successes, trials });
    const best = (rates: ReturnType<typeof rate>[]) =>
      [...bestOthers(rates)].map(([key, { key: other }]) => [key, other]);
    expect(best([rate('a', 5, 100), rate('b', 9, 100), rate('c', 7, 100), rate('d', 3, 0)])).toEqual([
      ['a', 'b'],
      ['b', 'c'],
      ['c', 'b'],
      ['d', 'b'],
    ]);
    expect(best([rate('a', 5, 100)])).toEqual([]);
    expect(best([rate('a', 5, 100), rate('b', 10, 200), rate('c', 1, 100)])).toEqual([
      ['a', 'b'],
      ['b', 'a'],
      ['c', 'b'],
    ]);
  });
});
