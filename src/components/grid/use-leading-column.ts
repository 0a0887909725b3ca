import { useMemo, useSyncExternalStore } from 'react';
import { isNarrow, watchNarrow } from './narrow.ts';
import type { GridColumn } from './types.ts';

/**
 * The columns without sparklines, and with the column `field` directly after the names, for screens that fit
 * only one figure.
 */
export const leading = <Row>(
  columns: readonly GridColumn<Row>[],
  field: string | null,
): readonly GridColumn<Row>[] => {
  const figures = columns.filter(({ format }) => format !== 'trend');
  const one = figures.find(column => column.field === field);
  return one === undefined || one === figures[0]
    ? figures
    : [...figures.slice(0, 1), one, ...figures.slice(1).filter(column => column !== one)];
};

/**
 * The columns as they fit on the screen.
 * @param field the figure that comes first on narrow screens; null: the order is unchanged
 */
export const useLeadingColumn = <Row>(
  columns: readonly GridColumn<Row>[],
  field: string | null,
): readonly GridColumn<Row>[] => {
  const narrow = useSyncExternalStore(watchNarrow, isNarrow);
  return useMemo(() => (narrow ? leading(columns, field) : columns), [columns, field, narrow]);
};
