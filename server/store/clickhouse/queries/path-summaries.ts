import { besideMonths, linesWithin } from '../rollups/calendar.ts';
import { pathsFromEvents } from '../rollups/paths.ts';
import { derivedPeriod, ofProduct, type Scope } from './scope.ts';

/**
 * Whole paths of a period: one by one; and summed up, of its years and months, with those of the days beside
 * them.
 */

/**
 * Each conversion with its path, from the events or from what is derived of them: conversion_id, visitor,
 * converted (ms), cv_type, amount, elapsed (ms), last_ad (0: no
 * contact), and of its contacts in order times (ms) and ad_ids.
 */
export const journeysOf = (scope: Scope, which = '1'): string =>
  scope.source === 'events'
    ? `SELECT conversion_id, visitor, converted, cv_type, amount, if(empty(times), 0, converted - times[1]) AS elapsed, ad_ids[-1] AS last_ad, times, ad_ids FROM (${pathsFromEvents(scope.rules, scope, which)})`
    : `SELECT conversion_id, visitor_id AS visitor, toUnixTimestamp64Milli(ts) AS converted, cv_type, amount, elapsed, last_ad_id AS last_ad, times, ad_ids FROM conversion_path FINAL WHERE ${derivedPeriod} AND ${which}`;

type CvType = 0 | 1;

const ONE = 'cv_type, ad_ids, toInt64(1) AS times, toInt64(amount) AS amount, elapsed';

/** Conversions of the days beside the months, one by one; null: there are no such days. */
const pathsBeside = (scope: Scope, which: string): string | null => {
  const days = besideMonths(scope, 'ts');
  return days === null
    ? null
    : `SELECT ${ONE} FROM conversion_path FINAL WHERE ${ofProduct} AND ${days} AND ${which}`;
};

/** Whether merged sums hold each path once. */
export const isOneSpan = (scope: Scope): boolean =>
  scope.source === 'derived' && besideMonths(scope, 'ts') === null && linesWithin(scope).length === 1;

/**
 * Whole paths of a period, as lines of cv_type, ad_ids (in order; none where there was no contact) and of the
 * conversions that took one: times (how many),
 * amount (yen) and elapsed (ms). A path may have several lines, which may sum up to nothing.
 *
 * @param cvTypes last (1) and middle conversions (0)
 * @param merged merges the lines that are there of each path of a span
 */
export const waysOf = (scope: Scope, cvTypes: readonly CvType[], merged = false): string => {
  const which = `cv_type IN (${cvTypes.join(',')})`;
  if (scope.source === 'events') return `SELECT ${ONE} FROM (${journeysOf(scope, which)})`;
  const [storedMonths, beside] = [linesWithin(scope), pathsBeside(scope, which)];
  return [
    ...(storedMonths.length === 0
      ? []
      : [
          `SELECT cv_type, ad_ids, times, amount, elapsed FROM monthly_way${merged ? ' FINAL' : ''} WHERE ${ofProduct} AND month IN (${storedMonths.join(', ')}) AND ${which}`,
        ]),
    ...(beside === null ? [] : [beside]),
  ].join(' UNION ALL ');
};

/**
 * Who followed whom on the paths of a period, as lines of cv_type, came_ad, ad_id and times; `nobody` stands
 * before the first contact and after the last.
 */
export const stepsOfWays = (scope: Scope, cvTypes: readonly CvType[], nobody: number): string => {
  const which = `cv_type IN (${cvTypes.join(',')})`;
  const taken = (
    paths: string,
  ) => `SELECT cv_type, came_ad, went_ad AS ad_id, toInt64(1) AS times FROM (${paths})
    ARRAY JOIN arrayPushFront(ad_ids, toUInt32(${nobody})) AS came_ad, arrayPushBack(ad_ids, toUInt32(${nobody})) AS went_ad WHERE notEmpty(ad_ids)`;
  if (scope.source === 'events') return taken(journeysOf(scope, which));
  const [storedMonths, beside] = [linesWithin(scope), pathsBeside(scope, which)];
  return [
    ...(storedMonths.length === 0
      ? []
      : [
          `SELECT cv_type, came_ad, ad_id, times FROM monthly_step WHERE ${ofProduct} AND month IN (${storedMonths.join(', ')}) AND ${which}`,
        ]),
    ...(beside === null ? [] : [taken(beside)]),
  ].join(' UNION ALL ');
};
