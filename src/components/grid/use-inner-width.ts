import { useLayoutEffect, useState, type RefObject } from 'react';

/**
 * The width inside an element's border and scrollbar, in whole pixels. The virtualizer measures the border
 * box, and draws again only when other columns come into view, so an element that fills the width needs its
 * own measurement.
 * @param first pixels until it is measured
 */
export const useInnerWidth = (element: RefObject<HTMLElement | null>, first: number): number => {
  const [width, setWidth] = useState(first);
  useLayoutEffect(() => {
    const box = element.current;
    if (box === null) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setWidth(Math.floor(entry.contentRect.width));
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, [element]);
  return width;
};
