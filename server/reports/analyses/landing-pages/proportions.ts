/**
 * Whether two conversion rates differ by more than chance: the two-sided z test of two proportions with the
 * pooled rate. Pure.
 *
 * Source: J. L. Fleiss, B. Levin, M. C. Paik, "Statistical Methods for Rates and Proportions", 3rd ed.
 * (2003), sections 2.4 (the test, here without the correction for continuity) and 2.1 (each of the four
 * expected counts should be 5 or more, else the normal approximation is poor).
 */

/** A number of conversions out of a number of contacts. */
export interface Rate {
  readonly successes: number;
  readonly trials: number;
}

export interface Difference {
  /** Both samples are large enough, and neither has more conversions than contacts. */
  readonly enough: boolean;
  /**
   * The difference of the first rate from the second in standard errors; null where the samples are too small
   * or no difference is possible.
   */
  readonly z: number | null;
  /** The probability that chance alone makes a difference at least as large. */
  readonly p: number | null;
}

/** Minimum expected number of each outcome for the normal approximation of the test. */
const MIN_EXPECTED_EVENTS = 5;

/**
 * The complementary error function, to 1.2e-7 of its value. Source: W. H. Press et al., "Numerical Recipes in
 * C", 2nd ed. (1992), section 6.2 (erfcc, a Chebyshev fit).
 */
export const erfc = (x: number): number => {
  const t = 1 / (1 + Math.abs(x) / 2);
  const fit = [
    -1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398, 1.48851587,
    -0.82215223, 0.17087277,
  ].reduceRight((sum, factor) => sum * t + factor, 0);
  const tail = t * Math.exp(-x * x + fit);
  return x >= 0 ? tail : 2 - tail;
};

export const compareRates = (one: Rate, other: Rate): Difference => {
  const trials = one.trials + other.trials;
  const pooled = (one.successes + other.successes) / trials;
  const expected = [one, other].flatMap(({ trials: n }) => [n * pooled, n * (1 - pooled)]);
  const sound = one.successes <= one.trials && other.successes <= other.trials;
  if (!sound || !expected.every(count => count >= MIN_EXPECTED_EVENTS))
    return { enough: false, z: null, p: null };
  const z =
    (one.successes / one.trials - other.successes / other.trials) /
    Math.sqrt(pooled * (1 - pooled) * (1 / one.trials + 1 / other.trials));
  return { enough: true, z, p: erfc(Math.abs(z) / Math.SQRT2) };
};

/**
 * For each rate of one redirect the best other one that has contacts; of equal rates the one with more
 * contacts, then the first.
 */
export const bestOthers = (
  rates: readonly (Rate & { readonly key: string })[],
): ReadonlyMap<string, Rate & { readonly key: string }> => {
  const order = rates
    .filter(({ trials }) => trials > 0)
    .toSorted((a, b) => b.successes * a.trials - a.successes * b.trials || b.trials - a.trials);
  return new Map(
    rates.flatMap(({ key }) => {
      const best = order.find(other => other.key !== key);
      return best === undefined ? [] : [[key, best] as const];
    }),
  );
};
