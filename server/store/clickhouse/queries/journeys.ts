import type { Columnar } from '../engine/columnar.ts';
import type { Grouping } from './row-layout.ts';
import { rowIndexes } from './row-indexes.ts';
import { rowsOf, type Bound } from '../engine/query.ts';
import { bound, type Scope } from './scope.ts';
import { journeysOf, pathSummariesOf } from './path-summaries.ts';
import type { CreditByDay } from './report-source.ts';

/**
 * Complete paths as journeys over the rows of an axis: the most frequent ones before conversions, and the
 * transitions from step to step.
 */

/**
 * Numbers of nodes that differ from those of ads and groups, and from the rows without contact, without a
 * group and hidden.
 */
export const OTHERS = -3;
export const CONVERTED = -4;
export const BEGUN = -5;

/**
 * The row of an ad, as SQL over a column: 32 bits, because groups whose keys fit 128 bits together are found
 * much faster than wider ones.
 */
export const rowInSql = (grouping: Grouping, column: string): string =>
  grouping === null
    ? `toInt32(${column})`
    : `toInt32(transform(${column}, {ads: Array(UInt32)}, {rows: Array(Int64)}, toInt64({other: Int32})))`;
export const boundGrouping = (grouping: Grouping): Bound =>
  grouping === null ? {} : { ads: grouping.ads, rows: grouping.rows, other: grouping.other };

/**
 * Last conversions with a path, its contacts as rows of the axis: conversion_id, visitor, converted, cv_type,
 * amount, elapsed (ms), last_ad, keys.
 *
 * @param known the path must contain one of these ads, bound as `known`; null: any ad
 */
export const keyedJourneys = (scope: Scope, grouping: Grouping, known: readonly number[] | null): string => `
  SELECT conversion_id, visitor, converted, cv_type, amount, elapsed, last_ad, arrayMap(x -> ${rowInSql(grouping, 'x')}, ad_ids) AS keys
  FROM (${journeysOf(scope, 'cv_type = 1')}) WHERE last_ad != 0${known === null ? '' : ' AND hasAny(ad_ids, {known: Array(UInt32)})'}`;

/** A path: its first steps, their number, and its conversions. Time in milliseconds. */
export interface JourneyCount {
  readonly key: string;
  readonly steps: readonly number[];
  readonly length: number;
  readonly cv: number;
  readonly amount: number;
  readonly elapsed: number;
}
interface JourneyTotals {
  readonly paths: number;
  readonly cv: number;
  readonly amount: number;
  readonly elapsed: number;
}
/** The number of transitions from a row at a step to a row at the next one, or to the conversion. */
export interface JourneyLink {
  readonly step: number;
  readonly from: number;
  readonly to: number;
  readonly cv: number;
  readonly amount: number;
}

export interface Journeys {
  readonly grouping: Grouping;
  readonly known: readonly number[] | null;
  /** Consecutive contacts of the same row are one step. */
  readonly fold: boolean;
  /** Least number of steps of the most frequent paths; 1: all paths. */
  readonly minLength: number;
}

const journeyParams = (scope: Scope, { known }: Journeys): Bound => ({ ...bound(scope), known: known ?? [] });
export const stepsOf = (keys: string, fold: boolean): string => (fold ? `arrayCompact(${keys})` : keys);

/** The paths that a query selects. */
const selectPaths = (pathsSql: string, { known }: Journeys): string =>
  `(${pathsSql}) WHERE notEmpty(ad_ids)${known === null ? '' : ' AND hasAny(ad_ids, {known: Array(UInt32)})'}`;

/**
 * The steps of paths as numbers that are compared fast, in the order of the rows: the positions of rows,
 * or ads; and their rows.
 */
const stepping = (
  grouping: Grouping,
): {
  readonly of: (ads: string) => string;
  readonly rows: (steps: string) => string;
  readonly params: Bound;
} => {
  if (grouping === null)
    return { of: ads => ads, rows: steps => `CAST(${steps}, 'Array(Int32)')`, params: {} };
  const { rows, indexInSql, params } = rowIndexes(grouping);
  return {
    of: ads => `arrayMap(x -> ${indexInSql('x')}, ${ads})`,
    rows: steps => `arrayMap(index -> {members: Array(Int32)}[index + 1], ${steps})`,
    params: { ...params, members: rows },
  };
};

/** A line of the most frequent paths: the path, and the sums over all paths. */
interface JourneyLine {
  readonly key: string;
  readonly first: number[];
  readonly steps_of: string;
  readonly cv: string;
  readonly yen: string;
  readonly took: string;
  readonly paths: string;
  readonly all_cv: string;
  readonly all_yen: string;
  readonly all_took: string;
}

