import type { Columnar } from './columnar.ts';
import { bound, derivedDays, derivedPeriod, type Grouping, type Scope } from './counts.ts';
import { pathsFromEvents } from './paths.ts';
import { rowsOf, type Bound } from './query.ts';

/** Whole paths as journeys over the rows of an axis: which ones lead to conversions most, and how they go from step to step. */

/** Numbers of nodes beside those of ads and groups, and beside the rows without contact, without a group and hidden. */
export const OTHERS = -3;
export const CONVERTED = -4;
export const BEGUN = -5;

/**
 * Each conversion with its path, from the events or from what is derived of them: conversion_id, visitor, converted (ms), cv_type, amount, elapsed (ms), last_ad (0: no
 * contact), and of its contacts in order times (ms) and ad_ids.
 */
export const journeysOf = (scope: Scope, which = '1'): string => (scope.source === 'events'
  ? `SELECT conversion_id, visitor, converted, cv_type, amount, if(empty(times), 0, converted - times[1]) AS elapsed, ad_ids[-1] AS last_ad, times, ad_ids FROM (${pathsFromEvents(scope.rules, scope, which)})`
  : `SELECT conversion_id, visitor_id AS visitor, toUnixTimestamp64Milli(ts) AS converted, cv_type, amount, elapsed, last_ad_id AS last_ad, times, ad_ids FROM conversion_path FINAL WHERE ${derivedPeriod} AND ${which}`);

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
  SELECT conversion_id, visitor, converted, cv_type, amount, elapsed, last_ad, arrayMap(x -> ${rowInSql(grouping, 'x')}, ad_ids) AS keys
  FROM (${journeysOf(scope, 'cv_type = 1')}) WHERE last_ad != 0${known === null ? '' : ' AND hasAny(ad_ids, {known: Array(UInt32)})'}`;

/** A path: its first steps, how many there are, and what came of it. Time in milliseconds. */
export interface JourneyCount { readonly key: string; readonly steps: readonly number[]; readonly length: number; readonly cv: number; readonly amount: number; readonly elapsed: number }
interface JourneyTotals { readonly paths: number; readonly cv: number; readonly amount: number; readonly elapsed: number }
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

/** The paths that most conversions took, and all paths together. @param limit how many; @param shown how many of a path's steps are told */
export const topJourneys = async (columnar: Columnar, scope: Scope, journeys: Journeys, limit: number, shown: number): Promise<{ readonly top: readonly JourneyCount[]; readonly whole: JourneyTotals }> => {
  type Line = { key: string; first: number[]; steps_of: string; cv: string; yen: string; took: string; paths: string; all_cv: string; all_yen: string; all_took: string };
  const found = await rowsOf<Line>(columnar, `
    SELECT lower(hex(sipHash128(steps))) AS key, arraySlice(steps, 1, {shown: UInt16}) AS first, length(steps) AS steps_of, cv, yen, took, paths, all_cv, all_yen, all_took FROM (
      SELECT *, count() OVER () AS paths, sum(cv) OVER () AS all_cv, sum(yen) OVER () AS all_yen, sum(took) OVER () AS all_took FROM (
        SELECT steps, count() AS cv, sum(amount) AS yen, sum(elapsed) AS took FROM (SELECT amount, elapsed, ${stepsOf('keys', journeys.fold)} AS steps FROM (${keyedJourneys(scope, journeys.grouping, journeys.known)})) GROUP BY steps
      ) ORDER BY cv DESC, yen DESC, length(steps), steps LIMIT {limit: UInt32}
    ) ORDER BY cv DESC, yen DESC, steps_of, steps`, { ...given(scope, journeys), limit, shown }, scope.signal);
  const [any] = found;
  return {
    top: found.map(line => ({ key: line.key, steps: line.first, length: Number(line.steps_of), cv: Number(line.cv), amount: Number(line.yen), elapsed: Number(line.took) })),
    whole: { paths: Number(any?.paths ?? 0), cv: Number(any?.all_cv ?? 0), amount: Number(any?.all_yen ?? 0), elapsed: Number(any?.all_took ?? 0) },
  };
};

/** Each conversion stands once at the end of its path, and once for each other row on it: of single ads both are summed by the day. */
const passedByDay = `SELECT toInt32(ad_id) AS key, sum(d.cv) + sum(d.assists) AS cv FROM daily_credit AS d WHERE ${derivedDays()} AND ad_id != 0 GROUP BY key HAVING cv > 0`;

/** The rows that most paths pass, most first. */
export const busiestRows = async (columnar: Columnar, scope: Scope, journeys: Journeys, limit: number): Promise<number[]> => {
  const { grouping, known } = journeys;
  const passed = scope.source === 'derived' && grouping === null && known === null ? passedByDay
    : `SELECT key, count() AS cv FROM (SELECT arrayJoin(arrayDistinct(keys)) AS key FROM (${keyedJourneys(scope, grouping, known)})) GROUP BY key`;
  return (await rowsOf<{ key: number }>(columnar, `${passed} ORDER BY cv DESC, key LIMIT {limit: UInt32}`, { ...given(scope, journeys), limit }, scope.signal)).map(({ key }) => key);
};

/** The places of `keys` in the flow, as a column `places`; rows that `nodes` does not name are one, and repeated neighbours are folded after that. */
export const placesInFlow = (fold: boolean, steps: number): string => {
  const named = (keys: string) => `arrayMap(x -> if(has({nodes: Array(Int32)}, x), x, toInt32(${OTHERS})), ${keys})`;
  const cut = (keys: string) => `if(length(${keys}) > ${steps}, arrayPushBack(arraySlice(${keys}, 1, ${steps - 1}), ${keys}[-1]), ${keys})`;
  return fold ? `arrayCompact(${named('keys')}) AS whole, ${cut('whole')} AS places` : `${named(cut('keys'))} AS places`;
};

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
