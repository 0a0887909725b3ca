import { isOfAgents } from './dimension-rollups.ts';
import { unitsInSql, type CreditModel, type CreditTable } from '../rollups/paths.ts';
import { keysOf } from './counts.ts';
import { rowInSql } from './journeys.ts';
import { pathSummariesOf } from './path-summaries.ts';
import { isFiner, NO_CONTACT, type Layout } from './row-layout.ts';
import type { Scope } from './scope.ts';

/**
 * SQL that sums conversions by row: paths become lines of contacts, these are summed by row, place on the
 * path and path length, and the models turn the sums into credit.
 */

/** The columns of a line of paths: `keys` are the rows of its contacts, `none` the row of paths without any. */
const PATH_COLUMNS = 'cv_type, none, keys';

/**
 * Paths as lines of cv_type, none, keys, paths (their number), yen (their sales) and took (ms in all).
 * Equal paths are one line where merging them is cheap.
 */
const pathLines = (scope: Scope, layout: Layout, which: string): string => {
  // A visitor has few devices, so most paths over agents are equal.
  if (isFiner(layout) && isOfAgents(layout))
    return `SELECT ${PATH_COLUMNS}, count() AS paths, sum(amount) AS yen, sum(elapsed) AS took FROM (${keysOf(scope, layout, which)}) GROUP BY ${PATH_COLUMNS}`;
  if (isFiner(layout) || scope.conversionFilter !== undefined)
    return `SELECT ${PATH_COLUMNS}, 1 AS paths, amount AS yen, elapsed AS took FROM (${keysOf(scope, layout, which)})`;
  return `SELECT cv_type, toInt64(${NO_CONTACT}) AS none, arrayMap(x -> toInt64(${rowInSql(layout, 'x')}), ad_ids) AS keys, times AS paths, amount AS yen, elapsed AS took FROM (${pathSummariesOf(scope, [0, 1])})`;
};

/**
 * A line for each contact of a path: contact i of n (both 0 without contacts), its row, the row of the last
 * contact, and fresh (1: the first contact of its row).
 */
const contactLines = (paths: string): string => `
      SELECT cv_type, paths, yen, took, none, toUInt32(length(keys)) AS n, i, key, keys[n] AS last_key, fresh
      FROM (${paths}) LEFT ARRAY JOIN keys AS key, arrayEnumerate(keys) AS i, arrayEnumerateUniq(keys) AS fresh
    `;

/**
 * Whether contacts are summed by place before the models. There are far fewer places than contacts where rows
 * are few; rows of hours or pages are so many that a single model is faster without this step.
 */
const isSummedByPlace = (layout: Layout, models: readonly CreditModel[]): boolean =>
  !isFiner(layout) || isOfAgents(layout) || models.length >= 2;

/**
 * The measures of contacts at place i of n, by row or one by one: last and middle conversions, sales, times
 * and assists. Row, n and i fit 128 bits, which ClickHouse groups faster than wider keys.
 */
const placeLines = (contacts: string, isSummed: boolean): string => {
  const measure = (value: string, when: string) =>
    isSummed ? `sumIf(${value}, ${when})` : `${value} * (${when})`;
  return `
    SELECT if(n = 0, none, key) AS row, n, i, ${measure('paths', 'cv_type = 1')} AS lasts, ${measure('paths', 'cv_type = 0')} AS middles, ${measure('yen', 'cv_type = 1')} AS sales,
      ${measure('took', 'cv_type = 1 AND i = n')} AS times, ${measure('paths', 'cv_type = 1 AND fresh = 1 AND key != last_key')} AS helped, ${measure('paths', 'cv_type = 1 AND i = 1 AND key != last_key')} AS helped_first
    FROM (${contacts}) ${isSummed ? 'GROUP BY row, n, i' : ''}
  `;
};

/** The same with the credit units of their place under each model. */
const creditedPlaces = (places: string, table: CreditTable, models: readonly CreditModel[]): string => {
  const units = unitsInSql(table);
  const columns = models.map(model => `, ${units[model]} AS ${model}`).join('');
  return `SELECT *, ${units.path} ${columns} FROM (${places})`;
};

/** The credit of conversions for a row under a model, as columns that begin with the name of the model. */
const divisionColumns = (model: CreditModel): string =>
  `, sum(lasts * toUInt64(${model})) AS ${model}_cv, sum(middles * toUInt64(${model})) AS ${model}_middle, toString(sum(toInt128(sales) * toInt128(${model}))) AS ${model}_sales`;

/** Last conversions by the length of their paths: 1 to 5, and 6 for all longer ones. */
const LENGTH_COLUMNS = [
  ...[1, 2, 3, 4, 5].map(length => `sumIf(lasts, i = n AND n = ${length}) AS length_${length}`),
  'sumIf(lasts, i = n AND n >= 6) AS length_6',
].join(', ');

/**
 * Counts of conversions by row, from their paths: the columns of `PathCounts`, in order of rows.
 *
 * @param which a condition on paths, where rows are finer than ads
 */
export const placeSums = (
  scope: Scope,
  layout: Layout,
  table: CreditTable,
  models: readonly CreditModel[],
  which = '1',
): string => {
  const contacts = contactLines(pathLines(scope, layout, which));
  const places = placeLines(contacts, isSummedByPlace(layout, models));
  return `
  SELECT row, sumIf(lasts, i >= n) AS cv, sumIf(middles, i >= n) AS cv_middle, sumIf(sales, i >= n) AS amount_sum, sum(times) AS elapsed_sum, sumIf(lasts * n, i >= n) AS touches,
    ${LENGTH_COLUMNS},
    sum(helped) AS assists, sum(helped_first) AS assists_first
    ${models.map(divisionColumns).join('')}
  FROM (${creditedPlaces(places, table, models)}) GROUP BY row ORDER BY row`;
};
