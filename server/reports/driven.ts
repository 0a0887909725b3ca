import { UNITS } from '../attribution/models.ts';
import { coalitionMembers, convertingPassages, fruitlessPassages, type Passage } from '../store/clickhouse/chains.ts';
import { NO_CONTACT, type Division, type Grouping, type Scope } from '../store/clickhouse/counts.ts';
import { BEGUN, CONVERTED } from '../store/clickhouse/journeys.ts';
import { apportion } from './apportion.ts';
import { removalEffects, wholeWeights } from './markov.ts';
import type { ReportParts } from './question.ts';
import { shapleyDivisions } from './shapley.ts';

/** Credit by models that look at the data: a Markov chain and the Shapley value. */

/** The models that look at the data, by their numbers. */
export const MARKOV = 6;
export const SHAPLEY = 7;

/** More states than this are not solved: those that fewest journeys come to are one state together. */
export const MOST_STATES = 500;

/** What the data-driven models give to each row, and what they rest on. */
export interface Divisions {
  readonly rows: ReadonlyMap<number, Division>;
  readonly basis: { readonly conversions: number; readonly fruitless: number; readonly states: number; readonly effects: ReadonlyMap<number, number> };
}

/** Shares a whole among rows by weights, exactly; nothing is shared where no weight is above zero. */
const shared = (whole: bigint, weights: readonly bigint[]): bigint[] => {
  const sum = weights.reduce((a, b) => a + b, 0n);
  return sum === 0n ? weights.map(() => 0n) : apportion(weights.map(weight => whole * weight), sum);
};

const REST = -9;
const timesOf = (passages: readonly Passage[], which: (passage: Passage) => boolean): number => passages.reduce((sum, passage) => (which(passage) ? sum + passage.times : sum), 0);

/** Puts the rows beyond the most visited ones into one state. */
const gathered = (converting: readonly Passage[], fruitless: readonly Passage[]) => {
  const visits = new Map<number, number>();
  for (const { to, times } of [...converting, ...fruitless]) if (to !== CONVERTED) visits.set(to, (visits.get(to) ?? 0) + times);
  const rest = new Map([...visits].toSorted(([a, x], [b, y]) => y - x || a - b).slice(MOST_STATES - 1));
  if (rest.size <= 1) return { converting, fruitless, rest: new Map<number, number>() };
  const state = (row: number) => (rest.has(row) ? REST : row);
  const moved = (passages: readonly Passage[]) => passages.map(({ from, to, times }) => ({ from: state(from), to: state(to), times }));
  return { converting: moved(converting), fruitless: moved(fruitless), rest };
};

type Sums = { readonly lasts: bigint; readonly middles: bigint; readonly sales: bigint };
const NOTHING: Sums = { lasts: 0n, middles: 0n, sales: 0n };

/** The weights of the rows by their removal effects for one kind of conversions. */
const markovWeights = async (columnar: ReportParts['columnar'], scope: Scope, grouping: Grouping, cvType: 0 | 1) => {
  const [seen, missed] = await Promise.all([convertingPassages(columnar, scope, grouping, cvType), fruitlessPassages(columnar, scope, grouping, cvType)]);
  const { converting, fruitless, rest } = gathered(seen, missed);
  const chain = removalEffects(converting, fruitless, { begun: BEGUN, converted: CONVERTED });
  const effects = new Map(chain.rows.map((row, index) => [row, chain.effects[index] ?? 0]));
  const together = effects.get(REST) ?? 0;
  const visits = [...rest.values()].reduce((sum, times) => sum + times, 0);
  effects.delete(REST);
  // Rows that are one state share its effect by how often they were come to.
  for (const [row, times] of rest) effects.set(row, (together * times) / visits);
  const rows = [...effects.keys()].toSorted((a, b) => a - b);
  return {
    rows, effects, states: chain.rows.length, weights: wholeWeights(rows.map(row => effects.get(row) ?? 0)),
    conversions: timesOf(seen, ({ from }) => from === BEGUN), fruitless: timesOf(missed, ({ from }) => from === BEGUN),
  };
};

/**
 * The division of conversions and sales under a data-driven model, by row, in credit units and yen times credit units: they sum to what there is.
 *
 * Markov (6): by removal effects, last and middle conversions each by their own chain. Shapley (7): each conversion by the set of rows on its path.
 *
 * @param cvTypes which conversions are shared; those left out have no division
 */
export const divisionsOf = async ({ columnar }: Pick<ReportParts, 'columnar'>, scope: Scope, grouping: Grouping, model: typeof MARKOV | typeof SHAPLEY, cvTypes: readonly (0 | 1)[] = [0, 1]): Promise<Divisions> => {
  const members = await coalitionMembers(columnar, scope, grouping);
  if (model === SHAPLEY) {
    const rows = shapleyDivisions(members);
    const conversions = members.filter(({ i, n }) => n > 0 && i === 1).reduce((sum, { lasts }) => sum + Number(lasts), 0);
    return { rows, basis: { conversions, fruitless: 0, states: rows.size - (rows.has(NO_CONTACT) ? 1 : 0), effects: new Map() } };
  }
  const sum = (which: (n: number) => boolean): Sums => members.filter(({ n, i }) => which(n) && i <= 1)
    .reduce((a, b) => ({ lasts: a.lasts + b.lasts, middles: a.middles + b.middles, sales: a.sales + b.sales }), NOTHING);
  const [pathless, withPath] = [sum(n => n === 0), sum(n => n > 0)];
  const units = BigInt(UNITS);
  const rows = new Map<number, Division>();
  if (pathless.lasts + pathless.middles > 0n) rows.set(NO_CONTACT, { cv: pathless.lasts * units, middle: pathless.middles * units, sales: pathless.sales * units });
  let basis: Divisions['basis'] = { conversions: 0, fruitless: 0, states: 0, effects: new Map() };
  for (const cvType of cvTypes) {
    const chain = await markovWeights(columnar, scope, grouping, cvType);
    const [cvs, yen] = [shared((cvType === 1 ? withPath.lasts : withPath.middles) * units, chain.weights), shared(cvType === 1 ? withPath.sales * units : 0n, chain.weights)];
    for (const [index, row] of chain.rows.entries()) {
      const before = rows.get(row) ?? { cv: 0n, middle: 0n, sales: 0n };
      rows.set(row, cvType === 1 ? { ...before, cv: cvs[index] ?? 0n, sales: yen[index] ?? 0n } : { ...before, middle: cvs[index] ?? 0n });
    }
    if (cvType === 1) basis = { conversions: chain.conversions, fruitless: chain.fruitless, states: chain.states, effects: chain.effects };
  }
  return { rows, basis };
};
