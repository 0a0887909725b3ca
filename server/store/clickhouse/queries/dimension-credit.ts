import { outsideMonths } from '../rollups/calendar.ts';
import { STATES, type Cells } from './dimension-rows.ts';
import type { Columnar } from '../engine/columnar.ts';
import { contactConditions } from './conditions.ts';
import { pathCountColumns } from './daily-credit-sums.ts';
import { cellOf, kindOf, neededColumns } from './dimension-rollups.ts';
import type { Kind } from '../rollups/kinds.ts';
import { becameReturning, isOfSeveral, SEVERAL } from '../rollups/monthly-credit.ts';
import type { CreditModel, CreditTable } from '../rollups/paths.ts';
import { columnwise, type Columns } from '../engine/query.ts';
import { bound, type Scope } from './scope.ts';

/**
 * The credit of conversions for rows finer than ads, from monthly sums by ad and one dimension. The
 * dimensions and the state of a visitor rarely change on a path, so a path is stored under both; the few
 * paths on which they change are read one by one.
 */

/** The row of paths that the sums do not cover. */
const UNDIVIDED_ROW = -1 - STATES;

/**
 * Sums of rows from rollups: the columns of `PathCounts`, and a condition on the paths that they do not
 * cover; null: they cover all.
 */
interface CellSums {
  readonly columns: Columns;
  readonly uncoveredPaths: string | null;
  /**
   * Whether the sums have the assists of the rows. They do not where a row combines several sums, because
   * a path may be in more than one of them.
   */
  readonly hasAssists: boolean;
}

/** Paths that lines of the sums cannot divide into rows: as a condition over lines, and over paths. */
interface Undivided {
  readonly of: string;
  readonly paths: string;
}
const undividedOf = (cells: Cells): readonly Undivided[] => [
  ...(neededColumns(cells).agent ? [{ of: `d.value = ${SEVERAL}`, paths: isOfSeveral }] : []),
  ...(cells.evaluation === 3 ? [{ of: 'd.course = 3', paths: becameReturning }] : []),
];

/** The row of a line of the sums. */
const lineRow = (cells: Cells, undivided: readonly Undivided[]): string => {
  const isByState = cells.evaluation === 2 || cells.evaluation === 3;
  const row = `toInt64(${cellOf(cells, { ad: 'd.ad_id', agent: 'd.value', landing: 'd.value', times: { hour: 'd.value', weekday: 'd.value' } })}${isByState ? ' + 1 + (d.course >= 2)' : ''})`;
  const known = `if(d.ad_id = 0, toInt64(${isByState ? '-2 - (d.course != 0)' : '-1'}), ${row})`;
  return undivided.length === 0
    ? known
    : `if(${undivided.map(({ of }) => of).join(' OR ')}, toInt64(${UNDIVIDED_ROW}), ${known})`;
};

/**
 * The number of sums that a row combines. A path has one agent and one state: without ads it is in one
 * row.
 */
const sumsInRow = (kind: Kind, cells: Cells): string => {
  if (kind !== 'agent') return 'uniqExact(d.ad_id, d.value)';
  return neededColumns(cells).ad ? 'uniqExact(d.ad_id)' : '1';
};

/** @param found in the order of rows: what the sums cannot divide comes first */
const parseSums = (
  found: Columns,
  { undivided, edge, isOne }: { undivided: readonly Undivided[]; edge: string | null; isOne: boolean },
): CellSums => {
  const firstOf = (column: string) => found[column]?.[0];
  const hasUndividedRow = Number(firstOf('row')) === UNDIVIDED_ROW;
  const hasUndividedPaths =
    hasUndividedRow && (Number(firstOf('touches')) !== 0 || Number(firstOf('cv_middle')) !== 0);
  const uncovered = [
    ...(edge === null ? [] : [edge]),
    ...(hasUndividedPaths ? undivided.map(({ paths }) => paths) : []),
  ];
  const {
    assists = [],
    assists_first = [],
    ...others
  } = hasUndividedRow
    ? Object.fromEntries(Object.entries(found).map(([name, values]) => [name, values.slice(1)]))
    : found;
  const { row: rows = [], parts = [] } = others;
  return {
    columns: isOne ? others : { ...others, assists, assists_first },
    uncoveredPaths: uncovered.length === 0 ? null : `(${uncovered.join(' OR ')})`,
    hasAssists:
      isOne ||
      rows.every(
        (number, at) => Number(number) < STATES || Number(parts[at]) <= 1 || Number(assists[at]) === 0,
      ),
  };
};

/**
 * The sums of the rows; null: no sums exist for such rows or such a period. The query must select all
 * conversions, and the stored decay.
 */
export const readCellSums = async (
  columnar: Columnar,
  scope: Scope,
  cells: Cells,
  table: Pick<CreditTable, 'units'>,
  models: readonly CreditModel[],
): Promise<CellSums | null> => {
  const kind = kindOf(cells);
  const credit = kind === null ? null : scope.source.monthlyCredit(scope, kind);
  if (kind === null || credit === null) return null;
  const undivided = undividedOf(cells);
  const found = await columnwise(
    columnar,
    `
    SELECT ${lineRow(cells, undivided)} AS row, ${sumsInRow(kind, cells)} AS parts, ${pathCountColumns(table, models)}
    FROM ${credit}${cells.evaluation === 1 ? ' AND d.course = 0' : ''} GROUP BY row ORDER BY row`,
    { ...bound(scope), ...contactConditions(cells.contactFilters).params },
    scope.signal,
  );
  return parseSums(found, {
    undivided,
    edge: outsideMonths(scope, 'ts'),
    isOne: kind === 'agent' && !neededColumns(cells).ad,
  });
};
