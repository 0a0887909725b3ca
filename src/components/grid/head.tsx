import { memo, type CSSProperties, type PointerEvent } from 'react';
import { dragEdge } from './drag.ts';
import { GridHeading, type HeadingTexts } from './heading.tsx';
import type { Placed } from './places.ts';
import type { SelectionExtent } from './selection.ts';
import type { Sort } from './types.ts';
import type { DropTarget } from './use-column-drag.ts';

interface Props<Row> {
  readonly placed: readonly Placed<Row>[];
  readonly width: number;
  readonly sort: Sort<Row> | null;
  /** Index of the slot that has the cursor, or -1. */
  readonly cursor: number;
  readonly grouped: boolean;
  readonly texts: HeadingTexts;
  readonly selected: SelectionExtent;
  readonly carried: DropTarget | null;
  readonly onCarry: (event: PointerEvent<HTMLElement>) => void;
  readonly onResize: (field: string, width: number, final: boolean) => void;
}

interface Group {
  readonly title: string;
  readonly index: number;
  readonly span: number;
  readonly left: number;
  readonly width: number;
  readonly stickySide: Placed<never>['stickySide'];
}

/** Adjacent columns with the same group heading; sticky columns are not combined. */
export const groupsOf = <Row,>(placed: readonly Placed<Row>[]): readonly Group[] =>
  placed.reduce<Group[]>((groups, slot) => {
    const { index, left, width, stickySide } = slot;
    const last = groups.at(-1);
    const title = slot.kind === 'data' ? (slot.column.group ?? '') : '';
    if (
      last !== undefined &&
      last.stickySide === null &&
      stickySide === null &&
      last.title === title &&
      last.index + last.span === index
    ) {
      groups[groups.length - 1] = { ...last, span: last.span + 1, width: last.width + width };
    } else {
      groups.push({ title, index, span: 1, left, width, stickySide });
    }
    return groups;
  }, []);

const GridHeadOf = <Row,>({
  placed,
  width,
  sort,
  cursor,
  grouped,
  texts,
  selected,
  carried,
  onCarry,
  onResize,
}: Props<Row>) => {
  const beside = placed.reduce((sum, slot) => (slot.stickySide === 'start' ? sum + slot.width : sum), 0);
  return (
    <div role="rowgroup" className="tp-head" style={{ width, '--tp-beside': `${beside}px` } as CSSProperties}>
      {grouped && (
        <div role="row" aria-rowindex={1} className="tp-row tp-groups">
          {groupsOf(placed).map(group => (
            <div
              key={group.index}
              role={group.title === '' ? 'gridcell' : 'columnheader'}
              aria-colindex={group.index + 1}
              aria-colspan={group.span}
              className={`tp-cell tp-group${group.stickySide === null ? '' : ` tp-${group.stickySide}`}`}
              style={
                group.stickySide === 'end' ? { width: group.width } : { width: group.width, left: group.left }
              }
            >
              <span>{group.title}</span>
            </div>
          ))}
        </div>
      )}
      <div role="row" aria-rowindex={grouped ? 2 : 1} className="tp-row tp-heads" onPointerDown={onCarry}>
        {placed.map(slot => (
          <GridHeading
            key={slot.name}
            slot={slot}
            sort={slot.kind === 'data' && sort?.field === slot.column.field ? sort : null}
            focusable={cursor === slot.index}
            texts={texts}
            selected={selected}
            carried={carried?.field === slot.name}
            onEdge={event => dragEdge(event, slot.width, (next, final) => onResize(slot.name, next, final))}
          />
        ))}
      </div>
      {carried !== null && <span className="tp-drop" aria-hidden="true" style={{ left: carried.left }} />}
    </div>
  );
};
export const GridHead = memo(GridHeadOf) as typeof GridHeadOf;