/** One row per path: steps, cv, yen and took. @param steps the steps of a path, as SQL over its ads */
const journeySums = (scope: Scope, journeys: Journeys, steps: (ads: string) => string): string => {
  // Merging rows that are already merged is cheap; finding equal lists is not.
  if (journeys.grouping === null && !journeys.fold && scope.source.hasOneRowPerPath(scope))
    return `SELECT ad_ids AS steps, times AS cv, amount AS yen, elapsed AS took FROM ${selectPaths(pathSummariesOf(scope, [1], true), journeys)} AND cv != 0`;
  return `SELECT steps, sum(times) AS cv, sum(amount) AS yen, sum(elapsed) AS took FROM (SELECT times, amount, elapsed, ${stepsOf(steps('ad_ids'), journeys.fold)} AS steps FROM ${selectPaths(pathSummariesOf(scope, [1]), journeys)}) GROUP BY steps HAVING cv != 0`;
};

const journeyOf = (line: JourneyLine): JourneyCount => ({
  key: line.key,
  steps: line.first,
  length: Number(line.steps_of),
  cv: Number(line.cv),
  amount: Number(line.yen),
  elapsed: Number(line.took),
});

/** The sums over all paths, which every line has. @param line undefined: there are no paths */
const journeyTotalsOf = (line: JourneyLine | undefined): JourneyTotals => ({
  paths: Number(line?.paths ?? 0),
  cv: Number(line?.all_cv ?? 0),
  amount: Number(line?.all_yen ?? 0),
  elapsed: Number(line?.all_took ?? 0),
});

/**
 * The most frequent paths of conversions with enough steps, and the sums over all paths.
 *
 * @param limit the number of paths
 * @param shown the number of steps of a path that are returned
 */
export const topJourneys = async (
  columnar: Columnar,
  scope: Scope,
  journeys: Journeys,
  limit: number,
  shown: number,
): Promise<{ readonly top: readonly JourneyCount[]; readonly totals: JourneyTotals }> => {
  const { of, rows, params } = stepping(journeys.grouping);
  const lines = await rowsOf<JourneyLine>(
    columnar,
    `
    SELECT lower(hex(sipHash128(${rows('steps')}))) AS key, arraySlice(${rows('steps')}, 1, {shown: UInt16}) AS first, length(steps) AS steps_of, cv, yen, took, paths, all_cv, all_yen, all_took FROM (
      SELECT *, count() OVER () AS paths, sum(cv) OVER () AS all_cv, sum(yen) OVER () AS all_yen, sum(took) OVER () AS all_took FROM (${journeySums(scope, journeys, of)}) ORDER BY length(steps) < {length_from: UInt16}, cv DESC, yen DESC, length(steps), steps LIMIT {limit: UInt32}
    ) ORDER BY cv DESC, yen DESC, steps_of, steps`,
    { ...journeyParams(scope, journeys), ...params, limit, shown, length_from: journeys.minLength },
    scope.signal,
  );
  return {
    // Shorter paths come last and are left out here: a condition would leave them out of the sums too.
    top: lines.filter(line => Number(line.steps_of) >= journeys.minLength).map(journeyOf),
    totals: journeyTotalsOf(lines[0]),
  };
};

/**
 * Each conversion counts once at the end of its path, and once for each other row on it: with ads as rows
 * both are summed by day.
 */
const passedByAd = ({ sums }: CreditByDay): string =>
  `SELECT toInt32(ad_id) AS key, sum(d.cv) + sum(d.assists) AS cv FROM ${sums} AND ad_id != 0 GROUP BY key HAVING cv > 0`;

/** The rows that most paths pass, most first. */
export const busiestRows = async (
  columnar: Columnar,
  scope: Scope,
  journeys: Journeys,
  limit: number,
): Promise<number[]> => {
  const { grouping, known } = journeys;
  const { of, rows, params } = stepping(grouping);
  const credit = grouping === null && known === null ? scope.source.dailyCredit(scope) : null;
  const passed =
    credit !== null
      ? passedByAd(credit)
      : `SELECT ${rows('[step]')}[1] AS key, sum(times) AS cv FROM (SELECT times, arrayJoin(arrayDistinct(${of('ad_ids')})) AS step FROM ${selectPaths(pathSummariesOf(scope, [1]), journeys)}) GROUP BY step HAVING cv != 0`;
  return (
    await rowsOf<{ key: number }>(
      columnar,
      `${passed} ORDER BY cv DESC, key LIMIT {limit: UInt32}`,
      { ...journeyParams(scope, journeys), ...params, limit },
      scope.signal,
    )
  ).map(({ key }) => key);
};

