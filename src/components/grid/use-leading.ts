import { useMemo, useSyncExternalStore } from 'react';
import { isNarrow, watchNarrow } from './narrow.ts';
import type { GridColumn } from './types.ts';

/** On a narrow screen there is room for names and one figure: that is a number, and the one that leads. */
export const leading = <Row>(
  columns: readonly GridColumn<Row>[],
  field: string | null,
): readonly GridColumn<Row>[] => {
  const figures = columns.filter(({ format }) => format !== 'trend');
  const one = figures.find(column => column.field === field);
  return one === undefined
    ? figures
    : [...figures.slice(0, 1), one, ...figures.slice(1).filter(column => column !== one)];
};

/**
 * The columns as the screen has room for them.
 *
 * @param field the figure that leads where it has little; null: they stay in their order
 */
export const useLeading = <Row>(
  columns: readonly GridColumn<Row>[],
  field: string | null,
): readonly GridColumn<Row>[] => {
  const narrow = useSyncExternalStore(watchNarrow, isNarrow);
  return useMemo(() => (narrow ? leading(columns, field) : columns), [columns, field, narrow]);
};
