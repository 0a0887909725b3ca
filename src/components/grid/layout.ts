import { useVirtualizer, type Range, type VirtualItem } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useMemo, useRef, type RefObject } from 'react';
import type { Cursor } from './cursor.ts';
import { OWN_WIDTH, type Slot } from './slot.ts';
import { isFigures } from './types.ts';
import { useInnerWidth } from './use-inner-width.ts';

/**
 * A place of every row on the sheet, in pixels from its left. `index` counts the places of a row; `stuck`
 * ones stay in view at their side.
 */
export type Placed<Row> = Slot<Row> & {
  readonly index: number;
  readonly left: number;
  readonly width: number;
  readonly numeric: boolean;
  readonly stuck: 'start' | 'end' | null;
};

/**
 * Indices of a range with some around it and the one that has the focus, so that focus never leaves the page
 * by scrolling.
 */
const around = (range: Range, focused: number): number[] => {
  const from = Math.max(0, range.startIndex - range.overscan);
  const to = Math.min(range.count - 1, range.endIndex + range.overscan);
  const indices = Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);
  if (focused < 0 || focused >= range.count || (focused >= from && focused <= to)) return indices;
  return focused < from ? [focused, ...indices] : [...indices, focused];
};

export interface GridSize {
  readonly width: number;
  readonly height: number;
}

interface Sheet<Row> {
  readonly scroll: RefObject<HTMLDivElement | null>;
  readonly slots: readonly Slot<Row>[];
  readonly widthOf: (slot: Slot<Row>) => number;
  readonly rowCount: number;
  readonly rowHeight: number;
  readonly headHeight: number;
  readonly footHeight: number;
  readonly cursor: Cursor;
  /** At first, in pixels; then it is watched. */
  readonly size: GridSize;
  /** The names of rows may not take more than their share of a narrow screen. */
  readonly narrow: boolean;
  /** The last column that stays in view; null: the names of the rows alone. */
  readonly pinned: string | null;
}

const NARROW_NAME = 148;
/** What stays in view leaves at least this share of the room to what moves under it. */
const MOVING_SHARE = 0.4;

/**
 * How many places at the left stay in view: what picks rows and their names always, and the columns up to the
 * one that is pinned, as far as there is room.
 *
 * @param width of the room, in pixels
 */
export const stuckOf = <Row>(
  slots: readonly Slot<Row>[],
  widthOf: (slot: Slot<Row>) => number,
  pinned: string | null,
  width: number,
): number => {
  const least = slots[0]?.kind === 'pick' ? 2 : 1;
  const wanted = slots.findIndex(slot => slot.kind === 'data' && slot.name === pinned) + 1;
  let taken = 0;
  const fitting = slots.slice(0, wanted).filter(slot => {
    taken += widthOf(slot);
    return taken <= width * (1 - MOVING_SHARE);
  });
  return Math.max(least, fitting.length);
};

/** The places of a row in three parts: stuck at the left, moving in the middle, stuck at the right. */
interface Parts<Row> {
  readonly slots: readonly Slot<Row>[];
  /** How many places are stuck at the left. */
  readonly leading: number;
  readonly middle: readonly Slot<Row>[];
  /** How many places are stuck at the right: the actions, or none. */
  readonly trailing: number;
  readonly stuckWidths: readonly number[];
}

const nameSlotOf = <Row>(slots: readonly Slot<Row>[]): Slot<Row> | undefined =>
  slots.find(slot => slot.kind === 'data');

/** Divides the places of a row by what stays in view. */
const usePartsOf = <Row>({ slots, widthOf, narrow, pinned }: Sheet<Row>, innerWidth: number): Parts<Row> => {
  const leading = stuckOf(slots, widthOf, narrow ? null : pinned, innerWidth);
  const trailing = slots.at(-1)?.kind === 'actions' ? 1 : 0;
  const middle = useMemo(() => slots.slice(leading, slots.length - trailing), [slots, leading, trailing]);
  const name = nameSlotOf(slots);
  const stuckWidths = slots
    .slice(0, leading)
    .map(slot => (slot === name && narrow ? Math.min(widthOf(slot), NARROW_NAME) : widthOf(slot)));
  return { slots, leading, middle, trailing, stuckWidths };
};

