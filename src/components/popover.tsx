import { useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import './popover.css';

interface Props {
  /** What it hangs from; focus returns there. */
  readonly anchor: HTMLElement;
  readonly label: string;
  readonly role?: 'dialog' | 'menu';
  readonly onClose: () => void;
  readonly children: ReactNode;
}

const GAP = 4;
const EDGE = 8;

/**
 * Places a box below its anchor, or above it where there is no room, inside the window's edges.
 *
 * It measures the window without its scrollbars, as the browser lays out the box. `innerWidth` counts them
 * in, so that the box would be placed
 * too far to the right and squeezed at each pass.
 */
export const placeBelow = (box: HTMLElement, anchor: HTMLElement): void => {
  const at = anchor.getBoundingClientRect();
  const { width, height } = box.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const left = Math.max(EDGE, Math.min(at.left, clientWidth - width - EDGE));
  const below = at.bottom + GAP;
  const top = below + height > clientHeight - EDGE ? Math.max(EDGE, at.top - GAP - height) : below;
  // As properties of our own: PrimeReact writes `left` and `top` of its lists again whenever something
  // scrolls.
  box.style.setProperty('--left', `${left}px`);
  box.style.setProperty('--top', `${top}px`);
};

/** A small panel in the browser's top layer: nothing clips it, a click outside and Escape close it. */
export const Popover = ({ anchor, label, role = 'dialog', onClose, children }: Props) => {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    element.showPopover();
    placeBelow(element, anchor);
    // Its content may be loaded later and be larger: it would overflow the edge.
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
    const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, button:not(:disabled)')];
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
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys are those of whichever of the two roles it has, which the lint cannot see
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
