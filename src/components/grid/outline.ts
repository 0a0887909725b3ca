import type { GridColumn, GridProps } from './types.ts';

const HEAD_HEIGHT_PX = 44;
const GROUPS_HEIGHT_PX = 26;

/**
 * Structure of a grid: numbers of rows for ARIA, and heights of header and footer in pixels.
 * @param shown rows of this page that are shown
 * @param visible columns that are shown
 */
export const outlineOf = <Row extends object>(
  { rows, instead, totals, quick = '', firstRow = 0, totalRows = 0 }: GridProps<Row>,
  shown: readonly Row[],
  visible: readonly GridColumn<Row>[],
) => {
  const isEmpty = rows === null || shown.length === 0 || instead !== undefined;
  const rowCount = isEmpty ? 0 : shown.length;
  const grouped = visible.some(column => column.group !== undefined);
  const headRows = grouped ? 2 : 1;
  // Totals cover all rows and would be wrong below the rows of a quick search.
  const shownTotals = isEmpty || quick !== '' ? undefined : totals;
  const footRows = shownTotals === undefined ? 0 : 1;
  const countedRows = isEmpty ? 0 : Math.max(quick === '' ? totalRows : 0, firstRow + rowCount);
  return {
    isEmpty,
    rowCount,
    grouped,
    headHeight: HEAD_HEIGHT_PX + (grouped ? GROUPS_HEIGHT_PX : 0),
    totals: shownTotals,
    footRows,
    ariaBefore: headRows + firstRow,
    ariaRows: headRows + countedRows + footRows,
  };
};
