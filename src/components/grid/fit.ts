import type { Formatter, Value } from '../formats.ts';
import { NARROWEST, WIDEST, type GridColumn } from './types.ts';

/**
 * Number of rows measured. Measuring 10,000 rows would be noticeably slow, and the first thousand are
 * representative.
 */
const MAX_MEASURED_ROWS = 1000;
const CELL_PADDING_PX = 26;
const HEAD_PADDING_PX = 44;

/**
 * Width in pixels at which the header and the longest text of a column are fully visible, measured with the
 * page's font.
 */
export const fitWidth = <Row>(column: GridColumn<Row>, rows: readonly Row[], format: Formatter): number => {
  const pen = document.createElement('canvas').getContext('2d');
  if (pen === null) return NARROWEST;
  pen.font = `13px ${getComputedStyle(document.body).fontFamily}`;
  const widestCell = rows
    .slice(0, MAX_MEASURED_ROWS)
    .reduce(
      (widest, row) =>
        Math.max(
          widest,
          pen.measureText(format(column.format, row[column.field] as Value, column.field)).width,
        ),
      0,
    );
  const head = pen.measureText(column.label).width + HEAD_PADDING_PX;
  return Math.ceil(Math.max(NARROWEST, Math.min(WIDEST, Math.max(widestCell + CELL_PADDING_PX, head))));
};
