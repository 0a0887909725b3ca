import { useMemo, useRef } from 'react';
import { withAllToggled, extentOf, reached, withToggled } from './selection.ts';
import type { GridProps } from './types.ts';

const NONE: ReadonlySet<string> = new Set();

/** The selection and its commands. Rows are identified by their index among the shown rows. */
export const useSelection = <Row extends object>(
  rows: readonly Row[],
  { rowKey, selected = NONE, onSelect }: Pick<GridProps<Row>, 'rowKey' | 'selected' | 'onSelect'>,
) => {
  /** Key of the row from which a range extends: the last toggled one. */
  const anchor = useRef<string | null>(null);
  const extent = useMemo(
    () => (selected.size === 0 ? 'none' : extentOf(selected, rows.map(rowKey))),
    [selected, rows, rowKey],
  );
  return {
    extent,
    isSelected: (row: Row): boolean | null => (onSelect === undefined ? null : selected.has(rowKey(row))),
    select: (index: number, reaching: boolean): boolean => {
      const row = rows[index];
      if (onSelect === undefined || row === undefined) return false;
      const key = rowKey(row);
      onSelect(
        reaching ? reached(selected, rows.map(rowKey), anchor.current, key) : withToggled(selected, key),
      );
      if (!reaching || anchor.current === null) anchor.current = key;
      return true;
    },
    selectAll: (): boolean => {
      if (onSelect === undefined) return false;
      onSelect(withAllToggled(selected, rows.map(rowKey)));
      return true;
    },
  };
};
