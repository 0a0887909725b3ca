import type { Columnar } from '../engine/columnar.ts';
import { parseInteger } from '../engine/parse-integer.ts';
import { columnwise, type Columns } from '../engine/query.ts';
import { creditByRow } from './daily-credit-sums.ts';
import type { CreditModel, CreditTable } from '../rollups/paths.ts';
import { assistsByGroup, assistsOfPaths, type Assists } from './assists.ts';
import { readCellSums } from './dimension-credit.ts';
import type { Cells } from './dimension-rows.ts';
import { placeSums } from './place-sums.ts';
import { isFiner, layoutParameters, type Grouping, type Layout } from './row-layout.ts';
import { bound, type Scope } from './scope.ts';
import type { CreditByDay } from './report-source.ts';

/** Counts of conversions for the rows of a report, from their paths or from sums of rollups. */

/** Distributed conversions in credit units; distributed sales in yen times credit units. */
export interface Division {
  readonly cv: bigint;
  readonly middle: bigint;
  readonly sales: bigint;
}

/** Counts of conversions for one row: sales in yen, times in milliseconds. */
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

const NONE: Columns[string] = [];

type Measure = Exclude<keyof PathCounts, 'row' | 'divisions'>;
/** The columns of the measures. Sales and times have names that no column of their tables has. */
const MEASURES: Readonly<Record<Measure, string>> = {
  cv: 'cv',
  cv_middle: 'cv_middle',
  amount: 'amount_sum',
  elapsed: 'elapsed_sum',
  touches: 'touches',
  length_1: 'length_1',
  length_2: 'length_2',
  length_3: 'length_3',
  length_4: 'length_4',
  length_5: 'length_5',
  length_6: 'length_6',
  assists: 'assists',
  assists_first: 'assists_first',
};

/** @param columns those of `placeSums`, or of the sums of rollups */
const parseCounts = (columns: Columns, models: readonly CreditModel[]): PathCounts[] => {
  const column = (name: string) => columns[name] ?? NONE;
  const measured = Object.fromEntries(
    Object.entries(MEASURES).map(([measure, name]) => [measure, column(name)]),
  ) as Readonly<Record<Measure, Columns[string]>>;
  const divided = models.map(model => ({
    model,
    cvs: column(`${model}_cv`),
    middles: column(`${model}_middle`),
    sales: column(`${model}_sales`),
  }));
  const divisionsAt = (at: number) => {
    const divisions: Partial<Record<CreditModel, Division>> = {};
    for (const { model, cvs, middles, sales } of divided)
      divisions[model] = {
        cv: parseInteger(cvs[at]),
        middle: parseInteger(middles[at]),
        sales: parseInteger(sales[at]),
      };
    return divisions;
  };
  // One literal for each row: an object that is built key by key is slow, and there are thousands of rows.
  return column('row').map((number, at) => ({
    row: Number(number),
    assists: parseInteger(measured.assists[at]),
    assists_first: parseInteger(measured.assists_first[at]),
    cv: parseInteger(measured.cv[at]),
    cv_middle: parseInteger(measured.cv_middle[at]),
    amount: parseInteger(measured.amount[at]),
    elapsed: parseInteger(measured.elapsed[at]),
    touches: parseInteger(measured.touches[at]),
    length_1: parseInteger(measured.length_1[at]),
    length_2: parseInteger(measured.length_2[at]),
    length_3: parseInteger(measured.length_3[at]),
    length_4: parseInteger(measured.length_4[at]),
    length_5: parseInteger(measured.length_5[at]),
    length_6: parseInteger(measured.length_6[at]),
    divisions: divisionsAt(at),
  }));
};

const addDivisions = (a: PathCounts['divisions'], b: PathCounts['divisions']): PathCounts['divisions'] =>
  Object.fromEntries(
    Object.entries(a).map(([model, { cv, middle, sales }]) => {
      const other = b[model as CreditModel];
      return [
        model,
        {
          cv: cv + (other?.cv ?? 0n),
          middle: middle + (other?.middle ?? 0n),
          sales: sales + (other?.sales ?? 0n),
        },
      ];
    }),
  );

/** The counts of one row over the conversions of both. */
const addCounts = (a: PathCounts, b: PathCounts): PathCounts => ({
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
  divisions: addDivisions(a.divisions, b.divisions),
});

