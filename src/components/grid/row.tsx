import { memo } from 'react';
import type { Formatter, Value } from '../formats.ts';
import type { Placed } from './layout.ts';

interface Props<Row> {
  readonly row: Row;
  /** Position among the grid's rows, the header being 0. */
  readonly at: number;
  /** As assistive technology counts: from 1, with every header row. */
  readonly ariaIndex: number;
  readonly top: number | null;
  readonly width: number;
  readonly placed: readonly Placed<Row>[];
  readonly format: Formatter;
  /** The column that has the cursor, or -1. */
  readonly cursor: number;
  /** Replaces the first column's value: the label of the totals. */
  readonly label?: string;
  /** Where the row's name leads. */
  readonly href?: string | null;
}

/** One row. It is drawn again only when its own data, the columns on the screen or its cursor change. */
const GridRowOf = <Row,>({ row, at, ariaIndex, top, width, placed, format, cursor, label, href = null }: Props<Row>) => (
  <div
    role="row" aria-rowindex={ariaIndex} className={at % 2 === 0 ? 'tp-row tp-even' : 'tp-row'}
    style={top === null ? { width } : { width, transform: `translateY(${top}px)` }}
  >
    {placed.map(({ column, index, left, width: size, numeric }) => {
      const value = row[column.field] as Value;
      const text = index === 0 && label !== undefined ? label : format(column.format, value, column.field);
      return (
        <div
          key={column.field} role={index === 0 ? 'rowheader' : 'gridcell'} aria-colindex={index + 1} tabIndex={cursor === index ? 0 : -1}
          className={`tp-cell${numeric ? ' tp-number' : ''}${index === 0 ? ' tp-first' : ''} tp-${column.format}`}
          style={index === 0 ? { width: size } : { width: size, left }}
          data-column={column.field} data-row={at} data-index={index}
        >
          {column.format === 'tags' && text !== '-'
            ? text.split(', ').map(word => <span key={word} className="tp-tag">{word}</span>)
            : index === 0 && href !== null ? <a href={href} tabIndex={-1}>{text}</a>
            : text}
        </div>
      );
    })}
  </div>
);
export const GridRow = memo(GridRowOf) as typeof GridRowOf;
