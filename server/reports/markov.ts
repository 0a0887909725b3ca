import type { Passage } from '../store/clickhouse/chains.ts';

/**
 * Attribution by a Markov chain of the first order: pure.
 *
 * The journeys of visitors are one chain: from the beginning over the rows (ads or groups) to the conversion, or to nothing. The removal effect of a row
 * is the part of the conversions that would be lost if everybody who comes to it went away: 1 - P(conversion without it) / P(conversion). Credit is shared
 * in proportion to the removal effects. Source: E. Anderl, I. Becker, F. von Wangenheim, J. H. Schumann, "Mapping the customer journey: Lessons learned from
 * graph-based online attribution modeling", International Journal of Research in Marketing 33 (2016), 457-474.
 *
 * Who comes to row k at all converts afterwards with the probability h(k) that k has itself (the chain has no memory), so that without k the probability of a
 * conversion is h(begin) - F(k) h(k), F(k) being the probability to come to k from the beginning. With N the inverse of I - Q, h = N r and F(k) = N(begin, k) / N(k, k):
 * one inversion gives all effects, and none needs a chain of its own.
 */

export interface Chain {
  /** The states, by number. */
  readonly rows: readonly number[];
  /** The removal effect of each, 0..1; empty where nobody began. */
  readonly effects: readonly number[];
  /** The probability that a journey ends with a conversion. */
  readonly conversion: number;
}

/** Steps of an inversion that are made at one go: with 500 states some ten milliseconds. */
const STRIDE = 16;

/**
 * The inverse of I - Q by Gauss and Jordan, in its own place. Rows of Q sum to at most 1 and every state reaches an end, so that each pivot is above zero without exchanging rows.
 * Others have their turn between the strides: nobody waits for a large chain.
 */
const inverted = async (q: readonly Float64Array[]): Promise<Float64Array[]> => {
  const matrix = q.map((row, i) => row.map((value, j) => (i === j ? 1 : 0) - value));
  for (const [pivot, own] of matrix.entries()) {
    if (pivot % STRIDE === STRIDE - 1) await new Promise<void>(resolve => { setImmediate(resolve); });
    const by = own[pivot] ?? 0;
    if (!(by > 0)) throw new RangeError('a state of the chain reaches no end');
    own[pivot] = 1;
    for (let j = 0; j < own.length; j += 1) own[j]! /= by;
    for (const [i, row] of matrix.entries()) {
      const factor = row[pivot] ?? 0;
      if (i === pivot || factor === 0) continue;
      row[pivot] = 0;
      for (let j = 0; j < row.length; j += 1) row[j]! -= factor * own[j]!;
    }
  }
  return matrix;
};

/** What ends a chain, and what it begins with, by the numbers that passages give them. */
export interface Ends { readonly begun: number; readonly converted: number }

/**
 * The removal effects of all rows.
 *
 * @param converting passages of journeys that ended with a conversion
 * @param fruitless passages of those that did not: a row's visits that nothing followed ended there
 */
export const removalEffects = async (converting: readonly Passage[], fruitless: readonly Passage[], { begun, converted }: Ends): Promise<Chain> => {
  const all = [converting, fruitless];
  const known = new Set<number>();
  for (const some of all) for (const { from, to } of some) known.add(from).add(to);
  const rows = [...known].filter(row => row !== begun && row !== converted).toSorted((a, b) => a - b);
  const indexOf = new Map(rows.map((row, index) => [row, index]));
  const size = rows.length;
  const counts = Array.from({ length: size }, () => new Float64Array(size));
  const [first, last, visits] = [new Float64Array(size), new Float64Array(size), new Float64Array(size)];
  for (const some of all) {
    for (const { from, to, times } of some) {
      const a = indexOf.get(from);
      const b = indexOf.get(to);
      const row = a === undefined ? first : counts[a];
      if (b !== undefined && row !== undefined) {
        row[b]! += times;
        visits[b]! += times;
      }
      if (a !== undefined && to === converted) last[a]! += times;
    }
  }
  const journeys = first.reduce((sum, value) => sum + value, 0);
  if (journeys === 0) return { rows, effects: [], conversion: 0 };
  // Whoever comes to a row leaves it once: to a row, to the conversion, or to nothing.
  const q = counts.map((row, i) => row.map(times => times / (visits[i] ?? 1)));
  const inverse = await inverted(q);
  const dot = (a: Float64Array, b: (index: number) => number) => a.reduce((sum, value, index) => sum + value * b(index), 0);
  const converts = inverse.map(row => dot(row, j => (last[j] ?? 0) / (visits[j] ?? 1)));
  const conversion = dot(first, j => converts[j] ?? 0) / journeys;
  const effects = rows.map((_, k) => {
    const reached = dot(first, j => inverse[j]?.[k] ?? 0) / journeys / (inverse[k]?.[k] ?? 1);
    return conversion === 0 ? 0 : (reached * (converts[k] ?? 0)) / conversion;
  });
  return { rows, effects, conversion };
};

/** The number of the state of all rows that have none of their own. */
const GATHERED = Number.MIN_SAFE_INTEGER;

/**
 * The removal effects of all rows by a chain of so many states at most: beyond that the rows that fewest journeys come to are one state together, and share its
 * effect by how often they were come to.
 */
export const rowEffects = async (converting: readonly Passage[], fruitless: readonly Passage[], ends: Ends, most: number): Promise<{ readonly effects: ReadonlyMap<number, number>; readonly states: number }> => {
  const visits = new Map<number, number>();
  for (const some of [converting, fruitless]) for (const { to, times } of some) if (to !== ends.converted) visits.set(to, (visits.get(to) ?? 0) + times);
  const gathered = visits.size <= most ? [] : [...visits].toSorted(([a, x], [b, y]) => y - x || a - b).slice(most - 1);
  const together = new Set(gathered.map(([row]) => row));
  const state = (row: number) => (together.has(row) ? GATHERED : row);
  const moved = (passages: readonly Passage[]) => (together.size === 0 ? passages : passages.map(({ from, to, times }) => ({ from: state(from), to: state(to), times })));
  const chain = await removalEffects(moved(converting), moved(fruitless), ends);
  const effects = new Map(chain.rows.map((row, index) => [row, chain.effects[index] ?? 0]));
  const shared = effects.get(GATHERED) ?? 0;
  effects.delete(GATHERED);
  const all = gathered.reduce((sum, [, times]) => sum + times, 0);
  for (const [row, times] of gathered) effects.set(row, (shared * times) / all);
  return { effects, states: chain.rows.length };
};

/** Doubles as whole numbers in the same proportion, to 52 bits of the largest: what is shared by these is shared exactly. */
export const wholeWeights = (weights: readonly number[]): bigint[] => {
  const most = Math.max(0, ...weights);
  return weights.map(weight => (most === 0 ? 0n : BigInt(Math.round((weight / most) * 2 ** 52))));
};
