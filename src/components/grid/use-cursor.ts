import { useLayoutEffect, useMemo, useRef, useState, type FocusEvent, type RefObject } from 'react';
import { keepInside, type Cursor, type Extent } from './cursor.ts';

/** The element of a cell, if it is rendered. */
export const cellAt = (scroll: HTMLElement | null, { row, column }: Cursor): HTMLElement | null =>
  scroll?.querySelector<HTMLElement>(`[data-row="${row}"][data-index="${column}"]`) ?? null;

/**
 * The one cell that is a tab stop, clamped to the grid. `grab` moves it and takes the focus; `point` only
 * moves it.
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
      hasFocus: () => holding.current,
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
 * Focuses the cursor's cell when requested, and restores the focus when its cell was replaced because rows
 * changed or its column was hidden. `show` renders a cell and scrolls it into view.
 */
export const useFocusAt = (
  scroll: RefObject<HTMLElement | null>,
  { at, grabbed, hasFocus }: ReturnType<typeof useCursor>,
  show: (to: Cursor) => void,
): void => {
  useLayoutEffect(() => {
    if (grabbed()) {
      show(at);
      const cell = cellAt(scroll.current, at);
      cell?.focus({ preventScroll: true });
      // `show` scrolled the sheet; the page around it may have to scroll too.
      cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    } else if (hasFocus() && document.activeElement === document.body) {
      // React fires no blur event when its own commit removes the focused element, so the grid still counts
      // as focused.
      cellAt(scroll.current, at)?.focus({ preventScroll: true });
    }
  });
};
