import type { PointerEvent } from 'react';

/**
 * Follows the pointer until it is released; the width is reported as it changes, and once more, as final, at
 * the end.
 */
export const dragEdge = (
  event: PointerEvent<HTMLElement>,
  width: number,
  tell: (width: number, final: boolean) => void,
): void => {
  const handle = event.currentTarget;
  const start = event.clientX;
  let latest = width;
  event.preventDefault();
  handle.setPointerCapture(event.pointerId);
  const follow = (moved: globalThis.PointerEvent) => {
    latest = width + moved.clientX - start;
    tell(latest, false);
  };
  handle.addEventListener('pointermove', follow);
  handle.addEventListener(
    'lostpointercapture',
    () => {
      handle.removeEventListener('pointermove', follow);
      if (latest !== width) tell(latest, true);
    },
    { once: true },
  );
};

/** What happens to a header that is carried to another place. */
export interface Carrying {
  /**
   * Position of the pointer in the window; also reported while the sheet scrolls under a pointer at its edge.
   */
  readonly over: (x: number) => void;
  readonly dropped: () => void;
  readonly ended: () => void;
}

const FAR_ENOUGH = 6;
/** A finger that rests this long carries the header; one that moves on before scrolls the sheet. */
const LONG_PRESS_MS = 350;
const SIDE = 48;
const SLIDE = 12;

/** A header that a pointer may carry, and what the gesture does to it. */
interface Gesture {
  readonly pointerId: number;
  /** Ends the listening. */
  readonly signal: AbortSignal;
  readonly isCarried: () => boolean;
  readonly moved: (event: globalThis.PointerEvent) => void;
  readonly end: (drop: boolean) => void;
}

/** Follows one pointer in the window, and prevents the browser's own use of the gesture. */
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
  // Only a listener that is not passive can prevent a move from scrolling.
  addEventListener('touchmove', keepFromBrowser, { signal, passive: false });
  addEventListener('contextmenu', keepFromBrowser, { signal });
};

/** Scrolls a sheet while the pointer is near one of its sides; answers whether it did. */
const scrollNearSide = (scroll: HTMLElement, x: number): boolean => {
  const { left, right } = scroll.getBoundingClientRect();
  const isLeft = x < left + SIDE;
  if (!isLeft && x <= right - SIDE) return false;
  scroll.scrollLeft += isLeft ? -SLIDE : SLIDE;
  return true;
};

/**
 * Carries a header with mouse, pen or finger. Escape and what the browser makes of the gesture otherwise end
 * it without a change.
 */
export const carry = (
  event: PointerEvent<HTMLElement>,
  scroll: HTMLElement,
  { over, dropped, ended }: Carrying,
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
    // The click that follows the release still belongs to the gesture.
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
      const far = Math.hypot(x - startX, moved.clientY - startY) > FAR_ENOUGH;
      if (carried) over(x);
      else if (far && touch) end(false);
      else if (far) begin();
    },
    end,
  });
};
