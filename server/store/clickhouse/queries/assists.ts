import type { Columnar } from '../engine/columnar.ts';
import type { Grouping } from './row-layout.ts';
import { placesOf } from './row-numbers.ts';
import { rowsOf } from '../engine/query.ts';
import { bound, type Scope } from './scope.ts';
import { waysOf } from './path-summaries.ts';

/**
 * What groups helped: last conversions that each is on the path of, and not its end. It depends on what is a
 * row, and is no sum over ads.
 */

export interface Helped {
  readonly row: number;
  readonly assists: bigint;
  readonly assists_first: bigint;
}

/**
 * Of paths as lines of times and keys, lists of numbers: key, assists and assists_first. What is asked of a
 * path is asked before it is taken apart.
 */
export const helping = (paths: string): string => `
  SELECT key, sum(times) AS assists, sumIf(times, key = lead) AS assists_first
  FROM (SELECT times, arrayDistinct(keys) AS different, keys[1] AS lead, keys[-1] AS end FROM (${paths}) WHERE length(keys) > 1) ARRAY JOIN different AS key
  WHERE key != end GROUP BY key HAVING assists != 0 ORDER BY key`;

/** What the rows of a grouping helped, of all conversions. */
export const helpedByGroup = async (
  columnar: Columnar,
  scope: Scope,
  grouping: NonNullable<Grouping>,
): Promise<Helped[]> => {
  const { rows, placeOf, params } = placesOf(grouping);
  const found = await rowsOf<{ key: number; assists: string; assists_first: string }>(
    columnar,
    helping(
      `SELECT times, arrayMap(x -> ${placeOf('x')}, ad_ids) AS keys FROM (${waysOf(scope, [1])}) WHERE length(ad_ids) > 1`,
    ),
    { ...bound(scope), ...params },
    scope.signal,
  );
  return found.map(({ key, assists, assists_first }) => ({
    row: rows[key] ?? grouping.other,
    assists: BigInt(assists),
    assists_first: BigInt(assists_first),
  }));
};
