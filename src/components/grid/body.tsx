import type { VirtualItem } from '@tanstack/react-virtual';
import type { Formatter } from '../formats.ts';
import type { Cursor } from './cursor.ts';
import type { Placed } from './layout.ts';
import type { GridRow, RowTexts } from './row.tsx';
import type { Branch } from './tree.ts';
import type { GridProps } from './types.ts';

interface Props<Row extends object> extends Pick<
  GridProps<Row>,
  'rowKey' | 'link' | 'deleted' | 'beneath' | 'behind'
> {
  /** How a row is drawn. */
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
  /** The number, as assistive technology counts, of the row before the first one here, and of the totals. */
  readonly ariaBefore: number;
  readonly ariaTotals: number;
  readonly isPicked: (row: Row) => boolean | null;
  readonly branch: ((row: Row) => Branch) | null;
}

/** The rows in sight and, below them, the totals. */
export const GridBody = <Row extends object>(props: Props<Row>) => {
  const {
    as: RowOf,
    rows,
    items,
    height,
    headHeight,
    width,
    placed,
    cursor,
    format,
    texts,
    rowKey,
    totals,
    link,
    deleted,
    ariaBefore,
    ariaTotals,
    isPicked,
    beneath,
    behind,
    branch,
  } = props;
  const seen = { ...(beneath !== undefined && { beneath }), ...(behind !== undefined && { behind }) };
  const cursorOn = (at: number): number => (cursor.row === at ? cursor.column : -1);
  return (
    <>
      <div role="rowgroup" className="tp-body" style={{ height, width }}>
        {items.map(({ index, start }) => {
          const row = rows[index];
          const stand = row === undefined ? undefined : branch?.(row);
          return row === undefined ? null : (
            <RowOf
              key={rowKey(row)}
              row={row}
              at={index + 1}
              ariaIndex={ariaBefore + index + 1}
              top={start - headHeight}
              width={width}
              placed={placed}
              format={format}
              texts={texts}
              cursor={cursorOn(index + 1)}
              picked={isPicked(row)}
              deleted={deleted?.(row) ?? false}
              {...(link !== undefined && { href: link.to(row) })}
              {...(stand !== undefined && stand)}
              {...seen}
            />
          );
        })}
      </div>
      {totals !== undefined && (
        <div role="rowgroup" className="tp-foot" style={{ width }}>
          <RowOf
            row={totals.row}
            at={rows.length + 1}
            ariaIndex={ariaTotals}
            top={null}
            width={width}
            placed={placed}
            format={format}
            texts={texts}
            label={totals.label}
            cursor={cursorOn(rows.length + 1)}
            {...seen}
            {...(branch !== null && { level: 1 })}
          />
        </div>
      )}
    </>
  );
};
