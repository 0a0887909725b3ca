/**
 * What one yen more would bring: the marginal response of an ad's daily conversions (or sales) to its daily cost. Pure.
 *
 * The slope is that of the least-squares line through the days, not below zero: money is not thought to drive buyers away. A line through few days says more about
 * chance than about the ad, so it is shrunk towards the average response (what came of all the cost together): of n days with cost it counts n / (n + {@link PRIOR_DAYS}).
 * With fewer than {@link FEWEST_DAYS} such days, or where each day cost the same, the average alone counts.
 */

/** A day's cost in yen, and what came of it. */
export interface DayResponse { readonly cost: number; readonly value: number }

export interface Response {
  /** Per yen. */
  readonly slope: number;
  /** Days with cost. */
  readonly days: number;
  readonly basis: 'regression' | 'average' | 'none';
}

export const FEWEST_DAYS = 14;
export const PRIOR_DAYS = 14;

export const marginalResponse = (all: readonly DayResponse[]): Response => {
  const days = all.filter(({ cost }) => cost > 0);
  const sum = (list: readonly DayResponse[], pick: (day: DayResponse) => number) => list.reduce((total, day) => total + pick(day), 0);
  const cost = sum(all, day => day.cost);
  if (days.length === 0 || cost <= 0) return { slope: 0, days: 0, basis: 'none' };
  const average = Math.max(0, sum(all, day => day.value) / cost);
  const [meanCost, meanValue] = [cost / all.length, sum(all, day => day.value) / all.length];
  const spread = sum(all, day => (day.cost - meanCost) ** 2);
  if (days.length < FEWEST_DAYS || spread === 0) return { slope: average, days: days.length, basis: 'average' };
  const line = Math.max(0, sum(all, day => (day.cost - meanCost) * (day.value - meanValue)) / spread);
  const weight = days.length / (days.length + PRIOR_DAYS);
  return { slope: weight * line + (1 - weight) * average, days: days.length, basis: 'regression' };
};

/** What is to be expected at another cost: never less than nothing. */
export const expectedAt = (present: number, slope: number, presentCost: number, cost: number): number => Math.max(0, present + slope * (cost - presentCost));
