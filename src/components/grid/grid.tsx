import { startTransition, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import './grid.css';
import { BORDERS_PX, type GridSize } from './layout.ts';
import { isNarrow, watchNarrow } from './narrow.ts';
import { Sheet } from './sheet.tsx';
import type { GridProps, Shape } from './types.ts';

// Minimum height in pixels, as in grid.css.
const MIN_HEIGHT_PX = 320;
const FRAME_HEIGHT_PX = 352;

/**
 * Row layout of a grid. On a narrow screen, names take two lines, as one is too short to distinguish them.
 */
const shapeOf = <Row extends object>(
  { cards, secondLine, columns }: GridProps<Row>,
  narrow: boolean,
): Shape => {
  if (narrow && cards !== undefined) return 'cards';
  return secondLine !== undefined || (narrow && columns[0]?.format === 'text') ? 'tall' : 'low';
};

/**
 * Data grid of all lists, logs and reports: TanStack's columns and virtualizer with the project's own markup.
 * Renders only visible rows (10,000 rows of 20 columns are under 700 nodes), and is one tab stop with the
 * keys of the ARIA grid pattern (keys.ts).
 */
export const DataGrid = <Row extends object>(props: GridProps<Row>) => {
  const [size, setSize] = useState<GridSize | null>(null);
  const shape = shapeOf(props, useSyncExternalStore(watchNarrow, isNarrow));
  const box = useRef<HTMLDivElement>(null);
  // Read after the layout of the frame. An earlier reading would lay out the new screen and render the grid within the task
  // that renders the screen, which takes a slow phone 0.4 s.
  useEffect(() => {
    const element = box.current!;
    const observer = new ResizeObserver(() => {
      observer.disconnect();
      const width = element.clientWidth - BORDERS_PX;
      const height = Math.max(MIN_HEIGHT_PX, innerHeight - FRAME_HEIGHT_PX);
      startTransition(() => setSize({ width, height }));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={box} className="tp-grid">
      {size !== null && <Sheet key={shape} props={props} shape={shape} size={size} />}
    </div>
  );
};
