import { UNITS } from '../../attribution/models.ts';
import {
  coalitionMembers,
  readTransitions,
  type Member,
  type TransitionCounts,
} from '../../store/clickhouse/queries/transition-counts.ts';
import { NO_CONTACT, type Grouping } from '../../store/clickhouse/queries/row-layout.ts';
import type { Scope } from '../../store/clickhouse/queries/scope.ts';
import type { Division, PathCounts } from '../../store/clickhouse/queries/path-counts.ts';
import { BEGUN, CONVERTED } from '../../store/clickhouse/queries/journeys.ts';
import { apportion } from '../../attribution/largest-remainder.ts';
import { rowEffects, integerWeights } from './markov.ts';
import type { ReportParts } from '../parse/query.ts';
import { shapleyDivisions } from './shapley.ts';

/** Data-driven credit: a Markov chain and the Shapley value. */

/** The data-driven models, by their numbers. */
export const MARKOV = 6;
export const SHAPLEY = 7;

/** Limit of states in a solved chain: beyond it the rows with the fewest visits share one state. */
export const MAX_STATES = 500;

/** The credit of each row under the data-driven models, and the figures it is based on. */
export interface Divisions {
  readonly rows: ReadonlyMap<number, Division>;
  readonly basis: {
    readonly conversions: number;
    readonly nonConvertingJourneys: number;
    readonly states: number;
    readonly effects: ReadonlyMap<number, number>;
  };
}

/** Divides a total among rows by weights, exactly; divides nothing where no weight is above zero. */
const shared = (total: bigint, weights: readonly bigint[]): bigint[] => {
  const sum = weights.reduce((a, b) => a + b, 0n);
  return sum === 0n
    ? weights.map(() => 0n)
    : apportion(
        weights.map(weight => total * weight),
        sum,
      );
};

/** The sums of conversions by row, as every report counts them. */
export type Counted = Pick<PathCounts, 'row' | 'cv' | 'cv_middle' | 'amount'>;

/** The weights of the rows by their removal effects for one kind of conversions. */
interface Weighed {
  readonly cvType: 0 | 1;
  readonly rows: readonly number[];
  readonly weights: readonly bigint[];
  readonly effects: ReadonlyMap<number, number>;
  readonly states: number;
  readonly conversions: number;
  readonly nonConvertingJourneys: number;
}

const markovWeights = async (
  cvType: 0 | 1,
  { transitions, conversions, nonConvertingJourneys }: TransitionCounts,
): Promise<Weighed> => {
  const { effects, states } = await rowEffects(
    transitions,
    { begun: BEGUN, converted: CONVERTED },
    MAX_STATES,
  );
  const rows = [...effects.keys()].toSorted((a, b) => a - b);
  return {
    cvType,
    rows,
    effects,
    states,
    weights: integerWeights(rows.map(row => effects.get(row) ?? 0)),
    conversions,
    nonConvertingJourneys,
  };
};

const chainsOf = async (
  columnar: ReportParts['columnar'],
  scope: Scope,
  grouping: Grouping,
  cvTypes: readonly (0 | 1)[],
): Promise<Weighed[]> => {
  const of = await readTransitions(columnar, scope, grouping, cvTypes);
  return Promise.all(cvTypes.map(cvType => markovWeights(cvType, of(cvType))));
};

const units = BigInt(UNITS);
/** The sum of all conversions of the rows that `which` selects. */
const sumOf = (counts: readonly Counted[], which: (row: number) => boolean): Omit<Counted, 'row'> =>
  counts
    .filter(({ row }) => which(row))
    .reduce(
      (a, b) => ({ cv: a.cv + b.cv, cv_middle: a.cv_middle + b.cv_middle, amount: a.amount + b.amount }),
      { cv: 0n, cv_middle: 0n, amount: 0n },
    );

const byShapley = (members: readonly Member[]): Divisions => {
  const rows = shapleyDivisions(members);
  return {
    rows,
    basis: {
      conversions: Number(members.reduce((sum, { firsts }) => sum + firsts, 0n)),
      nonConvertingJourneys: 0,
      states: rows.size - (rows.has(NO_CONTACT) ? 1 : 0),
      effects: new Map(),
    },
  };
};

const NO_BASIS: Divisions['basis'] = {
  conversions: 0,
  nonConvertingJourneys: 0,
  states: 0,
  effects: new Map(),
};
/** The figures that the credit of last conversions is based on. */
const basisOf = (chains: readonly Weighed[]): Divisions['basis'] => {
  const last = chains.find(({ cvType }) => cvType === 1);
  if (last === undefined) return NO_BASIS;
  const { conversions, nonConvertingJourneys, states, effects } = last;
  return { conversions, nonConvertingJourneys, states, effects };
};

/** Last and middle conversions each have their own chain; sales use that of the last ones. */
const byMarkov = (counts: readonly Counted[], chains: readonly Weighed[]): Divisions => {
  const [pathless, withPath] = [
    sumOf(counts, row => row === NO_CONTACT),
    sumOf(counts, row => row !== NO_CONTACT),
  ];
  const rows = new Map<number, Division>();
  if (pathless.cv + pathless.cv_middle > 0n)
    rows.set(NO_CONTACT, {
      cv: pathless.cv * units,
      middle: pathless.cv_middle * units,
      sales: pathless.amount * units,
    });
  for (const { cvType, rows: weighed, weights } of chains) {
    const [cvs, yen] = [
      shared((cvType === 1 ? withPath.cv : withPath.cv_middle) * units, weights),
      shared(cvType === 1 ? withPath.amount * units : 0n, weights),
    ];
    for (const [index, row] of weighed.entries()) {
      const before = rows.get(row) ?? { cv: 0n, middle: 0n, sales: 0n };
      rows.set(
        row,
        cvType === 1
          ? { ...before, cv: cvs[index] ?? 0n, sales: yen[index] ?? 0n }
          : { ...before, middle: cvs[index] ?? 0n },
      );
    }
  }
  return { rows, basis: basisOf(chains) };
};

/**
 * The division of conversions and sales under the data-driven models, by row, in credit units and yen times
 * credit units: they sum to the totals.
 *
 * Markov (6): by removal effects. Shapley (7): each conversion by the set of rows on its path.
 *
 * @param counted the sums of conversions by row of the same grouping, or finer
 * @param cvTypes the conversions to divide; the others have no division
 */
export const divisionsOf = async <Driven extends typeof MARKOV | typeof SHAPLEY>(
  { columnar }: Pick<ReportParts, 'columnar'>,
  scope: Scope,
  grouping: Grouping,
  models: readonly Driven[],
  counted: Promise<readonly Counted[]>,
  cvTypes: readonly (0 | 1)[] = [0, 1],
): Promise<Readonly<Record<Driven, Divisions>>> => {
  const made = await Promise.all(
    models.map(async (model): Promise<[Driven, Divisions]> => {
      if (model === SHAPLEY)
        return [model, byShapley(await coalitionMembers(columnar, scope, grouping, cvTypes, UNITS))];
      const [counts, chains] = await Promise.all([counted, chainsOf(columnar, scope, grouping, cvTypes)]);
      return [model, byMarkov(counts, chains)];
    }),
  );
  return Object.fromEntries(made) as Record<Driven, Divisions>;
};
