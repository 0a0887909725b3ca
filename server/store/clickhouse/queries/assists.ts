import type { Columnar } from '../engine/columnar.ts';
import { parseInteger } from '../engine/parse-integer.ts';
import { columnwise, rowsOf, type Columns } from '../engine/query.ts';
import { assistsByAd } from './daily-credit-sums.ts';
import { keysOf } from './counts.ts';
import { readCellSums } from './dimension-credit.ts';
import type { Cells } from './dimension-rows.ts';
import { pathSummariesOf } from './path-summaries.ts';
import { isFiner, layoutParameters, type Grouping, type Layout } from './row-layout.ts';
import { rowIndexes } from './row-indexes.ts';
import { bound, type Scope } from './scope.ts';

/**
 * Assists: last conversions with a row on their path that is not the row of the last contact. They depend on
 * the row axis, and the assists of a group are no sum over its ads.
 */

/** `assists_first`: those whose first contact is of the row. */
export interface Assists {
  readonly row: number;
  readonly assists: bigint;
  readonly assists_first: bigint;
}

/**
 * Assists of each key, as key, assists and assists_first. Each path is reduced to its different keys before it
 * is divided.
 *
 * @param paths lines of times (the number of conversions) and keys (the rows of a path in order)
 */
const assistSums = (paths: string): string => `
  SELECT key, sum(times) AS assists, sumIf(times, key = lead) AS assists_first
  FROM (SELECT times, arrayDistinct(keys) AS different, keys[1] AS lead, keys[-1] AS end FROM (${paths}) WHERE length(keys) > 1) ARRAY JOIN different AS key
  WHERE key != end GROUP BY key HAVING assists != 0 ORDER BY key`;

/** Assists of the rows of a grouping, over all conversions of the scope. */
export const assistsByGroup = async (
  columnar: Columnar,
  scope: Scope,
  grouping: NonNullable<Grouping>,
): Promise<Assists[]> => {
  const { rows, indexInSql, params } = rowIndexes(grouping);
  const found = await rowsOf<{ key: number; assists: string; assists_first: string }>(
    columnar,
    assistSums(
      `SELECT times, arrayMap(x -> ${indexInSql('x')}, ad_ids) AS keys FROM (${pathSummariesOf(scope, [1])}) WHERE length(ad_ids) > 1`,
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

const NONE: Columns[string] = [];
const parseAssists = ({ row = NONE, assists = NONE, assists_first = NONE }: Columns): Assists[] =>
  row.map((number, at) => ({
    row: Number(number),
    assists: parseInteger(assists[at]),
    assists_first: parseInteger(assists_first[at]),
  }));

const readAssists = async (
  columnar: Columnar,
  scope: Scope,
  layout: Layout,
  sql: string,
): Promise<Assists[]> =>
  parseAssists(
    await columnwise(columnar, sql, { ...bound(scope), ...layoutParameters(layout) }, scope.signal),
  );

/** Assists of ads from the sums of days; null: there are no sums. */
const assistsOfSums = async (columnar: Columnar, scope: Scope): Promise<Assists[] | null> => {
  const credit = scope.source.dailyCredit(scope);
  return credit === null ? null : readAssists(columnar, scope, null, assistsByAd(credit));
};

/** Assists from the paths of conversions. @param which a condition on paths, where rows are finer than ads */
export const assistsOfPaths = (
  columnar: Columnar,
  scope: Scope,
  layout: Layout,
  which = '1',
): Promise<Assists[]> =>
  readAssists(
    columnar,
    scope,
    layout,
    `SELECT key AS row, assists, assists_first FROM (${assistSums(`SELECT 1 AS times, keys FROM (${keysOf(scope, layout, which)}) WHERE cv_type = 1`)})`,
  );

/** The sums of assists by row. */
const mergeAssists = (lines: readonly Assists[]): Assists[] => {
  const rows = new Map<number, Assists>();
  for (const line of lines) {
    const known = rows.get(line.row);
    rows.set(
      line.row,
      known === undefined
        ? line
        : {
            row: line.row,
            assists: known.assists + line.assists,
            assists_first: known.assists_first + line.assists_first,
          },
    );
  }
  return [...rows.values()];
};

/** Assists of rows with one ad each, from those of the ads; null: a row has several ads. */
const assistsOfSingleAds = (
  byAd: readonly Assists[],
  { ads, rows, other }: NonNullable<Grouping>,
): Assists[] | null => {
  const known = new Map(ads.map((ad, at) => [ad, rows[at] ?? other]));
  const lines = byAd
    .filter(({ row: ad }) => ad !== 0)
    .map(line => ({ ...line, row: known.get(line.row) ?? other }));
  return new Set(lines.map(({ row }) => row)).size === lines.length ? lines : null;
};

/** Assists of the rows of a grouping: from sums of days where each row has one ad, else from paths. */
const assistsOfGrouping = async (
  columnar: Columnar,
  scope: Scope,
  grouping: NonNullable<Grouping>,
): Promise<Assists[]> => {
  const hasSingleAds = new Set(grouping.rows).size === grouping.rows.length;
  const byAd = hasSingleAds ? await assistsOfSums(columnar, scope) : null;
  const single = byAd === null ? null : assistsOfSingleAds(byAd, grouping);
  return single ?? assistsByGroup(columnar, scope, grouping);
};

/** Assists of rows finer than ads, from sums of months as far as these state them; else from paths. */
const assistsOfCells = async (columnar: Columnar, scope: Scope, cells: Cells): Promise<Assists[]> => {
  const sums = await readCellSums(columnar, scope, cells, { units: 1 }, []);
  if (sums?.hasAssists !== true) return assistsOfPaths(columnar, scope, cells);
  const rest =
    sums.uncoveredPaths === null ? [] : await assistsOfPaths(columnar, scope, cells, sums.uncoveredPaths);
  return mergeAssists([...parseAssists(sums.columns), ...rest]);
};

/** The assists of each row of a layout, without any other count. */
export const assistsByRow = async (columnar: Columnar, scope: Scope, layout: Layout): Promise<Assists[]> => {
  if (isFiner(layout)) return assistsOfCells(columnar, scope, layout);
  if (scope.conversionFilter !== undefined) return assistsOfPaths(columnar, scope, layout);
  if (layout !== null) return assistsOfGrouping(columnar, scope, layout);
  return (await assistsOfSums(columnar, scope)) ?? assistsOfPaths(columnar, scope, layout);
};
