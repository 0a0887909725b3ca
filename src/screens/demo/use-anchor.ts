import { useEffect } from 'react';

/** So long what stands above a sample may still grow: code and drawings come after the page. */
const SETTLES_IN = 3000;

/**
 * Keeps what the address names in its place while the page above it grows, unless somebody scrolls or presses
 * a key.
 */
export const useAnchor = (): void => {
  useEffect(() => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target === null) return undefined;
    const stay = () => target.scrollIntoView({ behavior: 'instant' });
    const grown = new ResizeObserver(stay);
    const end = () => grown.disconnect();
    const timer = setTimeout(end, SETTLES_IN);
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
