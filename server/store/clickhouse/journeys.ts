import type { Columnar } from './columnar.ts';
import { bound, type Grouping, type Scope } from './counts.ts';
import { instant } from './eligible.ts';
import { pathsFromEvents } from './paths.ts';
import { rowsOf, type Bound } from './query.ts';

/** Whole paths as journeys over the rows of an axis: which ones lead to conversions most, and how they go from step to step. */

/** Numbers of nodes beside those of ads and groups, and beside the rows without contact, without a group and hidden. */
export const OTHERS = -3;
export const CONVERTED = -4;
export const BEGUN = -5;

/** Each conversion with its path as `pathsFromEvents` tells it, from the events or from what is derived of them. */
export const journeysOf = (scope: Scope, which = '1'): string => (scope.source === 'events' ? pathsFromEvents(scope.rules, scope, which)
  : `SELECT conversion_id, visitor_id AS visitor, toUnixTimestamp64Milli(ts) AS converted, cv_type, amount, times, interaction_ids, ad_ids FROM conversion_path FINAL
     WHERE product_id = {product: UInt32} AND rules = {rules: UInt64} AND ts >= ${instant('from')} AND ts < ${instant('until')} AND ${which}`);

/** The row of an ad, as SQL over a column: 32 bits, because groups whose keys fit 128 bits together are found much faster than wider ones. */
export const rowInSql = (grouping: Grouping, column: string): string =>
  (grouping === null ? `toInt32(${column})` : `toInt32(transform(${column}, {ads: Array(UInt32)}, {rows: Array(Int64)}, toInt64({other: Int32})))`);
export const boundGrouping = (grouping: Grouping): Bound => (grouping === null ? {} : { ads: grouping.ads, rows: grouping.rows, other: grouping.other });

/**
 * Last conversions with a path, its contacts as rows of the axis: conversion_id, visitor, converted, cv_type, amount, elapsed (ms), last_ad, keys.
 *
 * @param known the path has to hold one of these ads, bound as `known`; null: any will do
 */
export const keyedJourneys = (scope: Scope, grouping: Grouping, known: readonly number[] | null): string => `
  SELECT conversion_id, visitor, converted, cv_type, amount, converted - times[1] AS elapsed, ad_ids[-1] AS last_ad, arrayMap(x -> ${rowInSql(grouping, 'x')}, ad_ids) AS keys
  FROM (${journeysOf(scope, 'cv_type = 1')}) WHERE notEmpty(ad_ids)${known === null ? '' : ' AND hasAny(ad_ids, {known: Array(UInt32)})'}`;

/** A path: its first steps, how many there are, and what came of it. Time in milliseconds. */
export interface JourneyCount { readonly key: string; readonly steps: readonly number[]; readonly length: number; readonly cv: number; readonly amount: number; readonly elapsed: number }
export interface JourneyTotals { readonly paths: number; readonly cv: number; readonly amount: number; readonly elapsed: number }
/** How many went from a row at a step to a row at the next one, or to the conversion. */
export interface JourneyLink { readonly step: number; readonly from: number; readonly to: number; readonly cv: number; readonly amount: number }

export interface Journeys {
  readonly grouping: Grouping;
  readonly known: readonly number[] | null;
  /** Repeated neighbours are one step. */
  readonly fold: boolean;
}

const given = (scope: Scope, { grouping, known }: Journeys): Bound => ({ ...bound(scope), ...boundGrouping(grouping), known: known ?? [] });
export const stepsOf = (keys: string, fold: boolean): string => (fold ? `arrayCompact(${keys})` : keys);