/** The position of the conversion, and of rows that a flow does not distinguish, among its nodes. */
const [CONVERSION, REST] = [0, 1];

/**
 * The node of an ad in a flow that distinguishes these rows, from number 2 on, as SQL with its bound
 * values.
 */
const nodeOf = (
  grouping: Grouping,
  nodes: readonly number[],
): { readonly of: (column: string) => string; readonly params: Bound } => {
  const numbers = new Map(nodes.map((row, index) => [row, index + REST + 1]));
  const [ads, rows, other] =
    grouping === null ? [nodes, nodes, null] : [grouping.ads, grouping.rows, grouping.other];
  return {
    of: column => `transform(${column}, {ads: Array(UInt32)}, {nodes: Array(UInt16)}, {rest: UInt16})`,
    params: {
      ads,
      nodes: rows.map(row => numbers.get(row) ?? REST),
      rest: other === null ? REST : (numbers.get(other) ?? REST),
    },
  };
};

/**
 * The first positions of a path in a flow of limited length; the last contact of a longer path is in the last
 * one.
 */
const cut = (keys: string, steps: number): string =>
  `if(length(${keys}) > ${steps}, arrayPushBack(arraySlice(${keys}, 1, ${steps - 1}), ${keys}[-1]), ${keys})`;

/**
 * The places of `keys` in the flow, as a column `places`; rows that `nodes` does not name are one, and
 * repeated neighbours are folded after that.
 */
export const placesInFlow = (fold: boolean, steps: number): string => {
  const named = (keys: string) =>
    `arrayMap(x -> if(has({nodes: Array(Int32)}, x), x, toInt32(${OTHERS})), ${keys})`;
  return fold
    ? `arrayCompact(${named('keys')}) AS whole, ${cut('whole', steps)} AS places`
    : `${named(cut('keys', steps))} AS places`;
};

/**
 * Transitions from step to step. Of a path longer than `steps` the first contacts have their own positions
 * and the last contact has the last one: the step before the conversion is always the last contact.
 *
 * @param nodes the rows to distinguish; others are one
 */
export const journeyLinks = async (
  columnar: Columnar,
  scope: Scope,
  journeys: Journeys,
  nodes: readonly number[],
  steps: number,
): Promise<JourneyLink[]> => {
  const { of, params } = nodeOf(journeys.grouping, nodes);
  const named = (ads: string) => `arrayMap(x -> ${of('x')}, ${ads})`;
  const places = journeys.fold
    ? `arrayCompact(${named('ad_ids')}) AS whole, ${cut('whole', steps)} AS places`
    : `${named(cut('ad_ids', steps))} AS places`;
  // A step and both of its ends are one number, so that a transition is one row of the answer.
  const size = nodes.length + REST + 1;
  const type = (steps + 1) * size ** 2 > 2 ** 16 ? 'UInt32' : 'UInt16';
  const [found] = await rowsOf<{ links: number[]; cvs: number[]; yens: number[] }>(
    columnar,
    `
    SELECT groupArray(link) AS links, groupArray(toFloat64(cv)) AS cvs, groupArray(toFloat64(yen)) AS yens FROM (
      SELECT link, sum(times) AS cv, sum(amount) AS yen FROM (SELECT times, amount, ${places} FROM ${selectPaths(pathSummariesOf(scope, [1]), journeys)})
      ARRAY JOIN arrayMap((step, came, went) -> to${type}((step * ${size} + came) * ${size} + went), arrayEnumerate(places), places, arrayPushBack(arrayPopFront(places), toUInt16(${CONVERSION}))) AS link
      GROUP BY link HAVING cv != 0
    )`,
    { ...journeyParams(scope, journeys), ...params },
    scope.signal,
  );
  const rowOf = (node: number) => {
    if (node === CONVERSION) return CONVERTED;
    return node === REST ? OTHERS : (nodes[node - REST - 1] ?? OTHERS);
  };
  return (found?.links ?? [])
    .map((link, index) => ({
      step: Math.floor(link / size ** 2),
      from: rowOf(Math.floor(link / size) % size),
      to: rowOf(link % size),
      cv: found?.cvs[index] ?? 0,
      amount: found?.yens[index] ?? 0,
    }))
    .toSorted((a, b) => a.step - b.step || b.cv - a.cv || a.from - b.from || a.to - b.to);
};
