/** Where the keyboard is: row 0 is the header, then the data, then the totals; column 0 is the sticky one. */
export interface Cursor {
  readonly row: number;
  readonly column: number;
}

/** How far the cursor may go. */
export interface Extent {
  readonly rows: number;
  readonly columns: number;
}

export interface Stroke {
  readonly key: string;
  readonly ctrl: boolean;
}

const within = (value: number, count: number): number => Math.max(0, Math.min(count - 1, value));

/** The cursor inside an extent that has shrunk. */
export const keepInside = (cursor: Cursor, extent: Extent): Cursor => ({
  row: within(cursor.row, extent.rows),
  column: within(cursor.column, extent.columns),
});

/**
 * Where a key leads (the grid pattern of the ARIA Authoring Practices), or null where the key is not the
 * grid's; `page` is how many rows are visible at once.
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
