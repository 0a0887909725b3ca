import {
  columnSizingFeature, columnVisibilityFeature, createSortedRowModel, rowSortingFeature, tableFeatures, useTable, type ColumnDef,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import { isNumeric } from '../formats.ts';
import { NARROWEST, WIDEST, WIDTH_OF, type GridColumn, type Sort } from './types.ts';

// Each feature is imported by name: the bundle holds these and no more.
const features = tableFeatures({ columnSizingFeature, columnVisibilityFeature, rowSortingFeature, sortedRowModel: createSortedRowModel() });
export type Features = typeof features;

const collators = new Map<string, Intl.Collator>();
const collatorOf = (locale: string): Intl.Collator => {
  const known = collators.get(locale) ?? new Intl.Collator(locale, { numeric: true });
  collators.set(locale, known);
  return known;
};

const NO_HIDDEN: readonly string[] = [];

interface Question<Row> {
  readonly columns: readonly GridColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly sort: Sort<Row> | null;
  readonly hidden?: readonly string[];
  readonly locale: string;
}

/**
 * TanStack's table over our columns: order of the rows, widths and visibility. What is empty sorts last in either direction, texts by the
 * collation of the language. The first column cannot be hidden: a row without its name is no use.
 */
export const useGridTable = <Row extends object>({ columns, rows, rowKey, sort, hidden = NO_HIDDEN, locale }: Question<Row>) => {
  const defs = useMemo(() => columns.map((column, index): ColumnDef<Features, Row> => {
    const numeric = isNumeric(column.format);
    return {
      id: column.field,
      accessorFn: (row: Row) => row[column.field] ?? undefined,
      size: column.size ?? WIDTH_OF[column.format],
      minSize: NARROWEST, maxSize: WIDEST,
      enableHiding: index > 0,
      sortUndefined: 'last',
      sortFn: (a, b, id) => (numeric
        ? Number(a.getValue(id)) - Number(b.getValue(id))
        : collatorOf(locale).compare(String(a.getValue(id)), String(b.getValue(id)))),
    };
  }), [columns, locale]);
  const state = useMemo(() => ({
    sorting: sort === null ? [] : [{ id: sort.field, desc: sort.descending }],
    columnVisibility: Object.fromEntries(hidden.filter(id => id !== columns[0]?.field).map(id => [id, false])),
  }), [sort, hidden, columns]);
  return useTable<Features, Row>({ features, columns: defs, data: rows as Row[], state, getRowId: rowKey });
};
