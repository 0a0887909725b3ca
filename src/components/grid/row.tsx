import { memo } from 'react';
import type { Formatter } from '../formats.ts';
import type { Placed } from './places.ts';
import { contentsOf } from './row-contents.tsx';
import type { SecondLine, DrillDown } from './types.ts';

/** Texts of every row in the current language. */
export interface RowTexts {
  readonly deleted: string;
  readonly select: (name: string) => string;
  readonly actions: (name: string) => string;
  readonly fold: (name: string) => string;
}

export interface RowProps<Row> {
  readonly row: Row;
  /** Position among the grid's rows; the header is 0. */
  readonly at: number;
  /** `aria-rowindex`: from 1, counting header rows and the rows of all pages. */
  readonly ariaIndex: number;
  readonly top: number | null;
  readonly width: number;
  readonly placed: readonly Placed<Row>[];
  readonly format: Formatter;
  readonly texts: RowTexts;
  /** Index of the slot that has the cursor, or -1. */
  readonly cursor: number;
  /** Text instead of the name, for the row of totals, which has no actions. */
  readonly label?: string;
  /** Address of the row's link. */
  readonly href?: string | null;
  /** Null: rows cannot be selected. */
  readonly selected?: boolean | null;
  readonly deleted?: boolean;
  /** Level in a tree: 1 outer row, 2 inner row; null: no tree. */
  readonly level?: number | null;
  /** Whether the inner rows are shown; null: the row has none. */
  readonly expanded?: boolean | null;
  readonly secondLine?: (row: Row, field: string) => SecondLine | null;
  readonly drillDown?: DrillDown<Row>;
}

/** Attributes of a row for style sheets and assistive technology. */
export const rowAttributes = <Row,>({
  at,
  ariaIndex,
  selected = null,
  deleted = false,
  level = null,
  expanded = null,
}: RowProps<Row>) => ({
  role: 'row',
  'aria-rowindex': ariaIndex,
  ...(level !== null && { 'aria-level': level }),
  ...(expanded !== null && { 'aria-expanded': expanded }),
  ...(selected !== null && { 'aria-selected': selected }),
  className: `tp-row${at % 2 === 0 ? ' tp-even' : ''}${level === 2 ? ' tp-inner' : ''}${expanded === null ? '' : ' tp-outer'}${selected === true ? ' tp-selected' : ''}${deleted ? ' tp-deleted' : ''}`,
});

/**
 * Attributes of a cell for style sheets and assistive technology, and data attributes for the handlers of
 * keys and clicks.
 */
export const cellAttributes = <Row,>(
  slot: Placed<Row>,
  nameOf: string | undefined,
  { row, at, cursor, label, drillDown }: RowProps<Row>,
) => ({
  role: slot.name === nameOf ? 'rowheader' : 'gridcell',
  'aria-colindex': slot.index + 1,
  tabIndex: cursor === slot.index ? 0 : -1,
  className: `tp-cell${slot.numeric ? ' tp-number' : ''}${slot.stickySide === null ? '' : ` tp-${slot.stickySide}`} tp-${slot.kind === 'data' ? slot.column.format : slot.kind}`,
  'data-column': slot.name,
  'data-row': at,
  'data-index': slot.index,
  ...(slot.kind === 'data' &&
    drillDown?.has(row, slot.column.field) === true && {
      'data-figure': '',
      'aria-haspopup': 'dialog' as const,
    }),
  // Style sheets select by the code to draw a symbol before its label.
  ...(slot.kind === 'data' &&
    slot.column.format === 'choice' &&
    label === undefined && { 'data-code': String(row[slot.column.field]) }),
});

/**
 * One row; memoised, so that it renders only when its data, the rendered columns, its cursor or its selection
 * change.
 */
const GridRowOf = <Row,>(props: RowProps<Row>) => {
  const { top, width, placed } = props;
  const { nameOf, contentOf } = contentsOf(props);
  return (
    <div
      {...rowAttributes(props)}
      style={top === null ? { width } : { width, transform: `translateY(${top}px)` }}
    >
      {placed.map(slot => (
        <div
          key={slot.name}
          {...cellAttributes(slot, nameOf, props)}
          style={slot.stickySide === 'end' ? { width: slot.width } : { width: slot.width, left: slot.left }}
        >
          {contentOf(slot)}
        </div>
      ))}
    </div>
  );
};
export const GridRow = memo(GridRowOf) as typeof GridRowOf;
