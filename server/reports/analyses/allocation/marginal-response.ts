/**
 * What one yen more would bring: the marginal response of an ad's daily conversions (or sales) to its daily
 * cost. Pure.
 *
 * The slope is that of the least-squares line through the days, not below zero: money is not thought to drive
 * buyers away. A line through few days says more about
 * chance than about the ad, so it is shrunk towards the average response (what came of all the cost
 * together): of n days with cost it counts n / (n + {@link PRIOR_DAYS}).
 * With fewer than {@link FEWEST_DAYS} such days, or where each day cost the same, the average alone counts.
 */

export interface Response {
  /** Per yen. */
  readonly slope: number;
  /** Days with cost. */
  readonly days: number;
  readonly basis: 'regression' | 'average' | 'none';
}

export const FEWEST_DAYS = 14;
export const PRIOR_DAYS = 14;

// Hundreds of ads are asked about for every answer, so what follows is plain loops; a product is the same
// whoever compiles it, a power is not.
const sum = (list: readonly number[]): number => {
  let total = 0;
  for (const one of list) total += one;
  return total;
};

/** The sum of the products of how far each is from its mean. */
const spreadOf = (one: readonly number[], other: readonly number[]): number => {
  const [meanOne, meanOther] = [sum(one) / one.length, sum(other) / other.length];
  let total = 0;
  for (let index = 0; index < one.length; index += 1)
    total += ((one[index] ?? 0) - meanOne) * ((other[index] ?? 0) - meanOther);
  return total;
};

/** @param costs of each day, in yen @param values what came of it on the same days */
export const marginalResponse = (costs: readonly number[], values: readonly number[]): Response => {
  const days = costs.filter(cost => cost > 0).length;
  const cost = sum(costs);
  if (days === 0 || cost <= 0) return { slope: 0, days: 0, basis: 'none' };
  const average = Math.max(0, sum(values) / cost);
  const spread = spreadOf(costs, costs);
  if (days < FEWEST_DAYS || spread === 0) return { slope: average, days, basis: 'average' };
  const line = Math.max(0, spreadOf(costs, values) / spread);
  const weight = days / (days + PRIOR_DAYS);
  return { slope: weight * line + (1 - weight) * average, days, basis: 'regression' };
};

/** What is to be expected at another cost: never less than nothing. */
export const expectedAt = (present: number, slope: number, presentCost: number, cost: number): number =>
  Math.max(0, present + slope * (cost - presentCost));
