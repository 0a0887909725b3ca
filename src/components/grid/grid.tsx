import { useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import './grid.css';
import type { GridSize } from './layout.ts';
import { isNarrow, watchNarrow } from './narrow.ts';
import { Sheet } from './sheet.tsx';
import type { GridProps, Shape } from './types.ts';

// As grid.css has it.
const LEAST_HEIGHT = 320;
/** Both borders of the box that scrolls, in pixels. */
const BORDERS = 2;
const AROUND = 352;

/**
 * How rows are drawn. On a phone a name takes two lines: one line is too short to distinguish it from the
 * next.
 */
const shapeOf = <Row extends object>(
  { cards, secondLine, columns }: GridProps<Row>,
  narrow: boolean,
): Shape => {
  if (narrow && cards !== undefined) return 'cards';
  return secondLine !== undefined || (narrow && columns[0]?.format === 'text') ? 'tall' : 'low';
};

/**
 * The table of every list, log and report: TanStack's columns and virtualizer under our own markup. It draws
 * what is on the screen (10,000 rows of 20 columns are under 700 nodes) and is one tab stop, walked by the
 * keys of the ARIA grid pattern (keys.ts): arrows, Home, End, Page Up, Page Down, with Ctrl to the end. On a
 * header Enter sorts, Alt+Down opens its menu, Ctrl+Shift and an arrow move it. On a row Space picks, Shift
 * reaches, Enter opens the drill-down of a figure, follows the row's name or opens its actions. Ctrl+A picks
 * all, Ctrl+C copies the cell, F2 goes into it or shows its full text, and Escape goes back.
 */
export const DataGrid = <Row extends object>(props: GridProps<Row>) => {
  const [size, setSize] = useState<GridSize | null>(null);
  const shape = shapeOf(props, useSyncExternalStore(watchNarrow, isNarrow));
  const box = useRef<HTMLDivElement>(null);
  // Drawn once at the width it has, rather than twice.
  useLayoutEffect(() => {
    if (box.current !== null)
      setSize({
        width: box.current.clientWidth - BORDERS,
        height: Math.max(LEAST_HEIGHT, innerHeight - AROUND),
      });
  }, []);
  return (
    <div ref={box} className="tp-grid">
      {size !== null && <Sheet key={shape} props={props} shape={shape} size={size} />}
    </div>
  );
};
