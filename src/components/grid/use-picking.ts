import { useMemo, useRef } from 'react';
import { withAllToggled, extentOf, reached, withToggled } from './picking.ts';
import type { GridProps } from './types.ts';

const NONE: ReadonlySet<string> = new Set();

/** The selection and its commands. Rows are identified by their index among the shown rows. */
export const usePicking = <Row extends object>(
  rows: readonly Row[],
  { rowKey, picked = NONE, onPicked }: Pick<GridProps<Row>, 'rowKey' | 'picked' | 'onPicked'>,
) => {
  /** Key of the row from which a range extends: the last toggled one. */
  const anchor = useRef<string | null>(null);
  const extent = useMemo(
    () => (picked.size === 0 ? 'none' : extentOf(picked, rows.map(rowKey))),
    [picked, rows, rowKey],
  );
  return {
    extent,
    isPicked: (row: Row): boolean | null => (onPicked === undefined ? null : picked.has(rowKey(row))),
    pick: (index: number, reaching: boolean): boolean => {
      const row = rows[index];
      if (onPicked === undefined || row === undefined) return false;
      const key = rowKey(row);
      onPicked(reaching ? reached(picked, rows.map(rowKey), anchor.current, key) : withToggled(picked, key));
      if (!reaching || anchor.current === null) anchor.current = key;
      return true;
    },
    pickAll: (): boolean => {
      if (onPicked === undefined) return false;
      onPicked(withAllToggled(picked, rows.map(rowKey)));
      return true;
    },
  };
};
