import { memo, type CSSProperties, type PointerEvent } from 'react';
import type { Placed } from './layout.ts';
import type { Sort } from './types.ts';

interface Props<Row> {
  readonly placed: readonly Placed<Row>[];
  readonly width: number;
  readonly sort: Sort<Row> | null;
  /** The column that has the cursor, or -1. */
  readonly cursor: number;
  readonly grouped: boolean;
  readonly menuLabel: string;
  readonly onResize: (field: string, width: number) => void;
}

interface Group { readonly title: string; readonly index: number; readonly span: number; readonly left: number; readonly width: number; readonly first: boolean }

/** Neighbours under one heading; the sticky column stands alone. */
const groupsOf = <Row,>(placed: readonly Placed<Row>[]): readonly Group[] =>
  placed.reduce<Group[]>((groups, { column, index, left, width }) => {
    const last = groups.at(-1);
    const title = column.group ?? '';
    if (last !== undefined && !last.first && last.title === title && last.index + last.span === index) {
      groups[groups.length - 1] = { ...last, span: last.span + 1, width: last.width + width };
    } else {
      groups.push({ title, index, span: 1, left, width, first: index === 0 });
    }
    return groups;
  }, []);

/** Follows the pointer until it is released; the width is told as it changes. */
const drag = (event: PointerEvent<HTMLElement>, width: number, tell: (width: number) => void): void => {
  const handle = event.currentTarget;
  const start = event.clientX;
  event.preventDefault();
  handle.setPointerCapture(event.pointerId);
  const follow = (moved: globalThis.PointerEvent) => tell(width + moved.clientX - start);
  handle.addEventListener('pointermove', follow);
  handle.addEventListener('lostpointercapture', () => handle.removeEventListener('pointermove', follow), { once: true });
};

const GridHeadOf = <Row,>({ placed, width, sort, cursor, grouped, menuLabel, onResize }: Props<Row>) => (
  <div role="rowgroup" className="tp-head" style={{ width, '--tp-first': `${placed[0]?.width ?? 0}px` } as CSSProperties}>
    {grouped && (
      <div role="row" aria-rowindex={1} className="tp-row tp-groups">
        {groupsOf(placed).map(group => (
          <div
            key={group.index} role={group.title === '' ? 'gridcell' : 'columnheader'} aria-colindex={group.index + 1} aria-colspan={group.span}
            className={`tp-cell tp-group${group.first ? ' tp-first' : ''}`} style={group.first ? { width: group.width } : { width: group.width, left: group.left }}
          >
            <span>{group.title}</span>
          </div>
        ))}
      </div>
    )}
    <div role="row" aria-rowindex={grouped ? 2 : 1} className="tp-row tp-heads">
      {placed.map(({ column, index, left, width: size, numeric }) => (
        <div
          key={column.field} role="columnheader" aria-colindex={index + 1} tabIndex={cursor === index ? 0 : -1}
          {...(column.sortable === true && { 'aria-sort': sort?.field !== column.field ? 'none' : sort.descending ? 'descending' : 'ascending' })}
          aria-keyshortcuts="Alt+ArrowDown" title={column.help}
          className={`tp-cell${numeric ? ' tp-number' : ''}${index === 0 ? ' tp-first' : ''}${column.sortable === true ? ' tp-sortable' : ''}`}
          style={index === 0 ? { width: size } : { width: size, left }} data-column={column.field} data-row={0} data-index={index}
        >
          <span className="tp-label">{column.label}</span>
          <button type="button" tabIndex={-1} className="tp-more" aria-label={`${column.label}: ${menuLabel}`} data-menu={column.field} />
          <span className="tp-edge" data-edge={column.field} onPointerDown={event => drag(event, size, next => onResize(column.field, next))} />
        </div>
      ))}
    </div>
  </div>
);
export const GridHead = memo(GridHeadOf) as typeof GridHeadOf;
