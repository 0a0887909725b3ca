import { useLayoutEffect, useMemo, useRef, useState, type FocusEvent, type RefObject } from 'react';
import { keepInside, type Cursor, type Extent } from './cursor.ts';

/** The cell of a place, if it is drawn. */
export const cellAt = (scroll: HTMLElement | null, { row, column }: Cursor): HTMLElement | null =>
  scroll?.querySelector<HTMLElement>(`[data-row="${row}"][data-index="${column}"]`) ?? null;

/**
 * The one cell that Tab leads to, inside the grid however it shrinks. `grab` moves it and takes the focus
 * along; `point` only moves it.
 */
export const useCursor = (extent: Extent) => {
  const [wanted, point] = useState<Cursor>({ row: 0, column: 0 });
  const at = keepInside(wanted, extent);
  const grabbing = useRef(false);
  const holding = useRef(false);
  const acts = useMemo(
    () => ({
      point,
      grab: (to: Cursor) => {
        grabbing.current = true;
        point({ ...to });
      },
      /** Whether the focus was requested since the last call. */
      grabbed: () => {
        const was = grabbing.current;
        grabbing.current = false;
        return was;
      },
      holds: () => holding.current,
      onFocus: () => {
        holding.current = true;
      },
      onBlur: (event: FocusEvent<HTMLElement>) => {
        holding.current = event.currentTarget.contains(event.relatedTarget);
      },
    }),
    [],
  );
  return { at, ...acts };
};

/**
 * Moves the focus to the cursor's cell when it was requested, and restores focus that was in the grid when
 * its cell is replaced, by other rows or because its column was hidden. `show` draws a cell and scrolls it
 * into view.
 */
export const useFocusAt = (
  scroll: RefObject<HTMLElement | null>,
  { at, grabbed, holds }: ReturnType<typeof useCursor>,
  show: (to: Cursor) => void,
): void => {
  useLayoutEffect(() => {
    if (grabbed()) {
      show(at);
      const cell = cellAt(scroll.current, at);
      cell?.focus({ preventScroll: true });
      // The sheet has the cell in sight; the page around it may not have the sheet.
      cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    } else if (holds() && document.activeElement === document.body) {
      // React fires no blur event for a blur that its own commit causes: the grid still counts as focused
      // when the focused cell was removed with its row.
      cellAt(scroll.current, at)?.focus({ preventScroll: true });
    }
  });
};
