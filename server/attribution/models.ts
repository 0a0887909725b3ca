/**
 * How a conversion's credit is shared over the contacts that led to it: pure, and exact.
 *
 * A conversion has {@link UNITS} units of credit. Contact i of n gets floor(U*W_i) - floor(U*W_(i-1)), where
 * W_i is the share of the first i
 * contacts together and W_n is 1: whatever is rounded away from one contact goes to the next, so that the
 * units of a path always sum to U.
 * Integers can be summed in any order with the same outcome, which is why two ways to count them, or two
 * machines, give the same bytes.
 */

/** Credit units of one conversion. */
export const UNITS = 1_000_000_000;

export const MODELS = ['linear', 'decay', 'touch_point', 'starting_point', 'ending_point'] as const;
export type Model = (typeof MODELS)[number];

/** The model of a number, 1..5 (docs/decisions/0003-attribution-models.md); null: there is none. */
export const modelOf = (number: number): Model | null => MODELS[number - 1] ?? null;
export const numberOf = (model: Model): number => MODELS.indexOf(model) + 1;

/** floor(a / b) of whole numbers below 2^53, without the rounding of a division. */
const quotient = (a: number, b: number) => (a - (a % b)) / b;

const linear = (n: number, i: number): number => quotient(UNITS * i, n) - quotient(UNITS * (i - 1), n);

/** 80% on the two ends, the rest evenly between them. */
const touchPoint = (n: number, i: number): number => {
  if (n <= 2) return UNITS / n;
  if (i === 1 || i === n) return (UNITS / 10) * 4;
  return quotient((UNITS / 5) * (i - 1), n - 2) - quotient((UNITS / 5) * (i - 2), n - 2);
};

/** Percent that a contact weighs less than the one after it. */
export const DECAY_PERCENT = 30;

/**
 * From this path length on, a contact's decayed units depend only on how far it is from the last: what is
 * further weighs below a unit.
 */
const rowsOfDecay = (percent: number): number => Math.ceil(Math.log(5e-13) / Math.log((100 - percent) / 100));
export const DECAY_ROWS = rowsOfDecay(DECAY_PERCENT);

/**
 * The decayed units of a path of n contacts, the last contact first: r^j of what the last one weighs, for the
 * contact j steps before it, where r is what
 * is kept of a hundred. W_i = (r^(n-i) - r^n) / (1 - r^n), in exact fractions: at 10^9 units the borders lie
 * so close to whole numbers that doubles,
 * and every library's `pow` in its own way, would miss them.
 */
const decayRow = (n: number, percent: number): number[] => {
  const remainingPercent = BigInt(100 - percent);
  const least = remainingPercent ** BigInt(n);
  const denominator = 100n ** BigInt(n) - least;
  // share(j) = floor(U * (100^n * r^j - kept^n) / (100^n - kept^n)): what all contacts up to the one j steps
  // before the last have together.
  const share = (j: number) =>
    (BigInt(UNITS) * (remainingPercent ** BigInt(j) * 100n ** BigInt(n - j) - least)) / denominator;
  const shares = Array.from({ length: n + 1 }, (_, j) => share(j));
  return shares.slice(1).map((next, j) => Number((shares[j] ?? 0n) - next));
};

/**
 * The decayed units of paths of 1 .. `rows` contacts, one row after the other, the last contact first; longer
 * paths use the last row, with 0 beyond its end.
 *
 * @param percent 10..90
 */
export const decayTable = (percent: number): { readonly decay: readonly number[]; readonly rows: number } => {
  const rows = rowsOfDecay(percent);
  return { decay: Array.from({ length: rows }, (_, index) => decayRow(index + 1, percent)).flat(), rows };
};

/**
 * The decayed units of paths of 1 .. {@link DECAY_ROWS} contacts, one row after the other (row n begins at
 * n(n-1)/2), the last contact first.
 * This is what a query looks units up in; longer paths use the last row, with 0 beyond its end.
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
 * The credit units of contact i of a path of n contacts, 1 <= i <= n, in order of time.
 *
 * @param n up to 9,000,000
 */
export const unitsOf = (model: Model, n: number, i: number): number => shares[model](n, i);

/** The credit units of all contacts of a path, in order of time; they sum to {@link UNITS} exactly. */
export const creditOf = (model: Model, n: number): number[] =>
  Array.from({ length: n }, (_, index) => unitsOf(model, n, index + 1));
