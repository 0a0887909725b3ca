import type { PointerEvent } from 'react';

/**
 * Follows the pointer until it is released; the width is told as it changes, and once more, as final, at the
 * end.
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
  /** Where the pointer is in the window; told also while the sheet slides under a pointer at its side. */
  readonly over: (x: number) => void;
  readonly dropped: () => void;
  readonly ended: () => void;
}

const FAR_ENOUGH = 6;
/** A finger that rests this long carries the header; one that moves on before scrolls the sheet. */
const REST = 350;
const SIDE = 48;
const SLIDE = 12;

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
  const { signal } = listeners;
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
  const rested = touch ? setTimeout(begin, REST) : undefined;
  const sliding = setInterval(() => {
    if (!carried) return;
    const { left, right } = scroll.getBoundingClientRect();
    const by = x < left + SIDE ? -SLIDE : x > right - SIDE ? SLIDE : 0;
    if (by === 0) return;
    scroll.scrollLeft += by;
    over(x);
  }, 16);

  addEventListener(
    'pointermove',
    moved => {
      if (moved.pointerId !== pointerId) return;
      x = moved.clientX;
      const far = Math.hypot(x - startX, moved.clientY - startY) > FAR_ENOUGH;
      if (carried) over(x);
      else if (far && touch) end(false);
      else if (far) begin();
    },
    { signal },
  );
  addEventListener(
    'pointerup',
    ({ pointerId: id }) => {
      if (id === pointerId) end(true);
    },
    { signal },
  );
  addEventListener(
    'pointercancel',
    ({ pointerId: id }) => {
      if (id === pointerId) end(false);
    },
    { signal },
  );
  addEventListener(
    'keydown',
    pressed => {
      if (!carried || pressed.key !== 'Escape') return;
      pressed.preventDefault();
      pressed.stopPropagation();
      end(false);
    },
    { signal, capture: true },
  );
  // Only a move that nobody listens to passively can be kept from scrolling.
  addEventListener(
    'touchmove',
    moved => {
      if (carried) moved.preventDefault();
    },
    { signal, passive: false },
  );
  addEventListener(
    'contextmenu',
    menu => {
      if (carried) menu.preventDefault();
    },
    { signal },
  );
};
