import { useVirtualizer, type Range, type Virtualizer } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useMemo, type RefObject } from 'react';
import { isNumeric } from '../formats.ts';
import type { Cursor } from './cursor.ts';
import { ROW_HEIGHT, type GridColumn } from './types.ts';

/** A column in its place, in pixels from the left of the sheet. `index` counts the shown columns. */
export interface Placed<Row> {
  readonly column: GridColumn<Row>;
  readonly index: number;
  readonly left: number;
  readonly width: number;
  readonly numeric: boolean;
}

/** Indices of a range with some rows (columns) around it and the one that has the focus, so that focus never leaves the page by scrolling. */
const around = (range: Range, kept: number): number[] => {
  const from = Math.max(0, range.startIndex - range.overscan);
  const to = Math.min(range.count - 1, range.endIndex + range.overscan);
  const indices = Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);
  if (kept < 0 || kept >= range.count || (kept >= from && kept <= to)) return indices;
  return kept < from ? [kept, ...indices] : [...indices, kept];
};

interface Sheet<Row> {
  readonly scroll: RefObject<HTMLDivElement | null>;
  readonly columns: readonly GridColumn<Row>[];
  readonly widthOf: (field: string) => number;
  readonly rowCount: number;
  readonly headHeight: number;
  readonly footHeight: number;
  readonly cursor: Cursor;
  /** The sticky column may not take more than this share of a narrow screen. */
  readonly narrow: boolean;
}

const NARROW_FIRST = 156;

/**
 * Which rows and columns are drawn, and where. Both directions are virtual; the first column is always drawn and kept in view by CSS
 * (`position: sticky`), which costs no measuring. Room to spare goes to the first column.
 */
export const useSheet = <Row>({ scroll, columns, widthOf, rowCount, headHeight, footHeight, cursor, narrow }: Sheet<Row>) => {
  const [first, ...rest] = columns;
  const firstWidth = first === undefined ? 0 : narrow ? Math.min(widthOf(first.field), NARROW_FIRST) : widthOf(first.field);

  const columnRange = useCallback((range: Range) => around(range, cursor.column - 1), [cursor.column]);
  const across = useVirtualizer<HTMLDivElement, Element>({
    horizontal: true, count: rest.length, getScrollElement: () => scroll.current, estimateSize: index => widthOf(rest[index]?.field ?? ''),
    scrollMargin: firstWidth, scrollPaddingStart: firstWidth, overscan: 1, rangeExtractor: columnRange,
  });
  const sized = `${columns.map(column => widthOf(column.field)).join()},${firstWidth}`;
  // A changed width moves everything to the right of it; the virtualizer caches sizes by index.
  useLayoutEffect(() => across.measure(), [across, sized]);

  const rowRange = useCallback((range: Range) => around(range, cursor.row - 1), [cursor.row]);
  const down = useVirtualizer<HTMLDivElement, Element>({
    count: rowCount, getScrollElement: () => scroll.current, estimateSize: () => ROW_HEIGHT,
    scrollMargin: headHeight, scrollPaddingStart: headHeight, scrollPaddingEnd: footHeight, overscan: 4, rangeExtractor: rowRange,
  });

  const items = across.getVirtualItems();
  const content = firstWidth + across.getTotalSize();
  const spare = Math.max(0, Math.floor((across.scrollRect?.width ?? 0) - content));
  const shown = items.map(item => `${item.index}:${item.start}:${item.size}`).join();
  const placed = useMemo((): readonly Placed<Row>[] => {
    const place = (column: GridColumn<Row>, index: number, left: number, width: number) => ({ column, index, left, width, numeric: isNumeric(column.format) });
    if (first === undefined) return [];
    return [
      place(first, 0, 0, firstWidth + spare),
      ...items.flatMap(item => {
        const column = rest[item.index];
        return column === undefined ? [] : [place(column, item.index + 1, item.start + spare, item.size)];
      }),
    ];
    // `shown` says all that is read of the virtualizer's items, which it changes in place.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [shown, firstWidth, spare, columns]);

  return { down, across: across as Virtualizer<HTMLDivElement, Element>, placed, width: content + spare };
};
