import { useLayoutEffect, useState, type RefObject } from 'react';

/**
 * Width inside an element's border and scrollbar, in whole pixels. The virtualizer measures the border box
 * and re-renders only when other columns become visible, so an element that fills the width is measured here.
 * @param first width in pixels before the first measurement
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
