import type { Scope } from './scope.ts';

/** Complete paths of a period: one by one, and summed by path or by transition. */

/** One row per conversion with its path, as `ReportSource.paths`. */
export const journeysOf = (scope: Scope, which = '1'): string => scope.source.paths(scope, which);

type CvType = 0 | 1;
const ofTypes = (cvTypes: readonly CvType[]): string => `cv_type IN (${cvTypes.join(',')})`;

/** The columns of whole paths for a path of one conversion. */
export const SINGLE_PATH = 'cv_type, ad_ids, toInt64(1) AS times, toInt64(amount) AS amount, elapsed';

/** The transitions on paths: cv_type, came_ad, ad_id, times. @param nobody before the first contact, after the last */
export const transitionsOf = (
  paths: string,
  nobody: number,
): string => `SELECT cv_type, came_ad, went_ad AS ad_id, toInt64(1) AS times FROM (${paths})
    ARRAY JOIN arrayPushFront(ad_ids, toUInt32(${nobody})) AS came_ad, arrayPushBack(ad_ids, toUInt32(${nobody})) AS went_ad WHERE notEmpty(ad_ids)`;

/**
 * Whole paths of a period, in the order of their contacts: cv_type, ad_ids, and of the conversions with that
 * path times (how many), amount (yen) and elapsed (ms). A path may have several rows, which may sum to zero.
 *
 * @param cvTypes last (1) and middle conversions (0)
 * @param merged merges the stored rows of each path
 */
export const pathSummariesOf = (scope: Scope, cvTypes: readonly CvType[], merged = false): string =>
  scope.source.completePaths(scope, ofTypes(cvTypes), merged);

/**
 * The transitions on the paths of a period: cv_type, came_ad, ad_id and times; `nobody` is the predecessor
 * of the first contact and the successor of the last.
 */
export const transitionsOfSummaries = (scope: Scope, cvTypes: readonly CvType[], nobody: number): string =>
  scope.source.transitions(scope, ofTypes(cvTypes), nobody);
