import { useEffect } from 'react';

/**
 * Time in ms within which content above an anchor may still grow, since code and drawings load after the
 * page.
 */
const SETTLE_TIMEOUT_MS = 3000;

/**
 * Keeps the anchor of the address in position while the page above it grows, until the user scrolls or
 * presses a key.
 */
export const useAnchor = (): void => {
  useEffect(() => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target === null) return undefined;
    const stay = () => target.scrollIntoView({ behavior: 'instant' });
    const grown = new ResizeObserver(stay);
    const end = () => grown.disconnect();
    const timer = setTimeout(end, SETTLE_TIMEOUT_MS);
    const ends = ['wheel', 'pointerdown', 'keydown', 'touchmove'] as const;
    for (const event of ends) addEventListener(event, end, { once: true, passive: true });
    grown.observe(document.body);
    return () => {
      clearTimeout(timer);
      for (const event of ends) removeEventListener(event, end);
      end();
    };
  }, []);
};
