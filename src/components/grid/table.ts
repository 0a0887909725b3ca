import {
  columnOrderingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import { arranged } from './order.ts';
import { wideOf } from './truncation.ts';
import { NARROWEST, WIDEST, WIDTH_OF, type GridColumn, type Widths } from './types.ts';

// Features are imported individually, so that the bundle contains no others.
const features = tableFeatures({ columnOrderingFeature, columnSizingFeature, columnVisibilityFeature });
type Features = typeof features;

// Rows are not passed to TanStack: its row objects and caches for 10,000 rows cost as much time as rendering
// the page.
const NO_ROWS: never[] = [];

/**
 * Width in pixels of a heading's menu button with its paddings; on devices without hover the button is always
 * visible, next to the label.
 */
const TOUCH = '(hover: none)';
const HEADING_PADDING_PX = 48;
/** Minimum width of a column on such devices: the longest word of its heading would otherwise be broken. */
const atLeast = (width: number, label: string): number =>
  matchMedia(TOUCH).matches
    ? Math.max(width, Math.ceil(Math.max(...label.split(/[\s\u200B]+/).map(wideOf)) + HEADING_PADDING_PX))
    : width;

interface TableOptions<Row> {
  readonly columns: readonly GridColumn<Row>[];
  readonly order: readonly string[];
  readonly hidden: readonly string[];
  readonly widths: Widths;
}

/** A shown column and its width in pixels. */
export interface Sized<Row> {
  readonly column: GridColumn<Row>;
  readonly width: number;
}

/**
 * Order, widths and visibility of columns, computed by TanStack Table. The first column names the row and
 * cannot be hidden.
 */
export const useShownColumns = <Row extends object>({
  columns,
  order,
  hidden,
  widths,
}: TableOptions<Row>): readonly Sized<Row>[] => {
  const defs = useMemo(
    () =>
      columns.map((column, index): ColumnDef<Features, Row> => ({
        id: column.field,
        size: atLeast(column.size ?? WIDTH_OF[column.format], column.label),
        minSize: NARROWEST,
        maxSize: WIDEST,
        enableHiding: index > 0,
      })),
    [columns],
  );
  const state = useMemo(
    () => ({
      columnOrder: arranged(columns, order).map(({ field }) => field),
      columnVisibility: Object.fromEntries(
        hidden.filter(field => field !== columns[0]?.field).map(field => [field, false]),
      ),
      columnSizing: widths,
    }),
    [columns, order, hidden, widths],
  );
  const table = useTable<Features, Row>({ features, columns: defs, data: NO_ROWS, state });
  return useMemo(() => {
    const byField = new Map(columns.map(column => [column.field as string, column]));
    return table.getVisibleLeafColumns().flatMap(leaf => {
      const column = byField.get(leaf.id);
      return column === undefined ? [] : [{ column, width: leaf.getSize() }];
    });
    // oxlint-disable-next-line react/exhaustive-deps -- the table is a new object on each render, and its result depends on these values alone
  }, [columns, state, defs]);
};
