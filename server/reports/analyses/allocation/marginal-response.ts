/**
 * The marginal response of an ad's daily conversions (or sales) to one more yen of daily cost. Pure.
 *
 * The slope is that of the least-squares line through the days, not below zero: cost is assumed not to reduce
 * sales. A line through few days is dominated by chance, so it is shrunk towards the average response (the
 * outcome of the total cost): with n days of cost its weight is n / (n + {@link PRIOR_DAYS}).
 * With fewer than {@link FEWEST_DAYS} such days, or the same cost on each day, only the average counts.
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

// Each answer evaluates this for hundreds of ads, hence plain loops. A product has the same bits under every
// compiler, a power does not.
const sum = (list: readonly number[]): number => {
  let total = 0;
  for (const one of list) total += one;
  return total;
};

/** The sum of the products of the deviations from the mean. */
const spreadOf = (one: readonly number[], other: readonly number[]): number => {
  const [meanOne, meanOther] = [sum(one) / one.length, sum(other) / other.length];
  let total = 0;
  for (let index = 0; index < one.length; index += 1)
    total += ((one[index] ?? 0) - meanOne) * ((other[index] ?? 0) - meanOther);
  return total;
};

/** @param costs of each day, in yen @param values the outcome of the same days */
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

/** The expected outcome at another cost, never below zero. */
export const expectedAt = (present: number, slope: number, presentCost: number, cost: number): number =>
  Math.max(0, present + slope * (cost - presentCost));
