/**
 * Credit of contacts by attribution model, in exact integers. Contact i of n gets floor(U*W_i) - floor(U*W_(i-1)),
 * where W_i is the share of the first i contacts and U = {@link UNITS}; the units of a path sum to U. Integer sums do
 * not depend on order, so every way of counting gives the same bytes.
 */

/** Credit units of one conversion. */
export const UNITS = 1_000_000_000;

export const MODELS = ['linear', 'decay', 'touch_point', 'starting_point', 'ending_point'] as const;
export type Model = (typeof MODELS)[number];

/** Model of a number, 1..5 (docs/decisions/0003-attribution-models.md); null: no such model. */
export const modelOf = (number: number): Model | null => MODELS[number - 1] ?? null;
export const numberOf = (model: Model): number => MODELS.indexOf(model) + 1;

/** floor(a / b) of integers below 2^53, without the rounding of floating-point division. */
const quotient = (a: number, b: number) => (a - (a % b)) / b;

const linear = (n: number, i: number): number => quotient(UNITS * i, n) - quotient(UNITS * (i - 1), n);

/** Credit of 40% each for the first and the last contact, and 20% in equal parts for those between. */
const touchPoint = (n: number, i: number): number => {
  if (n <= 2) return UNITS / n;
  if (i === 1 || i === n) return (UNITS / 10) * 4;
  return quotient((UNITS / 5) * (i - 1), n - 2) - quotient((UNITS / 5) * (i - 2), n - 2);
};

/** Percentage by which a contact weighs less than the next one. */
export const DECAY_PERCENT = 30;

/**
 * Path length from which a contact's decayed units depend only on its distance from the last contact, because
 * contacts farther away weigh less than one unit.
 */
const rowsOfDecay = (percent: number): number => Math.ceil(Math.log(5e-13) / Math.log((100 - percent) / 100));
export const DECAY_ROWS = rowsOfDecay(DECAY_PERCENT);

/**
 * Decayed units of a path of n contacts, the last contact first. W_i = (r^(n-i) - r^n) / (1 - r^n), where r is the
 * remaining share per step. In exact fractions, because at 10^9 units the values are so close to integers that
 * doubles, and different implementations of `pow`, would round differently.
 */
const decayRow = (n: number, percent: number): number[] => {
  const remainingPercent = BigInt(100 - percent);
  const least = remainingPercent ** BigInt(n);
  const denominator = 100n ** BigInt(n) - least;
  // share(j) = floor(U * (100^n * r^j - remaining^n) / (100^n - remaining^n)): units of all contacts up to the one j
  // steps before the last.
  const share = (j: number) =>
    (BigInt(UNITS) * (remainingPercent ** BigInt(j) * 100n ** BigInt(n - j) - least)) / denominator;
  const shares = Array.from({ length: n + 1 }, (_, j) => share(j));
  return shares.slice(1).map((next, j) => Number((shares[j] ?? 0n) - next));
};

/**
 * Decayed units of paths of 1 .. `rows` contacts, row after row, the last contact first. Longer paths use the last
 * row, with 0 beyond its end.
 *
 * @param percent percentage by which a contact weighs less than the next one, 10..90
 */
export const decayTable = (percent: number): { readonly decay: readonly number[]; readonly rows: number } => {
  const rows = rowsOfDecay(percent);
  return { decay: Array.from({ length: rows }, (_, index) => decayRow(index + 1, percent)).flat(), rows };
};

/**
 * Decayed units of paths of 1 .. {@link DECAY_ROWS} contacts, for lookups in queries: row n begins at n(n-1)/2, the
 * last contact first. Longer paths use the last row, with 0 beyond its end.
 */
export const decayUnits: readonly number[] = decayTable(DECAY_PERCENT).decay;

const decay = (n: number, i: number): number => {
  const row = Math.min(n, DECAY_ROWS);
  const steps = n - i;
  return steps < row ? (decayUnits[(row * (row - 1)) / 2 + steps] ?? 0) : 0;
};

const shares: Readonly<Record<Model, (n: number, i: number) => number>> = {
  linear,
  decay,
  touch_point: touchPoint,
  starting_point: (_, i) => (i === 1 ? UNITS : 0),
  ending_point: (n, i) => (i === n ? UNITS : 0),
};

/**
 * Credit units of contact i of a path of n contacts, 1 <= i <= n, in order of time.
 *
 * @param n up to 9,000,000
 */
export const unitsOf = (model: Model, n: number, i: number): number => shares[model](n, i);

/**
 * Credit units of all contacts of a path, in order of time; their sum is {@link UNITS}.
 *
 * @param percent percentage by which a contact weighs less than the next one under the model `decay`, 10..90
 */
export const creditOf = (model: Model, n: number, percent = DECAY_PERCENT): number[] => {
  if (model !== 'decay' || percent === DECAY_PERCENT)
    return Array.from({ length: n }, (_, index) => unitsOf(model, n, index + 1));
  const row = n === 0 ? [] : decayRow(Math.min(n, rowsOfDecay(percent)), percent);
  return Array.from({ length: n }, (_, index) => row[n - 1 - index] ?? 0);
};
