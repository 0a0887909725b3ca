import type { RowTransitions } from '../../store/clickhouse/queries/transition-counts.ts';
import { alongColumns, alongRows, squareOf, triangles, type Row } from './triangular-matrices.ts';

/**
 * Attribution by a Markov chain of the first order: pure.
 *
 * The journeys of visitors are one chain: from the beginning over the rows (ads or groups) to the conversion,
 * or to nothing. The removal effect of a row
 * is the part of the conversions that would be lost if everybody who comes to it went away: 1 - P(conversion
 * without it) / P(conversion). Credit is shared
 * in proportion to the removal effects. Source: E. Anderl, I. Becker, F. von Wangenheim, J. H. Schumann,
 * "Mapping the customer journey: Lessons learned from
 * graph-based online attribution modeling", International Journal of Research in Marketing 33 (2016),
 * 457-474.
 *
 * Who comes to row k at all converts afterwards with the probability h(k) that k has itself (the chain has no
 * memory), so that without k the probability of a
 * conversion is h(begin) - F(k) h(k), F(k) being the probability to come to k from the beginning. With N the
 * inverse of I - Q, h = N r and F(k) = N(begin, k) / N(k, k):
 * one inversion gives all effects, and none needs a chain of its own; of N itself only the diagonal is
 * needed, so that its two triangles do.
 */

export interface Chain {
  /** The states, by number. */
  readonly rows: readonly number[];
  /** The removal effect of each, 0..1; empty where nobody began. */
  readonly effects: readonly number[];
  /** The probability that a journey ends with a conversion. */
  readonly conversion: number;
}

/** What ends a chain, and what it begins with, by the numbers that transitions give them. */
export interface Ends {
  readonly begun: number;
  readonly converted: number;
}

/** The end of a transition that reaches no row. */
const END = -1;

/**
 * The visited rows, the number of visits of each, and the destinations of all transitions from one row, among
 * these rows.
 */
interface Visited {
  readonly rows: readonly number[];
  readonly times: Row;
  readonly from: readonly (number | undefined)[];
  readonly to: readonly Int32Array[];
}

const visitedOf = (transitions: readonly RowTransitions[], { converted }: Ends): Visited => {
  const places = new Map<number, number>();
  const to = transitions.map(one => {
    const ends = new Int32Array(one.to.length);
    for (let at = 0; at < ends.length; at += 1) {
      const row = one.to[at]!;
      const isVisit = one.times[at]! > 0 && row !== converted;
      if (isVisit && !places.has(row)) places.set(row, places.size);
      ends[at] = isVisit ? places.get(row)! : END;
    }
    return ends;
  });
  const times = new Float64Array(places.size);
  for (const [index, ends] of to.entries()) {
    const passed = transitions[index]!.times;
    for (let at = 0; at < ends.length; at += 1) if (ends[at] !== END) times[ends[at]!]! += passed[at]!;
  }
  return { rows: [...places.keys()], times, from: transitions.map(one => places.get(one.from)), to };
};

/**
 * The removal effects of the states of all rows: visits of a row without a successor end there.
 *
 * @param state the state of a row
 */
const effectsOfStates = async (
  transitions: readonly RowTransitions[],
  { begun, converted }: Ends,
  visited: Visited,
  state: (row: number) => number,
): Promise<Chain> => {
  const rows = [...new Set(visited.rows.map(state))].toSorted((a, b) => a - b);
  const size = rows.length;
  const places = new Map(rows.map((row, index) => [row, index]));
  const indexOf = Int32Array.from(visited.rows, row => places.get(state(row)) ?? 0);
  // Each visit of a row has one exit: to a row, to the conversion, or to nothing.
  const [q, first, last, come] = [
    squareOf(size),
    new Float64Array(size),
    new Float64Array(size),
    new Float64Array(size),
  ];
  for (const [row, times] of visited.times.entries()) come[indexOf[row]!]! += times;
  for (const [index, { from, to, times }] of transitions.entries()) {
    const left = visited.from[index];
    if (left === undefined && from !== begun) continue; // without visits
    const own = left === undefined ? first : q[indexOf[left]!]!;
    const ends = visited.to[index]!;
    for (let at = 0; at < ends.length; at += 1) {
      if (ends[at] !== END) own[indexOf[ends[at]!]!]! += times[at]!;
      else if (to[at] === converted && left !== undefined) last[indexOf[left]!]! += times[at]!;
    }
  }
  const journeys = first.reduce((sum, value) => sum + value, 0);
  if (journeys === 0) return { rows, effects: [], conversion: 0 };
  for (const [left, own] of q.entries()) {
    const times = come[left]!;
    for (let at = 0; at < size; at += 1) own[at]! /= times;
  }
  const { lower, upper } = await triangles(q);
  // N = upper * lower: its products are h = N r, the visits from the beginning, and its diagonal.
  const converts = alongRows(
    upper,
    alongRows(
      lower,
      last.map((value, row) => value / come[row]!),
    ),
  );
  const reached = alongColumns(lower, alongColumns(upper, first));
  const conversion = first.reduce((sum, value, row) => sum + value * converts[row]!, 0) / journeys;
  const effects = rows.map((_, k) => {
    let diagonal = 0;
    for (let j = k; j < size; j += 1) diagonal += upper[k]![j]! * lower[j]![k]!;
    return conversion === 0 ? 0 : ((reached[k]! / journeys / diagonal) * converts[k]!) / conversion;
  });
  return { rows, effects, conversion };
};

/**
 * The removal effects of all rows, each a state.
 *
 * @param transitions of all journeys, whether they ended with a conversion or not
 */
export const removalEffects = (transitions: readonly RowTransitions[], ends: Ends): Promise<Chain> =>
  effectsOfStates(transitions, ends, visitedOf(transitions, ends), row => row);

/** The number of the common state of all rows without one of their own. */
const GATHERED = Number.MIN_SAFE_INTEGER;

/**
 * The removal effects of all rows by a chain with a limited number of states: beyond it the rows with the
 * fewest visits share one state, and divide its effect by their visits.
 */
export const rowEffects = async (
  transitions: readonly RowTransitions[],
  ends: Ends,
  maxStates: number,
): Promise<{ readonly effects: ReadonlyMap<number, number>; readonly states: number }> => {
  const visited = visitedOf(transitions, ends);
  const gathered =
    visited.rows.length <= maxStates
      ? []
      : visited.rows
          .map((row, index): [number, number] => [row, visited.times[index]!])
          .toSorted(([a, x], [b, y]) => y - x || a - b)
          .slice(maxStates - 1);
  const gatheredRows = new Set(gathered.map(([row]) => row));
  const chain = await effectsOfStates(transitions, ends, visited, row =>
    gatheredRows.has(row) ? GATHERED : row,
  );
  const effects = new Map(chain.rows.map((row, index) => [row, chain.effects[index] ?? 0]));
  const shared = effects.get(GATHERED) ?? 0;
  effects.delete(GATHERED);
  const all = gathered.reduce((sum, [, times]) => sum + times, 0);
  for (const [row, times] of gathered) effects.set(row, (shared * times) / all);
  return { effects, states: chain.rows.length };
};

/**
 * Doubles as integers in the same proportion, to 52 bits of the largest, which makes their division exact.
 */
export const integerWeights = (weights: readonly number[]): bigint[] => {
  const largestWeight = Math.max(0, ...weights);
  return weights.map(weight =>
    largestWeight === 0 ? 0n : BigInt(Math.round((weight / largestWeight) * 2 ** 52)),
  );
};
