import { useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import './popover.css';

interface Props {
  /** Element at which the popover is placed; it receives the focus when the popover closes. */
  readonly anchor: HTMLElement;
  readonly label: string;
  readonly role?: 'dialog' | 'menu';
  readonly onClose: () => void;
  readonly children: ReactNode;
}

const GAP_PX = 4;
const MIN_EDGE_DISTANCE_PX = 8;
/** Height in pixels that a box gets even in a low window, where it then covers its anchor. */
const MIN_HEIGHT = 160;

/**
 * Places a box below its anchor, or above if there is not enough space below, within the window's edges. With too little
 * space on both sides it is limited to the larger one. Uses the window's size without scrollbars and the room reserved for
 * them, in which the browser draws no box; `clientWidth` includes that room where no scrollbar is shown.
 */
export const placeBelow = (box: HTMLElement, anchor: HTMLElement): void => {
  const at = anchor.getBoundingClientRect();
  const { width, height } = box.getBoundingClientRect();
  const { clientHeight } = document.documentElement;
  const windowWidth = document.documentElement.getBoundingClientRect().width;
  const left = Math.max(MIN_EDGE_DISTANCE_PX, Math.min(at.left, windowWidth - width - MIN_EDGE_DISTANCE_PX));
  const below = at.bottom + GAP_PX;
  const [spaceBelow, spaceAbove] = [
    clientHeight - MIN_EDGE_DISTANCE_PX - below,
    at.top - GAP_PX - MIN_EDGE_DISTANCE_PX,
  ];
  const isBelow = height <= spaceBelow || spaceBelow >= spaceAbove;
  const space = Math.min(
    Math.max(MIN_HEIGHT, isBelow ? spaceBelow : spaceAbove),
    clientHeight - 2 * MIN_EDGE_DISTANCE_PX,
  );
  const shown = Math.min(height, space);
  const top = Math.max(
    MIN_EDGE_DISTANCE_PX,
    Math.min(isBelow ? below : at.top - GAP_PX - shown, clientHeight - MIN_EDGE_DISTANCE_PX - shown),
  );
  // Custom properties, as PrimeReact overwrites `left` and `top` of its lists on every scroll event.
  box.style.setProperty('--left', `${left}px`);
  box.style.setProperty('--top', `${top}px`);
  box.style.setProperty('--space', `${space}px`);
};

/** Panel in the browser's top layer, so that no ancestor clips it. Escape and a click outside close it. */
export const Popover = ({ anchor, label, role = 'dialog', onClose, children }: Props) => {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    element.showPopover();
    placeBelow(element, anchor);
    // Content that loads later may be larger and overflow the window's edge.
    const place = () => placeBelow(element, anchor);
    const watch = new ResizeObserver(place);
    watch.observe(element);
    addEventListener('resize', place);
    (element.querySelector<HTMLElement>('input, button:not(:disabled)') ?? element).focus();
    return () => {
      watch.disconnect();
      removeEventListener('resize', place);
      if (element.contains(document.activeElement) || document.activeElement === document.body)
        anchor.focus();
    };
  }, [anchor]);

  const step = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const stops = [
      ...event.currentTarget.querySelectorAll<HTMLElement>('input, button:not(:disabled), a[href]'),
    ];
    const next =
      stops[
        (stops.indexOf(document.activeElement as HTMLElement) +
          (event.key === 'ArrowDown' ? 1 : -1) +
          stops.length) %
          stops.length
      ];
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the element has role dialog or menu, which the lint cannot see
    <div
      ref={box}
      className="tp-popover"
      popover="auto"
      role={role}
      aria-label={label}
      tabIndex={-1}
      onKeyDown={step}
      onToggle={event => {
        if (event.newState === 'closed') onClose();
      }}
    >
      {children}
    </div>
  );
};
