import type { PointerEvent } from 'react';

/**
 * Resizes a column until the pointer is released. Reports the width in pixels on each move, and once more
 * with `final` at the end.
 */
export const dragEdge = (
  event: PointerEvent<HTMLElement>,
  width: number,
  onMove: (width: number, final: boolean) => void,
): void => {
  const handle = event.currentTarget;
  const start = event.clientX;
  let latest = width;
  event.preventDefault();
  handle.setPointerCapture(event.pointerId);
  const follow = (moved: globalThis.PointerEvent) => {
    latest = width + moved.clientX - start;
    onMove(latest, false);
  };
  handle.addEventListener('pointermove', follow);
  handle.addEventListener(
    'lostpointercapture',
    () => {
      handle.removeEventListener('pointermove', follow);
      if (latest !== width) onMove(latest, true);
    },
    { once: true },
  );
};

/** Callbacks of a header that is dragged to another position. */
export interface DraggedColumn {
  /**
   * Reports the pointer's x in the window, also while the sheet scrolls because the pointer is near its edge.
   */
  readonly over: (x: number) => void;
  readonly dropped: () => void;
  readonly ended: () => void;
}

const DRAG_THRESHOLD_PX = 6;
/** Time in ms after which a touch begins to drag the header; a touch that moves earlier scrolls the sheet. */
const LONG_PRESS_MS = 350;
/** Width of the zone at each side in which a dragged header scrolls the sheet, and the step of each move. */
const SCROLL_ZONE_PX = 48;
const SCROLL_STEP_PX = 12;

/** One pointer that may drag a header, and the callbacks of its gesture. */
interface Gesture {
  readonly pointerId: number;
  /** Removes the listeners. */
  readonly signal: AbortSignal;
  readonly isCarried: () => boolean;
  readonly moved: (event: globalThis.PointerEvent) => void;
  readonly end: (drop: boolean) => void;
}

/** Listens to one pointer in the window, and prevents the browser's own handling of the gesture. */
const followPointer = ({ pointerId, signal, isCarried, moved, end }: Gesture): void => {
  const ofPointer = (act: (event: globalThis.PointerEvent) => void) => (event: globalThis.PointerEvent) => {
    if (event.pointerId === pointerId) act(event);
  };
  const keepFromBrowser = (event: Event) => {
    if (isCarried()) event.preventDefault();
  };
  addEventListener('pointermove', ofPointer(moved), { signal });
  addEventListener(
    'pointerup',
    ofPointer(() => end(true)),
    { signal },
  );
  addEventListener(
    'pointercancel',
    ofPointer(() => end(false)),
    { signal },
  );
  addEventListener(
    'keydown',
    pressed => {
      if (!isCarried() || pressed.key !== 'Escape') return;
      pressed.preventDefault();
      pressed.stopPropagation();
      end(false);
    },
    { signal, capture: true },
  );
  // Only a non-passive listener can prevent scrolling.
  addEventListener('touchmove', keepFromBrowser, { signal, passive: false });
  addEventListener('contextmenu', keepFromBrowser, { signal });
};

/** Scrolls a sheet while the pointer is near its left or right edge; returns whether it scrolled. */
const scrollNearSide = (scroll: HTMLElement, x: number): boolean => {
  const { left, right } = scroll.getBoundingClientRect();
  const isLeft = x < left + SCROLL_ZONE_PX;
  if (!isLeft && x <= right - SCROLL_ZONE_PX) return false;
  scroll.scrollLeft += isLeft ? -SCROLL_STEP_PX : SCROLL_STEP_PX;
  return true;
};

/**
 * Drags a header with mouse, pen or finger. Escape, and a browser that takes over the gesture, cancel the
 * drag.
 */
export const dragColumn = (
  event: PointerEvent<HTMLElement>,
  scroll: HTMLElement,
  { over, dropped, ended }: DraggedColumn,
): void => {
  const { pointerId, clientX: startX, clientY: startY } = event;
  const touch = event.pointerType === 'touch';
  const listeners = new AbortController();
  let [carried, x] = [false, startX];

  const begin = () => {
    carried = true;
    over(x);
  };
  const end = (drop: boolean) => {
    clearTimeout(rested);
    clearInterval(sliding);
    listeners.abort();
    if (carried && drop) dropped();
    // The click event that follows the release belongs to the gesture.
    if (carried) setTimeout(ended);
  };
  const rested = touch ? setTimeout(begin, LONG_PRESS_MS) : undefined;
  const sliding = setInterval(() => {
    if (carried && scrollNearSide(scroll, x)) over(x);
  }, 16);

  followPointer({
    pointerId,
    signal: listeners.signal,
    isCarried: () => carried,
    moved: moved => {
      x = moved.clientX;
      const far = Math.hypot(x - startX, moved.clientY - startY) > DRAG_THRESHOLD_PX;
      if (carried) over(x);
      else if (far && touch) end(false);
      else if (far) begin();
    },
    end,
  });
};
