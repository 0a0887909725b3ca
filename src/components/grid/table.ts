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

// Each feature is imported by name: the bundle holds these and no more.
const features = tableFeatures({ columnOrderingFeature, columnSizingFeature, columnVisibilityFeature });
type Features = typeof features;

// The rows stay outside: a table's row object and its caches for each of 10,000 rows cost as much as drawing
// the page.
const NO_ROWS: never[] = [];

/**
 * On devices without hover, the sign of a heading's menu is always visible after its words: its width with
 * the paddings, in pixels.
 */
const TOUCH = '(hover: none)';
const BESIDE_WORDS = 48;
/** There a column is wide enough for the longest word of its heading, which would be broken otherwise. */
const atLeast = (width: number, label: string): number =>
  matchMedia(TOUCH).matches
    ? Math.max(width, Math.ceil(Math.max(...label.split(/[\s\u200B]+/).map(wideOf)) + BESIDE_WORDS))
    : width;

interface TableOptions<Row> {
  readonly columns: readonly GridColumn<Row>[];
  readonly order: readonly string[];
  readonly hidden: readonly string[];
  readonly widths: Widths;
}

/** A column that is shown, and its width in pixels. */
export interface Sized<Row> {
  readonly column: GridColumn<Row>;
  readonly width: number;
}

/**
 * TanStack's table over our columns: their order, widths and visibility. The first cannot be hidden: a row
 * without its name is no use.
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
    // oxlint-disable-next-line react/exhaustive-deps -- the table is another object at every drawing, and what it answers depends on these alone
  }, [columns, state, defs]);
};
