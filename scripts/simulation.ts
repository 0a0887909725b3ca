import { createRandom, type Random } from '../server/seed/random.ts';
import { PARTITIONS } from '../server/store/postgres/slices/placements.ts';

/** A model of many products on several slices: how evenly they are divided, and how long rebuilds wait. */

export interface Model {
  readonly companies: number;
  readonly productsPerCompany: number;
  /** Exponent of the power law by which companies, and the products of each, differ in size. */
  readonly exponent: number;
  readonly slices: number;
  /** Events a month of all products. */
  readonly events: number;
  readonly seed: number;
}

/** A product, with its share of all events. */
interface SimulatedProduct {
  readonly id: number;
  share: number;
  slice: number;
}

/** Largest load of a slice relative to the mean that is accepted. */
export const ACCEPTED_SKEW = 1.2;
const MONTHS = 12;
/** Deviation of the logarithm of a product's growth in a month. */
const GROWTH = 0.25;
/** Changes a month of a rule that rebuilds the rollups of a product. */
const RULE_CHANGES = 0.2;
/** Seconds of a rebuild for a million contacts: docs/benchmarks.md. */
const REBUILD_SECONDS = 2;
const MONTH_SECONDS = 30 * 86_400;

const normalized = (products: readonly SimulatedProduct[]): void => {
  const sum = products.reduce((total, { share }) => total + share, 0);
  for (const product of products) product.share /= sum;
};

/** Products in random order of creation, each where its partition is. */
export const placeAll = (model: Model, random: Random): SimulatedProduct[] => {
  const { companies, productsPerCompany, exponent, slices } = model;
  const shares = Array.from(
    { length: companies * productsPerCompany },
    (_, at) =>
      (Math.floor(at / productsPerCompany) + 1) ** -exponent * ((at % productsPerCompany) + 1) ** -exponent,
  )
    .map(share => [random.next(), share] as const)
    .toSorted(([a], [b]) => a - b);
  const products = shares.map(([, share], at) => ({
    id: at + 1,
    share,
    slice: Math.floor((((at + 1) % PARTITIONS) * slices) / PARTITIONS),
  }));
  normalized(products);
  return products;
};

/** The share of each slice. */
export const loadsOf = (products: readonly SimulatedProduct[], slices: number): number[] => {
  const loads = Array.from({ length: slices }, () => 0);
  for (const { slice, share } of products) loads[slice]! += share;
  return loads;
};

/** Load of the largest slice relative to the mean. */
export const skewOf = (loads: readonly number[]): number => Math.max(...loads) * loads.length;

/**
 * Moves products from the largest slice to the smallest one until the skew is accepted, or no product is small enough.
 *
 * @returns the shares of the moved products
 */
export const balance = (products: readonly SimulatedProduct[], slices: number): readonly number[] => {
  const moved: number[] = [];
  for (;;) {
    const loads = loadsOf(products, slices);
    if (skewOf(loads) <= ACCEPTED_SKEW) return moved;
    const source = loads.indexOf(Math.max(...loads));
    const target = loads.indexOf(Math.min(...loads));
    const limit = (loads[source]! - loads[target]!) / 2;
    const [largest] = products
      .filter(({ slice, share }) => slice === source && share <= limit)
      .toSorted((a, b) => b.share - a.share);
    if (largest === undefined) return moved;
    largest.slice = target;
    moved.push(largest.share);
  }
};

/** Duration of the rebuild of a share of the events of a year. */
const rebuildSeconds = (share: number, { events }: Pick<Model, 'events'>): number =>
  ((share * events * MONTHS) / 1e6) * REBUILD_SECONDS;

/** Seconds that rebuilds of a month wait in the queue of their slice, ascending. */
export const rebuildWaits = (
  products: readonly SimulatedProduct[],
  model: Pick<Model, 'slices' | 'events'>,
  random: Random,
): readonly number[] => {
  const waits: number[] = [];
  for (let slice = 0; slice < model.slices; slice += 1) {
    const rebuilds = products
      .filter(product => product.slice === slice && random.chance(RULE_CHANGES))
      .map(({ share }) => ({
        at: random.next() * MONTH_SECONDS,
        seconds: rebuildSeconds(share, model),
      }))
      .toSorted((a, b) => a.at - b.at);
    let freeAt = 0;
    for (const { at, seconds } of rebuilds) {
      waits.push(Math.max(0, freeAt - at));
      freeAt = Math.max(freeAt, at) + seconds;
    }
  }
  return waits.toSorted((a, b) => a - b);
};

export interface Outcome {
  readonly placedSkew: number;
  readonly balancedSkew: number;
  readonly firstMoves: number;
  /** Mean over a year in which products grow differently. */
  readonly movesPerMonth: number;
  /** Largest share of events that a month's moves copied. */
  readonly largestMove: number;
  /** Largest share of a single product. */
  readonly largestProduct: number;
  /** Longest wait of a rebuild behind others, in seconds. */
  readonly longestWait: number;
  /** Seconds until everything is rebuilt, as after an upgrade that changes rollups. */
  readonly rebuildAll: number;
}

/** Places, balances, and lets a year pass. */
export const simulate = (model: Model): Outcome => {
  const random = createRandom(model.seed);
  const products = placeAll(model, random);
  const placedSkew = skewOf(loadsOf(products, model.slices));
  const firstMoves = balance(products, model.slices).length;
  const balancedSkew = skewOf(loadsOf(products, model.slices));
  const months = Array.from({ length: MONTHS }, () => {
    for (const product of products) product.share *= random.spread(GROWTH);
    normalized(products);
    return balance(products, model.slices);
  });
  const waits = rebuildWaits(products, model, random);
  return {
    placedSkew,
    balancedSkew,
    firstMoves,
    movesPerMonth: months.reduce((sum, moves) => sum + moves.length, 0) / MONTHS,
    largestMove: Math.max(...months.map(moves => moves.reduce((sum, share) => sum + share, 0))),
    largestProduct: Math.max(...products.map(({ share }) => share)),
    longestWait: waits.at(-1) ?? 0,
    rebuildAll: rebuildSeconds(Math.max(...loadsOf(products, model.slices)), model),
  };
};
