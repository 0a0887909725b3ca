import type { VirtualItem } from '@tanstack/react-virtual';
import type { Formatter } from '../formats.ts';
import type { Cursor } from './cursor.ts';
import type { Placed } from './places.ts';
import type { GridRow, RowTexts } from './row.tsx';
import type { Branch } from './tree.ts';
import type { GridProps } from './types.ts';

interface Props<Row extends object> extends Pick<
  GridProps<Row>,
  'rowKey' | 'link' | 'deleted' | 'secondLine' | 'drillDown'
> {
  /** Component that renders a row: a table row or a card. */
  readonly as: typeof GridRow;
  readonly totals: GridProps<Row>['totals'] | undefined;
  readonly rows: readonly Row[];
  readonly items: readonly VirtualItem[];
  readonly height: number;
  readonly headHeight: number;
  readonly width: number;
  readonly placed: readonly Placed<Row>[];
  readonly cursor: Cursor;
  readonly format: Formatter;
  readonly texts: RowTexts;
  /** `aria-rowindex` of the row before the first of these rows, and of the totals row. */
  readonly ariaBefore: number;
  readonly ariaTotals: number;
  readonly isSelected: (row: Row) => boolean | null;
  readonly branch: ((row: Row) => Branch) | null;
}

/** The visible rows and, below them, the totals. */
export const GridBody = <Row extends object>(props: Props<Row>) => {
  const { as: RowOf, rows, totals, link, secondLine, drillDown } = props;
  const { width, placed, format, texts, cursor, branch } = props;
  const ofEveryRow = {
    width,
    placed,
    format,
    texts,
    ...(secondLine !== undefined && { secondLine }),
    ...(drillDown !== undefined && { drillDown }),
  };
  const cursorOn = (at: number): number => (cursor.row === at ? cursor.column : -1);
  return (
    <>
      <div role="rowgroup" className="tp-body" style={{ height: props.height, width }}>
        {props.items.map(({ index, start }) => {
          const row = rows[index];
          return row === undefined ? null : (
            <RowOf
              key={props.rowKey(row)}
              row={row}
              at={index + 1}
              ariaIndex={props.ariaBefore + index + 1}
              top={start - props.headHeight}
              cursor={cursorOn(index + 1)}
              selected={props.isSelected(row)}
              deleted={props.deleted?.(row) ?? false}
              {...(link !== undefined && { href: link.to(row) })}
              {...branch?.(row)}
              {...ofEveryRow}
            />
          );
        })}
      </div>
      {totals !== undefined && (
        <div role="rowgroup" className="tp-foot" style={{ width }}>
          <RowOf
            row={totals.row}
            at={rows.length + 1}
            ariaIndex={props.ariaTotals}
            top={null}
            label={totals.label}
            cursor={cursorOn(rows.length + 1)}
            {...ofEveryRow}
            {...(branch !== null && { level: 1 })}
          />
        </div>
      )}
    </>
  );
};
