import { toldByCells } from './dimension-credit.ts';
import type { Cells } from './dimension-rows.ts';
import type { Columnar } from '../engine/columnar.ts';
import { keysOf } from './counts.ts';
import { helpedByGroup, helping, type Helped } from './assists.ts';
import { isFiner, layoutParameters, NO_CONTACT, type Grouping, type Layout } from './row-layout.ts';
import { bound, type Scope } from './scope.ts';
import { creditByRow, helpedByAd } from '../rollups/daily-credit.ts';
import { isOfAgents } from '../rollups/dimension-rollups.ts';
import { rowInSql } from './journeys.ts';
import { unitsInSql, type CreditModel, type CreditTable } from '../rollups/paths.ts';
import { columnwise, type Columns } from '../engine/query.ts';
import { parseInteger } from '../engine/parse-integer.ts';
import { waysOf } from './path-summaries.ts';

/** What conversions give to the rows of a report, from their paths or from the sums of these. */

export interface Division {
  readonly cv: bigint;
  readonly middle: bigint;
  readonly sales: bigint;
}

/**
 * What conversions give to one row. Times in milliseconds; divisions in credit units, and in yen times credit
 * units.
 */
export interface PathCounts {
  readonly row: number;
  readonly cv: bigint;
  readonly cv_middle: bigint;
  readonly amount: bigint;
  readonly elapsed: bigint;
  readonly touches: bigint;
  readonly length_1: bigint;
  readonly length_2: bigint;
  readonly length_3: bigint;
  readonly length_4: bigint;
  readonly length_5: bigint;
  readonly length_6: bigint;
  readonly assists: bigint;
  readonly assists_first: bigint;
  readonly divisions: Readonly<Partial<Record<CreditModel, Division>>>;
}

/** The conversions of `byPlace`, equal ones as one line where that is cheap. */
const alikePaths = (scope: Scope, layout: Layout, which: string): string => {
  // A visitor comes with few devices: paths of these alone are the same again and again, and are taken apart
  // once.
  if (isFiner(layout) && isOfAgents(layout))
    return `SELECT cv_type, none, keys, count() AS paths, sum(amount) AS yen, sum(elapsed) AS took FROM (${keysOf(scope, layout, which)}) GROUP BY cv_type, none, keys`;
  return !isFiner(layout) && scope.made === undefined
    ? `SELECT cv_type, toInt64(${NO_CONTACT}) AS none, arrayMap(x -> toInt64(${rowInSql(layout, 'x')}), ad_ids) AS keys, times AS paths, amount AS yen, elapsed AS took FROM (${waysOf(scope, [0, 1])})`
    : `SELECT cv_type, none, keys, 1 AS paths, amount AS yen, elapsed AS took FROM (${keysOf(scope, layout, which)})`;
};

/**
 * What conversions give, contact by contact or added up by row, place and path length first: there are far
 * fewer of these than contacts where rows are few,
 * and all models are functions of the place and the length, so that each costs its arithmetic once a group
 * and not once a contact. The three keys fit 128
 * bits, which groups faster than wider ones.
 */
const byPlace = (
  scope: Scope,
  layout: Layout,
  table: CreditTable,
  models: readonly CreditModel[],
  which = '1',
): string => {
  const units = unitsInSql(table);
  const divided = (model: CreditModel) =>
    `, sum(lasts * toUInt64(${model})) AS ${model}_cv, sum(middles * toUInt64(${model})) AS ${model}_middle, toString(sum(toInt128(sales) * toInt128(${model}))) AS ${model}_sales`;
  // Rows of hours or pages are so many that one model is sooner counted as it comes.
  const [sum, grouped] =
    isFiner(layout) && !isOfAgents(layout) && models.length < 2
      ? [(value: string, when: string) => `${value} * (${when})`, '']
      : [(value: string, when: string) => `sumIf(${value}, ${when})`, 'GROUP BY row, n, i'];
  return `
  SELECT row, sumIf(lasts, i >= n) AS cv, sumIf(middles, i >= n) AS cv_middle, sumIf(sales, i >= n) AS amount_sum, sum(times) AS elapsed_sum, sumIf(lasts * n, i >= n) AS touches,
    ${[1, 2, 3, 4, 5].map(length => `sumIf(lasts, i = n AND n = ${length}) AS length_${length}`).join(', ')}, sumIf(lasts, i = n AND n >= 6) AS length_6,
    sum(helped) AS assists, sum(helped_first) AS assists_first
    ${models.map(divided).join('')}
  FROM (SELECT *, ${units.path} ${models.map(model => `, ${units[model]} AS ${model}`).join('')} FROM (
    SELECT if(n = 0, none, key) AS row, n, i, ${sum('paths', 'cv_type = 1')} AS lasts, ${sum('paths', 'cv_type = 0')} AS middles, ${sum('yen', 'cv_type = 1')} AS sales,
      ${sum('took', 'cv_type = 1 AND i = n')} AS times, ${sum('paths', 'cv_type = 1 AND fresh = 1 AND key != last_key')} AS helped, ${sum('paths', 'cv_type = 1 AND i = 1 AND key != last_key')} AS helped_first
    FROM (
      SELECT cv_type, paths, yen, took, none, toUInt32(length(keys)) AS n, i, key, keys[n] AS last_key, fresh
      FROM (${alikePaths(scope, layout, which)}) LEFT ARRAY JOIN keys AS key, arrayEnumerate(keys) AS i, arrayEnumerateUniq(keys) AS fresh
    ) ${grouped}
  )) GROUP BY row ORDER BY row`;
};