/** The paths that most conversions took. @param limit how many; @param shown how many of a path's steps are told */
export const topJourneys = async (columnar: Columnar, scope: Scope, journeys: Journeys, limit: number, shown: number): Promise<JourneyCount[]> => {
  const found = await rowsOf<{ key: string; first: number[]; steps_of: string; cv: string; yen: string; took: string }>(columnar, `
    SELECT lower(hex(sipHash128(steps))) AS key, arraySlice(steps, 1, {shown: UInt16}) AS first, length(steps) AS steps_of, count() AS cv, sum(amount) AS yen, sum(elapsed) AS took
    FROM (SELECT amount, elapsed, ${stepsOf('keys', journeys.fold)} AS steps FROM (${keyedJourneys(scope, journeys.grouping, journeys.known)}))
    GROUP BY steps ORDER BY cv DESC, yen DESC, steps_of, steps LIMIT {limit: UInt32}`, { ...given(scope, journeys), limit, shown }, scope.signal);
  return found.map(line => ({ key: line.key, steps: line.first, length: Number(line.steps_of), cv: Number(line.cv), amount: Number(line.yen), elapsed: Number(line.took) }));
};

/** All paths together. */
export const journeyTotals = async (columnar: Columnar, scope: Scope, journeys: Journeys): Promise<JourneyTotals> => {
  const [found] = await rowsOf<{ paths: string; cv: string; yen: string; took: string }>(columnar, `
    SELECT uniqExact(sipHash128(${stepsOf('keys', journeys.fold)})) AS paths, count() AS cv, sum(amount) AS yen, sum(elapsed) AS took
    FROM (${keyedJourneys(scope, journeys.grouping, journeys.known)})`, given(scope, journeys), scope.signal);
  return { paths: Number(found?.paths ?? 0), cv: Number(found?.cv ?? 0), amount: Number(found?.yen ?? 0), elapsed: Number(found?.took ?? 0) };
};

/** The rows that most paths pass, most first. */
export const busiestRows = async (columnar: Columnar, scope: Scope, journeys: Journeys, limit: number): Promise<number[]> =>
  (await rowsOf<{ key: number }>(columnar, `
    SELECT key, count() AS cv FROM (SELECT arrayJoin(arrayDistinct(keys)) AS key FROM (${keyedJourneys(scope, journeys.grouping, journeys.known)}))
    GROUP BY key ORDER BY cv DESC, key LIMIT {limit: UInt32}`, { ...given(scope, journeys), limit }, scope.signal)).map(({ key }) => key);

/** The places of `keys` in the flow, as a column `places`; rows that `nodes` does not name are one, and repeated neighbours are folded after that. */
export const placesInFlow = (fold: boolean, steps: number): string => `
  ${stepsOf(`arrayMap(x -> if(has({nodes: Array(Int32)}, x), x, toInt32(${OTHERS})), keys)`, fold)} AS whole, if(length(whole) > ${steps}, arrayPushBack(arraySlice(whole, 1, ${steps - 1}), whole[-1]), whole) AS places`;

/**
 * From step to step. Of a path longer than `steps` the first ones stand in their places and the last contact in the last place: where a path leads to
 * the conversion is always its last contact.
 *
 * @param nodes the rows that are told apart; others are one
 */
export const journeyLinks = async (columnar: Columnar, scope: Scope, journeys: Journeys, nodes: readonly number[], steps: number): Promise<JourneyLink[]> => {
  const found = await rowsOf<{ step: number; came: number; went: number; cv: string; yen: string }>(columnar, `
    SELECT step, came, went, count() AS cv, sum(amount) AS yen FROM (
      SELECT amount, ${placesInFlow(journeys.fold, steps)}
      FROM (${keyedJourneys(scope, journeys.grouping, journeys.known)})
    ) ARRAY JOIN arrayEnumerate(places) AS step, places AS came, arrayPushBack(arrayPopFront(places), toInt32(${CONVERTED})) AS went
    GROUP BY step, came, went ORDER BY step, cv DESC, came, went`, { ...given(scope, journeys), nodes }, scope.signal);
  return found.map(line => ({ step: line.step, from: line.came, to: line.went, cv: Number(line.cv), amount: Number(line.yen) }));
};
