/**
 * Position of the keyboard cursor: row 0 is the header, followed by data and totals; column 0 is the leftmost
 * slot.
 */
export interface Cursor {
  readonly row: number;
  readonly column: number;
}

/** Number of rows and columns that the cursor can reach. */
export interface Extent {
  readonly rows: number;
  readonly columns: number;
}

export interface Stroke {
  readonly key: string;
  readonly ctrl: boolean;
}

const within = (value: number, count: number): number => Math.max(0, Math.min(count - 1, value));

/** Clamps the cursor to an extent that may have shrunk. */
export const keepInside = (cursor: Cursor, extent: Extent): Cursor => ({
  row: within(cursor.row, extent.rows),
  column: within(cursor.column, extent.columns),
});

/**
 * Position to which a key moves the cursor by the grid pattern of the ARIA Authoring Practices; null: not a
 * key of the grid. `page` is the number of visible rows.
 */
export const move = (
  { row, column }: Cursor,
  { key, ctrl }: Stroke,
  extent: Extent & { readonly page: number },
): Cursor | null => {
  const at = (r: number, c: number): Cursor => keepInside({ row: r, column: c }, extent);
  switch (key) {
    case 'ArrowUp':
      return at(ctrl ? 0 : row - 1, column);
    case 'ArrowDown':
      return at(ctrl ? extent.rows : row + 1, column);
    case 'ArrowLeft':
      return at(row, ctrl ? 0 : column - 1);
    case 'ArrowRight':
      return at(row, ctrl ? extent.columns : column + 1);
    case 'Home':
      return at(ctrl ? 0 : row, 0);
    case 'End':
      return at(ctrl ? extent.rows : row, extent.columns);
    case 'PageUp':
      return at(row - extent.page, column);
    case 'PageDown':
      return at(row + extent.page, column);
    default:
      return null;
  }
};