/** Counts over the conversions of both lists, one for each row. */
const mergeCounts = (counted: readonly PathCounts[], more: readonly PathCounts[]): readonly PathCounts[] => {
  if (more.length === 0) return counted;
  if (counted.length === 0) return more;
  const rows = new Map(counted.map(one => [one.row, one]));
  for (const one of more) {
    const known = rows.get(one.row);
    rows.set(one.row, known === undefined ? one : addCounts(known, one));
  }
  return [...rows.values()];
};

/** Replaces the assists of single ads by those of rows. */
const replaceAssists = (
  counts: readonly PathCounts[],
  assists: readonly Assists[],
): readonly PathCounts[] => {
  const known = new Map(assists.map(one => [one.row, one]));
  return counts.map(one => ({ ...one, assists: 0n, assists_first: 0n, ...known.get(one.row) }));
};

/** A query over the rows of a layout. @property needsAssists as of `pathCounts` */
interface PathQuery<Rows extends Layout> {
  readonly columnar: Columnar;
  readonly scope: Scope;
  readonly layout: Rows;
  readonly table: CreditTable;
  readonly models: readonly CreditModel[];
  readonly needsAssists: boolean;
}
const readColumns = ({ columnar, scope, layout }: PathQuery<Layout>, sql: string): Promise<Columns> =>
  columnwise(columnar, sql, { ...bound(scope), ...layoutParameters(layout) }, scope.signal);

/** Counts from the paths of conversions. @param which as of `placeSums` */
const countPaths = async (query: PathQuery<Layout>, which?: string): Promise<readonly PathCounts[]> => {
  const { scope, layout, table, models } = query;
  return parseCounts(await readColumns(query, placeSums(scope, layout, table, models, which)), models);
};

/** Counts rows finer than ads from sums of months, and paths that the sums do not cover from the paths. */
const countMonthlySums = async (query: PathQuery<Cells>): Promise<readonly PathCounts[]> => {
  const { columnar, scope, layout, table, models } = query;
  const sums = await readCellSums(columnar, scope, layout, table, models);
  if (sums === null) return countPaths(query);
  const [rest, assists] = await Promise.all([
    sums.uncoveredPaths === null ? [] : countPaths(query, sums.uncoveredPaths),
    query.needsAssists && !sums.hasAssists ? assistsOfPaths(columnar, scope, layout) : null,
  ]);
  const counts = mergeCounts(parseCounts(sums.columns, models), rest);
  return assists === null ? counts : replaceAssists(counts, assists);
};

/** Whether a row of the grouping has several ads: assists of the row are then no sum over its ads. */
const hasSharedRow = ({ rows }: NonNullable<Grouping>): boolean => new Set(rows).size < rows.length;

/** Counts ads or groups of them from the sums of days. */
const countDailySums = async (
  query: PathQuery<Grouping>,
  credit: CreditByDay,
): Promise<readonly PathCounts[]> => {
  const { columnar, scope, layout: grouping, table, models } = query;
  const groups = query.needsAssists ? grouping : null;
  const [found, assists] = await Promise.all([
    readColumns(query, creditByRow(credit, grouping, table, models)),
    groups !== null && hasSharedRow(groups) ? assistsByGroup(columnar, scope, groups) : null,
  ]);
  const counts = parseCounts(found, models);
  if (assists !== null) return replaceAssists(counts, assists);
  // Ads that the grouping does not name share one row.
  const isShared = found['ads']?.some(ads => Number(ads) > 1) === true;
  return groups !== null && isShared
    ? replaceAssists(counts, await assistsByGroup(columnar, scope, groups))
    : counts;
};

/**
 * Counts of conversions by row, with their division under each of `models`.
 *
 * @param needsAssists whether assists are requested; otherwise they may be those of the single ads, which are above
 *   0 only in rows with any other count
 */
export const pathCounts = async (
  columnar: Columnar,
  scope: Scope,
  layout: Layout,
  table: CreditTable,
  models: readonly CreditModel[],
  needsAssists = true,
): Promise<readonly PathCounts[]> => {
  const query = { columnar, scope, table, models, needsAssists };
  // Rollups hold the credit of the stored decay only.
  const hasSums = table.stored || !models.includes('decay');
  if (hasSums && isFiner(layout)) return countMonthlySums({ ...query, layout });
  const credit = hasSums ? scope.source.dailyCredit(scope) : null;
  if (credit !== null && !isFiner(layout)) return countDailySums({ ...query, layout }, credit);
  return countPaths({ ...query, layout });
};
