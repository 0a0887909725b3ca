import type { LpoEntry } from '../store/postgres/schema/index.ts';
import type { ProductPlan } from './products.ts';
import type { Random } from './random.ts';

export interface RedirectPlan {
  readonly redirectUrl: string;
  readonly redirectFlag: boolean;
  readonly lpoFlag: boolean;
  readonly lpoEntries: LpoEntry[];
  readonly dynamicLpUrl: boolean;
}

/** Integer percentages in proportion to weights, with a sum of 100. */
const percents = (weights: readonly number[]): number[] => {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let passed = 0;
  return weights.map(weight => {
    const from = Math.round((passed / total) * 100);
    passed += weight;
    return Math.round((passed / total) * 100) - from;
  });
};

const lpoOf = (random: Random, product: ProductPlan, count: number): LpoEntry[] => {
  const landings = product.landings.slice(0, count);
  const rates = percents(landings.map((_, i) => (count === 1 ? 100 : random.integer(1, 6) * 10 + i)));
  return landings.map(([path, title], i) => ({
    title,
    url: `https://${product.domain}${path}`,
    rate: rates[i]!,
  }));
};

/** Redirects of an ad, the main one first. @param landing URL of its landing page */
export const planRedirects = (
  random: Random,
  product: ProductPlan,
  landing: string,
): readonly [RedirectPlan, ...RedirectPlan[]] => {
  const lpo = () => lpoOf(random, product, random.integer(1, 5));
  const withLpo = random.chance(0.3);
  const main = {
    redirectUrl: landing,
    redirectFlag: !random.chance(0.04),
    lpoFlag: withLpo,
    lpoEntries: withLpo ? lpo() : [],
    dynamicLpUrl: random.chance(0.06),
  };
  if (!random.chance(0.12)) return [main];
  const second = {
    redirectUrl: `https://${product.domain}/`,
    redirectFlag: true,
    lpoFlag: true,
    lpoEntries: lpo(),
    dynamicLpUrl: false,
  };
  return [main, second];
};
