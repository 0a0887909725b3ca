import { useEffect, useRef, useState, type RefObject } from 'react';
import { usePrinting } from '../components/use-printing.ts';

/** Distance to the window, in px, from which a part of a page loads, so that it is complete when it is seen. */
const LOADING_DISTANCE_PX = 400;

/**
 * Whether an element has come near to the window, or the page is being printed. Nearness stays, so that what was loaded
 * is not unmounted.
 *
 * @param distance in px
 * @returns the ref of the element
 */
export const useNear = (
  distance = LOADING_DISTANCE_PX,
): { readonly place: RefObject<HTMLDivElement | null>; readonly isNear: boolean } => {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  const isPrinting = usePrinting();
  useEffect(() => {
    if (place.current === null) return undefined;
    const observer = new IntersectionObserver(
      entries => {
        if (!entries.some(entry => entry.isIntersecting)) return;
        setNear(true);
        observer.disconnect();
      },
      { rootMargin: `${distance}px` },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [distance]);
  return { place, isNear: isNear || isPrinting };
};
