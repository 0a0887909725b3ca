import { expect, it } from 'vitest';
import {
  ACCEPTED_SKEW,
  balance,
  loadsOf,
  placeAll,
  rebuildWaits,
  simulate,
  skewOf,
} from '../../../scripts/simulation.ts';
import { createRandom } from '../../../server/seed/random.ts';

const MODEL = { companies: 100, productsPerCompany: 10, exponent: 1, slices: 4, events: 1e9, seed: 3 };
const product = (id: number, slice: number, share: number) => ({ id, slice, share });

it('places every product by its partition, and shares sum to one', () => {
  const products = placeAll(MODEL, createRandom(3));
  expect(products.map(({ id }) => id)).toEqual(Array.from({ length: 1000 }, (_, at) => at + 1));
  // 1,024 partitions on four slices: 256 each.
  expect([255, 256, 511, 512, 768].map(id => products[id - 1]?.slice)).toEqual([0, 1, 1, 2, 3]);
  const loads = loadsOf(products, 4);
  expect(loads.reduce((sum, load) => sum + load, 0)).toBeCloseTo(1, 12);
  const [largest = 0, second = 0] = products.map(({ share }) => share).toSorted((a, b) => b - a);
  expect(largest / second).toBeCloseTo(2, 12);
});

it('moves the largest product that makes the slices more even, and stops where none does', () => {
  const products = [product(1, 0, 0.4), product(2, 0, 0.2), product(3, 0, 0.15), product(4, 1, 0.25)];
  expect(skewOf(loadsOf(products, 2))).toBeCloseTo(1.5, 12);
  // Half of the difference of 0.75 and 0.25 is 0.25: the product of 0.4 would only turn the difference around.
  expect(balance(products, 2)).toEqual([0.2]);
  expect(products.map(({ slice }) => slice)).toEqual([0, 1, 0, 1]);
  const single = [product(1, 0, 0.9), product(2, 1, 0.1)];
  expect(balance(single, 2)).toEqual([]);
});

it('lets rebuilds of a slice wait for each other, and not for those of another', () => {
  const always = { ...createRandom(1), chance: () => true, next: () => 0 };
  const products = [product(1, 0, 0.5), product(2, 0, 0.25), product(3, 1, 0.25)];
  // A million events a month for a year: 12 million, 2 s each.
  expect(rebuildWaits(products, { slices: 2, events: 1e6 }, always)).toEqual([0, 0, 12]);
});

it('gives equal figures for equal seeds, and accepts the balanced skew', () => {
  expect(simulate(MODEL)).toEqual(simulate(MODEL));
  const { placedSkew, balancedSkew, rebuildAll } = simulate({ ...MODEL, slices: 8 });
  expect(balancedSkew).toBeLessThanOrEqual(Math.min(placedSkew, ACCEPTED_SKEW));
  expect(rebuildAll).toBeGreaterThan((24_000 / 8) * 0.99);
});