/** A changed width moves everything to the right of it; the virtualizer caches sizes by index. */
const useMeasuredAnew = ({ measure }: { readonly measure: () => void }, sized: string): void => {
  const measured = useRef(sized);
  useLayoutEffect(() => {
    if (measured.current === sized) return;
    measured.current = sized;
    measure();
  }, [measure, sized]);
};

/**
 * Tells the style sheet the heights: with them the box ends between two rows, wherever the bar for scrolling
 * across takes its place.
 */
const writeHeights = (
  box: HTMLElement | null,
  { rowHeight, headHeight, footHeight }: Pick<Sheet<never>, 'rowHeight' | 'headHeight' | 'footHeight'>,
): void => {
  if (box === null) return;
  box.style.setProperty('--tp-frame', `${box.offsetHeight - box.clientHeight + headHeight + footHeight}px`);
  box.style.setProperty('--tp-row', `${rowHeight}px`);
};

/**
 * Where the drawn places of a row are.
 *
 * @param items of the middle that are drawn
 * @param content the width of all places, in pixels
 * @param spare what the names of the rows take beyond their own width, in pixels
 */
const placesOf = <Row>(
  { slots, leading, middle, trailing, stuckWidths }: Parts<Row>,
  items: readonly VirtualItem[],
  content: number,
  spare: number,
): readonly Placed<Row>[] => {
  const place = (
    slot: Slot<Row>,
    index: number,
    left: number,
    width: number,
    stuck: Placed<Row>['stuck'] = null,
  ): Placed<Row> => ({
    ...slot,
    index,
    left,
    width,
    stuck,
    numeric: slot.kind === 'data' && isFigures(slot.column),
  });
  const name = nameSlotOf(slots);
  if (name === undefined) return [];
  const last = slots.at(-1);
  let left = 0;
  return [
    ...slots.slice(0, leading).map((slot, index) => {
      const width = (stuckWidths[index] ?? 0) + (slot === name ? spare : 0);
      left += width;
      return place(slot, index, left - width, width, 'start');
    }),
    ...items.flatMap(item => {
      const slot = middle[item.index];
      return slot === undefined ? [] : [place(slot, item.index + leading, item.start + spare, item.size)];
    }),
    ...(trailing === 1 && last !== undefined
      ? [place(last, slots.length - 1, content + spare - OWN_WIDTH, OWN_WIDTH, 'end')]
      : []),
  ];
};

type Scroller = Pick<ReturnType<typeof useVirtualizer>, 'scrollToIndex'>;

/** What has a cell drawn and in sight. */
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
 * Which rows and columns are drawn, and where. Both directions are virtual; what is stuck at the sides is
 * always drawn and kept in view by CSS (`position: sticky`), which costs no measuring. The width to spare
 * goes to the names of the rows.
 */
export const useSheet = <Row>(sheet: Sheet<Row>) => {
  const { scroll, slots, widthOf, cursor, size } = sheet;
  const { rowCount, rowHeight, headHeight, footHeight } = sheet;
  const innerWidth = useInnerWidth(scroll, size.width);
  const parts = usePartsOf(sheet, innerWidth);
  const { leading, middle, trailing, stuckWidths } = parts;
  const start = stuckWidths.reduce((sum, width) => sum + width, 0);
  const end = trailing * OWN_WIDTH;
  const columnRange = useCallback(
    (range: Range) => around(range, cursor.column - leading),
    [cursor.column, leading],
  );
  const ofScroll = { getScrollElement: () => scroll.current, initialRect: size };
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
  useMeasuredAnew(across, `${middle.map(widthOf).join()},${start}`);
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
  useLayoutEffect(
    () => writeHeights(scroll.current, { rowHeight, headHeight, footHeight }),
    [scroll, content, headHeight, footHeight, rowHeight],
  );
  const items = across.getVirtualItems();
  const spare = Math.max(0, innerWidth - content);
  const shown = items.map(item => `${item.index}:${item.start}:${item.size}`).join();
  const stuck = stuckWidths.join();
  const placed = useMemo(
    () => placesOf(parts, items, content, spare),
    // oxlint-disable-next-line react/exhaustive-deps -- `shown` says all that is read of the virtualizer's items, which it changes in place, and `stuck` the widths in front of them
    [shown, stuck, spare, slots, content],
  );
  const show = useShowCell(across, down, rowCount, parts);
  return { rows: down.getVirtualItems(), height: down.getTotalSize(), placed, width: content + spare, show };
};
