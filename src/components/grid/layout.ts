import { elementScroll, useVirtualizer, type Range } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useMemo, useRef, type RefObject } from 'react';
import type { Cursor } from './cursor.ts';
import { placesOf, usePartsOf, type Columns, type Parts } from './places.ts';
import { OWN_WIDTH_PX } from './slot.ts';
import { useInnerWidth } from './use-inner-width.ts';

/**
 * Indices of the visible range with its overscan, and of the focused row or column, which stays rendered so
 * that scrolling does not lose the focus.
 */
const around = (range: Range, focused: number): number[] => {
  const from = Math.max(0, range.startIndex - range.overscan);
  const to = Math.min(range.count - 1, range.endIndex + range.overscan);
  const indices = Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);
  if (focused < 0 || focused >= range.count || (focused >= from && focused <= to)) return indices;
  return focused < from ? [focused, ...indices] : [...indices, focused];
};

/** Width of both borders of the scroll box, and their height, in pixels. */
export const BORDERS_PX = 2;

export interface GridSize {
  readonly width: number;
  readonly height: number;
}

interface Sheet<Row> extends Columns<Row> {
  readonly scroll: RefObject<HTMLDivElement | null>;
  readonly rowCount: number;
  readonly rowHeight: number;
  readonly headHeight: number;
  readonly footHeight: number;
  readonly cursor: Cursor;
  /** Initial size in pixels; afterwards the element is observed. */
  readonly size: GridSize;
}

/** Invalidates the virtualizer's size cache when a width changes, since all later positions change too. */
const useMeasureOnResize = ({ measure }: { readonly measure: () => void }, sized: string): void => {
  const measured = useRef(sized);
  useLayoutEffect(() => {
    if (measured.current === sized) return;
    measured.current = sized;
    measure();
  }, [measure, sized]);
};

/**
 * Passes the heights to the style sheet as custom properties, so that the box ends between two rows whatever
 * the height of the horizontal scrollbar. That is read after each layout that changed the box and before the page is
 * painted: reading it earlier would lay out the page once more.
 */
const useHeights = <Row>({ scroll, rowHeight, headHeight, footHeight }: Sheet<Row>): void => {
  const edges = useRef(BORDERS_PX);
  useLayoutEffect(() => {
    const box = scroll.current;
    if (box === null) return undefined;
    const writeFrame = () =>
      box.style.setProperty('--tp-frame', `${edges.current + headHeight + footHeight}px`);
    box.style.setProperty('--tp-row', `${rowHeight}px`);
    writeFrame();
    const observer = new ResizeObserver(() => {
      const found = box.offsetHeight - box.clientHeight;
      if (found === edges.current) return;
      edges.current = found;
      writeFrame();
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, [scroll, headHeight, footHeight, rowHeight]);
};

type Options = Parameters<typeof useVirtualizer<HTMLDivElement, Element>>[0];

/**
 * Reports the size inside the border and the scrollbars of the scroll box, after each layout that changed it. The
 * virtualizer's own observer also measures at once, which lays out the page within the task that rendered the rows.
 */
const observeSize: NonNullable<Options['observeElementRect']> = ({ scrollElement }, report) => {
  if (scrollElement === null) return undefined;
  const observer = new ResizeObserver(([entry]) => {
    if (entry === undefined) return;
    const { width, height } = entry.contentRect;
    report({ width: Math.round(width), height: Math.round(height) });
  });
  observer.observe(scrollElement);
  return () => observer.disconnect();
};

const scrolled = new WeakSet<object>();

/**
 * Scrolls, except to the start when a virtualizer begins with its new box: the box is there, and scrolling would lay out
 * the page.
 */
const scrollTo: NonNullable<Options['scrollToFn']> = (offset, options, virtualizer) => {
  const isFirst = !scrolled.has(virtualizer);
  scrolled.add(virtualizer);
  if (!isFirst || offset !== 0) elementScroll(offset, options, virtualizer);
};

type Scroller = Pick<ReturnType<typeof useVirtualizer>, 'scrollToIndex'>;

/** Returns a function that scrolls a cell into view, so that it is rendered. */
const useShowCell = <Row>(
  across: Scroller,
  down: Scroller,
  rowCount: number,
  { leading, middle }: Parts<Row>,
) =>
  useCallback(
    ({ row, column }: Cursor) => {
      if (row > 0 && row <= rowCount) down.scrollToIndex(row - 1, { align: 'auto' });
      if (column >= leading && column < leading + middle.length)
        across.scrollToIndex(column - leading, { align: 'auto' });
    },
    [down, across, rowCount, leading, middle.length],
  );

/**
 * The rendered rows and columns, and their positions. Rows and columns are virtual; sticky columns are always
 * rendered and positioned by CSS (`position: sticky`). Surplus width goes to the column of row names.
 */
export const useSheet = <Row>(sheet: Sheet<Row>) => {
  const { scroll, slots, widthOf, cursor, size } = sheet;
  const { rowCount, rowHeight, headHeight, footHeight } = sheet;
  const innerWidth = useInnerWidth(scroll, size.width);
  const parts = usePartsOf(sheet, innerWidth);
  const { leading, middle, trailing, stuckWidths } = parts;
  const start = stuckWidths.reduce((sum, width) => sum + width, 0);
  const end = trailing * OWN_WIDTH_PX;
  const columnRange = useCallback(
    (range: Range) => around(range, cursor.column - leading),
    [cursor.column, leading],
  );
  const ofScroll = {
    getScrollElement: () => scroll.current,
    initialRect: size,
    observeElementRect: observeSize,
    scrollToFn: scrollTo,
  };
  const across = useVirtualizer<HTMLDivElement, Element>({
    ...ofScroll,
    horizontal: true,
    count: middle.length,
    estimateSize: index => {
      const slot = middle[index];
      return slot === undefined ? 0 : widthOf(slot);
    },
    scrollMargin: start,
    scrollPaddingStart: start,
    scrollPaddingEnd: end,
    overscan: 1,
    rangeExtractor: columnRange,
  });
  useMeasureOnResize(across, `${middle.map(widthOf).join()},${start}`);
  const rowRange = useCallback((range: Range) => around(range, cursor.row - 1), [cursor.row]);
  const down = useVirtualizer<HTMLDivElement, Element>({
    ...ofScroll,
    count: rowCount,
    estimateSize: () => rowHeight,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
    scrollPaddingEnd: footHeight,
    overscan: 4,
    rangeExtractor: rowRange,
  });
  const content = start + across.getTotalSize() + end;
  useHeights(sheet);
  const items = across.getVirtualItems();
  const spare = Math.max(0, innerWidth - content);
  const shown = items.map(item => `${item.index}:${item.start}:${item.size}`).join();
  const stuck = stuckWidths.join();
  const placed = useMemo(
    () => placesOf(parts, items, content, spare),
    // oxlint-disable-next-line react/exhaustive-deps -- `shown` identifies the virtualizer's items, which it mutates, and `stuck` the widths in front of them
    [shown, stuck, spare, slots, content],
  );
  const show = useShowCell(across, down, rowCount, parts);
  return { rows: down.getVirtualItems(), height: down.getTotalSize(), placed, width: content + spare, show };
};
