/** The credit units of the models in exact fractions, from their definitions. */

const U = 1_000_000_000n;
export type NaiveModel = 1 | 2 | 3 | 4 | 5;

/** The share of the first i of n contacts, as a fraction. */
const running = (model: NaiveModel, n: number, i: number, decay: number): readonly [bigint, bigint] => {
  const weights = Array.from({ length: n }, (_, index): bigint => {
    const k = index + 1;
    if (model === 1) return 1n;
    if (model === 2) return BigInt(100 - decay) ** BigInt(n - k) * 100n ** BigInt(k - 1);
    if (model === 4) return k === 1 ? 1n : 0n;
    if (model === 5) return k === n ? 1n : 0n;
    if (n <= 2) return 1n;
    return k === 1 || k === n ? 4n * BigInt(n - 2) : 2n;
  });
  const sum = (list: readonly bigint[]) => list.reduce((a, b) => a + b, 0n);
  return [sum(weights.slice(0, i)), sum(weights)];
};

/** The units of each contact of a path: floor(U*W_i) - floor(U*W_(i-1)). */
export const naiveCredit = (model: NaiveModel, n: number, decay = 30): bigint[] => {
  const upTo = (i: number) => {
    const [part, total] = running(model, n, i, decay);
    return (U * part) / total;
  };
  return Array.from({ length: n }, (_, index) => upTo(index + 1) - upTo(index));
};
