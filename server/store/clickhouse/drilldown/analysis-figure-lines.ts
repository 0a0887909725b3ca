import type { Lines } from './figure-conversions.ts';
import type { Bound } from '../engine/query.ts';
import { bound, type Scope } from '../queries/scope.ts';
import { monthOf } from '../events/eligible.ts';
import {
  boundGrouping,
  CONVERTED,
  keyedJourneys,
  placesInFlow,
  stepsOf,
  type Journeys,
} from '../queries/journeys.ts';
import { journeysOf } from '../queries/path-summaries.ts';

/** The conversions of figures of the month transition and of the path explorer. */

/** The contribution of a conversion: one, or its amount. */
export type Measure = 'one' | 'amount';
const contributionOf = (measure: Measure): string => (measure === 'one' ? 'toInt128(1)' : 'toInt128(amount)');

/**
 * Last conversions by the Tokyo months (numbers, both ends included) in which their path began, and by the
 * number of months until the conversion.
 */
export interface Cohort {
  readonly began: readonly [number, number];
  readonly later: readonly [number, number];
  readonly ended: number;
}

/** @param ads only conversions whose last contact is of one of these; null: all */
export const cohortLines =
  ({ began, later, ended }: Cohort, ads: readonly number[] | null, measure: Measure) =>
  (scope: Scope): Lines => ({
    sql: `
  SELECT conversion_id, converted, cv_type, amount, contacts, elapsed, last_ad, ${contributionOf(measure)} AS given FROM (
    SELECT conversion_id, converted, cv_type, amount, toUInt32(length(ad_ids)) AS contacts, elapsed, last_ad, ${monthOf('converted - elapsed')} AS month_began, ${monthOf('converted')} AS month_ended
    FROM (${journeysOf(scope, 'cv_type = 1')}) WHERE last_ad != 0${ads === null ? '' : ' AND has({shown: Array(UInt32)}, last_ad)'}
  ) WHERE month_began BETWEEN {began: Int32} AND {began_last: Int32} AND month_ended - month_began BETWEEN {later: Int32} AND {later_last: Int32} AND month_ended <= {ended: Int32}`,
    params: {
      ...bound(scope),
      shown: ads ?? [],
      began: began[0],
      began_last: began[1],
      later: later[0],
      later_last: later[1],
      ended,
    },
  });

/**
 * Selects journeys: those of one path by its key, those of all other paths than some, or those with a transition
 * between two nodes at a step; null: all.
 */
export type JourneySelection =
  | { readonly pathKey: string }
  | { readonly excludedPaths: readonly string[] }
  | {
      readonly step: number;
      readonly from: number;
      readonly to: number;
      readonly nodes: readonly number[];
      readonly steps: number;
    }
  | null;

const conditionOf = (selection: JourneySelection, fold: boolean): string => {
  if (selection === null) return '1';
  if ('step' in selection)
    return `has(arrayMap((at, came, went) -> (at, came, went), arrayEnumerate(places), places, arrayPushBack(arrayPopFront(places), toInt32(${CONVERTED}))), (toUInt32({step: UInt32}), toInt32({came: Int32}), toInt32({went: Int32})))`;
  const key = `lower(hex(sipHash128(${stepsOf('keys', fold)})))`;
  return 'pathKey' in selection
    ? `${key} = {path_key: String}`
    : `NOT has({excluded_paths: Array(String)}, ${key})`;
};

/** The bound values of the condition on journeys. */
const boundJourneys = (selection: JourneySelection): Bound => {
  if (selection === null) return {};
  if ('step' in selection)
    return { step: selection.step, came: selection.from, went: selection.to, nodes: selection.nodes };
  return 'pathKey' in selection
    ? { path_key: selection.pathKey }
    : { excluded_paths: selection.excludedPaths };
};

export const journeyLines =
  (journeys: Journeys, selection: JourneySelection, measure: Measure) =>
  (scope: Scope): Lines => {
    const from = keyedJourneys(scope, journeys.grouping, journeys.known);
    return {
      sql: `
    SELECT conversion_id, converted, cv_type, amount, toUInt32(length(keys)) AS contacts, elapsed, last_ad, ${contributionOf(measure)} AS given
    FROM (${selection !== null && 'step' in selection ? `SELECT *, ${placesInFlow(journeys.fold, selection.steps)} FROM (${from})` : from}) WHERE ${conditionOf(selection, journeys.fold)}`,
      params: {
        ...bound(scope),
        ...boundGrouping(journeys.grouping),
        known: journeys.known ?? [],
        ...boundJourneys(selection),
      },
    };
  };
