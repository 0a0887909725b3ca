/** A seeded pseudo-random generator: equal seeds yield equal numbers on every machine. */
export interface Random {
  /** A number in [0, 1). */
  next(): number;
  /** An integer between `min` and `max`, inclusive. */
  integer(min: number, max: number): number;
  /** True with this probability. */
  chance(probability: number): boolean;
  choice<T>(items: readonly T[]): T;
  /** A factor around 1 whose logarithm is normal with this deviation, for sizes, gaps and amounts. */
  spread(deviation: number): number;
}

/**
 * mulberry32: 32 bits of state, fast, sufficient for demo data, not for secrets. Source: Tommy Ettinger's public domain
 * generator.
 */
export const createRandom = (seed: number): Random => {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    integer: (min, max) => min + Math.floor(next() * (max - min + 1)),
    chance: probability => next() < probability,
    choice: items => {
      const item = items[Math.floor(next() * items.length)];
      if (item === undefined) throw new RangeError('nothing to choose from');
      return item;
    },
    spread: deviation =>
      Math.exp(deviation * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())),
  };
};

/** Draws indices in proportion to non-negative weights, of which at least one is positive. */
export const createLottery = (weights: readonly number[]): ((random: Random) => number) => {
  const edges = new Float64Array(weights.length);
  let total = 0;
  weights.forEach((weight, i) => {
    edges[i] = total += weight;
  });
  if (!(total > 0)) throw new RangeError('the weights must sum to more than 0');
  return random => {
    const drawn = random.next() * total;
    let low = 0;
    let high = edges.length - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (edges[middle]! > drawn) high = middle;
      else low = middle + 1;
    }
    return low;
  };
};