/**
 * Of rows with several ads: last conversions that each row helped, being on the path and not its end. It
 * depends on what is a row, and is no sum over ads.
 */
const helpingOf = (scope: Scope, layout: Layout, which = '1'): string =>
  `SELECT key AS row, assists, assists_first FROM (${helping(`SELECT 1 AS times, keys FROM (${keysOf(scope, layout, which)}) WHERE cv_type = 1`)})`;

const NOTHING: Columns = {};
const NONE: Columns[string] = [];
const helpedIn = ({ row = NONE, assists = NONE, assists_first = NONE }: Columns): Helped[] =>
  row.map((number, at) => ({
    row: Number(number),
    assists: parseInteger(assists[at]),
    assists_first: parseInteger(assists_first[at]),
  }));

const sumOf = (lines: readonly Helped[]): Helped[] => {
  const rows = new Map<number, Helped>();
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

/** What rows of one ad each helped, out of what the ads did; null: there are several ads in one. */
const helpedOfOne = (
  byAd: readonly Helped[],
  { ads, rows, other }: NonNullable<Grouping>,
): Helped[] | null => {
  const known = new Map(ads.map((ad, at) => [ad, rows[at] ?? other]));
  const lines = byAd
    .filter(({ row: ad }) => ad !== 0)
    .map(line => ({ ...line, row: known.get(line.row) ?? other }));
  return new Set(lines.map(({ row }) => row)).size === lines.length ? lines : null;
};

/** What rows helped, and nothing else. */
export const helpedByRow = async (columnar: Columnar, scope: Scope, layout: Layout): Promise<Helped[]> => {
  if (layout !== null && !isFiner(layout) && scope.made === undefined) {
    const single =
      scope.source === 'derived' && new Set(layout.rows).size === layout.rows.length
        ? helpedOfOne(await helpedByRow(columnar, scope, null), layout)
        : null;
    return single ?? helpedByGroup(columnar, scope, layout);
  }
  const queryAssists = async (query: string) =>
    helpedIn(
      await columnwise(columnar, query, { ...bound(scope), ...layoutParameters(layout) }, scope.signal),
    );
  const cellSums = isFiner(layout) ? await toldByCells(columnar, scope, layout, { units: 1 }, []) : null;
  if (cellSums?.helped === true)
    return sumOf([
      ...helpedIn(cellSums.columns),
      ...(cellSums.beside === null ? [] : await queryAssists(helpingOf(scope, layout, cellSums.beside))),
    ]);
  return queryAssists(
    scope.source === 'derived' && layout === null && scope.made === undefined
      ? helpedByAd(scope)
      : helpingOf(scope, layout),
  );
};

const countsIn = (columns: Columns, models: readonly CreditModel[]): PathCounts[] => {
  const of = (name: string) => columns[name] ?? NONE;
  const [row, assists, first, cv, middle, amount, elapsed, touches] = [
    of('row'),
    of('assists'),
    of('assists_first'),
    of('cv'),
    of('cv_middle'),
    of('amount_sum'),
    of('elapsed_sum'),
    of('touches'),
  ];
  const [one, two, three, four, five, six] = [
    of('length_1'),
    of('length_2'),
    of('length_3'),
    of('length_4'),
    of('length_5'),
    of('length_6'),
  ];
  const modelColumns = models.map(model => ({
    model,
    cvs: of(`${model}_cv`),
    middles: of(`${model}_middle`),
    sales: of(`${model}_sales`),
  }));
  return row.map((number, at) => {
    const divisions: Partial<Record<CreditModel, Division>> = {};
    for (const { model, cvs, middles, sales } of modelColumns)
      divisions[model] = {
        cv: parseInteger(cvs[at]),
        middle: parseInteger(middles[at]),
        sales: parseInteger(sales[at]),
      };
    return {
      row: Number(number),
      assists: parseInteger(assists[at]),
      assists_first: parseInteger(first[at]),
      cv: parseInteger(cv[at]),
      cv_middle: parseInteger(middle[at]),
      amount: parseInteger(amount[at]),
      elapsed: parseInteger(elapsed[at]),
      touches: parseInteger(touches[at]),
      length_1: parseInteger(one[at]),
      length_2: parseInteger(two[at]),
      length_3: parseInteger(three[at]),
      length_4: parseInteger(four[at]),
      length_5: parseInteger(five[at]),
      length_6: parseInteger(six[at]),
      divisions,
    };
  });
};

/** Of the same row, of different conversions. */
const added = (a: PathCounts, b: PathCounts): PathCounts => ({
  row: a.row,
  cv: a.cv + b.cv,
  cv_middle: a.cv_middle + b.cv_middle,
  amount: a.amount + b.amount,
  elapsed: a.elapsed + b.elapsed,
  touches: a.touches + b.touches,
  length_1: a.length_1 + b.length_1,
  length_2: a.length_2 + b.length_2,
  length_3: a.length_3 + b.length_3,
  length_4: a.length_4 + b.length_4,
  length_5: a.length_5 + b.length_5,
  length_6: a.length_6 + b.length_6,
  assists: a.assists + b.assists,
  assists_first: a.assists_first + b.assists_first,
  divisions: Object.fromEntries(
    Object.entries(a.divisions).map(([model, { cv, middle, sales }]) => {
      const other = b.divisions[model as CreditModel];
      return [
        model,
        {
          cv: cv + (other?.cv ?? 0n),
          middle: middle + (other?.middle ?? 0n),
          sales: sales + (other?.sales ?? 0n),
        },
      ];
    }),
  ),
});

/** Of rows that are counted in two parts, each once. */
const mergeCounts = (counted: readonly PathCounts[], more: readonly PathCounts[]): readonly PathCounts[] => {
  if (more.length === 0 || counted.length === 0) return more.length === 0 ? counted : more;
  const rows = new Map(counted.map(one => [one.row, one]));
  for (const one of more) {
    const known = rows.get(one.row);
    rows.set(one.row, known === undefined ? one : added(known, one));
  }
  return [...rows.values()];
};

/** Puts what rows helped in the place of what their single ads helped. */
const replaceAssists = (counts: readonly PathCounts[], assists: readonly Helped[]): readonly PathCounts[] => {
  const known = new Map(assists.map(one => [one.row, one]));
  return counts.map(one => ({ ...one, assists: 0n, assists_first: 0n, ...known.get(one.row) }));
};

/** What is counted of paths. @property helped as of `pathCounts` */
interface PathQuery {
  readonly columnar: Columnar;
  readonly scope: Scope;
  readonly table: CreditTable;
  readonly models: readonly CreditModel[];
  readonly helped: boolean;
}
const queryColumns = ({ columnar, scope }: PathQuery, layout: Layout, query: string): Promise<Columns> =>
  columnwise(columnar, query, { ...bound(scope), ...layoutParameters(layout) }, scope.signal);

/** Counts from the paths themselves. */
const countPaths = async (query: PathQuery, layout: Layout): Promise<readonly PathCounts[]> => {
  const { scope, table, models } = query;
  return countsIn(await queryColumns(query, layout, byPlace(scope, layout, table, models)), models);
};

/** Counts rows that are finer than ads from sums of the months, as far as these cover the period. */
const countCells = async (query: PathQuery, cells: Cells): Promise<readonly PathCounts[]> => {
  const { columnar, scope, table, models, helped } = query;
  const sums = await toldByCells(columnar, scope, cells, table, models);
  if (sums === null) return countPaths(query, cells);
  const [found, assists] = await Promise.all([
    sums.beside === null
      ? NOTHING
      : queryColumns(query, cells, byPlace(scope, cells, table, models, sums.beside)),
    helped && !sums.helped ? queryColumns(query, cells, helpingOf(scope, cells)).then(helpedIn) : null,
  ]);
  const counts = mergeCounts(countsIn(sums.columns, models), countsIn(found, models));
  return assists === null ? counts : replaceAssists(counts, assists);
};

/** Counts ads or groups of them from the sums of the days. */
const countDailyCredit = async (query: PathQuery, grouping: Grouping): Promise<readonly PathCounts[]> => {
  const { columnar, scope, table, models, helped } = query;
  const isGrouped = helped && grouping !== null;
  const hasSharedRow = grouping !== null && new Set(grouping.rows).size < grouping.rows.length;
  const [found, assists] = await Promise.all([
    queryColumns(query, grouping, creditByRow(scope, grouping, table, models)),
    isGrouped && hasSharedRow ? helpedByGroup(columnar, scope, grouping) : null,
  ]);
  const counts = countsIn(found, models);
  if (assists !== null) return replaceAssists(counts, assists);
  // Rows of one ad each helped what the ad did; ads that nobody knows may share a row.
  return isGrouped && found['ads']?.some(ads => Number(ads) > 1) === true
    ? replaceAssists(counts, await helpedByGroup(columnar, scope, grouping))
    : counts;
};

/**
 * Conversions by row, with their division under each of `models`.
 *
 * @param helped whether `assists` are asked for; else they may be those of the single ads, which are above 0
 *   only in rows of which something else is too
 */
export const pathCounts = async (
  columnar: Columnar,
  scope: Scope,
  layout: Layout,
  table: CreditTable,
  models: readonly CreditModel[],
  helped = true,
): Promise<readonly PathCounts[]> => {
  const isStored = table.stored || !models.includes('decay');
  const query = { columnar, scope, table, models, helped };
  if (!isStored) return countPaths(query, layout);
  if (isFiner(layout)) return countCells(query, layout);
  return scope.source === 'derived' && scope.made === undefined
    ? countDailyCredit(query, layout)
    : countPaths(query, layout);
};
