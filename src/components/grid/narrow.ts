/** Below the breakpoint `sm` (docs/decisions/0011-measures-of-screens.md). */
const NARROW = '(max-width: 599.98px)';

/** Subscribes to changes of the breakpoint; returns the function that unsubscribes. */
export const watchNarrow = (changed: () => void): (() => void) => {
  const media = matchMedia(NARROW);
  media.addEventListener('change', changed);
  return () => media.removeEventListener('change', changed);
};
export const isNarrow = (): boolean => matchMedia(NARROW).matches;
